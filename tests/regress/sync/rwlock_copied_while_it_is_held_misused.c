// property: valid-sync
// expect: unsafe
#define MISUSED
#include "rwlock_copied_while_it_is_held.c"
