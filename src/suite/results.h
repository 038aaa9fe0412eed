/* results.h - what became of tasks: a row each, in memory and as a file of JSON lines (report/record.h).
 *
 * A file of results is only ever appended to, a line when a task has ended. When a run begins again, or parts of a
 * suite come from several machines, the files are read one after the other: of two lines about the same work the later
 * one counts, and a line that was cut off counts as none. Two lines are about the same work when task, property, tool
 * and limits are equal. */
#ifndef HD_SUITE_RESULTS_H
#define HD_SUITE_RESULTS_H

#include <stdio.h>

#include "base/map.h"

/* UNSAID: decided, but the expected answer is not known. */
typedef enum { HD_NOT_RUN, HD_RIGHT, HD_WRONG, HD_NOT_KNOWN, HD_FAILED, HD_UNSAID, HD_OUTCOMES } hd_outcome;

typedef struct {
  const char *task, *property, *family; /* no property or family: NULL */
  const char *expected;                 /* "true", "false"; NULL: not said */
  hd_outcome outcome;
  const char *verdict; /* the text after `verdict: ', or what went wrong; NULL before the task has ended */
  const char *engine;  /* that decided it; NULL: not said */
  double states;       /* -1: not said */
  double wall, processor;
  double memory; /* bytes; -1: not measured */
  /* what was run, and where */
  const char *tool, *version, *machine;
  double wall_limit, processor_limit, memory_limit; /* 0: none */
} hd_row;

typedef struct {
  hd_strings texts; /* of the rows */
  hd_map by_key;    /* row numbers */
  HD_VEC(hd_row) rows;
} hd_results;

void hd_results_init(hd_results *r);
void hd_results_clear(hd_results *r);

/* Copies the row; it replaces the one about the same work. Returns its number. */
uint32_t hd_results_add(hd_results *r, const hd_row *row);
/* The row about the same work, or NULL. */
const hd_row *hd_results_find(hd_results *r, const hd_row *row);
/* By task, then by property. */
void hd_results_sort(hd_results *r);

/* Adds the rows of a file. False, with a sentence in *error (malloc'ed), when it cannot be read or has a line that is
 * complete and no row. A file that does not exist has no rows when it `may_be_missing`. */
bool hd_results_read(hd_results *r, const char *path, bool may_be_missing, char **error);
/* Adds the row of one line; false if it is not a row. */
bool hd_results_parse(hd_results *r, const char *line);
/* Opens a file to append to; a line that was cut off is removed first. NULL: errno says why. */
FILE *hd_results_append(const char *path);
/* One line, whole or not at all; false when it could not be written. */
bool hd_results_write(FILE *out, const hd_row *row);

/* All rows that were run as one JSON object, with their sums. */
void hd_results_print_json(FILE *out, const hd_results *r);

const char *hd_outcome_name(hd_outcome outcome); /* "right", ...; NULL: it was not run */

#endif
