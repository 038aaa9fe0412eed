/* help.c - the table as --help shows it. */
#include <stdio.h>

#include "cli/options.h"

enum { HELP_COLUMN = 28, WIDTH = 80 };

/* Prints text word by word from the given column on, indenting further lines. */
static void print_wrapped(const char *text, size_t column, size_t indent)
{
  while (*text) {
    size_t word = strcspn(text, " ");
    if (column + word > WIDTH && column > indent) {
      printf("\n%*s", (int)indent, "");
      column = indent;
    }
    printf("%.*s", (int)word, text);
    column += word;
    text += word;
    if (*text == ' ') {
      text++;
      if (column + 1 + strcspn(text, " ") <= WIDTH) {
        putchar(' ');
        column++;
      } else {
        printf("\n%*s", (int)indent, "");
        column = indent;
      }
    }
  }
  putchar('\n');
}

/* "a|b|c", on as many lines as it takes. */
static void print_values(const char *values)
{
  size_t column = HELP_COLUMN;
  printf("%*s", HELP_COLUMN, "");
  for (size_t n; *values; values += n, column += n) {
    n = strcspn(values, "|");
    if (values[n]) n++;
    if (column + n > WIDTH) {
      printf("\n%*s", HELP_COLUMN, "");
      column = HELP_COLUMN;
    }
    printf("%.*s", (int)n, values);
  }
  putchar('\n');
}

static void print_option(const hd_option *o)
{
  char spelling[80];
  hd_option_spell(o, spelling, sizeof spelling);
  int n = printf("  %s", spelling);
  if (n > HELP_COLUMN - 2) {
    putchar('\n');
    n = 0;
  }
  printf("%*s", HELP_COLUMN - n, "");
  print_wrapped(o->help, HELP_COLUMN, HELP_COLUMN);
  if (o->values && o->kind != HD_ARG_OPTIONAL) print_values(o->values);
}

static void print_options(bool (*wanted)(const hd_option *, const hd_cli_command *), const hd_cli_command *c)
{
  const char *group = NULL;
  for (size_t i = 0; i < hd_option_count; i++) {
    const hd_option *o = &hd_option_table[i];
    if (!wanted(o, c)) continue;
    if (!group || strcmp(group, o->group) != 0) printf("\n%s:\n", o->group);
    group = o->group;
    print_option(o);
  }
}

static bool is_general(const hd_option *o, const hd_cli_command *c)
{
  (void)c;
  return hd_option_is_general(o);
}

static void print_flags(void)
{
  printf("  -I -D -std= -m32 -W ...   flags for the C compiler, like everything after `--'\n");
}

/* What most people need, on one screen. */
static void print_common_options(const hd_cli_command *c)
{
  putchar('\n');
  for (size_t i = 0; i < hd_option_count; i++)
    if (hd_option_table[i].commands & HD_COMMON && hd_option_belongs(&hd_option_table[i], c))
      print_option(&hd_option_table[i]);
  if (hd_command_reads_programs(c)) print_flags();
  printf("\n`heddle %s --help=all' lists every option.\n", c->name);
}

static void print_general_help(void)
{
  printf("Heddle proves or refutes safety of concurrent C programs, and shows why.\n\n"
         "Usage: heddle COMMAND [OPTION...] ARGUMENT...\n\nCommands:\n");
  for (size_t i = 0; i < HD_CMD_COUNT; i++) {
    const hd_cli_command *c = &hd_cli_commands[i];
    int n = printf("  %s %s", c->name, c->arguments);
    if (n >= HELP_COLUMN) n = printf("\n") - 1;
    printf("%*s%s\n", HELP_COLUMN - n, "", c->summary);
  }
  print_options(is_general, NULL);
  printf("\nExit status: 0 safe, 10 unsafe, 20 unknown, 64 bad usage, 65 bad input, 70 a defect.\n"
         "`heddle COMMAND --help' describes a command, `man heddle' all of them.\n");
}

void hd_print_help(const hd_cli_command *c, bool all)
{
  if (!c) {
    print_general_help();
    return;
  }
  printf("Usage: heddle %s [OPTION...]%s%s\n\n", c->name, *c->arguments ? " " : "", c->arguments);
  print_wrapped(c->description, 0, 0);
  if (!all) {
    print_common_options(c);
    return;
  }
  print_options(hd_option_belongs, c);
  if (hd_command_reads_programs(c)) printf("\nFor the C compiler:\n"), print_flags();
}
