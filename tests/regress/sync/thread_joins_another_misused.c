// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "thread_joins_another.c"
