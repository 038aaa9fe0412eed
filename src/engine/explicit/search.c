/* search.c - breadth first by levels, or depth first; one step of one searcher at a time. */
#include "engine/explicit/search.h"

#include "base/board.h"
#include "engine/explicit/checks.h"
#include "engine/explicit/team.h"

/* Successors looked up together; states and successors between looks at the budget. */
enum { BATCH = 64, PATIENCE = 1 << 14 };
/* A larger store is not checked in the end: that takes about as long as the search. */
enum { MOST_CHECKED = 20000 };
/* The number of states from which on several threads are worth their while, and the one for tests. */
enum { GROWN = 20000, GROWN_EARLY = 8 };

/* --- the budget ------------------------------------------------------------------------------ */

static void report_progress(hd_searcher *s)
{
  double now = hd_now();
  if (s->rank || now - s->reported < 0.5) return;
  s->reported = now;
  uint32_t members = s->team ? hd_team_size(s->team) : 1;
  double states = (double)s->store.len * members, rate = states / (now - s->began + 1e-9);
  hd_board_say("explicit", "%.0f states, %.2f M/s, depth %u", states, rate * 1e-6, s->depth);
  if (!s->budget->progress) return;
  char line[160];
  snprintf(line, sizeof line, "explicit: %.0f states, %.2f M/s, depth %u, %zu MB", states, rate * 1e-6, s->depth,
           hd_store_bytes(&s->store) * members >> 20);
  s->budget->progress(s->budget->progress_context, line);
}

static bool may_go_on(hd_searcher *s)
{
  if (--s->patience) return true;
  s->patience = PATIENCE;
  report_progress(s);
  s->spent = hd_budget_cause(s->budget);
  if (s->spent) s->end = HD_SEARCH_EXHAUSTED;
  return !s->spent;
}

/* --- successors ------------------------------------------------------------------------------ */

/* True when the state is new. One that has been expanded with more asleep than now has to be expanded again. */
static bool meet_state(hd_searcher *s, uint64_t key, uint32_t parent, uint64_t asleep)
{
  uint32_t id;
  if (hd_store_meet(&s->store, key, parent, &id)) {
    hd_vec_push(&s->asleep, asleep);
    hd_vec_push(&s->is_expanded, 0);
    return true;
  }
  bool fewer = (s->asleep.data[id] & ~asleep) != 0;
  s->asleep.data[id] &= asleep;
  if (fewer && s->is_expanded.data[id]) {
    s->is_expanded.data[id] = 0;
    s->awakened++;
    hd_vec_push(&s->stack, id);
  }
  return false;
}

static void flush(hd_searcher *s)
{
  for (uint32_t i = 0; i < s->n_batch; i++) {
    bool fresh = s->sleeps ? meet_state(s, s->batch[i].key, s->batch[i].parent, s->batch[i].asleep)
                           : hd_store_add(&s->store, s->batch[i].key, s->batch[i].parent);
    if (fresh && s->task->search == HD_SEARCH_DFS) hd_vec_push(&s->stack, s->store.len - 1);
  }
  s->n_batch = 0;
}

/* By the time the batch is full its slots are in the cache. */
static inline void look_up_later(hd_searcher *s, uint64_t key, uint32_t parent, uint64_t asleep)
{
  hd_store_prefetch(&s->store, key);
  s->batch[s->n_batch].key = key;
  s->batch[s->n_batch].asleep = asleep;
  s->batch[s->n_batch++].parent = parent;
  if (s->n_batch == BATCH) flush(s);
}

bool hd_search_switch(const hd_xlayout *layout, hd_machine *m, uint32_t mover)
{
  if (!layout->last.width) return true;
  uint64_t last = hd_field_get(m->words, layout->last, 64), left = hd_field_get(m->words, layout->left, 64);
  if (last == mover + 1) return true;
  if (last && !left) return false;
  uint64_t *words = m->words, after[2];
  hd_field fields[] = {layout->last, layout->left};
  uint64_t values[] = {mover + 1, last ? left - 1 : left};
  for (unsigned i = 0; i < 2; i++) {
    after[i] = (words[fields[i].word] & ~hd_field_mask(fields[i])) | values[i] << fields[i].shift;
    hd_machine_write(m, fields[i].word, after[i]);
  }
  return true;
}

/* Goes over to the state that stands for this one. */
static void sort_words(hd_searcher *s, uint64_t *asleep)
{
  hd_machine *m = &s->machine;
  uint32_t n = s->layout->n_words;
  memcpy(s->sorted, m->words, n * sizeof *s->sorted);
  if (!hd_sorter_sort(s->sorter, s->sorted, asleep)) return;
  for (uint32_t i = 0; i < n; i++)
    if (s->sorted[i] != m->words[i]) hd_machine_write(m, i, s->sorted[i]);
}

static bool on_successor(void *context, hd_machine *m, hd_loc at)
{
  hd_searcher *s = context;
  s->transitions++;
  if (!may_go_on(s)) return true;
  if (at.id != HD_NONE && !hd_search_switch(s->layout, m, s->mover)) {
    s->bounded = true;
    return false;
  }
  uint64_t asleep = at.id == HD_NONE ? 0 : s->still_asleep; /* deciding a value is no instance's step */
  if (s->sorter) sort_words(s, &asleep);
  uint32_t parent = hd_team_ref(s->rank, s->current);
  uint32_t owner = s->team ? hd_team_owner(s->team, m->words) : s->rank;
  if (owner != s->rank) {
    hd_team_send(s->team, s->rank, owner, m->words, parent, asleep);
    return false;
  }
  uint64_t key = hd_store_refold(&s->store, &s->now, m->log, m->n_log);
  look_up_later(s, key, parent, asleep);
  return false;
}

static bool on_stuck(void *context, hd_machine *m)
{
  hd_searcher *s = context;
  if (!hd_violated_by(s->task->property, HD_BY_DEADLOCK) || !hd_check_waiting(s, m->words)) return false;
  s->end = HD_SEARCH_FOUND;
  s->found = HD_FOUND_STUCK;
  return true;
}

static void on_reached(void *context, hd_loc where)
{
  hd_searcher *s = context;
  bool fatal = where.id >= s->fatal;
  if (s->reached_loc == HD_NONE || fatal) s->reached_loc = where.id;
  if (fatal) s->end = HD_SEARCH_EXHAUSTED;
}

static void on_unknown(void *context, hd_edge input, hd_var open)
{
  hd_searcher *s = context;
  if (s->unknown_var == HD_NONE) s->unknown_var = open.id;
  if (s->unknown_edge == HD_NONE) s->unknown_edge = input.id;
}

/* --- expanding ------------------------------------------------------------------------------- */

static inline uint32_t counter_of(const hd_member *m, const uint64_t *words)
{
  return (uint32_t)(words[m->word] >> m->shift & m->mask);
}

uint32_t hd_search_start(const hd_searcher *s, const hd_code *code, const uint64_t *words, uint32_t instance)
{
  return code->start[instance][counter_of(&s->members[instance], words)];
}

/* All steps of one instance from the state; false when the search is over. */
static bool run_instance(hd_searcher *s, uint32_t i, uint32_t start)
{
  s->mover = i;
  hd_run r = hd_machine_run(&s->machine, start);
  if (r == HD_RUN_DONE) return true;
  hd_machine_undo(&s->machine);
  if (r == HD_RUN_TOO_WIDE) s->end = HD_SEARCH_TOO_WIDE;
  if (r == HD_RUN_VIOLATED) {
    s->end = HD_SEARCH_FOUND;
    s->found = HD_FOUND_CHECK;
  }
  return false;
}

static bool run_all(hd_searcher *s, uint32_t only)
{
  for (uint32_t i = 0; i < s->layout->n_instances; i++) {
    uint32_t start = s->members[i].start[counter_of(&s->members[i], s->machine.words)];
    if (start == HD_NONE || (only != HD_ANY_INSTANCE && only != i)) continue;
    if (!run_instance(s, i, start)) return false;
  }
  return true;
}

static bool is_unborn(const hd_searcher *s, uint32_t i)
{
  const hd_member *m = &s->members[i];
  return m->has_status && hd_persistent_awaits_creation(s->persistent, i) &&
         hd_field_get(s->machine.words, m->status, 8) == 0;
}

/* Those of them whose next steps can be exchanged with this one's. */
static uint64_t independent_of(const hd_searcher *s, uint32_t i, uint64_t set)
{
  uint64_t result = 0;
  for (uint64_t rest = set; rest; rest &= rest - 1) {
    uint32_t k = (uint32_t)__builtin_ctzll(rest);
    if (hd_persistent_independent(s->persistent, s->pcs, i, k)) result |= UINT64_C(1) << k;
  }
  return result;
}

/* Who is asleep could move, but has done so elsewhere. */
static bool run_member(hd_searcher *s, uint32_t i)
{
  hd_machine *m = &s->machine;
  bool moved = m->moved;
  uint64_t bit = UINT64_C(1) << i;
  if (s->now_asleep & bit) {
    m->moved = true;
    return true;
  }
  m->moved = false;
  s->still_asleep = s->now_asleep ? independent_of(s, i, s->now_asleep) : 0;
  if (!run_instance(s, i, s->members[i].start[s->pcs[i]])) return false;
  if (m->moved && s->sleeps) s->now_asleep |= bit;
  m->moved |= moved;
  return true;
}

/* A persistent set is enough, if one of it can move. */
static bool run_persistent(hd_searcher *s)
{
  uint64_t alive = 0, unborn = 0;
  for (uint32_t i = 0; i < s->layout->n_instances; i++) {
    s->pcs[i] = counter_of(&s->members[i], s->machine.words);
    if (s->members[i].start[s->pcs[i]] == HD_NONE) continue;
    alive |= UINT64_C(1) << i;
    if (is_unborn(s, i)) unborn |= UINT64_C(1) << i;
  }
  uint64_t blocked = unborn;
  bool all = !(s->task->por & HD_POR_PERSISTENT);
  while (blocked != alive && !s->machine.moved) {
    uint64_t set = all ? alive : hd_persistent_choose(s->persistent, s->pcs, alive, unborn, blocked);
    for (uint64_t rest = set & ~blocked; rest; rest &= rest - 1) {
      uint32_t i = (uint32_t)__builtin_ctzll(rest);
      if (!run_member(s, i)) return false;
    }
    blocked |= set;
  }
  return true;
}

static bool found_violation(hd_searcher *s, hd_found what)
{
  s->end = HD_SEARCH_FOUND;
  s->found = what;
  return false;
}

static bool expand_state(hd_searcher *s, uint32_t id)
{
  hd_machine *m = &s->machine;
  s->current = id;
  s->still_asleep = 0;
  if (s->sleeps) {
    s->now_asleep = s->asleep.data[id];
    s->is_expanded.data[id] = 1;
  }
  hd_store_unfold(&s->store, s->store.keys[id], &s->now);
  m->moved = false;
  uint32_t only = s->has_atomic ? hd_check_atomic(s, m->words) : HD_ANY_INSTANCE;
  if (hd_violated_by(s->task->property, HD_BY_RACE) && hd_check_race(s, only)) return found_violation(s, HD_FOUND_RACE);
  if (s->persistent && only == HD_ANY_INSTANCE ? !run_persistent(s) : !run_all(s, only)) return false;
  if (!m->moved && hd_violated_by(s->task->property, HD_BY_DEADLOCK) && hd_check_deadlock(s, only))
    return found_violation(s, HD_FOUND_DEADLOCK);
  return true;
}

/* --- the search ------------------------------------------------------------------------------ */

static bool is_dominated(hd_searcher *s, uint32_t id)
{
  bool is = id < s->dominated.len && s->dominated.data[id];
  s->n_dominated += is;
  return is;
}

bool hd_searcher_step(hd_searcher *s)
{
  bool depth_first = s->task->search == HD_SEARCH_DFS;
  uint32_t id = HD_NONE;
  if (depth_first || s->next == s->level_end) flush(s);
  if (s->stack.len)
    id = hd_vec_pop(&s->stack);
  else if (!depth_first && s->next < s->level_end)
    id = s->next++;
  if (id == HD_NONE) return false;
  if (s->antichain && is_dominated(s, id)) return true;
  return expand_state(s, id) && s->end == HD_SEARCH_COMPLETE && may_go_on(s);
}

void hd_searcher_dominate(hd_searcher *s, const hd_dominance *d)
{
  s->antichain = hd_antichain_new(d);
  s->sleeps = false; /* the state that stands for another would have to know who is asleep there */
}

/* Which states of the level, or before it, stand for others? */
static void compare_level(hd_searcher *s)
{
  while (s->dominated.len < s->level_end) hd_vec_push(&s->dominated, 0);
  for (uint32_t id = s->next; id < s->level_end && s->end == HD_SEARCH_COMPLETE; id++) {
    hd_store_unfold(&s->store, s->store.keys[id], &s->now);
    if (!hd_antichain_add(s->antichain, s->machine.words, id, s->dominated.data)) s->end = HD_SEARCH_TOO_FAR;
  }
}

uint32_t hd_searcher_next_level(hd_searcher *s)
{
  flush(s);
  s->level_end = s->store.len;
  if (s->level_end == s->next) return s->stack.len;
  if (s->task->depth != HD_NONE && s->depth >= s->task->depth) {
    s->bounded = true;
    s->level_end = s->next;
    return 0;
  }
  s->depth++;
  if (s->antichain) compare_level(s);
  return s->level_end - s->next + s->stack.len;
}

static bool has_grown(const hd_searcher *s)
{
  return !s->pause_after && !s->antichain && s->budget->jobs > 1 && s->layout->n_instances > 1 &&
         s->store.len > (s->budget->divides_early ? GROWN_EARLY : GROWN);
}

static bool may_pause(const hd_searcher *s)
{
  return s->pause_after && s->transitions >= s->pause_after;
}

/* Breadth-first searches are divided between two levels, and paused anywhere: the level goes on. */
void hd_searcher_run(hd_searcher *s)
{
  bool depth_first = s->task->search == HD_SEARCH_DFS, more = true;
  s->end = HD_SEARCH_COMPLETE;
  while (s->end == HD_SEARCH_COMPLETE && more) {
    while (hd_searcher_step(s) && !may_pause(s) && !(depth_first && has_grown(s))) {
    }
    flush(s);
    if (may_pause(s) && s->end == HD_SEARCH_COMPLETE) {
      s->end = HD_SEARCH_PAUSED;
      return;
    }
    more = depth_first ? s->stack.len > 0 : s->end == HD_SEARCH_COMPLETE && hd_searcher_next_level(s);
    if (s->end == HD_SEARCH_COMPLETE && more && has_grown(s)) s->end = HD_SEARCH_GROWN;
  }
}

uint64_t hd_searcher_states(const hd_searcher *s)
{
  return s->team ? hd_team_states(s->team) : s->store.len;
}

/* --- states from elsewhere ------------------------------------------------------------------- */

void hd_searcher_add(hd_searcher *s, const uint64_t *words)
{
  hd_searcher_receive(s, words, HD_NONE, 0);
}

void hd_searcher_receive(hd_searcher *s, const uint64_t *words, uint32_t parent, uint64_t asleep)
{
  look_up_later(s, hd_store_fold(&s->store, words), parent, asleep);
}

void hd_searcher_adopt(hd_searcher *s, const hd_searcher *from, uint32_t id, bool waits)
{
  uint64_t key = hd_store_fold(&s->store, from->machine.words);
  if (s->sleeps) {
    meet_state(s, key, from->store.parents[id], from->asleep.data[id]);
    s->is_expanded.data[s->store.len - 1] = !waits;
  } else {
    hd_store_add(&s->store, key, from->store.parents[id]);
  }
  s->next = s->level_end = s->store.len;
  s->adopted++;
  if (waits) hd_vec_push(&s->stack, s->store.len - 1);
}

hd_searcher *hd_searcher_join(const hd_searcher *s)
{
  hd_searcher *other = hd_alloc(1, sizeof *other);
  hd_searcher_init(other, s->layout, s->code, s->task, s->budget, s->persistent, s->symmetry);
  other->depth = s->depth;
  other->began = s->began;
  other->fatal = s->fatal;
  return other;
}

/* --- setting up ------------------------------------------------------------------------------ */

static void init_member(hd_searcher *s, uint32_t i)
{
  const hd_xlayout *l = s->layout;
  const hd_instance *who = &l->instances[i];
  const hd_thread_plan *t = &l->threads[who->thread.id];
  hd_var status = hd_thread_get(l->p, who->thread)->status;
  hd_member *m = &s->members[i];
  *m = (hd_member){.word = who->pc.word, .shift = who->pc.shift, .mask = hd_mask(who->pc.width)};
  m->finished = t->finished;
  m->stopped = t->stopped;
  m->start = s->code->start[i];
  m->probe = s->code->probe[i];
  m->has_status = status.id != HD_NONE && l->kind[status.id] == HD_PLACE_FIELD;
  m->never = status.id != HD_NONE && !m->has_status &&
             hd_var_init(l->p, status, hd_var_get(l->p, status)->count ? who->number : 0) == 0;
  if (m->has_status) {
    m->status = l->shared[status.id];
    if (hd_var_get(l->p, status)->count) m->status = hd_field_element(m->status, who->number);
  }
  uint8_t *atomic = s->atomic[i] = hd_alloc(t->n_pcs, 1);
  for (uint32_t pc = 0; pc < t->n_pcs; pc++) {
    atomic[pc] = hd_pc_moves(t, pc) && hd_loc_get(l->p, t->locs[pc])->atomic;
    s->has_atomic |= atomic[pc];
  }
  m->atomic = atomic;
}

void hd_searcher_init(hd_searcher *s, const hd_xlayout *layout, const hd_code *code, const hd_task *task,
                      const hd_budget *budget, const hd_persistent *persistent, const hd_symmetry *symmetry)
{
  *s = (hd_searcher){.layout = layout, .code = code, .task = task, .budget = budget};
  s->persistent = persistent;
  s->symmetry = symmetry;
  s->sorter = symmetry ? hd_sorter_new(symmetry) : NULL;
  s->sorted = hd_alloc(layout->n_words, sizeof *s->sorted);
  s->pcs = hd_alloc(layout->n_instances, sizeof *s->pcs);
  s->began = s->reported = hd_now();
  s->patience = PATIENCE;
  s->reached_loc = s->unknown_edge = s->unknown_var = s->fatal = HD_NONE;
  s->members = hd_alloc(layout->n_instances, sizeof *s->members);
  s->atomic = hd_alloc(layout->n_instances, sizeof *s->atomic);
  s->batch = hd_alloc(BATCH, sizeof *s->batch);
  for (uint32_t i = 0; i < layout->n_instances; i++) init_member(s, i);
  hd_sink sink = {on_successor, on_stuck, on_reached, on_unknown, s};
  s->sleeps = persistent && task->por & HD_POR_SLEEP;
  hd_store_init(&s->store, layout->n_words, s->sleeps);
  hd_machine_init(&s->machine, code, layout->n_words, sink);
  hd_unfolded_init(&s->now, &s->store, s->machine.words);
}

void hd_searcher_clear(hd_searcher *s)
{
  for (uint32_t i = 0; i < s->layout->n_instances; i++) free(s->atomic[i]);
  free(s->atomic);
  free(s->members);
  free(s->batch);
  free(s->pcs);
  free(s->sorted);
  hd_sorter_free(s->sorter);
  hd_antichain_free(s->antichain);
  hd_vec_clear(&s->dominated);
  hd_vec_clear(&s->asleep);
  hd_vec_clear(&s->is_expanded);
  hd_vec_clear(&s->stack);
  hd_unfolded_clear(&s->now, &s->store);
  hd_machine_clear(&s->machine);
  HD_ASSERT(s->team || s->store.len > MOST_CHECKED || hd_store_check(&s->store));
  hd_store_clear(&s->store);
}
