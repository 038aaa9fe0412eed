/* pointers.h - the points-to analysis, lent to the lowering of C: neither folder knows the other. */
#ifndef HD_API_POINTERS_H
#define HD_API_POINTERS_H

#include "frontend/c/c.h"

extern const hd_c_pointers hd_input_pointers;

#endif
