#include "engine/auto/auto.h"

#include "engine/isolate.h"

typedef HD_VEC(const hd_engine *) engines;

/* Those that accept the task; why the others do not goes to *refusal (the last one's). */
static engines accepting(const hd_engine *only, const hd_program *p, const hd_task *t, const char **refusal)
{
  engines list = {0};
  for (uint32_t i = 0; hd_engines[i]; i++) {
    if (only ? hd_engines[i] != only : hd_engines[i]->by_name_only) continue;
    if (hd_engines[i]->accepts(p, t, refusal)) hd_vec_push(&list, hd_engines[i]);
  }
  return list;
}

/* An equal share of what is left for each engine that has not run yet. */
static hd_budget slice(const hd_budget *b, uint32_t engines_left)
{
  hd_budget share = *b;
  if (b->deadline > 0) {
    double now = hd_now();
    share.deadline = now + (b->deadline - now) / engines_left;
  }
  return share;
}

/* A result that says more replaces one that says less: a bound that can be raised is worth
 * more than an ended budget. */
static bool better(const hd_result *a, const hd_result *b)
{
  if (a->verdict != HD_UNKNOWN) return true;
  return !b->reason || (a->at_bound && !b->at_bound);
}

/* A bound that can be raised is raised before other engines look at less than the whole program: most bounds
 * are small. Of threads without number a few are enough to begin with, for those engines that
 * treat any number of them. */
static bool should_grow_first(const hd_program *p, const hd_task *t, const hd_result *r)
{
  enum { A_FEW = 8 };
  if (r->verdict != HD_UNKNOWN || !r->at_bound || !t->may_raise[r->limit]) return false;
  for (uint32_t i = 0; r->limit == HD_LIMIT_THREADS && i < p->threads.len; i++)
    if (p->threads.data[i].replicated && p->threads.data[i].instances >= A_FEW) return false;
  return true;
}

void hd_auto_run(const hd_engine *only, const hd_program *p, const hd_task *t, const hd_confirm *confirm,
                 const hd_budget *b, hd_result *out, const char **who, bool *defect)
{
  const char *refusal = "no engine treats this task";
  engines list = accepting(only, p, t, &refusal);
  *who = NULL;
  *defect = false;
  if (list.len == 0) hd_result_unknown(out, HD_NO_POS, "%s", refusal);
  for (uint32_t i = 0; i < list.len && out->verdict == HD_UNKNOWN; i++) {
    hd_budget share = slice(b, list.len - i);
    hd_result result;
    bool failed = false;
    hd_result_init(&result);
    hd_engine_run_isolated(list.data[i], p, t, &share, &result, &failed);
    if (result.verdict != HD_UNKNOWN) confirm->check(confirm->context, p, list.data[i]->name, b, &result, &failed);
    *defect = *defect || failed;
    if (better(&result, out)) {
      hd_result_clear(out);
      *out = result;
      *who = list.data[i]->name;
    } else {
      hd_result_clear(&result);
    }
    if ((b->cancel && *b->cancel) || should_grow_first(p, t, out)) break;
  }
  hd_vec_clear(&list);
}
