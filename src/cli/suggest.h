/* suggest.h - the nearest known word to a misspelt one. */
#ifndef HD_CLI_SUGGEST_H
#define HD_CLI_SUGGEST_H

#include "base/base.h"

/* Insertions, deletions, replacements and swaps of neighbours that turn a into b. */
uint32_t hd_edit_distance(const char *a, const char *b);

/* Keeps the best candidate seen so far; start from {.wanted = word}. */
typedef struct {
  const char *wanted;
  char best[64];
  uint32_t distance;
} hd_suggestion;

void hd_suggest_try(hd_suggestion *s, const char *candidate);
/* The best candidate, or NULL when none is near enough to be meant. */
const char *hd_suggest_get(const hd_suggestion *s);

#endif
