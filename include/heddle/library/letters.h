/* letters.h - is a letter one of those in a text? And: how many at the start of a text are, or are not? */
#pragma once
#include <stddef.h>

int __heddle_true(void); /* any number but 0 */

static inline _Bool heddle_is_in(char c, const char *set)
{
  for (; *set; set++)
    if (*set == c) return 1;
  return 0;
}

static inline size_t heddle_span(const char *text, const char *set, _Bool in)
{
  size_t n = 0;
  while (text[n] && heddle_is_in(text[n], set) == in) n++;
  return n;
}

static inline char *heddle_token(char *text, const char *separators, char **next)
{
  char *start = text ? text : *next;
  if (!start) return NULL;
  start += heddle_span(start, separators, 1);
  if (!*start) return *next = NULL, NULL;
  char *end = start + heddle_span(start, separators, 0);
  *next = *end ? end + 1 : NULL;
  *end = 0;
  return start;
}

static inline int heddle_small(int c)
{
  return c >= 65 && c <= 90 ? c + 32 : c;
}

static inline int heddle_compare_letters(const char *a, const char *b, size_t most)
{
  for (size_t i = 0; i < most; i++) {
    int x = heddle_small((unsigned char)a[i]), y = heddle_small((unsigned char)b[i]);
    if (x != y || !x) return x - y;
  }
  return 0;
}
