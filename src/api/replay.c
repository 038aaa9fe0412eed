/* replay.c - `heddle replay`: a trace on the model, or natively. */
#include "evidence/replay.h"
#include "api/boolean.h"
#include "api/native.h"
#include "report/json.h"
#include "report/text.h"

/* Says first what is going to be run: it is the user's own code. */
static bool run_natively(heddle_input *in, const heddle_options *o, const hd_program *p, const hd_trace *t,
                         const hd_budget *budget, FILE *out)
{
  hd_native_words words;
  fprintf(out, "native: compiling %s with the schedule, and running it%s%s\n", in->name, o->emit ? " in " : "",
          o->emit ? o->emit : "");
  fflush(out);
  hd_native_outcome outcome = hd_native_run(in, p, t, o->emit, budget, &words);
  fprintf(out, "%s%s", words.says, words.sanitizer);
  if (outcome == HD_NATIVE_NOT_RUN) in->status = HD_BAD_INPUT;
  if (outcome == HD_NATIVE_DIVERGED)
    hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = in->name},
                 "the compiled program does not fail as the trace says");
  return outcome == HD_NATIVE_CONFIRMED;
}

static bool replay_text(heddle_input *in, const heddle_options *o, const char *text, const char *name, FILE *out)
{
  hd_c_options c = hd_input_options(o);
  const hd_property *wanted = o->property ? &in->asked.data[0].property : NULL;
  bool fixed_order = c.in_order != 0;
  in->status = hd_report_parse_header(text, name, wanted, &in->property, c.limits, &fixed_order, &in->diags);
  c.in_order = fixed_order ? HD_ALL_IN_ORDER : 0;
  if (in->status != HD_OK) return false;
  hd_budget budget = hd_input_budget(in, o);
  hd_program *p = hd_input_program(in, &c, &budget);
  if (!p) return false;
  hd_trace *t = hd_report_parse_trace(text, name, p, in->property, &in->diags);
  bool confirmed = t && hd_evidence_confirm(p, t, in->property);
  if (!t) {
    in->status = HD_BAD_INPUT;
  } else if (confirmed) {
    hd_report_trace(out, p, t, in->property, &(hd_text_options){.brief = !o->full});
    if (o->native) confirmed = run_natively(in, o, p, t, &budget, out);
  } else {
    hd_diag *d =
        hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = name},
                     "the trace does not run into a violation of %s on this program", hd_property_name(in->property));
    d->hint = "it was made from another version of the program, or with other options";
  }
  if (t) hd_trace_free(t);
  hd_program_free(p);
  return confirmed;
}

bool heddle_replay(heddle_input *in, const heddle_options *o, const char *trace_file, FILE *out)
{
  size_t length = 0;
  char *text = hd_input_read_file(in, trace_file, &length);
  if (!text) return false;
  return in->bp ? hd_boolean_replay(in, o, text, trace_file, out) : replay_text(in, o, text, trace_file, out);
}
