/* memory_look.c - a table of operators: which of them can tell two layouts of memory apart. */
#include "analysis/memory_look.h"

#include "analysis/points_to_value.h"

static const hd_look no_look;

/* One operator, and what its arguments may be. */
typedef struct {
  const hd_program *p;
  const hd_terms *T;
  hd_term t;
  hd_op op;
  unsigned arity;
  hd_pointees of[3];
} looking;

/* --- arguments ---------------------------------------------------------------------------------------- */

bool hd_object_is_own(const hd_object_info *o)
{
  return o->kind == HD_OBJ_GLOBAL && o->alive.id != HD_NONE;
}

bool hd_target_is_identity(const hd_program *p, const hd_target *t)
{
  return !t->weak && hd_target_is_address(p, t) && p->objects.data[t->object].align;
}

bool hd_object_is_asked_for(const hd_object_info *o)
{
  return o->kind == HD_OBJ_HEAP || o->kind == HD_OBJ_FUNCTION || o->kind == HD_OBJ_THREAD;
}

/* Is it known by its identity? Objects that do not come from C lie where the model says. */
static bool has_identity(const looking *x, unsigned i)
{
  for (uint32_t k = 0; k < x->of[i].n && !hd_target_is_number(&x->of[i].targets[k]); k++)
    if (hd_target_is_identity(x->p, &x->of[i].targets[k])) return true;
  return false;
}

static bool is_computed(const looking *x, unsigned i)
{
  for (uint32_t k = 0; k < x->of[i].n && !hd_target_is_number(&x->of[i].targets[k]); k++)
    if (x->of[i].targets[k].weak) return true;
  return false;
}

static bool has_address(const looking *x, unsigned i)
{
  return has_identity(x, i) || is_computed(x, i);
}

static hd_look look_at_all(const looking *x)
{
  hd_look look = {0};
  for (unsigned i = 0; i < x->arity; i++) {
    if (x->of[i].flags & HD_FROM_BYTES) look.refused = "part of an address used as a number";
    if (has_identity(x, i)) look.arguments |= 1u << i;
    if (x->of[i].flags & HD_FROM_MANY) look.refused = "observing the address of one of too many objects";
  }
  return look;
}

/* Of two pointers into one object the address does not count, nor of a pointer and a number. */
static hd_look look_at_two(const looking *x)
{
  hd_look look = look_at_all(x);
  look.unless_same = look.arguments == 3 && !is_computed(x, 0) && !is_computed(x, 1);
  return look;
}

/* The object that all arguments point into, or HD_NONE. */
static uint32_t only_object(const looking *x)
{
  uint32_t object = x->of[0].n ? x->of[0].targets[0].object : HD_NONE;
  for (unsigned i = 0; i < x->arity && object != HD_NONE; i++) {
    if (x->of[i].flags || !x->of[i].n) return HD_NONE;
    for (uint32_t k = 0; k < x->of[i].n; k++)
      if (x->of[i].targets[k].object != object || x->of[i].targets[k].weak) return HD_NONE;
  }
  return object;
}

/* Do the arguments point into one object, whatever it is? Of locals a thread sees its own. */
static bool are_within_one(const looking *x)
{
  uint32_t object = only_object(x);
  if (object == HD_NONE) return false;
  const hd_object_info *o = &x->p->objects.data[object];
  return o->copies == 1 || o->kind == HD_OBJ_LOCAL || o->kind == HD_OBJ_GLOBAL;
}

/* --- equality: the end of one object may be where another one begins ----------------------------------- */

static bool may_be_at(const hd_object_info *o, const hd_target *t, uint64_t place)
{
  int64_t apart = (int64_t)(t->offset - place);
  uint64_t step = o->copies == 1 ? t->stride : hd_gcd(t->stride, o->stride);
  return step ? apart % (int64_t)step == 0 : apart == 0;
}

/* May a be just behind its object and b at the start of another one? */
static bool may_touch(const hd_program *p, const hd_target *a, const hd_target *b)
{
  const hd_object_info *o = &p->objects.data[a->object], *other = &p->objects.data[b->object];
  if (a->weak || b->weak || !o->align || !other->align || !hd_object_has_data(o) || !hd_object_has_data(other))
    return false;
  if (a->object == b->object && (o->copies == 1 || o->kind != HD_OBJ_HEAP)) return false;
  return may_be_at(o, a, o->size) && may_be_at(other, b, 0);
}

bool hd_pointees_may_touch(const hd_program *p, hd_pointees a, hd_pointees b)
{
  for (uint32_t i = 0; i < a.n && !hd_target_is_number(&a.targets[i]); i++)
    for (uint32_t k = 0; k < b.n && !hd_target_is_number(&b.targets[k]); k++)
      if (may_touch(p, &a.targets[i], &b.targets[k]) || may_touch(p, &b.targets[k], &a.targets[i])) return true;
  return false;
}

/* Its address as a constant is the front end's own. */
static bool is_own_constant(const looking *x, unsigned i)
{
  uint64_t value;
  if (!hd_term_is_const(x->T, hd_term_arg(x->T, x->t, i), &value)) return false;
  if (!has_identity(x, i)) return true;
  return hd_object_is_asked_for(&x->p->objects.data[x->of[i].targets[0].object]);
}

/* A thread's own variable may lie where that of a thread was which has ended. */
static bool may_be_own(const looking *x, unsigned i)
{
  for (uint32_t k = 0; k < x->of[i].n && !hd_target_is_number(&x->of[i].targets[k]); k++)
    if (hd_object_is_own(&x->p->objects.data[x->of[i].targets[k].object])) return true;
  return false;
}

static hd_look look_at_equality(const looking *x)
{
  if (may_be_own(x, 0) && may_be_own(x, 1))
    return (hd_look){.unless_alive = true, .refused = "comparing the address of a variable of a thread that has ended"};
  bool computed = is_computed(x, 0) || is_computed(x, 1), parts = (x->of[0].flags | x->of[1].flags) & HD_FROM_PARTS;
  if (hd_term_sort(x->T, hd_term_arg(x->T, x->t, 0)).width == x->p->pointer_width && parts) return no_look; /* whole */
  bool bits = (x->of[0].flags | x->of[1].flags) & HD_FROM_BITS;
  if (computed || parts || bits) return look_at_all(x);
  if (is_own_constant(x, 0) || is_own_constant(x, 1)) return no_look;
  return hd_pointees_may_touch(x->p, x->of[0], x->of[1]) ? look_at_two(x) : no_look;
}

/* --- order -------------------------------------------------------------------------------------------- */

/* Every address is on the same side of such a number. */
static bool is_beyond_memory(const looking *x, unsigned i)
{
  uint64_t value;
  unsigned width = x->p->pointer_width;
  if (!hd_term_is_const(x->T, hd_term_arg(x->T, x->t, i), &value) || has_identity(x, i)) return false;
  return value <= HD_LOWEST_ADDRESS || value > hd_highest_address(width);
}

/* `p - base <= size`: the front end asks where a pointer points to. */
static bool is_own_range(const looking *x)
{
  uint64_t value;
  hd_term sum = hd_term_arg(x->T, x->t, 0);
  if (hd_term_op(x->T, sum) != HD_OP_ADD || !hd_term_is_const(x->T, hd_term_arg(x->T, x->t, 1), &value)) return false;
  for (unsigned i = 0; i < 2; i++)
    if (hd_term_is_const(x->T, hd_term_arg(x->T, sum, i), &value)) return true;
  return false;
}

static hd_look look_at_order(const looking *x)
{
  if (are_within_one(x) || is_beyond_memory(x, 0) || is_beyond_memory(x, 1) || is_own_range(x)) return no_look;
  return look_at_two(x);
}

/* --- arithmetic --------------------------------------------------------------------------------------- */

/* Is it a step in which parts of pointers become a pointer again? Parts alone are no use to add to an address. */
static bool is_put_together(const looking *x)
{
  bool parts = false;
  for (unsigned i = 0; i < x->arity; i++) {
    if (has_identity(x, i) && !(x->of[i].flags & HD_FROM_PARTS)) return false;
    parts |= (x->of[i].flags & HD_FROM_PARTS) != 0;
  }
  return parts;
}

/* Where numbers are as wide as pointers, a variable that may hold both is an index. */
static bool is_vague_index(const looking *x)
{
  bool vague = false;
  for (unsigned i = 0; i < 2; i++) vague |= is_computed(x, i) && hd_pointees_have_number(x->of[i]);
  return vague && x->p->pointer_width == 32;
}

static hd_look look_at_sum(const looking *x)
{
  bool two = has_address(x, 0) && has_address(x, 1), negative = x->op == HD_OP_SUB && has_address(x, 1);
  if ((!two && !negative) || (negative && are_within_one(x))) return no_look;
  if (is_put_together(x) || is_vague_index(x)) return no_look;
  if (x->op == HD_OP_ADD) return look_at_two(x);
  if (!hd_pointees_share(x->p, x->of[0], x->of[1])) return look_at_all(x);
  hd_look look = look_at_two(x);
  if (!look.refused) look.refused = "the distance between two objects";
  return look;
}

/* Which bits of an address does a mask touch or leave? All of them must be bits that the alignment decides. */
static bool is_aligned(const looking *x, hd_pointees v, uint64_t bits)
{
  for (uint32_t i = 0; i < v.n && !hd_target_is_number(&v.targets[i]); i++) {
    const hd_target *t = &v.targets[i];
    const hd_object_info *o = &x->p->objects.data[t->object];
    if (t->weak || !o->align) continue;
    if (bits >= o->align || (t->stride && hd_gcd(t->stride, o->align) <= bits)) return false;
  }
  return true;
}

static hd_look look_at_bits(const looking *x)
{
  uint64_t constant, mask = hd_mask(hd_term_sort(x->T, x->t).width);
  if (is_put_together(x)) return no_look;
  for (unsigned i = 0; i < 2; i++) {
    if (!hd_term_is_const(x->T, hd_term_arg(x->T, x->t, i), &constant)) continue;
    uint64_t others = ~constant & mask, bits = x->op == HD_OP_BAND && others < constant ? others : constant;
    return is_aligned(x, x->of[1 - i], bits) ? no_look : look_at_all(x);
  }
  return look_at_all(x);
}

static hd_look look_at_shift(const looking *x)
{
  return is_put_together(x) ? no_look : look_at_all(x);
}

static hd_look look_at_extract(const looking *x)
{
  bool whole = hd_term_value(x->T, x->t) == 0 && hd_term_sort(x->T, x->t).width >= x->p->pointer_width;
  return whole ? no_look : look_at_shift(x);
}

/* --- halves of pointers that lie in memory --------------------------------------------------------------- */

static bool has_constant(const looking *x, uint64_t *value)
{
  for (unsigned i = 0; i < x->arity; i++)
    if (hd_term_is_const(x->T, hd_term_arg(x->T, x->t, i), value)) return true;
  return false;
}

/* Does the operator only put halves together, take them apart, or go on from there a little? What comes out can still
 * be told from a number. */
static bool keeps_parts(const looking *x)
{
  enum { STEP = 4096 };
  uint64_t half = x->p->pointer_width / 2, constant = 0;
  bool wide = hd_term_sort(x->T, hd_term_arg(x->T, x->t, 0)).width == x->p->pointer_width;
  switch (x->op) {
  case HD_OP_ADD:
  case HD_OP_BOR: return wide && (!has_constant(x, &constant) || constant < STEP || -constant < STEP);
  case HD_OP_BAND: return has_constant(x, &constant) && constant == hd_mask((unsigned)half);
  case HD_OP_SHL:
  case HD_OP_LSHR: return hd_term_is_const(x->T, hd_term_arg(x->T, x->t, 1), &constant) && constant == half;
  case HD_OP_EXTRACT: return hd_term_value(x->T, x->t) % half == 0 && hd_term_sort(x->T, x->t).width >= half;
  case HD_OP_CONCAT: return true;
  case HD_OP_EQ: return wide;
  default: return false;
  }
}

/* A number beside a pointer in a union, or in a list of arguments, is mostly just that. */
static hd_look look_at_parts(const looking *x, unsigned parts)
{
  if (x->p->pointer_width != 64 || keeps_parts(x)) return no_look;
  return (hd_look){.parts = parts, .refused = "half of an address used as a number"};
}

static hd_look pass_on(const looking *x)
{
  (void)x;
  return no_look;
}

/* --- the interface ------------------------------------------------------------------------------------ */

static hd_look (*const looks[HD_OP_COUNT])(const looking *) = {
    [HD_OP_EQ] = look_at_equality,  [HD_OP_ULT] = look_at_order, [HD_OP_ULE] = look_at_order,
    [HD_OP_SLT] = look_at_order,    [HD_OP_SLE] = look_at_order, [HD_OP_ADD] = look_at_sum,
    [HD_OP_SUB] = look_at_sum,      [HD_OP_BAND] = look_at_bits, [HD_OP_BOR] = look_at_bits,
    [HD_OP_BXOR] = look_at_bits,    [HD_OP_SHL] = look_at_shift, [HD_OP_LSHR] = look_at_shift,
    [HD_OP_ZEXT] = pass_on,         [HD_OP_SEXT] = pass_on,      [HD_OP_EXTRACT] = look_at_extract,
    [HD_OP_CONCAT] = look_at_shift, [HD_OP_ITE] = pass_on,       [HD_OP_SELECT] = pass_on,
    [HD_OP_STORE] = pass_on,        [HD_OP_DEREF] = pass_on,
};

/* Elsewhere than in sums and comparisons a constant is a number, whatever it is near. */
static bool is_number_here(const looking *x, hd_term arg)
{
  uint64_t value;
  bool compares = x->op == HD_OP_ADD || x->op == HD_OP_SUB || looks[x->op] == look_at_order || x->op == HD_OP_EQ;
  return hd_term_sort(x->T, arg).kind != HD_SORT_BV || (!compares && hd_term_is_const(x->T, arg, &value));
}

hd_look hd_look_at(const hd_program *p, hd_points_to *pt, hd_term t)
{
  looking x = {.p = p, .T = p->terms, .t = t, .op = hd_term_op(p->terms, t), .arity = hd_term_arity(p->terms, t)};
  bool any = false;
  unsigned parts = 0;
  if (looks[x.op] == pass_on) return no_look;
  for (unsigned i = 0; i < x.arity; i++) {
    hd_term arg = hd_term_arg(x.T, t, i);
    if (is_number_here(&x, arg)) continue;
    x.of[i] = hd_points_to_term(pt, arg);
    any |= has_address(&x, i) || x.of[i].flags & (HD_FROM_BYTES | HD_FROM_MANY);
    if ((x.of[i].flags & (HD_FROM_PARTS | HD_FROM_BYTES)) == HD_FROM_PARTS) parts |= 1u << i;
  }
  if (parts) return look_at_parts(&x, parts);
  if (!any) return no_look;
  return looks[x.op] ? looks[x.op](&x) : look_at_all(&x);
}
