/* solve.c - fixed points.
 *
 * Nested iteration is the meaning of a system (docs/mu-language.md, "Evaluation"): to iterate a relation,
 * start from nothing (nu: from everything), and compute its formula until it stays; every other
 * relation in the formula is evaluated anew, in the same way, with this one's present value.
 *
 * When all relations that depend on each other here are least fixed points and monotone, their least
 * solution is the same, and is computed clause by clause (group.c). */
#include "mu/eval.h"
#include "mu/group.h"

/* --- what a value was computed with ------------------------------------------------------------------- */

static void collect_values(const mu_relation *r, bool *seen, hd_u64s *out)
{
  for (uint32_t i = 0; i < r->uses.len; i++) {
    const mu_relation *t = r->uses.data[i].to;
    if (seen[t->number]) continue;
    seen[t->number] = true;
    if (t->iterating)
      hd_vec_push(out, (uint64_t)t->number << 32 | (uint32_t)t->value.node);
    else
      collect_values(t, seen, out);
  }
}

/* The iterating relations that r depends on, with their values. What those depend on in turn does not matter:
 * they stand for their present values. */
static void present_values(const hd_mu *m, const mu_relation *r, hd_u64s *out)
{
  bool *seen = hd_alloc(m->relations.len + 1, sizeof *seen);
  seen[r->number] = true;
  collect_values(r, seen, out);
  free(seen);
}

static bool still_known(const hd_mu *m, const mu_relation *r)
{
  if (!r->known) return false;
  hd_u64s now = {0};
  present_values(m, r, &now);
  bool same = now.len == r->known_for.len &&
              (now.len == 0 || memcmp(now.data, r->known_for.data, now.len * sizeof *now.data) == 0);
  hd_vec_clear(&now);
  return same;
}

static void unpin(mu_relation *r)
{
  for (uint32_t i = 0; i < r->pinned.len; i++) hd_bdd_drop(r->pinned.data[i]);
  r->pinned.len = 0;
}

void mu_remember(hd_mu *m, mu_relation *r)
{
  unpin(r);
  r->known_for.len = 0;
  r->known = hd_bdd_ok(r->value) && !m->stopped;
  present_values(m, r, &r->known_for);
  for (uint32_t i = 0; i < r->known_for.len; i++)
    hd_vec_push(&r->pinned, hd_bdd_keep((hd_bdd){(int)(uint32_t)r->known_for.data[i]}));
}

void mu_forget_values(hd_mu *m)
{
  for (uint32_t i = 0; i < m->relations.len; i++) {
    mu_relation *r = m->relations.data[i];
    unpin(r);
    r->known = false;
    if (r->kind != MU_INPUT) hd_bdd_set(&r->value, HD_BDD_FALSE);
    r->era = ++m->eras;
    mu_forget_rings(r);
  }
}

/* --- bookkeeping -----------------------------------------------------------------------------------------
 */

static void charge(hd_mu *m)
{
  double now = hd_now();
  if (m->running.len > 0) hd_vec_last(&m->running)->seconds += now - m->since;
  m->since = now;
}

static void begin_evaluation(hd_mu *m, mu_relation *r)
{
  charge(m);
  hd_vec_push(&m->running, r);
  r->evaluations++;
  mu_forget_rings(r);
}

static void end_evaluation(hd_mu *m)
{
  charge(m);
  m->running.len--;
}

void mu_forget_rings(mu_relation *r)
{
  for (uint32_t i = 0; i < r->rings.len; i++) hd_bdd_drop(r->rings.data[i].value);
  r->rings.len = 0;
}

void mu_note_iteration(hd_mu *m, mu_relation *r)
{
  r->iterations++;
  m->clock++;
  if (m->options.keep_rings && hd_bdd_ok(r->value)) hd_vec_push(&r->rings, (mu_ring){hd_bdd_keep(r->value), m->clock});
  if (m->options.trace) m->options.trace(m->options.trace_context, r->name, r->iterations, r->value);
  if (m->options.reorder) hd_bdd_reorder_if_grown(100000);
}

/* --- nested iteration -------------------------------------------------------------------------------------
 */

static void report_divergence(hd_mu *m, const mu_relation *r, uint32_t iteration)
{
  hd_diag *d = hd_diags_add(m->diags, HD_ERROR, r->place,
                            "the iteration of '%s' does not converge: iterate %u is equal to an earlier one, "
                            "and not to the last",
                            r->name, iteration);
  d->hint = "the formulas are not monotone; let the relation only grow";
  m->diverged = true;
}

/* A value that contains the last one goes on growing, for plans that remember what they computed with it. */
static void replace_value(hd_mu *m, mu_relation *r, hd_bdd next, bool grows)
{
  if (!grows || !r->era) r->era = ++m->eras;
  hd_bdd_set(&r->value, next);
}

static bool contains_set(hd_bdd large, hd_bdd small)
{
  return hd_bdd_same(large, small) || hd_bdd_is_false(hd_bdd_minus(small, large));
}

static hd_bdd body_value(hd_mu *m, const mu_relation *r)
{
  return hd_bdd_and(mu_eval(m, r->body), r->domain);
}

/* Brent's method: `mark` is the iterate at the last power of two. */
static void iterate_relation(hd_mu *m, mu_relation *r)
{
  hd_bdd mark = HD_BDD_NONE;
  hd_bdd_set(&r->value, r->kind == MU_GREATEST ? r->domain : HD_BDD_FALSE);
  r->era = ++m->eras;
  r->iterating = true;
  for (uint32_t n = 1, power = 1;; n++) {
    hd_bdd_scope s = hd_bdd_open();
    hd_bdd next = body_value(m, r);
    bool stays = hd_bdd_same(next, r->value), again = hd_bdd_same(next, mark);
    if (!hd_bdd_ok(next)) stays = again = false;
    replace_value(m, r, next, contains_set(next, r->value));
    hd_bdd_close(s);
    if (!stays) mu_note_iteration(m, r);
    if (stays || !hd_bdd_ok(r->value)) break;
    if (again) {
      report_divergence(m, r, n);
      hd_bdd_set(&r->value, HD_BDD_NONE);
      break;
    }
    if (n == power) {
      power *= 2;
      hd_bdd_set(&mark, r->value);
    }
  }
  hd_bdd_drop(mark);
  r->iterating = false;
}

/* --- relations
 * ------------------------------------------------------------------------------------------------ */

/* The eras of what r uses, as one number: eras only increase, so an equal sum means equal eras. 0 when it uses
 * something negatively. */
static uint64_t eras_used(const mu_relation *r)
{
  uint64_t sum = 1;
  for (uint32_t i = 0; i < r->uses.len; i++) {
    if (r->uses.data[i].negative) return 0;
    sum += r->uses.data[i].to->era;
  }
  return sum;
}

static void evaluate_once(hd_mu *m, mu_relation *r)
{
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd next = body_value(m, r);
  uint64_t eras = eras_used(r);
  replace_value(m, r, next, (eras && eras == r->eras_used) || hd_bdd_same(next, r->value));
  r->eras_used = eras;
  hd_bdd_close(s);
  mu_note_iteration(m, r);
}

static void solve_relation(hd_mu *m, mu_relation *r)
{
  mu_group g = {0};
  mu_group_find(m, r, &g);
  begin_evaluation(m, r);
  if (g.len == 0)
    evaluate_once(m, r);
  else if (!m->options.literal && mu_group_is_least(&g))
    mu_group_solve(m, &g);
  else
    iterate_relation(m, r);
  end_evaluation(m);
  mu_remember(m, r);
  hd_vec_clear(&g);
}

hd_bdd mu_input_value(mu_relation *r)
{
  if (r->known) return r->value;
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd all = HD_BDD_FALSE;
  for (uint32_t i = 0; i < r->n_parts; i++) {
    hd_bdd part = r->parts[i].core;
    for (uint32_t e = r->parts[i].n_equal; e-- > 0;)
      part = hd_bdd_and(hd_bdd_iff(hd_bdd_var(r->parts[i].equal[e][0]), hd_bdd_var(r->parts[i].equal[e][1])), part);
    all = hd_bdd_or(all, hd_bdd_and(part, r->domain));
  }
  hd_bdd_set(&r->value, all);
  r->known = hd_bdd_ok(all);
  hd_bdd_close(s);
  return r->value;
}

hd_bdd mu_relation_value(hd_mu *m, mu_relation *r)
{
  if (r->kind == MU_INPUT) return mu_input_value(r);
  if (r->iterating || m->stopped || still_known(m, r)) return r->value;
  if (hd_bdd_exhausted() || m->diverged) return HD_BDD_NONE;
  solve_relation(m, r);
  return r->value;
}
