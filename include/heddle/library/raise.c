#include "signals.h"

int raise(int signal)
{
  int error = heddle_send_self(signal);
  return error ? (errno = error, -1) : 0;
}
