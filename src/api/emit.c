#include "api/input.h"
#include "engine/engine.h"
#include "program/text.h"

bool heddle_emit(heddle_input *in, const heddle_options *o, const char *form, FILE *out)
{
  bool raw = strcmp(form, "raw") == 0, dot = strcmp(form, "dot") == 0;
  if (!raw && !dot && strcmp(form, "program") != 0) return false;
  hd_c_options c = hd_input_options(o);
  hd_program *p = raw ? hd_input_raw(in, &c) : hd_input_program(in, &c);
  if (!p) return true;
  (dot ? hd_program_print_dot : hd_program_print)(out, p);
  hd_program_free(p);
  return true;
}

const char *heddle_engine(unsigned i, const char **summary, const char **accepts)
{
  for (unsigned k = 0; k <= i; k++)
    if (!hd_engines[k]) return NULL;
  *summary = hd_engines[i]->summary;
  *accepts = hd_engines[i]->accepts_text;
  return hd_engines[i]->name;
}
