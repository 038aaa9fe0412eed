/* alike.c - may a graph cover a fact after an exchange of parties?
 *
 * The certificate says which parties are alike, which locations correspond, what is whose, and which variables name
 * them. It is shown for the exchange of the first of them with each other one, and so for all exchanges: at every
 * cut-point, what a party can do is, after the exchange, what its counterpart can do at the corresponding one. That is
 * shown edge by edge, or for all edges out of a cut-point at once where at most one of them can be taken. Where it
 * is not shown, and where such a cut-point can still be reached, the parties may be told apart: a
 * fact with a party there has no image. The others' images are as good as they themselves: executions from there
 * are images of executions. What a local holds that is not read any more does not matter.
 *
 * Every party is a thread of its own here (expanded.h), so that what is a party's is a variable. */
#include "evidence/judge.h"

enum { MOST_FRESH = 256, MOST_EDGES = 32, MOST_ELEMENTS = 1024 };

typedef struct {
  hd_proof *x;
  const hd_clause *k;
  uint32_t a, b;  /* the parties that are exchanged */
  uint32_t *to;   /* by variable */
  uint64_t *id_a; /* by variable: the values that name the two; */
  uint64_t *id_b; /* equal: it names no party */
  hd_loc *loc_to; /* by location; HD_NO_LOC: nothing is said */
  uint8_t *live;  /* by location and variable: may a local be read before it is written? */
  uint32_t fresh[2][MOST_FRESH], n_fresh[2];
} exchange;

/* What a party may do from a cut-point by some of the edges there. */
typedef struct {
  hd_segment_view views[MOST_EDGES];
  uint32_t n;
} relation;

/* --- locals that are read again ------------------------------------------------------------------------- */

typedef struct {
  const hd_proof *x;
  uint8_t *row; /* by variable */
  bool more;
} reading;

static void note_read(void *context, hd_term leaf)
{
  reading *r = context;
  uint32_t v = hd_term_symbol(r->x->T, leaf);
  if (v >= r->x->p->vars.len || r->row[v]) return;
  r->row[v] = r->more = true;
}

static void read_in(reading *r, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(r->x->T, t, note_read, r);
}

static bool overwrites_var(const hd_edge_info *e, uint32_t v)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == v && !hd_term_is(e->assigns[i].index)) return true;
  return false;
}

static void read_by_edge(reading *r, const hd_edge_info *e, const uint8_t *after)
{
  read_in(r, e->guard);
  read_in(r, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    read_in(r, e->assigns[i].index);
    read_in(r, e->assigns[i].value);
  }
  for (uint32_t v = 0; v < r->x->p->vars.len; v++)
    if (after[v] && !r->row[v] && !overwrites_var(e, v)) r->row[v] = r->more = true;
}

static uint8_t *find_live(const hd_proof *x)
{
  size_t n = x->p->vars.len;
  uint8_t *live = hd_alloc(x->p->locs.len * n + 1, 1);
  reading r = {.x = x, .more = true};
  while (r.more) {
    r.more = false;
    for (uint32_t i = x->p->edges.len; i-- > 0;) {
      const hd_edge_info *e = &x->steps.edges[i];
      r.row = live + e->from.id * n;
      read_by_edge(&r, e, live + e->to.id * n);
    }
  }
  return live;
}

/* --- the exchange ------------------------------------------------------------------------------------- */

static hd_term renamed_ids(const exchange *e, uint32_t v, hd_term value)
{
  return e->id_a[v] == e->id_b[v] ? value : hd_term_exchange(e->x->T, value, e->id_a[v], e->id_b[v]);
}

static hd_term exchanged_symbol(void *context, hd_term leaf)
{
  const exchange *e = context;
  hd_terms *T = e->x->T;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t symbol = hd_term_symbol(T, leaf);
  if (symbol < e->x->p->vars.len) return renamed_ids(e, symbol, hd_term_var(T, hd_term_sort(T, leaf), e->to[symbol]));
  for (uint32_t i = 0; i < e->n_fresh[0]; i++)
    if (e->fresh[0][i] == symbol) return hd_term_var(T, hd_term_sort(T, leaf), e->fresh[1][i]);
  return HD_NO_TERM;
}

static hd_term swap_parties(exchange *e, hd_term t)
{
  return hd_term_substitute(e->x->T, t, &(hd_rewrite){exchanged_symbol, e});
}

static uint32_t party_to(const exchange *e, uint32_t party)
{
  return party == e->a ? e->b : party == e->b ? e->a : party;
}

static hd_loc loc_to(const exchange *e, uint32_t party, hd_loc l)
{
  return party == e->a || party == e->b ? e->loc_to[l.id] : l;
}

/* Valid, and then a claim. */
static bool show_claim(exchange *e, hd_loc at, hd_term given, hd_term then)
{
  hd_proof *x = e->x;
  if (hd_term_is_true(x->T, then)) return true;
  hd_term claim = hd_term_2(x->T, HD_OP_OR, hd_term_1(x->T, HD_OP_NOT, given), then);
  if (hd_term_is_true(x->T, claim)) return true;
  if (hd_budget_spent(x->budget)) return false;
  hd_answer answer = hd_court_ask(x->court, claim);
  x->unanswered |= answer == HD_DONT_KNOW;
  if (answer != HD_UNSAT) return false;
  hd_claim c = {.kind = HD_CLAIM_EXCHANGE, .clause = HD_NONE, .fact = HD_NONE, .loc = at, .edge = {HD_NONE}};
  c.thread = hd_loc_get(x->p, at)->thread;
  hd_proof_claim(x, c, given, then);
  return true;
}

static bool show_same(exchange *e, hd_loc at, hd_term given, hd_term s, hd_term t)
{
  if (hd_term_same(s, t)) return true;
  if (hd_term_sort(e->x->T, s).kind == HD_SORT_ARRAY) return false;
  return show_claim(e, at, given, hd_term_2(e->x->T, HD_OP_EQ, s, t));
}

/* --- relations ---------------------------------------------------------------------------------------- */

static const hd_segment_target *target_of(const hd_segment_view *v, hd_loc to)
{
  for (uint32_t i = 0; i < v->n_targets; i++)
    if (v->targets[i].loc.id == to.id) return &v->targets[i];
  return NULL;
}

static hd_term reaches_loc(hd_terms *T, const relation *r, hd_loc to)
{
  hd_term some = hd_term_false(T);
  for (uint32_t i = 0; i < r->n; i++) {
    const hd_segment_target *t = target_of(&r->views[i], to);
    if (t) some = hd_term_2(T, HD_OP_OR, some, t->cond);
  }
  return some;
}

static hd_term is_safe(hd_terms *T, const relation *r)
{
  hd_term all = hd_term_true(T);
  for (uint32_t i = 0; i < r->n; i++) all = hd_term_2(T, HD_OP_AND, all, r->views[i].safe);
  return all;
}

static hd_term element_or_whole(hd_terms *T, hd_term value, hd_term index)
{
  return hd_term_is(index) ? hd_term_2(T, HD_OP_SELECT, value, index) : value;
}

/* The variable's value when the location was reached, or that of an array's element. */
static hd_term value_at(hd_terms *T, const relation *r, hd_loc to, hd_term variable, hd_term index)
{
  hd_term value = HD_NO_TERM;
  for (uint32_t i = r->n; i-- > 0;) {
    const hd_segment_view *v = &r->views[i];
    const hd_segment_target *t = target_of(v, to);
    hd_term here = variable;
    if (!t || hd_term_is_false(T, t->cond)) continue;
    for (uint32_t k = 0; k < v->n_variables; k++)
      if (hd_term_same(v->variables[k], variable)) here = t->state[k];
    here = element_or_whole(T, here, index);
    value = !hd_term_is(value) || hd_term_same(here, value) ? here : hd_term_3(T, HD_OP_ITE, t->cond, here, value);
  }
  return hd_term_is(value) ? value : element_or_whole(T, variable, index);
}

typedef struct {
  exchange *e;
  unsigned side;
} freshness;

static void note_fresh(void *context, hd_term leaf)
{
  freshness *c = context;
  uint32_t symbol = hd_term_symbol(c->e->x->T, leaf), *list = c->e->fresh[c->side], n = c->e->n_fresh[c->side], at = n;
  if (symbol < c->e->x->p->vars.len || n == MOST_FRESH) return;
  for (uint32_t i = 0; i < n; i++)
    if (list[i] == symbol) return;
  for (; at && list[at - 1] > symbol; at--) list[at] = list[at - 1];
  list[at] = symbol;
  c->e->n_fresh[c->side]++;
}

/* Inputs and choices, in the order of the edges. */
static void collect_fresh(exchange *e, unsigned side, const relation *r)
{
  freshness c = {e, side};
  const hd_terms *T = e->x->T;
  e->n_fresh[side] = 0;
  for (uint32_t i = 0; i < r->n; i++) {
    const hd_segment_view *v = &r->views[i];
    hd_term_visit_leaves(T, v->safe, note_fresh, &c);
    for (uint32_t k = 0; k < v->n_targets; k++) {
      hd_term_visit_leaves(T, v->targets[k].cond, note_fresh, &c);
      for (uint32_t s = 0; s < v->n_variables; s++) hd_term_visit_leaves(T, v->targets[k].state[s], note_fresh, &c);
    }
  }
}

static bool is_dead(const exchange *e, uint32_t v, hd_loc at)
{
  const hd_program *p = e->x->p;
  return hd_var_get(p, (hd_var){v})->thread.id != HD_NONE && !e->live[at.id * (size_t)p->vars.len + v];
}

/* Adds that the variable has its counterpart's value, element by element, unless that is plain; false: there are too
 * many elements. */
static bool same_value(exchange *e, const relation *p, const relation *q, hd_loc to, hd_loc it, hd_term var,
                       hd_term *all)
{
  hd_terms *T = e->x->T;
  uint32_t v = hd_term_symbol(T, var);
  hd_term other = hd_term_var(T, hd_term_sort(T, var), e->to[v]);
  if (is_dead(e, v, to) && is_dead(e, e->to[v], it)) return true;
  uint32_t count = hd_var_get(e->x->p, (hd_var){v})->count;
  if (count > MOST_ELEMENTS) return false;
  for (uint32_t i = 0; i < (count ? count : 1); i++) {
    hd_term index = count ? hd_term_bv(T, hd_term_sort(T, var).index, i) : HD_NO_TERM;
    hd_term s = renamed_ids(e, v, swap_parties(e, value_at(T, p, to, var, index))),
            t = value_at(T, q, it, other, index);
    if (!hd_term_same(s, t)) *all = hd_term_2(T, HD_OP_AND, *all, hd_term_2(T, HD_OP_EQ, s, t));
  }
  return true;
}

/* All that either of the two changes on the way to the location. */
static bool same_outcome(exchange *e, hd_loc at, const relation *p, const relation *q, hd_loc to, hd_loc it)
{
  hd_terms *T = e->x->T;
  hd_term all = hd_term_true(T);
  for (uint32_t i = 0; i < p->n; i++)
    for (uint32_t k = 0; k < p->views[i].n_variables; k++)
      if (!same_value(e, p, q, to, it, p->views[i].variables[k], &all)) return false;
  for (uint32_t i = 0; i < q->n; i++) {
    for (uint32_t k = 0; k < q->views[i].n_variables; k++) {
      hd_term var = q->views[i].variables[k];
      hd_term back = hd_term_var(T, hd_term_sort(T, var), e->to[hd_term_symbol(T, var)]);
      if (!same_value(e, p, q, to, it, back, &all)) return false;
    }
  }
  return show_claim(e, at, reaches_loc(T, q, it), all);
}

static bool same_targets(exchange *e, uint32_t party, hd_loc at, const relation *p, const relation *q)
{
  hd_terms *T = e->x->T;
  for (uint32_t i = 0; i < p->n; i++) {
    for (uint32_t k = 0; k < p->views[i].n_targets; k++) {
      hd_loc to = p->views[i].targets[k].loc, it = loc_to(e, party, to);
      if (it.id == HD_NONE) return false;
      if (!show_same(e, at, hd_term_true(T), swap_parties(e, reaches_loc(T, p, to)), reaches_loc(T, q, it)))
        return false;
      if (!same_outcome(e, at, p, q, to, it)) return false;
    }
  }
  return true;
}

static bool same_relation(exchange *e, uint32_t party, hd_loc at, const relation *p, const relation *q)
{
  hd_terms *T = e->x->T;
  e->n_fresh[0] = e->n_fresh[1] = 0;
  if (party_to(e, party) != party) {
    collect_fresh(e, 0, p);
    collect_fresh(e, 1, q);
    if (e->n_fresh[0] != e->n_fresh[1] || e->n_fresh[0] == MOST_FRESH) return false;
  }
  return show_same(e, at, hd_term_true(T), swap_parties(e, is_safe(T, p)), is_safe(T, q)) &&
         same_targets(e, party, at, p, q);
}

/* Can the edge never be taken, as its form tells? */
static bool is_vacuous(const hd_terms *T, const hd_segment_view *v)
{
  bool none = hd_term_is_true(T, v->safe);
  for (uint32_t i = 0; i < v->n_targets && none; i++) none = hd_term_is_false(T, v->targets[i].cond);
  return none;
}

static bool all_edges(hd_proof *x, hd_loc at, relation *r)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, at, &n);
  r->n = 0;
  for (uint32_t i = 0; i < n; i++) {
    hd_segment_view v = hd_segment_of(&x->steps, (hd_edge){out[i]});
    if (is_vacuous(x->T, &v)) continue;
    if (r->n == MOST_EDGES) return false;
    r->views[r->n++] = v;
  }
  return true;
}

/* Each edge has a counterpart. */
static bool same_edges(exchange *e, uint32_t party, hd_loc at, const relation *p, const relation *q)
{
  for (uint32_t i = 0; i < p->n; i++) {
    relation one = {.n = 1}, other = {.n = 1};
    bool found = false;
    one.views[0] = p->views[i];
    for (uint32_t k = 0; k < q->n && !found; k++) {
      other.views[0] = q->views[(i + k) % q->n];
      found = same_relation(e, party, at, &one, &other);
    }
    if (!found) return false;
  }
  return true;
}

/* At most one of the edges can be taken, whatever the inputs. */
static bool exclude_each_other(exchange *e, hd_loc at, const relation *r)
{
  hd_terms *T = e->x->T;
  hd_term before = hd_term_false(T);
  for (uint32_t i = 0; i < r->n; i++) {
    hd_term taken = hd_term_1(T, HD_OP_NOT, r->views[i].safe);
    for (uint32_t k = 0; k < r->views[i].n_targets; k++)
      taken = hd_term_2(T, HD_OP_OR, taken, r->views[i].targets[k].cond);
    if (!show_claim(e, at, before, hd_term_1(T, HD_OP_NOT, taken))) return false;
    before = hd_term_2(T, HD_OP_OR, before, taken);
  }
  return true;
}

/* All edges together are what the counterpart's are. */
static bool same_together(exchange *e, uint32_t party, hd_loc at, hd_loc it, const relation *p, const relation *q)
{
  return exclude_each_other(e, at, p) && (at.id == it.id || exclude_each_other(e, it, q)) &&
         same_relation(e, party, at, p, q);
}

static hd_term can_move(const hd_proof *x, hd_loc at)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, at, &n);
  hd_term some = hd_term_false(x->T);
  for (uint32_t i = 0; i < n; i++) {
    hd_term guard = x->steps.edges[out[i]].guard;
    some = hd_term_2(x->T, HD_OP_OR, some, hd_term_is(guard) ? guard : hd_term_true(x->T));
  }
  return some;
}

/* For deadlocks: it waits, and it can move, as its counterpart does. */
static bool same_standing(exchange *e, uint32_t party, hd_loc at, hd_loc it)
{
  hd_proof *x = e->x;
  hd_player one = hd_proof_player(x, e->k->parties[party], at);
  hd_player other = hd_proof_player(x, e->k->parties[party_to(e, party)], it);
  hd_term yes = hd_term_true(x->T);
  e->n_fresh[0] = 0;
  return show_same(e, at, yes, swap_parties(e, can_move(x, at)), can_move(x, it)) &&
         show_same(e, at, yes, swap_parties(e, hd_proof_started(x, &one, 0)), hd_proof_started(x, &other, 0));
}

static bool same_at(exchange *e, uint32_t party, hd_loc at)
{
  hd_loc it = loc_to(e, party, at);
  relation *p = hd_alloc(2, sizeof *p), *q = p + 1;
  bool same = it.id != HD_NONE && hd_proof_is_cut(e->x, it) && all_edges(e->x, at, p) && all_edges(e->x, it, q);
  same = same && hd_proof_is_atomic(e->x, at) == hd_proof_is_atomic(e->x, it);
  same = same && ((p->n > 1 && same_together(e, party, at, it, p, q)) || same_edges(e, party, at, p, q));
  if (same && hd_violated_by(e->x->property, HD_BY_DEADLOCK)) same = same_standing(e, party, at, it);
  free(p);
  return same;
}

/* --- classes ------------------------------------------------------------------------------------------ */

static bool is_sane(hd_proof *x, const hd_clause *k, const hd_alike_parties *a)
{
  uint32_t n = a->parties.len;
  bool ok = n && a->locs.len % n == 0 && a->own.len % n == 0 && a->ids.len == a->names.len * n;
  uint64_t seen = 0;
  for (uint32_t i = 0; i < n && ok; i++) {
    ok = a->parties.data[i] < k->n_parties && !(seen >> a->parties.data[i] & 1);
    if (ok) seen |= UINT64_C(1) << a->parties.data[i];
  }
  for (uint32_t i = 0; i < a->own.len && ok; i++) ok = a->own.data[i].element == HD_NONE;
  for (uint32_t i = 0; i < a->names.len && ok; i++) ok = a->names.data[i].element == HD_NONE;
  for (uint32_t i = 0; i < a->locs.len && ok; i++)
    ok = hd_loc_get(x->p, a->locs.data[i])->thread.id == k->parties[a->parties.data[i % n]].thread.id;
  return ok;
}

static bool same_sort(const hd_proof *x, hd_var a, hd_var b)
{
  const hd_var_info *p = hd_var_get(x->p, a), *q = hd_var_get(x->p, b);
  return hd_sort_same(p->sort, q->sort) && p->count == q->count;
}

/* The first of the parties with the m-th. False: what is said makes no sense. */
static bool exchange_init(exchange *e, const hd_alike_parties *a, uint32_t m)
{
  const hd_program *p = e->x->p;
  uint32_t n = a->parties.len;
  e->a = a->parties.data[0];
  e->b = a->parties.data[m];
  for (uint32_t v = 0; v < p->vars.len; v++) {
    e->to[v] = v;
    e->id_a[v] = e->id_b[v] = 0;
  }
  for (uint32_t l = 0; l < p->locs.len; l++) e->loc_to[l] = HD_NO_LOC;
  for (uint32_t i = 0; i < a->locs.len; i += n) {
    e->loc_to[a->locs.data[i].id] = a->locs.data[i + m];
    e->loc_to[a->locs.data[i + m].id] = a->locs.data[i];
  }
  for (uint32_t l = 0; l < p->locs.len; l++)
    if (e->loc_to[l].id != HD_NONE && e->loc_to[e->loc_to[l].id].id != l) return false;
  for (uint32_t i = 0; i < a->own.len; i += n) {
    hd_var s = a->own.data[i].var, t = a->own.data[i + m].var;
    if (s.id == t.id || e->to[s.id] != s.id || e->to[t.id] != t.id || !same_sort(e->x, s, t)) return false;
    e->to[s.id] = t.id;
    e->to[t.id] = s.id;
  }
  for (uint32_t i = 0; i < a->names.len; i++) {
    uint32_t v = a->names.data[i].var.id;
    if (e->to[v] != v || e->id_a[v] != e->id_b[v] || hd_var_get(p, (hd_var){v})->count) return false;
    e->id_a[v] = a->ids.data[i * n];
    e->id_b[v] = a->ids.data[i * n + m];
  }
  return true;
}

/* Marks where an exchange with the first can be noticed. */
static void find_asking(exchange *e, uint8_t *asks)
{
  const hd_proof *x = e->x;
  for (uint32_t party = 0; party < e->k->n_parties; party++)
    for (uint32_t l = 0; l < x->p->locs.len; l++) {
      const hd_loc_info *info = hd_loc_get(x->p, (hd_loc){l});
      if (info->thread.id != e->k->parties[party].thread.id || info->kind != HD_LOC_NORMAL) continue;
      if (asks[l] || !hd_proof_is_cut(x, (hd_loc){l})) continue;
      asks[l] = !same_at(e, party, (hd_loc){l});
    }
}

static void spread_asking(const hd_proof *x, uint8_t *asks)
{
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < x->p->edges.len; i++) {
      if (asks[x->p->edges.data[i].from.id] || !asks[x->p->edges.data[i].to.id]) continue;
      asks[x->p->edges.data[i].from.id] = 1;
      more = true;
    }
  }
}

/* A member that asks leaves nothing to exchange: so an exchange never changes whether a member asks. (Locations that
 * have no counterpart ask as well; no party that stands at another one comes there.) */
static void give_up(const hd_proof *x, const hd_alike_parties *a, uint8_t *asks)
{
  bool some = false;
  for (uint32_t i = 0; i < a->locs.len; i++) some |= asks[a->locs.data[i].id];
  if (some) memset(asks, 1, x->p->locs.len);
}

static bool look_at_class(hd_proof *x, const hd_clause *k, const hd_alike_parties *a, uint8_t *asks)
{
  uint32_t n = x->p->vars.len + 1;
  if (!is_sane(x, k, a)) return hd_proof_refuse(x, HD_NO_LOC, "what is said to be alike is not");
  exchange *e = hd_alloc(1, sizeof *e);
  *e = (exchange){.x = x, .k = k};
  e->to = hd_alloc(n, sizeof *e->to);
  e->id_a = hd_alloc(n, sizeof *e->id_a);
  e->id_b = hd_alloc(n, sizeof *e->id_b);
  e->loc_to = hd_alloc(x->p->locs.len + 1, sizeof *e->loc_to);
  e->live = find_live(x);
  bool ok = true;
  for (uint32_t m = 1; m < a->parties.len && ok; m++) {
    ok = exchange_init(e, a, m) || hd_proof_refuse(x, HD_NO_LOC, "what is said to be alike is not");
    if (ok) find_asking(e, asks);
  }
  spread_asking(x, asks);
  give_up(x, a, asks);
  free(e->to);
  free(e->id_a);
  free(e->id_b);
  free(e->loc_to);
  free(e->live);
  free(e);
  return ok;
}

static bool are_single(const hd_proof *x)
{
  for (uint32_t t = 0; t < x->p->threads.len; t++)
    if (x->p->threads.data[t].instances != 1) return false;
  return x->p->threads.len <= 64;
}

bool hd_proof_index_images(hd_proof *x)
{
  const hd_certificate *c = x->c;
  const hd_clause *k = &c->clauses.data[0];
  x->image = hd_arena_alloc(&x->arena, (k->facts.len + 1) * sizeof *x->image);
  memset(x->image, 0, (k->facts.len + 1) * sizeof *x->image);
  if (!c->images.len) return true;
  if (!are_single(x) || c->ghosts.len)
    return hd_proof_refuse(x, HD_NO_LOC, "images are for threads of one instance, without ghosts");
  for (uint32_t i = 0; i < c->images.len; i++) {
    if (c->images.data[i].fact >= k->facts.len)
      return hd_proof_refuse(x, HD_NO_LOC, "an image of a fact that does not exist");
    x->image[c->images.data[i].fact] = c->images.data[i].to;
  }
  size_t locs = x->p->locs.len;
  x->asks = hd_arena_alloc(&x->arena, (c->alike.len + 1) * locs + 1);
  memset(x->asks, 0, (c->alike.len + 1) * locs + 1);
  for (uint32_t i = 0; i < c->alike.len; i++)
    if (!look_at_class(x, k, &c->alike.data[i], x->asks + i * locs)) return false;
  return true;
}
