/* known.c - violations that are no news: those of a baseline, and those that the user has allowed with a reason. */
#include "api/answers.h"
#include "api/result.h"

void hd_result_print_known(FILE *out, const heddle_result *r)
{
  hd_check_info violated;
  if (!hd_answers_violated(r, &violated)) return;
  hd_place at = hd_program_place(r->program, violated.pos);
  fprintf(out, "known: %s", hd_check_table[violated.kind].rule);
  if (at.file) fprintf(out, " at %s:%u", at.file, at.line);
  fprintf(out, " (%s)\n", r->allowed);
}

bool heddle_result_is_known(const heddle_result *r)
{
  bool all = r->inner.verdict == HD_UNSAFE && r->allowed;
  for (uint32_t i = 0; i < r->more.len; i++)
    all &= r->more.data[i]->inner.verdict != HD_UNSAFE || r->more.data[i]->allowed;
  return all;
}

static bool has_rule(hd_property property, const char *rule)
{
  bool found = false;
  for (unsigned i = 0; i < HD_CHECK_COUNT; i++)
    found |= hd_check_table[i].property == property && strcmp(hd_check_table[i].rule, rule) == 0;
  return found;
}

/* Do the results say that there is no violation where the suppression allows one? Then its rule was asked for, and
 * every check that it could be about is proved. */
static bool is_stale(const hd_suppression *s, heddle_result *const *results, unsigned n)
{
  bool asked = false;
  for (unsigned i = 0; i < n; i++) {
    const heddle_result *r = results[i];
    for (uint32_t k = 0; k < r->checks.len; k++) {
      asked |= strcmp(hd_check_table[r->checks.data[k].info.kind].rule, s->rule) == 0;
      bool open = r->checks.data[k].state != HD_CHECK_PROVED;
      if (open && hd_suppression_fits(s, r->program, &r->checks.data[k].info)) return false;
    }
    asked |= r->inner.verdict == HD_SAFE && has_rule(r->property, s->rule);
  }
  return asked;
}

void heddle_note_stale(heddle_input *in, heddle_result *const *results, unsigned n)
{
  for (uint32_t i = 0; i < in->allowed.suppressions.len; i++) {
    const hd_suppression *s = &in->allowed.suppressions.data[i];
    if (s->used || !is_stale(s, results, n)) continue;
    hd_diags_add(&in->diags, HD_WARNING, s->at, "stale suppression: there is no violation of %s here any more", s->rule)
        ->hint = "remove it";
  }
}
