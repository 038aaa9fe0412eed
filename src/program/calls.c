/* calls.c - strongly connected components of the call graph. */
#include "program/calls.h"

typedef struct {
  uint32_t caller, callee;
} call;

struct hd_calls {
  uint32_t n, n_components;
  HD_VEC(call) calls;
  uint32_t *first, *callees; /* by caller; NULL: not finished */
  uint32_t *component;
  uint8_t *recursive; /* by component */
};

hd_calls *hd_calls_new(uint32_t n_functions)
{
  hd_calls *c = hd_alloc(1, sizeof *c);
  c->n = n_functions;
  return c;
}

void hd_calls_free(hd_calls *c)
{
  if (!c) return;
  hd_vec_clear(&c->calls);
  free(c->first);
  free(c->callees);
  free(c->component);
  free(c->recursive);
  free(c);
}

void hd_calls_add(hd_calls *c, uint32_t caller, uint32_t callee)
{
  HD_CHECK(caller < c->n && callee < c->n && !c->first);
  hd_vec_push(&c->calls, (call){caller, callee});
}

static void index_callees(hd_calls *c)
{
  c->first = hd_alloc((size_t)c->n + 2, sizeof *c->first);
  c->callees = hd_alloc(c->calls.len, sizeof *c->callees);
  for (uint32_t i = 0; i < c->calls.len; i++) c->first[c->calls.data[i].caller + 2]++;
  for (uint32_t i = 2; i < c->n + 2; i++) c->first[i] += c->first[i - 1];
  for (uint32_t i = 0; i < c->calls.len; i++)
    c->callees[c->first[c->calls.data[i].caller + 1]++] = c->calls.data[i].callee;
}

/* Tarjan's algorithm, with a stack of its own: chains of calls are long. */
typedef struct {
  hd_calls *c;
  uint32_t *order, *low,
      *next; /* by function: when it was entered (0: not yet), the oldest it reaches, its next call */
  uint32_t clock;
  hd_u32s path, open; /* functions being visited; those without a component */
} visit;

static void enter_function(visit *v, uint32_t f)
{
  v->order[f] = v->low[f] = ++v->clock;
  v->next[f] = v->c->first[f];
  hd_vec_push(&v->path, f);
  hd_vec_push(&v->open, f);
}

static void close_component(visit *v, uint32_t root)
{
  hd_calls *c = v->c;
  uint32_t f;
  c->recursive[c->n_components] = hd_vec_last(&v->open) != root;
  do {
    f = hd_vec_pop(&v->open);
    c->component[f] = c->n_components;
  } while (f != root);
  c->n_components++;
}

static void leave_function(visit *v, uint32_t f)
{
  (void)hd_vec_pop(&v->path);
  if (v->low[f] == v->order[f]) close_component(v, f);
  if (!v->path.len) return;
  uint32_t caller = hd_vec_last(&v->path);
  if (v->low[f] < v->low[caller]) v->low[caller] = v->low[f];
}

static void visit_from(visit *v, uint32_t root)
{
  hd_calls *c = v->c;
  enter_function(v, root);
  while (v->path.len) {
    uint32_t f = hd_vec_last(&v->path);
    if (v->next[f] == c->first[f + 1]) {
      leave_function(v, f);
      continue;
    }
    uint32_t callee = c->callees[v->next[f]++];
    if (!v->order[callee])
      enter_function(v, callee);
    else if (c->component[callee] == HD_NONE && v->order[callee] < v->low[f])
      v->low[f] = v->order[callee];
  }
}

void hd_calls_finish(hd_calls *c)
{
  index_callees(c);
  c->component = hd_alloc(c->n, sizeof *c->component);
  c->recursive = hd_alloc(c->n, sizeof *c->recursive);
  for (uint32_t f = 0; f < c->n; f++) c->component[f] = HD_NONE;
  visit v = {.c = c};
  v.order = hd_alloc(c->n, sizeof *v.order);
  v.low = hd_alloc(c->n, sizeof *v.low);
  v.next = hd_alloc(c->n, sizeof *v.next);
  for (uint32_t f = 0; f < c->n; f++)
    if (!v.order[f]) visit_from(&v, f);
  for (uint32_t i = 0; i < c->calls.len; i++)
    if (c->calls.data[i].caller == c->calls.data[i].callee) c->recursive[c->component[c->calls.data[i].caller]] = 1;
  free(v.order);
  free(v.low);
  free(v.next);
  hd_vec_clear(&v.path);
  hd_vec_clear(&v.open);
  HD_ASSERT(hd_calls_check(c));
}

uint32_t hd_calls_component(const hd_calls *c, uint32_t function)
{
  return c->component[function];
}

bool hd_calls_is_recursive(const hd_calls *c, uint32_t function)
{
  return c->recursive[c->component[function]];
}

bool hd_calls_check(const hd_calls *c)
{
  for (uint32_t i = 0; i < c->calls.len; i++) {
    uint32_t caller = c->component[c->calls.data[i].caller], callee = c->component[c->calls.data[i].callee];
    if (callee > caller || (callee == caller && !c->recursive[caller])) return false;
  }
  return true;
}
