/* lsp.c - `heddle lsp': the library's language server on standard input and output. */
#include <stdio.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/terminal.h"

/* A user waits in an editor. */
static const double default_limit = 20;

/* Nothing but the protocol may be written to standard output: whatever else is, goes to standard error. */
int hd_command_lsp(const hd_options *options)
{
  hd_session s;
  hd_session_init(&s, options);
  if (!s.library.timeout) s.library.timeout = default_limit;
  fflush(stdout);
  int own = dup(STDOUT_FILENO);
  FILE *out = own >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? fdopen(own, "w") : NULL;
  if (!out) {
    fprintf(stderr, "heddle: standard output cannot be used\n");
    return HD_EXIT_USAGE;
  }
  int status = heddle_serve(stdin, out, &s.library);
  fclose(out);
  return status;
}
