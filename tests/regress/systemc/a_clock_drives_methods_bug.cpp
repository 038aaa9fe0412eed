// property: unreach-call
// expect: unsafe
// engines: explicit
#define WRONG
#include "a_clock_drives_methods.cpp"
