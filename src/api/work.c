/* work.c - a worker for another Heddle. */
#include <heddle/heddle.h>

#include "engine/bmc/divided.h"

void heddle_work(int fd)
{
  hd_bmc_serve(fd);
}
