/* compile.c - code for edges and locations. */
#include "engine/explicit/compiler.h"

#include "analysis/guards.h"

/* --- arriving at a place --------------------------------------------------------------------- */

/* Bits of one word to keep and to set. */
typedef struct {
  uint32_t word;
  uint64_t keep, set;
} wipe;
typedef HD_VEC(wipe) wipes;

static wipe *wipe_of(wipes *all, uint32_t word)
{
  for (uint32_t i = 0; i < all->len; i++)
    if (all->data[i].word == word) return &all->data[i];
  hd_vec_push(all, (wipe){.word = word, .keep = UINT64_MAX});
  return &hd_vec_last(all);
}

static void drop_slot(wipes *all, hd_field f, uint32_t count)
{
  enum { MAX_WORDS = 64 };
  uint64_t bits = (uint64_t)f.width * (count ? count : 1);
  if (bits <= 64) {
    wipe_of(all, f.word)->keep &= ~(hd_mask((unsigned)bits) << f.shift);
    return;
  }
  for (uint32_t w = 0; bits <= 64 * MAX_WORDS && w * 64 < bits; w++) wipe_of(all, f.word + w)->keep = 0;
}

/* Dead locals become 0, so that states that differ only in them are equal. Arrays are
 * dead only when the instance will not move again. */
static void drop_dead(hd_compiler *c, wipes *all, hd_loc l, bool ended)
{
  const hd_thread_plan *t = &c->l->threads[c->who->thread.id];
  for (uint32_t s = 0; s < t->n_slots; s++)
    if (ended || !t->counts[s]) drop_slot(all, c->who->slots[s], t->counts[s]);
  for (uint32_t i = 0; !ended && i < t->scalars.len; i++) {
    uint32_t v = t->scalars.data[i];
    if (!hd_is_live(c->l->liveness, l, (hd_var){v})) continue;
    hd_field f = hd_layout_field(c->l, c->who, (hd_var){v});
    wipe_of(all, f.word)->keep |= hd_field_mask(f);
    if (hd_layout_open(c->l, c->who, (hd_var){v}, &f)) wipe_of(all, f.word)->keep |= hd_field_mask(f);
  }
}

/* Fuses with constant stores just before, if they are to the same word. */
static void add_wipe(hd_compiler *c, wipe w, uint16_t op, hd_loc l)
{
  hd_insn *last = c->code->insns.len > c->barrier ? &hd_vec_last(&c->code->insns) : NULL;
  if (last && last->op == HD_I_STORE_K && last->word == w.word) {
    w.set |= c->code->constants.data[last->a - HD_CONSTANT] & w.keep;
    w.keep &= last->imm;
    c->code->insns.len--;
    c->code->vars.len--;
  }
  hd_insn i = {.op = op, .word = w.word, .imm = w.keep, .target = l.id};
  i.a = hd_compiler_constant(c, w.set);
  hd_compiler_add(c, i);
}

static void arrive_at(hd_compiler *c, uint32_t pc, hd_loc l)
{
  wipes all = {0};
  const hd_thread_plan *t = &c->l->threads[c->who->thread.id];
  HD_CHECK(pc != HD_PC_NONE);
  drop_dead(c, &all, l, !hd_pc_moves(t, pc));
  wipe *counter = wipe_of(&all, c->who->pc.word);
  counter->keep &= ~hd_field_mask(c->who->pc);
  counter->set |= (uint64_t)pc << c->who->pc.shift;
  for (uint32_t i = 0; i < all.len; i++)
    if (all.data[i].word != c->who->pc.word && all.data[i].keep != UINT64_MAX)
      add_wipe(c, all.data[i], HD_I_STORE_K, l);
  add_wipe(c, *wipe_of(&all, c->who->pc.word), HD_I_EMIT, l);
  hd_vec_clear(&all);
}

static void go_to(hd_compiler *c, hd_loc from, hd_loc to, bool from_start)
{
  const hd_loc_info *loc = hd_loc_get(c->p, to);
  if (loc->kind == HD_LOC_END || (loc->kind == HD_LOC_NORMAL && c->l->cuts->cut[to.id] == HD_CUT_STEP)) {
    arrive_at(c, c->l->pc[to.id], to);
    return;
  }
  if (loc->kind == HD_LOC_NORMAL) {
    hd_vec_push(&c->jumps, hd_compiler_add(c, (hd_insn){.op = HD_I_JUMP, .target = to.id}));
    hd_vec_push(&c->todo, to.id);
    return;
  }
  if (loc->kind != HD_LOC_EXIT) hd_compiler_add(c, (hd_insn){.op = HD_I_REACH, .target = to.id});
  /* As long as the step that ends everything is not taken, others may go on: they do from the
   * state with this instance stopped before it. When the step is the first one after a switch
   * that is the state we come from, and likewise inside an atomic section, which begins with one. */
  if (from_start || hd_loc_get(c->p, from)->atomic)
    hd_compiler_add(c, (hd_insn){.op = HD_I_MOVED});
  else
    arrive_at(c, c->l->pc[to.id], to);
}

/* --- edges ----------------------------------------------------------------------------------- */

static bool is_needed(const hd_compiler *c, const hd_edge_info *e, const hd_assign *a)
{
  return c->p->locs.data[e->to.id].kind == HD_LOC_NORMAL ? hd_is_live(c->l->liveness, e->to, a->var)
                                                         : hd_var_get(c->p, a->var)->thread.id == HD_NONE;
}

/* In place of a register: the value is left open until it is read. */
#define LEFT_OPEN HD_NONE

static uint32_t add_input(hd_compiler *c, hd_domain domain)
{
  hd_insn i = {.op = HD_I_INPUT, .word = c->code->domains.len, .imm = c->n_temps + c->scratch};
  hd_vec_push(&c->code->domains, domain);
  i.dst = hd_compiler_scratch(c);
  hd_compiler_add(c, i);
  return i.dst;
}

/* Code that records has an input for each that the trace needs, if only a 0 to be corrected. */
static uint32_t add_zero(hd_compiler *c)
{
  return add_input(c, (hd_domain){.values = hd_alloc(1, sizeof(uint64_t)), .n = 1});
}

static uint32_t compile_input(hd_compiler *c, hd_edge e, uint32_t a, bool needed)
{
  hd_domain domain;
  hd_field open;
  hd_var v = hd_edge_get(c->p, e)->assigns[a].var;
  if (!needed) return c->o.record ? add_zero(c) : 0;
  bool may_wait = c->l->kind[v.id] == HD_PLACE_FIELD && hd_layout_open(c->l, c->who, v, &open);
  bool known = hd_inputs_domain(c->o.inputs, e, a, &domain);
  if (known && (!may_wait || !hd_domain_may_wait(&domain))) return add_input(c, domain);
  if (known) free(domain.values);
  if (may_wait && c->o.record) add_zero(c);
  if (may_wait) return LEFT_OPEN;
  hd_compiler_add(c, (hd_insn){.op = HD_I_UNKNOWN, .target = e.id});
  return hd_compiler_constant(c, 0);
}

/* Temporaries may be assigned before they are used. */
static uint32_t keep_apart(hd_compiler *c, uint32_t reg)
{
  if (reg >= c->n_temps) return reg;
  hd_insn copy = {.op = HD_I_MOVE, .a = reg, .dst = hd_compiler_scratch(c)};
  hd_compiler_add(c, copy);
  return copy.dst;
}

/* The registers that an edge's assignments need. */
typedef struct {
  uint32_t value, index;
  uint32_t is_open; /* HD_NONE: it is not */
} operands;

static void store_assigns(hd_compiler *c, const hd_edge_info *e, const operands *x)
{
  uint32_t n_inputs = 0, input = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) n_inputs += !hd_term_is(e->assigns[i].value);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    if (is_needed(c, e, a) && x[i].value == LEFT_OPEN)
      hd_compile_leave_open(c, a->var, x[i].index, n_inputs - input);
    else if (is_needed(c, e, a))
      hd_compile_store(c, a->var, x[i].index, x[i].value);
    if (is_needed(c, e, a) && x[i].is_open != HD_NONE) hd_compile_store_open(c, a->var, x[i].index, x[i].is_open);
    input += !hd_term_is(a->value);
  }
}

static void compile_operands(hd_compiler *c, const hd_assign *a, operands *x)
{
  if (hd_term_is(a->value) && hd_compile_may_copy(c, a->value, a->var))
    x->value = hd_compile_copy(c, a->value, &x->is_open);
  else if (hd_term_is(a->value))
    x->value = hd_compile_term(c, a->value);
  if (hd_term_is(a->index)) x->index = hd_compile_term(c, a->index);
}

/* All values are computed before the first assignment. */
static void compile_assigns(hd_compiler *c, hd_edge id)
{
  const hd_edge_info *e = hd_edge_get(c->p, id);
  operands *x = hd_alloc(e->n_assigns, sizeof *x);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    x[i].is_open = HD_NONE;
    if (!hd_term_is(e->assigns[i].value)) x[i].value = compile_input(c, id, i, is_needed(c, e, &e->assigns[i]));
  }
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    /* A race may be in what is read for nothing: its open values are decided, too. */
    if (!is_needed(c, e, a) && !hd_violated_by(c->o.property, HD_BY_RACE)) continue;
    compile_operands(c, a, &x[i]);
    if (e->n_assigns == 1) continue;
    x[i].value = keep_apart(c, x[i].value);
    x[i].index = keep_apart(c, x[i].index);
  }
  store_assigns(c, e, x);
  free(x);
}

static void take_edge(hd_compiler *c, uint32_t id, bool from_start)
{
  const hd_edge_info *e = &c->p->edges.data[id];
  hd_u32s failed = {0};
  if (c->o.record) hd_compiler_add(c, (hd_insn){.op = HD_I_EDGE, .target = id});
  if (e->kind == HD_EDGE_ASSERT) hd_compile_unless(c, e->cond, &failed);
  compile_assigns(c, (hd_edge){id});
  go_to(c, e->from, e->to, from_start);
  hd_compiler_land(c, &failed);
  if (e->kind == HD_EDGE_ASSERT) hd_compiler_add(c, (hd_insn){.op = HD_I_VIOLATED, .target = id});
  hd_vec_clear(&failed);
}

/* --- locations ------------------------------------------------------------------------------- */

static bool excludes_later(const hd_compiler *c, const uint32_t *out, uint32_t i, uint32_t n)
{
  for (uint32_t k = i + 1; k < n; k++)
    if (!hd_guards_exclusive(c->p, (hd_edge){out[i]}, (hd_edge){out[k]})) return false;
  return true;
}

/* Tries the edges from number i on. some: one before has been tried already. Falls
 * through behind the last when none is enabled. */
static void try_edges(hd_compiler *c, hd_loc l, bool from_start, bool sure)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(c->p, l, &n);
  hd_u32s next = {0};
  for (uint32_t i = 0; i < n; i++) {
    bool last = i + 1 == n;
    hd_compiler_label(c);
    c->define = from_start ? HD_DEFINE_COMMIT : HD_DEFINE_ON;
    if (hd_term_is(c->p->edges.data[out[i]].guard) && !(last && sure))
      hd_compile_unless(c, c->p->edges.data[out[i]].guard, &next);
    /* A race is looked for where the accesses' places are known. */
    if (!hd_violated_by(c->o.property, HD_BY_RACE)) c->define = HD_DEFINE_ON;
    if (!last && !excludes_later(c, out, i, n)) {
      hd_insn choice = {.op = HD_I_CHOICE, .imm = from_start ? 0 : c->n_temps};
      hd_vec_push(&next, hd_compiler_add(c, choice));
    }
    take_edge(c, out[i], from_start);
    c->define = HD_DEFINE_ON;
    hd_compiler_land(c, &next);
  }
  hd_vec_clear(&next);
  hd_compiler_label(c);
}

static bool all_exclusive(const hd_compiler *c, hd_loc l)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(c->p, l, &n);
  for (uint32_t i = 0; i + 1 < n; i++)
    if (!excludes_later(c, out, i, n)) return false;
  return true;
}

/* Nothing is enabled at a location that the instance passes through. */
static void get_stuck(hd_compiler *c, hd_loc l)
{
  const hd_loc_info *loc = hd_loc_get(c->p, l);
  if (loc->atomic)
    hd_compiler_add(c, (hd_insn){.op = HD_I_STUCK, .target = l.id});
  else
    arrive_at(c, c->l->pc[l.id], l);
}

/* Choices that came back must not count as stuck: first all guards are tried for their truth. */
static void pass_through_any(hd_compiler *c, hd_loc l)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(c->p, l, &n);
  hd_u32s found = {0};
  for (uint32_t i = 0; i < n; i++) hd_compile_if(c, c->p->edges.data[out[i]].guard, &found);
  get_stuck(c, l);
  hd_compiler_land(c, &found);
  hd_vec_clear(&found);
  try_edges(c, l, false, false);
  hd_compiler_add(c, (hd_insn){.op = HD_I_BACK});
}

static void pass_through(hd_compiler *c, hd_loc l)
{
  bool exhaustive = hd_guards_exhaustive(c->p, l), exclusive = all_exclusive(c, l);
  hd_compiler_label(c);
  c->at[l.id] = c->code->insns.len;
  if (!exhaustive && !exclusive) {
    pass_through_any(c, l);
    return;
  }
  try_edges(c, l, false, exhaustive && exclusive);
  if (exhaustive)
    hd_compiler_add(c, (hd_insn){.op = HD_I_BACK});
  else
    get_stuck(c, l);
}

static void compile_start(hd_compiler *c, uint32_t pc, hd_loc l)
{
  uint32_t instance = (uint32_t)(c->who - c->l->instances);
  c->code->start[instance][pc] = c->code->insns.len;
  try_edges(c, l, true, false);
  hd_compiler_add(c, (hd_insn){.op = HD_I_BACK});
}

static void compile_instance(hd_compiler *c)
{
  const hd_thread_plan *t = &c->l->threads[c->who->thread.id];
  uint32_t instance = (uint32_t)(c->who - c->l->instances);
  c->code->start[instance] = hd_alloc(t->n_pcs, sizeof **c->code->start);
  for (uint32_t i = 0; i < c->p->locs.len; i++) c->at[i] = HD_NONE;
  for (uint32_t pc = 0; pc < t->n_pcs; pc++) {
    hd_loc l = t->locs[pc];
    c->code->start[instance][pc] = HD_NONE;
    if (hd_pc_moves(t, pc) && c->l->cuts->cut[l.id] == HD_CUT_STEP) compile_start(c, pc, l);
  }
  while (c->todo.len) {
    hd_loc l = {hd_vec_pop(&c->todo)};
    if (c->at[l.id] == HD_NONE) pass_through(c, l);
  }
  for (uint32_t i = 0; i < c->jumps.len; i++) {
    hd_insn *jump = &c->code->insns.data[c->jumps.data[i]];
    jump->target = c->at[jump->target];
  }
  c->jumps.len = 0;
}

/* --- the whole ------------------------------------------------------------------------------- */

static void number_constants(hd_compiler *c)
{
  uint32_t first = c->n_temps + c->most_scratch;
  for (uint32_t i = 0; i < c->code->insns.len; i++) {
    hd_insn *x = &c->code->insns.data[i];
    uint32_t *uses[] = {&x->dst, &x->a, &x->b, &x->word};
    for (unsigned k = 0; k < HD_COUNT(uses); k++)
      if (*uses[k] >= HD_CONSTANT && *uses[k] != HD_NONE) *uses[k] = *uses[k] - HD_CONSTANT + first;
  }
  c->code->first_constant = first;
  c->code->n_registers = first + c->code->constants.len;
}

hd_code *hd_compile(const hd_compile_options *options)
{
  hd_compiler c = {.o = *options, .l = options->layout, .p = options->layout->p, .now = 1};
  c.code = hd_alloc(1, sizeof *c.code);
  c.code->n_instances = c.l->n_instances;
  c.code->start = hd_alloc(c.l->n_instances, sizeof *c.code->start);
  c.code->probe = hd_alloc(c.l->n_instances, sizeof *c.code->probe);
  uint32_t n_terms = hd_terms_count(c.p->terms) + 1;
  c.reg = hd_alloc(n_terms, sizeof *c.reg);
  c.stamp = hd_alloc(n_terms, sizeof *c.stamp);
  c.at = hd_alloc(c.p->locs.len, sizeof *c.at);
  for (uint32_t t = 0; t < c.p->threads.len; t++)
    if (c.l->threads[t].n_registers > c.n_temps) c.n_temps = c.l->threads[t].n_registers;
  for (uint32_t i = 0; i < c.l->n_instances; i++) {
    c.who = &c.l->instances[i];
    hd_map_clear(&c.opens);
    compile_instance(&c);
    if (hd_violated_by(options->property, HD_BY_RACE)) hd_compile_probes(&c);
  }
  number_constants(&c);
  hd_map_clear(&c.constants);
  hd_map_clear(&c.opens);
  hd_vec_clear(&c.open);
  hd_vec_clear(&c.jumps);
  hd_vec_clear(&c.todo);
  free(c.reg);
  free(c.stamp);
  free(c.at);
  return c.code;
}

void hd_code_free(hd_code *c)
{
  if (!c) return;
  for (uint32_t i = 0; i < c->n_instances; i++) {
    free(c->start[i]);
    free(c->probe[i]);
  }
  for (uint32_t i = 0; i < c->domains.len; i++) free(c->domains.data[i].values);
  hd_vec_clear(&c->domains);
  hd_vec_clear(&c->opens);
  hd_vec_clear(&c->insns);
  hd_vec_clear(&c->vars);
  hd_vec_clear(&c->tables);
  hd_vec_clear(&c->constants);
  free(c->start);
  free(c->probe);
  free(c);
}
