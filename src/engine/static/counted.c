/* counted.c - edges that are worth a ghost. */
#include "engine/static/flow.h"

enum { MOST_COUNTED = 5 };

typedef struct {
  const hd_program *p;
  const hd_edge_info *edges;
  const uint8_t *only;
  uint8_t *seen; /* by location */
} walk;

/* Does a way lead from the location to the other one? */
static bool leads_to(walk *w, hd_loc from, hd_loc to)
{
  uint32_t n;
  hd_u32s todo = {0};
  memset(w->seen, 0, w->p->locs.len);
  hd_vec_push(&todo, from.id);
  while (todo.len && !w->seen[to.id]) {
    uint32_t l = hd_vec_pop(&todo);
    if (w->seen[l]) continue;
    w->seen[l] = 1;
    const uint32_t *out = hd_loc_out(w->p, (hd_loc){l}, &n);
    for (uint32_t i = 0; i < n; i++) hd_vec_push(&todo, w->edges[out[i]].to.id);
  }
  hd_vec_clear(&todo);
  return w->seen[to.id];
}

/* A sum that a shared scalar becomes. */
static bool adds(const walk *w, const hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    const hd_var_info *info = hd_var_get(w->p, a->var);
    if (info->thread.id != HD_NONE || info->role != HD_ROLE_USER || info->count || !hd_term_is(a->value)) continue;
    if (w->only && !w->only[a->var.id]) continue;
    hd_op op = hd_term_op(w->p->terms, a->value);
    if (op == HD_OP_ADD || op == HD_OP_SUB || op == HD_OP_MUL) return true;
  }
  return false;
}

uint32_t hd_flow_counted(const hd_program *p, const hd_edge_info *edges, const uint8_t *any, const uint8_t *only,
                         hd_taken **out)
{
  HD_VEC(hd_taken) list = {0};
  walk w = {p, edges, only, hd_alloc(p->locs.len + 1, 1)};
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_thread t = hd_loc_get(p, edges[i].from)->thread;
    if (any[t.id] || !adds(&w, &edges[i]) || leads_to(&w, edges[i].to, edges[i].from)) continue;
    for (uint32_t k = 0; k < hd_thread_get(p, t)->instances && list.len <= MOST_COUNTED; k++)
      hd_vec_push(&list, (hd_taken){{i}, k});
  }
  free(w.seen);
  *out = list.data;
  if (list.len <= MOST_COUNTED) return list.len;
  free(list.data);
  *out = NULL;
  return 0;
}
