/* external.c - writes the program, runs the tool and matches its output. */
#include "sequential/external.h"

#include <errno.h>
#include <ftw.h>
#include <regex.h>
#include <stdio.h>

#include "base/process.h"
#include "program/text.h"
#include "sequential/session.h"

#define SAYS_SAFE "^verdict: safe|VERIFICATION SUCCESSFUL|Verification result: TRUE|proved your program to be correct"
#define SAYS_UNSAFE \
  "^verdict: unsafe|VERIFICATION FAILED|Verification result: FALSE|proved your program to be incorrect"

/* CBMC fails as well when a loop is not unwound far enough; a violation is a failed assertion of the program. */
#define CBMC_SAYS_UNSAFE "^\\[[^]]*\\.assertion\\.[^]]*\\] .*: FAILURE"

const hd_seq_tool hd_seq_tools[] = {
    {"cbmc", "cbmc --unwind 64 --unwinding-assertions %s", SAYS_SAFE, CBMC_SAYS_UNSAFE},
    {"esbmc", "esbmc --k-induction --no-bounds-check --no-pointer-check --no-div-by-zero-check %s", SAYS_SAFE,
     SAYS_UNSAFE},
    {"cpachecker", "cpachecker %s", SAYS_SAFE, SAYS_UNSAFE},
    {"sea", "sea pf %s", "^unsat$", "^sat$"},
    {"ultimate", "ultimate %s", SAYS_SAFE, SAYS_UNSAFE},
    {NULL, NULL, NULL, NULL},
};

const hd_seq_tool *hd_seq_tool_find(const char *name)
{
  for (const hd_seq_tool *t = hd_seq_tools; t->name; t++)
    if (strcmp(t->name, name) == 0) return t;
  return NULL;
}

/* --- the command ------------------------------------------------------------------------- */

typedef HD_VEC(const char *) words;

/* Splits at blanks outside of quotes; %s becomes the file. */
static void split_command(hd_arena *arena, const char *text, const char *file, words *out)
{
  while (*text) {
    HD_VEC(char) word = {0};
    bool any = false;
    for (char quote = 0; *text && (quote || *text != ' '); text++, any = true) {
      if (quote ? *text == quote : *text == '\'' || *text == '"') {
        quote = quote ? 0 : *text;
      } else if (text[0] == '%' && text[1] == 's') {
        for (const char *c = file; *c; c++) hd_vec_push(&word, *c);
        text++;
      } else {
        hd_vec_push(&word, *text);
      }
    }
    if (any) hd_vec_push(out, hd_arena_strndup(arena, word.len ? word.data : "", word.len));
    hd_vec_clear(&word);
    while (*text == ' ') text++;
  }
}

/* "cmd %s | safe: A | unsafe: B", or a known name. */
static hd_seq_tool read_tool(hd_arena *arena, const char *how)
{
  const hd_seq_tool *known = hd_seq_tool_find(how);
  if (known) return *known;
  hd_seq_tool tool = {"external", NULL, SAYS_SAFE, SAYS_UNSAFE};
  const char *bar = strstr(how, " | ");
  tool.command = hd_arena_strndup(arena, how, bar ? (size_t)(bar - how) : strlen(how));
  while (bar) {
    const char *part = bar + 3;
    bar = strstr(part, " | ");
    char *text = hd_arena_strndup(arena, part, bar ? (size_t)(bar - part) : strlen(part));
    if (strncmp(text, "safe: ", 6) == 0) tool.safe = text + 6;
    if (strncmp(text, "unsafe: ", 8) == 0) tool.unsafe = text + 8;
  }
  return tool;
}

static bool is_pattern(const char *text)
{
  regex_t regex;
  if (regcomp(&regex, text, REG_EXTENDED | REG_NEWLINE | REG_NOSUB) != 0) return false;
  regfree(&regex);
  return true;
}

bool hd_seq_external_knows(const char *how)
{
  hd_arena arena;
  hd_arena_init(&arena);
  hd_seq_tool tool = read_tool(&arena, how);
  bool knows = strstr(tool.command, "%s") && is_pattern(tool.safe) && is_pattern(tool.unsafe);
  hd_arena_clear(&arena);
  return knows;
}

static bool matches_regex(const char *pattern, const char *text)
{
  regex_t regex;
  if (regcomp(&regex, pattern, REG_EXTENDED | REG_NEWLINE | REG_NOSUB) != 0) return false;
  bool found = regexec(&regex, text, 0, NULL, 0) == 0;
  regfree(&regex);
  return found;
}

/* --- the answer -------------------------------------------------------------------------- */

/* By all checkers in turn: the violation may be too deep for a bounded search, and if there is none, another checker
 * soon knows. */
static void search_violation(hd_seq_session *s, const char *name, const hd_budget *b, hd_seq_result *out)
{
  hd_seq_check(s, NULL, b, out);
  out->checker = name;
  if (out->verdict == HD_SEQ_SAFE)
    hd_seq_unknown(out, HD_CAUSE_FAILED, "%s reports a violation, but there is none", name);
  else if (out->verdict == HD_SEQ_UNKNOWN)
    hd_seq_unknown(out, HD_CAUSE_FAILED, "%s reports a violation that could not be confirmed here", name);
}

static void take_word(const hd_seq_tool *tool, hd_seq_result *out)
{
  hd_seq_set_searched(out, "`%s`", tool->command);
  out->on_trust = true;
}

static void judge_output(hd_seq_session *s, const hd_seq_tool *tool, const hd_process_result *r, const hd_budget *b,
                         hd_seq_result *out)
{
  bool safe = matches_regex(tool->safe, r->output) || matches_regex(tool->safe, r->errors);
  bool unsafe = matches_regex(tool->unsafe, r->output) || matches_regex(tool->unsafe, r->errors);
  out->checker = tool->name;
  if (r->end == HD_PROCESS_STOPPED)
    hd_seq_give_up(out, (hd_cause){.kind = r->cause, .by = tool->name, .pos = HD_NO_POS});
  else if (r->end == HD_PROCESS_NOT_STARTED)
    hd_seq_unknown(out, HD_CAUSE_FAILED, "%s cannot be started: %s", tool->name, strerror(r->status));
  else if (r->end == HD_PROCESS_SIGNALED)
    hd_seq_unknown(out, HD_CAUSE_FAILED, "%s was ended by signal %d", tool->name, r->status);
  else if (safe == unsafe)
    hd_seq_unknown(out, HD_CAUSE_REFUSED, "%s gave %s verdict (exit status %d)", tool->name,
                   safe ? "more than one" : "no", r->status);
  else if (safe)
    take_word(tool, out);
  else
    search_violation(s, tool->name, b, out);
}

/* Prints the program to a new file in a new folder; false with a reason. */
static bool write_program(hd_program *p, char *folder, char *path, size_t size, hd_seq_result *out)
{
  const char *temporary = getenv("TMPDIR"), *why_not = NULL;
  snprintf(folder, size, "%s/heddle-XXXXXX", temporary && *temporary ? temporary : "/tmp");
  if (!mkdtemp(folder)) {
    hd_seq_unknown(out, HD_CAUSE_FAILED, "no folder for the program: %s", strerror(errno));
    return false;
  }
  snprintf(path, size + 16, "%s/program.c", folder);
  FILE *file = fopen(path, "w");
  bool printed = file && hd_program_print_c(file, p, &why_not);
  bool written = file && fclose(file) == 0;
  if (!printed || !written)
    hd_seq_unknown(out, HD_CAUSE_FAILED, "the program cannot be written: %s", why_not ? why_not : path);
  return printed && written;
}

/* Tools work in the folder of the program: their own path must not depend on where we are. */
static const char *absolute(hd_arena *arena, const char *program)
{
  char *path = strchr(program, '/') && *program != '/' ? realpath(program, NULL) : NULL;
  if (path) program = hd_arena_strdup(arena, path);
  free(path);
  return program;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
  (void)status, (void)kind, (void)where;
  return remove(path);
}

/* Removes the folder with all that the tool has left in it. */
static void remove_folder(const char *folder)
{
  enum { DESCRIPTORS = 16 };
  nftw(folder, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

/* In tests, a sanitized build calls itself as another tool; its address space would count as memory. */
static size_t memory_of_tool(const hd_budget *b)
{
#if defined(__SANITIZE_ADDRESS__)
  (void)b;
  return 0;
#else
  return b->memory;
#endif
}

void hd_seq_external(hd_seq_session *s, const char *how, const hd_budget *b, hd_seq_result *out)
{
  char folder[256], path[sizeof folder + 16] = "";
  hd_arena arena;
  hd_arena_init(&arena);
  hd_seq_tool tool = read_tool(&arena, how);
  if (write_program(hd_seq_program(s), folder, path, sizeof folder, out)) {
    words argv = {0};
    hd_process_result result;
    split_command(&arena, tool.command, path, &argv);
    if (argv.len) argv.data[0] = absolute(&arena, argv.data[0]);
    hd_vec_push(&argv, NULL);
    hd_process_run(&(hd_command){.argv = argv.data, .directory = folder, .memory = memory_of_tool(b)}, b, &result);
    judge_output(s, &tool, &result, b, out);
    hd_process_result_clear(&result);
    hd_vec_clear(&argv);
  }
  if (*path) remove_folder(folder);
  hd_arena_clear(&arena);
}
