/* test_dominators.c - dominators and post-dominators, against paths in the graph. */
#include "program_text.h"

#include "analysis/dominators.h"

enum { MOST = 12 };

static uint32_t roll(uint64_t *state, uint32_t n)
{
  return (uint32_t)(hd_roll(state) % n);
}

static void add_thread(hd_program *p, uint32_t entry)
{
  hd_thread_info t = {.name = "main", .entry = {entry}, .instances = 1, .pos = HD_NO_POS};
  t.self = t.status = HD_NO_VAR;
  hd_program_add_thread(p, t);
}

/* One thread, with random edges. */
static hd_program *random_graph(uint64_t seed)
{
  hd_program *p = hd_program_new();
  uint32_t n = 2 + roll(&seed, MOST - 1), edges = roll(&seed, 2 * n + 1);
  for (uint32_t i = 0; i < n; i++)
    hd_program_add_loc(p, (hd_loc_info){.thread = HD_MAIN, .pos = HD_NO_POS, .frame = HD_NONE});
  add_thread(p, roll(&seed, n));
  for (uint32_t i = 0; i < edges; i++) {
    hd_edge_info e = {.from = {roll(&seed, n)}, .pos = HD_NO_POS, .frame = HD_NONE};
    e.to.id = roll(&seed, n);
    hd_program_add_edge(p, e);
  }
  hd_program_index(p);
  return p;
}

/* Can `from` reach `to` without passing `without`? */
static bool reaches(const hd_program *p, uint32_t from, uint32_t to, uint32_t without)
{
  uint8_t seen[MOST + 1] = {0};
  if (from == without) return false;
  seen[from] = 1;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t e = 0; e < p->edges.len; e++) {
      uint32_t a = p->edges.data[e].from.id, b = p->edges.data[e].to.id;
      if (!seen[a] || seen[b] || b == without) continue;
      seen[b] = 1;
      more = true;
    }
  }
  return seen[to];
}

static void a_dominator_is_on_every_path_from_the_entry(void **unused)
{
  (void)unused;
  for (uint64_t seed = 0; seed < 3000; seed++) {
    hd_program *p = random_graph(seed);
    hd_dominators *d = hd_dominators_new(p);
    uint32_t entry = p->threads.data[0].entry.id;
    for (uint32_t b = 0; b < p->locs.len; b++) {
      bool reached = reaches(p, entry, b, HD_NONE);
      assert_int_equal(reached, d->order[b] != HD_NONE);
      for (uint32_t a = 0; a < p->locs.len; a++) {
        bool expected = reached && (a == b || !reaches(p, entry, b, a));
        assert_int_equal(hd_dominates(d, (hd_loc){a}, (hd_loc){b}), expected);
        if (expected && a != b) assert_true(d->order[a] < d->order[b]);
      }
      if (!reached || b == entry) assert_int_equal(d->parent[b], HD_NONE);
      if (d->parent[b] == HD_NONE) continue;
      assert_true(hd_dominates(d, (hd_loc){d->parent[b]}, (hd_loc){b}));
      for (uint32_t a = 0; a < p->locs.len; a++)
        if (a != b && hd_dominates(d, (hd_loc){a}, (hd_loc){b}))
          assert_true(hd_dominates(d, (hd_loc){a}, (hd_loc){d->parent[b]}));
    }
    hd_dominators_free(d);
    hd_program_free(p);
  }
}

static bool is_end(const hd_program *p, const uint8_t *may_stop, uint32_t l)
{
  uint32_t n;
  hd_loc_out(p, (hd_loc){l}, &n);
  return n == 0 || may_stop[l];
}

static bool reaches_end(const hd_program *p, const uint8_t *may_stop, uint32_t from, uint32_t without)
{
  for (uint32_t l = 0; l < p->locs.len; l++)
    if (is_end(p, may_stop, l) && l != without && reaches(p, from, l, without)) return true;
  return false;
}

static void a_post_dominator_is_on_every_path_to_an_end(void **unused)
{
  (void)unused;
  uint32_t whole = 0;
  for (uint64_t seed = 0; seed < 3000; seed++) {
    hd_program *p = random_graph(seed);
    uint8_t may_stop[MOST + 1] = {0};
    for (uint32_t l = 0; l < p->locs.len; l++) may_stop[l] = hd_hash_u64(seed * 31 + l) % 5 == 0;
    hd_dominators *d = hd_post_dominators_new(p, NULL, may_stop);
    bool ends = true;
    for (uint32_t l = 0; l < p->locs.len; l++) {
      ends &= reaches_end(p, may_stop, l, HD_NONE);
      assert_true(d->order[l] != HD_NONE);
    }
    whole += ends;
    for (uint32_t b = 0; ends && b < p->locs.len; b++)
      for (uint32_t a = 0; a < p->locs.len; a++) {
        bool expected = a == b || !reaches_end(p, may_stop, b, a);
        assert_int_equal(hd_dominates(d, (hd_loc){a}, (hd_loc){b}), expected);
      }
    hd_dominators_free(d);
    hd_program_free(p);
  }
  assert_true(whole > 500);
}

static void dropped_edges_do_not_count(void **unused)
{
  (void)unused;
  hd_program *p = program_of("program pointer 64 little\n"
                             "thread main entry L0\n"
                             "loc L0 main\nloc L1 main\nloc L2 main exit\nloc L3 main end\n"
                             "edge L0 -> L1\nedge L0 -> L2\nedge L1 -> L3\n");
  hd_program_index(p);
  hd_dominators *all = hd_post_dominators_new(p, NULL, NULL);
  hd_dominators *some = hd_post_dominators_new(p, (uint8_t[]){0, 1, 0}, NULL);
  assert_false(hd_dominates(all, (hd_loc){3}, (hd_loc){0}));
  assert_true(hd_dominates(some, (hd_loc){3}, (hd_loc){0}));
  assert_int_equal(some->parent[0], 1);
  assert_int_equal(all->parent[0], HD_NONE);
  hd_dominators_free(all);
  hd_dominators_free(some);
  hd_program_free(p);
}

/* for (;;) if (..) L0 else L2: neither branch is unavoidable. */
static void an_endless_loop_ends_at_its_head(void **unused)
{
  (void)unused;
  hd_program *p = program_of("program pointer 64 little\n"
                             "thread main entry L3\n"
                             "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\n"
                             "edge L3 -> L1\nedge L1 -> L0\nedge L1 -> L2\nedge L0 -> L1\nedge L2 -> L1\n");
  hd_program_index(p);
  hd_dominators *d = hd_post_dominators_new(p, NULL, NULL);
  assert_true(hd_dominates(d, (hd_loc){1}, (hd_loc){3}));
  assert_false(hd_dominates(d, (hd_loc){0}, (hd_loc){1}));
  assert_false(hd_dominates(d, (hd_loc){2}, (hd_loc){1}));
  hd_dominators_free(d);
  hd_program_free(p);
}

static void a_long_thread_needs_no_recursion(void **unused)
{
  (void)unused;
  enum { LONG = 300000 };
  hd_program *p = hd_program_new();
  for (uint32_t i = 0; i < LONG; i++)
    hd_program_add_loc(p, (hd_loc_info){.thread = HD_MAIN, .pos = HD_NO_POS, .frame = HD_NONE});
  add_thread(p, 0);
  for (uint32_t i = 0; i + 1 < LONG; i++)
    hd_program_add_edge(p, (hd_edge_info){.from = {i}, .to = {i + 1}, .pos = HD_NO_POS, .frame = HD_NONE});
  hd_program_index(p);
  hd_dominators *d = hd_dominators_new(p), *post = hd_post_dominators_new(p, NULL, NULL);
  assert_true(hd_dominates(d, (hd_loc){1}, (hd_loc){LONG - 1}));
  assert_true(hd_dominates(post, (hd_loc){LONG - 1}, (hd_loc){1}));
  hd_dominators_free(d);
  hd_dominators_free(post);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_dominator_is_on_every_path_from_the_entry),
      cmocka_unit_test(a_post_dominator_is_on_every_path_to_an_end),
      cmocka_unit_test(dropped_edges_do_not_count),
      cmocka_unit_test(an_endless_loop_ends_at_its_head),
      cmocka_unit_test(a_long_thread_needs_no_recursion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
