#include "options.h"

int getopt(int argc, char *const argv[], const char *letters)
{
  return heddle_option(argc, argv, letters, NULL, NULL);
}
