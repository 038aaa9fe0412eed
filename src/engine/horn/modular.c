#include "engine/horn/proof.h"
#include "program/copies.h"
#include "sequential/product.h"

/* Modules have fewer nodes than a product, but every one meets every other. */
enum { MOST_NODES = 2000, MOST_GHOSTS = 6 };

/* The program with any number of copies, and ghosts. */
typedef struct {
  hd_horn_run *r;
  hd_program *q;
  hd_liveness *live;
  uint8_t *any;
  uint32_t *ghost; /* by variable of q: the variable that it is the last writer of, or HD_NONE */
  uint32_t n_ghosts;
} modular;

/* --- the program -------------------------------------------------------------------------------------- */

static bool find_copies(modular *m)
{
  const char *why_not = NULL;
  m->any = hd_alloc(m->q->threads.len, 1);
  for (uint32_t t = 0; t < m->q->threads.len; t++) {
    const hd_thread_info *info = &m->q->threads.data[t];
    m->any[t] = info->replicated || info->instances > 1;
  }
  if (hd_edges_any_copies(m->q, m->any, &m->q->arena, m->q->edges.data, &why_not)) return true;
  hd_result_unknown(m->r->out, HD_NO_POS, "%s", why_not);
  return false;
}

/* --- ghosts --------------------------------------------------------------------------------------------- */

/* Who wrote a variable last is what a lock without an owner does not say. Worth knowing of variables
 * that hold a few named values: all that is ever assigned is constants. */
static void find_flags(const modular *m, uint8_t *writes)
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

/* The thread's writes to v set its flag. */
static void set_ghost(hd_program *q, hd_thread t, uint32_t v, hd_var flag)
{
  for (uint32_t e = 0; e < q->edges.len; e++) {
    hd_edge_info *info = &q->edges.data[e];
    bool writes = false;
    if (hd_loc_get(q, info->from)->thread.id != t.id) continue;
    for (uint32_t i = 0; i < info->n_assigns; i++) writes |= info->assigns[i].var.id == v;
    if (!writes) continue;
    hd_assign *assigns = hd_arena_alloc(&q->arena, (info->n_assigns + 1) * sizeof *assigns);
    memcpy(assigns, info->assigns, info->n_assigns * sizeof *assigns);
    assigns[info->n_assigns++] = (hd_assign){flag, HD_NO_TERM, hd_term_true(q->terms), 0};
    info->assigns = assigns;
  }
}

static void add_ghosts(modular *m)
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
      hd_var_info info = {.name = "last writer", .thread = {t}, .sort = HD_BOOL, .role = HD_ROLE_TEMP};
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

/* --- solving -------------------------------------------------------------------------------------------- */

static bool try(modular *m, bool together, const hd_budget *budget)
{
  hd_product *x = hd_product_new_modular(m->q, m->r->cuts->cut, m->live, m->any, m->ghost, together);
  bool safe = false;
  if (hd_product_explore(x, MOST_NODES, budget) == HD_PRODUCT_OK) {
    uint32_t n;
    hd_term *formulas = hd_product_formulas(x, &n);
    hd_signs signs = hd_symbols_signs(hd_product_symbols(x));
    hd_smt *s = hd_smt_new(m->q->terms, hd_horn_arith(m->r, m->q->terms, formulas, n), &signs, budget);
    hd_horn *h = hd_horn_new(s);
    hd_product_clauses(x, h, true);
    hd_result_stat(m->r->out, "modular.predicates", hd_product_nodes(x));
    hd_result_stat(m->r->out, "modular.clauses", hd_horn_rules(h));
    hd_answer answer = hd_horn_solve(h, budget);
    safe = answer == HD_UNSAT;
    if (safe) {
      m->r->out->verdict = HD_SAFE;
      m->r->out->certificate = hd_horn_modular_proof(m->r, m->q, m->ghost, m->any, x, h);
    }
    m->r->smt_seconds += hd_smt_spent(s).seconds;
    hd_horn_free(h);
    hd_smt_free(s);
    free(formulas);
  }
  hd_product_free(x);
  return safe;
}

/* False: the program cannot have any number of copies; the result says why. */
static bool init(modular *m, hd_horn_run *r)
{
  *m = (modular){.r = r, .q = hd_program_clone(r->p)};
  if (!find_copies(m)) return false;
  add_ghosts(m);
  hd_program_unindex(m->q);
  hd_program_index(m->q);
  m->live = hd_liveness_new(m->q);
  for (uint32_t v = r->p->vars.len; v < m->q->vars.len; v++) m->live->number[v] = HD_NONE;
  return true;
}

static void clear(modular *m)
{
  hd_liveness_free(m->live);
  free(m->ghost);
  free(m->any);
  hd_program_free(m->q);
}

bool hd_horn_modular(hd_horn_run *r, const hd_budget *budget)
{
  modular m;
  bool safe = init(&m, r) && try(&m, true, budget);
  clear(&m);
  return safe;
}

bool hd_horn_print_modular(hd_horn_run *r, FILE *out)
{
  modular m;
  bool ok = init(&m, r);
  if (ok) {
    hd_product *x = hd_product_new_modular(m.q, r->cuts->cut, m.live, m.any, m.ghost, true);
    hd_horn_print_clauses(r, x, m.q->terms, out);
    hd_product_free(x);
  }
  clear(&m);
  return ok;
}
