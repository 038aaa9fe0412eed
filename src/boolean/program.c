/* program.c - building a Boolean program, and simple questions about its calls. */
#include "boolean/boolean.h"

hd_bp *hd_bp_new(const char *file)
{
  hd_bp *p = hd_alloc(1, sizeof *p);
  hd_arena_init(&p->arena);
  p->file = hd_arena_strdup(&p->arena, file);
  p->init = p->atomic = HD_NONE;
  return p;
}

void hd_bp_free(hd_bp *p)
{
  if (!p) return;
  for (uint32_t i = 0; i < p->procs.len; i++) {
    hd_vec_clear(&p->procs.data[i].locals);
    hd_vec_clear(&p->procs.data[i].returns);
  }
  for (uint32_t i = 0; i < p->locs.len; i++) hd_vec_clear(&p->locs.data[i].out);
  hd_vec_clear(&p->exprs);
  hd_vec_clear(&p->vars);
  hd_vec_clear(&p->globals);
  hd_vec_clear(&p->procs);
  hd_vec_clear(&p->locs);
  hd_vec_clear(&p->edges);
  hd_vec_clear(&p->labels);
  hd_vec_clear(&p->threads);
  hd_arena_clear(&p->arena);
  free(p);
}

hd_bp_expr hd_bp_make(hd_bp *p, hd_bp_op op, uint32_t a, uint32_t b, uint32_t c)
{
  hd_vec_push(&p->exprs, (hd_bp_node){op, a, b, c});
  return (hd_bp_expr){p->exprs.len - 1};
}

hd_bp_expr hd_bp_const(hd_bp *p, bool value)
{
  return hd_bp_make(p, HD_BP_CONST, value, 0, 0);
}

hd_bp_expr hd_bp_read(hd_bp *p, uint32_t var)
{
  return hd_bp_make(p, HD_BP_VAR, var, 0, 0);
}

hd_bp_expr hd_bp_not(hd_bp *p, hd_bp_expr e)
{
  return hd_bp_make(p, HD_BP_NOT, e.id, 0, 0);
}

hd_bp_expr hd_bp_and(hd_bp *p, hd_bp_expr a, hd_bp_expr b)
{
  if (a.id == HD_NONE) return b;
  if (b.id == HD_NONE) return a;
  return hd_bp_make(p, HD_BP_AND, a.id, b.id, 0);
}

uint32_t hd_bp_add_var(hd_bp *p, const char *name, uint32_t proc, bool internal, hd_bp_pos pos)
{
  hd_u32s *scope = proc == HD_NONE ? &p->globals : &p->procs.data[proc].locals;
  hd_vec_push(&p->vars, (hd_bp_var){hd_arena_strdup(&p->arena, name), proc, scope->len, internal, pos, false});
  hd_vec_push(scope, p->vars.len - 1);
  return p->vars.len - 1;
}

uint32_t hd_bp_add_loc(hd_bp *p, uint32_t proc, hd_bp_loc_kind kind, hd_bp_pos pos)
{
  hd_vec_push(&p->locs, (hd_bp_loc){.proc = proc, .kind = kind, .pos = pos});
  return p->locs.len - 1;
}

uint32_t hd_bp_add_proc(hd_bp *p, const char *name, hd_bp_pos pos)
{
  uint32_t id = p->procs.len;
  hd_vec_push(&p->procs, (hd_bp_proc){.name = hd_arena_strdup(&p->arena, name), .pos = pos, .enforce = {HD_NONE}});
  p->procs.data[id].entry = hd_bp_add_loc(p, id, HD_BP_NORMAL, pos);
  p->procs.data[id].final = hd_bp_add_loc(p, id, HD_BP_EXIT, pos);
  return id;
}

static void *keep_list(hd_bp *p, const void *list, uint32_t n, size_t size)
{
  return n ? hd_arena_copy(&p->arena, list, n * size) : NULL;
}

uint32_t hd_bp_add_edge(hd_bp *p, const hd_bp_edge *e)
{
  hd_bp_edge copy = *e;
  copy.assigns = keep_list(p, e->assigns, e->n_assigns, sizeof *e->assigns);
  copy.args = keep_list(p, e->args, e->n_args, sizeof *e->args);
  copy.results = keep_list(p, e->results, e->n_results, sizeof *e->results);
  hd_vec_push(&p->edges, copy);
  hd_vec_push(&p->locs.data[e->from].out, p->edges.len - 1);
  return p->edges.len - 1;
}

uint32_t hd_bp_find_proc(const hd_bp *p, const char *name)
{
  for (uint32_t i = 0; i < p->procs.len; i++)
    if (strcmp(p->procs.data[i].name, name) == 0) return i;
  return HD_NONE;
}

bool hd_bp_has_spawn(const hd_bp *p)
{
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind == HD_BP_SPAWN) return true;
  return false;
}

bool hd_bp_is_parameterized(const hd_bp *p)
{
  for (uint32_t i = 0; i < p->threads.len; i++)
    if (p->threads.data[i].copies == HD_BP_MANY) return true;
  return false;
}

bool hd_bp_is_concurrent(const hd_bp *p)
{
  bool one = p->threads.len == 1 && p->threads.data[0].copies == 1 && p->init == HD_NONE;
  return !one || hd_bp_has_spawn(p);
}

/* The procedures that each one calls, one after the other: those of i are to[first[i]] to to[first[i + 1]].
 */
typedef struct {
  uint32_t *first, *to;
} call_graph;

static uint32_t caller_of(const hd_bp *p, const hd_bp_edge *e)
{
  return p->locs.data[e->from].proc;
}

static call_graph make_call_graph(const hd_bp *p)
{
  call_graph g = {hd_alloc(p->procs.len + 2, sizeof(uint32_t)), hd_alloc(p->edges.len + 1, sizeof(uint32_t))};
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind == HD_BP_CALL) g.first[caller_of(p, &p->edges.data[i]) + 2]++;
  for (uint32_t i = 0; i < p->procs.len; i++) g.first[i + 2] += g.first[i + 1];
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind == HD_BP_CALL)
      g.to[g.first[caller_of(p, &p->edges.data[i]) + 1]++] = p->edges.data[i].callee;
  return g;
}

/* Depth-first over the call graph with a stack of its own: 0 unseen, 1 open, 2 done. */
static bool reaches_open(const call_graph *g, uint32_t root, uint8_t *mark)
{
  typedef struct {
    uint32_t proc, next;
  } frame;
  HD_VEC(frame) stack = {0};
  bool found = false;
  mark[root] = 1;
  hd_vec_push(&stack, (frame){root, g->first[root]});
  while (stack.len && !found) {
    frame *top = &hd_vec_last(&stack);
    if (top->next == g->first[top->proc + 1]) {
      mark[hd_vec_pop(&stack).proc] = 2;
      continue;
    }
    uint32_t callee = g->to[top->next++];
    found = mark[callee] == 1;
    if (mark[callee] != 0) continue;
    mark[callee] = 1;
    hd_vec_push(&stack, (frame){callee, g->first[callee]});
  }
  hd_vec_clear(&stack);
  return found;
}

bool hd_bp_is_recursive(const hd_bp *p)
{
  bool found = false;
  call_graph g = make_call_graph(p);
  uint8_t *mark = hd_alloc(p->procs.len + 1, 1);
  for (uint32_t i = 0; i < p->procs.len && !found; i++)
    if (mark[i] == 0) found = reaches_open(&g, i, mark);
  free(mark);
  free(g.first);
  free(g.to);
  return found;
}

bool hd_bp_targets(const hd_bp *p, const char *label, bool *targets)
{
  bool any = false;
  for (uint32_t i = 0; i < p->locs.len; i++) targets[i] = !label && p->locs.data[i].kind == HD_BP_FAIL;
  for (uint32_t i = 0; i < p->labels.len; i++) {
    const char *name = p->labels.data[i].name;
    bool wanted = label ? strcmp(name, label) == 0 : strcmp(name, "ERROR") == 0 || strcmp(name, "SLIC_ERROR") == 0;
    targets[p->labels.data[i].loc] |= wanted;
  }
  for (uint32_t i = 0; i < p->locs.len; i++) any |= targets[i];
  return any;
}
