/* facts.h - what engines need to know about a program, each fact computed once, when it is first asked for.
 *
 * The program must not change while its facts are in use. Facts are arrays over its ids, so they also hold for a clone
 * until the clone is changed. The caller of the engines owns the facts of the program that it gives them, and computes
 * them before it starts their processes (hd_facts_prepare); an engine that transforms the program asks for the facts of
 * the new one in the same way. */
#ifndef HD_ANALYSIS_FACTS_H
#define HD_ANALYSIS_FACTS_H

#include "analysis/cuts.h"
#include "analysis/liveness.h"
#include "analysis/loops.h"
#include "analysis/sharing.h"

typedef struct hd_facts hd_facts;

/* Of a resolved program, which must outlive them. Nothing is computed yet. */
hd_facts *hd_facts_new(const hd_program *p);
/* The facts that are known already, if they are about this very program; otherwise new ones. The caller frees the
 * result in both cases. */
hd_facts *hd_facts_of(hd_facts *known, const hd_program *p);
void hd_facts_free(hd_facts *f);

/* Everything that the engines ask for, as long as the budget lasts. */
void hd_facts_prepare(hd_facts *f, hd_reduction reduction, hd_property property, const hd_budget *b);

/* They belong to the facts. To change some, make a copy. */
const hd_sharing *hd_facts_sharing(hd_facts *f);
const hd_cuts *hd_facts_cuts(hd_facts *f, hd_reduction reduction, hd_property property);
const hd_liveness *hd_facts_liveness(hd_facts *f);
const hd_loops *hd_facts_loops(hd_facts *f);

#endif
