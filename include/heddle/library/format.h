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
  _Bool wide;           /* as long long is */
} heddle_form;

/* What a conversion puts: blanks, the prefix, zeros, the letters, blanks. */
typedef struct {
  char prefix[3], digits[24]; /* a sign or 0x; those of a number, the last one first, or one character */
  const char *letters;
  int prefixes, zeros, n; /* n: of the letters */
  _Bool backwards;        /* the letters */
} heddle_item;

static inline void heddle_put(heddle_text *t, char c)
{
  if (t->length + 1 < t->room) t->to[t->length] = c;
  t->length++;
}

/* Called once: every call is a copy of the function in the model. */
static inline void heddle_put_item(heddle_text *t, const heddle_item *x, const heddle_form *f)
{
  int blanks = f->width - x->prefixes - x->zeros - x->n, first = f->left || blanks < 0 ? 0 : blanks;
  int zeros = first + x->prefixes, letters = zeros + x->zeros, last = letters + x->n;
  for (int i = 0; i < last || i < f->width; i++) {
    char c = ' ';
    if (i >= letters && i < last) c = x->letters[x->backwards ? last - 1 - i : i - letters];
    else if (i >= zeros && i < last) c = '0';
    else if (i >= first && i < last) c = x->prefix[i - first];
    heddle_put(t, c);
  }
}

static inline void heddle_convert(heddle_item *x, unsigned long long value, _Bool negative, char kind,
                                 const heddle_form *f)
{
  unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
  char sign = negative ? '-' : f->plus ? '+' : f->blank ? ' ' : 0;
  if (sign) x->prefix[x->prefixes++] = sign;
  if (f->alternative && base == 16 && value) x->prefix[0] = '0', x->prefix[1] = kind, x->prefixes = 2;
  for (x->n = 0; value > 0; value /= base) {
    unsigned d = (unsigned)(value % base);
    x->digits[x->n++] = (char)(d < 10 ? '0' + d : (kind == 'X' ? 'A' : 'a') + (d - 10));
  }
  x->letters = x->digits;
  x->backwards = 1;
  if (f->precision >= 0)
    x->zeros = f->precision > x->n ? f->precision - x->n : 0;
  else if (x->n == 0)
    x->zeros = 1;
  if (f->alternative && base == 8 && x->zeros == 0) x->zeros = 1;
  int rest = f->width - x->n - x->prefixes - x->zeros;
  if (f->zeros && !f->left && f->precision < 0 && rest > 0) x->zeros += rest;
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

/* The value of an argument that was read as signed, in as many bits as its conversion has. */
static inline unsigned long long heddle_bits(long long number, _Bool is_signed, const heddle_form *f)
{
  if (f->size == -1) return is_signed ? (unsigned long long)(short)number : (unsigned short)number;
  if (f->size == -2) return is_signed ? (unsigned long long)(signed char)number : (unsigned char)number;
  return f->wide || is_signed ? (unsigned long long)number : (unsigned)number;
}

static inline int heddle_format(char *to, size_t room, const char *s, va_list args)
{
  heddle_text t = {to, room, 0};
  for (; *s; s++) {
    heddle_form f = {0, 0, 0, 0, 0, 0, -1, 0, 0};
    heddle_item x;
    x.letters = s, x.n = 1, x.prefixes = x.zeros = 0, x.backwards = 0;
    if (*s == '%') {
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
      if (c == 'd' || c == 'i' || c == 'u' || c == 'x' || c == 'X' || c == 'o') {
        _Bool is_signed = c == 'd' || c == 'i';
        f.wide = f.size == 2 || (f.size > 0 && sizeof(long) == sizeof(long long));
        /* Read here and not in a function of its own: va_list may be an array. */
        long long number = f.wide ? va_arg(args, long long) : va_arg(args, int);
        unsigned long long value = heddle_bits(number, is_signed, &f);
        _Bool negative = is_signed && (long long)value < 0;
        if (negative) value = 0 - value;
        if (!is_signed) f.plus = f.blank = 0;
        heddle_convert(&x, value, negative, c, &f);
      } else if (c == 'c' && f.size == 0) {
        x.digits[0] = (char)va_arg(args, int);
        x.letters = x.digits;
      } else if (c == 's' && f.size == 0) {
        x.letters = va_arg(args, const char *);
        for (x.n = 0; (f.precision < 0 || x.n < f.precision) && x.letters[x.n]; x.n++) continue;
      } else if (c == '%') {
        x.letters = s;
        f.width = 0;
      } else {
        __heddle_unsupported("a conversion in a format");
      }
    }
    heddle_put_item(&t, &x, &f);
  }
  if (t.room > 0) t.to[t.length < t.room ? t.length : t.room - 1] = '\0';
  return (int)t.length;
}
