#include "engine/explicit/retrace.h"

typedef struct {
  hd_searcher *s;
  hd_machine machine;
  uint64_t *goal;  /* the words of the next state; NULL: the violation itself */
  bool to_stuck;   /* the violation is to be stuck inside an atomic section */
  uint32_t mover;
  hd_trace *trace;
} walk;

static bool on_successor(void *context, hd_machine *m, hd_loc at)
{
  walk *w = context;
  (void)at;
  if (!w->goal || !hd_search_switch(w->s->layout, m, w->mover)) return false;
  return memcmp(m->words, w->goal, w->s->layout->n_words * sizeof *m->words) == 0;
}

static bool on_stuck(void *context, hd_machine *m)
{
  walk *w = context;
  (void)m;
  return w->to_stuck;
}

static void on_reached(void *context, hd_loc where)
{
  (void)context, (void)where;
}

static void on_unknown(void *context, hd_edge input)
{
  (void)context, (void)input;
}

/* An edge that ends the execution was not really taken: others go on. */
static bool is_pretended(const hd_program *p, uint32_t edge)
{
  hd_loc_kind kind = hd_loc_get(p, p->edges.data[edge].to)->kind;
  return kind != HD_LOC_NORMAL && kind != HD_LOC_END;
}

static uint32_t inputs_of(const hd_edge_info *e)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) n += !hd_term_is(e->assigns[i].value);
  return n;
}

static void push_steps(walk *w)
{
  const hd_program *p = w->s->layout->p;
  const hd_instance *who = &w->s->layout->instances[w->mover];
  uint32_t used = 0;
  for (uint32_t i = 0; i < w->machine.steps.len; i++) {
    uint32_t e = w->machine.steps.data[i], n = inputs_of(&p->edges.data[e]);
    if (used + n > w->machine.inputs.len) n = w->machine.inputs.len - used; /* the edge's check failed first */
    bool violated = !w->goal && !w->to_stuck && i + 1 == w->machine.steps.len;
    if (violated || !is_pretended(p, e))
      hd_trace_push(w->trace, who->thread, who->number, (hd_edge){e}, w->machine.inputs.data + used, n);
    used += n;
  }
}

/* From the machine's words to the goal; they are the goal's afterwards. */
static void walk_step(walk *w)
{
  const hd_xlayout *l = w->s->layout;
  for (w->mover = 0; w->mover < l->n_instances; w->mover++) {
    uint32_t start = hd_search_start(w->s, w->machine.code, w->machine.words, w->mover);
    if (start == HD_NONE) continue;
    hd_run r = hd_machine_run(&w->machine, start);
    bool arrived = w->goal || w->to_stuck ? r == HD_RUN_STOPPED : r == HD_RUN_VIOLATED;
    if (arrived) push_steps(w);
    if (r != HD_RUN_DONE) hd_machine_undo(&w->machine);
    if (!arrived) continue;
    if (w->goal) memcpy(w->machine.words, w->goal, l->n_words * sizeof *w->goal);
    return;
  }
  HD_UNREACHABLE();
}

static void push_values(walk *w, const hd_instance *who, hd_var v)
{
  const hd_xlayout *l = w->s->layout;
  const hd_var_info *info = hd_var_get(l->p, v);
  if (!info->any || l->kind[v.id] != HD_PLACE_FIELD) return;
  if (who && !hd_is_live(l->liveness, hd_thread_get(l->p, who->thread)->entry, v)) return;
  hd_field f = hd_layout_field(l, who, v);
  for (uint32_t i = 0; i < hd_var_elements(info); i++) {
    uint64_t value = hd_field_get(w->machine.words, info->count ? hd_field_element(f, i) : f, info->sort.width);
    if (value) hd_vec_push(&w->trace->initial, (hd_initial){v, who ? who->number : 0, i, value});
  }
}

static void push_initial(walk *w)
{
  const hd_xlayout *l = w->s->layout;
  for (uint32_t v = 0; v < l->p->vars.len; v++) {
    hd_thread t = l->p->vars.data[v].thread;
    if (t.id == HD_NONE) push_values(w, NULL, (hd_var){v});
    for (uint32_t i = 0; t.id != HD_NONE && i < l->n_instances; i++)
      if (l->instances[i].thread.id == t.id) push_values(w, &l->instances[i], (hd_var){v});
  }
}

hd_trace *hd_retrace(hd_searcher *s, const hd_code *code)
{
  walk w = {.s = s, .trace = hd_trace_new()};
  hd_sink sink = {on_successor, on_stuck, on_reached, on_unknown, &w};
  uint32_t n_words = s->layout->n_words;
  hd_machine_init(&w.machine, code, n_words, sink);
  hd_u32s path = {0};
  for (uint32_t id = s->current; id != HD_NONE; id = s->store.parents[id]) hd_vec_push(&path, id);
  hd_store_unfold(&s->store, s->store.keys[hd_vec_pop(&path)], &s->now);
  memcpy(w.machine.words, s->machine.words, n_words * sizeof *w.machine.words);
  push_initial(&w);
  while (path.len) {
    hd_store_unfold(&s->store, s->store.keys[hd_vec_pop(&path)], &s->now);
    w.goal = s->machine.words;
    walk_step(&w);
  }
  w.goal = NULL;
  w.to_stuck = s->found == HD_FOUND_STUCK;
  if (s->found == HD_FOUND_CHECK || s->found == HD_FOUND_STUCK) walk_step(&w);
  hd_vec_clear(&path);
  hd_machine_clear(&w.machine);
  return w.trace;
}
