// property: unreach-call
// expect: unsafe
// options: --fixed-order -DFIRST=2
// engines: explicit
// The second thread can be the first.
#include "order.h"
