// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "cond_waited_for_with_the_mutex.c"
