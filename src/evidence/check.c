/* check.c - turns a certificate into claims, has them judged, and words the outcome. */
#include "evidence/check.h"

#include <stdarg.h>
#include <stdio.h>

#include "evidence/expanded.h"
#include "evidence/judge.h"

void hd_checked_clear(hd_checked *c)
{
  hd_arena_clear(&c->arena);
}

static void say_fails(hd_checked *out, hd_pos pos, const char *format, ...) HD_PRINTF(3, 4);
static void say_fails(hd_checked *out, hd_pos pos, const char *format, ...)
{
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  out->verdict = HD_PROOF_FAILS;
  out->cause = (hd_cause){.kind = HD_CAUSE_FAILED, .what = hd_arena_strdup(&out->arena, text), .pos = pos};
}

static void say_open(hd_checked *out, hd_cause cause)
{
  out->verdict = HD_PROOF_OPEN;
  out->cause = hd_cause_copy(&cause, &out->arena);
}

static void say_refused(hd_checked *out, const char *what)
{
  say_open(out, (hd_cause){.kind = HD_CAUSE_REFUSED, .what = what, .pos = HD_NO_POS});
}

/* --- what is wrong, in words ------------------------------------------------------------------------------
 */

static const char *const what_fails[] = {
    [HD_CLAIM_INITIATION] = "does not hold at the start",
    [HD_CLAIM_CONSECUTION] = "is not kept by a step of its own",
    [HD_CLAIM_INTERFERENCE] = "is not kept by a step of another instance",
    [HD_CLAIM_EXCHANGE] = "exchanges instances that can be told apart",
    [HD_CLAIM_COVERING] = "does not include what it covers",
    [HD_CLAIM_SAFETY] = "does not exclude a violation",
    [HD_CLAIM_DEADLOCK] = "does not exclude a deadlock",
    [HD_CLAIM_RACE] = "does not exclude a data race",
    [HD_CLAIM_PROGRESS] = "stops an instance between cut-points",
    [HD_CLAIM_PRIVACY] = "lets others notice what happens between cut-points",
};

static hd_pos pos_of(const hd_proof *x, const hd_claim *claim)
{
  if (claim->edge.id != HD_NONE) return hd_edge_get(x->p, claim->edge)->pos;
  return claim->loc.id == HD_NONE ? HD_NO_POS : hd_loc_get(x->p, claim->loc)->pos;
}

static const char *subject_of(const hd_proof *x, const hd_claim *claim, hd_arena *arena)
{
  if (claim->clause == HD_NONE) return "it";
  if (claim->fact == HD_NONE) return hd_arena_printf(arena, "clause %u", claim->clause + 1);
  const hd_clause *k = &x->c->clauses.data[claim->clause];
  const char *at = "";
  for (uint32_t i = 0; i < k->n_parties; i++)
    at = hd_arena_printf(arena, "%s L%u", at, k->facts.data[claim->fact].at[i].id);
  return hd_arena_printf(arena, "clause %u at%s", claim->clause + 1, *at ? at : " every location");
}

static void explain_claim(const hd_proof *x, const hd_claim *claim, hd_checked *out)
{
  const char *subject = subject_of(x, claim, &out->arena), *who = "";
  if (claim->thread.id != HD_NONE)
    who =
        hd_arena_printf(&out->arena, " (thread `%s` at L%u)", hd_thread_get(x->p, claim->thread)->name, claim->loc.id);
  say_fails(out, pos_of(x, claim), "%s %s%s", subject, what_fails[claim->kind], who);
}

/* --- the check --------------------------------------------------------------------------------- */

static bool can_be_checked(const hd_certificate *c, hd_checked *out)
{
  if (c->kind == HD_PROOF_EXHAUSTIVE)
    say_refused(out, "an exhaustive search is rechecked by searching again");
  else if (c->kind == HD_PROOF_WORD)
    say_refused(out, "the answer of another tool cannot be rechecked");
  else
    return true;
  return false;
}

static bool add_all(hd_proof *x)
{
  bool ok = x->c->kind == HD_PROOF_GRAPH ? hd_proof_add_graph(x) : hd_proof_add_claims(x);
  if (ok && hd_violated_by(x->property, HD_BY_RACE)) ok = hd_proof_add_races(x);
  if (ok && hd_violated_by(x->property, HD_BY_DEADLOCK)) ok = hd_proof_add_deadlocks(x);
  return ok && hd_proof_add_quiet(x);
}

static void say_relied(const hd_proof *x, hd_checked *out)
{
  static const char *const words[] = {NULL, "no context switch inside Lipton transactions",
                                      "what a partial-order reduction leaves out leads nowhere new",
                                      "Lipton's reduction and a partial-order reduction"};
  out->relied = (x->relied ? HD_RELIES_LIPTON : 0u) | (x->ordered ? HD_RELIES_ORDERS : 0u);
  out->relies = words[out->relied];
}

static void judge_proof(hd_proof *x, const hd_check_options *o, const hd_budget *budget, hd_checked *out)
{
  HD_ASSERT(hd_proof_check(x));
  hd_judgement j = o && o->solver ? hd_judge_cvc5(x, o->solver, budget) : hd_judge_z3(x, budget);
  out->claims = x->claims.len;
  if (j.answer == HD_SAT)
    explain_claim(x, &x->claims.data[j.claim], out);
  else if (j.answer == HD_DONT_KNOW)
    say_open(out, j.cause);
  else
    say_relied(x, out);
}

static void check_certificate(const hd_program *p, const hd_certificate *c, hd_property property,
                              const hd_check_options *options, const hd_budget *budget, hd_checked *out)
{
  hd_proof x;
  hd_court *court = hd_court_new(p->terms, options && options->unbounded, budget);
  bool sane = hd_proof_init(&x, p, c, property, budget);
  x.court = court;
  sane = sane && add_all(&x);
  if (hd_budget_spent(budget))
    say_open(out, hd_cause_spent(budget, "not decided"));
  else if (!sane && x.unanswered)
    say_refused(out, "a question about an exchange of instances was not answered");
  else if (!sane)
    say_fails(out, x.at.id == HD_NONE ? HD_NO_POS : hd_loc_get(p, x.at)->pos, "%s", x.refusal);
  else
    judge_proof(&x, options, budget, out);
  hd_proof_clear(&x);
  hd_court_free(court);
}

/* What the program with loops written out, or with threads side by side, is, is made here from the program and not
 * taken from the proof. */
static void check_written_out(const hd_program *p, const hd_certificate *c, hd_property property,
                              const hd_check_options *options, const hd_budget *budget, hd_checked *out)
{
  bool states = !hd_violated_by(property, HD_BY_CHECK);
  hd_written_out *own = c->order == HD_LOCKSTEP_NONE ? hd_write_out(p) : states ? NULL : hd_lockstep_write(p, c->order);
  if (own)
    check_certificate(own->program, c, property, options, budget, out);
  else
    say_refused(out,
                c->order ? "the threads cannot be put side by side in this order" : "there is no loop to write out");
  hd_written_out_free(own);
}

void hd_certificate_check(const hd_program *p, const hd_certificate *c, hd_property property,
                          const hd_check_options *options, const hd_budget *budget, hd_checked *out)
{
  *out = (hd_checked){.verdict = HD_PROOF_HOLDS, .cause = HD_NO_CAUSE};
  hd_arena_init(&out->arena);
  if (!can_be_checked(c, out)) return;
  if (c->about) {
    check_written_out(p, c, property, options, budget, out);
    return;
  }
  hd_expanded_proof *e = hd_expanded_proof_new(p, c);
  if (e)
    check_certificate(e->program, e->certificate, property, options, budget, out);
  else
    check_certificate(p, c, property, options, budget, out);
  hd_expanded_proof_free(e);
}
