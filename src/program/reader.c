/* reader.c - characters to tokens, with the place of the first mistake. */
#include "program/reader.h"

#include <stdarg.h>
#include <stdio.h>

#include "program/words.h"

bool hd_reader_init(hd_text_reader *r, const char *text, size_t length, const char *name, hd_diags *diags)
{
  *r = (hd_text_reader){.diags = diags, .name = name};
  hd_arena_init(&r->arena);
  const char *zero = memchr(text, 0, length);
  r->next = hd_arena_strndup(&r->arena, text, zero ? (size_t)(zero - text) : length);
  if (!zero) return true;
  hd_diags_add(diags, HD_ERROR, (hd_place){.file = name}, "not a text: it has a zero byte at offset %zu",
               (size_t)(zero - text));
  return false;
}

void hd_reader_clear(hd_text_reader *r)
{
  hd_arena_clear(&r->arena);
}

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

bool hd_reader_at_end(hd_text_reader *r)
{
  while (is_blank(*r->at)) r->at++;
  return !*r->at;
}

bool hd_reader_line(hd_text_reader *r)
{
  while (*r->next) {
    r->line = r->at = r->next;
    r->number++;
    char *end = strchr(r->next, '\n');
    r->next = end ? end + 1 : r->next + strlen(r->next);
    if (end) *end = 0;
    if (!hd_reader_at_end(r) && strncmp(r->at, "//", 2) != 0) return true;
  }
  return false;
}

static bool report_at(hd_text_reader *r, const char *at, const char *format, va_list args)
{
  char text[300];
  if (r->failed) return false;
  r->failed = true;
  vsnprintf(text, sizeof text, format, args);
  uint32_t column = r->line ? (uint32_t)(at - r->line) + 1 : 0;
  hd_diags_add(r->diags, HD_ERROR, (hd_place){.file = r->name, .line = r->number, .column = column}, "%s", text);
  return false;
}

bool hd_reader_fail(hd_text_reader *r, const char *format, ...)
{
  va_list args;
  if (r->line) hd_reader_at_end(r); /* the mistake stands behind the blanks */
  va_start(args, format);
  report_at(r, r->at, format, args);
  va_end(args);
  return false;
}

bool hd_reader_fail_at(hd_text_reader *r, const char *at, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  report_at(r, at, format, args);
  va_end(args);
  return false;
}

static bool is_word(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A word has to end where `word` ends; a sign may be followed by anything. */
bool hd_reader_accept(hd_text_reader *r, const char *word)
{
  hd_reader_at_end(r);
  size_t n = strlen(word);
  if (strncmp(r->at, word, n) != 0 || (is_word(word[n - 1]) && is_word(r->at[n]))) return false;
  r->at += n;
  return true;
}

bool hd_reader_expect(hd_text_reader *r, const char *word)
{
  return hd_reader_accept(r, word) || hd_reader_fail(r, "expected `%s`", word);
}

bool hd_reader_choice(hd_text_reader *r, const char *const *words, unsigned n, const char *what, unsigned *index)
{
  for (*index = 0; *index < n; ++*index)
    if (hd_reader_accept(r, words[*index])) return true;
  return hd_reader_fail(r, "expected %s", what);
}

static int digit_of(char c)
{
  const char *digits = "0123456789abcdefABCDEF", *at = c ? strchr(digits, c) : NULL;
  if (!at) return -1;
  int value = (int)(at - digits);
  return value < 16 ? value : value - 6;
}

bool hd_reader_u64(hd_text_reader *r, uint64_t max, uint64_t *value)
{
  hd_reader_at_end(r);
  const char *start = r->token = r->at;
  unsigned base = start[0] == '0' && start[1] == 'x' ? 16 : 10;
  bool large = false;
  if (base == 16) r->at += 2;
  const char *digits = r->at;
  *value = 0;
  for (int d; (d = digit_of(*r->at)) >= 0 && (unsigned)d < base; r->at++) {
    large |= __builtin_mul_overflow(*value, (uint64_t)base, value);
    large |= __builtin_add_overflow(*value, (uint64_t)d, value);
  }
  if (r->at == digits || is_word(*r->at)) return hd_reader_fail_at(r, start, "expected a number");
  if (large || *value > max)
    return hd_reader_fail_at(r, start, "the number is too large: at most %llu is possible here",
                             (unsigned long long)max);
  return true;
}

bool hd_reader_u32(hd_text_reader *r, uint32_t max, uint32_t *value)
{
  uint64_t wide;
  *value = 0;
  if (!hd_reader_u64(r, max, &wide)) return false;
  *value = (uint32_t)wide;
  return true;
}

/* One character of a string; 0 on an error. */
static char string_char(hd_text_reader *r)
{
  if (*r->at != '\\') return *r->at++;
  char c = r->at[1];
  if (c == '"' || c == '\\') {
    r->at += 2;
    return c;
  }
  int high = c == 'x' ? digit_of(r->at[2]) : -1, low = high >= 0 ? digit_of(r->at[3]) : -1;
  if (low < 0 || high + low == 0) return 0;
  r->at += 4;
  return (char)(high << 4 | low);
}

bool hd_reader_string(hd_text_reader *r, const char **text)
{
  hd_reader_at_end(r);
  const char *start = r->token = r->at;
  if (*r->at != '"') return hd_reader_fail(r, "expected a string in quotes");
  char *copy = hd_arena_alloc(&r->arena, strlen(r->at)), *end = copy;
  for (r->at++; *r->at != '"'; end++) {
    if (!*r->at) return hd_reader_fail_at(r, start, "the string has no closing quote");
    if (!(*end = string_char(r))) return hd_reader_fail(r, "expected \\\", \\\\ or \\xHH in a string");
  }
  r->at++;
  *end = 0;
  *text = copy;
  return true;
}

bool hd_reader_name(hd_text_reader *r, const char *what, const char **name)
{
  hd_reader_at_end(r);
  r->token = r->at;
  size_t n = hd_name_scan(r->at);
  if (!(*name = hd_name_decode(&r->arena, r->at, n))) return hd_reader_fail(r, "expected %s", what);
  r->at += n;
  return true;
}
