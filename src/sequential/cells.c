/* cells.c - variables and elements of arrays as the cells of a state. */
#include "sequential/blocks.h"

/* An array of at most this many elements is split whatever its indices are. */
enum { SMALL_ARRAY = 16, MOST_CONSTANT = 256 };

/* --- symbols ------------------------------------------------------------------------------------ */

void hd_symbols_init(hd_symbols *s, hd_program *p)
{
  *s = (hd_symbols){.p = p};
}

void hd_symbols_clear(hd_symbols *s)
{
  hd_vec_clear(&s->origin);
}

hd_term hd_symbols_fresh(hd_symbols *s, hd_sort sort, hd_var origin)
{
  uint32_t symbol = HD_FRESH + s->origin.len;
  hd_vec_push(&s->origin, origin);
  return hd_term_var(s->p->terms, sort, symbol);
}

hd_var hd_symbols_origin(const hd_symbols *s, uint32_t symbol)
{
  if (symbol < HD_FRESH) return hd_certificate_meaning(s->p, symbol).var;
  return symbol - HD_FRESH < s->origin.len ? s->origin.data[symbol - HD_FRESH] : HD_NO_VAR;
}

static bool is_signed(void *context, uint32_t symbol)
{
  const hd_symbols *s = context;
  hd_var v = hd_symbols_origin(s, symbol);
  if (v.id == HD_NONE) return true;
  hd_show show = hd_var_get(s->p, v)->show;
  return show == HD_SHOW_SIGNED || show == HD_SHOW_CHAR;
}

hd_signs hd_symbols_signs(hd_symbols *s)
{
  return (hd_signs){is_signed, s};
}

/* --- cells -------------------------------------------------------------------------------------- */

typedef struct {
  const hd_program *p;
  uint8_t *varies; /* by variable: some index is no constant */
} indices;

static void look_through(indices *x, hd_term t, hd_map *seen)
{
  const hd_terms *T = x->p->terms;
  uint64_t value;
  if (!hd_term_is(t) || hd_map_find(seen, t.id)) return;
  hd_map_put(seen, t.id, 1);
  hd_op op = hd_term_op(T, t);
  if (op == HD_OP_VAR && hd_term_sort(T, t).kind == HD_SORT_ARRAY) x->varies[hd_term_symbol(T, t)] = 1;
  if (op == HD_OP_SELECT && hd_term_is_const(T, hd_term_arg(T, t, 1), &value) &&
      hd_term_op(T, hd_term_arg(T, t, 0)) == HD_OP_VAR)
    return;
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) look_through(x, hd_term_arg(T, t, i), seen);
}

static void look_at_edges(indices *x)
{
  hd_map seen = {0};
  for (uint32_t e = 0; e < x->p->edges.len; e++) {
    const hd_edge_info *info = &x->p->edges.data[e];
    look_through(x, info->guard, &seen);
    look_through(x, info->cond, &seen);
    for (uint32_t i = 0; i < info->n_assigns; i++) {
      const hd_assign *a = &info->assigns[i];
      uint64_t value;
      look_through(x, a->value, &seen);
      look_through(x, a->index, &seen);
      if (hd_term_is(a->index) && !hd_term_is_const(x->p->terms, a->index, &value)) x->varies[a->var.id] = 1;
    }
  }
  hd_map_clear(&seen);
}

hd_cells *hd_cells_new(hd_program *p)
{
  hd_cells *c = hd_alloc(1, sizeof *c);
  indices x = {p, hd_alloc(p->vars.len + 1, 1)};
  c->p = p;
  c->first = hd_alloc((size_t)p->vars.len + 1, sizeof *c->first);
  look_at_edges(&x);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    bool split = info->count && info->count <= (x.varies[v] ? SMALL_ARRAY : MOST_CONSTANT);
    c->first[v] = c->list.len;
    for (uint32_t i = 0; i < (split ? info->count : 1); i++) hd_vec_push(&c->list, (hd_cell){{v}, split ? i : HD_NONE});
  }
  c->first[p->vars.len] = c->list.len;
  free(x.varies);
  return c;
}

void hd_cells_free(hd_cells *c)
{
  if (!c) return;
  hd_vec_clear(&c->list);
  free(c->first);
  free(c);
}

bool hd_cell_is_split(const hd_cells *c, hd_var v)
{
  return c->list.data[c->first[v.id]].element != HD_NONE;
}

hd_sort hd_cell_sort(const hd_cells *c, uint32_t cell)
{
  hd_cell x = c->list.data[cell];
  const hd_var_info *info = hd_var_get(c->p, x.var);
  if (!info->count || x.element != HD_NONE) return info->sort;
  return hd_term_sort(c->p->terms, hd_program_var_term(c->p, x.var));
}

hd_term hd_cell_initial(const hd_cells *c, uint32_t cell)
{
  hd_cell x = c->list.data[cell];
  const hd_var_info *info = hd_var_get(c->p, x.var);
  if (info->any || (info->count && x.element == HD_NONE)) return HD_NO_TERM;
  return hd_term_const(c->p->terms, info->sort, hd_var_init(c->p, x.var, x.element == HD_NONE ? 0 : x.element));
}

/* --- formulas over states ---------------------------------------------------------------------- */

typedef struct {
  const hd_cells *c;
  const hd_term *state;
} view;

/* Outside its count an array reads as 0, whatever the solver's array holds there. */
static hd_term read_whole(const view *x, hd_var v, hd_term array, hd_term index)
{
  hd_terms *T = x->c->p->terms;
  uint32_t count = hd_var_get(x->c->p, v)->count;
  unsigned width = hd_term_sort(T, index).width;
  hd_term value = hd_term_2(T, HD_OP_SELECT, array, index);
  hd_term inside = hd_term_2(T, HD_OP_ULT, index, hd_term_bv(T, width, count));
  return hd_term_3(T, HD_OP_ITE, inside, value, hd_term_const(T, hd_term_sort(T, value), 0));
}

static hd_term read_split(const view *x, hd_var v, hd_term index)
{
  hd_terms *T = x->c->p->terms;
  const hd_var_info *info = hd_var_get(x->c->p, v);
  hd_term result = hd_term_const(T, info->sort, 0);
  for (uint32_t i = info->count; i-- > 0;)
    result = hd_term_3(T, HD_OP_ITE, hd_term_eq_bv(T, index, i), x->state[x->c->first[v.id] + i], result);
  return result;
}

static hd_term replace_cell(void *context, hd_term leaf)
{
  const view *x = context;
  const hd_terms *T = x->c->p->terms;
  if (hd_term_op(T, leaf) == HD_OP_VAR) {
    uint32_t v = hd_term_symbol(T, leaf);
    if (v >= x->c->p->vars.len || hd_term_sort(T, leaf).kind == HD_SORT_ARRAY) return HD_NO_TERM;
    return x->state[x->c->first[v]];
  }
  if (hd_term_op(T, leaf) != HD_OP_SELECT) return HD_NO_TERM;
  hd_term array = hd_term_arg(T, leaf, 0), index = hd_term_arg(T, leaf, 1);
  if (hd_term_op(T, array) != HD_OP_VAR || hd_term_symbol(T, array) >= x->c->p->vars.len) return HD_NO_TERM;
  hd_var v = {hd_term_symbol(T, array)};
  if (hd_cell_is_split(x->c, v)) return read_split(x, v, index);
  return read_whole(x, v, x->state[x->c->first[v.id]], index);
}

hd_term hd_cells_apply(const hd_cells *c, const hd_term *state, hd_term formula)
{
  view x = {c, state};
  return hd_term_substitute_elements(c->p->terms, formula, &(hd_rewrite){replace_cell, &x});
}
