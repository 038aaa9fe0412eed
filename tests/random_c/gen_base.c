/* gen_base.c - chance, names and lines. */
#include <stdarg.h>

#include "gen.h"

gen_state gen;

static uint64_t next_random(void)
{
  uint64_t x = gen.random += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

unsigned pick(unsigned n)
{
  return n < 2 ? 0 : (unsigned)(next_random() >> 11) % n;
}

bool chance(unsigned percent)
{
  return pick(100) < percent;
}

static const char *format_text(const char *format, va_list args)
{
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *s = hd_arena_alloc(&gen.arena, (size_t)n + 1);
  vsnprintf(s, (size_t)n + 1, format, args);
  return s;
}

const char *text(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  const char *s = format_text(format, args);
  va_end(args);
  return s;
}

const char *fresh(const char *stem)
{
  return text("%s%u", stem, gen.names++);
}

void line(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  printf("%*s", (int)(2 * gen.indent), "");
  vprintf(format, args);
  putchar('\n');
  va_end(args);
}

void open_block(const char *head)
{
  line("%s%s{", head, *head ? " " : "");
  gen.indent++;
}

void close_block(const char *end)
{
  gen.indent--;
  line("}%s", end);
}
