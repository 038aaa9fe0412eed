/* heddle/osek.h - OSEK/VDX: tasks with fixed priorities, events, and resources with a ceiling.
 *
 * Instead of a configuration file, main declares the tasks and starts the system:
 *
 *   TaskType reader;
 *   TASK(read) { ...; SetEvent(writer, 1); TerminateTask(); }
 *   int main(void) { reader = osek_task(read, 3, OSEK_AUTOSTART | OSEK_PREEMPTIVE); ...; StartOS(); }
 *
 * The ready task with the greatest priority runs; of equal ones the one that was preempted, then any.
 * A preemptive task gives way where it activates a task, sets an event or releases a resource. */
#ifndef HEDDLE_OSEK_H
#define HEDDLE_OSEK_H

#include <heddle/scheduler.h>

typedef unsigned char StatusType;
typedef unsigned EventMaskType;
enum { E_OK = 0, E_OS_ACCESS = 1, E_OS_LIMIT = 4, E_OS_RESOURCE = 6, E_OS_STATE = 7 };
enum { OSEK_AUTOSTART = 1, OSEK_PREEMPTIVE = 2 };

struct heddle_osek_task {
  unsigned char rank;             /* twice the priority, one more once it has begun to run */
  unsigned char priority, options;
  unsigned char active, held;     /* not suspended; resources that it has */
  EventMaskType set, waits;
  heddle_signal activated, event, again;
};
typedef struct heddle_osek_task *TaskType;
typedef struct {
  unsigned char ceiling; /* the greatest priority of its users */
  unsigned char before;  /* the rank of who has it, to go back to */
  unsigned char taken;
} ResourceType;

HEDDLE_SCHED_SHARED struct {
  heddle_signal begin, end;
  unsigned char over;
} heddle_osek;

#define TASK(name) static void name(void *heddle_osek_unused)
#define TerminateTask() return
#define ChainTask(task) return (void)ActivateTask(task)

static inline struct heddle_osek_task *heddle_osek_self(void) { return heddle_sched_self(); }

/* Others go first if their priority is greater. */
static inline void Schedule(void)
{
  struct heddle_osek_task *self = heddle_osek_self();
  heddle_sched_arm(&self->again);
  heddle_sched_fire(&self->again);
  heddle_sched_block();
}
static inline StatusType heddle_osek_reschedule(void)
{
  struct heddle_osek_task *self = heddle_osek_self();
  if (self && self->options & OSEK_PREEMPTIVE) Schedule();
  return E_OK;
}

static inline StatusType ActivateTask(TaskType task)
{
  if (task->active) return E_OS_LIMIT;
  task->active = 1;
  heddle_sched_fire(&task->activated);
  return heddle_osek_reschedule();
}

static void heddle_osek_body(void (*run)(void *), void *unused)
{
  struct heddle_osek_task *self = heddle_osek_self();
  for (;;) {
    self->rank = 2 * self->priority;
    if (!self->active) {
      heddle_sched_wait_either(&self->activated, &heddle_osek.end);
      if (heddle_osek.over) heddle_sched_leave();
    }
    self->rank = 2 * self->priority + 1;
    run(unused);
    heddle_assert(!self->held); /* a task ends with a resource */
    self->active = 0;
    self->set = 0;
  }
}

static inline TaskType osek_task(void (*run)(void *), unsigned char priority, unsigned char options)
{
  struct heddle_osek_task *t = heddle_sched_create(sizeof *t, heddle_osek_body, run, 0, &heddle_osek.begin, 0);
  t->priority = priority;
  t->rank = 2 * priority;
  t->options = options;
  t->active = options & OSEK_AUTOSTART;
  return t;
}

static inline StatusType SetEvent(TaskType task, EventMaskType mask)
{
  if (!task->active) return E_OS_STATE;
  task->set |= mask;
  if (task->set & task->waits) heddle_sched_fire(&task->event);
  return heddle_osek_reschedule();
}
static inline StatusType ClearEvent(EventMaskType mask)
{
  heddle_osek_self()->set &= ~mask;
  return E_OK;
}
static inline StatusType GetEvent(TaskType task, EventMaskType *mask)
{
  *mask = task->set;
  return E_OK;
}
static inline StatusType WaitEvent(EventMaskType mask)
{
  struct heddle_osek_task *self = heddle_osek_self();
  if (self->held) return E_OS_RESOURCE;
  if (self->set & mask) return E_OK;
  self->waits = mask;
  self->rank = 2 * self->priority;
  heddle_sched_wait(&self->event);
  self->rank = 2 * self->priority + 1;
  self->waits = 0;
  return E_OK;
}

static inline StatusType GetResource(ResourceType *resource)
{
  struct heddle_osek_task *self = heddle_osek_self();
  if (resource->taken) return E_OS_ACCESS;
  resource->taken = 1;
  resource->before = self->rank;
  if (self->rank < 2 * resource->ceiling + 1) self->rank = 2 * resource->ceiling + 1;
  self->held++;
  return E_OK;
}
static inline StatusType ReleaseResource(ResourceType *resource)
{
  struct heddle_osek_task *self = heddle_osek_self();
  resource->taken = 0;
  self->rank = resource->before;
  self->held--;
  return heddle_osek_reschedule();
}

/* When no task can go on, the system is over, unless one waits for an event and deadlocks are asked for. */
HEDDLE_SCHED_SHARED unsigned char heddle_osek_waiting;
static void heddle_osek_look(void *task)
{
  if (((struct heddle_osek_task *)task)->active) heddle_osek_waiting = 1;
}
static void osek(void *unused)
{
  (void)unused;
  heddle_sched_ranked();
  heddle_sched_fire(&heddle_osek.begin);
  heddle_sched_idle("no task can go on");
  if (heddle_sched_asks("no-deadlock")) {
    heddle_sched_each(0, heddle_osek_look);
    if (heddle_osek_waiting) return;
  }
  heddle_osek.over = 1;
  heddle_sched_fire(&heddle_osek.end);
}

static inline void StartOS(void)
{
  heddle_sched_serve(osek);
  heddle_sched_until(&heddle_osek.over);
}

#endif
