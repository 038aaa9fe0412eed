/* format.h - texts made by sprintf and its relatives: integers, characters, texts; flags, widths, precisions.
 *
 * What is not among them (numbers with a fraction, pointers, %n) is unsupported where it is reached. */
#pragma once
#include <stdarg.h>
#include <stddef.h>

void __heddle_unsupported(const char *what);

typedef struct {
  char *to;
  size_t room, length; /* bytes that fit, with the last 0; letters so far, also those that did not fit */
} heddle_text;

typedef struct {
  _Bool left, zeros, plus, blank, alternative;
  int width, precision; /* precision -1: none */
  int size;             /* -2 char, -1 short, 0 int, 1 long, 2 long long, 3 size_t or ptrdiff_t */
} heddle_form;

static inline void heddle_put(heddle_text *t, char c)
{
  if (t->length + 1 < t->room) t->to[t->length] = c;
  t->length++;
}

static inline void heddle_fill(heddle_text *t, char c, int n)
{
  for (int i = 0; i < n; i++) heddle_put(t, c);
}

static inline void heddle_put_text(heddle_text *t, const char *s, const heddle_form *f)
{
  int n = 0;
  while ((f->precision < 0 || n < f->precision) && s[n]) n++;
  if (!f->left) heddle_fill(t, ' ', f->width - n);
  for (int i = 0; i < n; i++) heddle_put(t, s[i]);
  if (f->left) heddle_fill(t, ' ', f->width - n);
}

static inline void heddle_put_number(heddle_text *t, unsigned long long value, _Bool negative, unsigned base,
                                     _Bool upper, const char *prefix, const heddle_form *f)
{
  char digits[24];
  int n = 0, signs = 0, zeros = 0, prefixes = 0;
  char sign = negative ? '-' : f->plus ? '+' : f->blank ? ' ' : 0;
  for (; value > 0; value /= base) {
    unsigned d = (unsigned)(value % base);
    digits[n++] = (char)(d < 10 ? '0' + d : (upper ? 'A' : 'a') + (d - 10));
  }
  signs = sign != 0;
  while (prefix[prefixes]) prefixes++;
  if (f->precision >= 0)
    zeros = f->precision > n ? f->precision - n : 0;
  else if (n == 0)
    zeros = 1;
  if (f->alternative && base == 8 && zeros == 0) zeros = 1;
  int rest = f->width - n - signs - prefixes - zeros;
  if (f->zeros && !f->left && f->precision < 0 && rest > 0) zeros += rest, rest = 0;
  if (!f->left) heddle_fill(t, ' ', rest);
  if (sign) heddle_put(t, sign);
  for (int i = 0; i < prefixes; i++) heddle_put(t, prefix[i]);
  heddle_fill(t, '0', zeros);
  while (n > 0) heddle_put(t, digits[--n]);
  if (f->left) heddle_fill(t, ' ', rest);
}

static inline _Bool heddle_flag(char c, heddle_form *f)
{
  switch (c) {
  case '-': f->left = 1; return 1;
  case '0': f->zeros = 1; return 1;
  case '+': f->plus = 1; return 1;
  case ' ': f->blank = 1; return 1;
  case '#': f->alternative = 1; return 1;
  default: return 0;
  }
}

static inline const char *heddle_digits(const char *s, int *value)
{
  for (*value = 0; *s >= '0' && *s <= '9'; s++) *value = *value * 10 + (*s - '0');
  return s;
}

static inline const char *heddle_size(const char *s, heddle_form *f)
{
  for (;; s++) {
    if (*s == 'h') f->size--;
    else if (*s == 'l') f->size++;
    else if (*s == 'j') f->size = 2;
    else if (*s == 'z' || *s == 't') f->size = 3;
    else return s;
  }
}

/* The arguments are read here and not in a function of its own: va_list may be an array. */
#define HEDDLE_SIGNED(args, size)                                                                               \
  ((size) == 1 ? va_arg(args, long) : (size) == 2 ? va_arg(args, long long) : (size) == 3 ? va_arg(args, ptrdiff_t) \
   : (size) == -2 ? (signed char)va_arg(args, int) : (size) == -1 ? (short)va_arg(args, int) : va_arg(args, int))
#define HEDDLE_UNSIGNED(args, size)                                                                                  \
  ((size) == 1 ? va_arg(args, unsigned long) : (size) == 2 ? va_arg(args, unsigned long long)                        \
   : (size) == 3 ? va_arg(args, size_t) : (size) == -2 ? (unsigned char)va_arg(args, unsigned)                       \
   : (size) == -1 ? (unsigned short)va_arg(args, unsigned) : va_arg(args, unsigned))

static inline int heddle_format(char *to, size_t room, const char *s, va_list args)
{
  heddle_text t = {to, room, 0};
  for (; *s; s++) {
    if (*s != '%') {
      heddle_put(&t, *s);
      continue;
    }
    heddle_form f = {0, 0, 0, 0, 0, 0, -1, 0};
    s++;
    while (heddle_flag(*s, &f)) s++;
    if (*s == '*') {
      f.width = va_arg(args, int), s++;
      if (f.width < 0) f.left = 1, f.width = -f.width;
    } else {
      s = heddle_digits(s, &f.width);
    }
    if (*s == '.') {
      s++;
      if (*s == '*') f.precision = va_arg(args, int), s++;
      else s = heddle_digits(s, &f.precision);
    }
    s = heddle_size(s, &f);
    char c = *s;
    if (c == 'd' || c == 'i') {
      long long value = HEDDLE_SIGNED(args, f.size);
      unsigned long long bits = (unsigned long long)value;
      heddle_put_number(&t, value < 0 ? 0 - bits : bits, value < 0, 10, 0, "", &f);
    } else if (c == 'u' || c == 'x' || c == 'X' || c == 'o') {
      unsigned long long value = HEDDLE_UNSIGNED(args, f.size);
      f.plus = f.blank = 0;
      const char *prefix = !f.alternative || value == 0 ? "" : c == 'x' ? "0x" : c == 'X' ? "0X" : "";
      heddle_put_number(&t, value, 0, c == 'u' ? 10 : c == 'o' ? 8 : 16, c == 'X', prefix, &f);
    } else if (c == 'c' && f.size == 0) {
      char one = (char)va_arg(args, int);
      if (!f.left) heddle_fill(&t, ' ', f.width - 1);
      heddle_put(&t, one);
      if (f.left) heddle_fill(&t, ' ', f.width - 1);
    } else if (c == 's' && f.size == 0) {
      heddle_put_text(&t, va_arg(args, const char *), &f);
    } else if (c == '%') {
      heddle_put(&t, '%');
    } else {
      __heddle_unsupported("a conversion in a format");
    }
  }
  if (t.room > 0) t.to[t.length < t.room ? t.length : t.room - 1] = '\0';
  return (int)t.length;
}
