/* links.h - link steps: what is put together from what. All paths are absolute, without `.` and `..`. */
#ifndef HD_BUILD_LINKS_H
#define HD_BUILD_LINKS_H

#include "build/words.h"

typedef struct {
  const char *output;
  hd_words inputs; /* objects, archives, shared libraries; also others, of unknown kinds */
} hd_link_step;
typedef HD_VEC(hd_link_step) hd_link_steps;

/* A link step, as words of a command that runs in a folder: of a compiler, or of ar. */
void hd_links_add_command(hd_link_steps *out, const char *directory, const char *const *words, uint32_t n,
                          hd_arena *arena);
/* CMake's link.txt files anywhere below the folder, and its build.ninja. */
void hd_links_find(hd_link_steps *out, const char *folder, hd_arena *arena);
void hd_links_clear(hd_link_steps *l);

bool hd_link_is_archive(const hd_link_step *l);
bool hd_link_is_library(const hd_link_step *l); /* an archive, or a shared library */

#endif
