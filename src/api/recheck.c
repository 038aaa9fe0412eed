/* recheck.c - hands proofs to src/evidence, and takes back what is not confirmed. */
#include "api/recheck.h"

#include "analysis/race_pairs.h"
#include "base/board.h"
#include "engine/isolate.h"
#include "evidence/check.h"
#include "evidence/replay.h"

static const char *const rejected = "proof.rejected", *const claims = "proof.claims", *const seconds = "time.recheck",
                         *const relied = "proof.relied";

hd_recheck hd_recheck_of(const heddle_options *o, hd_property property)
{
  bool other = o->solver && strcmp(o->solver, "z3") != 0;
  return (hd_recheck){.property = property,
                      .skip = o->no_recheck,
                      .unbounded = o->arith && strcmp(o->arith, "unbounded") == 0,
                      .solver = other ? o->solver : NULL};
}

typedef struct {
  const hd_recheck *how;
  const hd_program *p;
  const hd_certificate *c;
  const hd_budget *budget;
} job;

/* In a process of its own: the solver may crash or run out of memory. */
static void check_alone(void *context, hd_result *out)
{
  const job *j = context;
  hd_checked checked;
  hd_check_options options = {.solver = j->how->solver, .unbounded = j->how->unbounded};
  hd_certificate_check(j->p, j->c, j->how->property, &options, j->budget, &checked);
  hd_result_stat(out, claims, checked.claims);
  if (checked.verdict == HD_PROOF_HOLDS)
    out->verdict = HD_SAFE;
  else
    hd_result_give_up(out, checked.cause);
  if (checked.relied) hd_result_stat(out, relied, checked.relied);
  if (checked.verdict == HD_PROOF_FAILS) hd_result_stat(out, rejected, 1);
  hd_checked_clear(&checked);
}

/* The proof is wrong, or whether it is right could not be found out. */
static void give_up_proof(hd_result *r, const hd_cause *cause, const char *engine, bool wrong)
{
  const char *whole = hd_arena_printf(&r->arena,
                                      wrong ? "the proof of engine %s does not hold"
                                            : "engine %s found a proof, but rechecking it did not finish",
                                      engine);
  hd_cause c = hd_cause_within(cause, whole, &r->arena);
  c.by = engine;
  c.has_proof = !wrong;
  hd_result_give_up(r, c);
}

static void recheck_proof(const hd_recheck *how, const hd_program *p, const char *engine, const hd_budget *b,
                          hd_result *r, bool *defect)
{
  hd_result said;
  bool failed = false;
  double began = hd_now();
  job j = {how, p, r->certificate, b};
  hd_result_init(&said);
  hd_board_begin("checking a proof");
  hd_run_isolated("the recheck", check_alone, &j, hd_subject_program(p), b, &said, &failed);
  hd_result_stat(r, claims, hd_result_get_stat(&said, claims));
  hd_result_stat(r, seconds, hd_now() - began);
  if (hd_result_get_stat(&said, relied) > 0) hd_result_stat(r, relied, hd_result_get_stat(&said, relied));
  if (said.verdict != HD_SAFE && hd_result_get_stat(&said, rejected) > 0) {
    failed = true;
    give_up_proof(r, &said.cause, engine, true);
  } else if (said.verdict != HD_SAFE) {
    give_up_proof(r, &said.cause, engine, false);
  }
  *defect |= failed;
  hd_result_clear(&said);
}

/* --- a part of the checks ----------------------------------------------------------------------------- */

/* Which checks are closed, by number; a number that is none of the program's is a defect of the engine. */
static bool mark_closed(const hd_result *r, uint32_t n, bool *closed)
{
  for (uint32_t i = 0; i < r->closed.len; i++) {
    if (r->closed.data[i].check.id >= n) return false;
    closed[r->closed.data[i].check.id] = true;
  }
  return true;
}

static void keep_closed(hd_result *r, const bool *closed)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->closed.len; i++)
    if (closed[r->closed.data[i].check.id]) r->closed.data[n++] = r->closed.data[i];
  r->closed.len = n;
}

/* The certificate stays with the result, if it holds. */
static bool proves_part(const hd_recheck *how, const hd_program *p, const hd_program *part, hd_result *r,
                        const char *engine, const hd_budget *b, bool *defect)
{
  hd_result proof;
  hd_result_init(&proof);
  proof.certificate = r->certificate;
  proof.verdict = HD_SAFE;
  r->certificate = NULL;
  hd_certificate_move(proof.certificate, p->terms, part->terms);
  recheck_proof(how, part, engine, b, &proof, defect);
  bool holds = proof.verdict == HD_SAFE;
  if (holds) {
    hd_certificate_move(proof.certificate, part->terms, p->terms);
    r->certificate = proof.certificate;
    proof.certificate = NULL;
  }
  hd_result_clear(&proof);
  return holds;
}

/* What is left of `closed` is what its proof shows. */
static void recheck_part(const hd_recheck *how, const hd_program *p, const char *engine, const hd_budget *b,
                         hd_result *r, bool *defect)
{
  hd_program *own = hd_program_clone(p);
  hd_checks *checks = hd_checks_of(own, how->property);
  bool *closed = hd_alloc((size_t)checks->list.len + 1, sizeof *closed);
  bool fits = mark_closed(r, checks->list.len, closed);
  bool needs_proof = !how->skip && !(r->certificate && r->certificate->kind == HD_PROOF_EXHAUSTIVE);
  if (needs_proof && (!r->certificate || r->certificate->about)) fits = false;
  if (fits && needs_proof) {
    hd_program *part = hd_program_asking(own, checks, closed);
    fits = proves_part(how, p, part, r, engine, b, defect);
    hd_program_free(part);
  }
  if (fits)
    keep_closed(r, closed);
  else
    r->closed.len = 0;
  free(closed);
  hd_checks_free(checks);
  hd_program_free(own);
}

/* --- an answer ---------------------------------------------------------------------------------------- */

void hd_recheck_answer(void *recheck, const hd_program *p, const char *engine, const hd_budget *b, hd_result *r,
                       bool *defect)
{
  const hd_recheck *how = recheck;
  if (r->verdict == HD_UNKNOWN) {
    recheck_part(how, p, engine, b, r, defect);
  } else if (r->verdict == HD_UNSAFE && !(r->trace && hd_evidence_confirm(p, r->trace, how->property))) {
    *defect = true;
    hd_result_unknown(r, HD_CAUSE_FAILED, HD_NO_POS, "engine %s gave a trace that does not run into the violation",
                      engine);
  } else if (r->verdict == HD_SAFE && !r->certificate && !how->skip) {
    hd_result_unknown(r, HD_CAUSE_ASSUMPTION, HD_NO_POS,
                      "engine %s gave no proof; --no-recheck accepts its answer unchecked", engine);
  } else if (r->verdict == HD_SAFE && r->certificate && r->certificate->kind == HD_PROOF_WORD && !how->skip) {
    hd_result_unknown(r, HD_CAUSE_ASSUMPTION, HD_NO_POS,
                      "%s answers `safe' without a proof; --no-recheck accepts that unchecked",
                      r->certificate->searched);
  } else if (r->verdict == HD_SAFE && r->certificate && r->certificate->kind != HD_PROOF_EXHAUSTIVE && !how->skip) {
    recheck_proof(how, p, engine, b, r, defect);
  }
}

/* By what was relied on: HD_RELIES_*. */
static const char *const granted[] = {"", "; not rechecked: Lipton's reduction",
                                      "; not rechecked: the partial-order reduction",
                                      "; not rechecked: Lipton's reduction and the partial-order reduction"};

static const char *kind_of(const hd_certificate *c)
{
  switch (c->kind) {
  case HD_PROOF_PRODUCT: return "facts about all threads together";
  case HD_PROOF_MODULAR: return "facts about each thread by itself";
  case HD_PROOF_GRAPH: return "a graph of abstract states";
  case HD_PROOF_WORD: return "the word";
  case HD_PROOF_EXHAUSTIVE: break;
  }
  return "an exhaustive search";
}

static const char *own_text(const hd_recheck *how, const hd_result *r, hd_arena *arena)
{
  const hd_certificate *c = r->certificate;
  if (!c) return "the engine's answer, not rechecked (--no-recheck)";
  bool by_engine = c->engine && hd_engine_find(c->engine);
  const char *what = !by_engine ? kind_of(c)
                                : hd_arena_printf(arena, "%s %s %s", kind_of(c),
                                                  c->kind == HD_PROOF_EXHAUSTIVE ? "by" : "found by", c->engine);
  if (c->kind == HD_PROOF_EXHAUSTIVE) return c->searched ? hd_arena_printf(arena, "%s: %s", what, c->searched) : what;
  if (c->kind == HD_PROOF_WORD)
    return hd_arena_printf(arena, "the answer of %s, not rechecked (--no-recheck)", c->searched);
  if (how->skip) return hd_arena_printf(arena, "%s, not rechecked (--no-recheck)", what);
  return hd_arena_printf(arena, "%s, rechecked by %s in %.0f claims%s", what, how->solver ? how->solver : "z3",
                         hd_result_get_stat(r, claims), granted[(unsigned)hd_result_get_stat(r, relied) & 3]);
}

/* What others had proved before is the other half of the proof. */
const char *hd_recheck_text(const hd_recheck *how, const hd_result *r, hd_arena *arena)
{
  if (r->verdict != HD_SAFE || (!r->certificate && !how->skip)) return NULL;
  const char *text = own_text(how, r, arena);
  for (uint32_t i = 0; i < r->parts.list.len; i++) {
    uint32_t n = r->parts.list.data[i].closes.len;
    text = hd_arena_printf(arena, "%s; %u check%s before by %s", text, n, n == 1 ? "" : "s", r->parts.list.data[i].by);
  }
  return text;
}
