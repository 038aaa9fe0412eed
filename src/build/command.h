/* command.h - a compiler's command line, taken apart: what is compiled, with which flags, what comes out. */
#ifndef HD_BUILD_COMMAND_H
#define HD_BUILD_COMMAND_H

#include "build/words.h"

typedef enum { HD_LANGUAGE_NONE, HD_LANGUAGE_C, HD_LANGUAGE_CXX, HD_LANGUAGE_ASSEMBLER, HD_LANGUAGE_OTHER } hd_language;

typedef enum {
  HD_STEP_LINK,   /* a program or a library, from sources or objects */
  HD_STEP_OBJECT, /* -c */
  HD_STEP_OTHER   /* preprocesses, lists dependencies, makes assembler text, or prints information about the compiler */
} hd_build_kind;

typedef struct {
  const char *path;
  hd_language language;
} hd_source;

typedef struct {
  hd_build_kind kind;
  const char *output; /* of -o; NULL: the compiler's choice */
  HD_VEC(hd_source) sources;
  hd_words linked;        /* in a step that links: objects, archives and libraries, in order; -lNAME as it is written */
  hd_words folders;       /* of -L */
  hd_words flags;         /* those that decide how sources are read, for the front end */
  bool explicit_language; /* -x is among the flags: file names do not say what the sources are */
  bool lto;               /* objects would be the compiler's own intermediate form */
  bool narrow;            /* -m32 */
} hd_build_step;

/* The words without the compiler's name, files of words (@FILE) read already; they must outlive the step. */
void hd_build_step_parse(const char *const *words, uint32_t n, hd_build_step *out);
void hd_build_step_clear(hd_build_step *s);

/* Where the object of the i-th source is, of a step of the kind OBJECT. */
const char *hd_build_step_object(const hd_build_step *s, uint32_t i, hd_arena *arena);

/* By the end of the name; NONE: not a source. */
hd_language hd_language_of(const char *path);

#endif
