/* solve.c - `heddle solve': evaluates fixed-point formulas. */
#include <stdio.h>

#include "cli/commands.h"

int hd_command_solve(const hd_options *o)
{
  hd_session s;
  const char *unknown = NULL;
  heddle_formulas what = o->formulas;
  what.stats = o->stats;
  hd_session_init(&s, o);
  s.input = heddle_solve(&s.library, &what, o->files.data, o->files.len, stdout, &unknown);
  hd_session_messages(&s);
  int status = 0;
  if (!heddle_input_ok(s.input))
    status = heddle_input_bad_usage(s.input) ? HD_EXIT_USAGE : HD_EXIT_INPUT;
  else if (unknown) {
    printf("unknown (%s)\n", unknown);
    status = HD_EXIT_UNKNOWN;
  }
  hd_session_close(&s);
  return status;
}
