/* properties.c - candidates at each place, sieved against the thread's own steps and those of the others. */
#include "proving/named_cells.h"
#include "proving/properties_state.h"

/* Pairs of places, each with a third one that moves, are looked at one by one. */
enum { MOST_PLACES = 400, MOST_PAIRED = 90 };

/* --- variables of copies ---------------------------------------------------------------------------- */

static bool is_many(const hd_properties *x, hd_thread t)
{
  return t.id != HD_NONE && x->any && x->any[t.id];
}

static hd_term cell_term(hd_properties *x, uint32_t cell, unsigned copy)
{
  bool many = is_many(x, hd_var_get(x->p, x->cells->list.data[cell].var)->thread);
  return copy && !many ? x->state[0][cell] : hd_named_cell(x->cells, &x->symbols, copy, cell, many);
}

static void make_states(hd_properties *x)
{
  for (unsigned copy = 0; copy < HD_COPIES; copy++) {
    x->state[copy] = hd_alloc(x->cells->list.len + 1, sizeof *x->state[copy]);
    for (uint32_t i = 0; i < x->cells->list.len; i++) {
      hd_term t = cell_term(x, i, copy);
      x->state[copy][i] = t;
      if (hd_term_op(x->T, t) == HD_OP_VAR && (copy == 0 || !hd_term_same(t, x->state[0][i])))
        hd_map_put(&x->cell_of, hd_term_symbol(x->T, t), (uint64_t)i * HD_COPIES + copy);
    }
  }
}

bool hd_properties_cell(const hd_properties *x, uint32_t symbol, uint32_t *cell, unsigned *copy)
{
  const uint64_t *found = hd_map_find(&x->cell_of, symbol);
  if (!found) return false;
  *cell = (uint32_t)(*found / HD_COPIES);
  *copy = (unsigned)(*found % HD_COPIES);
  return true;
}

hd_block *hd_properties_block(hd_properties *x, uint32_t place, unsigned copy)
{
  hd_loc from = x->places.data[place];
  hd_block **b = &x->blocks[copy][from.id];
  if (!*b) *b = hd_block_new(x->cells, &x->symbols, x->live, x->cut, from, x->state[copy]);
  return *b;
}

/* --- all of it -------------------------------------------------------------------------------------- */

static void find_places(hd_properties *x)
{
  x->number = hd_alloc(x->p->locs.len + 1, sizeof *x->number);
  for (uint32_t l = 0; l < x->p->locs.len; l++) {
    hd_loc_kind kind = x->p->locs.data[l].kind;
    bool place = kind == HD_LOC_END || (kind == HD_LOC_NORMAL && x->cut[l]);
    x->number[l] = place ? x->places.len : HD_NONE;
    if (place) hd_vec_push(&x->places, (hd_loc){l});
  }
}

static void open_solver(hd_properties *x, hd_arith arith)
{
  x->signs = hd_symbols_signs(&x->symbols);
  x->smt = hd_smt_new(x->T, hd_arith_of_program(x->p, arith), &x->signs, &x->budget);
  x->solver = hd_solver_new(x->smt);
}

hd_properties *hd_properties_find(hd_program *p, const uint8_t *cut, const uint8_t *any, bool pairs, hd_arith arith,
                                  const hd_budget *budget)
{
  hd_properties *x = hd_alloc(1, sizeof *x);
  *x = (hd_properties){.p = p, .T = p->terms, .cut = cut, .any = any, .pairs = pairs, .budget = *budget};
  find_places(x);
  x->cells = hd_cells_new(p);
  hd_symbols_init(&x->symbols, p);
  x->facts = hd_facts_new(p);
  x->live = hd_facts_liveness(x->facts);
  make_states(x);
  for (unsigned copy = 0; copy < HD_COPIES; copy++) x->blocks[copy] = hd_alloc(p->locs.len + 1, sizeof **x->blocks);
  open_solver(x, arith);
  x->spent = x->places.len > (pairs ? MOST_PAIRED : MOST_PLACES);
  uint32_t n = x->places.len;
  x->alone = hd_alloc(n + 1, sizeof *x->alone);
  x->beside = hd_alloc(pairs && !x->spent ? (size_t)n * n + 1 : 1, sizeof *x->beside);
  if (!x->spent) hd_properties_guess(x);
  if (!x->spent) hd_properties_sieve(x);
  if (!x->spent) return x;
  hd_properties_free(x);
  return NULL;
}

static void clear_candidates(hd_candidates *list, size_t n)
{
  for (size_t i = 0; i < n; i++) hd_candidates_clear(&list[i]);
  free(list);
}

void hd_properties_free(hd_properties *x)
{
  if (!x) return;
  size_t n = x->places.len;
  clear_candidates(x->alone, n);
  clear_candidates(x->beside, x->pairs && n <= MOST_PAIRED ? n * n : 0);
  hd_solver_free(x->solver);
  hd_smt_free(x->smt);
  for (unsigned copy = 0; copy < HD_COPIES; copy++) {
    for (uint32_t l = 0; l < x->p->locs.len; l++) hd_block_free(x->blocks[copy][l]);
    free(x->blocks[copy]);
    free(x->state[copy]);
  }
  hd_map_clear(&x->cell_of);
  hd_facts_free(x->facts);
  hd_cells_free(x->cells);
  hd_symbols_clear(&x->symbols);
  hd_vec_clear(&x->places);
  free(x->number);
  free(x);
}

/* --- what was found ------------------------------------------------------------------------------------ */

static hd_term element_leaf(void *context, hd_term leaf)
{
  const hd_properties *x = context;
  uint32_t cell;
  unsigned copy;
  bool known = hd_properties_cell(x, hd_term_symbol(x->T, leaf), &cell, &copy);
  return known ? hd_named_cell_element(x->cells, copy, cell) : HD_NO_TERM;
}

static hd_term meaning_of_candidates(const hd_properties *x, const hd_candidates *c)
{
  hd_term all = hd_term_bool(x->T, c->reached);
  for (uint32_t i = 0; i < c->facts.len && c->reached; i++)
    if (hd_term_is(c->facts.data[i])) all = hd_term_2(x->T, HD_OP_AND, c->facts.data[i], all);
  return hd_term_substitute(x->T, all, &(hd_rewrite){element_leaf, (void *)x});
}

hd_term hd_properties_at(const hd_properties *x, hd_loc at)
{
  uint32_t place = x->number[at.id];
  return place == HD_NONE ? hd_term_true(x->T) : meaning_of_candidates(x, &x->alone[place]);
}

hd_term hd_properties_beside(const hd_properties *x, hd_loc a, hd_loc b)
{
  uint32_t i = x->number[a.id], j = x->number[b.id];
  if (!x->pairs || i == HD_NONE || j == HD_NONE || !hd_is_pair(x, i, j)) return hd_term_true(x->T);
  return meaning_of_candidates(x, &x->beside[(size_t)i * x->places.len + j]);
}

bool hd_properties_has_pairs(const hd_properties *x)
{
  return x->pairs;
}

static bool excludes_all(hd_properties *x, hd_thread t, hd_thread beside)
{
  for (uint32_t i = 0; i < x->places.len; i++) {
    bool here = hd_place_thread(x, i).id == t.id && x->alone[i].reached;
    if (!here || hd_loc_get(x->p, x->places.data[i])->kind != HD_LOC_NORMAL) continue;
    const hd_block *b = hd_properties_block(x, i, 0);
    for (uint32_t k = 0; k < b->targets.len; k++)
      if (b->targets.data[k].kind != HD_TO_CUT && !hd_properties_exclude(x, i, beside, b->targets.data[k].cond))
        return false;
  }
  return true;
}

bool hd_properties_suffice(hd_properties *x, hd_thread t, hd_thread *beside)
{
  *beside = HD_NO_THREAD;
  if (excludes_all(x, t, HD_NO_THREAD)) return true;
  for (uint32_t i = 0; i < x->p->threads.len && x->pairs; i++) {
    *beside = (hd_thread){i};
    if (i != t.id && !(x->any && x->any[i]) && excludes_all(x, t, *beside)) return true;
  }
  return false;
}
