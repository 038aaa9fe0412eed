/* bench.c - `heddle bench': many tasks, each in processes of its own, and a table of what came out. Three words
 * ahead of the files ask for something else: `show', `merge' and `compare' work on files of results. */
#include <errno.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/budget.h"
#include "cli/commands.h"
#include "cli/launch.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "suite/farm.h"
#include "suite/slurm.h"

typedef struct {
  const hd_options *options;
  hd_suite suite;
  hd_tool tool;
  hd_suite_run run;
  const hd_crew *crew; /* --launcher mpi; NULL: this process alone */
  hd_farm_end crew_end;
  bool managed;      /* and it has an end */
  hd_results before; /* what --resume has found */
  hd_results results;
  uint32_t *row_of; /* a task's row in results, or HD_NONE */
  FILE *log;        /* --results */
  bool log_failed;
  size_t common;        /* of the files' names: the folder that all lie in */
  uint32_t shown, done; /* rows printed, tasks that have ended */
  double began;
  char machine[256];
} bench;

static const double default_seconds = 60, grace_seconds = 30;
/* Heddle gives up by itself when it holds this part of the limit: an `unknown' of its own says more than a kill. */
static const double own_part_of_memory = 0.9;

static bool HD_PRINTF(2, 3) fail(char **error, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  if (vasprintf(error, format, args) < 0) hd_out_of_memory();
  va_end(args);
  return false;
}

/* --- which tasks ------------------------------------------------------------------------------------- */

/* Could the task be about the property? The expected verdict in a row of a table says nothing about another one. What a
 * property file (.prp) asks for is not known here. */
static bool has_property(const hd_suite_task *t, const char *property)
{
  return !property || !t->property || strchr(property, '.') || strcmp(t->property, property) == 0;
}

/* Leaves out the tasks that were not asked for. */
static bool select_tasks(bench *b, char **error)
{
  regex_t wanted;
  if (regcomp(&wanted, b->options->match ? b->options->match : "", REG_EXTENDED | REG_NOSUB) != 0)
    return fail(error, "--match is not a regular expression: '%s'", b->options->match);
  hd_suite kept = {0}, dropped = {0};
  for (uint32_t i = 0; i < b->suite.len; i++) {
    const hd_suite_task *t = &b->suite.data[i];
    bool keep = has_property(t, b->options->library.property) && regexec(&wanted, t->file, 0, NULL, 0) == 0;
    hd_vec_push(keep ? &kept : &dropped, *t);
  }
  regfree(&wanted);
  hd_suite_clear(&dropped);
  hd_vec_clear(&b->suite);
  b->suite.data = kept.data;
  b->suite.len = kept.len;
  b->suite.cap = kept.cap;
  return true;
}

/* "2/5": the second of five parts. */
static bool select_shard(bench *b, char **error)
{
  unsigned part, parts;
  char end;
  const char *text = b->options->shard;
  if (!text) return true;
  if (sscanf(text, "%u/%u%c", &part, &parts, &end) != 2 || part < 1 || part > parts)
    return fail(error, "--shard needs I/N with I from 1 to N, not '%s'", text);
  hd_suite_keep_shard(&b->suite, part - 1, parts);
  return true;
}

static bool read_suites(bench *b, char **error)
{
  for (uint32_t i = 0; i < b->options->files.len; i++)
    if (!hd_suite_add(&b->suite, b->options->files.data[i], error)) return false;
  hd_suite_sort(&b->suite);
  if (!select_tasks(b, error)) return false;
  return b->suite.len || fail(error, "this suite has no tasks");
}

/* The folder that all tasks lie in, with its slash. */
static size_t common_folder(const hd_suite *s)
{
  const char *first = s->len ? s->data[0].file : "", *slash = strrchr(first, '/');
  size_t n = slash ? (size_t)(slash - first) + 1 : 0;
  for (uint32_t i = 1; i < s->len; i++)
    while (n && strncmp(first, s->data[i].file, n) != 0) do
        n--;
      while (n && first[n - 1] != '/');
  return n;
}

/* --- which tool -------------------------------------------------------------------------------------- */

static const char *own_path(hd_arena *arena)
{
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  return n > 0 ? hd_arena_strndup(arena, path, (size_t)n) : "/proc/self/exe";
}

static void add_word(hd_tool *t, const char *option, const char *value)
{
  hd_vec_push(&t->words, option);
  if (value) hd_vec_push(&t->words, value);
}

/* The text names no path, so that results of several machines are comparable. */
static void use_heddle(bench *b)
{
  hd_tool *t = &b->tool;
  const heddle_options *o = &b->options->library;
  static const char *const first[] = {"verify", "-q", "--stats", "--jobs", "1"};
  *t = (hd_tool){.ours = true, .version = HD_VERSION};
  hd_arena_init(&t->arena);
  add_word(t, own_path(&t->arena), NULL);
  for (size_t i = 0; i < HD_COUNT(first); i++) add_word(t, first[i], NULL);
  if (o->engine) add_word(t, "--engine", o->engine);
  add_word(t, "--timeout", hd_arena_printf(&t->arena, "%g", b->run.wall));
  if (o->memory)
    add_word(t, "--memory", hd_arena_printf(&t->arena, "%u", (unsigned)(o->memory * own_part_of_memory) + 1));
  add_word(t, "%s", NULL);
  t->text = o->engine ? hd_arena_printf(&t->arena, "heddle verify --engine %s", o->engine) : "heddle verify";
}

static bool prepare_run(bench *b, char **error)
{
  const heddle_options *o = &b->options->library;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  struct utsname machine;
  if (uname(&machine) == 0)
    snprintf(b->machine, sizeof b->machine, "%s, %ld cores, %s %s", machine.nodename, cores, machine.sysname,
             machine.release);
  b->run.wall = o->timeout > 0 ? o->timeout : default_seconds;
  b->run.processor = b->options->cpu_time;
  b->run.memory = (double)o->memory * 1024 * 1024;
  b->run.at_once = o->jobs ? o->jobs : cores > 0 ? (uint32_t)cores : 1;
  b->run.pin = b->options->pin;
  b->run.property = o->property;
  b->run.machine = b->machine;
  b->run.cancel = hd_terminal_cancel_flag();
  b->run.suite = &b->suite;
  b->run.tool = &b->tool;
  if (b->options->tool) return hd_tool_parse(&b->tool, b->options->tool, error);
  b->run.grace = grace_seconds;
  use_heddle(b);
  return true;
}

/* --- as they end --------------------------------------------------------------------------------------- */

/* Rows come in the tasks' order, each as soon as those before it are there. */
static void show_rows(bench *b)
{
  hd_terminal_end_progress();
  for (; b->shown < b->suite.len && b->row_of[b->shown] != HD_NONE; b->shown++)
    hd_table_print_row(&b->results.rows.data[b->row_of[b->shown]], b->common);
  fflush(stdout);
}

static void show_progress(const bench *b)
{
  char line[160];
  double passed = hd_now() - b->began, each = passed / b->done;
  snprintf(line, sizeof line, "%u of %u tasks, %.0f s, about %.0f s left", b->done, b->suite.len, passed,
           each * (b->suite.len - b->done));
  hd_terminal_progress(NULL, line);
}

static void keep_result(bench *b, uint32_t task, const hd_row *row)
{
  b->row_of[task] = hd_results_add(&b->results, row);
  b->done++;
  show_rows(b);
}

static void task_ended(void *context, uint32_t task, const hd_row *row)
{
  bench *b = context;
  if (b->log && !hd_results_write(b->log, row)) b->log_failed = true;
  keep_result(b, task, row);
  if (hd_terminal_begin_progress() && b->done < b->suite.len) show_progress(b);
}

/* What failed may have failed by chance: it is run again. */
static bool has_result(void *context, uint32_t task, const hd_row *row)
{
  bench *b = context;
  const hd_row *there = hd_results_find(&b->before, row);
  if (!there || there->outcome == HD_FAILED) return false;
  keep_result(b, task, there);
  return true;
}

/* --- the whole ------------------------------------------------------------------------------------------- */

/* Opened before the work begins: a file that cannot be written should not cost an hour. NULL: none is wanted. */
static bool open_output(const char *path, FILE **out)
{
  *out = path ? fopen(path, "w") : NULL;
  if (path && !*out) fprintf(stderr, "heddle: cannot write '%s': %s\n", path, strerror(errno));
  return !path || *out;
}

typedef struct {
  FILE *csv, *json, *junit;
} outputs;

static bool open_outputs(const hd_options *o, outputs *f)
{
  return open_output(o->csv, &f->csv) && open_output(o->json, &f->json) && open_output(o->junit, &f->junit);
}

static int write_outputs(const hd_results *r, const outputs *f, int status)
{
  bool ok = true;
  if (f->csv) ok &= hd_table_write_csv(r, f->csv);
  if (f->json) ok &= hd_table_write_json(r, f->json);
  if (f->junit) ok &= hd_table_write_junit(r, f->junit);
  return ok ? status : HD_EXIT_USAGE;
}

static bool open_log(bench *b, char **error)
{
  const char *path = b->options->results;
  if (b->options->resume && !path) return fail(error, "--resume needs --results FILE, the file to continue");
  if (!path) return true;
  if (!b->options->resume && access(path, F_OK) == 0)
    return fail(error, "'%s' already exists; --resume continues it", path);
  if (!hd_results_read(&b->before, path, true, error)) return false;
  b->log = hd_results_append(path);
  return b->log || fail(error, "cannot write '%s': %s", path, strerror(errno));
}

/* Those that were not run are in the table without a result. */
static void add_rest(bench *b)
{
  for (uint32_t i = 0; i < b->suite.len; i++) {
    hd_row row = hd_suite_row(&b->run, i);
    if (b->row_of[i] == HD_NONE) hd_results_add(&b->results, &row);
  }
}

/* --- who runs them ----------------------------------------------------------------------------------------- */

static bool launched_by(const bench *b, const char *name)
{
  return b->options->launcher && strcmp(b->options->launcher, name) == 0;
}

static bool prepare_launcher(bench *b, char **error)
{
  if (launched_by(b, "slurm") && !b->options->results)
    return fail(error, "--launcher slurm needs --results, a file in a folder that all nodes see");
  if (!launched_by(b, "mpi")) return true;
  b->crew = hd_launch_join_mpi(error);
  return b->crew;
}

/* Only the manager has files to write. */
static bool is_worker(const bench *b)
{
  return b->crew && b->crew->self != 0;
}

/* The command that each job of an array runs: this one, without what the manager does itself. */
static void make_job_command(const bench *b, hd_tool *t)
{
  const heddle_options *o = &b->options->library;
  *t = (hd_tool){0};
  hd_arena_init(&t->arena);
  add_word(t, own_path(&t->arena), "bench");
  add_word(t, "--jobs", "1");
  add_word(t, "--timeout", hd_arena_printf(&t->arena, "%g", b->run.wall));
  if (o->engine) add_word(t, "--engine", o->engine);
  if (o->property) add_word(t, "--property", o->property);
  if (o->memory) add_word(t, "--memory", hd_arena_printf(&t->arena, "%u", (unsigned)o->memory));
  if (b->options->cpu_time > 0) add_word(t, "--cpu-time", hd_arena_printf(&t->arena, "%g", b->options->cpu_time));
  if (b->options->match) add_word(t, "--match", b->options->match);
  if (b->options->tool) add_word(t, "--tool", b->options->tool);
  for (uint32_t i = 0; i < b->options->files.len; i++) add_word(t, b->options->files.data[i], NULL);
}

static int run_by_slurm(bench *b)
{
  hd_tool command;
  char *folder, *error = NULL;
  if (asprintf(&folder, "%s.parts", b->options->results) < 0) hd_out_of_memory();
  make_job_command(b, &command);
  hd_slurm_job job = {.folder = folder, .command = &command.words, .parts = b->run.at_once};
  bool ok = hd_slurm_run_all(&b->run, &job, &error);
  hd_terminal_end_progress();
  if (!ok) fprintf(stderr, "heddle: %s\n", error);
  free(error);
  free(folder);
  hd_tool_clear(&command);
  return ok ? 0 : HD_EXIT_USAGE;
}

static void run_by_crew(bench *b)
{
  b->crew_end = hd_farm_manage(&b->run, b->crew);
  b->managed = true;
  hd_terminal_end_progress();
  if (b->crew_end.lost) fprintf(stderr, "heddle: %u workers were lost\n", (unsigned)b->crew_end.lost);
  if (b->crew_end.strangers)
    fprintf(stderr, "heddle: %u workers read a different suite\n", (unsigned)b->crew_end.strangers);
}

/* 0, or the exit status of a launcher that failed. */
static int launch_tasks(bench *b)
{
  if (launched_by(b, "slurm")) return run_by_slurm(b);
  if (b->crew)
    run_by_crew(b);
  else
    hd_suite_run_all(&b->run);
  return 0;
}

static int run_tasks(bench *b)
{
  b->row_of = hd_alloc(b->suite.len + 1, sizeof *b->row_of);
  for (uint32_t i = 0; i < b->suite.len; i++) b->row_of[i] = HD_NONE;
  b->common = common_folder(&b->suite);
  b->began = hd_now();
  b->run.skips = has_result;
  b->run.ended = task_ended;
  b->run.context = b;
  hd_table_print_head();
  int failure = launch_tasks(b);
  hd_terminal_end_progress();
  add_rest(b);
  int status = hd_table_summarize(&b->results);
  if (failure) return failure;
  if (b->log_failed) fprintf(stderr, "heddle: cannot write '%s'\n", b->options->results);
  return b->log_failed ? HD_EXIT_USAGE : status;
}

/* A manager that could not begin does not wait for workers: they notice its silence. */
static void leave_crew(const bench *b, bool whole_crew, int status)
{
  fflush(NULL);
  if (b->crew) b->crew->leave(whole_crew, status);
}

static int report_error(char *error, int status)
{
  fprintf(stderr, "heddle: %s\n", error);
  free(error);
  return status;
}

/* What one process does by itself, or as the manager of others. */
static int run_and_write(bench *b)
{
  outputs files = {0};
  char *error = NULL;
  if (!open_log(b, &error)) return report_error(error, HD_EXIT_USAGE);
  int status = open_outputs(b->options, &files) ? write_outputs(&b->results, &files, run_tasks(b)) : HD_EXIT_USAGE;
  return b->log && fclose(b->log) != 0 ? HD_EXIT_USAGE : status;
}

static int run_suites(const hd_options *options)
{
  bench b = {.options = options};
  char *error = NULL;
  bool whole_crew = false;
  int status = 0;
  hd_results_init(&b.results);
  hd_results_init(&b.before);
  hd_terminal_catch_signals();
  if (!read_suites(&b, &error))
    status = report_error(error, HD_EXIT_INPUT);
  else if (!select_shard(&b, &error) || !prepare_run(&b, &error) || !prepare_launcher(&b, &error))
    status = report_error(error, HD_EXIT_USAGE);
  else if (is_worker(&b))
    whole_crew = hd_farm_work(&b.run, b.crew);
  else {
    status = run_and_write(&b);
    whole_crew = b.managed && !b.crew_end.lost && !b.crew_end.strangers;
  }
  leave_crew(&b, whole_crew, status);
  free(b.row_of);
  hd_tool_clear(&b.tool);
  hd_results_clear(&b.results);
  hd_results_clear(&b.before);
  hd_suite_clear(&b.suite);
  return status;
}

/* --- files of results ---------------------------------------------------------------------------------- */

static bool read_files(const hd_words *files, uint32_t from, uint32_t to, hd_results *out, char **error)
{
  hd_results_init(out);
  for (uint32_t i = from; i < to; i++)
    if (!hd_results_read(out, files->data[i], false, error)) return false;
  hd_results_sort(out);
  return true;
}

static int show_results(const hd_results *r, const hd_options *o)
{
  outputs files = {0};
  if (!open_outputs(o, &files)) return HD_EXIT_USAGE;
  hd_table_print_head();
  for (uint32_t i = 0; i < r->rows.len; i++) hd_table_print_row(&r->rows.data[i], 0);
  return write_outputs(r, &files, hd_table_summarize(r));
}

static int merge_results(const hd_results *r, const hd_options *o)
{
  FILE *out = fopen(o->files.data[1], "wx");
  if (!out) {
    fprintf(stderr, "heddle: cannot write '%s': %s\n", o->files.data[1], strerror(errno));
    return HD_EXIT_USAGE;
  }
  bool ok = true;
  for (uint32_t i = 0; ok && i < r->rows.len; i++) ok = hd_results_write(out, &r->rows.data[i]);
  ok &= fclose(out) == 0;
  return ok ? show_results(r, o) : HD_EXIT_USAGE;
}

static int work_on_results(const hd_options *o, uint32_t from, int (*work)(const hd_results *, const hd_options *))
{
  hd_results r;
  char *error = NULL;
  bool ok = read_files(&o->files, from, o->files.len, &r, &error);
  int status = ok ? work(&r, o) : report_error(error, HD_EXIT_INPUT);
  hd_results_clear(&r);
  return status;
}

static int compare_results(const hd_options *o)
{
  hd_results before, after;
  char *error = NULL;
  hd_results_init(&after);
  bool ok = read_files(&o->files, 1, 2, &before, &error) && read_files(&o->files, 2, 3, &after, &error);
  int status = ok ? hd_table_compare(&before, &after) : report_error(error, HD_EXIT_INPUT);
  hd_results_clear(&before);
  hd_results_clear(&after);
  return status;
}

static int usage(const char *text)
{
  fprintf(stderr, "heddle: %s\n", text);
  return HD_EXIT_USAGE;
}

int hd_command_bench(const hd_options *options)
{
  const char *word = options->files.data[0];
  uint32_t n = options->files.len;
  if (strcmp(word, "show") == 0)
    return n > 1 ? work_on_results(options, 1, show_results) : usage("`heddle bench show' needs files of results");
  if (strcmp(word, "merge") == 0)
    return n > 2 ? work_on_results(options, 2, merge_results)
                 : usage("`heddle bench merge' needs a file to write and files of results to read");
  if (strcmp(word, "compare") == 0)
    return n == 3 ? compare_results(options) : usage("`heddle bench compare' needs two files of results");
  return run_suites(options);
}
