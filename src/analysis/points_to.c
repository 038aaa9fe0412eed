/* points_to.c - the fixed point: constraints are applied from a queue until no set grows. */
#include "analysis/memory_look.h"
#include "analysis/points_to_initial.h"
#include "analysis/points_to_state.h"

/* --- evaluation ----------------------------------------------------------------------- */

hd_target hd_points_to_constant(const hd_points_to *pt, uint64_t value, unsigned width)
{
  uint32_t object = width == pt->p->pointer_width ? hd_address_map_find(&pt->map, value) : HD_NONE;
  if (object == HD_NONE) return hd_target_number(value, 0);
  return (hd_target){.object = object, .offset = value - pt->p->objects.data[object].base};
}

static void grow_memo(hd_points_to *pt)
{
  uint32_t wanted = hd_terms_count(pt->p->terms) + 1;
  if (wanted <= pt->memo_cap) return;
  uint32_t cap = wanted + wanted / 2;
  pt->memo = hd_realloc(pt->memo, cap, sizeof *pt->memo);
  pt->stamps = hd_realloc(pt->stamps, cap, sizeof *pt->stamps);
  memset(pt->stamps + pt->memo_cap, 0, (cap - pt->memo_cap) * sizeof *pt->stamps);
  pt->memo_cap = cap;
}

/* In sums an address may be a constant; elsewhere a constant is a number. */
static bool takes_addresses(hd_op op)
{
  return op == HD_OP_ADD || op == HD_OP_SUB || op == HD_OP_ITE || op == HD_OP_ZEXT || op == HD_OP_SEXT ||
         op == HD_OP_EXTRACT || op == HD_OP_CONCAT;
}

/* --- sums: an index counts from where its array begins, so addresses come first, then
 * constants, then numbers, whatever the order in which the sum was simplified. The constant
 * may be an address itself, moved by what was folded into it. */

enum { MAX_SUMMANDS = 16 };

typedef struct {
  uint32_t n;
  uint64_t constant;
  struct {
    hd_pointees value;
    bool minus;
  } parts[MAX_SUMMANDS];
} summands;

static bool is_sum(const hd_terms *T, hd_term t)
{
  hd_op op = hd_term_op(T, t);
  return op == HD_OP_ADD || op == HD_OP_SUB;
}

/* False: too many. */
static bool take_apart(const hd_points_to *pt, hd_term t, bool minus, summands *s)
{
  const hd_terms *T = pt->p->terms;
  uint64_t value;
  if (hd_term_is_const(T, t, &value)) {
    s->constant += minus ? 0 - value : value;
    return true;
  }
  if (is_sum(T, t))
    return take_apart(pt, hd_term_arg(T, t, 0), minus, s) &&
           take_apart(pt, hd_term_arg(T, t, 1), minus != (hd_term_op(T, t) == HD_OP_SUB), s);
  if (s->n == MAX_SUMMANDS) return false;
  s->parts[s->n].value = pt->memo[t.id];
  s->parts[s->n++].minus = minus;
  return true;
}

static bool has_address(hd_pointees v)
{
  return v.n && !hd_target_is_number(&v.targets[0]);
}

static hd_pointees add_pointees(hd_points_to *pt, unsigned width, hd_pointees a, hd_pointees b, bool minus)
{
  hd_target_set set = {0};
  hd_points_to_sum(&set, pt->p, width, a, b, minus);
  hd_pointees v = hd_target_set_take(&set, &pt->arena);
  hd_vec_clear(&set.targets);
  return v;
}

static bool is_zero(hd_pointees v)
{
  return v.n == 1 && hd_target_is_number(&v.targets[0]) && !v.targets[0].stride && !v.targets[0].offset && !v.flags;
}

/* Adds the summands that are (or are not) addresses. */
static hd_pointees add_parts(hd_points_to *pt, unsigned width, const summands *s, bool addresses, hd_pointees sum)
{
  for (uint32_t i = 0; i < s->n; i++) {
    hd_pointees part = s->parts[i].value;
    if (has_address(part) != addresses) continue;
    sum = is_zero(sum) && !s->parts[i].minus ? part : add_pointees(pt, width, sum, part, s->parts[i].minus);
  }
  return sum;
}

/* In `b + (p - a)` the constant that is left is b - a: far from both, but what is added to it
 * ends at b. Adds to the targets those that such a constant leads to. */
static hd_pointees lead_on(hd_points_to *pt, hd_pointees v)
{
  hd_target_set set = {0};
  hd_target_set_join(&set, v);
  for (uint32_t i = 0; i < v.n && !hd_target_is_number(&v.targets[i]); i++) {
    hd_target t = v.targets[i];
    if (t.weak) continue;
    uint64_t start = t.stride && t.home != HD_NO_HOME ? t.home : t.offset;
    uint64_t base = pt->p->objects.data[t.object].base;
    t.object = hd_address_map_find(&pt->map, (base + start) & hd_mask(pt->p->pointer_width));
    if (t.object == HD_NONE || t.object == v.targets[i].object) continue;
    uint64_t by = base - pt->p->objects.data[t.object].base;
    t.offset = t.stride ? (start + by) % t.stride : start + by;
    t.home = t.stride ? start + by : 0;
    hd_target_set_add(&set, t);
  }
  hd_pointees result = hd_target_set_take(&set, &pt->arena);
  hd_vec_clear(&set.targets);
  return result;
}

static bool evaluate_sum(hd_points_to *pt, hd_target_set *set, hd_term t)
{
  summands s = {0};
  unsigned width = hd_term_sort(pt->p->terms, t).width;
  if (!take_apart(pt, t, false, &s)) return false;
  s.constant &= hd_mask(width);
  bool any = false;
  for (uint32_t i = 0; i < s.n; i++) any |= has_address(s.parts[i].value);
  hd_target zero = hd_target_number(0, 0), number = hd_target_number(s.constant, 0);
  hd_target constant = hd_points_to_constant(pt, s.constant, width);
  hd_target taken = hd_points_to_constant(pt, (0 - s.constant) & hd_mask(width), width); /* p - &a[1] */
  if (any || hd_target_is_number(&constant)) {
    hd_pointees sum = add_parts(pt, width, &s, true, (hd_pointees){&zero, 1, 0});
    bool minus = !hd_target_is_number(&taken);
    if (s.constant) sum = add_pointees(pt, width, sum, (hd_pointees){minus ? &taken : &number, 1, 0}, minus);
    bool far = s.constant > HD_MAX_STEP && ((0 - s.constant) & hd_mask(width)) > HD_MAX_STEP;
    if (any && !minus && far) sum = lead_on(pt, sum);
    hd_target_set_join(set, add_parts(pt, width, &s, false, sum));
  }
  if (!hd_target_is_number(&constant)) {
    hd_pointees sum = add_parts(pt, width, &s, false, (hd_pointees){&constant, 1, 0});
    hd_target_set_join(set, add_parts(pt, width, &s, true, sum));
  }
  return true;
}

static void evaluate_operator(hd_points_to *pt, hd_target_set *set, hd_term t)
{
  const hd_terms *T = pt->p->terms;
  hd_op op = hd_term_op(T, t);
  hd_target numbers[3];
  hd_pointees args[3];
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) {
    hd_term arg = hd_term_arg(T, t, i);
    uint64_t value;
    args[i] = pt->memo[arg.id];
    if (takes_addresses(op) || !hd_term_is_const(T, arg, &value)) continue;
    numbers[i] = hd_target_number(value, 0);
    args[i] = (hd_pointees){&numbers[i], 1, 0};
  }
  if (is_sum(T, t) && evaluate_sum(pt, set, t)) return;
  hd_points_to_apply(set, pt->p, t, args);
}

/* The arguments have been evaluated. */
static hd_pointees evaluate_node(hd_points_to *pt, hd_term t)
{
  const hd_terms *T = pt->p->terms;
  hd_target_set set = {0};
  hd_sort sort = hd_term_sort(T, t);
  switch (hd_term_op(T, t)) {
  case HD_OP_CONST: hd_target_set_add(&set, hd_points_to_constant(pt, hd_term_value(T, t), sort.width)); break;
  case HD_OP_VAR: return pt->vars[hd_term_symbol(T, t)];
  case HD_OP_SELECT: return pt->memo[hd_term_arg(T, t, 0).id];
  case HD_OP_STORE:
    hd_target_set_join(&set, pt->memo[hd_term_arg(T, t, 0).id]);
    hd_target_set_join(&set, pt->memo[hd_term_arg(T, t, 2).id]);
    break;
  case HD_OP_DEREF: hd_cells_read(pt, &set, pt->memo[hd_term_arg(T, t, 0).id], sort.width); break;
  default: evaluate_operator(pt, &set, t);
  }
  hd_pointees v = hd_target_set_take(&set, &pt->arena);
  hd_vec_clear(&set.targets);
  return v;
}

/* Truth values carry no addresses: nothing below them needs a look. */
static unsigned arguments(const hd_terms *T, hd_term t)
{
  return hd_term_sort(T, t).kind == HD_SORT_BOOL ? 0 : hd_term_arity(T, t);
}

static hd_pointees evaluate_pointees(hd_points_to *pt, hd_term root)
{
  const hd_terms *T = pt->p->terms;
  grow_memo(pt);
  pt->stamp++;
  pt->stack.len = 0;
  hd_vec_push(&pt->stack, root);
  while (pt->stack.len) {
    hd_term t = hd_vec_last(&pt->stack);
    bool ready = true;
    for (unsigned i = 0; pt->stamps[t.id] != pt->stamp && i < arguments(T, t); i++) {
      hd_term arg = hd_term_arg(T, t, i);
      if (pt->stamps[arg.id] == pt->stamp) continue;
      hd_vec_push(&pt->stack, arg);
      ready = false;
    }
    if (!ready) continue;
    (void)hd_vec_pop(&pt->stack);
    if (pt->stamps[t.id] == pt->stamp) continue;
    pt->memo[t.id] = evaluate_node(pt, t);
    pt->stamps[t.id] = pt->stamp;
  }
  return pt->memo[root.id];
}

/* --- constraints ---------------------------------------------------------------------- */

typedef struct {
  hd_points_to *pt;
  uint32_t constraint;
  bool count;
} listing;

static void list_use(void *context, hd_term leaf)
{
  listing *l = context;
  hd_points_to *pt = l->pt;
  if (hd_term_op(pt->p->terms, leaf) != HD_OP_VAR) return;
  uint32_t var = hd_term_symbol(pt->p->terms, leaf);
  if (l->count)
    pt->use_first[var + 2]++;
  else
    pt->uses[pt->use_first[var + 1]++] = l->constraint;
}

static const hd_assign *assign_of(const hd_points_to *pt, uint32_t c)
{
  const hd_constraint *k = &pt->constraints.data[c];
  return &pt->p->edges.data[k->edge].assigns[k->assign];
}

static void list_uses(hd_points_to *pt, bool count)
{
  for (uint32_t c = 0; c < pt->constraints.len; c++) {
    listing l = {pt, c, count};
    const hd_assign *a = assign_of(pt, c);
    if (hd_term_is(a->value)) hd_term_visit_leaves(pt->p->terms, a->value, list_use, &l);
    if (a->var.id == HD_NONE) hd_term_visit_leaves(pt->p->terms, a->index, list_use, &l);
  }
}

static void find_constraints(hd_points_to *pt)
{
  hd_program *p = pt->p;
  pt->first = hd_alloc(p->edges.len, sizeof *pt->first);
  for (uint32_t e = 0; e < p->edges.len; e++) {
    pt->first[e] = pt->constraints.len;
    for (uint32_t a = 0; a < p->edges.data[e].n_assigns; a++) hd_vec_push(&pt->constraints, (hd_constraint){e, a});
  }
  pt->use_first = hd_alloc((size_t)p->vars.len + 2, sizeof *pt->use_first);
  list_uses(pt, true);
  for (uint32_t i = 2; i < p->vars.len + 2; i++) pt->use_first[i] += pt->use_first[i - 1];
  pt->uses = hd_alloc(pt->use_first[p->vars.len + 1], sizeof *pt->uses);
  list_uses(pt, false);
}

static void enqueue(hd_points_to *pt, uint32_t c)
{
  if (pt->queued[c]) return;
  pt->queued[c] = 1;
  hd_vec_push(&pt->queue, c);
}

void hd_points_to_enqueue(hd_points_to *pt, const hd_u32s *constraints)
{
  for (uint32_t i = 0; i < constraints->len; i++) enqueue(pt, constraints->data[i]);
}

static const hd_target any_number = {.object = HD_NONE, .stride = 1};

static void apply_constraint(hd_points_to *pt, uint32_t c)
{
  const hd_assign *a = assign_of(pt, c);
  pt->current = c;
  hd_pointees value = {&any_number, 1, HD_FROM_INPUT};
  if (hd_term_is(a->value)) value = evaluate_pointees(pt, a->value);
  if (a->var.id == HD_NONE) {
    hd_cells_write(pt, evaluate_pointees(pt, a->index), a->width, value);
  } else if (hd_pointees_grow(pt, &pt->vars[a->var.id], value)) {
    for (uint32_t i = pt->use_first[a->var.id]; i < pt->use_first[a->var.id + 1]; i++) enqueue(pt, pt->uses[i]);
  }
  pt->current = HD_NONE;
}

static void apply_queued(hd_points_to *pt)
{
  while (pt->queue_head < pt->queue.len && !hd_watch_spent(pt->p->watch)) {
    uint32_t c = pt->queue.data[pt->queue_head++];
    if (pt->queue_head > pt->constraints.len) { /* keep the queue from growing for ever */
      pt->queue.len -= pt->queue_head;
      memmove(pt->queue.data, pt->queue.data + pt->queue_head, pt->queue.len * sizeof *pt->queue.data);
      pt->queue_head = 0;
    }
    pt->queued[c] = 0;
    if (pt->live[pt->constraints.data[c].edge]) apply_constraint(pt, c);
  }
}

/* --- which edges count ---------------------------------------------------------------- */

static bool may_equal(hd_points_to *pt, hd_term equality)
{
  const hd_terms *T = pt->p->terms;
  uint64_t value;
  hd_term a = hd_term_arg(T, equality, 0), b = hd_term_arg(T, equality, 1);
  hd_sort sort = hd_term_sort(T, a);
  if (!hd_sort_same(sort, HD_BV(pt->p->pointer_width))) return true;
  hd_term other = hd_term_is_const(T, b, &value) ? a : hd_term_is_const(T, a, &value) ? b : HD_NO_TERM;
  if (!hd_term_is(other)) return true;
  hd_pointees v = evaluate_pointees(pt, other);
  hd_target constant = hd_points_to_constant(pt, value, sort.width);
  bool own = hd_target_is_number(&constant) || hd_object_is_asked_for(&pt->p->objects.data[constant.object]);
  if (!own && hd_pointees_may_touch(pt->p, v, (hd_pointees){&constant, 1, 0})) return true;
  if (has_address(v)) return hd_points_to_may_be(pt, v, value);
  if (!v.n && !v.flags) return false;                                         /* nothing has been assigned to it */
  return hd_target_is_number(&constant) || hd_points_to_may_be(pt, v, value); /* numbers: not our business */
}

/* Can some address of the target lie in [first, first + size]? */
static bool target_may_be_within(const hd_points_to *pt, const hd_target *t, uint64_t first, uint64_t size)
{
  if (hd_target_is_number(t)) return t->stride || t->offset - first <= size;
  const hd_object_info *o = &pt->p->objects.data[t->object];
  if (!t->weak && !t->stride) return o->base + t->offset - first <= size;
  return o->base <= first + size && first <= o->base + o->stride * o->copies;
}

static bool may_be_within(hd_points_to *pt, hd_term comparison)
{
  const hd_terms *T = pt->p->terms;
  hd_term distance = hd_term_arg(T, comparison, 0), pointer = HD_NO_TERM;
  uint64_t size, minus = 0;
  if (!hd_term_is_const(T, hd_term_arg(T, comparison, 1), &size) || hd_term_op(T, distance) != HD_OP_ADD ||
      hd_term_sort(T, distance).width != pt->p->pointer_width)
    return true;
  for (unsigned i = 0; i < 2 && !hd_term_is(pointer); i++)
    if (hd_term_is_const(T, hd_term_arg(T, distance, i), &minus)) pointer = hd_term_arg(T, distance, 1 - i);
  uint64_t first = (0 - minus) & hd_mask(pt->p->pointer_width);
  if (!hd_term_is(pointer) || hd_address_map_find(&pt->map, first) == HD_NONE) return true;
  hd_pointees v = evaluate_pointees(pt, pointer);
  bool some = v.flags != 0;
  for (uint32_t i = 0; i < v.n && !some; i++) some = target_may_be_within(pt, &v.targets[i], first, size);
  return some;
}

bool hd_points_to_may_compare(hd_points_to *pt, hd_term comparison)
{
  switch (hd_term_op(pt->p->terms, comparison)) {
  case HD_OP_EQ: return may_equal(pt, comparison);
  case HD_OP_ULE: return may_be_within(pt, comparison);
  default: return true;
  }
}

/* Can the guard hold, as far as comparisons of pointers with constants tell? */
static bool may_hold(hd_points_to *pt, hd_term t)
{
  const hd_terms *T = pt->p->terms;
  if (!hd_term_is(t)) return true;
  switch (hd_term_op(T, t)) {
  case HD_OP_CONST: return hd_term_value(T, t) != 0;
  case HD_OP_AND: return may_hold(pt, hd_term_arg(T, t, 0)) && may_hold(pt, hd_term_arg(T, t, 1));
  case HD_OP_OR: return may_hold(pt, hd_term_arg(T, t, 0)) || may_hold(pt, hd_term_arg(T, t, 1));
  default: return hd_points_to_may_compare(pt, t);
  }
}

static void reach_pending_loc(uint8_t *reached, hd_u32s *work, hd_loc l)
{
  if (reached[l.id]) return;
  reached[l.id] = 1;
  hd_vec_push(work, l.id);
}

/* Follows edges from the locations at work; those that cannot be taken yet are put aside. */
static void spread_reached(hd_points_to *pt, uint8_t *reached, hd_u32s *work, hd_u32s *aside)
{
  hd_program *p = pt->p;
  while (work->len && !hd_watch_spent(p->watch)) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, (hd_loc){hd_vec_pop(work)}, &n);
    for (uint32_t i = 0; i < n; i++) {
      const hd_edge_info *e = &p->edges.data[out[i]];
      if (!may_hold(pt, e->guard)) {
        hd_vec_push(aside, out[i]);
        continue;
      }
      if (pt->live[out[i]]) continue;
      pt->live[out[i]] = 1;
      for (uint32_t c = 0; c < e->n_assigns; c++) apply_constraint(pt, pt->first[out[i]] + c);
      reach_pending_loc(reached, work, e->to);
    }
  }
}

/* Edges count from when their guard can hold on: a function that a pointer cannot be adds
 * nothing to what pointers can be. */
static void solve_points_to(hd_points_to *pt)
{
  hd_program *p = pt->p;
  hd_u32s work = {0}, aside = {0};
  uint8_t *reached = hd_alloc(p->locs.len, sizeof *reached);
  hd_program_index(p);
  pt->queued = hd_alloc(pt->constraints.len, sizeof *pt->queued);
  pt->live = hd_alloc(p->edges.len, sizeof *pt->live);
  for (uint32_t t = 0; t < p->threads.len; t++) reach_pending_loc(reached, &work, p->threads.data[t].entry);
  while (work.len && !hd_watch_spent(p->watch)) {
    spread_reached(pt, reached, &work, &aside);
    apply_queued(pt);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < aside.len; i++) {
      const hd_edge_info *e = &p->edges.data[aside.data[i]];
      if (may_hold(pt, e->guard))
        hd_vec_push(&work, e->from.id); /* look at it again */
      else
        aside.data[kept++] = aside.data[i];
    }
    aside.len = kept;
  }
  free(reached);
  hd_vec_clear(&work);
  hd_vec_clear(&aside);
}

/* --- variables at first --------------------------------------------------------------- */

static hd_pointees initial_value(hd_points_to *pt, uint32_t var)
{
  const hd_var_info *v = &pt->p->vars.data[var];
  hd_target_set set = {0};
  if (v->any || v->role == HD_ROLE_SELF) {
    hd_target_set_add(&set, any_number);
    set.flags = v->any ? HD_FROM_UNDEFINED : 0;
  } else {
    for (uint32_t i = 0; i < hd_var_elements(v); i++)
      hd_target_set_add(&set, hd_points_to_constant(pt, hd_var_init(pt->p, (hd_var){var}, i), v->sort.width));
  }
  hd_pointees result = hd_target_set_take(&set, &pt->arena);
  hd_vec_clear(&set.targets);
  return result;
}

/* A real address says which object it is of, and no more. */
static hd_pointees somewhere_in(hd_points_to *pt, uint32_t object)
{
  hd_target weak = hd_target_weak(object);
  return (hd_pointees){hd_arena_copy(&pt->arena, &weak, sizeof weak), 1, 0};
}

static void init_vars(hd_points_to *pt)
{
  hd_program *p = pt->p;
  pt->vars = hd_alloc(p->vars.len, sizeof *pt->vars);
  uint8_t *read = hd_initial_values_read(p);
  for (uint32_t t = 0; t < p->threads.len; t++)
    if (p->threads.data[t].self.id != HD_NONE) pt->vars[p->threads.data[t].self.id] = (hd_pointees){&any_number, 1, 0};
  for (uint32_t o = 0; o < p->objects.len; o++)
    if (p->objects.data[o].address.id != HD_NONE) pt->vars[p->objects.data[o].address.id] = somewhere_in(pt, o);
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (read[v] && !pt->vars[v].n) pt->vars[v] = initial_value(pt, v);
  free(read);
}

/* --- the interface -------------------------------------------------------------------- */

hd_points_to *hd_points_to_new(hd_program *p)
{
  hd_points_to *pt = hd_alloc(1, sizeof *pt);
  pt->p = p;
  pt->current = HD_NONE;
  hd_arena_init(&pt->arena);
  hd_address_map_init(&pt->map, p);
  init_vars(pt);
  hd_cells_init(pt);
  find_constraints(pt);
  solve_points_to(pt);
  return pt;
}

void hd_points_to_free(hd_points_to *pt)
{
  if (!pt) return;
  hd_cells_clear(pt);
  hd_address_map_clear(&pt->map);
  hd_map_clear(&pt->registered);
  hd_vec_clear(&pt->constraints);
  hd_vec_clear(&pt->queue);
  hd_vec_clear(&pt->stack);
  free(pt->use_first);
  free(pt->uses);
  free(pt->queued);
  free(pt->live);
  free(pt->first);
  free(pt->memo);
  free(pt->stamps);
  free(pt->vars);
  hd_arena_clear(&pt->arena);
  free(pt);
}

hd_pointees hd_points_to_term(hd_points_to *pt, hd_term t)
{
  hd_pointees v = evaluate_pointees(pt, t);
  HD_ASSERT(hd_pointees_check(v));
  return v;
}

bool hd_pointees_check(hd_pointees v)
{
  for (uint32_t i = 0; i < v.n; i++) {
    const hd_target *t = &v.targets[i];
    if (i > 0 && v.targets[i - 1].object > t->object) return false; /* HD_NONE, a plain number, is the largest */
    if (t->stride && !t->weak && t->offset >= t->stride) return false;
  }
  return true;
}

bool hd_points_to_is_live(const hd_points_to *pt, hd_edge e)
{
  return pt->live[e.id];
}

const hd_points_cell *hd_points_to_cells(const hd_points_to *pt, hd_object o, uint32_t *n)
{
  *n = pt->objects[o.id].cells.len;
  return pt->objects[o.id].cells.data;
}

static bool target_may_be(const hd_program *p, const hd_target *t, uint64_t value)
{
  if (t->weak) return true;
  uint64_t start = 0;
  if (!hd_target_is_number(t)) {
    const hd_object_info *o = &p->objects.data[t->object];
    start = o->base;
    if (t->stride && value - start > o->stride * o->copies) return false; /* it would have left the object */
  }
  uint64_t apart = (value - start) & hd_mask(p->pointer_width);
  if (!t->stride) return apart == (t->offset & hd_mask(p->pointer_width));
  /* A stride that is no power of two does not survive wrapping around. */
  uint64_t modulus = hd_target_is_number(t) ? t->stride & (0 - t->stride) : t->stride;
  return apart % modulus == t->offset % modulus;
}

bool hd_points_to_may_be(const hd_points_to *pt, hd_pointees v, uint64_t value)
{
  if (v.flags) return true;
  for (uint32_t i = 0; i < v.n; i++)
    if (target_may_be(pt->p, &v.targets[i], value)) return true;
  return false;
}
