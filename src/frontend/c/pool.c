/* pool.c - pools of copies: what is allocated takes a copy, and gives it back when it ends.
 *
 * There is a copy for each time that something is allocated, as far as the limit allows. Where the property asks
 * for lifetimes and there are that many, no copy is taken twice, and what has ended stays dead for every
 * pointer to it. Otherwise the first that is not alive is taken, again and again, and the execution ends at a
 * bound when all of them are alive. A pointer to what has ended would then come to life with the next object
 * in its copy. So where the property asks for lifetimes, such a pool has one copy more, which stands apart: it is
 * taken at most once. Any one object of an execution may be the one that gets such a copy
 * (docs/decisions/0010-lifetimes.md says why one is enough).
 *
 * The heap's pools belong to the program; those of locals have as many copies for each instance of their
 * thread. */
#include "frontend/c/core.h"
#include "program/lifetimes.h"

/* What `alive` says of a copy; GONE: it has ended, and is not taken again. */
enum { FREE = HD_LIFE_NONE, ALIVE = HD_LIFE_ALIVE, GONE = HD_LIFE_GONE };

hd_object hd_pool_make(hd_cursor *c, hd_object_info info, hd_pool pool)
{
  hd_lower *L = c->lower;
  pool.each = pool.recycled && L->options.lifetimes ? pool.ordinary + 1 : pool.ordinary;
  info.copies = pool.owned ? pool.each * hd_routine_of(c)->instances : pool.each;
  info.alive = hd_program_add_var(L->p, (hd_var_info){.name = hd_arena_printf(&L->arena, "%s.alive", info.name),
                                                      .thread = HD_NO_THREAD,
                                                      .sort = HD_BV(8),
                                                      .count = info.copies > 1 ? info.copies : 0,
                                                      .role = HD_ROLE_MEMORY,
                                                      .show = HD_SHOW_BOOL,
                                                      .pos = info.pos});
  hd_object o = hd_object_make(L, info);
  hd_map_put(&L->pool_of, o.id, L->pools.len);
  hd_vec_push(&L->pools, pool);
  return o;
}

const hd_pool *hd_pool_get(const hd_lower *L, hd_object o)
{
  const uint64_t *known = hd_map_find(&L->pool_of, o.id);
  return known ? &L->pools.data[*known] : NULL;
}

/* One copy of a pool, for the cursor's instance. */
typedef struct {
  hd_term index; /* among all, 32 bits */
  hd_term address;
} copy;

static copy copy_of(hd_cursor *c, const hd_object_info *o, const hd_pool *pool, uint32_t i)
{
  hd_lower *L = c->lower;
  hd_term index = hd_term_bv(L->T, 32, i), address = hd_term_bv(L->T, L->ptr, o->base + i * o->stride);
  if (!pool->owned || hd_routine_of(c)->instances == 1) return (copy){index, address};
  hd_term self = hd_cursor_self(c), each = hd_term_bv(L->T, 32, pool->each);
  hd_term distance = hd_term_2(L->T, HD_OP_MUL, hd_term_resize(L->T, self, L->ptr, false),
                               hd_term_bv(L->T, L->ptr, pool->each * o->stride));
  return (copy){hd_term_2(L->T, HD_OP_ADD, hd_term_2(L->T, HD_OP_MUL, self, each), index),
                hd_term_2(L->T, HD_OP_ADD, address, distance)};
}

static hd_term alive_term(hd_lower *L, const hd_object_info *o, hd_term index)
{
  return o->copies > 1 ? hd_program_element(L->p, o->alive, index) : hd_program_var_term(L->p, o->alive);
}

static hd_assign set_alive(const hd_object_info *o, hd_term index, hd_term value)
{
  return (hd_assign){.var = o->alive, .index = o->copies > 1 ? index : HD_NO_TERM, .value = value};
}

/* --- taking a copy ------------------------------------------------------------------------------------ */

typedef struct {
  const hd_object_info *o;
  hd_var address; /* HD_NO_VAR: it is known */
  hd_term moved;  /* the block that this one replaces, or HD_NO_TERM */
  hd_loc to;
  const char *label;
} taking;

/* For the analysis of addresses, which takes it out again. */
static hd_var moved_var(hd_lower *L)
{
  hd_var known = hd_program_find_var(L->p, HD_MOVED_BLOCK);
  if (known.id != HD_NONE) return known;
  return hd_program_add_var(L->p, (hd_var_info){.name = HD_MOVED_BLOCK,
                                                .thread = HD_NO_THREAD,
                                                .sort = HD_BV(L->ptr),
                                                .role = HD_ROLE_MEMORY,
                                                .show = HD_SHOW_POINTER,
                                                .pos = HD_NO_POS});
}

static void take_copy(hd_cursor path, const taking *t, copy x, hd_term guard, hd_var flag)
{
  hd_lower *L = path.lower;
  hd_assign a[4] = {set_alive(t->o, x.index, hd_term_bv(L->T, 8, ALIVE))};
  uint32_t n = 1;
  if (t->address.id != HD_NONE) a[n++] = (hd_assign){.var = t->address, .value = x.address};
  if (flag.id != HD_NONE) a[n++] = (hd_assign){.var = flag, .value = hd_term_true(L->T)};
  if (hd_term_is(t->moved)) a[n++] = (hd_assign){.var = moved_var(L), .value = t->moved};
  hd_cursor_edge(
      &path, (hd_edge_info){.guard = guard, .assigns = a, .n_assigns = n, .access = HD_ACCESS_SYNC, .label = t->label},
      t->to);
}

/* The object that stands apart: none has so far, so this one may. */
static void take_apart(hd_cursor *c, const taking *t, copy x)
{
  hd_lower *L = c->lower;
  if (L->apart.id == HD_NONE)
    L->apart = hd_program_add_var(L->p, (hd_var_info){.name = "memory.apart",
                                                      .thread = HD_NO_THREAD,
                                                      .sort = HD_BOOL,
                                                      .role = HD_ROLE_MEMORY,
                                                      .show = HD_SHOW_BOOL,
                                                      .pos = HD_NO_POS});
  take_copy(*c, t, x, hd_term_1(L->T, HD_OP_NOT, hd_program_var_term(L->p, L->apart)), L->apart);
}

hd_term hd_pool_take(hd_cursor *c, hd_object object, hd_var address, hd_term moved, const char *label)
{
  hd_lower *L = c->lower;
  const hd_object_info o = *hd_object_get(L->p, object);
  const hd_pool pool = *hd_pool_get(L, object);
  hd_term earlier = hd_term_true(L->T);
  /* What compares a pointer to a block with a constant asks which block it is (analysis/memory_reuse.h). */
  bool by_name = pool.owned ? !L->options.frames : !hd_program_frees(L);
  if (address.id == HD_NONE && (pool.each > 1 || !by_name)) address = hd_cursor_var(c, "address", HD_BV(L->ptr));
  taking t = {&o, address, moved, hd_cursor_loc(c), label};
  for (uint32_t i = 0; i < pool.ordinary; i++) {
    copy x = copy_of(c, &o, &pool, i);
    hd_term is_free = pool.times <= 1 ? hd_term_true(L->T) : hd_term_eq_bv(L->T, alive_term(L, &o, x.index), FREE);
    take_copy(*c, &t, x, hd_term_2(L->T, HD_OP_AND, earlier, is_free), HD_NO_VAR);
    earlier = hd_term_2(L->T, HD_OP_AND, earlier, hd_term_1(L->T, HD_OP_NOT, is_free));
  }
  if (pool.ordinary < pool.each) take_apart(c, &t, copy_of(c, &o, &pool, pool.ordinary));
  hd_cursor full = *c;
  if (pool.times <= pool.ordinary) full.at = HD_NO_LOC;
  hd_cursor_edge(&full, (hd_edge_info){.guard = earlier, .access = HD_ACCESS_SYNC}, HD_NO_LOC);
  hd_cursor_bound(&full, HD_LIMIT_HEAP, "more than %u objects of %s are alive", pool.ordinary, o.name);
  c->at = t.to;
  return address.id != HD_NONE ? hd_program_var_term(L->p, address) : copy_of(c, &o, &pool, 0).address;
}

/* --- giving it back ------------------------------------------------------------------------------------- */

hd_assign hd_pool_release(hd_lower *L, hd_object object, uint32_t i)
{
  const hd_pool *pool = hd_pool_get(L, object);
  bool again = pool->recycled && i < pool->ordinary;
  return set_alive(hd_object_get(L->p, object), hd_term_bv(L->T, 32, i), hd_term_bv(L->T, 8, again ? FREE : GONE));
}

hd_term hd_object_alive(hd_lower *L, const hd_object_info *o, uint32_t i)
{
  if (o->alive.id == HD_NONE) return HD_NO_TERM;
  return hd_term_eq_bv(L->T, alive_term(L, o, hd_term_bv(L->T, 32, i)), ALIVE);
}

hd_term hd_pool_holds_any(hd_cursor *c, hd_object object)
{
  hd_lower *L = c->lower;
  const hd_object_info *o = hd_object_get(L->p, object);
  const hd_pool *pool = hd_pool_get(L, object);
  hd_term any_of = hd_term_false(L->T);
  for (uint32_t i = 0; i < pool->each; i++) {
    hd_term alive = alive_term(L, o, copy_of(c, o, pool, i).index);
    any_of = hd_term_2(L->T, HD_OP_OR, any_of, hd_term_eq_bv(L->T, alive, ALIVE));
  }
  return any_of;
}

void hd_pool_end(hd_cursor *c, hd_object object, hd_assigns *out)
{
  hd_lower *L = c->lower;
  const hd_object_info *o = hd_object_get(L->p, object);
  const hd_pool *pool = hd_pool_get(L, object);
  for (uint32_t i = 0; i < pool->each; i++) {
    copy x = copy_of(c, o, pool, i);
    hd_term now = alive_term(L, o, x.index), is_alive = hd_term_eq_bv(L->T, now, ALIVE);
    hd_term ended = hd_term_bv(L->T, 8, pool->recycled && i < pool->ordinary ? FREE : GONE);
    hd_vec_push(out, set_alive(o, x.index, hd_term_3(L->T, HD_OP_ITE, is_alive, ended, now)));
  }
}
