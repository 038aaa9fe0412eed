/* dominance.c - finds counters that are only compared with limits, and keeps the states that are furthest. */
#include "engine/explicit/dominance.h"

#include "engine/explicit/status.h"

/* A constant that is added, and how far a value may be from 0: no step adds often enough to bridge the rest. */
enum { MIN_WIDTH = 32, MAX_STEP = 1 << 12, MAX_EDGES = 1 << 15, RANGE_BITS = 29 };

/* --- which variables grow -------------------------------------------------------------------- */

/* GROWS: larger is further. FLAG: says whether a growing value is still small; 0 is further. */
enum { OTHER, GROWS, FLAG };

typedef struct {
  hd_program *p;
  uint8_t *kind; /* by variable */
  bool changed;
} finding;

static bool is_kind(const finding *f, hd_term t, uint8_t kind)
{
  return hd_term_is(t) && hd_term_op(f->p->terms, t) == HD_OP_VAR && f->kind[hd_term_symbol(f->p->terms, t)] == kind;
}

static void drop_leaf(void *context, hd_term leaf)
{
  finding *f = context;
  if (!is_kind(f, leaf, GROWS) && !is_kind(f, leaf, FLAG)) return;
  f->kind[hd_term_symbol(f->p->terms, leaf)] = OTHER;
  f->changed = true;
}

/* Whatever the term mentions is used in a way that is not good. */
static void drop_all(finding *f, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(f->p->terms, t, drop_leaf, f);
}

/* Does a check fail at the location, come what may? */
static bool is_fatal(const hd_program *p, hd_loc l)
{
  uint32_t n;
  if (hd_loc_get(p, l)->kind != HD_LOC_NORMAL) return false;
  const uint32_t *out = hd_loc_out(p, l, &n);
  if (n != 1) return false;
  const hd_edge_info *e = &p->edges.data[out[0]];
  return e->kind == HD_EDGE_ASSERT && !hd_term_is(e->guard) && hd_term_is_false(p->terms, e->cond);
}

/* constant < v (or v < constant), signed. */
static bool is_test(const finding *f, hd_term t, bool too_large)
{
  const hd_terms *T = f->p->terms;
  uint64_t value;
  if (!hd_term_is(t) || (hd_term_op(T, t) != HD_OP_SLT && hd_term_op(T, t) != HD_OP_SLE)) return false;
  return is_kind(f, hd_term_arg(T, t, too_large), GROWS) && hd_term_is_const(T, hd_term_arg(T, t, !too_large), &value);
}

/* flag = 0. */
static bool is_flag_test(const finding *f, hd_term t)
{
  const hd_terms *T = f->p->terms;
  uint64_t value;
  if (!hd_term_is(t) || hd_term_op(T, t) != HD_OP_EQ) return false;
  for (unsigned i = 0; i < 2; i++)
    if (is_kind(f, hd_term_arg(T, t, i), FLAG) && hd_term_is_const(T, hd_term_arg(T, t, 1 - i), &value) && value == 0)
      return true;
  return false;
}

/* Is the value a flag: 1 when something is small, otherwise 0? */
static bool is_flag_value(const hd_terms *T, hd_term t)
{
  uint64_t yes, no;
  return hd_term_is(t) && hd_term_op(T, t) == HD_OP_ITE && hd_term_is_const(T, hd_term_arg(T, t, 1), &yes) &&
         hd_term_is_const(T, hd_term_arg(T, t, 2), &no) && yes == 1 && no == 0;
}

/* Two ways: too large, and a check fails; or not. */
static bool is_limit(const finding *f, hd_loc l)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(f->p, l, &n);
  if (n != 2) return false;
  for (unsigned i = 0; i < 2; i++) {
    const hd_edge_info *bad = &f->p->edges.data[out[i]], *good = &f->p->edges.data[out[1 - i]];
    bool tests = is_flag_test(f, bad->guard) || (is_test(f, bad->guard, true) && is_test(f, good->guard, false));
    if (tests && hd_term_is(good->guard) && is_fatal(f->p, bad->to) &&
        hd_term_same(bad->guard, hd_term_1(f->p->terms, HD_OP_NOT, good->guard)))
      return true;
  }
  return false;
}

static bool is_small(const hd_terms *T, hd_term t)
{
  uint64_t value;
  if (!hd_term_is_const(T, t, &value)) return false;
  int64_t k = hd_signed(value, hd_term_sort(T, t).width);
  return k <= MAX_STEP && k >= -MAX_STEP;
}

/* Whether an addition overflows: it does not, as values are kept away from that. */
static bool is_overflow_test(const finding *f, hd_term t)
{
  const hd_terms *T = f->p->terms;
  if (hd_term_op(T, t) == HD_OP_NOT) t = hd_term_arg(T, t, 0);
  if (hd_term_op(T, t) != HD_OP_SADDO) return false;
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  return (is_kind(f, a, GROWS) && is_small(T, b)) || (is_kind(f, b, GROWS) && is_small(T, a));
}

static void check_conjunct(void *context, hd_term t)
{
  finding *f = context;
  if (!is_overflow_test(f, t)) drop_all(f, t);
}

/* v, or v and a small constant. */
static bool is_step(const finding *f, hd_term t)
{
  const hd_terms *T = f->p->terms;
  if (is_kind(f, t, GROWS)) return true;
  if (hd_term_op(T, t) != HD_OP_ADD) return false;
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  return (is_kind(f, a, GROWS) && is_small(T, b)) || (is_kind(f, b, GROWS) && is_small(T, a));
}

static void check_edge(finding *f, const hd_edge_info *e)
{
  if (!is_limit(f, e->from)) hd_conjuncts_visit(f->p, e->guard, check_conjunct, f);
  drop_all(f, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    drop_all(f, a->index);
    if (!hd_term_is(a->value)) continue;
    bool good = f->kind[a->var.id] == GROWS && is_step(f, a->value);
    good |= f->kind[a->var.id] == FLAG && is_flag_value(f->p->terms, a->value) &&
            is_test(f, hd_term_arg(f->p->terms, a->value, 0), false);
    if (!good) drop_all(f, a->value);
  }
}

static void guess_kinds(finding *f, const hd_xlayout *l)
{
  for (uint32_t v = 0; v < l->p->vars.len; v++) {
    const hd_var_info *info = &l->p->vars.data[v];
    bool may = !info->count && info->sort.kind == HD_SORT_BV && info->sort.width >= MIN_WIDTH && !l->is_open[v] &&
               l->kind[v] != HD_PLACE_SELF;
    f->kind[v] = may ? GROWS : OTHER;
  }
  for (uint32_t i = 0; i < l->p->edges.len; i++)
    for (uint32_t k = 0; k < l->p->edges.data[i].n_assigns; k++) {
      const hd_assign *a = &l->p->edges.data[i].assigns[k];
      if (f->kind[a->var.id] && is_flag_value(l->p->terms, a->value)) f->kind[a->var.id] = FLAG;
    }
}

static uint8_t *find_kinds(const hd_xlayout *l)
{
  finding f = {.p = l->p, .kind = hd_alloc(l->p->vars.len, 1), .changed = true};
  guess_kinds(&f, l);
  while (f.changed) {
    f.changed = false;
    for (uint32_t i = 0; i < l->p->edges.len; i++) check_edge(&f, &l->p->edges.data[i]);
  }
  return f.kind;
}

/* --- where they are -------------------------------------------------------------------------- */

typedef struct {
  hd_field field;
  unsigned width; /* of the variable */
  bool is_flag;
} place;
typedef HD_VEC(place) places;

struct hd_dominance {
  const hd_xlayout *l;
  places shared;
  places **of; /* by instance and counter: locals that are live there */
};

static bool in_state(const hd_xlayout *l, const uint8_t *kinds, uint32_t v)
{
  return kinds[v] != OTHER && l->kind[v] == HD_PLACE_FIELD;
}

static void find_locals(hd_dominance *d, const uint8_t *kinds, uint32_t instance)
{
  const hd_xlayout *l = d->l;
  const hd_instance *who = &l->instances[instance];
  const hd_thread_plan *t = &l->threads[who->thread.id];
  d->of[instance] = hd_alloc(t->n_pcs, sizeof **d->of);
  for (uint32_t pc = 0; pc < t->n_pcs; pc++)
    for (uint32_t i = 0; hd_pc_moves(t, pc) && i < t->scalars.len; i++) {
      hd_var v = {t->scalars.data[i]};
      if (!in_state(l, kinds, v.id) || !hd_is_live(l->liveness, t->locs[pc], v)) continue;
      hd_vec_push(&d->of[instance][pc],
                  (place){hd_layout_field(l, who, v), hd_var_get(l->p, v)->sort.width, kinds[v.id] == FLAG});
    }
}

hd_dominance *hd_dominance_new(const hd_xlayout *layout, const hd_sharing *sharing)
{
  if (layout->p->edges.len > MAX_EDGES) return NULL;
  uint8_t *kinds = find_kinds(layout);
  hd_dominance *d = hd_alloc(1, sizeof *d);
  d->l = layout;
  for (uint32_t v = 0; v < layout->p->vars.len; v++) {
    const hd_var_info *info = &layout->p->vars.data[v];
    if (info->thread.id == HD_NONE && sharing->shared[v] && in_state(layout, kinds, v))
      hd_vec_push(&d->shared, (place){layout->shared[v], info->sort.width, kinds[v] == FLAG});
  }
  if (d->shared.len) {
    d->of = hd_alloc(layout->n_instances, sizeof *d->of);
    for (uint32_t i = 0; i < layout->n_instances; i++) find_locals(d, kinds, i);
  }
  free(kinds);
  if (d->of) return d;
  hd_dominance_free(d);
  return NULL;
}

void hd_dominance_free(hd_dominance *d)
{
  if (!d) return;
  for (uint32_t i = 0; d->of && i < d->l->n_instances; i++) {
    for (uint32_t pc = 0; pc < d->l->threads[d->l->instances[i].thread.id].n_pcs; pc++) hd_vec_clear(&d->of[i][pc]);
    free(d->of[i]);
  }
  free(d->of);
  hd_vec_clear(&d->shared);
  free(d);
}

/* --- comparing ------------------------------------------------------------------------------- */

/* A state that no other one dominates: the words without growing values, then these. */
typedef struct {
  uint32_t id, next; /* of the same hash; HD_NONE: the last */
  uint32_t words, values, n_values;
} entry;

struct hd_antichain {
  const hd_dominance *d;
  hd_u64s data;
  HD_VEC(entry) entries;
  hd_map first; /* by hash: entry */
  uint64_t *masked;
  hd_u64s values;
};

hd_antichain *hd_antichain_new(const hd_dominance *d)
{
  hd_antichain *a = hd_alloc(1, sizeof *a);
  a->d = d;
  a->masked = hd_alloc(d->l->n_words, sizeof *a->masked);
  return a;
}

void hd_antichain_free(hd_antichain *a)
{
  if (!a) return;
  hd_vec_clear(&a->data);
  hd_vec_clear(&a->entries);
  hd_vec_clear(&a->values);
  hd_map_clear(&a->first);
  free(a->masked);
  free(a);
}

static bool take_growing(hd_antichain *a, const places *list)
{
  for (uint32_t i = 0; i < list->len; i++) {
    const place *x = &list->data[i];
    int64_t value = hd_signed(hd_field_get(a->masked, x->field, x->width), x->width);
    if (value >= INT64_C(1) << RANGE_BITS || value <= -(INT64_C(1) << RANGE_BITS)) return false;
    hd_vec_push(&a->values, (uint64_t)(x->is_flag ? -value : value));
    a->masked[x->field.word] &= ~hd_field_mask(x->field);
  }
  return true;
}

/* Divides a state into its growing values and the rest. */
static bool divide_state(hd_antichain *a, const uint64_t *words)
{
  const hd_xlayout *l = a->d->l;
  memcpy(a->masked, words, l->n_words * sizeof *words);
  a->values.len = 0;
  bool ok = take_growing(a, &a->d->shared);
  for (uint32_t i = 0; i < l->n_instances && ok; i++) {
    const hd_field pc = l->instances[i].pc;
    ok = take_growing(a, &a->d->of[i][words[pc.word] >> pc.shift & hd_mask(pc.width)]);
  }
  return ok;
}

enum { LESS = 1, MORE = 2 };

/* How an entry relates to the divided state: bits for where it is less, and more. */
static unsigned relate_entry(const hd_antichain *a, const entry *e)
{
  unsigned is = 0;
  for (uint32_t i = 0; i < e->n_values; i++) {
    int64_t x = (int64_t)a->data.data[e->values + i], y = (int64_t)a->values.data[i];
    is |= x < y ? LESS : x > y ? MORE : 0;
  }
  return is;
}

static bool is_alike(const hd_antichain *a, const entry *e)
{
  return e->n_values == a->values.len &&
         memcmp(a->data.data + e->words, a->masked, a->d->l->n_words * sizeof *a->masked) == 0;
}

static void put_entry(hd_antichain *a, uint64_t hash, uint32_t next, uint32_t id)
{
  entry e = {.id = id, .next = next, .words = a->data.len, .n_values = a->values.len};
  for (uint32_t i = 0; i < a->d->l->n_words; i++) hd_vec_push(&a->data, a->masked[i]);
  e.values = a->data.len;
  for (uint32_t i = 0; i < a->values.len; i++) hd_vec_push(&a->data, a->values.data[i]);
  hd_map_put(&a->first, hash, a->entries.len);
  hd_vec_push(&a->entries, e);
}

bool hd_antichain_add(hd_antichain *a, const uint64_t *words, uint32_t id, uint8_t *dominated)
{
  if (!divide_state(a, words)) return false;
  uint64_t hash = 0;
  for (uint32_t i = 0; i < a->d->l->n_words; i++) hash = hd_hash_u64(hash ^ a->masked[i]);
  uint64_t *known = hd_map_find(&a->first, hash);
  uint32_t first = known ? (uint32_t)*known : HD_NONE, *link = &first;
  while (*link != HD_NONE) {
    entry *e = &a->entries.data[*link];
    unsigned is = is_alike(a, e) ? relate_entry(a, e) : LESS | MORE;
    if (is == MORE) {
      dominated[id] = 1;
      return true; /* then nothing was taken out before: those would be dominated by this entry, too */
    }
    if (is == LESS) {
      dominated[e->id] = 1;
      *link = e->next;
    } else {
      link = &e->next;
    }
  }
  put_entry(a, hash, first, id);
  return true;
}
