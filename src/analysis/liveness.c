#include "analysis/liveness.h"

#include "analysis/sharing.h"

/* Numbers of the locals that each edge reads and assigns, edge after edge. */
typedef struct {
  hd_u32s numbers;
  uint32_t *first; /* by edge, and one more */
} lists;

typedef struct {
  hd_program *p;
  hd_liveness *l;
  lists reads, kills;
  uint64_t *in; /* scratch, a location's words */
} flow;

static void note(void *context, hd_var v, bool write)
{
  flow *f = context;
  if (f->l->number[v.id] != HD_NONE) hd_vec_push(&(write ? &f->kills : &f->reads)->numbers, f->l->number[v.id]);
}

static void collect(flow *f)
{
  const hd_program *p = f->p;
  f->reads.first = hd_alloc((size_t)p->edges.len + 1, sizeof *f->reads.first);
  f->kills.first = hd_alloc((size_t)p->edges.len + 1, sizeof *f->kills.first);
  for (uint32_t e = 0; e < p->edges.len; e++) {
    hd_edge_accesses(p, (hd_edge){e}, note, f);
    f->reads.first[e + 1] = f->reads.numbers.len;
    f->kills.first[e + 1] = f->kills.numbers.len;
  }
}

/* One edge backwards; true when its source got more live variables. */
static bool pull(flow *f, uint32_t e)
{
  uint32_t words = f->l->words;
  const hd_edge_info *info = &f->p->edges.data[e];
  uint64_t *from = f->l->live + (size_t)info->from.id * words;
  memcpy(f->in, f->l->live + (size_t)info->to.id * words, words * sizeof *f->in);
  for (uint32_t i = f->kills.first[e]; i < f->kills.first[e + 1]; i++) {
    uint32_t n = f->kills.numbers.data[i];
    f->in[n / 64] &= ~(UINT64_C(1) << (n % 64));
  }
  for (uint32_t i = f->reads.first[e]; i < f->reads.first[e + 1]; i++) {
    uint32_t n = f->reads.numbers.data[i];
    f->in[n / 64] |= UINT64_C(1) << (n % 64);
  }
  bool more = false;
  for (uint32_t w = 0; w < words; w++) {
    more |= (f->in[w] & ~from[w]) != 0;
    from[w] |= f->in[w];
  }
  return more;
}

/* Edges by target, as an index like the program's own. */
static void index_in(const hd_program *p, uint32_t *first, uint32_t *edges)
{
  for (uint32_t i = 0; i < p->edges.len; i++) first[p->edges.data[i].to.id + 2]++;
  for (uint32_t i = 2; i < p->locs.len + 2; i++) first[i] += first[i - 1];
  for (uint32_t i = 0; i < p->edges.len; i++) edges[first[p->edges.data[i].to.id + 1]++] = i;
}

static void solve(flow *f)
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

/* Numbers each thread's scalars from 0; returns the largest count. */
static uint32_t number_locals(const hd_program *p, uint32_t *number)
{
  uint32_t *next = hd_alloc(p->threads.len, sizeof *next), most = 0;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    bool tracked = info->thread.id != HD_NONE && !info->count;
    number[v] = tracked ? next[info->thread.id]++ : HD_NONE;
    if (tracked && next[info->thread.id] > most) most = next[info->thread.id];
  }
  free(next);
  return most;
}

hd_liveness *hd_liveness_new(hd_program *p)
{
  hd_program_index(p);
  hd_liveness *l = hd_alloc(1, sizeof *l);
  l->number = hd_alloc(p->vars.len, sizeof *l->number);
  l->words = number_locals(p, l->number) / 64 + 1;
  l->live = hd_alloc((size_t)p->locs.len * l->words, sizeof *l->live);
  flow f = {.p = p, .l = l};
  f.in = hd_alloc(l->words, sizeof *f.in);
  collect(&f);
  solve(&f);
  hd_vec_clear(&f.reads.numbers);
  hd_vec_clear(&f.kills.numbers);
  free(f.reads.first);
  free(f.kills.first);
  free(f.in);
  return l;
}

void hd_liveness_free(hd_liveness *l)
{
  if (!l) return;
  free(l->number);
  free(l->live);
  free(l);
}
