/* proof.c - environments as formulas. */
#include "engine/static/proof.h"

#include <stdio.h>

typedef struct {
  const hd_flow *f;
  const hd_actor *a;
  hd_terms *T;
  const hd_certificate *c;
  const uint8_t *relevant; /* by variable */
  const hd_locally *local;
} writer;

static hd_term cell_term(const writer *w, uint32_t cell)
{
  const hd_space *s = w->f->space;
  const hd_state_cell *c = hd_space_cell(s, w->a->who.thread, cell);
  if (c->var.id == HD_NONE && hd_space_is_ghost(s, cell)) return hd_certificate_ghost(w->f->p, w->c, c->element);
  if (c->var.id == HD_NONE) {
    const hd_distance *d = &s->distances.data[c->element];
    return hd_term_2(w->T, HD_OP_SUB, hd_certificate_var(w->f->p, 0, d->to), hd_certificate_var(w->f->p, 0, d->from));
  }
  hd_term t = hd_certificate_var(w->f->p, 0, c->var);
  return c->element == HD_NONE ? t : hd_term_2(w->T, HD_OP_SELECT, t, hd_term_bv(w->T, 32, c->element));
}

static hd_term join_terms(const writer *w, hd_op op, hd_term a, hd_term b)
{
  return hd_term_is(a) ? hd_term_2(w->T, op, a, b) : b;
}

static hd_term says_set(const writer *w, hd_term x, hd_sort sort, const hd_abstract_value *v)
{
  hd_term any = HD_NO_TERM;
  for (unsigned i = 0; i < v->n; i++)
    any = join_terms(w, HD_OP_OR, any, hd_term_2(w->T, HD_OP_EQ, x, hd_term_const(w->T, sort, v->set[i])));
  return any;
}

static hd_term says_range(const writer *w, hd_term x, unsigned width, const hd_abstract_value *v)
{
  hd_terms *T = w->T;
  hd_term all = hd_term_true(T);
  int64_t least = INT64_MIN >> (64 - width), most = INT64_MAX >> (64 - width);
  hd_abstract_value bits = hd_value_unsigned(v->range.low, v->range.high, width);
  bool enough = bits.kind == HD_VALUE_RANGE && bits.range.least >= v->range.least && bits.range.most <= v->range.most;
  bool small = v->range.least >= 0 || v->range.most < 0;
  if (v->range.low > 0)
    all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_ULE, hd_term_bv(T, width, v->range.low), x));
  if (v->range.high < hd_mask(width))
    all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_ULE, x, hd_term_bv(T, width, v->range.high)));
  if (enough || small) return all;
  if (v->range.least > least)
    all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_SLE, hd_term_bv(T, width, (uint64_t)v->range.least), x));
  if (v->range.most < most)
    all = hd_term_2(T, HD_OP_AND, all, hd_term_2(T, HD_OP_SLE, x, hd_term_bv(T, width, (uint64_t)v->range.most)));
  return all;
}

static hd_term says_own(const writer *w, hd_term x, unsigned width, const hd_abstract_value *v)
{
  hd_terms *T = w->T;
  hd_term number = hd_term_resize(T, hd_certificate_number(w->f->p, 0), width, false);
  number = hd_term_2(T, HD_OP_MUL, number, hd_term_bv(T, width, v->own.times));
  return hd_term_2(T, HD_OP_EQ, x, hd_term_2(T, HD_OP_ADD, number, hd_term_bv(T, width, v->own.plus)));
}

static hd_term says_value(const writer *w, uint32_t cell, const hd_abstract_value *v)
{
  hd_term x = cell_term(w, cell);
  unsigned width = hd_term_sort(w->T, x).width;
  if (v->kind == HD_VALUE_SET) return says_set(w, x, hd_term_sort(w->T, x), v);
  if (v->kind == HD_VALUE_RANGE) return says_range(w, x, width, v);
  HD_CHECK(v->kind == HD_VALUE_OWN);
  return says_own(w, x, width, v);
}

/* Distances matter when what they are between does; ghosts do. */
static bool is_relevant(const writer *w, uint32_t cell)
{
  const hd_space *s = w->f->space;
  const hd_state_cell *c = hd_space_cell(s, w->a->who.thread, cell);
  if (c->var.id != HD_NONE) return w->relevant[c->var.id];
  if (hd_space_is_ghost(s, cell)) return true;
  const hd_distance *d = &s->distances.data[c->element];
  return w->relevant[d->from.id] && w->relevant[d->to.id];
}

static hd_term says_case(const writer *w, const hd_case *k)
{
  hd_term all = hd_term_true(w->T);
  for (uint32_t i = 0; i < k->env.n; i++) {
    if (!is_relevant(w, k->env.cell[i])) continue;
    all = hd_term_2(w->T, HD_OP_AND, all, says_value(w, k->env.cell[i], &k->env.value[i]));
  }
  return all;
}

static hd_term says_cases(const writer *w, const hd_cases *cases)
{
  hd_term any = HD_NO_TERM;
  for (uint32_t i = 0; i < cases->len; i++) any = join_terms(w, HD_OP_OR, any, says_case(w, &cases->data[i]));
  return any;
}

static hd_term says_all(const writer *w, hd_loc l)
{
  hd_term local = w->local ? hd_locally_at(w->local, l) : HD_NO_TERM, says = says_cases(w, &w->a->at[l.id]);
  return hd_term_is(local) ? hd_term_2(w->T, HD_OP_AND, says, local) : says;
}

static void add_actor_clause(const writer *w, hd_certificate *c)
{
  const hd_program *p = w->f->p;
  hd_party party = {w->a->who.thread, w->a->who.instance == HD_NONE ? HD_EVERY : w->a->who.instance};
  uint32_t clause = hd_certificate_add_clause(c, &party, 1, false);
  for (uint32_t l = 0; l < p->locs.len; l++) {
    hd_loc_kind kind = p->locs.data[l].kind;
    if (!w->a->at[l].len || (kind != HD_LOC_NORMAL && kind != HD_LOC_END)) continue;
    hd_term holds = kind == HD_LOC_END ? hd_term_true(w->T) : says_all(w, (hd_loc){l});
    hd_certificate_add_fact(c, clause, &(hd_loc){l}, holds);
  }
}

/* The one who takes the edge sets its own ghost. */
static void add_ghost(const hd_flow *f, hd_certificate *c, uint32_t i)
{
  char name[64];
  hd_terms *T = f->p->terms;
  const hd_taken *g = &f->space->taken[i];
  snprintf(name, sizeof name, "taken!%u!%u", g->edge.id, g->instance);
  uint32_t ghost = hd_certificate_add_ghost(c, name, HD_BOOL, 0);
  hd_term mine = hd_term_eq_bv(T, hd_certificate_number(f->p, 0), g->instance);
  hd_term value = hd_term_2(T, HD_OP_OR, hd_certificate_ghost(f->p, c, ghost), mine);
  hd_certificate_set_ghost(c, g->edge, ghost, value);
}

hd_certificate *hd_flow_certificate(const hd_flow *f, const hd_locally *local)
{
  hd_certificate *c = hd_certificate_new(HD_PROOF_MODULAR, "static");
  for (uint32_t t = 0; t < f->p->threads.len; t++)
    if (f->any[t]) hd_certificate_set_any(c, f->p, (hd_thread){t});
  for (uint32_t i = 0; i < f->space->n_taken; i++) add_ghost(f, c, i);
  uint8_t *relevant = hd_flow_relevant(f);
  for (uint32_t i = 0; i < f->n_actors; i++) {
    writer w = {f, &f->actors[i], f->p->terms, c, relevant, local};
    add_actor_clause(&w, c);
  }
  free(relevant);
  return c;
}
