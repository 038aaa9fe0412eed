/* native.c - writes a folder with the instrumented program, the runtime and the schedule; builds and runs it. */
#include "api/native.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "frontend/c/native.h"
#include "report/schedule.h"

/* What the runtime has under the name hd_NAME. */
static const char *const runtime_functions[] = {"reach_error",
                                                "__VERIFIER_error",
                                                "heddle_error",
                                                "heddle_assert",
                                                "__assert_fail",
                                                "heddle_assume",
                                                "__VERIFIER_assume",
                                                "__VERIFIER_atomic_begin",
                                                "__VERIFIER_atomic_end",
                                                "abort",
                                                "malloc",
                                                "calloc",
                                                "realloc",
                                                "aligned_alloc",
                                                "free",
                                                "pthread_mutex_init",
                                                "pthread_mutex_destroy",
                                                "pthread_mutex_lock",
                                                "pthread_mutex_trylock",
                                                "pthread_mutex_unlock",
                                                "pthread_spin_init",
                                                "pthread_spin_destroy",
                                                "pthread_spin_lock",
                                                "pthread_spin_trylock",
                                                "pthread_spin_unlock",
                                                "pthread_rwlock_init",
                                                "pthread_rwlock_destroy",
                                                "pthread_rwlock_wrlock",
                                                "pthread_rwlock_trywrlock",
                                                "pthread_rwlock_rdlock",
                                                "pthread_rwlock_tryrdlock",
                                                "pthread_rwlock_unlock",
                                                "mtx_init",
                                                "mtx_destroy",
                                                "mtx_lock",
                                                "mtx_trylock",
                                                "mtx_unlock",
                                                "pthread_cond_init",
                                                "pthread_cond_destroy",
                                                "pthread_cond_wait",
                                                "pthread_cond_timedwait",
                                                "pthread_cond_signal",
                                                "pthread_cond_broadcast",
                                                "cnd_init",
                                                "cnd_destroy",
                                                "cnd_wait",
                                                "cnd_signal",
                                                "cnd_broadcast",
                                                "sem_init",
                                                "sem_destroy",
                                                "sem_wait",
                                                "sem_trywait",
                                                "sem_post",
                                                "sem_getvalue",
                                                "pthread_barrier_init",
                                                "pthread_barrier_destroy",
                                                "pthread_barrier_wait",
                                                "pthread_once",
                                                "pthread_create",
                                                "thrd_create",
                                                "pthread_join",
                                                "thrd_join",
                                                "pthread_detach",
                                                "pthread_exit",
                                                "thrd_exit",
                                                "sleep",
                                                "usleep",
                                                "sched_yield",
                                                "__heddle_number",
                                                "__heddle_environment",
                                                NULL};

static const char runtime_name[] = "heddle_replay.c";

/* The sanitizer for a failure. The runtime is not instrumented, but for UBSan, which instruments nothing else. */
typedef struct {
  const char *name;
  const char *define;  /* for the runtime */
  const char *program; /* the flag that the program is instrumented and linked with */
  const char *runtime; /* the runtime's flag */
  int status;          /* of a run with a report */
  bool wide;           /* is there for programs of 32 bits, too */
} sanitizer;

static const sanitizer no_sanitizer = {NULL, "-DHD_SANITIZER=0", "-fno-sanitize=all", "-fno-sanitize=all", 0, true};
static const sanitizer address_sanitizer = {
    "AddressSanitizer", "-DHD_SANITIZER=1", "-fsanitize=address", "-fno-sanitize=all", 10, true};
static const sanitizer thread_sanitizer = {
    "ThreadSanitizer", "-DHD_SANITIZER=2", "-fsanitize=thread", "-fno-sanitize=all", 11, false};
static const sanitizer undefined_sanitizer = {
    "UndefinedBehaviorSanitizer", "-DHD_SANITIZER=3", "-fsanitize=undefined", "-fsanitize=undefined", 10, true};

static const sanitizer *sanitizer_for(hd_property p)
{
  switch (p) {
  case HD_PROP_VALID_MEMSAFETY: return &address_sanitizer;
  case HD_PROP_NO_DATA_RACE: return &thread_sanitizer;
  case HD_PROP_NO_OVERFLOW:
  case HD_PROP_DEF_BEHAVIOR: return &undefined_sanitizer;
  default: return &no_sanitizer;
  }
}

static const char makefile[] =
    "# make: build the program with its schedule; make check: run it. The counterexample is there while it fails.\n"
    "CC = clang-19\n"
    "CFLAGS = -O0 -g -Wno-override-module -idirafter /usr/include/x86_64-linux-gnu %s\n"
    "LIBS = -pthread -lm\n"
    "replay: program.bc heddle_replay.c schedule.h\n"
    "\t$(CC) $(CFLAGS) program.bc heddle_replay.c -o $@ $(LIBS)\n"
    "check: %s\n"
    "\t./%s\n"
    ".PHONY: check sanitize\n";

static const char makefile_sanitize[] = "sanitized: program.bc heddle_replay.c schedule.h\n"
                                        "\t$(CC) $(CFLAGS) %s %s -c heddle_replay.c -o $@.o\n"
                                        "\t$(CC) $(CFLAGS) %s program.bc $@.o -o $@ $(LIBS)\n"
                                        "sanitize: sanitized # runs it under %s\n"
                                        "\t./sanitized\n";

typedef struct {
  heddle_input *in;
  const char *folder;
  const hd_budget *budget;
} job;

static bool fail_native(job *j, const char *file, const char *why)
{
  hd_diags_add(&j->in->diags, HD_ERROR, (hd_place){.file = file}, "%s", why);
  return false;
}

static const char *path_in(job *j, const char *name)
{
  return hd_arena_printf(&j->in->arena, "%s/%s", j->folder, name);
}

static bool write_text(job *j, const char *name, const char *text)
{
  const char *path = path_in(j, name);
  FILE *f = fopen(path, "w");
  bool ok = f && fputs(text, f) >= 0;
  if (f) ok &= fclose(f) == 0;
  return ok || fail_native(j, path, strerror(errno));
}

static bool write_schedule(job *j, const hd_program *p, const hd_trace *t)
{
  const char *path = path_in(j, "schedule.h");
  FILE *f = fopen(path, "w");
  bool ok = f && hd_report_schedule(f, p, t, j->in->property);
  if (f) ok &= fclose(f) == 0;
  return ok || fail_native(j, path, strerror(errno));
}

/* The runtime's source, as it was built with or as it is installed. */
static bool copy_runtime(job *j)
{
  static const char *const folders[] = {HD_SOURCE_RUNTIME_DIR, HD_INSTALL_RUNTIME_DIR};
  for (unsigned i = 0; i < HD_COUNT(folders); i++) {
    const char *path = hd_arena_printf(&j->in->arena, "%s/%s", folders[i], runtime_name);
    size_t length;
    if (access(path, R_OK) == 0) return write_text(j, runtime_name, hd_input_read_file(j->in, path, &length));
  }
  return fail_native(j, runtime_name, "the runtime is not where it was installed");
}

static bool write_program(job *j, const hd_program *p, const hd_trace *t)
{
  hd_native_options o = {.bitcode = path_in(j, "program.bc"), .known = runtime_functions};
  bool *sites = hd_schedule_sites(p, &o.n_asked);
  o.asked = sites;
  o.check = hd_schedule_check(p, t, j->in->property);
  bool ok = hd_c_write_native(j->in->unit, &o, &j->in->diags);
  free(sites);
  return ok;
}

/* `checked` is what `make check` runs: the program that fails. */
static bool write_makefile(job *j, unsigned pointer_width, const char *checked)
{
  const sanitizer *s = sanitizer_for(j->in->property);
  const char *width = pointer_width == 32 ? "-m32" : "-m64";
  const char *text = hd_arena_printf(&j->in->arena, makefile, width, checked, checked);
  if (s->name) {
    const char *more = hd_arena_printf(&j->in->arena, makefile_sanitize, s->define, s->runtime, s->program, s->name);
    text = hd_arena_printf(&j->in->arena, "%s%s", text, more);
  }
  return write_text(j, "Makefile", text);
}

static bool write_folder(job *j, const hd_program *p, const hd_trace *t)
{
  return write_program(j, p, t) && write_schedule(j, p, t) && copy_runtime(j) &&
         write_makefile(j, p->pointer_width, "replay");
}

/* Runs the compiler in the folder, with the words that differ: at most COMPILER_WORDS. */
enum { COMPILER_WORDS = 6 };
static bool run_compiler(job *j, unsigned pointer_width, const char *const words[], hd_process_result *r)
{
  const char *args[9 + COMPILER_WORDS + 1] = {
      hd_c_compiler(),
      "-O0",
      "-g",
      "-Wno-override-module",
      pointer_width == 32 ? "-m32" : "-m64",
      "-idirafter", /* the kernel's headers are the same for programs of 32 bits */
      "/usr/include/x86_64-linux-gnu",
      "-pthread",
      "-lm"};
  for (unsigned i = 0; words[i]; i++) args[9 + i] = words[i];
  hd_process_run(&(hd_command){.argv = args, .directory = j->folder}, j->budget, r);
  return r->end == HD_PROCESS_EXITED && r->status == 0;
}

static bool compile_folder(job *j, unsigned pointer_width)
{
  hd_process_result r;
  bool ok = run_compiler(j, pointer_width, (const char *const[]){"program.bc", runtime_name, "-o", "replay", NULL}, &r);
  if (!ok) {
    hd_diag *d = hd_diags_add(&j->in->diags, HD_ERROR, (hd_place){.file = path_in(j, "program.bc")},
                              "the program cannot be built: %s", r.errors_len ? r.errors : "the compiler failed");
    if (pointer_width == 32) d->hint = "programs of 32 bits need the packages libc6-dev-i386 and lib32gcc-12-dev";
  }
  hd_process_result_clear(&r);
  return ok;
}

static hd_native_outcome run_folder(job *j, hd_property property, const char **says)
{
  static const int expected[HD_BY_COUNT] = {[HD_BY_CHECK] = 10, [HD_BY_RACE] = 11, [HD_BY_DEADLOCK] = 12};
  hd_process_result r;
  const char *const args[] = {"./replay", NULL};
  hd_process_run(&(hd_command){.argv = args, .directory = j->folder}, j->budget, &r);
  const char *word = strstr(r.errors, "heddle-replay: ");
  *says = hd_arena_strdup(&j->in->arena, word ? word : "it printed nothing");
  if (r.end == HD_PROCESS_STOPPED) *says = "it did not finish in time";
  bool same = r.end == HD_PROCESS_EXITED && r.status == expected[hd_property_table[property].way];
  hd_process_result_clear(&r);
  return same ? HD_NATIVE_CONFIRMED : HD_NATIVE_DIVERGED;
}

static bool compile_sanitized(job *j, unsigned pointer_width, const sanitizer *s)
{
  hd_process_result r;
  const char *const runtime[] = {s->define, s->runtime, "-c", runtime_name, "-o", "sanitized.o", NULL};
  const char *const program[] = {s->program, "program.bc", "sanitized.o", "-o", "sanitized", NULL};
  bool ok = run_compiler(j, pointer_width, runtime, &r);
  hd_process_result_clear(&r);
  if (!ok) return false;
  ok = run_compiler(j, pointer_width, program, &r);
  hd_process_result_clear(&r);
  return ok;
}

/* The report's own summary without addresses, which are in brackets; NULL: it reports nothing. */
static const char *summary_of(job *j, const hd_process_result *r)
{
  const char *at = strstr(r->errors, "SUMMARY: ");
  const char *word = at ? strchr(at + strlen("SUMMARY: "), ' ') : NULL;
  if (!word) return NULL;
  char *text = hd_arena_strdup(&j->in->arena, word), *end = text;
  bool inside = false;
  for (const char *c = word; *c && *c != '\n'; c++) {
    inside |= c[0] == ' ' && c[1] == '(';
    if (!inside) *end++ = *c;
    inside &= *c != ')';
  }
  *end = 0;
  return text;
}

static hd_native_outcome run_sanitized(job *j, unsigned pointer_width, hd_native_outcome before, const char **reports)
{
  const sanitizer *s = sanitizer_for(j->in->property);
  hd_process_result r;
  if (!s->name) return before;
  if (pointer_width == 32 && !s->wide)
    return *reports = hd_arena_printf(&j->in->arena, "%s is not there for programs of 32 bits\n", s->name), before;
  if (!compile_sanitized(j, pointer_width, s))
    return *reports =
               hd_arena_printf(&j->in->arena, "%s was not asked: the package libclang-rt-19-dev has it\n", s->name),
           before;
  hd_process_run(&(hd_command){.argv = (const char *const[]){"./sanitized", NULL}, .directory = j->folder}, j->budget,
                 &r);
  const char *summary = summary_of(j, &r);
  bool same = r.end == HD_PROCESS_EXITED && r.status == s->status && summary;
  bool alone = same && s == &address_sanitizer && before != HD_NATIVE_CONFIRMED;
  hd_process_result_clear(&r);
  *reports = hd_arena_printf(&j->in->arena, "%s reports%s%s%s\n", s->name, same ? ":" : " nothing", same ? summary : "",
                             alone ? ", which cannot be seen without it" : "");
  return alone && write_makefile(j, pointer_width, "sanitized") ? HD_NATIVE_CONFIRMED : before;
}

static void remove_folder(job *j)
{
  static const char *const names[] = {"program.bc", "schedule.h",  runtime_name, "Makefile",
                                      "replay",     "sanitized.o", "sanitized"};
  for (unsigned i = 0; i < HD_COUNT(names); i++) unlink(path_in(j, names[i]));
  rmdir(j->folder);
}

hd_native_outcome hd_native_run(heddle_input *in, const hd_program *p, const hd_trace *t, const char *folder,
                                const hd_budget *budget, hd_native_words *words)
{
  char own[] = "/tmp/heddle-native-XXXXXX";
  job j = {in, folder, budget};
  hd_native_outcome outcome = HD_NATIVE_NOT_RUN;
  *words = (hd_native_words){"", ""};
  if (!in->unit) return fail_native(&j, in->name, "only C programs can be compiled"), outcome;
  if (!folder && !(j.folder = mkdtemp(own))) return fail_native(&j, own, strerror(errno)), outcome;
  if (folder && mkdir(folder, 0777) != 0 && errno != EEXIST) return fail_native(&j, folder, strerror(errno)), outcome;
  if (write_folder(&j, p, t) && compile_folder(&j, p->pointer_width)) {
    outcome = run_folder(&j, in->property, &words->says);
    outcome = run_sanitized(&j, p->pointer_width, outcome, &words->sanitizer);
  }
  if (!folder) remove_folder(&j);
  return outcome;
}
