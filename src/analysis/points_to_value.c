/* points_to_value.c - sets of targets with offsets and strides, merged when they grow too large. */
#include "analysis/points_to_value.h"

enum {
  MAX_OFFSETS = 4,      /* single offsets kept for one object */
  MAX_PROGRESSIONS = 4, /* progressions kept for one object */
  MAX_OBJECTS = 64,     /* in a set; an access to one of so many is not followed anyway */
  MAX_SLACK = 1 << 28
};

/* --- addresses ------------------------------------------------------------------------ */

static int by_base(const void *a, const void *b, void *program)
{
  const hd_program *p = program;
  uint64_t x = p->objects.data[*(const uint32_t *)a].base, y = p->objects.data[*(const uint32_t *)b].base;
  return x < y ? -1 : x > y;
}

void hd_address_map_init(hd_address_map *m, const hd_program *p)
{
  m->p = p;
  m->sorted = hd_alloc(p->objects.len, sizeof *m->sorted);
  for (uint32_t i = 0; i < p->objects.len; i++) m->sorted[i] = i;
  m->slack = 0;
  if (!p->objects.len) return;
  qsort_r(m->sorted, p->objects.len, sizeof *m->sorted, by_base, (void *)p);
  uint64_t lowest = p->objects.data[m->sorted[0]].base; /* below it are NULL and small numbers */
  m->slack = lowest / 2 < MAX_SLACK ? lowest / 2 : MAX_SLACK;
}

void hd_address_map_clear(hd_address_map *m)
{
  free(m->sorted);
  m->sorted = NULL;
}

/* How far the address lies outside the object: 0 inside and just past its end. */
static uint64_t outside(const hd_object_info *o, uint64_t address)
{
  uint64_t end = o->base + o->stride * (o->copies - 1) + o->size;
  return address < o->base ? o->base - address : address > end ? address - end : 0;
}

uint32_t hd_address_map_find(const hd_address_map *m, uint64_t address)
{
  uint32_t low = 0, high = m->p->objects.len; /* the last base at most the address is before `low` */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (m->p->objects.data[m->sorted[middle]].base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  uint32_t found = HD_NONE;
  uint64_t least = m->slack + 1;
  for (uint32_t i = low ? low - 1 : 0; i <= low && i < m->p->objects.len; i++) {
    uint64_t distance = outside(&m->p->objects.data[m->sorted[i]], address);
    if (distance >= least) continue;
    least = distance;
    found = m->sorted[i];
  }
  return found;
}

/* --- targets -------------------------------------------------------------------------- */

enum { NEAR = 4096 }; /* as far as indices lead outside of an object, more than that is another number */

bool hd_target_is_address(const hd_program *p, const hd_target *t)
{
  if (t->object == HD_NONE) return false;
  const hd_object_info *o = &p->objects.data[t->object];
  return t->weak || t->stride || t->offset + NEAR <= o->stride * o->copies + 2 * NEAR;
}

static uint64_t residue(uint64_t offset, bool is_signed, uint64_t stride)
{
  if (!is_signed || (int64_t)offset >= 0) return offset % stride;
  uint64_t below = (0 - offset) % stride;
  return below ? stride - below : 0;
}

/* Of a target, modulo a stride that divides its own. */
static uint64_t target_residue(const hd_target *t, uint64_t stride)
{
  return residue(t->offset, !t->stride && t->object != HD_NONE, stride);
}

static bool is_power_of_two(uint64_t x)
{
  return (x & (x - 1)) == 0;
}

bool hd_target_covers(const hd_target *a, const hd_target *b)
{
  if (a->object != b->object || a->weak != b->weak) return false;
  if (a->weak) return true;
  if (!a->stride) return !b->stride && a->offset == b->offset;
  if (a->object != HD_NONE && a->home != HD_NO_HOME && !a->walk && (!b->stride || b->walk)) return false;
  if (a->object != HD_NONE && a->home != HD_NO_HOME && b->stride && a->home != b->home) return false;
  if (b->stride % a->stride) return false;
  /* A large number may stand for a negative one, which is congruent modulo powers of two only. */
  if (a->object == HD_NONE && !b->stride && b->offset > INT32_MAX && !is_power_of_two(a->stride)) return false;
  return target_residue(b, a->stride) == a->offset;
}

/* Of several places that a pointer walks over, the first is taken for where it began (see widened_target). */
static uint64_t merged_home(const hd_target *a, const hd_target *b)
{
  uint64_t x = a->stride ? a->home : a->offset, y = b->stride ? b->home : b->offset;
  if (a->stride && b->stride) return x == y ? x : HD_NO_HOME;
  if (x == HD_NO_HOME || y == HD_NO_HOME) return HD_NO_HOME;
  return (int64_t)x < (int64_t)y ? x : y;
}

/* The least progression that contains both. */
static hd_target merged_target(const hd_target *a, const hd_target *b)
{
  uint64_t apart = a->offset > b->offset ? a->offset - b->offset : b->offset - a->offset;
  if (a->object != HD_NONE && !a->stride && !b->stride)
    apart = (int64_t)a->offset > (int64_t)b->offset ? a->offset - b->offset : b->offset - a->offset;
  uint64_t stride = hd_gcd(a->stride, b->stride);
  if (stride) {
    uint64_t x = target_residue(a, stride), y = target_residue(b, stride);
    apart = x > y ? x - y : y - x;
  }
  stride = hd_gcd(stride, apart);
  if (!stride) return *a;
  if (a->object == HD_NONE) stride &= 0 - stride; /* see hd_target_covers */
  hd_target t = {.object = a->object, .offset = target_residue(a, stride), .stride = stride};
  if (a->object != HD_NONE) {
    t.home = merged_home(a, b);
    t.walk = true;
  }
  return t;
}

/* The targets of one object in a set: [first, end). Sets are sorted by object. */
typedef struct {
  uint32_t first, end;
} stretch;

static stretch stretch_of(const hd_target *targets, uint32_t n, uint32_t object)
{
  uint32_t low = 0, high = n;
  if (!n || targets[n - 1].object < object) return (stretch){n, n}; /* they mostly come in order */
  while (low < high && targets[high - 1].object == object) high--;
  if (high < n) return (stretch){high, n};
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (targets[middle].object < object)
      low = middle + 1;
    else
      high = middle;
  }
  while (high < n && targets[high].object == object) high++;
  return (stretch){low, low < high ? high : low};
}

static void remove_at(hd_target_set *s, uint32_t i)
{
  hd_target *at = &s->targets.data[i];
  memmove(at, at + 1, (--s->targets.len - i) * sizeof *at);
}

static void insert_at(hd_target_set *s, uint32_t i, hd_target t)
{
  hd_vec_push(&s->targets, t);
  hd_target *at = &s->targets.data[i];
  memmove(at + 1, at, (s->targets.len - 1 - i) * sizeof *at);
  *at = t;
}

static bool is_covered(const hd_target *targets, stretch r, const hd_target *t)
{
  for (uint32_t i = r.first; i < r.end; i++)
    if (hd_target_covers(&targets[i], t)) return true;
  return false;
}

/* Takes away what t covers; counts the rest of its object by kind. */
static void make_room(hd_target_set *s, stretch *r, const hd_target *t, uint32_t *offsets, uint32_t *progressions)
{
  *offsets = *progressions = 0;
  for (uint32_t i = r->first; i < r->end;) {
    const hd_target *old = &s->targets.data[i];
    if (hd_target_covers(t, old)) {
      remove_at(s, i);
      r->end--;
      continue;
    }
    if (!old->weak) ++*(old->stride ? progressions : offsets);
    i++;
  }
}

/* Replaces the object's targets of one kind (and t) by one progression. */
static hd_target widened_target(hd_target_set *s, stretch r, hd_target t, bool progressions)
{
  int64_t added = (int64_t)t.offset, highest = added;
  bool down = t.object != HD_NONE; /* the newest is below all others: the pointer walks down */
  for (uint32_t i = r.first; i < r.end;) {
    const hd_target *old = &s->targets.data[i];
    if (!old->weak && (old->stride != 0) == progressions) {
      down = down && added < (int64_t)old->offset;
      if ((int64_t)old->offset > highest) highest = (int64_t)old->offset;
      t = merged_target(&t, old);
      remove_at(s, i);
      r.end--;
    } else {
      i++;
    }
  }
  if (down && !progressions && t.stride && t.home != HD_NO_HOME) t.home = (uint64_t)highest;
  return t;
}

void hd_target_set_add(hd_target_set *s, hd_target t)
{
  for (;;) {
    stretch r = stretch_of(s->targets.data, s->targets.len, t.object);
    uint32_t offsets, progressions;
    if (is_covered(s->targets.data, r, &t)) return;
    make_room(s, &r, &t, &offsets, &progressions);
    bool full = !t.weak && (t.stride ? progressions >= MAX_PROGRESSIONS : offsets >= MAX_OFFSETS);
    if (!full) {
      insert_at(s, r.end, t);
      return;
    }
    t = widened_target(s, r, t, t.stride != 0);
  }
}

void hd_target_set_join(hd_target_set *s, hd_pointees v)
{
  s->flags |= v.flags;
  for (uint32_t i = 0; i < v.n; i++) hd_target_set_add(s, v.targets[i]);
}

static uint32_t count_objects(const hd_target_set *s)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->targets.len; i++)
    n += i == 0 || s->targets.data[i - 1].object != s->targets.data[i].object;
  return n;
}

hd_pointees hd_target_set_take(hd_target_set *s, hd_arena *arena)
{
  if (s->targets.len > MAX_OBJECTS && count_objects(s) > MAX_OBJECTS) {
    s->targets.len = 0;
    s->flags |= HD_FROM_MANY;
    hd_target_set_add(s, hd_target_number(0, 1));
  }
  hd_pointees v = {.n = s->targets.len, .flags = s->flags};
  if (v.n) v.targets = hd_arena_copy(arena, s->targets.data, v.n * sizeof *v.targets);
  s->targets.len = 0;
  s->flags = 0;
  return v;
}

bool hd_pointees_cover(hd_pointees a, hd_pointees b)
{
  if (b.flags & ~a.flags) return false;
  if ((a.targets == b.targets && a.n == b.n) || a.flags & HD_FROM_MANY) return true;
  stretch r = {0, 0};
  for (uint32_t i = 0; i < b.n; i++) {
    const hd_target *t = &b.targets[i];
    if (!i || b.targets[i - 1].object != t->object) {
      while (r.end < a.n && a.targets[r.end].object < t->object) r.end++;
      for (r.first = r.end; r.end < a.n && a.targets[r.end].object == t->object;) r.end++;
    }
    if (!is_covered(a.targets, r, t)) return false;
  }
  return true;
}

bool hd_pointees_have_number(hd_pointees v)
{
  return v.n && hd_target_is_number(&v.targets[v.n - 1]);
}

/* --- operators ------------------------------------------------------------------------ */

/* Arithmetic wraps around at the width: of a stride only the power of two in it survives
 * that, except in addresses, where C does not let it happen. */
static hd_target wrapped_target(const hd_program *p, unsigned width, hd_target t)
{
  if (t.object != HD_NONE) {
    if (!t.stride) t.offset = (uint64_t)hd_signed(t.offset & hd_mask(p->pointer_width), p->pointer_width);
    return t;
  }
  if (!t.stride) return hd_target_number(t.offset & hd_mask(width), 0);
  bool address = width >= p->pointer_width && t.stride <= INT32_MAX;
  uint64_t stride = address ? t.stride : t.stride & (0 - t.stride);
  if (width < 64 && stride > hd_mask(width)) stride = hd_mask(width) + 1;
  return hd_target_number(t.offset, stride);
}

static void blur_target(hd_target_set *out, const hd_target *t)
{
  hd_target_set_add(out, hd_target_is_number(t) ? hd_target_number(0, 1) : hd_target_weak(t->object));
}

void hd_points_to_blur(hd_target_set *out, hd_pointees v)
{
  out->flags |= v.flags;
  for (uint32_t i = 0; i < v.n; i++) blur_target(out, &v.targets[i]);
}

typedef struct {
  hd_target_set *out;
  const hd_program *p;
  hd_term t;
  hd_op op;
  unsigned width;
  const hd_pointees *args;
} applying;

static bool has_only_numbers(hd_pointees v)
{
  return v.n > 0 && hd_target_is_number(&v.targets[0]); /* numbers come last */
}

/* An address, or null and no other number: what is added to it is an index. C leaves a null pointer that is moved
 * undefined, so the sum is no address from outside even where the index is an input. */
static bool is_pointer_or_null(hd_pointees v)
{
  for (uint32_t i = 0; i < v.n; i++)
    if (hd_target_is_number(&v.targets[i]) && (v.targets[i].stride || v.targets[i].offset)) return false;
  return v.n > 1 && !hd_target_is_number(&v.targets[0]) && !(v.flags & HD_FROM_INPUT);
}

static uint8_t flags_beside(hd_pointees v, hd_pointees beside)
{
  if (!hd_pointees_have_number(beside)) return 0;
  return is_pointer_or_null(beside) && has_only_numbers(v) ? (uint8_t)(v.flags & ~HD_FROM_INPUT) : v.flags;
}

/* A result that is made of an address only where both arguments are: p + i is no input
 * although i may be. */
static void add_flags(const applying *x)
{
  x->out->flags |= flags_beside(x->args[0], x->args[1]) | flags_beside(x->args[1], x->args[0]);
  x->out->flags |= (x->args[0].flags | x->args[1].flags) & (HD_FROM_PARTS | HD_FROM_BYTES);
}

/* Where an address began after b was added to it; steps along its own progression leave that
 * as it is, if they are steps and not the way to another object. */
static uint64_t shifted_home(const hd_target *a, const hd_target *b, bool minus)
{
  if (a->object == HD_NONE || (!a->stride && !b->stride)) return 0;
  uint64_t home = a->stride ? a->home : a->offset;
  bool near = b->offset < HD_MAX_STEP || 0 - b->offset < HD_MAX_STEP;
  if (home == HD_NO_HOME || (a->stride && !b->stride && near && residue(b->offset, true, a->stride) == 0)) return home;
  return minus ? home - b->offset : home + b->offset;
}

/* a + sign * b. */
static hd_target shifted(const hd_target *a, const hd_target *b, bool minus)
{
  uint64_t stride = hd_gcd(a->stride, b->stride);
  uint64_t offset = minus ? a->offset - b->offset : a->offset + b->offset;
  if (stride) {
    uint64_t x = residue(a->offset, !a->stride, stride), y = residue(b->offset, !b->stride, stride);
    offset = (x + (minus ? stride - y : y)) % stride;
  }
  return (hd_target){
      .object = a->object, .walk = a->walk, .offset = offset, .stride = stride, .home = shifted_home(a, b, minus)};
}

static bool only_in(hd_pointees v, uint32_t object)
{
  for (uint32_t i = 0; i < v.n; i++)
    if (v.targets[i].object != object || v.targets[i].weak) return false;
  return true;
}

bool hd_pointees_share(const hd_program *p, hd_pointees a, hd_pointees b)
{
  bool shared = false;
  for (uint32_t i = 0; i < a.n + b.n; i++) {
    const hd_target *t = i < a.n ? &a.targets[i] : &b.targets[i - a.n];
    if (hd_target_is_number(t)) continue; /* NULL, before the pointer is set */
    if (t->weak || !p->objects.data[t->object].align) return false;
    for (uint32_t k = 0; i < a.n && k < b.n; k++) shared |= b.targets[k].object == t->object;
  }
  return shared;
}

/* The distance of two addresses in one object is a number like others. Where the objects may differ, a program is not
 * followed further when they do (memory_look.h). */
static bool is_distance(const applying *x)
{
  if (x->op != HD_OP_SUB || !x->args[0].n || !x->args[1].n) return false;
  uint32_t object = x->args[0].targets[0].object;
  if (object != HD_NONE && only_in(x->args[0], object) && only_in(x->args[1], object)) return true;
  return hd_pointees_share(x->p, x->args[0], x->args[1]);
}

static void add_pair(const applying *x, const hd_target *a, const hd_target *b)
{
  bool minus = x->op == HD_OP_SUB;
  bool number_a = hd_target_is_number(a), number_b = hd_target_is_number(b);
  if (!number_b && (!number_a || minus)) { /* two addresses, or the negative of one */
    blur_target(x->out, a);
    blur_target(x->out, b);
    return;
  }
  const hd_target *base = number_b ? a : b, *other = number_b ? b : a;
  if (base->weak) {
    hd_target_set_add(x->out, *base);
    return;
  }
  hd_target number = *other;
  if (!number.stride && x->width < 64) number.offset = (uint64_t)hd_signed(number.offset, x->width);
  hd_target_set_add(x->out, wrapped_target(x->p, x->width, shifted(base, &number, minus)));
}

/* What is subtracted may also be a number. */
static void apply_distance(const applying *x)
{
  bool numbers = false;
  hd_target_set_add(x->out, hd_target_number(0, 1));
  for (uint32_t j = 0; j < x->args[1].n; j++) {
    if (!hd_target_is_number(&x->args[1].targets[j])) continue;
    for (uint32_t i = 0; i < x->args[0].n; i++) add_pair(x, &x->args[0].targets[i], &x->args[1].targets[j]);
    numbers = true;
  }
  if (numbers) add_flags(x);
}

static void apply_sum(const applying *x)
{
  if (is_distance(x)) {
    apply_distance(x);
    return;
  }
  for (uint32_t i = 0; i < x->args[0].n; i++)
    for (uint32_t j = 0; j < x->args[1].n; j++) add_pair(x, &x->args[0].targets[i], &x->args[1].targets[j]);
  add_flags(x);
}

void hd_points_to_sum(hd_target_set *out, const hd_program *p, unsigned width, hd_pointees a, hd_pointees b, bool minus)
{
  hd_pointees args[2] = {a, b};
  apply_sum(&(applying){out, p, HD_NO_TERM, minus ? HD_OP_SUB : HD_OP_ADD, width, args});
}

/* Is the argument one number? */
static bool is_one(hd_pointees v, uint64_t *number)
{
  if (v.n != 1 || v.flags || !hd_target_is_number(&v.targets[0]) || v.targets[0].stride) return false;
  *number = v.targets[0].offset;
  return true;
}

/* offset * factor + k * stride * factor; the factor may be negative. */
static hd_target scaled_target(const hd_target *t, uint64_t factor, unsigned width)
{
  bool negative = hd_signed(factor, width) < 0;
  uint64_t size = negative ? (0 - factor) & hd_mask(width) : factor, stride;
  if (!t->stride) return hd_target_number(t->offset * factor, 0);
  if (__builtin_mul_overflow(t->stride, size, &stride)) stride = size & (0 - size);
  if (!stride) return hd_target_number(0, 0);
  uint64_t offset = t->offset * size % stride;
  return hd_target_number(negative && offset ? stride - offset : offset, stride);
}

/* A multiple of an input is how far something is away, and no address. */
static void scale(const applying *x, hd_pointees v, uint64_t factor)
{
  x->out->flags |= factor == 1 ? v.flags : (uint8_t)(v.flags & ~HD_FROM_INPUT);
  for (uint32_t i = 0; i < v.n; i++) {
    const hd_target *t = &v.targets[i];
    if (hd_target_is_number(t))
      hd_target_set_add(x->out, wrapped_target(x->p, x->width, scaled_target(t, factor, x->width)));
    else
      blur_target(x->out, t);
  }
}

static void apply_unknown(const applying *x)
{
  unsigned arity = hd_op_arity(x->op);
  for (unsigned i = 0; i < arity; i++) hd_points_to_blur(x->out, x->args[i]);
  hd_target_set_add(x->out, hd_target_number(0, 1));
}

static void apply_mul(const applying *x)
{
  uint64_t factor;
  if (is_one(x->args[1], &factor))
    scale(x, x->args[0], factor);
  else if (is_one(x->args[0], &factor))
    scale(x, x->args[1], factor);
  else
    apply_unknown(x);
}

static void apply_shl(const applying *x)
{
  uint64_t by;
  if (is_one(x->args[1], &by) && by < x->width)
    scale(x, x->args[0], UINT64_C(1) << by);
  else
    apply_unknown(x);
}

/* Zero- and sign-extension: congruences survive, and so do addresses that were whole. */
static void apply_extend(const applying *x)
{
  unsigned from = hd_term_sort(x->p->terms, hd_term_arg(x->p->terms, x->t, 0)).width;
  hd_pointees v = x->args[0];
  x->out->flags |= v.flags;
  for (uint32_t i = 0; i < v.n; i++) {
    hd_target t = v.targets[i];
    if (hd_target_is_number(&t) && !t.stride && x->op == HD_OP_SEXT)
      t.offset = (uint64_t)hd_signed(t.offset, from) & hd_mask(x->width);
    else if (!hd_target_is_number(&t) && from < x->p->pointer_width)
      t = hd_target_weak(t.object);
    hd_target_set_add(x->out, t);
  }
}

static void apply_extract(const applying *x)
{
  uint64_t low = hd_term_value(x->p->terms, x->t);
  hd_pointees v = x->args[0];
  x->out->flags |= v.flags;
  for (uint32_t i = 0; i < v.n; i++) {
    hd_target t = v.targets[i];
    if (hd_target_is_number(&t) && !t.stride) {
      hd_target_set_add(x->out, hd_target_number(t.offset >> low & hd_mask(x->width), 0));
    } else if (low) {
      blur_target(x->out, &t);
    } else if (hd_target_is_number(&t)) {
      t.stride &= 0 - t.stride;
      hd_target_set_add(x->out, wrapped_target(x->p, x->width, hd_target_number(t.offset, t.stride)));
    } else {
      hd_target_set_add(x->out, x->width < x->p->pointer_width ? hd_target_weak(t.object) : t);
    }
  }
}

static void apply_ite(const applying *x)
{
  hd_target_set_join(x->out, x->args[1]);
  hd_target_set_join(x->out, x->args[2]);
}

/* Can a bit operation with this constant change only bits below 2^k of an address? Gives
 * 2^k: what the address must be known modulo. */
static bool changes_low_bits(const applying *x, uint64_t constant, uint64_t *modulus)
{
  uint64_t changed = x->op == HD_OP_BAND ? ~constant & hd_mask(x->width) : constant;
  if (changed >= 4096) return false;
  *modulus = 1;
  while (*modulus <= changed) *modulus <<= 1;
  return true;
}

static uint64_t bit_op(hd_op op, uint64_t a, uint64_t b)
{
  return op == HD_OP_BAND ? a & b : op == HD_OP_BOR ? a | b : a ^ b;
}

/* Rounding an address down, tagging it, removing a tag. */
static void bits_of_address(const applying *x, const hd_target *t, uint64_t constant)
{
  uint64_t modulus;
  if (x->op == HD_OP_BAND && constant < 4096) { /* its low bits alone: no address any more */
    hd_target_set_add(x->out, hd_target_number(0, 1));
    x->out->flags |= HD_FROM_BITS;
    return;
  }
  if (t->weak || !changes_low_bits(x, constant, &modulus) || t->stride % modulus) {
    blur_target(x->out, t);
    return;
  }
  uint64_t base = x->p->objects.data[t->object].base, low = (base + t->offset) & (modulus - 1);
  hd_target moved = *t;
  uint64_t by = (bit_op(x->op, low, constant) & (modulus - 1)) - low;
  moved.offset += by;
  if (moved.stride) moved.offset = residue(moved.offset, true, moved.stride);
  if (moved.stride && moved.home != HD_NO_HOME) moved.home += by;
  hd_target_set_add(x->out, moved);
}

/* The low bits of a progression by a power of two are known, and so are cleared bits. */
static void bits_of_number(const applying *x, const hd_target *t, uint64_t constant)
{
  uint64_t known = t->stride & (0 - t->stride), cleared = constant & (0 - constant);
  if (!t->stride) {
    hd_target_set_add(x->out, hd_target_number(bit_op(x->op, t->offset, constant), 0));
  } else if (x->op == HD_OP_BAND && cleared > known) {
    hd_target_set_add(x->out, hd_target_number(0, cleared));
  } else {
    hd_target_set_add(x->out, hd_target_number(bit_op(x->op, t->offset % known, constant) % known, known));
  }
}

static void apply_bits(const applying *x)
{
  uint64_t constant;
  unsigned other = is_one(x->args[1], &constant) ? 0 : is_one(x->args[0], &constant) ? 1 : 2;
  if (other == 2) {
    apply_unknown(x);
    return;
  }
  hd_pointees v = x->args[other];
  x->out->flags |= v.flags;
  for (uint32_t i = 0; i < v.n; i++) {
    if (hd_target_is_number(&v.targets[i]))
      bits_of_number(x, &v.targets[i], constant);
    else
      bits_of_address(x, &v.targets[i], constant);
  }
}

/* A remainder by something small is no address any more: a hash of one. */
static void apply_urem(const applying *x)
{
  uint64_t divisor;
  if (is_one(x->args[1], &divisor) && divisor && divisor <= 4096) {
    x->out->flags |= x->args[0].flags;
    if (x->args[0].n && !hd_target_is_number(&x->args[0].targets[0])) x->out->flags |= HD_FROM_BITS;
    hd_target_set_add(x->out, hd_target_number(0, 1));
  } else {
    apply_unknown(x);
  }
}

static void apply_concat(const applying *x)
{
  uint64_t high;
  unsigned low_width = hd_term_sort(x->p->terms, hd_term_arg(x->p->terms, x->t, 1)).width;
  if (is_one(x->args[0], &high) && !high && low_width >= x->p->pointer_width)
    hd_target_set_join(x->out, x->args[1]);
  else
    apply_unknown(x);
}

static void (*const transfer[HD_OP_COUNT])(const applying *) = {
    [HD_OP_ADD] = apply_sum,   [HD_OP_SUB] = apply_sum,         [HD_OP_MUL] = apply_mul,
    [HD_OP_SHL] = apply_shl,   [HD_OP_ZEXT] = apply_extend,     [HD_OP_SEXT] = apply_extend,
    [HD_OP_ITE] = apply_ite,   [HD_OP_EXTRACT] = apply_extract, [HD_OP_CONCAT] = apply_concat,
    [HD_OP_BAND] = apply_bits, [HD_OP_BOR] = apply_bits,        [HD_OP_BXOR] = apply_bits,
    [HD_OP_UREM] = apply_urem,
};

void hd_points_to_apply(hd_target_set *out, const hd_program *p, hd_term t, const hd_pointees *args)
{
  applying x = {out, p, t, hd_term_op(p->terms, t), hd_term_sort(p->terms, t).width, args};
  if (hd_term_sort(p->terms, t).kind == HD_SORT_BOOL)
    hd_target_set_add(out, hd_target_number(0, 1));
  else
    (transfer[x.op] ? transfer[x.op] : apply_unknown)(&x);
}
