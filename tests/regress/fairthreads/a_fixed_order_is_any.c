// property: unreach-call
// expect: unsafe
// options: --turns fixed -DFIRST=2
// engines: explicit esst
// The second thread can be the first.
#include "order.h"
