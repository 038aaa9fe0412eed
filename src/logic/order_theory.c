/* order_theory.c - Z3's callbacks: arrows come and go with its decisions, and a cycle is a conflict. */
#include "logic/order_theory.h"

#include "logic/acyclic.h"
#include "logic/order_attach.h"

typedef struct {
  uint32_t a, b;
  hd_term symbol;
  Z3_ast yes, no; /* while attached */
  bool known;
} pair;

struct hd_order_theory {
  hd_acyclic *graph;
  uint32_t n;
  HD_VEC(pair) pairs;
  hd_u32s *of;    /* by event: its pairs */
  hd_u32s by_id;  /* Z3's number to the pair */
  hd_u32s id;     /* by pair */
  hd_u32s trail;  /* pairs as they became known */
  hd_u32s levels; /* lengths of the trail and marks of the graph, in turns */
  hd_u32s why;
  uint32_t *place; /* by event: in the order of the last model */
};

hd_order_theory *hd_order_theory_new(const hd_order *known, uint32_t n)
{
  hd_order_theory *t = hd_alloc(1, sizeof *t);
  uint32_t count;
  const hd_order_arrow *arrows = hd_order_arrows(known, &count);
  t->n = n;
  t->of = hd_alloc(n + 1, sizeof *t->of);
  t->place = hd_alloc(n + 1, sizeof *t->place);
  t->graph = hd_acyclic_new(n);
  for (uint32_t i = 0; i < count; i++) hd_acyclic_add(t->graph, arrows[i].a, arrows[i].b, HD_NONE, NULL);
  return t;
}

static void detach(hd_order_theory *t)
{
  for (uint32_t i = 0; i < t->pairs.len; i++) {
    pair *p = &t->pairs.data[i];
    if (p->yes) Z3_dec_ref(hd_z3(), p->yes);
    if (p->no) Z3_dec_ref(hd_z3(), p->no);
    p->yes = p->no = NULL;
  }
}

void hd_order_theory_free(hd_order_theory *t)
{
  if (!t) return;
  detach(t);
  for (uint32_t i = 0; i < t->n; i++) hd_vec_clear(&t->of[i]);
  free(t->of);
  free(t->place);
  hd_acyclic_free(t->graph);
  hd_vec_clear(&t->pairs);
  hd_vec_clear(&t->by_id);
  hd_vec_clear(&t->id);
  hd_vec_clear(&t->trail);
  hd_vec_clear(&t->levels);
  hd_vec_clear(&t->why);
  free(t);
}

void hd_order_theory_pair(hd_order_theory *t, uint32_t a, uint32_t b, hd_term symbol)
{
  hd_vec_push(&t->of[a], t->pairs.len);
  hd_vec_push(&t->of[b], t->pairs.len);
  hd_vec_push(&t->id, HD_NONE);
  hd_vec_push(&t->pairs, (pair){.a = a, .b = b, .symbol = symbol});
}

/* --- Z3's calls ---------------------------------------------------------------------------------------------- */

static void push_level(void *context)
{
  hd_order_theory *t = context;
  hd_vec_push(&t->levels, t->trail.len);
  hd_vec_push(&t->levels, hd_acyclic_mark(t->graph));
}

static void pop(void *context, unsigned levels)
{
  hd_order_theory *t = context;
  for (; levels && t->levels.len; levels--) {
    hd_acyclic_release(t->graph, hd_vec_pop(&t->levels));
    uint32_t length = hd_vec_pop(&t->levels);
    while (t->trail.len > length) t->pairs.data[hd_vec_pop(&t->trail)].known = false;
  }
}

static void *fresh(void *context, Z3_context other)
{
  (void)other;
  return context;
}

static void tell_consequence(hd_order_theory *t, Z3_solver_callback cb, uint32_t own, Z3_ast consequence)
{
  for (uint32_t i = 0; i < t->why.len; i++) t->why.data[i] = t->id.data[t->why.data[i]];
  hd_vec_push(&t->why, t->id.data[own]);
  Z3_solver_propagate_consequence(hd_z3(), cb, t->why.len, t->why.data, 0, NULL, NULL, consequence);
}

/* Pairs that the new arrow puts in order. */
static void tell_followers(hd_order_theory *t, Z3_solver_callback cb, uint32_t own, uint32_t a, uint32_t b)
{
  hd_acyclic_cone cone = hd_acyclic_cone_of(t->graph, a, b);
  for (uint32_t i = 0; i < cone.earlier->len; i++) {
    uint32_t x = cone.earlier->data[i];
    for (uint32_t k = 0; k < t->of[x].len; k++) {
      pair *p = &t->pairs.data[t->of[x].data[k]];
      uint32_t y = p->a == x ? p->b : p->a;
      if (p->known || !p->yes || !hd_acyclic_is_later(t->graph, y)) continue;
      t->why.len = 0;
      hd_acyclic_reasons(t->graph, x, y, &t->why);
      tell_consequence(t, cb, own, p->a == x ? p->yes : p->no);
    }
  }
}

static void fixed(void *context, Z3_solver_callback cb, unsigned id, Z3_ast value)
{
  hd_order_theory *t = context;
  uint32_t own = t->by_id.data[id];
  pair *p = &t->pairs.data[own];
  const hd_u32s *why;
  if (p->known) return;
  p->known = true;
  hd_vec_push(&t->trail, own);
  bool forth = Z3_get_bool_value(hd_z3(), value) == Z3_L_TRUE;
  uint32_t a = forth ? p->a : p->b, b = forth ? p->b : p->a;
  if (hd_acyclic_add(t->graph, a, b, own, &why)) {
    tell_followers(t, cb, own, a, b);
    return;
  }
  t->why.len = 0;
  for (uint32_t i = 0; i < why->len; i++) hd_vec_push(&t->why, why->data[i]);
  tell_consequence(t, cb, own, Z3_mk_false(hd_z3()));
}

static void final(void *context, Z3_solver_callback cb)
{
  hd_order_theory *t = context;
  (void)cb;
  for (uint32_t i = 0; i < t->n; i++) t->place[i] = hd_acyclic_rank(t->graph, i);
}

bool hd_order_theory_before(const hd_order_theory *t, uint32_t a, uint32_t b)
{
  return t->place[a] < t->place[b];
}

/* --- attaching -------------------------------------------------------------------------------------------------- */

void hd_order_theory_attach(hd_order_theory *t, hd_smt *s, Z3_solver solver)
{
  Z3_context c = hd_z3();
  detach(t);
  pop(t, UINT32_MAX);
  while (t->trail.len) t->pairs.data[hd_vec_pop(&t->trail)].known = false;
  Z3_solver_propagate_init(c, solver, t, push_level, pop, fresh);
  Z3_solver_propagate_fixed(c, solver, fixed);
  Z3_solver_propagate_final(c, solver, final);
  t->by_id.len = 0;
  for (uint32_t i = 0; i < t->pairs.len; i++) {
    pair *p = &t->pairs.data[i];
    p->yes = hd_smt_to_z3(s, p->symbol);
    Z3_inc_ref(c, p->yes);
    p->no = Z3_mk_not(c, p->yes);
    Z3_inc_ref(c, p->no);
    t->id.data[i] = Z3_solver_propagate_register(c, solver, p->yes);
    while (t->by_id.len <= t->id.data[i]) hd_vec_push(&t->by_id, HD_NONE);
    t->by_id.data[t->id.data[i]] = i;
  }
}
