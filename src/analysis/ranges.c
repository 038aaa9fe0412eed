/* ranges.c - walks from an input to the conditions that reject most of its values. */
#include "analysis/ranges.h"

/* Edges followed in all before giving up, and comparisons told apart at one place. */
enum { FUEL = 4000, MAX_POINTS = 64 };

/* A variable and its value: a term over the input alone. */
typedef struct {
  uint32_t var;
  hd_term value; /* HD_NO_TERM: not known */
} binding;

/* A set of values of the input, lo to hi, on its way through the program. */
typedef struct {
  uint32_t loc;
  uint64_t lo, hi;
  HD_VEC(binding) env;
} walker;

typedef struct {
  hd_program *p;
  const hd_sharing *sharing;
  hd_term input; /* the variable itself stands for the input in terms */
  unsigned width;
  uint32_t fuel;
  uint64_t left; /* values that may still be let through */
  hd_u64s *values;
  bool too_many;
  HD_VEC(walker) work;
} search;

/* --- terms over the input --------------------------------------------------------------------------- */

typedef struct {
  search *s;
  const walker *w;
  bool unknown;
} lookup;

/* Symbols of the program's terms are variables; the input is the one that was assigned, at the
 * moment of the assignment. */
static hd_term replace_input(void *context, hd_term leaf)
{
  lookup *x = context;
  if (hd_term_op(x->s->p->terms, leaf) == HD_OP_VAR) {
    uint32_t v = hd_term_symbol(x->s->p->terms, leaf);
    for (uint32_t i = x->w->env.len; i-- > 0;)
      if (x->w->env.data[i].var == v && hd_term_is(x->w->env.data[i].value)) return x->w->env.data[i].value;
  }
  x->unknown = true;
  return HD_NO_TERM;
}

/* The term with everything known put in; HD_NO_TERM when it depends on something else. */
static hd_term over_input(search *s, const walker *w, hd_term t)
{
  lookup x = {.s = s, .w = w};
  hd_term value = hd_term_substitute(s->p->terms, t, &(hd_rewrite){replace_input, &x});
  return x.unknown ? HD_NO_TERM : value;
}

static void bind_var(walker *w, hd_var v, hd_term value)
{
  for (uint32_t i = 0; i < w->env.len; i++) {
    if (w->env.data[i].var != v.id) continue;
    w->env.data[i].value = value;
    return;
  }
  hd_vec_push(&w->env, (binding){v.id, value});
}

/* --- where comparisons change their outcome ---------------------------------------------------------- */

typedef struct {
  uint64_t at[MAX_POINTS];
  uint32_t n;
} points;

static bool add_point(points *x, uint64_t value)
{
  if (x->n == MAX_POINTS) return false;
  x->at[x->n++] = value;
  return true;
}

/* The input itself, perhaps extended. */
static bool is_input(const search *s, hd_term t)
{
  hd_op op = hd_term_op(s->p->terms, t);
  if (op == HD_OP_ZEXT || op == HD_OP_SEXT) t = hd_term_arg(s->p->terms, t, 0);
  return hd_term_same(t, s->input);
}

/* Finds where the Boolean term may change; false when it is more than comparisons of the
 * input with constants. */
static bool find_points(const search *s, hd_term t, points *x)
{
  const hd_terms *T = s->p->terms;
  hd_op op = hd_term_op(T, t);
  if (op == HD_OP_CONST) return true;
  if (op == HD_OP_NOT) return find_points(s, hd_term_arg(T, t, 0), x);
  if (op == HD_OP_AND || op == HD_OP_OR)
    return find_points(s, hd_term_arg(T, t, 0), x) && find_points(s, hd_term_arg(T, t, 1), x);
  if (op != HD_OP_EQ && op != HD_OP_ULT && op != HD_OP_ULE && op != HD_OP_SLT && op != HD_OP_SLE) return false;
  for (unsigned i = 0; i < 2; i++) {
    uint64_t c, mask = hd_mask(s->width);
    if (!is_input(s, hd_term_arg(T, t, i)) || !hd_term_is_const(T, hd_term_arg(T, t, 1 - i), &c)) continue;
    return add_point(x, c & mask) && add_point(x, (c + 1) & mask);
  }
  return false;
}

static uint64_t read_input(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)symbol, (void)array, (void)index;
  return *(uint64_t *)context;
}

static bool holds_for_input(const search *s, hd_term t, uint64_t input)
{
  return hd_term_eval(s->p->terms, t, &(hd_env){read_input, &input}) != 0;
}

/* --- walking ------------------------------------------------------------------------------------------- */

static void let_through(search *s, uint64_t lo, uint64_t hi)
{
  if (hi - lo >= s->left) {
    s->too_many = true;
    return;
  }
  s->left -= hi - lo + 1;
  for (uint64_t v = lo;; v++) {
    hd_vec_push(s->values, v);
    if (v == hi) break;
  }
}

/* Does no other thread notice the step, and does it do nothing that is not followed here? */
static bool is_quiet(const search *s, uint32_t e)
{
  const hd_edge_info *info = &s->p->edges.data[e];
  if (info->kind != HD_EDGE_STEP || (s->sharing->touches[e] && !s->sharing->early[e])) return false;
  for (uint32_t i = 0; i < info->n_assigns; i++)
    if (hd_term_is(info->assigns[i].index)) return false;
  return true;
}

static void take_edge(search *s, const walker *w, uint32_t e, uint64_t lo, uint64_t hi)
{
  const hd_edge_info *info = &s->p->edges.data[e];
  walker next = {.loc = info->to.id, .lo = lo, .hi = hi};
  for (uint32_t i = 0; i < w->env.len; i++) hd_vec_push(&next.env, w->env.data[i]);
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    hd_term value = info->assigns[i].value;
    bind_var(&next, info->assigns[i].var, hd_term_is(value) ? over_input(s, w, value) : HD_NO_TERM);
  }
  hd_vec_push(&s->work, next);
}

/* The guards of the edges out of a location, as terms over the input, and where they change. */
typedef struct {
  const uint32_t *out;
  uint32_t n;
  hd_term *guards;
  points at;
} fork;

static bool read_fork(search *s, const walker *w, fork *f)
{
  if (!add_point(&f->at, 0) || !add_point(&f->at, UINT64_C(1) << (s->width - 1))) return false;
  for (uint32_t i = 0; i < f->n; i++) {
    hd_term guard = s->p->edges.data[f->out[i]].guard;
    if (!is_quiet(s, f->out[i])) return false;
    f->guards[i] = hd_term_is(guard) ? over_input(s, w, guard) : hd_term_true(s->p->terms);
    if (!hd_term_is(f->guards[i]) || !find_points(s, f->guards[i], &f->at)) return false;
  }
  return true;
}

/* The end of the stretch of values from lo on which all guards have one outcome. */
static uint64_t stretch(const fork *f, uint64_t lo, uint64_t hi)
{
  for (uint32_t i = 0; i < f->at.n; i++)
    if (f->at.at[i] > lo && f->at.at[i] <= hi) hi = f->at.at[i] - 1;
  return hi;
}

/* Each stretch goes on along the edges it enables; one that enables none stays where others
 * can go on, so it is let through. */
static void split_range(search *s, const walker *w, const fork *f)
{
  for (uint64_t lo = w->lo;;) {
    uint64_t hi = stretch(f, lo, w->hi);
    bool moved = false;
    for (uint32_t i = 0; i < f->n; i++) {
      if (!holds_for_input(s, f->guards[i], lo)) continue;
      take_edge(s, w, f->out[i], lo, hi);
      moved = true;
    }
    if (!moved) let_through(s, lo, hi);
    if (hi == w->hi) break;
    lo = hi + 1;
  }
}

static void walk_range(search *s, const walker *w)
{
  const hd_loc_info *loc = &s->p->locs.data[w->loc];
  if (loc->kind == HD_LOC_EXIT) return;
  fork f = {0};
  f.out = hd_loc_out(s->p, (hd_loc){w->loc}, &f.n);
  f.guards = hd_alloc(f.n, sizeof *f.guards);
  bool follow = loc->kind == HD_LOC_NORMAL && f.n > 0 && s->fuel > 0;
  if (follow) s->fuel--;
  if (follow && read_fork(s, w, &f))
    split_range(s, w, &f);
  else
    let_through(s, w->lo, w->hi);
  free(f.guards);
}

bool hd_ranges_input(hd_program *p, const hd_sharing *sharing, hd_edge e, uint32_t a, uint32_t most, hd_u64s *values)
{
  const hd_edge_info *edge = hd_edge_get(p, e);
  hd_var v = edge->assigns[a].var;
  const hd_var_info *info = hd_var_get(p, v);
  if (info->count || info->sort.kind != HD_SORT_BV || edge->n_assigns != 1) return false;
  if (sharing->touches[e.id] && !sharing->early[e.id]) return false;
  search s = {.p = p, .sharing = sharing, .width = info->sort.width, .fuel = FUEL, .left = most, .values = values};
  s.input = hd_program_var_term(p, v);
  walker start = {.loc = edge->to.id, .lo = 0, .hi = hd_mask(s.width)};
  bind_var(&start, v, s.input);
  hd_vec_push(&s.work, start);
  while (s.work.len) {
    walker w = hd_vec_pop(&s.work);
    if (!s.too_many) walk_range(&s, &w);
    hd_vec_clear(&w.env);
  }
  hd_vec_clear(&s.work);
  hd_u64s_sort_unique(values); /* two paths may let the same value through */
  return !s.too_many;
}
