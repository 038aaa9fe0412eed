/* emit.c - the commands that print and decide nothing. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/engines.h"

int hd_command_emit(const hd_options *options)
{
  hd_session s;
  int status = 0;
  if (hd_session_open(&s, options, 1, &status)) {
    bool printed = heddle_emit(s.input, &s.library, options->files.data[0], stdout);
    hd_session_messages(&s);
    status = printed ? 0 : hd_session_failed(&s);
  }
  hd_session_close(&s);
  return status;
}

int hd_command_stubs(const hd_options *options)
{
  hd_session s;
  int status = 0;
  if (hd_session_open(&s, options, 0, &status) && !heddle_stubs(s.input, &s.library, stdout)) {
    hd_session_messages(&s);
    status = hd_session_failed(&s);
  }
  hd_session_close(&s);
  return status;
}

int hd_command_harness(const hd_options *options)
{
  hd_session s;
  hd_session_init(&s, options);
  s.input = heddle_harness(&s.library, options->files.data[0], options->files.data + 1, options->files.len - 1, stdout);
  hd_session_messages(&s);
  int status = heddle_input_ok(s.input) ? 0 : hd_session_failed(&s);
  hd_session_close(&s);
  return status;
}

int hd_command_engines(const hd_options *options)
{
  const char *name, *summary, *accepts;
  for (size_t i = 0; (name = hd_cli_engine(i, &summary, &accepts)); i++) {
    printf("%-10s %s\n", name, summary);
    if (!options->quiet) printf("%-10s accepts: %s\n", "", accepts);
  }
  return 0;
}
