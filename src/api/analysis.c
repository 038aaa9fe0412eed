/* analysis.c - the text of `heddle emit analysis`. */
#include "api/analysis.h"

#include "analysis/dependence.h"
#include "analysis/facts.h"
#include "analysis/replicated.h"
#include "program/checks.h"
#include "report/source.h"

typedef struct {
  FILE *out;
  hd_program *p;
  hd_property property;
  hd_sources sources;
  hd_facts *facts;
  const hd_sharing *sharing;
  int name_width; /* of the longest thread's name */
} page;

static const char *thread_name(const page *g, uint32_t t)
{
  return g->p->threads.data[t].name;
}

/* The first column. */
static void print_name(const page *g, uint32_t t)
{
  fprintf(g->out, "  %-*s  ", g->name_width, thread_name(g, t));
}

static void heading(const page *g, const char *text)
{
  fprintf(g->out, "%s\n", text);
}

/* `a, b, c`: what stands before the next item of a list. */
static const char *comma(bool *first)
{
  const char *text = *first ? "" : ", ";
  *first = false;
  return text;
}

/* --- threads ----------------------------------------------------------------------------------- */

static const char *const alike_texts[] = {
    [HD_ALIKE_NOT] = "told apart",
    [HD_ALIKE_BUT_STATUS] = "alike except for their status",
    [HD_ALIKE] = "alike",
};

static uint32_t count_edges(const hd_program *p, uint32_t t)
{
  uint32_t n = 0;
  for (uint32_t e = 0; e < p->edges.len; e++) n += hd_loc_get(p, p->edges.data[e].from)->thread.id == t;
  return n;
}

static uint32_t count_locs(const hd_program *p, uint32_t t)
{
  uint32_t n = 0;
  for (uint32_t l = 0; l < p->locs.len; l++) n += p->locs.data[l].thread.id == t;
  return n;
}

static void print_threads(page *g)
{
  const hd_program *p = g->p;
  heading(g, "threads");
  for (uint32_t t = 0; t < p->threads.len; t++) {
    const hd_thread_info *info = &p->threads.data[t];
    print_name(g, t);
    fprintf(g->out, "%u instance%s, %u locations, %u edges", info->instances, info->instances == 1 ? "" : "s",
            count_locs(p, t), count_edges(p, t));
    if (info->replicated) fprintf(g->out, ", replicated: the source may create more");
    if (info->instances > 1) fprintf(g->out, ", %s", alike_texts[hd_thread_alike(p, (hd_thread){t})]);
    fprintf(g->out, "\n");
  }
}

/* --- checks ------------------------------------------------------------------------------------- */

static void print_checks(page *g)
{
  hd_checks *checks = hd_checks_new(g->p);
  heading(g, "checks");
  for (uint32_t i = 0; i < checks->list.len; i++) {
    const hd_check_info *c = &checks->list.data[i];
    hd_place at = hd_program_place(g->p, c->pos);
    const char *slash = at.file ? strrchr(at.file, '/') : NULL;
    fprintf(g->out, "  %s", hd_check_table[c->kind].rule);
    if (at.file) fprintf(g->out, " at %s:%u:%u", slash ? slash + 1 : at.file, at.line, at.column);
    if (c->text) fprintf(g->out, ": %s", c->text);
    fprintf(g->out, "; %u edge%s\n", c->n_edges, c->n_edges == 1 ? "" : "s");
  }
  hd_checks_free(checks);
}

/* --- shared variables ----------------------------------------------------------------------------- */

/* Threads from number 63 on share a bit. */
static void print_who(const page *g, const char *what, uint64_t set)
{
  bool first = true;
  uint32_t n = g->p->threads.len;
  if (!set) return;
  fprintf(g->out, "; %s by ", what);
  for (uint32_t t = 0; t < n && t < 64; t++) {
    if (!(set >> t & 1)) continue;
    fprintf(g->out, "%s%s%s", comma(&first), thread_name(g, t), t == 63 && n > 64 ? " or others" : "");
  }
}

static void print_shared(page *g)
{
  const hd_program *p = g->p;
  uint32_t unshared = 0;
  heading(g, "shared variables");
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    unshared += info->thread.id == HD_NONE && !g->sharing->shared[v];
    if (!g->sharing->shared[v]) continue;
    fprintf(g->out, "  %s: ", info->name);
    if (info->sort.kind == HD_SORT_BOOL)
      fprintf(g->out, "bool");
    else
      fprintf(g->out, "%u bits", info->sort.width);
    if (info->count) fprintf(g->out, " times %u", info->count);
    print_who(g, "read", g->sharing->readers[v]);
    print_who(g, "written", g->sharing->writers[v]);
    fprintf(g->out, "\n");
  }
  if (unshared) fprintf(g->out, "  (%u more whose changes no other instance can see)\n", unshared);
}

/* --- cut-points --------------------------------------------------------------------------------- */

static const struct {
  hd_reduction reduction;
  const char *name;
} reductions[] = {{HD_REDUCTION_NONE, "none"}, {HD_REDUCTION_LOCAL, "local"}, {HD_REDUCTION_LIPTON, "lipton"}};

static uint32_t count_cuts(const page *g, const hd_cuts *c, uint32_t t)
{
  uint32_t n = 0;
  for (uint32_t l = 0; l < g->p->locs.len; l++) n += g->p->locs.data[l].thread.id == t && c->cut[l] != HD_CUT_NOT;
  return n;
}

static void print_cuts(page *g)
{
  const hd_cuts *cuts[HD_COUNT(reductions)];
  heading(g, "cut-points under each reduction");
  for (size_t i = 0; i < HD_COUNT(reductions); i++)
    cuts[i] = hd_facts_cuts(g->facts, reductions[i].reduction, g->property);
  for (uint32_t t = 0; t < g->p->threads.len; t++) {
    bool first = true;
    print_name(g, t);
    for (size_t i = 0; i < HD_COUNT(reductions); i++)
      fprintf(g->out, "%s%s %u", comma(&first), reductions[i].name, count_cuts(g, cuts[i], t));
    fprintf(g->out, "\n");
  }
}

/* --- loops ------------------------------------------------------------------------------------------- */

/* The head's own place, or the first that something in the loop has. */
static hd_pos loop_pos(const hd_program *p, const hd_loop *loop)
{
  hd_pos pos = hd_loc_get(p, loop->head)->pos;
  for (uint32_t i = 0; i < loop->n_body && pos.file == HD_NONE; i++) pos = p->locs.data[loop->body[i]].pos;
  return pos;
}

static void print_loop(page *g, const hd_loop *loop)
{
  const char *where = hd_sources_where(&g->sources, loop_pos(g->p, loop));
  print_name(g, loop->thread.id);
  for (uint32_t i = 1; i < loop->depth; i++) fprintf(g->out, "  ");
  if (*where)
    fprintf(g->out, "%s: ", where);
  else
    fprintf(g->out, "L%u: ", loop->head.id);
  if (loop->bound != HD_NONE)
    fprintf(g->out, "at most %u iteration%s, counted by %s\n", loop->bound, loop->bound == 1 ? "" : "s",
            hd_var_get(g->p, loop->counter)->name);
  else
    fprintf(g->out, "%s\n", loop->irreducible ? "entered in several ways, no bound" : "no bound known");
}

static void print_loops(page *g)
{
  const hd_loops *loops = hd_facts_loops(g->facts);
  heading(g, "loops");
  for (uint32_t i = 0; i < loops->list.len; i++) print_loop(g, &loops->list.data[i]);
}

/* --- dependencies -------------------------------------------------------------------------------------- */

/* Temporaries are seen through: what one depends on counts for who reads it. */
typedef struct {
  hd_dependence *d;
  hd_reasons *direct; /* by variable */
  uint8_t *kinds;     /* of the variable looked at: how it depends on each */
  uint8_t *seen;      /* temporaries */
  hd_u32s work;
} web;

static void follow_reasons(web *w, const hd_program *p, uint32_t v, uint8_t through, uint8_t kind)
{
  memset(w->seen, 0, p->vars.len);
  hd_vec_push(&w->work, v);
  while (w->work.len) {
    const hd_reasons *r = &w->direct[hd_vec_pop(&w->work)];
    for (uint32_t i = 0; i < r->len; i++) {
      uint32_t y = r->data[i].id;
      if (!(r->data[i].kinds & through)) continue;
      if (p->vars.data[y].role != HD_ROLE_TEMP) {
        if (!w->kinds[y]) w->kinds[y] = kind;
      } else if (!w->seen[y]) {
        w->seen[y] = 1;
        hd_vec_push(&w->work, y);
      }
    }
  }
}

static void print_kind(const page *g, const web *w, uint8_t kind, const char *before)
{
  bool first = true;
  for (uint32_t y = 0; y < g->p->vars.len; y++) {
    if (w->kinds[y] != kind) continue;
    if (first) fprintf(g->out, "%s", before);
    fprintf(g->out, "%s%s", comma(&first), g->p->vars.data[y].name);
  }
}

static void print_dependencies(page *g, hd_dependence *d)
{
  const hd_program *p = g->p;
  web w = {.d = d, .direct = hd_alloc(p->vars.len, sizeof *w.direct)};
  w.kinds = hd_alloc(p->vars.len, 1);
  w.seen = hd_alloc(p->vars.len, 1);
  heading(g, "what the program's variables depend on");
  for (uint32_t v = 0; v < p->vars.len; v++) hd_dependence_of(d, (hd_var){v}, &w.direct[v]);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    if (p->vars.data[v].role != HD_ROLE_USER || !w.direct[v].len) continue;
    memset(w.kinds, 0, p->vars.len);
    follow_reasons(&w, p, v, HD_DEPENDS_DATA, HD_DEPENDS_DATA);
    follow_reasons(&w, p, v, HD_DEPENDS_DATA | HD_DEPENDS_CONTROL, HD_DEPENDS_CONTROL);
    fprintf(g->out, "  %s:", p->vars.data[v].name);
    print_kind(g, &w, HD_DEPENDS_DATA, " by data ");
    print_kind(g, &w, HD_DEPENDS_CONTROL, " by control ");
    fprintf(g->out, "\n");
  }
  for (uint32_t v = 0; v < p->vars.len; v++) hd_vec_clear(&w.direct[v]);
  free(w.direct);
  free(w.kinds);
  free(w.seen);
  hd_vec_clear(&w.work);
}

/* --- between threads --------------------------------------------------------------------------------- */

static void print_flow(page *g, const hd_dependence *d)
{
  hd_u32s vars = {0};
  heading(g, "data flow between threads");
  for (uint32_t a = 0; a < g->p->threads.len; a++)
    for (uint32_t b = 0; b < g->p->threads.len; b++) {
      bool first = true;
      hd_dependence_flow_vars(d, (hd_thread){a}, (hd_thread){b}, &vars);
      if (!vars.len) continue;
      fprintf(g->out, "  %s -> %s: ", thread_name(g, a), thread_name(g, b));
      for (uint32_t i = 0; i < vars.len; i++)
        fprintf(g->out, "%s%s", comma(&first), g->p->vars.data[vars.data[i]].name);
      fprintf(g->out, "\n");
    }
  hd_vec_clear(&vars);
}

void hd_print_analysis(FILE *out, hd_program *p, hd_property property)
{
  page g = {.out = out, .p = p, .property = property};
  hd_dependence *d = hd_dependence_new(p);
  hd_sources_init(&g.sources, p);
  g.facts = hd_facts_new(p);
  g.sharing = hd_facts_sharing(g.facts);
  for (uint32_t t = 0; t < p->threads.len; t++) {
    int width = (int)strlen(thread_name(&g, t));
    if (width > g.name_width) g.name_width = width;
  }
  print_threads(&g);
  print_checks(&g);
  print_shared(&g);
  print_cuts(&g);
  print_loops(&g);
  print_dependencies(&g, d);
  print_flow(&g, d);
  hd_facts_free(g.facts);
  hd_sources_clear(&g.sources);
  hd_dependence_free(d);
}
