/* declared.c - the declarations of a source file, and the call that returns an arbitrary value of a type. */
#include "api/declared.h"

#include "api/input.h"

heddle_input *hd_input_declared(const heddle_options *o, const char *file, hd_declarations *out)
{
  heddle_input *in = hd_input_new();
  hd_c_input source = {.clang_args = o->clang_args, .n_clang_args = o->n_clang_args, .pointer_width = 64};
  if (o->data_model && strcmp(o->data_model, "ILP32") == 0) source.pointer_width = 32;
  in->status = hd_c_declarations(&source, file, &in->diags, &in->arena, out);
  return in;
}

const char *hd_declared_any(const hd_declarations *d, const char *type, hd_arena *arena)
{
  static const char *const kinds[][2] = {
      {"_Bool", "bool"},
      {"char", "char"},
      {"signed char", "schar"},
      {"unsigned char", "uchar"},
      {"short", "short"},
      {"unsigned short", "ushort"},
      {"int", "int"},
      {"unsigned int", "uint"},
      {"long", "long"},
      {"unsigned long", "ulong"},
      {"long long", "longlong"},
      {"unsigned long long", "ulonglong"},
      {"float", "float"},
      {"double", "double"},
  };
  const char *plain = hd_type_plain(d, type, arena);
  for (size_t i = 0; i < HD_COUNT(kinds); i++)
    if (strcmp(plain, kinds[i][0]) == 0) return hd_arena_printf(arena, "heddle_nondet_%s()", kinds[i][1]);
  return strncmp(plain, "enum ", 5) == 0 ? "heddle_nondet_int()" : NULL;
}
