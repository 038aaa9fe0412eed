/* cc.c - a compiler that keeps bitcode: `heddle cc`.
 *
 * The real compiler gets the caller's arguments, so that the build behaves as if that compiler had been called
 * directly. When it has written an object, the bitcode of the source is added to the object as a section. When sources
 * are compiled and linked by one command, an object that contains only this section is linked with them. A failure to
 * keep bitcode is a warning; it never fails the caller's build. */
#include <stdio.h>
#include <unistd.h>

#include "api/input.h"
#include "base/process.h"
#include "build/command.h"
#include "build/file.h"
#include "build/kept.h"

typedef struct {
  heddle_input *in; /* messages, and memory */
  hd_words compiler;
  const char *const *words;
  uint32_t n;
  hd_words expanded; /* with the words of @FILEs */
  hd_build_step step;
  const char *folder; /* for temporary files; NULL: none */
} compilation;

static void warn(compilation *c, const char *file, const char *what)
{
  hd_diags_add(&c->in->diags, HD_WARNING, (hd_place){.file = file}, "no bitcode is kept: %s", what);
}

/* HEDDLE_CC names the compiler of the objects, possibly with arguments; the default is clang 19. */
static void choose_compiler(compilation *c)
{
  const char *chosen = getenv("HEDDLE_CC");
  if (chosen) hd_words_split(chosen, &c->compiler, &c->in->arena);
  if (!c->compiler.len) hd_vec_push(&c->compiler, hd_c_compiler());
}

/* Calls the compiler with the caller's arguments and, unless it is NULL, one more object to link. */
static int run_compiler(compilation *c, const char *object)
{
  hd_words words = {0};
  for (uint32_t i = 0; i < c->compiler.len; i++) hd_vec_push(&words, c->compiler.data[i]);
  for (uint32_t i = 0; i < c->n; i++) hd_vec_push(&words, c->words[i]);
  if (c->step.lto) hd_vec_push(&words, "-fno-lto");
  if (object && c->step.explicit_language) hd_vec_push(&words, "-xnone");
  if (object) hd_vec_push(&words, object);
  hd_vec_push(&words, NULL);
  int status = hd_process_pass(words.data);
  if (status == 127)
    hd_diags_add(&c->in->diags, HD_ERROR, (hd_place){0}, "cannot run %s", c->compiler.data[0])->hint =
        "install the package clang-19, or name another compiler in HEDDLE_CC";
  hd_vec_clear(&words);
  return status;
}

/* --- records ------------------------------------------------------------------------------------------------ */

static void keep_source(compilation *c, const hd_source *s, hd_bytes *out)
{
  static const char assembler[] = "the source is assembler", other[] = "the source is not C or C++";
  bool cxx = s->language == HD_LANGUAGE_CXX && hd_language_of(s->path) == HD_LANGUAGE_CXX;
  if (s->language != HD_LANGUAGE_C && !cxx) {
    const char *why = s->language == HD_LANGUAGE_ASSEMBLER ? assembler : other;
    hd_kept_put(out, &(hd_kept){.kind = HD_KEPT_NOTHING, .source = s->path, .data = why, .size = strlen(why)});
    return;
  }
  hd_words flags = {0};
  for (uint32_t i = 0; i < c->step.flags.len; i++) hd_vec_push(&flags, c->step.flags.data[i]);
  if (hd_language_of(s->path) != s->language) hd_vec_push(&flags, "-xc");
  hd_c_input input = {.clang_args = flags.data, .n_clang_args = flags.len, .pointer_width = c->step.narrow ? 32 : 64};
  hd_c_keep(&input, s->path, c->folder, out);
  hd_vec_clear(&flags);
}

static const char *scratch(compilation *c, const char *name)
{
  return hd_arena_printf(&c->in->arena, "%s/%s", c->folder, name);
}

/* Runs a tool and hides its output; a failure is a warning about the file. */
static bool run_tool(compilation *c, const char *const *argv, const char *file)
{
  hd_process_result r;
  hd_process_run(&(hd_command){.argv = argv}, NULL, &r);
  bool ok = r.end == HD_PROCESS_EXITED && r.status == 0;
  if (r.end == HD_PROCESS_NOT_STARTED)
    warn(c, file, hd_arena_printf(&c->in->arena, "cannot run %s (install the package binutils)", argv[0]));
  else if (!ok)
    warn(c, file, hd_arena_printf(&c->in->arena, "%s failed: %.300s", argv[0], r.errors));
  hd_process_result_clear(&r);
  return ok;
}

static bool write_records(compilation *c, const hd_bytes *records, const char *path, const char *file)
{
  if (hd_file_write(path, records->data, records->len)) return true;
  warn(c, file, "cannot write a temporary file");
  return false;
}

/* Adds the section to an existing object. */
static void add_to_object(compilation *c, const hd_bytes *records, const char *object)
{
  const char *path = scratch(c, "records");
  const char *section = hd_arena_printf(&c->in->arena, HD_KEPT_SECTION "=%s", path);
  if (write_records(c, records, path, object))
    run_tool(c, (const char *const[]){"objcopy", "--add-section", section, object, NULL}, object);
  unlink(path);
}

/* Makes an object that contains only the section; NULL if that fails. */
static const char *make_object(compilation *c, const hd_bytes *records)
{
  const char *path = scratch(c, "records"), *source = scratch(c, "records.s"), *object = scratch(c, "records.o");
  const char *text = hd_arena_printf(&c->in->arena,
                                     ".section " HD_KEPT_SECTION ",\"\",@progbits\n.incbin \"%s\"\n"
                                     ".section .note.GNU-stack,\"\",@progbits\n",
                                     path);
  const char *const argv[] = {hd_c_compiler(), c->step.narrow ? "-m32" : "-m64", "-c", "-o", object, source, NULL};
  bool ok =
      write_records(c, records, path, NULL) && hd_file_write(source, text, strlen(text)) && run_tool(c, argv, NULL);
  unlink(source);
  unlink(path);
  return ok ? object : NULL;
}

/* --- the kinds of steps --------------------------------------------------------------------------------------- */

static int make_objects(compilation *c)
{
  int status = run_compiler(c, NULL);
  for (uint32_t i = 0; i < c->step.sources.len && status == 0; i++) {
    const char *object = hd_build_step_object(&c->step, i, &c->in->arena);
    hd_bytes records = {0};
    if (!hd_file_is_regular(object)) continue; /* /dev/null, or a pipe */
    keep_source(c, &c->step.sources.data[i], &records);
    add_to_object(c, &records, object);
    hd_vec_clear(&records);
  }
  return status;
}

static int link_sources(compilation *c)
{
  hd_bytes records = {0};
  for (uint32_t i = 0; i < c->step.sources.len; i++) keep_source(c, &c->step.sources.data[i], &records);
  const char *object = make_object(c, &records);
  int status = run_compiler(c, object);
  if (object) unlink(object);
  hd_vec_clear(&records);
  return status;
}

static int compile_step(compilation *c)
{
  bool keeps = c->step.kind != HD_STEP_OTHER && c->step.sources.len > 0;
  c->folder = keeps ? hd_file_scratch(&c->in->arena) : NULL;
  if (keeps && !c->folder) warn(c, NULL, "cannot make a folder for temporary files");
  int status = !c->folder ? run_compiler(c, NULL) : c->step.kind == HD_STEP_OBJECT ? make_objects(c) : link_sources(c);
  if (c->folder) rmdir(c->folder);
  return status;
}

heddle_input *heddle_cc(const char *const *words, unsigned n, int *status)
{
  compilation c = {.in = hd_input_new(), .words = words, .n = n};
  choose_compiler(&c);
  hd_words_expand(words, n, &c.expanded, &c.in->arena);
  hd_build_step_parse(c.expanded.data, c.expanded.len, &c.step);
  *status = compile_step(&c);
  hd_build_step_clear(&c.step);
  hd_vec_clear(&c.expanded);
  hd_vec_clear(&c.compiler);
  return c.in;
}
