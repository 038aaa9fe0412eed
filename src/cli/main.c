/* main.c - the heddle command: options in, a command's function, an exit status out. */
#include <stdio.h>

#include "cli/options.h"

static int usage_error(const hd_options *o, char *message)
{
  fprintf(stderr, "heddle: %s\n", message);
  fprintf(stderr, "Try `heddle %s%s--help'.\n", o->command ? o->command->name : "", o->command ? " " : "");
  free(message);
  return HD_EXIT_USAGE;
}

static int run_command(const hd_options *o)
{
  (void)o;
  return HD_EXIT_UNKNOWN;
}

static int run(const hd_options *o)
{
  if (o->help) {
    hd_print_help(o->command);
  } else if (o->version) {
    printf("heddle %s\n", HD_VERSION);
  } else if (o->man) {
    hd_print_man();
  } else if (o->completion) {
    hd_print_completion(o->completion);
  } else {
    return run_command(o);
  }
  return 0;
}

int main(int argc, char **argv)
{
  hd_options options;
  char *error = NULL;
  hd_status status = hd_options_parse(argc, argv, &options, &error);
  int exit_status = status == HD_OK ? run(&options) : usage_error(&options, error);
  hd_options_clear(&options);
  return exit_status;
}
