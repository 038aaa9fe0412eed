// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "mutex_unlocked_by_its_holder.c"
