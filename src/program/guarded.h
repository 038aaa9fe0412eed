/* guarded.h - reads outside an array made explicit.
 *
 * In the model, reading an array outside its count gives 0. C and SMT arrays know no count: where
 * an index is not known to be inside, the read becomes ite(index < count, read, 0). */
#ifndef HD_PROGRAM_GUARDED_H
#define HD_PROGRAM_GUARDED_H

#include "program/program.h"

/* The same value for every state; SELECT only of array variables, as in edges. */
hd_term hd_program_guard_reads(hd_program *p, hd_term t);

#endif
