/* order.c - adds the triangles that transitivity needs, by eliminating events one after the other. */
#include "logic/order.h"

struct hd_order {
  uint32_t n, words;
  uint64_t *after;               /* bit b of row a: a comes before b */
  HD_VEC(hd_order_arrow) arrows; /* as they were added, none that followed from earlier ones */
};

hd_order *hd_order_new(uint32_t n)
{
  hd_order *o = hd_alloc(1, sizeof *o);
  o->n = n;
  o->words = n / 64 + 1;
  o->after = hd_alloc((size_t)n * o->words, sizeof *o->after);
  return o;
}

void hd_order_free(hd_order *o)
{
  if (!o) return;
  free(o->after);
  hd_vec_clear(&o->arrows);
  free(o);
}

bool hd_order_known(const hd_order *o, uint32_t a, uint32_t b)
{
  return o->after[(size_t)a * o->words + b / 64] >> b % 64 & 1;
}

bool hd_order_add(hd_order *o, uint32_t a, uint32_t b)
{
  if (a == b || hd_order_known(o, b, a)) return false;
  if (hd_order_known(o, a, b)) return true;
  hd_vec_push(&o->arrows, (hd_order_arrow){a, b});
  const uint64_t *later = o->after + (size_t)b * o->words;
  for (uint32_t u = 0; u < o->n; u++) {
    if (u != a && !hd_order_known(o, u, a)) continue;
    uint64_t *row = o->after + (size_t)u * o->words;
    for (uint32_t i = 0; i < o->words; i++) row[i] |= later[i];
    row[b / 64] |= UINT64_C(1) << b % 64;
  }
  return true;
}

const hd_order_arrow *hd_order_arrows(const hd_order *o, uint32_t *n)
{
  *n = o->arrows.len;
  return o->arrows.data;
}

/* --- elimination ------------------------------------------------------------------------------------- */

typedef struct {
  const hd_order *o;
  hd_sat *s;
  hd_lit *edge;  /* [a * n + b]: a literal that, when true, puts a before b; 0: nothing does */
  hd_u32s *next; /* by event: those with which it shares an edge, one way or the other */
  uint8_t *gone;
  uint64_t clauses;
} elimination;

static hd_lit *edge_of(const elimination *x, uint32_t a, uint32_t b)
{
  return &x->edge[(size_t)a * x->o->n + b];
}

static void join_events(elimination *x, uint32_t a, uint32_t b, hd_lit forth, hd_lit back)
{
  if (!*edge_of(x, a, b) && !*edge_of(x, b, a)) {
    hd_vec_push(&x->next[a], b);
    hd_vec_push(&x->next[b], a);
  }
  *edge_of(x, a, b) = forth;
  *edge_of(x, b, a) = back;
}

/* a comes before b when both literals hold. */
static void imply(elimination *x, uint32_t a, uint32_t b, hd_lit one, hd_lit two)
{
  if (hd_order_known(x->o, a, b)) {
    if (!*edge_of(x, a, b)) join_events(x, a, b, HD_LIT_TRUE, 0);
    return;
  }
  hd_lit then = HD_LIT_FALSE;
  if (!hd_order_known(x->o, b, a)) {
    if (!*edge_of(x, a, b)) {
      hd_lit lit = hd_sat_new_lit(x->s);
      join_events(x, a, b, lit, -lit);
    }
    then = *edge_of(x, a, b);
  }
  hd_sat_clause(x->s, (const hd_lit[]){-one, -two, then}, 3);
  x->clauses++;
}

static void eliminate_event(elimination *x, uint32_t v)
{
  hd_u32s *next = &x->next[v];
  for (uint32_t i = 0; i < next->len; i++) {
    uint32_t a = next->data[i];
    hd_lit into = *edge_of(x, a, v);
    for (uint32_t k = 0; into && !x->gone[a] && k < next->len; k++) {
      uint32_t b = next->data[k];
      hd_lit out = *edge_of(x, v, b);
      if (out && a != b && !x->gone[b]) imply(x, a, b, into, out);
    }
  }
  x->gone[v] = 1;
}

/* The event with the fewest neighbours left. */
static uint32_t cheapest_event(const elimination *x)
{
  uint32_t best = HD_NONE, least = HD_NONE;
  for (uint32_t v = 0; v < x->o->n; v++) {
    if (x->gone[v]) continue;
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->next[v].len; i++) count += !x->gone[x->next[v].data[i]];
    if (count < least) {
      least = count;
      best = v;
    }
  }
  return best;
}

bool hd_order_encode(const hd_order *o, hd_sat *s, const hd_order_pair *open, uint32_t n, uint64_t most)
{
  elimination x = {.o = o, .s = s};
  x.edge = hd_alloc((size_t)o->n * o->n + 1, sizeof *x.edge);
  x.next = hd_alloc(o->n + 1, sizeof *x.next);
  x.gone = hd_alloc(o->n + 1, 1);
  for (uint32_t i = 0; i < o->arrows.len; i++)
    join_events(&x, o->arrows.data[i].a, o->arrows.data[i].b, HD_LIT_TRUE, 0);
  for (uint32_t i = 0; i < n; i++) join_events(&x, open[i].a, open[i].b, open[i].lit, -open[i].lit);
  for (uint32_t v; x.clauses <= most && (v = cheapest_event(&x)) != HD_NONE;) eliminate_event(&x, v);
  for (uint32_t v = 0; v < o->n; v++) hd_vec_clear(&x.next[v]);
  free(x.next);
  free(x.edge);
  free(x.gone);
  return x.clauses <= most;
}
