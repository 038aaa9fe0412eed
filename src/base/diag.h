/* diag.h - messages to the user, collected where they arise and printed by cli/ only. */
#ifndef HD_BASE_DIAG_H
#define HD_BASE_DIAG_H

#include "base/arena.h"

typedef enum { HD_NOTE, HD_WARNING, HD_ERROR } hd_severity;

/* A place in a source text; file NULL: no place; line 0: the file as a whole. */
typedef struct {
  const char *file;
  uint32_t line, column;
} hd_place;

typedef struct {
  hd_severity severity;
  hd_place place;
  const char *message;
  const char *hint; /* what to do next; may be NULL */
  bool verbatim;    /* message is another tool's complete output, carets included */
} hd_diag;

typedef struct {
  hd_arena arena;
  HD_VEC(hd_diag) list;
} hd_diags;

void hd_diags_init(hd_diags *d);
void hd_diags_clear(hd_diags *d);
bool hd_diags_has_error(const hd_diags *d);

/* Adds a message; the text is formatted into the list's own memory, and so is the
 * place's file name. An equal message at an equal place is added once. */
hd_diag *hd_diags_add(hd_diags *d, hd_severity severity, hd_place place, const char *format, ...) HD_PRINTF(4, 5);
/* Adds copies of the messages of another list. */
void hd_diags_append(hd_diags *d, const hd_diags *others);

#endif
