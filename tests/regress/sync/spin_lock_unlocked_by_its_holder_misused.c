// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "spin_lock_unlocked_by_its_holder.c"
