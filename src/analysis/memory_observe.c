/* memory_observe.c - gives each observed object an address of its own, with every layout allowed. */
#include "analysis/memory_observe.h"

#include "analysis/memory_layout.h"
#include "analysis/memory_lives.h"
#include "analysis/memory_look.h"
#include "analysis/points_to_value.h"
#include "analysis/rebuild.h"
#include "expr/memo.h"

enum {
  MAX_BLOCKS = 32, /* whose addresses are looked at: their layout takes a condition for each pair */
  NEAR = HD_NEAR   /* how far outside its object a pointer is still turned into an address with it */
};

/* What an edge looks at, and when; HD_NO_TERM: never. */
typedef struct {
  const char *refused; /* why it cannot be followed ... */
  hd_term when_refused, when_looking;
} note;

typedef struct {
  hd_program *p;
  hd_points_to *pt;
  hd_rebuilder rebuild;
  hd_lives lives;
  uint8_t *seen; /* by object: its address is looked at */
  note *edges;   /* by edge */
  hd_u32s order; /* terms at hand */
  hd_map known;  /* term -> its number in `found` */
  HD_VEC(hd_look) found;
} observing;

/* --- which addresses are looked at -------------------------------------------------------------------- */

/* Is there a block that can begin when one of this object's has ended? Then it may lie where that one was. */
static bool is_followed(observing *x, uint32_t object)
{
  for (uint32_t i = 0; i < x->lives.begins.len; i++)
    if (hd_lives_may_follow(&x->lives, object, x->lives.begins.data[i].object)) return true;
  return false;
}

static const char *why_not_real(observing *x, uint32_t object)
{
  const hd_object_info *o = &x->p->objects.data[object];
  if (o->unsettled && o->kind == HD_OBJ_HEAP) return "the address of a block of computed alignment as a number";
  switch (o->kind) {
  case HD_OBJ_THREAD: return "the handle of a thread as a number";
  case HD_OBJ_OUTSIDE: return "the address of memory that belongs to a function without a body as a number";
  case HD_OBJ_LOCAL: return o->unsettled ? "the address of a local variable, which may have ended, as a number" : NULL;
  case HD_OBJ_HEAP: return is_followed(x, object) ? "the address of a block that may be freed, as a number" : NULL;
  default: return NULL;
  }
}

static const char *refused_argument(observing *x, hd_term arg)
{
  hd_pointees v = hd_points_to_term(x->pt, arg);
  const char *refused = NULL;
  for (uint32_t i = 0; i < v.n && !hd_target_is_number(&v.targets[i]); i++) {
    if (!hd_target_is_identity(x->p, &v.targets[i])) continue;
    const char *why_not = why_not_real(x, v.targets[i].object);
    if (why_not) refused = why_not;
    x->seen[v.targets[i].object] = 1;
  }
  return refused;
}

static hd_look look_at(observing *x, hd_term t)
{
  uint64_t *known = hd_map_find(&x->known, t.id);
  if (known) return x->found.data[*known];
  hd_look look = hd_look_at(x->p, x->pt, t);
  for (unsigned i = 0; i < hd_term_arity(x->p->terms, t); i++) {
    if (!(look.arguments & 1u << i)) continue;
    const char *refused = refused_argument(x, hd_term_arg(x->p->terms, t, i));
    if (refused) look.refused = refused;
  }
  hd_map_put(&x->known, t.id, x->found.len);
  hd_vec_push(&x->found, look);
  return look;
}

static hd_term either_guard(hd_terms *T, hd_term a, hd_term b)
{
  return hd_term_2(T, HD_OP_OR, a, b);
}

/* --- when pointers are into one object ---------------------------------------------------------------- */

static hd_term distance_from(hd_program *p, hd_term pointer, const hd_object_info *o)
{
  return hd_term_2(p->terms, HD_OP_SUB, pointer, hd_term_bv(p->terms, p->pointer_width, o->base));
}

static hd_term points_into(hd_program *p, hd_term pointer, const hd_object_info *o)
{
  uint64_t near = o->copies == 1 ? NEAR : 0;
  hd_term width = hd_term_bv(p->terms, p->pointer_width, near);
  hd_term from_below = hd_term_2(p->terms, HD_OP_ADD, distance_from(p, pointer, o), width);
  hd_term extent = hd_term_bv(p->terms, p->pointer_width, o->stride * o->copies + 2 * near);
  return hd_term_2(p->terms, HD_OP_ULT, from_below, extent);
}

static hd_term copy_of(hd_program *p, hd_term pointer, const hd_object_info *o)
{
  hd_term stride = hd_term_bv(p->terms, p->pointer_width, (uint64_t)__builtin_ctzll(o->stride)); /* a power of two */
  return hd_term_2(p->terms, HD_OP_LSHR, distance_from(p, pointer, o), stride);
}

static hd_term into_same(observing *x, hd_term t)
{
  hd_terms *T = x->p->terms;
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1), same = hd_term_false(T);
  hd_pointees of_a = hd_points_to_term(x->pt, a), of_b = hd_points_to_term(x->pt, b);
  uint32_t last = HD_NONE;
  for (uint32_t i = 0; i < of_a.n && !hd_target_is_number(&of_a.targets[i]); i++) {
    uint32_t object = of_a.targets[i].object;
    bool also = false;
    for (uint32_t k = 0; k < of_b.n; k++) also |= of_b.targets[k].object == object;
    if (!also || object == last) continue;
    const hd_object_info *o = &x->p->objects.data[last = object];
    hd_term here = hd_term_2(T, HD_OP_AND, points_into(x->p, a, o), points_into(x->p, b, o));
    if (o->copies > 1)
      here = hd_term_2(T, HD_OP_AND, here, hd_term_2(T, HD_OP_EQ, copy_of(x->p, a, o), copy_of(x->p, b, o)));
    same = hd_term_2(T, HD_OP_OR, same, here);
  }
  return same;
}

/* Is it just behind the object that it points into? */
static hd_term is_behind(observing *x, hd_term pointer)
{
  hd_terms *T = x->p->terms;
  hd_pointees v = hd_points_to_term(x->pt, pointer);
  hd_term behind = hd_term_false(T);
  for (uint32_t i = 0; i < v.n && !hd_target_is_number(&v.targets[i]); i++) {
    const hd_object_info *o = &x->p->objects.data[v.targets[i].object];
    hd_term within = distance_from(x->p, pointer, o);
    if (o->copies > 1) within = hd_term_2(T, HD_OP_BAND, within, hd_term_bv(T, x->p->pointer_width, o->stride - 1));
    hd_term here = hd_term_2(T, HD_OP_AND, points_into(x->p, pointer, o), hd_term_eq_bv(T, within, o->size));
    behind = hd_term_2(T, HD_OP_OR, behind, here);
  }
  return behind;
}

/* Points-to takes a number near an object for an address in it, and so what is counted up from there. */
static bool points_inside_for_sure(const hd_program *p, hd_pointees v)
{
  const hd_target *t = v.targets;
  if (v.n != 1 || v.flags || hd_target_is_number(t) || t->weak || t->stride) return false;
  return t->offset <= p->objects.data[t->object].size;
}

/* Is what is looked at a pointer at all? A value that may be either is mostly a number. */
static hd_term is_pointer(observing *x, hd_term value)
{
  hd_terms *T = x->p->terms;
  hd_pointees v = hd_points_to_term(x->pt, value);
  hd_term pointer = hd_term_resize(T, value, x->p->pointer_width, false), result = hd_term_false(T);
  if (points_inside_for_sure(x->p, v)) return hd_term_true(T);
  for (uint32_t i = 0; i < v.n && !hd_target_is_number(&v.targets[i]); i++)
    if (hd_target_is_identity(x->p, &v.targets[i]))
      result = either_guard(T, result, points_into(x->p, pointer, &x->p->objects.data[v.targets[i].object]));
  return result;
}

/* Does the operator compute the same from identities as from addresses? */
static hd_term needs_no_address(observing *x, hd_term t)
{
  hd_terms *T = x->p->terms;
  if (hd_term_op(T, t) == HD_OP_ADD) {
    hd_term two = hd_term_2(T, HD_OP_AND, is_pointer(x, hd_term_arg(T, t, 0)), is_pointer(x, hd_term_arg(T, t, 1)));
    return hd_term_1(T, HD_OP_NOT, two);
  }
  hd_term same = into_same(x, t);
  if (hd_term_op(T, t) == HD_OP_SUB) /* a number less than a pointer is a pointer */
    return either_guard(T, same, hd_term_1(T, HD_OP_NOT, is_pointer(x, hd_term_arg(T, t, 1))));
  if (hd_term_op(T, t) != HD_OP_EQ) return same;
  hd_term a = is_behind(x, hd_term_arg(T, t, 0)), b = is_behind(x, hd_term_arg(T, t, 1));
  return hd_term_2(T, HD_OP_OR, same, hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_OR, a, b)));
}

static hd_term is_between(hd_terms *T, hd_term t, uint64_t low, uint64_t high)
{
  unsigned width = hd_term_sort(T, t).width;
  hd_term distance = hd_term_2(T, HD_OP_SUB, t, hd_term_bv(T, width, low));
  return hd_term_2(T, HD_OP_ULE, distance, hd_term_bv(T, width, high - low));
}

/* Is the value a half of an identity, or made of halves? Objects lie where programs have no numbers, so others are not
 * taken for one. */
static hd_term is_part(observing *x, hd_term value)
{
  hd_terms *T = x->p->terms;
  uint64_t low, high;
  hd_identities_extent(x->p, &low, &high);
  hd_term wide = hd_term_resize(T, value, 64, false), upper = hd_term_2(T, HD_OP_LSHR, wide, hd_term_bv(T, 64, 32));
  hd_term part =
      either_guard(T, is_between(T, wide, low >> 32, high >> 32), is_between(T, upper, low >> 32, high >> 32));
  if (low >> 32 != high >> 32) return hd_term_true(T);
  return either_guard(T, part, is_between(T, wide, low & UINT32_MAX, high & UINT32_MAX));
}

/* Is the pointer to a variable of a thread that has ended, or has not begun? */
static hd_term is_to_ended(observing *x, hd_term pointer)
{
  hd_program *p = x->p;
  hd_pointees v = hd_points_to_term(x->pt, pointer);
  hd_term ended = hd_term_false(p->terms);
  for (uint32_t i = 0; i < v.n && !hd_target_is_number(&v.targets[i]); i++) {
    const hd_object_info *o = &p->objects.data[v.targets[i].object];
    if (!hd_object_is_own(o)) continue;
    hd_term copy = o->copies > 1 ? hd_term_resize(p->terms, copy_of(p, pointer, o), 32, false) : HD_NO_TERM;
    hd_term life = o->copies > 1 ? hd_program_element(p, o->alive, copy) : hd_program_var_term(p, o->alive);
    hd_term over = hd_term_1(p->terms, HD_OP_NOT, hd_term_eq_bv(p->terms, life, 1));
    ended = either_guard(p->terms, ended, hd_term_2(p->terms, HD_OP_AND, points_into(p, pointer, o), over));
  }
  return ended;
}

/* Two variables of threads, of which one is gone. */
static hd_term is_stale(observing *x, hd_term t)
{
  hd_terms *T = x->p->terms;
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  hd_term other = hd_term_1(T, HD_OP_NOT, into_same(x, t));
  hd_term pointers = hd_term_2(T, HD_OP_AND, is_pointer(x, a), is_pointer(x, b));
  hd_term ended = either_guard(T, is_to_ended(x, a), is_to_ended(x, b));
  return hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_AND, other, pointers), ended);
}

/* When does the operator look at an address? */
static hd_term when_looking(observing *x, hd_term t, hd_look look)
{
  hd_terms *T = x->p->terms;
  hd_term when = hd_term_false(T);
  for (unsigned i = 0; i < hd_term_arity(T, t); i++)
    if (look.parts & 1u << i) when = either_guard(T, when, is_part(x, hd_term_arg(T, t, i)));
  if (look.parts) return when;
  if (look.unless_alive) return is_stale(x, t);
  if (look.unless_same) return hd_term_1(T, HD_OP_NOT, needs_no_address(x, t));
  for (unsigned i = 0; i < hd_term_arity(T, t); i++)
    if (look.arguments & 1u << i) when = either_guard(T, when, is_pointer(x, hd_term_arg(T, t, i)));
  return look.arguments ? when : hd_term_true(T);
}

/* --- what an edge looks at ----------------------------------------------------------------------------- */

static void note_looks(observing *x, uint32_t edge, hd_term t)
{
  hd_terms *T = x->p->terms;
  if (!hd_term_is(t)) return;
  x->order.len = 0;
  hd_term_walk(T, t, &x->order);
  for (uint32_t i = 0; i < x->order.len; i++) {
    hd_term node = {x->order.data[i]};
    hd_look look = look_at(x, node);
    if (!look.arguments && !look.refused) continue;
    hd_term when = when_looking(x, node, look);
    note *n = &x->edges[edge];
    if (look.refused) {
      n->refused = look.refused;
      n->when_refused = hd_term_is(n->when_refused) ? either_guard(T, n->when_refused, when) : when;
    } else {
      n->when_looking = hd_term_is(n->when_looking) ? either_guard(T, n->when_looking, when) : when;
    }
  }
}

/* What the front end keeps for itself compares identities. */
static bool is_own(const observing *x, const hd_assign *a)
{
  return a->var.id != HD_NONE && hd_var_get(x->p, a->var)->role == HD_ROLE_MEMORY;
}

static bool find_looks(observing *x)
{
  bool any = false;
  for (uint32_t i = 0; i < x->p->edges.len && !hd_watch_spent(x->p->watch); i++) {
    const hd_edge_info *e = &x->p->edges.data[i];
    if (!hd_points_to_is_live(x->pt, (hd_edge){i})) continue;
    note_looks(x, i, e->guard);
    note_looks(x, i, e->cond);
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      if (is_own(x, &e->assigns[k])) continue;
      note_looks(x, i, e->assigns[k].index);
      note_looks(x, i, e->assigns[k].value);
    }
    any |= x->edges[i].refused || hd_term_is(x->edges[i].when_looking);
  }
  return any;
}

/* --- addresses ---------------------------------------------------------------------------------------- */

static void add_address(hd_program *p, uint32_t object)
{
  const hd_object_info o = p->objects.data[object];
  hd_var address = hd_program_add_var(p, (hd_var_info){.name = hd_arena_printf(&p->arena, "%s.address", o.name),
                                                       .thread = HD_NO_THREAD,
                                                       .sort = HD_BV(p->pointer_width),
                                                       .count = o.copies > 1 ? o.copies : 0,
                                                       .any = true,
                                                       .role = HD_ROLE_MEMORY,
                                                       .show = HD_SHOW_POINTER,
                                                       .pos = o.pos});
  p->objects.data[object].address = address;
}

/* Where what the pointer points to lies, given that it points into the object. */
static hd_term address_in(hd_program *p, const hd_object_info *o, hd_term pointer)
{
  hd_terms *T = p->terms;
  hd_term within = distance_from(p, pointer, o), copy = HD_NO_TERM;
  if (o->copies > 1) {
    copy = hd_term_resize(T, copy_of(p, pointer, o), 32, false);
    within = hd_term_2(T, HD_OP_BAND, within, hd_term_bv(T, p->pointer_width, o->stride - 1));
  }
  return hd_term_2(T, HD_OP_ADD, hd_object_start(p, o, copy), within);
}

static hd_term real_address(observing *x, hd_term value, hd_pointees v)
{
  hd_program *p = x->p;
  hd_terms *T = p->terms;
  unsigned width = hd_term_sort(T, value).width;
  hd_term pointer = hd_term_resize(T, value, p->pointer_width, false), result = pointer;
  for (uint32_t i = 0; i < v.n && !hd_target_is_number(&v.targets[i]); i++) {
    const hd_object_info *o = &p->objects.data[v.targets[i].object];
    bool again = i > 0 && v.targets[i - 1].object == v.targets[i].object && !v.targets[i - 1].weak;
    if (!hd_target_is_identity(p, &v.targets[i]) || again || o->address.id == HD_NONE) continue;
    hd_term inside = points_inside_for_sure(p, v) ? hd_term_true(T) : points_into(p, pointer, o);
    result = hd_term_3(T, HD_OP_ITE, inside, address_in(p, o, pointer), result);
  }
  return width == p->pointer_width ? result : hd_term_resize(T, result, width, false);
}

static hd_term look_at_addresses(void *context, hd_term t)
{
  observing *x = context;
  hd_terms *T = x->p->terms;
  hd_term old = x->rebuild.old, args[3];
  hd_look look = look_at(x, old);
  if (!look.arguments || look.refused) return HD_NO_TERM;
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) {
    args[i] = hd_term_arg(T, t, i);
    if (look.arguments & 1u << i) args[i] = real_address(x, args[i], hd_points_to_term(x->pt, hd_term_arg(T, old, i)));
  }
  hd_term real = hd_term_build(T, hd_term_op(T, old), hd_term_sort(T, old),
                               hd_term_op(T, old) == HD_OP_EXTRACT ? hd_term_value(T, old) : 0, args);
  return look.unless_same ? hd_term_3(T, HD_OP_ITE, needs_no_address(x, old), t, real) : real;
}

/* --- what cannot be followed -------------------------------------------------------------------------- */

static bool looks_somewhere(observing *x, hd_term t)
{
  bool any = false;
  x->order.len = 0;
  hd_term_walk(x->p->terms, t, &x->order);
  for (uint32_t i = 0; i < x->order.len && !any; i++) {
    hd_look look = look_at(x, (hd_term){x->order.data[i]});
    any = look.arguments || look.refused;
  }
  return any;
}

static hd_term both_observed(hd_terms *T, hd_term a, hd_term b)
{
  return !hd_term_is(a) ? b : !hd_term_is(b) ? a : hd_term_2(T, HD_OP_AND, a, b);
}

/* The conjuncts of a guard that look at no address. */
static hd_term without_looks(observing *x, hd_term t)
{
  hd_terms *T = x->p->terms;
  if (!hd_term_is(t) || !looks_somewhere(x, t)) return t;
  if (hd_term_op(T, t) != HD_OP_AND) return HD_NO_TERM;
  return both_observed(T, without_looks(x, hd_term_arg(T, t, 0)), without_looks(x, hd_term_arg(T, t, 1)));
}

/* A way out of the edge's start: the execution ends there, or what can be said of it. */
static void add_way_out(observing *x, uint32_t edge, hd_term when, hd_loc_info l)
{
  hd_program *p = x->p;
  hd_edge_info e = p->edges.data[edge];
  l.thread = hd_loc_get(p, e.from)->thread;
  l.pos = e.pos;
  l.frame = e.frame;
  hd_edge_info out = {.from = e.from,
                      .to = hd_program_add_loc(p, l),
                      .guard = both_observed(p->terms, without_looks(x, e.guard), when),
                      .access = HD_ACCESS_SYNC,
                      .pos = e.pos,
                      .frame = e.frame,
                      .site = e.site,
                      .label = e.label};
  hd_program_add_edge(p, out);
}

static void refuse_edge(observing *x, uint32_t edge)
{
  const note *n = &x->edges[edge];
  hd_loc_info l = {.kind = HD_LOC_UNSUPPORTED};
  l.reason = hd_arena_printf(&x->p->arena, "not supported: %s", n->refused);
  add_way_out(x, edge, n->when_refused, l);
}

/* Where addresses are no layout, there is no such execution. Nothing before the first look depends on them. */
static void assume_layout(observing *x, uint32_t edge, hd_term good)
{
  hd_terms *T = x->p->terms;
  hd_term bad = hd_term_2(T, HD_OP_AND, x->edges[edge].when_looking, hd_term_1(T, HD_OP_NOT, good));
  add_way_out(x, edge, bad, (hd_loc_info){.kind = HD_LOC_EXIT});
}

/* --- numbers that look like identities ------------------------------------------------------------------ */

static hd_term is_identity_like(observing *x, hd_term t)
{
  uint64_t low, high;
  hd_identities_extent(x->p, &low, &high);
  return is_between(x->p->terms, t, low, high - 1);
}

static bool is_arithmetic(hd_op op)
{
  return op != HD_OP_VAR && op != HD_OP_CONST && op != HD_OP_ITE && op != HD_OP_SELECT && op != HD_OP_DEREF;
}

static bool may_be_real(observing *x, hd_term t)
{
  hd_pointees v = hd_points_to_term(x->pt, t);
  bool real = v.flags & HD_FROM_BITS;
  for (uint32_t i = 0; i < v.n && !real; i++) real = v.targets[i].weak;
  return real;
}

/* Is a number computed from addresses that could be taken for an identity? Not when one went in: `p + 1`. */
static hd_term is_mistaken(observing *x, hd_term value)
{
  hd_terms *T = x->p->terms;
  hd_term real = value, mistaken;
  if (!hd_term_is(value) || !hd_sort_same(hd_term_sort(T, value), HD_BV(x->p->pointer_width)) ||
      !is_arithmetic(hd_term_op(T, value)) || !may_be_real(x, value))
    return HD_NO_TERM;
  hd_rebuild_term(&x->rebuild, &real);
  mistaken = is_identity_like(x, real);
  for (unsigned i = 0; i < hd_term_arity(T, real); i++) {
    hd_term arg = hd_term_arg(T, real, i);
    if (!hd_sort_same(hd_term_sort(T, arg), hd_term_sort(T, real))) continue;
    mistaken = hd_term_2(T, HD_OP_AND, mistaken, hd_term_1(T, HD_OP_NOT, is_identity_like(x, arg)));
  }
  return mistaken;
}

/* Identities are the model's own numbers, and which they are is chosen at will. An execution in which the program
 * computes one of them from real addresses by chance is left out, like layouts with an object there. */
static hd_term mistaken_on_edge(observing *x, uint32_t edge)
{
  const hd_edge_info *e = &x->p->edges.data[edge];
  hd_term mistaken = HD_NO_TERM;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    hd_term one = is_own(x, &e->assigns[i]) ? HD_NO_TERM : is_mistaken(x, e->assigns[i].value);
    if (!hd_term_is(one)) continue;
    mistaken = hd_term_is(mistaken) ? either_guard(x->p->terms, mistaken, one) : one;
  }
  return mistaken;
}

/* --- the interface ------------------------------------------------------------------------------------ */

static void rewrite_terms(observing *x, hd_edge_info *e)
{
  hd_rebuild_term(&x->rebuild, &e->guard);
  hd_rebuild_term(&x->rebuild, &e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    if (is_own(x, &e->assigns[i])) continue;
    hd_rebuild_term(&x->rebuild, &e->assigns[i].index);
    hd_rebuild_term(&x->rebuild, &e->assigns[i].value);
  }
}

/* The edge goes on where it is followed and memory is laid out well. */
static void rewrite_edge(observing *x, uint32_t edge, hd_term good)
{
  hd_terms *T = x->p->terms;
  const note *n = &x->edges[edge];
  hd_term mistaken = mistaken_on_edge(x, edge);
  if (n->refused) refuse_edge(x, edge);
  if (hd_term_is(n->when_looking)) assume_layout(x, edge, good);
  if (hd_term_is(mistaken)) add_way_out(x, edge, mistaken, (hd_loc_info){.kind = HD_LOC_EXIT});
  hd_edge_info *e = &x->p->edges.data[edge];
  rewrite_terms(x, e);
  if (n->refused) e->guard = both_observed(T, e->guard, hd_term_1(T, HD_OP_NOT, n->when_refused));
  if (hd_term_is(n->when_looking))
    e->guard = both_observed(T, e->guard, either_guard(T, hd_term_1(T, HD_OP_NOT, n->when_looking), good));
  if (hd_term_is(mistaken)) e->guard = both_observed(T, e->guard, hd_term_1(T, HD_OP_NOT, mistaken));
  if (hd_term_is(e->guard) && hd_term_is_true(T, e->guard)) e->guard = HD_NO_TERM;
}

static uint32_t count_blocks(const observing *x)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < x->p->objects.len; i++) n += x->seen[i] ? x->p->objects.data[i].copies : 0;
  return n;
}

/* With too many blocks, all that looks at them is refused. */
static void refuse_looks(observing *x)
{
  static const char reason[] = "observing the addresses of too many objects";
  for (uint32_t i = 0; i < x->found.len; i++)
    if (x->found.data[i].arguments) x->found.data[i].refused = reason;
  for (uint32_t i = 0; i < x->p->edges.len; i++) {
    note *n = &x->edges[i];
    if (!hd_term_is(n->when_looking)) continue;
    n->when_refused = n->refused ? either_guard(x->p->terms, n->when_refused, n->when_looking) : n->when_looking;
    n->refused = reason;
    n->when_looking = HD_NO_TERM;
  }
}

static void rewrite_edges(observing *x)
{
  hd_program *p = x->p;
  uint32_t n = p->edges.len;
  if (count_blocks(x) > MAX_BLOCKS) refuse_looks(x);
  for (uint32_t i = 0; i < p->objects.len; i++)
    if (x->seen[i] && count_blocks(x) <= MAX_BLOCKS && !why_not_real(x, i)) add_address(p, i);
  hd_term good = hd_memory_is_laid_out(p);
  for (uint32_t i = 0; i < n && !hd_watch_spent(p->watch); i++)
    if (hd_points_to_is_live(x->pt, (hd_edge){i})) rewrite_edge(x, i, good);
  hd_program_unindex(p);
}

/* A model that is not made from C has its objects where it says. */
static bool has_free_objects(const hd_program *p)
{
  for (uint32_t i = 0; i < p->objects.len; i++)
    if (p->objects.data[i].align) return true;
  return false;
}

bool hd_observe_addresses(hd_program *p, hd_points_to *pt)
{
  if (!has_free_objects(p)) return false;
  observing x = {.p = p, .pt = pt};
  x.rebuild = (hd_rebuilder){.T = p->terms, .node = look_at_addresses, .context = &x};
  x.seen = hd_alloc(p->objects.len, sizeof *x.seen);
  x.edges = hd_alloc(p->edges.len, sizeof *x.edges);
  hd_lives_init(&x.lives, p, pt);
  bool any = find_looks(&x);
  if (any) rewrite_edges(&x);
  hd_lives_clear(&x.lives);
  hd_rebuilder_clear(&x.rebuild);
  hd_vec_clear(&x.order);
  hd_map_clear(&x.known);
  hd_vec_clear(&x.found);
  free(x.seen);
  free(x.edges);
  return any;
}
