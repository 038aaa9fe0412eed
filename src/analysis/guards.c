/* guards.c - collects the atoms of the guards and asks which truth values are possible together. */
#include "analysis/guards.h"

enum { MAX_ATOMS = 10 };

typedef struct {
  hd_terms *T;
  hd_term atoms[MAX_ATOMS];
  uint32_t n;
  bool overflow; /* more atoms than we look at */
} atoms;

/* The term's place among the atoms, or that of its negation; n: neither is there. */
static uint32_t find_atom(const atoms *a, hd_term t, bool *negated)
{
  uint32_t i = 0;
  hd_term not_t = hd_term_1(a->T, HD_OP_NOT, t);
  *negated = false;
  for (; i < a->n; i++) {
    *negated = hd_term_same(a->atoms[i], not_t);
    if (*negated || hd_term_same(a->atoms[i], t)) break;
  }
  return i;
}

static bool is_connective(hd_op op)
{
  return op == HD_OP_NOT || op == HD_OP_AND || op == HD_OP_OR;
}

static void collect_guard_atoms(atoms *a, hd_term t)
{
  hd_op op = hd_term_op(a->T, t);
  if (op == HD_OP_CONST || a->overflow) return;
  if (is_connective(op)) {
    for (unsigned i = 0; i < hd_term_arity(a->T, t); i++) collect_guard_atoms(a, hd_term_arg(a->T, t, i));
    return;
  }
  bool negated;
  if (find_atom(a, t, &negated) < a->n) return;
  if (a->n == MAX_ATOMS)
    a->overflow = true;
  else
    a->atoms[a->n++] = t;
}

static bool holds_under(const atoms *a, hd_term t, uint32_t values)
{
  switch (hd_term_op(a->T, t)) {
  case HD_OP_CONST: return hd_term_is_true(a->T, t);
  case HD_OP_NOT: return !holds_under(a, hd_term_arg(a->T, t, 0), values);
  case HD_OP_AND:
    return holds_under(a, hd_term_arg(a->T, t, 0), values) && holds_under(a, hd_term_arg(a->T, t, 1), values);
  case HD_OP_OR:
    return holds_under(a, hd_term_arg(a->T, t, 0), values) || holds_under(a, hd_term_arg(a->T, t, 1), values);
  default: break;
  }
  bool negated;
  uint32_t i = find_atom(a, t, &negated);
  HD_CHECK(i < a->n);
  return (values >> i & 1) != negated;
}

/* t as x = constant; the constant's place among the arguments, or -1. */
static int constant_side(const hd_terms *T, hd_term t)
{
  uint64_t value;
  if (hd_term_op(T, t) != HD_OP_EQ) return -1;
  for (int i = 0; i < 2; i++)
    if (hd_term_is_const(T, hd_term_arg(T, t, (unsigned)i), &value)) return i;
  return -1;
}

/* Two different equations of one term with constants cannot both hold. */
static bool contradict(const hd_terms *T, hd_term a, hd_term b)
{
  int i = constant_side(T, a), k = constant_side(T, b);
  return i >= 0 && k >= 0 && hd_term_same(hd_term_arg(T, a, (unsigned)(1 - i)), hd_term_arg(T, b, (unsigned)(1 - k)));
}

static bool is_possible(const atoms *a, uint32_t values)
{
  for (uint32_t i = 0; i < a->n; i++)
    for (uint32_t k = i + 1; k < a->n; k++)
      if ((values >> i & values >> k & 1) && contradict(a->T, a->atoms[i], a->atoms[k])) return false;
  return true;
}

bool hd_guards_exhaustive(const hd_program *p, hd_loc l)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(p, l, &n);
  atoms a = {.T = p->terms};
  for (uint32_t i = 0; i < n; i++) {
    hd_term guard = p->edges.data[out[i]].guard;
    if (!hd_term_is(guard)) return true;
    collect_guard_atoms(&a, guard);
  }
  if (a.overflow) return false;
  for (uint32_t values = 0; values < 1u << a.n; values++) {
    bool some = !is_possible(&a, values);
    for (uint32_t i = 0; i < n && !some; i++) some = holds_under(&a, p->edges.data[out[i]].guard, values);
    if (!some) return false;
  }
  return n > 0;
}

bool hd_guards_exclusive(const hd_program *p, hd_edge x, hd_edge y)
{
  hd_term g = hd_edge_get(p, x)->guard, h = hd_edge_get(p, y)->guard;
  if (!hd_term_is(g) || !hd_term_is(h)) return false;
  atoms a = {.T = p->terms};
  collect_guard_atoms(&a, g);
  collect_guard_atoms(&a, h);
  if (a.overflow) return false;
  for (uint32_t values = 0; values < 1u << a.n; values++)
    if (is_possible(&a, values) && holds_under(&a, g, values) && holds_under(&a, h, values)) return false;
  return true;
}
