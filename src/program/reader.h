/* reader.h - tokens of the textual form, a line at a time, with the place of the first error.
 *
 * Every function that reads returns false after an error; the first error is the one that
 * is reported, and callers return at once. Nothing is read past the end of a line. */
#ifndef HD_PROGRAM_READER_H
#define HD_PROGRAM_READER_H

#include "base/diag.h"

typedef struct {
  hd_arena arena; /* the text, decoded names and strings */
  hd_diags *diags;
  const char *name;  /* of the text, for diagnostics */
  char *next;        /* the rest of the text, after the line */
  char *line, *at;   /* the line, and the next character in it */
  const char *token; /* where the last name, number or string began */
  uint32_t number;   /* of the line */
  bool failed;
} hd_text_reader;

/* False when the text cannot be one: it has a byte 0 in it. */
bool hd_reader_init(hd_text_reader *r, const char *text, size_t length, const char *name, hd_diags *diags);
void hd_reader_clear(hd_text_reader *r);

/* Moves to the next line that is not empty or a comment (`//`); false at the end. */
bool hd_reader_line(hd_text_reader *r);
/* Is there nothing more in the line? Skips blanks, as all the functions below do. */
bool hd_reader_at_end(hd_text_reader *r);

/* Reports at what comes next, or at `at` in the current line. Always false. */
bool hd_reader_fail(hd_text_reader *r, const char *format, ...) HD_PRINTF(2, 3);
bool hd_reader_fail_at(hd_text_reader *r, const char *at, const char *format, ...) HD_PRINTF(3, 4);

/* Is the word, or the sign, next? Then moves past it. */
bool hd_reader_accept(hd_text_reader *r, const char *word);
bool hd_reader_expect(hd_text_reader *r, const char *word);
/* The index of the next word in the list; `what` is what was expected. */
bool hd_reader_choice(hd_text_reader *r, const char *const *words, unsigned n, const char *what, unsigned *index);

bool hd_reader_u64(hd_text_reader *r, uint64_t max, uint64_t *value); /* decimal, or 0x and hexadecimal */
bool hd_reader_u32(hd_text_reader *r, uint32_t max, uint32_t *value);
bool hd_reader_string(hd_text_reader *r, const char **text); /* in quotes */
bool hd_reader_name(hd_text_reader *r, const char *what, const char **name);

#endif
