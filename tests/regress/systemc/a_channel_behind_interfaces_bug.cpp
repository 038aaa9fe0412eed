// property: unreach-call
// expect: unsafe
// engines: explicit
#define WRONG
#include "a_channel_behind_interfaces.cpp"
