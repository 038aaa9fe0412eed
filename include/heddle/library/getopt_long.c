#include "options.h"

int getopt_long(int argc, char *const argv[], const char *letters, const struct option *names, int *index)
{
  return heddle_option(argc, argv, letters, names, index);
}
