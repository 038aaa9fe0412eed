// property: no-data-race unreach-call
// expect: unsafe
#define EARLY
#include "orders_two_threads.c"
