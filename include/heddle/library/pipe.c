#include "input.h"
#include <unistd.h>
#ifdef HEDDLE_PIPES
#include "pipes.h"
#endif

int pipe(int ends[2])
{
#ifdef HEDDLE_PIPES
  return heddle_open_pipe(ends, 1);
#else
  return heddle_two_files(ends);
#endif
}
