/* exchange.c - compares blocks of two parties target by target under an exchange of names. */
#include "engine/esst/exchange.h"

#include "program/expand.h"

/* A question of more subterms than this is not asked: the recheck has to answer it, too. */
enum { MOST_SIZE = 300 };

/* An element can be a member's own if all its uses are known: a proof must be able to tell it. */
static bool can_be_told(hd_esst_exchange *f, uint32_t slot)
{
  hd_cell c = f->x->cells->list.data[f->x->slots.data[slot].cell];
  if (c.element == HD_NONE) return true;
  if (!f->divided) {
    hd_expanded *e = hd_expand(f->x->p);
    f->divided = hd_alloc(f->x->p->vars.len + 1, 1);
    for (uint32_t i = 0; i < e->origins.len; i++)
      if (e->origins.data[i].index != HD_NONE && e->origins.data[i].var.id != HD_NONE)
        f->divided[e->origins.data[i].var.id] = 1;
    hd_expanded_free(e);
  }
  return f->divided[c.var.id];
}

/* --- slots ---------------------------------------------------------------------------------------------- */

static bool is_self(const hd_esst_space *x, uint32_t slot)
{
  return hd_var_get(x->p, hd_esst_var(x, slot))->role == HD_ROLE_SELF;
}

static void locals_of(const hd_esst_space *x, uint32_t party, hd_u32s *out)
{
  for (uint32_t i = 0; i < x->slots.len; i++)
    if (x->slots.data[i].party == party && !is_self(x, i)) hd_vec_push(out, i);
}

/* May one stand for the other? */
static bool same_sort(const hd_esst_space *x, uint32_t a, uint32_t b)
{
  const hd_esst_slot *p = &x->slots.data[a], *q = &x->slots.data[b];
  return hd_sort_same(hd_term_sort(x->T, p->var), hd_term_sort(x->T, q->var)) &&
         (p->number == HD_NONE) == (q->number == HD_NONE);
}

/* --- blocks --------------------------------------------------------------------------------------------- */

static const hd_block *block_of(hd_esst_exchange *f, uint32_t party, hd_loc from)
{
  hd_esst_space *x = f->x;
  hd_block **known = &f->blocks[(size_t)party * x->p->locs.len + from.id];
  if (*known) return *known;
  uint32_t n = x->cells->list.len;
  hd_term *pre = hd_alloc(n + 1, sizeof *pre);
  for (uint32_t c = 0; c < n; c++) {
    uint32_t slot = x->slot_of[party * n + c];
    if (slot == HD_NONE) continue;
    pre[c] = is_self(x, slot) ? hd_esst_initial_value(x, slot) : x->slots.data[slot].var;
  }
  *known = hd_block_new(x->cells, &x->symbols, x->live, x->cuts->cut, from, pre);
  free(pre);
  return *known;
}

bool hd_esst_is_stand(const hd_esst_space *x, hd_loc l)
{
  const hd_loc_info *info = hd_loc_get(x->p, l);
  return info->kind == HD_LOC_NORMAL && (x->cuts->cut[l.id] || hd_thread_get(x->p, info->thread)->entry.id == l.id);
}

static bool is_dead_after(const hd_esst_space *x, uint32_t slot, const hd_block_target *t)
{
  bool local = x->slots.data[slot].party != HD_NONE;
  return local && t->loc.id != HD_NONE && !hd_is_live(x->live, t->loc, hd_esst_var(x, slot));
}

typedef struct {
  const hd_esst_space *x;
  uint8_t *seen; /* by slot */
} touching;

static void touch_slot(void *context, hd_term leaf)
{
  touching *t = context;
  uint32_t slot = hd_esst_slot_of_symbol(t->x, hd_term_symbol(t->x->T, leaf));
  if (slot != HD_NONE && t->x->slots.data[slot].party == HD_NONE) t->seen[slot] = 1;
}

/* The shared slots that the block touches. */
static void touched_by(hd_esst_exchange *f, uint32_t party, const hd_block *b, uint8_t *seen)
{
  const hd_esst_space *x = f->x;
  touching t = {x, seen};
  uint32_t n = x->cells->list.len;
  memset(seen, 0, x->slots.len + 1);
  for (uint32_t i = 0; i < b->targets.len; i++) {
    hd_term_visit_leaves(x->T, b->targets.data[i].cond, touch_slot, &t);
    for (uint32_t c = 0; b->targets.data[i].post && c < n; c++) {
      uint32_t slot = x->slot_of[party * n + c];
      hd_term post = b->targets.data[i].post[c];
      if (slot == HD_NONE || is_self(x, slot) || hd_term_same(post, x->slots.data[slot].var)) continue;
      if (x->slots.data[slot].party == HD_NONE) seen[slot] = 1;
      if (!is_dead_after(x, slot, &b->targets.data[i])) hd_term_visit_leaves(x->T, post, touch_slot, &t);
    }
  }
}

/* --- guessing whose is what ------------------------------------------------------------------------------- */

static bool pair(hd_esst_exchange *f, uint32_t p, uint32_t q)
{
  if (f->to[p] == q && f->to[q] == p) return true;
  if (f->to[p] != p || f->to[q] != q || !same_sort(f->x, p, q)) return false;
  if (!can_be_told(f, p) || !can_be_told(f, q)) return false;
  f->to[p] = q;
  f->to[q] = p;
  return true;
}

/* What only one of the two touches is paired, in the order of slots. */
static bool pair_touched(hd_esst_exchange *f, hd_loc at)
{
  uint32_t n = f->x->slots.len, q = 0;
  uint8_t *as = hd_alloc(n + 1, 1), *bs = hd_alloc(n + 1, 1);
  bool fits = true;
  touched_by(f, f->a, block_of(f, f->a, at), as);
  touched_by(f, f->b, block_of(f, f->b, f->loc_to[at.id]), bs);
  for (uint32_t p = 0; p < n && fits; p++) {
    if (!as[p] || bs[p]) continue;
    while (q < n && (!bs[q] || as[q])) q++;
    fits = q < n && (f->to[p] == q || pair(f, p, q));
    q++;
  }
  while (q < n && (!bs[q] || as[q])) q++;
  free(as);
  free(bs);
  return fits && q >= n;
}

/* Where two terms of the same form first differ, in constants. */
static bool first_difference(const hd_terms *T, hd_term s, hd_term t, uint64_t *v, uint64_t *w)
{
  if (hd_term_same(s, t) || hd_term_op(T, s) != hd_term_op(T, t)) return false;
  if (hd_term_is_const(T, s, v)) return hd_term_is_const(T, t, w);
  for (unsigned i = 0; i < hd_term_arity(T, s); i++)
    if (first_difference(T, hd_term_arg(T, s, i), hd_term_arg(T, t, i), v, w)) return true;
  return false;
}

/* A slot that both write, with other constants: it names them. */
static void find_names(hd_esst_exchange *f, hd_loc at)
{
  const hd_esst_space *x = f->x;
  const hd_block *p = block_of(f, f->a, at), *q = block_of(f, f->b, f->loc_to[at.id]);
  uint32_t n = x->cells->list.len;
  for (uint32_t i = 0; i < p->targets.len && p->targets.len == q->targets.len; i++) {
    const hd_block_target *s = &p->targets.data[i], *t = &q->targets.data[i];
    for (uint32_t c = 0; s->post && t->post && c < n; c++) {
      uint32_t slot = x->slot_of[f->a * n + c];
      uint64_t v, w;
      if (slot == HD_NONE || x->slots.data[slot].party != HD_NONE || f->to[slot] != slot) continue;
      if (hd_cell_sort(x->cells, c).kind == HD_SORT_ARRAY) continue;
      if (f->id_a[slot] != f->id_b[slot] || !can_be_told(f, slot) ||
          !first_difference(x->T, s->post[c], t->post[c], &v, &w))
        continue;
      f->id_a[slot] = v;
      f->id_b[slot] = w;
    }
  }
}

/* --- the exchange ----------------------------------------------------------------------------------------- */

bool hd_esst_exchange_names(const hd_esst_exchange *f, uint32_t slot)
{
  return f->id_a[slot] != f->id_b[slot];
}

/* The value of a slot that may name one of the two, in the other's place. */
static hd_term renamed_value(const hd_esst_exchange *f, uint32_t slot, hd_term value)
{
  if (!hd_esst_exchange_names(f, slot)) return value;
  return hd_term_exchange(f->x->T, value, f->id_a[slot], f->id_b[slot]);
}

static hd_term exchanged_leaf(void *context, hd_term leaf)
{
  const hd_esst_exchange *f = context;
  const hd_esst_space *x = f->x;
  if (hd_term_op(x->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t symbol = hd_term_symbol(x->T, leaf), slot = hd_esst_slot_of_symbol(x, symbol);
  if (slot != HD_NONE) return renamed_value(f, slot, x->slots.data[f->to[slot]].var);
  for (uint32_t i = 0; i < f->n_fresh[0]; i++)
    if (f->fresh[0][i] == symbol) return hd_term_var(x->T, hd_term_sort(x->T, leaf), f->fresh[1][i]);
  return HD_NO_TERM;
}

static hd_term exchange(hd_esst_exchange *f, hd_term t)
{
  return hd_term_substitute(f->x->T, t, &(hd_rewrite){exchanged_leaf, f});
}

typedef struct {
  hd_esst_exchange *f;
  unsigned side;
} freshness;

static void note_fresh(void *context, hd_term leaf)
{
  freshness *c = context;
  hd_esst_exchange *f = c->f;
  uint32_t symbol = hd_term_symbol(f->x->T, leaf), n = f->n_fresh[c->side], *list = f->fresh[c->side];
  if (hd_esst_slot_of_symbol(f->x, symbol) != HD_NONE) return;
  for (uint32_t i = 0; i < n; i++)
    if (list[i] == symbol) return;
  if (n == HD_ESST_MOST_FRESH) return;
  uint32_t at = n;
  for (; at && list[at - 1] > symbol; at--) list[at] = list[at - 1];
  list[at] = symbol;
  f->n_fresh[c->side]++;
}

/* Inputs and choices of a block, in the order in which they were made. */
static void collect_fresh(hd_esst_exchange *f, unsigned side, uint32_t party, const hd_block *b)
{
  freshness c = {f, side};
  uint32_t n = f->x->cells->list.len;
  f->n_fresh[side] = 0;
  for (uint32_t i = 0; i < b->targets.len; i++) {
    hd_term_visit_leaves(f->x->T, b->targets.data[i].cond, note_fresh, &c);
    for (uint32_t k = 0; b->targets.data[i].post && k < n; k++) {
      uint32_t slot = f->x->slot_of[party * n + k];
      if (slot != HD_NONE && !is_self(f->x, slot) && !is_dead_after(f->x, slot, &b->targets.data[i]))
        hd_term_visit_leaves(f->x->T, b->targets.data[i].post[k], note_fresh, &c);
    }
  }
}

static bool holds_equally(hd_esst_exchange *f, hd_term given, hd_term a, hd_term b)
{
  if (hd_term_same(a, b)) return true;
  if (hd_term_sort(f->x->T, a).kind == HD_SORT_ARRAY) return false;
  hd_term both = hd_term_2(f->x->T, HD_OP_EQ, a, b);
  if (hd_term_size(f->x->T, both) > MOST_SIZE) return false;
  return hd_smt_refutes(f->smt, &given, hd_term_is_true(f->x->T, given) ? 0 : 1, both) == HD_UNSAT;
}

static hd_loc loc_to(const hd_esst_exchange *f, uint32_t party, hd_loc l)
{
  return (party == f->a || party == f->b) && l.id != HD_NONE ? f->loc_to[l.id] : l;
}

static uint32_t party_to(const hd_esst_exchange *f, uint32_t party)
{
  return party == f->a ? f->b : party == f->b ? f->a : party;
}

/* Is every slot after one target what its counterpart is after the other? */
static bool same_outcome(hd_esst_exchange *f, uint32_t party, const hd_block_target *s, const hd_block_target *t)
{
  const hd_esst_space *x = f->x;
  uint32_t n = x->cells->list.len;
  hd_term all = hd_term_true(x->T);
  for (uint32_t c = 0; s->post && c < n; c++) {
    uint32_t slot = x->slot_of[party * n + c];
    if (slot == HD_NONE || is_self(x, slot)) continue;
    bool dead = is_dead_after(x, slot, s);
    if (dead != is_dead_after(x, f->to[slot], t)) return false;
    if (dead) continue;
    hd_term image = renamed_value(f, slot, exchange(f, s->post[c])), post = t->post[x->slots.data[f->to[slot]].cell];
    if (hd_term_same(image, post)) continue;
    if (hd_term_sort(x->T, image).kind == HD_SORT_ARRAY) return false;
    all = hd_term_2(x->T, HD_OP_AND, all, hd_term_2(x->T, HD_OP_EQ, image, post));
  }
  return holds_equally(f, t->cond, all, hd_term_true(x->T));
}

static const hd_block_target *find_target(const hd_block *b, hd_target_kind kind, hd_loc to)
{
  for (uint32_t i = 0; i < b->targets.len; i++)
    if (b->targets.data[i].kind == kind && b->targets.data[i].loc.id == to.id) return &b->targets.data[i];
  return NULL;
}

static bool never_enabled(hd_esst_exchange *f, const hd_block_target *t)
{
  hd_term false_ = hd_term_false(f->x->T);
  return hd_term_same(t->cond, false_) || hd_smt_refutes(f->smt, &t->cond, 1, false_) == HD_UNSAT;
}

static bool same_targets(hd_esst_exchange *f, uint32_t party, const hd_block *p, const hd_block *q)
{
  uint32_t matched = 0;
  for (uint32_t i = 0; i < p->targets.len; i++) {
    const hd_block_target *s = &p->targets.data[i];
    const hd_block_target *t = find_target(q, s->kind, loc_to(f, party, s->loc));
    if (!t) {
      if (!never_enabled(f, s)) return false;
      continue;
    }
    matched++;
    if (!holds_equally(f, hd_term_true(f->x->T), exchange(f, s->cond), t->cond) || !same_outcome(f, party, s, t))
      return false;
  }
  for (uint32_t i = 0; matched < q->targets.len && i < q->targets.len; i++) {
    const hd_block_target *t = &q->targets.data[i];
    uint32_t other = party_to(f, party);
    if (!find_target(p, t->kind, loc_to(f, other, t->loc)) && !never_enabled(f, t)) return false;
  }
  return true;
}

/* For deadlocks: does it wait, and can it move, as its counterpart does? */
static bool same_standing(hd_esst_exchange *f, uint32_t party, hd_loc at)
{
  hd_term p[2], q[2];
  hd_esst_standing(f->x, party, at, &p[0], &p[1]);
  hd_esst_standing(f->x, party_to(f, party), loc_to(f, party, at), &q[0], &q[1]);
  for (unsigned i = 0; i < 2; i++)
    if (!holds_equally(f, hd_term_true(f->x->T), exchange(f, p[i]), q[i])) return false;
  return true;
}

/* Does the party at the location do what its counterpart does after the exchange? */
bool hd_esst_exchange_same(hd_esst_exchange *f, uint32_t party, hd_loc at)
{
  uint32_t other = party_to(f, party);
  const hd_block *p = block_of(f, party, at), *q = block_of(f, other, loc_to(f, party, at));
  f->n_fresh[0] = f->n_fresh[1] = 0;
  if (p != q) {
    collect_fresh(f, 0, party, p);
    collect_fresh(f, 1, other, q);
    if (f->n_fresh[0] != f->n_fresh[1] || f->n_fresh[0] == HD_ESST_MOST_FRESH) return false;
  }
  bool same = same_targets(f, party, p, q);
  return same && (!f->deadlocks || same_standing(f, party, at));
}

/* --- one pair --------------------------------------------------------------------------------------------- */

void hd_esst_exchange_start(hd_esst_exchange *f, uint32_t a, uint32_t b)
{
  const hd_esst_space *x = f->x;
  f->a = a;
  f->b = b;
  for (uint32_t i = 0; i < x->slots.len; i++) {
    f->to[i] = i;
    f->id_a[i] = f->id_b[i] = 0;
  }
  for (uint32_t i = 0; i < f->locs[a].len; i++) {
    f->loc_to[f->locs[a].data[i]] = (hd_loc){f->locs[b].data[i]};
    f->loc_to[f->locs[b].data[i]] = (hd_loc){f->locs[a].data[i]};
  }
}

static bool pair_locals(hd_esst_exchange *f)
{
  hd_u32s as = {0}, bs = {0};
  locals_of(f->x, f->a, &as);
  locals_of(f->x, f->b, &bs);
  bool fits = as.len == bs.len;
  for (uint32_t i = 0; i < as.len && fits; i++) fits = pair(f, as.data[i], bs.data[i]);
  hd_vec_clear(&as);
  hd_vec_clear(&bs);
  return fits;
}

bool hd_esst_exchange_find(hd_esst_exchange *f, uint32_t a, uint32_t b)
{
  const hd_esst_space *x = f->x;
  hd_esst_exchange_start(f, a, b);
  bool fits = pair_locals(f);
  for (uint32_t i = 0; i < f->locs[a].len && fits; i++)
    if (hd_esst_is_stand(x, (hd_loc){f->locs[a].data[i]})) fits = pair_touched(f, (hd_loc){f->locs[a].data[i]});
  for (uint32_t i = 0; i < f->locs[a].len && fits; i++)
    if (hd_esst_is_stand(x, (hd_loc){f->locs[a].data[i]})) find_names(f, (hd_loc){f->locs[a].data[i]});
  for (uint32_t i = 0; i < f->locs[a].len && fits && !hd_budget_spent(f->budget); i++)
    if (hd_esst_is_stand(x, (hd_loc){f->locs[a].data[i]}))
      fits = hd_esst_exchange_same(f, a, (hd_loc){f->locs[a].data[i]});
  return fits && !hd_budget_spent(f->budget);
}

void hd_esst_exchange_init(hd_esst_exchange *f, hd_esst_space *x, hd_smt *smt, bool deadlocks, const hd_budget *budget)
{
  *f = (hd_esst_exchange){.x = x, .smt = smt, .budget = budget, .deadlocks = deadlocks};
  f->blocks = hd_alloc((size_t)x->who.len * x->p->locs.len + 1, sizeof *f->blocks);
  f->locs = hd_alloc(x->who.len + 1, sizeof *f->locs);
  f->to = hd_alloc(x->slots.len + 1, sizeof *f->to);
  f->id_a = hd_alloc(x->slots.len + 1, sizeof *f->id_a);
  f->id_b = hd_alloc(x->slots.len + 1, sizeof *f->id_b);
  f->loc_to = hd_alloc(x->p->locs.len + 1, sizeof *f->loc_to);
}

void hd_esst_exchange_clear(hd_esst_exchange *f)
{
  const hd_esst_space *x = f->x;
  for (size_t i = 0; i < (size_t)x->who.len * x->p->locs.len; i++)
    if (f->blocks[i]) hd_block_free(f->blocks[i]);
  for (uint32_t i = 0; i < x->who.len; i++) hd_vec_clear(&f->locs[i]);
  free(f->blocks);
  free(f->locs);
  free(f->to);
  free(f->id_a);
  free(f->id_b);
  free(f->loc_to);
  free(f->divided);
}
