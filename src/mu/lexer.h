/* lexer.h - the words of a .mu text, one at a time with one of look-ahead. */
#ifndef HD_MU_LEXER_H
#define HD_MU_LEXER_H

#include "mu/syntax.h"

typedef enum { MU_WORD_END, MU_WORD_ID, MU_WORD_NUMBER, MU_WORD_STRING, MU_WORD_SIGN, MU_WORD_BAD } mu_word_kind;

typedef struct {
  mu_word_kind kind;
  const char *text; /* the sign's or the identifier's text; a string without its quotes */
  uint32_t number;
  hd_place place;
  const char *begin, *end; /* in the source */
} mu_word;

typedef struct {
  hd_mu *m;
  const char *file;
  const char *at;
  uint32_t line;
  const char *line_begin;
  mu_word now, next;
  const char *last_end; /* where the word before `now` ended */
  uint32_t depth;       /* of the formula that is being read */
  bool failed;          /* a word was bad: parsing stops */
} mu_lexer;

void mu_lexer_init(mu_lexer *x, hd_mu *m, const char *file, const char *text);
void mu_lexer_advance(mu_lexer *x);

static inline bool mu_lexer_at(const mu_lexer *x, const char *text)
{
  return (x->now.kind == MU_WORD_SIGN || x->now.kind == MU_WORD_ID) && strcmp(x->now.text, text) == 0;
}

#endif
