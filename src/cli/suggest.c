/* suggest.c - edit distance with exchanged neighbours, by dynamic programming. */
#include "cli/suggest.h"

#include <stdio.h>

enum { LONGEST = 63 };

static uint32_t smaller_of(uint32_t a, uint32_t b)
{
  return a < b ? a : b;
}

uint32_t hd_edit_distance(const char *a, const char *b)
{
  size_t n = strlen(a), m = strlen(b);
  if (n > LONGEST || m > LONGEST) return UINT32_MAX;
  uint32_t d[LONGEST + 1][LONGEST + 1];
  for (size_t i = 0; i <= n; i++) d[i][0] = (uint32_t)i;
  for (size_t j = 0; j <= m; j++) d[0][j] = (uint32_t)j;
  for (size_t i = 1; i <= n; i++)
    for (size_t j = 1; j <= m; j++) {
      uint32_t replace = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      d[i][j] = smaller_of(replace, smaller_of(d[i - 1][j], d[i][j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = smaller_of(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[n][m];
}

void hd_suggest_try(hd_suggestion *s, const char *candidate)
{
  uint32_t distance = hd_edit_distance(s->wanted, candidate);
  if (s->best[0] && distance >= s->distance) return;
  s->distance = distance;
  snprintf(s->best, sizeof s->best, "%s", candidate);
}

const char *hd_suggest_get(const hd_suggestion *s)
{
  /* With more than about a third of its letters wrong, it is another word. */
  size_t near = strlen(s->wanted) / 3 + 1;
  return s->best[0] && s->distance <= near ? s->best : NULL;
}
