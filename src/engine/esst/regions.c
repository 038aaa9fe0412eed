/* regions.c - abstract successors by the predicates of a place, Boolean or Cartesian. */
#include "engine/esst/regions.h"

#include "engine/esst/symmetry.h"
#include "logic/predabs.h"

/* Of more predicates than this that have no value of their own, clauses are looked at instead of combinations. */
enum { MOST_TOGETHER = 14 };

/* How widely a predicate is known: each time it is not enough, one more. */
typedef enum { AT_LOCATION, OF_THREAD, KEPT, GLOBAL, WIDEST = GLOBAL } width;

struct hd_esst_regions {
  hd_esst_search *x;
  hd_predabs *abs;
  hd_term_list predicates;
  uint32_t *vars; /* by predicate: its BDD variable */
  uint32_t n_vars;
  hd_map number;          /* term to predicate */
  HD_VEC(uint8_t) widths; /* by predicate */
  hd_u32s *of_loc;        /* by party and location: predicates */
  hd_u32s *of_party;      /* by party, and last the global ones */
  uint8_t *keeps;         /* by party: the operation is kept instead of HAVOC */
  hd_term *havoc;         /* by slot: any value */
  uint32_t stamp;
};

static void more_vars(hd_esst_regions *r, uint32_t more)
{
  uint32_t first = hd_bdd_vars_new(more), *vars = hd_alloc(r->n_vars + more, sizeof *vars);
  if (r->n_vars) memcpy(vars, r->vars, r->n_vars * sizeof *vars);
  for (uint32_t i = 0; i < more; i++) vars[r->n_vars + i] = first + i;
  free(r->vars);
  r->vars = vars;
  r->n_vars += more;
}

hd_esst_regions *hd_esst_regions_new(hd_esst_search *x)
{
  hd_esst_regions *r = hd_alloc(1, sizeof *r);
  size_t parties = x->space->who.len;
  if (!hd_bdd_running()) hd_bdd_start(x->budget);
  r->x = x;
  more_vars(r, 32); /* BuDDy cannot be stopped a second time without any */
  r->abs = hd_predabs_new(x->smt);
  r->of_loc = hd_alloc(parties * x->space->p->locs.len + 1, sizeof *r->of_loc);
  r->of_party = hd_alloc(parties + 1, sizeof *r->of_party);
  r->keeps = hd_alloc(parties + 1, 1);
  r->havoc = hd_alloc(x->space->slots.len + 1, sizeof *r->havoc);
  return r;
}

void hd_esst_regions_free(hd_esst_regions *r)
{
  if (!r) return;
  size_t parties = r->x->space->who.len;
  for (size_t i = 0; i < parties * r->x->space->p->locs.len; i++) hd_vec_clear(&r->of_loc[i]);
  for (size_t i = 0; i <= parties; i++) hd_vec_clear(&r->of_party[i]);
  free(r->of_loc);
  free(r->of_party);
  free(r->keeps);
  free(r->havoc);
  free(r->vars);
  hd_vec_clear(&r->predicates);
  hd_vec_clear(&r->widths);
  hd_map_clear(&r->number);
  hd_predabs_free(r->abs);
  hd_bdd_stop();
  free(r);
}

uint32_t hd_esst_regions_predicates(const hd_esst_regions *r)
{
  return r->predicates.len;
}

uint32_t hd_esst_regions_stamp(const hd_esst_regions *r)
{
  return r->stamp;
}

/* Several literals, learned together: what excluded a path. Each of them is a predicate of its own, too. */
static bool is_clause(const hd_terms *T, hd_term predicate)
{
  return hd_term_op(T, predicate) == HD_OP_OR;
}

/* --- the abstract post ------------------------------------------------------------------------------- */

/* The predicates of a region at a place; party == number of parties: the global one. */
static void precision(const hd_esst_regions *r, uint32_t party, uint32_t place, hd_u32s *out)
{
  const hd_esst_space *sp = r->x->space;
  const hd_u32s *lists[2] = {&r->of_party[party], NULL};
  if (party < sp->who.len) lists[1] = &r->of_loc[(size_t)party * sp->p->locs.len + sp->places.data[place].at[party].id];
  for (unsigned l = 0; l < 2 && lists[l]; l++)
    for (uint32_t i = 0; i < lists[l]->len; i++) {
      bool there = false;
      for (uint32_t k = 0; k < out->len; k++) there |= out->data[k] == lists[l]->data[i];
      if (!there) hd_vec_push(out, lists[l]->data[i]);
    }
}

/* The predicates of a precision as they are looked at, after and before a step. */
typedef struct {
  hd_term_list plain, before;
  hd_u32s vars;
} sights;

static void see(sights *v, hd_term plain, hd_term before, uint32_t var)
{
  hd_vec_push(&v->plain, plain);
  hd_vec_push(&v->before, before);
  hd_vec_push(&v->vars, var);
}

static void sights_clear(sights *v)
{
  hd_vec_clear(&v->plain);
  hd_vec_clear(&v->before);
  hd_vec_clear(&v->vars);
}

/* Each by itself: what is always true, or always false, is part of the result; the others are open. */
static hd_term abstract_each(hd_esst_regions *r, const sights *v, hd_term formula, sights *open)
{
  hd_terms *T = r->x->T;
  uint32_t n = v->plain.len;
  hd_term all = hd_term_true(T);
  hd_truth *truths = hd_alloc(n + 1, sizeof *truths);
  hd_predabs_cartesian(r->abs, formula, v->before.data, n, truths);
  for (uint32_t i = 0; i < n; i++) {
    if (truths[i] == HD_PRED_NEVER) all = hd_term_false(T);
    if (truths[i] == HD_PRED_TRUE) all = hd_term_2(T, HD_OP_AND, all, v->plain.data[i]);
    if (truths[i] == HD_PRED_FALSE) all = hd_term_2(T, HD_OP_AND, all, hd_term_1(T, HD_OP_NOT, v->plain.data[i]));
    if (truths[i] == HD_PRED_ANY && open) see(open, v->plain.data[i], v->before.data[i], v->vars.data[i]);
  }
  free(truths);
  return all;
}

/* All together. False: there are too many combinations. */
static bool abstract_together(hd_esst_regions *r, const sights *v, hd_term formula, hd_term *all)
{
  uint32_t n = v->plain.len;
  bool exact = false;
  if (n == 0) return true;
  if (n > MOST_TOGETHER) return false;
  hd_bdd set = hd_predabs_boolean(r->abs, formula, v->before.data, v->vars.data, n, &exact);
  if (hd_bdd_ok(set) && exact) *all = hd_predabs_meaning(r->abs, set, v->plain.data, v->vars.data, n);
  return hd_bdd_ok(set) && exact;
}

/* The strongest statement with the precision's predicates about states whose formula is given; `after` says what
 * the predicates are before the step. Most predicates have one value at a place; of the others all combinations are
 * looked at, or, when those are too many, the clauses that paths were excluded by. */
static hd_term abstract(hd_esst_regions *r, const hd_u32s *preds, hd_term formula, const hd_rewrite *after)
{
  hd_terms *T = r->x->T;
  sights literals = {0}, clauses = {0}, open = {0};
  for (uint32_t i = 0; i < preds->len; i++) {
    hd_term p = r->predicates.data[preds->data[i]];
    see(is_clause(T, p) ? &clauses : &literals, p, hd_term_substitute(T, p, after), r->vars[preds->data[i]]);
  }
  hd_term all = hd_term_true(T), more = all;
  if (!abstract_together(r, &literals, formula, &all)) {
    all = abstract_each(r, &literals, formula, &open);
    if (!abstract_together(r, &open, formula, &more) && clauses.plain.len)
      more = abstract_each(r, &clauses, formula, NULL);
  }
  sights_clear(&literals);
  sights_clear(&clauses);
  sights_clear(&open);
  return hd_term_2(T, HD_OP_AND, all, more);
}

typedef struct {
  hd_esst_regions *r;
  uint32_t step;
  bool havoc; /* any value instead of the one assigned */
} rewriting;

static hd_term any_value(hd_esst_regions *r, uint32_t slot)
{
  hd_esst_space *sp = r->x->space;
  if (!hd_term_is(r->havoc[slot]))
    r->havoc[slot] =
        hd_symbols_fresh(&sp->symbols, hd_term_sort(sp->T, sp->slots.data[slot].var), hd_esst_var(sp, slot));
  return r->havoc[slot];
}

static hd_term after_step(void *context, hd_term leaf)
{
  rewriting *w = context;
  hd_esst_space *sp = w->r->x->space;
  if (hd_term_op(sp->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  const hd_esst_target *t = hd_esst_target_of(sp, w->step);
  uint32_t slot = hd_esst_slot_of_symbol(sp, hd_term_symbol(sp->T, leaf));
  for (uint32_t i = 0; slot != HD_NONE && i < t->symbolic.len; i++)
    if (t->symbolic.data[i].slot == slot) return w->havoc ? any_value(w->r, slot) : t->symbolic.data[i].value;
  return HD_NO_TERM;
}

static bool writes_shared(const hd_esst_space *sp, uint32_t step)
{
  const hd_esst_target *t = hd_esst_target_of(sp, step);
  for (uint32_t i = 0; i < t->symbolic.len; i++)
    if (sp->slots.data[t->symbolic.data[i].slot].party == HD_NONE) return true;
  return false;
}

/* Rule E1 for one region. */
static hd_term region_after(hd_esst_regions *r, uint32_t node, uint32_t step, uint32_t place, uint32_t party,
                            hd_term before)
{
  hd_esst_search *x = r->x;
  hd_terms *T = x->T;
  uint32_t all = x->space->who.len, mover = x->space->blocks.data[x->space->steps.data[step].block].party;
  const hd_term *regions = x->nodes.data[node].regions;
  bool other = party != mover && party != all;
  if (other && !writes_shared(x->space, step)) return regions[party];
  bool havoc = other && !r->keeps[party];
  hd_term formula = havoc ? hd_term_2(T, HD_OP_AND, regions[party], regions[all]) : before;
  hd_u32s preds = {0};
  precision(r, party, place, &preds);
  rewriting w = {r, step, havoc};
  hd_term after = abstract(r, &preds, formula, &(hd_rewrite){after_step, &w});
  hd_vec_clear(&preds);
  return after;
}

hd_term *hd_esst_regions_post(hd_esst_regions *r, uint32_t node, uint32_t step, uint32_t place, hd_term *label)
{
  hd_esst_search *x = r->x;
  hd_term *out = hd_alloc(x->space->who.len + 1, sizeof *out);
  hd_term before = hd_term_2(x->T, HD_OP_AND, hd_tree_label(&x->tree, node), x->space->steps.data[step].cond);
  *label = hd_term_true(x->T);
  for (uint32_t i = 0; i <= x->space->who.len; i++) {
    out[i] = region_after(r, node, step, place, i, before);
    *label = hd_term_2(x->T, HD_OP_AND, *label, out[i]);
  }
  return out;
}

hd_term *hd_esst_regions_start(hd_esst_regions *r, hd_term *label)
{
  hd_esst_space *sp = r->x->space;
  hd_term *out = hd_alloc(sp->who.len + 1, sizeof *out);
  for (uint32_t i = 0; i < sp->who.len; i++) out[i] = hd_term_true(sp->T);
  *label = out[sp->who.len] = hd_esst_initial(sp);
  return out;
}

/* --- learning ------------------------------------------------------------------------------------------ */

static bool add_to(hd_u32s *list, uint32_t predicate)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == predicate) return false;
  hd_vec_push(list, predicate);
  return true;
}

static uint32_t predicate_of(hd_esst_regions *r, hd_term literal)
{
  hd_terms *T = r->x->T;
  if (hd_term_op(T, literal) == HD_OP_NOT) literal = hd_term_arg(T, literal, 0);
  uint32_t found = (uint32_t)hd_map_get_or(&r->number, literal.id, HD_NONE);
  if (found != HD_NONE) return found;
  found = r->predicates.len;
  hd_vec_push(&r->predicates, literal);
  hd_vec_push(&r->widths, AT_LOCATION);
  hd_map_put(&r->number, literal.id, found);
  if (found >= r->n_vars) more_vars(r, r->n_vars);
  return found;
}

/* Whose locals a predicate mentions, and whether it mentions shared variables. */
typedef struct {
  const hd_esst_space *sp;
  uint32_t party; /* HD_NONE: no party's yet */
  bool several, shared;
} mention;

static void note_party(void *context, hd_term leaf)
{
  mention *m = context;
  uint32_t slot = hd_esst_slot_of_symbol(m->sp, hd_term_symbol(m->sp->T, leaf));
  uint32_t party = slot == HD_NONE ? HD_NONE : m->sp->slots.data[slot].party;
  if (party == HD_NONE)
    m->shared = true;
  else if (m->party == HD_NONE)
    m->party = party;
  else
    m->several |= m->party != party;
}

/* Puts the predicate where it is needed, by an instance that stands there; false: it is there already. */
static bool place_predicate(hd_esst_regions *r, uint32_t predicate, const hd_loc *at)
{
  const hd_esst_space *sp = r->x->space;
  mention m = {.sp = sp, .party = HD_NONE};
  hd_term_visit_leaves(sp->T, r->predicates.data[predicate], note_party, &m);
  uint8_t *wide = &r->widths.data[predicate];
  if (m.several || (m.party == HD_NONE && m.shared))
    *wide = GLOBAL;
  else if (m.shared && *wide < OF_THREAD)
    *wide = OF_THREAD;
  uint32_t all = sp->who.len;
  if (m.party == HD_NONE || *wide == GLOBAL) return add_to(&r->of_party[all], predicate);
  if (*wide == KEPT) r->keeps[m.party] = 1;
  if (*wide >= OF_THREAD) return add_to(&r->of_party[m.party], predicate);
  return add_to(&r->of_loc[(size_t)m.party * sp->p->locs.len + at[m.party].id], predicate);
}

typedef struct {
  hd_esst_regions *r;
  const hd_loc *at;
  uint32_t predicate;
  bool new;
} copying;

/* What is learned about a member of a class is learned about all, where they stand as it does. */
static void learn_copy(void *context, hd_term image, uint32_t from, uint32_t to)
{
  copying *c = context;
  hd_esst_regions *r = c->r;
  uint32_t n = r->x->space->who.len, copy = predicate_of(r, image);
  hd_loc *at = hd_alloc(n + 1, sizeof *at);
  memcpy(at, c->at, n * sizeof *at);
  at[to] = hd_esst_symmetry_loc(r->x->symmetry, from, to, c->at[from]);
  if (r->widths.data[copy] < r->widths.data[c->predicate]) r->widths.data[copy] = r->widths.data[c->predicate];
  c->new |= place_predicate(r, copy, at);
  free(at);
}

static bool learn_literal(hd_esst_regions *r, hd_term literal, const hd_loc *at)
{
  uint32_t predicate = predicate_of(r, literal);
  copying c = {r, at, predicate, place_predicate(r, predicate, at)};
  if (r->x->symmetry) hd_esst_symmetry_copies(r->x->symmetry, r->predicates.data[predicate], learn_copy, &c);
  return c.new;
}

/* The literals of a clause, and the clause. */
static void learn_clause(hd_esst_regions *r, hd_term clause, uint32_t node, bool *new)
{
  hd_terms *T = r->x->T;
  hd_term_list literals = {0};
  hd_formula_disjuncts(T, clause, &literals);
  if (is_clause(T, clause)) hd_vec_push(&literals, clause);
  for (uint32_t i = 0; i < literals.len; i++) {
    uint64_t value;
    if (!hd_term_is_const(T, literals.data[i], &value))
      *new |= learn_literal(r, literals.data[i], r->x->space->places.data[r->x->tree.nodes.data[node].place].at);
  }
  hd_vec_clear(&literals);
}

/* True: some precision changed. */
static bool learn_reason(hd_esst_regions *r, const hd_esst_reason *reason)
{
  bool new = false;
  for (uint32_t i = 0; i < reason->nodes.len; i++)
    for (uint32_t k = 0; k < reason->added[i].len; k++)
      learn_clause(r, reason->added[i].data[k], reason->nodes.data[i], &new);
  r->stamp += new;
  return new;
}

/* All that the clauses mention is known more widely from now on; false: it was known everywhere. */
static bool widen_reason(hd_esst_regions *r, const hd_esst_reason *reason)
{
  bool wider = false;
  hd_term_list literals = {0};
  for (uint32_t i = 0; i < reason->nodes.len; i++)
    for (uint32_t k = 0; k < reason->added[i].len; k++) {
      hd_formula_disjuncts(r->x->T, reason->added[i].data[k], &literals);
      if (is_clause(r->x->T, reason->added[i].data[k])) hd_vec_push(&literals, reason->added[i].data[k]);
    }
  for (uint32_t i = 0; i < literals.len; i++) {
    uint64_t value;
    if (hd_term_is_const(r->x->T, literals.data[i], &value)) continue;
    uint8_t *w = &r->widths.data[predicate_of(r, literals.data[i])];
    if (*w < WIDEST) wider = true, ++*w;
  }
  hd_vec_clear(&literals);
  return wider;
}

uint32_t hd_esst_regions_learn(hd_esst_regions *r, const hd_esst_reason *reason)
{
  uint32_t first = HD_NONE;
  bool stale = false; /* a region was computed before the predicates were there */
  for (uint32_t i = reason->nodes.len; i-- > 0;) {
    if (!reason->added[i].len) continue;
    first = i;
    stale |= r->x->nodes.data[reason->nodes.data[i]].stamp != r->stamp;
  }
  if (first == HD_NONE) return HD_NONE;
  bool new = learn_reason(r, reason) || stale;
  while (!new &&widen_reason(r, reason)) new = learn_reason(r, reason);
  return new ? first : HD_NONE;
}
