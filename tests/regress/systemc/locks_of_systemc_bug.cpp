// property: unreach-call
// expect: unsafe
// engines: explicit
#define WRONG
#include "locks_of_systemc.cpp"
