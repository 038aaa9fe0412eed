/* probes.c - code that lists the accesses an instance is about to make, for data races.
 *
 * The same accesses as the interpreter's: only the chosen branch of an ite and the needed
 * arguments of and/or are read, and a check that fails reads its condition only. */
#include "engine/explicit/compiler.h"

static bool can_race(const hd_compiler *c, hd_var v)
{
  return c->o.sharing->shared[v.id] && hd_var_get(c->p, v)->role == HD_ROLE_USER;
}

static void add_access(hd_compiler *c, hd_var v, uint32_t index, bool write)
{
  if (!can_race(c, v)) return;
  hd_insn i = {.op = write ? HD_I_RACE_WRITE : HD_I_RACE_READ, .word = v.id, .a = index};
  i.b = hd_var_elements(hd_var_get(c->p, v));
  hd_compiler_add(c, i);
}

static void walk_term(hd_compiler *c, hd_term t);

/* One of two ways, as the condition decides; what was computed on a way is known on it only. */
static void walk_branch(hd_compiler *c, hd_term cond, hd_term then, hd_term otherwise)
{
  hd_u32s no = {0}, done = {0};
  walk_term(c, cond);
  hd_compile_unless(c, cond, &no);
  if (hd_term_is(then)) walk_term(c, then);
  hd_vec_push(&done, hd_compiler_add(c, (hd_insn){.op = HD_I_JUMP}));
  hd_compiler_land(c, &no);
  if (hd_term_is(otherwise)) walk_term(c, otherwise);
  hd_compiler_land(c, &done);
  hd_vec_clear(&no);
  hd_vec_clear(&done);
}

static void walk_select(hd_compiler *c, hd_term t)
{
  const hd_terms *T = c->p->terms;
  hd_term array = hd_term_arg(T, t, 0), index = hd_term_arg(T, t, 1);
  walk_term(c, index);
  while (hd_term_op(T, array) == HD_OP_STORE) array = hd_term_arg(T, array, 0);
  hd_var v = {hd_term_symbol(T, array)};
  if (can_race(c, v)) add_access(c, v, hd_compile_term(c, index), false);
}

static void walk_term(hd_compiler *c, hd_term t)
{
  const hd_terms *T = c->p->terms;
  switch (hd_term_op(T, t)) {
  case HD_OP_CONST: return;
  case HD_OP_VAR: add_access(c, (hd_var){hd_term_symbol(T, t)}, hd_compiler_constant(c, 0), false); return;
  case HD_OP_SELECT: walk_select(c, t); return;
  case HD_OP_ITE: walk_branch(c, hd_term_arg(T, t, 0), hd_term_arg(T, t, 1), hd_term_arg(T, t, 2)); return;
  case HD_OP_AND: walk_branch(c, hd_term_arg(T, t, 0), hd_term_arg(T, t, 1), HD_NO_TERM); return;
  case HD_OP_OR: walk_branch(c, hd_term_arg(T, t, 0), HD_NO_TERM, hd_term_arg(T, t, 1)); return;
  default: break;
  }
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) walk_term(c, hd_term_arg(T, t, i));
}

static void probe_edge(hd_compiler *c, const hd_edge_info *e)
{
  hd_u32s over = {0};
  hd_compiler_label(c);
  c->define = HD_DEFINE_SKIP; /* open values are decided by steps of their own */
  if (hd_term_is(e->guard)) {
    hd_compile_unless(c, e->guard, &over);
    walk_term(c, e->guard);
  }
  if (e->kind == HD_EDGE_ASSERT) {
    walk_term(c, e->cond);
    hd_compile_unless(c, e->cond, &over);
  }
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    if (hd_term_is(a->index)) walk_term(c, a->index);
    if (hd_term_is(a->value)) walk_term(c, a->value);
    if (can_race(c, a->var))
      add_access(c, a->var, hd_term_is(a->index) ? hd_compile_term(c, a->index) : hd_compiler_constant(c, 0), true);
  }
  c->define = HD_DEFINE_ON;
  hd_compiler_land(c, &over);
  hd_vec_clear(&over);
}

/* The access's kind, PLAIN or ATOMIC, travels in `dst` of its instructions. */
static void mark_kind(hd_compiler *c, uint32_t from, hd_access access)
{
  for (uint32_t i = from; i < c->code->insns.len; i++) {
    hd_insn *x = &c->code->insns.data[i];
    if (x->op == HD_I_RACE_READ || x->op == HD_I_RACE_WRITE) x->dst = access;
  }
}

static bool has_access(const hd_compiler *c, hd_loc l)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(c->p, l, &n);
  for (uint32_t i = 0; i < n; i++)
    if (c->o.sharing->touches[out[i]] && c->p->edges.data[out[i]].access != HD_ACCESS_SYNC) return true;
  return false;
}

void hd_compile_probes(hd_compiler *c)
{
  const hd_thread_plan *t = &c->l->threads[c->who->thread.id];
  uint32_t *probe = hd_alloc(t->n_pcs, sizeof *probe);
  c->code->probe[c->who - c->l->instances] = probe;
  for (uint32_t pc = 0; pc < t->n_pcs; pc++) {
    probe[pc] = HD_NONE;
    if (!hd_pc_moves(t, pc) || !has_access(c, t->locs[pc])) continue;
    uint32_t n;
    const uint32_t *out = hd_loc_out(c->p, t->locs[pc], &n);
    probe[pc] = c->code->insns.len;
    for (uint32_t i = 0; i < n; i++) {
      uint32_t from = c->code->insns.len;
      if (c->p->edges.data[out[i]].access == HD_ACCESS_SYNC) continue;
      probe_edge(c, &c->p->edges.data[out[i]]);
      mark_kind(c, from, c->p->edges.data[out[i]].access);
    }
    hd_compiler_add(c, (hd_insn){.op = HD_I_BACK});
  }
}
