/* symmetry.c - sorts the parts of interchangeable instances into one order. */
#include "engine/explicit/symmetry.h"

#include "analysis/replicated.h"

enum { MAX_NAMES = 64 };

/* A variable that holds names of a class's instances. */
typedef struct {
  uint32_t var;
  uint64_t *names; /* by instance */
} name_var;

/* What is known about one thread. */
typedef struct {
  const hd_xlayout *l;
  const hd_program *p;
  uint32_t thread, n;
  hd_var self, status;
  uint8_t *array;      /* by variable: has an element for each instance */
  uint32_t first_made; /* edges from here on are known to be good */
  HD_VEC(name_var) names;
  bool ok;
} proof;

/* --- terms over the instance's number -------------------------------------------------------- */

static bool is_self(const proof *f, hd_term t)
{
  const hd_terms *T = f->p->terms;
  return f->self.id != HD_NONE && hd_term_is(t) && hd_term_op(T, t) == HD_OP_VAR && hd_term_symbol(T, t) == f->self.id;
}

static bool mentions_self(const proof *f, hd_term t)
{
  return f->self.id != HD_NONE && hd_term_is(t) && hd_term_mentions(f->p->terms, t, f->self.id);
}

/* The values of a term of the thread's number alone, all different; NULL: it is no such term. */
static uint64_t *names_of(const proof *f, hd_term t)
{
  uint64_t *values = hd_alloc(f->n, sizeof *values);
  bool only = mentions_self(f, t);
  for (uint32_t i = 0; i < f->n && only; i++) {
    only = hd_self_value(f->p, (hd_thread){f->thread}, i, t, &values[i]);
    for (uint32_t k = 0; k < i; k++) only &= values[k] != values[i];
  }
  if (only) return values;
  free(values);
  return NULL;
}

static bool is_same_names(const proof *f, const uint64_t *a, const uint64_t *b)
{
  return memcmp(a, b, f->n * sizeof *a) == 0;
}

static const name_var *find_names(const proof *f, uint32_t v)
{
  for (uint32_t i = 0; i < f->names.len; i++)
    if (f->names.data[i].var == v) return &f->names.data[i];
  return NULL;
}

static bool is_name(const proof *f, const name_var *x, uint64_t value)
{
  for (uint32_t i = 0; i < f->n; i++)
    if (x->names[i] == value) return true;
  return false;
}

/* --- first look: which variables hold names, which arrays have an element for each ----------- */

static void note_array(proof *f, hd_term array)
{
  const hd_terms *T = f->p->terms;
  if (hd_term_op(T, array) != HD_OP_VAR) {
    f->ok = false;
    return;
  }
  uint32_t v = hd_term_symbol(T, array);
  const hd_var_info *info = &f->p->vars.data[v];
  if (info->count != f->n || info->thread.id != HD_NONE) f->ok = false;
  f->array[v] = 1;
}

static void find_arrays(proof *f, hd_term t)
{
  const hd_terms *T = f->p->terms;
  if (!hd_term_is(t) || !f->ok) return;
  if (hd_term_op(T, t) == HD_OP_SELECT && is_self(f, hd_term_arg(T, t, 1))) note_array(f, hd_term_arg(T, t, 0));
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) find_arrays(f, hd_term_arg(T, t, i));
}

static void note_names(proof *f, const hd_assign *a)
{
  uint64_t *names = names_of(f, a->value);
  if (!names) return; /* it reads an element of its own, or the second look will refuse it */
  const name_var *known = find_names(f, a->var.id);
  bool shared = f->p->vars.data[a->var.id].thread.id == HD_NONE;
  if (!shared || (known && !is_same_names(f, known->names, names))) f->ok = false;
  if (f->ok && !known)
    hd_vec_push(&f->names, (name_var){a->var.id, names});
  else
    free(names);
}

static bool is_own(const proof *f, const hd_edge_info *e)
{
  return f->p->locs.data[e->from.id].thread.id == f->thread;
}

static void first_look(proof *f)
{
  for (uint32_t i = 0; i < f->p->edges.len && f->ok; i++) {
    const hd_edge_info *e = &f->p->edges.data[i];
    if (!is_own(f, e)) continue;
    find_arrays(f, e->guard);
    find_arrays(f, e->cond);
    for (uint32_t a = 0; a < e->n_assigns && f->ok; a++) {
      const hd_assign *x = &e->assigns[a];
      find_arrays(f, x->index);
      find_arrays(f, x->value);
      if (is_self(f, x->index)) f->array[x->var.id] = 1;
      if (is_self(f, x->index) && f->p->vars.data[x->var.id].count != f->n) f->ok = false;
      if (mentions_self(f, x->value)) note_names(f, x);
    }
  }
  for (uint32_t i = 0; i < f->names.len; i++)
    if (f->array[f->names.data[i].var]) f->ok = false; /* both at once would need more care */
}

/* --- second look: is every use of them one that cannot tell instances apart? ----------------- */

static void check_term(proof *f, hd_term t, bool own);

/* Is it a test whether an instance exists: status[constant] = 0? */
static bool is_existence_test(const proof *f, hd_term t)
{
  const hd_terms *T = f->p->terms;
  uint64_t value;
  for (unsigned i = 0; i < 2; i++) {
    hd_term x = hd_term_arg(T, t, i), k = hd_term_arg(T, t, 1 - i);
    if (!hd_term_is_const(T, k, &value) || value != 0 || hd_term_op(T, x) != HD_OP_SELECT) continue;
    hd_term array = hd_term_arg(T, x, 0);
    bool constant = hd_term_is_const(T, hd_term_arg(T, x, 1), &value);
    if (constant && hd_term_op(T, array) == HD_OP_VAR && hd_term_symbol(T, array) == f->status.id) return true;
  }
  return false;
}

/* The variable that a read is of, or HD_NONE. */
static uint32_t read_of(const proof *f, hd_term t)
{
  const hd_terms *T = f->p->terms;
  if (hd_term_op(T, t) == HD_OP_SELECT) t = hd_term_arg(T, t, 0);
  return hd_term_op(T, t) == HD_OP_VAR ? hd_term_symbol(T, t) : HD_NONE;
}

/* name = something: true when it was recognized, and found good or bad. */
static bool check_name_test(proof *f, hd_term t, bool own)
{
  const hd_terms *T = f->p->terms;
  for (unsigned i = 0; i < 2; i++) {
    hd_term x = hd_term_arg(T, t, i), other = hd_term_arg(T, t, 1 - i);
    uint32_t v = read_of(f, x);
    const name_var *names = v == HD_NONE ? NULL : find_names(f, v);
    uint64_t value;
    if (!names) continue;
    if (hd_term_op(T, x) == HD_OP_SELECT) check_term(f, hd_term_arg(T, x, 1), own);
    uint64_t *own_names = own && mentions_self(f, other) ? names_of(f, other) : NULL;
    bool with_self = own_names && is_same_names(f, own_names, names->names);
    bool with_other = hd_term_is_const(T, other, &value) && !is_name(f, names, value);
    free(own_names);
    if (!with_self && !with_other) f->ok = false;
    return true;
  }
  return false;
}

static void check_term(proof *f, hd_term t, bool own)
{
  const hd_terms *T = f->p->terms;
  if (!hd_term_is(t) || !f->ok) return;
  hd_op op = hd_term_op(T, t);
  if (op == HD_OP_EQ && (is_existence_test(f, t) || check_name_test(f, t, own))) return;
  if (op == HD_OP_VAR) {
    uint32_t v = hd_term_symbol(T, t);
    if (v == f->self.id || f->array[v] || find_names(f, v)) f->ok = false;
    return;
  }
  if (op == HD_OP_SELECT && own && is_self(f, hd_term_arg(T, t, 1)) && f->array[read_of(f, t)]) return;
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) check_term(f, hd_term_arg(T, t, i), own);
}

static bool has_conjunct(const proof *f, hd_term guard, hd_term index)
{
  const hd_terms *T = f->p->terms;
  if (!hd_term_is(guard)) return false;
  if (hd_term_op(T, guard) == HD_OP_AND)
    return has_conjunct(f, hd_term_arg(T, guard, 0), index) || has_conjunct(f, hd_term_arg(T, guard, 1), index);
  if (hd_term_op(T, guard) != HD_OP_EQ || !is_existence_test(f, guard)) return false;
  for (unsigned i = 0; i < 2; i++) {
    hd_term x = hd_term_arg(T, guard, i);
    if (hd_term_op(T, x) == HD_OP_SELECT && hd_term_same(hd_term_arg(T, x, 1), index)) return true;
  }
  return false;
}

/* Is this the step that creates instance `index`? */
static bool creates_instance(const proof *f, const hd_edge_info *e, hd_term index)
{
  uint64_t value;
  if (f->status.id == HD_NONE || !hd_term_is_const(f->p->terms, index, &value)) return false;
  if (!has_conjunct(f, e->guard, index)) return false;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    if (a->var.id == f->status.id && hd_term_same(a->index, index) && hd_term_is(a->value) &&
        hd_term_is_const(f->p->terms, a->value, &value) && value != 0)
      return true;
  }
  return false;
}

static void check_name_assign(proof *f, const hd_assign *a, const name_var *names, bool own)
{
  uint64_t value;
  if (hd_term_is(a->index)) check_term(f, a->index, own);
  if (!hd_term_is(a->value)) {
    f->ok = false;
  } else if (own && mentions_self(f, a->value)) {
    uint64_t *mine = names_of(f, a->value);
    f->ok &= mine && is_same_names(f, mine, names->names);
    free(mine);
  } else if (hd_term_is_const(f->p->terms, a->value, &value)) {
    f->ok &= !is_name(f, names, value);
  } else {
    f->ok = false;
  }
}

/* Another thread's name for itself is none of ours: it can be evaluated for each of its instances. */
static bool is_foreign_name(const proof *f, const hd_edge_info *e, hd_term value, const name_var *names)
{
  hd_thread t = hd_loc_get(f->p, e->from)->thread;
  for (uint32_t i = 0; i < hd_thread_get(f->p, t)->instances; i++) {
    uint64_t x;
    if (!hd_term_is(value) || !hd_self_value(f->p, t, i, value, &x) || is_name(f, names, x)) return false;
  }
  return true;
}

/* An instance that exists goes on existing. */
static bool stays_alive(const proof *f, const hd_assign *a)
{
  uint64_t value;
  return hd_term_is(a->value) && hd_term_is_const(f->p->terms, a->value, &value) && value != 0;
}

static void check_edge(proof *f, const hd_edge_info *e)
{
  bool own = is_own(f, e);
  check_term(f, e->guard, own);
  check_term(f, e->cond, own);
  for (uint32_t i = 0; i < e->n_assigns && f->ok; i++) {
    const hd_assign *a = &e->assigns[i];
    const name_var *names = find_names(f, a->var.id);
    if (names && !own && is_foreign_name(f, e, a->value, names)) {
      check_term(f, a->index, own);
    } else if (names) {
      check_name_assign(f, a, names, own);
    } else {
      check_term(f, a->value, own);
      bool element = own && is_self(f, a->index) && (a->var.id != f->status.id || stays_alive(f, a));
      if (f->array[a->var.id])
        f->ok &= element || creates_instance(f, e, a->index);
      else
        check_term(f, a->index, own);
    }
  }
}

static bool starts_alike(const proof *f)
{
  for (uint32_t v = 0; v < f->p->vars.len; v++) {
    const hd_var_info *info = &f->p->vars.data[v];
    for (uint32_t i = 1; f->array[v] && !info->any && i < f->n; i++)
      if (hd_var_init(f->p, (hd_var){v}, i) != hd_var_init(f->p, (hd_var){v}, 0)) return false;
    const name_var *names = find_names(f, v);
    for (uint32_t i = 0; names && i < hd_var_elements(info); i++)
      if (info->any || is_name(f, names, hd_var_init(f->p, (hd_var){v}, i))) return false;
  }
  return true;
}

static bool is_interchangeable(proof *f)
{
  f->ok = f->status.id == HD_NONE || f->p->vars.data[f->status.id].count == f->n;
  if (f->status.id != HD_NONE) f->array[f->status.id] = 1;
  if (f->ok) first_look(f);
  for (uint32_t i = 0; i < f->p->edges.len && i < f->first_made && f->ok; i++) check_edge(f, &f->p->edges.data[i]);
  return f->ok && starts_alike(f);
}

/* --- what is exchanged ----------------------------------------------------------------------- */

/* Bits that belong to each instance: `fields` has one for each of them. */
typedef struct {
  hd_field *fields;
} part;

typedef struct {
  hd_field field;
  const uint64_t *names;
  unsigned var_width;
} name_cell;

typedef struct {
  uint32_t first, n; /* instances */
  uint32_t n_parts, n_cells;
  part *parts;
  name_cell *cells;
  hd_field *status; /* by instance; NULL: all exist from the start */
  HD_VEC(name_var) names;
} class;

struct hd_symmetry {
  uint32_t n_words;
  uint32_t n_classes;
  class *classes;
  uint32_t most, widest; /* instances and key words of the largest class */
};

static void add_part(class *c, hd_field *fields)
{
  c->parts = hd_realloc(c->parts, (size_t)c->n_parts + 1, sizeof *c->parts);
  c->parts[c->n_parts++].fields = fields;
}

/* Bits from `field` on, as pieces of one word each. */
static void add_bits(class *c, const hd_xlayout *l, uint32_t first, uint32_t slot, uint64_t bits)
{
  for (uint64_t done = 0; done < bits; done += 64) {
    hd_field *fields = hd_alloc(c->n, sizeof *fields);
    for (uint32_t i = 0; i < c->n; i++) {
      const hd_instance *who = &l->instances[first + i];
      fields[i] = slot == HD_NONE ? who->pc : who->slots[slot];
      fields[i].word += (uint32_t)(done / 64);
      fields[i].width = (uint8_t)(bits - done < 64 ? bits - done : 64);
    }
    add_part(c, fields);
  }
}

static void add_elements(class *c, hd_field base)
{
  hd_field *fields = hd_alloc(c->n, sizeof *fields);
  for (uint32_t i = 0; i < c->n; i++) fields[i] = hd_field_element(base, i);
  add_part(c, fields);
}

static void add_cell(class *c, hd_field f, const name_var *names, unsigned var_width)
{
  c->cells = hd_realloc(c->cells, (size_t)c->n_cells + 1, sizeof *c->cells);
  c->cells[c->n_cells++] = (name_cell){f, names->names, var_width};
}

static void add_class(hd_symmetry *s, const hd_xlayout *l, const proof *f, uint32_t first)
{
  class c = {.first = first, .n = f->n};
  const hd_thread_plan *t = &l->threads[f->thread];
  hd_field open;
  add_bits(&c, l, first, HD_NONE, l->instances[first].pc.width);
  for (uint32_t k = 0; k < t->n_slots; k++)
    add_bits(&c, l, first, k, (uint64_t)t->slots[k].width * (t->counts[k] ? t->counts[k] : 1));
  for (uint32_t v = 0; v < l->p->vars.len; v++) {
    if (!f->array[v] || l->kind[v] != HD_PLACE_FIELD) continue;
    add_elements(&c, l->shared[v]);
    if (f->status.id == v) c.status = c.parts[c.n_parts - 1].fields;
    if (hd_layout_open(l, NULL, (hd_var){v}, &open)) add_elements(&c, open);
  }
  c.names.data = f->names.data;
  c.names.len = f->names.len;
  for (uint32_t i = 0; i < c.names.len; i++) {
    uint32_t v = c.names.data[i].var;
    const hd_var_info *info = &l->p->vars.data[v];
    for (uint32_t k = 0; k < hd_var_elements(info); k++)
      add_cell(&c, info->count ? hd_field_element(l->shared[v], k) : l->shared[v], &c.names.data[i], info->sort.width);
  }
  s->classes = hd_realloc(s->classes, (size_t)s->n_classes + 1, sizeof *s->classes);
  s->classes[s->n_classes++] = c;
}

static void clear_proof(proof *f)
{
  for (uint32_t i = 0; i < f->names.len; i++) free(f->names.data[i].names);
  hd_vec_clear(&f->names);
}

static uint32_t cells_of(const proof *f)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->names.len; i++) n += hd_var_elements(&f->p->vars.data[f->names.data[i].var]);
  return n;
}

/* Any of the names may come to stand in any of the cells. */
static bool names_fit(const hd_xlayout *l, const proof *f)
{
  bool fit = true;
  for (uint32_t i = 0; i < f->names.len; i++) {
    uint32_t v = f->names.data[i].var;
    for (uint32_t k = 0; k < f->n; k++) {
      if (hd_width_fits(l->widths[v], l->p->vars.data[v].sort.width, f->names.data[i].names[k])) continue;
      hd_width_admit(&l->widths[v], l->p->vars.data[v].sort.width, f->names.data[i].names[k]);
      fit = false;
    }
  }
  return fit;
}

bool hd_symmetry_possible(const hd_program *p, hd_thread t, uint32_t first_made)
{
  const hd_thread_info *info = hd_thread_get(p, t);
  if (info->instances < 2) return false;
  proof f = {.p = p, .thread = t.id, .n = info->instances, .self = info->self, .status = info->status};
  f.array = hd_alloc(p->vars.len, 1);
  f.first_made = first_made;
  bool good = is_interchangeable(&f) && cells_of(&f) <= MAX_NAMES;
  clear_proof(&f);
  free(f.array);
  return good;
}

hd_symmetry *hd_symmetry_new(const hd_xlayout *l, uint32_t first_made, bool *too_narrow)
{
  *too_narrow = false;
  hd_symmetry *s = hd_alloc(1, sizeof *s);
  s->n_words = l->n_words;
  uint8_t *array = hd_alloc(l->p->vars.len, 1);
  for (uint32_t t = 0, first = 0; t < l->p->threads.len; first += l->p->threads.data[t++].instances) {
    const hd_thread_info *info = &l->p->threads.data[t];
    if (info->instances < 2) continue;
    memset(array, 0, l->p->vars.len);
    proof f = {.l = l, .p = l->p, .thread = t, .n = info->instances, .self = info->self, .status = info->status};
    f.array = array;
    f.first_made = first_made;
    if (is_interchangeable(&f) && cells_of(&f) <= MAX_NAMES) {
      *too_narrow |= !names_fit(l, &f);
      add_class(s, l, &f, first);
    } else {
      clear_proof(&f);
    }
  }
  free(array);
  for (uint32_t i = 0; i < s->n_classes; i++) {
    const class *c = &s->classes[i];
    if (c->n > s->most) s->most = c->n;
    if (c->n_parts + 1 > s->widest) s->widest = c->n_parts + 1;
  }
  if (s->n_classes) return s;
  hd_symmetry_free(s);
  return NULL;
}

void hd_symmetry_free(hd_symmetry *s)
{
  if (!s) return;
  for (uint32_t i = 0; i < s->n_classes; i++) {
    class *c = &s->classes[i];
    for (uint32_t k = 0; k < c->n_parts; k++) free(c->parts[k].fields);
    for (uint32_t k = 0; k < c->names.len; k++) free(c->names.data[k].names);
    free(c->names.data);
    free(c->parts);
    free(c->cells);
  }
  free(s->classes);
  free(s);
}

uint32_t hd_symmetry_classes(const hd_symmetry *s)
{
  return s ? s->n_classes : 0;
}

/* --- sorting --------------------------------------------------------------------------------- */

/* keys: for each instance its parts, and which name cells name it. */
struct hd_sorter {
  const hd_symmetry *s;
  uint64_t *keys;
  uint32_t *who;   /* instances that exist, in the order of their keys */
  uint32_t *place; /* where they stood, ascending */
};

hd_sorter *hd_sorter_new(const hd_symmetry *s)
{
  hd_sorter *x = hd_alloc(1, sizeof *x);
  x->s = s;
  x->keys = hd_alloc((size_t)s->most * s->widest, sizeof *x->keys);
  x->who = hd_alloc(s->most, sizeof *x->who);
  x->place = hd_alloc(s->most, sizeof *x->place);
  return x;
}

void hd_sorter_free(hd_sorter *x)
{
  if (!x) return;
  free(x->keys);
  free(x->who);
  free(x->place);
  free(x);
}

static inline uint64_t get_bits(const uint64_t *words, hd_field f)
{
  return words[f.word] >> f.shift & hd_mask(f.width);
}

/* The instance that the cell names, or n. */
static uint32_t named_by(const class *c, const name_cell *cell, const uint64_t *words)
{
  uint64_t value = hd_field_get(words, cell->field, cell->var_width);
  uint32_t i = 0;
  while (i < c->n && cell->names[i] != value) i++;
  return i;
}

static uint32_t read_keys(hd_sorter *x, const class *c, const uint64_t *words)
{
  uint32_t n = 0, width = c->n_parts + 1;
  for (uint32_t i = 0; i < c->n; i++) {
    uint64_t *key = x->keys + (size_t)i * width;
    if (c->status && !get_bits(words, c->status[i])) continue;
    for (uint32_t k = 0; k < c->n_parts; k++) key[k] = get_bits(words, c->parts[k].fields[i]);
    key[c->n_parts] = 0;
    x->who[n] = x->place[n] = i;
    n++;
  }
  for (uint32_t k = 0; k < c->n_cells; k++) {
    uint32_t i = named_by(c, &c->cells[k], words);
    if (i < c->n) x->keys[(size_t)i * width + c->n_parts] |= UINT64_C(1) << k;
  }
  return n;
}

static int compare_words(const uint64_t *a, const uint64_t *b, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

/* Insertion: they are few and mostly in order. True when the order changed. */
static bool sort_who(hd_sorter *x, uint32_t n, uint32_t width)
{
  bool changed = false;
  for (uint32_t i = 1; i < n; i++) {
    uint32_t it = x->who[i], k = i;
    for (; k > 0 && compare_words(x->keys + (size_t)x->who[k - 1] * width, x->keys + (size_t)it * width, width) > 0;
         k--)
      x->who[k] = x->who[k - 1];
    x->who[k] = it;
    changed |= k != i;
  }
  return changed;
}

static uint64_t move_bits(const hd_sorter *x, const class *c, uint32_t n, uint64_t mask)
{
  uint64_t moved = mask;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t bit = mask >> (c->first + x->who[i]) & 1;
    uint32_t to = c->first + x->place[i];
    moved = (moved & ~(UINT64_C(1) << to)) | bit << to;
  }
  return moved;
}

static bool sort_class(hd_sorter *x, const class *c, uint64_t *words, uint64_t *mask)
{
  uint32_t width = c->n_parts + 1, n = read_keys(x, c, words);
  if (!sort_who(x, n, width)) return false;
  if (*mask) *mask = move_bits(x, c, n, *mask);
  for (uint32_t i = 0; i < n; i++) {
    const uint64_t *key = x->keys + (size_t)x->who[i] * width;
    for (uint32_t k = 0; k < c->n_parts; k++) hd_field_set(words, c->parts[k].fields[x->place[i]], key[k]);
    for (uint64_t cells = key[c->n_parts]; cells; cells &= cells - 1) {
      const name_cell *cell = &c->cells[__builtin_ctzll(cells)];
      hd_field_set(words, cell->field, cell->names[x->place[i]]);
    }
  }
  return true;
}

bool hd_sorter_sort(hd_sorter *x, uint64_t *words, uint64_t *mask)
{
  bool changed = false;
  for (uint32_t i = 0; i < x->s->n_classes; i++) changed |= sort_class(x, &x->s->classes[i], words, mask);
  return changed;
}
