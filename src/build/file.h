/* file.h - whole files, and paths. */
#ifndef HD_BUILD_FILE_H
#define HD_BUILD_FILE_H

#include "base/arena.h"

/* The bytes of a file and a final NUL; NULL, and errno says why, when it cannot be read. */
char *hd_file_read(const char *path, size_t *size, hd_arena *arena);
bool hd_file_write(const char *path, const void *data, size_t size);
/* Neither a folder nor a device. */
bool hd_file_is_regular(const char *path);
/* The path as seen from the folder: joined, unless it is absolute. */
const char *hd_file_in(const char *folder, const char *path, hd_arena *arena);
/* The same without `.`, `..` and doubled slashes, as far as the letters tell; from the root. */
const char *hd_file_absolute(const char *folder, const char *path, hd_arena *arena);
const char *hd_file_folder(const char *path, hd_arena *arena); /* "." where there is no slash */
const char *hd_file_name(const char *path);                    /* what follows the last slash */
/* "a/b.c" with ".o": "b.o", the name of an object in the current folder. */
const char *hd_file_object(const char *source, hd_arena *arena);

/* A new folder for temporary files, below TMPDIR; NULL: none can be made. */
const char *hd_file_scratch(hd_arena *arena);

#endif
