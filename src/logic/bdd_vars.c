/* bdd_vars.c - variables: creating them, cubes, renaming, groups for reordering. */
#include "logic/bdd_core.h"

uint32_t hd_bdd_vars_new(uint32_t n)
{
  int first = bdd_varnum();
  if (n == 0) return (uint32_t)first;
  if (first == 0)
    HD_CHECK(bdd_setvarnum((int)n) == 0);
  else
    HD_CHECK(bdd_extvarnum((int)n) >= 0);
  return (uint32_t)first;
}

uint32_t hd_bdd_vars_count(void)
{
  return (uint32_t)bdd_varnum();
}

hd_bdd hd_bdd_var(uint32_t var)
{
  return (hd_bdd){bdd_ithvar((int)var)};
}

hd_bdd hd_bdd_not_var(uint32_t var)
{
  return (hd_bdd){bdd_nithvar((int)var)};
}

uint32_t hd_bdd_level(uint32_t var)
{
  return (uint32_t)bdd_var2level((int)var);
}

static HD_VEC(bool) grouped;

void hd_bdd_group(uint32_t first, uint32_t n)
{
  if (n == 0) return;
  while (grouped.len < first + n) hd_vec_push(&grouped, false);
  for (uint32_t i = 0; i < n; i++) grouped.data[first + i] = true;
  bdd_intaddvarblock((int)first, (int)(first + n - 1), BDD_REORDER_FIXED);
}

void hd_bdd_group_rest(void)
{
  for (uint32_t v = 0; v < hd_bdd_vars_count(); v++)
    if (v >= grouped.len || !grouped.data[v]) hd_bdd_group(v, 1);
}

void hd_bdd_forget_groups(void)
{
  hd_vec_clear(&grouped);
}

/* A literal's place in the order, and its sign in the last bit. */
static int deepest_first(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x < y) - (x > y);
}

typedef struct {
  const uint32_t *literals; /* deepest first */
  uint32_t n;
} literal_list;

/* From the bottom of the order upwards, so that each step adds one node on top. */
static BDD call_cube(const void *p)
{
  const literal_list *l = p;
  BDD cube = bddtrue;
  for (uint32_t i = 0; i < l->n; i++) {
    int var = bdd_level2var((int)(l->literals[i] >> 1));
    BDD more = bdd_addref(bdd_apply(l->literals[i] & 1 ? bdd_ithvar(var) : bdd_nithvar(var), cube, bddop_and));
    bdd_delref(cube);
    cube = more;
  }
  bdd_delref(cube); /* to be registered */
  return cube;
}

static hd_bdd cube_of(const uint32_t *vars, const bool *values, uint32_t n)
{
  if (n == 0) return HD_BDD_TRUE;
  uint32_t *sorted = hd_alloc(n + 1, sizeof *sorted);
  bool in_order = true;
  for (uint32_t i = 0; i < n; i++) {
    sorted[n - 1 - i] = hd_bdd_level(vars[i]) << 1 | (!values || values[i]);
    if (i > 0) in_order &= sorted[n - 1 - i] > sorted[n - i];
  }
  if (!in_order) qsort(sorted, n, sizeof *sorted, deepest_first);
  hd_bdd cube = hd_bdd_run(call_cube, &(literal_list){sorted, n});
  free(sorted);
  return cube;
}

hd_bdd hd_bdd_cube(const uint32_t *vars, uint32_t n)
{
  return cube_of(vars, NULL, n);
}

hd_bdd hd_bdd_literals(const uint32_t *vars, const bool *values, uint32_t n)
{
  return cube_of(vars, values, n);
}

/* --- renaming ---------------------------------------------------------------------------------- */

/* BuDDy renames in one pass where the order of the variables stays, and otherwise repairs it node by node,
 * without remembering what it has repaired: that can take exponential time. Composition remembers. */
struct hd_bdd_map {
  bddPair *pairs;
  uint32_t *from, *to, n;
  bool ordered;   /* the renamed variables keep their order ... */
  uint64_t as_of; /* ... as of this reordering */
};

static void look_at_order(hd_bdd_map *m)
{
  uint32_t n = hd_bdd_vars_count(), last = 0;
  uint32_t *to = hd_alloc(n + 1, sizeof *to); /* by level: where the variable goes, from 1; 0: it is not renamed */
  for (uint32_t i = 0; i < m->n; i++) to[hd_bdd_level(m->from[i])] = hd_bdd_level(m->to[i]) + 1;
  m->ordered = true;
  for (uint32_t level = 0; level < n; level++) {
    if (!to[level]) continue;
    m->ordered &= to[level] > last;
    last = to[level];
  }
  m->as_of = hd_bdd_reorderings();
  free(to);
}

hd_bdd_map *hd_bdd_map_new(const uint32_t *from, const uint32_t *to, uint32_t n)
{
  hd_bdd_map *m = hd_alloc(1, sizeof *m);
  m->pairs = bdd_newpair();
  m->from = hd_alloc(n + 1, sizeof *m->from);
  m->to = hd_alloc(n + 1, sizeof *m->to);
  m->n = n;
  for (uint32_t i = 0; i < n; i++) {
    m->from[i] = from[i];
    m->to[i] = to[i];
    if (from[i] != to[i]) bdd_setpair(m->pairs, (int)from[i], (int)to[i]);
  }
  look_at_order(m);
  return m;
}

void hd_bdd_map_free(hd_bdd_map *m)
{
  if (!m) return;
  bdd_freepair(m->pairs);
  free(m->from);
  free(m->to);
  free(m);
}

typedef struct {
  hd_bdd a;
  bddPair *pairs;
} renaming;

static BDD call_rename(const void *p)
{
  const renaming *r = p;
  return bdd_replace(r->a.node, r->pairs);
}

static BDD call_substitute(const void *p)
{
  const renaming *r = p;
  return bdd_veccompose(r->a.node, r->pairs);
}

hd_bdd hd_bdd_rename(hd_bdd a, hd_bdd_map *m)
{
  if (a.node <= 1) return a;
  if (m->as_of != hd_bdd_reorderings()) look_at_order(m);
  return hd_bdd_run(m->ordered ? call_rename : call_substitute, &(renaming){a, m->pairs});
}

hd_bdd hd_bdd_substitute(hd_bdd a, const uint32_t *vars, const hd_bdd *values, uint32_t n)
{
  if (a.node <= 1) return a;
  for (uint32_t i = 0; i < n; i++)
    if (!hd_bdd_ok(values[i])) return HD_BDD_NONE;
  bddPair *pairs = bdd_newpair();
  for (uint32_t i = 0; i < n; i++) bdd_setbddpair(pairs, (int)vars[i], values[i].node);
  hd_bdd result = hd_bdd_run(call_substitute, &(renaming){a, pairs});
  bdd_freepair(pairs);
  return result;
}
