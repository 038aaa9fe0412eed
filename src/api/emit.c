/* emit.c - `heddle emit`: the program in its textual forms; and the list of engines. */
#include "api/abstract.h"
#include "api/analysis.h"
#include "api/boolean.h"
#include "api/input.h"
#include "engine/engine.h"
#include "engine/horn/horn.h"
#include "engine/slicing/abstract.h"
#include "engine/slicing/choose.h"
#include "engine/slicing/stage.h"
#include "program/text.h"

static void print_program(FILE *out, hd_program *p, hd_property property)
{
  (void)property;
  hd_program_print(out, p);
}

static void print_dot(FILE *out, hd_program *p, hd_property property)
{
  (void)property;
  hd_program_print_dot(out, p);
}

static void print_c(FILE *out, hd_program *p, hd_property property)
{
  (void)property;
  const char *why_not;
  if (!hd_program_print_c(out, p, &why_not)) fprintf(out, "#error this program cannot be printed as C: %s\n", why_not);
}

static const struct {
  const char *name;
  hd_program *(*get)(heddle_input *in, const hd_c_options *options, const hd_budget *budget);
  void (*print)(FILE *out, hd_program *p, hd_property property);
} forms[] = {
    {"program", hd_input_program, print_program},
    {"dot", hd_input_program, print_dot},
    {"c", hd_input_program, print_c},
    {"chc", hd_input_program, hd_horn_emit},
    {"smt2", hd_input_program, hd_horn_emit}, /* what chc prints is SMT-LIB 2 */
    {"raw", hd_input_raw, print_program},
    {"analysis", hd_input_program, hd_print_analysis},
};

static bool is_stage(const heddle_options *o, const char *name)
{
  return o->stage && strcmp(o->stage, name) == 0;
}

/* The program at the stage of the slicing algorithm that --stage names. NULL: there is a message. */
static hd_program *program_at_stage(heddle_input *in, const heddle_options *o, const hd_program *p, const uint8_t *keep)
{
  enum { MAX_SECONDS = 20 };
  hd_budget budget = {.work = hd_work_now() + MAX_SECONDS, .jobs = 1};
  hd_slicing_ways ways = {0};
  hd_slice_stage which = is_stage(o, "refinement") ? HD_SLICE_STAGE_REFINEMENT : HD_SLICE_STAGE_RECONSTRUCTION;
  const char *why_not = NULL;
  hd_program *q = NULL;
  if (!hd_slicing_ways_read(o->without, &ways, &why_not))
    why_not = "--without: only combining and watching can be turned off here";
  else
    q = hd_slicing_stage(p, keep, which, &ways, in->property, &budget, &why_not);
  if (q) return q;
  hd_diags_add(&in->diags, HD_ERROR, (hd_place){0}, "%s", why_not);
  in->status = HD_BAD_USAGE;
  return NULL;
}

/* The program without the variables that --slice names, or with only those that --keep names; p is freed. NULL: there
 * is a message. */
static hd_program *slice_program(heddle_input *in, const heddle_options *o, hd_program *p)
{
  char unknown[256];
  hd_slice_choice *c = hd_slice_choice_new(p);
  uint8_t *keep = o->slice ? hd_slice_choice_slice(c, o->slice, unknown, sizeof unknown)
                           : hd_slice_choice_keep(c, o->keep, unknown, sizeof unknown);
  hd_slice_choice_free(c);
  bool tidy = !o->stage || is_stage(o, "abstraction");
  hd_program *q = !keep ? NULL : tidy ? hd_abstract_tidy(p, keep) : program_at_stage(in, o, p, keep);
  if (!keep) {
    hd_diag *d = hd_diags_add(&in->diags, HD_ERROR, (hd_place){0}, "there is no variable `%s`", unknown);
    d->hint = "`heddle emit analysis` lists the shared ones";
    in->status = HD_BAD_USAGE;
  }
  free(keep);
  hd_program_free(p);
  return q;
}

bool heddle_emit(heddle_input *in, const heddle_options *o, const char *form, FILE *out)
{
  hd_c_options c = hd_input_options(o);
  hd_budget budget = hd_input_budget(in, o);
  if (in->bp) return hd_boolean_emit(in, o, form, out);
  if (strcmp(form, "bp") == 0) return hd_abstract_emit(in, o, out);
  for (size_t i = 0; i < HD_COUNT(forms); i++) {
    if (strcmp(form, forms[i].name) != 0) continue;
    hd_program *p = forms[i].get(in, &c, &budget);
    if (p && !p->raw && (o->slice || o->keep)) p = slice_program(in, o, p);
    if (p) forms[i].print(out, p, in->property);
    hd_program_free(p);
    return in->status == HD_OK || (in->status != HD_EXHAUSTED && !(o->slice || o->keep));
  }
  hd_diags_add(&in->diags, HD_ERROR, (hd_place){0}, "a C program cannot be printed as `%s`", form)->hint =
      "program, dot, c, chc, smt2, raw, analysis or bp";
  in->status = HD_BAD_USAGE;
  return false;
}

const char *heddle_engine(unsigned i, const char **summary, const char **accepts)
{
  for (unsigned k = 0; k <= i; k++)
    if (!hd_engines[k]) return NULL;
  *summary = hd_engines[i]->summary;
  *accepts = hd_engines[i]->accepts_text;
  return hd_engines[i]->name;
}
