/* checks.c - the conditions of deadlock and race on a packed state. */
#include "engine/explicit/checks.h"

static uint32_t pc_of_member(const hd_member *m, const uint64_t *words)
{
  return (uint32_t)(words[m->word] >> m->shift & m->mask);
}

static bool is_started(const hd_member *m, const uint64_t *words)
{
  if (m->never) return false;
  return !m->has_status || (words[m->status.word] & hd_field_mask(m->status)) != 0;
}

uint32_t hd_check_atomic(const hd_searcher *s, const uint64_t *words)
{
  uint32_t only = HD_ANY_INSTANCE;
  for (uint32_t i = 0; i < s->layout->n_instances; i++)
    if (s->members[i].atomic[pc_of_member(&s->members[i], words)]) only = only == HD_ANY_INSTANCE ? i : HD_NO_INSTANCE;
  return only;
}

bool hd_check_waiting(const hd_searcher *s, const uint64_t *words)
{
  for (uint32_t i = 0; i < s->layout->n_instances; i++) {
    const hd_member *m = &s->members[i];
    if (pc_of_member(m, words) != m->finished && is_started(m, words)) return true;
  }
  return false;
}

/* A stopped instance has one step left, unless an instance is inside an atomic section. */
bool hd_check_deadlock(const hd_searcher *s, uint32_t only)
{
  const uint64_t *words = s->machine.words;
  for (uint32_t i = 0; only == HD_ANY_INSTANCE && i < s->layout->n_instances; i++)
    if (pc_of_member(&s->members[i], words) == s->members[i].stopped) return false;
  return hd_check_waiting(s, words);
}

static bool accesses_conflict(const hd_pending_access *a, const hd_pending_access *b)
{
  return a->instance != b->instance && a->var == b->var && a->index == b->index && (a->write || b->write) &&
         (a->plain || b->plain);
}

/* While an instance is inside an atomic section, two others only wait for its end. */
static bool may_run(uint32_t only, const hd_pending_access *a, const hd_pending_access *b)
{
  return only == HD_ANY_INSTANCE || only == a->instance || only == b->instance;
}

bool hd_check_race(hd_searcher *s, uint32_t only)
{
  hd_machine *m = &s->machine;
  m->pending.len = 0;
  for (uint32_t i = 0; i < s->layout->n_instances; i++) {
    const hd_member *who = &s->members[i];
    uint32_t probe = who->probe[pc_of_member(who, m->words)];
    if (probe == HD_NONE || !is_started(who, m->words)) continue;
    m->instance = i;
    uint32_t first = m->pending.len;
    hd_machine_run(m, probe);
    for (uint32_t a = 0; a < first; a++)
      for (uint32_t b = first; b < m->pending.len; b++)
        if (accesses_conflict(&m->pending.data[a], &m->pending.data[b]) &&
            may_run(only, &m->pending.data[a], &m->pending.data[b]))
          return true;
  }
  return false;
}
