/* table.h - what `heddle bench' found out: a row a task, for people, as comma-separated values and as JSON.
 *
 * A row whose task was not run is in none of them; the summary counts such rows. */
#ifndef HD_CLI_TABLE_H
#define HD_CLI_TABLE_H

#include <stdio.h>

#include "base/base.h"

/* UNSAID: decided, but nobody says what was expected. */
typedef enum { HD_NOT_RUN, HD_RIGHT, HD_WRONG, HD_NOT_KNOWN, HD_FAILED, HD_UNSAID, HD_OUTCOMES } hd_outcome;

typedef struct {
  const char *file, *property; /* borrowed; no property: NULL */
  hd_outcome outcome;
  double seconds;
  char expected[32], engine[32], states[32]; /* empty: not said */
  char *verdict; /* the text after `verdict: ', or what went wrong; NULL before the task has ended */
} hd_row;

typedef struct {
  hd_row *rows;
  uint32_t n;
} hd_table;

void hd_table_print_head(void);
/* The first `skip` letters of the file's name are left out. */
void hd_table_print_row(const hd_row *r, size_t skip);
/* Prints the last lines; returns the exit status that the table deserves. */
int hd_table_summarize(const hd_table *t);
/* Both write to `out` and close it; false when that failed. */
bool hd_table_write_csv(const hd_table *t, FILE *out);
bool hd_table_write_json(const hd_table *t, FILE *out);

#endif
