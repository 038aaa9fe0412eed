/* proof.c - tells the forest node by node in the words of certificate.h. */
#include "engine/esst/proof.h"

#include "engine/esst/symmetry.h"

/* The certificate's term for a slot: an element is one of the array that its party has. */
static hd_term certificate_slot(const hd_esst_space *sp, uint32_t slot)
{
  const hd_esst_slot *s = &sp->slots.data[slot];
  hd_cell c = sp->cells->list.data[s->cell];
  hd_term whole = hd_certificate_var(sp->p, s->party == HD_NONE ? 0 : s->party, c.var);
  return c.element == HD_NONE ? whole : hd_term_2(sp->T, HD_OP_SELECT, whole, hd_term_bv(sp->T, 32, c.element));
}

static hd_term certificate_leaf(void *context, hd_term leaf)
{
  const hd_esst_space *sp = context;
  if (hd_term_op(sp->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t slot = hd_esst_slot_of_symbol(sp, hd_term_symbol(sp->T, leaf));
  return slot == HD_NONE ? HD_NO_TERM : certificate_slot(sp, slot);
}

static bool is_told(const hd_esst_space *sp, uint32_t slot, const hd_loc *at)
{
  uint32_t party = sp->slots.data[slot].party;
  hd_var v = hd_esst_var(sp, slot);
  if (hd_var_get(sp->p, v)->role == HD_ROLE_SELF) return false;
  return party == HD_NONE || hd_is_live(sp->live, at[party], v);
}

/* The explicit values of the node's place, and its label. */
static hd_term node_holds(const hd_esst_search *x, uint32_t node)
{
  const hd_esst_space *sp = x->space;
  const hd_esst_place *p = &sp->places.data[x->tree.nodes.data[node].place];
  hd_term all = hd_term_substitute(x->T, hd_tree_label(&x->tree, node), &(hd_rewrite){certificate_leaf, x->space});
  for (uint32_t i = 0; i < sp->explicits.len; i++) {
    uint32_t slot = sp->explicits.data[i];
    if (!is_told(sp, slot, p->at)) continue;
    hd_term value = hd_term_const(x->T, hd_cell_sort(sp->cells, sp->slots.data[slot].cell), p->values[i]);
    all = hd_term_2(x->T, HD_OP_AND, all, hd_term_2(x->T, HD_OP_EQ, certificate_slot(sp, slot), value));
  }
  return all;
}

/* Is the node part of the forest as it ended? A covered one is; what is below it or below a dead one is not. */
static bool is_there(const hd_esst_search *x, uint32_t node)
{
  const hd_tree_node *n = &x->tree.nodes.data[node];
  return !n->dead && (n->parent == HD_NONE || hd_tree_lives(&x->tree, n->parent));
}

/* The steps that the reduction left out at an expanded node. */
static void tell_left(const hd_esst_search *x, uint32_t node, uint32_t fact, hd_certificate *c)
{
  uint64_t left = hd_esst_left(x, node);
  for (uint32_t i = 0; i < x->space->who.len; i++)
    if (left >> i & 1) hd_vec_push(&c->links, (hd_link){fact, i, HD_NONE});
  if (left) c->relies |= HD_RELIES_ORDERS;
}

/* Why that may be done: who sleeps, and the persistent set. */
static void tell_order(const hd_esst_search *x, uint32_t node, uint32_t fact, hd_certificate *c)
{
  const hd_esst_node *n = &x->nodes.data[node];
  bool chosen = x->tree.nodes.data[node].covered_by == HD_NONE && hd_esst_left(x, node) & ~n->sleep;
  if (n->sleep || chosen) hd_vec_push(&c->orders, (hd_fact_order){fact, n->sleep, chosen ? n->alone : 0});
}

static void tell_node(const hd_esst_search *x, uint32_t node, const uint32_t *fact_of, hd_certificate *c)
{
  const hd_tree_node *n = &x->tree.nodes.data[node];
  uint32_t fact = fact_of[node];
  if (n->parent != HD_NONE) hd_vec_push(&c->links, (hd_link){fact_of[n->parent], x->nodes.data[node].mover, fact});
  const uint8_t *image = x->nodes.data[node].image;
  if (n->covered_by != HD_NONE) {
    c->clauses.data[0].facts.data[fact].covered = fact_of[n->covered_by];
    if (image) hd_certificate_add_image(c, fact, image, x->space->who.len);
  } else
    tell_left(x, node, fact, c);
  tell_order(x, node, fact, c);
}

static hd_own own_of(const hd_esst_space *sp, uint32_t slot)
{
  hd_cell c = sp->cells->list.data[sp->slots.data[slot].cell];
  return (hd_own){c.var, c.element};
}

static void tell_class(const hd_esst_space *sp, const hd_esst_class *k, hd_certificate *c)
{
  hd_alike_parties a = {0};
  for (uint32_t m = 0; m < k->n_members; m++) hd_vec_push(&a.parties, k->members[m].party);
  for (uint32_t i = 0; i < k->n_locs; i++)
    for (uint32_t m = 0; m < k->n_members; m++) hd_vec_push(&a.locs, k->members[m].locs[i]);
  for (uint32_t i = 0; i < k->n_slots; i++)
    for (uint32_t m = 0; m < k->n_members; m++) hd_vec_push(&a.own, own_of(sp, k->members[m].slots[i]));
  for (uint32_t i = 0; i < k->n_names; i++) {
    hd_vec_push(&a.names, own_of(sp, k->names[i]));
    for (uint32_t m = 0; m < k->n_members; m++) hd_vec_push(&a.ids, k->members[m].ids[i]);
  }
  hd_vec_push(&c->alike, a);
}

/* Which parties were exchanged, if any were. */
static void tell_classes(const hd_esst_search *x, hd_certificate *c)
{
  if (!c->images.len) return;
  const hd_esst_classes *classes = hd_esst_symmetry_classes(x->symmetry);
  for (uint32_t i = 0; i < classes->list.len; i++) tell_class(x->space, &classes->list.data[i], c);
}

hd_certificate *hd_esst_proof(const hd_esst_search *x, const hd_program *given)
{
  const hd_esst_space *sp = x->space;
  hd_certificate *c = hd_certificate_new(HD_PROOF_GRAPH, "esst");
  uint32_t clause = hd_certificate_add_product(c, sp->p), *fact_of = hd_alloc(x->tree.nodes.len + 1, sizeof *fact_of);
  hd_certificate_set_cuts(c, sp->p, sp->cuts->cut);
  if (x->task->reduction == HD_REDUCTION_LIPTON && !hd_violated_by(x->task->property, HD_BY_DEADLOCK))
    c->relies |= HD_RELIES_LIPTON;
  for (uint32_t i = 0; i < x->tree.nodes.len; i++) {
    const hd_loc *at = sp->places.data[x->tree.nodes.data[i].place].at;
    if (is_there(x, i)) fact_of[i] = hd_certificate_add_fact(c, clause, at, node_holds(x, i));
  }
  for (uint32_t i = 0; i < x->tree.nodes.len; i++)
    if (is_there(x, i)) tell_node(x, i, fact_of, c);
  tell_classes(x, c);
  hd_certificate_move(c, sp->T, given->terms);
  free(fact_of);
  return c;
}
