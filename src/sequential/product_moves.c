#include "sequential/product_state.h"

static bool is_const(const hd_product *x, hd_term t)
{
  uint64_t value;
  return hd_term_is(t) && hd_term_is_const(x->T, t, &value);
}

/* --- what is known in a move -------------------------------------------------------------------------- */

/* A slot of the node where the mover stands, as the move's terms know it. */
static uint32_t as_moved(const hd_product *x, const hd_move *m, uint32_t slot)
{
  hd_slot_info s = x->slots.data[slot];
  if (m->inside || s.party == HD_NONE || x->who.data[s.party].shadow != m->party) return slot;
  return x->slot_of[m->party * x->cells->list.len + s.cell];
}

static bool know(hd_known *k, uint32_t slot, hd_term value)
{
  hd_term var = k->x->slots.data[slot].var;
  if (!is_const(k->x, value)) return true;
  const uint64_t *before = hd_map_find(&k->values, var.id);
  if (before) return *before == value.id;
  hd_map_put(&k->values, var.id, value.id);
  return true;
}

/* Two copies of a thread have different numbers, and at most one party has a ghost. */
static void tell_apart(hd_known *k, uint32_t a, uint32_t b)
{
  hd_product *x = k->x;
  hd_slot_info s = x->slots.data[a], t = x->slots.data[b];
  hd_var v = x->cells->list.data[s.cell].var, w = x->cells->list.data[t.cell].var;
  if (s.party == t.party) return;
  hd_term fact = HD_NO_TERM;
  if (v.id == w.id && hd_var_get(x->p, v)->role == HD_ROLE_SELF) fact = hd_term_ne(x->T, s.var, t.var);
  else if (x->ghost && x->ghost[v.id] != HD_NONE && x->ghost[v.id] == x->ghost[w.id])
    fact = hd_term_1(x->T, HD_OP_NOT, hd_term_2(x->T, HD_OP_AND, s.var, t.var));
  if (hd_term_is(fact)) k->cond = hd_term_2(x->T, HD_OP_AND, k->cond, fact);
}

/* A copy's number that is dead has no particular value; a ghost always has one. */
static bool may_tell(const hd_product *x, uint32_t slot, hd_term value)
{
  hd_role role = hd_var_get(x->p, x->cells->list.data[x->slots.data[slot].cell].var)->role;
  return hd_term_is(value) && (role != HD_ROLE_SELF || !is_const(x, value));
}

static void tell_parties_apart(hd_known *k, const hd_move *m)
{
  hd_product *x = k->x;
  const hd_node_info *node = &x->nodes.data[m->node], *mover = &x->nodes.data[m->mover];
  for (uint32_t i = 0; i < x->marked.len; i++)
    for (uint32_t j = 0; j < x->marked.len; j++) {
      uint32_t a = x->marked.data[i], b = x->marked.data[j];
      if (may_tell(x, a, node->values[a]) && may_tell(x, b, mover->values[b])) tell_apart(k, a, as_moved(x, m, b));
    }
}

bool hd_known_init(hd_known *k, hd_product *x, const hd_move *m)
{
  const hd_node_info *node = &x->nodes.data[m->node], *mover = &x->nodes.data[m->mover];
  bool ok = true;
  *k = (hd_known){.x = x, .cond = hd_term_true(x->T)};
  for (uint32_t i = 0; i < x->slots.len && ok; i++)
    ok = know(k, i, node->values[i]) &&
         (m->inside || know(k, as_moved(x, m, i), mover->values[i]));
  if (ok) {
    tell_parties_apart(k, m);
    k->cond = hd_known_apply(k, k->cond);
    ok = !hd_term_is_false(x->T, k->cond);
  }
  if (!ok) hd_known_clear(k);
  return ok;
}

void hd_known_clear(hd_known *k)
{
  hd_map_clear(&k->values);
}

static hd_term known(void *context, hd_term leaf)
{
  hd_known *k = context;
  if (hd_term_op(k->x->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  const uint64_t *value = hd_map_find(&k->values, leaf.id);
  return value ? (hd_term){(uint32_t)*value} : HD_NO_TERM;
}

hd_term hd_known_apply(hd_known *k, hd_term t)
{
  return hd_term_substitute(k->x->T, t, &(hd_rewrite){known, k});
}

/* --- what becomes of a node -------------------------------------------------------------------------- */

/* A ghost that the mover has now is nobody else's. */
static hd_term keep_ghost(hd_known *k, const hd_move *m, const hd_target *t, uint32_t ghost, hd_term value)
{
  hd_product *x = k->x;
  for (uint32_t i = 0; i < x->marked.len; i++) {
    hd_slot_info s = x->slots.data[x->marked.data[i]];
    if (s.party != m->party || x->ghost[x->cells->list.data[s.cell].var.id] != ghost) continue;
    hd_term taken = hd_known_apply(k, t->post[s.cell]);
    value = hd_term_2(x->T, HD_OP_AND, value, hd_term_1(x->T, HD_OP_NOT, taken));
  }
  return value;
}

static hd_term value_after(hd_known *k, const hd_move *m, const hd_target *t, uint32_t slot, const hd_loc *at)
{
  hd_product *x = k->x;
  hd_slot_info s = x->slots.data[slot];
  hd_var v = x->cells->list.data[s.cell].var;
  hd_term before = x->nodes.data[m->node].values[slot];
  if (!hd_term_is(before)) return before;
  if (hd_var_get(x->p, v)->role == HD_ROLE_SELF && x->who.data[s.party].instance != HD_EVERY) return before;
  if (hd_product_is_dead(x, slot, at)) return hd_term_const(x->T, hd_cell_sort(x->cells, s.cell), 0);
  if (s.party == HD_NONE || s.party == m->party) return hd_known_apply(k, t->post[s.cell]);
  before = hd_known_apply(k, before);
  bool ghost = x->ghost && x->ghost[v.id] != HD_NONE;
  return ghost ? keep_ghost(k, m, t, x->ghost[v.id], before) : before;
}

/* Can a step of the party be seen from a node that it is no part of? */
static bool changes_anything(const hd_product *x, const hd_move *m, const hd_target *t)
{
  uint32_t n = x->cells->list.len;
  for (uint32_t c = 0; c < n; c++) {
    uint32_t slot = x->slot_of[m->party * n + c];
    if (slot == HD_NONE || x->slots.data[slot].party != HD_NONE) continue;
    if (!hd_term_same(t->post[c], x->slots.data[slot].var)) return true;
  }
  return false;
}

static void move(hd_product *x, const hd_move *m, hd_move_fn *visit, void *context)
{
  hd_known k;
  hd_block *b = hd_product_block(x, m->party, m->from);
  if (!hd_known_init(&k, x, m)) return;
  hd_loc *at = hd_alloc(x->who.len, sizeof *at);
  hd_term *values = hd_alloc(x->slots.len + 1, sizeof *values);
  for (uint32_t i = 0; i < b->targets.len; i++) {
    const hd_target *t = &b->targets.data[i];
    if (!m->inside && (t->kind != HD_TO_CUT || !changes_anything(x, m, t))) continue;
    hd_term cond = hd_term_2(x->T, HD_OP_AND, k.cond, hd_known_apply(&k, t->cond));
    if (hd_term_is_false(x->T, cond)) continue;
    memcpy(at, x->nodes.data[m->node].at, x->who.len * sizeof *at);
    if (m->inside && t->kind == HD_TO_CUT) at[m->party] = t->loc;
    for (uint32_t s = 0; t->kind == HD_TO_CUT && s < x->slots.len; s++) values[s] = value_after(&k, m, t, s, at);
    visit(context, m, t, i, cond, at, values);
  }
  hd_known_clear(&k);
  free(values);
  free(at);
}

/* --- who may move -------------------------------------------------------------------------------------- */

static bool is_atomic(const hd_product *x, hd_loc l)
{
  return l.id != HD_NONE && hd_loc_get(x->p, l)->kind == HD_LOC_NORMAL && hd_loc_get(x->p, l)->atomic;
}

/* While a party stands at an atomic location, only that one may move. */
static bool someone_is_atomic(const hd_product *x, const hd_loc *at, uint32_t but)
{
  for (uint32_t i = 0; i < x->who.len; i++)
    if (i != but && is_atomic(x, at[i])) return true;
  return false;
}

static bool is_compatible(const hd_product *x, uint32_t node, uint32_t mover, uint32_t party)
{
  const hd_loc *a = x->nodes.data[node].at, *b = x->nodes.data[mover].at;
  for (uint32_t i = 0; i < x->who.len; i++)
    if (i != party && a[i].id != HD_NONE && b[i].id != HD_NONE && a[i].id != b[i].id) return false;
  return true;
}

/* The party, which has its home at the mover's node, moves while the other node is looked at. */
static void interfere(hd_product *x, uint32_t node, uint32_t mover, uint32_t party, hd_move_fn *visit, void *context)
{
  const hd_loc *at = x->nodes.data[mover].at;
  hd_move m = {node, mover, party, at[party], false};
  if (hd_loc_get(x->p, m.from)->kind != HD_LOC_NORMAL || !is_compatible(x, node, mover, party)) return;
  if (someone_is_atomic(x, at, party) || someone_is_atomic(x, x->nodes.data[node].at, HD_NONE)) return;
  if (x->nodes.data[node].at[party].id != HD_NONE) m.party = x->who.data[party].shadow;
  if (m.party != HD_NONE) move(x, &m, visit, context);
}

static bool is_home(const hd_product *x, uint32_t node, uint32_t party)
{
  return x->who.data[party].home == x->nodes.data[node].module && x->nodes.data[node].at[party].id != HD_NONE;
}

void hd_product_moves(hd_product *x, uint32_t node, bool as_mover, hd_move_fn *visit, void *context)
{
  uint32_t n_nodes = x->nodes.len;
  for (uint32_t i = 0; i < x->who.len; i++) {
    hd_loc from = x->nodes.data[node].at[i];
    if (from.id == HD_NONE || hd_loc_get(x->p, from)->kind != HD_LOC_NORMAL) continue;
    if (someone_is_atomic(x, x->nodes.data[node].at, i)) continue;
    move(x, &(hd_move){node, node, i, from, true}, visit, context);
  }
  if (!x->modular) return;
  for (uint32_t other = 0; other < n_nodes; other++)
    for (uint32_t i = 0; i < x->who.len; i++) {
      if (is_home(x, other, i)) interfere(x, node, other, i, visit, context);
      if (as_mover && other != node && is_home(x, node, i)) interfere(x, other, node, i, visit, context);
    }
}
