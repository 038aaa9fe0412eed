/* messages.c - prints a message with its place, the line of the source and a caret. */
#include "cli/messages.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/terminal.h"

enum { NOTE, WARNING, ERROR, LONGEST_SHOWN = 200 };

static const char *const names[] = {"note", "warning", "error"};
static const char *const colours[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};

/* The text of a line of a file without its end; NULL when there is no such line, or when it is too long
 * or too strange to be worth showing. Freed by the caller. */
static char *read_line(const char *path, uint32_t number)
{
  FILE *f = fopen(path, "r");
  if (!f) return NULL;
  char *line = NULL;
  size_t size = 0;
  ssize_t n = -1;
  for (uint32_t i = 0; i < number && (n = getline(&line, &size, f)) >= 0; i++) continue;
  fclose(f);
  if (n > 0 && line[n - 1] == '\n') line[--n] = '\0';
  bool showable = n >= 0 && n <= LONGEST_SHOWN;
  for (ssize_t i = 0; showable && i < n; i++) showable = (unsigned char)line[i] >= ' ' || line[i] == '\t';
  if (showable) return line;
  free(line);
  return NULL;
}

static void print_caret(const heddle_message *m)
{
  if (!m->file || m->line == 0) return;
  char *line = read_line(m->file, m->line);
  if (!line) return;
  fprintf(stderr, "%5u | %s\n", m->line, line);
  if (m->column > 0 && m->column <= strlen(line) + 1) {
    fprintf(stderr, "      | ");
    /* Tabs stay tabs, so that the caret stands under its column. */
    for (uint32_t i = 0; i + 1 < m->column; i++) fputc(line[i] == '\t' ? '\t' : ' ', stderr);
    fprintf(stderr, "^\n");
  }
  free(line);
}

static void print_place(const heddle_message *m)
{
  if (!m->file)
    fprintf(stderr, "heddle: ");
  else if (m->line == 0)
    fprintf(stderr, "%s: ", m->file);
  else if (m->column == 0)
    fprintf(stderr, "%s:%u: ", m->file, m->line);
  else
    fprintf(stderr, "%s:%u:%u: ", m->file, m->line, m->column);
}

static void print_message(const heddle_message *m)
{
  bool colour = isatty(STDERR_FILENO);
  if (m->verbatim) {
    size_t n = strlen(m->message);
    fprintf(stderr, "%s%s", m->message, n > 0 && m->message[n - 1] == '\n' ? "" : "\n");
  } else {
    print_place(m);
    fprintf(stderr, "%s%s:%s %s\n", colour ? colours[m->severity] : "", names[m->severity], colour ? "\033[0m" : "",
            m->message);
    print_caret(m);
  }
  if (m->hint) fprintf(stderr, "hint: %s\n", m->hint);
}

unsigned hd_messages_print(const heddle_input *input, unsigned from, const hd_options *options)
{
  unsigned n = heddle_message_count(input);
  int least = options->quiet ? ERROR : options->verbose ? NOTE : WARNING;
  hd_terminal_end_progress();
  for (unsigned i = from; i < n; i++) {
    heddle_message m = heddle_message_get(input, i);
    HD_CHECK(m.severity >= NOTE && m.severity <= ERROR);
    if (m.severity >= least) print_message(&m);
  }
  return n;
}
