/* search.c - expands nodes, covers them, and refines when a goal is reached. */
#include "engine/esst/search.h"

#include "engine/esst/por.h"
#include "engine/esst/refine.h"
#include "engine/esst/regions.h"
#include "engine/esst/symmetry.h"

/* A variable that may get more values than this in one step is not worth being explicit. */
enum { MOST_OUTCOMES = 64 };

void hd_esst_search_init(hd_esst_search *x, hd_esst_space *space, hd_smt *smt, const hd_task *t, const hd_budget *b)
{
  *x = (hd_esst_search){.space = space, .T = space->T, .task = t, .budget = b, .smt = smt, .most = HD_NONE};
  x->beyond = HD_NO_LOC;
  x->demote = HD_NO_VAR;
  x->steps = hd_solver_new(smt);
  x->prefix = hd_solver_new(smt);
  x->ignored = hd_alloc(space->p->locs.len + 1, 1);
  hd_tree_init(&x->tree, smt);
  hd_arena_init(&x->images);
  x->tree.depth_first = t->search == HD_SEARCH_DFS;
}

void hd_esst_search_clear(hd_esst_search *x)
{
  for (uint32_t i = 0; i < x->nodes.len; i++) free(x->nodes.data[i].regions);
  hd_vec_clear(&x->nodes);
  hd_tree_clear(&x->tree);
  hd_map_clear(&x->can);
  hd_map_clear(&x->kin);
  hd_vec_clear(&x->next_kin);
  hd_arena_clear(&x->images);
  hd_esst_por_free(x->por);
  hd_esst_symmetry_free(x->symmetry);
  hd_esst_regions_free(x->regions);
  hd_solver_free(x->steps);
  hd_solver_free(x->prefix);
  free(x->ignored);
  hd_trace_free(x->trace);
}

/* --- questions ---------------------------------------------------------------------------------------- */

/* The label with a condition, satisfiable? The solver stays pushed. */
static hd_answer ask_label(hd_esst_search *x, uint32_t node, hd_term cond)
{
  const hd_term_list *label = &x->tree.nodes.data[node].label;
  hd_solver_push(x->steps);
  for (uint32_t i = 0; i < label->len; i++) hd_solver_assert(x->steps, label->data[i]);
  hd_solver_assert(x->steps, cond);
  hd_answer a = hd_solver_check(x->steps, NULL, 0);
  if (a == HD_DONT_KNOW) x->lost = true;
  return a;
}

static bool is_possible(hd_esst_search *x, uint32_t node, hd_term cond)
{
  if (hd_term_is_false(x->T, cond)) return false;
  uint64_t key = (uint64_t)hd_tree_label(&x->tree, node).id << 32 | cond.id;
  const uint64_t *known = hd_map_find(&x->can, key);
  if (known) return *known;
  hd_answer a = ask_label(x, node, cond);
  hd_solver_pop(x->steps, 1);
  hd_map_put(&x->can, key, a != HD_UNSAT);
  return a != HD_UNSAT;
}

bool hd_esst_can_step(hd_esst_search *x, uint32_t node, uint32_t step)
{
  return is_possible(x, node, x->space->steps.data[step].cond);
}

/* For forced covering: does the conjunct hold after the step into the node? */
static bool holds_after(void *context, uint32_t node, hd_term conjunct)
{
  hd_esst_search *x = context;
  const hd_tree_node *n = &x->tree.nodes.data[node];
  if (n->parent == HD_NONE) return false;
  hd_term not = hd_term_1(x->T, HD_OP_NOT, hd_esst_before(x->space, n->via, conjunct));
  hd_term cond = hd_term_2(x->T, HD_OP_AND, x->space->steps.data[n->via].cond, not );
  return !is_possible(x, n->parent, cond);
}

/* --- nodes -------------------------------------------------------------------------------------------- */

static uint32_t add_node(hd_esst_search *x, uint32_t parent, uint32_t step, uint32_t place, uint64_t sleep)
{
  hd_esst_node node = {.sleep = sleep, .mover = HD_NONE};
  hd_term label = HD_NO_TERM;
  if (parent == HD_NONE) {
    label = hd_esst_initial(x->space);
    if (x->regions) node.regions = hd_esst_regions_start(x->regions, &label);
  } else {
    node.mover = x->space->blocks.data[x->space->steps.data[step].block].party;
    uint32_t before = x->nodes.data[parent].mover;
    node.switches = x->nodes.data[parent].switches + (before != HD_NONE && before != node.mover);
    if (x->regions) node.regions = hd_esst_regions_post(x->regions, parent, step, place, &label);
  }
  if (x->regions) node.stamp = hd_esst_regions_stamp(x->regions);
  uint32_t n = hd_tree_add(&x->tree, parent, step, place, label);
  hd_vec_push(&x->nodes, node);
  return n;
}

/* --- refinement ----------------------------------------------------------------------------------------- */

/* With interpolants: the clauses strengthen the labels. */
static void relabel(hd_esst_search *x, const hd_esst_reason *r)
{
  for (uint32_t i = 0; i < r->nodes.len; i++)
    for (uint32_t k = 0; k < r->added[i].len; k++) hd_tree_strengthen(&x->tree, r->nodes.data[i], r->added[i].data[k]);
  if (r->dead != HD_NONE) hd_tree_strengthen(&x->tree, r->dead, hd_term_false(x->T));
}

/* With predicates: from the first node whose precision changed, the forest is built anew. */
static bool rebuild_forest(hd_esst_search *x, const hd_esst_reason *r)
{
  uint32_t first = hd_esst_regions_learn(x->regions, r);
  uint32_t node = first == HD_NONE ? r->dead : r->nodes.data[first];
  if (node == HD_NONE) return false;
  uint32_t parent = x->tree.nodes.data[node].parent;
  hd_tree_strengthen(&x->tree, node, hd_term_false(x->T));
  if (first != HD_NONE && parent != HD_NONE)
    add_node(x, parent, x->tree.nodes.data[node].via, x->tree.nodes.data[node].place, x->nodes.data[node].sleep);
  return parent != HD_NONE;
}

/* The label allows the goal. True: it is a violation. */
static bool examine_goal(hd_esst_search *x, uint32_t node, uint32_t goal)
{
  hd_esst_reason r;
  hd_answer a = hd_esst_examine(x, node, goal, &r);
  if (a == HD_UNSAT) {
    x->refinements++;
    if (!x->regions)
      relabel(x, &r);
    else if (!rebuild_forest(x, &r))
      x->lost = true;
  }
  if (a == HD_DONT_KNOW) x->lost = true;
  hd_esst_reason_clear(&r);
  return a == HD_SAT && x->trace;
}

/* --- expansion ------------------------------------------------------------------------------------------ */

static bool is_goal(const hd_esst_search *x, const hd_block_target *t)
{
  return t->kind == HD_TO_FAIL || (t->kind == HD_TO_BEYOND && !x->ignored[t->loc.id]);
}

/* Excludes the goals of the party's block. False: there is a result, or the node is no more. */
static bool exclude_goals(hd_esst_search *x, uint32_t node, uint32_t block)
{
  const hd_block *b = x->space->blocks.data[block].block;
  for (uint32_t i = 0; i < b->targets.len; i++) {
    if (!is_goal(x, &b->targets.data[i])) continue;
    uint32_t step = hd_esst_step_of(x->space, block, i, NULL);
    while (is_goal(x, &b->targets.data[i]) && !x->lost && !hd_budget_spent(x->budget) &&
           hd_tree_lives(&x->tree, node) && hd_esst_can_step(x, node, step))
      if (examine_goal(x, node, step)) return false;
  }
  return !x->lost && hd_tree_lives(&x->tree, node) && !hd_budget_spent(x->budget);
}

/* Excludes, where deadlocks are asked for, that no party can move at the node. */
static bool exclude_stuck(hd_esst_search *x, uint32_t node)
{
  if (!hd_violated_by(x->task->property, HD_BY_DEADLOCK)) return true;
  uint32_t step = hd_esst_stuck_step(x->space, x->tree.nodes.data[node].place);
  while (!x->lost && !hd_budget_spent(x->budget) && hd_tree_lives(&x->tree, node) && hd_esst_can_step(x, node, step))
    if (examine_goal(x, node, step)) return false;
  return !x->lost && hd_tree_lives(&x->tree, node) && !hd_budget_spent(x->budget);
}

static void add_child(hd_esst_search *x, uint32_t node, uint32_t step, uint64_t sleep)
{
  uint32_t place = hd_esst_after(x->space, x->tree.nodes.data[node].place, step);
  x->transitions++;
  add_node(x, node, step, place, sleep);
}

/* A step for every explicit outcome that the label allows (SCHED with symbolic arguments). */
static void enumerate_outcomes(hd_esst_search *x, uint32_t node, uint32_t block, uint32_t target, hd_u32s *steps)
{
  const hd_esst_target *t = &x->space->blocks.data[block].targets[target];
  hd_term cond = x->space->blocks.data[block].block->targets.data[target].cond;
  uint64_t *values = hd_alloc(t->open.len + 1, sizeof *values);
  for (uint32_t found = 0; !x->lost && !hd_budget_spent(x->budget); found++) {
    if (found == MOST_OUTCOMES) {
      x->demote = hd_esst_var(x->space, t->open.data[0].slot);
      break;
    }
    hd_answer a = ask_label(x, node, cond);
    for (uint32_t i = 0; a == HD_SAT && i < t->open.len; i++)
      values[i] = hd_solver_value(x->steps, t->open.data[i].value);
    hd_solver_pop(x->steps, 1);
    if (a != HD_SAT) break;
    uint32_t step = hd_esst_step_of(x->space, block, target, values);
    hd_vec_push(steps, step);
    cond = hd_term_2(x->T, HD_OP_AND, cond, hd_term_1(x->T, HD_OP_NOT, x->space->steps.data[step].cond));
  }
  free(values);
}

/* The party's steps from the node, as children. */
static void add_children(hd_esst_search *x, uint32_t node, uint32_t block, uint64_t sleep)
{
  hd_u32s steps = {0};
  const hd_block *b = x->space->blocks.data[block].block;
  for (uint32_t i = 0; i < b->targets.len && !x->lost; i++) {
    if (b->targets.data[i].kind != HD_TO_CUT) continue;
    steps.len = 0;
    if (x->space->blocks.data[block].targets[i].open.len) {
      enumerate_outcomes(x, node, block, i, &steps);
    } else {
      uint32_t step = hd_esst_step_of(x->space, block, i, NULL);
      if (hd_esst_can_step(x, node, step)) hd_vec_push(&steps, step);
    }
    for (uint32_t k = 0; k < steps.len && !x->lost; k++) add_child(x, node, steps.data[k], sleep);
  }
  hd_vec_clear(&steps);
}

static uint64_t bit_of_party(uint32_t party)
{
  return UINT64_C(1) << party;
}

/* The parties that may move from the place, whatever the reduction says. */
static uint64_t all_parties(const hd_esst_search *x, uint32_t place)
{
  uint64_t all = 0;
  for (uint32_t i = 0; i < x->space->who.len; i++)
    if (hd_esst_may_run(x->space, place, i)) all |= bit_of_party(i);
  return all;
}

static bool is_running(const hd_esst_search *x, uint32_t node)
{
  return x->space->places.data[x->tree.nodes.data[node].place].runner != HD_NONE;
}

/* Explores these parties from the node, in order; Z is asleep or explored before. True: go on. */
static bool explore_parties(hd_esst_search *x, uint32_t node, uint64_t parties, uint64_t Z)
{
  uint32_t place = x->tree.nodes.data[node].place;
  bool running = is_running(x, node);
  for (uint32_t i = 0; i < x->space->who.len; i++)
    if (parties & bit_of_party(i) && !exclude_goals(x, node, hd_esst_block_at(x->space, place, i))) return false;
  for (uint32_t i = 0; i < x->space->who.len && !x->lost; i++) {
    if (!(parties & bit_of_party(i))) continue;
    uint64_t sleep = running ? x->nodes.data[node].sleep : x->full ? 0 : hd_esst_por_sleep(x->por, place, i, Z);
    add_children(x, node, hd_esst_block_at(x->space, place, i), sleep);
    Z |= bit_of_party(i);
    x->nodes.data[node].tried |= bit_of_party(i);
  }
  return !x->lost;
}

/* Those of the parties that the bounds let move. */
static uint64_t within_bounds(hd_esst_search *x, uint32_t node, uint64_t parties)
{
  const hd_task *t = x->task;
  const hd_esst_node *n = &x->nodes.data[node];
  uint64_t allowed = parties;
  if (t->contexts != HD_NONE && n->mover != HD_NONE && n->switches >= t->contexts) allowed &= bit_of_party(n->mover);
  if (t->depth != HD_NONE && x->tree.nodes.data[node].depth >= t->depth) allowed = 0;
  x->bounded |= allowed != parties;
  return allowed;
}

/* Rules E1 and E2: the runner, or those that the scheduler chooses among. */
static void expand_esst_node(hd_esst_search *x, uint32_t node)
{
  uint32_t place = x->tree.nodes.data[node].place;
  uint64_t sleep = x->nodes.data[node].sleep, parties = all_parties(x, place);
  if (!is_running(x, node) && x->por && !x->full) {
    x->nodes.data[node].alone = hd_esst_por_choose(x->por, place, sleep);
    parties = x->nodes.data[node].alone & ~sleep;
  }
  if (!exclude_stuck(x, node)) return;
  if (explore_parties(x, node, within_bounds(x, node, parties), sleep)) x->tree.nodes.data[node].expanded = true;
}

/* --- coverage with a reduction ------------------------------------------------------------------------- */

/* May the node be covered, as far as what is asleep goes? What sleeps at a running node sleeps on in its turn. */
static bool cover_fits(void *context, uint32_t by, uint32_t node)
{
  const hd_esst_search *x = context;
  const hd_esst_node *a = &x->nodes.data[by], *b = &x->nodes.data[node];
  if (x->task->contexts != HD_NONE && (a->switches > b->switches || a->mover != b->mover)) return false;
  if (x->task->depth != HD_NONE && x->tree.nodes.data[by].depth > x->tree.nodes.data[node].depth) return false;
  return !is_running(x, by) || !(a->sleep & ~b->sleep);
}

/* Can the second node be reached from the first along edges and coverings? */
static bool node_reaches(const hd_esst_search *x, uint32_t from, uint32_t to)
{
  hd_u32s work = {0};
  uint8_t *seen = hd_alloc(x->tree.nodes.len + 1, 1);
  bool found = false;
  hd_vec_push(&work, from);
  seen[from] = 1;
  while (work.len && !found) {
    uint32_t i = hd_vec_pop(&work);
    const hd_tree_node *n = &x->tree.nodes.data[i];
    found = i == to;
    if (n->dead) continue;
    if (n->covered_by != HD_NONE) {
      if (!seen[n->covered_by]) hd_vec_push(&work, n->covered_by);
      seen[n->covered_by] = 1;
      continue;
    }
    for (uint32_t k = 0; k < n->children.len; k++) {
      if (!seen[n->children.data[k]]) hd_vec_push(&work, n->children.data[k]);
      seen[n->children.data[k]] = 1;
    }
  }
  free(seen);
  hd_vec_clear(&work);
  return found;
}

/* Everything that is enabled and awake is explored from the node. */
static void expand_fully(hd_esst_search *x, uint32_t node)
{
  const hd_esst_node *n = &x->nodes.data[node];
  uint64_t rest = all_parties(x, x->tree.nodes.data[node].place) & ~n->tried & ~n->sleep;
  if (rest) explore_parties(x, node, rest, n->sleep | n->tried);
}

/* The nearest node above where the scheduler chose, or HD_NONE. */
static uint32_t choice_above(const hd_esst_search *x, uint32_t node)
{
  do node = x->tree.nodes.data[node].parent;
  while (node != HD_NONE && is_running(x, node));
  return node;
}

/* What sleeps at the node, in terms of the node that covers it. */
static uint64_t sleep_there(const hd_esst_search *x, uint32_t node)
{
  const hd_esst_node *n = &x->nodes.data[node];
  return n->image ? hd_esst_symmetry_set(n->image, n->sleep) : n->sleep;
}

/* A covering was made. What sleeps at the covering node but not at the covered one wakes up there, and when a cycle was
 * closed, a node on it is expanded fully (see por.h for why that is enough). */
static void settle_covering(hd_esst_search *x, uint32_t node)
{
  uint32_t by = x->tree.nodes.data[node].covered_by, above = choice_above(x, node);
  uint64_t woken = x->nodes.data[by].sleep & ~sleep_there(x, node);
  if (!x->por || x->full) return;
  if (woken && !is_running(x, by)) {
    x->nodes.data[by].sleep &= ~woken;
    uint64_t parties = woken & all_parties(x, x->tree.nodes.data[by].place) & ~x->nodes.data[by].tried;
    if (parties && !explore_parties(x, by, parties, x->nodes.data[by].sleep)) x->nodes.data[by].sleep |= woken;
  }
  if (x->tree.nodes.data[node].covered_by == by && above != HD_NONE && node_reaches(x, by, node))
    expand_fully(x, above);
}

/* --- images ------------------------------------------------------------------------------------------- */

/* Every place by its number, so that images of each other are found. */
static void enter_places(hd_esst_search *x)
{
  for (; x->entered < x->space->places.len; x->entered++) {
    uint64_t key = hd_esst_symmetry_key(x->symmetry, x->entered);
    hd_vec_push(&x->next_kin, key ? (uint32_t)hd_map_get_or(&x->kin, key, HD_NONE) : HD_NONE);
    if (key) hd_map_put(&x->kin, key, x->entered);
  }
}

static bool cover_by_image_of(hd_esst_search *x, uint32_t node, uint32_t by)
{
  uint8_t to[64];
  if (!x->tree.nodes.data[by].expanded || !hd_esst_symmetry_match(x->symmetry, x, node, by, to)) return false;
  uint64_t asleep = hd_esst_symmetry_set(to, x->nodes.data[node].sleep);
  if (is_running(x, by) && x->nodes.data[by].sleep & ~asleep) return false;
  hd_term image = hd_esst_symmetry_image(x->symmetry, to, hd_tree_label(&x->tree, node));
  if (!hd_tree_cover_image(&x->tree, node, by, image)) return false;
  x->nodes.data[node].image = hd_arena_copy(&x->images, to, x->space->who.len);
  x->images_covered++;
  return true;
}

/* Is the node's image, under some exchange of identical threads, in an older node? */
static bool cover_by_image(hd_esst_search *x, uint32_t node)
{
  if (!x->symmetry) return false;
  enter_places(x);
  uint64_t key = hd_esst_symmetry_key(x->symmetry, x->tree.nodes.data[node].place);
  uint32_t place = key ? (uint32_t)hd_map_get_or(&x->kin, key, HD_NONE) : HD_NONE;
  for (; place != HD_NONE; place = x->next_kin.data[place]) {
    for (uint32_t i = 0; place < x->tree.at.len && i < x->tree.at.data[place].len; i++)
      if (x->tree.at.data[place].data[i] < node && cover_by_image_of(x, node, x->tree.at.data[place].data[i]))
        return true;
  }
  return false;
}

static bool cover_node(hd_esst_search *x, uint32_t node)
{
  hd_tree_force force = {holds_after, x};
  hd_tree_filter filter = {cover_fits, x};
  x->nodes.data[node].image = NULL;
  return hd_tree_cover_if(&x->tree, node, x->regions ? NULL : &force, &filter) || cover_by_image(x, node);
}

/* --- the loop ------------------------------------------------------------------------------------------- */

bool hd_esst_search_run(hd_esst_search *x)
{
  uint32_t node = HD_NONE;
  if (!x->tree.nodes.len) add_node(x, HD_NONE, HD_NONE, hd_esst_start(x->space), 0);
  while (!x->lost && !x->trace && x->demote.id == HD_NONE && !hd_budget_spent(x->budget)) {
    if (x->most != HD_NONE && x->tree.nodes.len > x->most) return false;
    if ((node = hd_tree_next(&x->tree)) == HD_NONE) return true;
    if (cover_node(x, node))
      settle_covering(x, node);
    else
      expand_esst_node(x, node);
    if (x->tree.nodes.data[node].covered_by == HD_NONE) hd_tree_wait(&x->tree, node);
  }
  return false;
}

uint64_t hd_esst_left(const hd_esst_search *x, uint32_t node)
{
  uint32_t place = x->tree.nodes.data[node].place;
  uint64_t left = is_running(x, node) ? 0 : all_parties(x, place) & ~x->nodes.data[node].tried;
  for (uint32_t i = 0; i < x->space->who.len; i++) {
    if (!(left & bit_of_party(i))) continue;
    uint32_t block = hd_esst_block_at(x->space, place, i);
    if (!x->space->blocks.data[block].block->targets.len) left &= ~bit_of_party(i);
  }
  return left;
}

void hd_esst_search_complete(hd_esst_search *x, uint32_t most)
{
  x->full = true;
  x->most = most;
  uint32_t n = x->tree.nodes.len;
  for (uint32_t i = 0; i < n; i++) x->nodes.data[i].sleep = 0;
  for (uint32_t i = 0; i < n && !x->lost && !x->trace && x->tree.nodes.len <= most; i++) {
    if (!x->tree.nodes.data[i].expanded || is_running(x, i) || !hd_tree_lives(&x->tree, i)) continue;
    uint64_t rest = hd_esst_left(x, i);
    if (rest) explore_parties(x, i, rest, 0);
  }
}
