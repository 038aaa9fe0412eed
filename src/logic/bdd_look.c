/* bdd_look.c - looking at sets: size, support, counting, picking and walking. Nothing here creates
 * nodes but what goes through the operations, so nothing is collected meanwhile. */
#include <math.h>

#include "base/map.h"
#include "logic/bdd_core.h"

uint64_t hd_bdd_nodes(hd_bdd a)
{
  return a.node <= 1 ? 0 : (uint64_t)bdd_nodecount(a.node);
}

uint64_t hd_bdd_nodes_of(const hd_bdd *sets, uint32_t n)
{
  BDD *nodes = hd_alloc(n + 1, sizeof *nodes);
  int used = 0;
  for (uint32_t i = 0; i < n; i++)
    if (sets[i].node > 1) nodes[used++] = sets[i].node;
  uint64_t count = used ? (uint64_t)bdd_anodecount(nodes, used) : 0;
  free(nodes);
  return count;
}

/* Not bdd_support: it keeps the size of a table that bdd_done has freed. */
void hd_bdd_support(hd_bdd a, hd_u32s *vars)
{
  if (a.node <= 1) return;
  int *nodes = bdd_varprofile(a.node); /* of each variable, by its number */
  if (!nodes) hd_out_of_memory();
  for (int level = 0; level < bdd_varnum(); level++)
    if (nodes[bdd_level2var(level)]) hd_vec_push(vars, (uint32_t)bdd_level2var(level));
  free(nodes);
}

static uint32_t list_node(BDD node, hd_map *numbers, hd_bdd_list *list)
{
  if (node <= 1) return (uint32_t)node;
  const uint64_t *known = hd_map_find(numbers, (uint64_t)node);
  if (known) return (uint32_t)*known;
  hd_bdd_node entry = {.var = (uint32_t)bdd_var(node)};
  entry.low = list_node(bdd_low(node), numbers, list);
  entry.high = list_node(bdd_high(node), numbers, list);
  hd_vec_push(list, entry);
  hd_map_put(numbers, (uint64_t)node, list->len + 1);
  return list->len + 1;
}

void hd_bdd_export(const hd_bdd *sets, uint32_t n, hd_bdd_list *list, uint32_t *numbers)
{
  hd_map known = {0};
  for (uint32_t i = 0; i < n; i++) numbers[i] = list_node(sets[i].node, &known, list);
  hd_map_clear(&known);
}

/* --- counting ---------------------------------------------------------------------------------- */

/* The share of all assignments that satisfy the node: independent of how many variables there are. */
static double share(BDD node, hd_map *memo)
{
  if (node <= 1) return node;
  uint64_t *known = hd_map_find(memo, (uint64_t)node);
  double x;
  if (known) {
    memcpy(&x, known, sizeof x);
    return x;
  }
  x = share(bdd_low(node), memo) / 2 + share(bdd_high(node), memo) / 2;
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  hd_map_put(memo, (uint64_t)node, bits);
  return x;
}

double hd_bdd_count(hd_bdd a, const uint32_t *vars, uint32_t n)
{
  (void)vars;
  if (!hd_bdd_ok(a)) return NAN;
  hd_map memo = {0};
  double x = share(a.node, &memo);
  hd_map_clear(&memo);
  return ldexp(x, (int)n);
}

/* --- picking and walking ----------------------------------------------------------------------- */

static BDD child_for_value(BDD node, uint32_t var, bool value)
{
  if (node <= 1 || (uint32_t)bdd_var(node) != var) return node;
  return value ? bdd_high(node) : bdd_low(node);
}

/* Are the variables in the order of the diagram? Then one path from the root does. */
static bool in_order(const uint32_t *vars, uint32_t n)
{
  for (uint32_t i = 1; i < n; i++)
    if (hd_bdd_level(vars[i - 1]) >= hd_bdd_level(vars[i])) return false;
  return true;
}

static hd_bdd with_literal(hd_bdd a, uint32_t var, bool value)
{
  return hd_bdd_restrict(a, value ? hd_bdd_var(var) : hd_bdd_not_var(var));
}

static bool pick_by_restriction(hd_bdd a, const uint32_t *vars, uint32_t n, bool *values)
{
  hd_bdd_scope s = hd_bdd_open();
  for (uint32_t i = 0; i < n && hd_bdd_ok(a); i++) {
    hd_bdd low = with_literal(a, vars[i], false);
    values[i] = hd_bdd_is_false(low);
    a = values[i] ? with_literal(a, vars[i], true) : low;
  }
  bool found = hd_bdd_ok(a) && !hd_bdd_is_false(a);
  hd_bdd_close(s);
  return found;
}

bool hd_bdd_pick(hd_bdd a, const uint32_t *vars, uint32_t n, bool *values)
{
  if (a.node <= 0) return false;
  if (!in_order(vars, n)) return pick_by_restriction(a, vars, n, values);
  BDD node = a.node;
  for (uint32_t i = 0; i < n; i++) {
    /* A variable above vars[i] that is not asked for: any of its values will do. */
    while (node > 1 && hd_bdd_level((uint32_t)bdd_var(node)) < hd_bdd_level(vars[i]))
      node = bdd_low(node) ? bdd_low(node) : bdd_high(node);
    values[i] = child_for_value(node, vars[i], false) == 0;
    node = child_for_value(node, vars[i], values[i]);
  }
  return true;
}

hd_bdd hd_bdd_pick_cube(hd_bdd a, const uint32_t *vars, uint32_t n)
{
  if (!hd_bdd_ok(a)) return HD_BDD_NONE;
  if (hd_bdd_is_false(a)) return a;
  bool *values = hd_alloc(n + 1, sizeof *values);
  hd_bdd cube = hd_bdd_pick(a, vars, n, values) ? hd_bdd_literals(vars, values, n) : HD_BDD_NONE;
  free(values);
  return cube;
}

void hd_bdd_read(hd_bdd literals, const uint32_t *vars, uint32_t n, bool *values)
{
  hd_map known = {0};
  for (BDD node = literals.node; node > 1;) {
    bool value = bdd_low(node) == 0;
    hd_map_put(&known, (uint64_t)bdd_var(node), value);
    node = value ? bdd_high(node) : bdd_low(node);
  }
  for (uint32_t i = 0; i < n; i++) values[i] = hd_map_get_or(&known, vars[i], 0) != 0;
  hd_map_clear(&known);
}

bool hd_bdd_contains(hd_bdd a, const uint32_t *vars, const bool *values, uint32_t n)
{
  hd_map value = {0};
  for (uint32_t i = 0; i < n; i++) hd_map_put(&value, vars[i], values[i]);
  BDD node = a.node;
  while (node > 1) node = hd_map_get_or(&value, (uint64_t)bdd_var(node), 0) ? bdd_high(node) : bdd_low(node);
  hd_map_clear(&value);
  return node == 1;
}

hd_bdd_walk hd_bdd_walk_begin(hd_bdd a, const uint32_t *vars, uint32_t n)
{
  return (hd_bdd_walk){.set = hd_bdd_keep(a), .vars = vars, .n = n, .values = hd_alloc(n + 1, sizeof(bool))};
}

/* The least assignment that agrees with values[0..at-1] and has true at `at`. */
static bool pick_after(hd_bdd_walk *w, uint32_t at)
{
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd rest = w->set;
  for (uint32_t i = 0; i < at; i++) rest = with_literal(rest, w->vars[i], w->values[i]);
  rest = with_literal(rest, w->vars[at], true);
  bool found = hd_bdd_pick(rest, w->vars + at + 1, w->n - at - 1, w->values + at + 1);
  if (found) w->values[at] = true;
  hd_bdd_close(s);
  return found;
}

static bool walk_on(hd_bdd_walk *w)
{
  if (!w->began) {
    w->began = true;
    return hd_bdd_pick(w->set, w->vars, w->n, w->values);
  }
  for (uint32_t at = w->n; at-- > 0;)
    if (!w->values[at] && pick_after(w, at)) return true;
  return false;
}

bool hd_bdd_walk_next(hd_bdd_walk *w)
{
  if (!w->values) return false;
  if (walk_on(w)) return true;
  hd_bdd_walk_end(w);
  return false;
}

void hd_bdd_walk_end(hd_bdd_walk *w)
{
  if (!w->values) return;
  hd_bdd_drop(w->set);
  free(w->values);
  w->values = NULL;
}
