#include "input.h"
#include <fcntl.h>
#include <unistd.h>
#ifdef HEDDLE_PIPES
#include "pipes.h"
#endif

int pipe2(int ends[2], int flags)
{
#ifdef HEDDLE_PIPES
  return heddle_open_pipe(ends, !(flags & O_NONBLOCK));
#else
  (void)flags;
  return heddle_two_files(ends);
#endif
}
