/* symmetry.c - a canonical key for nodes, and the renaming that leads to it. */
#include "engine/esst/symmetry.h"

typedef struct {
  uint32_t class, member, position; /* HD_NONE: of no member */
} owner;

struct hd_esst_symmetry {
  hd_esst_space *x;
  hd_esst_classes classes;
  uint32_t *member_of;   /* by class and party, or HD_NONE */
  uint32_t *where;       /* by class and location: its position among a member's, or HD_NONE */
  owner *owners;         /* by class and slot */
  HD_VEC(uint64_t) keys; /* by place */
  hd_map regions;        /* region and party: as the first member would have it */
};

static void index_class(hd_esst_symmetry *s, uint32_t c)
{
  const hd_esst_class *k = &s->classes.list.data[c];
  size_t locs = s->x->p->locs.len, slots = s->x->slots.len;
  for (size_t i = 0; i < s->x->who.len; i++) s->member_of[c * s->x->who.len + i] = HD_NONE;
  for (size_t i = 0; i < locs; i++) s->where[c * locs + i] = HD_NONE;
  for (size_t i = 0; i < slots; i++) s->owners[c * slots + i] = (owner){HD_NONE, HD_NONE, HD_NONE};
  for (uint32_t m = 0; m < k->n_members; m++) {
    s->member_of[c * s->x->who.len + k->members[m].party] = m;
    for (uint32_t i = 0; i < k->n_locs; i++) s->where[c * locs + k->members[m].locs[i].id] = i;
    for (uint32_t i = 0; i < k->n_slots; i++) s->owners[c * slots + k->members[m].slots[i]] = (owner){c, m, i};
  }
}

hd_esst_symmetry *hd_esst_symmetry_new(hd_esst_space *x, hd_smt *smt, bool deadlocks, const hd_budget *budget)
{
  hd_esst_symmetry *s = hd_alloc(1, sizeof *s);
  s->x = x;
  hd_esst_classes_find(&s->classes, x, smt, deadlocks, budget);
  size_t n = s->classes.list.len;
  if (!n) {
    hd_esst_symmetry_free(s);
    return NULL;
  }
  s->member_of = hd_alloc(n * x->who.len + 1, sizeof *s->member_of);
  s->where = hd_alloc(n * x->p->locs.len + 1, sizeof *s->where);
  s->owners = hd_alloc(n * x->slots.len + 1, sizeof *s->owners);
  for (uint32_t c = 0; c < n; c++) index_class(s, c);
  return s;
}

void hd_esst_symmetry_free(hd_esst_symmetry *s)
{
  if (!s) return;
  hd_esst_classes_clear(&s->classes);
  free(s->member_of);
  free(s->where);
  free(s->owners);
  hd_vec_clear(&s->keys);
  hd_map_clear(&s->regions);
  free(s);
}

const hd_esst_classes *hd_esst_symmetry_classes(const hd_esst_symmetry *s)
{
  return &s->classes;
}

/* The member that takes the place of member m. */
static uint32_t member_to(const hd_esst_symmetry *s, uint32_t c, const uint8_t *to, uint32_t m)
{
  return s->member_of[c * s->x->who.len + to[s->classes.list.data[c].members[m].party]];
}

uint64_t hd_esst_symmetry_set(const uint8_t *to, uint64_t parties)
{
  uint64_t out = 0;
  for (; parties; parties &= parties - 1) out |= UINT64_C(1) << to[__builtin_ctzll(parties)];
  return out;
}

/* --- formulas --------------------------------------------------------------------------------------------- */

typedef struct {
  const hd_esst_symmetry *s;
  uint32_t c;
  const uint8_t *to;
} moving;

/* What a slot that names members held before, given what it holds after. */
static hd_term name_before(const moving *v, uint32_t name, hd_term after)
{
  const hd_esst_class *k = &v->s->classes.list.data[v->c];
  hd_terms *T = v->s->x->T;
  hd_term before = after;
  for (uint32_t m = 0; m < k->n_members; m++) {
    hd_term was = hd_term_const(T, hd_term_sort(T, after), k->members[m].ids[name]);
    hd_term is = hd_term_const(T, hd_term_sort(T, after), k->members[member_to(v->s, v->c, v->to, m)].ids[name]);
    before = hd_term_3(T, HD_OP_ITE, hd_term_2(T, HD_OP_EQ, after, is), was, before);
  }
  return before;
}

static hd_term moved_leaf(void *context, hd_term leaf)
{
  const moving *v = context;
  const hd_esst_space *x = v->s->x;
  const hd_esst_class *k = &v->s->classes.list.data[v->c];
  if (hd_term_op(x->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t slot = hd_esst_slot_of_symbol(x, hd_term_symbol(x->T, leaf));
  if (slot == HD_NONE) return HD_NO_TERM;
  owner o = v->s->owners[v->c * x->slots.len + slot];
  if (o.member != HD_NONE)
    return x->slots.data[k->members[member_to(v->s, v->c, v->to, o.member)].slots[o.position]].var;
  for (uint32_t i = 0; i < k->n_names; i++)
    if (k->names[i] == slot) return name_before(v, i, leaf);
  return HD_NO_TERM;
}

static bool moves_class(const hd_esst_symmetry *s, uint32_t c, const uint8_t *to)
{
  const hd_esst_class *k = &s->classes.list.data[c];
  for (uint32_t m = 0; m < k->n_members; m++)
    if (to[k->members[m].party] != k->members[m].party) return true;
  return false;
}

hd_term hd_esst_symmetry_image(const hd_esst_symmetry *s, const uint8_t *to, hd_term t)
{
  for (uint32_t c = 0; c < s->classes.list.len; c++) {
    moving v = {s, c, to};
    if (moves_class(s, c, to)) t = hd_term_substitute(s->x->T, t, &(hd_rewrite){moved_leaf, &v});
  }
  return t;
}

/* --- places ----------------------------------------------------------------------------------------------- */

static void identity(const hd_esst_space *x, uint8_t *to)
{
  for (uint32_t i = 0; i < x->who.len; i++) to[i] = (uint8_t)i;
}

/* Does no step tell the members of the class apart from here on? */
static bool is_free(const hd_esst_symmetry *s, uint32_t c, const hd_esst_place *p)
{
  for (uint32_t i = 0; i < s->x->who.len; i++)
    if (s->classes.list.data[c].asks[p->at[i].id]) return false;
  return true;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
  return hd_hash_u64(hash * 31 + value + 1);
}

static const uint64_t *explicit_value(const hd_esst_space *x, const hd_esst_place *p, uint32_t slot)
{
  uint32_t number = x->slots.data[slot].number;
  return number == HD_NONE ? NULL : &p->values[number];
}

/* A member as it looks from outside, whichever it is. */
static uint64_t hash_member(const hd_esst_symmetry *s, uint32_t c, const hd_esst_place *p, uint32_t m)
{
  const hd_esst_class *k = &s->classes.list.data[c];
  const hd_esst_member *member = &k->members[m];
  uint64_t hash = mix(c, s->where[c * s->x->p->locs.len + p->at[member->party].id]);
  for (uint32_t i = 0; i < k->n_slots; i++) {
    const uint64_t *value = explicit_value(s->x, p, member->slots[i]);
    if (value) hash = mix(hash, *value);
  }
  for (uint32_t i = 0; i < k->n_names; i++) {
    const uint64_t *value = explicit_value(s->x, p, k->names[i]);
    hash = mix(hash, value && *value == member->ids[i]);
  }
  return hash;
}

/* Is the slot's value the same in all images? */
static bool slot_stays(const hd_esst_symmetry *s, uint32_t slot)
{
  for (uint32_t c = 0; c < s->classes.list.len; c++) {
    const hd_esst_class *k = &s->classes.list.data[c];
    if (s->owners[c * s->x->slots.len + slot].member != HD_NONE) return false;
    for (uint32_t i = 0; i < k->n_names; i++)
      if (k->names[i] == slot) return false;
  }
  return true;
}

static uint64_t make_key(const hd_esst_symmetry *s, const hd_esst_place *p)
{
  const hd_esst_space *x = s->x;
  uint64_t hash = 1;
  bool some = false;
  for (uint32_t c = 0; c < s->classes.list.len; c++) {
    bool free_ = is_free(s, c, p);
    uint64_t sum = 0; /* the order of the members does not matter */
    for (uint32_t m = 0; free_ && m < s->classes.list.data[c].n_members; m++) sum += hash_member(s, c, p, m);
    hash = mix(hash, sum);
    some |= free_;
  }
  for (uint32_t i = 0; i < x->who.len && some; i++) {
    bool member = false;
    for (uint32_t c = 0; c < s->classes.list.len; c++) member |= s->member_of[c * x->who.len + i] != HD_NONE;
    if (!member) hash = mix(hash, p->at[i].id);
  }
  for (uint32_t i = 0; i < x->explicits.len && some; i++)
    if (slot_stays(s, x->explicits.data[i])) hash = mix(hash, p->values[i]);
  return !some ? 0 : hash ? hash : 1;
}

uint64_t hd_esst_symmetry_key(hd_esst_symmetry *s, uint32_t place)
{
  while (s->keys.len <= place) {
    uint64_t key = make_key(s, &s->x->places.data[s->keys.len]);
    hd_vec_push(&s->keys, key);
  }
  return s->keys.data[place];
}

/* The explicit values after the exchange in one class. */
static void move_values(const hd_esst_symmetry *s, uint32_t c, const uint8_t *to, uint64_t *values)
{
  const hd_esst_space *x = s->x;
  const hd_esst_class *k = &s->classes.list.data[c];
  uint64_t *old = hd_alloc(x->explicits.len + 1, sizeof *old);
  memcpy(old, values, x->explicits.len * sizeof *old);
  for (uint32_t m = 0; m < k->n_members; m++) {
    const hd_esst_member *from = &k->members[m], *into = &k->members[member_to(s, c, to, m)];
    for (uint32_t i = 0; i < k->n_slots; i++) {
      uint32_t number = x->slots.data[from->slots[i]].number;
      if (number != HD_NONE) values[x->slots.data[into->slots[i]].number] = old[number];
    }
    for (uint32_t i = 0; i < k->n_names; i++) {
      uint32_t number = x->slots.data[k->names[i]].number;
      if (number != HD_NONE && old[number] == from->ids[i]) values[number] = into->ids[i];
    }
  }
  free(old);
}

hd_loc hd_esst_symmetry_loc(const hd_esst_symmetry *s, uint32_t from, uint32_t to, hd_loc l)
{
  for (uint32_t c = 0; from != to && c < s->classes.list.len; c++) {
    uint32_t m = s->member_of[c * s->x->who.len + to];
    uint32_t position = s->where[c * s->x->p->locs.len + l.id];
    if (m != HD_NONE && position != HD_NONE) return s->classes.list.data[c].members[m].locs[position];
  }
  return l;
}

static bool is_image(const hd_esst_symmetry *s, uint32_t from, uint32_t into, const uint8_t *to)
{
  const hd_esst_space *x = s->x;
  const hd_esst_place *p = &x->places.data[from], *q = &x->places.data[into];
  for (uint32_t i = 0; i < x->who.len; i++)
    if (q->at[to[i]].id != hd_esst_symmetry_loc(s, i, to[i], p->at[i]).id) return false;
  uint64_t *values = hd_alloc(x->explicits.len + 1, sizeof *values);
  memcpy(values, p->values, x->explicits.len * sizeof *values);
  for (uint32_t c = 0; c < s->classes.list.len; c++)
    if (moves_class(s, c, to)) move_values(s, c, to, values);
  bool same = !memcmp(values, q->values, x->explicits.len * sizeof *values);
  free(values);
  return same;
}

/* --- matching --------------------------------------------------------------------------------------------- */

/* The member's region as the first member would have it. */
static uint32_t plain_region(hd_esst_symmetry *s, const hd_esst_search *x, uint32_t node, uint32_t c, uint32_t m)
{
  const hd_esst_class *k = &s->classes.list.data[c];
  uint32_t party = k->members[m].party, first = k->members[0].party;
  hd_term region = x->nodes.data[node].regions[party];
  uint64_t key = (uint64_t)region.id << 8 | party;
  const uint64_t *known = hd_map_find(&s->regions, key);
  if (known) return (uint32_t)*known;
  uint8_t to[64];
  identity(s->x, to);
  to[party] = (uint8_t)first;
  to[first] = (uint8_t)party;
  uint32_t plain = hd_esst_symmetry_image(s, to, region).id;
  hd_map_put(&s->regions, key, plain);
  return plain;
}

typedef struct {
  uint64_t look;
  uint32_t region, party;
} seat;

static int by_look(const void *a, const void *b)
{
  const seat *p = a, *q = b;
  if (p->look != q->look) return p->look < q->look ? -1 : 1;
  if (p->region != q->region) return p->region < q->region ? -1 : 1;
  return (p->party > q->party) - (p->party < q->party);
}

static void seat_members(hd_esst_symmetry *s, const hd_esst_search *x, uint32_t node, uint32_t c, seat *seats)
{
  const hd_esst_class *k = &s->classes.list.data[c];
  const hd_esst_place *p = &s->x->places.data[x->tree.nodes.data[node].place];
  for (uint32_t m = 0; m < k->n_members; m++)
    seats[m] = (seat){hash_member(s, c, p, m), plain_region(s, x, node, c, m), k->members[m].party};
  qsort(seats, k->n_members, sizeof *seats, by_look);
}

bool hd_esst_symmetry_match(hd_esst_symmetry *s, const hd_esst_search *x, uint32_t node, uint32_t by, uint8_t *to)
{
  seat from[64], into[64];
  uint32_t place = x->tree.nodes.data[node].place, other = x->tree.nodes.data[by].place;
  bool moves = false;
  identity(s->x, to);
  for (uint32_t c = 0; c < s->classes.list.len; c++) {
    if (!is_free(s, c, &s->x->places.data[place])) continue;
    seat_members(s, x, node, c, from);
    seat_members(s, x, by, c, into);
    for (uint32_t m = 0; m < s->classes.list.data[c].n_members; m++) {
      if (from[m].look != into[m].look) return false;
      to[from[m].party] = (uint8_t)into[m].party;
      moves |= from[m].party != into[m].party;
    }
  }
  return moves && is_image(s, place, other, to);
}

/* --- predicates ------------------------------------------------------------------------------------------- */

typedef struct {
  const hd_esst_symmetry *s;
  uint32_t c, member;
  bool several;
} mention;

static void note_member(void *context, hd_term leaf)
{
  mention *n = context;
  const hd_esst_space *x = n->s->x;
  uint32_t slot = hd_esst_slot_of_symbol(x, hd_term_symbol(x->T, leaf));
  if (slot == HD_NONE) return;
  uint32_t m = n->s->owners[n->c * x->slots.len + slot].member;
  n->several |= m != HD_NONE && n->member != HD_NONE && m != n->member;
  if (m != HD_NONE) n->member = m;
}

void hd_esst_symmetry_copies(const hd_esst_symmetry *s, hd_term t,
                             void (*visit)(void *context, hd_term image, uint32_t from, uint32_t to), void *context)
{
  for (uint32_t c = 0; c < s->classes.list.len; c++) {
    const hd_esst_class *k = &s->classes.list.data[c];
    mention n = {s, c, HD_NONE, false};
    hd_term_visit_leaves(s->x->T, t, note_member, &n);
    if (n.member == HD_NONE || n.several) continue;
    uint32_t from = k->members[n.member].party;
    for (uint32_t m = 0; m < k->n_members; m++) {
      uint8_t to[64];
      uint32_t into = k->members[m].party;
      if (m == n.member) continue;
      identity(s->x, to);
      to[from] = (uint8_t)into;
      to[into] = (uint8_t)from;
      visit(context, hd_esst_symmetry_image(s, to, t), from, into);
    }
  }
}
