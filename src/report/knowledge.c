/* knowledge.c - reads bounds and values off literals, and joins them over disjunctions. */
#include "report/knowledge.h"

#include "base/map.h"

/* --- one term ------------------------------------------------------------------------------------------- */

hd_known_range hd_known_value(hd_term t, int64_t value)
{
  return (hd_known_range){.about = t, .from = value, .to = value, .n = 1, .values = {value}};
}

static int64_t least_of(const hd_terms *T, hd_term t)
{
  hd_sort s = hd_term_sort(T, t);
  return s.kind == HD_SORT_BOOL ? 0 : hd_signed(UINT64_C(1) << (s.width - 1), s.width);
}

static int64_t greatest_of(const hd_terms *T, hd_term t)
{
  hd_sort s = hd_term_sort(T, t);
  return s.kind == HD_SORT_BOOL ? 1 : (int64_t)(hd_mask(s.width) >> 1);
}

static bool may_be(const hd_known_range *k, int64_t value)
{
  bool listed = k->n == 0;
  for (uint32_t i = 0; i < k->n; i++) listed |= k->values[i] == value;
  return listed && k->from <= value && value <= k->to;
}

/* A short range is a list: so that both forms mean the same. */
static hd_known_range listed(hd_known_range k)
{
  if (k.n || (uint64_t)k.to - (uint64_t)k.from >= HD_KNOWN_VALUES) return k;
  for (int64_t v = k.from;; v++) {
    k.values[k.n++] = v;
    if (v == k.to) return k;
  }
}

/* Keeps the values that are between the ends, and puts the ends where the values are. False: none is left. */
static bool tighten_range(hd_known_range *k, const hd_known_range *other)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < k->n; i++)
    if (may_be(other, k->values[i])) k->values[n++] = k->values[i];
  if (k->n && n) {
    k->from = k->values[0];
    k->to = k->values[n - 1];
  }
  bool some = k->n ? n > 0 : k->from <= k->to;
  k->n = n;
  return some;
}

static bool meet_known(const hd_known_range *a, const hd_known_range *b, hd_known_range *out)
{
  bool first = a->n && (!b->n || a->n <= b->n);
  const hd_known_range *few = first ? a : b, *other = first ? b : a;
  *out = *few;
  if (few->n) return tighten_range(out, other);
  if (other->from > out->from) out->from = other->from;
  if (other->to < out->to) out->to = other->to;
  if (out->from > out->to) return false;
  *out = listed(*out);
  return true;
}

static void add_value(hd_known_range *k, int64_t value)
{
  uint32_t at = 0;
  while (at < k->n && k->values[at] < value) at++;
  if (at < k->n && k->values[at] == value) return;
  for (uint32_t i = k->n; i > at; i--) k->values[i] = k->values[i - 1];
  k->values[at] = value;
  k->n++;
}

/* False: it may be anything. */
static bool join_known(const hd_terms *T, const hd_known_range *a, const hd_known_range *b, hd_known_range *out)
{
  *out = *a;
  bool list = a->n && b->n;
  for (uint32_t i = 0; list && i < b->n; i++) {
    list = may_be(out, b->values[i]) || out->n < HD_KNOWN_VALUES;
    if (list) add_value(out, b->values[i]);
    if (b->values[i] < out->from) out->from = b->values[i];
    if (b->values[i] > out->to) out->to = b->values[i];
  }
  if (!list) out->n = 0;
  out->from = a->from < b->from ? a->from : b->from;
  out->to = a->to > b->to ? a->to : b->to;
  bool all_values = out->n == 0 || (uint64_t)out->to - (uint64_t)out->from == out->n - 1;
  return !(all_values && out->from == least_of(T, a->about) && out->to == greatest_of(T, a->about));
}

/* --- lists ---------------------------------------------------------------------------------------------- */

static hd_knowledge knowledge_room(uint32_t n, hd_arena *arena)
{
  return (hd_knowledge){.list = hd_arena_alloc(arena, (size_t)(n + 1) * sizeof(hd_known_range))};
}

hd_knowledge hd_knowledge_both(hd_knowledge a, hd_knowledge b, hd_arena *arena)
{
  if (a.never || b.never) return HD_KNOWS_NEVER;
  if (!a.len || !b.len) return a.len ? a : b;
  hd_knowledge out = knowledge_room(a.len + b.len, arena);
  for (uint32_t i = 0, k = 0; i < a.len || k < b.len;) {
    if (k == b.len || (i < a.len && a.list[i].about.id < b.list[k].about.id))
      out.list[out.len++] = a.list[i++];
    else if (i == a.len || b.list[k].about.id < a.list[i].about.id)
      out.list[out.len++] = b.list[k++];
    else if (!meet_known(&a.list[i++], &b.list[k++], &out.list[out.len++]))
      return HD_KNOWS_NEVER;
  }
  return out;
}

static const hd_known_range *find_known(hd_knowledge k, hd_term about)
{
  uint32_t low = 0, high = k.len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (k.list[middle].about.id < about.id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < k.len && k.list[low].about.id == about.id ? &k.list[low] : NULL;
}

/* What is known about a term, perhaps because it can be computed: a == 50 and b == 50 say that a + b == 100. */
typedef struct {
  const hd_terms *T;
  hd_knowledge k;
  bool failed;
} computing;

static void look_up_leaf(void *context, hd_term leaf)
{
  computing *c = context;
  const hd_known_range *one = find_known(c->k, leaf);
  c->failed |= !one || one->n != 1;
}

static uint64_t read_leaf(void *context, uint32_t symbol, bool array, uint64_t index)
{
  const computing *c = context;
  (void)array, (void)index; /* arrays have failed before */
  for (uint32_t i = 0; i < c->k.len; i++)
    if (hd_term_op(c->T, c->k.list[i].about) == HD_OP_VAR && hd_term_symbol(c->T, c->k.list[i].about) == symbol)
      return (uint64_t)c->k.list[i].from & hd_mask(hd_term_sort(c->T, c->k.list[i].about).width);
  return 0;
}

static bool known_or_computed(const hd_terms *T, hd_knowledge k, hd_term about, hd_known_range *out)
{
  const hd_known_range *found = find_known(k, about);
  computing c = {T, k, hd_term_op(T, about) == HD_OP_VAR};
  if (found) {
    *out = *found;
    return true;
  }
  if (!c.failed) hd_term_visit_leaves(T, about, look_up_leaf, &c);
  if (c.failed) return false;
  hd_sort sort = hd_term_sort(T, about);
  uint64_t value = hd_term_eval(T, about, &(hd_env){read_leaf, &c});
  *out = hd_known_value(about, sort.kind == HD_SORT_BOOL ? (int64_t)value : hd_signed(value, sort.width));
  return true;
}

hd_knowledge hd_knowledge_either(const hd_terms *T, hd_knowledge a, hd_knowledge b, hd_arena *arena)
{
  if (a.never || b.never) return a.never ? b : a;
  hd_knowledge out = knowledge_room(a.len + b.len, arena);
  for (uint32_t i = 0, k = 0; i < a.len || k < b.len;) {
    bool first = k == b.len || (i < a.len && a.list[i].about.id <= b.list[k].about.id);
    hd_term about = first ? a.list[i].about : b.list[k].about;
    hd_known_range left, right;
    if (known_or_computed(T, a, about, &left) && known_or_computed(T, b, about, &right))
      out.len += join_known(T, &left, &right, &out.list[out.len]);
    i += i < a.len && a.list[i].about.id == about.id;
    k += k < b.len && b.list[k].about.id == about.id;
  }
  return out;
}

bool hd_knowledge_implies(hd_knowledge k, const hd_known_range *one)
{
  if (k.never) return true;
  const hd_known_range *own = find_known(k, one->about);
  if (!own) return false;
  bool within = own->n || (one->n == 0 && own->from >= one->from && own->to <= one->to);
  for (uint32_t v = 0; v < own->n; v++) within &= may_be(one, own->values[v]);
  return within;
}

/* --- formulas ------------------------------------------------------------------------------------------- */

enum { DEEPEST = 5000 }; /* of nested formulas: what lies deeper is not read, which says less */

typedef struct {
  const hd_terms *T;
  const hd_known_range *assumed; /* or NULL */
  hd_arena *arena;
  hd_map seen; /* term and polarity to its number in `done`, from 1 */
  HD_VEC(hd_knowledge) done;
} learner;

static hd_knowledge learn_one(learner *l, hd_known_range one)
{
  hd_known_range both;
  if (l->assumed && l->assumed->about.id == one.about.id && !meet_known(&one, l->assumed, &both)) return HD_KNOWS_NEVER;
  hd_knowledge k = knowledge_room(1, l->arena);
  k.list[k.len++] = listed(one);
  return k;
}

/* It holds, or it does not: nothing more is known about it. */
static hd_knowledge learn_atom(learner *l, hd_term t, bool holds)
{
  return learn_one(l, hd_known_value(t, holds));
}

static hd_knowledge learn_range(learner *l, hd_term t, int64_t from, int64_t to)
{
  if (from > to) return HD_KNOWS_NEVER;
  return learn_one(l, (hd_known_range){.about = t, .from = from, .to = to});
}

/* t compared with a number: `t < c` (at_most c - 1), its contrary, and the same the other way round. */
static hd_knowledge learn_signed(learner *l, hd_term t, int64_t bound, bool at_most)
{
  int64_t least = least_of(l->T, t), greatest = greatest_of(l->T, t);
  return at_most ? learn_range(l, t, least, bound) : learn_range(l, t, bound, greatest);
}

static hd_knowledge learn_compare(learner *l, hd_term t, bool holds)
{
  hd_op op = hd_term_op(l->T, t);
  hd_term a = hd_term_arg(l->T, t, 0), b = hd_term_arg(l->T, t, 1);
  uint64_t value;
  bool right = hd_term_is_const(l->T, b, &value), left = !right && hd_term_is_const(l->T, a, &value);
  if (!right && !left) return learn_atom(l, t, holds);
  unsigned width = hd_term_sort(l->T, a).width;
  bool strict = op == HD_OP_SLT || op == HD_OP_ULT, at_most = right == holds;
  int64_t number = hd_signed(value, width);
  bool is_signed = op == HD_OP_SLT || op == HD_OP_SLE;
  /* Without a sign only `0 <= t <= c` is a range of signed numbers, and only for a c that is one. */
  if (!is_signed && (!at_most || number < 0)) return learn_atom(l, t, holds);
  bool excluded = strict == holds; /* the number itself */
  if (excluded && number == (at_most ? INT64_MIN : INT64_MAX)) return HD_KNOWS_NEVER;
  if (excluded) number += at_most ? -1 : 1;
  hd_term about = right ? a : b;
  return is_signed ? learn_signed(l, about, number, at_most) : learn_range(l, about, 0, number);
}

static hd_knowledge learn_equal(learner *l, hd_term t, bool holds)
{
  uint64_t value;
  hd_term a = hd_term_arg(l->T, t, 0);
  hd_sort sort = hd_term_sort(l->T, a);
  bool number = hd_term_is_const(l->T, hd_term_arg(l->T, t, 1), &value) && sort.kind == HD_SORT_BV;
  return number && holds ? learn_one(l, hd_known_value(a, hd_signed(value, sort.width))) : learn_atom(l, t, holds);
}

static hd_knowledge learn_term(learner *l, hd_term t, bool holds, unsigned depth);

static hd_knowledge learn_pair(learner *l, hd_term t, bool holds, unsigned depth)
{
  hd_knowledge a = learn_term(l, hd_term_arg(l->T, t, 0), holds, depth),
               b = learn_term(l, hd_term_arg(l->T, t, 1), holds, depth);
  bool both = (hd_term_op(l->T, t) == HD_OP_AND) == holds;
  return both ? hd_knowledge_both(a, b, l->arena) : hd_knowledge_either(l->T, a, b, l->arena);
}

static hd_knowledge learn_new(learner *l, hd_term t, bool holds, unsigned depth)
{
  switch (hd_term_op(l->T, t)) {
  case HD_OP_CONST: return hd_term_is_true(l->T, t) == holds ? HD_KNOWS_NOTHING : HD_KNOWS_NEVER;
  case HD_OP_NOT: return learn_term(l, hd_term_arg(l->T, t, 0), !holds, depth + 1);
  case HD_OP_AND:
  case HD_OP_OR: return learn_pair(l, t, holds, depth + 1);
  case HD_OP_EQ: return learn_equal(l, t, holds);
  case HD_OP_SLT:
  case HD_OP_SLE:
  case HD_OP_ULT:
  case HD_OP_ULE: return learn_compare(l, t, holds);
  default: return learn_atom(l, t, holds);
  }
}

static hd_knowledge learn_term(learner *l, hd_term t, bool holds, unsigned depth)
{
  if (depth > DEEPEST) return HD_KNOWS_NOTHING;
  uint64_t key = (uint64_t)t.id << 1 | holds, *seen = hd_map_find(&l->seen, key);
  if (seen) return l->done.data[*seen - 1];
  hd_knowledge k = learn_new(l, t, holds, depth);
  hd_vec_push(&l->done, k);
  hd_map_put(&l->seen, key, l->done.len);
  return k;
}

hd_knowledge hd_knowledge_of(const hd_terms *T, hd_term formula, const hd_known_range *assumed, hd_arena *arena)
{
  learner l = {.T = T, .assumed = assumed, .arena = arena};
  hd_knowledge k = learn_term(&l, formula, true, 0);
  hd_map_clear(&l.seen);
  hd_vec_clear(&l.done);
  return k;
}
