/* explicit.c - the engine's row: which reductions apply, the search, its answer. */
#include "engine/explicit/visit.h"

#include <inttypes.h>

#include "engine/explicit/joins.h"
#include "engine/explicit/retrace.h"
#include "engine/explicit/team.h"

/* What one run works with. */
typedef struct {
  hd_program *p;   /* our own copy */
  hd_joins *joins; /* how it was changed; NULL: not at all */
  bool broken;     /* it was changed in a way that is not good */
  bool too_far;    /* values have come too far for states to stand for others */
  bool too_open;   /* a value that was left open was needed, and may be too many */
  bool copies;     /* open values are copied, each copy to be decided by itself: more than the program can do */
  hd_task task;
  const hd_budget *budget;
  hd_result *out;
  hd_facts *facts; /* of this copy */
  const hd_sharing *sharing;
  const hd_cuts *cuts;
  const hd_liveness *liveness;
  hd_inputs *inputs;
  hd_width *widths;
  uint8_t *is_open; /* by variable: its value may be left open until it is read */
  double began;
  uint32_t searches;
  const hd_visit_pause *pause; /* that is still to come, or NULL ... */
  uint64_t transitions;        /* ... and those of searches before this one */
  bool is_answered;            /* in the pause */
} run;

static void put_stats(const run *r, const hd_searcher *s)
{
  hd_result *out = r->out;
  double states = (double)hd_searcher_states(s);
  size_t bytes = s->team ? hd_team_bytes(s->team) : hd_store_bytes(&s->store);
  hd_result_stat(out, "states", states);
  hd_result_stat(out, "transitions", (double)s->transitions);
  hd_result_stat(out, "depth", s->depth);
  hd_result_stat(out, "bits.per.state", (double)s->layout->bits);
  hd_result_stat(out, "bytes.per.state", (double)bytes / (states > 0 ? states : 1));
  hd_result_stat(out, "cut-points", r->cuts->count);
  hd_result_stat(out, "symmetric.threads", hd_symmetry_classes(s->symmetry));
  if (s->sleeps) hd_result_stat(out, "awakened", (double)s->awakened);
  hd_result_stat(out, "joined.together", r->joins != NULL);
  if (s->antichain) hd_result_stat(out, "dominated", s->n_dominated);
  hd_result_stat(out, "searches", r->searches);
  hd_result_stat(out, "time.visit", hd_now() - r->began);
}

static void say_safe(const run *r, const hd_searcher *s)
{
  static const char *const reductions[] = {"none", "local", "lipton"};
  r->out->verdict = HD_SAFE;
  r->out->certificate = hd_certificate_new(HD_PROOF_EXHAUSTIVE, "explicit");
  hd_certificate_set_searched(r->out->certificate, "%" PRIu64 " states, reduction %s%s%s", hd_searcher_states(s),
                              reductions[r->task.reduction], r->task.por ? ", partial orders" : "",
                              r->task.symmetry ? ", symmetry" : "");
}

static void say_spent(hd_result *out, const hd_searcher *s, uint32_t waiting)
{
  hd_cause c = HD_NO_CAUSE;
  c.kind = s->spent;
  hd_cover(&c.covered, HD_MEASURE_STATES, hd_searcher_states(s));
  hd_cover(&c.covered, HD_MEASURE_DEPTH, s->depth);
  hd_cover(&c.covered, HD_MEASURE_FRONTIER, waiting);
  hd_result_give_up(out, c);
}

static void say_end(run *r, const hd_searcher *s)
{
  uint32_t waiting = s->stack.len + (s->task->search == HD_SEARCH_BFS ? s->store.len - s->next : 0);
  if (s->team) waiting *= hd_team_size(s->team);
  r->too_open = s->unknown_var != HD_NONE && s->unknown_edge == HD_NONE;
  r->broken = s->reached_loc != HD_NONE && s->reached_loc >= s->fatal;
  if (r->broken) return;
  if (s->reached_loc != HD_NONE) hd_result_beyond(r->out, r->p, (hd_loc){s->reached_loc});
  if (s->end == HD_SEARCH_EXHAUSTED)
    say_spent(r->out, s, waiting);
  else if (s->reached_loc != HD_NONE) /* said already */
    r->out->searched = !s->bounded && s->unknown_edge == HD_NONE && s->unknown_var == HD_NONE;
  else if (s->unknown_edge != HD_NONE)
    hd_result_unknown(r->out, HD_CAUSE_REFUSED, r->p->edges.data[s->unknown_edge].pos,
                      "an input with too many values to try");
  else if (s->unknown_var != HD_NONE)
    hd_result_unknown(r->out, HD_CAUSE_REFUSED, r->p->vars.data[s->unknown_var].pos,
                      "`%s` may hold too many values to try", r->p->vars.data[s->unknown_var].name);
  else if (s->bounded)
    hd_result_within_task(r->out, &r->task);
  else
    say_safe(r, s);
}

static void give_trace(const run *r, hd_searcher *s, hd_compile_options options)
{
  options.record = true;
  hd_code *code = hd_compile(&options);
  r->out->verdict = HD_UNSAFE;
  r->out->trace = hd_retrace(s, code);
  hd_code_free(code);
  if (!r->joins) return;
  hd_trace *restored = hd_joins_restore(r->joins, r->p, r->out->trace);
  hd_trace_free(r->out->trace);
  r->out->trace = restored;
}

/* Bounds count steps that a reduction would leave out. */
static bool may_reduce(const hd_task *t)
{
  return t->por && t->contexts == HD_NONE && t->depth == HD_NONE;
}

/* Failed checks are what growing values lead to; and who is left out was reached in no more steps. */
static bool may_dominate(const run *r)
{
  return may_reduce(&r->task) && hd_violated_by(r->task.property, HD_BY_CHECK) && !r->too_far &&
         r->task.search == HD_SEARCH_BFS;
}

/* Many variables that grow one by one cost a search each: after some, all get more room. */
static void widen_all(run *r)
{
  static const uint8_t least[] = {1, 8, 16, 64};
  uint32_t stage = r->searches / 12 < HD_COUNT(least) ? r->searches / 12 : HD_COUNT(least) - 1;
  for (uint32_t v = 0; v < r->p->vars.len; v++) {
    uint8_t full = r->p->vars.data[v].sort.width, wanted = least[stage] < full ? least[stage] : full;
    if (r->widths[v].width < wanted) r->widths[v].width = wanted;
    if (r->widths[v].width == full) r->widths[v].is_signed = false;
  }
}

/* True: the search goes on. */
static bool pause_search(run *r, hd_searcher *s)
{
  const hd_visit_pause *pause = r->pause;
  r->pause = NULL;
  s->pause_after = 0;
  if (s->reached_loc != HD_NONE) hd_result_beyond(r->out, r->p, (hd_loc){s->reached_loc});
  put_stats(r, s);
  r->is_answered = !pause->goes_on(pause->context, r->out);
  if (r->is_answered) return false;
  hd_result_clear(r->out);
  hd_result_init(r->out);
  return true;
}

static void run_searcher(run *r, hd_searcher *s)
{
  if (r->pause) s->pause_after = r->transitions < r->pause->after ? r->pause->after - r->transitions : 1;
  hd_searcher_run(s);
  if (s->end == HD_SEARCH_PAUSED && pause_search(r, s)) hd_searcher_run(s);
  r->transitions += s->transitions;
  if (s->end == HD_SEARCH_GROWN) hd_team_run(hd_team_new(s, r->budget->jobs));
  if (s->end != HD_SEARCH_TOO_WIDE) return;
  uint32_t v = s->machine.var;
  hd_width_admit(&r->widths[v], r->p->vars.data[v].sort.width, s->machine.value);
  widen_all(r);
}

/* One search with the widths as they are; false: they were too small. */
static bool search_with_widths(run *r)
{
  bool too_narrow = false;
  hd_layout_input in = {.p = r->p, .cuts = r->cuts, .liveness = r->liveness, .widths = r->widths};
  in.written = r->sharing->written;
  in.is_open = r->is_open;
  in.contexts = r->task.contexts;
  in.copies = r->copies;
  hd_xlayout *layout = hd_layout_new(&in);
  hd_compile_options options = {layout, r->sharing, r->inputs, r->task.property, r->copies, false};
  hd_code *code = hd_compile(&options);
  hd_persistent *persistent = may_reduce(&r->task) ? hd_persistent_new(layout, r->facts, r->task.property) : NULL;
  hd_symmetry *symmetry = r->task.symmetry && r->task.contexts == HD_NONE
                              ? hd_symmetry_new(layout, hd_joins_first_edge(r->joins), &too_narrow)
                              : NULL;
  hd_searcher s;
  hd_searcher_init(&s, layout, code, &r->task, r->budget, persistent, symmetry);
  r->searches++;
  if (r->joins) s.fatal = hd_joins_first_loc(r->joins);
  hd_dominance *dominance = may_dominate(r) ? hd_dominance_new(layout, r->sharing) : NULL;
  if (dominance) hd_searcher_dominate(&s, dominance);
  hd_layout_initial(layout, s.machine.words);
  hd_searcher_add(&s, s.machine.words);
  if (!too_narrow) run_searcher(r, &s);
  if (!too_narrow && s.end == HD_SEARCH_FOUND) give_trace(r, &s, options);
  bool done = !too_narrow && s.end != HD_SEARCH_TOO_WIDE && s.end != HD_SEARCH_TOO_FAR;
  r->too_far |= s.end == HD_SEARCH_TOO_FAR;
  if (done && !r->is_answered && s.end != HD_SEARCH_FOUND) say_end(r, &s);
  if (done && !r->is_answered) put_stats(r, &s);
  hd_team_free(s.team);
  hd_searcher_clear(&s);
  hd_dominance_free(dominance);
  hd_persistent_free(persistent);
  hd_symmetry_free(symmetry);
  hd_code_free(code);
  hd_layout_free(layout);
  return done;
}

/* Does it matter which initial value a variable has that may start with any? */
static bool starts_open(const run *r, hd_var v)
{
  const hd_var_info *info = hd_var_get(r->p, v);
  hd_domain domain;
  if (!info->any) return false;
  if (info->thread.id != HD_NONE && !hd_is_live(r->liveness, hd_thread_get(r->p, info->thread)->entry, v)) return false;
  if (!hd_inputs_initial(r->inputs, v, &domain)) return true;
  free(domain.values);
  return domain.n > 1;
}

/* The variable whose value (or element) the term is, or HD_NONE. */
static uint32_t copied_from(const hd_terms *T, hd_term t)
{
  if (hd_term_is(t) && hd_term_op(T, t) == HD_OP_SELECT) t = hd_term_arg(T, t, 0);
  return hd_term_is(t) && hd_term_op(T, t) == HD_OP_VAR ? hd_term_symbol(T, t) : HD_NONE;
}

static void follow_copies(run *r)
{
  for (bool more = true; more;) {
    more = false;
    for (uint32_t e = 0; e < r->p->edges.len; e++)
      for (uint32_t a = 0; a < r->p->edges.data[e].n_assigns; a++) {
        const hd_assign *x = &r->p->edges.data[e].assigns[a];
        uint32_t from = copied_from(r->p->terms, x->value);
        if (from == HD_NONE || !r->is_open[from] || r->is_open[x->var.id]) continue;
        r->is_open[x->var.id] = 1;
        more = true;
      }
  }
}

static void find_open(run *r)
{
  r->is_open = hd_alloc(r->p->vars.len, 1);
  for (uint32_t v = 0; v < r->p->vars.len; v++) r->is_open[v] = starts_open(r, (hd_var){v});
  for (uint32_t e = 0; e < r->p->edges.len; e++) {
    const hd_edge_info *info = &r->p->edges.data[e];
    for (uint32_t a = 0; a < info->n_assigns; a++) {
      hd_domain domain;
      if (hd_term_is(info->assigns[a].value)) continue;
      bool known = hd_inputs_domain(r->inputs, (hd_edge){e}, a, &domain);
      if (!known || hd_domain_may_wait(&domain)) r->is_open[info->assigns[a].var.id] = 1;
      if (known) free(domain.values);
    }
  }
  if (r->copies) follow_copies(r);
}

/* One program, until the widths fit. */
static void visit_program(run *r)
{
  r->sharing = hd_facts_sharing(r->facts);
  r->cuts = hd_facts_cuts(r->facts, r->task.reduction, r->task.property);
  r->liveness = hd_facts_liveness(r->facts);
  r->inputs = hd_inputs_new(r->p, r->sharing);
  r->widths = hd_widths_new(r->p);
  find_open(r);
  while (!search_with_widths(r)) {
  }
  free(r->is_open);
  free(r->widths);
  hd_inputs_free(r->inputs);
}

static bool may_join_together(const hd_task *t)
{
  return t->symmetry && t->contexts == HD_NONE && t->depth == HD_NONE;
}

/* True when it ended at a value that was left open and has too many possibilities. */
static bool visit_once(const hd_program *p, const hd_task *t, const hd_budget *b, const hd_visit_pause *pause,
                       bool copies, hd_result *out)
{
  run r = {.task = *t, .budget = b, .pause = pause, .out = out, .began = hd_now(), .copies = copies};
  hd_facts *given = hd_facts_of(t->facts, p);
  if (t->depth != HD_NONE) r.task.search = HD_SEARCH_BFS;
  for (bool again = true, together = may_join_together(t); again; together = false) {
    r.p = hd_program_clone(p);
    hd_program_index(r.p);
    r.broken = false;
    if (together) r.joins = hd_joins_new(&r.p, hd_facts_loops(given), t->property);
    r.facts = r.joins ? hd_facts_new(r.p) : hd_facts_of(given, p);
    visit_program(&r);
    again = r.broken;
    hd_facts_free(r.facts);
    hd_joins_free(r.joins);
    r.joins = NULL;
    hd_program_free(r.p);
  }
  hd_facts_free(given);
  return r.too_open;
}

void hd_explicit_visit(const hd_program *p, const hd_task *t, const hd_budget *b, const hd_visit_pause *pause,
                       hd_result *out)
{
  bool too_open = visit_once(p, t, b, pause, false, out);
  if (!too_open || hd_violated_by(t->property, HD_BY_RACE) || hd_budget_spent(b)) return;
  hd_result r;
  hd_result_init(&r);
  visit_once(p, t, b, NULL, true, &r);
  bool safe = r.verdict == HD_SAFE;
  if (safe) {
    hd_result_clear(out);
    *out = r;
  } else {
    hd_result_clear(&r);
  }
}
