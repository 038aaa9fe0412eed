/* programs.c - abstract, check, reconstruct, refine: each as a program for the back end. */
#include "engine/slicing/programs.h"

#include "engine/slicing/choose.h"
#include "engine/slicing/jump.h"
#include "engine/slicing/observe.h"
#include "engine/slicing/reconstruct.h"
#include "trace/expanded.h"
#include "trace/interp.h"

enum { MOST_REFINEMENTS = 200 };

typedef struct {
  hd_task task;
  const hd_slicing_ways *ways;
  const hd_engine *backend;
  const hd_budget *budget;
  hd_result *out; /* for reasons and statistics */
  uint8_t *const *keeps;
  uint32_t n, n_vars; /* levels; variables of the program, which the choices speak of */
  uint32_t checks, refinements, reconstructions;
} work;

/* What was found out about one program of the recursion. */
typedef struct {
  hd_verdict verdict;
  hd_trace *trace;             /* UNSAFE: of that program */
  hd_certificate *certificate; /* SAFE: of its abstraction, as it was made, or NULL */
} finding;

static finding search_abstractions(work *w, const hd_program *q, uint32_t level);

/* What this level keeps of a program of the recursion: the counters of reconstructions are always kept. */
static uint8_t *kept(const work *w, const hd_program *q, uint32_t level)
{
  uint8_t *keep = hd_alloc(q->vars.len + 1, 1);
  memset(keep, 1, q->vars.len);
  if (level < w->n) memcpy(keep, w->keeps[level], w->n_vars);
  return keep;
}

/* In the words of who checks abstractions. */
static void say_backend(const work *w, hd_cause cause)
{
  hd_cause c = hd_cause_within(&cause, w->backend->name, &w->out->arena);
  c.by = w->backend->name;
  w->out->cause.at_bound = false;
  hd_result_give_up(w->out, c);
}

static finding check_backend(work *w, const hd_program *q)
{
  finding f = {.verdict = HD_UNKNOWN};
  hd_result r;
  const char *why_not = "it does not accept the abstraction";
  w->checks++;
  if (hd_budget_spent(w->budget) || !hd_engine_accepts(w->backend, q, &w->task, &why_not)) {
    say_backend(w, hd_cause_spent(w->budget, why_not));
    return f;
  }
  hd_result_init(&r);
  w->backend->run(q, &w->task, w->budget, &r);
  f.verdict = r.verdict;
  if (r.verdict == HD_UNKNOWN) say_backend(w, r.cause);
  f.trace = r.trace;
  f.certificate = r.certificate;
  r.trace = NULL;
  r.certificate = NULL;
  hd_result_clear(&r);
  return f;
}

static void drop_finding(finding *f)
{
  if (f->trace) hd_trace_free(f->trace);
  hd_certificate_free(f->certificate);
  *f = (finding){.verdict = HD_UNKNOWN};
}

/* Is the counterexample one of the program? If it is not, the abstraction is refined, by the jumping observer
 * unless that is NULL; then the verdict is SAFE. */
static finding complete_counterexample(work *w, const hd_program *q, hd_abstraction *a, hd_jump *jump,
                                       const uint8_t *keep, uint32_t level, const hd_trace *t)
{
  hd_path path;
  bool values = w->ways->values || jump;
  hd_path_read(&path, a, keep, w->n_vars, w->ways->in_order, t);
  hd_abstraction *r = hd_reconstruct(q, a, &path, values);
  w->reconstructions++;
  finding f = search_abstractions(w, r->program, level + 1);
  if (f.verdict == HD_UNSAFE) {
    hd_trace *mapped = hd_reconstruct_map(r, q, a, &path, values, f.trace);
    hd_trace_free(f.trace);
    f.trace = mapped;
  } else if (f.verdict == HD_SAFE) {
    jump ? hd_jump_exclude(jump, t) : hd_observe(a, &path, values);
    w->refinements++;
  }
  hd_abstraction_free(r);
  hd_path_clear(&path);
  return f;
}

/* The abstraction's counterexample, as it stands, on the program; NULL: it is none there. */
static hd_trace *executed(const work *w, const hd_program *q, const hd_abstraction *a, const hd_trace *t)
{
  hd_trace *mapped = hd_abstraction_map(a, q, t);
  hd_replay replay = hd_trace_replay(q, mapped, w->task.property);
  if (replay.end == HD_END_VIOLATION) {
    mapped->steps.len = replay.at + 1;
    return mapped;
  }
  hd_trace_free(mapped);
  return NULL;
}

/* Asks the back end about the abstraction without what was excluded. A trace is one of the abstraction. */
static finding ask_backend(work *w, hd_abstraction *a, const hd_jump *jump, uint32_t excluded)
{
  if (!jump || !excluded) return check_backend(w, a->program);
  hd_abstraction *r = hd_jump_program(jump);
  finding f = check_backend(w, r->program);
  if (f.trace) {
    hd_trace *mapped = hd_jump_map(jump, r, f.trace);
    hd_trace_free(f.trace);
    f.trace = mapped;
  }
  hd_abstraction_free(r);
  return f;
}

/* The proof of a safe abstraction with facts at all locations, so that it is one of the program: that takes longer
 * than to find out that it is safe. */
static hd_certificate *prove_abstraction(work *w, const hd_program *q, finding *f)
{
  if (strcmp(w->backend->name, "horn") != 0) return f->certificate;
  hd_reduction usual = w->task.reduction;
  w->task.reduction = HD_REDUCTION_NONE;
  finding all = check_backend(w, q);
  w->task.reduction = usual;
  if (all.verdict != HD_SAFE) drop_finding(&all);
  hd_certificate_free(f->certificate);
  return all.certificate;
}

static finding refine_with(work *w, const hd_program *q, hd_abstraction *a, hd_jump *jump, const uint8_t *keep,
                           uint32_t level)
{
  for (uint32_t n = 0; n < MOST_REFINEMENTS; n++) {
    finding f = ask_backend(w, a, jump, n);
    if (f.verdict == HD_SAFE && n) { /* the proof is one of the refined program only */
      hd_certificate_free(f.certificate);
      f.certificate = NULL;
    }
    if (f.verdict == HD_SAFE && !n && !level) f.certificate = prove_abstraction(w, a->program, &f);
    if (f.verdict != HD_UNSAFE) return f;
    hd_trace *t = !w->ways->no_execution ? executed(w, q, a, f.trace) : NULL;
    finding found = {.verdict = HD_UNSAFE, .trace = t};
    if (!t) found = complete_counterexample(w, q, a, jump, keep, level, f.trace);
    drop_finding(&f);
    if (found.verdict != HD_SAFE) return found;
    hd_certificate_free(found.certificate);
  }
  hd_result_unknown(w->out, HD_CAUSE_REFUSED, HD_NO_POS, "%u counterexamples were spurious", MOST_REFINEMENTS);
  return (finding){.verdict = HD_UNKNOWN};
}

/* The abstraction, refined until it is safe or has a counterexample that is one of the program. */
static finding refine_abstraction(work *w, const hd_program *q, hd_abstraction *a, const uint8_t *keep, uint32_t level)
{
  hd_jump *jump = w->ways->jump && hd_jump_treats(a->program) ? hd_jump_new(a->program) : NULL;
  finding f = refine_with(w, q, a, jump, keep, level);
  hd_jump_free(jump);
  return f;
}

typedef struct {
  const hd_program *q;
  const uint8_t *keep;
  bool arrays; /* an array that was sliced away is mentioned */
} stripping;

/* In the abstraction, what was sliced away never changes. */
static hd_term put_initial(void *context, hd_term leaf)
{
  stripping *s = context;
  if (hd_term_op(s->q->terms, leaf) != HD_OP_VAR) return HD_NO_TERM;
  hd_meaning m = hd_certificate_meaning(s->q, hd_term_symbol(s->q->terms, leaf));
  if (m.means != HD_MEANS_VAR || s->keep[m.var.id]) return HD_NO_TERM;
  const hd_var_info *v = hd_var_get(s->q, m.var);
  if (v->count) return s->arrays = true, HD_NO_TERM;
  return hd_term_const(s->q->terms, v->sort, v->any ? 0 : hd_var_init(s->q, m.var, 0));
}

/* The proof without what was sliced away: the same invariant, seen where it has its first value, is one of
 * the kept variables alone, and so one of the program. False: it cannot be said. */
static bool strip_certificate(const hd_program *q, const uint8_t *keep, hd_certificate *c)
{
  stripping s = {q, keep, false};
  hd_rewrite r = {put_initial, &s};
  for (uint32_t i = 0; i < c->clauses.len; i++)
    for (uint32_t k = 0; k < c->clauses.data[i].facts.len; k++) {
      hd_term *holds = &c->clauses.data[i].facts.data[k].holds;
      *holds = hd_term_substitute(q->terms, *holds, &r);
    }
  for (uint32_t i = 0; i < c->sets.len; i++)
    c->sets.data[i].value = hd_term_substitute(q->terms, c->sets.data[i].value, &r);
  return !s.arrays;
}

static finding search_abstractions(work *w, const hd_program *q, uint32_t level)
{
  if (level >= w->n) return check_backend(w, q);
  uint8_t *keep = kept(w, q, level);
  hd_abstraction *a = hd_abstract(q, keep);
  finding f = refine_abstraction(w, q, a, keep, level);
  if (f.certificate) hd_certificate_move(f.certificate, a->program->terms, q->terms);
  if (f.certificate && !strip_certificate(q, keep, f.certificate)) {
    hd_certificate_free(f.certificate);
    f.certificate = NULL;
  }
  hd_abstraction_free(a);
  free(keep);
  return f;
}

static bool has_copies(const hd_program *p)
{
  for (uint32_t t = 0; t < p->threads.len; t++)
    if (p->threads.data[t].instances > 1) return true;
  return false;
}

/* Is the proof one of the program, which has fewer edges than its abstraction? */
static bool is_transferable(const hd_program *p, const hd_certificate *c)
{
  for (uint32_t i = 0; i < c->sets.len; i++)
    if (c->sets.data[i].edge.id >= p->edges.len) return false;
  return true;
}

static void say_safe(work *w, const hd_program *p, hd_certificate *c)
{
  w->out->verdict = HD_SAFE;
  if (c && c->kind != HD_PROOF_EXHAUSTIVE && is_transferable(p, c)) {
    w->out->certificate = c;
    return;
  }
  bool searched = strcmp(w->backend->name, "horn") != 0;
  hd_certificate_free(c);
  if (!searched) return; /* several proofs together, which no certificate can say */
  w->out->certificate = hd_certificate_new(HD_PROOF_EXHAUSTIVE, "slicing");
  hd_certificate_set_searched(w->out->certificate, "%u programs by %s, %u counterexamples excluded", w->checks,
                              w->backend->name, w->refinements);
}

static void say_unsafe(work *w, const hd_program *p, const hd_expanded *x, hd_trace *t)
{
  hd_trace *trace = x ? hd_trace_contract(x, t) : hd_trace_copy(t);
  hd_trace_free(t);
  hd_replay replay = hd_trace_replay(p, trace, w->task.property);
  if (replay.end == HD_END_VIOLATION) {
    trace->steps.len = replay.at + 1;
    w->out->verdict = HD_UNSAFE;
    w->out->trace = trace;
    return;
  }
  hd_trace_free(trace);
  hd_result_unknown(w->out, HD_CAUSE_FAILED, HD_NO_POS, "a counterexample that is not an execution (step %u)",
                    replay.at);
}

void hd_slicing_programs(const hd_program *p, const hd_task *t, uint8_t *const *keeps, uint32_t n,
                         const hd_engine *backend, const hd_slicing_ways *ways, const hd_budget *b, hd_result *out)
{
  hd_expanded *x = has_copies(p) ? hd_expand(p) : NULL;
  const hd_program *q = x ? x->program : p;
  uint8_t **expanded = hd_alloc(n + 1, sizeof *expanded);
  for (uint32_t i = 0; x && i < n; i++) expanded[i] = hd_slice_choice_expand(x, keeps[i]);
  work w = {.task = *t, .ways = ways, .backend = backend, .budget = b, .out = out};
  if (x) hd_program_index(x->program);
  w.keeps = x ? expanded : keeps;
  w.n = n;
  w.n_vars = q->vars.len;
  w.task.alone = true;
  w.task.without = NULL; /* those are names of this engine */
  finding f = search_abstractions(&w, q, 0);
  if (x) {
    hd_certificate_free(f.certificate);
    f.certificate = NULL;
  }
  if (f.verdict == HD_SAFE) say_safe(&w, p, f.certificate);
  if (f.verdict == HD_UNSAFE) say_unsafe(&w, p, x, f.trace);
  hd_result_stat(out, "checks", w.checks);
  hd_result_stat(out, "refinements", w.refinements);
  hd_result_stat(out, "reconstructions", w.reconstructions);
  for (uint32_t i = 0; x && i < n; i++) free(expanded[i]);
  free(expanded);
  if (x) hd_expanded_free(x);
}
