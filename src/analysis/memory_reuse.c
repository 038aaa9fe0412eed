/* memory_reuse.c - objects whose addresses are compared after their end share a choice of addresses. */
#include "analysis/memory_reuse.h"

#include "analysis/memory_lives.h"
#include "analysis/rebuild.h"
#include "program/lifetimes.h"

enum { MAX_BLOCKS = 48 }; /* blocks that share addresses: terms grow with the cube of their number */

typedef struct {
  uint32_t object, copy;
} block;

typedef struct {
  hd_program *p;
  hd_points_to *pt;
  hd_lives lives;
  uint32_t *group;        /* by object: union-find */
  uint8_t *seen;          /* by object: its addresses are looked at */
  hd_var *address;        /* by object: where its blocks are, or HD_NO_VAR */
  hd_u32s left, right;    /* objects of a comparison at hand */
  HD_VEC(block) together; /* blocks of the group at hand */
} reuse;

/* --- which comparisons look at addresses -------------------------------------------------------------- */

static bool is_mortal(const reuse *x, uint32_t object)
{
  return hd_object_is_mortal(&x->p->objects.data[object]);
}

static void list_mortals(const reuse *x, hd_pointees v, hd_u32s *out)
{
  out->len = 0;
  if (v.flags & HD_FROM_MANY) {
    for (uint32_t i = 0; i < x->p->objects.len; i++)
      if (is_mortal(x, i)) hd_vec_push(out, i);
    return;
  }
  for (uint32_t i = 0; i < v.n && v.targets[i].object != HD_NONE; i++)
    if (is_mortal(x, v.targets[i].object) && (!out->len || hd_vec_last(out) != v.targets[i].object))
      hd_vec_push(out, v.targets[i].object);
}

/* The values compared are addresses that no constant tells: false when it is another comparison. */
static bool list_compared(reuse *x, hd_term t)
{
  hd_terms *T = x->p->terms;
  uint64_t value;
  if (hd_term_op(T, t) != HD_OP_EQ) return false;
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  if (!hd_sort_same(hd_term_sort(T, a), HD_BV(x->p->pointer_width))) return false;
  if (hd_term_is_const(T, a, &value) || hd_term_is_const(T, b, &value)) return false;
  list_mortals(x, hd_points_to_term(x->pt, a), &x->left);
  list_mortals(x, hd_points_to_term(x->pt, b), &x->right);
  return x->left.len && x->right.len;
}

static uint32_t group_of(reuse *x, uint32_t object)
{
  while (x->group[object] != object) object = x->group[object] = x->group[x->group[object]];
  return object;
}

/* Heap, stacks and handles lie apart, but for stacks of threads, which the system gives and takes like large blocks. */
static bool may_lie_in_one_region(const hd_object_info *a, const hd_object_info *b)
{
  if (a->kind == b->kind) return true;
  return (a->borrowed && b->kind == HD_OBJ_HEAP) || (b->borrowed && a->kind == HD_OBJ_HEAP);
}

static void look_at(reuse *x, uint32_t a, uint32_t b)
{
  if (!may_lie_in_one_region(&x->p->objects.data[a], &x->p->objects.data[b])) return;
  if (x->seen[a] && x->seen[b] && group_of(x, a) == group_of(x, b)) return;
  if (!hd_lives_may_follow(&x->lives, a, b) && !hd_lives_may_follow(&x->lives, b, a)) return;
  x->seen[a] = x->seen[b] = 1;
  x->group[group_of(x, a)] = group_of(x, b);
}

static hd_term look_at_comparison(void *context, hd_term t)
{
  reuse *x = context;
  if (!list_compared(x, t)) return HD_NO_TERM;
  for (uint32_t i = 0; i < x->left.len; i++)
    for (uint32_t k = 0; k < x->right.len; k++) look_at(x, x->left.data[i], x->right.data[k]);
  return HD_NO_TERM;
}

/* Nothing can be seen of what never ends, or never begins after an end. */
static bool find_comparisons(reuse *x)
{
  hd_rebuilder f = {.T = x->p->terms, .node = look_at_comparison, .context = x};
  bool any = false;
  for (uint32_t i = 0; i < x->p->edges.len && x->lives.ends.len && !hd_watch_spent(x->p->watch); i++)
    if (hd_points_to_is_live(x->pt, (hd_edge){i})) hd_rebuild_edge(&f, &x->p->edges.data[i]);
  hd_rebuilder_clear(&f);
  for (uint32_t i = 0; i < x->p->objects.len; i++) any |= x->seen[i];
  return any;
}

/* --- the variables ------------------------------------------------------------------------------------ */

static void add_address(reuse *x, uint32_t object)
{
  const hd_object_info o = x->p->objects.data[object];
  x->address[object] =
      hd_program_add_var(x->p, (hd_var_info){.name = hd_arena_printf(&x->p->arena, "%s.address", o.name),
                                             .thread = HD_NO_THREAD,
                                             .sort = HD_BV(x->p->pointer_width),
                                             .count = o.copies > 1 ? o.copies : 0,
                                             .role = HD_ROLE_MEMORY,
                                             .show = HD_SHOW_POINTER,
                                             .pos = o.pos});
}

static hd_term element_of(reuse *x, hd_var var, block b)
{
  if (!hd_var_get(x->p, var)->count) return hd_program_var_term(x->p, var);
  return hd_program_element(x->p, var, hd_term_bv(x->p->terms, 32, b.copy));
}

static hd_term address_of(reuse *x, block b)
{
  return element_of(x, x->address[b.object], b);
}

static hd_term is_alive(reuse *x, block b)
{
  hd_term life = element_of(x, x->p->objects.data[b.object].alive, b);
  hd_term alive = hd_term_eq_bv(x->p->terms, life, HD_LIFE_ALIVE);
  if (x->p->objects.data[b.object].kind != HD_OBJ_THREAD) return alive;
  return hd_term_2(x->p->terms, HD_OP_OR, alive, hd_term_eq_bv(x->p->terms, life, HD_LIFE_LEAVING));
}

static uint64_t number_of(const reuse *x, block b)
{
  const hd_object_info *o = &x->p->objects.data[b.object];
  return o->base + b.copy * o->stride;
}

/* 0: it has not begun yet. */
static hd_term has_begun(reuse *x, hd_term address)
{
  hd_terms *T = x->p->terms;
  return hd_term_1(T, HD_OP_NOT, hd_term_eq_bv(T, address, 0));
}

/* --- the block that begins ------------------------------------------------------------------------------ */

static hd_term number_begun(reuse *x, const hd_life_event *e)
{
  hd_terms *T = x->p->terms;
  unsigned width = x->p->pointer_width;
  const hd_object_info *o = &x->p->objects.data[e->object];
  hd_term copy = hd_term_resize(T, e->copy, width, false);
  hd_term distance = hd_term_2(T, HD_OP_MUL, copy, hd_term_bv(T, width, o->stride));
  return hd_term_2(T, HD_OP_ADD, hd_term_bv(T, width, o->base), distance);
}

static hd_term address_begun(reuse *x, const hd_life_event *e)
{
  hd_var var = x->address[e->object];
  if (!hd_var_get(x->p, var)->count) return hd_program_var_term(x->p, var);
  return hd_program_element(x->p, var, e->copy);
}

static hd_term is_begun(reuse *x, const hd_life_event *e, block b)
{
  return b.object == e->object ? hd_term_eq_bv(x->p->terms, e->copy, b.copy) : hd_term_false(x->p->terms);
}

/* --- comparing addresses ------------------------------------------------------------------------------ */

/* Where what the pointer points to is, given that it points into the object. */
static hd_term address_in(reuse *x, uint32_t object, hd_term distance)
{
  hd_program *p = x->p;
  hd_terms *T = p->terms;
  const hd_object_info *o = &p->objects.data[object];
  hd_term address = hd_program_var_term(p, x->address[object]), within = distance;
  if (o->copies > 1) { /* then the stride is a power of two */
    hd_term stride = hd_term_bv(T, p->pointer_width, (uint64_t)__builtin_ctzll(o->stride));
    hd_term copy = hd_term_resize(T, hd_term_2(T, HD_OP_LSHR, distance, stride), 32, false);
    address = hd_program_element(p, x->address[object], copy);
    within = hd_term_2(T, HD_OP_BAND, distance, hd_term_bv(T, p->pointer_width, o->stride - 1));
  }
  return hd_term_2(T, HD_OP_ADD, address, within);
}

static hd_term as_address(reuse *x, hd_term pointer, const hd_u32s *objects)
{
  hd_terms *T = x->p->terms;
  unsigned width = x->p->pointer_width;
  hd_term result = pointer;
  for (uint32_t i = 0; i < objects->len; i++) {
    const hd_object_info *o = &x->p->objects.data[objects->data[i]];
    if (x->address[objects->data[i]].id == HD_NONE) continue;
    hd_term distance = hd_term_2(T, HD_OP_SUB, pointer, hd_term_bv(T, width, o->base));
    hd_term inside = hd_term_2(T, HD_OP_ULT, distance, hd_term_bv(T, width, o->stride * o->copies));
    result = hd_term_3(T, HD_OP_ITE, inside, address_in(x, objects->data[i], distance), result);
  }
  return result;
}

static hd_term compare_addresses(void *context, hd_term t)
{
  reuse *x = context;
  hd_terms *T = x->p->terms;
  if (!list_compared(x, t)) return HD_NO_TERM;
  hd_term a = as_address(x, hd_term_arg(T, t, 0), &x->left), b = as_address(x, hd_term_arg(T, t, 1), &x->right);
  return hd_term_2(T, HD_OP_EQ, a, b);
}

/* --- choosing an address ------------------------------------------------------------------------------ */

static hd_term both_reused(hd_terms *T, hd_term a, hd_term b)
{
  return hd_term_is(a) ? hd_term_2(T, HD_OP_AND, a, b) : b;
}

/* Is the block the one that the reallocation replaces? */
static hd_term is_moved(reuse *x, const hd_life_event *e, block b)
{
  hd_terms *T = x->p->terms;
  return hd_term_is(e->moved) ? hd_term_eq_bv(T, e->moved, number_of(x, b)) : hd_term_false(T);
}

/* No block of the group is there, but for the one that begins, and the one that it replaces. */
static hd_term is_vacant(reuse *x, const hd_life_event *e, hd_term address)
{
  hd_terms *T = x->p->terms;
  hd_term taken = hd_term_false(T);
  for (uint32_t i = 0; i < x->together.len; i++) {
    block b = x->together.data[i];
    hd_term leaves = hd_term_2(T, HD_OP_OR, is_moved(x, e, b), is_begun(x, e, b));
    hd_term stays = hd_term_2(T, HD_OP_AND, is_alive(x, b), hd_term_1(T, HD_OP_NOT, leaves));
    hd_term here = hd_term_2(T, HD_OP_EQ, address_of(x, b), address);
    taken = hd_term_2(T, HD_OP_OR, taken, hd_term_2(T, HD_OP_AND, stays, here));
  }
  return hd_term_1(T, HD_OP_NOT, taken);
}

static void add_choice(reuse *x, const hd_life_event *e, hd_term guard, hd_term address)
{
  hd_program *p = x->p;
  hd_edge_info edge = p->edges.data[e->edge];
  HD_VEC(hd_assign) assigns = {0};
  edge.guard = both_reused(p->terms, edge.guard, guard);
  if (hd_term_is_false(p->terms, edge.guard)) return;
  for (uint32_t i = 0; i < edge.n_assigns; i++) hd_vec_push(&assigns, edge.assigns[i]);
  hd_assign a = {.var = x->address[e->object], .value = address};
  if (hd_var_get(p, a.var)->count) a.index = e->copy;
  hd_vec_push(&assigns, a);
  edge.assigns = assigns.data;
  edge.n_assigns = assigns.len;
  hd_program_add_edge(p, edge);
  hd_vec_clear(&assigns);
}

/* A number that is taken again cannot tell the block from those that had it before: addresses that differ from theirs
 * would need a number more. */
static void add_bound(reuse *x, const hd_life_event *e)
{
  hd_program *p = x->p;
  const hd_object_info o = p->objects.data[e->object];
  hd_edge_info edge = p->edges.data[e->edge];
  hd_loc_info l = {
      .thread = hd_life_thread(&x->lives, e), .kind = HD_LOC_BOUND, .limit = HD_LIMIT_HEAP, .pos = edge.pos};
  l.frame = edge.frame;
  l.reason = hd_arena_printf(&p->arena, "more than %u addresses of %s, which the program compares", o.copies, o.name);
  edge.guard = both_reused(p->terms, edge.guard, has_begun(x, address_begun(x, e)));
  edge.to = hd_program_add_loc(p, l);
  edge.n_assigns = 0;
  hd_program_add_edge(p, edge);
}

/* The address of a block that has ended, or is replaced. */
static void add_address_again(reuse *x, const hd_life_event *e, block from)
{
  hd_terms *T = x->p->terms;
  hd_term there = address_of(x, from), ended = hd_term_1(T, HD_OP_NOT, is_alive(x, from));
  hd_term other = hd_term_1(T, HD_OP_NOT, is_begun(x, e, from));
  hd_term guard = hd_term_2(T, HD_OP_OR, ended, is_moved(x, e, from));
  guard = hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_AND, other, has_begun(x, there)), guard);
  guard = hd_term_2(T, HD_OP_AND, guard, hd_term_ne(T, there, number_begun(x, e)));
  add_choice(x, e, hd_term_2(T, HD_OP_AND, guard, is_vacant(x, e, there)), there);
}

static bool is_taken_again(const reuse *x, uint32_t object)
{
  for (uint32_t i = 0; i < x->lives.ends.len; i++)
    if (x->lives.ends.data[i].object == object && x->lives.ends.data[i].again) return true;
  return false;
}

static void list_together(reuse *x, uint32_t object)
{
  x->together.len = 0;
  for (uint32_t i = 0; i < x->p->objects.len; i++)
    for (uint32_t k = 0; x->seen[i] && group_of(x, i) == group_of(x, object) && k < x->p->objects.data[i].copies; k++)
      hd_vec_push(&x->together, (block){i, k});
}

/* Is there an address that the block could take over? */
static hd_term is_any_free(reuse *x, const hd_life_event *e)
{
  hd_terms *T = x->p->terms;
  if (hd_term_is(e->moved)) return hd_term_true(T);
  hd_term any = hd_term_false(T);
  for (uint32_t i = 0; i < x->together.len; i++) {
    block b = x->together.data[i];
    hd_term ended = hd_term_1(T, HD_OP_NOT, is_alive(x, b));
    any = hd_term_2(T, HD_OP_OR, any, hd_term_2(T, HD_OP_AND, has_begun(x, address_of(x, b)), ended));
  }
  return any;
}

static void add_unsupported(reuse *x, const hd_life_event *e)
{
  hd_program *p = x->p;
  hd_edge_info edge = p->edges.data[e->edge];
  edge.guard = both_reused(p->terms, edge.guard, is_any_free(x, e));
  hd_loc_info l = {
      .thread = hd_life_thread(&x->lives, e), .kind = HD_LOC_UNSUPPORTED, .pos = edge.pos, .frame = edge.frame};
  l.reason = hd_arena_printf(&p->arena, "not supported: comparing addresses of more than %u blocks, some of them freed",
                             MAX_BLOCKS);
  edge.to = hd_program_add_loc(p, l);
  edge.n_assigns = 0;
  hd_program_add_edge(p, edge);
}

/* The step that begins the block's life becomes one for each address. Where these are too many, the block may have an
 * address that no other block had, which is enough to find violations; that it could take one over is not followed. */
static void choose_address(reuse *x, const hd_life_event *e)
{
  hd_program *p = x->p;
  bool again = is_taken_again(x, e->object);
  hd_term own = number_begun(x, e);
  list_together(x, e->object);
  if (x->together.len > MAX_BLOCKS) {
    add_choice(x, e, hd_term_true(p->terms), own);
    add_unsupported(x, e);
  } else {
    add_choice(x, e, again ? is_vacant(x, e, own) : hd_term_true(p->terms), own);
    if (again) add_bound(x, e);
    for (uint32_t i = 0; i < x->together.len; i++) add_address_again(x, e, x->together.data[i]);
  }
  p->edges.data[e->edge].guard = hd_term_false(p->terms);
}

static void rewrite_addresses(reuse *x)
{
  hd_program *p = x->p;
  hd_rebuilder f = {.T = p->terms, .node = compare_addresses, .context = x};
  for (uint32_t i = 0; i < p->objects.len; i++)
    if (x->seen[i]) add_address(x, i);
  for (uint32_t i = 0; i < p->edges.len && !hd_watch_spent(p->watch); i++)
    if (hd_points_to_is_live(x->pt, (hd_edge){i})) hd_rebuild_edge(&f, &p->edges.data[i]);
  hd_rebuilder_clear(&f);
  for (uint32_t i = 0; i < x->lives.begins.len && !hd_watch_spent(p->watch); i++)
    if (x->seen[x->lives.begins.data[i].object]) choose_address(x, &x->lives.begins.data[i]);
  hd_program_unindex(p);
}

/* --- what was told for nothing ---------------------------------------------------------------------------- */

static void drop_assignments(hd_program *p, hd_var var)
{
  for (uint32_t i = 0; i < p->edges.len && var.id != HD_NONE; i++) {
    hd_edge_info *e = &p->edges.data[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < e->n_assigns; k++)
      if (e->assigns[k].var.id != var.id) e->assigns[kept++] = e->assigns[k];
    e->n_assigns = kept;
  }
}

static void drop_unseen_handles(reuse *x)
{
  for (uint32_t i = 0; i < x->p->objects.len; i++) {
    hd_object_info *o = &x->p->objects.data[i];
    if (o->kind != HD_OBJ_THREAD || x->seen[i]) continue;
    drop_assignments(x->p, o->alive);
    o->alive = HD_NO_VAR;
  }
}

/* --- locals whose ends are not told ----------------------------------------------------------------------- */

typedef struct {
  hd_program *p;
  hd_points_to *pt;
  bool any;
} asking;

static bool is_freed(const hd_program *p, const hd_object_info *heap)
{
  for (uint32_t i = 0; i < p->edges.len && heap->alive.id != HD_NONE; i++)
    for (uint32_t k = 0; k < p->edges.data[i].n_assigns; k++) {
      const hd_assign *a = &p->edges.data[i].assigns[k];
      uint64_t life;
      if (a->var.id != heap->alive.id) continue;
      if (!hd_term_is_const(p->terms, a->value, &life) || life != HD_LIFE_ALIVE) return true;
    }
  return false;
}

/* A block where the stack of a thread was, or the other way round. */
static bool may_be_block_and_local(const hd_program *p, const hd_object_info *heap, const hd_object_info *local)
{
  if (heap->kind != HD_OBJ_HEAP || !local->borrowed || !local->lives) return false;
  return local->unsettled || is_freed(p, heap);
}

/* May one have had the address of the other? One whose address is not kept cannot be compared with. */
static bool may_lie_in_turn(const hd_program *p, uint32_t a, uint32_t b)
{
  const hd_object_info *o = &p->objects.data[a], *other = &p->objects.data[b];
  if (may_be_block_and_local(p, o, other) || may_be_block_and_local(p, other, o)) return true;
  if (!o->lives || !other->lives || (!o->unsettled && !other->unsettled)) return false;
  return a != b || o->copies > 1 || o->lives == HD_LIVES_AGAIN;
}

static hd_term ask_about_locals(void *context, hd_term t)
{
  asking *x = context;
  hd_terms *T = x->p->terms;
  if (hd_term_op(T, t) != HD_OP_EQ) return HD_NO_TERM;
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  if (!hd_sort_same(hd_term_sort(T, a), HD_BV(x->p->pointer_width))) return HD_NO_TERM;
  hd_pointees v = hd_points_to_term(x->pt, a), w = hd_points_to_term(x->pt, b);
  for (uint32_t i = 0; i < v.n && v.targets[i].object != HD_NONE; i++)
    for (uint32_t k = 0; k < w.n && w.targets[k].object != HD_NONE && !x->any; k++)
      x->any = may_lie_in_turn(x->p, v.targets[i].object, w.targets[k].object);
  return HD_NO_TERM;
}

static bool has_untold(const hd_program *p)
{
  for (uint32_t i = 0; i < p->objects.len; i++)
    if (p->objects.data[i].lives != HD_LIVES_TOLD) return true;
  return false;
}

bool hd_reuse_needs_ends(hd_program *p, hd_points_to *pt)
{
  asking x = {.p = p, .pt = pt};
  hd_rebuilder f = {.T = p->terms, .node = ask_about_locals, .context = &x};
  bool some = has_untold(p);
  for (uint32_t i = 0; some && i < p->edges.len && !x.any && !hd_watch_spent(p->watch); i++)
    if (hd_points_to_is_live(pt, (hd_edge){i})) hd_rebuild_edge(&f, &p->edges.data[i]);
  hd_rebuilder_clear(&f);
  return x.any;
}

/* --- the interface ------------------------------------------------------------------------------------ */

bool hd_reuse_addresses(hd_program *p, hd_points_to *pt)
{
  uint32_t n = p->objects.len;
  reuse x = {.p = p, .pt = pt};
  x.group = hd_alloc(n, sizeof *x.group);
  x.seen = hd_alloc(n, sizeof *x.seen);
  x.address = hd_alloc(n, sizeof *x.address);
  for (uint32_t i = 0; i < n; i++) x.group[i] = i, x.address[i] = HD_NO_VAR;
  hd_lives_init(&x.lives, p, pt);
  bool any = find_comparisons(&x);
  if (any) rewrite_addresses(&x);
  drop_unseen_handles(&x);
  hd_lives_clear(&x.lives);
  free(x.group);
  free(x.seen);
  free(x.address);
  hd_vec_clear(&x.left);
  hd_vec_clear(&x.right);
  hd_vec_clear(&x.together);
  return any;
}

void hd_reuse_tidy(hd_program *p)
{
  drop_assignments(p, hd_program_find_var(p, HD_MOVED_BLOCK));
}
