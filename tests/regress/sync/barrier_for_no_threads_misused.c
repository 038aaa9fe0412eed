// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "barrier_for_no_threads.c"
