/* backward.h - what has to hold at cut-points so that no assertion fails, found from the assertions backwards.
 *
 * A cube is a conjunction of literals, linear inequalities for the most part, that must never hold at a place: some
 * block leads from its states to a violation, or to a cube of the block's target. Cubes are taken from models one after
 * the other: the way that the model takes, with inputs eliminated, and with what others may have changed meanwhile.
 * They may be larger than that (conditions against overflow are left out), so that a cube with an initial state
 * says nothing. Without one, the negations of all cubes are inductive: the invariants that a proof needs.
 *
 * That is done for one thread, against others that keep what they are known to keep; or for all of them together,
 * for each combination of their phases. A phase is a set of places between which a thread changes nothing of what the
 * cubes are about, so that there are few combinations. */
#ifndef HD_PROVING_BACKWARD_H
#define HD_PROVING_BACKWARD_H

#include "logic/formula.h"
#include "proving/proving.h"
#include "sequential/blocks.h"

typedef struct {
  hd_proving *w;
  hd_terms *T;
  hd_cells *cells;
  hd_symbols symbols;
  hd_signs signs;
  hd_facts *facts;
  const hd_liveness *live;
  hd_smt *smt;
  hd_solver *solver;
  hd_term *state;    /* by cell */
  hd_map cell_of;    /* by symbol */
  hd_block **blocks; /* by location */
  hd_term *known;    /* by location, over cells */
  uint8_t *goes;     /* by cell: cubes say nothing about it */
  hd_term keeps;     /* as the proof's, over cells */
  hd_term always;    /* what is known everywhere, if cubes are pulled from several places; or HD_NO_TERM */
  bool failed;       /* the budget ended, or there are too many cubes */
} hd_backward;

void hd_backward_init(hd_backward *x, hd_proving *w);
void hd_backward_clear(hd_backward *x);

const hd_block *hd_backward_block(hd_backward *x, hd_loc from);
hd_term hd_backward_known(hd_backward *x, hd_loc at);
bool hd_backward_cell(const hd_backward *x, uint32_t symbol, uint32_t *cell);
/* What has to hold before the target is reached, so that the formula holds there. */
hd_term hd_backward_before(hd_backward *x, const hd_block_target *t, hd_term formula);
hd_term hd_backward_some(hd_backward *x, const hd_term_list *cubes);
/* Adds cubes until they contain all states of the premise from which the step is possible. True: there are new
 * ones. */
bool hd_backward_pull(hd_backward *x, hd_term_list *cubes, hd_term premise, hd_term step);
/* Does an initial state satisfy one of the cubes? */
bool hd_backward_starts(hd_backward *x, const hd_term_list *cubes);
/* Over the program's variables: none of the cubes. */
hd_term hd_backward_none(hd_backward *x, const hd_term_list *cubes);

/* Fills the invariants of the thread's cut-points, and shows that it guarantees what others rely on. False: it cannot
 * be shown in this way. */
bool hd_backward_thread(hd_proving *w, hd_thread t);

/* Fills w->together: all threads, none with any number of copies. wide: cubes may also be about what decides where a
 * thread goes, and fewer places are one phase. */
bool hd_backward_together(hd_proving *w, bool wide);

#endif
