/* liveness.c - sets of locals as sparse words, solved backwards over each thread's graph. */
#include "analysis/liveness.h"

#include "analysis/sharing.h"

/* --- sets ------------------------------------------------------------------------------------------ */

/* The place of the word, or where it belongs. */
static uint32_t find_word(const hd_live_set *s, uint32_t word)
{
  uint32_t low = 0, high = s->len;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (s->data[middle].word < word)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool hd_live_set_has(const hd_live_set *s, uint32_t number)
{
  uint32_t at = find_word(s, number / 64);
  return at < s->len && s->data[at].word == number / 64 && (s->data[at].bits >> (number % 64) & 1);
}

static void remove_number(hd_live_set *s, uint32_t number)
{
  uint32_t at = find_word(s, number / 64);
  if (at < s->len && s->data[at].word == number / 64) s->data[at].bits &= ~(UINT64_C(1) << (number % 64));
}

static void add_number(hd_live_set *s, uint32_t number)
{
  uint32_t at = find_word(s, number / 64);
  if (at == s->len || s->data[at].word != number / 64) {
    hd_vec_push(s, (hd_live_word){0});
    memmove(s->data + at + 1, s->data + at, (s->len - 1 - at) * sizeof *s->data);
    s->data[at] = (hd_live_word){number / 64, 0};
  }
  s->data[at].bits |= UINT64_C(1) << (number % 64);
}

static void copy_set(hd_live_set *to, const hd_live_set *from)
{
  hd_vec_reserve(to, from->len);
  if (from->len) memcpy(to->data, from->data, from->len * sizeof *from->data);
  to->len = from->len;
}

static bool is_subset(const hd_live_set *a, const hd_live_set *b)
{
  uint32_t j = 0;
  for (uint32_t i = 0; i < a->len; i++) {
    while (j < b->len && b->data[j].word < a->data[i].word) j++;
    uint64_t there = j < b->len && b->data[j].word == a->data[i].word ? b->data[j].bits : 0;
    if (a->data[i].bits & ~there) return false;
  }
  return true;
}

/* True when the set has grown. */
static bool unite_live(hd_live_set *s, const hd_live_set *more)
{
  if (is_subset(more, s)) return false;
  hd_live_set all = {0};
  uint32_t i = 0, j = 0;
  hd_vec_reserve(&all, s->len + more->len);
  while (i < s->len || j < more->len) {
    bool mine = j == more->len || (i < s->len && s->data[i].word <= more->data[j].word);
    bool both = mine && j < more->len && s->data[i].word == more->data[j].word;
    hd_live_word next = mine ? s->data[i++] : more->data[j++];
    if (both) next.bits |= more->data[j++].bits;
    if (next.bits) all.data[all.len++] = next;
  }
  hd_vec_clear(s);
  *s = all;
  return true;
}

/* --- the flow -------------------------------------------------------------------------------------- */

/* Numbers of the locals that each edge reads and assigns, edge after edge. */
typedef struct {
  hd_u32s numbers;
  uint32_t *first; /* by edge, and one more */
} lists;

typedef struct {
  hd_program *p;
  hd_liveness *l;
  lists reads, kills;
  hd_live_set in; /* scratch */
} flow;

static void note_liveness(void *context, hd_var v, bool write)
{
  flow *f = context;
  if (f->l->number[v.id] != HD_NONE) hd_vec_push(&(write ? &f->kills : &f->reads)->numbers, f->l->number[v.id]);
}

static void collect_accesses(flow *f)
{
  const hd_program *p = f->p;
  f->reads.first = hd_alloc((size_t)p->edges.len + 1, sizeof *f->reads.first);
  f->kills.first = hd_alloc((size_t)p->edges.len + 1, sizeof *f->kills.first);
  for (uint32_t e = 0; e < p->edges.len; e++) {
    hd_edge_accesses(p, (hd_edge){e}, note_liveness, f);
    f->reads.first[e + 1] = f->reads.numbers.len;
    f->kills.first[e + 1] = f->kills.numbers.len;
  }
}

/* One edge backwards; true when its source got more live variables. */
static bool pull(flow *f, uint32_t e)
{
  const hd_edge_info *info = &f->p->edges.data[e];
  copy_set(&f->in, &f->l->live[info->to.id]);
  for (uint32_t i = f->kills.first[e]; i < f->kills.first[e + 1]; i++) remove_number(&f->in, f->kills.numbers.data[i]);
  for (uint32_t i = f->reads.first[e]; i < f->reads.first[e + 1]; i++) add_number(&f->in, f->reads.numbers.data[i]);
  return unite_live(&f->l->live[info->from.id], &f->in);
}

/* Edges by target, as an index like the program's own. */
static void index_in(const hd_program *p, uint32_t *first, uint32_t *edges)
{
  for (uint32_t i = 0; i < p->edges.len; i++) first[p->edges.data[i].to.id + 2]++;
  for (uint32_t i = 2; i < p->locs.len + 2; i++) first[i] += first[i - 1];
  for (uint32_t i = 0; i < p->edges.len; i++) edges[first[p->edges.data[i].to.id + 1]++] = i;
}

static void solve_liveness(flow *f)
{
  const hd_program *p = f->p;
  uint32_t *first = hd_alloc((size_t)p->locs.len + 2, sizeof *first);
  uint32_t *edges = hd_alloc(p->edges.len, sizeof *edges);
  uint8_t *queued = hd_alloc(p->edges.len, 1);
  hd_u32s work = {0};
  index_in(p, first, edges);
  for (uint32_t e = 0; e < p->edges.len; e++) {
    hd_vec_push(&work, e);
    queued[e] = 1;
  }
  while (work.len) {
    uint32_t e = hd_vec_pop(&work);
    queued[e] = 0;
    if (!pull(f, e)) continue;
    uint32_t at = p->edges.data[e].from.id;
    for (uint32_t i = first[at]; i < first[at + 1]; i++) {
      if (queued[edges[i]]) continue;
      queued[edges[i]] = 1;
      hd_vec_push(&work, edges[i]);
    }
  }
  hd_vec_clear(&work);
  free(queued);
  free(edges);
  free(first);
}

/* Numbers each thread's scalars from 0. */
static void number_locals(const hd_program *p, uint32_t *number)
{
  uint32_t *next = hd_alloc(p->threads.len, sizeof *next);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    bool tracked = info->thread.id != HD_NONE && !info->count;
    number[v] = tracked ? next[info->thread.id]++ : HD_NONE;
  }
  free(next);
}

static void number_all(const hd_program *p, uint32_t *number)
{
  uint32_t next = 0;
  for (uint32_t v = 0; v < p->vars.len; v++) number[v] = p->vars.data[v].count ? HD_NONE : next++;
}

static hd_liveness *new_empty(const hd_program *p)
{
  hd_liveness *l = hd_alloc(1, sizeof *l);
  l->number = hd_alloc(p->vars.len, sizeof *l->number);
  l->n_locs = p->locs.len;
  l->live = hd_alloc(l->n_locs, sizeof *l->live);
  return l;
}

/* Of the variables that have got a number. */
static hd_liveness *find_live(hd_program *p, hd_liveness *l)
{
  hd_program_index(p);
  flow f = {.p = p, .l = l};
  collect_accesses(&f);
  solve_liveness(&f);
  hd_vec_clear(&f.reads.numbers);
  hd_vec_clear(&f.kills.numbers);
  free(f.reads.first);
  free(f.kills.first);
  hd_vec_clear(&f.in);
  return l;
}

hd_liveness *hd_liveness_new(hd_program *p)
{
  hd_liveness *l = new_empty(p);
  number_locals(p, l->number);
  return find_live(p, l);
}

hd_liveness *hd_liveness_new_alone(hd_program *p)
{
  hd_liveness *l = new_empty(p);
  number_all(p, l->number);
  return find_live(p, l);
}

hd_liveness *hd_liveness_copy(const hd_program *p, const hd_liveness *l)
{
  hd_liveness *copy = new_empty(p);
  memcpy(copy->number, l->number, p->vars.len * sizeof *l->number);
  for (uint32_t i = 0; i < l->n_locs; i++) copy_set(&copy->live[i], &l->live[i]);
  return copy;
}

void hd_liveness_add(hd_liveness *l, const hd_liveness *other)
{
  HD_CHECK(l->n_locs == other->n_locs);
  for (uint32_t i = 0; i < l->n_locs; i++) unite_live(&l->live[i], &other->live[i]);
}

void hd_liveness_free(hd_liveness *l)
{
  if (!l) return;
  for (uint32_t i = 0; i < l->n_locs; i++) hd_vec_clear(&l->live[i]);
  free(l->number);
  free(l->live);
  free(l);
}
