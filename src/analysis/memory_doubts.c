/* memory_doubts.c - decides for each atomic access whether what it reads can be relied on. */
#include "analysis/memory_doubts.h"

#include "analysis/rebuild.h"
#include "analysis/sharing.h"

enum { NO_DOUBT, UNFOUNDED, FOUNDED };

/* Who writes a variable once other threads may run. */
typedef enum { NOT_WRITTEN, ONE_WRITES, SEVERAL_WRITE } writers;

typedef struct {
  uint8_t kind;    /* writers */
  uint32_t thread; /* of ONE_WRITES */
} writing;

typedef struct {
  hd_program *p;
  writing *all, *relaxed; /* by variable: its writes, and those among them that are relaxed */
  uint8_t *doubt;         /* by variable */
  const hd_edge_info *at;
  uint32_t thread;
} doubts;

static void add_writer(const hd_program *p, writing *w, uint32_t thread)
{
  bool alone = p->threads.data[thread].instances == 1 && (w->kind == NOT_WRITTEN || w->thread == thread);
  w->kind = alone && w->kind != SEVERAL_WRITE ? ONE_WRITES : SEVERAL_WRITE;
  w->thread = thread;
}

/* A thread's own variables, which each of its instances has, are written by no other. */
static bool is_own(const hd_program *p, hd_var v)
{
  return hd_var_get(p, v)->thread.id != HD_NONE;
}

static void note_write(void *context, hd_var v, bool write)
{
  const doubts *x = context;
  if (is_own(x->p, v)) return;
  if (write) add_writer(x->p, &x->all[v.id], x->thread);
  if (write && x->at->relaxed) add_writer(x->p, &x->relaxed[v.id], x->thread);
}

static bool others_write(const writing *w, uint32_t thread)
{
  return w->kind == SEVERAL_WRITE || (w->kind == ONE_WRITES && w->thread != thread);
}

static void judge_place(void *context, hd_var v, bool write)
{
  const doubts *x = context;
  (void)write;
  if (others_write(x->at->relaxed ? &x->all[v.id] : &x->relaxed[v.id], x->thread))
    x->doubt[hd_term_symbol(x->p->terms, x->at->doubt)] = FOUNDED;
}

static void visit_edges(doubts *x, const hd_sharing *sharing, bool judging)
{
  for (uint32_t e = 0; e < x->p->edges.len; e++) {
    x->at = &x->p->edges.data[e];
    x->thread = hd_loc_get(x->p, x->at->from)->thread.id;
    if (judging ? hd_term_is(x->at->doubt) : !sharing->early[e])
      hd_edge_accesses(x->p, (hd_edge){e}, judging ? judge_place : note_write, x);
  }
}

static hd_term settle_doubt(void *context, hd_term t)
{
  const doubts *x = context;
  hd_terms *T = x->p->terms;
  if (hd_term_op(T, t) != HD_OP_VAR || !x->doubt[hd_term_symbol(T, t)]) return HD_NO_TERM;
  return hd_term_bool(T, x->doubt[hd_term_symbol(T, t)] == FOUNDED);
}

static bool find_doubts(doubts *x)
{
  bool any = false;
  for (uint32_t e = 0; e < x->p->edges.len; e++) {
    hd_term doubt = x->p->edges.data[e].doubt;
    if (!hd_term_is(doubt)) continue;
    x->doubt[hd_term_symbol(x->p->terms, doubt)] = UNFOUNDED;
    any = true;
  }
  return any;
}

static void judge_doubts(doubts *x)
{
  hd_program_index(x->p);
  hd_sharing *sharing = hd_sharing_new(x->p);
  x->all = hd_alloc(x->p->vars.len, sizeof *x->all);
  x->relaxed = hd_alloc(x->p->vars.len, sizeof *x->relaxed);
  visit_edges(x, sharing, false);
  visit_edges(x, sharing, true);
  free(x->all);
  free(x->relaxed);
  hd_sharing_free(sharing);
}

void hd_doubts_settle(hd_program *p)
{
  doubts x = {.p = p, .doubt = hd_alloc(p->vars.len, 1)};
  if (find_doubts(&x)) {
    judge_doubts(&x);
    hd_rebuilder f = {.T = p->terms, .node = settle_doubt, .context = &x};
    for (uint32_t e = 0; e < p->edges.len; e++) {
      hd_rebuild_edge(&f, &p->edges.data[e]);
      p->edges.data[e].doubt = HD_NO_TERM;
    }
    hd_rebuilder_clear(&f);
  }
  free(x.doubt);
}
