/* explicits.c - starts from what the scheduler reads and drops variables that are computed from symbolic ones. */
#include "engine/esst/explicits.h"

typedef struct {
  const hd_program *p;
  const uint8_t *chosen;
  bool all;
} reading;

static void note_read(void *context, hd_term leaf)
{
  reading *r = context;
  uint32_t v = hd_term_symbol(r->p->terms, leaf);
  if (v >= r->p->vars.len || !r->chosen[v]) r->all = false;
}

static bool reads_chosen(const hd_program *p, const uint8_t *chosen, hd_term t)
{
  reading r = {p, chosen, true};
  if (hd_term_is(t)) hd_term_visit_leaves(p->terms, t, note_read, &r);
  return r.all;
}

/* Would its values be numbers? A whole array has none, nor what starts with any value. */
static bool can_be_explicit(const hd_program *p, const hd_cells *cells, uint32_t v)
{
  const hd_var_info *info = &p->vars.data[v];
  return !info->any && (!info->count || hd_cell_is_split(cells, (hd_var){v}));
}

/* The roles whose values are the scheduler's business. */
static bool is_schedulers(hd_role role)
{
  return role == HD_ROLE_SCHED || role == HD_ROLE_STATUS || role == HD_ROLE_SYNC || role == HD_ROLE_SELF;
}

/* The roles of what the lowering keeps for itself. */
static bool is_bookkeeping(hd_role role)
{
  return role == HD_ROLE_TEMP || role == HD_ROLE_MEMORY;
}

static bool is_computed_from(const hd_program *p, const uint8_t *chosen, const hd_assign *a)
{
  return hd_term_is(a->value) && reads_chosen(p, chosen, a->value) && reads_chosen(p, chosen, a->index);
}

/* Temporaries and bookkeeping stay explicit as long as all that is ever assigned to them is. */
static void drop_symbolic(const hd_program *p, uint8_t *chosen)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t e = 0; e < p->edges.len; e++) {
      const hd_edge_info *info = &p->edges.data[e];
      for (uint32_t i = 0; i < info->n_assigns; i++) {
        const hd_assign *a = &info->assigns[i];
        if (!chosen[a->var.id] || is_schedulers(p->vars.data[a->var.id].role)) continue;
        if (is_computed_from(p, chosen, a)) continue;
        chosen[a->var.id] = 0;
        changed = true;
      }
    }
  }
}

typedef struct {
  uint32_t times;
  bool by_others;     /* than main */
  bool from_explicit; /* all that is assigned */
} assignments;

static void count_assignments(const hd_program *p, const uint8_t *chosen, assignments *of)
{
  for (uint32_t v = 0; v < p->vars.len; v++) of[v] = (assignments){.from_explicit = true};
  for (uint32_t e = 0; e < p->edges.len; e++)
    for (uint32_t i = 0; i < p->edges.data[e].n_assigns; i++) {
      const hd_assign *a = &p->edges.data[e].assigns[i];
      of[a->var.id].times++;
      of[a->var.id].by_others |= hd_loc_get(p, p->edges.data[e].from)->thread.id != HD_MAIN.id;
      of[a->var.id].from_explicit &= is_computed_from(p, chosen, a);
    }
}

/* Would its values be numbers that come from where threads stand? What is never assigned, what main alone sets to
 * explicit values, and locals that get their only value so: which event a thread was made for. The rest of the
 * program's variables would be enumerated, which is what regions are there to avoid. */
static bool is_settled(const hd_program *p, const hd_cells *cells, uint32_t v, assignments a)
{
  const hd_var_info *info = &p->vars.data[v];
  if (info->role != HD_ROLE_USER && !is_bookkeeping(info->role)) return false;
  if (!can_be_explicit(p, cells, v) || !a.from_explicit) return false;
  return info->thread.id == HD_NONE ? !a.by_others : a.times <= 1;
}

static void add_settled(const hd_program *p, const hd_cells *cells, const uint8_t *demoted, uint8_t *chosen)
{
  uint32_t n = p->vars.len;
  assignments *of = hd_alloc(n + 1, sizeof *of);
  for (bool changed = true; changed;) {
    changed = false;
    count_assignments(p, chosen, of);
    for (uint32_t v = 0; v < n; v++) {
      if (chosen[v] || (demoted && demoted[v]) || !is_settled(p, cells, v, of[v])) continue;
      chosen[v] = 1;
      changed = true;
    }
  }
  free(of);
}

void hd_esst_explicits_choose(const hd_program *p, const hd_cells *cells, const uint8_t *demoted, uint8_t *chosen)
{
  for (uint32_t v = 0; v < p->vars.len; v++) {
    hd_role role = p->vars.data[v].role;
    chosen[v] =
        (is_schedulers(role) || is_bookkeeping(role)) && can_be_explicit(p, cells, v) && !(demoted && demoted[v]);
  }
  drop_symbolic(p, chosen);
  add_settled(p, cells, demoted, chosen);
}
