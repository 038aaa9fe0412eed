/* harness.c - `heddle harness': a program that uses a library, to be verified, read and edited.
 *
 * What the functions are for is guessed from their types and names: the object is what most of them are given a pointer
 * to; one function makes it, one ends it, and threads call the others in any order. Every guess is in plain sight in
 * what is printed, so that a wrong one is easily put right. */
#include <stdio.h>
#include <string.h>

#include "api/declared.h"
#include "api/input.h"

typedef const hd_function_declaration *function;

typedef struct {
  const hd_declarations *d;
  hd_arena *arena;
  const char *file;
  HD_VEC(function) functions;
  const char *object; /* "queue *", or NULL: there is none */
  function init, destroy;
} harness;

/* --- guesses ------------------------------------------------------------------------------------------------ */

static bool says_one_of(const char *name, const char *const *words)
{
  for (; *words; words++)
    if (strstr(name, *words)) return true;
  return false;
}

static bool is_making(const char *name)
{
  static const char *const words[] = {"init", "new", "create", "alloc", "make", "open", "setup", NULL};
  return says_one_of(name, words);
}

static bool is_ending(const char *name)
{
  static const char *const words[] = {"destroy", "free",     "delete", "dispose", "deinit", "fini",
                                      "cleanup", "shutdown", "close",  "release", NULL};
  return says_one_of(name, words);
}

static bool points_to_structure(const harness *h, const char *type)
{
  const char *target = hd_type_target(h->d, type, h->arena);
  const char *plain = target ? hd_type_plain(h->d, target, h->arena) : "";
  return strncmp(plain, "struct ", 7) == 0 || strncmp(plain, "union ", 6) == 0;
}

static bool is_same_type(const harness *h, const char *a, const char *b)
{
  const char *s = hd_type_target(h->d, a, h->arena), *t = hd_type_target(h->d, b, h->arena);
  return s && t && strcmp(hd_type_plain(h->d, s, h->arena), hd_type_plain(h->d, t, h->arena)) == 0;
}

static bool is_given(const harness *h, function f, const char *type)
{
  for (uint32_t i = 0; i < f->n_parameters; i++)
    if (is_same_type(h, f->parameters[i].type, type)) return true;
  return false;
}

static uint32_t count_given(const harness *h, const char *type)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < h->functions.len; i++) n += is_given(h, h->functions.data[i], type);
  return n;
}

static void guess_object(harness *h)
{
  uint32_t most = 0;
  for (uint32_t i = 0; i < h->functions.len; i++) {
    function f = h->functions.data[i];
    if (!f->n_parameters || !points_to_structure(h, f->parameters[0].type)) continue;
    uint32_t n = count_given(h, f->parameters[0].type);
    if (n <= most) continue;
    most = n;
    h->object = f->parameters[0].type;
  }
}

/* One that returns the object is better than one that is given it. */
static void guess_ends(harness *h)
{
  for (uint32_t i = 0; h->object && i < h->functions.len; i++) {
    function f = h->functions.data[i];
    bool returns = is_same_type(h, f->result, h->object), takes = is_given(h, f, h->object);
    bool ends = is_ending(f->name) && takes;
    if (returns && !takes && !(h->init && is_same_type(h, h->init->result, h->object))) h->init = f;
    if (is_making(f->name) && takes && !ends && !h->init) h->init = f;
    if (ends && !h->destroy) h->destroy = f;
  }
}

/* --- arguments ---------------------------------------------------------------------------------------------- */

/* Prints a declaration of what an argument points to, and returns the argument; NULL: there can be none. */
static const char *print_pointed(const harness *h, FILE *out, const char *target, const char *name, const char *space)
{
  const char *plain = hd_type_plain(h->d, target, h->arena);
  bool constant = strncmp(target, "const ", 6) == 0;
  if (strcmp(plain, "void") == 0) return "&data";
  if (strcmp(plain, "char") == 0) {
    if (!constant) fprintf(out, "%schar %s[] = \"text\";\n", space, name);
    return constant ? "\"text\"" : name;
  }
  if (!hd_type_is_complete(h->d, target, h->arena)) return NULL;
  fprintf(out, "%s%s; /* any contents */\n", space, hd_type_declare(constant ? target + 6 : target, name, h->arena));
  return hd_arena_printf(h->arena, "&%s", name);
}

/* Prints what has to be declared for an argument, and returns the argument. */
static const char *print_argument(const harness *h, FILE *out, const hd_parameter *p, uint32_t number,
                                  const char *space)
{
  const char *name = p->name ? p->name : hd_arena_printf(h->arena, "argument%u", number);
  if (h->object && is_same_type(h, p->type, h->object)) return "object";
  const char *any = hd_declared_any(h->d, p->type, h->arena), *target = hd_type_target(h->d, p->type, h->arena);
  const char *pointer = target ? print_pointed(h, out, target, name, space) : NULL;
  if (pointer) return pointer;
  bool unknown = strchr(hd_type_plain(h->d, p->type, h->arena), '*') || !hd_type_is_complete(h->d, p->type, h->arena);
  if (unknown) return "NULL /* to be chosen */";
  const char *declared = hd_type_declare(p->type, name, h->arena);
  if (any)
    fprintf(out, "%s%s = %s;\n", space, declared, any);
  else
    fprintf(out, "%s%s; /* any contents */\n", space, declared);
  return name;
}

static void print_call(const harness *h, FILE *out, function f, const char *space, const char *before)
{
  const char *list = "";
  for (uint32_t i = 0; i < f->n_parameters; i++) {
    const char *argument = print_argument(h, out, &f->parameters[i], i + 1, space);
    list = hd_arena_printf(h->arena, "%s%s%s", list, i ? ", " : "", argument);
  }
  fprintf(out, "%s%s%s(%s);\n", space, before, f->name, list);
}

/* --- the text ----------------------------------------------------------------------------------------------- */

static bool defines_main(const hd_declarations *d)
{
  for (uint32_t i = 0; i < d->functions.len; i++)
    if (d->functions.data[i].defined && strcmp(d->functions.data[i].name, "main") == 0) return true;
  return false;
}

static void print_library(const harness *h, FILE *out)
{
  bool program = defines_main(h->d);
  if (program) fprintf(out, "#define main main_of_the_program\n");
  fprintf(out, "#include \"%s\"\n", h->file);
  if (program) fprintf(out, "#undef main\n");
}

/* A source comes first, since it may choose by macros what headers declare; a header may need others before it. */
static void print_opening(const harness *h, FILE *out)
{
  static const char *const standard[] = {"assert", "pthread", "stdint", "stdlib", "string", "heddle/verifier"};
  const char *slash = strrchr(h->file, '/'), *name = slash ? slash + 1 : h->file;
  bool header = hd_file_is_header(h->file);
  fprintf(out,
          "/* A harness for %s, written by `heddle harness': threads call its functions in any order, with any\n"
          " * arguments. Edit it: the functions that create and destroy the object were guessed.\n *\n"
          " *   heddle verify harness.c%s\n */\n",
          name, header ? " SOURCES-OF-THE-LIBRARY.c" : "");
  if (!header) print_library(h, out);
  for (size_t i = 0; i < HD_COUNT(standard); i++) fprintf(out, "#include <%s.h>\n", standard[i]);
  if (header) print_library(h, out);
  fprintf(out, "\nenum { THREADS = 2, CALLS = 2 };\n\n");
  if (h->object) fprintf(out, "static %s;\n", hd_type_declare(h->object, "object", h->arena));
  fprintf(out, "static int data; /* for arguments of type void * */\n\n");
}

static bool is_operation(const harness *h, function f)
{
  return f != h->init && f != h->destroy && (!h->object || is_given(h, f, h->object));
}

static void print_operations(const harness *h, FILE *out)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < h->functions.len; i++) n += is_operation(h, h->functions.data[i]);
  fprintf(out, "static void call_any(void)\n{\n  switch (heddle_nondet_uint() %% %u) {\n", n ? n : 1);
  n = 0;
  for (uint32_t i = 0; i < h->functions.len; i++) {
    if (!is_operation(h, h->functions.data[i])) continue;
    fprintf(out, "  case %u: {\n", n++);
    print_call(h, out, h->functions.data[i], "    ", "");
    fprintf(out, "    break;\n  }\n");
  }
  fprintf(out, "  }\n}\n\n");
  fprintf(out, "static void *work(void *unused)\n{\n  (void)unused;\n"
               "  for (int i = 0; i < CALLS; i++) call_any();\n  return NULL;\n}\n\n");
  fprintf(out, "static void check(void)\n{\n  /* Assert here what must hold when all threads have ended. */\n}\n\n");
}

static bool returns_object(const harness *h)
{
  return h->init && is_same_type(h, h->init->result, h->object);
}

/* Functions of their own, since the arguments of both may have the same names. */
static void print_make(const harness *h, FILE *out)
{
  const char *target = h->object ? hd_type_target(h->d, h->object, h->arena) : NULL;
  bool complete = target && hd_type_is_complete(h->d, target, h->arena);
  fprintf(out, "static void make(void)\n{\n");
  if (target && !returns_object(h))
    fprintf(out, complete ? "  object = calloc(1, sizeof *object);\n  if (!object) abort();\n"
                          : "  object = NULL; /* to be chosen: no function returns one */\n");
  if (h->init) print_call(h, out, h->init, "  ", returns_object(h) ? "object = " : "");
  if (target && returns_object(h)) fprintf(out, "  if (!object) exit(0);\n");
  fprintf(out, "}\n\n");
}

static void print_end(const harness *h, FILE *out)
{
  fprintf(out, "static void end(void)\n{\n");
  if (h->destroy) print_call(h, out, h->destroy, "  ", "");
  if (h->object && !returns_object(h)) fprintf(out, "  free(object);\n");
  fprintf(out, "}\n\n");
}

static void print_main(FILE *out)
{
  fprintf(out, "int main(void)\n{\n  pthread_t threads[THREADS];\n  make();\n"
               "  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, NULL);\n"
               "  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);\n"
               "  check();\n  end();\n  return 0;\n}\n");
}

/* --- the interface ------------------------------------------------------------------------------------------ */

/* Can its call be written, and does it belong to the file? */
static bool is_callable(function f)
{
  return f->own && !f->variadic && strcmp(f->name, "main") != 0 && !strstr(f->result, "(*");
}

static void choose_all(harness *h)
{
  for (uint32_t i = 0; i < h->d->functions.len; i++) {
    function f = &h->d->functions.data[i];
    if (is_callable(f) && (!f->local || hd_file_is_header(h->file))) hd_vec_push(&h->functions, f);
  }
}

static bool choose_named(harness *h, const char *name)
{
  for (uint32_t i = 0; i < h->d->functions.len; i++) {
    function f = &h->d->functions.data[i];
    if (strcmp(f->name, name) != 0 || !is_callable(f)) continue;
    hd_vec_push(&h->functions, f);
    return true;
  }
  return false;
}

static void refuse_harness(heddle_input *in, const char *file, const char *message, const char *hint)
{
  hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = file}, "%s", message)->hint = hint;
  in->status = HD_BAD_INPUT;
}

static void choose_functions(harness *h, heddle_input *in, const char *const *names, unsigned n)
{
  if (n == 0) choose_all(h);
  for (unsigned i = 0; i < n; i++)
    if (!choose_named(h, names[i]))
      refuse_harness(in, h->file, hd_arena_printf(h->arena, "no callable function `%s'", names[i]),
                     "the file must declare it, with a fixed number of arguments");
  if (n == 0 && !h->functions.len)
    refuse_harness(in, h->file, "there are no functions to call",
                   "name a header, or a source that defines functions that are not static");
}

heddle_input *heddle_harness(const heddle_options *o, const char *file, const char *const *names, unsigned n, FILE *out)
{
  hd_declarations d = {0};
  heddle_input *in = hd_input_declared(o, file, &d);
  harness h = {.d = &d, .arena = &in->arena, .file = file};
  if (in->status == HD_OK) choose_functions(&h, in, names, n);
  if (in->status == HD_OK) {
    guess_object(&h);
    guess_ends(&h);
    print_opening(&h, out);
    print_operations(&h, out);
    print_make(&h, out);
    print_end(&h, out);
    print_main(out);
  }
  hd_vec_clear(&h.functions);
  hd_declarations_clear(&d);
  return in;
}
