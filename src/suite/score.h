/* score.h - rows added up: outcomes and the score of SV-COMP, for each property and for each family within it.
 *
 * A right `true' is worth 2 points, a right `false' 1; a wrong `false' costs 16, a wrong `true' 32. */
#ifndef HD_SUITE_SCORE_H
#define HD_SUITE_SCORE_H

#include "suite/results.h"

typedef struct {
  const char *property, *family; /* borrowed from the rows; family NULL: the whole property */
  uint32_t of[HD_OUTCOMES];
  int score, most; /* of the rows whose expected verdict is known: points scored, and the most that were possible */
  double processor;
} hd_sum_of_rows;

typedef HD_VEC(hd_sum_of_rows) hd_scores;

/* Sorted: each property, followed by its families. */
void hd_scores_add_up(const hd_results *r, hd_scores *out);

int hd_row_score(const hd_row *row);
int hd_row_most(const hd_row *row);

#endif
