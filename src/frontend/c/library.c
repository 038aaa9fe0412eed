/* library.c - library functions that are written in C: include/heddle/library/NAME.c is the body of NAME.
 *
 * A program that calls one of them and does not define it gets the body, as if the file had been given
 * beside its own. */
#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

#include "frontend/c/unit.h"

static bool is_plain(const char *name)
{
  size_t n = 0;
  while (isalnum((unsigned char)name[n]) || name[n] == '_') n++;
  return n > 0 && !name[n];
}

static const char *find_body(const char *folder, const char *name, hd_arena *arena)
{
  if (!is_plain(name)) return NULL;
  const char *path = hd_arena_printf(arena, "%s/heddle/library/%s.c", folder, name);
  return access(path, R_OK) == 0 ? path : NULL;
}

static void include(FILE *out, const char *path)
{
  fputs("#include \"", out);
  for (const char *s = path; *s; s++) fprintf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
  fputs("\"\n", out);
}

bool hd_c_write_library(LLVMModuleRef module, const char *path)
{
  FILE *out = NULL;
  size_t n;
  hd_arena arena;
  hd_arena_init(&arena);
  const char *folder = hd_c_include_folder(&arena);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f)) continue;
    const char *body = find_body(folder, LLVMGetValueName2(f, &n), &arena);
    if (!body || (!out && !(out = fopen(path, "w")))) continue;
    include(out, body);
  }
  hd_arena_clear(&arena);
  return out && fclose(out) == 0;
}
