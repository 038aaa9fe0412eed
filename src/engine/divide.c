/* divide.c - parts that wait, parts that are worked on, and what the answers make of them. */
#include "engine/divide.h"

#include <stdio.h>

#include "base/log.h"

/* --- messages ----------------------------------------------------------------------------------------------- */

static void put_decisions(hd_bytes *b, const hd_decisions *d)
{
  hd_put(b, d->len);
  for (uint32_t i = 0; i < d->len; i++) hd_put(b, (uint64_t)(int64_t)d->data[i]);
}

static bool get_decisions(hd_reader *in, uint32_t choices, hd_decisions *d)
{
  uint32_t n = hd_get_count(in);
  for (uint32_t i = 0; i < n && !in->bad; i++) {
    int64_t x = (int64_t)hd_get(in);
    if (x == 0 || x < -(int64_t)choices || x > (int64_t)choices) return false;
    hd_vec_push(d, (int32_t)x);
  }
  return !in->bad;
}

bool hd_part_get(hd_reader *in, uint32_t choices, hd_question_part *part)
{
  *part = (hd_question_part){.effort = hd_get_u32(in)};
  return get_decisions(in, choices, &part->decisions);
}

void hd_part_close(hd_bytes *answer, const hd_decisions *needed)
{
  hd_put(answer, HD_PART_CLOSED);
  put_decisions(answer, needed);
}

void hd_part_find(hd_bytes *answer, const hd_decisions *decided)
{
  hd_put(answer, HD_PART_FOUND);
  put_decisions(answer, decided);
}

void hd_part_divide(hd_bytes *answer, uint32_t choice)
{
  hd_put(answer, HD_PART_HARD);
  hd_put(answer, choice);
}

void hd_part_give_up(hd_bytes *answer, uint32_t why)
{
  hd_put(answer, HD_PART_GIVEN_UP);
  hd_put(answer, why);
}

/* --- sets of decisions -------------------------------------------------------------------------------------- */

static bool has_decision(const hd_decisions *d, int32_t x)
{
  for (uint32_t i = 0; i < d->len; i++)
    if (d->data[i] == x) return true;
  return false;
}

static bool has_decisions(const hd_decisions *d, const hd_decisions *some)
{
  for (uint32_t i = 0; i < some->len; i++)
    if (!has_decision(d, some->data[i])) return false;
  return true;
}

static hd_decisions with_decision(const hd_decisions *d, int32_t x)
{
  hd_decisions more = {0};
  for (uint32_t i = 0; i < d->len; i++) hd_vec_push(&more, d->data[i]);
  if (x) hd_vec_push(&more, x);
  return more;
}

bool hd_division_closes(const hd_division *d, const hd_decisions *part)
{
  for (uint32_t i = 0; i < d->closed.len; i++)
    if (has_decisions(part, &d->closed.data[i])) return true;
  return false;
}

static const hd_divided_part *find_division(const hd_division *d, const hd_decisions *part)
{
  for (uint32_t i = 0; i < d->divided.len; i++) {
    const hd_decisions *other = &d->divided.data[i].decisions;
    if (other->len == part->len && has_decisions(other, part)) return &d->divided.data[i];
  }
  return NULL;
}

static bool covers_part(const hd_division *d, const hd_decisions *part)
{
  if (hd_division_closes(d, part)) return true;
  const hd_divided_part *at = find_division(d, part);
  bool both = at != NULL;
  for (int32_t sign = -1; both && sign <= 1; sign += 2) {
    hd_decisions half = with_decision(part, sign * (int32_t)(at->choice + 1));
    both = covers_part(d, &half);
    hd_vec_clear(&half);
  }
  return both;
}

bool hd_division_covers(const hd_division *d)
{
  return covers_part(d, &(hd_decisions){0});
}

void hd_division_clear(hd_division *d)
{
  for (uint32_t i = 0; i < d->closed.len; i++) hd_vec_clear(&d->closed.data[i]);
  for (uint32_t i = 0; i < d->divided.len; i++) hd_vec_clear(&d->divided.data[i].decisions);
  hd_vec_clear(&d->closed);
  hd_vec_clear(&d->divided);
  hd_vec_clear(&d->evidence);
}

/* --- the manager ---------------------------------------------------------------------------------------------- */

typedef struct {
  hd_helper *const *workers;
  hd_decisions *given; /* by worker: the part that it works on */
  bool *works, *gone;
  double *seconds;                      /* by worker */
  uint32_t n, choices, effort, untried; /* parts with fewer decisions than `untried` are divided at once */
  HD_VEC(hd_decisions) waiting;         /* the next one first */
  hd_division *out;
  bool over;
} manager;

static void give_part(manager *m, uint32_t worker, hd_decisions part)
{
  hd_bytes question = {0};
  hd_put(&question, part.len < m->untried ? 0 : m->effort);
  put_decisions(&question, &part);
  m->given[worker] = part;
  m->works[worker] = true;
  m->out->asked++;
  hd_helper_ask(m->workers[worker], &question);
  hd_vec_clear(&question);
}

static void wait_for_worker(manager *m, hd_decisions part, bool first)
{
  hd_vec_push(&m->waiting, part);
  if (!first) return;
  memmove(&m->waiting.data[1], &m->waiting.data[0], (m->waiting.len - 1) * sizeof part);
  m->waiting.data[0] = part;
}

static hd_decisions take_first_waiting(manager *m)
{
  hd_decisions part = m->waiting.data[0];
  memmove(&m->waiting.data[0], &m->waiting.data[1], --m->waiting.len * sizeof part);
  return part;
}

static void drop_closed_parts(manager *m)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < m->waiting.len; i++) {
    if (hd_division_closes(m->out, &m->waiting.data[i])) {
      hd_vec_clear(&m->waiting.data[i]);
      m->out->spared++;
    } else {
      m->waiting.data[kept++] = m->waiting.data[i];
    }
  }
  m->waiting.len = kept;
}

static bool hear_closed(manager *m, uint32_t worker, hd_reader *in)
{
  hd_decisions needed = {0};
  bool good = get_decisions(in, m->choices, &needed) && has_decisions(&m->given[worker], &needed);
  if (good) {
    hd_vec_push(&m->out->closed, needed);
    drop_closed_parts(m);
  } else {
    hd_vec_clear(&needed);
  }
  return good;
}

static uint32_t count_idle(const manager *m)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->n; i++) n += !m->works[i] && !m->gone[i];
  return n;
}

/* While the others have enough to do, the worker goes on. Otherwise one half is for this worker, which knows most about
 * it, and the other one waits. This worker counts as idle here, and gets the first of those that wait. */
static bool hear_hard(manager *m, uint32_t worker, hd_reader *in)
{
  hd_decisions *part = &m->given[worker];
  uint32_t choice = hd_get_below(in, m->choices);
  int32_t x = (int32_t)(choice + 1);
  if (in->bad || has_decision(part, x) || has_decision(part, -x)) return false;
  if (part->len >= m->untried && m->waiting.len + 1 >= count_idle(m)) {
    wait_for_worker(m, with_decision(part, 0), true);
    return true;
  }
  wait_for_worker(m, with_decision(part, -x), true);
  wait_for_worker(m, with_decision(part, x), false);
  hd_vec_push(&m->out->divided, (hd_divided_part){with_decision(part, 0), choice});
  drop_closed_parts(m);
  return true;
}

static bool hear_found(manager *m, uint32_t worker, hd_reader *in)
{
  hd_decisions decided = {0};
  bool good = get_decisions(in, m->choices, &decided) && has_decisions(&decided, &m->given[worker]);
  if (good) {
    m->out->disagree = hd_division_closes(m->out, &decided);
    m->out->answer = HD_PART_FOUND;
    hd_put_bytes(&m->out->evidence, in->at, (size_t)(in->end - in->at));
    m->over = true;
  }
  hd_vec_clear(&decided);
  return good;
}

static bool hear_given_up(manager *m, hd_reader *in)
{
  m->out->why = hd_get_u32(in);
  m->over = true;
  return true;
}

static void count_seconds(manager *m, uint32_t worker)
{
  double seconds = hd_helper_seconds(m->workers[worker]);
  m->seconds[worker] += seconds;
  m->out->seconds += seconds;
  if (m->seconds[worker] > m->out->longest) m->out->longest = m->seconds[worker];
}

/* A line for each part, from which bench/scale.awk computes what other numbers of workers would do. */
static void log_answer(const manager *m, uint32_t worker, hd_part_answer answer)
{
  static const char *const words[] = {"given-up", "closed", "found", "hard"};
  if (!hd_log_wants("divide", 2)) return;
  char text[1024] = "";
  size_t used = 0;
  const hd_decisions *part = &m->given[worker];
  for (uint32_t i = 0; i < part->len && used < sizeof text; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, " %d", part->data[i]);
  hd_log("divide", 2, "part %s %.3f%s", words[answer], hd_helper_seconds(m->workers[worker]), text);
}

static bool hear_answer(manager *m, uint32_t worker)
{
  hd_reader in = hd_helper_answer(m->workers[worker]);
  hd_part_answer answer = (hd_part_answer)hd_get_below(&in, HD_PART_HARD + 1);
  if (in.bad) return false;
  count_seconds(m, worker);
  log_answer(m, worker, answer);
  switch (answer) {
  case HD_PART_CLOSED: return hear_closed(m, worker, &in);
  case HD_PART_HARD: return hear_hard(m, worker, &in);
  case HD_PART_FOUND: return hear_found(m, worker, &in);
  case HD_PART_GIVEN_UP: return hear_given_up(m, &in);
  }
  return false;
}

/* One that is dead, or says what makes no sense, gets no more parts. */
static void lose_worker(manager *m, uint32_t worker)
{
  hd_log("divide", 1, "worker %u is lost; its part waits again", worker);
  m->gone[worker] = true;
  m->out->lost++;
  wait_for_worker(m, with_decision(&m->given[worker], 0), true);
  drop_closed_parts(m);
}

static void look_at_workers(manager *m)
{
  for (uint32_t i = 0; i < m->n && !m->over; i++) {
    hd_helper_state state = m->works[i] ? hd_helper_look(m->workers[i]) : HD_HELPER_IDLE;
    if (!m->works[i] || state == HD_HELPER_BUSY) continue;
    m->works[i] = false;
    if (state != HD_HELPER_ANSWERED || !hear_answer(m, i)) lose_worker(m, i);
    hd_vec_clear(&m->given[i]);
    if (m->waiting.len && !m->gone[i] && !m->over) give_part(m, i, take_first_waiting(m));
  }
}

static void give_waiting_parts(manager *m)
{
  for (uint32_t i = 0; i < m->n && m->waiting.len && !m->over; i++)
    if (!m->works[i] && !m->gone[i]) give_part(m, i, take_first_waiting(m));
}

static uint32_t count_working(const manager *m)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->n; i++) n += m->works[i];
  return n;
}

static uint32_t levels_without_trial(uint32_t workers)
{
  uint32_t levels = 0;
  while (1u << levels < workers && levels < 20) levels++;
  return levels;
}

static void conclude_division(manager *m)
{
  hd_division *out = m->out;
  if (m->over || m->waiting.len || count_working(m)) return;
  HD_CHECK(hd_division_covers(out));
  out->answer = HD_PART_CLOSED;
}

void hd_divide(hd_helper *const *workers, uint32_t n, uint32_t choices, uint32_t effort, const hd_budget *b,
               hd_division *out)
{
  *out = (hd_division){.answer = HD_PART_GIVEN_UP};
  manager m = {.workers = workers, .n = n, .choices = choices, .effort = effort, .out = out};
  m.given = hd_alloc(n + 1, sizeof *m.given);
  m.works = hd_alloc(n + 1, sizeof *m.works);
  m.gone = hd_alloc(n + 1, sizeof *m.gone);
  m.seconds = hd_alloc(n + 1, sizeof *m.seconds);
  m.untried = levels_without_trial(n);
  wait_for_worker(&m, (hd_decisions){0}, true);
  do {
    give_waiting_parts(&m);
    if (!count_working(&m)) break;
    hd_helpers_wait(workers, n);
    look_at_workers(&m);
  } while (!m.over && !hd_helpers_spent(workers, n, b));
  conclude_division(&m);
  for (uint32_t i = 0; i < m.waiting.len; i++) hd_vec_clear(&m.waiting.data[i]);
  for (uint32_t i = 0; i < n; i++) hd_vec_clear(&m.given[i]);
  hd_vec_clear(&m.waiting);
  free(m.given);
  free(m.works);
  free(m.gone);
  free(m.seconds);
}
