/* runner.c - fills the slots, waits for keepers and judges what they bring. */
#include "suite/runner.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* One of the tasks that run at the same time. */
typedef struct {
  hd_keeper *keeper; /* NULL: free */
  uint32_t task;
  hd_keeper_job job;
  hd_arguments words;
} slot;

typedef struct {
  const hd_suite_run *r;
  slot *slots;
  uint32_t next; /* task */
  bool stopping;
} suite_work;

hd_row hd_suite_row(const hd_suite_run *r, uint32_t task)
{
  const hd_suite_task *t = &r->suite->data[task];
  return (hd_row){.task = t->file,
                  .property = r->property ? r->property : t->property,
                  .family = t->family,
                  .expected = t->expected,
                  .states = -1,
                  .memory = -1,
                  .tool = r->tool->text,
                  .version = r->tool->version,
                  .machine = r->machine,
                  .wall_limit = r->wall,
                  .processor_limit = r->processor,
                  .memory_limit = r->memory};
}

static void tell_not_started(const suite_work *w, uint32_t task)
{
  hd_row row = hd_suite_row(w->r, task);
  row.outcome = HD_FAILED;
  row.verdict = strerror(errno);
  w->r->ended(w->r->context, task, &row);
}

static void start_task(suite_work *w, slot *s, uint32_t number)
{
  const hd_suite_run *r = w->r;
  hd_row row = hd_suite_row(r, w->next);
  s->task = w->next++;
  if (r->skips && r->skips(r->context, s->task, &row)) return;
  hd_tool_command(r->tool, &r->suite->data[s->task], row.property, &s->words);
  s->job = (hd_keeper_job){.argv = s->words.data,
                           .wall = r->wall > 0 ? r->wall + r->grace : 0,
                           .processor = r->processor,
                           .memory = (size_t)r->memory,
                           .core = r->pin ? (int)number : -1};
  s->keeper = hd_keeper_start(&s->job);
  if (!s->keeper) tell_not_started(w, s->task);
}

static void finish_task(const suite_work *w, slot *s)
{
  char *output, *errors;
  hd_row row = hd_suite_row(w->r, s->task);
  hd_keeper_result kept = hd_keeper_finish(s->keeper, &output, &errors);
  s->keeper = NULL;
  row.wall = kept.wall;
  row.processor = kept.processor;
  row.memory = (double)kept.memory;
  bool was_stopped = kept.end == HD_KEPT_STOPPED || (w->stopping && kept.end != HD_KEPT_EXITED);
  if (!was_stopped) {
    hd_tool_read(w->r->tool, &kept, output, errors, &row);
    w->r->ended(w->r->context, s->task, &row);
  }
  free(output);
  free(errors);
}

/* Waits until one has ended, a signal has come, or a moment has passed; how many run is the answer. */
static uint32_t wait_for_tasks(suite_work *w, struct pollfd *fds)
{
  enum { MOMENT_MS = 200 };
  uint32_t running = 0;
  for (uint32_t i = 0; i < w->r->at_once; i++) {
    fds[i] = (struct pollfd){.fd = w->slots[i].keeper ? hd_keeper_fd(w->slots[i].keeper) : -1, .events = POLLIN};
    running += w->slots[i].keeper != NULL;
  }
  if (!running || poll(fds, w->r->at_once, MOMENT_MS) <= 0) return running;
  for (uint32_t i = 0; i < w->r->at_once; i++)
    if (fds[i].revents) finish_task(w, &w->slots[i]);
  return running;
}

static void fill_slots(suite_work *w)
{
  for (uint32_t i = 0; i < w->r->at_once; i++)
    while (!w->slots[i].keeper && w->next < w->r->suite->len) start_task(w, &w->slots[i], i);
}

static void stop_tasks(suite_work *w)
{
  w->stopping = true;
  w->next = w->r->suite->len;
  for (uint32_t i = 0; i < w->r->at_once; i++)
    if (w->slots[i].keeper) hd_keeper_stop(w->slots[i].keeper);
}

void hd_suite_run_all(const hd_suite_run *r)
{
  suite_work w = {.r = r, .slots = hd_alloc(r->at_once, sizeof(slot))};
  struct pollfd *fds = hd_alloc(r->at_once, sizeof *fds);
  HD_CHECK(r->at_once > 0);
  do {
    if (r->meanwhile) r->meanwhile(r->context);
    if (*r->cancel && !w.stopping) stop_tasks(&w);
    fill_slots(&w);
  } while (wait_for_tasks(&w, fds) || w.next < r->suite->len);
  for (uint32_t i = 0; i < r->at_once; i++) hd_vec_clear(&w.slots[i].words);
  free(w.slots);
  free(fds);
}
