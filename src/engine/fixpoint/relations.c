/* relations.c - one BDD for each relation of the page. */
#include "engine/fixpoint/relations.h"

/* --- supplying ------------------------------------------------------------------------------------------ */

/* A parameter of type State. */
typedef struct {
  hd_mu_bits pc;
  uint32_t *globals, *locals;
} state_bits;

enum { MOST_DIFFERENCE = 4 };

typedef struct {
  uint8_t *written; /* a flag for each place of v: locals, then globals */
  hd_bdd core;      /* kept */
} group;

typedef struct {
  const hd_fx_model *m;
  const hd_bp *p;
  hd_mu *mu;
  const bool *targets;
  state_bits a, b; /* the first and the second state of the relation in work */
  uint32_t n;      /* places: locals and globals */
  HD_VEC(group) groups;
} supplier;

static uint32_t *by_slot(hd_mu *mu, const char *relation, const char *path, const uint32_t *place, uint32_t n)
{
  hd_mu_bits bits = hd_mu_bits_of(mu, relation, path);
  uint32_t *vars = hd_alloc(n + 1, sizeof *vars);
  HD_CHECK(bits.vars && bits.n >= n);
  for (uint32_t i = 0; i < n; i++) vars[i] = bits.vars[place[i]];
  return vars;
}

uint32_t *hd_fx_model_globals(const hd_fx_model *m, hd_mu *mu, const char *relation, const char *path)
{
  return by_slot(mu, relation, path, m->global_place, m->p->globals.len);
}

uint32_t *hd_fx_model_locals(const hd_fx_model *m, hd_mu *mu, const char *relation, const char *path)
{
  return by_slot(mu, relation, path, m->local_place, m->n_locals);
}

static state_bits get_state(supplier *s, const char *relation, const char *name)
{
  char path[64];
  state_bits b;
  snprintf(path, sizeof path, "%s.pc", name);
  b.pc = hd_mu_bits_of(s->mu, relation, path);
  snprintf(path, sizeof path, "%s.l", name);
  b.locals = hd_fx_model_locals(s->m, s->mu, relation, path);
  snprintf(path, sizeof path, "%s.g", name);
  b.globals = hd_fx_model_globals(s->m, s->mu, relation, path);
  return b;
}

static void free_state(state_bits *b)
{
  free(b->globals);
  free(b->locals);
}

static hd_fx_row row_of(const state_bits *b)
{
  return (hd_fx_row){b->globals, b->locals};
}

hd_bdd hd_fx_number_is(hd_mu_bits bits, uint32_t value)
{
  bool *values = hd_alloc(bits.n + 1, sizeof *values);
  for (uint32_t i = 0; i < bits.n; i++) values[i] = value >> (bits.n - 1 - i) & 1;
  hd_bdd r = hd_bdd_literals(bits.vars, values, bits.n);
  free(values);
  return r;
}

static hd_bdd at(const supplier *s, const state_bits *b, uint32_t loc)
{
  return hd_fx_number_is(b->pc, s->m->pc[loc]);
}

static hd_bdd zero_locals(const supplier *s, const state_bits *b, uint32_t from)
{
  hd_bdd r = HD_BDD_TRUE;
  for (uint32_t i = s->m->n_locals; i-- > from;) r = hd_bdd_and(r, hd_bdd_not_var(b->locals[i]));
  return r;
}

static const hd_bp_proc *proc_of(const supplier *s, uint32_t loc)
{
  return &s->p->procs.data[s->p->locs.data[loc].proc];
}

/* --- parts ------------------------------------------------------------------------------------------------
 */

static void add_part(supplier *s, const uint8_t *written, hd_bdd core)
{
  for (uint32_t i = 0; i < s->groups.len; i++) {
    if (memcmp(s->groups.data[i].written, written, s->n) != 0) continue;
    hd_bdd_set(&s->groups.data[i].core, hd_bdd_or(s->groups.data[i].core, core));
    return;
  }
  group g = {hd_alloc(s->n + 1, 1), HD_BDD_FALSE};
  memcpy(g.written, written, s->n);
  hd_bdd_set(&g.core, core);
  hd_vec_push(&s->groups, g);
}

/* Adds what a group leaves as it is and `other` writes to what it says. */
static hd_bdd with_frame(const supplier *s, const group *g, const group *other)
{
  hd_bdd core = g->core;
  for (uint32_t k = s->n; k-- > 0;) {
    if (g->written[k] || !other->written[k]) continue;
    bool local = k < s->m->n_locals;
    core = hd_bdd_and(core, local ? hd_fx_equal(s->a.locals[k], s->b.locals[k])
                                  : hd_fx_equal(s->a.globals[k - s->m->n_locals], s->b.globals[k - s->m->n_locals]));
  }
  return core;
}

/* How many places one of the two writes and the other does not. */
static uint32_t written_distance(const supplier *s, const group *a, const group *b)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < s->n; k++) n += a->written[k] != b->written[k];
  return n;
}

/* Each part costs a plan and a turn in each round: those that write nearly the same are put together, in twos;
 * twice, so in fours. What they leave as it is has to be said then, for a few variables. */
static void join_groups(supplier *s)
{
  for (uint32_t i = 0; i < s->groups.len; i++) {
    uint32_t best = HD_NONE, least = MOST_DIFFERENCE + 1;
    for (uint32_t j = i + 1; j < s->groups.len; j++) {
      uint32_t d = written_distance(s, &s->groups.data[i], &s->groups.data[j]);
      if (d < least) least = d, best = j;
    }
    if (best == HD_NONE) continue;
    hd_bdd_scope scope = hd_bdd_open();
    group *a = &s->groups.data[i], *b = &s->groups.data[best];
    hd_bdd_set(&a->core, hd_bdd_or(with_frame(s, a, b), with_frame(s, b, a)));
    hd_bdd_close(scope);
    for (uint32_t k = 0; k < s->n; k++) a->written[k] |= b->written[k];
    free(b->written);
    hd_bdd_drop(b->core);
    *b = hd_vec_pop(&s->groups);
  }
}

/* What is not written is equal in both states. */
static void supply_groups(supplier *s, const char *relation)
{
  for (unsigned pass = 0; pass < 2; pass++) join_groups(s);
  hd_mu_part *parts = hd_alloc(s->groups.len + 1, sizeof *parts);
  for (uint32_t i = 0; i < s->groups.len; i++) {
    uint32_t(*pairs)[2] = hd_alloc(s->n + 1, sizeof *pairs), n = 0;
    for (uint32_t k = 0; k < s->n; k++) {
      if (s->groups.data[i].written[k]) continue;
      bool local = k < s->m->n_locals;
      pairs[n][0] = local ? s->a.locals[k] : s->a.globals[k - s->m->n_locals];
      pairs[n++][1] = local ? s->b.locals[k] : s->b.globals[k - s->m->n_locals];
    }
    parts[i] = (hd_mu_part){s->groups.data[i].core, (const uint32_t(*)[2])pairs, n};
  }
  hd_mu_supply(s->mu, relation, parts, s->groups.len);
  for (uint32_t i = 0; i < s->groups.len; i++) {
    free((void *)(uintptr_t)parts[i].equal);
    free(s->groups.data[i].written);
    hd_bdd_drop(s->groups.data[i].core);
  }
  s->groups.len = 0;
  free(parts);
}

static uint32_t place_in_row(const supplier *s, uint32_t var)
{
  const hd_bp_var *v = &s->p->vars.data[var];
  return v->proc == HD_NONE ? s->m->n_locals + v->slot : v->slot;
}

/* --- the relations
 * ------------------------------------------------------------------------------------------ */

static void each_internal(supplier *s, const hd_bp_edge *e, uint8_t *written)
{
  if (e->kind != HD_BP_STEP) return;
  hd_u32s vars = {0};
  hd_fx_written(s->p, e, &vars);
  for (uint32_t i = 0; i < vars.len; i++) written[place_in_row(s, vars.data[i])] = 1;
  hd_bdd core = hd_fx_step(s->p, e, row_of(&s->a), row_of(&s->b));
  core = hd_bdd_and(hd_bdd_and(at(s, &s->a, e->from), at(s, &s->b, e->to)), core);
  add_part(s, written, core);
  hd_vec_clear(&vars);
}

static void each_call(supplier *s, const hd_bp_edge *e, uint8_t *written)
{
  if (e->kind != HD_BP_CALL) return;
  memset(written, 1, s->m->n_locals);
  hd_bdd core = hd_fx_holds(s->p, e->guard, row_of(&s->a), NULL);
  core = hd_bdd_and(core, zero_locals(s, &s->b, e->n_args));
  for (uint32_t i = 0; i < e->n_args; i++)
    core = hd_bdd_and(core, hd_fx_becomes(s->b.locals[i], hd_fx_eval(s->p, e->args[i], row_of(&s->a), NULL)));
  core = hd_bdd_and(core, hd_bdd_and(at(s, &s->a, e->from), at(s, &s->b, s->p->procs.data[e->callee].entry)));
  add_part(s, written, core);
}

static void each_across(supplier *s, const hd_bp_edge *e, uint8_t *written)
{
  if (e->kind != HD_BP_CALL) return;
  memset(written + s->m->n_locals, 1, s->p->globals.len);
  for (uint32_t i = 0; i < e->n_results; i++)
    if (e->results[i] != HD_NONE) written[place_in_row(s, e->results[i])] = 1;
  add_part(s, written, hd_bdd_and(at(s, &s->a, e->from), at(s, &s->b, e->to)));
}

static void each_return(supplier *s, const hd_bp_edge *e, uint8_t *written)
{
  if (e->kind != HD_BP_CALL) return;
  const hd_bp_proc *callee = &s->p->procs.data[e->callee];
  memset(written, 1, s->m->n_locals);
  hd_bdd core =
      hd_bdd_and(hd_fx_number_is(hd_mu_bits_of(s->mu, "Return", "c"), s->m->pc[e->from]), at(s, &s->a, callee->final));
  for (uint32_t i = 0; i < e->n_results; i++) {
    if (e->results[i] == HD_NONE) continue;
    uint32_t from = hd_fx_var(s->p, row_of(&s->a), callee->returns.data[i]);
    core = hd_bdd_and(core, hd_fx_equal(from, hd_fx_var(s->p, row_of(&s->b), e->results[i])));
    written[place_in_row(s, e->results[i])] = 1;
  }
  add_part(s, written, core);
}

static void supply_edges(supplier *s, const char *relation, const char *first, const char *second,
                         void (*each)(supplier *s, const hd_bp_edge *e, uint8_t *written))
{
  if (!hd_mu_has(s->mu, relation)) return;
  s->a = get_state(s, relation, first);
  s->b = get_state(s, relation, second);
  uint8_t *written = hd_alloc(s->n + 1, 1);
  for (uint32_t i = 0; i < s->p->edges.len; i++) {
    if (s->m->pc[s->p->edges.data[i].from] == HD_NONE) continue;
    hd_bdd_scope scope = hd_bdd_open();
    memset(written, 0, s->n);
    each(s, &s->p->edges.data[i], written);
    hd_bdd_close(scope);
  }
  supply_groups(s, relation);
  free(written);
  free_state(&s->a);
  free_state(&s->b);
}

static void supply_entry(supplier *s)
{
  s->a = get_state(s, "Entry", "u");
  s->b = get_state(s, "Entry", "v");
  uint8_t *written = hd_alloc(s->n + 1, 1);
  for (uint32_t i = 0; i < s->p->procs.len; i++) {
    const hd_bp_proc *q = &s->p->procs.data[i];
    if (s->m->pc[q->entry] == HD_NONE) continue;
    memset(written, 0, s->n);
    memset(written + q->n_params, 1, s->m->n_locals - q->n_params);
    hd_bdd core = hd_bdd_and(at(s, &s->a, q->entry), at(s, &s->b, q->entry));
    core = hd_bdd_and(core, zero_locals(s, &s->a, q->n_params));
    for (uint32_t k = q->locals.len; k-- > q->n_params;)
      if (s->p->vars.data[q->locals.data[k]].scratch) core = hd_bdd_and(core, hd_bdd_not_var(s->b.locals[k]));
    add_part(s, written, hd_bdd_and(core, zero_locals(s, &s->b, q->locals.len)));
  }
  supply_groups(s, "Entry");
  free(written);
  free_state(&s->a);
  free_state(&s->b);
}

/* A set of states: a union over the locations. */
static void supply_states(supplier *s, const char *relation, hd_bdd (*each)(supplier *s, uint32_t loc))
{
  s->a = get_state(s, relation, "v");
  hd_bdd r = HD_BDD_FALSE;
  for (uint32_t i = 0; i < s->m->n_pcs; i++) {
    hd_bdd here = each(s, s->m->loc[i]);
    if (!hd_bdd_is_false(here)) r = hd_bdd_or(r, hd_bdd_and(at(s, &s->a, s->m->loc[i]), here));
  }
  hd_mu_supply_set(s->mu, relation, r);
  free_state(&s->a);
}

static hd_bdd each_enforce(supplier *s, uint32_t loc)
{
  return hd_fx_enforce(s->p, s->p->locs.data[loc].proc, row_of(&s->a));
}

static hd_bdd each_target(supplier *s, uint32_t loc)
{
  return s->targets[loc] ? HD_BDD_TRUE : HD_BDD_FALSE;
}

static hd_bdd internal_globals_zero(const supplier *s, const uint32_t *globals)
{
  hd_bdd r = HD_BDD_TRUE;
  for (uint32_t i = 0; i < s->p->globals.len; i++)
    if (s->p->vars.data[s->p->globals.data[i]].internal) r = hd_bdd_and(r, hd_bdd_not_var(globals[i]));
  return r;
}

static hd_bdd first_state(supplier *s, uint32_t proc)
{
  const hd_bp_proc *q = &s->p->procs.data[proc];
  hd_bdd r = hd_bdd_and(at(s, &s->a, q->entry), zero_locals(s, &s->a, q->locals.len));
  for (uint32_t i = 0; i < q->locals.len; i++)
    if (s->p->vars.data[q->locals.data[i]].scratch) r = hd_bdd_and(r, hd_bdd_not_var(s->a.locals[i]));
  return r;
}

static void supply_init(supplier *s)
{
  s->a = get_state(s, "Init", "v");
  hd_bdd r = first_state(s, s->p->threads.data[0].proc);
  hd_mu_supply_set(s->mu, "Init", hd_bdd_and(r, internal_globals_zero(s, s->a.globals)));
  free_state(&s->a);
}

static hd_bdd begin_of(supplier *s, const hd_bp_thread *t)
{
  hd_bdd r = first_state(s, t->proc);
  if (t->started == HD_NONE) return r;
  r = hd_bdd_and(r, hd_bdd_var(hd_fx_var(s->p, row_of(&s->a), t->started)));
  for (uint32_t i = 0; i < s->p->procs.data[t->proc].n_params; i++)
    r = hd_bdd_and(r, hd_fx_equal(s->a.locals[i], hd_fx_var(s->p, row_of(&s->a), t->args + i)));
  return r;
}

static void supply_begin(supplier *s)
{
  hd_mu_bits thread = hd_mu_bits_of(s->mu, "Begin", "t");
  hd_bdd r = HD_BDD_FALSE;
  s->a = get_state(s, "Begin", "v");
  for (uint32_t i = 0; i < s->p->threads.len; i++)
    r = hd_bdd_or(r, hd_bdd_and(hd_fx_number_is(thread, i), begin_of(s, &s->p->threads.data[i])));
  hd_mu_supply_set(s->mu, "Begin", r);
  free_state(&s->a);
}

bool hd_fx_model_are_alike(const hd_fx_model *m, uint32_t one, uint32_t other)
{
  const hd_bp_thread *a = &m->p->threads.data[one], *b = &m->p->threads.data[other];
  bool listed = a->listed != HD_NONE && a->listed == b->listed,
       started = a->spawned != HD_NONE && a->spawned == b->spawned && m->p->procs.data[a->proc].n_params == 0;
  return a->proc == b->proc && (listed || started);
}

static void supply_before(supplier *s)
{
  hd_mu_bits one = hd_mu_bits_of(s->mu, "Before", "s"), other = hd_mu_bits_of(s->mu, "Before", "t");
  hd_bdd r = HD_BDD_FALSE;
  for (uint32_t i = 1; i < s->p->threads.len; i++)
    if (hd_fx_model_are_alike(s->m, i - 1, i))
      r = hd_bdd_or(r, hd_bdd_and(hd_fx_number_is(one, i - 1), hd_fx_number_is(other, i)));
  hd_mu_supply_set(s->mu, "Before", r);
}

static void supply_shared(supplier *s, const hd_bdd *shared, const uint32_t *shared_vars)
{
  uint32_t *globals = hd_fx_model_globals(s->m, s->mu, "Shared", "g");
  hd_bdd r;
  if (shared) {
    hd_bdd_map *map = hd_bdd_map_new(shared_vars, globals, s->p->globals.len);
    r = hd_bdd_rename(*shared, map);
    hd_bdd_map_free(map);
  } else {
    r = internal_globals_zero(s, globals);
  }
  hd_mu_supply_set(s->mu, "Shared", r);
  free(globals);
}

static void supply_switch(supplier *s)
{
  s->a = get_state(s, "Switch", "v");
  hd_bdd r = s->p->atomic == HD_NONE ? HD_BDD_TRUE : hd_bdd_not_var(hd_fx_var(s->p, row_of(&s->a), s->p->atomic));
  hd_mu_supply_set(s->mu, "Switch", r);
  free_state(&s->a);
}

static void supply_pcs(supplier *s, const char *relation, bool entries)
{
  hd_mu_bits bits = hd_mu_bits_of(s->mu, relation, "p");
  hd_bdd r = HD_BDD_FALSE;
  for (uint32_t i = 0; i < s->m->n_pcs; i++) {
    uint32_t loc = s->m->loc[i];
    if (loc == (entries ? proc_of(s, loc)->entry : proc_of(s, loc)->final)) r = hd_bdd_or(r, hd_fx_number_is(bits, i));
  }
  hd_mu_supply_set(s->mu, relation, r);
}

static void supply_copies(supplier *s)
{
  hd_mu_bits pc = hd_mu_bits_of(s->mu, "CopyLocals", "p");
  uint32_t *a = hd_fx_model_locals(s->m, s->mu, "CopyLocals", "a");
  uint32_t *b = hd_fx_model_locals(s->m, s->mu, "CopyLocals", "b");
  hd_bdd r = HD_BDD_FALSE;
  for (uint32_t i = 0; i < s->p->procs.len; i++) {
    const hd_bp_proc *q = &s->p->procs.data[i];
    if (s->m->pc[q->entry] == HD_NONE) continue;
    hd_bdd here = hd_fx_number_is(pc, s->m->pc[q->entry]);
    for (uint32_t k = s->m->n_locals; k-- > 0;)
      here = hd_bdd_and(here, k < q->n_params ? hd_fx_equal(a[k], b[k]) : hd_bdd_not_var(a[k]));
    r = hd_bdd_or(r, here);
  }
  hd_mu_supply_set(s->mu, "CopyLocals", r);
  free(a);
  free(b);
  a = hd_fx_model_globals(s->m, s->mu, "CopyGlobals", "a");
  b = hd_fx_model_globals(s->m, s->mu, "CopyGlobals", "b");
  r = HD_BDD_TRUE;
  for (uint32_t i = s->p->globals.len; i-- > 0;) r = hd_bdd_and(r, hd_fx_equal(a[i], b[i]));
  hd_mu_supply_set(s->mu, "CopyGlobals", r);
  free(a);
  free(b);
}

void hd_fx_model_supply(const hd_fx_model *m, hd_mu *mu, const bool *targets, const hd_bdd *shared,
                        const uint32_t *shared_vars)
{
  hd_bdd_scope scope = hd_bdd_open();
  supplier s = {.m = m, .p = m->p, .mu = mu, .targets = targets, .n = m->n_locals + m->p->globals.len};
  supply_edges(&s, "Internal", "x", "v", each_internal);
  supply_edges(&s, "Call", "x", "u", each_call);
  supply_edges(&s, "Across", "x", "v", each_across);
  supply_edges(&s, "Return", "z", "v", each_return);
  supply_entry(&s);
  supply_init(&s);
  supply_states(&s, "Enforce", each_enforce);
  supply_states(&s, "Target", each_target);
  supply_pcs(&s, "Exit", false);
  supply_pcs(&s, "Entrance", true);
  supply_copies(&s);
  supply_begin(&s);
  supply_before(&s);
  supply_shared(&s, shared, shared_vars);
  supply_switch(&s);
  hd_vec_clear(&s.groups);
  hd_bdd_close(scope);
}
