/* explain.h - what it means that there is no answer: the pages of docs/causes, which are part of the program. */
#ifndef HD_CLI_EXPLAIN_H
#define HD_CLI_EXPLAIN_H

typedef struct {
  const char *name; /* as heddle_cause_name has it */
  const char *text; /* docs/causes/NAME.md */
} hd_cause_page;

extern const hd_cause_page hd_cause_pages[]; /* NULL ends them; the build makes this table */

#endif
