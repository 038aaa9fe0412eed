/* held.h - inside the story: which locks each thread holds.
 *
 * In the model a lock is a variable that the tool added. The label of a step says that it takes or releases a lock
 * (`lock(m)`, `unlock`, `wait: lock again`), and what the step writes says which one. */
#ifndef HD_REPORT_HELD_H
#define HD_REPORT_HELD_H

#include "report/names.h"

typedef struct {
  hd_story_who who;
  const char *lock; /* its name, the same text for the same lock */
} hd_held_lock;

typedef struct {
  hd_namer *names;
  HD_VEC(hd_held_lock) list;
} hd_held;

void hd_held_clear(hd_held *h);
/* The step was taken, with these events. */
void hd_held_step(hd_held *h, const hd_program *p, const hd_step *step, const hd_events *events);
bool hd_held_has(const hd_held *h, hd_story_who who, const char *lock);
/* `m, l.lock`; NULL: none. */
const char *hd_held_list(const hd_held *h, hd_story_who who, hd_arena *arena);

/* Executes the trace, so that `h` has the locks held at its end. */
void hd_held_run(hd_held *h, const hd_program *p, const hd_trace *t);

/* The lock that is held most often at accesses to the variable other than by these two edges, in the trace and in some
 * random executions: how often, of how many accesses. NULL: there are none, or no lock is held. */
typedef struct {
  const char *lock;
  uint32_t held, of;
} hd_protector;
hd_protector hd_held_protector(hd_namer *names, const hd_program *p, const hd_trace *t, const hd_race *race);

/* Is the variable a part of a lock or the like, whose value says nothing to a reader? Its role alone does not tell:
 * where the block that contains the lock is freed, all of it is written like any other memory. */
bool hd_held_is_part(const hd_program *p, hd_var var);

/* The name of the object that a field of a C library type belongs to: for `m[1].__data.__lock`, `m[1]`. */
const char *hd_held_name(hd_namer *names, hd_var var, uint64_t index, hd_arena *arena);

#endif
