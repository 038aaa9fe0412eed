/* inputs.c - follows an input to its comparisons; the values between two constants behave alike. */
#include "engine/explicit/inputs.h"

#include "analysis/ranges.h"

/* Widths tried completely; values of an input at most; values of a range at most. */
enum { NARROW = 8, MANY = 1 << 16, RANGE = 1 << 12 };

/* Two values of an input behave alike when every comparison it takes part in treats them
 * alike, and comparing with constants is all that ever happens to it or to what it is copied
 * to. Each such comparison, signed or unsigned, of the value itself or of its extension, changes its
 * outcome only next to its constant and at the ends of the signed and unsigned ranges: one value
 * of each interval between those points is enough. */
typedef struct {
  const hd_program *p;
  const hd_inputs *x;
  uint8_t *in;    /* by variable: may hold the input's value */
  hd_u32s work;   /* of these, the ones to be looked at */
  hd_u64s points; /* constants it is compared with */
  bool ok;
} tracking;

struct hd_inputs {
  hd_program *p;
  const hd_sharing *sharing;
  hd_u32s *uses; /* by variable: edges that read it */
};

/* --- setting up ------------------------------------------------------------------------------ */

typedef struct {
  hd_inputs *x;
  uint32_t edge;
} noting;

static void note_input_use(void *context, hd_var v, bool write)
{
  noting *n = context;
  if (!write) hd_vec_push(&n->x->uses[v.id], n->edge);
}

hd_inputs *hd_inputs_new(hd_program *p, const hd_sharing *sharing)
{
  hd_inputs *x = hd_alloc(1, sizeof *x);
  x->p = p;
  x->sharing = sharing;
  x->uses = hd_alloc(p->vars.len, sizeof *x->uses);
  noting n = {.x = x};
  for (n.edge = 0; n.edge < p->edges.len; n.edge++) hd_edge_accesses(p, (hd_edge){n.edge}, note_input_use, &n);
  return x;
}

void hd_inputs_free(hd_inputs *x)
{
  if (!x) return;
  for (uint32_t v = 0; v < x->p->vars.len; v++) hd_vec_clear(&x->uses[v]);
  free(x->uses);
  free(x);
}

/* --- what happens to a value ----------------------------------------------------------------- */

/* NOTHING: the term does not depend on the value, but for what comparisons tell; VALUE: it
 * may be the value itself, perhaps extended. */
typedef enum { NOTHING, VALUE } use;

static use use_of(tracking *t, hd_term term);

static bool is_comparison(hd_op op)
{
  return op == HD_OP_EQ || op == HD_OP_ULT || op == HD_OP_ULE || op == HD_OP_SLT || op == HD_OP_SLE;
}

static use use_in_comparison(tracking *t, hd_term term)
{
  const hd_terms *T = t->p->terms;
  for (unsigned i = 0; i < 2; i++) {
    hd_term other = hd_term_arg(T, term, 1 - i);
    uint64_t value;
    if (use_of(t, hd_term_arg(T, term, i)) != VALUE) continue;
    if (hd_term_is_const(T, other, &value))
      hd_vec_push(&t->points, value);
    else
      t->ok = false;
  }
  return NOTHING;
}

static use use_of_select(tracking *t, hd_term term)
{
  const hd_terms *T = t->p->terms;
  hd_term array = hd_term_arg(T, term, 0);
  if (use_of(t, hd_term_arg(T, term, 1)) == VALUE || hd_term_op(T, array) != HD_OP_VAR) t->ok = false;
  return t->ok && t->in[hd_term_symbol(T, array)] ? VALUE : NOTHING;
}

static use use_of(tracking *t, hd_term term)
{
  const hd_terms *T = t->p->terms;
  hd_op op = hd_term_op(T, term);
  if (!t->ok || op == HD_OP_CONST) return NOTHING;
  if (op == HD_OP_VAR) return t->in[hd_term_symbol(T, term)] ? VALUE : NOTHING;
  if (op == HD_OP_SELECT) return use_of_select(t, term);
  if (is_comparison(op)) return use_in_comparison(t, term);
  bool some = false;
  for (unsigned i = 0; i < hd_term_arity(T, term); i++) {
    bool is_value = use_of(t, hd_term_arg(T, term, i)) == VALUE;
    bool passes = op == HD_OP_ZEXT || op == HD_OP_SEXT || (op == HD_OP_ITE && i > 0);
    if (is_value && !passes) t->ok = false;
    some |= is_value;
  }
  return some ? VALUE : NOTHING;
}

static void add_var(tracking *t, hd_var v)
{
  if (t->in[v.id]) return;
  t->in[v.id] = 1;
  hd_vec_push(&t->work, v.id);
}

static void follow_edge(tracking *t, const hd_edge_info *e)
{
  if (hd_term_is(e->guard)) use_of(t, e->guard);
  if (hd_term_is(e->cond)) use_of(t, e->cond);
  for (uint32_t i = 0; i < e->n_assigns && t->ok; i++) {
    const hd_assign *a = &e->assigns[i];
    if (hd_term_is(a->index) && use_of(t, a->index) == VALUE) t->ok = false;
    if (hd_term_is(a->value) && use_of(t, a->value) == VALUE) add_var(t, a->var);
  }
}

/* Follows the value from a variable; false when more happens to it than comparing. */
static bool track_value(tracking *t, hd_var v)
{
  t->ok = true;
  add_var(t, v);
  while (t->work.len && t->ok) {
    const hd_u32s *uses = &t->x->uses[hd_vec_pop(&t->work)];
    for (uint32_t i = 0; i < uses->len && t->ok; i++) follow_edge(t, &t->p->edges.data[uses->data[i]]);
  }
  return t->ok;
}

/* --- values ---------------------------------------------------------------------------------- */

static void push_around(hd_u64s *values, uint64_t point, unsigned width)
{
  for (uint64_t d = 0; d < 3; d++) hd_vec_push(values, (point + d - 1) & hd_mask(width));
}

static void finish_domain(hd_u64s *values, hd_domain *out)
{
  hd_u64s_sort_unique(values);
  *out = (hd_domain){.values = values->data, .n = values->len};
}

static void choose_domain(const tracking *t, unsigned width, hd_domain *out)
{
  hd_u64s values = {0};
  hd_vec_push(&values, 0);
  for (uint32_t i = 0; i < t->points.len; i++) push_around(&values, t->points.data[i], width);
  if (t->points.len) push_around(&values, 0, width);
  if (t->points.len) push_around(&values, UINT64_C(1) << (width - 1), width);
  finish_domain(&values, out);
}

static bool whole_width(unsigned width, hd_domain *out)
{
  if (width > NARROW) return false;
  *out = (hd_domain){.n = 1u << width};
  out->values = hd_alloc(out->n, sizeof *out->values);
  for (uint32_t i = 0; i < out->n; i++) out->values[i] = i;
  return true;
}

static bool domain_of(const hd_inputs *x, hd_var v, hd_domain *out)
{
  unsigned width = hd_var_get(x->p, v)->sort.width;
  if (width <= 2) return whole_width(width, out);
  tracking t = {.p = x->p, .x = x, .in = hd_alloc(x->p->vars.len, 1)};
  bool few = track_value(&t, v) && t.points.len < MANY / 4;
  if (few) choose_domain(&t, width, out);
  free(t.in);
  hd_vec_clear(&t.work);
  hd_vec_clear(&t.points);
  return few || whole_width(width, out);
}

/* What the program itself lets through; at least one value, so that the step stays possible. */
static bool range_of(const hd_inputs *x, hd_edge e, uint32_t a, hd_domain *out)
{
  hd_u64s values = {0};
  bool few = hd_ranges_input(x->p, x->sharing, e, a, RANGE, &values);
  if (few && !values.len) hd_vec_push(&values, 0);
  if (few)
    *out = (hd_domain){.values = values.data, .n = values.len, .now = true};
  else
    hd_vec_clear(&values);
  return few;
}

bool hd_inputs_domain(const hd_inputs *x, hd_edge e, uint32_t a, hd_domain *out)
{
  return domain_of(x, hd_edge_get(x->p, e)->assigns[a].var, out) || range_of(x, e, a, out);
}

bool hd_inputs_initial(const hd_inputs *x, hd_var v, hd_domain *out)
{
  return domain_of(x, v, out);
}
