/* words.h - the words and names of the textual form, for the code that writes and reads it. */
#ifndef HD_PROGRAM_WORDS_H
#define HD_PROGRAM_WORDS_H

#include "program/program.h"

/* Each indexed by the enumeration it names. */
extern const char *const hd_role_words[HD_ROLE_SCHED + 1];
extern const char *const hd_show_words[HD_SHOW_FLOAT + 1];
extern const char *const hd_loc_words[HD_LOC_BOUND + 1];
extern const char *const hd_limit_words[HD_LIMIT_COUNT];
extern const char *const hd_access_words[HD_ACCESS_SYNC + 1];
extern const char *const hd_object_words[HD_OBJ_OUTSIDE + 1];

/* A name as one token: letters, digits and a few signs stand for themselves, and so does
 * `[]`; any other byte is %XX. A name that would read as something else has its first
 * byte written so. hd_name_encode's text lives in `arena`. */
const char *hd_name_encode(hd_arena *arena, const char *name);
/* Length of the name token at `text`. */
size_t hd_name_scan(const char *text);
/* Back to the name; NULL when the token is no name. */
char *hd_name_decode(hd_arena *arena, const char *token, size_t length);

#endif
