/* held.c - follows the locks through a trace and counts which one protects an access most often. */
#include "report/held.h"

#include "trace/interp.h"

void hd_held_clear(hd_held *h)
{
  hd_vec_clear(&h->list);
}

/* Where a name of bytes inside something begins: of b+8, at +8. */
static const char *bytes_inside(const char *name)
{
  const char *plus = strrchr(name, '+');
  return plus && plus[1] && strspn(plus + 1, "0123456789") == strlen(plus + 1) ? plus : NULL;
}

/* Names that begin with two underscores are the C library's. */
bool hd_held_is_part(const hd_program *p, hd_var var)
{
  const hd_var_info *v = hd_var_get(p, var);
  return v->role == HD_ROLE_SYNC || (v->role == HD_ROLE_USER && strstr(v->name, ".__"));
}

const char *hd_held_name(hd_namer *names, hd_var var, uint64_t index, hd_arena *arena)
{
  const char *name = hd_namer_plain(names, var, index), *inside = strstr(name, ".__");
  if (!inside) inside = bytes_inside(name);
  return inside ? hd_arena_strndup(arena, name, (size_t)(inside - name)) : name;
}

static bool is_held(const hd_held_lock *l, hd_story_who who, const char *lock)
{
  return l->who.thread.id == who.thread.id && l->who.instance == who.instance && strcmp(l->lock, lock) == 0;
}

bool hd_held_has(const hd_held *h, hd_story_who who, const char *lock)
{
  for (uint32_t i = 0; i < h->list.len; i++)
    if (is_held(&h->list.data[i], who, lock)) return true;
  return false;
}

static void release_lock(hd_held *h, hd_story_who who, const char *lock)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < h->list.len; i++)
    if (!is_held(&h->list.data[i], who, lock)) h->list.data[kept++] = h->list.data[i];
  h->list.len = kept;
}

/* Of `init(lock)` what is done is before the bracket; the lock may have any name. */
static bool does_with_locks(const char *label, const char *verb)
{
  const char *at = label ? strstr(label, verb) : NULL;
  return at && at < label + strcspn(label, "(");
}

void hd_held_step(hd_held *h, const hd_program *p, const hd_step *step, const hd_events *events)
{
  const char *label = hd_edge_get(p, step->edge)->label;
  if (!does_with_locks(label, "lock")) return;
  bool gives = does_with_locks(label, "unlock");
  hd_story_who who = {step->thread, step->instance};
  for (uint32_t i = 0; i < events->len; i++) {
    const hd_event *e = &events->data[i];
    if (!e->write || !hd_held_is_part(p, e->var)) continue;
    const char *lock = hd_held_name(h->names, e->var, e->index, hd_namer_arena(h->names));
    if (gives)
      release_lock(h, who, lock);
    else if (!hd_held_has(h, who, lock))
      hd_vec_push(&h->list, (hd_held_lock){who, lock});
  }
}

const char *hd_held_list(const hd_held *h, hd_story_who who, hd_arena *arena)
{
  const char *text = NULL;
  for (uint32_t i = 0; i < h->list.len; i++) {
    const hd_held_lock *l = &h->list.data[i];
    if (!is_held(l, who, l->lock)) continue;
    text = text ? hd_arena_printf(arena, "%s, %s", text, l->lock) : l->lock;
  }
  return text;
}

/* --- over an execution ----------------------------------------------------------------------------------- */

/* How often each lock was held at accesses to the variable of a race. */
typedef struct {
  const hd_race *race;
  HD_VEC(hd_protector) locks;
  uint32_t total;
} counting;

static void count_lock(counting *c, const char *lock)
{
  for (uint32_t i = 0; i < c->locks.len; i++)
    if (strcmp(c->locks.data[i].lock, lock) == 0) {
      c->locks.data[i].held++;
      return;
    }
  hd_vec_push(&c->locks, (hd_protector){lock, 1, 0});
}

static void count_access(counting *c, const hd_held *h, const hd_step *step, const hd_events *events)
{
  bool accesses = false;
  if (step->edge.id == c->race->edge[0].id || step->edge.id == c->race->edge[1].id) return;
  for (uint32_t i = 0; i < events->len; i++) accesses |= events->data[i].var.id == c->race->var.id;
  c->total += accesses;
  for (uint32_t i = 0; i < h->list.len && accesses; i++) {
    const hd_held_lock *l = &h->list.data[i];
    if (is_held(l, (hd_story_who){step->thread, step->instance}, l->lock)) count_lock(c, l->lock);
  }
}

static void follow_locks(hd_held *h, const hd_program *p, const hd_trace *t, counting *c)
{
  hd_state *s = hd_state_new(p, t);
  hd_step_result r = HD_STEP_OK;
  for (uint32_t i = 0; i < t->steps.len && r == HD_STEP_OK; i++) {
    hd_events events = {0};
    r = hd_state_step(s, &t->steps.data[i], &events);
    if (c) count_access(c, h, &t->steps.data[i], &events);
    hd_held_step(h, p, &t->steps.data[i], &events);
    hd_vec_clear(&events);
  }
  hd_state_free(s);
}

void hd_held_run(hd_held *h, const hd_program *p, const hd_trace *t)
{
  follow_locks(h, p, t, NULL);
}

static void count_in(hd_namer *names, const hd_program *p, const hd_trace *t, counting *c)
{
  hd_held h = {.names = names};
  follow_locks(&h, p, t, c);
  hd_held_clear(&h);
}

hd_protector hd_held_protector(hd_namer *names, const hd_program *p, const hd_trace *t, const hd_race *race)
{
  enum { RUNS = 20, STEPS = 2000 };
  counting c = {.race = race};
  hd_protector best = {0};
  count_in(names, p, t, &c);
  for (uint64_t seed = 1; seed <= RUNS; seed++) {
    hd_replay how; /* executions go on after races */
    hd_trace *random = hd_random_run(p, HD_PROP_NO_DEADLOCK, seed, STEPS, &how);
    count_in(names, p, random, &c);
    hd_trace_free(random);
  }
  for (uint32_t i = 0; i < c.locks.len; i++)
    if (c.locks.data[i].held > best.held) best = c.locks.data[i];
  best.of = c.total;
  hd_vec_clear(&c.locks);
  return best;
}
