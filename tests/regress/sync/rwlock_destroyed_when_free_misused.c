// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "rwlock_destroyed_when_free.c"
