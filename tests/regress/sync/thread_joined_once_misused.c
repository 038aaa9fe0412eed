// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "thread_joined_once.c"
