/* unfold_memory.c - variables as terms: locals from the environment, cells from what was written. */
#include "engine/bmc/unfolder.h"

hd_term hd_bmc_fresh(hd_bmc_unfolding *u, hd_sort sort)
{
  return hd_term_var(u->T, sort, u->symbols++);
}

uint32_t hd_bmc_owner(const hd_bmc_input *in, hd_var v)
{
  const hd_var_info *info = hd_var_get(in->p, v);
  if (info->thread.id != HD_NONE) return info->thread.id;
  uint64_t who = in->sharing->readers[v.id] | in->sharing->writers[v.id];
  if (who == 0) return HD_MAIN.id;
  uint32_t thread = (uint32_t)__builtin_ctzll(who);
  bool one = (who & (who - 1)) == 0 && thread < 63;
  return one && hd_thread_get(in->p, (hd_thread){thread})->instances == 1 ? thread : HD_NONE;
}

/* --- initial values -------------------------------------------------------------------------------- */

static hd_term any_cell(hd_bmc_unfolding *u, hd_var v, uint32_t instance)
{
  const hd_var_info *info = hd_var_get(u->p, v);
  for (uint32_t i = 0; i < u->initial.len; i++)
    if (u->initial.data[i].var.id == v.id && u->initial.data[i].instance == instance) return u->initial.data[i].symbol;
  hd_term symbol = hd_bmc_fresh(u, info->count ? HD_ARRAY(32, info->sort.width) : info->sort);
  hd_vec_push(&u->initial, (hd_bmc_initial){v, instance, symbol});
  return symbol;
}

hd_term hd_bmc_initial_value(hd_bmc_unfolding *u, hd_var v, uint32_t instance, hd_term index)
{
  const hd_var_info *info = hd_var_get(u->p, v);
  uint64_t at = 0;
  if (info->any) {
    hd_term cell = any_cell(u, v, instance);
    return hd_term_is(index) ? hd_term_2(u->T, HD_OP_SELECT, cell, index) : cell;
  }
  if (!hd_term_is(index) || hd_term_is_const(u->T, index, &at))
    return hd_term_const(u->T, info->sort, hd_var_init(u->p, v, (uint32_t)at));
  hd_term value = hd_term_const(u->T, info->sort, hd_var_init(u->p, v, 0));
  for (uint32_t i = 1; i < info->count; i++) {
    uint64_t here = hd_var_init(u->p, v, i);
    if (here == hd_var_init(u->p, v, 0)) continue;
    value = hd_term_3(u->T, HD_OP_ITE, hd_term_eq_bv(u->T, index, i), hd_term_const(u->T, info->sort, here), value);
  }
  return value;
}

hd_term hd_bmc_in_range(hd_bmc_unfolding *u, hd_var v, hd_term index)
{
  const hd_var_info *info = hd_var_get(u->p, v);
  if (!hd_term_is(index)) return hd_term_true(u->T);
  return hd_term_2(u->T, HD_OP_ULT, index, hd_term_bv(u->T, hd_term_sort(u->T, index).width, info->count));
}

/* --- reading --------------------------------------------------------------------------------------- */

static hd_term same_index(hd_bmc_unfolding *u, hd_term a, hd_term b)
{
  return hd_term_is(a) ? hd_term_2(u->T, HD_OP_EQ, a, b) : hd_term_true(u->T);
}

/* The last condition that both contain; and what each says next. */
static uint32_t part_ways(const hd_bmc_conds *c, uint32_t a, uint32_t b, hd_term *next_a, hd_term *next_b)
{
  while (a != b) {
    const hd_bmc_cond *x = &c->list.data[a], *y = &c->list.data[b];
    if (x->depth >= y->depth) {
      *next_a = x->literal;
      a = x->parent;
    } else {
      *next_b = y->literal;
      b = y->parent;
    }
  }
  return a;
}

hd_term hd_bmc_happens(hd_bmc_unfolding *u, uint32_t write, uint32_t cond)
{
  hd_term wrote = HD_NO_TERM, other = HD_NO_TERM, all = hd_term_true(u->T);
  uint32_t part = part_ways(&u->conds, write, cond, &wrote, &other);
  if (hd_term_is(wrote) && hd_term_is(other) && hd_term_same(hd_term_1(u->T, HD_OP_NOT, wrote), other))
    return HD_NO_TERM;
  for (uint32_t c = write; c != part; c = u->conds.list.data[c].parent)
    all = hd_term_2(u->T, HD_OP_AND, u->conds.list.data[c].literal, all);
  return all;
}

static uint64_t raw_key(uint32_t block, hd_var var)
{
  return (uint64_t)block << 32 | var.id;
}

static uint32_t last_write(const hd_bmc_unfolder *x, uint32_t block, hd_var var)
{
  const uint64_t *at =
      block == HD_NONE ? hd_map_find(&x->last_any, var.id) : hd_map_find(&x->last_raw, raw_key(block, var));
  return at ? (uint32_t)*at : HD_NONE;
}

/* The value that the instance's own writes leave there, over what `base` says there was before. */
typedef hd_term base_fn(hd_bmc_view *v, hd_var var, hd_term index);

/* block: of its writes; HD_NONE: of the instance's. */
static hd_term read_over(hd_bmc_view *v, uint32_t block, hd_var var, hd_term index, base_fn *base)
{
  hd_bmc_unfolder *x = v->x;
  hd_terms *T = x->u->T;
  HD_VEC(hd_bmc_used) found = {0};
  hd_term value = HD_NO_TERM;
  bool all = block == HD_NONE;
  uint32_t at = last_write(x, block, var), next;
  for (; at != HD_NONE && !hd_term_is(value); at = next) {
    const hd_bmc_raw *w = &x->raw.data[at];
    next = all ? w->before : w->previous;
    hd_term same = same_index(x->u, w->index, index);
    hd_term wrote = hd_term_is_false(T, same) ? HD_NO_TERM : hd_bmc_happens(x->u, w->cond, v->cond);
    if (!hd_term_is(wrote)) continue;
    hd_term here = hd_term_2(T, HD_OP_AND, wrote, same);
    if (hd_term_is_true(T, here)) value = w->value;
    if (hd_term_is_const(T, here, NULL)) continue;
    hd_vec_push(&found, (hd_bmc_used){here, w->value});
  }
  if (!hd_term_is(value)) value = base(v, var, index);
  for (uint32_t i = found.len; i-- > 0;) value = hd_term_3(T, HD_OP_ITE, found.data[i].when, found.data[i].term, value);
  hd_vec_clear(&found);
  return value;
}

static hd_term base_initial(hd_bmc_view *v, hd_var var, hd_term index)
{
  const hd_var_info *info = hd_var_get(v->x->in->p, var);
  uint32_t instance = info->thread.id == HD_NONE ? 0 : v->x->u->who.data[v->x->who].instance;
  return hd_bmc_initial_value(v->x->u, var, instance, index);
}

/* The read of the cell by the block, or NULL; *key: where it belongs. */
static hd_bmc_read *find_read(hd_bmc_unfolder *x, uint32_t block, hd_var var, hd_term index, uint64_t *key)
{
  uint32_t words[3] = {block, var.id, index.id};
  *key = hd_hash_bytes(words, sizeof words, 0);
  for (const uint64_t *known; (known = hd_map_find(&x->reads, *key)); ++*key) {
    hd_bmc_read *r = &x->u->reads.data[*known];
    if (r->block == block && r->var.id == var.id && hd_term_same(r->index, index)) return r;
  }
  return NULL;
}

/* What the block finds in shared memory when it starts: one symbol for a cell. */
static hd_term base_shared(hd_bmc_view *v, hd_var var, hd_term index)
{
  hd_bmc_unfolder *x = v->x;
  hd_bmc_unfolding *u = x->u;
  const hd_var_info *info = hd_var_get(x->in->p, var);
  uint64_t key;
  if (!x->in->sharing->written[var.id]) return hd_bmc_initial_value(u, var, 0, index);
  hd_term known_value = hd_bmc_argument(v, var, index);
  if (!hd_term_is(known_value)) known_value = hd_bmc_found_there(v, var, index);
  if (hd_term_is(known_value)) return known_value;
  hd_bmc_read *known = find_read(x, v->block, var, index, &key);
  if (known) {
    known->guard = hd_term_2(u->T, HD_OP_OR, known->guard, v->when);
    return known->symbol;
  }
  hd_bmc_read r = {.block = v->block, .var = var, .index = index, .guard = v->when};
  r.symbol = hd_bmc_fresh(u, info->sort);
  hd_map_put(&x->reads, key, u->reads.len);
  hd_map_put(&x->read_of, hd_term_symbol(u->T, r.symbol), u->reads.len);
  hd_vec_push(&u->reads, r);
  if (hd_term_is(index)) hd_bmc_use(u, v->when, index);
  return r.symbol;
}

static hd_term base_found(hd_bmc_view *v, hd_var var, hd_term index)
{
  uint64_t key;
  return find_read(v->x, v->block, var, index, &key)->symbol;
}

hd_term hd_bmc_left_in_cell(hd_bmc_view *v, hd_var var, hd_term index, hd_term *found)
{
  uint64_t key;
  const hd_bmc_read *r = find_read(v->x, v->block, var, index, &key);
  if (!r) return HD_NO_TERM;
  *found = r->symbol;
  return read_over(v, v->block, var, index, base_found);
}

static hd_term read_cell(hd_bmc_view *v, hd_var var, hd_term index)
{
  hd_bmc_unfolder *x = v->x;
  hd_terms *T = x->u->T;
  const hd_var_info *info = hd_var_get(x->in->p, var);
  hd_term inside = hd_bmc_in_range(x->u, var, index);
  if (hd_term_is_false(T, inside)) return hd_term_const(T, info->sort, 0);
  bool own = hd_bmc_is_private(x->in, var) || hd_bmc_is_own(v, var, index);
  hd_term value = own                        ? read_over(v, HD_NONE, var, index, base_initial)
                  : v->block == HD_BMC_FINAL ? base_shared(v, var, index)
                                             : read_over(v, v->block, var, index, base_shared);
  return hd_term_3(T, HD_OP_ITE, inside, value, hd_term_const(T, info->sort, 0));
}

static hd_term replace_read(void *context, hd_term leaf)
{
  hd_bmc_view *v = context;
  hd_bmc_unfolder *x = v->x;
  hd_terms *T = x->u->T;
  if (hd_term_op(T, leaf) == HD_OP_SELECT) {
    hd_term array = hd_term_arg(T, leaf, 0);
    if (hd_term_op(T, array) == HD_OP_VAR)
      return read_cell(v, (hd_var){hd_term_symbol(T, array)}, hd_term_arg(T, leaf, 1));
    x->u->failure = "an array as a value";
    return HD_NO_TERM;
  }
  hd_var var = {hd_term_symbol(T, leaf)};
  if (hd_term_sort(T, leaf).kind == HD_SORT_ARRAY) return HD_NO_TERM;
  if (x->column[var.id] != HD_NONE) return x->envs.data[v->env + x->column[var.id]];
  return read_cell(v, var, HD_NO_TERM);
}

hd_term hd_bmc_rewrite(hd_bmc_view *v, hd_term t)
{
  hd_rewrite r = {.replace = replace_read, .context = v};
  if (!hd_term_is(t)) return hd_term_true(v->x->u->T);
  return hd_term_substitute_elements(v->x->u->T, t, &r);
}

/* --- writing --------------------------------------------------------------------------------------- */

/* Of anything that has no column: an array, or a shared variable. */
void hd_bmc_write_cell(hd_bmc_view *v, hd_var var, hd_term index, hd_term value)
{
  hd_bmc_unfolder *x = v->x;
  bool own = hd_bmc_is_private(x->in, var);
  uint32_t block = own ? HD_NONE : v->block;
  hd_term inside = hd_bmc_in_range(x->u, var, index);
  if (hd_term_is_false(x->u->T, inside)) return;
  uint32_t cond = hd_bmc_cond_and(&x->u->conds, v->cond, inside);
  hd_bmc_raw w = {.var = var, .block = block, .cond = cond, .index = index, .value = value};
  w.previous = (uint32_t)hd_map_get_or(&x->last_raw, raw_key(block, var), HD_NONE);
  w.before = last_write(x, HD_NONE, var);
  hd_map_put(&x->last_raw, raw_key(block, var), x->raw.len);
  hd_map_put(&x->last_any, var.id, x->raw.len);
  hd_vec_push(&x->raw, w);
  if (own) return;
  if (!hd_bmc_closes_gate(x, var, value)) x->u->blocks.data[block].wrote = true;
  hd_bmc_use(x->u, v->when, value);
  if (hd_term_is(index)) hd_bmc_use(x->u, v->when, index);
}

void hd_bmc_forget_writes(hd_bmc_unfolder *x, uint32_t written)
{
  while (x->raw.len > written) {
    const hd_bmc_raw *w = &x->raw.data[--x->raw.len];
    hd_map_put(&x->last_raw, raw_key(w->block, w->var), w->previous);
    hd_map_put(&x->last_any, w->var.id, w->before);
  }
}

/* All writes of the block go to one cell: together they are one write of what the last one wrote. */
static void push_combined(hd_bmc_unfolder *x, uint32_t last)
{
  hd_bmc_unfolding *u = x->u;
  const hd_bmc_raw *w = &x->raw.data[last];
  hd_bmc_write out = {.block = w->block, .var = w->var, .index = w->index};
  hd_u32s conds = {0}, chain = {0};
  for (uint32_t i = last; i != HD_NONE; i = x->raw.data[i].previous) {
    hd_vec_push(&conds, x->raw.data[i].cond);
    hd_vec_push(&chain, i);
  }
  out.cond = hd_bmc_cond_or(&u->conds, conds.data, conds.len);
  for (uint32_t i = chain.len; i-- > 0;) {
    const hd_bmc_raw *r = &x->raw.data[chain.data[i]];
    bool always = !hd_term_is(out.value) || hd_bmc_cond_within(&u->conds, r->cond, out.cond);
    out.value = always ? r->value : hd_term_3(u->T, HD_OP_ITE, hd_bmc_holds(u, r->cond), r->value, out.value);
  }
  out.guard = hd_bmc_holds(u, out.cond);
  hd_vec_push(&u->writes, out);
  hd_vec_clear(&conds);
  hd_vec_clear(&chain);
}

/* Each write on its own, unless a later one of the block goes to the same cell. */
static void push_apart(hd_bmc_unfolder *x, uint32_t last)
{
  hd_bmc_unfolding *u = x->u;
  for (uint32_t i = last; i != HD_NONE; i = x->raw.data[i].previous) {
    const hd_bmc_raw *w = &x->raw.data[i];
    hd_bmc_write out = {w->block, w->var, w->index, w->value, hd_bmc_holds(u, w->cond), w->cond};
    for (uint32_t k = last; k != i; k = x->raw.data[k].previous) {
      const hd_bmc_raw *later = &x->raw.data[k];
      hd_term over = hd_term_2(u->T, HD_OP_AND, hd_bmc_holds(u, later->cond), same_index(u, later->index, w->index));
      if (hd_term_is_false(u->T, over)) continue;
      out.guard = hd_term_2(u->T, HD_OP_AND, out.guard, hd_term_1(u->T, HD_OP_NOT, over));
      out.cond = HD_NONE;
    }
    if (!hd_term_is_false(u->T, out.guard)) hd_vec_push(&u->writes, out);
  }
}

void hd_bmc_finish_writes(hd_bmc_unfolder *x)
{
  for (uint32_t i = 0; i < x->raw.len; i++) {
    const hd_bmc_raw *w = &x->raw.data[i];
    if (w->block == HD_NONE || hd_map_get_or(&x->last_raw, raw_key(w->block, w->var), HD_NONE) != i) continue;
    bool one_cell = true;
    for (uint32_t k = w->previous; k != HD_NONE; k = x->raw.data[k].previous)
      one_cell = one_cell && hd_term_same(x->raw.data[k].index, w->index);
    one_cell ? push_combined(x, i) : push_apart(x, i);
  }
}
