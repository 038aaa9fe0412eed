/* test_loops.c - loops of a graph, and their bounds against what the interpreter does. */
#include "program_text.h"
#include "random_loops.h"

#include "analysis/facts.h"
#include "trace/interp.h"

#define MAIN "program pointer 64 little\nthread main entry L0\n"
#define FOUR_LOCS "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n"
#define FIVE_LOCS "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main end\n"

static const hd_loop *loop_at(const hd_loops *l, uint32_t head)
{
  for (uint32_t i = 0; i < l->list.len; i++)
    if (l->list.data[i].head.id == head) return &l->list.data[i];
  fail_msg("no loop at L%u", head);
  return NULL;
}

static uint32_t bound_of(const char *text, uint32_t head)
{
  hd_program *p = program_of(text);
  hd_facts *facts = hd_facts_new(p);
  const hd_loops *l = hd_facts_loops(facts);
  uint32_t bound = loop_at(l, head)->bound;
  hd_facts_free(facts);
  hd_program_free(p);
  return bound;
}

/* --- shape -------------------------------------------------------------------------------------- */

static void loops_nest(void **unused)
{
  (void)unused;
  hd_program *p = program_of(MAIN FIVE_LOCS "edge L0 -> L1\nedge L1 -> L2\nedge L2 -> L3\nedge L3 -> L2\n"
                                            "edge L3 -> L3\nedge L2 -> L1\nedge L1 -> L4\n");
  hd_facts *facts = hd_facts_new(p);
  const hd_loops *l = hd_facts_loops(facts);
  assert_int_equal(l->list.len, 3);
  const hd_loop *outer = loop_at(l, 1), *middle = loop_at(l, 2), *inner = loop_at(l, 3);
  assert_int_equal(outer->parent, HD_NONE);
  assert_ptr_equal(&l->list.data[middle->parent], outer);
  assert_ptr_equal(&l->list.data[inner->parent], middle);
  assert_int_equal(inner->depth, 3);
  assert_int_equal(outer->n_body, 3);
  assert_int_equal(middle->n_body, 2);
  assert_int_equal(outer->n_back, 1);
  assert_int_equal(outer->back[0], 5); /* L2 -> L1 */
  assert_int_equal(l->innermost[0], HD_NONE);
  assert_ptr_equal(&l->list.data[l->innermost[3]], inner);
  assert_false(outer->irreducible || middle->irreducible || inner->irreducible);
  hd_facts_free(facts);
  hd_program_free(p);
}

static void two_back_edges_to_one_head_are_one_loop(void **unused)
{
  (void)unused;
  hd_program *p = program_of(MAIN FOUR_LOCS "edge L0 -> L1\nedge L0 -> L2\nedge L1 -> L0\nedge L2 -> L0\n"
                                            "edge L0 -> L3\n");
  hd_facts *facts = hd_facts_new(p);
  const hd_loops *l = hd_facts_loops(facts);
  assert_int_equal(l->list.len, 1);
  assert_int_equal(l->list.data[0].n_back, 2);
  assert_int_equal(l->list.data[0].n_body, 3);
  hd_facts_free(facts);
  hd_program_free(p);
}

static void a_cycle_with_two_entrances_is_irreducible(void **unused)
{
  (void)unused;
  hd_program *p = program_of(MAIN "var i : bv8 local main\n" FOUR_LOCS "edge L0 -> L1\nedge L0 -> L2\n"
                                  "edge L1 -> L2 when (ult i 3:8) do i := (add i 1:8)\n"
                                  "edge L2 -> L1\nedge L2 -> L3\n");
  hd_facts *facts = hd_facts_new(p);
  const hd_loops *l = hd_facts_loops(facts);
  assert_int_equal(l->list.len, 1);
  assert_true(l->list.data[0].irreducible);
  assert_int_equal(l->list.data[0].bound, HD_NONE);
  assert_int_equal(hd_loops_visits(l, (hd_loc){1}), HD_NONE);
  assert_int_equal(hd_loops_visits(l, (hd_loc){0}), 1);
  hd_facts_free(facts);
  hd_program_free(p);
}

/* --- bounds ------------------------------------------------------------------------------------- */

static uint64_t read_counter(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)symbol;
  (void)array;
  (void)index;
  return *(uint64_t *)context;
}

/* for (i = START; GUARD; STEP) over bits. */
static uint32_t bound_for(unsigned bits, const char *start, const char *guard, const char *step)
{
  char text[1000];
  snprintf(text, sizeof text,
           MAIN "var i : bv%u local main\n" FOUR_LOCS
                "edge L0 -> L1 do i := %s\nedge L1 -> L2 when %s\nedge L1 -> L3 when (not %s)\n"
                "edge L2 -> L1 do i := %s\n",
           bits, start, guard, guard, step);
  return bound_of(text, 1);
}

static void counters_are_followed(void **unused)
{
  (void)unused;
  assert_int_equal(bound_for(32, "0:32", "(slt i 5:32)", "(add i 1:32)"), 5);
  assert_int_equal(bound_for(32, "0:32", "(sle i 5:32)", "(add i 2:32)"), 3);
  assert_int_equal(bound_for(32, "10:32", "(slt 0:32 i)", "(sub i 3:32)"), 4);
  assert_int_equal(bound_for(32, "0:32", "(not (= i 8:32))", "(add i 2:32)"), 4);
  assert_int_equal(bound_for(32, "7:32", "(slt i 5:32)", "(add i 1:32)"), 0);
  assert_int_equal(bound_for(32, "0:32", "(slt i 1000000:32)", "(add i 1:32)"), 1000000);
  assert_int_equal(bound_for(64, "0:64", "(ult i 3000000000:64)", "(add i 1:64)"), 3000000000u);
  assert_int_equal(bound_for(32, "0:32", "(ult (band i 7:32) 7:32)", "(add i 1:32)"), 7);
}

static void wrapping_around_is_no_end(void **unused)
{
  (void)unused;
  assert_int_equal(bound_for(32, "0:32", "(not (= i 7:32))", "(add i 2:32)"), HD_NONE);
  assert_int_equal(bound_for(8, "0:8", "(not (= i 7:8))", "(add i 3:8)"), 173);
  assert_int_equal(bound_for(8, "250:8", "(ult 100:8 i)", "(add i 1:8)"), 6);
  assert_int_equal(bound_for(8, "0:8", "(ule i 255:8)", "(add i 1:8)"), HD_NONE);
  assert_int_equal(bound_for(64, "0:64", "(ult i 5000000000:64)", "(add i 1:64)"), HD_NONE);
  assert_int_equal(bound_for(8, "0:8", "(sle i 127:8)", "(add i 1:8)"), HD_NONE);
}

#define BYTE "var i : bv8 local main = 2\nvar c : bool local main any\n"

static void a_step_on_one_way_only_gives_no_bound(void **unused)
{
  (void)unused;
  assert_int_equal(bound_of(MAIN BYTE FOUR_LOCS "edge L0 -> L1 do i := 0:8\nedge L1 -> L2 when (ult i 5:8)\n"
                                                "edge L1 -> L3\nedge L2 -> L1 when c do i := (add i 1:8)\n"
                                                "edge L2 -> L1 when (not c)\n",
                            1),
                   HD_NONE);
}

static void different_steps_give_no_bound(void **unused)
{
  (void)unused;
  assert_int_equal(bound_of(MAIN BYTE FOUR_LOCS "edge L0 -> L1 do i := 0:8\nedge L1 -> L2 when (ult i 5:8)\n"
                                                "edge L1 -> L3\nedge L2 -> L1 when c do i := (sub i 1:8)\n"
                                                "edge L2 -> L1 when (not c) do i := (add i 2:8)\n",
                            1),
                   HD_NONE);
}

static void an_untested_way_gives_no_bound(void **unused)
{
  (void)unused;
  assert_int_equal(bound_of(MAIN BYTE FOUR_LOCS "edge L0 -> L1\nedge L1 -> L2 when (ult i 5:8)\n"
                                                "edge L1 -> L2\nedge L1 -> L3\n"
                                                "edge L2 -> L1 do i := (add i 1:8)\n",
                            1),
                   HD_NONE);
}

static void two_starts_count_as_the_larger(void **unused)
{
  (void)unused;
  assert_int_equal(bound_of(MAIN BYTE FOUR_LOCS "edge L0 -> L1 do i := 1:8\nedge L0 -> L1\n"
                                                "edge L1 -> L2 when (ult i 5:8)\nedge L1 -> L3\n"
                                                "edge L2 -> L1 do i := (add i 1:8)\n",
                            1),
                   4);
}

enum { BITS = 4, VALUES = 1 << BITS };

/* i = start; do i += step while (guard): the guard compares i, or i plus something, with a constant. */
static hd_program *random_do_while(uint64_t dice, uint64_t *start, uint64_t *step)
{
  static const char *const ops[] = {"ult", "ule", "slt", "sle", "=", "saddo", "ssubo"};
  const char *op = ops[(dice >> 20) % HD_COUNT(ops)];
  unsigned c = dice >> 8 & 15, shift = dice >> 12 & 16 ? dice >> 12 & 15 : 0;
  bool constant_first = dice >> 28 & 1, negated = dice >> 29 & 1;
  char x[40], constant[40], text[800];
  *start = dice & 15;
  *step = 1 + (dice >> 4 & 15) % 15;
  snprintf(x, sizeof x, "(add i %u:4)", shift);
  snprintf(constant, sizeof constant, "%u:4", c);
  snprintf(text, sizeof text,
           MAIN "var i : bv4 local main\n" FOUR_LOCS "edge L0 -> L1 do i := %u:4\nedge L1 -> L2 do i := (add i %u:4)\n"
                "edge L2 -> L1 when %s(%s %s %s)%s\nedge L2 -> L3\n",
           (unsigned)*start, (unsigned)*step, negated ? "(not " : "", op, constant_first ? constant : x,
           constant_first ? x : constant, negated ? ")" : "");
  return program_of(text);
}

/* How often it comes around, by counting; HD_NONE: for ever. */
static uint32_t count_iterations(const hd_program *p, uint64_t i, uint64_t step)
{
  for (uint32_t k = 0; k <= VALUES; k++) {
    hd_env env = {read_counter, &i};
    i = (i + step) % VALUES;
    if (!hd_term_eval(p->terms, p->edges.data[2].guard, &env)) return k;
  }
  return HD_NONE;
}

static void a_test_of_the_counter_alone_gives_the_exact_bound(void **unused)
{
  (void)unused;
  uint32_t ended = 0;
  for (uint32_t seed = 0; seed < 4000; seed++) {
    uint64_t start, step, value;
    hd_program *p = random_do_while(hd_hash_u64(seed + 1), &start, &step);
    hd_term guard = p->edges.data[2].guard;
    if (hd_term_is(guard) && !hd_term_is_const(p->terms, guard, &value)) {
      hd_facts *facts = hd_facts_new(p);
      const hd_loops *l = hd_facts_loops(facts);
      uint32_t expected = count_iterations(p, start, step), bound = loop_at(l, 1)->bound;
      if (bound != expected) fail_msg("seed %u: bound %u, expected %u", seed, bound, expected);
      ended += expected != HD_NONE;
      hd_facts_free(facts);
    }
    hd_program_free(p);
  }
  assert_true(ended > 1000);
}

/* A shared counter that main alone writes, read through temporaries as compiled C does. */
static const char shared_counter[] =
    MAIN "thread other entry L6\nvar g : bv32\nvar a : bv32 local main temp\nvar b : bv32 local main temp\n"
         "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\nloc L5 main end\n"
         "loc L6 other\nloc L7 other end\n"
         "edge L0 -> L1 do g := 0:32\nedge L1 -> L2 do a := g\nedge L2 -> L3 when (slt a 3:32)\n"
         "edge L2 -> L5 when (slt 2:32 a)\nedge L3 -> L4 do b := g\nedge L4 -> L1 do g := (add b 1:32)\n";

static void a_shared_counter_counts_when_nobody_else_writes_it(void **unused)
{
  (void)unused;
  char text[2000];
  snprintf(text, sizeof text, "%sedge L6 -> L7 when (= g 2:32)\n", shared_counter);
  assert_int_equal(bound_of(text, 1), 3);
  snprintf(text, sizeof text, "%sedge L6 -> L7 do g := 0:32\n", shared_counter);
  assert_int_equal(bound_of(text, 1), HD_NONE);
}

static void locations_behind_the_test_are_visited_less_often(void **unused)
{
  (void)unused;
  hd_program *p = program_of(MAIN "var i : bv8 local main\nvar j : bv8 local main\n"
                                  "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\n"
                                  "loc L5 main end\nedge L0 -> L1\n"
                                  "edge L1 -> L2 when (ult i 3:8) do j := 0:8\n"
                                  "edge L1 -> L5 when (ule 3:8 i)\n"
                                  "edge L2 -> L3 when (ult j 4:8)\nedge L3 -> L2 do j := (add j 1:8)\n"
                                  "edge L2 -> L4 when (ule 4:8 j)\nedge L4 -> L1 do i := (add i 1:8)\n");
  hd_facts *facts = hd_facts_new(p);
  const hd_loops *l = hd_facts_loops(facts);
  assert_int_equal(loop_at(l, 1)->bound, 3);
  assert_int_equal(loop_at(l, 2)->bound, 4);
  assert_int_equal(hd_loops_visits(l, (hd_loc){1}), 4);
  assert_int_equal(hd_loops_visits(l, (hd_loc){2}), 15);
  assert_int_equal(hd_loops_visits(l, (hd_loc){3}), 12);
  assert_int_equal(hd_loops_visits(l, (hd_loc){4}), 3);
  assert_int_equal(hd_loops_visits(l, (hd_loc){5}), 1);
  hd_facts_free(facts);
  hd_program_free(p);
}

/* --- against the interpreter --------------------------------------------------------------------- */

typedef struct {
  const hd_program *p;
  const hd_loops *l;
  uint64_t seed;
  uint32_t *around, *most; /* by loop: since it was entered, and the largest number seen */
  uint32_t *visits;        /* by location */
} census;

static void count_step(census *c, const hd_step *step)
{
  const hd_edge_info *e = hd_edge_get(c->p, step->edge);
  uint32_t i = c->l->innermost[e->to.id];
  if (++c->visits[e->to.id] > hd_loops_visits(c->l, e->to))
    fail_msg("seed %llu: L%u is visited more often than %u times", (unsigned long long)c->seed, e->to.id,
             hd_loops_visits(c->l, e->to));
  if (i == HD_NONE || c->l->list.data[i].head.id != e->to.id) return;
  const hd_loop *loop = &c->l->list.data[i];
  bool back = false;
  for (uint32_t k = 0; k < loop->n_back; k++) back |= loop->back[k] == step->edge.id;
  c->around[i] = back ? c->around[i] + 1 : 0;
  if (c->around[i] > c->most[i]) c->most[i] = c->around[i];
  if (loop->bound != HD_NONE && c->around[i] > loop->bound)
    fail_msg("seed %llu: the loop at L%u runs more often than %u times", (unsigned long long)c->seed, loop->head.id,
             loop->bound);
}

static void run_once(census *c, uint64_t run)
{
  hd_replay how;
  hd_trace *t = hd_random_run(c->p, HD_PROP_UNREACH_CALL, run, 600, &how);
  memset(c->visits, 0, c->p->locs.len * sizeof *c->visits);
  for (uint32_t i = 0; i < c->p->threads.len; i++) c->visits[c->p->threads.data[i].entry.id] = 1;
  for (uint32_t i = 0; i < t->steps.len; i++) count_step(c, &t->steps.data[i]);
  hd_trace_free(t);
}

static void no_run_exceeds_a_bound(void **unused)
{
  (void)unused;
  uint32_t loops = 0, bounded = 0, met = 0;
  for (uint64_t seed = 0; seed < 6000; seed++) {
    hd_program *p = random_loops(seed);
    assert_well_formed(p);
    hd_facts *facts = hd_facts_new(p);
    const hd_loops *l = hd_facts_loops(facts);
    census c = {.p = p, .l = l, .seed = seed};
    c.around = hd_alloc(l->list.len, sizeof *c.around);
    c.most = hd_alloc(l->list.len, sizeof *c.most);
    c.visits = hd_alloc(p->locs.len, sizeof *c.visits);
    for (uint64_t run = 0; run < 6; run++) run_once(&c, seed * 64 + run);
    for (uint32_t i = 0; i < l->list.len; i++) {
      loops++;
      bounded += l->list.data[i].bound != HD_NONE;
      met += l->list.data[i].bound == c.most[i] && c.most[i] > 0;
    }
    free(c.around);
    free(c.most);
    free(c.visits);
    hd_facts_free(facts);
    hd_program_free(p);
  }
  print_message("%u loops, %u with a bound, %u of them run as often as it says\n", loops, bounded, met);
  assert_true(bounded > loops / 5 && met > bounded / 5);
}

/* Every cycle of the graph contains a back edge; loops that are natural have dominating heads. */
static void without_back_edges_there_is_no_cycle(void **unused)
{
  (void)unused;
  for (uint64_t seed = 0; seed < 1000; seed++) {
    hd_program *p = random_loops(seed);
    hd_facts *facts = hd_facts_new(p);
    const hd_loops *l = hd_facts_loops(facts);
    uint8_t *back = hd_alloc(p->edges.len, 1);
    uint32_t *waits = hd_alloc(p->locs.len, sizeof *waits), left = p->locs.len;
    for (uint32_t i = 0; i < l->list.len; i++)
      for (uint32_t k = 0; k < l->list.data[i].n_back; k++) back[l->list.data[i].back[k]] = 1;
    for (uint32_t e = 0; e < p->edges.len; e++) waits[p->edges.data[e].to.id] += !back[e];
    for (bool more = true; more;) {
      more = false;
      for (uint32_t v = 0; v < p->locs.len; v++) {
        if (waits[v] != 0) continue;
        waits[v] = HD_NONE;
        left--;
        more = true;
        for (uint32_t e = 0; e < p->edges.len; e++)
          if (p->edges.data[e].from.id == v && !back[e]) waits[p->edges.data[e].to.id]--;
      }
    }
    assert_int_equal(left, 0);
    free(waits);
    free(back);
    hd_facts_free(facts);
    hd_program_free(p);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_nest),
      cmocka_unit_test(two_back_edges_to_one_head_are_one_loop),
      cmocka_unit_test(a_cycle_with_two_entrances_is_irreducible),
      cmocka_unit_test(counters_are_followed),
      cmocka_unit_test(wrapping_around_is_no_end),
      cmocka_unit_test(a_step_on_one_way_only_gives_no_bound),
      cmocka_unit_test(different_steps_give_no_bound),
      cmocka_unit_test(a_test_of_the_counter_alone_gives_the_exact_bound),
      cmocka_unit_test(an_untested_way_gives_no_bound),
      cmocka_unit_test(two_starts_count_as_the_larger),
      cmocka_unit_test(a_shared_counter_counts_when_nobody_else_writes_it),
      cmocka_unit_test(locations_behind_the_test_are_visited_less_often),
      cmocka_unit_test(no_run_exceeds_a_bound),
      cmocka_unit_test(without_back_edges_there_is_no_cycle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
