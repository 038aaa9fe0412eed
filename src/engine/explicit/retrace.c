/* retrace.c - walks from the violation back through the store, then forward to collect steps and inputs. */
#include "engine/explicit/retrace.h"

#include "engine/explicit/team.h"

/* An open value and the input of the trace that left it open. */
typedef struct {
  hd_var var;
  uint32_t instance;
  uint64_t index;
  uint32_t step, input;
} source;

typedef struct {
  hd_searcher *s;
  hd_machine machine;
  uint64_t *goal; /* the words of the next state; NULL: the violation itself */
  uint64_t *here; /* the words that the machine arrived with: the goal's, up to symmetry */
  uint64_t *sorted;
  bool to_stuck; /* the violation is to be stuck inside an atomic section */
  uint32_t mover;
  hd_trace *trace;
  HD_VEC(source) sources;
} walk;

static bool on_successor(void *context, hd_machine *m, hd_loc at)
{
  walk *w = context;
  if (!w->goal || (at.id != HD_NONE && !hd_search_switch(w->s->layout, m, w->mover))) return false;
  if (at.id == HD_NONE) m->steps.len = 0; /* an open value was decided; the step itself comes later */
  size_t size = w->s->layout->n_words * sizeof *m->words;
  memcpy(w->here, m->words, size);
  memcpy(w->sorted, m->words, size);
  uint64_t no_sleepers = 0;
  if (w->s->sorter) hd_sorter_sort(w->s->sorter, w->sorted, &no_sleepers);
  return memcmp(w->sorted, w->goal, size) == 0;
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

static void on_unknown(void *context, hd_edge input, hd_var open)
{
  (void)context, (void)input, (void)open;
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

/* Whose value it is: a local belongs to its instance. */
static source source_of(const walk *w, const hd_open_note *n)
{
  hd_var v = w->machine.code->opens.data[n->open].var;
  bool is_local = hd_var_get(w->s->layout->p, v)->thread.id != HD_NONE;
  return (source){.var = v, .instance = is_local ? w->s->layout->instances[w->mover].number : 0, .index = n->index};
}

/* Writes a decided value where it comes from: the last input that left it open, or the
 * initial state. */
static void settle_open(walk *w, const hd_open_note *n)
{
  source s = source_of(w, n);
  for (uint32_t i = w->sources.len; i-- > 0;) {
    const source *from = &w->sources.data[i];
    if (from->var.id != s.var.id || from->instance != s.instance || from->index != s.index) continue;
    ((uint64_t *)w->trace->steps.data[from->step].inputs)[from->input] = n->value;
    return;
  }
  hd_vec_push(&w->trace->initial, (hd_initial){s.var, s.instance, (uint32_t)s.index, n->value});
}

/* The steps the machine noted, then what became of open values on the way. */
static void push_steps(walk *w)
{
  const hd_program *p = w->s->layout->p;
  const hd_machine *m = &w->machine;
  const hd_instance *who = &w->s->layout->instances[w->mover];
  uint32_t used = 0, note = 0;
  for (uint32_t i = 0; i < m->steps.len; i++) {
    uint32_t e = m->steps.data[i], n = inputs_of(&p->edges.data[e]), step = w->trace->steps.len;
    if (used + n > m->inputs.len) n = m->inputs.len - used; /* the edge's check failed first */
    bool violated = !w->goal && !w->to_stuck && i + 1 == m->steps.len;
    if (violated || !is_pretended(p, e))
      hd_trace_push(w->trace, who->thread, who->number, (hd_edge){e}, m->inputs.data + used, n);
    for (; note < m->notes.len && (m->notes.data[note].decided || m->notes.data[note].input < used + n); note++) {
      const hd_open_note *x = &m->notes.data[note];
      source from = source_of(w, x);
      if (x->decided) settle_open(w, x);
      from.step = step;
      from.input = x->input - used;
      if (!x->decided && step < w->trace->steps.len) hd_vec_push(&w->sources, from);
    }
    used += n;
  }
  for (; note < m->notes.len; note++)
    if (m->notes.data[note].decided) settle_open(w, &m->notes.data[note]);
}

/* From the machine's words to the goal's, up to symmetry; the machine has them afterwards. */
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
    if (w->goal) memcpy(w->machine.words, w->here, l->n_words * sizeof *w->here);
    return;
  }
  HD_UNREACHABLE();
}

/* Spreads out a state; returns its parent. */
static uint32_t unfold_state(hd_searcher *s, uint32_t ref, uint64_t **words)
{
  if (s->team) return hd_team_unfold(s->team, ref, words);
  hd_store_unfold(&s->store, s->store.keys[ref], &s->now);
  *words = s->machine.words;
  return s->store.parents[ref];
}

hd_trace *hd_retrace(hd_searcher *s, const hd_code *code)
{
  walk w = {.s = s, .trace = hd_trace_new()};
  hd_sink sink = {on_successor, on_stuck, on_reached, on_unknown, &w};
  uint32_t n_words = s->layout->n_words;
  hd_machine_init(&w.machine, code, n_words, sink);
  w.here = hd_alloc(n_words, sizeof *w.here);
  w.sorted = hd_alloc(n_words, sizeof *w.sorted);
  hd_u32s path = {0};
  uint64_t *words;
  for (uint32_t ref = s->current; ref != HD_NONE; ref = unfold_state(s, ref, &words)) hd_vec_push(&path, ref);
  unfold_state(s, hd_vec_pop(&path), &words);
  memcpy(w.machine.words, words, n_words * sizeof *w.machine.words);
  while (path.len) {
    unfold_state(s, hd_vec_pop(&path), &words);
    w.goal = words;
    walk_step(&w);
  }
  w.goal = NULL;
  w.to_stuck = s->found == HD_FOUND_STUCK;
  if (s->found == HD_FOUND_CHECK || s->found == HD_FOUND_STUCK) walk_step(&w);
  hd_vec_clear(&path);
  hd_machine_clear(&w.machine);
  hd_vec_clear(&w.sources);
  free(w.here);
  free(w.sorted);
  return w.trace;
}
