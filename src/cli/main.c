/* main.c - the heddle command: options in, a command's function, an exit status out. */
#include <errno.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/options.h"

static int (*const commands[HD_CMD_COUNT])(const hd_options *) = {
    [HD_CMD_VERIFY] = hd_command_verify,   [HD_CMD_EMIT] = hd_command_emit,       [HD_CMD_REPLAY] = hd_command_replay,
    [HD_CMD_CHECK] = hd_command_check,     [HD_CMD_SOLVE] = hd_command_solve,     [HD_CMD_BENCH] = hd_command_bench,
    [HD_CMD_CC] = hd_command_cc,           [HD_CMD_EXPLAIN] = hd_command_explain, [HD_CMD_LSP] = hd_command_lsp,
    [HD_CMD_HARNESS] = hd_command_harness, [HD_CMD_STUBS] = hd_command_stubs,     [HD_CMD_ENGINES] = hd_command_engines,
};

static int usage_error(const hd_options *o, char *message)
{
  fprintf(stderr, "heddle: %s\n", message);
  fprintf(stderr, "Try `heddle %s%s--help'.\n", o->command ? o->command->name : "", o->command ? " " : "");
  free(message);
  return HD_EXIT_USAGE;
}

static int run_command(const hd_options *o)
{
  if (o->help) {
    hd_print_help(o->command, strcmp(o->help, "all") == 0);
  } else if (o->version) {
    printf("heddle %s\n", HD_VERSION);
  } else if (o->man) {
    hd_print_man();
  } else if (o->completion) {
    hd_print_completion(o->completion);
  } else {
    return commands[o->command->id](o);
  }
  return 0;
}

/* A verdict that could not be written must not pass for an answer. */
static int check_output(int status)
{
  if (fflush(stdout) == 0 && !ferror(stdout)) return status;
  fprintf(stderr, "heddle: cannot write to standard output: %s\n", strerror(errno));
  return HD_EXIT_USAGE;
}

int main(int argc, char **argv)
{
  hd_options options;
  char *error = NULL;
  hd_status status = hd_options_parse(argc, argv, &options, &error);
  int exit_status = status == HD_OK ? run_command(&options) : usage_error(&options, error);
  hd_options_clear(&options);
  return check_output(exit_status);
}
