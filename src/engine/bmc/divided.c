/* divided.c - workers that answer parts of a question about an unfolding, and the process that asks them. */
#include "engine/bmc/divided.h"

#include "base/log.h"
#include "engine/divide.h"
#include "engine/wire.h"

/* Conflicts before a part may be divided. Fewer cost more questions; more leave workers idle for longer. */
enum { EFFORT = 2000, EFFORT_EARLY = 2 };
/* Why a worker gives up. */
enum { WHY_LOST = 1, WHY_STUCK };

typedef struct {
  const hd_bmc_question *q;
  hd_bmc_choices choices;
} divided;

/* --- a worker ------------------------------------------------------------------------------------------------- */

static hd_term decision_term(const divided *d, int32_t decision)
{
  hd_term choice = d->choices.data[(decision < 0 ? -decision : decision) - 1];
  return decision > 0 ? choice : hd_term_1(d->q->T, HD_OP_NOT, choice);
}

static bool is_decided(const hd_decisions *decisions, uint32_t choice)
{
  for (uint32_t i = 0; i < decisions->len; i++) {
    int32_t x = decisions->data[i];
    if ((uint32_t)(x < 0 ? -x : x) == choice + 1) return true;
  }
  return false;
}

/* The one that has mattered most lately; of equals, the first. HD_NONE: all are decided. */
static uint32_t best_choice(const divided *d, const hd_decisions *decisions)
{
  uint32_t best = HD_NONE, most = 0;
  for (uint32_t i = 0; i < d->choices.len; i++) {
    if (is_decided(decisions, i)) continue;
    uint32_t activity = hd_bmc_solver_activity(d->q->solver, d->choices.data[i]);
    if (best == HD_NONE || activity > most) best = i, most = activity;
  }
  return best;
}

static void name_choice(const divided *d, const hd_question_part *part, hd_bytes *answer)
{
  uint32_t choice = best_choice(d, &part->decisions);
  if (choice == HD_NONE || hd_budget_spent(d->q->budget))
    hd_part_give_up(answer, WHY_STUCK);
  else
    hd_part_divide(answer, choice);
  hd_bmc_solver_forget_activity(d->q->solver);
}

static void tell_closed(const hd_question_part *part, const uint8_t *needed, hd_bytes *answer)
{
  hd_decisions core = {0};
  for (uint32_t i = 0; i < part->decisions.len; i++)
    if (needed[i]) hd_vec_push(&core, part->decisions.data[i]);
  hd_part_close(answer, &core);
  hd_vec_clear(&core);
}

static void tell_found(const divided *d, hd_bytes *answer)
{
  hd_decisions decided = {0};
  hd_result result;
  size_t size;
  for (uint32_t i = 0; i < d->choices.len; i++) {
    int32_t x = (int32_t)(i + 1);
    hd_vec_push(&decided, hd_bmc_solver_value(d->q->solver, d->choices.data[i]) ? x : -x);
  }
  hd_part_find(answer, &decided);
  hd_result_init(&result);
  d->q->tell(d->q->context, &result);
  unsigned char *data = hd_wire_pack(&result, hd_subject_program(d->q->p), &size);
  hd_put_bytes(answer, data, size);
  free(data);
  hd_result_clear(&result);
  hd_vec_clear(&decided);
}

static void try_part(const divided *d, const hd_question_part *part, hd_bytes *answer)
{
  uint32_t n = part->decisions.len;
  hd_term *all = hd_alloc(n + 1, sizeof *all);
  uint8_t *needed = hd_alloc(n + 1, 1);
  bool lost;
  for (uint32_t i = 0; i < n; i++) all[i] = decision_term(d, part->decisions.data[i]);
  hd_bmc_solver_limit(d->q->solver, part->effort);
  hd_answer found = hd_bmc_solver_check_part(d->q->solver, d->q->wanted, all, n, needed, &lost);
  if (lost)
    hd_part_give_up(answer, WHY_LOST);
  else if (found == HD_SAT)
    tell_found(d, answer);
  else if (found == HD_UNSAT)
    tell_closed(part, needed, answer);
  else
    name_choice(d, part, answer);
  free(all);
  free(needed);
}

static void answer_part(void *context, hd_reader *question, hd_bytes *answer)
{
  const divided *d = context;
  hd_question_part part;
  if (!hd_part_get(question, d->choices.len, &part))
    hd_part_give_up(answer, WHY_STUCK);
  else if (part.effort == 0 && part.decisions.len < d->choices.len)
    name_choice(d, &part, answer);
  else
    try_part(d, &part, answer);
  hd_vec_clear(&part.decisions);
}

/* --- the process that asks ------------------------------------------------------------------------------------ */

static void put_division_stats(const hd_division *found, uint32_t workers, hd_result *out)
{
  hd_result_stat(out, "parts.workers", workers);
  hd_result_stat(out, "parts.asked", found->asked);
  hd_result_stat(out, "parts.closed", found->closed.len);
  hd_result_stat(out, "parts.spared", found->spared);
  hd_result_stat(out, "parts.lost", found->lost);
  hd_result_stat(out, "parts.seconds", found->seconds);
  hd_result_stat(out, "parts.longest", found->longest);
}

/* The statistics stay those of the process that asks. */
static bool take_evidence(const hd_bmc_question *q, const hd_division *found)
{
  hd_result told;
  hd_result_init(&told);
  bool good = hd_wire_unpack(found->evidence.data, found->evidence.len, hd_subject_program(q->p), &told);
  if (good) {
    q->out->verdict = told.verdict;
    q->out->trace = told.trace;
    told.trace = NULL;
    if (told.verdict == HD_UNKNOWN) hd_result_give_up(q->out, told.cause);
    q->out->defect |= found->disagree;
  }
  hd_result_clear(&told);
  return good;
}

static hd_answer read_division(const hd_bmc_question *q, const hd_division *found, bool *lost)
{
  *lost = found->answer == HD_PART_GIVEN_UP && found->why == WHY_LOST;
  if (found->answer == HD_PART_FOUND) return take_evidence(q, found) ? HD_SAT : HD_DONT_KNOW;
  if (found->answer != HD_PART_CLOSED) return HD_DONT_KNOW;
  hd_bmc_solver_set_lossless(q->solver);
  return HD_UNSAT;
}

static uint32_t start_workers(divided *d, hd_helper **workers, uint32_t n)
{
  uint32_t started = 0;
  for (uint32_t i = 0; i < n; i++)
    if ((workers[started] = hd_helper_start(answer_part, d, d->q->budget))) started++;
  return started;
}

/* --- workers elsewhere ------------------------------------------------------------------------------------------ */

typedef struct {
  hd_bmc_question *q; /* NULL: the first message, the subject, has not come yet */
  divided d;
} guest;

static void answer_guest(void *context, hd_reader *question, hd_bytes *answer)
{
  guest *g = context;
  if (g->q) {
    answer_part(&g->d, question, answer);
    return;
  }
  g->q = hd_bmc_open_question(question);
  g->d.q = g->q;
  if (g->q) hd_put(answer, hd_bmc_solver_choices(g->q->solver, &g->d.choices));
}

void hd_bmc_serve(int fd)
{
  guest g = {0};
  hd_helper_serve(answer_guest, &g, fd);
}

/* One that has other choices would answer another question. */
static bool has_same_choices(hd_helper *h, uint64_t hash, const hd_budget *b)
{
  if (!hd_helper_wait(h, b)) return false;
  hd_reader in = hd_helper_answer(h);
  uint64_t its = hd_get(&in);
  return !in.bad && its == hash;
}

static uint32_t call_workers(const divided *d, hd_helper **workers, uint32_t n, uint64_t hash)
{
  uint32_t ready = 0, called = 0;
  for (uint32_t i = 0; i < n; i++)
    if ((workers[called] = hd_helper_connect())) hd_helper_ask(workers[called++], d->q->subject);
  for (uint32_t i = 0; i < called; i++) {
    if (has_same_choices(workers[i], hash, d->q->budget))
      workers[ready++] = workers[i];
    else
      hd_helper_drop(workers[i]);
  }
  hd_log("bmc", 1, "%u of %u workers elsewhere have the question", ready, n);
  return ready;
}

hd_answer hd_bmc_ask_divided(const hd_bmc_question *q, uint32_t n, bool *lost)
{
  divided d = {.q = q};
  hd_division found;
  uint32_t elsewhere = q->subject ? hd_helpers_elsewhere() : 0;
  hd_helper **workers = hd_alloc(n + elsewhere + 1, sizeof(hd_helper *));
  uint64_t hash = hd_bmc_solver_choices(q->solver, &d.choices);
  uint32_t here = start_workers(&d, workers, n), started = here + call_workers(&d, workers + here, elsewhere, hash);
  hd_divide(workers, started, d.choices.len, q->budget->divides_early ? EFFORT_EARLY : EFFORT, q->budget, &found);
  hd_log("bmc", 1, "divided among %u: %u asked, %u closed, %u spared, %u lost", started, found.asked, found.closed.len,
         found.spared, found.lost);
  for (uint32_t i = 0; i < started; i++) hd_helper_drop(workers[i]);
  put_division_stats(&found, started, q->out);
  if (elsewhere) hd_result_stat(q->out, "parts.elsewhere", started - here);
  hd_answer answer = read_division(q, &found, lost);
  hd_division_clear(&found);
  hd_vec_clear(&d.choices);
  free(workers);
  return answer;
}
