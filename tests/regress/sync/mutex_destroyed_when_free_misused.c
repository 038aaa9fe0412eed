// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "mutex_destroyed_when_free.c"
