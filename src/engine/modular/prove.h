/* prove.h - the whole program, threads with any number of copies included, by environment properties alone.
 *
 * Where the properties (properties.h) of the program as it was given exclude every violation, they are an
 * Owicki-Gries proof, about threads one by one or two by two, that can be rechecked. */
#ifndef HD_ENGINE_MODULAR_PROVE_H
#define HD_ENGINE_MODULAR_PROVE_H

#include "engine/engine.h"

/* NULL: they do not exclude them, or the budget ended. The caller owns it. */
hd_certificate *hd_modular_prove(const hd_program *p, const hd_task *t, bool pairs, const hd_budget *b);

#endif
