/* flow.c - reads and writes of everything that an instance can still do, as sets of bits. */
#include "engine/esst/flow.h"

typedef struct {
  uint32_t slot;
  bool known; /* the value; otherwise any */
  uint64_t value;
} outcome;

/* What an edge of a party does under some constants. */
typedef struct {
  uint32_t party, edge, next;
  uint64_t *key; /* of the slots that it mentions: known or not, and the value */
  bool possible;
  hd_esst_access access;
  outcome *outcomes; /* explicit slots only */
  uint32_t n_outcomes;
} effect;

/* What is known at a location that a party has reached. */
typedef struct {
  uint32_t loc;
  uint64_t *values; /* by the party's slots */
  uint8_t *known;
} row;

/* A party of the propagation. */
typedef struct {
  hd_u32s slots; /* numbers of the explicit slots that its thread mentions */
  HD_VEC(row) rows;
  uint32_t n_rows;  /* of these, how many are in use */
  uint32_t *row_of; /* by location, or HD_NONE */
  bool alone;       /* to the end of its turn only */
  hd_esst_access all;
} mover;

struct hd_esst_flow {
  hd_esst_space *x;
  uint32_t words;
  hd_arena arena;
  hd_u32s *mentions;  /* by party and edge: explicit slots, once asked */
  uint8_t *mentioned; /* .. asked? */
  HD_VEC(effect) effects;
  hd_map by_hash;
  mover *movers; /* by party */
  /* of the propagation at hand */
  uint64_t *first_values; /* by number of the explicit slot: at the start */
  uint8_t *first_known;
  uint64_t *writers; /* by number: parties that may write it */
  uint64_t *values;  /* by number: where an edge is looked at now */
  uint8_t *known;
  bool changed;
};

/* --- making --------------------------------------------------------------------------------------------- */

static void find_slots(hd_esst_flow *f);

static uint64_t *bits_new(hd_esst_flow *f)
{
  uint64_t *bits = hd_arena_alloc(&f->arena, f->words * sizeof *bits);
  memset(bits, 0, f->words * sizeof *bits);
  return bits;
}

static void mover_init(hd_esst_flow *f, mover *m)
{
  uint32_t locs = f->x->p->locs.len;
  m->row_of = hd_arena_alloc(&f->arena, (locs + 1) * sizeof *m->row_of);
  for (uint32_t l = 0; l < locs; l++) m->row_of[l] = HD_NONE;
  m->all = (hd_esst_access){bits_new(f), bits_new(f)};
}

hd_esst_flow *hd_esst_flow_new(hd_esst_space *x)
{
  hd_esst_flow *f = hd_alloc(1, sizeof *f);
  uint32_t parties = x->who.len, n = x->explicits.len + 1;
  f->x = x;
  f->words = x->slots.len / 64 + 1;
  hd_arena_init(&f->arena);
  f->mentions = hd_alloc((size_t)parties * x->p->edges.len + 1, sizeof *f->mentions);
  f->mentioned = hd_alloc((size_t)parties * x->p->edges.len + 1, 1);
  f->first_values = hd_alloc(n, sizeof *f->first_values);
  f->first_known = hd_alloc(n, 1);
  f->writers = hd_alloc(n, sizeof *f->writers);
  f->values = hd_alloc(n, sizeof *f->values);
  f->known = hd_alloc(n, 1);
  f->movers = hd_alloc(parties + 1, sizeof *f->movers);
  for (uint32_t i = 0; i < parties; i++) mover_init(f, &f->movers[i]);
  find_slots(f);
  return f;
}

void hd_esst_flow_free(hd_esst_flow *f)
{
  if (!f) return;
  for (size_t i = 0; i < (size_t)f->x->who.len * f->x->p->edges.len; i++) hd_vec_clear(&f->mentions[i]);
  for (uint32_t i = 0; i < f->x->who.len; i++) {
    hd_vec_clear(&f->movers[i].slots);
    hd_vec_clear(&f->movers[i].rows);
  }
  free(f->movers);
  free(f->mentions);
  free(f->mentioned);
  hd_vec_clear(&f->effects);
  hd_map_clear(&f->by_hash);
  free(f->first_values);
  free(f->first_known);
  free(f->writers);
  free(f->values);
  free(f->known);
  hd_arena_clear(&f->arena);
  free(f);
}

static bool bits_meet(const hd_esst_flow *f, const uint64_t *a, const uint64_t *b)
{
  for (uint32_t i = 0; i < f->words; i++)
    if (a[i] & b[i]) return true;
  return false;
}

bool hd_esst_conflict(const hd_esst_flow *f, const hd_esst_access *a, const hd_esst_access *b)
{
  return bits_meet(f, a->writes, b->reads) || bits_meet(f, a->writes, b->writes) || bits_meet(f, a->reads, b->writes);
}

/* --- slots of terms ------------------------------------------------------------------------------------ */

/* The slot of a scalar (element HD_NONE) or of an array's element as the party sees it, or HD_NONE. */
static uint32_t slot_of(const hd_esst_flow *f, uint32_t party, uint32_t v, uint32_t element)
{
  const hd_esst_space *x = f->x;
  if (v >= x->p->vars.len) return HD_NONE;
  for (uint32_t c = x->cells->first[v]; c < x->cells->first[v + 1]; c++)
    if (x->cells->list.data[c].element == element) return x->slot_of[party * x->cells->list.len + c];
  return HD_NONE;
}

static void add_bit(const hd_esst_flow *f, uint32_t slot, uint64_t *bits)
{
  if (slot != HD_NONE && f->x->slots.data[slot].party == HD_NONE) bits[slot / 64] |= UINT64_C(1) << (slot % 64);
}

/* All slots of a variable. */
static void each_slot(const hd_esst_flow *f, uint32_t party, uint32_t v, hd_u32s *out)
{
  const hd_esst_space *x = f->x;
  for (uint32_t c = x->cells->first[v]; v < x->p->vars.len && c < x->cells->first[v + 1]; c++) {
    uint32_t slot = x->slot_of[party * x->cells->list.len + c];
    if (slot != HD_NONE) hd_vec_push(out, slot);
  }
}

/* The constants so far, put into terms. */
typedef struct {
  const hd_esst_flow *f;
  uint32_t party, but; /* a slot that stays as it is, or HD_NONE */
} valuation;

/* The slot that the (rewritten) leaf stands for. */
static uint32_t leaf_slot(const valuation *v, hd_term leaf)
{
  const hd_terms *T = v->f->x->T;
  uint64_t index;
  if (hd_term_op(T, leaf) == HD_OP_VAR) return slot_of(v->f, v->party, hd_term_symbol(T, leaf), HD_NONE);
  if (hd_term_op(T, leaf) != HD_OP_SELECT || hd_term_op(T, hd_term_arg(T, leaf, 0)) != HD_OP_VAR) return HD_NONE;
  if (!hd_term_is_const(T, hd_term_arg(T, leaf, 1), &index) || index >= HD_NONE) return HD_NONE;
  return slot_of(v->f, v->party, hd_term_symbol(T, hd_term_arg(T, leaf, 0)), (uint32_t)index);
}

static hd_term constant_leaf(void *context, hd_term leaf)
{
  const valuation *v = context;
  const hd_esst_space *x = v->f->x;
  uint32_t slot = leaf_slot(v, leaf);
  if (slot == HD_NONE || slot == v->but || x->slots.data[slot].number == HD_NONE) return HD_NO_TERM;
  uint32_t n = x->slots.data[slot].number;
  if (!v->f->known[n]) return HD_NO_TERM;
  return hd_term_const(x->T, hd_cell_sort(x->cells, x->slots.data[slot].cell), v->f->values[n]);
}

static hd_term with_constants(const hd_esst_flow *f, uint32_t party, uint32_t but, hd_term t)
{
  valuation v = {f, party, but};
  return hd_term_is(t) ? hd_term_substitute_elements(f->x->T, t, &(hd_rewrite){constant_leaf, &v}) : t;
}

/* Reads: elements whose index is known, and whole variables otherwise. */
typedef struct {
  const hd_esst_flow *f;
  uint32_t party, but;
  uint64_t *bits;
  hd_map seen;
} reading;

static void read_term(reading *r, hd_term t)
{
  const hd_terms *T = r->f->x->T;
  if (!hd_term_is(t) || hd_map_find(&r->seen, t.id)) return;
  hd_map_put(&r->seen, t.id, 1);
  bool element = hd_term_op(T, t) == HD_OP_SELECT && hd_term_op(T, hd_term_arg(T, t, 0)) == HD_OP_VAR;
  if (element) {
    hd_term index = with_constants(r->f, r->party, HD_NONE, hd_term_arg(T, t, 1));
    uint64_t value;
    uint32_t v = hd_term_symbol(T, hd_term_arg(T, t, 0));
    uint32_t slot =
        hd_term_is_const(T, index, &value) && value < HD_NONE ? slot_of(r->f, r->party, v, (uint32_t)value) : HD_NONE;
    read_term(r, hd_term_arg(T, t, 1));
    if (slot == HD_NONE)
      read_term(r, hd_term_arg(T, t, 0));
    else if (slot != r->but)
      add_bit(r->f, slot, r->bits);
  } else if (hd_term_op(T, t) == HD_OP_VAR) {
    hd_u32s slots = {0};
    if (hd_term_symbol(T, t) < r->f->x->p->vars.len) each_slot(r->f, r->party, hd_term_symbol(T, t), &slots);
    for (uint32_t i = 0; i < slots.len; i++)
      if (slots.data[i] != r->but) add_bit(r->f, slots.data[i], r->bits);
    hd_vec_clear(&slots);
  } else {
    for (unsigned i = 0; i < hd_term_arity(T, t); i++) read_term(r, hd_term_arg(T, t, i));
  }
}

static void read_into(const hd_esst_flow *f, uint32_t party, uint32_t but, hd_term t, uint64_t *bits)
{
  reading r = {.f = f, .party = party, .but = but, .bits = bits};
  read_term(&r, t);
  hd_map_clear(&r.seen);
}

/* --- effects of edges ---------------------------------------------------------------------------------- */

typedef struct {
  hd_esst_flow *f;
  uint32_t party;
  hd_u32s *out;
} mentioning;

static void mention_slots(void *context, hd_var v, bool write)
{
  mentioning *m = context;
  hd_u32s slots = {0};
  (void)write;
  each_slot(m->f, m->party, v.id, &slots);
  for (uint32_t i = 0; i < slots.len; i++)
    if (m->f->x->slots.data[slots.data[i]].number != HD_NONE) hd_vec_push(m->out, slots.data[i]);
  hd_vec_clear(&slots);
}

static const hd_u32s *mentions_of(hd_esst_flow *f, uint32_t party, uint32_t edge)
{
  size_t at = (size_t)party * f->x->p->edges.len + edge;
  mentioning m = {f, party, &f->mentions[at]};
  if (!f->mentioned[at]) hd_edge_accesses(f->x->p, (hd_edge){edge}, mention_slots, &m);
  f->mentioned[at] = 1;
  return &f->mentions[at];
}

/* The slot gets the value (HD_NO_TERM: any). */
static void add_outcome(hd_esst_flow *f, effect *e, uint32_t slot, hd_term value)
{
  outcome o = {.slot = slot};
  add_bit(f, slot, e->access.writes);
  if (f->x->slots.data[slot].number == HD_NONE) return;
  o.known = hd_term_is(value) && hd_term_is_const(f->x->T, value, &o.value);
  e->outcomes[e->n_outcomes++] = o;
}

/* Does the assignment give the slot its own value back under the constants? */
static bool keeps(const hd_esst_flow *f, uint32_t party, uint32_t slot, const hd_assign *a)
{
  if (!hd_term_is(a->value)) return false;
  valuation v = {f, party, HD_NONE};
  hd_term value = with_constants(f, party, slot, a->value);
  bool leaf = hd_term_op(f->x->T, value) == HD_OP_VAR || hd_term_op(f->x->T, value) == HD_OP_SELECT;
  return leaf && leaf_slot(&v, value) == slot;
}

static void assign_known(hd_esst_flow *f, effect *e, const hd_assign *a)
{
  uint64_t index;
  hd_u32s slots = {0};
  hd_term at = with_constants(f, e->party, HD_NONE, a->index);
  uint32_t one = HD_NONE;
  if (!hd_term_is(at))
    one = slot_of(f, e->party, a->var.id, HD_NONE);
  else if (hd_term_is_const(f->x->T, at, &index) && index < HD_NONE)
    one = slot_of(f, e->party, a->var.id, (uint32_t)index);
  read_into(f, e->party, HD_NONE, a->index, e->access.reads);
  if (one != HD_NONE && keeps(f, e->party, one, a)) {
    read_into(f, e->party, one, a->value, e->access.reads);
    return;
  }
  read_into(f, e->party, HD_NONE, a->value, e->access.reads);
  if (one != HD_NONE) {
    add_outcome(f, e, one, with_constants(f, e->party, HD_NONE, a->value));
  } else {
    each_slot(f, e->party, a->var.id, &slots);
    for (uint32_t i = 0; i < slots.len; i++) add_outcome(f, e, slots.data[i], HD_NO_TERM);
  }
  hd_vec_clear(&slots);
}

static void compute_effect(hd_esst_flow *f, effect *e)
{
  const hd_edge_info *info = &f->x->p->edges.data[e->edge];
  uint32_t room = 1;
  e->access = (hd_esst_access){bits_new(f), bits_new(f)};
  read_into(f, e->party, HD_NONE, info->guard, e->access.reads);
  hd_term guard = with_constants(f, e->party, HD_NONE, info->guard);
  e->possible = !hd_term_is(guard) || !hd_term_is_false(f->x->T, guard);
  if (!e->possible) return;
  read_into(f, e->party, HD_NONE, info->cond, e->access.reads);
  for (uint32_t i = 0; i < info->n_assigns; i++) room += hd_var_elements(hd_var_get(f->x->p, info->assigns[i].var));
  e->outcomes = hd_arena_alloc(&f->arena, room * sizeof *e->outcomes);
  for (uint32_t i = 0; i < info->n_assigns; i++) assign_known(f, e, &info->assigns[i]);
}

/* What the edge does under the constants so far. */
static const effect *effect_of(hd_esst_flow *f, uint32_t party, uint32_t edge)
{
  const hd_u32s *slots = mentions_of(f, party, edge);
  uint64_t *key = hd_alloc(2 * slots->len + 1, sizeof *key);
  for (uint32_t i = 0; i < slots->len; i++) {
    uint32_t n = f->x->slots.data[slots->data[i]].number;
    key[2 * i] = f->known[n];
    key[2 * i + 1] = f->known[n] ? f->values[n] : 0;
  }
  size_t size = 2 * slots->len * sizeof *key;
  uint64_t hash = hd_hash_bytes(key, size, (uint64_t)party << 32 | edge);
  uint32_t first = (uint32_t)hd_map_get_or(&f->by_hash, hash, HD_NONE), found = first;
  for (; found != HD_NONE; found = f->effects.data[found].next) {
    const effect *e = &f->effects.data[found];
    if (e->party == party && e->edge == edge && !memcmp(e->key, key, size)) break;
  }
  if (found == HD_NONE) {
    effect e = {.party = party, .edge = edge, .next = first, .key = hd_arena_copy(&f->arena, key, size)};
    compute_effect(f, &e);
    found = f->effects.len;
    hd_vec_push(&f->effects, e);
    hd_map_put(&f->by_hash, hash, found);
  }
  free(key);
  return &f->effects.data[found];
}

/* --- propagation ---------------------------------------------------------------------------------------- */

/* The slots that each party's thread mentions. */
static void find_slots(hd_esst_flow *f)
{
  const hd_esst_space *x = f->x;
  uint8_t *seen = hd_alloc(x->explicits.len + 1, 1);
  for (uint32_t i = 0; i < x->who.len; i++) {
    memset(seen, 0, x->explicits.len);
    for (uint32_t e = 0; e < x->p->edges.len; e++) {
      if (hd_loc_get(x->p, x->p->edges.data[e].from)->thread.id != x->who.data[i].thread.id) continue;
      const hd_u32s *slots = mentions_of(f, i, e);
      for (uint32_t k = 0; k < slots->len; k++) {
        uint32_t n = x->slots.data[slots->data[k]].number;
        if (!seen[n]) hd_vec_push(&f->movers[i].slots, n);
        seen[n] = 1;
      }
    }
  }
  free(seen);
}

void hd_esst_flow_start(hd_esst_flow *f, uint32_t place)
{
  const hd_esst_space *x = f->x;
  for (uint32_t i = 0; i < x->who.len; i++) {
    mover *m = &f->movers[i];
    for (uint32_t k = 0; k < m->n_rows; k++) m->row_of[m->rows.data[k].loc] = HD_NONE;
    m->n_rows = 0;
    m->alone = false;
    memset(m->all.reads, 0, f->words * sizeof(uint64_t));
    memset(m->all.writes, 0, f->words * sizeof(uint64_t));
  }
  for (uint32_t i = 0; i < x->explicits.len; i++) {
    f->first_known[i] = place != HD_NONE;
    f->first_values[i] = place == HD_NONE ? 0 : x->places.data[place].values[i];
    f->writers[i] = 0;
  }
}

void hd_esst_flow_tell(hd_esst_flow *f, uint32_t slot, uint64_t value)
{
  uint32_t n = f->x->slots.data[slot].number;
  f->first_known[n] = 1;
  f->first_values[n] = value;
}

static row *new_row(hd_esst_flow *f, mover *m, hd_loc l)
{
  if (m->n_rows == m->rows.len) {
    row r = {.values = hd_arena_alloc(&f->arena, (m->slots.len + 1) * sizeof(uint64_t))};
    r.known = hd_arena_alloc(&f->arena, m->slots.len + 1);
    hd_vec_push(&m->rows, r);
  }
  m->row_of[l.id] = m->n_rows;
  row *r = &m->rows.data[m->n_rows++];
  r->loc = l.id;
  return r;
}

/* The party comes to the location with what is known now. */
static void reach_row(hd_esst_flow *f, uint32_t party, hd_loc l)
{
  mover *m = &f->movers[party];
  bool first = m->row_of[l.id] == HD_NONE;
  row *r = first ? new_row(f, m, l) : &m->rows.data[m->row_of[l.id]];
  f->changed |= first;
  for (uint32_t i = 0; i < m->slots.len; i++) {
    uint32_t n = m->slots.data[i];
    bool same = f->known[n] && (first || (r->known[i] && r->values[i] == f->values[n]));
    f->changed |= !first && r->known[i] && !same;
    r->known[i] = same;
    r->values[i] = f->values[n];
  }
}

void hd_esst_flow_let(hd_esst_flow *f, uint32_t party, hd_loc from, bool forever)
{
  mover *m = &f->movers[party];
  m->alone = !forever;
  for (uint32_t i = 0; i < m->slots.len; i++) {
    f->known[m->slots.data[i]] = f->first_known[m->slots.data[i]];
    f->values[m->slots.data[i]] = f->first_values[m->slots.data[i]];
  }
  reach_row(f, party, from);
}

/* What the party knows at the location: nothing about what others may write meanwhile. */
static void look_at_row(hd_esst_flow *f, uint32_t party, uint32_t at)
{
  const mover *m = &f->movers[party];
  const row *r = &m->rows.data[at];
  for (uint32_t i = 0; i < m->slots.len; i++) {
    uint32_t n = m->slots.data[i];
    f->known[n] = r->known[i] && !(f->writers[n] & ~(UINT64_C(1) << party));
    f->values[n] = r->values[i];
  }
}

/* Does a turn end there? */
static bool ends_turn(const hd_esst_space *x, hd_loc l)
{
  const hd_loc_info *info = hd_loc_get(x->p, l);
  return info->kind != HD_LOC_NORMAL || (x->cuts->cut[l.id] && !info->atomic);
}

static void join_access(const hd_esst_flow *f, hd_esst_access *into, const hd_esst_access *from)
{
  for (uint32_t i = 0; i < f->words; i++) {
    into->reads[i] |= from->reads[i];
    into->writes[i] |= from->writes[i];
  }
}

/* The edge is taken with what is known now; its outcomes are known after it. */
static void take_known_edge(hd_esst_flow *f, uint32_t party, uint32_t edge)
{
  const effect *e = effect_of(f, party, edge);
  hd_loc to = f->x->p->edges.data[edge].to;
  for (uint32_t i = 0; i < e->n_outcomes; i++) {
    const outcome *o = &e->outcomes[i];
    uint32_t n = f->x->slots.data[o->slot].number;
    f->changed |= !(f->writers[n] >> party & 1);
    f->writers[n] |= UINT64_C(1) << party;
    f->known[n] = o->known;
    f->values[n] = o->value;
  }
  if (hd_loc_get(f->x->p, to)->kind != HD_LOC_NORMAL) return;
  if (!(f->movers[party].alone && ends_turn(f->x, to))) reach_row(f, party, to);
}

/* Who goes on from a location has looked at all guards there. Who waits has done nothing, in a future; but a turn that
 * is impossible now depends on what would let it begin, and who has to wait inside an atomic section keeps all others
 * else waiting: that is something done. */
static void leave_row(hd_esst_flow *f, uint32_t party, uint32_t at)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(f->x->p, (hd_loc){f->movers[party].rows.data[at].loc}, &n);
  const hd_loc_info *here = hd_loc_get(f->x->p, (hd_loc){f->movers[party].rows.data[at].loc});
  bool goes = f->movers[party].alone || here->atomic;
  look_at_row(f, party, at);
  for (uint32_t k = 0; k < n; k++) goes |= effect_of(f, party, out[k])->possible;
  for (uint32_t k = 0; goes && k < n; k++) {
    look_at_row(f, party, at);
    const effect *e = effect_of(f, party, out[k]);
    join_access(f, &f->movers[party].all, &e->access);
    if (e->possible) take_known_edge(f, party, out[k]);
  }
}

void hd_esst_flow_run(hd_esst_flow *f)
{
  do {
    f->changed = false;
    for (uint32_t i = 0; i < f->x->who.len; i++)
      for (uint32_t k = 0; k < f->movers[i].n_rows; k++) leave_row(f, i, k);
  } while (f->changed);
}

const hd_esst_access *hd_esst_flow_access(const hd_esst_flow *f, uint32_t party)
{
  return &f->movers[party].all;
}

uint64_t hd_esst_flow_writers(hd_esst_flow *f, uint32_t party, hd_loc l)
{
  uint32_t n;
  uint64_t who = 0;
  const uint32_t *out = hd_loc_out(f->x->p, l, &n);
  for (uint32_t k = 0; k < n; k++) {
    const hd_u32s *slots = mentions_of(f, party, out[k]);
    for (uint32_t i = 0; i < slots->len; i++) who |= f->writers[f->x->slots.data[slots->data[i]].number];
  }
  return who & ~(UINT64_C(1) << party);
}
