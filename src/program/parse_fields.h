/* parse_fields.h - inside the reader of programs: lines as clauses, and the fields that many lines have.
 *
 * A line is described by a table of its clauses; a clause is its word and the function that reads what follows. All
 * functions here return false after a diagnostic. */
#ifndef HD_PROGRAM_PARSE_FIELDS_H
#define HD_PROGRAM_PARSE_FIELDS_H

#include "program/check.h"
#include "program/reader.h"

/* Limits on what a short text may ask for. */
enum { HD_MAX_ELEMENTS = 1 << 24, HD_MAX_INSTANCES = 1 << 16, HD_MAX_INIT = 1 << 24 };

/* Variables that a thread names before they are declared. */
typedef struct {
  const char *self, *status;
  uint32_t line;
} hd_thread_refs;

typedef struct {
  hd_text_reader r;
  hd_program *p;
  hd_u32s lines[HD_PART_COUNT]; /* where each part stands, by id */
  HD_VEC(hd_thread_refs) refs;  /* by thread */
  uint64_t init_used;           /* values and bytes allocated for initial contents */
  HD_VEC(hd_assign) assigns;    /* of the edge being read */
  HD_VEC(hd_slot) slots;        /* of the object that was read last */
} hd_parser;

/* Reads what follows a clause's word into the field. */
typedef bool hd_clause_read(hd_parser *ps, void *field, unsigned word);

/* A clause of a line: its word, or one of its words, starts it, and `read` reads the rest into the field
 * at `offset` of what the line describes; `word` tells which of the words it was. Clauses
 * come in any order, each at most once unless it repeats. */
typedef struct {
  const char *word; /* or NULL, and n words */
  const char *const *words;
  unsigned n;
  hd_clause_read *read;
  size_t offset;
  bool repeats;
} hd_line_clause;
#define HD_WORDS(array) array, HD_COUNT(array)
#define HD_ONE(text) text, NULL, 0
#define HD_ONE_OF(array) NULL, array, HD_COUNT(array)

/* The clauses of the rest of the line, into `info`. */
bool hd_parse_clauses(hd_parser *ps, const hd_line_clause *table, size_t n, void *info);
bool hd_parse_end(hd_parser *ps);
/* The part that was just added stands in this line. */
void hd_parser_note_line(hd_parser *ps, hd_part part);
/* Room for initial values; NULL after an error. */
void *hd_parser_take_init(hd_parser *ps, uint64_t n, size_t size);

/* By the type of the field. */
hd_clause_read hd_parse_nothing, hd_parse_flag, hd_parse_word, hd_parse_u64, hd_parse_count, hd_parse_instances,
    hd_parse_string, hd_parse_pos, hd_parse_frame, hd_parse_var_name, hd_parse_var, hd_parse_thread, hd_parse_loc,
    hd_parse_term;

#endif
