/* level.c - the program of a level, rebuilt or strengthened as facts and promises come. */
#include "engine/modular/level.h"

#include "engine/modular/joint.h"
#include "engine/modular/level_parts.h"
#include "engine/modular/paths.h"
#include "engine/modular/relies.h"

void hd_level_init(hd_level *l, hd_modular_run *u, const hd_thread *order, uint32_t n, uint32_t index,
                   const hd_term_list *invariants)
{
  *l = (hd_level){.u = u, .index = index, .thread = order[index], .invariants = invariants};
  l->changed_by_others = hd_alloc(u->first_copy, 1);
  l->changed_below = hd_alloc(u->first_copy, 1);
  l->vars = hd_alloc(u->first_copy, 1);
  for (uint32_t i = 0; i < n; i++) {
    const uint8_t *writes = u->writes[order[i].id];
    for (uint32_t v = 0; v < u->first_copy; v++) {
      if (writes[v] && i != index) l->changed_by_others[v] = true;
      if (writes[v] && i > index) l->changed_below[v] = true;
    }
  }
  memcpy(l->vars, u->uses[l->thread.id], u->first_copy);
}

void hd_level_join(hd_level *l, hd_joint *joint_take, const uint8_t *changed)
{
  l->joint = joint_take;
  memcpy(l->changed_below, changed, l->u->first_copy);
  memset(l->vars, 1, l->u->first_copy);
}

static void drop_promises(hd_level *l)
{
  for (uint32_t i = 0; i < l->promises.len; i++) hd_vec_clear(&l->promises.data[i].moves);
  l->promises.len = 0;
}

static void drop_program(hd_level *l)
{
  if (l->session) hd_seq_close(l->session);
  if (l->q) hd_program_free(l->q);
  l->session = NULL;
  l->q = NULL;
  l->edges.len = 0;
}

void hd_level_clear(hd_level *l)
{
  drop_program(l);
  drop_promises(l);
  hd_joint_free(l->joint);
  hd_paths_clear(l);
  hd_vec_clear(&l->promises);
  hd_vec_clear(&l->proof);
  hd_vec_clear(&l->hints);
  hd_vec_clear(&l->facts);
  hd_vec_clear(&l->edges);
  hd_vec_clear(&l->alpha);
  hd_vec_clear(&l->beta);
  hd_vec_clear(&l->asked);
  free(l->changed_by_others);
  free(l->changed_below);
  free(l->vars);
}

/* Brings a formula's variables into the program; it has to be built again if they are new. */
void hd_level_know(hd_level *l, hd_term formula)
{
  uint8_t *before = hd_alloc(l->u->first_copy, 1);
  memcpy(before, l->vars, l->u->first_copy);
  hd_modular_run_mark(l->u, formula, l->vars);
  if (memcmp(before, l->vars, l->u->first_copy) != 0) drop_program(l);
  free(before);
}

void hd_level_add_vars(hd_level *l, const uint8_t *vars)
{
  bool more = false;
  for (uint32_t v = 0; v < l->u->first_copy; v++) {
    more |= vars[v] && !l->vars[v];
    l->vars[v] |= vars[v];
  }
  if (more) drop_program(l);
}

void hd_level_ask(hd_level *l, hd_term alpha, hd_term beta, hd_term goal)
{
  drop_promises(l);
  drop_program(l);
  l->alpha.len = l->beta.len = 0;
  hd_formula_conjuncts(l->u->p->terms, alpha, &l->alpha);
  hd_formula_conjuncts(l->u->p->terms, beta, &l->beta);
  l->asked.len = 0;
  l->asked_alpha = l->alpha.len;
  for (uint32_t i = 0; i < l->alpha.len; i++) hd_vec_push(&l->asked, l->alpha.data[i]);
  for (uint32_t i = 0; i < l->beta.len; i++) hd_vec_push(&l->asked, l->beta.data[i]);
  l->goal = goal;
  hd_level_know(l, alpha);
  hd_level_know(l, beta);
  hd_level_know(l, goal);
}

hd_term hd_level_alpha(const hd_level *l)
{
  return hd_formula_and(l->u->p->terms, l->alpha.data, l->alpha.len);
}

hd_term hd_level_beta(const hd_level *l)
{
  return hd_formula_and(l->u->p->terms, l->beta.data, l->beta.len);
}

/* The conjuncts, each only if it is supposed; those that are too many always. */
static hd_term supposed(const hd_level *l, const hd_term_list *conjuncts, uint32_t first)
{
  hd_terms *T = l->u->p->terms;
  hd_term all = hd_term_true(T);
  for (uint32_t i = 0; i < conjuncts->len; i++) {
    hd_term part = conjuncts->data[i];
    if (first + i < HD_SUPPOSED) {
      hd_term flag = hd_program_var_term(l->u->p, l->u->supposed[first + i]);
      part = hd_term_2(T, HD_OP_OR, hd_formula_not(T, flag), part);
    }
    all = hd_term_2(T, HD_OP_AND, all, part);
  }
  return all;
}

hd_term hd_level_supposed_alpha(const hd_level *l)
{
  return supposed(l, &l->alpha, 0);
}

hd_term hd_level_supposed_beta(const hd_level *l)
{
  return supposed(l, &l->beta, l->alpha.len);
}

static void keep_needed(const hd_level *l, hd_term_list *conjuncts, uint32_t first, const hd_seq_result *r)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < conjuncts->len; i++) {
    bool needed = first + i >= HD_SUPPOSED;
    for (uint32_t k = 0; k < r->needed.len && !needed; k++)
      needed = r->needed.data[k].id == l->u->supposed[first + i].id;
    if (needed) conjuncts->data[kept++] = conjuncts->data[i];
  }
  conjuncts->len = kept;
}

hd_term hd_level_implied_by_start(const hd_level *l, hd_term t)
{
  hd_terms *T = l->u->p->terms;
  if (l->index == 0) return t;
  hd_term start = hd_program_var_term(l->u->p, l->u->start);
  return hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, start), t);
}

/* No promise is violated at the cut-point. */
static hd_term promised_at(const hd_level *l, hd_loc cut)
{
  hd_terms *T = l->u->p->terms;
  hd_term none = hd_term_true(T);
  for (uint32_t i = 0; i < l->promises.len; i++)
    if (l->promises.data[i].cut.id == cut.id)
      none = hd_term_2(T, HD_OP_AND, none, hd_formula_not(T, l->promises.data[i].psi));
  return hd_level_implied_by_start(l, none);
}

void hd_level_restart(hd_level *l)
{
  drop_program(l);
}

void hd_level_forget(hd_level *l)
{
  l->facts.len = 0;
}

void hd_level_add_fact(hd_level *l, hd_term fact)
{
  hd_vec_push(&l->facts, fact);
  hd_level_know(l, fact);
  for (uint32_t e = 0; l->session && e < l->edges.len; e++)
    if (l->edges.data[e].kind == HD_PART_FACTS) hd_seq_strengthen(l->session, (hd_edge){e}, fact);
}

bool hd_level_excludes(const hd_level *l, hd_term moves)
{
  return hd_modular_run_overlap(l->u, hd_formula_and(l->u->p->terms, l->facts.data, l->facts.len), moves) == HD_UNSAT;
}

/* Is it about variables of the program alone? */
static bool is_expressible(const hd_level *l, hd_term formula)
{
  bool all = true;
  uint8_t *about = hd_alloc(l->u->first_copy, 1);
  hd_modular_run_mark(l->u, formula, about);
  for (uint32_t v = 0; v < l->u->first_copy && all; v++) all = !about[v] || l->vars[v];
  free(about);
  return all;
}

static hd_term all_invariants(const hd_level *l)
{
  hd_terms *T = l->u->p->terms;
  hd_term all = hd_term_true(T);
  for (uint32_t i = 0; i < l->invariants->len; i++)
    if (is_expressible(l, l->invariants->data[i])) all = hd_term_2(T, HD_OP_AND, all, l->invariants->data[i]);
  return all;
}

/* Is it about something that others have changed? */
static bool concerns_changed(const hd_level *l, const uint8_t *changed, hd_term formula)
{
  bool some = false;
  uint8_t *about = hd_alloc(l->u->first_copy, 1);
  hd_modular_run_mark(l->u, formula, about);
  for (uint32_t v = 0; v < l->u->first_copy && !some; v++) some = about[v] && changed[v];
  free(about);
  return some;
}

/* What holds whenever the thread is there, as far as it is about variables of the program that others change. Where
 * the threads below are undisturbed, asking them gives more. */
static hd_term known_at(const hd_level *l, hd_loc at, const uint8_t *changed)
{
  hd_terms *T = l->u->p->terms;
  hd_term all = all_invariants(l);
  hd_term_list parts = {0};
  if (l->u->known && l->disturbed) hd_formula_conjuncts(T, hd_properties_at(l->u->known, at), &parts);
  for (uint32_t i = 0; i < parts.len; i++)
    if (is_expressible(l, parts.data[i]) && concerns_changed(l, changed, parts.data[i]))
      all = hd_term_2(T, HD_OP_AND, all, parts.data[i]);
  hd_vec_clear(&parts);
  return all;
}

void hd_level_use_invariant(hd_level *l, bool wanted)
{
  hd_term invariant = hd_vec_last(l->invariants);
  if (wanted) hd_level_know(l, invariant);
  if (!l->session || !is_expressible(l, invariant)) return;
  for (uint32_t e = 0; e < l->edges.len; e++) {
    hd_part_kind kind = l->edges.data[e].kind;
    if (kind == HD_PART_FACTS || kind == HD_PART_ACTIVATE || kind == HD_PART_WAIT)
      hd_seq_strengthen(l->session, (hd_edge){e}, invariant);
  }
}

void hd_level_add_promise(hd_level *l, hd_promise promise_take)
{
  hd_loc cut = promise_take.cut;
  hd_vec_push(&l->promises, promise_take);
  hd_level_know(l, promise_take.psi);
  for (uint32_t e = 0; l->session && e < l->edges.len; e++)
    if (l->edges.data[e].kind == HD_PART_PROMISE && l->edges.data[e].at.id == cut.id)
      hd_seq_expect(l->session, (hd_edge){e}, promised_at(l, cut));
}

typedef struct {
  const hd_level *l;
} renaming;

static hd_term copy_leaf(void *context, hd_term leaf)
{
  const hd_level *l = ((const renaming *)context)->l;
  hd_var v = {hd_term_symbol(l->u->p->terms, leaf)};
  if (v.id >= l->u->first_copy || !l->changed_below[v.id]) return HD_NO_TERM;
  return hd_program_var_term(l->u->p, hd_modular_run_copy(l->u, v));
}

hd_term hd_level_before(const hd_level *l, hd_term formula)
{
  renaming r = {l};
  return hd_term_substitute(l->u->p->terms, formula, &(hd_rewrite){copy_leaf, &r});
}

/* --- the program ------------------------------------------------------------ */

hd_loc hd_level_add_loc(hd_level *l, hd_loc like)
{
  hd_loc_info info = {.thread = {0}, .pos = HD_NO_POS, .frame = HD_NONE};
  info.pos = hd_loc_get(l->u->p, like)->pos;
  return hd_program_add_loc(l->q, info);
}

hd_edge hd_level_add_part(hd_level *l, hd_part_kind kind, hd_loc at, hd_loc from, hd_loc to, hd_term guard,
                          const hd_assigns *assign)
{
  hd_edge_info e = {.from = from,
                    .to = to,
                    .kind = HD_EDGE_STEP,
                    .guard = guard,
                    .access = HD_ACCESS_SYNC,
                    .pos = HD_NO_POS,
                    .frame = HD_NONE};
  if (assign) {
    e.assigns = assign->data;
    e.n_assigns = assign->len;
  }
  hd_vec_push(&l->edges, (hd_level_edge){kind, {HD_NONE}, at, HD_NONE});
  return hd_program_add_edge(l->q, e);
}

void hd_level_add_assert(hd_level *l, hd_part_kind kind, hd_loc at, hd_loc from, hd_loc to, hd_term cond)
{
  hd_edge e = hd_level_add_part(l, kind, at, from, to, HD_NO_TERM, NULL);
  hd_edge_info *info = hd_edge_get(l->q, e);
  info->kind = HD_EDGE_ASSERT;
  info->cond = cond;
  info->check = HD_CHECK_ASSERTION;
}

static void assign_pc(const hd_level *l, hd_assigns *out, hd_loc at)
{
  hd_var pc = l->u->pc[l->thread.id];
  if (l->vars[pc.id]) hd_vec_push(out, (hd_assign){.var = pc, .value = hd_term_bv(l->u->p->terms, 32, at.id)});
}

/* Any value for the variables of the set that are in the program; with `copies`, what they were is kept. */
static void forget_vars(const hd_level *l, const uint8_t *set, bool copies, hd_assigns *out)
{
  hd_program *p = l->u->p;
  for (uint32_t v = 0; v < l->u->first_copy; v++) {
    if (!set[v] || !l->vars[v]) continue;
    hd_var var = {v};
    uint32_t count = hd_var_get(p, var)->count;
    if (copies && !count)
      hd_vec_push(out, (hd_assign){.var = hd_modular_run_copy(l->u, var), .value = hd_program_var_term(p, var)});
    if (!count) hd_vec_push(out, (hd_assign){.var = var});
    for (uint32_t i = 0; i < count; i++)
      hd_vec_push(out, (hd_assign){.var = var, .index = hd_term_bv(p->terms, 32, i)});
  }
}

/* try_start: thesis, section 6.1. */
static hd_loc add_try(hd_level *l, hd_loc at, hd_loc from)
{
  hd_terms *T = l->u->p->terms;
  hd_term start = hd_program_var_term(l->u->p, l->u->start);
  hd_loc inside = hd_level_add_loc(l, at), to = hd_level_add_loc(l, at);
  hd_assigns pc = {0}, any = {0}, begin = {0};
  assign_pc(l, &pc, at);
  assign_pc(l, &any, at);
  forget_vars(l, l->changed_by_others, false, &any);
  hd_vec_push(&begin, (hd_assign){.var = l->u->start, .value = hd_term_true(T)});
  hd_level_add_part(l, HD_PART_TRY, at, from, to, start, &pc);
  hd_level_add_part(l, HD_PART_TRY, at, from, inside, hd_term_1(T, HD_OP_NOT, start), &any);
  hd_term known = known_at(l, at, l->changed_by_others);
  hd_term first = hd_term_2(T, HD_OP_AND, hd_level_supposed_alpha(l), known);
  hd_level_add_part(l, HD_PART_ACTIVATE, at, inside, to, first, &begin);
  hd_level_add_part(l, HD_PART_WAIT, at, inside, to, known, NULL);
  hd_vec_clear(&pc);
  hd_vec_clear(&any);
  hd_vec_clear(&begin);
  return to;
}

/* env_move: thesis, sections 4.3 to 4.5. */
static hd_loc add_env(hd_level *l, hd_loc at, hd_loc from)
{
  hd_terms *T = l->u->p->terms;
  hd_assigns any = {0};
  forget_vars(l, l->changed_below, true, &any);
  if (any.len == 0) return from;
  hd_term start = hd_program_var_term(l->u->p, l->u->start);
  hd_loc inside = hd_level_add_loc(l, at), to = hd_level_add_loc(l, at);
  hd_level_add_part(l, HD_PART_ENV, at, from, inside, l->index ? start : HD_NO_TERM, &any);
  hd_term known = hd_formula_and(T, l->facts.data, l->facts.len);
  known = hd_term_2(T, HD_OP_AND, known, known_at(l, at, l->changed_below));
  hd_level_add_part(l, HD_PART_FACTS, at, inside, to, known, NULL);
  if (l->index) hd_level_add_part(l, HD_PART_SKIP, at, from, to, hd_term_1(T, HD_OP_NOT, start), NULL);
  hd_vec_clear(&any);
  return to;
}

static hd_loc add_asserted(hd_level *l, hd_part_kind kind, hd_loc at, hd_loc from, hd_term cond)
{
  hd_loc to = hd_level_add_loc(l, at);
  hd_level_add_assert(l, kind, at, from, to, cond);
  return to;
}

/* Everything that happens at a cut-point; returns where the thread goes on. */
static hd_loc add_cut(hd_level *l, hd_loc at, hd_loc from)
{
  hd_loc here = l->index ? add_try(l, at, from) : from;
  here = add_asserted(l, HD_PART_PROMISE, at, here, promised_at(l, at));
  here = add_env(l, at, here);
  hd_term not_beta = l->index ? hd_formula_not(l->u->p->terms, hd_level_supposed_beta(l)) : HD_NO_TERM;
  return l->index ? add_asserted(l, HD_PART_GOAL, at, here, hd_level_implied_by_start(l, not_beta)) : here;
}

/* What a location of the thread became: where edges into it lead, and where those out of it begin. */
typedef struct {
  hd_loc in, out;
} twin;

static bool goes_beyond(hd_loc_kind kind)
{
  return kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND;
}

/* At level 0 it counts as an error that such a location is reached; below, nothing is after it. */
static twin add_beyond(hd_level *l, hd_loc at)
{
  hd_loc in = hd_level_add_loc(l, at);
  if (l->index == 0) {
    hd_loc end = hd_level_add_loc(l, at);
    hd_loc_get(l->q, end)->kind = HD_LOC_END;
    hd_level_add_assert(l, HD_PART_BEYOND, at, in, end, hd_term_false(l->u->p->terms));
  }
  return (twin){in, in};
}

static twin add_twin(hd_level *l, hd_loc at)
{
  const hd_loc_info *info = hd_loc_get(l->u->p, at);
  if (goes_beyond(info->kind)) return add_beyond(l, at);
  hd_loc in = hd_level_add_loc(l, at), out = in;
  bool after_end = info->kind == HD_LOC_END && l->index > 0;
  if (l->u->cut[at.id] && (info->kind == HD_LOC_NORMAL || after_end)) out = add_cut(l, at, in);
  if (info->kind == HD_LOC_END || info->kind == HD_LOC_EXIT) hd_loc_get(l->q, out)->kind = info->kind;
  return (twin){in, out};
}

/* The thread's own edge. A failed assertion of another thread than the first is that thread's affair. */
void hd_level_add_own(hd_level *l, hd_edge own, hd_loc from, hd_loc to, bool assumes)
{
  hd_terms *T = l->u->p->terms;
  hd_edge_info e = *hd_edge_get(l->u->p, own);
  e.from = from;
  e.to = to;
  if (assumes && e.kind == HD_EDGE_ASSERT) {
    e.kind = HD_EDGE_STEP;
    e.guard = hd_term_is(e.guard) ? hd_term_2(T, HD_OP_AND, e.guard, e.cond) : e.cond;
    e.cond = HD_NO_TERM;
  }
  hd_vec_push(&l->edges, (hd_level_edge){HD_PART_OWN, own, HD_NO_LOC, HD_NONE});
  hd_program_add_edge(l->q, e);
}

static void build_level(hd_level *l)
{
  hd_program *p = l->u->p;
  l->q = hd_program_beside(p);
  hd_thread_info info = {.name = p->threads.data[l->thread.id].name,
                         .instances = 1,
                         .self = HD_NO_VAR,
                         .status = HD_NO_VAR,
                         .pos = HD_NO_POS};
  hd_program_add_thread(l->q, info);
  twin *twins = hd_alloc(p->locs.len, sizeof *twins);
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (p->locs.data[i].thread.id == l->thread.id) twins[i] = add_twin(l, (hd_loc){i});
  for (uint32_t e = 0; e < p->edges.len; e++) {
    const hd_edge_info *own = &p->edges.data[e];
    if (hd_loc_get(p, own->from)->thread.id == l->thread.id)
      hd_level_add_own(l, (hd_edge){e}, twins[own->from.id].out, twins[own->to.id].in, l->index > 0);
  }
  l->q->threads.data[0].entry = twins[p->threads.data[l->thread.id].entry.id].in;
  free(twins);
  hd_program_index(l->q);
}

void hd_level_open(hd_level *l)
{
  if (!l->q && l->joint) hd_joint_build(l);
  if (!l->q) build_level(l);
  if (l->session) return;
  hd_seq_task task = {.property = HD_PROP_UNREACH_CALL, .arith = hd_smt_arith(l->u->smt), .unwind = HD_NONE};
  if (l->index) {
    task.supposed = l->u->supposed;
    task.n_supposed = l->alpha.len + l->beta.len < HD_SUPPOSED ? l->alpha.len + l->beta.len : HD_SUPPOSED;
  }
  if (l->index && !l->joint && hd_modular_run_uses(l->u, HD_SWITCH_LEMMAS)) {
    hd_level_make_hints(l);
    task.hints = l->hints.data;
    task.n_hints = l->hints.len;
  }
  l->session = hd_seq_open(l->q, &task);
}

void hd_level_use_needed(hd_level *l, const hd_seq_result *r)
{
  if (!l->index || r->verdict != HD_SEQ_SAFE || !r->has_needed) return;
  uint32_t first = l->alpha.len;
  keep_needed(l, &l->alpha, 0, r);
  keep_needed(l, &l->beta, first, r);
}

void hd_level_check(hd_level *l, hd_seq_result *out)
{
  hd_level_open(l);
  l->u->counts.checks++;
  if (l->u->task->emit_sequential) hd_level_emit(l);
  const char *how = l->u->task->sequential;
  hd_seq_check(l->session, l->joint && !how ? "bounded" : how, l->u->budget, out); /* a module has no loops */
  if (out->verdict == HD_SEQ_UNSAFE) hd_paths_note(l, out->trace);
  hd_level_keep_proof(l, out);
  hd_level_use_needed(l, out);
}

/* --- attempts with a similar query ----------------------------------------------------------------- */

/* Marks alpha's conjuncts among those that were asked about, and all of beta's; false: one of alpha's is not there. */
static bool mark_asked(const hd_level *l, hd_term alpha, uint8_t *kept)
{
  hd_term_list parts = {0};
  bool all = true;
  hd_formula_conjuncts(l->u->p->terms, alpha, &parts);
  for (uint32_t i = 0; i < parts.len && all; i++) {
    uint32_t at = 0;
    while (at < l->asked_alpha && !hd_term_same(l->asked.data[at], parts.data[i])) at++;
    all = at < l->asked_alpha;
    kept[at] = all;
  }
  for (uint32_t i = l->asked_alpha; i < l->asked.len; i++) kept[i] = true;
  hd_vec_clear(&parts);
  return all;
}

/* Is beta implied by what was asked? What the program can do after that it need not look at. */
static bool is_weaker(const hd_level *l, hd_term beta)
{
  hd_terms *T = l->u->p->terms;
  const hd_term *asked = l->asked.data + l->asked_alpha;
  return hd_smt_refutes(l->u->smt, asked, l->asked.len - l->asked_alpha, beta) == HD_UNSAT && !hd_term_is_true(T, beta);
}

static bool is_needed(const hd_seq_result *r, hd_var v)
{
  for (uint32_t k = 0; k < r->needed.len; k++)
    if (r->needed.data[k].id == v.id) return true;
  return false;
}

/* Weakens both to what a check needed. */
static void weaken_query(const hd_level *l, const hd_seq_attempt *a, const hd_seq_result *r, hd_term *alpha,
                         hd_term *beta)
{
  hd_terms *T = l->u->p->terms;
  *alpha = *beta = hd_term_true(T);
  for (uint32_t i = 0; i < l->asked_alpha; i++)
    if (is_needed(r, l->u->supposed[i])) *alpha = hd_term_2(T, HD_OP_AND, *alpha, l->asked.data[i]);
  for (uint32_t i = 0; i < a->n_parts; i++)
    if (a->needed[i]) *beta = hd_term_2(T, HD_OP_AND, *beta, a->parts[i]);
}

/* Is all of alpha kept? Then the program as it is has the path, too. */
static bool is_whole(const hd_level *l, const uint8_t *kept)
{
  bool all = true;
  for (uint32_t i = 0; i < l->asked_alpha; i++) all = all && kept[i];
  return all;
}

/* Asks for the query; everything is the program's but beta. */
static bool attempt_query(hd_level *l, const uint8_t *kept, hd_term *alpha, hd_term *beta, bool *safe)
{
  HD_VEC(hd_edge) goals = {0};
  hd_term_list parts = {0};
  hd_seq_result r;
  hd_seq_result_init(&r);
  for (uint32_t e = 0; e < l->edges.len; e++)
    if (l->edges.data[e].kind == HD_PART_GOAL) hd_vec_push(&goals, (hd_edge){e});
  hd_formula_conjuncts(l->u->p->terms, *beta, &parts);
  hd_seq_attempt a = {.kept = kept,
                      .edges = goals.data,
                      .n_edges = goals.len,
                      .when = l->joint ? hd_term_true(l->u->p->terms) : hd_program_var_term(l->u->p, l->u->start),
                      .parts = parts.data,
                      .n_parts = parts.len,
                      .needed = hd_alloc(parts.len + 1, 1)};
  bool known = hd_seq_try(l->session, &a, l->u->budget, &r);
  *safe = known && r.verdict == HD_SEQ_SAFE;
  if (*safe) weaken_query(l, &a, &r, alpha, beta);
  if (known) l->u->counts.checks++;
  if (known && !*safe && is_whole(l, kept)) hd_paths_note(l, r.trace);
  hd_seq_result_clear(&r);
  free(a.needed);
  hd_vec_clear(&parts);
  hd_vec_clear(&goals);
  return known;
}

bool hd_level_attempt(hd_level *l, hd_term *alpha, hd_term *beta, bool *safe)
{
  uint32_t n = l->asked.len;
  if (!l->session || l->index == 0 || n > HD_SUPPOSED || l->u->task->emit_sequential) return false;
  uint8_t *kept = hd_alloc(n + 1, 1);
  bool known = mark_asked(l, *alpha, kept) && is_weaker(l, *beta) && attempt_query(l, kept, alpha, beta, safe);
  free(kept);
  return known;
}
