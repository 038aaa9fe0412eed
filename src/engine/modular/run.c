/* run.c - the variables, cut-points and assertions that all levels share. */
#include "engine/modular/run.h"

#include <stdio.h>

#include "engine/modular/prefix.h"
#include "engine/modular/trim.h"

static void add_pcs(hd_modular_run *u)
{
  u->pc = hd_alloc(u->p->threads.len, sizeof *u->pc);
  for (uint32_t t = 0; t < u->p->threads.len; t++) {
    char name[256];
    uint64_t entry = u->p->threads.data[t].entry.id;
    snprintf(name, sizeof name, "pc_%s", u->p->threads.data[t].name);
    u->pc[t] = hd_program_add_var(u->p, (hd_var_info){.name = name,
                                                      .thread = HD_NO_THREAD,
                                                      .sort = HD_BV(32),
                                                      .init = &entry,
                                                      .role = HD_ROLE_TEMP,
                                                      .show = HD_SHOW_UNSIGNED,
                                                      .pos = HD_NO_POS});
  }
}

static void add_rigid(hd_modular_run *u)
{
  u->rigid = hd_program_add_var(u->p, (hd_var_info){.name = "any",
                                                    .thread = HD_NO_THREAD,
                                                    .sort = HD_BV(32),
                                                    .any = true,
                                                    .role = HD_ROLE_TEMP,
                                                    .show = HD_SHOW_SIGNED,
                                                    .pos = HD_NO_POS});
}

static void add_copies(hd_modular_run *u)
{
  u->first_copy = u->p->vars.len;
  for (uint32_t v = 0; v < u->first_copy; v++) {
    hd_var_info copy = u->p->vars.data[v];
    char name[256];
    snprintf(name, sizeof name, "%s_copy", copy.name);
    copy.name = name;
    copy.thread = HD_NO_THREAD;
    copy.role = HD_ROLE_TEMP;
    copy.any = true;
    hd_program_add_var(u->p, copy);
  }
  u->start = hd_program_add_var(u->p, (hd_var_info){.name = "start",
                                                    .thread = HD_NO_THREAD,
                                                    .sort = HD_BOOL,
                                                    .role = HD_ROLE_TEMP,
                                                    .show = HD_SHOW_BOOL,
                                                    .pos = HD_NO_POS});
}

static void add_supposed(hd_modular_run *u)
{
  uint64_t yes = 1;
  for (uint32_t i = 0; i < HD_SUPPOSED; i++) {
    char name[32];
    snprintf(name, sizeof name, "part_%u", i);
    u->supposed[i] = hd_program_add_var(u->p, (hd_var_info){.name = name,
                                                            .thread = HD_NO_THREAD,
                                                            .sort = HD_BOOL,
                                                            .init = &yes,
                                                            .role = HD_ROLE_TEMP,
                                                            .show = HD_SHOW_BOOL,
                                                            .pos = HD_NO_POS});
  }
}

typedef struct {
  uint8_t *uses, *writes;
} accesses;

static void note_access(void *context, hd_var v, bool write)
{
  accesses *a = context;
  a->uses[v.id] = true;
  if (write) a->writes[v.id] = true;
}

static void free_accesses(hd_modular_run *u)
{
  for (uint32_t t = 0; u->uses && t < u->p->threads.len; t++) {
    free(u->uses[t]);
    free(u->writes[t]);
  }
  free(u->uses);
  free(u->writes);
}

void hd_modular_run_find_accesses(hd_modular_run *u)
{
  uint32_t n = u->p->threads.len;
  free_accesses(u);
  u->uses = hd_alloc(n, sizeof *u->uses);
  u->writes = hd_alloc(n, sizeof *u->writes);
  for (uint32_t t = 0; t < n; t++) {
    u->uses[t] = hd_alloc(u->p->vars.len, 1);
    u->writes[t] = hd_alloc(u->p->vars.len, 1);
    if (u->pc) u->writes[t][u->pc[t].id] = true;
  }
  for (uint32_t e = 0; e < u->p->edges.len; e++) {
    uint32_t t = hd_loc_get(u->p, u->p->edges.data[e].from)->thread.id;
    accesses a = {u->uses[t], u->writes[t]};
    hd_edge_accesses(u->p, (hd_edge){e}, note_access, &a);
  }
}

static void find_cuts(hd_modular_run *u)
{
  free(u->cut);
  free(u->stops);
  hd_facts *facts = hd_facts_new(u->p);
  const hd_cuts *cuts = hd_facts_cuts(facts, u->task->reduction, u->task->property);
  u->cut = hd_alloc(u->p->locs.len, 1);
  for (uint32_t l = 0; l < u->p->locs.len; l++) /* no other thread moves inside of a section, cycle or not */
    u->cut[l] = cuts->cut[l] != HD_CUT_NOT && !(u->p->locs.data[l].atomic && u->p->locs.data[l].kind == HD_LOC_NORMAL);
  u->stops = hd_alloc(u->p->locs.len, 1);
  memcpy(u->stops, cuts->cut, u->p->locs.len);
  for (uint32_t t = 0; t < u->p->threads.len; t++) {
    uint32_t entry = u->p->threads.data[t].entry.id;
    u->cut[entry] = u->stops[entry] = true;
  }
  hd_facts_free(facts);
}

static bool is_signed(void *context, uint32_t symbol)
{
  const hd_modular_run *u = context;
  return symbol >= u->p->vars.len || u->p->vars.data[symbol].show == HD_SHOW_SIGNED;
}

/* Only what is asked is still checked; the sequential programs, which add checks of their own, have one kind. */
static void make_assertions(hd_program *p)
{
  for (uint32_t e = 0; e < p->edges.len; e++)
    if (p->edges.data[e].kind == HD_EDGE_ASSERT) p->edges.data[e].check = HD_CHECK_ASSERTION;
}

hd_modular_run *hd_modular_run_new(const hd_program *p, const hd_task *t, const hd_budget *b)
{
  hd_modular_run *u = hd_alloc(1, sizeof *u);
  u->original = p;
  u->task = t;
  u->budget = b;
  u->x = hd_expand(p);
  u->p = u->x->program;
  make_assertions(u->p);
  const char *unknown;
  hd_switches_read(t->without, &u->off, &unknown);
  find_cuts(u);
  hd_prefix_take(u);
  hd_trim(u);
  find_cuts(u);
  add_rigid(u);
  add_pcs(u);
  add_copies(u);
  add_supposed(u);
  hd_program_index(u->p);
  hd_modular_run_find_accesses(u);
  u->signs = (hd_signs){is_signed, u};
  u->smt = hd_smt_new(u->p->terms, hd_arith_of_program(u->p, u->task->arith), &u->signs, b);
  return u;
}

void hd_modular_run_guess(hd_modular_run *u, const hd_budget *b)
{
  u->known = hd_properties_find(u->p, u->stops, NULL, false, hd_smt_arith(u->smt), b);
}

void hd_modular_run_free(hd_modular_run *u)
{
  free_accesses(u);
  hd_properties_free(u->known);
  free(u->stops);
  free(u->pc);
  free(u->cut);
  hd_vec_clear(&u->first_entries);
  hd_vec_clear(&u->trimmed_edges);
  hd_vec_clear(&u->quiet_exits);
  hd_vec_clear(&u->prefix);
  hd_vec_clear(&u->first_values);
  hd_smt_free(u->smt);
  hd_expanded_free(u->x);
  free(u);
}

typedef struct {
  const hd_modular_run *u;
  uint8_t *set;
} marking;

static void mark_leaf(void *context, hd_term leaf)
{
  const marking *m = context;
  uint32_t v = hd_term_symbol(m->u->p->terms, leaf), n = m->u->first_copy;
  if (v >= m->u->start.id) return;
  m->set[v >= n ? v - n : v] = true;
}

void hd_modular_run_mark(const hd_modular_run *u, hd_term formula, uint8_t *set)
{
  marking m = {u, set};
  hd_term_visit_leaves(u->p->terms, formula, mark_leaf, &m);
}

static bool is_variable(void *context, hd_var v)
{
  return v.id < ((const hd_modular_run *)context)->first_copy;
}

hd_path_frame hd_modular_run_frame(hd_modular_run *u)
{
  return (hd_path_frame){is_variable, u};
}

hd_answer hd_modular_run_overlap(hd_modular_run *u, hd_term a, hd_term b)
{
  return hd_smt_satisfiable(u->smt, (hd_term[]){a, b}, 2);
}

bool hd_modular_run_flows(const hd_modular_run *u, hd_thread from, hd_thread to)
{
  for (uint32_t v = 0; v < u->p->vars.len; v++)
    if (u->writes[from.id][v] && u->uses[to.id][v]) return true;
  return false;
}

/* The same, but that a thread was created or has ended is no data. */
static bool flows_data(const hd_modular_run *u, uint32_t from, uint32_t to)
{
  for (uint32_t v = 0; v < u->p->vars.len; v++)
    if (u->writes[from][v] && u->uses[to][v] && u->p->vars.data[v].role != HD_ROLE_STATUS) return true;
  return false;
}

/* --- the order ------------------------------------------------------------ */

typedef struct {
  uint32_t n;
  uint8_t *into;      /* [from * n + to]: is there a way of flow? */
  uint32_t *distance; /* by thread: data flows to the first one in that many steps; HD_NONE: not at all */
} flow;

static void find_flow(const hd_modular_run *u, flow *f, hd_thread first)
{
  uint32_t n = f->n = u->p->threads.len;
  f->into = hd_alloc((size_t)n * n, 1);
  f->distance = hd_alloc(n, sizeof *f->distance);
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = 0; b < n; b++)
      f->into[a * n + b] = a != b && hd_modular_run_flows(u, (hd_thread){a}, (hd_thread){b});
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t a = 0; a < n; a++)
      for (uint32_t b = 0; b < n; b++)
        if (f->into[a * n + k] && f->into[k * n + b]) f->into[a * n + b] = true;
  for (uint32_t t = 0; t < n; t++) f->distance[t] = t == first.id ? 0 : HD_NONE;
  for (uint32_t d = 0; d < n; d++)
    for (uint32_t to = 0; to < n; to++)
      for (uint32_t from = 0; f->distance[to] == d && from < n; from++)
        if (f->distance[from] == HD_NONE && flows_data(u, from, to)) f->distance[from] = d + 1;
}

/* Is there a thread that is still to come and uses what t writes, but not the other way round? */
static bool has_user(const flow *f, const uint8_t *waiting, uint32_t t)
{
  for (uint32_t s = 0; s < f->n; s++)
    if (s != t && waiting[s] && f->into[t * f->n + s] && !f->into[s * f->n + t]) return true;
  return false;
}

static bool is_named(const char *name, const char *begin, size_t length)
{
  return strlen(name) == length && memcmp(name, begin, length) == 0;
}

bool hd_order_fits(const hd_program *p, const char *order)
{
  for (const char *at = order; *at;) {
    size_t length = strcspn(at, ",");
    bool found = false;
    for (uint32_t t = 0; t < p->threads.len; t++) found |= is_named(p->threads.data[t].name, at, length);
    if (!found) return false;
    at += length + (at[length] == ',');
  }
  return true;
}

/* Where the user's list has the thread, or HD_NONE. */
static uint32_t asked_place(const hd_modular_run *u, uint32_t t)
{
  uint32_t place = 0;
  for (const char *at = u->task->order; at && *at; place++) {
    size_t length = strcspn(at, ",");
    if (is_named(u->p->threads.data[t].name, at, length)) return place;
    at += length + (at[length] == ',');
  }
  return HD_NONE;
}

/* Does a come before b, both being possible? */
static bool comes_first(const hd_modular_run *u, const flow *f, uint32_t a, uint32_t b)
{
  uint32_t pa = asked_place(u, a), pb = asked_place(u, b);
  return pa != pb ? pa < pb : f->distance[a] < f->distance[b];
}

hd_thread *hd_modular_run_order(const hd_modular_run *u, hd_thread first, uint32_t *len)
{
  flow f;
  find_flow(u, &f, first);
  hd_thread *order = hd_alloc(f.n, sizeof *order);
  uint8_t *waiting = hd_alloc(f.n, 1);
  for (uint32_t t = 0; t < f.n; t++) waiting[t] = t != first.id && f.into[t * f.n + first.id];
  order[0] = first;
  *len = 1;
  for (;;) {
    uint32_t next = HD_NONE;
    for (uint32_t t = 0; t < f.n; t++) {
      if (!waiting[t] || (!u->task->order && has_user(&f, waiting, t))) continue;
      if (next == HD_NONE || comes_first(u, &f, t, next)) next = t;
    }
    if (next == HD_NONE) break;
    waiting[next] = false;
    order[(*len)++] = (hd_thread){next};
  }
  free(f.into);
  free(f.distance);
  free(waiting);
  return order;
}

static hd_term supposed_holds(void *context, hd_term leaf)
{
  const hd_modular_run *u = context;
  uint32_t v = hd_term_symbol(u->p->terms, leaf);
  bool is_part = v >= u->supposed[0].id && v < u->supposed[0].id + HD_SUPPOSED;
  return is_part ? hd_term_true(u->p->terms) : HD_NO_TERM;
}

hd_term hd_modular_run_suppose(hd_modular_run *u, hd_term t)
{
  return hd_term_substitute(u->p->terms, t, &(hd_rewrite){supposed_holds, u});
}
