// property: unreach-call
// expect: unsafe
// engines: explicit
#define WRONG
#include "a_fifo_between_modules.cpp"
