/* driver.c - runs clang. Its messages are the user's: they are passed on as they are. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/process.h"
#include "build/command.h"
#include "frontend/c/cache.h"
#include "frontend/c/unit.h"

#ifndef HD_CLANG
#define HD_CLANG "clang-19"
#endif
#ifndef HD_SOURCE_INCLUDE_DIR
#define HD_SOURCE_INCLUDE_DIR "include"
#endif
#ifndef HD_INSTALL_INCLUDE_DIR
#define HD_INSTALL_INCLUDE_DIR "/usr/local/include"
#endif

typedef HD_VEC(const char *) arguments;

/* Without any pass, so that every access of the source stays an access (-O1 only makes clang
 * write the bodies of inline functions too, and the headers must not notice it); with debug
 * information; and lenient as compilers were when older programs were written. */
static const char *const common[] = {
    "-O1",
    "-U__OPTIMIZE__",
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-disable-lifetime-markers",
    "-g",
    "-fno-discard-value-names",
    "-emit-llvm",
    "-c",
    "-ffp-contract=off",
    "-fno-color-diagnostics",
    "-fno-stack-protector",
    "-D__NO_CTYPE", /* isdigit and its like are calls, not tables of the C library's */
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-type",
    "-Wno-implicit-function-declaration",
    "-Wno-unknown-attributes",
    "-Wno-unknown-warning-option", /* a program's flags may be gcc's */
    "-Wno-ignored-optimization-argument",
};

static bool ends_with(const char *text, const char *end)
{
  size_t n = strlen(text), m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}

static bool exists(const char *path)
{
  return access(path, R_OK) == 0;
}

const char *hd_c_compiler(void)
{
  return HD_CLANG;
}

/* The folder of the modelling headers and of the library: beside the installed program, where it was
 * installed, or in the source tree that it was built from. */
const char *hd_c_include_folder(hd_arena *arena)
{
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n > 0) {
    self[n] = '\0';
    char *slash = strrchr(self, '/');
    if (slash) *slash = '\0';
    const char *beside = hd_arena_printf(arena, "%s/../include", self);
    if (exists(hd_arena_printf(arena, "%s/heddle/compat/gnu/stubs-32.h", beside))) return beside;
  }
  if (exists(HD_SOURCE_INCLUDE_DIR "/heddle/compat/gnu/stubs-32.h")) return HD_SOURCE_INCLUDE_DIR;
  return HD_INSTALL_INCLUDE_DIR;
}

/* Machines without the 32-bit C library's headers, or with some of them only: the 64-bit ones serve both but for one
 * list of missing functions, which an empty file of ours stands for. They come last, so that a complete set wins. */
static void add_32_bit_headers(arguments *args, const char *include, hd_arena *arena)
{
  hd_vec_push(args, "-idirafter");
  hd_vec_push(args, hd_arena_printf(arena, "%s/heddle/compat", include));
  hd_vec_push(args, "-idirafter");
  hd_vec_push(args, "/usr/include/x86_64-linux-gnu");
}

/* Bitcode does not say whether a left shift is signed, how long the array is that an index is for, or whether a
 * conversion of a fraction fits, but clang's own checks do. Where it folds constants that overflow, it warns: then its
 * checks of all operators are wanted. */
static void add_checks(arguments *args, bool constants)
{
  hd_vec_push(args, "-fsanitize=shift-base,array-bounds,vla-bound,float-cast-overflow");
  hd_vec_push(args, "-fsanitize-trap=shift-base,array-bounds,vla-bound,float-cast-overflow");
  if (!constants) return;
  hd_vec_push(args, "-fsanitize=signed-integer-overflow");
  hd_vec_push(args, "-fsanitize-trap=signed-integer-overflow");
}

typedef struct {
  const char *source, *output;
  bool preprocessed;
  bool cxx;
  bool library;   /* our own source: without debug information its steps belong to the call */
  bool constants; /* some that overflow were found */
  bool lenient;   /* clang has refused it: once more, as gcc takes it */
} job;

/* What gcc takes and clang does not: C11's atomic functions on objects of any type; and what programs expect of headers
 * that are compiled with gcc's usual extensions. */
static void add_leniency(arguments *args, const char *include, hd_arena *arena)
{
  hd_vec_push(args, "-D_GNU_SOURCE");
  hd_vec_push(args, "-isystem");
  hd_vec_push(args, hd_arena_printf(arena, "%s/heddle/compat/gcc", include));
}

/* The cache names files as they are named here, not in another folder. */
static bool keeps_output(const hd_c_input *input)
{
  return input->cache && !input->directory;
}

/* Where clang lists what the source includes. */
static const char *included_by(const job *j, hd_arena *arena)
{
  return hd_arena_printf(arena, "%s.d", j->output);
}

/* Has the source a FairThreads header beside it? A compiler looks there first, whatever folders it is given. */
static bool has_own_fairthreads(const hd_c_input *input, const char *source, hd_arena *arena)
{
  const char *folder = input->directory && *source != '/' ? input->directory : "", *slash = strrchr(source, '/');
  const char *file = hd_arena_printf(arena, "%s%s%.*sfthread.h", folder, *folder ? "/" : "",
                                     slash ? (int)(slash + 1 - source) : 0, source);
  FILE *in = fopen(file, "r");
  char *line = NULL;
  size_t size = 0;
  bool found = false;
  while (in && !found && getline(&line, &size, in) >= 0) found = strstr(line, "ft_scheduler_create") != NULL;
  free(line);
  if (in) fclose(in);
  return found;
}

/* A scheduler's own header declares what cannot be modelled: ours comes before the user's folders, and where one lies
 * beside the source, ours is read first and leaves nothing to it (they have the same guard). */
static void add_schedulers(arguments *args, const hd_c_input *input, const job *j, const char *include, hd_arena *arena)
{
  const char *folder = hd_arena_printf(arena, "%s/heddle/compat/fairthreads", include);
  hd_vec_push(args, "-I");
  hd_vec_push(args, folder);
  if (j->cxx) {
    hd_vec_push(args, "-I");
    hd_vec_push(args, hd_arena_printf(arena, "%s/heddle/compat/systemc", include));
  }
  if (j->library || !has_own_fairthreads(input, j->source, arena)) return;
  hd_vec_push(args, "-include");
  hd_vec_push(args, hd_arena_printf(arena, "%s/fthread.h", folder));
}

static void build_arguments(arguments *args, const hd_c_input *input, const job *j, hd_arena *arena)
{
  const char *include = hd_c_include_folder(arena);
  hd_vec_push(args, HD_CLANG);
  for (size_t i = 0; i < HD_COUNT(common); i++) hd_vec_push(args, common[i]);
  hd_vec_push(args, j->cxx ? "-std=gnu++17" : "-std=gnu17");
  if (!j->cxx) hd_vec_push(args, "-fno-exceptions");
  hd_vec_push(args, input->pointer_width == 32 ? "-m32" : "-m64");
  if (j->preprocessed) hd_vec_push(args, input->checks ? "-Wno-everything" : "-w");
  if (input->checks) hd_vec_push(args, "-Winteger-overflow");
  if (input->checks) add_checks(args, j->constants);
  if (j->library) hd_vec_push(args, "-g0");
  add_schedulers(args, input, j, include, arena);
  for (uint32_t i = 0; !j->library && i < input->n_clang_args; i++) hd_vec_push(args, input->clang_args[i]);
  if (j->lenient) add_leniency(args, include, arena);
  hd_vec_push(args, "-idirafter");
  hd_vec_push(args, include);
  if (input->pointer_width == 32) add_32_bit_headers(args, include, arena);
  if (keeps_output(input)) {
    hd_vec_push(args, "-MD");
    hd_vec_push(args, "-MF");
    hd_vec_push(args, included_by(j, arena));
  }
  hd_vec_push(args, "-o");
  hd_vec_push(args, j->output);
  hd_vec_push(args, j->source);
  hd_vec_push(args, NULL);
}

/* gcc's headers say which function frees what another allocates: `__malloc__ (free, 1)`.
 * clang knows the attribute without arguments only, so those become blanks. */
static void blank_malloc_arguments(char *line)
{
  for (char *s = line; (s = strstr(s, "__malloc__"));) {
    s += strlen("__malloc__");
    char *open = s + strspn(s, " \t");
    size_t n = strcspn(open, ")");
    if (*open == '(' && open[n] == ')') memset(open, ' ', n + 1);
  }
}

/* A preprocessed file says which lines came from which header; the user looks at the
 * preprocessed file itself. So compile a copy whose line marks are gone, under its name. */
static bool without_line_marks(const char *from, const char *to)
{
  FILE *in = fopen(from, "r"), *out = in ? fopen(to, "w") : NULL;
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  if (out) {
    fputs("# 1 \"", out);
    for (const char *s = from; *s; s++) fprintf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    fputs("\"\n", out);
    while ((n = getline(&line, &size, in)) >= 0) {
      const char *s = line + strspn(line, " \t");
      if (*s == '#' && strncmp(s + 1 + strspn(s + 1, " \t"), "pragma", 6) != 0)
        fputc('\n', out);
      else
        blank_malloc_arguments(line), fwrite(line, 1, (size_t)n, out);
    }
  }
  free(line);
  bool ok = out && !ferror(out);
  if (out && fclose(out) != 0) ok = false;
  if (in) fclose(in);
  return ok;
}

static hd_status report_compiler(const hd_process_result *r, const char *file, hd_diags *diags)
{
  bool failed = r->end != HD_PROCESS_EXITED || r->status != 0;
  hd_place place = {.file = file};
  if (r->errors_len) {
    hd_diag *d = hd_diags_add(diags, failed ? HD_ERROR : HD_WARNING, place, "%s", r->errors);
    d->verbatim = true;
  }
  if (!failed) return HD_OK;
  switch (r->end) {
  case HD_PROCESS_STOPPED: return HD_EXHAUSTED;
  case HD_PROCESS_NOT_STARTED:
    hd_diags_add(diags, HD_ERROR, place, "cannot run %s: %s", HD_CLANG, strerror(r->status))->hint =
        "install the package clang-19";
    return HD_BAD_INPUT;
  case HD_PROCESS_SIGNALED:
    hd_diags_add(diags, HD_ERROR, place, "%s crashed (signal %d) on this file", HD_CLANG, r->status);
    return HD_BAD_INPUT;
  case HD_PROCESS_EXITED:
    if (!r->errors_len) hd_diags_add(diags, HD_ERROR, place, "%s failed with status %d", HD_CLANG, r->status);
    return HD_BAD_INPUT;
  }
  return HD_BAD_INPUT;
}

/* As if it had run. */
static void repeat_result(const char *errors, hd_process_result *r)
{
  *r = (hd_process_result){.end = HD_PROCESS_EXITED, .errors_len = strlen(errors)};
  r->output = hd_alloc(1, 1);
  r->errors = hd_alloc(r->errors_len + 1, 1);
  memcpy(r->errors, errors, r->errors_len);
}

static void run_cached(const hd_c_input *input, const job *j, const char *const *argv, const hd_budget *budget,
                       hd_process_result *r, hd_arena *arena)
{
  hd_cache_entry entry;
  const char *errors;
  hd_cache_job known = {.argv = argv,
                        .source = j->source,
                        .output = j->output,
                        .included = included_by(j, arena),
                        .temporary = j->preprocessed,
                        .user_args = input->clang_args,
                        .n_user_args = j->library ? 0 : input->n_clang_args};
  hd_cache_init(&entry, &known);
  if (hd_cache_find(&entry, &errors)) {
    repeat_result(errors, r);
  } else {
    hd_process_run(&(hd_command){.argv = argv}, budget, r);
    if (r->end == HD_PROCESS_EXITED && r->status == 0) hd_cache_keep(&entry, r->errors);
  }
  unlink(known.included);
  hd_cache_clear(&entry);
}

static void run_clang(const hd_c_input *input, const job *j, const hd_budget *budget, hd_process_result *r,
                      hd_arena *arena)
{
  arguments args = {0};
  build_arguments(&args, input, j, arena);
  if (keeps_output(input))
    run_cached(input, j, args.data, budget, r, arena);
  else
    hd_process_run(&(hd_command){.argv = args.data, .directory = input->directory}, budget, r);
  hd_vec_clear(&args);
}

hd_status hd_c_compile_library(const hd_c_input *input, const char *file, const char *output, const hd_budget *budget,
                               hd_diags *diags)
{
  hd_arena arena;
  hd_arena_init(&arena);
  hd_process_result r;
  run_clang(input, &(job){.source = file, .output = output, .library = true}, budget, &r, &arena);
  hd_status status = report_compiler(&r, file, diags);
  hd_process_result_clear(&r);
  hd_arena_clear(&arena);
  return status;
}

hd_status hd_c_declarations(const hd_c_input *input, const char *file, hd_diags *diags, hd_arena *arena,
                            hd_declarations *out)
{
  static const char *const words[] = {HD_CLANG, "-fsyntax-only", "-Xclang", "-ast-dump=json", "-w", "-std=gnu17"};
  static const char *const before[] = {"pthread.h", "stdint.h", "stdlib.h", "string.h"};
  arguments args = {0};
  for (size_t i = 0; i < HD_COUNT(words); i++) hd_vec_push(&args, words[i]);
  for (size_t i = 0; i < HD_COUNT(before) && hd_file_is_header(file); i++) {
    hd_vec_push(&args, "-include");
    hd_vec_push(&args, before[i]);
  }
  hd_vec_push(&args, input->pointer_width == 32 ? "-m32" : "-m64");
  for (uint32_t i = 0; i < input->n_clang_args; i++) hd_vec_push(&args, input->clang_args[i]);
  hd_vec_push(&args, "-idirafter");
  hd_vec_push(&args, hd_c_include_folder(arena));
  hd_vec_push(&args, "-xc"); /* a header by itself would be compiled for later */
  hd_vec_push(&args, file);
  hd_vec_push(&args, NULL);
  hd_process_result r;
  hd_process_run(&(hd_command){.argv = args.data}, NULL, &r);
  hd_status status = report_compiler(&r, file, diags);
  if (status == HD_OK && !hd_declarations_read(r.output, r.output_len, arena, out)) {
    hd_diags_add(diags, HD_ERROR, (hd_place){.file = file}, "the syntax tree of %s cannot be read", HD_CLANG);
    status = HD_BAD_INPUT;
  }
  hd_process_result_clear(&r);
  hd_vec_clear(&args);
  return status;
}

/* Once more for a file that clang refused; what it said first stands when that does not help. */
static void try_leniently(const hd_c_input *input, job *j, const hd_budget *budget, hd_process_result *r,
                          hd_arena *arena, hd_diags *diags)
{
  if (r->end != HD_PROCESS_EXITED || r->status == 0 || !r->errors_len) return;
  hd_process_result again;
  j->lenient = true;
  run_clang(input, j, budget, &again, arena);
  if (again.end == HD_PROCESS_EXITED && again.status == 0) {
    hd_process_result first = *r;
    *r = again;
    again = first;
    hd_diags_add(diags, HD_WARNING, (hd_place){.file = j->source}, "clang refuses this file; it is read as gcc would")
        ->hint = "-D_GNU_SOURCE, and a <stdatomic.h> whose functions take objects of any type";
  }
  hd_process_result_clear(&again);
}

hd_status hd_c_compile(const hd_c_input *input, const char *file, const char *folder, const char *output,
                       const hd_budget *budget, hd_diags *diags)
{
  hd_arena arena;
  hd_arena_init(&arena);
  job j = {.source = file,
           .output = output,
           .preprocessed = ends_with(file, ".i"),
           .cxx = hd_language_of(file) == HD_LANGUAGE_CXX};
  if (j.preprocessed) {
    j.source = hd_arena_printf(&arena, "%s/source.i", folder);
    if (!without_line_marks(file, j.source)) j.source = file;
  }
  hd_process_result r;
  run_clang(input, &j, budget, &r, &arena);
  if (input->checks && r.errors_len && strstr(r.errors, "[-Winteger-overflow]")) {
    hd_process_result_clear(&r);
    j.constants = true;
    run_clang(input, &j, budget, &r, &arena);
  }
  try_leniently(input, &j, budget, &r, &arena, diags);
  hd_status status = report_compiler(&r, file, diags);
  hd_process_result_clear(&r);
  if (j.source != file) unlink(j.source);
  hd_arena_clear(&arena);
  return status;
}
