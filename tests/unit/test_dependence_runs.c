/* test_dependence_runs.c - dependencies against executions: what a variable does not depend on does not change it. */
#include "program_text.h"
#include "random_model.h"

#include "analysis/dependence.h"
#include "trace/interp.h"

enum { N_VARS = 5, RUN = 200 };

/* One thread over shared variables v0 .. v4 of two bits, with any edges. */
static hd_program *random_thread(uint64_t seed)
{
  model_maker m = {.p = hd_program_new(), .seed = seed * 31337};
  static const char *const names[N_VARS] = {"v0", "v1", "v2", "v3", "v4"};
  hd_term terms[N_VARS];
  hd_terms *T = m.p->terms;
  uint32_t n = 4 + model_roll(&m, 6);
  for (uint32_t i = 0; i < N_VARS; i++) {
    hd_var_info v = {.name = names[i], .thread = HD_NO_THREAD, .sort = HD_BV(2), .pos = HD_NO_POS};
    v.any = true;
    terms[i] = hd_program_var_term(m.p, hd_program_add_var(m.p, v));
  }
  for (uint32_t i = 0; i < n; i++) {
    hd_loc_info l = {.thread = HD_MAIN, .pos = HD_NO_POS, .frame = HD_NONE};
    if (i + 1 == n) l.kind = model_roll(&m, 2) ? HD_LOC_EXIT : HD_LOC_END;
    hd_program_add_loc(m.p, l);
  }
  hd_thread_info t = {.name = "main", .entry = {0}, .instances = 1, .pos = HD_NO_POS};
  t.self = t.status = HD_NO_VAR;
  hd_program_add_thread(m.p, t);
  for (uint32_t i = 0; i < 2 * n; i++) {
    uint32_t from = i < n ? i : model_roll(&m, n - 1);
    uint32_t to = model_roll(&m, 3) && i + 1 < n ? i + 1 : model_roll(&m, n);
    if (from == n - 1) continue;
    hd_term a = terms[model_roll(&m, N_VARS)], b = terms[model_roll(&m, N_VARS)];
    hd_term c = terms[model_roll(&m, N_VARS)];
    hd_assign assign = {.var = {model_roll(&m, N_VARS)}, .value = hd_term_2(T, HD_OP_ADD, a, b)};
    if (model_roll(&m, 2)) assign.value = hd_term_bv(T, 2, model_roll(&m, 4));
    hd_edge_info e = {.from = {from}, .to = {to}, .pos = HD_NO_POS, .frame = HD_NONE};
    if (model_roll(&m, 2)) e.guard = hd_term_eq_bv(T, c, model_roll(&m, 4));
    if (hd_term_is(e.guard) && model_roll(&m, 2)) e.guard = hd_term_1(T, HD_OP_NOT, e.guard);
    if (model_roll(&m, 2)) {
      e.assigns = &assign;
      e.n_assigns = 1;
    }
    hd_program_add_edge(m.p, e);
  }
  hd_program_index(m.p);
  return m.p;
}

typedef struct {
  uint64_t written[N_VARS][RUN];
  uint32_t n[N_VARS];
  bool whole;           /* it ended, or it was seen to go on in a circle */
  bool endless[N_VARS]; /* in which the variable is written */
} history;

static hd_state *start_from(const hd_program *p, const uint64_t *start)
{
  hd_trace *t = hd_trace_new();
  for (uint32_t v = 0; v < N_VARS; v++) hd_vec_push(&t->initial, (hd_initial){{v}, 0, 0, start[v]});
  hd_state *s = hd_state_new(p, t);
  hd_trace_free(t);
  return s;
}

/* Takes the first enabled edge; false: there is none. */
static bool take_first(const hd_program *p, hd_state *s, hd_events *events, history *h)
{
  uint32_t n, i = 0;
  const uint32_t *out = hd_loc_out(p, hd_state_loc(s, HD_MAIN, 0), &n);
  while (i < n && !hd_state_enabled(s, HD_MAIN, 0, (hd_edge){out[i]})) i++;
  if (i == n) return false;
  events->len = 0;
  hd_state_step(s, &(hd_step){.thread = HD_MAIN, .edge = {out[i]}}, events);
  for (uint32_t k = 0; k < events->len; k++) {
    uint32_t v = events->data[k].var.id;
    if (events->data[k].write) h->written[v][h->n[v]++] = events->data[k].value;
  }
  return true;
}

/* A state that was kept after 1, 2, 4, .. steps and comes again closes the circle. */
static void run_from(const hd_program *p, const uint64_t *start, history *h)
{
  hd_state *s = start_from(p, start), *kept = hd_state_copy(s);
  hd_events events = {0};
  uint32_t before[N_VARS] = {0};
  memset(h, 0, sizeof *h);
  for (uint32_t step = 1; step < RUN && !h->whole; step++) {
    bool went_on = take_first(p, s, &events, h);
    h->whole = !went_on || hd_state_same(s, kept);
    for (uint32_t v = 0; v < N_VARS; v++) h->endless[v] = went_on && h->n[v] > before[v];
    if (h->whole || (step & (step - 1))) continue;
    hd_state_free(kept);
    kept = hd_state_copy(s);
    memcpy(before, h->n, sizeof before);
  }
  hd_vec_clear(&events);
  hd_state_free(kept);
  hd_state_free(s);
}

static bool agree_so_far(const history *a, const history *b, uint32_t v)
{
  uint32_t n = a->n[v] < b->n[v] ? a->n[v] : b->n[v];
  return memcmp(a->written[v], b->written[v], n * sizeof a->written[v][0]) == 0;
}

/* Is one known to write the variable more often? */
static bool goes_further(const history *a, const history *b, uint32_t v)
{
  if (!a->whole || !b->whole || (a->endless[v] && b->endless[v])) return false;
  return a->endless[v] != b->endless[v] || a->n[v] != b->n[v];
}

typedef struct {
  uint32_t independent, differ, further;
} tally;

static void compare_histories(hd_dependence *d, const history *a, const history *b, uint32_t y, tally *count)
{
  for (uint32_t x = 0; x < N_VARS; x++) {
    uint32_t *level = hd_dependence_levels(d, HD_DEPENDS_DATA | HD_DEPENDS_CONTROL, &(hd_var){x}, 1);
    uint32_t *any = hd_dependence_levels(d, HD_DEPENDS_ALL, &(hd_var){x}, 1);
    bool agree = agree_so_far(a, b, x), further = goes_further(a, b, x);
    count->independent += any[y] == HD_NONE;
    count->differ += !agree;
    count->further += agree && further;
    assert_true(agree || level[y] != HD_NONE);
    assert_true(!further || any[y] != HD_NONE);
    free(level);
    free(any);
  }
}

/* Another y at the start changes what is written to x only if x depends on y by data or control,
 * and how often only if it does so in some way. */
static void what_x_does_not_depend_on_does_not_change_x(void **unused)
{
  (void)unused;
  tally count = {0};
  for (uint64_t seed = 0; seed < 4000; seed++) {
    hd_program *p = random_thread(seed);
    hd_dependence *d = hd_dependence_new(p);
    uint64_t start[N_VARS];
    history one, other;
    for (uint32_t v = 0; v < N_VARS; v++) start[v] = hd_hash_u64(seed * 8 + v) & 3;
    run_from(p, start, &one);
    for (uint32_t y = 0; y < N_VARS; y++) {
      start[y] ^= 1 + seed % 3;
      run_from(p, start, &other);
      start[y] ^= 1 + seed % 3;
      compare_histories(d, &one, &other, y, &count);
    }
    hd_dependence_free(d);
    hd_program_free(p);
  }
  print_message("%u independent pairs, %u differ, %u go further\n", count.independent, count.differ, count.further);
  assert_true(count.independent > 1000 && count.differ > 1000 && count.further > 1000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_x_does_not_depend_on_does_not_change_x),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
