/* generate.c - prints a random program about memory: generate SEED. One of six has threads. */
#include "memory.h"

unsigned risk;

static const char head[] =
    "#include <alloca.h>\n#include <assert.h>\n#include <limits.h>\n#include <pthread.h>\n#include <stdarg.h>\n"
    "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#ifdef NATIVE\n"
    "#define SEE(k, e, kind) dprintf(1, \"%d %s %lld\\n\", k, kind, (long long)(e))\n"
    "#else\n"
    "#ifndef AT\n#define AT -1\n#define VALUE 0\n#endif\n"
    "#ifdef EXPECT /* the values of all sites, LLONG_MIN for those that have several */\n"
    "static const long long expected[] = {EXPECT};\n"
    "#define FITS(k) (expected[k] == LLONG_MIN || seen == expected[k])\n"
    "#else\n#define FITS(k) 1\n#endif\n"
    "#define SEE(k, e, kind) do { long long seen = (long long)(e); assert(FITS(k) && ((k) != AT || seen != VALUE)); } "
    "while (0)\n"
    "#endif\n"
    "#define LOOK(k, e) SEE(k, e, \"=\")\n#define ANY(k, e) SEE(k, e, \"?\")\n";

bool risky(void)
{
  return risk && chance(risk);
}

static unsigned n_sites;

void look(const char *value)
{
  line("LOOK(%u, %s);", n_sites++, value);
}

void any(const char *value)
{
  line("ANY(%u, %s);", n_sites++, value);
}

const char *say(unsigned value)
{
  switch (pick(4)) {
  case 0: return text("same(%u)", value);
  case 1: return text("(three + %d)", (int)value - 3);
  default: return text("%u", value);
  }
}

const char *constant(unsigned n)
{
  return say(pick(n));
}

const char *index_of(unsigned count)
{
  return risky() ? chance(50) ? say(count + pick(2)) : "same(-1)" : constant(count);
}

const char *integer_type(void)
{
  static const char *const types[] = {"signed char", "unsigned char", "short", "unsigned short",
                                      "int",         "unsigned",      "long",  "unsigned long"};
  return types[pick(HD_COUNT(types))];
}

void print_one(const form *forms, unsigned n)
{
  unsigned total = 0;
  for (unsigned i = 0; i < n; i++) total += forms[i].weight;
  unsigned way = pick(total);
  while (way >= forms->weight) way -= forms++->weight;
  open_block("");
  forms->print();
  close_block("");
}

static void one_block(void)
{
  static void (*const blocks[])(void) = {heap_block,  heap_block, frame_block, bytes_block,
                                         bytes_block, text_block, number_block};
  blocks[pick(HD_COUNT(blocks))]();
}

static void block_in_context(void)
{
  switch (pick(6)) {
  case 0: open_block(text("if (%s < %s)", constant(8), constant(8))); break;
  case 1: open_block(text("for (int turn = 0; turn < %u; turn++)", 1 + pick(3))); break;
  default: one_block(); return;
  }
  one_block();
  close_block("");
}

static void print_function(unsigned k)
{
  open_block(text("static int work%u(int three)", k));
  one_block();
  line("return three + %u;", pick(9));
  close_block("");
}

static void print_main_alone(void)
{
  unsigned functions = pick(3);
  for (unsigned k = 0; k < functions; k++) print_function(k);
  open_block("int main(void)");
  line("int three = 3;");
  for (unsigned n = 1 + pick(4); n > 0; n--) {
    if (functions && chance(40))
      look(text("work%u(three)", pick(functions)));
    else
      block_in_context();
  }
  line("return 0;");
  close_block("");
}

int main(int argc, char **argv)
{
  char *end = NULL;
  unsigned long long seed = argc == 2 ? strtoull(argv[1], &end, 10) : 0;
  if (argc != 2 || !*argv[1] || *end) {
    fputs("usage: generate SEED\n", stderr);
    return 64;
  }
  gen.random = seed * 0x2545f4914f6cdd1du + 7;
  risk = chance(50) ? 0 : 4 + pick(12);
  printf("/* seed %llu */\n%s", seed, head);
  print_shapes();
  print_helpers();
  if (seed % 6 == 5)
    print_workers();
  else
    print_main_alone();
  hd_arena_clear(&gen.arena);
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
