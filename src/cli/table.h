/* table.h - what `heddle bench' found out, for people, as comma-separated values, as JSON and as JUnit's XML.
 *
 * A row whose task was not run is in none of them; the summary counts such rows. */
#ifndef HD_CLI_TABLE_H
#define HD_CLI_TABLE_H

#include <stdio.h>

#include "suite/results.h"

void hd_table_print_head(void);
/* The first `skip` letters of the file's name are left out. */
void hd_table_print_row(const hd_row *r, size_t skip);
/* Prints scores, then the last lines; returns the exit status that the rows deserve. */
int hd_table_summarize(const hd_results *r);
/* Prints what differs between two runs; returns 10 when the second has a wrong verdict that the first has not. */
int hd_table_compare(const hd_results *before, const hd_results *after);
/* They write to `out` and close it; false when that failed. */
bool hd_table_write_csv(const hd_results *r, FILE *out);
bool hd_table_write_json(const hd_results *r, FILE *out);
bool hd_table_write_junit(const hd_results *r, FILE *out);

#endif
