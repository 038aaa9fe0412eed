/* <systemc.h>: SystemC with its names, and those of streams, for all. */
#ifndef HEDDLE_COMPAT_SYSTEMC_H
#define HEDDLE_COMPAT_SYSTEMC_H

#include <heddle/systemc.hpp>

using namespace sc_core;
using namespace sc_dt;
using std::cerr;
using std::cin;
using std::cout;
using std::endl;
using std::flush;
using std::ifstream;
using std::ios;
using std::istream;
using std::ofstream;
using std::ostream;

#endif
