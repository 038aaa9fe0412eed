/* team.c - searchers own states by hash and send each other what is not theirs. */
#include "engine/explicit/team.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MAIL = 256 }; /* states in a letter */

/* States on their way: words, then the parent, then who is asleep, one after the other. */
typedef struct {
  hd_u64s items;
} letter;

typedef struct {
  pthread_mutex_t lock;
  hd_u64s items; /* received, not yet taken */
} mailbox;

struct hd_team {
  uint32_t n;
  uint32_t n_words;
  hd_searcher **members;
  mailbox *boxes;
  letter *out; /* from i to k: out[i * n + k] */
  pthread_barrier_t barrier;
  pthread_mutex_t lock;
  pthread_cond_t change;
  uint32_t idle;    /* depth-first: members without work */
  uint64_t *found;  /* breadth-first: states in the next level, by member */
  atomic_bool over; /* a member has ended the search */
};

/* --- who owns what --------------------------------------------------------------------------- */

uint32_t hd_team_owner(const hd_team *t, const uint64_t *words)
{
  uint64_t h = 0;
  for (uint32_t i = 0; i < t->n_words; i++) h += hd_hash_u64(words[i] + i * UINT64_C(0x9e3779b97f4a7c15));
  return (uint32_t)((h >> 32) * t->n >> 32);
}

/* --- mail ------------------------------------------------------------------------------------ */

static void deliver(hd_team *t, uint32_t from, uint32_t to)
{
  letter *l = &t->out[from * t->n + to];
  if (!l->items.len) return;
  mailbox *box = &t->boxes[to];
  pthread_mutex_lock(&box->lock);
  hd_vec_reserve(&box->items, box->items.len + l->items.len);
  memcpy(box->items.data + box->items.len, l->items.data, l->items.len * sizeof *l->items.data);
  box->items.len += l->items.len;
  pthread_mutex_unlock(&box->lock);
  l->items.len = 0;
  pthread_mutex_lock(&t->lock);
  if (t->idle) pthread_cond_broadcast(&t->change);
  pthread_mutex_unlock(&t->lock);
}

static void deliver_all(hd_team *t, uint32_t from)
{
  for (uint32_t to = 0; to < t->n; to++) deliver(t, from, to);
}

void hd_team_send(hd_team *t, uint32_t from, uint32_t to, const uint64_t *words, uint32_t parent, uint64_t asleep)
{
  letter *l = &t->out[from * t->n + to];
  for (uint32_t i = 0; i < t->n_words; i++) hd_vec_push(&l->items, words[i]);
  hd_vec_push(&l->items, parent);
  hd_vec_push(&l->items, asleep);
  if (l->items.len >= MAIL * (t->n_words + 2)) deliver(t, from, to);
}

/* Takes what has arrived; true when there was something. */
static bool open_mail(hd_team *t, uint32_t rank, hd_u64s *spare)
{
  mailbox *box = &t->boxes[rank];
  pthread_mutex_lock(&box->lock);
  hd_u64s items = box->items;
  box->items = *spare;
  box->items.len = 0;
  pthread_mutex_unlock(&box->lock);
  *spare = items;
  uint32_t size = t->n_words + 2;
  for (uint32_t i = 0; i < items.len; i += size)
    hd_searcher_receive(t->members[rank], items.data + i, (uint32_t)items.data[i + t->n_words],
                        items.data[i + t->n_words + 1]);
  return items.len > 0;
}

/* --- the members' work ----------------------------------------------------------------------- */

typedef struct {
  hd_team *t;
  uint32_t rank;
} role;

static bool goes_on(hd_team *t, hd_searcher *s)
{
  if (s->end != HD_SEARCH_COMPLETE) atomic_store(&t->over, true);
  return !atomic_load(&t->over);
}

/* One level: the member's own states, then the mail of the others. False: there is no next one. */
static bool work_level(hd_team *t, uint32_t rank, hd_u64s *spare)
{
  hd_searcher *s = t->members[rank];
  for (uint32_t k = 1; goes_on(t, s) && hd_searcher_step(s); k++)
    if (k % 1024 == 0) open_mail(t, rank, spare);
  deliver_all(t, rank);
  pthread_barrier_wait(&t->barrier);
  open_mail(t, rank, spare);
  t->found[rank] = hd_searcher_next_level(s);
  pthread_barrier_wait(&t->barrier);
  uint64_t total = 0;
  for (uint32_t i = 0; i < t->n; i++) total += t->found[i];
  bool more = total > 0 && !atomic_load(&t->over);
  pthread_barrier_wait(&t->barrier); /* no member writes before all have read */
  return more;
}

static bool all_mail_read(hd_team *t)
{
  bool empty = true;
  for (uint32_t i = 0; i < t->n; i++) {
    pthread_mutex_lock(&t->boxes[i].lock);
    empty &= !t->boxes[i].items.len;
    pthread_mutex_unlock(&t->boxes[i].lock);
  }
  return empty;
}

static bool has_mail(hd_team *t, uint32_t rank)
{
  pthread_mutex_lock(&t->boxes[rank].lock);
  bool some = t->boxes[rank].items.len > 0;
  pthread_mutex_unlock(&t->boxes[rank].lock);
  return some;
}

/* Waits for mail; false when all members wait and there is none. */
static bool wait_for_work(hd_team *t, uint32_t rank)
{
  pthread_mutex_lock(&t->lock);
  t->idle++;
  bool over = t->idle == t->n && all_mail_read(t);
  if (over) atomic_store(&t->over, true);
  while (!has_mail(t, rank) && !atomic_load(&t->over)) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 5000000;
    if (until.tv_nsec >= 1000000000) until.tv_nsec -= 1000000000, until.tv_sec++;
    pthread_cond_timedwait(&t->change, &t->lock, &until);
    if (t->idle == t->n && all_mail_read(t)) atomic_store(&t->over, true);
  }
  t->idle--;
  pthread_cond_broadcast(&t->change);
  bool more = !atomic_load(&t->over);
  pthread_mutex_unlock(&t->lock);
  return more;
}

static void work_deep(hd_team *t, uint32_t rank, hd_u64s *spare)
{
  hd_searcher *s = t->members[rank];
  do {
    for (uint32_t k = 1; goes_on(t, s) && (hd_searcher_step(s) || open_mail(t, rank, spare)); k++)
      if (k % 256 == 0) {
        deliver_all(t, rank);
        open_mail(t, rank, spare);
      }
    deliver_all(t, rank);
  } while (goes_on(t, s) && wait_for_work(t, rank));
}

static void *work_as_member(void *context)
{
  role *r = context;
  hd_u64s spare = {0};
  if (r->t->members[r->rank]->task->search == HD_SEARCH_DFS)
    work_deep(r->t, r->rank, &spare);
  else
    while (work_level(r->t, r->rank, &spare)) {
    }
  hd_vec_clear(&spare);
  return NULL;
}

/* --- dividing and joining -------------------------------------------------------------------- */

/* Each member gets a copy of its own states; the first one keeps all, which does no harm. */
static void divide_states(hd_team *t)
{
  hd_searcher *first = t->members[0];
  hd_u32s mine = {0};
  uint32_t visited =
      first->task->search == HD_SEARCH_DFS ? first->store.len : first->next; /* of the others, some wait */
  uint8_t *waits = hd_alloc(first->store.len, 1);
  for (uint32_t i = 0; i < first->stack.len; i++) waits[first->stack.data[i]] = 1;
  for (uint32_t id = visited; id < first->store.len; id++) waits[id] = 1;
  for (uint32_t id = 0; id < first->store.len; id++) {
    hd_store_unfold(&first->store, first->store.keys[id], &first->now);
    uint32_t owner = hd_team_owner(t, first->machine.words);
    if (owner)
      hd_searcher_adopt(t->members[owner], first, id, waits[id]);
    else if (waits[id])
      hd_vec_push(&mine, id);
  }
  hd_vec_clear(&first->stack);
  first->stack.data = mine.data;
  first->stack.len = mine.len;
  first->stack.cap = mine.cap;
  first->next = first->level_end = first->store.len;
  free(waits);
}

hd_team *hd_team_new(hd_searcher *alone, uint32_t n_members)
{
  hd_team *t = hd_alloc(1, sizeof *t);
  t->n = n_members < HD_TEAM_MOST ? n_members : HD_TEAM_MOST;
  t->n_words = alone->layout->n_words;
  t->members = hd_alloc(t->n, sizeof *t->members);
  t->boxes = hd_alloc(t->n, sizeof *t->boxes);
  t->out = hd_alloc((size_t)t->n * t->n, sizeof *t->out);
  t->found = hd_alloc(t->n, sizeof *t->found);
  pthread_barrier_init(&t->barrier, NULL, t->n);
  pthread_mutex_init(&t->lock, NULL);
  pthread_cond_init(&t->change, NULL);
  atomic_init(&t->over, false);
  for (uint32_t i = 0; i < t->n; i++) {
    pthread_mutex_init(&t->boxes[i].lock, NULL);
    t->members[i] = i ? hd_searcher_join(alone) : alone;
    t->members[i]->team = t;
    t->members[i]->rank = i;
  }
  alone->end = HD_SEARCH_COMPLETE;
  divide_states(t);
  return t;
}

void hd_team_free(hd_team *t)
{
  if (!t) return;
  for (uint32_t i = 0; i < t->n; i++) {
    if (i) {
      hd_searcher_clear(t->members[i]);
      free(t->members[i]);
    }
    pthread_mutex_destroy(&t->boxes[i].lock);
    hd_vec_clear(&t->boxes[i].items);
    for (uint32_t k = 0; k < t->n; k++) hd_vec_clear(&t->out[i * t->n + k].items);
  }
  pthread_barrier_destroy(&t->barrier);
  pthread_mutex_destroy(&t->lock);
  pthread_cond_destroy(&t->change);
  free(t->members);
  free(t->boxes);
  free(t->out);
  free(t->found);
  free(t);
}

/* What the others found counts as the first one's; a violation before anything else. */
static void merge_findings(hd_team *t)
{
  hd_searcher *first = t->members[0];
  uint32_t best = 0;
  for (uint32_t i = 0; i < t->n; i++) {
    const hd_searcher *s = t->members[i];
    if (s->end == HD_SEARCH_FOUND && t->members[best]->end != HD_SEARCH_FOUND) best = i;
    if (i == 0) continue;
    first->transitions += s->transitions;
    first->awakened += s->awakened;
    first->bounded |= s->bounded;
    if (s->depth > first->depth) first->depth = s->depth;
    bool fatal = s->reached_loc >= s->fatal && s->reached_loc != HD_NONE;
    if (first->reached_loc == HD_NONE || fatal) first->reached_loc = s->reached_loc;
    if (first->unknown_edge == HD_NONE) first->unknown_edge = s->unknown_edge;
    if (first->unknown_var == HD_NONE) first->unknown_var = s->unknown_var;
    if (first->end == HD_SEARCH_COMPLETE) first->end = s->end;
    if (!first->spent) first->spent = s->spent;
    if (s->end == HD_SEARCH_TOO_WIDE && first->end == s->end) {
      first->machine.var = s->machine.var;
      first->machine.value = s->machine.value;
    }
  }
  if (t->members[best]->end != HD_SEARCH_FOUND) return;
  first->end = HD_SEARCH_FOUND;
  first->found = t->members[best]->found;
  first->current = hd_team_ref(best, t->members[best]->current);
}

void hd_team_run(hd_team *t)
{
  pthread_t *threads = hd_alloc(t->n, sizeof *threads);
  role *roles = hd_alloc(t->n, sizeof *roles);
  roles[0] = (role){t, 0};
  for (uint32_t i = 1; i < t->n; i++) {
    roles[i] = (role){t, i};
    if (pthread_create(&threads[i], NULL, work_as_member, &roles[i]) != 0) hd_out_of_memory();
  }
  work_as_member(&roles[0]);
  for (uint32_t i = 1; i < t->n; i++) pthread_join(threads[i], NULL);
  merge_findings(t);
  free(threads);
  free(roles);
}

uint32_t hd_team_size(const hd_team *t)
{
  return t->n;
}

uint64_t hd_team_states(const hd_team *t)
{
  uint64_t n = 0;
  for (uint32_t i = 0; i < t->n; i++) n += t->members[i]->store.len - t->members[i]->adopted;
  return n;
}

size_t hd_team_bytes(const hd_team *t)
{
  size_t n = 0;
  for (uint32_t i = 0; i < t->n; i++) n += hd_store_bytes(&t->members[i]->store);
  return n;
}

uint32_t hd_team_unfold(hd_team *t, uint32_t ref, uint64_t **words)
{
  hd_searcher *s = t->members[ref >> HD_TEAM_BITS];
  uint32_t id = ref & ((1u << HD_TEAM_BITS) - 1);
  hd_store_unfold(&s->store, s->store.keys[id], &s->now);
  *words = s->machine.words;
  return s->store.parents[id];
}
