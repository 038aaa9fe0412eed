// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "barrier_destroyed_when_all_have_met.c"
