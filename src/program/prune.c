/* prune.c - drops what cannot be reached and what nothing mentions, and numbers the rest anew. */
#include "program/program.h"

/* Renumbering: new ids by old ones, HD_NONE for what goes. Filled with marks first. */
typedef struct {
  hd_program *p;
  uint32_t *vars, *locs;
} pruning;

#define UNSEEN HD_NONE
#define SEEN 0

static uint32_t *unseen(uint32_t n)
{
  uint32_t *marks = hd_alloc(n, sizeof *marks);
  for (uint32_t i = 0; i < n; i++) marks[i] = UNSEEN;
  return marks;
}

/* Marks become new numbers, in the old order. Returns how many. */
static uint32_t number_marks(uint32_t *marks, uint32_t n)
{
  uint32_t next = 0;
  for (uint32_t i = 0; i < n; i++)
    if (marks[i] != UNSEEN) marks[i] = next++;
  return next;
}

static bool is_dead(const hd_program *p, const hd_edge_info *e)
{
  return hd_term_is(e->guard) && hd_term_is_false(p->terms, e->guard);
}

static void reach_kept(pruning *r, hd_u32s *work, hd_loc l)
{
  if (r->locs[l.id] == SEEN) return;
  r->locs[l.id] = SEEN;
  hd_vec_push(work, l.id);
}

static void mark_locs(pruning *r)
{
  hd_program *p = r->p;
  hd_u32s work = {0};
  hd_program_index(p);
  for (uint32_t t = 0; t < p->threads.len; t++) reach_kept(r, &work, p->threads.data[t].entry);
  while (work.len) {
    uint32_t n, from = hd_vec_pop(&work);
    const uint32_t *out = hd_loc_out(p, (hd_loc){from}, &n);
    for (uint32_t i = 0; i < n; i++)
      if (!is_dead(p, &p->edges.data[out[i]])) reach_kept(r, &work, p->edges.data[out[i]].to);
  }
  hd_vec_clear(&work);
}

static void keep_edges(pruning *r)
{
  hd_program *p = r->p;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_edge_info e = p->edges.data[i];
    if (r->locs[e.from.id] == UNSEEN || is_dead(p, &e)) continue;
    e.from.id = r->locs[e.from.id];
    e.to.id = r->locs[e.to.id];
    p->edges.data[kept++] = e;
  }
  p->edges.len = kept;
  hd_program_unindex(p);
}

static void keep_locs(pruning *r)
{
  hd_program *p = r->p;
  mark_locs(r);
  uint32_t kept = number_marks(r->locs, p->locs.len);
  keep_edges(r);
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (r->locs[i] != UNSEEN) p->locs.data[r->locs[i]] = p->locs.data[i];
  p->locs.len = kept;
  for (uint32_t t = 0; t < p->threads.len; t++) p->threads.data[t].entry.id = r->locs[p->threads.data[t].entry.id];
}

/* Calls `visit` with the address of each term of an edge. */
static void edge_terms(hd_edge_info *e, void (*visit)(pruning *, hd_term *), pruning *r)
{
  visit(r, &e->guard);
  visit(r, &e->cond);
  visit(r, &e->doubt);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    visit(r, &e->assigns[i].index);
    visit(r, &e->assigns[i].value);
  }
}

static void mark_leaf(void *context, hd_term leaf)
{
  pruning *r = context;
  if (hd_term_op(r->p->terms, leaf) == HD_OP_VAR) r->vars[hd_term_symbol(r->p->terms, leaf)] = SEEN;
}

static void mark_term(pruning *r, hd_term *t)
{
  if (hd_term_is(*t)) hd_term_visit_leaves(r->p->terms, *t, mark_leaf, r);
}

/* What a step mentions, and every status: a trace tells by it who is alive. */
static void mark_vars(pruning *r)
{
  hd_program *p = r->p;
  for (uint32_t i = 0; i < p->edges.len && !hd_watch_spent(p->watch); i++) {
    hd_edge_info *e = &p->edges.data[i];
    edge_terms(e, mark_term, r);
    for (uint32_t a = 0; a < e->n_assigns; a++)
      if (e->assigns[a].var.id != HD_NONE) r->vars[e->assigns[a].var.id] = SEEN;
  }
  for (uint32_t t = 0; t < p->threads.len; t++)
    if (p->threads.data[t].status.id != HD_NONE) r->vars[p->threads.data[t].status.id] = SEEN;
}

static void move_var(const pruning *r, hd_var *v)
{
  if (v->id != HD_NONE) v->id = r->vars[v->id];
}

static hd_term renamed_leaf(void *context, hd_term leaf)
{
  const pruning *r = context;
  hd_terms *T = r->p->terms;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  return hd_term_var(T, hd_term_sort(T, leaf), r->vars[hd_term_symbol(T, leaf)]);
}

static void move_term(pruning *r, hd_term *t)
{
  hd_rewrite rewrite = {renamed_leaf, r};
  if (hd_term_is(*t)) *t = hd_term_substitute(r->p->terms, *t, &rewrite);
}

/* Not stopped by the watch: a step that kept an old number would name a variable that is there no more. */
static void move_mentions(pruning *r)
{
  hd_program *p = r->p;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_edge_info *e = &p->edges.data[i];
    edge_terms(e, move_term, r);
    for (uint32_t a = 0; a < e->n_assigns; a++) move_var(r, &e->assigns[a].var);
  }
  for (uint32_t t = 0; t < p->threads.len; t++) {
    move_var(r, &p->threads.data[t].self);
    move_var(r, &p->threads.data[t].status);
  }
  for (uint32_t o = 0; o < p->objects.len; o++) {
    hd_object_info *info = &p->objects.data[o];
    move_var(r, &info->alive);
    move_var(r, &info->extent);
    move_var(r, &info->address);
    for (uint32_t s = 0; s < info->n_slots; s++) move_var(r, &info->slots[s].var);
  }
}

static void keep_vars(pruning *r)
{
  hd_program *p = r->p;
  mark_vars(r);
  uint32_t kept = number_marks(r->vars, p->vars.len);
  if (kept == p->vars.len || hd_watch_spent(p->watch)) return;
  move_mentions(r);
  for (uint32_t i = 0; i < p->vars.len; i++)
    if (r->vars[i] != UNSEEN) p->vars.data[r->vars[i]] = p->vars.data[i];
  p->vars.len = kept;
  hd_program_rename(p);
}

void hd_program_prune(hd_program *p)
{
  if (hd_watch_spent(p->watch)) return;
  pruning r = {p, unseen(p->vars.len), unseen(p->locs.len)};
  keep_locs(&r);
  keep_vars(&r);
  free(r.vars);
  free(r.locs);
}
