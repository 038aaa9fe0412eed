// property: unreach-call
// expect: unsafe
// engines: explicit
// Who was first in one instant may be second in the next.
#include "order.h"
