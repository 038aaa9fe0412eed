/* input.c - reads what was named on the command line: sources, bitcode, task files, projects. */
#include "api/input.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/cooperative.h"
#include "analysis/memory.h"
#include "api/boolean.h"
#include "api/options.h"
#include "api/pointers.h"
#include "base/log.h"
#include "build/file.h"
#include "build/kept.h"
#include "build/project.h"
#include "frontend/task/task.h"
#include "program/sequentialize.h"
#include "program/text.h"
#include "program/validate.h"
#include "report/cause.h"

static const uint32_t first_limits[HD_LIMIT_COUNT] = {[HD_LIMIT_THREADS] = 2,
                                                      [HD_LIMIT_HEAP] = 4,
                                                      [HD_LIMIT_RECURSION] = 4,
                                                      [HD_LIMIT_INLINING] = HD_MOST_STEPS / 8,
                                                      [HD_LIMIT_INPUTS] = 2};

hd_c_options hd_input_options(const heddle_options *options)
{
  hd_c_options c = {.spurious_wakeups = !options->no_spurious_wakeups,
                    .malloc_may_fail = options->malloc_may_fail,
                    .arguments = options->args};
  memcpy(c.limits, first_limits, sizeof c.limits);
  c.in_order = options->turns && strcmp(options->turns, "fixed") == 0 ? HD_ALL_IN_ORDER : 0;
  if (options->threads) c.limits[HD_LIMIT_THREADS] = options->threads;
  if (options->unwind != UINT32_MAX) c.limits[HD_LIMIT_RECURSION] = options->unwind;
  return c;
}

static void fail_input(heddle_input *in, hd_status status, const char *file, const char *message, const char *hint)
{
  hd_diag *d = hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = file}, "%s", message);
  d->hint = hint;
  in->status = status;
}

static bool ends_with(const char *text, const char *ending)
{
  size_t n = strlen(text), m = strlen(ending);
  return n >= m && strcmp(text + n - m, ending) == 0;
}

static bool ends_with_one_of(const char *text, const char *const *endings)
{
  for (; *endings; endings++)
    if (ends_with(text, *endings)) return true;
  return false;
}

/* What clang takes, and what stands for a whole program by itself. */
static const char *const parts[] = {".c", ".i", ".cpp", ".cc", ".cxx", ".c++", ".C", ".bc", ".ll", NULL};
static const char *const wholes[] = {".yml", ".yaml", ".program", ".bp", NULL};
static const char *const kinds_hint =
    "name a file: .c, .i, .cpp, .bc, .ll, .bp, .yml or .program; or what `heddle cc' has compiled";

/* Is there such a file, and can it be read as one? */
static bool check_file(heddle_input *in, const char *path)
{
  struct stat st;
  FILE *f = NULL;
  if (stat(path, &st) != 0)
    fail_input(in, HD_BAD_INPUT, path, strerror(errno), "check the path");
  else if (S_ISDIR(st.st_mode))
    fail_input(in, HD_BAD_INPUT, path, "is a directory", kinds_hint);
  else if (!ends_with_one_of(path, parts) && !ends_with_one_of(path, wholes) && !hd_binary_of(path))
    fail_input(in, HD_BAD_INPUT, path, "the extension of the file name is not known", kinds_hint);
  else if (!(f = fopen(path, "r")))
    fail_input(in, HD_BAD_INPUT, path, strerror(errno), "check the file's permissions");
  else if (S_ISREG(st.st_mode) && st.st_size == 0)
    fail_input(in, HD_BAD_INPUT, path, "the file is empty", "a program needs a function main");
  if (f) fclose(f);
  return in->status == HD_OK;
}

static void ask_for(heddle_input *in, hd_property property)
{
  for (uint32_t i = 0; i < in->asked.len; i++)
    if (in->asked.data[i].property == property) return;
  hd_vec_reserve(&in->asked, in->asked.len + 1);
  in->asked.data[in->asked.len].property = property;
  in->asked.data[in->asked.len++].expected = NULL;
}

static bool find_property(heddle_input *in, const char *wanted, hd_property *property)
{
  if (hd_property_find(wanted, property)) return true;
  if (ends_with(wanted, ".prp")) {
    in->status = hd_task_read_property(wanted, property, &in->diags);
    return in->status == HD_OK;
  }
  fail_input(in, HD_BAD_USAGE, NULL, hd_arena_printf(&in->arena, "unknown property `%s`", wanted),
             hd_arena_printf(&in->arena, "one of %s, or a .prp file", hd_property_names(&in->arena)));
  return false;
}

/* Not said which: everything that the kind of input has. */
static void ask_for_all(heddle_input *in, const heddle_options *o, const char *file)
{
  bool boolean = ends_with(file, ".bp") || o->predicates;
  for (hd_property k = 0; k < HD_PROP_COUNT; k++) {
    bool fits = boolean ? k == HD_PROP_UNREACH_CALL : !o->sequentialize || hd_violated_by(k, HD_BY_CHECK);
    if (fits) ask_for(in, k);
  }
}

/* "a,b"; NULL: all, unless a task says which. */
static bool choose_properties(heddle_input *in, const heddle_options *o, const char *file)
{
  hd_property property;
  const char *wanted = o->property;
  while (wanted && *wanted) {
    size_t n = strcspn(wanted, ",");
    if (!find_property(in, hd_arena_strndup(&in->arena, wanted, n), &property)) return false;
    ask_for(in, property);
    wanted += n + (wanted[n] == ',');
  }
  if (!in->asked.len) ask_for_all(in, o, file);
  heddle_choose_property(in, 0);
  return true;
}

unsigned heddle_property_count(const heddle_input *in)
{
  return in->asked.len;
}

void heddle_choose_property(heddle_input *in, unsigned i)
{
  in->property = in->asked.data[i].property;
  in->expected = in->asked.data[i].expected;
  /* What the limits did not suffice for was the model for another property. */
  bool was_read = in->units[0] || in->units[1] || in->text || in->bp;
  if (in->status == HD_EXHAUSTED && was_read) in->status = HD_OK;
}

static void choose_data_model(const char *wanted, unsigned *pointer_width)
{
  if (wanted) *pointer_width = strcmp(wanted, "ILP32") == 0 ? 32 : 64;
}

char *hd_input_read_file(heddle_input *in, const char *path, size_t *length)
{
  FILE *f = fopen(path, "rb");
  if (!f) {
    fail_input(in, HD_BAD_INPUT, path, strerror(errno), "check the path");
    return NULL;
  }
  HD_VEC(char) text = {0};
  size_t n;
  do {
    hd_vec_reserve(&text, text.len + 65536);
    n = fread(text.data + text.len, 1, 65536, f);
    text.len += (uint32_t)n;
  } while (n > 0);
  fclose(f);
  char *copy = hd_arena_strndup(&in->arena, text.data, text.len);
  *length = text.len;
  hd_vec_clear(&text);
  return copy;
}

static void read_text(heddle_input *in, const char *path)
{
  in->text = hd_input_read_file(in, path, &in->text_length);
  if (!in->text) return;
  hd_program *p = hd_program_parse(in->text, in->text_length, path, &in->diags);
  if (p)
    hd_program_free(p);
  else
    in->status = HD_BAD_INPUT;
}

/* Before anything is loaded. */
static hd_budget whole_budget(const heddle_options *o)
{
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE), cores = sysconf(_SC_NPROCESSORS_ONLN);
  size_t memory = o->memory ? (size_t)o->memory << 20 : (size_t)pages / 4 * 3 * (size_t)page;
  return (hd_budget){.deadline = o->timeout > 0 ? hd_now() + o->timeout : 0,
                     .memory = memory,
                     .jobs = o->jobs     ? o->jobs
                             : cores > 0 ? (uint32_t)cores
                                         : 1,
                     .divides_early = hd_log_divides_early(),
                     .cancel = o->cancel,
                     .progress = o->progress,
                     .progress_context = o->progress_context};
}

hd_budget hd_input_budget(const heddle_input *in, const heddle_options *o)
{
  hd_budget b = whole_budget(o);
  if (b.deadline > 0) b.deadline -= in->reading;
  return b;
}

/* The budget has ended. */
static void exhaust(heddle_input *in, hd_cause_kind limit, const char *phase)
{
  in->exhausted = (hd_cause){.kind = limit, .during = phase, .pos = HD_NO_POS};
  in->exhausted_text = hd_report_cause(&in->exhausted, &in->arena);
  in->status = HD_EXHAUSTED;
}

/* It is compiled once for no-overflow and def-behavior, with checks of clang, and once for the others. */
bool hd_input_compile(heddle_input *in, const hd_budget *budget)
{
  in->source.checks =
      hd_property_asks(in->property, HD_CHECK_OVERFLOW) || hd_property_asks(in->property, HD_CHECK_UNDEFINED);
  hd_c_unit **unit = &in->units[in->source.checks];
  bool again = in->units[!in->source.checks]; /* what clang has to say, it has said */
  double began = hd_processor_now();
  hd_diags own;
  hd_diags_init(&own);
  if (!*unit) in->status = hd_c_load(&in->source, budget, again ? &own : &in->diags, unit);
  hd_diags_clear(&own);
  in->lowering += hd_processor_now() - began;
  in->unit = *unit;
  if (in->status == HD_EXHAUSTED)
    exhaust(in, hd_budget_cause(budget), "compiling");
  else if (again && !in->unit)
    fail_input(in, HD_BAD_INPUT, in->name, "clang compiled this file for one property but not for another", NULL);
  return in->unit;
}

static const char *const *copy_words(heddle_input *in, const char *const *words, unsigned n)
{
  const char **copies = hd_arena_alloc(&in->arena, n * sizeof *copies);
  for (unsigned i = 0; i < n; i++) copies[i] = hd_arena_strdup(&in->arena, words[i]);
  return copies;
}

static void read_c(heddle_input *in, const heddle_options *o, const char *const *files, unsigned n,
                   unsigned pointer_width, bool given, const hd_c_own *own)
{
  hd_budget budget = whole_budget(o);
  in->source = (hd_c_input){.files = copy_words(in, files, n),
                            .n_files = n,
                            .clang_args = copy_words(in, o->clang_args, o->n_clang_args),
                            .n_clang_args = o->n_clang_args,
                            .own = own,
                            .target = own && o->target ? hd_arena_strdup(&in->arena, o->target) : NULL,
                            .cache = !o->no_cache,
                            .entry = o->entry ? hd_arena_strdup(&in->arena, o->entry) : NULL,
                            .pointer_width = pointer_width,
                            .model_given = o->data_model || given};
  hd_input_compile(in, &budget);
}

/* What the task expects of the i-th property. */
static void read_expected(heddle_input *in, const char *path, uint32_t i)
{
  hd_task_file task;
  hd_task_file_init(&task);
  if (hd_task_read(path, &in->asked.data[i].property, &task, &in->diags) == HD_OK && task.expected)
    in->asked.data[i].expected = hd_arena_strdup(&in->arena, task.expected);
  hd_task_file_clear(&task);
}

/* A task file names the sources, the property and the data model; options win over it. */
static void read_task(heddle_input *in, const heddle_options *o, const char *path)
{
  hd_task_file task;
  hd_task_file_init(&task);
  hd_property wanted = in->property;
  in->status = hd_task_read(path, o->property ? &wanted : NULL, &task, &in->diags);
  if (in->status == HD_OK) {
    unsigned pointer_width = task.pointer_width;
    if (!o->property) {
      in->asked.len = 0;
      ask_for(in, task.property);
    }
    for (uint32_t i = 0; i < in->asked.len; i++) read_expected(in, path, i);
    heddle_choose_property(in, 0);
    choose_data_model(o->data_model, &pointer_width);
    in->name = hd_arena_strdup(&in->arena, task.files.data[0]);
    read_c(in, o, task.files.data, task.files.len, pointer_width, true, NULL);
  }
  hd_task_file_clear(&task);
}

static void load_files(heddle_input *in, const heddle_options *o, const char *const *files, unsigned n)
{
  unsigned pointer_width = 64;
  choose_data_model(o->data_model, &pointer_width);
  in->name = hd_arena_strdup(&in->arena, files[0]);
  if (ends_with(files[0], ".yml") || ends_with(files[0], ".yaml"))
    read_task(in, o, files[0]);
  else if (ends_with(files[0], ".program"))
    read_text(in, files[0]);
  else if (ends_with(files[0], ".bp"))
    hd_boolean_load(in, o, files[0]);
  else
    read_c(in, o, files, n, pointer_width, false, NULL);
}

/* The parts of the program, and behind them the files that the user adds: a harness, bodies that are missing. */
static void load_parts(heddle_input *in, const heddle_options *o, const hd_build_project *p, const char *const *files,
                       unsigned n)
{
  static const hd_c_role roles[] = {
      [HD_PART_LINKED] = HD_C_LINKED, [HD_PART_WANTED] = HD_C_WANTED, [HD_PART_UNKNOWN] = HD_C_PERHAPS};
  uint32_t all = p->parts.len + n;
  const char **paths = hd_arena_alloc(&in->arena, all * sizeof *paths);
  hd_c_own *own = hd_arena_alloc(&in->arena, all * sizeof *own);
  unsigned pointer_width = 64;
  for (uint32_t i = 0; i < p->parts.len; i++) {
    const hd_project_part *part = &p->parts.data[i];
    paths[i] = part->source;
    own[i] = (hd_c_own){.directory = part->directory,
                        .clang_args = copy_words(in, part->flags.data, part->flags.len),
                        .n_clang_args = part->flags.len,
                        .role = roles[part->role]};
    if (part->narrow) pointer_width = 32;
  }
  for (unsigned i = 0; i < n; i++) paths[p->parts.len + i] = files[i];
  choose_data_model(o->data_model, &pointer_width);
  in->name = hd_arena_strdup(&in->arena, p->target ? p->target : hd_file_name(paths[0]));
  for (uint32_t i = 0; i < p->parts.len && in->status == HD_OK; i++) check_file(in, paths[i]);
  if (in->status == HD_OK) read_c(in, o, paths, all, pointer_width, false, own);
}

static void load_project(heddle_input *in, const heddle_options *o, const char *const *files, unsigned n)
{
  hd_build_project p;
  if (hd_project_read(o->project, o->compile_commands, o->target, &p, &in->arena, &in->diags))
    load_parts(in, o, &p, files, n);
  else
    in->status = HD_BAD_INPUT;
  hd_project_clear(&p);
}

typedef bool read_known(hd_allowed *a, const char *text, const char *name, hd_diags *diags);

static void read_known_file(heddle_input *in, const char *path, read_known *read)
{
  size_t length;
  const char *text = path ? hd_input_read_file(in, path, &length) : NULL;
  if (path && (!text || !read(&in->allowed, text, path, &in->diags))) in->status = HD_BAD_INPUT;
}

static void read_allowed(heddle_input *in, const heddle_options *o)
{
  static const char *const sources[] = {".c", ".i", ".h", ".cpp", ".cc", ".cxx", ".c++", ".C", NULL};
  size_t length;
  read_known_file(in, o->baseline, hd_allowed_read_baseline);
  read_known_file(in, o->suppressions, hd_allowed_read_file);
  for (uint32_t i = 0; i < in->source.n_files; i++) {
    const char *path = in->source.files[i];
    bool readable = ends_with_one_of(path, sources) && access(path, R_OK) == 0;
    const char *text = readable ? hd_input_read_file(in, path, &length) : NULL;
    if (text) hd_allowed_read_comments(&in->allowed, text, path, &in->diags);
  }
}

heddle_input *hd_input_new(void)
{
  heddle_input *in = hd_alloc(1, sizeof *in);
  hd_arena_init(&in->arena);
  hd_diags_init(&in->diags);
  hd_assumptions_init(&in->assumptions);
  hd_allowed_init(&in->allowed);
  hd_arena_init(&in->seen_texts);
  in->property = HD_PROP_UNREACH_CALL;
  return in;
}

static void check_asked(heddle_input *in, hd_property property)
{
  if (in->bp && property != HD_PROP_UNREACH_CALL)
    fail_input(in, HD_BAD_USAGE, in->name, "Boolean programs support unreach-call only", "remove --property");
  else if (in->sequentialize && !hd_violated_by(property, HD_BY_CHECK))
    fail_input(in, HD_BAD_USAGE, NULL,
               "--sequentialize makes a program with one thread, which has no deadlocks and no data races",
               "remove the option");
}

heddle_input *heddle_load(const heddle_options *o, const char *const *files, unsigned n)
{
  heddle_input *in = hd_input_new();
  double began = hd_now();
  hd_options_check(in, o);
  bool project = o->project || o->compile_commands;
  if (in->status == HD_OK && n == 0 && !project)
    fail_input(in, HD_BAD_USAGE, NULL, "no input file", "heddle verify FILE");
  for (unsigned i = 0; i < n && in->status == HD_OK; i++) check_file(in, files[i]);
  for (unsigned i = 0; n + project > 1 && i < n && in->status == HD_OK; i++)
    if (ends_with_one_of(files[i], wholes))
      fail_input(in, HD_BAD_USAGE, files[i], "is a whole program and cannot be joined with other files",
                 "name it alone");
  in->sequentialize = o->sequentialize;
  if (o->scheduler) in->scheduler = hd_arena_strdup(&in->arena, o->scheduler);
  if (in->status == HD_OK && choose_properties(in, o, n ? files[0] : ""))
    project ? load_project(in, o, files, n) : load_files(in, o, files, n);
  if (in->status == HD_OK) read_allowed(in, o);
  for (uint32_t i = 0; i < in->asked.len && in->status == HD_OK; i++) check_asked(in, in->asked.data[i].property);
  in->reading = hd_now() - began;
  return in;
}

void heddle_input_free(heddle_input *in)
{
  if (!in) return;
  for (unsigned i = 0; i < HD_COUNT(in->units); i++)
    if (in->units[i]) hd_c_unit_free(in->units[i]);
  hd_vec_clear(&in->asked);
  hd_bp_free(in->bp);
  hd_diags_clear(&in->diags);
  hd_assumptions_clear(&in->assumptions);
  hd_allowed_clear(&in->allowed);
  hd_checks_free(in->seen);
  hd_arena_clear(&in->seen_texts);
  hd_arena_clear(&in->arena);
  free(in);
}

bool heddle_input_ok(const heddle_input *in)
{
  return in->status == HD_OK;
}

const char *heddle_input_exhausted(const heddle_input *in)
{
  return in->status == HD_EXHAUSTED ? in->exhausted_text : NULL;
}

bool heddle_input_bad_usage(const heddle_input *in)
{
  return in->status == HD_BAD_USAGE;
}

const char *heddle_input_property(const heddle_input *in)
{
  return hd_property_name(in->property);
}

const char *heddle_input_expected(const heddle_input *in)
{
  return in->expected;
}

unsigned heddle_message_count(const heddle_input *in)
{
  return in->diags.list.len;
}

heddle_message heddle_message_get(const heddle_input *in, unsigned i)
{
  const hd_diag *d = &in->diags.list.data[i];
  return (heddle_message){.severity = (int)d->severity,
                          .file = d->place.file,
                          .line = d->place.line,
                          .column = d->place.column,
                          .message = d->message,
                          .hint = d->hint,
                          .verbatim = d->verbatim};
}

static hd_program *lower_input(heddle_input *in, const hd_c_options *options, hd_watch *watch)
{
  hd_program *p = NULL;
  if (in->text) {
    p = hd_program_parse(in->text, in->text_length, in->name, &in->diags);
    if (p) p->watch = watch;
    return p;
  }
  hd_c_options c = *options;
  if (!hd_input_compile(in, watch->budget)) return NULL;
  c.property = in->property;
  c.lifetimes = hd_property_asks(in->property, HD_CHECK_LEAK);
  c.watch = watch;
  c.pointers = &hd_input_pointers;
  c.assumptions = &in->assumptions;
  in->status = hd_c_lower(in->unit, &c, &in->diags, &p);
  return in->status == HD_OK ? p : NULL;
}

/* A program that was not finished in time goes. */
static hd_program *finished(heddle_input *in, hd_program *p, const hd_watch *watch)
{
  if (p) p->watch = NULL;
  if (!watch->spent) return p;
  exhaust(in, watch->spent, watch->phase);
  if (p) hd_program_free(p);
  return NULL;
}

hd_program *hd_input_raw(heddle_input *in, const hd_c_options *options, const hd_budget *budget)
{
  hd_watch watch = {.budget = budget};
  return finished(in, lower_input(in, options, &watch), &watch);
}

static hd_program *one_thread(hd_program *p)
{
  hd_program *q = hd_sequentialize(p);
  hd_program_free(p);
  return q;
}

/* Is the scheduler that the program brings along the one that is expected? */
static bool has_scheduler(heddle_input *in, const hd_program *p)
{
  static const char *const schedulers[] = {"fairthreads", "systemc", "osek"};
  const char *found = "preemptive";
  for (size_t i = 0; hd_is_cooperative_program(p) && i < HD_COUNT(schedulers); i++)
    if (hd_program_find_thread(p, schedulers[i]).id != HD_NONE) found = schedulers[i];
  if (!in->scheduler || strcmp(in->scheduler, "auto") == 0 || strcmp(in->scheduler, found) == 0) return true;
  hd_diags_add(&in->diags, HD_ERROR, (hd_place){0}, "--scheduler is %s, but the program's threads are %s",
               in->scheduler, found)
      ->hint = "remove the option: the headers of the program determine its scheduler";
  in->status = HD_BAD_USAGE;
  return false;
}

/* Remembers the checks that the program has now: what is constant or out of reach leaves it. */
static void see_checks(heddle_input *in, const hd_program *p)
{
  hd_checks *checks = hd_checks_new(p);
  for (uint32_t i = 0; i < checks->list.len; i++) {
    hd_check_info c = checks->list.data[i];
    if (!hd_property_asks(in->property, c.kind) || hd_checks_find(in->seen, &c).id != HD_NONE) continue;
    if (c.text) c.text = hd_arena_strdup(&in->seen_texts, c.text);
    hd_checks_add(in->seen, c);
  }
  hd_checks_free(checks);
}

static void forget_checks(heddle_input *in)
{
  hd_checks_free(in->seen);
  hd_arena_clear(&in->seen_texts);
  hd_arena_init(&in->seen_texts);
  in->seen = hd_alloc(1, sizeof *in->seen);
}

static void dump_program(const hd_program *p, const char *stage)
{
  FILE *out = hd_log_dump(stage, "program");
  if (!out) return;
  hd_program_print(out, p);
  fclose(out);
}

/* From what the front end made to what engines see; half done when the program's watch is spent. NULL: the front end is
 * to say when locals end. */
static hd_program *prepare_program(heddle_input *in, hd_program *p)
{
  dump_program(p, "lowered");
  const hd_memory_options options = {.check_alive = hd_property_asks(in->property, HD_CHECK_DEREF)};
  forget_checks(in);
  see_checks(in, p);
  if (!hd_memory_resolve(p, &options)) {
    hd_program_free(p);
    return NULL;
  }
  dump_program(p, "resolved");
  if (hd_watch_begin(p->watch, "making the model smaller")) return p;
  hd_program_select(p, in->property);
  see_checks(in, p);
  hd_program_prune(p);
  if (hd_watch_spent(p->watch)) return p;
  hd_cooperative_tidy(p);
  if (hd_watch_spent(p->watch)) return p;
  if (in->sequentialize) p = one_thread(p);
  hd_program_index(p);
  dump_program(p, "prepared");
  HD_CHECK(hd_program_check(p, &in->diags) == HD_OK);
  return p;
}

hd_program *hd_input_program(heddle_input *in, const hd_c_options *options, const hd_budget *budget)
{
  hd_watch watch = {.budget = budget};
  hd_program *p = lower_input(in, options, &watch);
  if (p && !has_scheduler(in, p)) {
    hd_program_free(p);
    return NULL;
  }
  if (p && !(p = prepare_program(in, p))) {
    hd_c_options ends = *options;
    ends.frames = true;
    p = lower_input(in, &ends, &watch);
    if (p) p = prepare_program(in, p);
  }
  return finished(in, p, &watch);
}
