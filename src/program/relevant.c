/* relevant.c - marks backward from guards and checks; assignments without a mark become empty. */
#include "program/relevant.h"

typedef struct {
  const hd_program *p;
  uint8_t *relevant; /* by variable */
  bool more;
} cone;

static void need_leaf(void *context, hd_term leaf)
{
  cone *c = context;
  if (hd_term_op(c->p->terms, leaf) != HD_OP_VAR) return;
  uint8_t *relevant = &c->relevant[hd_term_symbol(c->p->terms, leaf)];
  c->more = c->more || !*relevant;
  *relevant = 1;
}

static void need_term(cone *c, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(c->p->terms, t, need_leaf, c);
}

static void start_cone(cone *c)
{
  for (uint32_t i = 0; i < c->p->edges.len; i++) {
    const hd_edge_info *e = &c->p->edges.data[i];
    need_term(c, e->guard);
    need_term(c, e->cond);
    for (uint32_t a = 0; a < e->n_assigns; a++) need_term(c, e->assigns[a].index);
  }
  for (uint32_t t = 0; t < c->p->threads.len; t++) {
    const hd_thread_info *thread = &c->p->threads.data[t];
    if (thread->status.id != HD_NONE) c->relevant[thread->status.id] = 1;
  }
}

static void follow_cone(cone *c)
{
  for (c->more = true; c->more;) {
    c->more = false;
    for (uint32_t i = 0; i < c->p->edges.len; i++) {
      const hd_edge_info *e = &c->p->edges.data[i];
      for (uint32_t a = 0; a < e->n_assigns; a++)
        if (c->relevant[e->assigns[a].var.id]) need_term(c, e->assigns[a].value);
    }
  }
}

uint32_t hd_program_leave_out_irrelevant(hd_program *p, bool accesses_count)
{
  cone c = {.p = p, .relevant = hd_alloc(p->vars.len + 1, 1)};
  uint32_t left_out = 0;
  start_cone(&c);
  follow_cone(&c);
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_edge_info *e = &p->edges.data[i];
    uint32_t n = 0;
    if (accesses_count && e->access != HD_ACCESS_SYNC) continue;
    for (uint32_t a = 0; a < e->n_assigns; a++)
      if (c.relevant[e->assigns[a].var.id] || !hd_term_is(e->assigns[a].value)) e->assigns[n++] = e->assigns[a];
    left_out += e->n_assigns - n;
    e->n_assigns = n;
  }
  free(c.relevant);
  return left_out;
}
