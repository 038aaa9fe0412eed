/* text.c - strings, and what the library does with them. */
#include "memory.h"

static const char *word(void)
{
  static const char *const words[] = {"warp", "weft", "", "loom", "a b", "heddles"};
  return words[pick(HD_COUNT(words))];
}

static void put_together(void)
{
  const char *s = fresh("s"), *a = word(), *b = word();
  unsigned room = (unsigned)strlen(a) + (unsigned)strlen(b) + 1 + pick(4);
  if (risky()) room = room > 4 ? room - 4 : 1;
  bool heap = chance(50);
  if (heap)
    line("char *%s = malloc(%u);", s, room);
  else
    line("char %s[%u];", s, room);
  line("strcpy(%s, \"%s\");", s, a);
  line("strcat(%s, \"%s\");", s, b);
  look(text("strlen(%s)", s));
  look(text("%s[%s]", s, constant((unsigned)(strlen(a) + strlen(b)) + 1)));
  look(text("strcmp(%s, \"%s\") > 0", s, word()));
  if (heap) line("free(%s);", s);
}

static void searched(void)
{
  const char *s = fresh("s"), *w = word();
  line("const char *%s = \"%s\", *at%s = strchr(%s, '%c');", s, w, s, s, "aeof"[pick(4)]);
  look(text("at%s ? at%s - %s : -1", s, s, s));
  look(text("strrchr(%s, 'e') == at%s", s, s));
  look(text("%s[%s]", s, index_of((unsigned)strlen(w) + 1)));
  look(text("strncmp(%s, \"%s\", %s) == 0", s, word(), constant(5)));
}

static void bounded(void)
{
  const char *s = fresh("s");
  unsigned n = 2 + pick(6);
  line("char %s[%u];", s, n);
  if (chance(50)) {
    line("strncpy(%s, \"%s\", %u);", s, word(), n);
    if (!risky()) line("%s[%u] = 0;", s, n - 1);
  } else {
    line("snprintf(%s, %u, \"%%s-%%d\", \"%s\", %s);", s, risky() ? n + 3 : n, word(), constant(300));
  }
  look(text("strlen(%s)", s));
  look(text("%s[0]", s));
}

static void doubled(void)
{
  const char *s = fresh("s");
  line("char *%s = strdup(\"%s\");", s, word());
  line("%s[0] ^= %u;", s, pick(32));
  look(text("%s[0]", s));
  look(text("memchr(%s, 0, strlen(%s) + 1) == %s + strlen(%s)", s, s, s, s));
  if (!risky()) line("free(%s);", s);
  if (risky()) look(text("%s[0]", s));
}

static void walked(void)
{
  const char *s = fresh("s");
  line("char %s[] = \"%s\", *w%s = %s;", s, word(), s, s);
  line("int sum%s = 0;", s);
  line("while (*w%s) sum%s = sum%s * 3 %% 10007 + *w%s++;", s, s, s, s);
  if (risky()) line("w%s++;", s);
  look(text("sum%s + *w%s", s, s));
  look(text("w%s - %s", s, s));
}

static void without_end(void)
{
  const char *s = fresh("s");
  unsigned n = 2 + pick(4);
  line("struct { char text[%u]; char after; } %s = {{0}, %u};", n, s, pick(2) * 65);
  line("memset(%s.text, 'x', %u);", s, n - !risky());
  look(text("strlen(%s.text)", s));
}

static const form forms[] = {{put_together, 6}, {searched, 5}, {bounded, 5},
                             {doubled, 5},      {walked, 4},   {without_end, 2}};

void text_block(void)
{
  PRINT_ONE(forms);
}
