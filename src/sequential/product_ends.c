/* product_ends.c - states that are violations by themselves: deadlocks, and two parties before conflicting
 * accesses. */
#include "sequential/product_state.h"

/* --- reading a party's edges ------------------------------------------------------------------------- */

/* The value of a term of the party's thread in a state of the product. */
static hd_term term_in(const hd_product *x, uint32_t party, const hd_term *values, hd_term t)
{
  uint32_t n = x->cells->list.len;
  hd_term *state = hd_alloc(n + 1, sizeof *state);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t slot = x->slot_of[(size_t)party * n + i];
    if (slot != HD_NONE) state[i] = values[slot];
  }
  hd_term result = hd_cells_apply(x->cells, state, t);
  free(state);
  return result;
}

static hd_term guard_in(const hd_product *x, uint32_t party, const hd_term *values, const hd_edge_info *e)
{
  return hd_term_is(e->guard) ? term_in(x, party, values, e->guard) : hd_term_true(x->T);
}

/* Was the party created? */
static hd_term party_started(const hd_product *x, uint32_t party, const hd_term *values)
{
  hd_party_info who = x->who.data[party];
  hd_var status = hd_thread_get(x->p, who.thread)->status;
  if (status.id == HD_NONE) return hd_term_true(x->T);
  bool many = hd_var_get(x->p, status)->count;
  hd_term now =
      many ? hd_program_element(x->p, status, hd_term_bv(x->T, 32, who.instance)) : hd_program_var_term(x->p, status);
  return hd_term_to_bool(x->T, term_in(x, party, values, now));
}

/* --- deadlock ------------------------------------------------------------------------------------------ */

/* Is another party inside an atomic section? */
static bool is_kept_waiting(const hd_product *x, uint32_t party, const hd_loc *at)
{
  for (uint32_t i = 0; i < x->who.len; i++)
    if (i != party && hd_loc_get(x->p, at[i])->kind == HD_LOC_NORMAL && hd_loc_get(x->p, at[i])->atomic) return true;
  return false;
}

static hd_term can_move(const hd_product *x, uint32_t party, const hd_loc *at, const hd_term *values)
{
  hd_term some = hd_term_false(x->T);
  uint32_t n;
  if (is_kept_waiting(x, party, at)) return some;
  const uint32_t *out = hd_loc_out(x->p, at[party], &n);
  for (uint32_t i = 0; i < n; i++)
    some = hd_term_2(x->T, HD_OP_OR, some, guard_in(x, party, values, &x->p->edges.data[out[i]]));
  return some;
}

/* No party can move, and one that was created has not finished. */
static hd_term is_deadlock(const hd_product *x, const hd_loc *at, const hd_term *values)
{
  hd_term stuck = hd_term_true(x->T), waits = hd_term_false(x->T);
  for (uint32_t i = 0; i < x->who.len && !hd_term_is_false(x->T, stuck); i++) {
    hd_term blocked = hd_term_1(x->T, HD_OP_NOT, can_move(x, i, at, values));
    stuck = hd_term_2(x->T, HD_OP_AND, stuck, blocked);
    if (hd_loc_get(x->p, at[i])->kind != HD_LOC_END)
      waits = hd_term_2(x->T, HD_OP_OR, waits, party_started(x, i, values));
  }
  return hd_term_2(x->T, HD_OP_AND, stuck, waits);
}

/* --- races --------------------------------------------------------------------------------------------- */

typedef struct {
  hd_var var;
  hd_term index; /* HD_NO_TERM: a scalar */
  bool write;
} access;
typedef HD_VEC(access) accesses;

static void add_access(const hd_product *x, hd_var v, hd_term index, bool write, accesses *out)
{
  const hd_var_info *info = hd_var_get(x->p, v);
  if (info->thread.id == HD_NONE && info->role == HD_ROLE_USER) hd_vec_push(out, (access){v, index, write});
}

static void add_reads(const hd_product *x, hd_term t, accesses *out)
{
  const hd_terms *T = x->T;
  if (!hd_term_is(t)) return;
  hd_op op = hd_term_op(T, t);
  if (op == HD_OP_VAR) add_access(x, (hd_var){hd_term_symbol(T, t)}, HD_NO_TERM, false, out);
  hd_term array = op == HD_OP_SELECT ? hd_term_arg(T, t, 0) : HD_NO_TERM;
  bool element = hd_term_is(array) && hd_term_op(T, array) == HD_OP_VAR;
  if (element) add_access(x, (hd_var){hd_term_symbol(T, array)}, hd_term_arg(T, t, 1), false, out);
  for (unsigned i = element; i < hd_term_arity(T, t); i++) add_reads(x, hd_term_arg(T, t, i), out);
}

static void find_accesses(const hd_product *x, const hd_edge_info *e, accesses *out)
{
  out->len = 0;
  if (e->access == HD_ACCESS_SYNC) return;
  add_reads(x, e->guard, out);
  add_reads(x, e->cond, out);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    add_reads(x, e->assigns[i].index, out);
    add_reads(x, e->assigns[i].value, out);
    add_access(x, e->assigns[i].var, e->assigns[i].index, true, out);
  }
}

/* The two accesses conflict: one of them writes, and both are to the same element, inside the array. */
static hd_term accesses_meet(const hd_product *x, const uint32_t who[2], const hd_term *values, const access *a,
                             const access *b)
{
  hd_terms *T = x->T;
  if (a->var.id != b->var.id || (!a->write && !b->write)) return hd_term_false(T);
  if (!hd_term_is(a->index) || !hd_term_is(b->index)) return hd_term_true(T);
  hd_term i = term_in(x, who[0], values, a->index), k = term_in(x, who[1], values, b->index);
  hd_term inside = hd_term_2(T, HD_OP_ULT, i, hd_term_bv(T, 32, hd_var_get(x->p, a->var)->count));
  return hd_term_2(T, HD_OP_AND, inside, hd_term_2(T, HD_OP_EQ, i, k));
}

/* Both edges are enabled, and they make conflicting accesses. */
static hd_term edges_collide(const hd_product *x, const uint32_t who[2], const hd_term *values, const hd_edge_info *e,
                             const hd_edge_info *f)
{
  accesses one = {0}, two = {0};
  hd_term some = hd_term_false(x->T);
  if (e->access == HD_ACCESS_PLAIN || f->access == HD_ACCESS_PLAIN) {
    find_accesses(x, e, &one);
    find_accesses(x, f, &two);
  }
  for (uint32_t i = 0; i < one.len; i++)
    for (uint32_t k = 0; k < two.len; k++)
      some = hd_term_2(x->T, HD_OP_OR, some, accesses_meet(x, who, values, &one.data[i], &two.data[k]));
  hd_vec_clear(&one);
  hd_vec_clear(&two);
  if (hd_term_is_false(x->T, some)) return some;
  hd_term enabled = hd_term_2(x->T, HD_OP_AND, guard_in(x, who[0], values, e), guard_in(x, who[1], values, f));
  return hd_term_2(x->T, HD_OP_AND, enabled, some);
}

static hd_term pair_races(const hd_product *x, const uint32_t who[2], const hd_loc *at, const hd_term *values)
{
  hd_term some = hd_term_false(x->T);
  uint32_t n[2];
  const uint32_t *out[2] = {hd_loc_out(x->p, at[who[0]], &n[0]), hd_loc_out(x->p, at[who[1]], &n[1])};
  for (uint32_t i = 0; i < n[0]; i++)
    for (uint32_t k = 0; k < n[1]; k++) {
      const hd_edge_info *e = &x->p->edges.data[out[0][i]], *f = &x->p->edges.data[out[1][k]];
      some = hd_term_2(x->T, HD_OP_OR, some, edges_collide(x, who, values, e, f));
    }
  if (hd_term_is_false(x->T, some)) return some;
  hd_term both = hd_term_2(x->T, HD_OP_AND, party_started(x, who[0], values), party_started(x, who[1], values));
  return hd_term_2(x->T, HD_OP_AND, both, some);
}

static hd_term is_race(const hd_product *x, const hd_loc *at, const hd_term *values)
{
  hd_term some = hd_term_false(x->T);
  for (uint32_t i = 0; i < x->who.len; i++)
    for (uint32_t k = i + 1; k < x->who.len; k++)
      some = hd_term_2(x->T, HD_OP_OR, some, pair_races(x, (uint32_t[2]){i, k}, at, values));
  return some;
}

/* --- the interface ------------------------------------------------------------------------------------- */

void hd_product_watch(hd_product *x, hd_property property)
{
  HD_CHECK(!x->modular);
  x->watched = property;
}

hd_term hd_product_bad_state(const hd_product *x, const hd_loc *at, const hd_term *values)
{
  if (hd_violated_by(x->watched, HD_BY_DEADLOCK)) return is_deadlock(x, at, values);
  if (hd_violated_by(x->watched, HD_BY_RACE)) return is_race(x, at, values);
  return hd_term_false(x->T);
}
