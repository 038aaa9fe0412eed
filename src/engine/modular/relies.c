/* relies.c - facts as C expressions, and the programs of `--emit-sequential`. */
#include "engine/modular/relies.h"

#include <stdio.h>
#include <sys/stat.h>

#include "engine/modular/joint.h"
#include "program/text.h"

static const char *name_of(void *context, uint32_t symbol)
{
  static char text[256];
  const hd_modular_run *u = context;
  if (symbol < u->first_copy || symbol >= u->start.id) return u->p->vars.data[symbol].name;
  snprintf(text, sizeof text, "old(%s)", u->p->vars.data[symbol - u->first_copy].name);
  return text;
}

static bool is_signed(void *context, uint32_t symbol)
{
  const hd_modular_run *u = context;
  return symbol < u->p->vars.len && u->p->vars.data[symbol].show == HD_SHOW_SIGNED;
}

/* A formula as C. The caller frees it. */
static char *as_c(const hd_modular_run *u, hd_term t)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  HD_CHECK(out);
  hd_names names = {name_of, is_signed, (void *)u};
  hd_term_print_c(out, u->p->terms, t, &names);
  fclose(out);
  return text;
}

static void say_reliance(const hd_level *l, hd_term what, hd_result *out)
{
  char *text = as_c(l->u, what);
  const char *name = l->u->p->threads.data[l->thread.id].name;
  hd_vec_push(&out->notes, hd_arena_printf(&out->arena, "thread %s relies on: %s", name, text));
  free(text);
}

/* Is it about something that the thread uses and others change? */
static bool concerns_others(const hd_level *l, hd_term t)
{
  bool found = false;
  uint8_t *about = hd_alloc(l->u->first_copy, 1);
  hd_modular_run_mark(l->u, t, about);
  for (uint32_t v = 0; v < l->u->first_copy && !found; v++)
    found = about[v] && l->changed_by_others[v] && l->u->uses[l->thread.id][v];
  free(about);
  return found;
}

void hd_hierarchy_relies(const hd_hierarchy *h, hd_result *out)
{
  for (uint32_t i = 0; i < h->n; i++) {
    const hd_level *l = &h->levels[i];
    for (uint32_t k = 0; k < h->invariants.len; k++)
      if (concerns_others(l, h->invariants.data[k])) say_reliance(l, h->invariants.data[k], out);
    for (uint32_t k = 0; k < l->facts.len; k++) say_reliance(l, l->facts.data[k], out);
  }
}

/* --- emitted programs ------------------------------------------------------------ */

static void comment(FILE *out, const hd_modular_run *u, const char *what, hd_term t)
{
  char *text = as_c(u, t);
  fprintf(out, "// %s %s\n", what, text);
  free(text);
}

static void print_module(FILE *out, const hd_level *l)
{
  uint32_t n;
  const hd_thread *threads = hd_joint_threads(l->joint, &n);
  fprintf(out, "// The module of");
  for (uint32_t i = 0; i < n; i++) fprintf(out, "%s %s", i ? "," : "", l->u->p->threads.data[threads[i].id].name);
  fprintf(out, ": one after the other, each block at the time that its clock says.\n// %s\n",
          l->index ? "Can they go from alpha, at start_clock, to beta?" : "Can one of their assertions fail?");
}

static void print_head(FILE *out, const hd_level *l)
{
  const hd_modular_run *u = l->u;
  const char *thread = u->p->threads.data[l->thread.id].name;
  if (l->joint) print_module(out, l);
  if (l->joint && l->index) {
    comment(out, u, "alpha:", hd_level_alpha(l));
    comment(out, u, "beta: ", hd_level_beta(l));
  } else if (l->joint) {
    return;
  } else if (l->index == 0) {
    fprintf(out, "// Thread %s, with an environment move at each cut-point: can one of its assertions fail?\n", thread);
  } else {
    fprintf(out, "// Thread %s, asked whether it and the threads after it can go from alpha to beta.\n", thread);
    comment(out, u, "alpha:", hd_level_alpha(l));
    comment(out, u, "beta: ", hd_level_beta(l));
  }
  for (uint32_t i = 0; i < l->invariants->len; i++) comment(out, u, "always holds:", l->invariants->data[i]);
  for (uint32_t i = 0; i < l->facts.len; i++) comment(out, u, "an environment move keeps:", l->facts.data[i]);
  for (uint32_t i = 0; i < l->promises.len; i++) {
    char at[64];
    snprintf(at, sizeof at, "promise of error at L%u:", l->promises.data[i].cut.id);
    comment(out, u, at, l->promises.data[i].psi);
  }
}

/* The program with all parts of the query supposed, and without what is not used. The caller frees it. */
static hd_program *tidy_level(const hd_level *l)
{
  hd_program *c = hd_program_beside(l->q);
  for (uint32_t t = 0; t < l->q->threads.len; t++) hd_program_add_thread(c, l->q->threads.data[t]);
  for (uint32_t i = 0; i < l->q->locs.len; i++) hd_program_add_loc(c, l->q->locs.data[i]);
  for (uint32_t i = 0; i < l->q->edges.len; i++) {
    hd_edge_info e = l->q->edges.data[i];
    if (hd_term_is(e.guard)) e.guard = hd_modular_run_suppose(l->u, e.guard);
    if (hd_term_is(e.cond)) e.cond = hd_modular_run_suppose(l->u, e.cond);
    if (e.kind == HD_EDGE_ASSERT && hd_term_is_true(c->terms, e.cond)) e.kind = HD_EDGE_STEP;
    hd_program_add_edge(c, e);
  }
  hd_program_prune(c);
  hd_program_index(c);
  return c;
}

void hd_level_emit(const hd_level *l)
{
  const hd_modular_run *u = l->u;
  char path[1024];
  mkdir(u->task->emit_sequential, 0777);
  size_t folder = strlen(u->task->emit_sequential) + 1;
  snprintf(path, sizeof path, "%s/%04llu-%s.c", u->task->emit_sequential, (unsigned long long)u->counts.checks,
           l->joint ? "module" : u->p->threads.data[l->thread.id].name);
  for (size_t i = folder; i < sizeof path && path[i]; i++)
    if (path[i] == '#') path[i] = '_';
  FILE *out = fopen(path, "w");
  const char *why_not;
  if (!out) return;
  print_head(out, l);
  hd_program *c = tidy_level(l);
  if (!hd_program_print_c(out, c, &why_not)) fprintf(out, "// This cannot be written as C: %s\n", why_not);
  hd_program_free(c);
  fclose(out);
}
