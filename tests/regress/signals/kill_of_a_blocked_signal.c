// property: unreach-call
// expect: unsafe
#define BLOCKED
#include "kill_runs_the_handler.c"
