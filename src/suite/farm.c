/* farm.c - the manager's and the members' sides of the conversation. */
#include "suite/farm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>

#include "base/budget.h"

/* How long a member waits for a text before it looks at the rest of its duties. */
static const double moment_seconds = 0.2;
/* A worker speaks so many times while the manager's patience lasts: a message may be late. */
static const double signs_of_life = 10;

/* The words of the protocol. A worker's: READY with the suite's fingerprint, ALIVE, ROW with a number and a line of
 * results. The manager's: TASK with a number, ALIVE as an answer, HOME with whether a member is lost. */
#define READY "ready "
#define ALIVE "alive"
#define ROW "row "
#define TASK "task "
#define HOME_ALL "home all"
#define HOME_SOME "home some"

static const char *after_word(const char *text, const char *word)
{
  size_t n = strlen(word);
  return strncmp(text, word, n) == 0 ? text + n : NULL;
}

static void send_words(const hd_crew *crew, uint32_t to, const char *text)
{
  crew->send(to, text, strlen(text));
}

static void HD_PRINTF(3, 4) send_text(const hd_crew *crew, uint32_t to, const char *format, ...)
{
  char *text;
  va_list args;
  va_start(args, format);
  if (vasprintf(&text, format, args) < 0) hd_out_of_memory();
  va_end(args);
  send_words(crew, to, text);
  free(text);
}

static uint64_t hash_text(uint64_t h, const char *text)
{
  for (; text && *text; text++) h = (h ^ (unsigned char)*text) * 0x100000001b3;
  return (h ^ 0xff) * 0x100000001b3;
}

/* Equal for members that have read the same tasks in the same order (FNV-1a). */
static uint64_t fingerprint(const hd_suite *s)
{
  uint64_t h = 0xcbf29ce484222325;
  for (uint32_t i = 0; i < s->len; i++) h = hash_text(hash_text(h, s->data[i].file), s->data[i].property);
  return h;
}

/* --- the manager ------------------------------------------------------------------------------------------- */

typedef enum { NOT_THERE_YET, WAITS, WORKS, LOST, SENT_AWAY } member_state;

typedef struct {
  member_state state;
  double heard;
  uint32_t task; /* that it works on; HD_NONE: none */
} member;

typedef struct {
  const hd_suite_run *r;
  const hd_crew *crew;
  member *members;          /* the manager itself, number 0, is not used */
  HD_VEC(uint32_t) waiting; /* tasks, the next one last */
  bool *has_row;
  uint32_t missing; /* tasks without a row */
} farm;

static void collect_tasks(farm *f)
{
  for (uint32_t i = f->r->suite->len; i-- > 0;) {
    hd_row row = hd_suite_row(f->r, i);
    f->has_row[i] = f->r->skips && f->r->skips(f->r->context, i, &row);
    if (!f->has_row[i]) hd_vec_push(&f->waiting, i);
  }
  f->missing = f->waiting.len;
}

/* A task that was given to a second worker may have its row by now. */
static uint32_t take_waiting_task(farm *f)
{
  while (f->waiting.len) {
    uint32_t task = f->waiting.data[--f->waiting.len];
    if (!f->has_row[task]) return task;
  }
  return HD_NONE;
}

static void give_tasks(farm *f)
{
  for (uint32_t i = 1; i < f->crew->size; i++) {
    member *m = &f->members[i];
    if (m->state != WAITS || (m->task = take_waiting_task(f)) == HD_NONE) continue;
    m->state = WORKS;
    send_text(f->crew, i, TASK "%" PRIu32, m->task);
  }
}

static void welcome(farm *f, uint32_t from, const char *its_fingerprint)
{
  bool same = strtoull(its_fingerprint, NULL, 16) == fingerprint(f->r->suite);
  f->members[from].state = same ? WAITS : SENT_AWAY;
  if (!same) send_words(f->crew, from, HOME_SOME);
}

static void take_row(farm *f, uint32_t from, const char *text)
{
  char *line;
  unsigned long task = strtoul(text, &line, 10);
  hd_results one;
  hd_results_init(&one);
  bool good = task < f->r->suite->len && *line == ' ' && hd_results_parse(&one, line + 1);
  if (good && !f->has_row[task]) {
    f->has_row[task] = true;
    f->missing--;
    f->r->ended(f->r->context, (uint32_t)task, &one.rows.data[0]);
  }
  hd_results_clear(&one);
  f->members[from].state = WAITS;
  f->members[from].task = HD_NONE;
}

/* One that was lost and is heard again has its task still, or sends its row. */
static void hear_member(farm *f, uint32_t from, const char *text)
{
  member *m = &f->members[from];
  const char *rest;
  if (from == 0 || from >= f->crew->size || m->state == SENT_AWAY) return;
  m->heard = hd_now();
  if (m->state == LOST) m->state = m->task == HD_NONE ? WAITS : WORKS;
  if ((rest = after_word(text, READY)))
    welcome(f, from, rest);
  else if ((rest = after_word(text, ROW)))
    take_row(f, from, rest);
  else
    send_words(f->crew, from, ALIVE);
}

static void look_for_lost(farm *f)
{
  double now = hd_now();
  for (uint32_t i = 1; i < f->crew->size; i++) {
    member *m = &f->members[i];
    if (m->state == LOST || m->state == SENT_AWAY || now - m->heard < f->crew->patience) continue;
    if (m->task != HD_NONE) hd_vec_push(&f->waiting, m->task);
    m->state = LOST;
  }
}

static uint32_t count_members(const farm *f, member_state state)
{
  uint32_t n = 0;
  for (uint32_t i = 1; i < f->crew->size; i++) n += f->members[i].state == state;
  return n;
}

/* Those who are lost may come back: all are given up only after a multiple of the manager's patience. */
static bool is_worker_left(const farm *f)
{
  double now = hd_now();
  for (uint32_t i = 1; i < f->crew->size; i++)
    if (f->members[i].state != SENT_AWAY && now - f->members[i].heard < signs_of_life * f->crew->patience) return true;
  return false;
}

static hd_farm_end send_home(const farm *f)
{
  hd_farm_end end = {.lost = count_members(f, LOST), .strangers = count_members(f, SENT_AWAY)};
  const char *text = end.lost || end.strangers ? HOME_SOME : HOME_ALL;
  for (uint32_t i = 1; i < f->crew->size; i++)
    if (f->members[i].state != LOST && f->members[i].state != SENT_AWAY) send_words(f->crew, i, text);
  return end;
}

hd_farm_end hd_farm_manage(const hd_suite_run *r, const hd_crew *crew)
{
  farm f = {.r = r, .crew = crew, .members = hd_alloc(crew->size, sizeof(member))};
  f.has_row = hd_alloc(r->suite->len + 1, sizeof *f.has_row);
  for (uint32_t i = 0; i < crew->size; i++) f.members[i] = (member){.heard = hd_now(), .task = HD_NONE};
  collect_tasks(&f);
  while (f.missing && !*r->cancel && is_worker_left(&f)) {
    uint32_t from;
    size_t size;
    char *text = crew->receive(moment_seconds, &from, &size);
    if (text) hear_member(&f, from, text);
    free(text);
    look_for_lost(&f);
    give_tasks(&f);
  }
  hd_farm_end end = send_home(&f);
  free(f.members);
  free(f.has_row);
  hd_vec_clear(&f.waiting);
  return end;
}

/* --- a worker ------------------------------------------------------------------------------------------------ */

typedef struct {
  const hd_suite_run *r;
  const hd_crew *crew;
  double said, heard; /* when it last spoke, and the manager */
  uint32_t task;      /* the last one that was given */
  bool has_task;
  volatile bool stops; /* at once: it was sent home, or is alone */
  bool whole_crew;
} worker;

static void tell_manager(worker *w, const char *text)
{
  w->said = hd_now();
  send_words(w->crew, 0, text);
}

static void obey_message(worker *w, const char *text)
{
  const char *number = after_word(text, TASK);
  w->heard = hd_now();
  if (number) {
    w->task = (uint32_t)strtoul(number, NULL, 10);
    w->has_task = w->task < w->r->suite->len;
  }
  if (strcmp(text, HOME_ALL) == 0) w->whole_crew = true;
  if (strcmp(text, HOME_ALL) == 0 || strcmp(text, HOME_SOME) == 0) w->stops = true;
}

/* Waits for a word of the manager for so long, and shows that this worker is alive. */
static void attend(worker *w, double seconds)
{
  uint32_t from;
  size_t size;
  char *text = w->crew->receive(seconds, &from, &size);
  if (text) obey_message(w, text);
  free(text);
  if (hd_now() - w->said > w->crew->patience / signs_of_life) tell_manager(w, ALIVE);
  if (hd_now() - w->heard > w->crew->patience || *w->r->cancel) w->stops = true;
}

static void attend_while_it_runs(void *context)
{
  attend(context, 0);
}

static void send_row(void *context, uint32_t task, const hd_row *row)
{
  worker *w = context;
  char *text = NULL;
  size_t size;
  HD_CHECK(task == 0);
  FILE *out = open_memstream(&text, &size);
  if (!out || fprintf(out, ROW "%" PRIu32 " ", w->task) < 0 || !hd_results_write(out, row) || fclose(out) != 0)
    hd_out_of_memory();
  tell_manager(w, text);
  free(text);
}

static void run_given_task(worker *w)
{
  hd_suite one = {.data = &w->r->suite->data[w->task], .len = 1};
  hd_suite_run run = *w->r;
  run.suite = &one;
  run.at_once = 1;
  run.cancel = &w->stops;
  run.skips = NULL;
  run.ended = send_row;
  run.meanwhile = attend_while_it_runs;
  run.context = w;
  w->has_task = false;
  hd_suite_run_all(&run);
}

bool hd_farm_work(const hd_suite_run *r, const hd_crew *crew)
{
  worker w = {.r = r, .crew = crew, .said = hd_now(), .heard = hd_now()};
  send_text(crew, 0, READY "%" PRIx64, fingerprint(r->suite));
  while (!w.stops) {
    attend(&w, moment_seconds);
    if (w.has_task && !w.stops) run_given_task(&w);
  }
  return w.whole_crew;
}
