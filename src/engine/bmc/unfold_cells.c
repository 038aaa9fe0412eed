/* unfold_cells.c - cells that one instance alone writes hold what that instance last wrote there.
 *
 * An instance that reads such a cell finds its own last write; one that was created by the instance that writes it,
 * with no write after the creation, finds the last write before it; and a cell that is never written stays as it was.
 * Nothing is left open then, and values that are constants are known while the reader is unfolded: `*(int *)argument`,
 * the fields of a structure that a thread is given, a counter of what the thread itself has done.
 *
 * Who writes which cell is a guess: what an unfolding that knew less has shown. It is kept only if the unfolding that
 * was made with it has no other writes than the guess says. Then it is right: take an execution, and in it the first
 * write that the guess does not know. Up to there every read has found what was said here, so that the unfolding
 * contains the execution up to that write, and the write itself, which it does not. */
#include "engine/bmc/unfolder.h"

/* A write, of a cell if the index is a constant; else of any cell of the variable. */
typedef struct {
  uint32_t who;
  hd_term index;
} writing;
typedef HD_VEC(writing) writings;

struct hd_bmc_cells {
  const hd_terms *T;
  uint32_t n; /* variables */
  writings *of;
};

enum { NO_WRITER = HD_NONE - 1, SEVERAL = HD_NONE };

static bool is_any(const hd_terms *T, hd_term index)
{
  return hd_term_is(index) && !hd_term_is_const(T, index, NULL);
}

static bool is_known(const hd_bmc_cells *c, hd_var v, uint32_t who, hd_term index)
{
  for (uint32_t i = 0; i < c->of[v.id].len; i++) {
    const writing *w = &c->of[v.id].data[i];
    if (w->who == who && (hd_term_same(w->index, index) || is_any(c->T, w->index))) return true;
  }
  return false;
}

hd_bmc_cells *hd_bmc_cells_new(const hd_bmc_unfolding *u)
{
  hd_bmc_cells *c = hd_alloc(1, sizeof *c);
  c->T = u->T;
  c->n = u->p->vars.len;
  c->of = hd_alloc(c->n + 1, sizeof *c->of);
  for (uint32_t i = 0; i < u->writes.len; i++) {
    const hd_bmc_write *w = &u->writes.data[i];
    uint32_t who = u->blocks.data[w->block].who;
    if (!is_known(c, w->var, who, w->index)) hd_vec_push(&c->of[w->var.id], (writing){who, w->index});
  }
  return c;
}

void hd_bmc_cells_free(hd_bmc_cells *c)
{
  if (!c) return;
  for (uint32_t v = 0; v < c->n; v++) hd_vec_clear(&c->of[v]);
  free(c->of);
  free(c);
}

bool hd_bmc_cells_cover(const hd_bmc_cells *c, const hd_bmc_cells *other)
{
  for (uint32_t v = 0; v < other->n; v++)
    for (uint32_t i = 0; i < other->of[v].len; i++)
      if (!is_known(c, (hd_var){v}, other->of[v].data[i].who, other->of[v].data[i].index)) return false;
  return true;
}

/* The instance that alone writes the cell, NO_WRITER or SEVERAL. */
static uint32_t find_writer(const hd_bmc_cells *c, hd_var v, hd_term index)
{
  uint32_t writer = NO_WRITER;
  for (uint32_t i = 0; i < c->of[v.id].len; i++) {
    const writing *w = &c->of[v.id].data[i];
    bool overlap = is_any(c->T, index) || is_any(c->T, w->index) || hd_term_same(w->index, index);
    if (!overlap || w->who == writer) continue;
    if (writer != NO_WRITER) return SEVERAL;
    writer = w->who;
  }
  return writer;
}

/* The write that creates the instance; HD_NONE: none so far, or several. */
static uint32_t find_creation(const hd_bmc_unfolder *x)
{
  const hd_bmc_unfolding *u = x->u;
  hd_bmc_who who = u->who.data[x->who];
  uint32_t status = hd_thread_get(x->in->p, who.thread)->status.id, found = HD_NONE;
  for (uint32_t i = 0; i < u->writes.len; i++) {
    const hd_bmc_write *w = &u->writes.data[i];
    uint64_t at = who.instance;
    if (w->var.id != status || (hd_term_is(w->index) && !hd_term_is_const(u->T, w->index, &at))) continue;
    if (at != who.instance) continue;
    if (found != HD_NONE || w->cond == HD_NONE) return HD_NONE;
    found = i;
  }
  return found;
}

/* What the creator has left in the cell, which no other instance writes, if it wrote it before the creation only and
 * what it wrote last is certain there. Its blocks are in the order of the program, and the instance starts after the
 * whole block that creates it. */
static hd_term left_by_creator(const hd_bmc_view *v, hd_var var, hd_term index)
{
  hd_bmc_unfolding *u = v->x->u;
  uint32_t born = find_creation(v->x), last = HD_NONE;
  if (born == HD_NONE || u->writes.data[born].var.id == var.id) return HD_NO_TERM; /* that is what it waits for */
  const hd_bmc_write *creation = &u->writes.data[born];
  for (uint32_t i = 0; i < u->writes.len; i++) {
    const hd_bmc_write *w = &u->writes.data[i];
    if (w->var.id != var.id) continue;
    if (is_any(u->T, w->index)) return HD_NO_TERM;
    if (hd_term_is(index) && !hd_term_same(w->index, index)) continue;
    if (w->block > creation->block || (last != HD_NONE && u->writes.data[last].block == w->block)) return HD_NO_TERM;
    if (last == HD_NONE || w->block > u->writes.data[last].block) last = i;
  }
  if (last == HD_NONE) return hd_bmc_initial_value(u, var, 0, index);
  const hd_bmc_write *w = &u->writes.data[last];
  bool certain = w->cond != HD_NONE && hd_bmc_cond_within(&u->conds, w->cond, creation->cond);
  return certain ? w->value : HD_NO_TERM;
}

/* The only instance that creates this one; HD_NONE: there is none, or it comes later. */
static uint32_t find_creator(const hd_bmc_unfolder *x)
{
  const hd_bmc_unfolding *u = x->u;
  uint32_t thread = u->who.data[x->who].thread.id;
  uint32_t status = hd_thread_get(x->in->p, u->who.data[x->who].thread)->status.id;
  if (status == HD_NONE || x->creator[status] == HD_NONE || !x->waits[thread]) return HD_NONE;
  for (uint32_t i = 0; i < x->who; i++)
    if (u->who.data[i].thread.id == x->creator[status]) return i;
  return HD_NONE;
}

bool hd_bmc_is_own(const hd_bmc_view *v, hd_var var, hd_term index)
{
  const hd_bmc_cells *c = v->x->cells;
  return c && v->block != HD_BMC_FINAL && find_writer(c, var, index) == v->x->who;
}

hd_term hd_bmc_found_there(const hd_bmc_view *v, hd_var var, hd_term index)
{
  const hd_bmc_cells *c = v->x->cells;
  if (!c || v->block == HD_BMC_FINAL) return HD_NO_TERM;
  uint32_t writer = find_writer(c, var, index);
  if (writer == NO_WRITER) return hd_bmc_initial_value(v->x->u, var, 0, index);
  if (writer == SEVERAL || writer != find_creator(v->x) || is_any(v->x->u->T, index)) return HD_NO_TERM;
  return left_by_creator(v, var, index);
}
