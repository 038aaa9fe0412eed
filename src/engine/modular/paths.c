/* paths.c - paths are kept as values and executed again when the level has changed. */
#include "engine/modular/paths.h"

#include "trace/interp.h"

enum { MOST_PATHS = 100, MOST_STATES = 40 };

/* The values of the universe's variables; those that the program did not have, or that are arrays, are not known. */
static uint64_t *values_in(const hd_level *l, const hd_state *s)
{
  uint64_t *values = hd_alloc(l->u->first_copy, sizeof *values);
  for (uint32_t v = 0; v < l->u->first_copy; v++)
    if (l->vars[v] && !l->u->p->vars.data[v].count) values[v] = hd_state_read(s, (hd_var){v}, 0, 0);
  return values;
}

void hd_paths_note(hd_level *l, const hd_trace *t)
{
  if (l->index == 0 || l->joint || l->paths.len >= MOST_PATHS || !hd_modular_run_uses(l->u, HD_SWITCH_PATHS)) return;
  hd_level_path path = {.known = hd_alloc(l->u->first_copy, 1), .facts = HD_NONE, .invariants = l->invariants->len};
  for (uint32_t v = 0; v < l->u->first_copy; v++) path.known[v] = l->vars[v] && !l->u->p->vars.data[v].count;
  hd_state *s = hd_state_new(l->q, t);
  bool started = false;
  for (uint32_t i = 0; i < t->steps.len && path.states.len < MOST_STATES; i++) {
    hd_part_kind kind = l->edges.data[t->steps.data[i].edge.id].kind;
    if (started && kind == HD_PART_GOAL) hd_vec_push(&path.states, values_in(l, s));
    if (hd_state_step(s, &t->steps.data[i], NULL) != HD_STEP_OK) break;
    if (kind == HD_PART_ACTIVATE) hd_vec_push(&path.states, values_in(l, s));
    started |= kind == HD_PART_ACTIVATE;
    if (kind == HD_PART_ENV) path.facts = l->facts.len;
  }
  hd_state_free(s);
  hd_vec_push(&l->paths, path);
}

static uint64_t read_value(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array, (void)index;
  return ((const uint64_t *)context)[symbol];
}

static bool holds_for_values(const hd_level *l, uint64_t *values, hd_term t)
{
  return hd_term_eval(l->u->p->terms, t, &(hd_env){read_value, values}) != 0;
}

typedef struct {
  const hd_level *l;
  const uint8_t *known;
  bool all;
} judging;

static void judge_leaf(void *context, hd_term leaf)
{
  judging *j = context;
  uint32_t v = hd_term_symbol(j->l->u->p->terms, leaf);
  if (v >= j->l->u->first_copy || !j->known[v]) j->all = false;
}

static bool is_known(const hd_level *l, const uint8_t *known, hd_term t)
{
  judging j = {l, known, true};
  hd_term_visit_leaves(l->u->p->terms, t, judge_leaf, &j);
  return j.all;
}

/* Does nothing that is known by now exclude it, as far as can be told? */
static bool still_there(const hd_level *l, hd_level_path *path)
{
  for (; path->invariants < l->invariants->len; path->invariants++) {
    hd_term invariant = l->invariants->data[path->invariants];
    bool kept = is_known(l, path->known, invariant);
    for (uint32_t i = 0; i < path->states.len && kept; i++) kept = holds_for_values(l, path->states.data[i], invariant);
    if (!kept) return false;
  }
  return path->facts == HD_NONE || path->facts == l->facts.len;
}

static bool leads(const hd_level *l, hd_level_path *path, hd_term alpha, hd_term beta)
{
  bool begun = false;
  if (!still_there(l, path)) return false;
  if (!is_known(l, path->known, alpha) || !is_known(l, path->known, beta)) return false;
  for (uint32_t i = 0; i < path->states.len; i++) {
    begun = begun || holds_for_values(l, path->states.data[i], alpha);
    if (begun && holds_for_values(l, path->states.data[i], beta)) return true;
  }
  return false;
}

bool hd_paths_refute(const hd_level *l, hd_term alpha, hd_term beta)
{
  for (uint32_t i = l->paths.len; i-- > 0;)
    if (leads(l, &l->paths.data[i], alpha, beta)) return true;
  return false;
}

static bool path_moves(const hd_level *l, hd_level_path *path, hd_var v, bool grow)
{
  unsigned width = hd_var_get(l->u->p, v)->sort.width;
  if (!path->known[v.id] || !still_there(l, path)) return false;
  for (uint32_t i = 0; i + 1 < path->states.len; i++) {
    int64_t from = hd_signed(path->states.data[i][v.id], width), to = hd_signed(path->states.data[i + 1][v.id], width);
    if (grow ? to > from : to < from) return true;
  }
  return false;
}

bool hd_paths_move(const hd_level *l, hd_var v, bool grow)
{
  for (uint32_t i = l->paths.len; i-- > 0;)
    if (path_moves(l, &l->paths.data[i], v, grow)) return true;
  return false;
}

static void clear_path(hd_level_path *path)
{
  for (uint32_t k = 0; k < path->states.len; k++) free(path->states.data[k]);
  hd_vec_clear(&path->states);
  free(path->known);
}

void hd_paths_clear(hd_level *l)
{
  for (uint32_t i = 0; i < l->paths.len; i++) clear_path(&l->paths.data[i]);
  hd_vec_clear(&l->paths);
}

void hd_paths_put(const hd_level *l, hd_bytes *out)
{
  const hd_level_path *path = &hd_vec_last(&l->paths);
  uint32_t n = l->u->first_copy;
  hd_put_bytes(out, path->known, n);
  hd_put(out, path->facts == HD_NONE);
  hd_put(out, path->states.len);
  for (uint32_t i = 0; i < path->states.len; i++)
    for (uint32_t v = 0; v < n; v++)
      if (path->known[v]) hd_put(out, path->states.data[i][v]);
}

void hd_paths_get(hd_level *l, hd_reader *in, uint32_t facts, uint32_t invariants)
{
  uint32_t n = l->u->first_copy;
  hd_level_path path = {.known = hd_alloc(n, 1), .invariants = invariants};
  hd_get_bytes(in, path.known, n);
  path.facts = hd_get(in) ? HD_NONE : facts;
  for (uint64_t states = hd_get_below(in, MOST_STATES + 1); states > 0 && !in->bad; states--) {
    hd_vec_push(&path.states, hd_alloc(n, sizeof(uint64_t)));
    for (uint32_t v = 0; v < n; v++)
      if (path.known[v]) hd_vec_last(&path.states)[v] = hd_get(in);
  }
  if (!in->bad && l->paths.len < MOST_PATHS)
    hd_vec_push(&l->paths, path);
  else
    clear_path(&path);
}
