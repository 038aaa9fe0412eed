/* man.c - the table as a manual page (section 1, man macros). */
#include <stdio.h>

#include "build/flags.h"
#include "cli/engines.h"
#include "cli/options.h"

/* roff reads '\', a leading '.' or '\'' and a bare '-' as its own. */
static void print_escaped(const char *text)
{
  for (const char *c = text; *c; c++) {
    if (*c == '\\')
      fputs("\\e", stdout);
    else if (*c == '-')
      fputs("\\-", stdout);
    else if ((*c == '.' || *c == '\'') && c == text)
      printf("\\&%c", *c);
    else
      putchar(*c);
  }
}

static void print_paragraph(const char *text)
{
  print_escaped(text);
  putchar('\n');
}

static void print_option(const hd_option *o)
{
  char spelling[80];
  hd_option_spell(o, spelling, sizeof spelling);
  printf(".TP\n\\fB");
  print_escaped(spelling + strspn(spelling, " "));
  printf("\\fR\n");
  print_paragraph(o->help);
  if (o->values && o->kind != HD_ARG_OPTIONAL) {
    printf(".br\nOne of ");
    print_escaped(o->values);
    putchar('\n');
  }
  printf(".br\nCommands:");
  for (size_t i = 0; i < HD_CMD_COUNT; i++)
    if (hd_option_belongs(o, &hd_cli_commands[i])) printf(" %s", hd_cli_commands[i].name);
  printf(".\n");
}

static void print_commands(void)
{
  printf(".SH COMMANDS\n");
  for (size_t i = 0; i < HD_CMD_COUNT; i++) {
    const hd_cli_command *c = &hd_cli_commands[i];
    printf(".TP\n\\fBheddle %s\\fR \\fI%s\\fR\n", c->name, c->arguments);
    print_paragraph(c->description);
  }
}

static void print_options(void)
{
  printf(".SH OPTIONS\n");
  const char *group = NULL;
  for (size_t i = 0; i < hd_option_count; i++) {
    const hd_option *o = &hd_option_table[i];
    if (!o->help) continue;
    if (!group || strcmp(group, o->group) != 0) printf(".SS %s\n", o->group);
    group = o->group;
    print_option(o);
  }
}

static void print_flags_of(const char *title, bool wanted(const hd_compiler_flag *))
{
  printf(".TP\n%s\n", title);
  const char *separator = "";
  for (size_t i = 0; i < hd_compiler_flag_count; i++) {
    const hd_compiler_flag *f = &hd_compiler_flags[i];
    if (!wanted(f)) continue;
    printf("%s\\fB", separator);
    print_escaped(f->spelling);
    bool apart = f->form == HD_FLAG_NEXT || (f->form == HD_FLAG_EITHER && strlen(f->spelling) > 2);
    printf("\\fR%s\\fI%s\\fR", apart ? " " : "", f->argument ? f->argument : "");
    separator = ",\n";
  }
  printf(".\n");
}

static bool is_passed(const hd_compiler_flag *f)
{
  return f->fate == HD_FLAG_PASSED;
}

static bool is_left_out(const hd_compiler_flag *f)
{
  return f->fate == HD_FLAG_LEFT_OUT;
}

static bool is_model(const hd_compiler_flag *f)
{
  return f->fate == HD_FLAG_ILP32 || f->fate == HD_FLAG_LP64;
}

static void print_flags(void)
{
  printf(".SS Flags for the C compiler\nCommands that read programs accept the flags that a program is compiled with.\n"
         "Every word after \\fB\\-\\-\\fR that begins with a dash goes to clang, whether it is listed here or not.\n");
  print_flags_of("Passed to clang:", is_passed);
  print_flags_of("The same as \\-\\-data\\-model ILP32 and LP64:", is_model);
  print_flags_of("Accepted and ignored:", is_left_out);
}

static void print_engines(void)
{
  printf(".SH ENGINES\n");
  const char *name, *summary, *accepts;
  for (size_t i = 0; (name = hd_cli_engine(i, &summary, &accepts)); i++) {
    printf(".TP\n\\fB%s\\fR\n", name);
    print_paragraph(summary);
    printf(".br\nAccepts: ");
    print_paragraph(accepts);
  }
}

static const struct {
  int status;
  const char *meaning;
} statuses[] = {
    {HD_EXIT_SAFE, "safe: no execution violates the property."},
    {HD_EXIT_UNSAFE, "unsafe: the printed execution violates the property."},
    {HD_EXIT_UNKNOWN, "unknown: a limit, a bound or an unsupported construct ended the work."},
    {HD_EXIT_USAGE, "the command line is wrong."},
    {HD_EXIT_INPUT, "the input cannot be read or is not a valid program."},
    {HD_EXIT_DEFECT, "a defect of Heddle itself."},
};

static const char examples[] = ".SH EXAMPLES\n"
                               ".TP\n\\fBheddle verify \\-\\-stats examples/peterson.c\\fR\n"
                               "prove the properties of a program, and print statistics\n"
                               ".TP\n\\fBheddle verify \\-\\-property=no\\-data\\-race program.c\\fR\n"
                               "look for data races\n"
                               ".TP\n\\fBheddle emit dot program.c | dot \\-Tsvg > program.svg\\fR\n"
                               "draw the control-flow graphs of the threads\n";

void hd_print_man(void)
{
  printf(".TH HEDDLE 1 \"\" \"Heddle " HD_VERSION "\" \"User Commands\"\n"
         ".SH NAME\nheddle \\- prove or refute safety of concurrent C programs\n.SH SYNOPSIS\n");
  for (size_t i = 0; i < HD_CMD_COUNT; i++)
    printf("%s\\fBheddle %s\\fR [\\fIOPTION\\fR...] \\fI%s\\fR\n", i ? ".br\n" : "", hd_cli_commands[i].name,
           hd_cli_commands[i].arguments);
  printf(".SH DESCRIPTION\n"
         "Heddle takes a concurrent C program and a property, and answers whether any interleaving of its\n"
         "threads, for any input, violates it. A violation is shown as a trace that has been executed step by\n"
         "step. A proof has been rechecked, or is an exhaustive search. Where Heddle cannot decide, the verdict is\n"
         "unknown, with the reason and the place.\n");
  print_commands();
  print_options();
  print_flags();
  print_engines();
  printf(".SH EXIT STATUS\n");
  for (size_t i = 0; i < HD_COUNT(statuses); i++)
    printf(".TP\n\\fB%d\\fR\n%s\n", statuses[i].status, statuses[i].meaning);
  fputs(examples, stdout);
}
