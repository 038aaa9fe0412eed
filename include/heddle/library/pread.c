#include "input.h"
#include <unistd.h>

ssize_t pread(int file, void *to, size_t most, off_t at)
{
  (void)file;
  (void)at;
  return heddle_receive(to, most);
}
