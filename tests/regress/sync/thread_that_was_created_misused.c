// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "thread_that_was_created.c"
