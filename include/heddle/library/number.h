/* number.h - numbers in texts, as strtoull and its relatives read them. */
#pragma once
#include <errno.h>
#include <limits.h>
#include <stddef.h>

typedef struct {
  unsigned long long value; /* without its sign */
  _Bool negative, overflow;
} heddle_number;

static inline int heddle_digit(int c)
{
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

/* The number at `s`; *end is behind it, or `s` where there is none. */
static inline heddle_number heddle_read(const char *s, char **end, int base)
{
  heddle_number n = {0, 0, 0};
  const char *at = s;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  if (*at == '-' || *at == '+') n.negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && heddle_digit(at[2]) < 16)
    base = 16, at += 2;
  else if (base == 0)
    base = *at == '0' ? 8 : 10;
  const char *first = at;
  for (int digit; (digit = heddle_digit(*at)) < base; at++) {
    unsigned long long b = (unsigned long long)base, d = (unsigned long long)digit;
    if (n.value > (ULLONG_MAX - d) / b) n.overflow = 1;
    else n.value = n.value * b + d;
  }
  if (end) *end = (char *)(at == first ? s : at);
  return n;
}

static inline long long heddle_signed(heddle_number n, long long least, long long most)
{
  unsigned long long limit = n.negative ? 0 - (unsigned long long)least : (unsigned long long)most;
  if (n.overflow || n.value > limit) {
    errno = ERANGE;
    return n.negative ? least : most;
  }
  return (long long)(n.negative ? 0 - n.value : n.value);
}

static inline unsigned long long heddle_unsigned(heddle_number n, unsigned long long most)
{
  if (n.overflow || n.value > most) {
    errno = ERANGE;
    return most;
  }
  return n.negative ? 0 - n.value : n.value;
}
