/* test_dependence.c - dependencies of variables, steps and threads: by hand, and against the definitions. */
#include "program_text.h"
#include "random_model.h"

#include "analysis/control.h"
#include "analysis/dependence.h"
#include "analysis/facts.h"
#include "analysis/guards.h"

enum { DATA = HD_DEPENDS_DATA, CONTROL = HD_DEPENDS_CONTROL, STOP = HD_DEPENDS_STOP };

#define MAIN "program pointer 64 little\nthread main entry L0\n"
#define BOOLS "var a : bool\nvar b : bool\nvar c : bool\nvar x : bv8\nvar y : bv8\n"

static uint8_t kinds_in(const hd_reasons *r, uint32_t id)
{
  for (uint32_t i = 0; i < r->len; i++)
    if (r->data[i].id == id) return r->data[i].kinds;
  return 0;
}

typedef struct {
  hd_program *p;
  hd_dependence *d;
  hd_reasons r;
} subject;

static subject subject_of(const char *text)
{
  subject s = {.p = program_of(text)};
  s.d = hd_dependence_new(s.p);
  return s;
}

static void done(subject *s)
{
  hd_vec_clear(&s->r);
  hd_dependence_free(s->d);
  hd_program_free(s->p);
}

/* How x depends on y. */
static uint8_t how(subject *s, const char *x, const char *y)
{
  hd_dependence_of(s->d, hd_program_find_var(s->p, x), &s->r);
  return kinds_in(&s->r, hd_program_find_var(s->p, y).id);
}

/* --- by hand --------------------------------------------------------------------------------------- */

static void an_assignment_reads_value_index_and_guard(void **unused)
{
  (void)unused;
  subject s = subject_of(MAIN "var a : bv8[4]\nvar i : bv32\nvar v : bv8\nvar w : bv8\nvar g : bool\n"
                              "var o : bv8\n"
                              "loc L0 main\nloc L1 main end\n"
                              "edge L0 -> L1 when g do a[i] := v, o := w\n");
  assert_int_equal(how(&s, "a", "v"), DATA);
  assert_int_equal(how(&s, "a", "i"), DATA);
  assert_int_equal(how(&s, "a", "g"), DATA);
  assert_int_equal(how(&s, "a", "w"), 0);
  assert_int_equal(how(&s, "o", "w"), DATA);
  assert_int_equal(how(&s, "o", "v"), 0);
  done(&s);
}

/* if (a) { if (b) x = 1; } y = 1; */
static void branches_count_through_branches(void **unused)
{
  (void)unused;
  subject s = subject_of(MAIN BOOLS "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main end\n"
                                    "edge L0 -> L1 when a\nedge L0 -> L3 when (not a)\n"
                                    "edge L1 -> L2 when b\nedge L1 -> L3 when (not b)\n"
                                    "edge L2 -> L3 do x := 1:8\nedge L3 -> L4 do y := 1:8\n");
  assert_int_equal(how(&s, "x", "b"), CONTROL);
  assert_int_equal(how(&s, "x", "a"), CONTROL);
  assert_int_equal(how(&s, "x", "c"), 0);
  assert_int_equal(how(&s, "y", "a"), 0);
  assert_int_equal(how(&s, "y", "b"), 0);
  hd_dependence_sources(s.d, (hd_edge){4}, &s.r);
  assert_int_equal(s.r.len, 1); /* x := 1 is decided by L1 -> L2, and only that by L0 -> L1 */
  assert_int_equal(kinds_in(&s.r, 2), CONTROL);
  done(&s);
}

/* while (!a) ; x = 1; with a check that ends the execution, and a lock, before y = 1. */
static void stopping_is_told_apart_from_branching(void **unused)
{
  (void)unused;
  subject s = subject_of(MAIN BOOLS "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main end\n"
                                    "loc L5 main exit\n"
                                    "edge L0 -> L0 when (not a)\nedge L0 -> L1 when a\n"
                                    "edge L1 -> L2 do x := 1:8\n"
                                    "edge L2 -> L3 when b\nedge L2 -> L5 when (not b)\n"
                                    "edge L3 -> L4 when c do y := 1:8\n");
  assert_int_equal(how(&s, "x", "a"), STOP);
  assert_int_equal(how(&s, "x", "b"), 0);
  assert_int_equal(how(&s, "y", "a"), STOP);
  assert_int_equal(how(&s, "y", "b"), STOP);
  assert_int_equal(how(&s, "y", "c"), DATA);
  done(&s);
}

/* while (a) x = 1; whether there is another round is for the round before to say. */
static void a_loop_depends_on_itself(void **unused)
{
  (void)unused;
  subject s = subject_of(MAIN BOOLS "loc L0 main\nloc L1 main\nloc L2 main end\n"
                                    "edge L0 -> L1 when a\nedge L0 -> L2 when (not a)\n"
                                    "edge L1 -> L0 do x := 1:8\n");
  hd_dependence_sources(s.d, (hd_edge){1}, &s.r);
  assert_int_equal(s.r.len, 1);
  assert_int_equal(kinds_in(&s.r, 0), CONTROL);
  done(&s);
}

static void waiting_is_a_stop(void **unused)
{
  (void)unused;
  subject s = subject_of(MAIN BOOLS "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main end\n"
                                    "edge L0 -> L1 when a\nedge L1 -> L2 when b\n"
                                    "edge L2 -> L3 do x := 1:8\n");
  assert_int_equal(how(&s, "x", "b"), STOP);
  assert_int_equal(how(&s, "x", "a"), STOP);
  done(&s);
}

/* if (a) assert(false): the check reads nothing itself. */
static void a_check_depends_on_the_branches_before_it(void **unused)
{
  (void)unused;
  subject s = subject_of(MAIN BOOLS "loc L0 main\nloc L1 main\nloc L2 main end\nloc L3 main exit\n"
                                    "edge L0 -> L1 when a\nedge L0 -> L2 when (not a)\n"
                                    "edge L1 -> L3 assert assertion false\n");
  hd_dependence_of_checks(s.d, &s.r);
  assert_int_equal(s.r.len, 1);
  assert_int_equal(kinds_in(&s.r, hd_program_find_var(s.p, "a").id), CONTROL);
  hd_dependence_of_edge(s.d, (hd_edge){2}, &s.r);
  assert_int_equal(s.r.len, 1);
  done(&s);
}

static void levels_count_dependencies(void **unused)
{
  (void)unused;
  subject s = subject_of(MAIN "var v0 : bv8\nvar v1 : bv8\nvar v2 : bv8\nvar v3 : bool\nvar v4 : bv8\n"
                              "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main end\n"
                              "edge L0 -> L1 do v0 := v1\n"
                              "edge L1 -> L2 when v3\nedge L1 -> L3 when (not v3)\n"
                              "edge L2 -> L3 do v1 := (add v2 v1)\nedge L3 -> L4 do v4 := v0\n");
  uint32_t *l = hd_dependence_levels(s.d, HD_DEPENDS_ALL, &(hd_var){0}, 1);
  const uint32_t expected[] = {0, 1, 2, 2, HD_NONE};
  assert_memory_equal(l, expected, sizeof expected);
  free(l);
  l = hd_dependence_levels(s.d, DATA, &(hd_var){0}, 1);
  assert_int_equal(l[2], 2);
  assert_int_equal(l[3], HD_NONE);
  free(l);
  done(&s);
}

static const char two_threads[] = "program pointer 64 little\n"
                                  "thread main entry L0\nthread worker entry L5 instances 2\nthread idle entry L8\n"
                                  "var g : bv8\nvar m : bv8 sync\nvar h : bv8\nvar l : bv8 local main\nvar k : bv8\n"
                                  "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main end\n"
                                  "loc L5 worker\nloc L6 worker\nloc L7 worker end\nloc L8 idle\n"
                                  "edge L0 -> L1 do l := 1:8\n"                /* 0 */
                                  "edge L1 -> L2 do h := g\n"                  /* 1 */
                                  "edge L1 -> L2 do l := 2:8\n"                /* 2 */
                                  "edge L2 -> L3 do m := (add l h)\n"          /* 3 */
                                  "edge L3 -> L2 do l := 3:8\n"                /* 4 */
                                  "edge L3 -> L4 do g := l\n"                  /* 5 */
                                  "edge L5 -> L6 when (= m 1:8) do g := 4:8\n" /* 6 */
                                  "edge L6 -> L7 do g := g, k := 1:8\n";       /* 7 */

static void definitions_reach_along_paths(void **unused)
{
  (void)unused;
  subject s = subject_of(two_threads);
  hd_u32s defs = {0};
  bool initial;
  hd_var l = hd_program_find_var(s.p, "l"), g = hd_program_find_var(s.p, "g");
  hd_var h = hd_program_find_var(s.p, "h");
  hd_dependence_definitions(s.d, (hd_edge){3}, l, &defs, &initial);
  assert_int_equal(defs.len, 3);
  assert_int_equal(defs.data[0] * 100 + defs.data[1] * 10 + defs.data[2], 24);
  assert_false(initial);
  hd_dependence_definitions(s.d, (hd_edge){3}, h, &defs, &initial); /* shared, but no other thread writes it */
  assert_int_equal(defs.len, 1);
  assert_true(initial);
  hd_dependence_definitions(s.d, (hd_edge){1}, g, &defs, &initial);
  assert_int_equal(defs.len, 3); /* of all threads */
  assert_true(initial);
  hd_dependence_definitions(s.d, (hd_edge){6}, hd_program_find_var(s.p, "k"), &defs, &initial);
  assert_int_equal(defs.len, 1); /* another instance's */
  hd_dependence_sources(s.d, (hd_edge){3}, &s.r);
  assert_int_equal(kinds_in(&s.r, 0), DATA);
  assert_int_equal(kinds_in(&s.r, 1), DATA);
  assert_int_equal(kinds_in(&s.r, 4) & DATA, DATA);
  assert_int_equal(kinds_in(&s.r, 5), 0);
  hd_vec_clear(&defs);
  done(&s);
}

static void data_flows_between_threads(void **unused)
{
  (void)unused;
  subject s = subject_of(two_threads);
  hd_thread worker = {1}, idle = {2};
  hd_u32s vars = {0};
  assert_int_equal(hd_dependence_flow(s.d, HD_MAIN, worker), HD_FLOW_DATA | HD_FLOW_SYNC);
  assert_int_equal(hd_dependence_flow(s.d, worker, HD_MAIN), HD_FLOW_DATA);
  assert_int_equal(hd_dependence_flow(s.d, HD_MAIN, HD_MAIN), 0);
  assert_int_equal(hd_dependence_flow(s.d, worker, worker), HD_FLOW_DATA);
  assert_int_equal(hd_dependence_flow(s.d, HD_MAIN, idle), 0);
  hd_dependence_flow_vars(s.d, HD_MAIN, worker, &vars);
  assert_int_equal(vars.len, 2);
  hd_vec_clear(&vars);
  done(&s);
}

/* --- against the definitions ------------------------------------------------------------------------- */

enum { MOST = 32 };

typedef struct {
  const hd_program *p;
  uint8_t dropped[64], end[MOST];
  bool choice[MOST];
  bool post[MOST][MOST];    /* a post-dominates b */
  bool decides[MOST][MOST]; /* a branch at a decides about b, directly or not */
} naive;

static bool reaches_end(const naive *x, uint32_t from, uint32_t without)
{
  bool seen[MOST] = {0};
  if (from == without) return false;
  seen[from] = true;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t e = 0; e < x->p->edges.len; e++) {
      uint32_t a = x->p->edges.data[e].from.id, b = x->p->edges.data[e].to.id;
      if (x->dropped[e] || !seen[a] || seen[b] || b == without) continue;
      seen[b] = more = true;
    }
  }
  for (uint32_t l = 0; l < x->p->locs.len; l++)
    if (seen[l] && x->end[l]) return true;
  return false;
}

static void decide(naive *x)
{
  uint32_t n = x->p->locs.len;
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = 0; b < n; b++) x->post[a][b] = a == b || !reaches_end(x, b, a);
  for (uint32_t e = 0; e < x->p->edges.len; e++) {
    uint32_t a = x->p->edges.data[e].from.id, b = x->p->edges.data[e].to.id;
    bool counts = !x->dropped[e] && x->choice[a];
    for (uint32_t l = 0; l < n; l++)
      if (counts && x->post[l][b] && (l == a || !x->post[l][a])) x->decides[a][l] = true;
  }
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t a = 0; a < n; a++)
      for (uint32_t b = 0; b < n; b++) x->decides[a][b] |= x->decides[a][k] && x->decides[k][b];
}

static bool ends(const hd_program *p, uint32_t e)
{
  hd_loc_kind kind = hd_loc_get(p, p->edges.data[e].to)->kind;
  return kind == HD_LOC_EXIT || kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND;
}

/* Where an end can be reached from everywhere; elsewhere the definitions leave room. */
static bool is_finite(const naive *x)
{
  for (uint32_t l = 0; l < x->p->locs.len; l++)
    if (!reaches_end(x, l, HD_NONE)) return false;
  return true;
}

static void end_loops(hd_program *p, naive *x)
{
  hd_facts *facts = hd_facts_new(p);
  const hd_loops *loops = hd_facts_loops(facts);
  for (uint32_t i = 0; i < loops->list.len; i++)
    if (loops->list.data[i].bound == HD_NONE) x->end[loops->list.data[i].head.id] = 1;
  hd_facts_free(facts);
}

static bool decide_both(hd_program *p, naive *control, naive *stop)
{
  *control = *stop = (naive){.p = p};
  for (uint32_t e = 0; e < p->edges.len; e++) control->dropped[e] = ends(p, e);
  end_loops(p, stop);
  for (uint32_t l = 0; l < p->locs.len; l++) {
    uint32_t n, kept = 0;
    const uint32_t *out = hd_loc_out(p, (hd_loc){l}, &n);
    for (uint32_t i = 0; i < n; i++) kept += !control->dropped[out[i]];
    control->end[l] = kept == 0;
    control->choice[l] = kept > 1;
    stop->end[l] |= n == 0 || !hd_guards_exhaustive(p, (hd_loc){l});
    stop->choice[l] = n > 1 || (n == 1 && stop->end[l]);
  }
  if (!is_finite(control) || !is_finite(stop)) return false;
  decide(control);
  decide(stop);
  for (uint32_t a = 0; a < p->locs.len; a++)
    for (uint32_t b = 0; b < p->locs.len; b++) stop->decides[a][b] |= control->decides[a][b];
  decide(stop);
  return true;
}

typedef struct {
  const hd_program *p;
  uint8_t *kinds;
  uint8_t kind;
} naive_marks;

static void naive_leaf(void *context, hd_term leaf)
{
  naive_marks *m = context;
  m->kinds[hd_term_symbol(m->p->terms, leaf)] |= m->kind;
}

static void naive_term(naive_marks *m, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(m->p->terms, t, naive_leaf, m);
}

static void naive_guards(naive_marks *m, uint32_t l)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(m->p, (hd_loc){l}, &n);
  for (uint32_t i = 0; i < n; i++) naive_term(m, m->p->edges.data[out[i]].guard);
}

/* What an edge that assigns v adds to what v depends on. */
static void naive_edge(const naive *control, const naive *stop, uint32_t e, uint32_t v, uint8_t *kinds)
{
  const hd_program *p = control->p;
  const hd_edge_info *info = &p->edges.data[e];
  naive_marks m = {p, kinds, DATA};
  uint32_t n;
  hd_loc_out(p, info->from, &n);
  naive_term(&m, info->guard);
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    if (info->assigns[i].var.id != v) continue;
    naive_term(&m, info->assigns[i].value);
    naive_term(&m, info->assigns[i].index);
  }
  bool own_control = n > 1 && (control->choice[info->from.id] || ends(p, e));
  for (uint32_t a = 0; a < p->locs.len; a++) {
    bool own = a == info->from.id;
    m.kind = CONTROL;
    if (control->decides[a][info->from.id] || (own && own_control)) naive_guards(&m, a);
    m.kind = STOP;
    if (stop->decides[a][info->from.id] || (own && n > 1)) naive_guards(&m, a);
  }
}

static void naive_of(const naive *control, const naive *stop, uint32_t v, uint8_t *kinds)
{
  const hd_program *p = control->p;
  memset(kinds, 0, p->vars.len);
  for (uint32_t e = 0; e < p->edges.len; e++) {
    const hd_edge_info *info = &p->edges.data[e];
    bool assigned = false;
    for (uint32_t i = 0; i < info->n_assigns; i++) assigned |= info->assigns[i].var.id == v;
    if (assigned) naive_edge(control, stop, e, v, kinds);
  }
  for (uint32_t y = 0; y < p->vars.len; y++)
    if (kinds[y] & CONTROL) kinds[y] &= (uint8_t)~STOP;
}

/* Of the relation itself, one round after the other. */
static void naive_levels(const uint8_t *relation, uint32_t n, uint8_t kinds, uint32_t from, uint32_t *level)
{
  for (uint32_t v = 0; v < n; v++) level[v] = v == from ? 0 : HD_NONE;
  for (uint32_t round = 0; round < n; round++)
    for (uint32_t x = 0; x < n; x++)
      for (uint32_t y = 0; y < n; y++)
        if (level[x] == round && level[y] == HD_NONE && (relation[x * n + y] & kinds)) level[y] = round + 1;
}

static void compare_levels(hd_dependence *d, const uint8_t *relation, uint32_t n)
{
  static const uint8_t kinds[] = {DATA, DATA | CONTROL, DATA | CONTROL | STOP, CONTROL};
  uint32_t *expected = hd_alloc(n, sizeof *expected);
  for (uint32_t k = 0; k < HD_COUNT(kinds); k++)
    for (uint32_t v = 0; v < n; v++) {
      uint32_t *level = hd_dependence_levels(d, kinds[k], &(hd_var){v}, 1);
      naive_levels(relation, n, kinds[k], v, expected);
      assert_memory_equal(level, expected, n * sizeof *expected);
      free(level);
    }
  free(expected);
}

static void compare_dependencies(hd_program *p, const naive *control, const naive *stop, uint32_t *found)
{
  hd_dependence *d = hd_dependence_new(p);
  hd_reasons r = {0};
  uint32_t n = p->vars.len;
  uint8_t *relation = hd_alloc((size_t)n * n, 1);
  for (uint32_t v = 0; v < n; v++) {
    hd_dependence_of(d, (hd_var){v}, &r);
    naive_of(control, stop, v, relation + v * n);
    for (uint32_t y = 0; y < n; y++) {
      assert_int_equal(kinds_in(&r, y), relation[v * n + y]);
      found[relation[v * n + y]]++;
    }
  }
  compare_levels(d, relation, n);
  free(relation);
  hd_vec_clear(&r);
  hd_dependence_free(d);
}

static void dependencies_are_what_they_are_defined_to_be(void **unused)
{
  (void)unused;
  static naive control, stop;
  uint32_t found[8] = {0};
  for (uint64_t seed = 0; seed < 3000; seed++) {
    hd_program *p = random_model(seed);
    hd_program_index(p);
    assert_true(p->locs.len <= MOST && p->edges.len <= 64);
    if (decide_both(p, &control, &stop)) compare_dependencies(p, &control, &stop, found);
    hd_program_free(p);
  }
  assert_true(found[0] > 1000 && found[DATA] > 1000 && found[CONTROL] > 1000 && found[STOP] > 1000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_assignment_reads_value_index_and_guard),
      cmocka_unit_test(branches_count_through_branches),
      cmocka_unit_test(stopping_is_told_apart_from_branching),
      cmocka_unit_test(a_loop_depends_on_itself),
      cmocka_unit_test(waiting_is_a_stop),
      cmocka_unit_test(a_check_depends_on_the_branches_before_it),
      cmocka_unit_test(levels_count_dependencies),
      cmocka_unit_test(definitions_reach_along_paths),
      cmocka_unit_test(data_flows_between_threads),
      cmocka_unit_test(dependencies_are_what_they_are_defined_to_be),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
