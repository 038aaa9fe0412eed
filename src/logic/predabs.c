/* predabs.c - cubes of predicates from models of a solver, with a memo of what was asked. */
#include "logic/predabs.h"

#include "base/map.h"
#include "logic/transition.h"

/* Valuations enumerated for one formula before the Cartesian abstraction has to do. */
enum { MOST_VALUATIONS = 4096 };

typedef struct {
  hd_u32s key; /* the formula, the predicates, the variables */
  hd_bdd set;
  bool exact;
  hd_truth *truths; /* NULL: a Boolean abstraction */
  uint32_t next;    /* with the same hash; HD_NONE: none */
} entry;

struct hd_predabs {
  hd_smt *s;
  hd_solver *solver;
  HD_VEC(entry) entries;
  hd_map by_hash;
  hd_predabs_stats stats;
};

hd_predabs *hd_predabs_new(hd_smt *s)
{
  hd_predabs *a = hd_alloc(1, sizeof *a);
  a->s = s;
  a->solver = hd_solver_new(s);
  return a;
}

void hd_predabs_free(hd_predabs *a)
{
  if (!a) return;
  for (uint32_t i = 0; i < a->entries.len; i++) {
    entry *e = &a->entries.data[i];
    if (!e->truths) hd_bdd_drop(e->set);
    free(e->truths);
    hd_vec_clear(&e->key);
  }
  hd_vec_clear(&a->entries);
  hd_map_clear(&a->by_hash);
  hd_solver_free(a->solver);
  free(a);
}

hd_predabs_stats hd_predabs_get_stats(const hd_predabs *a)
{
  return a->stats;
}

/* --- the cache -------------------------------------------------------------------------------------- */

static hd_u32s key_of(hd_term formula, const hd_term *preds, const uint32_t *vars, uint32_t n)
{
  hd_u32s key = {0};
  hd_vec_push(&key, vars != NULL);
  hd_vec_push(&key, formula.id);
  for (uint32_t i = 0; i < n; i++) {
    hd_vec_push(&key, preds[i].id);
    if (vars) hd_vec_push(&key, vars[i]);
  }
  return key;
}

static uint64_t hash_of(const hd_u32s *key)
{
  return hd_hash_bytes(key->data, key->len * sizeof *key->data, 1);
}

static const entry *find_abstraction(hd_predabs *a, const hd_u32s *key)
{
  a->stats.asked++;
  uint64_t at = hd_map_get_or(&a->by_hash, hash_of(key), HD_NONE);
  for (; at != HD_NONE; at = a->entries.data[at].next) {
    const entry *e = &a->entries.data[at];
    if (e->key.len == key->len && !memcmp(e->key.data, key->data, key->len * sizeof *key->data)) {
      a->stats.cached++;
      return e;
    }
  }
  return NULL;
}

/* Takes over the key and the truths; keeps the set. */
static void remember(hd_predabs *a, entry e)
{
  uint64_t hash = hash_of(&e.key);
  e.next = (uint32_t)hd_map_get_or(&a->by_hash, hash, HD_NONE);
  if (!e.truths) hd_bdd_keep(e.set);
  hd_map_put(&a->by_hash, hash, a->entries.len);
  hd_vec_push(&a->entries, e);
}

/* --- questions -------------------------------------------------------------------------------------- */

/* The Boolean that stands for the i-th predicate in the solver. */
static hd_term literal(hd_predabs *a, uint32_t i)
{
  return hd_term_var(hd_smt_terms(a->s), HD_BOOL, HD_VERSIONS + (UINT32_C(1) << 27) + i);
}

static void begin_abstraction(hd_predabs *a, hd_term formula, const hd_term *preds, uint32_t n)
{
  hd_solver_push(a->solver);
  hd_solver_assert(a->solver, formula);
  for (uint32_t i = 0; i < n; i++)
    hd_solver_assert(a->solver, hd_term_2(hd_smt_terms(a->s), HD_OP_EQ, literal(a, i), preds[i]));
}

static void end_abstraction(hd_predabs *a)
{
  hd_solver_pop(a->solver, 1);
}

static void set_all(hd_truth *out, uint32_t n, hd_truth value)
{
  for (uint32_t i = 0; i < n; i++) out[i] = value;
}

/* What the last model says of each predicate that is not ANY yet. */
static void meet_model(hd_predabs *a, uint32_t n, hd_truth *out)
{
  a->stats.models++;
  for (uint32_t i = 0; i < n; i++) {
    hd_truth value = hd_solver_value(a->solver, literal(a, i)) ? HD_PRED_TRUE : HD_PRED_FALSE;
    if (out[i] == HD_PRED_NEVER)
      out[i] = value;
    else if (out[i] != value)
      out[i] = HD_PRED_ANY;
  }
}

/* Each model may show several predicates to be ANY at once. */
static void find_truths(hd_predabs *a, uint32_t n, hd_truth *out)
{
  hd_terms *T = hd_smt_terms(a->s);
  set_all(out, n, HD_PRED_NEVER);
  hd_answer answer = hd_solver_check(a->solver, NULL, 0);
  if (answer == HD_DONT_KNOW) set_all(out, n, HD_PRED_ANY);
  if (answer == HD_SAT) meet_model(a, n, out);
  for (uint32_t i = 0; i < n; i++) {
    if (out[i] != HD_PRED_TRUE && out[i] != HD_PRED_FALSE) continue;
    hd_term other = literal(a, i);
    if (out[i] == HD_PRED_TRUE) other = hd_term_1(T, HD_OP_NOT, other);
    answer = hd_solver_check(a->solver, &other, 1);
    if (answer == HD_SAT) meet_model(a, n, out);
    if (answer == HD_DONT_KNOW) out[i] = HD_PRED_ANY;
  }
}

void hd_predabs_cartesian(hd_predabs *a, hd_term formula, const hd_term *preds, uint32_t n, hd_truth *out)
{
  hd_u32s key = key_of(formula, preds, NULL, n);
  const entry *known = find_abstraction(a, &key);
  if (known) {
    memcpy(out, known->truths, n * sizeof *out);
    hd_vec_clear(&key);
    return;
  }
  begin_abstraction(a, formula, preds, n);
  find_truths(a, n, out);
  end_abstraction(a);
  hd_truth *truths = hd_alloc(n + 1, sizeof *truths);
  memcpy(truths, out, n * sizeof *out);
  remember(a, (entry){.key = key, .truths = truths});
}

/* --- all valuations ---------------------------------------------------------------------------------- */

static hd_bdd cube_of(const hd_truth *truths, const uint32_t *vars, uint32_t n)
{
  hd_bdd cube = HD_BDD_TRUE;
  for (uint32_t i = n; i-- > 0;) {
    if (truths[i] == HD_PRED_NEVER) return HD_BDD_FALSE;
    if (truths[i] == HD_PRED_TRUE) cube = hd_bdd_and(cube, hd_bdd_var(vars[i]));
    if (truths[i] == HD_PRED_FALSE) cube = hd_bdd_and(cube, hd_bdd_not_var(vars[i]));
  }
  return cube;
}

/* Adds the valuation of the last model to the set, and forbids it. */
static hd_bdd add_valuation(hd_predabs *a, hd_bdd set, const hd_truth *truths, const uint32_t *vars, uint32_t n)
{
  hd_terms *T = hd_smt_terms(a->s);
  hd_bdd one = HD_BDD_TRUE;
  hd_term differs = hd_term_false(T);
  a->stats.models++;
  for (uint32_t i = n; i-- > 0;) {
    bool value = hd_solver_value(a->solver, literal(a, i)) != 0;
    one = hd_bdd_and(one, value ? hd_bdd_var(vars[i]) : hd_bdd_not_var(vars[i]));
    if (truths[i] != HD_PRED_ANY) continue; /* cannot differ */
    hd_term other = value ? hd_term_1(T, HD_OP_NOT, literal(a, i)) : literal(a, i);
    differs = hd_term_2(T, HD_OP_OR, differs, other);
  }
  hd_solver_assert(a->solver, differs);
  return hd_bdd_or(set, one);
}

static hd_bdd enumerate_valuations(hd_predabs *a, const hd_truth *truths, const uint32_t *vars, uint32_t n, bool *exact)
{
  hd_bdd set = HD_BDD_FALSE;
  hd_answer answer = HD_SAT;
  for (unsigned i = 0; i < MOST_VALUATIONS && hd_bdd_ok(set); i++) {
    answer = hd_solver_check(a->solver, NULL, 0);
    if (answer != HD_SAT) break;
    set = add_valuation(a, set, truths, vars, n);
  }
  *exact = answer == HD_UNSAT;
  return *exact ? set : cube_of(truths, vars, n);
}

hd_bdd hd_predabs_boolean(hd_predabs *a, hd_term formula, const hd_term *preds, const uint32_t *vars, uint32_t n,
                          bool *exact)
{
  hd_u32s key = key_of(formula, preds, vars, n);
  const entry *known = find_abstraction(a, &key);
  if (known) {
    if (exact) *exact = known->exact;
    hd_vec_clear(&key);
    return known->set;
  }
  bool is_exact = false;
  hd_truth *truths = hd_alloc(n + 1, sizeof *truths);
  hd_bdd_scope scope = hd_bdd_open();
  begin_abstraction(a, formula, preds, n);
  find_truths(a, n, truths);
  hd_bdd set = enumerate_valuations(a, truths, vars, n, &is_exact);
  end_abstraction(a);
  free(truths);
  if (exact) *exact = is_exact;
  set = hd_bdd_close_with(scope, set);
  if (hd_bdd_ok(set))
    remember(a, (entry){.key = key, .set = set, .exact = is_exact});
  else
    hd_vec_clear(&key);
  return set;
}

/* --- meanings ----------------------------------------------------------------------------------------- */

/* Shannon expansion along vars; equal cofactors leave the predicate out. */
static hd_term meaning_of_set(hd_predabs *a, hd_bdd set, const hd_term *preds, const uint32_t *vars, uint32_t n)
{
  hd_terms *T = hd_smt_terms(a->s);
  if (hd_bdd_is_true(set)) return hd_term_true(T);
  if (hd_bdd_is_false(set) || n == 0) return hd_term_false(T);
  hd_bdd yes = hd_bdd_restrict(set, hd_bdd_var(vars[0])), no = hd_bdd_restrict(set, hd_bdd_not_var(vars[0]));
  if (hd_bdd_same(yes, no)) return meaning_of_set(a, yes, preds + 1, vars + 1, n - 1);
  return hd_term_3(T, HD_OP_ITE, preds[0], meaning_of_set(a, yes, preds + 1, vars + 1, n - 1),
                   meaning_of_set(a, no, preds + 1, vars + 1, n - 1));
}

hd_term hd_predabs_meaning(hd_predabs *a, hd_bdd set, const hd_term *preds, const uint32_t *vars, uint32_t n)
{
  hd_bdd_scope scope = hd_bdd_open();
  hd_term t = meaning_of_set(a, set, preds, vars, n);
  hd_bdd_close(scope);
  return t;
}
