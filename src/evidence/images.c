/* images.c - what a fact says after an exchange of parties that are alike (alike.c shows that they are). */
#include "evidence/proof.h"

typedef struct {
  const hd_proof *x;
  const hd_alike_parties *a;
  const uint32_t *into; /* by member: who takes its place, a member */
  const uint8_t *to;    /* by party */
  bool odd;             /* a symbol that has no image */
} moving;

/* The member's place in a row of the class, or HD_NONE. */
static uint32_t row_of(const hd_alike_parties *a, hd_var v, uint32_t *m)
{
  for (uint32_t i = 0; i < a->own.len; i++) {
    if (a->own.data[i].var.id != v.id) continue;
    *m = i % a->parties.len;
    return i - *m;
  }
  return HD_NONE;
}

/* What named the members before, given what does now. */
static hd_term name_before(const moving *v, uint32_t name, hd_term now)
{
  hd_terms *T = v->x->T;
  uint32_t n = v->a->parties.len;
  hd_term before = now;
  for (uint32_t m = 0; m < n; m++) {
    hd_sort sort = hd_term_sort(T, now);
    hd_term was = hd_term_const(T, sort, v->a->ids.data[name * n + m]);
    hd_term is = hd_term_const(T, sort, v->a->ids.data[name * n + v->into[m]]);
    before = hd_term_3(T, HD_OP_ITE, hd_term_2(T, HD_OP_EQ, now, is), was, before);
  }
  return before;
}

static hd_term moved_symbol(void *context, hd_term leaf)
{
  moving *v = context;
  const hd_program *p = v->x->p;
  if (hd_term_op(v->x->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  hd_meaning m = hd_certificate_meaning(p, hd_term_symbol(v->x->T, leaf));
  v->odd |= m.means != HD_MEANS_VAR;
  if (m.means != HD_MEANS_VAR) return HD_NO_TERM;
  uint32_t member, row = row_of(v->a, m.var, &member);
  bool local = hd_var_get(p, m.var)->thread.id != HD_NONE;
  if (row != HD_NONE)
    return hd_certificate_var(p, local ? v->to[m.party] : 0, v->a->own.data[row + v->into[member]].var);
  for (uint32_t i = 0; i < v->a->parties.len; i++) v->odd |= local && v->a->parties.data[i] == m.party;
  for (uint32_t i = 0; i < v->a->names.len; i++)
    if (v->a->names.data[i].var.id == m.var.id) return name_before(v, i, leaf);
  return HD_NO_TERM;
}

/* Which member takes whose place in the class. True: a member moves. */
static bool find_into(const hd_alike_parties *a, const uint8_t *to, uint32_t *into, bool *ok)
{
  bool moves = false;
  for (uint32_t m = 0; m < a->parties.len; m++) {
    into[m] = HD_NONE;
    for (uint32_t i = 0; i < a->parties.len; i++)
      if (a->parties.data[i] == to[a->parties.data[m]]) into[m] = i;
    *ok = *ok && into[m] != HD_NONE;
    moves |= into[m] != m;
  }
  return moves;
}

static bool no_party_asks(const hd_proof *x, uint32_t class, const hd_clause *k, const hd_loc *at)
{
  for (uint32_t i = 0; i < k->n_parties; i++)
    if (x->asks[(size_t) class * x->p->locs.len + at[i].id]) return false;
  return true;
}

/* Is every party that the permutation moves a member of a class, and none in two places? */
static bool is_permutation(const hd_proof *x, const hd_clause *k, const uint8_t *to)
{
  uint64_t seen = 0;
  for (uint32_t i = 0; i < k->n_parties; i++) {
    uint32_t classes = 0;
    for (uint32_t c = 0; c < x->c->alike.len; c++)
      for (uint32_t m = 0; m < x->c->alike.data[c].parties.len; m++)
        classes += x->c->alike.data[c].parties.data[m] == i;
    if (to[i] >= k->n_parties || seen >> to[i] & 1 || classes > 1 || (to[i] != i && classes != 1)) return false;
    seen |= UINT64_C(1) << to[i];
  }
  return true;
}

static hd_loc loc_in_class(const hd_alike_parties *a, hd_loc l, uint32_t from, uint32_t into)
{
  for (uint32_t i = 0; i < a->locs.len; i += a->parties.len)
    if (a->locs.data[i + from].id == l.id) return a->locs.data[i + into];
  return HD_NO_LOC;
}

/* The class's part of the exchange. */
static bool move_class(hd_proof *x, uint32_t class, const hd_fact *f, const uint8_t *to, hd_loc *at, hd_term *holds)
{
  const hd_alike_parties *a = &x->c->alike.data[class];
  const hd_clause *k = &x->c->clauses.data[0];
  uint32_t into[64];
  bool ok = true;
  if (!find_into(a, to, into, &ok) || !ok) return ok;
  if (!no_party_asks(x, class, k, f->at)) return false;
  for (uint32_t m = 0; m < a->parties.len; m++)
    at[a->parties.data[into[m]]] = loc_in_class(a, f->at[a->parties.data[m]], m, into[m]);
  moving v = {x, a, into, to, false};
  *holds = hd_term_substitute(x->T, *holds, &(hd_rewrite){moved_symbol, &v});
  return !v.odd;
}

bool hd_proof_image(hd_proof *x, uint32_t fact, hd_term *holds)
{
  const hd_clause *k = &x->c->clauses.data[0];
  const hd_fact *f = &k->facts.data[fact], *by = &k->facts.data[f->covered];
  const uint8_t *to = x->image[fact];
  hd_loc at[64];
  bool ok = is_permutation(x, k, to);
  memcpy(at, f->at, k->n_parties * sizeof *at);
  for (uint32_t c = 0; c < x->c->alike.len && ok; c++) ok = move_class(x, c, f, to, at, holds);
  for (uint32_t i = 0; i < k->n_parties && ok; i++) ok = at[i].id == by->at[i].id;
  return ok || hd_proof_refuse(x, f->at[0], "fact %u is covered after an exchange that may be noticed", fact);
}
