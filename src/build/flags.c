/* flags.c - the table, and looking a word up in it. */
#include "build/flags.h"

#include <ctype.h>

/* The first row that fits counts. */
const hd_compiler_flag hd_compiler_flags[] = {
    {"-I", "DIR", HD_FLAG_EITHER, HD_FLAG_PASSED},
    {"-D", "NAME[=VALUE]", HD_FLAG_EITHER, HD_FLAG_PASSED},
    {"-U", "NAME", HD_FLAG_EITHER, HD_FLAG_PASSED},
    {"-include", "FILE", HD_FLAG_NEXT, HD_FLAG_PASSED},
    {"-imacros", "FILE", HD_FLAG_NEXT, HD_FLAG_PASSED},
    {"-isystem", "DIR", HD_FLAG_EITHER, HD_FLAG_PASSED},
    {"-iquote", "DIR", HD_FLAG_EITHER, HD_FLAG_PASSED},
    {"-idirafter", "DIR", HD_FLAG_EITHER, HD_FLAG_PASSED},
    {"-isysroot", "DIR", HD_FLAG_EITHER, HD_FLAG_PASSED},
    {"--sysroot=", "DIR", HD_FLAG_JOINED, HD_FLAG_PASSED},
    {"-nostdinc", NULL, HD_FLAG_ALONE, HD_FLAG_PASSED},
    {"-undef", NULL, HD_FLAG_ALONE, HD_FLAG_PASSED},
    {"-std=", "STANDARD", HD_FLAG_JOINED, HD_FLAG_PASSED},
    {"-ansi", NULL, HD_FLAG_ALONE, HD_FLAG_PASSED},
    {"-trigraphs", NULL, HD_FLAG_ALONE, HD_FLAG_PASSED},
    {"-pthread", NULL, HD_FLAG_ALONE, HD_FLAG_PASSED},
    {"-m32", NULL, HD_FLAG_ALONE, HD_FLAG_ILP32},
    {"-m64", NULL, HD_FLAG_ALONE, HD_FLAG_LP64},
    {"-mllvm", "ARGUMENT", HD_FLAG_NEXT, HD_FLAG_LEFT_OUT}, /* of passes, and none runs */
    {"-m", "MACHINE", HD_FLAG_LETTERS, HD_FLAG_PASSED},
    {"-Xclang", "ARGUMENT", HD_FLAG_NEXT, HD_FLAG_PASSED},
    {"-Xpreprocessor", "ARGUMENT", HD_FLAG_NEXT, HD_FLAG_PASSED},

    /* A warning is shown; it is no reason not to verify. */
    {"-Werror", "[=NAME]", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT},
    {"-pedantic-errors", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-pedantic", NULL, HD_FLAG_ALONE, HD_FLAG_PASSED},
    {"-Wl,", "ARGUMENTS", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT}, /* the linker's */
    {"-Wa,", "ARGUMENTS", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT}, /* the assembler's */
    {"-W", "NAME", HD_FLAG_JOINED, HD_FLAG_PASSED},
    {"-w", NULL, HD_FLAG_ALONE, HD_FLAG_PASSED},

    /* Code that tools add to a program is not the program's. */
    {"-fsanitize", "=NAME", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT},
    {"-fprofile", "...", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT},
    {"-fcoverage", "...", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT},
    {"-ftest-coverage", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"--coverage", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-pg", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    /* Neither are its exceptions C's, nor is what comes out an object file; messages have no colours. */
    {"-fexceptions", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-flto", "[=KIND]", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT},
    {"-fdiagnostics-color", "[=WHEN]", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT},
    {"-fcolor-diagnostics", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-f", "NAME", HD_FLAG_JOINED, HD_FLAG_PASSED},

    {"-O", "LEVEL", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT},
    {"-g", "LEVEL", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT},
    {"-pipe", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-c", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-S", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-E", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-o", "FILE", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-MF", "FILE", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-MJ", "FILE", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-MT", "NAME", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-MQ", "NAME", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-M", "...", HD_FLAG_JOINED, HD_FLAG_LEFT_OUT},
    {"-l", "LIBRARY", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-L", "DIR", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-Xlinker", "ARGUMENT", HD_FLAG_NEXT, HD_FLAG_LEFT_OUT},
    {"-static", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-shared", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-rdynamic", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-pie", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
    {"-no-pie", NULL, HD_FLAG_ALONE, HD_FLAG_LEFT_OUT},
};
const size_t hd_compiler_flag_count = HD_COUNT(hd_compiler_flags);

/* Of the linker and of the driver. Here they only say which words are their arguments; some of them mean something else
 * to our own commands (-e, -u), so these do not take them. */
static const hd_compiler_flag driver_flags[] = {
    {"-T", "SCRIPT", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-u", "SYMBOL", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-z", "KEYWORD", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-e", "SYMBOL", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-B", "DIR", HD_FLAG_EITHER, HD_FLAG_LEFT_OUT},
    {"-Xassembler", "ARGUMENT", HD_FLAG_NEXT, HD_FLAG_LEFT_OUT},
    {"--param", "NAME=VALUE", HD_FLAG_NEXT, HD_FLAG_LEFT_OUT},
    {"-aux-info", "FILE", HD_FLAG_NEXT, HD_FLAG_LEFT_OUT},
    {"-dumpbase", "NAME", HD_FLAG_NEXT, HD_FLAG_LEFT_OUT},
    {"-dumpdir", "DIR", HD_FLAG_NEXT, HD_FLAG_LEFT_OUT},
    {"-soname", "NAME", HD_FLAG_NEXT, HD_FLAG_LEFT_OUT},
    {"-wrapper", "COMMAND", HD_FLAG_NEXT, HD_FLAG_LEFT_OUT},
    {"--sysroot", "DIR", HD_FLAG_NEXT, HD_FLAG_PASSED},
    {"-include-pch", "FILE", HD_FLAG_NEXT, HD_FLAG_LEFT_OUT},
    {"-iprefix", "PREFIX", HD_FLAG_NEXT, HD_FLAG_PASSED},
    {"-iwithprefix", "DIR", HD_FLAG_NEXT, HD_FLAG_PASSED},
    {"-target", "MACHINE", HD_FLAG_NEXT, HD_FLAG_PASSED},
    {"--target=", "MACHINE", HD_FLAG_JOINED, HD_FLAG_PASSED},
};

static bool flag_fits(const hd_compiler_flag *f, const char *word)
{
  size_t n = strlen(f->spelling);
  if (strncmp(word, f->spelling, n) != 0) return false;
  switch (f->form) {
  case HD_FLAG_ALONE:
  case HD_FLAG_NEXT: return word[n] == '\0';
  case HD_FLAG_LETTERS: return isalpha((unsigned char)word[n]);
  case HD_FLAG_JOINED:
  case HD_FLAG_EITHER: break;
  }
  return true;
}

const hd_compiler_flag *hd_compiler_flag_find(const char *word)
{
  for (size_t i = 0; i < hd_compiler_flag_count; i++)
    if (flag_fits(&hd_compiler_flags[i], word)) return &hd_compiler_flags[i];
  return NULL;
}

const hd_compiler_flag *hd_driver_flag_find(const char *word)
{
  const hd_compiler_flag *common = hd_compiler_flag_find(word);
  for (size_t i = 0; !common && i < HD_COUNT(driver_flags); i++)
    if (flag_fits(&driver_flags[i], word)) return &driver_flags[i];
  return common;
}

bool hd_compiler_flag_takes_next(const hd_compiler_flag *f, const char *word)
{
  return f->form == HD_FLAG_NEXT || (f->form == HD_FLAG_EITHER && word[strlen(f->spelling)] == '\0');
}
