#include "engine/modular/universe.h"

#include <stdio.h>

#include "engine/modular/prefix.h"

static void add_pcs(hd_universe *u)
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

static void add_copies(hd_universe *u)
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

static void add_supposed(hd_universe *u)
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

static void find_accesses(hd_universe *u)
{
  uint32_t n = u->p->threads.len;
  u->uses = hd_alloc(n, sizeof *u->uses);
  u->writes = hd_alloc(n, sizeof *u->writes);
  for (uint32_t t = 0; t < n; t++) {
    u->uses[t] = hd_alloc(u->first_copy, 1);
    u->writes[t] = hd_alloc(u->first_copy, 1);
    u->writes[t][u->pc[t].id] = true;
  }
  for (uint32_t e = 0; e < u->p->edges.len; e++) {
    uint32_t t = hd_loc_get(u->p, u->p->edges.data[e].from)->thread.id;
    accesses a = {u->uses[t], u->writes[t]};
    hd_edge_accesses(u->p, (hd_edge){e}, note_access, &a);
  }
}

static void find_cuts(hd_universe *u)
{
  hd_sharing *sharing = hd_sharing_new(u->p);
  hd_cuts *cuts = hd_cuts_new(u->p, sharing, u->task->reduction, u->task->property);
  u->cut = hd_alloc(u->p->locs.len, 1);
  for (uint32_t l = 0; l < u->p->locs.len; l++) u->cut[l] = cuts->cut[l] != HD_CUT_NOT;
  for (uint32_t t = 0; t < u->p->threads.len; t++) u->cut[u->p->threads.data[t].entry.id] = true;
  hd_cuts_free(cuts);
  hd_sharing_free(sharing);
}

static bool is_signed(void *context, uint32_t symbol)
{
  const hd_universe *u = context;
  return symbol >= u->p->vars.len || u->p->vars.data[symbol].show == HD_SHOW_SIGNED;
}

static hd_arith chosen_arith(const hd_universe *u)
{
  hd_term_list terms = {0};
  for (uint32_t i = 0; i < u->p->edges.len; i++) {
    const hd_edge_info *e = &u->p->edges.data[i];
    if (hd_term_is(e->guard)) hd_vec_push(&terms, e->guard);
    if (hd_term_is(e->cond)) hd_vec_push(&terms, e->cond);
    for (uint32_t k = 0; k < e->n_assigns; k++)
      if (hd_term_is(e->assigns[k].value)) hd_vec_push(&terms, e->assigns[k].value);
  }
  hd_arith arith = hd_arith_choose(u->p->terms, terms.data, terms.len);
  hd_vec_clear(&terms);
  return arith;
}

hd_universe *hd_universe_new(const hd_program *p, const hd_task *t, const hd_budget *b)
{
  hd_universe *u = hd_alloc(1, sizeof *u);
  u->task = t;
  u->budget = b;
  u->x = hd_expand(p);
  u->p = u->x->program;
  find_cuts(u);
  hd_prefix_take(u);
  add_pcs(u);
  add_copies(u);
  add_supposed(u);
  hd_program_index(u->p);
  find_accesses(u);
  u->signs = (hd_signs){is_signed, u};
  u->smt = hd_smt_new(u->p->terms, chosen_arith(u), &u->signs, b);
  return u;
}

void hd_universe_free(hd_universe *u)
{
  for (uint32_t t = 0; t < u->p->threads.len; t++) {
    free(u->uses[t]);
    free(u->writes[t]);
  }
  free(u->uses);
  free(u->writes);
  free(u->pc);
  free(u->cut);
  hd_vec_clear(&u->prefix);
  hd_vec_clear(&u->first_values);
  hd_smt_free(u->smt);
  hd_expanded_free(u->x);
  free(u);
}

typedef struct {
  const hd_universe *u;
  uint8_t *set;
} marking;

static void mark_leaf(void *context, hd_term leaf)
{
  const marking *m = context;
  uint32_t v = hd_term_symbol(m->u->p->terms, leaf), n = m->u->first_copy;
  if (v >= m->u->start.id) return;
  m->set[v >= n ? v - n : v] = true;
}

void hd_universe_mark(const hd_universe *u, hd_term formula, uint8_t *set)
{
  marking m = {u, set};
  hd_term_visit_leaves(u->p->terms, formula, mark_leaf, &m);
}

hd_answer hd_universe_overlap(hd_universe *u, hd_term a, hd_term b)
{
  return hd_smt_satisfiable(u->smt, (hd_term[]){a, b}, 2);
}

/* Does a thread read data that the other writes? That it was created or has ended is no data. */
static bool flows(const hd_universe *u, uint32_t from, uint32_t to)
{
  for (uint32_t v = 0; v < u->first_copy; v++)
    if (u->writes[from][v] && u->uses[to][v] && u->p->vars.data[v].role != HD_ROLE_STATUS) return true;
  return false;
}

/* Breadth first against the flow of data; what has no influence comes last. */
hd_thread *hd_universe_order(const hd_universe *u, hd_thread first)
{
  uint32_t n = u->p->threads.len, len = 0;
  hd_thread *order = hd_alloc(n, sizeof *order);
  uint8_t *seen = hd_alloc(n, 1);
  order[len++] = first;
  seen[first.id] = true;
  for (uint32_t i = 0; i < len; i++)
    for (uint32_t t = n; t-- > 0;) {
      if (seen[t] || !flows(u, t, order[i].id)) continue;
      seen[t] = true;
      order[len++] = (hd_thread){t};
    }
  for (uint32_t t = 0; t < n; t++)
    if (!seen[t]) order[len++] = (hd_thread){t};
  free(seen);
  return order;
}
