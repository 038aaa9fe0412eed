/* product.c - parties, slots and nodes of a product, and its clauses. */
#include "sequential/product_state.h"

/* --- parties and slots ---------------------------------------------------------------------------- */

static void add_instances(hd_product *x)
{
  hd_module all = {0};
  for (uint32_t t = 0; t < x->p->threads.len; t++)
    for (uint32_t i = 0; i < x->p->threads.data[t].instances; i++)
      hd_vec_push(&x->who, (hd_party_info){{t}, i, 0, HD_NONE});
  all.n = x->who.len;
  all.parties = hd_arena_alloc(&x->arena, all.n * sizeof *all.parties);
  for (uint32_t i = 0; i < all.n; i++) all.parties[i] = i;
  hd_vec_push(&x->modules, all);
}

/* The symbol that stands for a cell: certificate.h's for scalars and arrays, a new one for elements. */
static hd_term slot_term(hd_product *x, uint32_t cell, uint32_t party)
{
  hd_cell c = x->cells->list.data[cell];
  if (c.element != HD_NONE) return hd_symbols_fresh(&x->symbols, hd_var_get(x->p, c.var)->sort, c.var);
  return hd_certificate_var(x->p, party, c.var);
}

static void add_slot(hd_product *x, uint32_t cell, uint32_t party)
{
  bool local = hd_var_get(x->p, x->cells->list.data[cell].var)->thread.id != HD_NONE;
  x->slot_of[party * x->cells->list.len + cell] = x->slots.len;
  hd_vec_push(&x->slots, (hd_slot_info){cell, local ? party : HD_NONE, slot_term(x, cell, party)});
}

void hd_product_add_slots(hd_product *x)
{
  uint32_t n = x->cells->list.len;
  x->slot_of = hd_alloc((size_t)x->who.len * n + 1, sizeof *x->slot_of);
  for (uint32_t i = 0; i < x->who.len * n; i++) x->slot_of[i] = HD_NONE;
  for (uint32_t cell = 0; cell < n; cell++) {
    hd_thread t = hd_var_get(x->p, x->cells->list.data[cell].var)->thread;
    for (uint32_t w = 0; w < x->who.len; w++) {
      if (t.id == x->who.data[w].thread.id || (t.id == HD_NONE && w == 0))
        add_slot(x, cell, w);
      else if (t.id == HD_NONE)
        x->slot_of[w * n + cell] = x->slot_of[cell];
    }
  }
  x->blocks = hd_alloc((size_t)x->who.len * x->p->locs.len + 1, sizeof *x->blocks);
}

hd_product *hd_product_new_empty(hd_program *p, const uint8_t *cut, const hd_liveness *live)
{
  hd_product *x = hd_alloc(1, sizeof *x);
  x->p = p;
  x->T = p->terms;
  x->cut = cut;
  x->live = live;
  x->cells = hd_cells_new(p);
  hd_arena_init(&x->arena);
  hd_symbols_init(&x->symbols, p);
  return x;
}

static uint32_t add_party(hd_product *x, hd_thread t, uint32_t instance, uint32_t home)
{
  hd_vec_push(&x->who, (hd_party_info){t, instance, home, HD_NONE});
  return x->who.len - 1;
}

static void add_module(hd_product *x, const hd_u32s *parties)
{
  uint32_t *copy = hd_arena_copy(&x->arena, parties->data, parties->len * sizeof *copy);
  hd_vec_push(&x->modules, (hd_module){copy, parties->len});
}

enum { ALONE, ONE_COPY, TWO_COPIES }; /* the modules, with pairs */

/* The threads with one instance together: alone, and beside one copy of each thread with many. */
static void add_modules(hd_product *x, const uint8_t *any)
{
  hd_u32s parties = {0};
  for (uint32_t t = 0; t < x->p->threads.len; t++)
    if (!any[t]) hd_vec_push(&parties, add_party(x, (hd_thread){t}, 0, ALONE));
  add_module(x, &parties); /* there may be no copy at all */
  for (uint32_t t = 0; t < x->p->threads.len; t++) {
    if (!any[t]) continue;
    x->copy = add_party(x, (hd_thread){t}, HD_EVERY, x->modules.len);
    x->third = add_party(x, (hd_thread){t}, HD_EVERY, HD_NONE);
    if (!x->pairs) x->who.data[x->copy].shadow = x->third;
    hd_vec_push(&parties, x->copy);
    add_module(x, &parties);
    parties.len -= !x->pairs;
  }
  if (x->pairs) {
    x->second = add_party(x, x->who.data[x->copy].thread, HD_EVERY, TWO_COPIES);
    hd_vec_push(&parties, x->second);
    add_module(x, &parties);
  }
  hd_vec_clear(&parties);
}

static bool is_marked(const hd_product *x, uint32_t slot)
{
  hd_slot_info s = x->slots.data[slot];
  hd_var v = x->cells->list.data[s.cell].var;
  if (s.party == HD_NONE) return false;
  bool number = hd_var_get(x->p, v)->role == HD_ROLE_SELF && x->who.data[s.party].instance == HD_EVERY;
  return number || (x->ghost && x->ghost[v.id] != HD_NONE);
}

hd_product *hd_product_new_modular(hd_program *p, const uint8_t *cut, const hd_liveness *live, const uint8_t *any,
                                   const uint32_t *ghost, bool pairs)
{
  hd_product *x = hd_product_new_empty(p, cut, live);
  x->modular = true;
  x->ghost = ghost;
  x->pairs = pairs;
  add_modules(x, any);
  hd_product_add_slots(x);
  for (uint32_t i = 0; i < x->slots.len; i++)
    if (is_marked(x, i)) hd_vec_push(&x->marked, i);
  return x;
}

hd_product *hd_product_new(hd_program *p, const uint8_t *cut, const hd_liveness *live)
{
  hd_product *x = hd_product_new_empty(p, cut, live);
  add_instances(x);
  hd_product_add_slots(x);
  return x;
}

void hd_product_free(hd_product *x)
{
  if (!x) return;
  for (size_t i = 0; x->blocks && i < (size_t)x->who.len * x->p->locs.len; i++) hd_block_free(x->blocks[i]);
  free(x->blocks);
  free(x->slot_of);
  hd_cells_free(x->cells);
  hd_symbols_clear(&x->symbols);
  hd_vec_clear(&x->who);
  hd_vec_clear(&x->modules);
  hd_vec_clear(&x->slots);
  hd_vec_clear(&x->marked);
  hd_vec_clear(&x->nodes);
  hd_vec_clear(&x->rules);
  hd_map_clear(&x->by_hash);
  hd_vec_clear(&x->work);
  hd_arena_clear(&x->arena);
  free(x);
}

hd_symbols *hd_product_symbols(hd_product *x)
{
  return &x->symbols;
}

uint32_t hd_product_nodes(const hd_product *x)
{
  return x->nodes.len;
}

const hd_loc *hd_product_at(const hd_product *x, uint32_t node)
{
  return x->nodes.data[node].at;
}

/* --- values ----------------------------------------------------------------------------------------- */

static hd_var var_of(const hd_product *x, uint32_t slot)
{
  return x->cells->list.data[x->slots.data[slot].cell].var;
}

bool hd_product_is_dead(const hd_product *x, uint32_t slot, const hd_loc *at)
{
  hd_slot_info s = x->slots.data[slot];
  return s.party != HD_NONE && !hd_is_live(x->live, at[s.party], var_of(x, slot));
}

/* A number that is known, and stays. */
static bool is_self(const hd_product *x, uint32_t slot)
{
  uint32_t party = x->slots.data[slot].party;
  bool self = hd_var_get(x->p, var_of(x, slot))->role == HD_ROLE_SELF;
  return self && party != HD_NONE && x->who.data[party].instance != HD_EVERY;
}

static bool is_const(const hd_product *x, hd_term t)
{
  uint64_t value;
  return hd_term_is_const(x->T, t, &value);
}

/* The value that a dead cell is given: any one will do. */
static hd_term nothing(const hd_product *x, uint32_t slot)
{
  return hd_term_const(x->T, hd_cell_sort(x->cells, x->slots.data[slot].cell), 0);
}

static bool is_whole(const hd_product *x, uint32_t slot)
{
  return hd_cell_sort(x->cells, x->slots.data[slot].cell).kind == HD_SORT_ARRAY;
}

hd_term hd_product_initial(const hd_product *x, uint32_t slot)
{
  hd_slot_info s = x->slots.data[slot];
  if (is_self(x, slot)) return hd_term_bv(x->T, 32, x->who.data[s.party].instance);
  if (hd_var_get(x->p, var_of(x, slot))->role == HD_ROLE_SELF) return s.var;
  hd_term value = hd_cell_initial(x->cells, s.cell);
  return hd_term_is(value) ? value : s.var;
}

hd_block *hd_product_block(hd_product *x, uint32_t party, hd_loc from)
{
  hd_block **b = &x->blocks[(size_t)party * x->p->locs.len + from.id];
  uint32_t n = x->cells->list.len;
  if (*b) return *b;
  hd_term *pre = hd_alloc(n + 1, sizeof *pre);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t slot = x->slot_of[party * n + i];
    if (slot != HD_NONE) pre[i] = is_self(x, slot) ? hd_product_initial(x, slot) : x->slots.data[slot].var;
  }
  *b = hd_block_new(x->cells, &x->symbols, x->live, x->cut, from, pre);
  free(pre);
  return *b;
}

/* --- nodes -------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const hd_product *x, uint32_t module, const hd_loc *at)
{
  return hd_hash_bytes(at, x->who.len * sizeof *at, module);
}

uint32_t hd_product_find(const hd_product *x, uint32_t module, const hd_loc *at)
{
  uint32_t i = (uint32_t)hd_map_get_or(&x->by_hash, hash_of(x, module, at), HD_NONE);
  for (; i != HD_NONE; i = x->nodes.data[i].next)
    if (x->nodes.data[i].module == module && !memcmp(x->nodes.data[i].at, at, x->who.len * sizeof *at)) return i;
  return HD_NONE;
}

static uint32_t find_node(hd_product *x, uint32_t module, const hd_loc *at)
{
  uint64_t hash = hash_of(x, module, at);
  uint32_t first = (uint32_t)hd_map_get_or(&x->by_hash, hash, HD_NONE), known = hd_product_find(x, module, at);
  if (known != HD_NONE) return known;
  hd_node_info node = {.module = module, .at = hd_arena_copy(&x->arena, at, x->who.len * sizeof *at), .next = first};
  node.values = hd_arena_alloc(&x->arena, (x->slots.len + 1) * sizeof *node.values);
  hd_vec_push(&x->nodes, node);
  hd_map_put(&x->by_hash, hash, x->nodes.len - 1);
  return x->nodes.len - 1;
}

/* What may hold at the node grows by these values; it is visited again when that changed something. */
static void flow(hd_product *x, uint32_t n, const hd_term *values)
{
  hd_node_info *node = &x->nodes.data[n];
  bool changed = !node->seen;
  for (uint32_t i = 0; i < x->slots.len; i++) {
    if (!hd_term_is(values[i])) continue;
    hd_term value = is_const(x, values[i]) ? values[i] : x->slots.data[i].var;
    if (!node->seen) {
      node->values[i] = value;
    } else if (!hd_term_same(node->values[i], value) && is_const(x, node->values[i])) {
      node->values[i] = x->slots.data[i].var;
      changed = true;
    }
  }
  node->seen = true;
  if (!changed || node->waiting) return;
  node->waiting = true;
  hd_vec_push(&x->work, n);
}

static void note_move(void *context, const hd_product_move *m, const hd_block_target *t, uint32_t target, hd_term cond,
                      const hd_loc *at, const hd_term *values)
{
  hd_product *x = context;
  (void)target, (void)cond;
  if (t->kind == HD_TO_CUT) flow(x, find_node(x, x->nodes.data[m->node].module, at), values);
}

static void start_module(hd_product *x, uint32_t module)
{
  const hd_module *m = &x->modules.data[module];
  hd_loc *at = hd_alloc(x->who.len, sizeof *at);
  hd_term *values = hd_alloc(x->slots.len + 1, sizeof *values);
  for (uint32_t i = 0; i < x->who.len; i++) at[i] = HD_NO_LOC;
  for (uint32_t i = 0; i < m->n; i++) {
    uint32_t party = m->parties[i];
    at[party] = hd_thread_get(x->p, x->who.data[party].thread)->entry;
  }
  for (uint32_t i = 0; i < x->slots.len; i++) {
    uint32_t party = x->slots.data[i].party;
    if (party != HD_NONE && at[party].id == HD_NONE) continue;
    values[i] = hd_product_is_dead(x, i, at) && !is_self(x, i) ? nothing(x, i) : hd_product_initial(x, i);
  }
  flow(x, find_node(x, module, at), values);
  free(values);
  free(at);
}

hd_product_size hd_product_explore(hd_product *x, uint32_t max_nodes, const hd_budget *budget)
{
  for (uint32_t i = 0; i < x->modules.len; i++) start_module(x, i);
  /* First come, first served: most constants have settled when a node is visited. */
  for (uint32_t next = 0; next < x->work.len; next++) {
    if (x->nodes.len > max_nodes) return HD_PRODUCT_LARGE;
    if (hd_budget_spent(budget)) return HD_PRODUCT_SPENT;
    uint32_t n = x->work.data[next];
    x->nodes.data[n].waiting = false;
    hd_product_moves(x, n, true, note_move, x);
  }
  return HD_PRODUCT_OK;
}

/* --- clauses ------------------------------------------------------------------------------------------ */

static void add_predicate(hd_product *x, hd_horn *h, hd_node_info *node)
{
  HD_VEC(hd_term) params = {0};
  hd_u32s slots = {0};
  for (uint32_t i = 0; i < x->slots.len; i++) {
    if (!hd_term_is(node->values[i]) || is_const(x, node->values[i])) continue;
    hd_vec_push(&params, x->slots.data[i].var);
    hd_vec_push(&slots, i);
  }
  char name[200];
  int used = 0;
  for (uint32_t i = 0; i < x->who.len && used < 180; i++)
    if (node->at[i].id != HD_NONE)
      used += snprintf(name + used, sizeof name - (size_t)used, "%sL%u", used ? "_" : "", node->at[i].id);
  node->pred = hd_horn_predicate(h, name, params.data, params.len);
  node->params = hd_arena_copy(&x->arena, slots.data, slots.len * sizeof *slots.data);
  node->n_params = slots.len;
  hd_vec_clear(&slots);
  hd_vec_clear(&params);
}

/* The atom of a node's predicate, out of the values of all slots; `room` is for its arguments. */
static hd_atom atom_of(const hd_node_info *node, const hd_term *values, hd_term *room)
{
  for (uint32_t i = 0; i < node->n_params; i++) room[i] = values[node->params[i]];
  return (hd_atom){node->pred, room};
}

/* The mover's atom: where it stands for another copy, its locals are those of the party that moves. */
static hd_atom mover_atom(const hd_product *x, const hd_product_move *m, unsigned which, hd_term *room)
{
  const hd_node_info *node = &x->nodes.data[which ? m->also : m->mover];
  for (uint32_t i = 0; i < node->n_params; i++)
    room[i] = x->slots.data[hd_product_as_moved(x, m, which, node->params[i])].var;
  return (hd_atom){node->pred, room};
}

typedef struct {
  hd_product *x;
  hd_horn *h;
  bool beyond;
  hd_term *room[4];
} emission;

static void emit_rule(void *context, const hd_product_move *m, const hd_block_target *t, uint32_t target, hd_term cond,
                      const hd_loc *at, const hd_term *values)
{
  emission *e = context;
  hd_product *x = e->x;
  hd_rule_info rule = {.node = m->node, .party = m->party, .target = target, .to = HD_NONE};
  hd_atom head = {HD_NO_PRED, NULL}, body[3];
  uint32_t n_body = 1;
  if (t->kind == HD_TO_BEYOND && !e->beyond) return;
  if (t->kind == HD_TO_CUT) {
    rule.to = find_node(x, x->nodes.data[m->node].module, at);
    head = atom_of(&x->nodes.data[rule.to], values, e->room[0]);
  }
  const hd_node_info *node = &x->nodes.data[m->node];
  body[0] = atom_of(node, node->values, e->room[1]);
  if (!m->inside) body[n_body++] = mover_atom(x, m, 0, e->room[2]);
  if (m->also != HD_NONE) body[n_body++] = mover_atom(x, m, 1, e->room[3]);
  hd_vec_push(&x->rules, rule);
  hd_horn_rule(e->h, x->rules.len - 1, head, body, n_body, cond);
}

hd_term hd_product_initial_arrays(const hd_product *x)
{
  hd_term all = hd_term_true(x->T);
  for (uint32_t i = 0; i < x->slots.len; i++) {
    hd_var v = var_of(x, i);
    const hd_var_info *info = hd_var_get(x->p, v);
    if (!is_whole(x, i) || info->any) continue;
    for (uint32_t k = 0; k < info->count; k++) {
      hd_term element = hd_term_2(x->T, HD_OP_SELECT, x->slots.data[i].var, hd_term_bv(x->T, 32, k));
      hd_term value = hd_term_const(x->T, hd_term_sort(x->T, element), hd_var_init(x->p, v, k));
      all = hd_term_2(x->T, HD_OP_AND, all, hd_term_2(x->T, HD_OP_EQ, element, value));
    }
  }
  return all;
}

/* Copies have different numbers, below HD_MOST_COPIES. */
static hd_term initial_numbers(const hd_product *x, const hd_node_info *first)
{
  hd_term all = hd_term_true(x->T), most = hd_term_bv(x->T, 32, HD_MOST_COPIES), before = HD_NO_TERM;
  for (uint32_t i = 0; i < x->slots.len; i++) {
    bool self = hd_var_get(x->p, var_of(x, i))->role == HD_ROLE_SELF;
    if (!self || !hd_term_is(first->values[i]) || is_const(x, first->values[i])) continue;
    hd_term number = x->slots.data[i].var;
    all = hd_term_2(x->T, HD_OP_AND, all, hd_term_2(x->T, HD_OP_ULT, number, most));
    if (x->pairs && hd_term_is(before)) all = hd_term_2(x->T, HD_OP_AND, all, hd_term_ne(x->T, number, before));
    before = number;
  }
  return all;
}

static void add_start(emission *e, uint32_t module)
{
  hd_product *x = e->x;
  hd_term *values = hd_alloc(x->slots.len + 1, sizeof *values);
  const hd_node_info *first = &x->nodes.data[module];
  for (uint32_t i = 0; i < x->slots.len; i++) values[i] = hd_product_initial(x, i);
  hd_vec_push(&x->rules, (hd_rule_info){.node = HD_NONE, .to = module});
  hd_term facts = hd_term_2(x->T, HD_OP_AND, hd_product_initial_arrays(x), initial_numbers(x, first));
  hd_horn_rule(e->h, x->rules.len - 1, atom_of(first, values, e->room[0]), NULL, 0, facts);
  free(values);
}

static void add_bad_state(emission *e, uint32_t n)
{
  hd_product *x = e->x;
  const hd_node_info *node = &x->nodes.data[n];
  hd_term bad = x->modular ? hd_term_false(x->T) : hd_product_bad_state(x, node->at, node->values);
  if (hd_term_is_false(x->T, bad)) return;
  hd_atom body = atom_of(node, node->values, e->room[1]);
  hd_vec_push(&x->rules, (hd_rule_info){.node = n, .party = HD_NONE, .target = HD_NONE, .to = HD_NONE});
  hd_horn_rule(e->h, x->rules.len - 1, (hd_atom){HD_NO_PRED, NULL}, &body, 1, bad);
}

void hd_product_clauses(hd_product *x, hd_horn *h, bool beyond)
{
  emission e = {.x = x, .h = h, .beyond = beyond};
  x->rules.len = 0;
  for (unsigned i = 0; i < 4; i++) e.room[i] = hd_alloc(x->slots.len + 1, sizeof **e.room);
  for (uint32_t i = 0; i < x->nodes.len; i++) add_predicate(x, h, &x->nodes.data[i]);
  for (uint32_t i = 0; i < x->modules.len; i++) add_start(&e, i);
  for (uint32_t i = 0; i < x->nodes.len; i++) hd_product_moves(x, i, false, emit_rule, &e);
  for (uint32_t i = 0; i < x->nodes.len; i++) add_bad_state(&e, i);
  for (unsigned i = 0; i < 4; i++) free(e.room[i]);
}

hd_term *hd_product_formulas(const hd_product *x, uint32_t *n)
{
  HD_VEC(hd_term) all = {0};
  for (size_t i = 0; i < (size_t)x->who.len * x->p->locs.len; i++) {
    const hd_block *b = x->blocks[i];
    for (uint32_t k = 0; b && k < b->targets.len; k++) {
      const hd_block_target *t = &b->targets.data[k];
      hd_vec_push(&all, t->cond);
      for (uint32_t c = 0; t->post && c < x->cells->list.len; c++)
        if (hd_term_is(t->post[c]) && hd_term_op(x->T, t->post[c]) != HD_OP_VAR) hd_vec_push(&all, t->post[c]);
    }
  }
  *n = all.len;
  return all.data;
}
