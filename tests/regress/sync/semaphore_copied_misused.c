// property: valid-sync
// expect: unsafe
#define MISUSED
#include "semaphore_copied.c"
