// property: unreach-call no-deadlock
// expect: safe
// options: --turns fixed
// engines: explicit esst
// Who was first in one instant is first in the next.
#include "order.h"
