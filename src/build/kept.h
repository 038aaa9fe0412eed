/* kept.h - bitcode that objects carry along, in a section of their own.
 *
 * `heddle cc` adds the section to each object. Linkers put sections of one name behind each other, without looking
 * into them, so a program has a record for everything that was linked into it, and nothing else. A record says itself
 * where it ends; zeros between records are padding. */
#ifndef HD_BUILD_KEPT_H
#define HD_BUILD_KEPT_H

#include "base/bytes.h"
#include "base/diag.h"

#define HD_KEPT_SECTION ".heddle"

typedef enum {
  HD_KEPT_PLAIN,   /* bitcode */
  HD_KEPT_CHECKED, /* bitcode with what no-overflow needs */
  HD_KEPT_NOTHING, /* there is none: a text says why */
  HD_KEPT_KINDS
} hd_kept_kind;

typedef struct {
  hd_kept_kind kind;
  const char *source; /* the file that it was compiled from, as on the compiler's command line */
  const void *data;
  size_t size;
  uint32_t member; /* of an archive, from 0; of other files 0 */
} hd_kept;
typedef HD_VEC(hd_kept) hd_kepts;

typedef enum { HD_BINARY_NONE, HD_BINARY_OBJECT, HD_BINARY_ARCHIVE } hd_binary;

void hd_kept_put(hd_bytes *out, const hd_kept *record);

/* By its first bytes: an object, a program or a shared library is OBJECT. */
hd_binary hd_binary_of(const char *path);
/* The records in such a file; their texts are in the arena. False, with a diagnostic, when it cannot be read or is
 * damaged. None at all is not an error. */
bool hd_kept_read(const char *path, hd_kepts *out, hd_arena *arena, hd_diags *diags);

#endif
