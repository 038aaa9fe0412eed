/* attempt.c - tries the parts of a query in turn and keeps what is still excluded without them. */
#include "engine/modular/attempt.h"

#include "engine/modular/assistant.h"
#include "engine/modular/paths.h"

/* Are the conjuncts of a among those of b? */
static bool is_within(hd_terms *T, hd_term a, hd_term b)
{
  hd_term_list some = {0}, all = {0};
  if (hd_term_same(a, b)) return true;
  hd_formula_conjuncts(T, a, &some);
  hd_formula_conjuncts(T, b, &all);
  bool within = true;
  for (uint32_t i = 0; i < some.len && within; i++) {
    within = false;
    for (uint32_t k = 0; k < all.len && !within; k++) within = hd_term_same(some.data[i], all.data[k]);
  }
  hd_vec_clear(&some);
  hd_vec_clear(&all);
  return within;
}

/* Is the answer there, or about to be, from what was asked aside? That was the same, or a stronger query: what is not
 * excluded then is not excluded now. On the side that is weakened it has to be the same to stand for it. */
static bool was_foreseen(hd_excluded *q, const hd_attempt *a, bool *good)
{
  hd_terms *T = q->h->u->p->terms;
  const hd_question *asked = hd_assistant_attempt(q->h);
  hd_term alpha, beta;
  bool excluded;
  if (!asked || asked->level != q->l->index + 1) return false;
  if (!is_within(T, a->alpha, asked->alpha) || !is_within(T, a->beta, asked->beta)) return false;
  bool same = a->which == HD_OF_ALPHA ? hd_term_same(a->alpha, asked->alpha) : hd_term_same(a->beta, asked->beta);
  if (!hd_assistant_attempted(q->h, same, &excluded, &alpha, &beta) || (excluded && !same)) return false;
  *good = excluded;
  if (!excluded) return true;
  q->alpha = alpha;
  q->beta = beta;
  return true;
}

/* Attempts that take less time than this, in seconds, on the average, are not worth a question. */
static const double WORTH_ASKING = 0.002;

static bool is_worth_asking(const hd_hierarchy *h)
{
  return h->u->budget->divides_early || h->attempting >= WORTH_ASKING * (double)h->attempts;
}

/* Asks aside for what comes next if this attempt ends as most have. */
static void foresee(hd_excluded *q, const hd_foresight *f)
{
  hd_hierarchy *h = q->h;
  if (!f->next || !hd_modular_run_uses(h->u, HD_SWITCH_QUICK)) return;
  if (!is_worth_asking(h) || !hd_assistant_is_free(h)) return;
  hd_attempt next = f->next(f->context, 2 * h->good > h->attempts);
  if (!hd_term_is(next.alpha) || (hd_term_same(next.alpha, q->alpha) && hd_term_same(next.beta, q->beta))) return;
  if (hd_paths_refute(&h->levels[q->l->index + 1], next.alpha, next.beta)) return;
  hd_assistant_ask(h, &(hd_question){HD_ASSISTANT_ATTEMPT, q->l->index + 1, next.alpha, next.beta});
}

/* One check: whether more refinements would exclude it is not asked (quick generalization). */
static bool try_here(hd_excluded *q, hd_attempt a, const hd_foresight *f)
{
  hd_hierarchy *h = q->h;
  uint32_t level = q->l->index + 1;
  bool counts = level < h->n && !hd_paths_refute(&h->levels[level], a.alpha, a.beta);
  if (counts) foresee(q, f);
  double began = hd_work_now();
  bool good = hd_hierarchy_excludes(h, level, &a.alpha, &a.beta);
  if (counts) {
    h->attempts++;
    h->good += good;
    h->attempting += hd_work_now() - began;
  }
  if (!good) return false;
  q->alpha = a.alpha;
  q->beta = a.beta;
  return true;
}

bool hd_weaken(hd_excluded *q, hd_attempt a, const hd_foresight *f)
{
  bool good;
  if (hd_term_same(a.alpha, q->alpha) && hd_term_same(a.beta, q->beta)) return true;
  if (hd_budget_spent(q->h->u->budget)) return false;
  return was_foreseen(q, &a, &good) ? good : try_here(q, a, f);
}
