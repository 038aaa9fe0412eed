/* words.h - command lines as words, and how they are written in one text. */
#ifndef HD_BUILD_WORDS_H
#define HD_BUILD_WORDS_H

#include "base/arena.h"

typedef HD_VEC(const char *) hd_words;

/* The words of a text as a shell splits it: blanks, both quotes, backslashes; nothing is substituted. They are in the
 * arena. False: a quotation does not end. */
bool hd_words_split(const char *text, hd_words *out, hd_arena *arena);
/* The words, but for each @FILE those in that file, as compilers read them; a file that is not there stays a word. */
void hd_words_expand(const char *const *words, uint32_t n, hd_words *out, hd_arena *arena);

/* Two tests that many callers need. */
bool hd_word_starts_with(const char *word, const char *start);
bool hd_word_ends_with(const char *word, const char *end);

#endif
