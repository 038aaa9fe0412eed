/* houdini.c - drops candidates that some step breaks until all the others are kept. */
#include "logic/houdini.h"

void hd_candidates_clear(hd_candidates *c)
{
  hd_vec_clear(&c->facts);
  *c = (hd_candidates){0};
}

static bool is_asked(const hd_candidates *c, const hd_term *after, uint32_t i)
{
  return hd_term_is(c->facts.data[i]) && hd_term_is(after[i]);
}

/* Can the step be taken so that the place is weaker afterwards? */
static hd_term some_broken(const hd_candidates *c, const hd_term *after, hd_terms *T)
{
  hd_term broken = hd_term_bool(T, !c->reached);
  for (uint32_t i = 0; i < c->facts.len && c->reached; i++)
    if (is_asked(c, after, i)) broken = hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, after[i]), broken);
  return broken;
}

/* Gives up what is wrong in the model; without one, all that was asked about. True when the place is weaker now. */
static bool give_up(hd_candidates *c, const hd_term *after, hd_terms *T, const hd_env *model)
{
  bool weaker = !c->reached;
  c->reached = true;
  for (uint32_t i = 0; i < c->facts.len; i++) {
    if (!is_asked(c, after, i) || (model && hd_term_eval(T, after[i], model))) continue;
    c->facts.data[i] = HD_NO_TERM;
    weaker = true;
  }
  return weaker;
}

static hd_answer ask_once(hd_candidates *c, const hd_term *after, hd_solver *step)
{
  hd_terms *T = hd_solver_terms(step);
  hd_term broken = some_broken(c, after, T);
  if (hd_term_is_false(T, broken)) return HD_UNSAT;
  hd_solver_push(step);
  hd_solver_assert(step, broken);
  hd_answer answer = hd_solver_check(step, NULL, 0);
  if (answer == HD_SAT) {
    hd_env model = hd_solver_model(step);
    if (!give_up(c, after, T, &model)) answer = HD_DONT_KNOW; /* its numbers do not wrap as the terms' do */
  }
  if (answer == HD_DONT_KNOW) give_up(c, after, T, NULL);
  hd_solver_pop(step, 1);
  return answer;
}

bool hd_candidates_sieve(hd_candidates *c, const hd_term *after, hd_solver *step, const hd_budget *b)
{
  bool weaker = false;
  for (hd_answer answer = HD_SAT; answer == HD_SAT && !hd_budget_spent(b);) {
    answer = ask_once(c, after, step);
    weaker = weaker || answer != HD_UNSAT;
  }
  return weaker;
}
