/* advice.c - what to try when there is no answer: options by name, with values, chosen by the cause. */
#include <math.h>

#include "api/result.h"

typedef struct {
  heddle_result *r;
  const heddle_options *o;
  const hd_cause *cause;
} question;

/* Each rule gives a sentence, in the result's arena, or NULL where it does not apply. */
typedef const char *rule(const question *q);

static const char *more_time(const question *q)
{
  const double times = 4;
  if (q->cause->kind != HD_CAUSE_TIME || q->o->timeout <= 0) return NULL;
  return hd_arena_printf(&q->r->arena, "--timeout %.0f, four times as long%s", ceil(q->o->timeout * times),
                         q->cause->has_proof ? ": a proof was found, and only checking it is left" : "");
}

static const char *believe(const question *q)
{
  if (!q->cause->has_proof || q->o->no_recheck) return NULL;
  return hd_arena_printf(&q->r->arena, "--no-recheck, which accepts the proof of engine %s unchecked",
                         q->cause->by ? q->cause->by : "that has it");
}

static const char *one_property(const question *q)
{
  if (q->cause->kind != HD_CAUSE_TIME || heddle_property_count(q->r->input) < 2) return NULL;
  return hd_arena_printf(&q->r->arena, "-p %s, so that this property gets all of the time",
                         hd_property_name(q->r->property));
}

static const char *search_less(const question *q)
{
  bool bounded = q->o->unwind != UINT32_MAX || q->o->contexts != UINT32_MAX || q->o->depth != UINT32_MAX;
  if (q->cause->kind != HD_CAUSE_TIME || q->cause->during || q->cause->has_proof || bounded) return NULL;
  return "--unwind 3 or --contexts 2, which look for violations within a bound and prove nothing";
}

static const char *read_less(const question *q)
{
  if (!q->cause->during) return NULL;
  return "--entry FUNCTION, which starts with one function and leaves out what it does not call";
}

static const char *more_memory(const question *q)
{
  if (q->cause->kind != HD_CAUSE_MEMORY) return NULL;
  if (!q->o->memory) return "--memory MB; by default, three quarters of the machine's memory are used";
  return hd_arena_printf(&q->r->arena, "--memory %llu, twice as much", 2ULL * q->o->memory);
}

static const char *fewer_jobs(const question *q)
{
  return q->cause->kind == HD_CAUSE_MEMORY && q->o->jobs != 1 ? "-j 1, so that one engine at a time has the memory"
                                                              : NULL;
}

static const char *larger_bound(const question *q)
{
  const heddle_options *o = q->o;
  if (q->cause->kind != HD_CAUSE_BOUND) return NULL;
  const struct {
    const char *word;
    uint32_t bound;
  } bounds[] = {{"unwind", o->unwind}, {"contexts", o->contexts}, {"depth", o->depth}, {"rounds", o->rounds}};
  for (unsigned i = 0; i < HD_COUNT(bounds); i++)
    if (bounds[i].bound != UINT32_MAX)
      return hd_arena_printf(&q->r->arena, "--%s %llu; for a proof, no such bound", bounds[i].word,
                             bounds[i].bound ? 2ULL * bounds[i].bound : 2ULL);
  return o->threads ? "no --threads, so that the number of threads is raised as needed" : NULL;
}

static const char *any_number_of_threads(const question *q)
{
  bool threads = q->cause->kind == HD_CAUSE_BOUND && q->cause->at_bound && q->cause->limit == HD_LIMIT_THREADS;
  if (!threads || q->o->threads) return NULL;
  return "-e horn or -e static, which can prove programs with any number of threads";
}

static const char *other_engine(const question *q)
{
  bool gave_up = q->cause->kind == HD_CAUSE_REFUSED || q->cause->kind == HD_CAUSE_FAILED;
  if (!q->o->engine || strcmp(q->o->engine, "auto") == 0) return NULL;
  if (!gave_up && q->cause->kind != HD_CAUSE_TIME && q->cause->kind != HD_CAUSE_MEMORY) return NULL;
  return hd_arena_printf(&q->r->arena, "no --engine, so that engines other than %s run, too", q->o->engine);
}

static const char *replace_unsupported(const question *q)
{
  hd_place at = {0};
  if (q->cause->kind != HD_CAUSE_UNSUPPORTED) return NULL;
  if (q->r->program) at = hd_program_place(q->r->program, q->cause->pos);
  if (!at.file) return "rewriting the program without the unsupported construct";
  return hd_arena_printf(&q->r->arena, "rewriting %s line %u without it, or defining the function yourself", at.file,
                         at.line);
}

static const char *not_strict(const question *q)
{
  return q->cause->kind == HD_CAUSE_ASSUMPTION && q->o->strict ? "no --strict; the answer then lists its assumptions"
                                                               : NULL;
}

static const char *take_word(const question *q)
{
  if (q->cause->kind != HD_CAUSE_ASSUMPTION || q->o->strict || q->o->no_recheck || !q->cause->by) return NULL;
  return "--no-recheck, which accepts the engine's answer unchecked";
}

static const char *report_defect(const question *q)
{
  return q->r->defect && q->cause->kind == HD_CAUSE_FAILED ? "reporting this defect of Heddle, with the program" : NULL;
}

/* The most promising first. */
static rule *const rules[] = {
    report_defect, replace_unsupported, larger_bound, any_number_of_threads, not_strict, take_word,  more_time, believe,
    one_property,  more_memory,         fewer_jobs,   other_engine,          read_less,  search_less};

const char *heddle_result_advice(heddle_result *r, const heddle_options *o, unsigned i)
{
  question q = {r, o, &r->inner.cause};
  if (r->inner.verdict != HD_UNKNOWN) return NULL;
  for (unsigned k = 0; k < HD_COUNT(rules); k++) {
    const char *text = rules[k](&q);
    if (text && i-- == 0) return text;
  }
  return NULL;
}
