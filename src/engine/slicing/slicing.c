/* slicing.c - the engine's row: is slicing worth it, and the way that is taken. */
#include "engine/slicing/slicing.h"

#include "engine/bmc/bmc.h"
#include "engine/leave_out.h"
#include "engine/slicing/programs.h"
#include "engine/slicing/search.h"
#include "program/relevant.h"

bool hd_slicing_ways_read(const char *list, hd_slicing_ways *ways, const char **unknown)
{
  static const char *const names[] = {"combining", "independence", "cores", "execution", "watching", "orders"};
  bool *const fields[] = {&ways->values,       &ways->in_order, &ways->whole_runs,
                          &ways->no_execution, &ways->jump,     &ways->programs};
  unsigned off;
  bool known = hd_leave_out_read(list, names, HD_COUNT(names), &off, unknown);
  for (uint32_t i = 0; i < HD_COUNT(names); i++) *fields[i] = *fields[i] || off >> i & 1;
  return known;
}

/* V_0, and the next step of the recursion; the last level keeps all variables. */
static const uint32_t usual_levels[] = {2, 4, HD_NONE};

typedef HD_VEC(uint8_t *) choices;

/* A level that touches memory nearly as often as the program does costs as much, and says less. */
static bool is_worth_it(const hd_slice_choice *c, const uint8_t *keep)
{
  return hd_slice_choice_sliced(c, keep) > 0 &&
         10 * hd_slice_choice_places(c, keep) <= 7 * hd_slice_choice_places(c, NULL);
}

static bool same_choice(const hd_program *p, const uint8_t *a, const uint8_t *b)
{
  return memcmp(a, b, p->vars.len) == 0;
}

/* The choices that slice something away, each keeping more than the one before. Levels that were asked
 * for are there whatever they are worth. */
static choices choose_levels(hd_slice_choice *c, const hd_program *p, const uint32_t *asked)
{
  const uint32_t *levels = asked ? asked : usual_levels;
  choices keeps = {0};
  for (uint32_t i = 0; levels[i] != HD_NONE; i++) {
    uint8_t *keep = hd_slice_choice_by_level(c, levels[i]);
    if (hd_slice_choice_sliced(c, keep) == 0 || (!asked && !is_worth_it(c, keep)) ||
        (keeps.len && same_choice(p, keep, hd_vec_last(&keeps))))
      free(keep);
    else
      hd_vec_push(&keeps, keep);
  }
  return keeps;
}

/* What the user keeps; false: a name that is none. */
static bool keep_named(hd_slice_choice *c, const char *names, choices *keeps, hd_result *out)
{
  char unknown[256];
  uint8_t *keep = hd_slice_choice_keep(c, names, unknown, sizeof unknown);
  if (keep) hd_vec_push(keeps, keep);
  if (!keep) hd_result_unknown(out, HD_CAUSE_REFUSED, HD_NO_POS, "--keep: there is no variable `%s`", unknown);
  return keep != NULL;
}

void hd_slicing_run(const hd_program *p, const hd_task *t, const hd_slicing_ways *ways, const hd_budget *b,
                    hd_result *out)
{
  hd_program *own = hd_program_clone(p);
  hd_program_leave_out_irrelevant(own, false);
  hd_slice_choice *choice = hd_slice_choice_new(own);
  choices keeps = {0};
  bool good = true;
  if (t->keep)
    good = keep_named(choice, t->keep, &keeps, out);
  else
    keeps = choose_levels(choice, p, ways->levels);
  uint32_t sliced = keeps.len ? hd_slice_choice_sliced(choice, keeps.data[0]) : 0;
  hd_slice_choice_free(choice);
  hd_program_free(own);
  const hd_engine *backend = hd_engine_find(ways->backend ? ways->backend : t->backend ? t->backend : "bmc");
  bool programs = ways->backend || ways->programs || ways->jump || (t->backend && backend != &hd_engine_bmc);
  if (good && programs)
    hd_slicing_programs(p, t, keeps.data, keeps.len, backend, ways, b, out);
  else if (keeps.len)
    hd_slicing_search(p, t, keeps.data, keeps.len, ways, b, out);
  else if (good)
    hd_bmc_run(p, t, HD_BMC_AUTO, b, out);
  hd_result_stat(out, "sliced", sliced);
  for (uint32_t i = 0; i < keeps.len; i++) free(keeps.data[i]);
  hd_vec_clear(&keeps);
}

/* Beside other engines, one of which is the bounded checker itself: is there anything to gain? */
static bool is_worth_trying(const hd_program *p)
{
  hd_program *own = hd_program_clone(p);
  hd_program_leave_out_irrelevant(own, false);
  hd_slice_choice *c = hd_slice_choice_new(own);
  uint8_t *keep = hd_slice_choice_by_level(c, usual_levels[0]);
  bool worth = is_worth_it(c, keep);
  free(keep);
  hd_slice_choice_free(c);
  hd_program_free(own);
  return worth;
}

static bool accepts_slicing(const hd_program *p, const hd_task *t, const char **why_not)
{
  if (t->contexts != HD_NONE) return *why_not = "slicing has no bound on context switches", false;
  hd_slicing_ways ways = {0};
  const char *unknown;
  if (t->alone && !hd_slicing_ways_read(t->without, &ways, &unknown))
    return *why_not = "--without: combining, independence, cores, execution, orders and watching can be turned off",
           false;
  hd_task below = *t;
  below.without = NULL;
  if (!hd_engine_accepts(&hd_engine_bmc, p, &below, why_not)) return false;
  return t->alone || is_worth_trying(p) || (*why_not = "nothing worth slicing away", false);
}

static void run_engine(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out)
{
  hd_slicing_ways ways = {0};
  const char *unknown;
  if (t->alone) hd_slicing_ways_read(t->without, &ways, &unknown);
  hd_slicing_run(p, t, &ways, b, out);
}

const hd_engine hd_engine_slicing = {
    .name = "slicing",
    .summary = "bounded model checking without irrelevant variables, refined by counterexamples",
    .accepts_text = "any number of threads, any integers; failed checks",
    .finds = 1u << HD_BY_CHECK, /* without a variable there are other races and deadlocks */
    .accepts = accepts_slicing,
    .run = run_engine,
};
