/* engine.c - the table of engines, and what all results have in common. */
#include "engine/engine.h"

#include <stdarg.h>
#include <stdio.h>

#include "engine/bmc/bmc.h"
#include "engine/esst/esst.h"
#include "engine/explicit/explicit.h"
#include "engine/fixpoint/fixpoint.h"
#include "engine/horn/horn.h"
#include "engine/lockstep/lockstep.h"
#include "engine/modular/modular.h"
#include "engine/sample/sample.h"
#include "engine/sequential/sequential.h"
#include "engine/slicing/slicing.h"
#include "engine/small/small.h"
#include "engine/static/static.h"

/* Cheapest first: `auto` tries them in this order. */
const hd_engine *const hd_engines[] = {
    &hd_engine_explicit,
    &hd_engine_small,
    &hd_engine_static,
    &hd_engine_sample,
    &hd_engine_slicing,
    &hd_engine_bmc,
    &hd_engine_sequential,
    &hd_engine_lockstep,
    &hd_engine_horn,
    &hd_engine_modular,
    &hd_engine_esst,
    &hd_engine_fixpoint,
    NULL,
};

const hd_engine *hd_engine_find(const char *name)
{
  for (uint32_t i = 0; hd_engines[i]; i++)
    if (strcmp(hd_engines[i]->name, name) == 0) return hd_engines[i];
  return NULL;
}

const hd_engine *hd_engine_for(hd_kind kind)
{
  for (uint32_t i = 0; hd_engines[i]; i++)
    if (hd_engines[i]->takes == kind) return hd_engines[i];
  HD_UNREACHABLE();
}

bool hd_task_choose(const char *values, const char *text, unsigned *position)
{
  size_t n = strlen(text);
  for (*position = 0; values; ++*position) {
    if (strcspn(values, "|") == n && strncmp(values, text, n) == 0) return true;
    values = strchr(values, '|');
    if (values) values++;
  }
  return false;
}

/* The position of what is there unless another value is given. */
static unsigned standard_position(const char *values, const char *standard)
{
  unsigned position;
  HD_CHECK(hd_task_choose(values, standard, &position));
  return position;
}

bool hd_engine_accepts(const hd_engine *engine, const hd_program *p, const hd_task *t, const char **why_not)
{
  static const char *const others[HD_BY_COUNT] = {[HD_BY_CHECK] = "the engine does not look for failed checks",
                                                  [HD_BY_RACE] = "the engine does not look for data races",
                                                  [HD_BY_DEADLOCK] = "the engine does not look for deadlocks"};
  hd_way wanted = hd_property_table[t->property].way;
  if (engine->takes != HD_KIND_PROGRAM) {
    *why_not = "the engine is for Boolean programs";
    return false;
  }
  if (engine->finds >> wanted & 1) return engine->accepts(p, t, why_not);
  *why_not = others[wanted];
  return false;
}

hd_task hd_task_unbounded(hd_property property)
{
#define STANDARD_FLAG(values, standard) false
#define STANDARD_BOUND(values, standard) HD_NONE
#define STANDARD_CHOICE(values, standard) standard_position(values, standard)
#define STANDARD_NAME(values, standard) NULL
#define STANDARD_TEXT(values, standard) NULL
#define HEDDLE_ENGINE(kind, field, letter, word, argument, values, standard, ...) \
  .field = STANDARD_##kind(values, standard),
  return (hd_task){
#include <heddle/options.def>
      .property = property, .alone = true};
}

void hd_proof_parts_clear(hd_proof_parts *parts)
{
  for (uint32_t i = 0; i < parts->list.len; i++) {
    hd_vec_clear(&parts->list.data[i].without);
    hd_vec_clear(&parts->list.data[i].closes);
    hd_certificate_free(parts->list.data[i].proof);
  }
  for (uint32_t i = 0; i < parts->programs.len; i++) hd_program_free(parts->programs.data[i]);
  hd_vec_clear(&parts->list);
  hd_vec_clear(&parts->programs);
  hd_vec_clear(&parts->without);
  parts->about = NULL;
}

void hd_result_init(hd_result *r)
{
  *r = (hd_result){.verdict = HD_UNKNOWN, .cause = HD_NO_CAUSE};
  hd_arena_init(&r->arena);
  hd_diags_init(&r->messages);
}

void hd_result_clear(hd_result *r)
{
  hd_arena_clear(&r->arena);
  hd_vec_clear(&r->closed);
  hd_vec_clear(&r->stats);
  hd_vec_clear(&r->notes);
  hd_vec_clear(&r->attempts);
  if (r->trace) hd_trace_free(r->trace);
  r->trace = NULL;
  hd_certificate_free(r->certificate);
  r->certificate = NULL;
  hd_bp_trace_free(r->bp_trace);
  r->bp_trace = NULL;
  hd_proof_parts_clear(&r->parts);
  hd_diags_clear(&r->messages);
}

void hd_result_give_up(hd_result *r, hd_cause cause)
{
  bool at_bound = r->cause.at_bound || cause.at_bound;
  hd_limit limit = cause.at_bound ? cause.limit : r->cause.limit;
  r->verdict = HD_UNKNOWN;
  r->cause = hd_cause_copy(&cause, &r->arena);
  r->cause.at_bound = at_bound;
  r->cause.limit = limit;
}

void hd_result_unknown(hd_result *r, hd_cause_kind kind, hd_pos pos, const char *format, ...)
{
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  hd_result_give_up(r, (hd_cause){.kind = kind, .what = text, .pos = pos});
}

void hd_result_beyond(hd_result *r, const hd_program *p, hd_loc where)
{
  r->cause.at_bound = false;
  hd_result_give_up(r, hd_cause_beyond(p, where));
}

void hd_result_bounded(hd_result *r, hd_measure bound, uint32_t amount)
{
  hd_cause c = HD_NO_CAUSE;
  c.kind = HD_CAUSE_BOUND;
  hd_cover(&c.covered, bound, amount);
  hd_result_give_up(r, c);
}

void hd_result_within_task(hd_result *r, const hd_task *t)
{
  hd_cause c = HD_NO_CAUSE;
  c.kind = HD_CAUSE_BOUND;
  if (t->contexts != HD_NONE) hd_cover(&c.covered, HD_MEASURE_CONTEXTS, t->contexts);
  if (t->depth != HD_NONE) hd_cover(&c.covered, HD_MEASURE_DEPTH, t->depth);
  hd_result_give_up(r, c);
}

void hd_result_close(hd_result *r, hd_check check, const char *by)
{
  hd_vec_push(&r->closed, (hd_closed_check){check, by});
}

void hd_result_stat(hd_result *r, const char *name, double value)
{
  for (uint32_t i = 0; i < r->stats.len; i++) {
    if (strcmp(r->stats.data[i].name, name) != 0) continue;
    r->stats.data[i].value = value;
    return;
  }
  hd_vec_push(&r->stats, (hd_stat){hd_arena_strdup(&r->arena, name), value});
}

double hd_result_get_stat(const hd_result *r, const char *name)
{
  for (uint32_t i = 0; i < r->stats.len; i++)
    if (strcmp(r->stats.data[i].name, name) == 0) return r->stats.data[i].value;
  return 0;
}
