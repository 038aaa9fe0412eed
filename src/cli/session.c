/* session.c - what every command does first: read options, open the library, print messages. */
#include <stdio.h>

#include "base/budget.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/terminal.h"

int hd_session_failed(const hd_session *s)
{
  const char *exhausted = heddle_input_exhausted(s->input);
  if (exhausted) return hd_print_verdict(HEDDLE_UNKNOWN, exhausted);
  return heddle_input_bad_usage(s->input) ? HD_EXIT_USAGE : HD_EXIT_INPUT;
}

void hd_session_init(hd_session *s, const hd_options *options)
{
  *s = (hd_session){.options = options, .began = hd_now()};
  s->library = options->library;
  s->library.clang_args = options->compiler.data;
  s->library.n_clang_args = options->compiler.len;
  s->library.cancel = hd_terminal_cancel_flag();
  hd_terminal_watch(options->quiet, options->verbose);
  hd_terminal_catch_signals();
}

void hd_session_read(hd_session *s, const hd_options *options, uint32_t skip)
{
  hd_session_init(s, options);
  s->input = heddle_load(&s->library, options->files.data + skip, options->files.len - skip);
  s->reading = hd_now() - s->began;
  hd_session_messages(s);
}

bool hd_session_open(hd_session *s, const hd_options *options, uint32_t skip, int *exit_status)
{
  hd_session_read(s, options, skip);
  bool ok = heddle_input_ok(s->input);
  if (!ok) *exit_status = hd_session_failed(s);
  return ok;
}

void hd_session_messages(hd_session *s)
{
  fflush(stdout);
  s->printed = hd_messages_print(s->input, s->printed, s->options);
}

void hd_session_close(hd_session *s)
{
  heddle_input_free(s->input);
  s->input = NULL;
}
