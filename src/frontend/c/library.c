/* library.c - library functions that are written in C, and those that have no body here.
 *
 * include/heddle/library/NAME.c is the body of NAME: a program that calls it and does not define it gets the body, as
 * if the file had been given beside its own. Bodies for C++ are in few files with many functions each, which say
 * `#pragma once'. */
#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

#include "frontend/c/lower.h"
#include "frontend/c/unit.h"

static bool is_plain(const char *name)
{
  size_t n = 0;
  while (isalnum((unsigned char)name[n]) || name[n] == '_') n++;
  return n > 0 && !name[n];
}

/* C++ has many names for few things: what belongs together is in one file. */
static const char *file_of(const char *name)
{
  static const struct {
    const char *beginning, *file;
  } families[] = {{"_Znw", "cxx_memory"},         {"_Zna", "cxx_memory"},
                  {"_Zdl", "cxx_memory"},         {"_Zda", "cxx_memory"},
                  {"_ZNSt6thread", "cxx_thread"}, {"_ZNSt18condition_variable", "cxx_condition"},
                  {"__cxa_guard_", "cxx_once"},   {"__once_proxy", "cxx_once"}};
  for (size_t i = 0; i < HD_COUNT(families); i++)
    if (strncmp(name, families[i].beginning, strlen(families[i].beginning)) == 0) return families[i].file;
  return name;
}

static const char *find_body(const char *folder, const char *name, hd_arena *arena)
{
  if (!is_plain(name)) return NULL;
  const char *path = hd_arena_printf(arena, "%s/heddle/library/%s.c", folder, file_of(name));
  return access(path, R_OK) == 0 ? path : NULL;
}

static void write_include(FILE *out, const char *path)
{
  fputs("#include \"", out);
  for (const char *s = path; *s; s++) fprintf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
  fputs("\"\n", out);
}

static bool calls_missing(LLVMModuleRef module, const char *name)
{
  LLVMValueRef f = LLVMGetNamedFunction(module, name);
  return f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f);
}

/* Are there pipes that can be followed? Not if their ends get further descriptors. */
static bool has_pipes(LLVMModuleRef module)
{
  static const char *const more[] = {"dup", "dup2", "dup3", "fcntl", "fdopen", "readv", "writev", "sendfile"};
  bool any = calls_missing(module, "pipe") || calls_missing(module, "pipe2");
  for (size_t i = 0; i < HD_COUNT(more); i++) any = any && !calls_missing(module, more[i]);
  return any;
}

/* Bodies that matter for pipes only: the tables know more about these functions otherwise. */
static bool is_for_pipes(const char *name)
{
  return strcmp(name, "write") == 0 || strcmp(name, "close") == 0;
}

static FILE *begin_library(const char *path, bool pipes)
{
  FILE *out = fopen(path, "w");
  if (out && pipes) fputs("#define HEDDLE_PIPES\n", out);
  return out;
}

bool hd_c_write_library(LLVMModuleRef module, const char *path)
{
  FILE *out = NULL;
  size_t n;
  hd_arena arena;
  hd_arena_init(&arena);
  const char *folder = hd_c_include_folder(&arena);
  bool pipes = has_pipes(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f)) continue;
    const char *name = LLVMGetValueName2(f, &n);
    const char *body = pipes || !is_for_pipes(name) ? find_body(folder, name, &arena) : NULL;
    if (!body || (!out && !(out = begin_library(path, pipes)))) continue;
    write_include(out, body);
  }
  hd_arena_clear(&arena);
  return out && fclose(out) == 0;
}

void hd_c_unit_missing(const hd_c_unit *unit, hd_words *names)
{
  size_t n;
  for (LLVMValueRef f = LLVMGetFirstFunction(unit->module); f; f = LLVMGetNextFunction(f)) {
    const char *name = LLVMGetValueName2(f, &n);
    if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !LLVMGetIntrinsicID(f) && !hd_known_find(name))
      hd_vec_push(names, name);
  }
}
