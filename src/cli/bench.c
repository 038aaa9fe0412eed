/* bench.c - `heddle bench': many tasks, each by a `heddle verify' of its own, and a table of what came out. */
#include <pthread.h>
#include <regex.h>
#include <stdio.h>
#include <unistd.h>

#include "base/process.h"
#include "cli/commands.h"
#include "cli/suite.h"
#include "cli/table.h"
#include "cli/terminal.h"

typedef struct {
  const hd_options *options;
  const char *self; /* the program */
  char limits[2][32];
  hd_suite suite;
  hd_row *rows;
  size_t common;        /* of the files' names: the folder that all lie in */
  uint32_t next, shown; /* tasks taken, and rows printed */
  pthread_mutex_t lock;
} bench;

static const double default_seconds = 60, grace_seconds = 30;

/* --- one task -------------------------------------------------------------------------------- */

typedef HD_VEC(const char *) arguments;

static void add_option(arguments *a, const char *name, const char *value)
{
  if (!value) return;
  hd_vec_push(a, name);
  hd_vec_push(a, value);
}

static void make_command(const bench *b, const hd_suite_task *t, arguments *a)
{
  const heddle_options *o = &b->options->library;
  static const char *const first[] = {"verify", "-q", "--stats", "--jobs", "1"};
  hd_vec_push(a, b->self);
  for (size_t i = 0; i < HD_COUNT(first); i++) hd_vec_push(a, first[i]);
  add_option(a, "--engine", o->engine);
  add_option(a, "--timeout", b->limits[0]);
  add_option(a, "--memory", o->memory ? b->limits[1] : NULL);
  add_option(a, "--property", o->property ? o->property : t->property);
  hd_vec_push(a, t->file);
  hd_vec_push(a, NULL);
}

/* The text behind `name: ' at the start of a line, cut to size. */
static bool find_line(const char *text, const char *name, char *value, size_t size)
{
  size_t n = strlen(name);
  for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
    if (strncmp(line, name, n) != 0 || strncmp(line + n, ": ", 2) != 0) continue;
    snprintf(value, size, "%.*s", (int)strcspn(line + n + 2, "\n"), line + n + 2);
    return true;
  }
  return false;
}

static hd_outcome judge(const hd_process_result *p, const char *expected)
{
  bool safe = p->status == HD_EXIT_SAFE, unsafe = p->status == HD_EXIT_UNSAFE;
  if (p->end != HD_PROCESS_EXITED || !(safe || unsafe || p->status == HD_EXIT_UNKNOWN)) return HD_FAILED;
  if (!safe && !unsafe) return HD_NOT_KNOWN;
  if (!*expected) return HD_UNSAID;
  return safe == (strcmp(expected, "true") == 0) ? HD_RIGHT : HD_WRONG;
}

static char *explain_failure(const hd_process_result *p)
{
  char *text;
  const char *line = p->errors ? p->errors : "";
  int n = p->end == HD_PROCESS_SIGNALED  ? asprintf(&text, "signal %d", p->status)
          : p->end == HD_PROCESS_STOPPED ? asprintf(&text, "did not end in time")
                                         : asprintf(&text, "exit %d: %.*s", p->status, (int)strcspn(line, "\n"), line);
  if (n < 0) hd_out_of_memory();
  return text;
}

/* The child has its own limits; it is ended only when it does not keep them. */
static void run_task(bench *b, uint32_t i)
{
  const hd_suite_task *t = &b->suite.data[i];
  hd_row *r = &b->rows[i];
  arguments a = {0};
  make_command(b, t, &a);
  hd_command command = {.argv = a.data};
  double until = hd_now() + strtod(b->limits[0], NULL) + grace_seconds;
  hd_budget budget = {.deadline = until, .cancel = hd_terminal_cancel_flag()};
  hd_process_result p;
  char verdict[256] = "";
  hd_process_run(&command, &budget, &p);
  r->seconds = p.seconds;
  const char *said = p.output ? p.output : "";
  if (t->expected)
    snprintf(r->expected, sizeof r->expected, "%s", t->expected);
  else
    find_line(said, "expected", r->expected, sizeof r->expected);
  find_line(said, "engine", r->engine, sizeof r->engine);
  find_line(said, "states", r->states, sizeof r->states);
  r->outcome = judge(&p, r->expected);
  if (r->outcome == HD_FAILED && *hd_terminal_cancel_flag()) r->outcome = HD_NOT_RUN;
  r->verdict = r->outcome == HD_FAILED || !find_line(said, "verdict", verdict, sizeof verdict) ? explain_failure(&p)
                                                                                               : strdup(verdict);
  hd_process_result_clear(&p);
  hd_vec_clear(&a);
}

/* Rows come in the tasks' order, each as soon as those before it are there. */
static void show_rows(bench *b)
{
  while (b->shown < b->suite.len && b->rows[b->shown].verdict) {
    if (b->rows[b->shown].outcome != HD_NOT_RUN) hd_table_print_row(&b->rows[b->shown], b->common);
    b->shown++;
  }
  fflush(stdout);
}

/* --- all of them ----------------------------------------------------------------------------- */

static void *work(void *context)
{
  bench *b = context;
  pthread_mutex_lock(&b->lock);
  while (b->next < b->suite.len && !*hd_terminal_cancel_flag()) {
    uint32_t i = b->next++;
    pthread_mutex_unlock(&b->lock);
    run_task(b, i);
    pthread_mutex_lock(&b->lock);
    show_rows(b);
  }
  pthread_mutex_unlock(&b->lock);
  return NULL;
}

/* The folder that all tasks lie in, with its slash. */
static size_t common_folder(const hd_suite *s)
{
  const char *first = s->data[0].file, *slash = strrchr(first, '/');
  size_t n = slash ? (size_t)(slash - first) + 1 : 0;
  for (uint32_t i = 1; i < s->len; i++)
    while (n && strncmp(first, s->data[i].file, n) != 0) do
        n--;
      while (n && first[n - 1] != '/');
  return n;
}

static void run_all(bench *b)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  uint32_t n = b->options->library.jobs ? b->options->library.jobs : cores > 0 ? (uint32_t)cores : 1;
  if (n > b->suite.len) n = b->suite.len;
  pthread_t *threads = hd_alloc(n, sizeof *threads);
  hd_table_print_head();
  uint32_t started = 0;
  while (started < n && pthread_create(&threads[started], NULL, work, b) == 0) started++;
  if (!started) work(b);
  for (uint32_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
  free(threads);
}

/* Leaves out the tasks that were not asked for. */
static bool select_tasks(bench *b, char **error)
{
  regex_t wanted;
  if (!b->options->match) return true;
  if (regcomp(&wanted, b->options->match, REG_EXTENDED | REG_NOSUB) != 0) {
    if (asprintf(error, "--match is not a regular expression: '%s'", b->options->match) < 0) hd_out_of_memory();
    return false;
  }
  hd_suite kept = {0}, dropped = {0};
  for (uint32_t i = 0; i < b->suite.len; i++) {
    if (regexec(&wanted, b->suite.data[i].file, 0, NULL, 0) == 0)
      hd_vec_push(&kept, b->suite.data[i]);
    else
      hd_vec_push(&dropped, b->suite.data[i]);
  }
  regfree(&wanted);
  hd_suite_clear(&dropped);
  hd_vec_clear(&b->suite);
  b->suite.data = kept.data;
  b->suite.len = kept.len;
  b->suite.cap = kept.cap;
  return true;
}

static bool read_suites(bench *b, char **error)
{
  for (uint32_t i = 0; i < b->options->files.len; i++)
    if (!hd_suite_add(&b->suite, b->options->files.data[i], error)) return false;
  hd_suite_sort(&b->suite);
  if (!select_tasks(b, error)) return false;
  if (!b->suite.len && !(*error = strdup("there is no task in this suite"))) hd_out_of_memory();
  return b->suite.len > 0;
}

static void name_rows(bench *b)
{
  b->rows = hd_alloc(b->suite.len, sizeof *b->rows);
  for (uint32_t i = 0; i < b->suite.len; i++) {
    const hd_suite_task *t = &b->suite.data[i];
    b->rows[i].file = t->file;
    b->rows[i].property = b->options->library.property ? b->options->library.property : t->property;
  }
  b->common = common_folder(&b->suite);
}

/* Opened before the work begins: a file that cannot be written should not cost an hour. NULL: none is wanted. */
static bool open_output(const char *path, FILE **out)
{
  *out = path ? fopen(path, "w") : NULL;
  if (path && !*out) fprintf(stderr, "heddle: cannot write '%s'\n", path);
  return !path || *out;
}

static int run_suites(bench *b)
{
  FILE *csv, *json;
  if (!open_output(b->options->csv, &csv)) return HD_EXIT_USAGE;
  if (!open_output(b->options->json, &json)) return csv ? fclose(csv) : 0, HD_EXIT_USAGE;
  name_rows(b);
  run_all(b);
  hd_table table = {b->rows, b->suite.len};
  int status = hd_table_summarize(&table);
  if (csv && !hd_table_write_csv(&table, csv)) status = HD_EXIT_USAGE;
  if (json && !hd_table_write_json(&table, json)) status = HD_EXIT_USAGE;
  for (uint32_t i = 0; i < b->suite.len; i++) free(b->rows[i].verdict);
  free(b->rows);
  return status;
}

int hd_command_bench(const hd_options *options)
{
  bench b = {.options = options, .self = "/proc/self/exe", .lock = PTHREAD_MUTEX_INITIALIZER};
  char path[4096], *error = NULL;
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n > 0) path[n] = '\0', b.self = path;
  snprintf(b.limits[0], sizeof b.limits[0], "%g",
           options->library.timeout > 0 ? options->library.timeout : default_seconds);
  snprintf(b.limits[1], sizeof b.limits[1], "%u", options->library.memory);
  hd_terminal_catch_signals();
  int status = HD_EXIT_INPUT;
  if (read_suites(&b, &error))
    status = run_suites(&b);
  else
    fprintf(stderr, "heddle: %s\n", error);
  free(error);
  hd_suite_clear(&b.suite);
  return status;
}
