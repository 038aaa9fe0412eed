/* lexer.c - words, numbers, signs and comments, with their places. */
#include "mu/lexer.h"

#include <ctype.h>

/* Longer ones before their beginnings. */
static const char *const signs[] = {"<->", "<+>", "~+", "->", "<-", "!=", "<=", ">=", "..", "==", "&&",
                                    "||",  "(",   ")",  "{",  "}",  "[",  "]",  "<",  ">",  ",",  ";",
                                    ":",   ".",   "&",  "|",  "!",  "=",  "+",  "-",  "#"};

static hd_place place_at(const mu_lexer *x, const char *at)
{
  return (hd_place){x->file, x->line, (uint32_t)(at - x->line_begin) + 1};
}

static void new_line(mu_lexer *x)
{
  x->line++;
  x->line_begin = x->at + 1;
}

static mu_word bad_word(mu_lexer *x, const char *begin, const char *what)
{
  mu_error(x->m, place_at(x, begin), "%s", what);
  x->failed = true;
  x->at = begin + strlen(begin);
  return (mu_word){.kind = MU_WORD_BAD, .place = place_at(x, begin), .begin = begin, .end = begin};
}

/* False when a comment does not end. */
static bool skip_comment(mu_lexer *x)
{
  if (x->at[1] == '/') {
    while (*x->at && *x->at != '\n') x->at++;
    return true;
  }
  for (x->at += 2; *x->at; x->at++) {
    if (*x->at == '\n') new_line(x);
    if (x->at[0] == '*' && x->at[1] == '/') {
      x->at += 2;
      return true;
    }
  }
  return false;
}

/* NULL, or the beginning of a comment that does not end. */
static const char *skip_blanks(mu_lexer *x, hd_place *place)
{
  for (;;) {
    const char *begin = x->at;
    *place = place_at(x, begin);
    if (*x->at == '\n')
      new_line(x), x->at++;
    else if (isspace((unsigned char)*x->at))
      x->at++;
    else if (x->at[0] == '/' && (x->at[1] == '/' || x->at[1] == '*')) {
      if (!skip_comment(x)) return begin;
    } else
      return NULL;
  }
}

static bool is_letter(char c)
{
  return isalpha((unsigned char)c) || c == '_' || c == '$';
}

static mu_word read_number(mu_lexer *x, mu_word w)
{
  uint64_t value = 0;
  while (isdigit((unsigned char)*x->at)) {
    value = value * 10 + (uint64_t)(*x->at++ - '0');
    if (value > INT32_MAX) return bad_word(x, w.begin, "a number above 2147483647");
  }
  if (is_letter(*x->at)) return bad_word(x, w.begin, "a number that runs into a name");
  w.kind = MU_WORD_NUMBER;
  w.number = (uint32_t)value;
  w.text = hd_arena_strndup(&x->m->arena, w.begin, (size_t)(x->at - w.begin));
  return w;
}

/* "file" or `any name`. */
static mu_word read_quoted(mu_lexer *x, mu_word w)
{
  char quote = *x->at++;
  const char *begin = x->at;
  while (*x->at && *x->at != quote && *x->at != '\n') x->at++;
  if (*x->at != quote)
    return bad_word(x, w.begin, quote == '"' ? "this string does not end" : "this quoted name does not end");
  w.kind = quote == '"' ? MU_WORD_STRING : MU_WORD_ID;
  w.text = hd_arena_strndup(&x->m->arena, begin, (size_t)(x->at++ - begin));
  return w;
}

static mu_word read_sign(mu_lexer *x, mu_word w)
{
  for (size_t i = 0; i < HD_COUNT(signs); i++) {
    size_t n = strlen(signs[i]);
    if (strncmp(x->at, signs[i], n) != 0) continue;
    x->at += n;
    w.kind = MU_WORD_SIGN;
    w.text = signs[i];
    return w;
  }
  return bad_word(x, w.begin, "this character has no meaning here");
}

static mu_word read_word(mu_lexer *x)
{
  hd_place place;
  const char *open = skip_blanks(x, &place);
  if (open) {
    mu_error(x->m, place, "this comment does not end");
    x->failed = true;
    return (mu_word){.kind = MU_WORD_BAD, .place = place, .begin = open, .end = open};
  }
  mu_word w = {.kind = MU_WORD_END, .text = "the end of the file", .place = place, .begin = x->at};
  if (isdigit((unsigned char)*x->at))
    w = read_number(x, w);
  else if (*x->at == '"' || *x->at == '`')
    w = read_quoted(x, w);
  else if (is_letter(*x->at)) {
    while (is_letter(*x->at) || isdigit((unsigned char)*x->at)) x->at++;
    w.kind = MU_WORD_ID;
    w.text = hd_arena_strndup(&x->m->arena, w.begin, (size_t)(x->at - w.begin));
  } else if (*x->at)
    w = read_sign(x, w);
  w.end = x->at;
  return w;
}

void mu_lexer_init(mu_lexer *x, hd_mu *m, const char *file, const char *text)
{
  *x = (mu_lexer){.m = m, .file = file, .at = text, .line = 1, .line_begin = text, .last_end = text};
  x->now = read_word(x);
  x->next = x->now.kind == MU_WORD_END || x->failed ? x->now : read_word(x);
}

void mu_lexer_advance(mu_lexer *x)
{
  x->last_end = x->now.end;
  x->now = x->next;
  if (x->now.kind != MU_WORD_END && x->now.kind != MU_WORD_BAD) x->next = read_word(x);
}
