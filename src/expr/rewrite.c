/* rewrite.c - substitution, and what occurs in a term. All linear in its distinct subterms. */
#include "expr/memo.h"
#include "expr/pool.h"

/* Deeper than this, subterms are rewritten in order first, so that recursion finds them done. */
enum { SMALL_TREE = 1000 };

typedef struct {
  hd_terms *T;
  const hd_rewrite *r;
  bool elements; /* SELECT terms are offered */
  hd_memo done;
} substitution;

static hd_term replaced_leaf(const substitution *s, hd_term leaf)
{
  hd_term t = s->r->replace(s->r->context, leaf);
  if (!hd_term_is(t)) return leaf;
  HD_CHECK(hd_sort_same(hd_term_sort(s->T, t), hd_term_sort(s->T, leaf)));
  return t;
}

static hd_term substitute_term(substitution *s, hd_term t)
{
  hd_node n = *hd_node_at(s->T, t);
  if (n.op == HD_OP_CONST) return t;
  const uint64_t *known = hd_memo_find(&s->done, t.id);
  if (known) return (hd_term){(uint32_t)*known};
  hd_term args[3], result = t;
  bool changed = false;
  for (unsigned i = 0; i < hd_op_arity((hd_op)n.op); i++) {
    args[i] = substitute_term(s, (hd_term){n.args[i]});
    changed |= args[i].id != n.args[i];
  }
  if (changed) result = hd_term_build(s->T, (hd_op)n.op, n.sort, n.value, args);
  if (n.op == HD_OP_VAR || n.op == HD_OP_DEREF) result = replaced_leaf(s, result);
  /* An element may have become a constant, or a part of the term that was stored there. */
  bool is_element = n.op == HD_OP_SELECT && hd_term_op(s->T, result) == HD_OP_SELECT;
  if (s->elements && is_element) result = replaced_leaf(s, result);
  hd_memo_put(&s->done, t.id, result.id);
  return result;
}

static hd_term rewritten_term(hd_terms *T, hd_term t, const hd_rewrite *r, bool elements)
{
  HD_CHECK(t.id && t.id <= T->len);
  substitution s = {.T = T, .r = r, .elements = elements};
  hd_memo_init(&s.done);
  if (hd_node_at(T, t)->tree > SMALL_TREE) {
    hd_u32s order = {0};
    hd_term_walk(T, t, &order);
    for (uint32_t i = 0; i < order.len; i++) substitute_term(&s, (hd_term){order.data[i]});
    hd_vec_clear(&order);
  }
  hd_term result = substitute_term(&s, t);
  hd_memo_clear(&s.done);
  return result;
}

hd_term hd_term_substitute(hd_terms *T, hd_term t, const hd_rewrite *r)
{
  return rewritten_term(T, t, r, false);
}

hd_term hd_term_substitute_elements(hd_terms *T, hd_term t, const hd_rewrite *r)
{
  return rewritten_term(T, t, r, true);
}

static hd_term imported_leaf(hd_terms *into, const hd_terms *from, hd_term t, const hd_rewrite *leaf)
{
  hd_term own = leaf ? leaf->replace(leaf->context, t) : HD_NO_TERM;
  return hd_term_is(own) ? own : hd_term_var(into, hd_term_sort(from, t), hd_term_symbol(from, t));
}

hd_term hd_term_import(hd_terms *into, const hd_terms *from, hd_term t, const hd_rewrite *leaf, hd_term *map)
{
  if (!hd_term_is(t) || hd_term_is(map[t.id])) return map[t.id];
  hd_u32s order = {0};
  hd_term_walk(from, t, &order);
  for (uint32_t k = 0; k < order.len; k++) {
    hd_term sub = {order.data[k]}, args[3] = {HD_NO_TERM};
    if (hd_term_is(map[sub.id])) continue;
    hd_node node = *hd_node_at(from, sub);
    for (unsigned i = 0; i < hd_op_arity((hd_op)node.op); i++) args[i] = map[node.args[i]];
    map[sub.id] = node.op == HD_OP_VAR ? imported_leaf(into, from, sub, leaf)
                                       : hd_term_build(into, (hd_op)node.op, node.sort, node.value, args);
  }
  hd_vec_clear(&order);
  return map[t.id];
}

void hd_term_visit_leaves(const hd_terms *T, hd_term t, void (*visit)(void *context, hd_term leaf), void *context)
{
  HD_CHECK(t.id && t.id <= T->len);
  hd_u32s order = {0};
  hd_term_walk(T, t, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    hd_op op = (hd_op)T->nodes[order.data[i]].op;
    if (op == HD_OP_VAR || op == HD_OP_DEREF) visit(context, (hd_term){order.data[i]});
  }
  hd_vec_clear(&order);
}

bool hd_term_mentions(const hd_terms *T, hd_term t, uint32_t symbol)
{
  HD_CHECK(t.id && t.id <= T->len);
  hd_u32s order = {0};
  hd_term_walk(T, t, &order);
  bool found = false;
  for (uint32_t i = 0; i < order.len && !found; i++) {
    const hd_node *n = &T->nodes[order.data[i]];
    found = n->op == HD_OP_VAR && n->value == symbol;
  }
  hd_vec_clear(&order);
  return found;
}

uint32_t hd_term_size(const hd_terms *T, hd_term t)
{
  HD_CHECK(t.id && t.id <= T->len);
  hd_u32s order = {0};
  hd_term_walk(T, t, &order);
  uint32_t size = order.len;
  hd_vec_clear(&order);
  return size;
}
