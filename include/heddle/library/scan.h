/* scan.h - scanf and its relatives: integers, characters, texts, sets of letters, %n, widths, %*.
 *
 * From a stream, each item is there or not, and any value; from a text it is what the text says. Numbers with a
 * fraction are unsupported where they are reached. */
#pragma once
#include "input.h"
#include "number.h"
#include <stdarg.h>

void __heddle_unsupported(const char *what);

typedef struct {
  const char *text, *at; /* NULL: a stream */
} heddle_source;

typedef struct {
  _Bool skip;  /* %*d */
  int width;   /* 0: none */
  int size;    /* -2 char, -1 short, 0 int, 1 long, 2 long long, 3 size_t or ptrdiff_t */
  char kind;
  const char *set, *set_end; /* of %[ */
} heddle_field;

static inline _Bool heddle_is_blank(int c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline _Bool heddle_set_has(const heddle_field *f, int c)
{
  const char *s = f->set;
  _Bool other = *s == '^', in = 0;
  if (other) s++;
  for (const char *first = s; s < f->set_end; s++) {
    if (s[0] == '-' && s > first && s + 1 < f->set_end) in |= c >= (unsigned char)s[-1] && c <= (unsigned char)s[1];
    else in |= c == (unsigned char)*s;
  }
  return in != other;
}

/* May the letter be part of the field's text? */
static inline _Bool heddle_belongs(const heddle_field *f, int c)
{
  return f->kind == 'c' || (f->kind == 's' ? !heddle_is_blank(c) : heddle_set_has(f, c));
}

/* The next letter of a text that belongs; -1: none does. From a stream any that does. */
static inline int heddle_take_letter(heddle_source *s, const heddle_field *f)
{
  int c;
  if (s->text) {
    c = (unsigned char)*s->at;
    return c && heddle_belongs(f, c) ? s->at++, c : -1;
  }
  if (heddle_nondet_bool()) return -1;
  c = heddle_nondet_uchar();
  heddle_assume(heddle_belongs(f, c));
  return c;
}

static inline _Bool heddle_scan_letters(heddle_source *s, const heddle_field *f, char *to)
{
  int most = f->width ? f->width : f->kind == 'c' ? 1 : INT_MAX, n = 0, c;
  for (; n < most && (c = heddle_take_letter(s, f)) >= 0; n++)
    if (to) to[n] = (char)c;
  if (n == 0 || (f->kind == 'c' && n < most)) return 0;
  if (to && f->kind != 'c') to[n] = 0;
  return 1;
}

/* The number in a text, no longer than the width. */
static inline _Bool heddle_scan_digits(heddle_source *s, const heddle_field *f, unsigned long long *value)
{
  const char *at = s->at, *last = f->width ? s->at + f->width : NULL;
  int base = f->kind == 'x' || f->kind == 'X' ? 16 : f->kind == 'o' ? 8 : f->kind == 'i' ? 0 : 10, digit, digits = 0;
  _Bool negative = 0;
  unsigned long long n = 0;
  if (at != last && (*at == '-' || *at == '+')) negative = *at++ == '-';
  if ((base == 16 || base == 0) && !last && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
    if (heddle_digit(at[2]) >= 16) __heddle_unsupported("scanf of 0x without digits");
    at += 2;
    base = 16;
  }
  if (base == 0 && last) __heddle_unsupported("scanf of %i with a width");
  if (base == 0) base = *at == '0' ? 8 : 10;
  for (; at != last && (digit = heddle_digit(*at)) < base; at++, digits++)
    n = n * (unsigned)base + (unsigned)digit;
  if (!digits) return 0;
  s->at = at;
  *value = negative ? 0 - n : n;
  return 1;
}

static inline void heddle_store_number(void *to, int size, unsigned long long n)
{
  switch (size) {
  case -2: *(signed char *)to = (signed char)n; break;
  case -1: *(short *)to = (short)n; break;
  case 0: *(int *)to = (int)n; break;
  case 2: *(long long *)to = (long long)n; break;
  default: *(long *)to = (long)n; break;
  }
}

static inline _Bool heddle_scan_number(heddle_source *s, const heddle_field *f, void *to)
{
  unsigned long long n;
  if (!s->text) n = heddle_nondet_ulonglong();
  else if (!heddle_scan_digits(s, f, &n)) return 0;
  if (to) heddle_store_number(to, f->size, n);
  return 1;
}

/* Reads `*4ld`, `3[a-z]`; where the next directive begins. */
static inline const char *heddle_read_field(const char *format, heddle_field *f)
{
  f->skip = 0;
  f->width = f->size = 0;
  if (*format == '*') f->skip = 1, format++;
  for (; *format >= '0' && *format <= '9'; format++) f->width = f->width * 10 + (*format - '0');
  for (;; format++) {
    if (*format == 'h') f->size--;
    else if (*format == 'l') f->size++;
    else if (*format == 'z' || *format == 'j' || *format == 't') f->size = 3;
    else break;
  }
  f->kind = *format++;
  if (f->kind != '[') return format;
  f->set = format;
  if (*format == '^') format++;
  if (*format == ']') format++;
  while (*format && *format != ']') format++;
  f->set_end = format;
  return *format ? format + 1 : format;
}

static inline void heddle_skip_blanks(heddle_source *s)
{
  while (s->text && heddle_is_blank(*s->at)) s->at++;
}

/* Is there nothing left? Of a stream that is not known. */
static inline _Bool heddle_at_end(const heddle_source *s)
{
  return s->text ? !*s->at : heddle_nondet_bool();
}

/* A letter of the format that must be there. */
static inline _Bool heddle_scan_letter(heddle_source *s, char letter)
{
  if (!s->text) return heddle_nondet_bool();
  if (*s->at != letter) return 0;
  s->at++;
  return 1;
}

static inline _Bool heddle_scan_field(heddle_source *s, const heddle_field *f, void *to)
{
  switch (f->kind) {
  case 'd':
  case 'i':
  case 'u':
  case 'x':
  case 'X':
  case 'o': return (s->text || heddle_nondet_bool()) && heddle_scan_number(s, f, to);
  case 's':
  case 'c':
  case '[':
    if (f->size) __heddle_unsupported("scanf of wide characters");
    return heddle_scan_letters(s, f, to);
  default: __heddle_unsupported("this conversion of scanf"); return 0;
  }
}

/* The number of items; -1 when the input ends before the first one. */
static inline int heddle_scan(heddle_source s, const char *format, va_list args)
{
  int items = 0;
  heddle_field f;
  while (*format) {
    if (heddle_is_blank(*format)) {
      heddle_skip_blanks(&s);
      format++;
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      _Bool percent = *format == '%';
      if (percent) heddle_skip_blanks(&s);
      if (heddle_at_end(&s)) return items ? items : -1;
      if (!heddle_scan_letter(&s, *format)) return items;
      format += percent ? 2 : 1;
      continue;
    }
    format = heddle_read_field(format + 1, &f);
    if (f.kind == 'n') {
      long n = s.text ? s.at - s.text : heddle_int_range(0, INT_MAX);
      if (!f.skip) heddle_store_number(va_arg(args, void *), f.size, (unsigned long long)n);
      continue;
    }
    if (f.kind != 'c' && f.kind != '[') heddle_skip_blanks(&s);
    if (heddle_at_end(&s)) return items ? items : -1;
    if (!heddle_scan_field(&s, &f, f.skip ? NULL : va_arg(args, void *))) return items;
    if (!f.skip) items++;
  }
  return items;
}
