/* place.h - places of the source as other programs want them: paths below a root, URIs, columns in characters. */
#ifndef HD_REPORT_PLACE_H
#define HD_REPORT_PLACE_H

#include "base/arena.h"

/* The current folder with a `/` at its end, which relative paths are relative to. In the arena. */
const char *hd_place_root(hd_arena *arena);
/* The path below the root; the path itself where it lies elsewhere. Relative ones lose a leading `./`. */
const char *hd_place_relative(const char *path, const char *root);
/* RFC 3986: what stands for itself in a path stays, other bytes become %XX. `file://` before an absolute path. */
const char *hd_place_uri(const char *path, hd_arena *arena);

#endif
