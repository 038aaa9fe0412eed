// property: unreach-call
// expect: unsafe
// options: --turns any
// engines: explicit esst
// Who was first in one instant may be second in the next.
#include "order.h"
