// property: valid-sync
// expect: unsafe
// options: --no-spurious-wakeups
// engines: explicit bmc
#define MISUSE
#include "cond_keeps_its_mutex.c"
