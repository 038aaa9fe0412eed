/* parse.c - argv to hd_options, by the tables. GNU habits: options anywhere, `--word=value' or
 * `--word value', `-t60' or `-t 60', one-letter flags together; flags of compilers in between. After `--', what begins
 * with a dash is the compiler's, whether it is known here or not, and everything else a file. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "build/file.h"
#include "build/flags.h"
#include "cli/engines.h"
#include "cli/options.h"
#include "cli/suggest.h"

typedef struct {
  int argc, next;
  char **argv;
  bool after_options;             /* after `--' */
  const char *model, *model_flag; /* what -m32 or -m64 has chosen; NULL: neither was given */
  hd_options *out;
  char *error;
} parser;

static bool HD_PRINTF(2, 3) fail(parser *p, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  if (vasprintf(&p->error, format, args) < 0) hd_out_of_memory();
  va_end(args);
  return false;
}

static bool fail_with_suggestion(parser *p, const char *what, const char *word, const hd_suggestion *s,
                                 const char *otherwise)
{
  const char *best = hd_suggest_get(s);
  if (best) return fail(p, "unknown %s '%s'; did you mean '%s'?", what, word, best);
  return fail(p, "unknown %s '%s'; %s", what, word, otherwise);
}

/* --- arguments of options ------------------------------------------------------------------------- */

static bool is_choice(const char *choices, const char *text, hd_suggestion *s)
{
  char choice[64];
  for (size_t i = 0; hd_choice_get(choices, i, choice, sizeof choice); i++) {
    if (strcmp(choice, text) == 0) return true;
    hd_suggest_try(s, choice);
  }
  return false;
}

static bool take_choice(parser *p, const hd_option *o, const char *text)
{
  hd_suggestion s = {.wanted = text};
  if (is_choice(o->values, text, &s)) return true;
  const char *best = hd_suggest_get(&s);
  return best ? fail(p, "--%s has no value '%s'; did you mean '%s'?", o->word, text, best)
              : fail(p, "--%s has no value '%s'; it is one of %s", o->word, text, o->values);
}

static bool take_property(parser *p, const hd_option *o, const char *text)
{
  size_t n = strlen(text);
  if (n > 4 && strcmp(text + n - 4, ".prp") == 0) return true;
  return take_choice(p, o, text);
}

/* "a,b", and what was given before: all of them are asked. */
static bool take_properties(parser *p, const hd_option *o, const char *text, const char **field)
{
  for (const char *name = text; name; name = strchr(name, ',') ? strchr(name, ',') + 1 : NULL) {
    char *one = strndup(name, strcspn(name, ","));
    if (!one) hd_out_of_memory();
    bool ok = take_property(p, o, one);
    free(one);
    if (!ok) return false;
  }
  char *all = NULL, *before = p->out->properties;
  if (asprintf(&all, "%s%s%s", before ? before : "", before ? "," : "", text) < 0) hd_out_of_memory();
  free(before);
  *field = p->out->properties = all;
  return true;
}

static bool take_engine(parser *p, const char *text)
{
  hd_suggestion s = {.wanted = text};
  const char *name;
  for (size_t i = 0; (name = hd_cli_engine_name(i)); i++) {
    if (strcmp(name, text) == 0) return true;
    hd_suggest_try(&s, name);
  }
  return fail_with_suggestion(p, "engine", text, &s, "`heddle engines' lists them");
}

static bool take_number(parser *p, const hd_option *o, const char *text, uint32_t *out)
{
  char *end;
  errno = 0;
  long long n = strtoll(text, &end, 10);
  if (end == text || *end || errno || n < o->least || n >= (long long)HD_NONE)
    return fail(p, "--%s needs a whole number of at least %d, not '%s'", o->word, o->least, text);
  *out = (uint32_t)n;
  return true;
}

static bool take_seconds(parser *p, const hd_option *o, const char *text, double *out)
{
  char *end;
  double n = strtod(text, &end);
  if (strcmp(text, "none") == 0 && strcmp(o->word, "timeout") == 0) {
    *out = HEDDLE_NO_LIMIT;
    return true;
  }
  if (end == text || *end || !isfinite(n) || n <= 0)
    return fail(p, "--%s needs a number of seconds above zero, or none, not '%s'", o->word, text);
  *out = n;
  return true;
}

static bool store(parser *p, const hd_option *o, const char *text)
{
  void *field = (char *)p->out + o->offset;
  bool ok = true;
  switch (o->kind) {
  case HD_ARG_FLAG: *(bool *)field = true; return true;
  case HD_ARG_NUMBER:
  case HD_ARG_BOUND: return take_number(p, o, text, field);
  case HD_ARG_SECONDS: return take_seconds(p, o, text, field);
  case HD_ARG_CHOICE:
  case HD_ARG_NAME: ok = take_choice(p, o, text); break;
  case HD_ARG_OPTIONAL: ok = !text || take_choice(p, o, text); break;
  case HD_ARG_PROPERTY: return take_properties(p, o, text, field);
  case HD_ARG_ENGINE: ok = take_engine(p, text); break;
  case HD_ARG_PATH:
  case HD_ARG_TEXT:
  case HD_ARG_FIXED: break;
  }
  *(const char **)field = text ? text : o->standard;
  return ok;
}

/* --- options -------------------------------------------------------------------------------------- */

static const char *next_argument(parser *p)
{
  return p->next < p->argc ? p->argv[p->next++] : NULL;
}

static bool check_command(parser *p, const hd_option *o, const char *whole)
{
  const hd_cli_command *c = p->out->command;
  if (!o->help || (c && hd_option_belongs(o, c))) return true;
  if (!c) return hd_option_is_general(o) || fail(p, "'%s' must follow the command", whole);
  return fail(p, "`heddle %s' has no option '%s'", c->name, whole);
}

static bool unknown_option(parser *p, const char *whole, const char *word)
{
  hd_suggestion s = {.wanted = word};
  for (size_t i = 0; i < hd_option_count; i++) {
    const hd_option *o = &hd_option_table[i];
    bool here = o->help && (!p->out->command || hd_option_belongs(o, p->out->command));
    if (here && o->word) hd_suggest_try(&s, o->word);
  }
  const char *best = hd_suggest_get(&s);
  return best ? fail(p, "unknown option '%s'; did you mean '--%s'?", whole, best)
              : fail(p, "unknown option '%s'", whole);
}

static bool parse_word(parser *p, char *whole)
{
  const char *word = whole + 2, *equals = strchr(word, '=');
  size_t n = equals ? (size_t)(equals - word) : strlen(word);
  for (size_t i = 0; i < hd_option_count; i++) {
    const hd_option *o = &hd_option_table[i];
    if (!o->word || strlen(o->word) != n || memcmp(o->word, word, n) != 0) continue;
    if (!check_command(p, o, whole)) return false;
    if (equals && (o->kind == HD_ARG_FLAG || o->kind == HD_ARG_FIXED)) return fail(p, "--%s takes no value", o->word);
    if (!equals && hd_option_is_flag(o)) return store(p, o, NULL);
    const char *text = equals ? equals + 1 : next_argument(p);
    return text ? store(p, o, text) : fail(p, "--%s needs a value: %s", o->word, o->argument);
  }
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)(n < 60 ? n : 60), word);
  return unknown_option(p, whole, name);
}

static const hd_option *find_letter(char letter)
{
  for (size_t i = 0; i < hd_option_count; i++)
    if (hd_option_table[i].letter == letter) return &hd_option_table[i];
  return NULL;
}

static bool parse_letters(parser *p, char *whole)
{
  for (char *c = whole + 1; *c; c++) {
    const hd_option *o = find_letter(*c);
    if (!o) return unknown_option(p, whole, whole + 1);
    if (!check_command(p, o, whole)) return false;
    if (hd_option_is_flag(o)) {
      store(p, o, NULL);
      continue;
    }
    const char *text = c[1] ? c + 1 : next_argument(p);
    return text ? store(p, o, text) : fail(p, "-%c needs a value: %s", *c, o->argument);
  }
  return true;
}

static bool parse_option(parser *p, char *whole)
{
  return whole[1] == '-' ? parse_word(p, whole) : parse_letters(p, whole);
}

/* --- flags of compilers ------------------------------------------------------------------------------ */

/* A flag that is not known goes on as it is. */
static bool take_flag(parser *p, const hd_compiler_flag *f, const char *word)
{
  bool passed = !f || f->fate == HD_FLAG_PASSED;
  if (passed) hd_vec_push(&p->out->compiler, word);
  if (f && f->fate == HD_FLAG_ILP32) p->model_flag = word, p->model = "ILP32";
  if (f && f->fate == HD_FLAG_LP64) p->model_flag = word, p->model = "LP64";
  if (!f || !hd_compiler_flag_takes_next(f, word)) return true;
  const char *next = next_argument(p);
  if (!next) return fail(p, "%s needs a value: %s", word, f->argument);
  if (passed) hd_vec_push(&p->out->compiler, next);
  return true;
}

/* Like --data-model, whose word must not be another. */
static bool choose_model(parser *p)
{
  const char **chosen = &p->out->library.data_model;
  if (p->model && *chosen && strcmp(*chosen, p->model) != 0)
    return fail(p, "%s is the data model %s, but --data-model says %s", p->model_flag, p->model, *chosen);
  if (p->model) *chosen = p->model;
  return true;
}

/* --- the whole line ------------------------------------------------------------------------------- */

static bool parse_command(parser *p, const char *word)
{
  hd_suggestion s = {.wanted = word};
  for (size_t i = 0; i < HD_CMD_COUNT; i++) {
    if (strcmp(hd_cli_commands[i].name, word) == 0) {
      p->out->command = &hd_cli_commands[i];
      return true;
    }
    hd_suggest_try(&s, hd_cli_commands[i].name);
  }
  if (strchr(word, '.') || strchr(word, '/'))
    return fail(p, "'%s' is not a command; to check a file: heddle verify %s", word, word);
  return fail_with_suggestion(p, "command", word, &s, "`heddle --help' lists them");
}

static bool parse_one(parser *p, char *word)
{
  if (p->out->command && hd_command_passes_words(p->out->command)) {
    hd_vec_push(&p->out->files, word);
    return true;
  }
  bool dashed = word[0] == '-' && word[1];
  bool takes_flags = p->out->command && hd_command_reads_programs(p->out->command);
  const hd_compiler_flag *flag = dashed && takes_flags ? hd_compiler_flag_find(word) : NULL;
  if (!p->after_options && strcmp(word, "--") == 0) {
    p->after_options = true;
    return true;
  }
  if (flag || (p->after_options && dashed && takes_flags)) return take_flag(p, flag, word);
  if (!p->after_options && dashed) return parse_option(p, word);
  if (!p->out->command) return parse_command(p, word);
  hd_vec_push(&p->out->files, word);
  return true;
}

static bool check_form(parser *p, const char *form)
{
  hd_suggestion s = {.wanted = form};
  return is_choice(HD_EMIT_FORMS, form, &s) || fail_with_suggestion(p, "form", form, &s, "it is one of " HD_EMIT_FORMS);
}

static bool check_whole(parser *p)
{
  const hd_options *o = p->out;
  if (o->help || o->version || o->man || o->completion) return true;
  if (!o->command) return fail(p, "no command given; `heddle --help' lists them");
  bool has_project = o->library.project || o->library.compile_commands;
  if (o->library.target && !has_project) return fail(p, "--target chooses a program of a project: it needs -C DIR");
  if (o->files.len + has_project < o->command->least_files)
    return fail(p, "`heddle %s' needs %s", o->command->name, o->command->arguments);
  if (o->files.len > o->command->most_files)
    return fail(p, "`heddle %s' does not take '%s'", o->command->name, o->files.data[o->command->most_files]);
  bool several = o->command->id == HD_CMD_VERIFY || o->command->id == HD_CMD_LSP;
  if (!several && o->properties && strchr(o->properties, ','))
    return fail(p, "`heddle %s' takes one property", o->command->name);
  if (o->command->id == HD_CMD_BENCH && o->library.timeout < 0)
    return fail(p, "`heddle bench' needs a time limit for each task");
  if (o->command->id == HD_CMD_EMIT && !check_form(p, o->files.data[0])) return false;
  return choose_model(p);
}

/* Under the name heddle-cc, which is one word where two are not taken, the program is its command cc. */
static bool parse_own_name(parser *p, const char *path)
{
  return strcmp(hd_file_name(path), "heddle-cc") != 0 || parse_command(p, "cc");
}

hd_status hd_options_parse(int argc, char **argv, hd_options *out, char **error)
{
  *out = (hd_options){0};
  heddle_options_init(&out->library);
  parser p = {.argc = argc, .argv = argv, .next = 1, .out = out};
  bool ok = argc == 0 || parse_own_name(&p, argv[0]);
  while (ok && p.next < argc) {
    char *word = argv[p.next++];
    ok = parse_one(&p, word);
  }
  if (ok) ok = check_whole(&p);
  *error = p.error;
  return ok ? HD_OK : HD_BAD_USAGE;
}

void hd_options_clear(hd_options *o)
{
  hd_vec_clear(&o->files);
  hd_vec_clear(&o->compiler);
  free(o->properties);
}
