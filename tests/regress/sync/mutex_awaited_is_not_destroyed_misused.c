// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "mutex_awaited_is_not_destroyed.c"
