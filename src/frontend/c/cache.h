/* cache.h - what clang made of a file, kept for the next time.
 *
 * An entry is a file in the user's cache folder ($XDG_CACHE_HOME/heddle, ~/.cache/heddle), named by a hash of all that
 * is known before clang runs: the source's contents and name, the arguments, the folder, the environment that clang
 * reads, the compiler. In it stand the files that were included, with hashes of their contents, and the paths where a
 * file would have been found before one of these, had it been there. It counts as long as all that is as it was: then
 * clang would see the same text again. Files that ask for more (`__has_include`, `__DATE__`, ...) are not kept.
 *
 * An entry is written under another name and then moved, and ends with a hash of itself: a reader sees a whole
 * one or none, whatever happens to other processes. The oldest go when all take more than HD_CACHE_BYTES. */
#ifndef HD_FRONTEND_C_CACHE_H
#define HD_FRONTEND_C_CACHE_H

#include <time.h>

#include "base/arena.h"

#define HD_CACHE_BYTES (UINT64_C(256) << 20)

typedef struct {
  const char *const *argv;      /* of clang, NULL-terminated, with an output and a source */
  const char *source;           /* one of argv */
  const char *output;           /* likewise */
  const char *included;         /* likewise: the file where clang lists what it has read, as for make */
  bool temporary;               /* the source's name means nothing */
  const char *const *user_args; /* those that are the user's: not all of them are understood here */
  uint32_t n_user_args;
} hd_cache_job;

typedef struct {
  hd_arena arena;
  const hd_cache_job *job;
  const char *path;      /* of the entry; NULL: it cannot be kept */
  struct timespec began; /* what changes from then on may not be what clang has read */
} hd_cache_entry;

void hd_cache_init(hd_cache_entry *e, const hd_cache_job *job);
void hd_cache_clear(hd_cache_entry *e);
/* Writes the output, if it is known. *errors is what clang said, in the entry's memory. */
bool hd_cache_find(hd_cache_entry *e, const char **errors);
/* Keeps the output, after clang has run without a mistake. */
void hd_cache_keep(hd_cache_entry *e, const char *errors);

#endif
