/* memo.c - open addressing that begins in the structure itself. */
#include "expr/memo.h"

#include "expr/pool.h"

void hd_memo_init(hd_memo *m)
{
  memset(m->inline_keys, 0, sizeof m->inline_keys);
  m->keys = m->inline_keys;
  m->values = m->inline_values;
  m->len = 0;
  m->mask = HD_MEMO_INLINE - 1;
}

void hd_memo_clear(hd_memo *m)
{
  if (m->keys != m->inline_keys) {
    free(m->keys);
    free(m->values);
  }
  hd_memo_init(m);
}

static uint32_t probe_memo(const hd_memo *m, uint32_t id)
{
  uint32_t i = (id * UINT32_C(0x9e3779b1)) >> 7 & m->mask;
  while (m->keys[i] && m->keys[i] != id) i = (i + 1) & m->mask;
  return i;
}

uint64_t *hd_memo_find(const hd_memo *m, uint32_t id)
{
  uint32_t i = probe_memo(m, id);
  return m->keys[i] ? &m->values[i] : NULL;
}

static void grow_memo_table(hd_memo *m)
{
  hd_memo old = *m;
  bool was_inline = m->keys == m->inline_keys;
  m->mask = old.mask * 2 + 1;
  m->keys = hd_alloc((size_t)m->mask + 1, sizeof *m->keys);
  m->values = hd_alloc((size_t)m->mask + 1, sizeof *m->values);
  for (uint32_t i = 0; i <= old.mask; i++) {
    if (!old.keys[i]) continue;
    uint32_t at = probe_memo(m, old.keys[i]);
    m->keys[at] = old.keys[i];
    m->values[at] = old.values[i];
  }
  if (was_inline) return;
  free(old.keys);
  free(old.values);
}

void hd_memo_put(hd_memo *m, uint32_t id, uint64_t value)
{
  if (m->len * 2 > m->mask) grow_memo_table(m);
  uint32_t i = probe_memo(m, id);
  if (!m->keys[i]) m->len++;
  m->keys[i] = id;
  m->values[i] = value;
}

void hd_term_walk(const hd_terms *T, hd_term t, hd_u32s *order)
{
  enum { OPENED, DONE };
  hd_memo seen;
  hd_memo_init(&seen);
  hd_u32s stack = {0};
  hd_vec_push(&stack, t.id);
  while (stack.len) {
    uint32_t id = hd_vec_last(&stack);
    uint64_t *state = hd_memo_find(&seen, id);
    if (!state) {
      hd_memo_put(&seen, id, OPENED);
      const hd_node *n = &T->nodes[id];
      for (unsigned i = hd_op_arity((hd_op)n->op); i-- > 0;) {
        if (!hd_memo_find(&seen, n->args[i])) hd_vec_push(&stack, n->args[i]);
      }
      continue;
    }
    stack.len--;
    if (*state == DONE) continue;
    *state = DONE;
    hd_vec_push(order, id);
  }
  hd_vec_clear(&stack);
  hd_memo_clear(&seen);
}

bool hd_terms_have(const hd_terms *T, const hd_term *terms, size_t n, bool (*is_kind)(const hd_terms *, hd_term))
{
  hd_u32s stack = {0};
  hd_memo seen;
  bool found = false;
  hd_memo_init(&seen);
  for (size_t i = 0; i < n; i++) hd_vec_push(&stack, terms[i].id);
  while (stack.len && !found) {
    hd_term t = {hd_vec_pop(&stack)};
    if (!hd_term_is(t) || hd_memo_find(&seen, t.id)) continue;
    hd_memo_put(&seen, t.id, 1);
    found = is_kind(T, t);
    for (unsigned i = 0; i < hd_term_arity(T, t); i++) hd_vec_push(&stack, hd_term_arg(T, t, i).id);
  }
  hd_vec_clear(&stack);
  hd_memo_clear(&seen);
  return found;
}
