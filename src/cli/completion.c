/* completion.c - the table as completion scripts for bash and zsh. */
#include <stdio.h>

#include "build/flags.h"
#include "cli/engines.h"
#include "cli/options.h"

static void print_engine_names(void)
{
  const char *name;
  for (size_t i = 0; (name = hd_cli_engine_name(i)); i++) printf("%s%s", i ? " " : "", name);
}

static void print_choices(const char *choices)
{
  for (; *choices; choices++) putchar(*choices == '|' ? ' ' : *choices);
}

static bool has_values(const hd_option *o)
{
  return o->kind == HD_ARG_ENGINE || o->values;
}

static void print_values(const hd_option *o)
{
  if (o->kind == HD_ARG_ENGINE)
    print_engine_names();
  else
    print_choices(o->values);
}

/* What is left out needs no help to be typed. */
static bool is_used(const hd_compiler_flag *f)
{
  return f->fate != HD_FLAG_LEFT_OUT;
}

/* --- bash ----------------------------------------------------------------------------------------- */

static void print_bash_values(const hd_option *o)
{
  if (!o->help || !o->word || hd_option_is_flag(o)) return;
  printf("    --%s", o->word);
  if (o->letter) printf("|-%c", o->letter);
  printf(") ");
  if (has_values(o)) {
    printf("COMPREPLY=($(compgen -W '");
    print_values(o);
    printf("' -- \"$cur\"))");
    if (o->kind == HD_ARG_PROPERTY) printf("; COMPREPLY+=($(compgen -f -X '!*.prp' -- \"$cur\"))");
  } else if (o->kind == HD_ARG_PATH) {
    printf("COMPREPLY=($(compgen -f -- \"$cur\"))");
  } else {
    printf("COMPREPLY=()");
  }
  printf("; return ;;\n");
}

static void print_bash_options(const hd_cli_command *c)
{
  printf("    %s) words='", c->name);
  for (size_t i = 0; i < hd_option_count; i++) {
    const hd_option *o = &hd_option_table[i];
    if (!hd_option_belongs(o, c)) continue;
    printf("--%s ", o->word);
  }
  for (size_t i = 0; hd_command_reads_programs(c) && i < hd_compiler_flag_count; i++)
    if (is_used(&hd_compiler_flags[i])) printf("%s ", hd_compiler_flags[i].spelling);
  printf("' ;;\n");
}

static void print_bash(void)
{
  printf("# bash completion for heddle, generated from its option table\n"
         "_heddle()\n{\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\n"
         "  # bash splits --option=value at the '='\n"
         "  if [[ $cur == = ]]; then cur=; fi\n"
         "  if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  if [[ $COMP_CWORD -eq 1 ]]; then\n    COMPREPLY=($(compgen -W '");
  for (size_t i = 0; i < HD_CMD_COUNT; i++) printf("%s ", hd_cli_commands[i].name);
  printf("--help --version' -- \"$cur\"))\n    return\n  fi\n  case $prev in\n");
  for (size_t i = 0; i < hd_option_count; i++) print_bash_values(&hd_option_table[i]);
  printf("    emit) COMPREPLY=($(compgen -W '");
  print_choices(HD_EMIT_FORMS);
  printf("' -- \"$cur\")); return ;;\n  esac\n  case ${COMP_WORDS[1]} in\n");
  for (size_t i = 0; i < HD_CMD_COUNT; i++) print_bash_options(&hd_cli_commands[i]);
  printf("  esac\n"
         "  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "  else\n    COMPREPLY=($(compgen -f -- \"$cur\"))\n  fi\n"
         "}\ncomplete -o filenames -F _heddle heddle\n");
}

/* --- zsh ------------------------------------------------------------------------------------------ */

/* Inside '...[text]' of _arguments, ']', ':' and quotes are special. */
static void print_zsh_text(const char *text)
{
  for (const char *c = text; *c; c++) {
    if (*c == '\'' || *c == '`')
      fputs("\"", stdout);
    else if (strchr("[]:\\", *c))
      printf("\\%c", *c);
    else
      putchar(*c);
  }
}

static void print_zsh_argument(const hd_option *o)
{
  if (hd_option_is_flag(o)) return;
  putchar(':');
  print_zsh_text(o->argument);
  if (has_values(o)) {
    printf(":(");
    print_values(o);
    printf(")");
  } else if (o->kind == HD_ARG_PATH) {
    printf(":_files");
  } else {
    printf(": ");
  }
}

static void print_zsh_form(const hd_option *o, const char *form)
{
  printf("        '%s[", form);
  print_zsh_text(o->help);
  printf("]");
  print_zsh_argument(o);
  printf("' \\\n");
}

static void print_zsh_option(const hd_option *o)
{
  char form[80];
  snprintf(form, sizeof form, "--%s%s", o->word, hd_option_is_flag(o) ? "" : "=");
  print_zsh_form(o, form);
  if (!o->letter) return;
  snprintf(form, sizeof form, "-%c%s", o->letter, hd_option_is_flag(o) ? "" : "+");
  print_zsh_form(o, form);
}

/* "-I+": the argument follows or is the next word; "-std=-": it follows. */
static void print_zsh_flag(const hd_compiler_flag *f)
{
  static const char *const marks[] = {[HD_FLAG_JOINED] = "-",
                                      [HD_FLAG_LETTERS] = "-",
                                      [HD_FLAG_EITHER] = "+",
                                      [HD_FLAG_ALONE] = "",
                                      [HD_FLAG_NEXT] = ""};
  printf("        '*%s%s[for the C compiler]", f->spelling, marks[f->form]);
  if (f->argument) {
    putchar(':');
    print_zsh_text(f->argument);
    printf(":_files");
  }
  printf("' \\\n");
}

static void print_zsh_forms(void)
{
  printf("        '1:form:(");
  print_choices(HD_EMIT_FORMS);
  printf(")' \\\n");
}

static void print_zsh(void)
{
  printf("#compdef heddle\n# generated from heddle's option table\n"
         "local -a commands\ncommands=(\n");
  for (size_t i = 0; i < HD_CMD_COUNT; i++) {
    printf("  '%s:", hd_cli_commands[i].name);
    print_zsh_text(hd_cli_commands[i].summary);
    printf("'\n");
  }
  printf(")\nif (( CURRENT == 2 )); then\n  _describe command commands\nelse\n"
         "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n");
  for (size_t i = 0; i < HD_CMD_COUNT; i++) {
    const hd_cli_command *c = &hd_cli_commands[i];
    printf("    %s)\n      _arguments \\\n", c->name);
    for (size_t k = 0; k < hd_option_count; k++)
      if (hd_option_belongs(&hd_option_table[k], c)) print_zsh_option(&hd_option_table[k]);
    for (size_t k = 0; hd_command_reads_programs(c) && k < hd_compiler_flag_count; k++)
      if (is_used(&hd_compiler_flags[k])) print_zsh_flag(&hd_compiler_flags[k]);
    if (c->id == HD_CMD_EMIT) print_zsh_forms();
    printf("        '*:file:_files' ;;\n");
  }
  printf("  esac\nfi\n");
}

void hd_print_completion(const char *shell)
{
  if (strcmp(shell, "bash") == 0)
    print_bash();
  else
    print_zsh();
}
