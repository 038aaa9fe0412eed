// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "semaphore_destroyed_when_nobody_waits.c"
