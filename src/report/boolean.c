/* boolean.c - a line for each step, with the variables that changed. */
#include "report/boolean.h"

typedef struct {
  FILE *out;
  const hd_bp *p;
  const hd_bp_trace *t;
  hd_bp_where *places;
  uint32_t *numbers; /* of each step that has been printed: its line's number */
  bool all;
  unsigned number, name_width, where_width, text_width;
} page;

/* --- the words of a step ----------------------------------------------------------------------------------
 */

static const hd_bp_edge *edge_of(const page *g, uint32_t i)
{
  const hd_bp_step *s = &g->t->steps.data[i];
  if (s->move == HD_BP_TAKE || s->move == HD_BP_AGAIN) return &g->p->edges.data[s->edge];
  return s->move == HD_BP_RETURN ? &g->p->edges.data[g->places[i].call] : NULL;
}

static bool is_shown(const page *g, uint32_t i)
{
  const hd_bp_edge *e = edge_of(g, i);
  if (g->t->steps.data[i].move == HD_BP_RETURN || g->t->steps.data[i].move == HD_BP_AGAIN) return true;
  return e && (e->text || g->all);
}

static void where(const page *g, uint32_t i, char *text, size_t size)
{
  const hd_bp_edge *e = edge_of(g, i);
  const char *slash = strrchr(g->p->file, '/');
  snprintf(text, size, "%s:%u", slash ? slash + 1 : g->p->file, e ? e->pos.line : 0);
}

static void what(const page *g, uint32_t i, char *text, size_t size)
{
  const hd_bp_edge *e = edge_of(g, i);
  if (g->t->steps.data[i].move == HD_BP_RETURN)
    snprintf(text, size, "return from %s", g->p->procs.data[e->callee].name);
  else
    snprintf(text, size, "%s", e && e->text ? e->text : "(step)");
}

/* A branch says which way it went. */
static const char *outcome(const page *g, uint32_t i)
{
  const hd_bp_edge *e = edge_of(g, i);
  if (g->t->steps.data[i].move != HD_BP_TAKE) return NULL;
  return e->branch == HD_BP_NO_BRANCH ? NULL : e->branch == HD_BP_TAKEN ? "yes" : "no";
}

/* --- values
 * -------------------------------------------------------------------------------------------------- */

/* The values before the step, of the globals and of the frame that is on top after it; NULL: none yet. */
typedef struct {
  const uint8_t *globals, *locals;
} values;

static values values_before(const page *g, uint32_t i)
{
  values v = {NULL, NULL};
  const hd_bp_step *s = &g->t->steps.data[i];
  if (i > 0) v.globals = g->t->steps.data[i - 1].globals;
  if (s->move == HD_BP_BEGIN || (s->move == HD_BP_TAKE && g->p->edges.data[s->edge].kind == HD_BP_CALL)) return v;
  uint32_t depth = g->places[i].depth - (s->move == HD_BP_RETURN ? 1 : 0), k = i;
  while (k-- > 0) {
    const hd_bp_step *b = &g->t->steps.data[k];
    if (b->actor != s->actor) continue;
    uint32_t after = g->places[k].depth;
    if (b->move == HD_BP_BEGIN) after = 1;
    if (b->move == HD_BP_TAKE && g->p->edges.data[b->edge].kind == HD_BP_CALL) after++;
    if (b->move == HD_BP_RETURN) after--;
    if (after != depth) continue;
    v.locals = b->locals;
    return v;
  }
  return v;
}

static void print_changes(const page *g, const hd_u32s *vars, const uint8_t *now, const uint8_t *old, bool *any)
{
  for (uint32_t i = 0; i < vars->len; i++) {
    const hd_bp_var *v = &g->p->vars.data[vars->data[i]];
    if (v->internal && !g->all) continue;
    if (old && old[i] == now[i] && !g->all) continue;
    fprintf(g->out, "%s%s = %u", *any ? ", " : "", v->name, now[i]);
    *any = true;
  }
}

static const hd_u32s *locals_after(const page *g, uint32_t i)
{
  return &g->p->procs.data[g->p->locs.data[g->places[i].after].proc].locals;
}

static void print_values(const page *g, uint32_t i)
{
  const hd_bp_step *s = &g->t->steps.data[i];
  values old = values_before(g, i);
  bool any = false, call = s->move == HD_BP_TAKE && g->p->edges.data[s->edge].kind == HD_BP_CALL;
  const char *branch = outcome(g, i);
  if (branch) {
    fputs(branch, g->out);
    any = true;
  }
  if (s->move == HD_BP_AGAIN) {
    fprintf(g->out, "again, up to the return, as from step %u", g->numbers[s->starts]);
    any = true;
  }
  if (s->move == HD_BP_TAKE && s->starts != HD_NONE) {
    fprintf(g->out, "starts %s", g->t->actors.data[s->starts].name);
    any = true;
  }
  print_changes(g, &g->p->globals, s->globals, old.globals, &any);
  if (call) { /* of the callee only what was passed: the rest has no value yet */
    hd_u32s params = *locals_after(g, i);
    params.len = g->p->procs.data[g->p->edges.data[s->edge].callee].n_params;
    print_changes(g, &params, s->locals, NULL, &any);
  } else if (old.locals) {
    print_changes(g, locals_after(g, i), s->locals, old.locals, &any);
  }
}

/* --- lines
 * ---------------------------------------------------------------------------------------------------- */

static unsigned max_of(unsigned a, size_t b)
{
  return b > a ? (unsigned)b : a;
}

static void lay_out(page *g)
{
  char text[256];
  g->name_width = 6;
  g->where_width = 5;
  for (uint32_t i = 0; i < g->t->steps.len; i++) {
    if (!is_shown(g, i)) continue;
    g->name_width = max_of(g->name_width, strlen(g->t->actors.data[g->t->steps.data[i].actor].name));
    where(g, i, text, sizeof text);
    g->where_width = max_of(g->where_width, strlen(text));
    what(g, i, text, sizeof text);
    g->text_width = max_of(g->text_width, strlen(text));
  }
  if (g->text_width > 50) g->text_width = 50;
}

static void print_initial(const page *g)
{
  bool any = false;
  if (!g->t->steps.len || !g->p->globals.len) return;
  fputs("initially ", g->out);
  print_changes(g, &g->p->globals, g->t->steps.data[0].globals, NULL, &any);
  fputc('\n', g->out);
}

/* A thread's locals have a value from the start, which may matter. */
static void print_begin(const page *g, uint32_t i)
{
  const hd_bp_step *s = &g->t->steps.data[i];
  bool any = false;
  const hd_u32s *locals = locals_after(g, i);
  if (!locals->len) return;
  fprintf(g->out, "      %-*s  begins: ", (int)g->name_width, g->t->actors.data[s->actor].name);
  print_changes(g, locals, s->locals, NULL, &any);
  fputc('\n', g->out);
}

static void print_line(page *g, uint32_t i)
{
  char place[256], text[256];
  where(g, i, place, sizeof place);
  what(g, i, text, sizeof text);
  g->numbers[i] = ++g->number;
  fprintf(g->out, "%4u  %-*s  %-*s  %-*s  ", g->number, (int)g->name_width,
          g->t->actors.data[g->t->steps.data[i].actor].name, (int)g->where_width, place, (int)g->text_width, text);
  print_values(g, i);
  fputc('\n', g->out);
}

char *hd_report_boolean_end(const hd_bp *p, const hd_bp_trace *t)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) hd_out_of_memory();
  hd_bp_where *places = hd_alloc(t->steps.len + 1, sizeof *places);
  hd_bp_trace_places(p, t, places);
  const hd_bp_step *last = &t->steps.data[t->steps.len - 1];
  uint32_t loc = places[t->steps.len - 1].after;
  const char *name = t->actors.data[last->actor].name;
  const hd_bp_edge *e = last->move == HD_BP_TAKE ? &p->edges.data[last->edge] : NULL;
  if (p->locs.data[loc].kind == HD_BP_FAIL && e) {
    fprintf(out, "assertion failed in %s at %s:%u: %s", name, p->file, e->pos.line, e->text ? e->text : "");
  } else {
    const char *label = "?";
    for (uint32_t i = 0; i < p->labels.len; i++)
      if (p->labels.data[i].loc == loc) label = p->labels.data[i].name;
    fprintf(out, "label %s reached in %s at %s:%u", label, name, p->file, p->locs.data[loc].pos.line);
  }
  fclose(out);
  free(places);
  return text;
}

void hd_report_boolean_trace(FILE *out, const hd_bp *p, const hd_bp_trace *t, bool all_steps)
{
  page g = {.out = out, .p = p, .t = t, .all = all_steps};
  g.places = hd_alloc(t->steps.len + 1, sizeof *g.places);
  hd_bp_trace_places(p, t, g.places);
  g.numbers = hd_alloc(t->steps.len + 1, sizeof *g.numbers);
  lay_out(&g);
  fprintf(out, "step  %-*s  %-*s  what\n", (int)g.name_width, "thread", (int)g.where_width, "where");
  print_initial(&g);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    if (t->steps.data[i].move == HD_BP_BEGIN)
      print_begin(&g, i);
    else if (is_shown(&g, i))
      print_line(&g, i);
  }
  char *end = hd_report_boolean_end(p, t);
  fprintf(out, "%s\n", end);
  free(end);
  free(g.places);
  free(g.numbers);
}
