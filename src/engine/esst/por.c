#include "engine/esst/por.h"

#include "logic/formula.h"

/* Shared slots, as bits. */
typedef struct {
  uint64_t *reads, *writes;
  bool known;
} access;

struct hd_esst_por {
  hd_esst_space *x;
  hd_smt *smt;
  bool persistent, sleep;
  uint32_t words;
  hd_arena arena;
  access *future, *turn; /* by party and location: all that may come, and the static rest of a turn */
  HD_VEC(access) blocks; /* by block: its turn */
  HD_VEC(uint8_t) sure;  /* by block: 0 not asked, 1 no, 2 yes */
  hd_map sets;           /* place and seed: the closed set */
};

hd_esst_por *hd_esst_por_new(hd_esst_space *x, hd_smt *smt, bool persistent, bool sleep)
{
  hd_esst_por *r = hd_alloc(1, sizeof *r);
  size_t n = (size_t)x->who.len * x->p->locs.len + 1;
  *r = (hd_esst_por){.x = x, .smt = smt, .persistent = persistent, .sleep = sleep};
  r->words = x->slots.len / 64 + 1;
  hd_arena_init(&r->arena);
  r->future = hd_alloc(n, sizeof *r->future);
  r->turn = hd_alloc(n, sizeof *r->turn);
  return r;
}

void hd_esst_por_free(hd_esst_por *r)
{
  if (!r) return;
  hd_arena_clear(&r->arena);
  hd_vec_clear(&r->blocks);
  hd_vec_clear(&r->sure);
  hd_map_clear(&r->sets);
  free(r->future);
  free(r->turn);
  free(r);
}

static uint64_t bit(uint32_t i)
{
  return UINT64_C(1) << (i % 64);
}

static uint64_t *bits_new(hd_esst_por *r)
{
  uint64_t *bits = hd_arena_alloc(&r->arena, r->words * sizeof *bits);
  memset(bits, 0, r->words * sizeof *bits);
  return bits;
}

static bool meets(const hd_esst_por *r, const uint64_t *a, const uint64_t *b)
{
  for (uint32_t i = 0; i < r->words; i++)
    if (a[i] & b[i]) return true;
  return false;
}

static bool conflict(const hd_esst_por *r, const access *a, const access *b)
{
  return meets(r, a->writes, b->reads) || meets(r, a->writes, b->writes) || meets(r, a->reads, b->writes);
}

static void join(const hd_esst_por *r, access *into, const access *from)
{
  for (uint32_t i = 0; i < r->words; i++) {
    into->reads[i] |= from->reads[i];
    into->writes[i] |= from->writes[i];
  }
}

static void access_init(hd_esst_por *r, access *a)
{
  *a = (access){bits_new(r), bits_new(r), true};
}

/* --- what terms and edges access ----------------------------------------------------------------------- */

typedef struct {
  hd_esst_por *r;
  uint32_t party;
  uint64_t *bits;
  hd_map seen;
} walk;

/* The element that an index surely means, or HD_NONE. */
static uint32_t element_of(const hd_esst_por *r, uint32_t party, hd_term index)
{
  const hd_terms *T = r->x->T;
  uint64_t value;
  if (hd_term_is_const(T, index, &value)) return value < HD_NONE ? (uint32_t)value : HD_NONE;
  bool var = hd_term_op(T, index) == HD_OP_VAR && hd_term_symbol(T, index) < r->x->p->vars.len;
  bool self = var && r->x->p->vars.data[hd_term_symbol(T, index)].role == HD_ROLE_SELF;
  return self ? r->x->who.data[party].instance : HD_NONE;
}

/* All shared slots of the variable, or those of one element. */
static void mark(const hd_esst_por *r, uint32_t party, uint32_t v, uint32_t element, uint64_t *bits)
{
  const hd_esst_space *x = r->x;
  if (v >= x->p->vars.len || x->p->vars.data[v].thread.id != HD_NONE) return;
  for (uint32_t c = x->cells->first[v]; c < x->cells->first[v + 1]; c++) {
    uint32_t slot = x->slot_of[party * x->cells->list.len + c], e = x->cells->list.data[c].element;
    if (slot == HD_NONE || (element != HD_NONE && e != HD_NONE && e != element)) continue;
    bits[slot / 64] |= bit(slot);
  }
}

static void read_term(walk *w, hd_term t)
{
  const hd_terms *T = w->r->x->T;
  if (!hd_term_is(t) || hd_map_find(&w->seen, t.id)) return;
  hd_map_put(&w->seen, t.id, 1);
  if (hd_term_op(T, t) == HD_OP_VAR) {
    mark(w->r, w->party, hd_term_symbol(T, t), HD_NONE, w->bits);
  } else if (hd_term_op(T, t) == HD_OP_SELECT && hd_term_op(T, hd_term_arg(T, t, 0)) == HD_OP_VAR) {
    hd_term array = hd_term_arg(T, t, 0), index = hd_term_arg(T, t, 1);
    mark(w->r, w->party, hd_term_symbol(T, array), element_of(w->r, w->party, index), w->bits);
    read_term(w, index);
  } else {
    for (unsigned i = 0; i < hd_term_arity(T, t); i++) read_term(w, hd_term_arg(T, t, i));
  }
}

static void read_into(hd_esst_por *r, uint32_t party, hd_term t, uint64_t *bits)
{
  walk w = {.r = r, .party = party, .bits = bits};
  read_term(&w, t);
  hd_map_clear(&w.seen);
}

static void access_edge(hd_esst_por *r, uint32_t party, const hd_edge_info *e, access *out)
{
  read_into(r, party, e->guard, out->reads);
  read_into(r, party, e->cond, out->reads);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    uint32_t element = hd_term_is(a->index) ? element_of(r, party, a->index) : HD_NONE;
    read_into(r, party, a->index, out->reads);
    read_into(r, party, a->value, out->reads);
    mark(r, party, a->var.id, element, out->writes);
  }
}

/* --- turns and futures ------------------------------------------------------------------------------- */

static bool is_atomic(const hd_esst_space *x, hd_loc l)
{
  const hd_loc_info *info = hd_loc_get(x->p, l);
  return info->kind == HD_LOC_NORMAL && info->atomic;
}

/* Does a turn end there? */
static bool ends_turn(const hd_esst_space *x, hd_loc l)
{
  return hd_loc_get(x->p, l)->kind != HD_LOC_NORMAL || (x->cuts->cut[l.id] && !is_atomic(x, l));
}

/* All accesses from the location on, to the end of its turn or for ever. */
static const access *from_here(hd_esst_por *r, uint32_t party, hd_loc from, bool forever)
{
  const hd_esst_space *x = r->x;
  access *a = &(forever ? r->future : r->turn)[(size_t)party * x->p->locs.len + from.id];
  if (a->known) return a;
  access_init(r, a);
  uint8_t *seen = hd_alloc(x->p->locs.len + 1, 1);
  hd_u32s todo = {0};
  hd_vec_push(&todo, from.id);
  seen[from.id] = 1;
  while (todo.len) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(x->p, (hd_loc){hd_vec_pop(&todo)}, &n);
    for (uint32_t i = 0; i < n; i++) {
      const hd_edge_info *e = &x->p->edges.data[out[i]];
      access_edge(r, party, e, a);
      if (seen[e->to.id] || (!forever && ends_turn(x, e->to))) continue;
      seen[e->to.id] = 1;
      hd_vec_push(&todo, e->to.id);
    }
  }
  hd_vec_clear(&todo);
  free(seen);
  return a;
}

/* Everybody who comes to a location looks at the guards there, also at those that are false. */
static void read_guards(hd_esst_por *r, uint32_t party, hd_loc l, access *out)
{
  uint32_t n;
  const uint32_t *edges = hd_loc_out(r->x->p, l, &n);
  for (uint32_t i = 0; i < n; i++) read_into(r, party, r->x->p->edges.data[edges[i]].guard, out->reads);
}

/* The turn that begins with the block. */
static const access *turn_of(hd_esst_por *r, uint32_t block)
{
  while (r->blocks.len <= block) hd_vec_push(&r->blocks, (access){0});
  if (r->blocks.data[block].known) return &r->blocks.data[block];
  const hd_esst_space *x = r->x;
  const hd_esst_block *b = &x->blocks.data[block];
  access a;
  access_init(r, &a);
  read_guards(r, b->party, b->block->from, &a);
  for (uint32_t i = 0; i < b->block->edges.len; i++) {
    const hd_edge_info *e = hd_edge_get(x->p, b->block->edges.data[i].edge);
    access_edge(r, b->party, e, &a);
    if (!x->cuts->cut[e->to.id] && hd_loc_get(x->p, e->to)->kind == HD_LOC_NORMAL)
      read_guards(r, b->party, e->to, &a);
  }
  for (uint32_t i = 0; i < b->block->targets.len; i++) {
    const hd_target *t = &b->block->targets.data[i];
    if (t->kind == HD_TO_CUT && is_atomic(x, t->loc)) join(r, &a, from_here(r, b->party, t->loc, false));
  }
  r->blocks.data[block] = a;
  return &r->blocks.data[block];
}

/* Can the turn be finished from every state of the place? */
static bool is_sure(hd_esst_por *r, uint32_t block)
{
  hd_terms *T = r->x->T;
  while (r->sure.len <= block) hd_vec_push(&r->sure, 0);
  if (r->sure.data[block]) return r->sure.data[block] == 2;
  const hd_block *b = r->x->blocks.data[block].block;
  hd_term some = hd_term_false(T);
  bool atomic = false;
  for (uint32_t i = 0; i < b->targets.len; i++) {
    some = hd_term_2(T, HD_OP_OR, some, b->targets.data[i].cond);
    atomic |= b->targets.data[i].kind == HD_TO_CUT && is_atomic(r->x, b->targets.data[i].loc);
  }
  bool sure = !atomic && !hd_term_is_false(T, some) &&
              (hd_term_is_true(T, some) || hd_smt_refutes(r->smt, NULL, 0, some) == HD_UNSAT);
  r->sure.data[block] = sure ? 2 : 1;
  return sure;
}

/* --- persistent sets ---------------------------------------------------------------------------------- */

typedef struct {
  const hd_esst_space *x;
  uint32_t place, party;
} valuation;

static hd_term explicit_value(void *context, hd_term leaf)
{
  const valuation *v = context;
  const hd_esst_space *x = v->x;
  hd_term var = leaf;
  uint32_t element = HD_NONE;
  uint64_t index;
  if (hd_term_op(x->T, leaf) == HD_OP_SELECT) {
    var = hd_term_arg(x->T, leaf, 0);
    if (hd_term_op(x->T, var) != HD_OP_VAR || !hd_term_is_const(x->T, hd_term_arg(x->T, leaf, 1), &index))
      return HD_NO_TERM;
    element = (uint32_t)index;
  }
  uint32_t symbol = hd_term_symbol(x->T, var);
  if (symbol >= x->p->vars.len) return HD_NO_TERM;
  for (uint32_t c = x->cells->first[symbol]; c < x->cells->first[symbol + 1]; c++) {
    uint32_t slot = x->slot_of[v->party * x->cells->list.len + c];
    if (slot == HD_NONE || x->slots.data[slot].number == HD_NONE) continue;
    if (x->cells->list.data[c].element != element) continue;
    return hd_term_const(x->T, hd_cell_sort(x->cells, c), x->places.data[v->place].values[x->slots.data[slot].number]);
  }
  return HD_NO_TERM;
}

/* Who may write one of these cells, now or later. */
static uint64_t writers(hd_esst_por *r, uint32_t place, const uint64_t *cells)
{
  uint64_t who = 0;
  for (uint32_t i = 0; i < r->x->who.len; i++) {
    hd_loc at = r->x->places.data[place].at[i];
    if (hd_loc_get(r->x->p, at)->kind != HD_LOC_NORMAL) continue;
    if (meets(r, from_here(r, i, at, true)->writes, cells)) who |= bit(i);
  }
  return who;
}

static uint32_t count(uint64_t set)
{
  return (uint32_t)__builtin_popcountll(set);
}

/* The fewest new parties that may make the guard true: the writers of one conjunct that is false now. */
static bool enablers_of_guard(hd_esst_por *r, uint32_t place, uint32_t party, hd_term guard, uint64_t have,
                              uint64_t *out)
{
  hd_terms *T = r->x->T;
  hd_term_list conjuncts = {0};
  valuation v = {r->x, place, party};
  bool found = false;
  uint64_t *cells = hd_alloc(r->words, sizeof *cells), best = 0;
  if (hd_term_is(guard)) hd_formula_conjuncts(T, hd_formula_nnf(T, guard), &conjuncts);
  for (uint32_t i = 0; i < conjuncts.len; i++) {
    hd_term now = hd_term_substitute_elements(T, conjuncts.data[i], &(hd_rewrite){explicit_value, &v});
    if (!hd_term_is_false(T, now)) continue;
    memset(cells, 0, r->words * sizeof *cells);
    read_into(r, party, conjuncts.data[i], cells);
    uint64_t who = writers(r, place, cells);
    if (!found || count(who & ~have) < count(best & ~have)) best = who;
    found = true;
  }
  free(cells);
  hd_vec_clear(&conjuncts);
  *out |= best;
  return found;
}

/* A necessary enabling set, as parties. */
static uint64_t enablers(hd_esst_por *r, uint32_t place, uint32_t party, uint32_t block, uint64_t have)
{
  uint32_t n;
  uint64_t who = 0;
  bool blocked = true;
  const uint32_t *edges = hd_loc_out(r->x->p, r->x->places.data[place].at[party], &n);
  for (uint32_t i = 0; i < n && blocked; i++)
    blocked = enablers_of_guard(r, place, party, r->x->p->edges.data[edges[i]].guard, have | who, &who);
  return blocked ? who : writers(r, place, turn_of(r, block)->reads);
}

static uint64_t dependents(hd_esst_por *r, uint32_t place, uint32_t party, const access *turn)
{
  uint64_t who = 0;
  for (uint32_t i = 0; i < r->x->who.len; i++) {
    hd_loc at = r->x->places.data[place].at[i];
    if (i == party || hd_loc_get(r->x->p, at)->kind != HD_LOC_NORMAL) continue;
    if (conflict(r, turn, from_here(r, i, at, true))) who |= bit(i);
  }
  return who;
}

/* Algorithm 1. */
static uint64_t close_set(hd_esst_por *r, uint32_t place, uint32_t seed)
{
  uint64_t set = bit(seed), done = 0;
  while (set & ~done) {
    uint32_t i = (uint32_t)__builtin_ctzll(set & ~done);
    uint32_t block = hd_esst_block_at(r->x, place, i);
    bool enabled = r->x->blocks.data[block].block->targets.len > 0;
    done |= bit(i);
    if (enabled) set |= dependents(r, place, i, turn_of(r, block));
    if (!enabled || !is_sure(r, block)) set |= enablers(r, place, i, block, set);
  }
  return set;
}

static uint64_t enabled_at(hd_esst_por *r, uint32_t place)
{
  uint64_t who = 0;
  for (uint32_t i = 0; i < r->x->who.len; i++) {
    if (!hd_esst_may_run(r->x, place, i)) continue;
    uint32_t block = hd_esst_block_at(r->x, place, i);
    if (r->x->blocks.data[block].block->targets.len) who |= bit(i);
  }
  return who;
}

uint64_t hd_esst_por_choose(hd_esst_por *r, uint32_t place, uint64_t sleep)
{
  uint64_t enabled = enabled_at(r, place), best = enabled;
  if (!r->persistent || count(enabled) < 2) return enabled;
  for (uint32_t i = 0; i < r->x->who.len; i++) {
    if (!(enabled & ~sleep & bit(i)) || !is_sure(r, hd_esst_block_at(r->x, place, i))) continue;
    uint64_t key = (uint64_t)place << 8 | i, set;
    const uint64_t *known = hd_map_find(&r->sets, key);
    set = known ? *known : close_set(r, place, i);
    if (!known) hd_map_put(&r->sets, key, set);
    if (count(set & enabled & ~sleep) < count(best & ~sleep)) best = set & enabled;
  }
  return best;
}

uint64_t hd_esst_por_sleep(hd_esst_por *r, uint32_t place, uint32_t party, uint64_t before)
{
  uint64_t asleep = 0;
  if (!r || !r->sleep) return 0;
  for (uint32_t i = 0; i < r->x->who.len; i++) {
    if (!(before & bit(i)) || i == party) continue;
    uint32_t a = hd_esst_block_at(r->x, place, party), b = hd_esst_block_at(r->x, place, i);
    const access mine = *turn_of(r, a), *other = turn_of(r, b);
    if (!conflict(r, &mine, other)) asleep |= bit(i);
  }
  return asleep;
}
