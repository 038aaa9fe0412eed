/* plan_run.c - the execution of plans: inputs are filtered and renamed, then multiplied, and what has only grown is
 * computed from the difference. */
#include "mu/eval.h"
#include "mu/plan.h"

static hd_bdd source_value(hd_mu *m, const mu_plan_input *in)
{
  if (in->fixed) return in->value;
  const mu_factor *f = in->factor;
  if (f->overridden) return f->override;
  return f->kind == MU_FACTOR_APPLY ? mu_relation_value(m, f->e->relation) : mu_eval(m, f->e);
}

hd_bdd mu_plan_rename(const mu_plan_input *in, hd_bdd v)
{
  if (hd_bdd_is_false(v)) return v;
  if (!in->literals_first) v = hd_bdd_restrict(v, in->literals);
  v = hd_bdd_and_exists(v, in->same, in->quantified);
  return in->map ? hd_bdd_rename(v, in->map) : v;
}

/* What `now` has more than `before`; none when it does not contain it, or, when the era has changed, hardly does. */
static hd_bdd growth(hd_bdd before, hd_bdd now, uint64_t old_era, uint64_t era)
{
  if (!hd_bdd_ok(before) || (era && old_era && era != old_era)) return HD_BDD_NONE;
  bool surely = era && era == old_era;
  if (!surely && !hd_bdd_is_false(hd_bdd_minus(before, now))) return HD_BDD_NONE;
  return hd_bdd_minus(now, before);
}

/* The era of an input's present value; a fixed one stays the same for ever. */
static uint64_t era_of(const mu_plan_input *in)
{
  if (in->fixed) return 1;
  return in->factor->kind == MU_FACTOR_APPLY ? in->factor->e->relation->era : 0;
}

/* What of the input's present value passes the filter: seldom more than before, though the relation grows. */
static hd_bdd filter_input(hd_mu *m, mu_plan_input *in)
{
  hd_bdd v = source_value(m, in);
  if (in->literals_first) v = hd_bdd_restrict(v, in->literals);
  in->fresh = !in->fixed && in->factor->overridden && in->factor->fresh;
  if (!hd_bdd_ok(v)) return v;
  if (hd_bdd_same(in->known[in->fresh].from, v)) return in->known[in->fresh].filtered;
  hd_bdd before = in->known[in->fresh].filtered, result = in->known[in->fresh].result;
  bool surely = !in->fresh && in->era && in->era == era_of(in) && hd_bdd_ok(before);
  hd_bdd filtered = v;
  if (!hd_bdd_is_true(in->filter)) /* the difference is the same for all plans, so BuDDy remembers it */
    filtered = surely ? hd_bdd_or(before, hd_bdd_and(hd_bdd_minus(v, in->known[0].from), in->filter))
                      : hd_bdd_and(v, in->filter);
  if (!hd_bdd_ok(filtered)) return filtered;
  if (!hd_bdd_same(before, filtered)) {
    hd_bdd more = in->fresh || !hd_bdd_ok(result) ? HD_BDD_NONE : growth(before, filtered, in->era, era_of(in));
    result = hd_bdd_ok(more) ? hd_bdd_or(result, mu_plan_rename(in, more)) : HD_BDD_NONE;
  }
  hd_bdd_set(&in->known[in->fresh].from, v);
  hd_bdd_set(&in->known[in->fresh].filtered, filtered);
  hd_bdd_set(&in->known[in->fresh].result, result);
  if (!in->fresh) in->era = era_of(in);
  return filtered;
}

/* After filter_input. */
static hd_bdd input_value(mu_plan_input *in)
{
  hd_bdd *result = &in->known[in->fresh].result;
  if (!hd_bdd_ok(*result)) hd_bdd_set(result, mu_plan_rename(in, in->known[in->fresh].filtered));
  return *result;
}

/* (a + da)(b + db) = ab + da(b + db) + a db */
static hd_bdd grown_product(const mu_plan_step *step, hd_bdd a, hd_bdd b, uint64_t era)
{
  hd_bdd old_a = step->known[0].a, old_b = step->known[0].b;
  hd_bdd result = step->known[0].result;
  if (!hd_bdd_ok(result) || step->not_a || step->not_b) return HD_BDD_NONE;
  hd_bdd more_a = hd_bdd_same(a, old_a) ? HD_BDD_FALSE : growth(old_a, a, step->era, era);
  hd_bdd more_b = hd_bdd_same(b, old_b) ? HD_BDD_FALSE : growth(old_b, b, step->era, era);
  if (!hd_bdd_ok(more_a) || !hd_bdd_ok(more_b)) return HD_BDD_NONE;
  result = hd_bdd_or(result, hd_bdd_and_exists(more_a, b, step->cube));
  return hd_bdd_or(result, hd_bdd_and_exists(old_a, more_b, step->cube));
}

static hd_bdd product_of_step(const mu_plan_step *step, hd_bdd a, hd_bdd b)
{
  if (!step->not_a && !step->not_b) return hd_bdd_and_exists(a, b, step->cube);
  if (step->not_a && step->not_b) return hd_bdd_exists(hd_bdd_not(hd_bdd_or(a, b)), step->cube);
  return hd_bdd_exists(step->not_a ? hd_bdd_minus(b, a) : hd_bdd_minus(a, b), step->cube);
}

static hd_bdd step_value(mu_plan_step *step, hd_bdd a, hd_bdd b, bool fresh, uint64_t era)
{
  hd_bdd *known_a = &step->known[fresh].a, *known_b = &step->known[fresh].b;
  if (hd_bdd_ok(step->known[fresh].result) && hd_bdd_same(*known_a, a) && hd_bdd_same(*known_b, b))
    return step->known[fresh].result;
  hd_bdd result = fresh ? HD_BDD_NONE : grown_product(step, a, b, era);
  if (!hd_bdd_ok(result)) result = product_of_step(step, a, b);
  hd_bdd_set(known_a, a);
  hd_bdd_set(known_b, b);
  hd_bdd_set(&step->known[fresh].result, result);
  if (!fresh) step->era = era;
  return result;
}

typedef struct {
  hd_bdd value;
  bool fresh;
  uint64_t era;
} place;

static hd_bdd run_steps(mu_plan *p)
{
  uint32_t n = p->inputs.len + p->steps.len;
  place *places = hd_alloc(n + 1, sizeof *places);
  hd_bdd last = HD_BDD_TRUE;
  for (uint32_t i = 0; i < n && !hd_bdd_is_false(last); i++) {
    if (i < p->inputs.len) {
      mu_plan_input *in = &p->inputs.data[i];
      last = input_value(in);
      places[i] = (place){last, in->fresh, in->fresh || in->negated ? 0 : era_of(in)};
    } else {
      mu_plan_step *step = &p->steps.data[i - p->inputs.len];
      const place *a = &places[step->a], *b = &places[step->b];
      bool fresh = a->fresh || b->fresh;
      uint64_t era = a->era && b->era ? a->era + b->era : 0;
      last = step_value(step, a->value, b->value, fresh, era);
      places[i] = (place){last, fresh, era};
    }
    if (i < p->inputs.len && p->inputs.data[i].negated) last = p->steps.len ? HD_BDD_TRUE : hd_bdd_not(last);
  }
  free(places);
  return last;
}

/* Is some factor empty, without a look at what the others are? */
static bool is_empty(hd_mu *m, const mu_plan *p)
{
  for (uint32_t i = 0; i < p->inputs.len; i++) {
    const mu_plan_input *in = &p->inputs.data[i];
    if (in->fixed || in->negated || in->factor->kind != MU_FACTOR_APPLY) continue;
    if (hd_bdd_is_false(source_value(m, in))) return true;
  }
  return false;
}

hd_bdd mu_plan_run(hd_mu *m, mu_plan *p)
{
  if (is_empty(m, p)) return HD_BDD_FALSE;
  hd_bdd_scope s = hd_bdd_open();
  for (uint32_t i = 0; i < p->inputs.len; i++) {
    hd_bdd v = filter_input(m, &p->inputs.data[i]);
    bool empty = hd_bdd_is_false(v) && !p->inputs.data[i].negated;
    if (empty || !hd_bdd_ok(v)) return hd_bdd_close_with(s, v);
  }
  return hd_bdd_close_with(s, run_steps(p));
}
