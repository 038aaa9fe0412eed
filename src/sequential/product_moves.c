/* product_moves.c - what a step of one party means for the node where the others stand. */
#include "sequential/product_state.h"

static bool is_const(const hd_product *x, hd_term t)
{
  uint64_t value;
  return hd_term_is(t) && hd_term_is_const(x->T, t, &value);
}

/* --- what is known in a move -------------------------------------------------------------------------- */

/* With pairs, a third copy stands beside the first in one node and beside the second in the other; in both it is
 * the node's second. */
static uint32_t as_party(const hd_product *x, const hd_product_move *m, unsigned which, uint32_t party)
{
  if (m->inside) return party;
  if (!x->pairs) return x->who.data[party].shadow == m->party ? m->party : party;
  if (m->also == HD_NONE) return party;
  if (party == x->second) return x->third;
  return which == 1 && party == x->copy ? x->second : party;
}

uint32_t hd_product_as_moved(const hd_product *x, const hd_product_move *m, unsigned which, uint32_t slot)
{
  hd_slot_info s = x->slots.data[slot];
  if (s.party == HD_NONE) return slot;
  return x->slot_of[as_party(x, m, which, s.party) * x->cells->list.len + s.cell];
}

static bool know(hd_product_known *k, uint32_t slot, hd_term value)
{
  hd_term var = k->x->slots.data[slot].var;
  if (!is_const(k->x, value)) return true;
  const uint64_t *before = hd_map_find(&k->values, var.id);
  if (before) return *before == value.id;
  hd_map_put(&k->values, var.id, value.id);
  return true;
}

/* Two copies of a thread have different numbers, and at most one party has a ghost. */
static void tell_apart(hd_product_known *k, uint32_t a, uint32_t b)
{
  hd_product *x = k->x;
  hd_slot_info s = x->slots.data[a], t = x->slots.data[b];
  hd_var v = x->cells->list.data[s.cell].var, w = x->cells->list.data[t.cell].var;
  if (s.party == t.party) return;
  hd_term fact = HD_NO_TERM;
  if (v.id == w.id && hd_var_get(x->p, v)->role == HD_ROLE_SELF)
    fact = hd_term_ne(x->T, s.var, t.var);
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

static void tell_parties_apart(hd_product_known *k, const hd_product_move *m, unsigned which)
{
  hd_product *x = k->x;
  const hd_node_info *node = &x->nodes.data[m->node], *mover = &x->nodes.data[which ? m->also : m->mover];
  for (uint32_t i = 0; i < x->marked.len; i++)
    for (uint32_t j = 0; j < x->marked.len; j++) {
      uint32_t a = x->marked.data[i], b = x->marked.data[j];
      if (may_tell(x, a, node->values[a]) && may_tell(x, b, mover->values[b]))
        tell_apart(k, a, hd_product_as_moved(x, m, which, b));
    }
}

static bool know_node(hd_product_known *k, const hd_product_move *m, unsigned which)
{
  const hd_node_info *node = &k->x->nodes.data[which ? m->also : m->mover];
  bool ok = true;
  for (uint32_t i = 0; i < k->x->slots.len && ok; i++)
    if (hd_term_is(node->values[i])) ok = know(k, hd_product_as_moved(k->x, m, which, i), node->values[i]);
  return ok;
}

bool hd_product_known_init(hd_product_known *k, hd_product *x, const hd_product_move *m)
{
  const hd_node_info *node = &x->nodes.data[m->node];
  bool ok = true, also = m->also != HD_NONE;
  *k = (hd_product_known){.x = x, .cond = hd_term_true(x->T)};
  for (uint32_t i = 0; i < x->slots.len && ok; i++) ok = know(k, i, node->values[i]);
  ok = ok && (m->inside || know_node(k, m, 0)) && (!also || know_node(k, m, 1));
  if (ok) {
    tell_parties_apart(k, m, 0);
    if (also) tell_parties_apart(k, m, 1);
    k->cond = hd_product_known_apply(k, k->cond);
    ok = !hd_term_is_false(x->T, k->cond);
  }
  if (!ok) hd_product_known_clear(k);
  return ok;
}

void hd_product_known_clear(hd_product_known *k)
{
  hd_map_clear(&k->values);
  hd_map_clear(&k->by_cond);
}

static hd_term known_leaf_value(void *context, hd_term leaf)
{
  hd_product_known *k = context;
  if (hd_term_op(k->x->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  const uint64_t *value = hd_map_find(&k->values, leaf.id);
  if (!value) value = hd_map_find(&k->by_cond, leaf.id);
  return value ? (hd_term){(uint32_t)*value} : HD_NO_TERM;
}

hd_term hd_product_known_apply(hd_product_known *k, hd_term t)
{
  return hd_term_substitute(k->x->T, t, &(hd_rewrite){known_leaf_value, k});
}

/* Conjuncts of a condition that say what a variable is: behind `assume(m == 0)`, m is 0. */
static void learn_equations(hd_product_known *k, hd_term cond)
{
  hd_terms *T = k->x->T;
  if (hd_term_op(T, cond) == HD_OP_AND) {
    learn_equations(k, hd_term_arg(T, cond, 0));
    learn_equations(k, hd_term_arg(T, cond, 1));
  } else if (hd_term_op(T, cond) == HD_OP_EQ) {
    hd_term a = hd_term_arg(T, cond, 0), b = hd_term_arg(T, cond, 1);
    if (hd_term_op(T, a) == HD_OP_VAR && is_const(k->x, b)) hd_map_put(&k->by_cond, a.id, b.id);
    if (hd_term_op(T, b) == HD_OP_VAR && is_const(k->x, a)) hd_map_put(&k->by_cond, b.id, a.id);
  } else if (hd_term_op(T, cond) == HD_OP_VAR) {
    hd_map_put(&k->by_cond, cond.id, hd_term_true(T).id);
  }
}

/* --- what becomes of a node -------------------------------------------------------------------------- */

/* A ghost that the mover has now, no other party has. */
static hd_term keep_ghost(hd_product_known *k, const hd_product_move *m, const hd_block_target *t, uint32_t ghost,
                          hd_term value)
{
  hd_product *x = k->x;
  for (uint32_t i = 0; i < x->marked.len; i++) {
    hd_slot_info s = x->slots.data[x->marked.data[i]];
    if (s.party != m->party || x->ghost[x->cells->list.data[s.cell].var.id] != ghost) continue;
    hd_term taken = hd_product_known_apply(k, t->post[s.cell]);
    value = hd_term_2(x->T, HD_OP_AND, value, hd_term_1(x->T, HD_OP_NOT, taken));
  }
  return value;
}

static hd_term value_after(hd_product_known *k, const hd_product_move *m, const hd_block_target *t, uint32_t slot,
                           const hd_loc *at)
{
  hd_product *x = k->x;
  hd_slot_info s = x->slots.data[slot];
  hd_var v = x->cells->list.data[s.cell].var;
  hd_term before = x->nodes.data[m->node].values[slot];
  if (!hd_term_is(before)) return before;
  if (hd_var_get(x->p, v)->role == HD_ROLE_SELF && x->who.data[s.party].instance != HD_EVERY) return before;
  if (hd_product_is_dead(x, slot, at)) return hd_term_const(x->T, hd_cell_sort(x->cells, s.cell), 0);
  if (s.party == HD_NONE || s.party == m->party) return hd_product_known_apply(k, t->post[s.cell]);
  before = hd_product_known_apply(k, before);
  bool ghost = x->ghost && x->ghost[v.id] != HD_NONE;
  return ghost ? keep_ghost(k, m, t, x->ghost[v.id], before) : before;
}

/* Can a step of the party be seen from a node that it is no part of? */
static bool changes_anything(const hd_product *x, const hd_product_move *m, const hd_block_target *t)
{
  uint32_t n = x->cells->list.len;
  for (uint32_t c = 0; c < n; c++) {
    uint32_t slot = x->slot_of[m->party * n + c];
    if (slot == HD_NONE || x->slots.data[slot].party != HD_NONE) continue;
    if (!hd_term_same(t->post[c], x->slots.data[slot].var)) return true;
  }
  return false;
}

static void visit_party_moves(hd_product *x, const hd_product_move *m, hd_move_fn *visit, void *context)
{
  hd_product_known k;
  hd_block *b = hd_product_block(x, m->party, m->from);
  if (!hd_product_known_init(&k, x, m)) return;
  hd_loc *at = hd_alloc(x->who.len, sizeof *at);
  hd_term *values = hd_alloc(x->slots.len + 1, sizeof *values);
  for (uint32_t i = 0; i < b->targets.len; i++) {
    const hd_block_target *t = &b->targets.data[i];
    if (!m->inside && (t->kind != HD_TO_CUT || !changes_anything(x, m, t))) continue;
    hd_map_clear(&k.by_cond);
    hd_term cond = hd_term_2(x->T, HD_OP_AND, k.cond, hd_product_known_apply(&k, t->cond));
    if (hd_term_is_false(x->T, cond)) continue;
    learn_equations(&k, cond);
    memcpy(at, x->nodes.data[m->node].at, x->who.len * sizeof *at);
    if (m->inside && t->kind == HD_TO_CUT) at[m->party] = t->loc;
    for (uint32_t s = 0; t->kind == HD_TO_CUT && s < x->slots.len; s++) values[s] = value_after(&k, m, t, s, at);
    visit(context, m, t, i, cond, at, values);
  }
  hd_product_known_clear(&k);
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

/* With pairs: the module whose nodes the party moves as another, by one node. */
static bool moves_beside(const hd_product *x, uint32_t module, uint32_t party)
{
  return !x->pairs || module + 1 == x->who.data[party].home;
}

/* The party, which has its home at the mover's node, moves while the other node is looked at. */
static void interfere(hd_product *x, uint32_t node, uint32_t mover, uint32_t party, hd_move_fn *visit, void *context)
{
  const hd_loc *at = x->nodes.data[mover].at;
  hd_product_move m = {node, mover, HD_NONE, party, at[party], false};
  if (!moves_beside(x, x->nodes.data[node].module, party)) return;
  if (hd_loc_get(x->p, m.from)->kind != HD_LOC_NORMAL || !is_compatible(x, node, mover, party)) return;
  if (someone_is_atomic(x, at, party) || someone_is_atomic(x, x->nodes.data[node].at, HD_NONE)) return;
  if (x->nodes.data[node].at[party].id != HD_NONE) m.party = x->who.data[party].shadow;
  if (m.party != HD_NONE) visit_party_moves(x, &m, visit, context);
}

static bool is_home(const hd_product *x, uint32_t node, uint32_t party)
{
  return x->who.data[party].home == x->nodes.data[node].module && x->nodes.data[node].at[party].id != HD_NONE;
}

/* --- pairs ---------------------------------------------------------------------------------------------- */

static bool is_pair(const hd_product *x, uint32_t node)
{
  return x->pairs && x->nodes.data[node].at[x->second].id != HD_NONE;
}

/* A third copy, at `from`, moves while the two of the node are looked at: where it may stand beside each. */
static void interfere_with_pair(hd_product *x, uint32_t node, hd_loc from, hd_move_fn *visit, void *context)
{
  const hd_loc *here = x->nodes.data[node].at;
  uint32_t module = x->nodes.data[node].module;
  hd_product_move m = {.node = node, .party = x->third, .from = from};
  if (hd_loc_get(x->p, from)->kind != HD_LOC_NORMAL || someone_is_atomic(x, here, HD_NONE)) return;
  hd_loc *at = hd_alloc(x->who.len, sizeof *at);
  memcpy(at, here, x->who.len * sizeof *at);
  at[x->second] = from;
  m.mover = hd_product_find(x, module, at);
  at[x->copy] = here[x->second];
  m.also = hd_product_find(x, module, at);
  free(at);
  if (m.mover != HD_NONE && m.also != HD_NONE) visit_party_moves(x, &m, visit, context);
}

/* The node says where a third copy may stand beside one of the other's two. */
static bool third_copy_concerns(const hd_product *x, uint32_t node, uint32_t other)
{
  const hd_loc *a = x->nodes.data[node].at, *b = x->nodes.data[other].at;
  for (uint32_t i = 0; i < x->who.len; i++)
    if (i != x->copy && i != x->second && a[i].id != b[i].id) return false;
  return b[x->copy].id == a[x->copy].id || b[x->second].id == a[x->copy].id;
}

static void pair_moves(hd_product *x, uint32_t node, bool as_mover, hd_move_fn *visit, void *context)
{
  uint32_t n_nodes = x->nodes.len;
  hd_thread t = x->who.data[x->copy].thread;
  for (uint32_t l = 0; l < x->p->locs.len; l++)
    if (hd_loc_get(x->p, (hd_loc){l})->thread.id == t.id) interfere_with_pair(x, node, (hd_loc){l}, visit, context);
  for (uint32_t other = 0; as_mover && other < n_nodes; other++)
    if (other != node && is_pair(x, other) && third_copy_concerns(x, node, other))
      interfere_with_pair(x, other, x->nodes.data[node].at[x->second], visit, context);
}

void hd_product_moves(hd_product *x, uint32_t node, bool as_mover, hd_move_fn *visit, void *context)
{
  uint32_t n_nodes = x->nodes.len;
  for (uint32_t i = 0; i < x->who.len; i++) {
    hd_loc from = x->nodes.data[node].at[i];
    if (from.id == HD_NONE || hd_loc_get(x->p, from)->kind != HD_LOC_NORMAL) continue;
    if (someone_is_atomic(x, x->nodes.data[node].at, i)) continue;
    visit_party_moves(x, &(hd_product_move){node, node, HD_NONE, i, from, true}, visit, context);
  }
  if (!x->modular) return;
  for (uint32_t other = 0; other < n_nodes; other++)
    for (uint32_t i = 0; i < x->who.len; i++) {
      if (is_home(x, other, i)) interfere(x, node, other, i, visit, context);
      if (as_mover && other != node && is_home(x, node, i)) interfere(x, other, node, i, visit, context);
    }
  if (is_pair(x, node)) pair_moves(x, node, as_mover, visit, context);
}
