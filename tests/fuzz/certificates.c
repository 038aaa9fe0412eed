/* certificates.c - what engines call a proof, printed, read again, rechecked, and damaged.
 *
 *   fuzz_certificates [-s SOLVER] [-n MOST] ENGINE [FIRST [COUNT [SECONDS]]]    proofs of random programs
 *   fuzz_certificates [-s SOLVER] [-n MOST] CERTIFICATE FILE                    one, of a program in C
 *
 * A proof must hold after it was written and read, by Z3 and, with -s, by another solver; and it must be
 * true in states of random executions. Then one fact of it after the other is damaged (at most MOST of a
 * clause): one that some execution needs is made false and is negated, and the recheck has to refuse both;
 * what it accepts after a change at random must still be true in those states. */
#include <stdio.h>
#include <unistd.h>

#include "api/input.h"
#include "certificate_states.h"
#include "engine/engine.h"
#include "evidence/check.h"
#include "generate.h"
#include "program/text.h"
#include "oracle/systematic.h"

enum { RUNS = 40, RUN_STEPS = 300, MOST_STATES = 400 };

typedef struct {
  const char *solver;
  uint32_t most;
  double seconds;
  uint32_t proofs, kinds[5], facts, needed, refused, changed, accepted, failures;
} tally;

/* A state in which every instance is at a cut-point, and the ghosts there. */
typedef struct {
  hd_state *s;
  uint64_t *ghosts;
} sample;
typedef HD_VEC(sample) samples;

typedef struct {
  const hd_program *p;
  hd_certificate *c;
  hd_property property;
  samples states;
  const char *name;
  tally *t;
} work;

static uint64_t seed_now;
static uint32_t roll(uint32_t n)
{
  return (uint32_t)(hd_roll(&seed_now) % n);
}

static void complain(work *w, const char *what, const char *more)
{
  printf("FAILED %s, %s: %s%s%s\n", w->name, hd_property_name(w->property), what, *more ? ": " : "", more);
  w->t->failures++;
}

/* --- states ------------------------------------------------------------------------------------------ */

static bool is_cut(const work *w, hd_loc l)
{
  return !w->c->cut || w->c->cut[l.id] || hd_loc_get(w->p, l)->kind != HD_LOC_NORMAL;
}

static void keep(work *w, const hd_state *s, const uint64_t *ghosts)
{
  bool wanted = w->states.len < MOST_STATES && !hd_state_exited(s) && !hd_state_beyond(s);
  for (uint32_t i = 0; wanted && i < s->layout->n_who; i++) wanted = is_cut(w, s->locs[i]);
  for (uint32_t i = 0; wanted && i < w->states.len; i++)
    wanted = !hd_state_same(w->states.data[i].s, s) ||
             memcmp(w->states.data[i].ghosts, ghosts, w->c->ghosts.len * sizeof *ghosts) != 0;
  if (!wanted) return;
  sample one = {hd_state_copy(s), hd_alloc(w->c->ghosts.len + 1, sizeof *ghosts)};
  memcpy(one.ghosts, ghosts, w->c->ghosts.len * sizeof *ghosts);
  hd_vec_push(&w->states, one);
}

/* The ghosts after the step, which read the state before it. */
static void set_ghosts(const work *w, const hd_state *s, const hd_step *step, uint64_t *ghosts)
{
  uint32_t who = s->layout->first[step->thread.id] + step->instance;
  certificate_reading r = {w->p, s, ghosts, &who};
  hd_env env = {certificate_read, &r};
  uint64_t *next = hd_alloc(w->c->ghosts.len + 1, sizeof *next);
  memcpy(next, ghosts, w->c->ghosts.len * sizeof *next);
  for (uint32_t i = 0; i < w->c->sets.len; i++)
    if (w->c->sets.data[i].edge.id == step->edge.id)
      next[w->c->sets.data[i].ghost] = hd_term_eval(w->p->terms, w->c->sets.data[i].value, &env);
  memcpy(ghosts, next, w->c->ghosts.len * sizeof *next);
  free(next);
}

static void execute(work *w, uint64_t seed)
{
  hd_replay how;
  hd_trace *t = hd_random_run(w->p, w->property, seed, RUN_STEPS, &how);
  hd_state *s = hd_state_new(w->p, t);
  uint64_t *ghosts = hd_alloc(w->c->ghosts.len + 1, sizeof *ghosts);
  for (uint32_t i = 0; i < w->c->ghosts.len; i++) ghosts[i] = w->c->ghosts.data[i].init;
  keep(w, s, ghosts);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    set_ghosts(w, s, &t->steps.data[i], ghosts);
    hd_state_step(s, &t->steps.data[i], NULL);
    keep(w, s, ghosts);
  }
  free(ghosts);
  hd_state_free(s);
  hd_trace_free(t);
}

static bool is_true(const work *w)
{
  for (uint32_t i = 0; i < w->states.len; i++)
    if (!certificate_is_true(w->p, w->c, w->states.data[i].s, w->states.data[i].ghosts)) return false;
  return true;
}

/* --- which facts executions need ------------------------------------------------------------------- */

typedef struct {
  uint8_t *needed; /* by fact of the clause at hand */
  bool of_numbers; /* facts are about the states of our executions */
} need;

/* The fact that the state needs: the only one of its vector that holds there. */
static bool note_need(void *context, const certificate_reading *r, const hd_clause *k)
{
  need *n = context;
  uint32_t one = HD_NONE, count = 0;
  for (uint32_t f = 0; f < k->facts.len; f++) {
    if (!certificate_is_at(r, k, &k->facts.data[f])) continue;
    if (n->of_numbers && !certificate_holds(r, k->facts.data[f].holds)) continue;
    one = f;
    count++;
  }
  if (count == 1) n->needed[one] = 1;
  return true;
}

/* A proof about any number of copies is about other edges, and one that leaves steps out about fewer states. */
static bool is_about_executions(const hd_certificate *c)
{
  return !c->any && !c->images.len && !(c->relies & HD_RELIES_ORDERS);
}

static uint8_t *find_needed(const work *w, uint32_t clause)
{
  const hd_clause *k = &w->c->clauses.data[clause];
  need n = {hd_alloc(k->facts.len + 1, 1), is_about_executions(w->c)};
  uint32_t *who = hd_alloc(k->n_parties + 1, sizeof *who);
  for (uint32_t i = 0; i < w->states.len && !w->c->images.len && !(w->c->relies & HD_RELIES_ORDERS); i++) {
    certificate_reading r = {w->p, w->states.data[i].s, w->states.data[i].ghosts, who};
    certificate_ways(&r, k, who, 0, note_need, &n);
  }
  free(who);
  return n.needed;
}

/* --- damage ------------------------------------------------------------------------------------------ */

static hd_checked_verdict recheck(const work *w, const char *solver, char *reason, size_t size)
{
  hd_budget budget = {.jobs = 1};
  hd_check_options options = {.solver = solver};
  hd_checked r;
  hd_certificate_check(w->p, w->c, w->property, &options, &budget, &r);
  hd_checked_verdict verdict = r.verdict;
  if (reason) snprintf(reason, size, "%s", r.cause.what ? r.cause.what : "");
  hd_checked_clear(&r);
  return verdict;
}

static void must_fail(work *w, uint32_t clause, hd_fact *f, hd_term instead, const char *how)
{
  hd_term holds = f->holds;
  char where[80];
  f->holds = instead;
  bool accepted = recheck(w, NULL, NULL, 0) == HD_PROOF_HOLDS;
  f->holds = holds;
  w->t->refused += !accepted;
  snprintf(where, sizeof where, "clause %u, L%u, %s", clause + 1, f->at ? f->at[0].id : 0, how);
  if (accepted) complain(w, "accepted though damaged", where);
}

static void damage_needed(work *w, uint32_t clause, hd_fact *f)
{
  hd_terms *T = w->p->terms;
  w->t->needed++;
  must_fail(w, clause, f, hd_term_false(T), "made false");
  if (is_about_executions(w->c)) must_fail(w, clause, f, hd_term_1(T, HD_OP_NOT, f->holds), "negated");
}

static void damage_at_random(work *w, hd_fact *f)
{
  hd_term holds = f->holds;
  uint32_t where = roll(hd_term_size(w->p->terms, holds));
  f->holds = certificate_damage_term(w->p->terms, holds, &where, roll);
  w->t->changed++;
  if (!hd_term_same(f->holds, holds) && recheck(w, NULL, NULL, 0) == HD_PROOF_HOLDS) {
    w->t->accepted++;
    if (is_about_executions(w->c) && !is_true(w)) complain(w, "accepted after a change, and not true", "");
  }
  f->holds = holds;
}

static void damage_clause(work *w, uint32_t clause)
{
  hd_clause *k = &w->c->clauses.data[clause];
  uint8_t *needed = find_needed(w, clause);
  uint32_t n = 0, every = 1;
  for (uint32_t f = 0; f < k->facts.len; f++) n += needed[f];
  if (n > w->t->most) every = (n + w->t->most - 1) / w->t->most;
  for (uint32_t f = 0, seen = 0; f < k->facts.len; f++) {
    if (!needed[f] || seen++ % every) continue;
    damage_needed(w, clause, &k->facts.data[f]);
    damage_at_random(w, &k->facts.data[f]);
  }
  w->t->facts += k->facts.len;
  free(needed);
}

/* --- one proof --------------------------------------------------------------------------------------- */

static void examine(work *w)
{
  char reason[256];
  tally *t = w->t;
  t->proofs++;
  t->kinds[w->c->kind]++;
  if (w->c->kind == HD_PROOF_EXHAUSTIVE || w->c->kind == HD_PROOF_WORD) return;
  hd_checked_verdict verdict = recheck(w, NULL, reason, sizeof reason);
  if (verdict != HD_PROOF_HOLDS) complain(w, "not accepted", reason);
  if (verdict == HD_PROOF_HOLDS && t->solver && recheck(w, t->solver, reason, sizeof reason) != HD_PROOF_HOLDS)
    complain(w, t->solver, reason);
  for (uint64_t seed = 1; seed <= RUNS; seed++) execute(w, seed);
  if (is_about_executions(w->c) && !is_true(w)) complain(w, "accepted, and not true", "");
  for (uint32_t i = 0; verdict == HD_PROOF_HOLDS && i < w->c->clauses.len; i++) damage_clause(w, i);
  for (uint32_t i = 0; i < w->states.len; i++) {
    hd_state_free(w->states.data[i].s);
    free(w->states.data[i].ghosts);
  }
  hd_vec_clear(&w->states);
}

/* Examines the text of a proof. */
static void read_again(tally *t, const hd_program *p, const char *text, size_t size, hd_property property,
                       const char *name)
{
  hd_diags diags;
  hd_diags_init(&diags);
  work w = {.p = p, .property = property, .name = name, .t = t};
  w.c = hd_certificate_parse(text, size, "certificate", p, &diags);
  if (w.c)
    examine(&w);
  else
    complain(&w, "cannot be read", diags.list.len ? diags.list.data[0].message : "");
  hd_certificate_free(w.c);
  hd_diags_clear(&diags);
}

static void examine_result(tally *t, const hd_program *p, const hd_certificate *c, hd_property property,
                           const char *name)
{
  char *text;
  size_t size;
  hd_certificate_head head = {.property = property, .limits = {2, 2, 2}};
  FILE *out = open_memstream(&text, &size);
  if (!out) hd_out_of_memory();
  hd_certificate_print(out, p, c, &head);
  fclose(out);
  read_again(t, p, text, size, property, name);
  free(text);
}

/* --- random programs -------------------------------------------------------------------------------- */

static void verify(tally *t, const hd_engine *engine, uint64_t seed, hd_property property)
{
  hd_program *p = generate_program(seed, property);
  hd_task task = hd_task_unbounded(property);
  task.reduction = (hd_reduction)(seed % 3);
  const char *why_not = NULL;
  char name[64];
  snprintf(name, sizeof name, "%s, seed %llu", engine->name, (unsigned long long)seed);
  if (hd_engine_accepts(engine, p, &task, &why_not)) {
    hd_budget budget = {.deadline = hd_now() + t->seconds, .jobs = 1};
    hd_result r;
    hd_result_init(&r);
    engine->run(p, &task, &budget, &r);
    if (r.verdict == HD_SAFE && r.certificate) examine_result(t, p, r.certificate, property, name);
    hd_result_clear(&r);
  }
  hd_program_free(p);
}

/* --- a file ------------------------------------------------------------------------------------------- */

static int examine_file(tally *t, const char *certificate, const char *file)
{
  heddle_options options = {0};
  heddle_input *in = heddle_load(&options, &file, 1);
  hd_c_options c = hd_input_options(&options);
  hd_certificate_head head = {.property = HD_PROP_UNREACH_CALL};
  size_t length = 0;
  char *text = heddle_input_ok(in) ? hd_input_read_file(in, certificate, &length) : NULL;
  hd_program *p = NULL;
  if (text && hd_certificate_parse_head(text, length, certificate, &head, &in->diags)) {
    in->property = head.property;
    memcpy(c.limits, head.limits, sizeof head.limits);
    p = hd_input_program(in, &c, &(hd_budget){.jobs = 1});
  }
  if (p)
    read_again(t, p, text, length, head.property, file);
  else
    fprintf(stderr, "%s or %s cannot be read\n", certificate, file);
  hd_program_free(p);
  heddle_input_free(in);
  return p ? 0 : 65;
}

static uint64_t number(int argc, char **argv, int i, uint64_t otherwise)
{
  return argc > i ? strtoull(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
  static const hd_property properties[] = {HD_PROP_UNREACH_CALL, HD_PROP_NO_DATA_RACE, HD_PROP_NO_DEADLOCK};
  tally t = {.most = 4};
  int status = 0, option;
  while ((option = getopt(argc, argv, "s:n:")) != -1) {
    if (option == 's') t.solver = optarg;
    if (option == 'n') t.most = (uint32_t)strtoul(optarg, NULL, 10);
    if (option == '?') return 64;
  }
  argc -= optind, argv += optind;
  const hd_engine *engine = argc ? hd_engine_find(argv[0]) : NULL;
  if (!argc || !t.most || (!engine && argc != 2)) return 64;
  uint64_t first = number(argc, argv, 1, 1), count = number(argc, argv, 2, 50);
  t.seconds = argc > 3 ? atof(argv[3]) : 2;
  for (uint64_t seed = first; engine && seed < first + count; seed++)
    for (uint32_t i = 0; i < HD_COUNT(properties); i++) verify(&t, engine, seed, properties[i]);
  if (!engine) status = examine_file(&t, argv[0], argv[1]);
  printf("%s: %u proofs (%u product, %u modular, %u graph, %u search), %u facts; %u of those that executions need "
         "damaged, %u times refused; %u changed at random, %u accepted; %u failures\n",
         argv[0], t.proofs, t.kinds[HD_PROOF_PRODUCT], t.kinds[HD_PROOF_MODULAR], t.kinds[HD_PROOF_GRAPH],
         t.kinds[HD_PROOF_EXHAUSTIVE], t.facts, t.needed, t.refused, t.changed, t.accepted, t.failures);
  return status ? status : t.failures != 0;
}
