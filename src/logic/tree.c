/* tree.c - nodes, labels and coverings, with what has to be done again when a label changes. */
#include "logic/tree.h"

void hd_tree_init(hd_tree *t, hd_smt *s)
{
  *t = (hd_tree){.smt = s, .T = hd_smt_terms(s)};
}

void hd_tree_clear(hd_tree *t)
{
  for (uint32_t i = 0; i < t->nodes.len; i++) {
    hd_vec_clear(&t->nodes.data[i].label);
    hd_vec_clear(&t->nodes.data[i].children);
    hd_vec_clear(&t->nodes.data[i].covers);
  }
  for (uint32_t i = 0; i < t->at.len; i++) hd_vec_clear(&t->at.data[i]);
  hd_vec_clear(&t->at);
  hd_vec_clear(&t->nodes);
  hd_vec_clear(&t->queue);
  hd_map_clear(&t->implied);
}

void hd_tree_wait(hd_tree *t, uint32_t node)
{
  hd_tree_node *n = &t->nodes.data[node];
  if (n->waiting || n->expanded || n->dead) return;
  n->waiting = true;
  hd_vec_push(&t->queue, node);
}

uint32_t hd_tree_add(hd_tree *t, uint32_t parent, uint32_t via, uint32_t place, hd_term label)
{
  uint32_t node = t->nodes.len, depth = parent == HD_NONE ? 0 : t->nodes.data[parent].depth + 1;
  hd_vec_push(&t->nodes,
              (hd_tree_node){.parent = parent, .via = via, .place = place, .depth = depth, .covered_by = HD_NONE});
  if (parent != HD_NONE) hd_vec_push(&t->nodes.data[parent].children, node);
  if (hd_term_is(label)) hd_formula_conjuncts(t->T, label, &t->nodes.data[node].label);
  while (t->at.len <= place) hd_vec_push(&t->at, (hd_u32s){0});
  hd_vec_push(&t->at.data[place], node);
  hd_tree_wait(t, node);
  return node;
}

bool hd_tree_lives(const hd_tree *t, uint32_t node)
{
  for (uint32_t i = node; i != HD_NONE; i = t->nodes.data[i].parent)
    if (t->nodes.data[i].dead || t->nodes.data[i].covered_by != HD_NONE) return false;
  return true;
}

/* A covered node is covered by an older one that is neither covered nor dead, nor below such a node. (One below a
 * covered node may be covered itself from before; that does not count until the node above it is uncovered.) */
static bool check_node(const hd_tree *t, uint32_t node)
{
  const hd_tree_node *n = &t->nodes.data[node];
  if (n->parent != HD_NONE && (n->parent >= node || n->depth != t->nodes.data[n->parent].depth + 1)) return false;
  if (n->waiting && (n->expanded || n->dead)) return false;
  for (uint32_t i = 0; i < n->label.len; i++)
    if (hd_term_is_false(t->T, n->label.data[i]) && !n->dead) return false;
  return n->covered_by == HD_NONE || (n->covered_by < node && hd_tree_lives(t, n->covered_by));
}

bool hd_tree_check(const hd_tree *t)
{
  for (uint32_t i = 0; i < t->nodes.len; i++)
    if (!check_node(t, i)) return false;
  return true;
}

uint32_t hd_tree_next(hd_tree *t)
{
  while (t->head < t->queue.len) {
    uint32_t node = t->depth_first ? hd_vec_pop(&t->queue) : t->queue.data[t->head++];
    t->nodes.data[node].waiting = false;
    if (!t->nodes.data[node].expanded && hd_tree_lives(t, node)) return node;
  }
  HD_ASSERT(hd_tree_check(t));
  return HD_NONE;
}

/* --- labels ------------------------------------------------------------------------------ */

hd_term hd_tree_label(const hd_tree *t, uint32_t node)
{
  const hd_term_list *l = &t->nodes.data[node].label;
  return hd_formula_and(t->T, l->data, l->len);
}

static bool has_conjunct(const hd_term_list *l, hd_term conjunct)
{
  for (uint32_t i = 0; i < l->len; i++)
    if (hd_term_same(l->data[i], conjunct)) return true;
  return false;
}

/* Does the conjunction imply the conjunct? */
static bool conjunct_follows(hd_tree *t, const hd_term_list *l, hd_term conjunct)
{
  if (has_conjunct(l, conjunct)) return true;
  if (!l->len) return false;
  uint64_t key = (uint64_t)hd_formula_and(t->T, l->data, l->len).id << 32 | conjunct.id;
  const uint64_t *known = hd_map_find(&t->implied, key);
  if (known) return *known;
  hd_answer a = hd_smt_refutes(t->smt, l->data, l->len, conjunct);
  if (a == HD_DONT_KNOW)
    t->lost = true;
  else
    hd_map_put(&t->implied, key, a == HD_UNSAT);
  return a == HD_UNSAT;
}

/* Does the label of the node? */
static bool label_implies(hd_tree *t, uint32_t node, hd_term conjunct)
{
  return conjunct_follows(t, &t->nodes.data[node].label, conjunct);
}

static bool implies_all(hd_tree *t, uint32_t node, const hd_term_list *label)
{
  for (uint32_t i = 0; i < label->len; i++)
    if (!label_implies(t, node, label->data[i])) return false;
  return true;
}

static bool is_below(const hd_tree *t, uint32_t node, uint32_t above)
{
  while (node != HD_NONE && node != above) node = t->nodes.data[node].parent;
  return node == above;
}

/* Nodes that rested on what is no longer there wait again: the node's own, if it is not covered any
 * more, and all unexpanded ones below it. */
static void wake_below(hd_tree *t, uint32_t node)
{
  hd_u32s work = {0};
  hd_vec_push(&work, node);
  while (work.len) {
    uint32_t i = hd_vec_pop(&work);
    hd_tree_wait(t, i);
    for (uint32_t k = 0; k < t->nodes.data[i].children.len; k++) hd_vec_push(&work, t->nodes.data[i].children.data[k]);
  }
  hd_vec_clear(&work);
}

static void uncover(hd_tree *t, uint32_t node)
{
  t->nodes.data[node].covered_by = HD_NONE;
  wake_below(t, node);
}

/* Is it still covered by the node that lists it? */
static bool is_covered_by(const hd_tree *t, uint32_t node, uint32_t by)
{
  return t->nodes.data[node].covered_by == by;
}

/* The node is dead, or covered: what is below it covers no node any more. */
static void release_below(hd_tree *t, uint32_t node)
{
  hd_u32s work = {0};
  hd_vec_push(&work, node);
  while (work.len) {
    uint32_t i = hd_vec_pop(&work);
    hd_u32s covers = t->nodes.data[i].covers;
    t->nodes.data[i].covers = (hd_u32s){0};
    for (uint32_t k = 0; k < covers.len; k++)
      if (is_covered_by(t, covers.data[k], i)) uncover(t, covers.data[k]);
    hd_vec_clear(&covers);
    for (uint32_t k = 0; k < t->nodes.data[i].children.len; k++) hd_vec_push(&work, t->nodes.data[i].children.data[k]);
  }
  hd_vec_clear(&work);
}

void hd_tree_strengthen(hd_tree *t, uint32_t node, hd_term conjunct)
{
  hd_tree_node *n = &t->nodes.data[node];
  if (hd_term_is_true(t->T, conjunct) || n->dead || has_conjunct(&n->label, conjunct)) return;
  hd_vec_push(&n->label, conjunct);
  if (hd_term_is_false(t->T, conjunct)) {
    n->dead = true;
    release_below(t, node);
    return;
  }
  hd_u32s covers = t->nodes.data[node].covers;
  t->nodes.data[node].covers = (hd_u32s){0};
  for (uint32_t k = 0; k < covers.len; k++) {
    if (!is_covered_by(t, covers.data[k], node)) continue;
    if (label_implies(t, covers.data[k], conjunct))
      hd_vec_push(&t->nodes.data[node].covers, covers.data[k]);
    else
      uncover(t, covers.data[k]);
  }
  hd_vec_clear(&covers);
}

/* --- coverage ---------------------------------------------------------------------------- */

static bool may_cover(const hd_tree *t, uint32_t by, uint32_t node)
{
  return t->nodes.data[by].expanded && !is_below(t, by, node) && hd_tree_lives(t, by);
}

static void cover_tree_node(hd_tree *t, uint32_t node, uint32_t by)
{
  t->nodes.data[node].covered_by = by;
  hd_vec_push(&t->nodes.data[by].covers, node);
  release_below(t, node);
}

/* Adds the conjuncts of the other label that hold at the node as well; false: one does not. */
static bool force_all(hd_tree *t, uint32_t node, uint32_t by, const hd_tree_force *force)
{
  for (uint32_t i = 0; i < t->nodes.data[by].label.len; i++) {
    hd_term c = t->nodes.data[by].label.data[i];
    if (label_implies(t, node, c)) continue;
    if (!force || !force->holds(force->context, node, c)) return false;
    hd_tree_strengthen(t, node, c);
  }
  return true;
}

bool hd_tree_cover(hd_tree *t, uint32_t node, const hd_tree_force *force)
{
  return hd_tree_cover_if(t, node, force, NULL);
}

bool hd_tree_cover_if(hd_tree *t, uint32_t node, const hd_tree_force *force, const hd_tree_filter *filter)
{
  const hd_u32s *here = &t->at.data[t->nodes.data[node].place];
  for (unsigned round = 0; round < 2; round++) {
    for (uint32_t i = 0; i < here->len && here->data[i] < node; i++) {
      uint32_t by = here->data[i];
      if (!may_cover(t, by, node) || (filter && !filter->fits(filter->context, by, node))) continue;
      bool covers = round == 0 ? implies_all(t, node, &t->nodes.data[by].label) : force_all(t, node, by, force);
      if (!covers) continue;
      cover_tree_node(t, node, by);
      return true;
    }
    if (!force) break;
  }
  return false;
}

bool hd_tree_cover_image(hd_tree *t, uint32_t node, uint32_t by, hd_term image)
{
  hd_term_list given = {0};
  if (by >= node || !may_cover(t, by, node)) return false;
  hd_formula_conjuncts(t->T, image, &given);
  bool covers = true;
  for (uint32_t i = 0; i < t->nodes.data[by].label.len && covers; i++)
    covers = conjunct_follows(t, &given, t->nodes.data[by].label.data[i]);
  hd_vec_clear(&given);
  if (covers) cover_tree_node(t, node, by);
  return covers;
}

hd_term hd_tree_invariant(const hd_tree *t, uint32_t place)
{
  hd_term all = hd_term_false(t->T);
  for (uint32_t k = 0; place < t->at.len && k < t->at.data[place].len; k++) {
    uint32_t i = t->at.data[place].data[k];
    if (t->nodes.data[i].expanded && hd_tree_lives(t, i)) all = hd_term_2(t->T, HD_OP_OR, all, hd_tree_label(t, i));
  }
  return all;
}
