/* tool.c - fills the file and property into the command, and finds the verdict in its output. */
#include "suite/tool.h"

#include <ctype.h>
#include <stdio.h>

#include "suite/error.h"

/* --- command lines ----------------------------------------------------------------------------------- */

/* One word of a command line, without its quotes. NULL: a quote is not closed. */
static const char *take_word(hd_arena *arena, const char **line)
{
  char *word = hd_arena_alloc(arena, strlen(*line) + 1), *to = word, quote = '\0';
  const char *at = *line;
  for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
    if (quote ? *at == quote : *at == '\'' || *at == '"')
      quote = quote ? '\0' : *at;
    else
      *to++ = *at;
  }
  *line = at;
  return quote ? NULL : word;
}

bool hd_tool_parse(hd_tool *t, const char *line, char **error)
{
  bool has_file = false;
  *t = (hd_tool){0};
  hd_arena_init(&t->arena);
  t->text = hd_arena_strdup(&t->arena, line);
  for (const char *at = line + strspn(line, " \t"); *at; at += strspn(at, " \t")) {
    const char *word = take_word(&t->arena, &at);
    if (!word) return hd_suite_error(error, "--tool has a quote that is not closed");
    has_file |= strstr(word, "%s") != NULL;
    hd_vec_push(&t->words, word);
  }
  return has_file || hd_suite_error(error, "--tool needs %%s, where the file of the task goes");
}

void hd_tool_clear(hd_tool *t)
{
  hd_vec_clear(&t->words);
  hd_arena_clear(&t->arena);
}

/* The word with %s and %p replaced. */
static const char *fill_word(hd_arena *arena, const char *word, const char *file, const char *property)
{
  const char *percent = strchr(word, '%');
  if (!percent || (percent[1] != 's' && percent[1] != 'p')) return word;
  const char *rest = fill_word(arena, percent + 2, file, property);
  const char *what = percent[1] == 's' ? file : property ? property : "";
  return hd_arena_printf(arena, "%.*s%s%s", (int)(percent - word), word, what, rest);
}

void hd_tool_command(hd_tool *t, const hd_suite_task *task, const char *property, hd_arguments *out)
{
  out->len = 0;
  for (uint32_t i = 0; i < t->words.len; i++)
    hd_vec_push(out, fill_word(&t->arena, t->words.data[i], task->file, property));
  if (t->ours && property) {
    hd_vec_push(out, "--property");
    hd_vec_push(out, property);
  }
  hd_vec_push(out, NULL);
}

/* --- answers ------------------------------------------------------------------------------------------- */

/* The text behind `name: ' at the start of a line, in the arena; NULL: there is none. */
static const char *find_line(hd_arena *arena, const char *text, const char *name)
{
  size_t n = strlen(name);
  for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
    if (strncmp(line, name, n) == 0 && strncmp(line + n, ": ", 2) == 0)
      return hd_arena_strndup(arena, line + n + 2, strcspn(line + n + 2, "\n"));
  return NULL;
}

typedef enum { SAYS_NOTHING, SAYS_SAFE, SAYS_UNSAFE, SAYS_UNKNOWN } answer;

static answer answer_in_line(const char *line, size_t n)
{
  static const struct {
    const char *words;
    answer means;
  } table[] = {{"verdict: safe", SAYS_SAFE},
               {"verdict: unsafe", SAYS_UNSAFE},
               {"verdict: unknown", SAYS_UNKNOWN},
               {"VERIFICATION SUCCESSFUL", SAYS_SAFE},
               {"VERIFICATION FAILED", SAYS_UNSAFE},
               {"VERIFICATION UNKNOWN", SAYS_UNKNOWN},
               {"UNKNOWN", SAYS_UNKNOWN},
               {"TRUE", SAYS_SAFE},
               {"FALSE", SAYS_UNSAFE}};
  for (size_t i = 0; i < HD_COUNT(table); i++)
    if (memmem(line, n, table[i].words, strlen(table[i].words))) return table[i].means;
  return SAYS_NOTHING;
}

static answer answer_in_text(const char *text)
{
  answer last = SAYS_NOTHING;
  for (const char *line = text; *line;) {
    size_t n = strcspn(line, "\n");
    answer here = answer_in_line(line, n);
    if (here != SAYS_NOTHING) last = here;
    line += line[n] ? n + 1 : n;
  }
  return last;
}

static answer answer_of(const hd_tool *t, const hd_keeper_result *kept, const char *output)
{
  if (!t->ours) return answer_in_text(output);
  if (kept->end != HD_KEPT_EXITED) return SAYS_NOTHING;
  switch (kept->status) {
  case HD_EXIT_SAFE: return SAYS_SAFE;
  case HD_EXIT_UNSAFE: return SAYS_UNSAFE;
  case HD_EXIT_UNKNOWN: return SAYS_UNKNOWN;
  default: return SAYS_NOTHING;
  }
}

static const char *explain_end(hd_arena *arena, const hd_keeper_result *kept, const char *errors)
{
  switch (kept->end) {
  case HD_KEPT_EXITED: return hd_arena_printf(arena, "exit %d: %.*s", kept->status, (int)strcspn(errors, "\n"), errors);
  case HD_KEPT_SIGNALED: return hd_arena_printf(arena, "signal %d", kept->status);
  case HD_KEPT_WALL: return "time limit";
  case HD_KEPT_PROCESSOR: return "processor time limit";
  case HD_KEPT_MEMORY: return "memory limit";
  case HD_KEPT_OUTPUT: return "too much output";
  case HD_KEPT_STOPPED: return "stopped";
  case HD_KEPT_NOT_STARTED: return hd_arena_printf(arena, "not started: %s", strerror(kept->status));
  case HD_KEPT_LOST: return "the process that enforces its limits was killed";
  }
  HD_UNREACHABLE();
}

static bool is_limit(hd_kept_end end)
{
  return end == HD_KEPT_WALL || end == HD_KEPT_PROCESSOR || end == HD_KEPT_MEMORY;
}

static hd_outcome judge_answer(answer said, const char *expected)
{
  if (said == SAYS_UNKNOWN) return HD_NOT_KNOWN;
  if (!expected) return HD_UNSAID;
  return (said == SAYS_SAFE) == (strcmp(expected, "true") == 0) ? HD_RIGHT : HD_WRONG;
}

void hd_tool_read(hd_tool *t, const hd_keeper_result *kept, const char *output, const char *errors, hd_row *row)
{
  static const char *const words[] = {NULL, "safe", "unsafe", "unknown"};
  answer said = answer_of(t, kept, output);
  const char *states = find_line(&t->arena, output, "states");
  row->engine = find_line(&t->arena, output, "engine");
  row->states = states ? strtod(states, NULL) : -1;
  if (!row->expected) row->expected = find_line(&t->arena, output, "expected");
  if (is_limit(kept->end) || said == SAYS_NOTHING) {
    bool too_late = t->ours && kept->end == HD_KEPT_WALL; /* ours ends in time by itself */
    row->outcome = is_limit(kept->end) && !too_late ? HD_NOT_KNOWN : HD_FAILED;
    row->verdict = explain_end(&t->arena, kept, errors);
  } else {
    row->outcome = judge_answer(said, row->expected);
    const char *verdict = t->ours ? find_line(&t->arena, output, "verdict") : NULL;
    row->verdict = verdict ? verdict : words[said];
  }
}
