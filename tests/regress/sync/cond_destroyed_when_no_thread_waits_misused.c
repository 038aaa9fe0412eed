// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "cond_destroyed_when_no_thread_waits.c"
