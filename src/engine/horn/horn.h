/* horn.h - the engine that turns the whole program into constrained Horn clauses. */
#ifndef HD_HORN_HORN_H
#define HD_HORN_HORN_H

#include "engine/engine.h"

extern const hd_engine hd_engine_horn;

/* The clauses that it would give to the solver first, as SMT-LIB 2 (logic HORN, bit-vectors). */
void hd_horn_emit(FILE *out, hd_program *p, hd_property property);

#endif
