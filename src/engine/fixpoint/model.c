/* model.c - numbers for procedures, locations and variables, and the order of the BDD variables. */
#include <ctype.h>

#include "engine/fixpoint/relations.h"

/* --- which procedures, which numbers ---------------------------------------------------------------------
 */

static bool *used_procs(const hd_bp *p)
{
  bool *used = hd_alloc(p->procs.len + 1, sizeof *used), changed = true;
  for (uint32_t i = 0; i < p->threads.len; i++) used[p->threads.data[i].proc] = true;
  while (changed) {
    changed = false;
    for (uint32_t i = 0; i < p->edges.len; i++) {
      const hd_bp_edge *e = &p->edges.data[i];
      if (e->kind == HD_BP_STEP || !used[p->locs.data[e->from].proc] || used[e->callee]) continue;
      used[e->callee] = changed = true;
    }
  }
  return used;
}

static void number_locations(hd_fx_model *m, const bool *used)
{
  const hd_bp *p = m->p;
  m->pc = hd_alloc(p->locs.len + 1, sizeof *m->pc);
  m->loc = hd_alloc(p->locs.len + 1, sizeof *m->loc);
  for (uint32_t i = 0; i < p->locs.len; i++) {
    m->pc[i] = HD_NONE;
    if (!used[p->locs.data[i].proc]) continue;
    m->pc[i] = m->n_pcs;
    m->loc[m->n_pcs++] = i;
  }
}

/* --- the order of variables
 * --------------------------------------------------------------------------------- */

/* Variables that occur in one step should lie near to each other: each is put next to the one it occurs
 * together with most often among those that have their place already. */
typedef struct {
  uint32_t n;
  uint32_t *weight; /* n by n */
} affinity;

static void note_together(affinity *a, const hd_u32s *slots)
{
  for (uint32_t i = 0; i < slots->len; i++)
    for (uint32_t k = 0; k < slots->len; k++)
      if (slots->data[i] != slots->data[k]) a->weight[slots->data[i] * a->n + slots->data[k]]++;
}

static void collect_slots(const hd_bp *p, hd_bp_expr e, bool global, hd_u32s *slots)
{
  if (e.id == HD_NONE || slots->len > 24) return;
  const hd_bp_node *n = &p->exprs.data[e.id];
  if (n->op == HD_BP_VAR || n->op == HD_BP_NEXT) {
    if ((p->vars.data[n->a].proc == HD_NONE) == global) hd_vec_push(slots, p->vars.data[n->a].slot);
    return;
  }
  if (n->op >= HD_BP_NOT) collect_slots(p, (hd_bp_expr){n->a}, global, slots);
  if (n->op > HD_BP_NOT) collect_slots(p, (hd_bp_expr){n->b}, global, slots);
  if (n->op == HD_BP_IF) collect_slots(p, (hd_bp_expr){n->c}, global, slots);
}

/* The slot of a variable, perhaps negated; HD_NONE: something else, or of the other kind. */
static uint32_t slot_of(const hd_bp *p, uint32_t id, bool global)
{
  const hd_bp_node *n = &p->exprs.data[id];
  if (n->op == HD_BP_NOT) n = &p->exprs.data[n->a];
  if (n->op != HD_BP_VAR && n->op != HD_BP_NEXT) return HD_NONE;
  return (p->vars.data[n->a].proc == HD_NONE) == global ? p->vars.data[n->a].slot : HD_NONE;
}

/* Two variables that one operator joins belong together more than those of one long condition. */
static void note_pairs(affinity *a, const hd_bp *p, hd_bp_expr e, bool global)
{
  enum { WEIGHT = 8 };
  if (e.id == HD_NONE) return;
  const hd_bp_node *n = &p->exprs.data[e.id];
  if (n->op > HD_BP_NOT) {
    uint32_t x = slot_of(p, n->a, global), y = slot_of(p, n->b, global);
    if (x != HD_NONE && y != HD_NONE && x != y) {
      a->weight[x * a->n + y] += WEIGHT;
      a->weight[y * a->n + x] += WEIGHT;
    }
    note_pairs(a, p, (hd_bp_expr){n->b}, global);
  }
  if (n->op >= HD_BP_NOT) note_pairs(a, p, (hd_bp_expr){n->a}, global);
}

static void note_edge(affinity *a, const hd_bp *p, const hd_bp_edge *e, bool global)
{
  hd_u32s together = {0};
  collect_slots(p, e->guard, global, &together);
  collect_slots(p, e->constraint, global, &together);
  note_together(a, &together);
  note_pairs(a, p, e->guard, global);
  note_pairs(a, p, e->constraint, global);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    together.len = 0;
    collect_slots(p, e->assigns[i].value, global, &together);
    if ((p->vars.data[e->assigns[i].var].proc == HD_NONE) == global)
      hd_vec_push(&together, p->vars.data[e->assigns[i].var].slot);
    note_together(a, &together);
  }
  hd_vec_clear(&together);
}

/* Greedily: the next place goes to the variable that has most to do with the last few places. */
static void order_slots(const hd_bp *p, bool global, uint32_t n, uint32_t *order, uint32_t *place)
{
  enum { WINDOW = 3 };
  affinity a = {n, hd_alloc((size_t)n * n + 1, sizeof *a.weight)};
  bool *done = hd_alloc(n + 1, sizeof *done);
  for (uint32_t i = 0; i < p->edges.len; i++) note_edge(&a, p, &p->edges.data[i], global);
  for (uint32_t at = 0; at < n; at++) {
    uint32_t best = HD_NONE;
    uint64_t most = 0;
    for (uint32_t i = 0; i < n; i++) {
      uint64_t weight = 0;
      for (uint32_t k = at > WINDOW ? at - WINDOW : 0; k < at; k++) weight += a.weight[i * n + order[k]];
      if (done[i] || (best != HD_NONE && weight <= most)) continue;
      best = i;
      most = weight;
    }
    order[at] = best;
    place[best] = at;
    done[best] = true;
  }
  free(a.weight);
  free(done);
}

/* --- names
 * ----------------------------------------------------------------------------------------------------- */

static bool is_plain(const char *name)
{
  static const char *const reserved[] = {"include", "param", "struct", "class", "enum",   "input",  "mu",
                                         "nu",      "bool",  "bit",    "order", "exists", "forall", "if",
                                         "else",    "true",  "false",  "case",  "esac"};
  if (!isalpha((unsigned char)*name) && *name != '_') return false;
  for (const char *s = name; *s; s++)
    if (!isalnum((unsigned char)*s) && *s != '_') return false;
  for (size_t i = 0; i < HD_COUNT(reserved); i++)
    if (strcmp(name, reserved[i]) == 0) return false;
  return true;
}

/* A global keeps its name when the language has such names; a slot of locals has a number. */
static void make_names(hd_fx_model *m)
{
  const hd_bp *p = m->p;
  m->local_names = hd_arena_alloc(&m->arena, (m->n_locals + 1) * sizeof *m->local_names);
  m->global_names = hd_arena_alloc(&m->arena, (p->globals.len + 1) * sizeof *m->global_names);
  for (uint32_t i = 0; i < m->n_locals; i++) m->local_names[i] = hd_arena_printf(&m->arena, "l%u", i);
  for (uint32_t i = 0; i < p->globals.len; i++) {
    const char *name = p->vars.data[p->globals.data[i]].name;
    m->global_names[i] = is_plain(name) ? name : hd_arena_printf(&m->arena, "g%u_", i);
  }
}

void hd_fx_model_init(hd_fx_model *m, const hd_bp *p)
{
  *m = (hd_fx_model){.p = p, .n_locals = 1};
  hd_arena_init(&m->arena);
  bool *used = used_procs(p);
  number_locations(m, used);
  for (uint32_t i = 0; i < p->procs.len; i++)
    if (used[i] && p->procs.data[i].locals.len > m->n_locals) m->n_locals = p->procs.data[i].locals.len;
  free(used);
  m->local_order = hd_alloc(m->n_locals + 1, sizeof(uint32_t));
  m->local_place = hd_alloc(m->n_locals + 1, sizeof(uint32_t));
  m->global_order = hd_alloc(p->globals.len + 1, sizeof(uint32_t));
  m->global_place = hd_alloc(p->globals.len + 1, sizeof(uint32_t));
  for (uint32_t i = 0; i < m->n_locals; i++) m->local_order[i] = m->local_place[i] = i;
  for (uint32_t i = 0; i < p->globals.len; i++) m->global_order[i] = m->global_place[i] = i;
  if (p->globals.len > 1) order_slots(p, true, p->globals.len, m->global_order, m->global_place);
  make_names(m);
}

void hd_fx_model_clear(hd_fx_model *m)
{
  free(m->pc);
  free(m->loc);
  free(m->local_order);
  free(m->local_place);
  free(m->global_order);
  free(m->global_place);
  hd_arena_clear(&m->arena);
}

char *hd_fx_model_text(const hd_fx_model *m)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) hd_out_of_memory();
  hd_fx_model_print(out, m, NULL, false);
  fclose(out);
  return text;
}
