/* solve.c - files of fixed-point formulas, with or without a Boolean program beside them. */
#include <ctype.h>

#include "api/input.h"
#include "api/recheck.h"
#include "engine/fixpoint/checker.h"
#include "engine/fixpoint/relations.h"
#include "mu/mu.h"
#include "report/cause.h"

typedef struct {
  heddle_input *in;
  const heddle_formulas *what;
  FILE *out;
  hd_mu *mu;
  hd_bp *program; /* unfolded; NULL: none */
  bool *targets;
  hd_fx_model model;
  const char *unknown; /* why an answer is missing */
  double began;
} solving;

static void complain_of_formulas(solving *s, hd_status status, hd_place place, const char *message, const char *hint)
{
  hd_diag *d = hd_diags_add(&s->in->diags, HD_ERROR, place, "%s", message);
  d->hint = hint;
  s->in->status = status;
}

/* --- the program ------------------------------------------------------------------------------------ */

/* Threads that may be started any number of times are templates, unless a number is given. */
static void unfold_threads(solving *s, const heddle_options *o, const char *path)
{
  const hd_bp *p = s->in->bp;
  bool complete;
  s->program = hd_bp_unfold(p, o->threads ? o->threads : 1, &complete);
  if (!complete && o->threads == 0) {
    hd_bp_free(s->program);
    s->program = hd_bp_unfold(p, 0, &complete);
    hd_diags_add(&s->in->diags, HD_WARNING, (hd_place){.file = path},
                 "any number of threads may run: in the formulas, a Thread is a template")
        ->hint = "--threads N makes N threads of each template";
  }
  s->targets = hd_alloc(p->locs.len + 1, sizeof *s->targets);
  hd_bp_targets(p, o->label, s->targets);
  hd_fx_model_init(&s->model, s->program);
}

/* What `init' leaves, or what the program begins with. */
static hd_bdd initial_globals(hd_fx_checker *c, const hd_bp *p)
{
  hd_bdd start = hd_fx_checker_initial(c);
  if (p->init == HD_NONE) return start;
  hd_fx_run run = {.proc = p->init, .start = start, .n_contexts = 1, .everything = true};
  return hd_fx_checker_run(c, &run) == HD_FX_EXHAUSTED ? HD_BDD_NONE : hd_fx_checker_exit_globals(c);
}

static void supply(solving *s)
{
  hd_fx_checker *c = hd_fx_checker_new(s->program);
  hd_bdd shared = initial_globals(c, s->program);
  if (hd_bdd_ok(shared)) hd_fx_model_supply(&s->model, s->mu, s->targets, &shared, hd_fx_checker_row(c).globals);
  hd_fx_checker_free(c);
}

/* --- reading ------------------------------------------------------------------------------------------ */

/* "K=3,N=2" */
static bool set_parameters(solving *s, const char *text)
{
  while (text && *text) {
    size_t name = strcspn(text, "=,");
    char *end = NULL;
    unsigned long value = text[name] == '=' ? strtoul(text + name + 1, &end, 10) : 0;
    if (!end || end == text + name + 1 || (*end && *end != ',') || value > 1000000) {
      complain_of_formulas(s, HD_BAD_USAGE, (hd_place){0}, "--set wants NAME=NUMBER, several separated by commas",
                           NULL);
      return false;
    }
    hd_mu_set_param(s->mu, hd_arena_strndup(&s->in->arena, text, name), (uint32_t)value);
    text = *end ? end + 1 : end;
  }
  return true;
}

static hd_status read_files(solving *s, const char *const *files, unsigned n)
{
  hd_status status = HD_OK;
  if (s->program) {
    char *text = hd_fx_model_text(&s->model);
    status = hd_mu_add_text(s->mu, "the program's relations", text);
    free(text);
  }
  for (unsigned i = 0; i < n && status == HD_OK; i++) status = hd_mu_add_file(s->mu, files[i]);
  return status == HD_OK ? hd_mu_check(s->mu) : status;
}

static bool inputs_are_there(solving *s, const char *file)
{
  if (s->program) supply(s);
  const char *missing = hd_bdd_exhausted() ? NULL : hd_mu_missing(s->mu);
  if (!missing) return true;
  const char *message = hd_arena_printf(&s->in->arena, "the input relation '%s' has no value", missing);
  complain_of_formulas(s, HD_BAD_INPUT, (hd_place){.file = file}, message,
                       s->program ? "docs/mu-relations.md lists the relations of a program"
                                  : "name a Boolean program with --program, or define the relation");
  return false;
}

/* --- printing ------------------------------------------------------------------------------------------- */

static void print_iteration(void *context, const char *relation, uint32_t iteration, hd_bdd value)
{
  solving *s = context;
  fprintf(s->out, "%s %u: %llu nodes\n", relation, iteration, (unsigned long long)hd_bdd_nodes(value));
}

/* On one line, and not too long. */
static void print_formula(FILE *out, const char *text)
{
  enum { LONGEST = 100 };
  unsigned n = 0;
  for (; *text && n < LONGEST; n++) {
    bool blank = isspace((unsigned char)*text);
    fputc(blank ? ' ' : *text++, out);
    while (blank && isspace((unsigned char)*text)) text++;
  }
  fputs(*text ? "..." : "", out);
}

/* Leaves the reason when the value is none. */
static bool is_known(solving *s, hd_bdd value)
{
  if (hd_bdd_ok(value)) return true;
  hd_cause c = {.kind = hd_bdd_exhausted(), .pos = HD_NO_POS};
  if (c.kind == HD_CAUSE_MEMORY) hd_cover(&c.covered, HD_MEASURE_BDD_NODES, hd_bdd_get_stats().table);
  s->unknown = c.kind ? hd_report_cause(&c, &s->in->arena) : "no fixed point";
  return false;
}

static void print_count(solving *s, const char *relation)
{
  hd_bdd value = hd_mu_value(s->mu, relation);
  if (is_known(s, value)) fprintf(s->out, "%s: %.0f\n", relation, hd_mu_count(s->mu, relation));
}

static void print_table(solving *s, const char *relation)
{
  hd_bdd value = hd_mu_value(s->mu, relation);
  if (!is_known(s, value)) return;
  fprintf(s->out, "%s:\n", relation);
  hd_mu_print_table(s->out, s->mu, relation, value, s->what->rows ? s->what->rows : 50);
}

static void answer(solving *s, uint32_t i)
{
  hd_mu_query q = hd_mu_query_get(s->mu, i);
  if (q.command == HD_MU_COUNT)
    print_count(s, q.relation);
  else if (q.command == HD_MU_SHOW)
    print_table(s, q.relation);
  else {
    hd_bdd value = hd_mu_answer(s->mu, i);
    if (!is_known(s, value)) return;
    print_formula(s->out, q.text);
    fprintf(s->out, ": %s\n", hd_bdd_is_true(value) ? "true" : "false");
  }
}

static void print_stats(const solving *s)
{
  for (uint32_t i = 0; i < hd_mu_stats_count(s->mu); i++) {
    hd_mu_stats t = hd_mu_stats_get(s->mu, i);
    if (t.evaluations == 0) continue;
    fprintf(s->out, "%s.evaluations: %u\n%s.iterations: %u\n%s.nodes: %llu\n%s.time: %.3f\n", t.relation, t.evaluations,
            t.relation, t.iterations, t.relation, (unsigned long long)t.nodes, t.relation, t.seconds);
  }
  hd_bdd_stats b = hd_bdd_get_stats();
  fprintf(s->out, "bdd.nodes: %llu\nbdd.variables: %u\ntime.total: %.3f\n", (unsigned long long)b.peak,
          hd_bdd_vars_count(), hd_now() - s->began);
}

static bool named_relation_exists(solving *s, const char *name)
{
  if (!name || hd_mu_has(s->mu, name)) return true;
  complain_of_formulas(s, HD_BAD_USAGE, (hd_place){0},
                       hd_arena_printf(&s->in->arena, "there is no relation '%s'", name), NULL);
  return false;
}

static void evaluate_queries(solving *s)
{
  const heddle_formulas *w = s->what;
  if (!named_relation_exists(s, w->count) || !named_relation_exists(s, w->show)) return;
  for (uint32_t i = 0; i < hd_mu_query_count(s->mu) && !s->unknown; i++) answer(s, i);
  if (w->count && !s->unknown) print_count(s, w->count);
  if (w->show && !s->unknown) print_table(s, w->show);
  if (w->stats) print_stats(s);
  bool asked = hd_mu_query_count(s->mu) > 0 || w->count || w->show;
  if (!asked)
    hd_diags_add(&s->in->diags, HD_WARNING, (hd_place){0}, "there is nothing to evaluate")->hint =
        "end the file with a closed formula, or use --count or --show";
  if (hd_diags_has_error(&s->in->diags) && !s->unknown) s->in->status = HD_BAD_INPUT;
}

/* --- all together -----------------------------------------------------------------------------------------
 */

static void solve_files(solving *s, bool reorder, const char *const *files, unsigned n)
{
  const heddle_formulas *w = s->what;
  hd_mu_options options = {.literal = w->literal, .reorder = reorder, .trace_context = s};
  if (w->trace) options.trace = print_iteration;
  s->mu = hd_mu_new(&s->in->diags);
  hd_mu_set_options(s->mu, &options);
  if (set_parameters(s, w->parameters)) {
    if (read_files(s, files, n) != HD_OK)
      s->in->status = HD_BAD_INPUT;
    else if (inputs_are_there(s, files[n - 1]))
      evaluate_queries(s);
  }
  hd_mu_free(s->mu);
}

heddle_input *heddle_solve(const heddle_options *o, const heddle_formulas *what, const char *const *files, unsigned n,
                           FILE *out, const char **unknown)
{
  heddle_input *in = what->program ? heddle_load(o, &what->program, 1) : hd_input_new();
  solving s = {.in = in, .what = what, .out = out, .began = hd_now()};
  if (n == 0) complain_of_formulas(&s, HD_BAD_USAGE, (hd_place){0}, "no input file", "heddle solve FILE.mu");
  if (in->status == HD_OK && what->program && !in->bp)
    complain_of_formulas(&s, HD_BAD_USAGE, (hd_place){.file = what->program}, "is not a Boolean program",
                         "name a .bp file");
  if (in->status == HD_OK) {
    hd_budget budget = hd_input_budget(in, o);
    hd_bdd_start(&budget);
    if (in->bp) unfold_threads(&s, o, what->program);
    solve_files(&s, o->reorder, files, n);
    if (s.program) hd_fx_model_clear(&s.model);
    hd_bp_free(s.program);
    free(s.targets);
    hd_bdd_stop();
  }
  *unknown = s.unknown;
  return in;
}
