// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "rwlock_unlocked_by_its_reader.c"
