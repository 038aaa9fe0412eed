/* checks.c - what became of each check, in a few lines before the verdict. */
#include <stdio.h>

#include "cli/commands.h"

static void print_open(const heddle_check_answer *a)
{
  printf("open: %s", a->rule);
  if (a->file) printf(" at %s:%u:%u", a->file, a->line, a->column);
  if (a->other_file) printf(" and %s:%u:%u", a->other_file, a->other_line, a->other_column);
  if (a->text) printf(" (%s)", a->text);
  printf("\n");
}

void hd_print_checks(heddle_result *const *results, unsigned n, bool every)
{
  enum { FIRST = 10 }; /* so many of the open ones are listed, unless every one is wanted */
  unsigned counts[HEDDLE_CHECK_OPEN + 1] = {0}, all = 0, listed = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < heddle_check_count(results[i]); k++, all++)
      counts[heddle_check_get(results[i], k).state]++;
  if (!all) return;
  printf("checks: %u proved, %u violated, %u open\n", counts[HEDDLE_CHECK_PROVED], counts[HEDDLE_CHECK_VIOLATED],
         counts[HEDDLE_CHECK_OPEN]);
  for (unsigned i = 0; i < n; i++) {
    for (unsigned k = 0; k < heddle_check_count(results[i]) && (every || listed < FIRST); k++) {
      heddle_check_answer a = heddle_check_get(results[i], k);
      if (a.state != HEDDLE_CHECK_OPEN) continue;
      print_open(&a);
      listed++;
    }
  }
  if (listed < counts[HEDDLE_CHECK_OPEN])
    printf("open: and %u more; -v lists all\n", counts[HEDDLE_CHECK_OPEN] - listed);
}
