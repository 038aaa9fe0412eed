// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "thread_detached_is_not_joined.c"
