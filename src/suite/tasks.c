/* tasks.c - expands folders, patterns and lists to tasks, and chooses a shard of them. */
#include "suite/tasks.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <sys/stat.h>

#include "suite/error.h"

static bool ends_with(const char *text, const char *end)
{
  size_t n = strlen(text), k = strlen(end);
  return n >= k && strcmp(text + n - k, end) == 0;
}

static char *copy(const char *text)
{
  return text ? hd_strdup(text) : NULL;
}

/* dir/name, or name alone. */
static char *join_path(const char *dir, size_t dir_len, const char *name)
{
  char *path;
  int n = dir_len && name[0] != '/' ? asprintf(&path, "%.*s/%s", (int)dir_len, dir, name) : asprintf(&path, "%s", name);
  if (n < 0) hd_out_of_memory();
  return path;
}

static size_t dir_length(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) : 0;
}

static bool fail_to_read(char **error, const char *path)
{
  return hd_suite_error(error, "cannot read '%s': %s", path, strerror(errno));
}

static bool is_file(const char *path)
{
  struct stat st;
  return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

/* --- folders --------------------------------------------------------------------------------- */

enum { MAX_DEPTH = 16 };

static bool add_folder(hd_suite *s, const char *path, unsigned depth, char **error)
{
  DIR *dir = opendir(path);
  if (!dir) return fail_to_read(error, path);
  bool ok = true;
  for (struct dirent *e; ok && (e = readdir(dir));) {
    char *below = join_path(path, strlen(path), e->d_name);
    struct stat st;
    bool known = e->d_name[0] != '.' && lstat(below, &st) == 0;
    if (known && S_ISDIR(st.st_mode) && depth < MAX_DEPTH)
      ok = add_folder(s, below, depth + 1, error);
    else if (known && !S_ISDIR(st.st_mode) && ends_with(below, ".yml"))
      hd_vec_push(s, (hd_suite_task){.file = copy(below)});
    free(below);
  }
  closedir(dir);
  return ok;
}

/* --- lists ----------------------------------------------------------------------------------- */

static void add_pattern(hd_suite *s, const char *list, const char *pattern)
{
  char *path = join_path(list, dir_length(list), pattern);
  glob_t found;
  if (glob(path, 0, NULL, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; i++) hd_vec_push(s, (hd_suite_task){.file = copy(found.gl_pathv[i])});
    globfree(&found);
  }
  free(path);
}

/* The task definition beside a program, where there is one, knows more about it. */
static char *definition_of(char *file)
{
  size_t dot = strlen(file);
  while (dot && file[dot] != '.' && file[dot] != '/') dot--;
  char *yml;
  if (ends_with(file, ".yml") || file[dot] != '.' || asprintf(&yml, "%.*s.yml", (int)dot, file) < 0) return file;
  char *best = is_file(yml) ? yml : file, *other = best == yml ? file : yml;
  free(other);
  return best;
}

static void add_row(hd_suite *s, const char *table, char *line)
{
  char *rest = line, *fields[3] = {0};
  for (unsigned i = 0; i < 3; i++) fields[i] = strsep(&rest, "\t");
  if (!fields[1] || !fields[2] || strcmp(fields[0], "path") == 0) return;
  const char *last = rest ? strrchr(rest, '\t') : NULL;
  hd_vec_push(s, (hd_suite_task){.file = definition_of(join_path(table, dir_length(table), fields[0])),
                                 .property = copy(fields[1]),
                                 .expected = copy(fields[2]),
                                 .family = copy(last ? last + 1 : rest)});
}

typedef void line_fn(hd_suite *s, const char *path, char *line);

static bool add_lines(hd_suite *s, const char *path, line_fn *add, char **error)
{
  FILE *in = fopen(path, "r");
  char *line = NULL;
  size_t size = 0;
  if (!in) return fail_to_read(error, path);
  for (ssize_t n; (n = getline(&line, &size, in)) >= 0;) {
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = '\0';
    if (n > 0 && line[0] != '#') add(s, path, line);
  }
  free(line);
  fclose(in);
  return true;
}

static void add_pattern_line(hd_suite *s, const char *path, char *line)
{
  add_pattern(s, path, line);
}

/* --- the whole ------------------------------------------------------------------------------- */

bool hd_suite_add(hd_suite *s, const char *path, char **error)
{
  struct stat st;
  if (stat(path, &st) != 0) return fail_to_read(error, path);
  if (!S_ISDIR(st.st_mode)) {
    if (ends_with(path, ".tsv")) return add_lines(s, path, add_row, error);
    if (ends_with(path, ".set")) return add_lines(s, path, add_pattern_line, error);
    hd_vec_push(s, (hd_suite_task){.file = copy(path)});
    return true;
  }
  char *table = join_path(path, strlen(path), "tasks.tsv");
  bool ok = is_file(table) ? add_lines(s, table, add_row, error) : add_folder(s, path, 0, error);
  free(table);
  return ok;
}

static int compare_tasks(const void *a, const void *b)
{
  const hd_suite_task *x = a, *y = b;
  int by_file = strcmp(x->file, y->file);
  return by_file ? by_file : strcmp(x->property ? x->property : "", y->property ? y->property : "");
}

static void clear_task(hd_suite_task *t)
{
  free(t->file);
  free(t->property);
  free(t->expected);
  free(t->family);
}

void hd_suite_sort(hd_suite *s)
{
  uint32_t n = 0;
  if (s->len) qsort(s->data, s->len, sizeof *s->data, compare_tasks);
  for (uint32_t i = 0; i < s->len; i++) {
    if (n && compare_tasks(&s->data[n - 1], &s->data[i]) == 0)
      clear_task(&s->data[i]);
    else
      s->data[n++] = s->data[i];
  }
  s->len = n;
}

void hd_suite_keep_shard(hd_suite *s, uint32_t part, uint32_t parts)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->len; i++) {
    if (i % parts == part)
      s->data[n++] = s->data[i];
    else
      clear_task(&s->data[i]);
  }
  s->len = n;
}

void hd_suite_clear(hd_suite *s)
{
  for (uint32_t i = 0; i < s->len; i++) clear_task(&s->data[i]);
  hd_vec_clear(s);
}
