// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "spin_lock_held_once.c"
