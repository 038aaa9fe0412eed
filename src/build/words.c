/* words.c - quoting as a shell does it, and response files (`@FILE`). */
#include "build/words.h"

#include <ctype.h>

#include "build/file.h"

bool hd_word_starts_with(const char *word, const char *start)
{
  return strncmp(word, start, strlen(start)) == 0;
}

bool hd_word_ends_with(const char *word, const char *end)
{
  size_t n = strlen(word), m = strlen(end);
  return n >= m && strcmp(word + n - m, end) == 0;
}

typedef HD_VEC(char) letters;

/* The letters of a word up to a blank outside quotes. NULL: a quotation does not end. */
static const char *split_word(const char *s, letters *out)
{
  char quote = '\0';
  for (; *s && (quote || !isspace((unsigned char)*s)); s++) {
    bool escapes = *s == '\\' && s[1] && quote != '\'' && (quote != '"' || strchr("\"\\$`\n", s[1]));
    if (escapes)
      hd_vec_push(out, *++s);
    else if (quote ? *s == quote : *s == '"' || *s == '\'')
      quote = quote ? '\0' : *s;
    else
      hd_vec_push(out, *s);
  }
  return quote ? NULL : s;
}

bool hd_words_split(const char *text, hd_words *out, hd_arena *arena)
{
  letters word = {0};
  while (text) {
    while (isspace((unsigned char)*text)) text++;
    if (!*text) break;
    word.len = 0;
    text = split_word(text, &word);
    hd_vec_push(out, hd_arena_strndup(arena, word.data ? word.data : "", word.len));
  }
  hd_vec_clear(&word);
  return text;
}

/* A file may name another one; so many deep, and a file that names itself comes to an end. */
enum { DEEPEST = 8 };

static void expand_words(const char *const *words, uint32_t n, hd_words *out, hd_arena *arena, unsigned depth)
{
  for (uint32_t i = 0; i < n; i++) {
    const char *text = words[i][0] == '@' && depth < DEEPEST ? hd_file_read(words[i] + 1, NULL, arena) : NULL;
    hd_words inner = {0};
    if (text && hd_words_split(text, &inner, arena))
      expand_words(inner.data, inner.len, out, arena, depth + 1);
    else
      hd_vec_push(out, words[i]);
    hd_vec_clear(&inner);
  }
}

void hd_words_expand(const char *const *words, uint32_t n, hd_words *out, hd_arena *arena)
{
  expand_words(words, n, out, arena, 0);
}
