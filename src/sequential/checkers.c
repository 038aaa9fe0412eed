/* checkers.c - the table of checkers, and how they take turns. */
#include "sequential/external.h"
#include "sequential/session.h"

const hd_seq_checker *const hd_seq_checkers[] = {&hd_seq_bounded, &hd_seq_pdr, &hd_seq_spacer, &hd_seq_lazy, NULL};

const hd_seq_checker *hd_seq_find(const char *name)
{
  for (size_t i = 0; hd_seq_checkers[i]; i++)
    if (strcmp(hd_seq_checkers[i]->name, name) == 0) return hd_seq_checkers[i];
  return NULL;
}

/* The turns of each, by place in the table: seconds in the first round, those that decide more getting more,
 * and how much longer than the first the round is in which it joins. Spacer comes late: a
 * crash of Z3 there (logic/horn_spacer.c) costs the whole process. A round is longer than the one before by
 * `factor`. */
static const struct {
  double seconds, joins;
} turns[] = {{0.5, 1}, {1, 1}, {0.5, 16}, {0.2, 1}};
static const double factor = 4;

/* Has everything been said, or may another turn say more? One who finished in his turn and came to where
 * nothing is known has seen all the rest. */
static bool is_final(const hd_seq_result *r, const hd_budget *turn)
{
  return r->verdict != HD_SEQ_UNKNOWN || (r->end.id != HD_NONE && !hd_budget_spent(turn));
}

static void take_turns(hd_seq_session *s, const hd_budget *b, hd_seq_result *out)
{
  for (double length = 1; !hd_budget_spent(b); length *= factor) {
    bool waiting = false; /* a checker was stopped by the end of a turn, or has not joined */
    for (size_t i = 0; hd_seq_checkers[i] && !hd_budget_spent(b); i++) {
      waiting |= length < turns[i].joins;
      if (length < turns[i].joins) continue;
      hd_budget part = hd_budget_share(b, length * turns[i].seconds);
      hd_seq_run(s, hd_seq_checkers[i], &part, out);
      if (is_final(out, &part)) return;
      waiting |= hd_budget_spent(&part);
    }
    if (!waiting) return;
  }
}

bool hd_seq_knows(const char *how, const char **why_not)
{
  if (strcmp(how, "all") == 0 || hd_seq_find(how) || hd_seq_external_knows(how)) return true;
  *why_not = "--sequential is the name of a checker or a tool, or a command line with %s for the file, and patterns "
             "that are extended regular expressions";
  return false;
}

void hd_seq_check(hd_seq_session *s, const char *how, const hd_budget *b, hd_seq_result *out)
{
  const hd_seq_checker *one = how ? hd_seq_find(how) : NULL;
  const char *why_not;
  if (!hd_seq_accepts(hd_seq_program(s), hd_seq_get_task(s), &why_not))
    hd_seq_unknown(out, HD_CAUSE_REFUSED, "%s", why_not);
  else if (one)
    hd_seq_run(s, one, b, out);
  else if (how && strcmp(how, "all") != 0)
    hd_seq_external(s, how, b, out);
  else
    take_turns(s, b, out);
}
