/* flags.h - flags of C compilers, as compilers spell them.
 *
 * A program is verified with the flags that it is compiled with. What decides how its source is read goes to clang;
 * what is about optimizing, linking, instrumenting or the form of the output is accepted and left out, since the front
 * end has its own settings for these. The flags are recognized before our own letters: -pthread is not `-p thread'. */
#ifndef HD_BUILD_FLAGS_H
#define HD_BUILD_FLAGS_H

#include "base/base.h"

typedef enum {
  HD_FLAG_ALONE,   /* the word as it is */
  HD_FLAG_JOINED,  /* its argument, perhaps none, in the same word */
  HD_FLAG_NEXT,    /* its argument is the next word */
  HD_FLAG_EITHER,  /* in the same word, or the next when there is nothing more in this one */
  HD_FLAG_LETTERS, /* joined, and begins with a letter: -march=native, not -m512 */
} hd_flag_form;

typedef enum {
  HD_FLAG_PASSED, /* to clang */
  HD_FLAG_LEFT_OUT,
  HD_FLAG_ILP32, /* chooses the data model */
  HD_FLAG_LP64
} hd_flag_fate;

typedef struct {
  const char *spelling;
  const char *argument; /* how help calls it; NULL: none */
  hd_flag_form form;
  hd_flag_fate fate;
} hd_compiler_flag;

extern const hd_compiler_flag hd_compiler_flags[];
extern const size_t hd_compiler_flag_count;

/* The flag that a word stands for; NULL: it is not a compiler's flag. */
const hd_compiler_flag *hd_compiler_flag_find(const char *word);
/* The same on a compiler's own command line, where more words are the compiler's than on ours. */
const hd_compiler_flag *hd_driver_flag_find(const char *word);
/* Is the word after this one its argument? */
bool hd_compiler_flag_takes_next(const hd_compiler_flag *f, const char *word);

#endif
