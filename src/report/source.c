/* source.c - files are read once and cut into lines. */
#include "report/source.h"

#include <ctype.h>
#include <stdio.h>

/* A file larger than this is hardly a source text: its lines are not shown. */
enum { MAX_SIZE = 64 << 20 };

struct hd_source_file {
  bool tried;
  char *text;
  HD_VEC(size_t) lines; /* where each starts */
};

void hd_sources_init(hd_sources *s, const hd_program *p)
{
  *s = (hd_sources){.p = p, .files = hd_alloc(p->files.len, sizeof *s->files)};
  hd_arena_init(&s->arena);
}

void hd_sources_clear(hd_sources *s)
{
  for (uint32_t i = 0; i < s->p->files.len; i++) {
    free(s->files[i].text);
    hd_vec_clear(&s->files[i].lines);
  }
  free(s->files);
  hd_arena_clear(&s->arena);
}

static char *read_whole(const char *path)
{
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  HD_VEC(char) text = {0};
  size_t n;
  do {
    hd_vec_reserve(&text, text.len + 65536);
    n = fread(text.data + text.len, 1, 65535, f);
    text.len += (uint32_t)n;
  } while (n > 0 && text.len < MAX_SIZE);
  text.data[text.len] = '\0';
  fclose(f);
  return text.data;
}

static void load_source_lines(struct hd_source_file *f, const char *path)
{
  f->tried = true;
  f->text = read_whole(path);
  if (!f->text) return;
  hd_vec_push(&f->lines, 0);
  for (size_t i = 0; f->text[i]; i++)
    if (f->text[i] == '\n') hd_vec_push(&f->lines, i + 1);
}

/* White space at the ends goes, and inside becomes single blanks; control characters too. */
static const char *tidy_line(hd_arena *arena, const char *line)
{
  size_t n = strcspn(line, "\r\n"), used = 0;
  char *text = hd_arena_alloc(arena, n + 1);
  for (size_t i = 0; i < n; i++) {
    bool blank = isspace((unsigned char)line[i]) || iscntrl((unsigned char)line[i]);
    if (!blank)
      text[used++] = line[i];
    else if (used && text[used - 1] != ' ')
      text[used++] = ' ';
  }
  if (used && text[used - 1] == ' ') used--;
  text[used] = '\0';
  return used ? text : NULL;
}

/* Where the line begins; NULL when there is none. */
static const char *find_line(hd_sources *s, hd_pos pos)
{
  if (pos.file >= s->p->files.len || !pos.line) return NULL;
  struct hd_source_file *f = &s->files[pos.file];
  if (!f->tried) load_source_lines(f, s->p->files.data[pos.file]);
  return pos.line <= f->lines.len ? f->text + f->lines.data[pos.line - 1] : NULL;
}

const char *hd_sources_text(hd_sources *s, uint32_t file)
{
  struct hd_source_file *f = &s->files[file];
  if (!f->tried) load_source_lines(f, s->p->files.data[file]);
  return f->text;
}

const char *hd_sources_line(hd_sources *s, hd_pos pos)
{
  const char *line = find_line(s, pos);
  return line ? tidy_line(&s->arena, line) : NULL;
}

/* Is this the word before the parenthesis: of a statement that has another one behind it? */
static bool has_head(const char *line, size_t open)
{
  static const char *const words[] = {"for", "while", "if", "switch"};
  while (open && line[open - 1] == ' ') open--;
  for (unsigned i = 0; i < HD_COUNT(words); i++) {
    size_t n = strlen(words[i]);
    bool whole = open == n || (open > n && !isalnum((unsigned char)line[open - n - 1]) && line[open - n - 1] != '_');
    if (open >= n && whole && strncmp(line + open - n, words[i], n) == 0) return true;
  }
  return false;
}

/* Where the statement that the column lies in begins: behind a semicolon or brace, or behind the head of a loop or a
 * branch, but not inside of parentheses. */
static size_t statement_start(const char *line, size_t column)
{
  size_t start = 0, open = 0;
  unsigned depth = 0;
  for (size_t i = 0; i < column; i++) {
    if (line[i] == '(' && !depth++) open = i;
    bool closes = line[i] == ')' && depth && !--depth;
    if ((closes && has_head(line, open)) || (!depth && strchr(";{}", line[i]))) start = i + 1;
  }
  return start;
}

static size_t statement_length(const char *text)
{
  size_t n = 0;
  unsigned depth = 0;
  for (; text[n] && !strchr("\r\n", text[n]) && (depth || !strchr(";{}", text[n])); n++) {
    depth += text[n] == '(';
    depth -= text[n] == ')' && depth;
  }
  return n + (text[n] == ';');
}

const char *hd_sources_statement(hd_sources *s, hd_pos pos)
{
  const char *line = find_line(s, pos);
  size_t length = line ? strcspn(line, "\r\n") : 0, column = pos.column ? pos.column - 1 : 0;
  if (column >= length) return hd_sources_line(s, pos);
  const char *text = line + statement_start(line, column);
  return tidy_line(&s->arena, hd_arena_strndup(&s->arena, text, statement_length(text)));
}

uint32_t hd_sources_column(hd_sources *s, hd_pos pos)
{
  const char *line = find_line(s, pos);
  uint32_t column = pos.column;
  for (uint32_t i = 0; line && i + 1 < pos.column && line[i] && line[i] != '\n'; i++)
    if (((unsigned char)line[i] & 0xc0) == 0x80) column--; /* a later byte of a character in UTF-8 */
  return column;
}

static const char *last_part(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash && slash[1] ? slash + 1 : path;
}

const char *hd_sources_where(hd_sources *s, hd_pos pos)
{
  if (pos.file >= s->p->files.len) return "";
  const char *path = s->p->files.data[pos.file], *name = last_part(path);
  for (uint32_t i = 0; i < s->p->files.len; i++)
    if (i != pos.file && strcmp(last_part(s->p->files.data[i]), name) == 0) name = path;
  return hd_arena_printf(&s->arena, "%s:%u", name, pos.line);
}
