/* thread_modules.c - a node for each location of each thread, and flags that tell instances apart. */
#include "sequential/thread_modules.h"

#include "analysis/facts.h"
#include "program/any_copies.h"

enum { MOST_GHOSTS = 6 };

static void find_copies(hd_modules *m)
{
  const char *why_not = NULL;
  m->any = hd_alloc(m->q->threads.len, 1);
  for (uint32_t t = 0; t < m->q->threads.len; t++) {
    const hd_thread_info *info = &m->q->threads.data[t];
    m->any[t] = info->replicated || info->instances > 1;
  }
  if (!hd_edges_any_copies(m->q, m->any, &m->q->arena, m->q->edges.data, &why_not)) m->failure = why_not;
}

/* --- ghosts --------------------------------------------------------------------------------------------- */

/* Who wrote a variable last is what a lock without an owner does not say. Worth knowing of variables
 * that hold a few named values: all that is ever assigned is constants. */
static void find_flags(const hd_modules *m, uint8_t *writes)
{
  const hd_program *q = m->q;
  enum { SOME = 1, NO = 2 };
  for (uint32_t e = 0; e < q->edges.len; e++)
    for (uint32_t i = 0; i < q->edges.data[e].n_assigns; i++) {
      const hd_assign *a = &q->edges.data[e].assigns[i];
      uint64_t value;
      bool flag = !hd_term_is(a->index) && hd_term_is(a->value) && hd_term_is_const(q->terms, a->value, &value);
      writes[a->var.id] |= flag ? SOME : NO;
    }
  for (uint32_t v = 0; v < q->vars.len; v++) {
    const hd_var_info *info = &q->vars.data[v];
    bool fits = info->thread.id == HD_NONE && !info->count && info->role != HD_ROLE_STATUS;
    writes[v] = fits && writes[v] == SOME;
  }
}

static bool thread_writes(const hd_program *q, hd_thread t, uint32_t v)
{
  for (uint32_t e = 0; e < q->edges.len; e++) {
    const hd_edge_info *info = &q->edges.data[e];
    if (hd_loc_get(q, info->from)->thread.id != t.id) continue;
    for (uint32_t i = 0; i < info->n_assigns; i++)
      if (info->assigns[i].var.id == v) return true;
  }
  return false;
}

/* The thread's writes to v that change it set its flag. */
static void set_ghost(hd_program *q, hd_thread t, uint32_t v, hd_var flag)
{
  hd_terms *T = q->terms;
  for (uint32_t e = 0; e < q->edges.len; e++) {
    hd_edge_info *info = &q->edges.data[e];
    hd_term written = HD_NO_TERM;
    if (hd_loc_get(q, info->from)->thread.id != t.id) continue;
    for (uint32_t i = 0; i < info->n_assigns; i++)
      if (info->assigns[i].var.id == v) written = info->assigns[i].value;
    if (!hd_term_is(written)) continue;
    hd_term changes = hd_term_ne(T, hd_program_var_term(q, (hd_var){v}), written);
    hd_term mine = hd_term_2(T, HD_OP_OR, hd_program_var_term(q, flag), changes);
    hd_assign *assigns = hd_arena_alloc(&q->arena, (info->n_assigns + 1) * sizeof *assigns);
    memcpy(assigns, info->assigns, info->n_assigns * sizeof *assigns);
    assigns[info->n_assigns++] = (hd_assign){flag, HD_NO_TERM, mine, 0};
    info->assigns = assigns;
  }
}

static void add_ghosts(hd_modules *m)
{
  hd_program *q = m->q;
  uint32_t n_vars = q->vars.len;
  uint8_t *flags = hd_alloc(n_vars + 1, 1);
  HD_VEC(uint32_t) about = {0};
  find_flags(m, flags);
  for (uint32_t v = 0; v < n_vars && m->n_ghosts < MOST_GHOSTS; v++) {
    if (!flags[v]) continue;
    m->n_ghosts++;
    for (uint32_t t = 0; t < q->threads.len; t++) {
      if (!thread_writes(q, (hd_thread){t}, v)) continue;
      hd_var_info info = {.name = "last changer", .thread = {t}, .sort = HD_BOOL, .role = HD_ROLE_TEMP};
      info.pos = HD_NO_POS;
      hd_var flag = hd_program_add_var(q, info);
      hd_vec_push(&about, v);
      set_ghost(q, (hd_thread){t}, v, flag);
    }
  }
  m->ghost = hd_alloc(q->vars.len + 1, sizeof *m->ghost);
  for (uint32_t v = 0; v < q->vars.len; v++) m->ghost[v] = v < n_vars ? HD_NONE : about.data[v - n_vars];
  hd_vec_clear(&about);
  free(flags);
}

/* --- all of it -------------------------------------------------------------------------------------- */

void hd_modules_init(hd_modules *m, const hd_program *given, const uint8_t *cut)
{
  *m = (hd_modules){.given = given, .q = hd_program_clone(given), .cut = cut};
  find_copies(m);
  if (m->failure) return;
  add_ghosts(m);
  hd_program_unindex(m->q);
  hd_program_index(m->q);
  hd_facts *facts = hd_facts_new(m->q);
  m->live = hd_liveness_copy(m->q, hd_facts_liveness(facts));
  hd_facts_free(facts);
  for (uint32_t v = given->vars.len; v < m->q->vars.len; v++) m->live->number[v] = HD_NONE;
}

void hd_modules_clear(hd_modules *m)
{
  hd_liveness_free(m->live);
  free(m->ghost);
  free(m->any);
  hd_program_free(m->q);
}

hd_product *hd_modules_product(hd_modules *m, bool pairs)
{
  uint32_t many = 0;
  for (uint32_t t = 0; t < m->q->threads.len; t++) many += m->any[t] != 0;
  if (pairs && many != 1) return NULL;
  return hd_product_new_modular(m->q, m->cut, m->live, m->any, m->ghost, pairs);
}
