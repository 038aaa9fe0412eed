/* space.c - slots for values, places for locations, and the blocks between places, made when needed. */
#include "engine/esst/space.h"

#include "engine/esst/explicits.h"

/* --- parties and slots ---------------------------------------------------------------------------- */

static hd_term slot_term(hd_esst_space *x, uint32_t cell, uint32_t party)
{
  hd_cell c = x->cells->list.data[cell];
  if (c.element != HD_NONE) return hd_symbols_fresh(&x->symbols, hd_var_get(x->p, c.var)->sort, c.var);
  return hd_certificate_var(x->p, party, c.var);
}

static void add_slot(hd_esst_space *x, uint32_t cell, uint32_t party, const uint8_t *chosen)
{
  hd_var v = x->cells->list.data[cell].var;
  bool local = hd_var_get(x->p, v)->thread.id != HD_NONE;
  hd_esst_slot s = {cell, local ? party : HD_NONE, slot_term(x, cell, party), HD_NONE};
  if (chosen[v.id]) {
    s.number = x->explicits.len;
    hd_vec_push(&x->explicits, x->slots.len);
  }
  hd_map_put(&x->by_symbol, hd_term_symbol(x->T, s.var), x->slots.len);
  x->slot_of[party * x->cells->list.len + cell] = x->slots.len;
  hd_vec_push(&x->slots, s);
}

static void add_slots(hd_esst_space *x, const uint8_t *chosen)
{
  uint32_t n = x->cells->list.len;
  x->slot_of = hd_alloc((size_t)x->who.len * n + 1, sizeof *x->slot_of);
  for (uint32_t i = 0; i < x->who.len * n; i++) x->slot_of[i] = HD_NONE;
  for (uint32_t cell = 0; cell < n; cell++) {
    hd_thread t = hd_var_get(x->p, x->cells->list.data[cell].var)->thread;
    for (uint32_t w = 0; w < x->who.len; w++) {
      if (t.id == x->who.data[w].thread.id || (t.id == HD_NONE && w == 0))
        add_slot(x, cell, w, chosen);
      else if (t.id == HD_NONE)
        x->slot_of[w * n + cell] = x->slot_of[cell];
    }
  }
}

static hd_term some_guard(const hd_esst_space *x, hd_loc l)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(x->p, l, &n);
  hd_term some = hd_term_false(x->T);
  for (uint32_t i = 0; i < n; i++) {
    hd_term guard = x->p->edges.data[out[i]].guard;
    some = hd_term_2(x->T, HD_OP_OR, some, hd_term_is(guard) ? guard : hd_term_true(x->T));
  }
  return some;
}

/* For deadlocks: wherever an instance may have to wait is a cut-point, inside atomic sections, too. */
static void cut_where_it_waits(hd_esst_space *x)
{
  for (uint32_t l = 0; l < x->p->locs.len; l++)
    if (x->p->locs.data[l].kind == HD_LOC_NORMAL && !hd_term_is_true(x->T, some_guard(x, (hd_loc){l})))
      x->cuts->cut[l] = HD_CUT_STEP;
}

hd_esst_space *hd_esst_space_new(const hd_program *p, const hd_task *t, const uint8_t *demoted)
{
  hd_esst_space *x = hd_alloc(1, sizeof *x);
  x->p = hd_program_clone(p);
  x->T = x->p->terms;
  hd_program_index(x->p);
  hd_arena_init(&x->arena);
  x->facts = hd_facts_of(t->facts, p);
  x->sharing = hd_facts_sharing(x->facts);
  bool plain =
      hd_violated_by(t->property, HD_BY_DEADLOCK) && t->reduction == HD_REDUCTION_LIPTON; /* all of it is rechecked */
  x->cuts = hd_cuts_copy(p, hd_facts_cuts(x->facts, plain ? HD_REDUCTION_LOCAL : t->reduction, t->property));
  if (hd_violated_by(t->property, HD_BY_DEADLOCK)) cut_where_it_waits(x);
  x->live = hd_facts_liveness(x->facts);
  x->cells = hd_cells_new(x->p);
  hd_symbols_init(&x->symbols, x->p);
  for (uint32_t i = 0; i < p->threads.len; i++)
    for (uint32_t k = 0; k < p->threads.data[i].instances; k++) hd_vec_push(&x->who, (hd_party){{i}, k});
  uint8_t *chosen = hd_alloc(p->vars.len + 1, 1);
  hd_esst_explicits_choose(x->p, x->cells, demoted, chosen);
  add_slots(x, chosen);
  free(chosen);
  x->touched = hd_alloc((size_t)x->who.len * p->locs.len + 1, sizeof *x->touched);
  x->touch_known = hd_alloc((size_t)x->who.len * p->locs.len + 1, 1);
  return x;
}

static void free_block(hd_esst_block *b)
{
  for (uint32_t i = 0; i < b->block->targets.len; i++) {
    hd_vec_clear(&b->targets[i].fixed);
    hd_vec_clear(&b->targets[i].open);
    hd_vec_clear(&b->targets[i].symbolic);
  }
  hd_block_free(b->block);
}

void hd_esst_space_free(hd_esst_space *x)
{
  if (!x) return;
  for (uint32_t i = 0; i < x->blocks.len; i++) free_block(&x->blocks.data[i]);
  for (size_t i = 0; i < (size_t)x->who.len * x->p->locs.len; i++) hd_vec_clear(&x->touched[i]);
  free(x->touched);
  free(x->touch_known);
  free(x->slot_of);
  hd_vec_clear(&x->who);
  hd_vec_clear(&x->slots);
  hd_vec_clear(&x->explicits);
  hd_vec_clear(&x->places);
  hd_vec_clear(&x->blocks);
  hd_vec_clear(&x->steps);
  hd_map_clear(&x->by_symbol);
  hd_map_clear(&x->place_of);
  hd_map_clear(&x->block_of);
  hd_symbols_clear(&x->symbols);
  hd_cells_free(x->cells);
  hd_cuts_free(x->cuts);
  hd_facts_free(x->facts);
  hd_arena_clear(&x->arena);
  hd_program_free(x->p);
  free(x);
}

hd_var hd_esst_var(const hd_esst_space *x, uint32_t slot)
{
  return x->cells->list.data[x->slots.data[slot].cell].var;
}

uint32_t hd_esst_slot_of_symbol(const hd_esst_space *x, uint32_t symbol)
{
  return (uint32_t)hd_map_get_or(&x->by_symbol, symbol, HD_NONE);
}

/* --- places ----------------------------------------------------------------------------------------- */

static bool is_atomic(const hd_esst_space *x, hd_loc l)
{
  const hd_loc_info *info = hd_loc_get(x->p, l);
  return info->kind == HD_LOC_NORMAL && info->atomic;
}

static uint32_t find_place(hd_esst_space *x, const hd_loc *at, const uint64_t *values)
{
  size_t locs = x->who.len * sizeof *at, size = x->explicits.len * sizeof *values;
  uint64_t hash = hd_hash_bytes(values, size, hd_hash_bytes(at, locs, 1));
  uint32_t first = (uint32_t)hd_map_get_or(&x->place_of, hash, HD_NONE);
  for (uint32_t i = first; i != HD_NONE; i = x->places.data[i].next) {
    const hd_esst_place *p = &x->places.data[i];
    if (!memcmp(p->at, at, locs) && !memcmp(p->values, values, size)) return i;
  }
  hd_esst_place p = {.next = first, .runner = HD_NONE, .stuck = HD_NONE};
  p.at = hd_arena_copy(&x->arena, at, locs);
  p.values = hd_arena_copy(&x->arena, values, size);
  for (uint32_t i = 0; i < x->who.len; i++)
    if (is_atomic(x, at[i])) p.runner = i;
  hd_vec_push(&x->places, p);
  hd_map_put(&x->place_of, hash, x->places.len - 1);
  return x->places.len - 1;
}

static bool is_dead(const hd_esst_space *x, uint32_t slot, const hd_loc *at)
{
  uint32_t party = x->slots.data[slot].party;
  return party != HD_NONE && !hd_is_live(x->live, at[party], hd_esst_var(x, slot));
}

static bool is_self(const hd_esst_space *x, uint32_t slot)
{
  return hd_var_get(x->p, hd_esst_var(x, slot))->role == HD_ROLE_SELF;
}

hd_term hd_esst_initial_value(const hd_esst_space *x, uint32_t slot)
{
  const hd_esst_slot *s = &x->slots.data[slot];
  if (is_self(x, slot)) return hd_term_bv(x->T, 32, x->who.data[s->party].instance);
  hd_term value = hd_cell_initial(x->cells, s->cell);
  return hd_term_is(value) ? value : s->var;
}

uint32_t hd_esst_start(hd_esst_space *x)
{
  hd_loc *at = hd_alloc(x->who.len + 1, sizeof *at);
  uint64_t *values = hd_alloc(x->explicits.len + 1, sizeof *values);
  for (uint32_t i = 0; i < x->who.len; i++) at[i] = hd_thread_get(x->p, x->who.data[i].thread)->entry;
  for (uint32_t i = 0; i < x->explicits.len; i++) {
    uint32_t slot = x->explicits.data[i];
    if (is_self(x, slot) || !is_dead(x, slot, at)) hd_term_is_const(x->T, hd_esst_initial_value(x, slot), &values[i]);
  }
  uint32_t place = find_place(x, at, values);
  free(at);
  free(values);
  return place;
}

/* Every element of an array that is not split. */
static hd_term initial_array(const hd_esst_space *x, uint32_t slot)
{
  hd_var v = hd_esst_var(x, slot);
  hd_term all = hd_term_true(x->T);
  for (uint32_t k = 0; k < hd_var_get(x->p, v)->count; k++) {
    hd_term element = hd_term_2(x->T, HD_OP_SELECT, x->slots.data[slot].var, hd_term_bv(x->T, 32, k));
    hd_term value = hd_term_const(x->T, hd_term_sort(x->T, element), hd_var_init(x->p, v, k));
    all = hd_term_2(x->T, HD_OP_AND, all, hd_term_2(x->T, HD_OP_EQ, element, value));
  }
  return all;
}

hd_term hd_esst_initial(const hd_esst_space *x)
{
  hd_term all = hd_term_true(x->T);
  for (uint32_t i = 0; i < x->slots.len; i++) {
    const hd_esst_slot *s = &x->slots.data[i];
    if (s->number != HD_NONE || hd_var_get(x->p, hd_esst_var(x, i))->any) continue;
    bool whole = hd_cell_sort(x->cells, s->cell).kind == HD_SORT_ARRAY;
    hd_term fact = whole ? initial_array(x, i) : hd_term_2(x->T, HD_OP_EQ, s->var, hd_esst_initial_value(x, i));
    all = hd_term_2(x->T, HD_OP_AND, all, fact);
  }
  return all;
}

bool hd_esst_may_run(const hd_esst_space *x, uint32_t place, uint32_t party)
{
  const hd_esst_place *p = &x->places.data[place];
  bool turn = p->runner == HD_NONE || p->runner == party;
  return turn && hd_loc_get(x->p, p->at[party])->kind == HD_LOC_NORMAL;
}

/* --- blocks ----------------------------------------------------------------------------------------- */

typedef struct {
  hd_esst_space *x;
  uint32_t party;
  uint8_t *seen; /* by slot */
  hd_u32s *out;
} touching;

static void touch_slots_of(void *context, hd_var v, bool write)
{
  touching *t = context;
  (void)write;
  uint32_t n = t->x->cells->list.len;
  for (uint32_t c = t->x->cells->first[v.id]; c < t->x->cells->first[v.id + 1]; c++) {
    uint32_t slot = t->x->slot_of[t->party * n + c];
    if (slot == HD_NONE || t->x->slots.data[slot].number == HD_NONE || t->seen[slot]) continue;
    t->seen[slot] = 1;
    hd_vec_push(t->out, slot);
  }
}

/* The explicit slots that edges between here and the next cut-points read or write. */
static const hd_u32s *touched_from(hd_esst_space *x, uint32_t party, hd_loc from)
{
  size_t key = (size_t)party * x->p->locs.len + from.id;
  if (x->touch_known[key]) return &x->touched[key];
  x->touch_known[key] = 1;
  touching t = {x, party, hd_alloc(x->slots.len + 1, 1), &x->touched[key]};
  uint8_t *seen = hd_alloc(x->p->locs.len + 1, 1);
  hd_u32s todo = {0};
  hd_vec_push(&todo, from.id);
  while (todo.len) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(x->p, (hd_loc){hd_vec_pop(&todo)}, &n);
    for (uint32_t i = 0; i < n; i++) {
      hd_edge_accesses(x->p, (hd_edge){out[i]}, touch_slots_of, &t);
      hd_loc to = x->p->edges.data[out[i]].to;
      bool ends = x->cuts->cut[to.id] || hd_loc_get(x->p, to)->kind != HD_LOC_NORMAL;
      if (ends || seen[to.id]) continue;
      seen[to.id] = 1;
      hd_vec_push(&todo, to.id);
    }
  }
  hd_vec_clear(&todo);
  free(seen);
  free(t.seen);
  return &x->touched[key];
}

static hd_term number_term(const hd_esst_space *x, uint32_t slot, uint64_t value)
{
  return hd_term_const(x->T, hd_cell_sort(x->cells, x->slots.data[slot].cell), value);
}

/* What becomes of the slots that the target changes. */
static void describe_target(hd_esst_space *x, hd_esst_block *b, uint32_t target, const hd_term *pre)
{
  const hd_block_target *t = &b->block->targets.data[target];
  hd_esst_target *out = &b->targets[target];
  out->first = HD_NONE;
  for (uint32_t c = 0; t->post && c < x->cells->list.len; c++) {
    uint32_t slot = x->slot_of[b->party * x->cells->list.len + c];
    if (slot == HD_NONE || hd_term_same(t->post[c], pre[c])) continue;
    const hd_esst_slot *s = &x->slots.data[slot];
    uint64_t value;
    bool dead = s->party != HD_NONE && t->loc.id != HD_NONE && !hd_is_live(x->live, t->loc, hd_esst_var(x, slot));
    hd_esst_change change = {slot, t->post[c]};
    /* What is dead has no particular value: nothing may be said about it. */
    if (dead) change.value = hd_symbols_fresh(&x->symbols, hd_term_sort(x->T, t->post[c]), hd_esst_var(x, slot));
    if (s->number == HD_NONE)
      hd_vec_push(&out->symbolic, change);
    else if (dead)
      continue;
    else if (hd_term_is_const(x->T, t->post[c], &value))
      hd_vec_push(&out->fixed, change);
    else
      hd_vec_push(&out->open, change);
  }
}

static uint32_t make_block(hd_esst_space *x, uint32_t party, hd_loc from, const hd_u32s *touched, const uint64_t *key)
{
  uint32_t n = x->cells->list.len;
  hd_term *pre = hd_alloc(n + 1, sizeof *pre);
  for (uint32_t c = 0; c < n; c++) {
    uint32_t slot = x->slot_of[party * n + c];
    if (slot != HD_NONE) pre[c] = x->slots.data[slot].var;
  }
  for (uint32_t i = 0; i < touched->len; i++)
    pre[x->slots.data[touched->data[i]].cell] = number_term(x, touched->data[i], key[i]);
  hd_esst_block b = {.party = party, .next = HD_NONE};
  b.block = hd_block_new(x->cells, &x->symbols, x->live, x->cuts->cut, from, pre);
  b.targets = hd_arena_alloc(&x->arena, (b.block->targets.len + 1) * sizeof *b.targets);
  memset(b.targets, 0, (b.block->targets.len + 1) * sizeof *b.targets);
  b.key = hd_arena_copy(&x->arena, key, touched->len * sizeof *key);
  for (uint32_t i = 0; i < b.block->targets.len; i++) describe_target(x, &b, i, pre);
  hd_vec_push(&x->blocks, b);
  free(pre);
  return x->blocks.len - 1;
}

uint32_t hd_esst_block_at(hd_esst_space *x, uint32_t place, uint32_t party)
{
  hd_loc from = x->places.data[place].at[party];
  const hd_u32s *touched = touched_from(x, party, from);
  uint64_t *key = hd_alloc(touched->len + 1, sizeof *key);
  for (uint32_t i = 0; i < touched->len; i++)
    key[i] = x->places.data[place].values[x->slots.data[touched->data[i]].number];
  size_t size = touched->len * sizeof *key;
  uint64_t hash = hd_hash_bytes(key, size, (uint64_t)party << 32 | from.id);
  uint32_t first = (uint32_t)hd_map_get_or(&x->block_of, hash, HD_NONE), found = HD_NONE;
  for (uint32_t i = first; i != HD_NONE && found == HD_NONE; i = x->blocks.data[i].next) {
    const hd_esst_block *b = &x->blocks.data[i];
    if (b->party == party && b->block->from.id == from.id && !memcmp(b->key, key, size)) found = i;
  }
  if (found == HD_NONE) {
    found = make_block(x, party, from, touched, key);
    x->blocks.data[found].next = first;
    hd_map_put(&x->block_of, hash, found);
  }
  free(key);
  return found;
}

/* --- steps ------------------------------------------------------------------------------------------ */

const hd_esst_target *hd_esst_target_of(const hd_esst_space *x, uint32_t step)
{
  const hd_esst_step *s = &x->steps.data[step];
  return &x->blocks.data[s->block].targets[s->target];
}

uint32_t hd_esst_step_of(hd_esst_space *x, uint32_t block, uint32_t target, const uint64_t *values)
{
  const hd_esst_block *b = &x->blocks.data[block];
  hd_esst_target *t = &b->targets[target];
  const hd_block_target *info = &b->block->targets.data[target];
  size_t size = t->open.len * sizeof *values;
  for (uint32_t i = t->first; i != HD_NONE; i = x->steps.data[i].next)
    if (!size || !memcmp(x->steps.data[i].values, values, size)) return i;
  hd_esst_step s = {.block = block, .target = target, .kind = info->kind, .to = info->loc, .cond = info->cond};
  s.values = size ? hd_arena_copy(&x->arena, values, size) : NULL;
  for (uint32_t i = 0; i < t->open.len; i++) {
    hd_term is = hd_term_2(x->T, HD_OP_EQ, t->open.data[i].value, number_term(x, t->open.data[i].slot, values[i]));
    s.cond = hd_term_2(x->T, HD_OP_AND, s.cond, is);
  }
  s.next = t->first;
  t->first = x->steps.len;
  hd_vec_push(&x->steps, s);
  return x->steps.len - 1;
}

/* What the party's cells hold at the place, by cell. */
static hd_term *cells_at(const hd_esst_space *x, uint32_t place, uint32_t party)
{
  uint32_t n = x->cells->list.len;
  hd_term *state = hd_alloc(n + 1, sizeof *state);
  for (uint32_t c = 0; c < n; c++) {
    uint32_t slot = x->slot_of[party * n + c];
    if (slot == HD_NONE) continue;
    uint32_t number = x->slots.data[slot].number;
    bool is = number != HD_NONE;
    state[c] = is ? number_term(x, slot, x->places.data[place].values[number]) : x->slots.data[slot].var;
  }
  return state;
}

/* Has it begun, and not finished? */
static hd_term is_waiting(const hd_esst_space *x, hd_party who, hd_loc at, const hd_term *state)
{
  const hd_thread_info *t = hd_thread_get(x->p, who.thread);
  if (hd_loc_get(x->p, at)->kind == HD_LOC_END) return hd_term_false(x->T);
  if (t->status.id == HD_NONE) return hd_term_true(x->T);
  const hd_var_info *info = hd_var_get(x->p, t->status);
  hd_term status = info->count ? hd_program_element(x->p, t->status, hd_term_bv(x->T, 32, who.instance))
                               : hd_program_var_term(x->p, t->status);
  return hd_term_to_bool(x->T, hd_cells_apply(x->cells, state, status));
}

void hd_esst_standing(hd_esst_space *x, uint32_t party, hd_loc at, hd_term *waits, hd_term *moves)
{
  uint32_t n = x->cells->list.len;
  hd_term *state = hd_alloc(n + 1, sizeof *state);
  for (uint32_t c = 0; c < n; c++) {
    uint32_t slot = x->slot_of[party * n + c];
    if (slot != HD_NONE) state[c] = is_self(x, slot) ? hd_esst_initial_value(x, slot) : x->slots.data[slot].var;
  }
  *waits = is_waiting(x, x->who.data[party], at, state);
  *moves = hd_cells_apply(x->cells, state, some_guard(x, at));
  free(state);
}

static hd_term is_stuck(hd_esst_space *x, uint32_t place)
{
  hd_term waits = hd_term_false(x->T), moves = hd_term_false(x->T);
  for (uint32_t i = 0; i < x->who.len; i++) {
    hd_loc at = x->places.data[place].at[i];
    hd_term *state = cells_at(x, place, i);
    waits = hd_term_2(x->T, HD_OP_OR, waits, is_waiting(x, x->who.data[i], at, state));
    if (hd_esst_may_run(x, place, i))
      moves = hd_term_2(x->T, HD_OP_OR, moves, hd_cells_apply(x->cells, state, some_guard(x, at)));
    free(state);
  }
  return hd_term_2(x->T, HD_OP_AND, waits, hd_term_1(x->T, HD_OP_NOT, moves));
}

uint32_t hd_esst_stuck_step(hd_esst_space *x, uint32_t place)
{
  if (x->places.data[place].stuck != HD_NONE) return x->places.data[place].stuck;
  hd_esst_step s = {.block = HD_NONE, .kind = HD_TO_FAIL, .to = HD_NO_LOC, .cond = is_stuck(x, place), .next = HD_NONE};
  hd_vec_push(&x->steps, s);
  return x->places.data[place].stuck = x->steps.len - 1;
}

uint32_t hd_esst_after(hd_esst_space *x, uint32_t place, uint32_t step)
{
  const hd_esst_step *s = &x->steps.data[step];
  const hd_esst_block *b = &x->blocks.data[s->block];
  const hd_esst_target *t = &b->targets[s->target];
  hd_loc *at = hd_alloc(x->who.len + 1, sizeof *at);
  uint64_t *values = hd_alloc(x->explicits.len + 1, sizeof *values);
  memcpy(at, x->places.data[place].at, x->who.len * sizeof *at);
  memcpy(values, x->places.data[place].values, x->explicits.len * sizeof *values);
  at[b->party] = s->to;
  for (uint32_t i = 0; i < t->fixed.len; i++)
    hd_term_is_const(x->T, t->fixed.data[i].value, &values[x->slots.data[t->fixed.data[i].slot].number]);
  for (uint32_t i = 0; i < t->open.len; i++) values[x->slots.data[t->open.data[i].slot].number] = s->values[i];
  for (uint32_t i = 0; i < x->explicits.len; i++)
    if (!is_self(x, x->explicits.data[i]) && is_dead(x, x->explicits.data[i], at)) values[i] = 0;
  uint32_t after = find_place(x, at, values);
  free(at);
  free(values);
  return after;
}

typedef struct {
  const hd_esst_space *x;
  const hd_esst_target *target;
} changing;

static hd_term changed_leaf(void *context, hd_term leaf)
{
  const changing *c = context;
  if (hd_term_op(c->x->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t slot = hd_esst_slot_of_symbol(c->x, hd_term_symbol(c->x->T, leaf));
  for (uint32_t i = 0; slot != HD_NONE && i < c->target->symbolic.len; i++)
    if (c->target->symbolic.data[i].slot == slot) return c->target->symbolic.data[i].value;
  return HD_NO_TERM;
}

hd_term hd_esst_before(hd_esst_space *x, uint32_t step, hd_term after)
{
  changing c = {x, hd_esst_target_of(x, step)};
  return hd_term_substitute(x->T, after, &(hd_rewrite){changed_leaf, &c});
}

hd_term *hd_esst_formulas(const hd_esst_space *x, uint32_t *n)
{
  HD_VEC(hd_term) all = {0};
  for (uint32_t e = 0; e < x->p->edges.len; e++) {
    const hd_edge_info *info = &x->p->edges.data[e];
    if (hd_term_is(info->guard)) hd_vec_push(&all, info->guard);
    if (hd_term_is(info->cond)) hd_vec_push(&all, info->cond);
    for (uint32_t i = 0; i < info->n_assigns; i++)
      if (hd_term_is(info->assigns[i].value)) hd_vec_push(&all, info->assigns[i].value);
  }
  *n = all.len;
  return all.data;
}
