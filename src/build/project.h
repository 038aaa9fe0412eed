/* project.h - which sources make a program, and how each is compiled, as a build has written it down.
 *
 * compile_commands.json says how sources become objects. What becomes of the objects is in the link steps, where the
 * build leaves them in its folder: CMake's link.txt, build.ninja, or commands that link among the others. Nothing is
 * run. */
#ifndef HD_BUILD_PROJECT_H
#define HD_BUILD_PROJECT_H

#include "base/diag.h"
#include "build/command.h"

typedef enum {
  HD_PART_LINKED,  /* it is in the program */
  HD_PART_WANTED,  /* in an archive: it is, if it defines something that would otherwise be missing */
  HD_PART_UNKNOWN, /* no link step is known: the file that defines main is in, and then what is missing */
} hd_project_role;

typedef struct {
  const char *source;    /* absolute */
  const char *object;    /* likewise */
  const char *directory; /* where the compiler runs */
  hd_words flags;
  bool narrow;
  hd_language language;
  hd_project_role role;
} hd_project_part;

typedef struct {
  HD_VEC(hd_project_part) parts; /* of the program that was chosen */
  const char *target;            /* its name; NULL: no link step is known */
} hd_build_project;

/* The folder is that of a build, and the file its compile_commands.json; either may be NULL, not both. The target is a
 * program's name or path, or NULL where there is only one. False, with a diagnostic that lists the choices, when it
 * cannot be told which program is meant. Texts are in the arena. */
bool hd_project_read(const char *folder, const char *commands, const char *target, hd_build_project *out,
                     hd_arena *arena, hd_diags *diags);
void hd_project_clear(hd_build_project *p);

#endif
