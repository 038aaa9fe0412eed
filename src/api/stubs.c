/* stubs.c - `heddle stubs': bodies to be filled in, for functions that a program calls and does not have. */
#include <stdio.h>
#include <string.h>

#include "api/declared.h"
#include "api/input.h"

static const hd_function_declaration *find_declaration(const hd_declarations *d, const char *name)
{
  for (uint32_t i = 0; i < d->functions.len; i++)
    if (strcmp(d->functions.data[i].name, name) == 0) return &d->functions.data[i];
  return NULL;
}

static const char *parameter_list(const hd_function_declaration *f, hd_arena *arena)
{
  const char *list = "";
  for (uint32_t i = 0; i < f->n_parameters; i++) {
    const hd_parameter *p = &f->parameters[i];
    const char *name = p->name ? p->name : hd_arena_printf(arena, "argument%u", i + 1);
    list = hd_arena_printf(arena, "%s%s%s", list, i ? ", " : "", hd_type_declare(p->type, name, arena));
  }
  return f->variadic ? hd_arena_printf(arena, "%s, ...", list) : *list ? list : "void";
}

static void print_result(const hd_declarations *d, const hd_function_declaration *f, FILE *out, hd_arena *arena)
{
  const char *any = hd_declared_any(d, f->result, arena), *plain = hd_type_plain(d, f->result, arena);
  if (strcmp(plain, "void") == 0) return;
  if (any)
    fprintf(out, "  return %s;\n", any);
  else if (strchr(plain, '*'))
    fprintf(out, "  return NULL; /* or a block, or one of the arguments */\n");
  else
    fprintf(out, "  %s; /* any contents */\n  return result;\n", hd_type_declare(f->result, "result", arena));
}

static void print_stub(const hd_declarations *d, const hd_function_declaration *f, FILE *out, hd_arena *arena)
{
  fprintf(out, "\n%s(%s)\n{\n", hd_type_declare(f->result, f->name, arena), parameter_list(f, arena));
  fprintf(out, "  /* Write here what it does to its arguments and returns; for now, it writes nothing and returns any "
               "value. */\n");
  print_result(d, f, out, arena);
  fprintf(out, "}\n");
}

/* The names that are missing, each with its declaration in one of the sources. */
static bool print_stubs(heddle_input *in, const heddle_options *o, FILE *out)
{
  hd_words names = {0};
  hd_c_unit_missing(in->unit, &names);
  fprintf(out,
          "/* Functions that the program calls but does not define, written by `heddle stubs': fill in their bodies,\n"
          " * include the headers that declare their types, and pass this file to `heddle verify', too. */\n"
          "#include <stdlib.h>\n\n#include <heddle/verifier.h>\n");
  for (uint32_t k = 0; k < in->source.n_files && names.len; k++) {
    hd_declarations d = {0};
    heddle_input *declared = hd_input_declared(o, in->source.files[k], &d);
    for (uint32_t i = 0; i < names.len; i++) {
      const hd_function_declaration *f = find_declaration(&d, names.data[i]);
      if (!f || strstr(f->result, "(*")) continue;
      print_stub(&d, f, out, &declared->arena);
      names.data[i--] = names.data[--names.len];
    }
    hd_declarations_clear(&d);
    heddle_input_free(declared);
  }
  for (uint32_t i = 0; i < names.len; i++) fprintf(out, "\n/* %s: no declaration found */\n", names.data[i]);
  hd_vec_clear(&names);
  return true;
}

bool heddle_stubs(heddle_input *in, const heddle_options *o, FILE *out)
{
  if (in->unit) return print_stubs(in, o, out);
  hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = in->name}, "stubs can be written for C programs only");
  in->status = HD_BAD_INPUT;
  return false;
}
