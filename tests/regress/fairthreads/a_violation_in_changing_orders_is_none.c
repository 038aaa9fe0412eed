// property: unreach-call
// expect: safe
// engines: explicit esst
// Only orders that change would fail the check: the library has none.
#include "order.h"
