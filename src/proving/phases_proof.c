/* phases_proof.c - what holds in combinations of phases, as a clause of a proof.
 *
 * A clause without parties speaks about shared variables and ghosts only. So a ghost for each thread notes its phase,
 * and others follow the locals that matter; that they do is part of what holds where the thread stands. */
#include "proving/proving.h"

#include <stdarg.h>
#include <stdio.h>

#include "program/text.h"

/* The ghost that notes the thread's phase, or HD_NONE: it has no other. */
static uint32_t ghost_of(const hd_proving *w, uint32_t t)
{
  uint32_t ghost = 0;
  if (w->together.count[t] < 2) return HD_NONE;
  for (uint32_t i = 0; i < t; i++) ghost += w->together.count[i] > 1;
  return ghost;
}

/* They come behind the phases. */
static uint32_t copy_of(const hd_proving *w, uint32_t v)
{
  uint32_t ghost = 0;
  for (uint32_t t = 0; t < w->q->threads.len; t++) ghost += w->together.count[t] > 1;
  for (uint32_t i = 0; i < v; i++) ghost += w->together.copied[i];
  return ghost;
}

static hd_term is_in_phase(const hd_proving *w, const hd_certificate *c, uint32_t t, uint32_t phase)
{
  uint32_t ghost = ghost_of(w, t);
  if (ghost == HD_NONE) return hd_term_true(w->q->terms);
  return hd_term_eq_bv(w->q->terms, hd_certificate_ghost(w->q, c, ghost), phase);
}

hd_term hd_together_at(const hd_proving *w, const hd_certificate *c, hd_loc at)
{
  hd_terms *T = w->q->terms;
  uint32_t t = hd_loc_get(w->q, at)->thread.id;
  hd_term all = is_in_phase(w, c, t, w->together.phase[at.id]);
  for (uint32_t v = 0; v < w->q->vars.len; v++) {
    if (!w->together.copied[v] || w->q->vars.data[v].thread.id != t) continue;
    hd_term copy = hd_certificate_ghost(w->q, c, copy_of(w, v));
    all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_EQ, copy, hd_certificate_var(w->q, 0, (hd_var){v})));
  }
  return all;
}

/* A thread that comes to a place notes the phase; from another place of the same one it is noted already. */
static void note_phases(const hd_proving *w, hd_certificate *c, uint32_t t, uint32_t ghost)
{
  const hd_phase_facts *x = &w->together;
  for (uint32_t e = 0; e < w->q->edges.len; e++) {
    hd_loc from = w->q->edges.data[e].from, to = w->q->edges.data[e].to;
    if (hd_loc_get(w->q, from)->thread.id != t || !hd_proving_is_place(w, to)) continue;
    if (hd_proving_is_place(w, from) && x->phase[from.id] == x->phase[to.id]) continue;
    hd_certificate_set_ghost(c, (hd_edge){e}, ghost, hd_term_bv(w->q->terms, 8, x->phase[to.id]));
  }
}

static hd_term add_phases(const hd_proving *w, hd_certificate *c)
{
  hd_terms *T = w->q->terms;
  hd_term all = hd_term_true(T);
  for (uint32_t t = 0; t < w->q->threads.len; t++) {
    if (ghost_of(w, t) == HD_NONE) continue;
    const hd_thread_info *info = &w->q->threads.data[t];
    const char *name = hd_arena_printf(&c->arena, "%s.phase", info->name);
    uint32_t ghost = hd_certificate_add_ghost(c, name, HD_BV(8), w->together.phase[info->entry.id]);
    hd_term last = hd_term_bv(T, 8, w->together.count[t] - 1);
    all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_ULE, hd_certificate_ghost(w->q, c, ghost), last));
    note_phases(w, c, t, ghost);
  }
  return all;
}

static void add_copies(const hd_proving *w, hd_certificate *c)
{
  for (uint32_t v = 0; v < w->q->vars.len; v++) {
    const hd_var_info *info = &w->q->vars.data[v];
    if (!w->together.copied[v]) continue;
    const char *name = hd_arena_printf(&c->arena, "%s.copy", info->name);
    uint32_t ghost = hd_certificate_add_ghost(c, name, info->sort, hd_var_init(w->q, (hd_var){v}, 0));
    for (uint32_t e = 0; e < w->q->edges.len; e++)
      for (uint32_t i = 0; i < w->q->edges.data[e].n_assigns; i++)
        if (w->q->edges.data[e].assigns[i].var.id == v)
          hd_certificate_set_ghost(c, (hd_edge){e}, ghost, w->q->edges.data[e].assigns[i].value);
  }
}

typedef struct {
  const hd_proving *w;
  const hd_certificate *c;
} telling;

static hd_term copied_leaf(void *context, hd_term leaf)
{
  const telling *x = context;
  uint32_t v = hd_term_symbol(x->w->q->terms, leaf);
  bool copied = v < x->w->q->vars.len && x->w->together.copied[v];
  return copied ? hd_certificate_ghost(x->w->q, x->c, copy_of(x->w, v)) : HD_NO_TERM;
}

/* What never holds in a combination of phases. */
static hd_term exclude_combination(const hd_proving *w, const hd_certificate *c, const hd_never *n)
{
  hd_terms *T = w->q->terms;
  telling x = {w, c};
  hd_term both = hd_term_substitute(T, n->never, &(hd_rewrite){copied_leaf, &x});
  for (uint32_t t = 0, rest = n->phases; t < w->q->threads.len; rest /= w->together.count[t++])
    both = hd_term_2(T, HD_OP_AND, is_in_phase(w, c, t, rest % w->together.count[t]), both);
  return hd_term_1(T, HD_OP_NOT, both);
}

void hd_together_tell(const hd_proving *w, hd_certificate *c)
{
  hd_term all = add_phases(w, c);
  add_copies(w, c);
  for (uint32_t i = 0; i < w->together.list.len; i++)
    all = hd_term_2(w->q->terms, HD_OP_AND, all, exclude_combination(w, c, &w->together.list.data[i]));
  hd_certificate_add_fact(c, hd_certificate_add_clause(c, NULL, 0, true), NULL, all);
}

/* --- for people ------------------------------------------------------------------------------------------ */

enum { MOST_LINES = 12 };

static const char *name_of(void *context, uint32_t symbol)
{
  const hd_program *q = context;
  return q->vars.data[symbol].name;
}

static bool is_signed(void *context, uint32_t symbol)
{
  const hd_program *q = context;
  return q->vars.data[symbol].show == HD_SHOW_SIGNED;
}

/* The first line of the source that the phase has. */
static uint32_t line_of(const hd_proving *w, uint32_t t, uint32_t phase)
{
  uint32_t line = 0;
  for (uint32_t l = 0; l < w->q->locs.len; l++) {
    const hd_loc_info *info = &w->q->locs.data[l];
    if (info->thread.id != t || w->together.phase[l] != phase || !info->pos.line) continue;
    if (!line || info->pos.line < line) line = info->pos.line;
  }
  return line;
}

static void print_where(FILE *out, const hd_proving *w, uint32_t phases)
{
  const char *glue = " while ";
  for (uint32_t t = 0; t < w->q->threads.len; phases /= w->together.count[t++]) {
    if (w->together.count[t] < 2) continue;
    fprintf(out, "%s%s is at line %u", glue, w->q->threads.data[t].name, line_of(w, t, phases % w->together.count[t]));
    glue = ", ";
  }
}

/* Nothing has to be said about places that no thread reaches. */
static bool tells(const hd_proving *w, const hd_never *n)
{
  return !hd_term_is_true(w->q->terms, n->never);
}

static void HD_PRINTF(2, 3) note_line(const hd_prove_task *t, const char *format, ...)
{
  char *line;
  va_list args;
  va_start(args, format);
  if (vasprintf(&line, format, args) < 0) hd_out_of_memory();
  va_end(args);
  t->note(t->note_context, line);
  free(line);
}

void hd_together_relies(const hd_proving *w)
{
  hd_names names = {name_of, is_signed, w->q};
  uint32_t all = 0, told = 0;
  for (uint32_t i = 0; i < w->together.list.len; i++) {
    const hd_never *n = &w->together.list.data[i];
    if (!tells(w, n) || all++ >= MOST_LINES) continue;
    char *text = NULL;
    size_t size = 0;
    FILE *line = open_memstream(&text, &size);
    HD_CHECK(line);
    hd_term_print_c(line, w->q->terms, hd_term_1(w->q->terms, HD_OP_NOT, n->never), &names);
    print_where(line, w, n->phases);
    fclose(line);
    note_line(w->task, "each thread relies on: %s", text);
    free(text);
    told++;
  }
  if (all > told) note_line(w->task, "and on %u more facts of this kind (--certificate)", all - told);
}
