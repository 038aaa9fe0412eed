/* term.c - the table of operators, the hash table of nodes, and their construction. */
#include "expr/pool.h"

enum { FIRST_NODES = 1024, FALSE_ID = 1, TRUE_ID = 2 };

static const char *const op_texts[HD_OP_COUNT] = {
#define X(name, text, arity) text,
    HD_OPS(X)
#undef X
};

static const uint8_t op_arities[HD_OP_COUNT] = {
#define X(name, text, arity) arity,
    HD_OPS(X)
#undef X
};

const char *hd_op_text(hd_op op)
{
  HD_CHECK((unsigned)op < HD_OP_COUNT);
  return op_texts[op];
}

unsigned hd_op_arity(hd_op op)
{
  HD_CHECK((unsigned)op < HD_OP_COUNT);
  return op_arities[op];
}

/* The pool. */

/* The hash of what a term is: the arguments count by their hashes, not by their ids, so it
 * is the same in every pool (hd_term_precedes depends on that). */
static uint32_t hash_app(const hd_terms *T, const hd_app *n)
{
  uint64_t args[3] = {0};
  for (unsigned i = 0; i < op_arities[n->op]; i++) args[i] = hd_node_at(T, n->args[i])->hash;
  uint64_t head = (uint64_t)n->op | (uint64_t)n->sort.kind << 8 | (uint64_t)n->sort.width << 16 |
                  (uint64_t)n->sort.index << 24 | args[0] << 32;
  uint64_t tail = args[1] | args[2] << 32;
  uint64_t h = head * UINT64_C(0x9e3779b97f4a7c15) ^ (tail + 1) * UINT64_C(0xbf58476d1ce4e5b9);
  h = (h ^ h >> 29 ^ n->value) * UINT64_C(0x94d049bb133111eb);
  return (uint32_t)(h >> 32);
}

/* Variables by their symbols, other terms by their hashes, constants last. */
static int rank(const hd_node *n)
{
  return n->op == HD_OP_VAR ? 0 : n->op == HD_OP_CONST ? 2 : 1;
}

bool hd_term_precedes(const hd_terms *T, hd_term a, hd_term b)
{
  while (a.id != b.id) {
    const hd_node *x = hd_node_at(T, a), *y = hd_node_at(T, b);
    if (rank(x) != rank(y)) return rank(x) < rank(y);
    if (rank(x) != 1 && x->value != y->value) return x->value < y->value;
    if (x->hash != y->hash) return x->hash < y->hash;
    if (x->op != y->op) return x->op < y->op;
    if (!hd_sort_same(x->sort, y->sort)) return memcmp(&x->sort, &y->sort, sizeof x->sort) < 0;
    if (x->value != y->value) return x->value < y->value;
    unsigned i = 0;
    while (i < 2 && x->args[i] == y->args[i]) i++;
    a.id = x->args[i];
    b.id = y->args[i];
  }
  return false;
}

static bool node_is(const hd_node *a, const hd_app *n)
{
  bool same_args = a->args[0] == n->args[0].id && a->args[1] == n->args[1].id && a->args[2] == n->args[2].id;
  return same_args && a->op == n->op && a->value == n->value && hd_sort_same(a->sort, n->sort);
}

static void put_slot(hd_terms *T, uint32_t hash, uint32_t id)
{
  uint32_t i = hash & T->mask;
  while (T->slots[i]) i = (i + 1) & T->mask;
  T->slots[i] = (uint64_t)hash << 32 | id;
}

static void grow_terms(hd_terms *T)
{
  if (T->cap > UINT32_MAX / 4) hd_out_of_memory();
  T->cap *= 2;
  T->nodes = hd_realloc(T->nodes, T->cap, sizeof *T->nodes);
  free(T->slots);
  T->mask = T->cap * 2 - 1;
  T->slots = hd_alloc((size_t)T->mask + 1, sizeof *T->slots);
  for (uint32_t id = 1; id <= T->len; id++) put_slot(T, T->nodes[id].hash, id);
}

static hd_term add_node(hd_terms *T, const hd_app *n, uint32_t hash)
{
  if (T->len + 1 >= T->cap) grow_terms(T);
  hd_node *node = &T->nodes[++T->len];
  *node = (hd_node){.op = (uint8_t)n->op, .sort = n->sort, .hash = hash, .value = n->value};
  uint32_t tree = 1;
  node->reads = n->op == HD_OP_SELECT || n->op == HD_OP_DEREF;
  for (unsigned i = 0; i < op_arities[n->op]; i++) {
    const hd_node *arg = hd_node_at(T, n->args[i]);
    node->args[i] = n->args[i].id;
    node->reads |= arg->reads;
    tree += arg->tree;
  }
  node->tree = (uint16_t)(tree < HD_TREE_MANY ? tree : HD_TREE_MANY);
  put_slot(T, hash, T->len);
  return (hd_term){T->len};
}

hd_term hd_term_intern(hd_terms *T, const hd_app *n)
{
  uint32_t hash = hash_app(T, n);
  for (uint32_t i = hash & T->mask; T->slots[i]; i = (i + 1) & T->mask) {
    if ((uint32_t)(T->slots[i] >> 32) != hash) continue;
    uint32_t id = (uint32_t)T->slots[i];
    if (node_is(&T->nodes[id], n)) return (hd_term){id};
  }
  return add_node(T, n, hash);
}

/* Older arguments make ascending ids a topological order. */
static bool check_term(const hd_terms *T, uint32_t id)
{
  const hd_node *n = &T->nodes[id];
  hd_app app = {.op = (hd_op)n->op, .sort = n->sort, .value = n->value};
  for (unsigned i = 0; i < 3; i++) {
    if (n->args[i] >= id) return false;
    app.args[i] = (hd_term){n->args[i]};
  }
  uint32_t at = n->hash & T->mask, times = 0;
  for (; T->slots[at]; at = (at + 1) & T->mask) times += node_is(&T->nodes[(uint32_t)T->slots[at]], &app);
  return times == 1;
}

bool hd_terms_check(const hd_terms *T)
{
  for (uint32_t id = 1; id <= T->len; id++)
    if (!check_term(T, id)) return false;
  return true;
}

hd_terms *hd_terms_new(void)
{
  hd_terms *T = hd_alloc(1, sizeof *T);
  T->cap = FIRST_NODES;
  T->nodes = hd_alloc(T->cap, sizeof *T->nodes);
  T->mask = T->cap * 2 - 1;
  T->slots = hd_alloc((size_t)T->mask + 1, sizeof *T->slots);
  HD_CHECK(hd_term_const(T, HD_BOOL, 0).id == FALSE_ID);
  HD_CHECK(hd_term_const(T, HD_BOOL, 1).id == TRUE_ID);
  return T;
}

void hd_terms_free(hd_terms *T)
{
  if (!T) return;
  HD_ASSERT(hd_terms_check(T));
  free(T->nodes);
  free(T->slots);
  free(T);
}

uint32_t hd_terms_count(const hd_terms *T)
{
  return T->len;
}

/* Leaves. */

static bool sort_is_sound(hd_sort sort)
{
  if (sort.width < 1 || sort.width > 64) return false;
  switch (sort.kind) {
  case HD_SORT_BOOL: return sort.width == 1 && sort.index == 0;
  case HD_SORT_BV: return sort.index == 0;
  case HD_SORT_ARRAY: return sort.index >= 1 && sort.index <= 64;
  default: return false;
  }
}

hd_term hd_term_const(hd_terms *T, hd_sort sort, uint64_t value)
{
  HD_CHECK(sort_is_sound(sort) && sort.kind != HD_SORT_ARRAY);
  return hd_term_intern(T, &(hd_app){.op = HD_OP_CONST, .sort = sort, .value = value & hd_mask(sort.width)});
}

hd_term hd_term_bv(hd_terms *T, unsigned width, uint64_t value)
{
  HD_CHECK(width >= 1 && width <= 64);
  return hd_term_const(T, HD_BV(width), value);
}

hd_term hd_term_true(hd_terms *T)
{
  (void)T;
  return (hd_term){TRUE_ID};
}

hd_term hd_term_false(hd_terms *T)
{
  (void)T;
  return (hd_term){FALSE_ID};
}

hd_term hd_term_bool(hd_terms *T, bool value)
{
  return value ? hd_term_true(T) : hd_term_false(T);
}

hd_term hd_term_var(hd_terms *T, hd_sort sort, uint32_t symbol)
{
  HD_CHECK(sort_is_sound(sort));
  return hd_term_intern(T, &(hd_app){.op = HD_OP_VAR, .sort = sort, .value = symbol});
}

/* What a term is. */

static const hd_node *checked(const hd_terms *T, hd_term t)
{
  HD_CHECK(t.id != 0 && t.id <= T->len);
  return &T->nodes[t.id];
}

hd_op hd_term_op(const hd_terms *T, hd_term t)
{
  return (hd_op)checked(T, t)->op;
}

hd_sort hd_term_sort(const hd_terms *T, hd_term t)
{
  return checked(T, t)->sort;
}

unsigned hd_term_arity(const hd_terms *T, hd_term t)
{
  return op_arities[checked(T, t)->op];
}

hd_term hd_term_arg(const hd_terms *T, hd_term t, unsigned i)
{
  const hd_node *n = checked(T, t);
  HD_CHECK(i < op_arities[n->op]);
  return (hd_term){n->args[i]};
}

uint64_t hd_term_value(const hd_terms *T, hd_term t)
{
  const hd_node *n = checked(T, t);
  HD_CHECK(n->op == HD_OP_CONST || n->op == HD_OP_EXTRACT);
  return n->value;
}

uint32_t hd_term_symbol(const hd_terms *T, hd_term t)
{
  const hd_node *n = checked(T, t);
  HD_CHECK(n->op == HD_OP_VAR);
  return (uint32_t)n->value;
}

bool hd_term_is_const(const hd_terms *T, hd_term t, uint64_t *value)
{
  const hd_node *n = checked(T, t);
  if (n->op != HD_OP_CONST) return false;
  if (value) *value = n->value;
  return true;
}

bool hd_term_is_true(const hd_terms *T, hd_term t)
{
  (void)T;
  return t.id == TRUE_ID;
}

bool hd_term_is_false(const hd_terms *T, hd_term t)
{
  (void)T;
  return t.id == FALSE_ID;
}
