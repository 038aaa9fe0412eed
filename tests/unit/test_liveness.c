/* test_liveness.c - live locals, against the definition. */
#include "program_text.h"

#include "analysis/liveness.h"

enum { LOCS = 12, EDGES = 24, LOCALS = 150, LONG = 3000 };

static hd_term local(hd_program *p, uint32_t i)
{
  return hd_program_var_term(p, (hd_var){i});
}

static hd_program *with_locals(uint32_t n_locs, uint32_t n_locals)
{
  hd_program *p = program_of("program pointer 64 little\nthread main entry L0\nloc L0 main\n");
  for (uint32_t i = 1; i < n_locs; i++) hd_program_add_loc(p, (hd_loc_info){.thread = HD_MAIN});
  for (uint32_t i = 0; i < n_locals; i++)
    hd_program_add_var(p, (hd_var_info){.name = "v", .sort = HD_BV(8), .thread = HD_MAIN});
  return p;
}

/* to := from */
static void add_copy(hd_program *p, uint32_t source, uint32_t target, uint32_t to, uint32_t from)
{
  hd_assign copy = {.var = {to}, .index = HD_NO_TERM, .value = local(p, from)};
  hd_program_add_edge(p, (hd_edge_info){.from = {source},
                                        .to = {target},
                                        .guard = HD_NO_TERM,
                                        .cond = HD_NO_TERM,
                                        .assigns = hd_arena_copy(&p->arena, &copy, sizeof copy),
                                        .n_assigns = 1});
}

/* Is there a way from the location to an edge that reads the local, without one that assigns it? */
static bool may_be_read(const hd_program *p, uint32_t loc, uint32_t v, uint8_t *seen)
{
  seen[loc] = 1;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    if (e->from.id != loc) continue;
    if (hd_term_same(e->assigns->value, local((hd_program *)p, v))) return true;
    if (e->assigns->var.id != v && !seen[e->to.id] && may_be_read(p, e->to.id, v, seen)) return true;
  }
  return false;
}

static void a_local_is_live_where_it_may_be_read(void **unused)
{
  (void)unused;
  uint64_t seed = 1;
  for (unsigned round = 0; round < 20; round++) {
    hd_program *p = with_locals(LOCS, LOCALS);
    for (uint32_t i = 0; i < EDGES; i++) {
      uint32_t r[4];
      for (unsigned k = 0; k < 4; k++)
        r[k] = (uint32_t)((seed = seed * 6364136223846793005u + 1442695040888963407u) >> 33);
      add_copy(p, r[0] % LOCS, r[1] % LOCS, r[2] % LOCALS, r[3] % LOCALS);
    }
    hd_liveness *l = hd_liveness_new(p);
    for (uint32_t loc = 0; loc < LOCS; loc++)
      for (uint32_t v = 0; v < LOCALS; v++) {
        uint8_t seen[LOCS] = {0};
        assert_int_equal(hd_is_live(l, (hd_loc){loc}, (hd_var){v}), may_be_read(p, loc, v, seen));
      }
    hd_liveness_free(l);
    hd_program_free(p);
  }
}

/* Each temporary value is alive at one location: not the product of locations and locals. */
static void a_long_program_takes_little_memory(void **unused)
{
  (void)unused;
  hd_program *p = with_locals(LONG + 1, LONG + 1);
  size_t words = 0;
  for (uint32_t i = 0; i < LONG; i++) add_copy(p, i, i + 1, i + 1, i);
  hd_liveness *l = hd_liveness_new(p);
  for (uint32_t i = 0; i < LONG; i++) words += l->live[i].len;
  assert_int_equal(words, LONG);
  hd_liveness_free(l);
  hd_program_free(p);
}

static void what_lives_by_one_of_two_lives_by_their_sum(void **unused)
{
  (void)unused;
  hd_program *p = with_locals(3, LOCALS), *q = with_locals(3, LOCALS);
  add_copy(p, 0, 1, 1, 140);
  add_copy(p, 1, 2, 140, 70);
  add_copy(q, 0, 1, 1, 3);
  hd_liveness *sum = hd_liveness_new(p), *other = hd_liveness_new(q);
  hd_liveness_add(sum, other);
  for (uint32_t v = 0; v < LOCALS; v++)
    assert_int_equal(hd_is_live(sum, (hd_loc){0}, (hd_var){v}), v == 3 || v == 70 || v == 140);
  hd_liveness_free(other);
  hd_liveness_free(sum);
  hd_program_free(q);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_local_is_live_where_it_may_be_read),
      cmocka_unit_test(a_long_program_takes_little_memory),
      cmocka_unit_test(what_lives_by_one_of_two_lives_by_their_sum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
