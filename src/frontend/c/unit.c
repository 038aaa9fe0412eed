/* unit.c - input files in, one linked module out. */
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build/command.h"
#include "build/file.h"
#include "build/kept.h"
#include "frontend/c/unit.h"

typedef struct {
  LLVMModuleRef module; /* NULL: it is part of the unit now */
  const char *source;
  uint32_t group;
  hd_c_role role;
} pending_module;

typedef struct {
  const hd_c_input *input;
  const hd_budget *budget;
  hd_diags *diags;
  hd_c_unit *unit;
  const char *file; /* being read */
  uint32_t number;  /* of the file */
  char folder[64];  /* for temporary files */
  /* Modules that may be parts of the program; what comes of one file, or of a member of an archive, comes together. */
  HD_VEC(pending_module) pending;
  uint32_t groups;
} loader;

static hd_status bad_unit(loader *l, const char *message)
{
  hd_diags_add(l->diags, HD_ERROR, (hd_place){.file = l->file}, "%s", message);
  return HD_BAD_INPUT;
}

/* LLVM's own complaints, from the reader and the linker. */
static void on_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
  loader *l = context;
  LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
  char *text = LLVMGetDiagInfoDescription(info);
  if (severity == LLVMDSError)
    hd_diags_add(l->diags, HD_ERROR, (hd_place){.file = l->file}, "%s", text);
  else if (severity == LLVMDSWarning)
    hd_diags_add(l->diags, HD_WARNING, (hd_place){.file = l->file}, "%s", text);
  LLVMDisposeMessage(text);
}

static LLVMModuleRef parse(LLVMContextRef context, const char *path, char **message)
{
  LLVMMemoryBufferRef buffer = NULL;
  LLVMModuleRef module = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, message)) return NULL;
  if (LLVMParseIRInContext(context, buffer, &module, message)) return NULL; /* takes the buffer */
  return module;
}

static void quiet(LLVMDiagnosticInfoRef info, void *context)
{
  (void)info;
  (void)context;
}

/* In a process of its own: is this bitcode that LLVM can read and finds well-formed? */
HD_NORETURN static void try_bitcode(const char *path, int out)
{
  int null = open("/dev/null", O_WRONLY);
  if (null >= 0) dup2(null, 2);
  char *message = NULL;
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, quiet, NULL);
  LLVMModuleRef module = parse(context, path, &message);
  bool ok = module && !LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
  if (!ok && message) {
    size_t n = strcspn(message, "\n");
    if (write(out, message, n > 300 ? 300 : n) < 0) _exit(1);
  }
  _exit(ok ? 0 : 1);
}

/* Damaged bitcode may crash its reader: let that happen elsewhere first. */
static hd_status check_bitcode(loader *l, const char *path)
{
  int ends[2], status = 0;
  if (pipe(ends) != 0) return bad_unit(l, "cannot check the bitcode: no pipe");
  pid_t child = fork();
  if (child < 0) return close(ends[0]), close(ends[1]), bad_unit(l, "cannot check the bitcode: no process");
  if (child == 0) try_bitcode(path, ends[1]);
  close(ends[1]);
  char text[512];
  size_t n = 0;
  for (ssize_t got; n < sizeof text - 1 && (got = read(ends[0], text + n, sizeof text - 1 - n)) != 0;) {
    if (got > 0)
      n += (size_t)got;
    else if (errno != EINTR)
      break;
  }
  text[n] = '\0';
  close(ends[0]);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return HD_OK;
  hd_diags_add(l->diags, HD_ERROR, (hd_place){.file = l->file}, "malformed bitcode%s%s", n ? ": " : "", text)->hint =
      "LLVM 19 must be able to read it; compile it again with clang-19 -emit-llvm";
  return HD_BAD_INPUT;
}

static bool ends_with(const char *text, const char *end)
{
  size_t n = strlen(text), m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}

static hd_status check_file(loader *l)
{
  struct stat s;
  if (stat(l->file, &s) != 0) return bad_unit(l, strerror(errno));
  if (S_ISDIR(s.st_mode)) return bad_unit(l, "this is a directory, not a file");
  if (access(l->file, R_OK) != 0) return bad_unit(l, strerror(errno));
  if (S_ISREG(s.st_mode) && s.st_size == 0) return bad_unit(l, "the file is empty");
  return HD_OK;
}

static LLVMModuleRef read_module(loader *l, const char *path)
{
  char *message = NULL;
  LLVMModuleRef module = parse(l->unit->context, path, &message);
  if (module) return module;
  bad_unit(l, message ? message : "cannot be read");
  if (message) LLVMDisposeMessage(message);
  return NULL;
}

static hd_status link_module(loader *l, LLVMModuleRef module)
{
  if (!l->unit->module)
    l->unit->module = module;
  else if (LLVMLinkModules2(l->unit->module, module)) /* takes the module */
    return hd_diags_has_error(l->diags) ? HD_BAD_INPUT : bad_unit(l, "cannot be linked with the files before it");
  return HD_OK;
}

/* Links the module at `path` into the unit. */
static hd_status add_module(loader *l, const char *path)
{
  LLVMModuleRef module = read_module(l, path);
  return module ? link_module(l, module) : HD_BAD_INPUT;
}

/* --- what `heddle cc` has kept ---------------------------------------------------------------------------- */

/* The bitcode of one record, through a file. */
static hd_status read_kept(loader *l, const hd_kept *k, LLVMModuleRef *module)
{
  char path[96];
  snprintf(path, sizeof path, "%s/kept.bc", l->folder);
  hd_status status = HD_OK;
  if (!hd_file_write(path, k->data, k->size)) status = bad_unit(l, "cannot write a temporary file");
  if (status == HD_OK) status = check_bitcode(l, path);
  if (status == HD_OK && !(*module = read_module(l, path))) status = HD_BAD_INPUT;
  unlink(path);
  return status;
}

static void warn_of_nothing(loader *l, const hd_kept *k)
{
  hd_diags_add(l->diags, HD_WARNING, (hd_place){.file = l->file}, "there is no bitcode for %s: %.*s", k->source,
               (int)k->size, (const char *)k->data)
      ->hint = "its functions have no bodies here";
}

static hd_status take_kept(loader *l, const hd_kept *k, bool archive)
{
  LLVMModuleRef module = NULL;
  hd_kept_kind wanted = l->input->checks ? HD_KEPT_CHECKED : HD_KEPT_PLAIN;
  if (k->kind == HD_KEPT_NOTHING) warn_of_nothing(l, k);
  if (k->kind != wanted) return HD_OK;
  hd_status status = read_kept(l, k, &module);
  if (status != HD_OK) return status;
  if (!archive) return link_module(l, module);
  hd_vec_push(&l->pending, (pending_module){module, l->file, l->groups + k->member, HD_C_WANTED});
  return HD_OK;
}

/* An object or a program is taken whole; of an archive, the members that something is missing from. */
static hd_status load_kept(loader *l, bool archive)
{
  hd_arena arena;
  hd_arena_init(&arena);
  hd_kepts kepts = {0};
  hd_status status = hd_kept_read(l->file, &kepts, &arena, l->diags) ? HD_OK : HD_BAD_INPUT;
  for (uint32_t i = 0; i < kepts.len && status == HD_OK; i++) status = take_kept(l, &kepts.data[i], archive);
  if (kepts.len) l->groups += hd_vec_last(&kepts).member + 1;
  if (status == HD_OK && !kepts.len) {
    hd_diags_add(l->diags, HD_ERROR, (hd_place){.file = l->file}, "this file contains no bitcode")->hint =
        "build it with `heddle cc' as its compiler: make CC=\"heddle cc\"";
    status = HD_BAD_INPUT;
  }
  hd_vec_clear(&kepts);
  hd_arena_clear(&arena);
  return status;
}

/* --- modules that may be parts ------------------------------------------------------------------------------ */

static bool is_wanted_global(LLVMModuleRef unit, LLVMValueRef global, LLVMValueRef find(LLVMModuleRef, const char *))
{
  size_t n;
  LLVMLinkage linkage = LLVMGetLinkage(global);
  if (LLVMIsDeclaration(global) || linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) return false;
  LLVMValueRef there = find(unit, LLVMGetValueName2(global, &n));
  return there && LLVMIsDeclaration(there);
}

/* Does it define something that the unit only declares? */
static bool is_wanted(LLVMModuleRef unit, LLVMModuleRef module)
{
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (is_wanted_global(unit, f, LLVMGetNamedFunction)) return true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (is_wanted_global(unit, g, LLVMGetNamedGlobal)) return true;
  return false;
}

static hd_status link_group(loader *l, uint32_t group)
{
  hd_status status = HD_OK;
  for (uint32_t i = 0; i < l->pending.len && status == HD_OK; i++) {
    pending_module *m = &l->pending.data[i];
    if (m->group != group || !m->module) continue;
    l->file = m->source;
    status = link_module(l, m->module);
    m->module = NULL;
  }
  return status;
}

/* As a linker takes members of archives: those that define what is missing so far, and then again. */
static hd_status link_wanted(loader *l)
{
  hd_status status = HD_OK;
  bool more = true;
  while (more && status == HD_OK) {
    more = false;
    for (uint32_t i = 0; i < l->pending.len && status == HD_OK; i++) {
      const pending_module *m = &l->pending.data[i];
      if (!m->module || !is_wanted(l->unit->module, m->module)) continue;
      status = link_group(l, m->group);
      more = true;
    }
  }
  return status;
}

/* "worker" or "worker.c" or "src/worker.c" of .../src/worker.c */
static bool is_target(const char *source, const char *target)
{
  size_t n = strlen(source), m = strlen(target);
  const char *name = hd_file_name(source), *dot = strrchr(name, '.');
  if (n >= m && strcmp(source + n - m, target) == 0 && (n == m || source[n - m - 1] == '/')) return true;
  return dot && (size_t)(dot - name) == m && memcmp(name, target, m) == 0;
}

static hd_status refuse_choice(loader *l, const char *main, const char *list, uint32_t n)
{
  hd_arena *arena = &l->diags->arena;
  l->file = NULL;
  hd_diag *d =
      n == 0 && !*list ? hd_diags_add(l->diags, HD_ERROR, (hd_place){0}, "no source of the project defines %s", main)
      : n == 0 ? hd_diags_add(l->diags, HD_ERROR, (hd_place){0}, "`%s' does not define %s", l->input->target, main)
               : hd_diags_add(l->diags, HD_ERROR, (hd_place){0}, "several sources define %s", main);
  d->hint = *list ? hd_arena_printf(arena, "choose one with --target: %s", list)
                  : "--entry names another function to start with";
  return HD_BAD_INPUT;
}

/* Where no link step is known, the program is what one main needs. */
static hd_status link_main(loader *l)
{
  const char *main = l->input->entry ? l->input->entry : "main", *list = "";
  uint32_t n = 0, found = HD_NONE, perhaps = 0;
  for (uint32_t i = 0; i < l->pending.len; i++) {
    const pending_module *m = &l->pending.data[i];
    LLVMValueRef f = m->role == HD_C_PERHAPS ? LLVMGetNamedFunction(m->module, main) : NULL;
    perhaps += m->role == HD_C_PERHAPS;
    if (!f || LLVMIsDeclaration(f)) continue;
    list = hd_arena_printf(&l->diags->arena, "%s%s%s", list, *list ? ", " : "", hd_file_name(m->source));
    if (l->input->target && !is_target(m->source, l->input->target)) continue;
    found = m->group;
    n++;
  }
  if (!perhaps || n == 1) return perhaps ? link_group(l, found) : HD_OK;
  return refuse_choice(l, main, list, n);
}

/* Archives that stand alone are taken whole: nothing says what is missing. */
static hd_status link_pending(loader *l)
{
  hd_status status = link_main(l);
  if (status == HD_OK && l->unit->module) return link_wanted(l);
  for (uint32_t i = 0; i < l->pending.len && status == HD_OK; i++) status = link_group(l, l->pending.data[i].group);
  return status;
}

static void clear_pending(loader *l)
{
  for (uint32_t i = 0; i < l->pending.len; i++)
    if (l->pending.data[i].module) LLVMDisposeModule(l->pending.data[i].module);
  hd_vec_clear(&l->pending);
}

/* --- files -------------------------------------------------------------------------------------------------- */

typedef HD_VEC(const char *) texts;

/* With the file's own words behind those for all. */
static hd_c_input own_input(const loader *l, texts *words)
{
  hd_c_input one = *l->input;
  const hd_c_own *own = one.own ? &one.own[l->number] : NULL;
  if (!own) return one;
  for (uint32_t i = 0; i < own->n_clang_args; i++) hd_vec_push(words, own->clang_args[i]);
  for (uint32_t i = 0; i < one.n_clang_args; i++) hd_vec_push(words, one.clang_args[i]);
  one.clang_args = words->data;
  one.n_clang_args = words->len;
  one.directory = own->directory;
  return one;
}

static hd_status load_source(loader *l)
{
  char output[96];
  texts words = {0};
  snprintf(output, sizeof output, "%s/unit.bc", l->folder);
  hd_c_input one = own_input(l, &words);
  LLVMModuleRef module = NULL;
  hd_c_role role = one.own ? one.own[l->number].role : HD_C_LINKED;
  hd_status status = hd_c_compile(&one, l->file, l->folder, output, l->budget, l->diags);
  if (status == HD_OK && !(module = read_module(l, output))) status = HD_BAD_INPUT;
  if (module && role == HD_C_LINKED)
    status = link_module(l, module);
  else if (module)
    hd_vec_push(&l->pending, (pending_module){module, l->file, l->groups++, role});
  unlink(output);
  hd_vec_clear(&words);
  return status;
}

static hd_status load_bitcode(loader *l)
{
  hd_status status = check_bitcode(l, l->file);
  return status == HD_OK ? add_module(l, l->file) : status;
}

static bool is_bitcode(const char *file)
{
  return ends_with(file, ".bc") || ends_with(file, ".ll");
}

/* Its name comes first: what is called a source is read as one. */
static hd_binary binary_of(const char *file)
{
  return is_bitcode(file) || hd_language_of(file) ? HD_BINARY_NONE : hd_binary_of(file);
}

static hd_status load_file(loader *l)
{
  hd_status status = check_file(l);
  if (status != HD_OK) return status;
  if (is_bitcode(l->file)) return load_bitcode(l);
  hd_binary binary = binary_of(l->file);
  return binary ? load_kept(l, binary == HD_BINARY_ARCHIVE) : load_source(l);
}

static hd_status load_files(loader *l)
{
  hd_status status = HD_OK;
  for (l->number = 0; l->number < l->input->n_files && status == HD_OK; l->number++) {
    l->file = l->input->files[l->number];
    status = load_file(l);
  }
  if (status == HD_OK) status = link_pending(l);
  clear_pending(l);
  return status;
}

/* Bodies of library functions that the program calls; in its own data model, if that came with bitcode. */
static hd_status add_library(loader *l)
{
  char source[96], output[96];
  snprintf(source, sizeof source, "%s/library.c", l->folder);
  snprintf(output, sizeof output, "%s/library.bc", l->folder);
  hd_status status = HD_OK;
  if (hd_c_write_library(l->unit->module, source)) {
    hd_c_input input = *l->input;
    input.pointer_width = 8 * LLVMPointerSize(LLVMGetModuleDataLayout(l->unit->module));
    status = hd_c_compile_library(&input, source, output, l->budget, l->diags);
    if (status == HD_OK) status = add_module(l, output);
    unlink(output);
  }
  unlink(source);
  return status;
}

static hd_status check_target(loader *l)
{
  hd_c_unit *u = l->unit;
  u->data = LLVMGetModuleDataLayout(u->module);
  unsigned bits = 8 * LLVMPointerSize(u->data);
  if ((bits != 32 && bits != 64) || LLVMByteOrder(u->data) != LLVMLittleEndian)
    return bad_unit(l, "compiled for a machine that is not supported (32 or 64 bits, little-endian)");
  if (bits != l->input->pointer_width)
    hd_diags_add(l->diags, HD_WARNING, (hd_place){.file = l->file},
                 "this bitcode has pointers of %u bits; that data model is used", bits);
  return HD_OK;
}

/* A data model that was given is taken at its word: task files give one. */
static hd_status check_model(loader *l)
{
  unsigned other = hd_c_other_model(l->unit);
  if (!other) return HD_OK;
  hd_severity severity = l->input->model_given ? HD_WARNING : HD_ERROR;
  hd_diags_add(l->diags, severity, (hd_place){.file = l->file},
               "this file was preprocessed for pointers of %u bits: sizes of pthread types say so", other)
      ->hint = other == 32 ? "give --data-model ILP32 (or -m32)" : "give --data-model LP64 (or -m64)";
  return severity == HD_ERROR ? HD_BAD_INPUT : HD_OK;
}

static hd_status set_entry(loader *l)
{
  const char *problem = l->input->entry ? hd_c_set_entry(l->unit->module, l->input->entry) : NULL;
  return problem ? bad_unit(l, problem) : HD_OK;
}

static hd_status load_all(loader *l)
{
  const char *folder = getenv("TMPDIR");
  snprintf(l->folder, sizeof l->folder, "%s/heddle-XXXXXX", folder && strlen(folder) < 40 ? folder : "/tmp");
  if (!l->input->n_files) return bad_unit(l, "no input file");
  if (!mkdtemp(l->folder)) return bad_unit(l, "cannot make a folder for temporary files");
  hd_status status = load_files(l);
  if (status == HD_OK && !l->unit->module) status = bad_unit(l, "this file contains no bitcode");
  if (status == HD_OK) status = check_target(l);
  if (status == HD_OK) status = check_model(l);
  if (status == HD_OK) status = set_entry(l);
  if (status == HD_OK) hd_c_number_arguments(l->unit);
  if (status == HD_OK) hd_c_rewrite_assembly(l->unit->module);
  if (status == HD_OK) hd_c_rewrite_invokes(l->unit->module);
  if (status == HD_OK) status = add_library(l);
  if (status == HD_OK) hd_c_settle_globals(l->unit->module);
  rmdir(l->folder);
  return status;
}

/* --- numbers of instructions -------------------------------------------------------------------------- */

static uint32_t count_values(LLVMValueRef function)
{
  uint32_t n = LLVMCountParams(function);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) n++;
  return n;
}

static void number_sites(hd_c_unit *unit)
{
  uint32_t next = 1;
  for (LLVMValueRef f = LLVMGetFirstFunction(unit->module); f; f = LLVMGetNextFunction(f)) {
    hd_map_put(&unit->first_sites, (uintptr_t)f, next);
    next += count_values(f);
  }
}

uint32_t hd_c_first_site(const hd_c_unit *unit, LLVMValueRef function)
{
  return (uint32_t)hd_map_get_or(&unit->first_sites, (uintptr_t)function, 0);
}

hd_status hd_c_load(const hd_c_input *input, const hd_budget *budget, hd_diags *diags, hd_c_unit **out)
{
  loader l = {.input = input, .budget = budget, .diags = diags};
  l.unit = hd_alloc(1, sizeof *l.unit);
  l.unit->context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(l.unit->context, on_diagnostic, &l);
  hd_status status = load_all(&l);
  LLVMContextSetDiagnosticHandler(l.unit->context, quiet, NULL);
  if (status != HD_OK) {
    hd_c_unit_free(l.unit);
    return status;
  }
  /* Debug records have no C interface; as calls of llvm.dbg.declare they do. */
  LLVMSetIsNewDbgInfoFormat(l.unit->module, 0);
  number_sites(l.unit);
  *out = l.unit;
  return HD_OK;
}

void hd_c_unit_free(hd_c_unit *unit)
{
  if (!unit) return;
  hd_map_clear(&unit->first_sites);
  if (unit->module) LLVMDisposeModule(unit->module);
  LLVMContextDispose(unit->context);
  free(unit);
}
