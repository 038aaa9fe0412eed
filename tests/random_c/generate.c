/* generate.c - prints a random C program: generate SEED. Programs with an even seed are portable. */
#include "gen.h"

static const char head[] = "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include "
                           "<stdarg.h>\n#include <stdatomic.h>\n#include <stddef.h>\n"
                           "#include <stdlib.h>\n#include <string.h>\n"
                           "#if defined PRINT || defined TRACE\n#include <stdio.h>\n#endif\n"
                           "#ifndef EXPECTED\n#define EXPECTED 0\n#endif\n"
                           "static unsigned long long check = 1;\n"
                           "#ifdef TRACE /* each value of the check sum, to find the first that differs */\n"
                           "#define SHOW() printf(\"%d: check = %llu\\n\", __LINE__, check)\n"
                           "#else\n#define SHOW() (void)0\n#endif\n"
                           "#define MIX(v) (check = (check ^ (unsigned long long)(v)) * "
                           "6364136223846793005ULL + 1442695040888963407ULL, "
                           "SHOW())\n"
                           "#ifdef PRINT\n#define FINISH() printf(\"%llu\\n\", check)\n"
                           "#else\n#define FINISH() assert(check == EXPECTED)\n#endif\n";

int main(int argc, char **argv)
{
  char *end = NULL;
  unsigned long long seed = argc == 2 ? strtoull(argv[1], &end, 10) : 0;
  if (argc != 2 || !*argv[1] || *end) {
    fputs("usage: generate SEED\n", stderr);
    return 64;
  }
  gen.random = seed * 0x2545f4914f6cdd1du + 1;
  gen.portable = seed % 2 == 0;
  printf("/* seed %llu */\n%s", seed, head);
  print_records();
  print_globals();
  print_functions();
  print_main();
  hd_arena_clear(&gen.arena);
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
