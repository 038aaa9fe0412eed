/* frontend_programs.h - for the tests of the C front end: source text in, programs out. */
#ifndef FRONTEND_PROGRAMS_H
#define FRONTEND_PROGRAMS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/c/c.h"
#include "program/validate.h"

/* A folder of files of one test, removed at its end. */
typedef struct {
  char folder[64];
  hd_diags diags;
  hd_c_unit *unit;
  hd_program *program;
  hd_arena arena;
  const char *paths[4];
  uint32_t n;
  unsigned bits;
  const char *clang_args[4];
  uint32_t n_clang_args;
} scene;

static inline scene *scene_new(void)
{
  scene *s = hd_alloc(1, sizeof *s);
  snprintf(s->folder, sizeof s->folder, "/tmp/test-frontend-XXXXXX");
  assert_non_null(mkdtemp(s->folder));
  hd_diags_init(&s->diags);
  hd_arena_init(&s->arena);
  s->bits = 64;
  return s;
}

/* The path of an input of this name, which need not exist. */
static inline const char *scene_path(scene *s, const char *name)
{
  assert_true(s->n < 4);
  return s->paths[s->n++] = hd_arena_printf(&s->arena, "%s/%s", s->folder, name);
}

static inline void scene_file_bytes(scene *s, const char *name, const void *bytes, size_t n)
{
  const char *path = scene_path(s, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, n, f), n);
  fclose(f);
}

static inline void scene_file(scene *s, const char *name, const char *text)
{
  scene_file_bytes(s, name, text, strlen(text));
}

static inline hd_status scene_load(scene *s)
{
  hd_c_input input = {.files = s->paths,
                      .n_files = s->n,
                      .pointer_width = s->bits,
                      .clang_args = s->clang_args,
                      .n_clang_args = s->n_clang_args};
  hd_budget budget = {.jobs = 1};
  return hd_c_load(&input, &budget, &s->diags, &s->unit);
}

static inline hd_status scene_lower(scene *s, uint32_t limit)
{
  hd_c_options options = {.limits = {limit, limit, limit}, .spurious_wakeups = true};
  hd_program_free(s->program);
  s->program = NULL;
  return hd_c_lower(s->unit, &options, &s->diags, &s->program);
}

static inline void scene_print(const scene *s)
{
  for (uint32_t i = 0; i < s->diags.list.len; i++) print_message("%s\n", s->diags.list.data[i].message);
}

/* The program of one source text. */
static inline scene *scene_of(const char *text)
{
  scene *s = scene_new();
  scene_file(s, "t.c", text);
  if (scene_load(s) != HD_OK || scene_lower(s, 4) != HD_OK) {
    scene_print(s);
    fail_msg("the program was refused");
  }
  return s;
}

static inline void scene_free(scene *s)
{
  hd_program_free(s->program);
  hd_c_unit_free(s->unit);
  hd_diags_clear(&s->diags);
  for (uint32_t i = 0; i < s->n; i++) unlink(s->paths[i]);
  rmdir(s->folder);
  hd_arena_clear(&s->arena);
  free(s);
}

static inline const hd_diag *find_message(const scene *s, const char *part)
{
  for (uint32_t i = 0; i < s->diags.list.len; i++)
    if (strstr(s->diags.list.data[i].message, part)) return &s->diags.list.data[i];
  return NULL;
}

static inline uint32_t count_locs(const hd_program *p, hd_loc_kind kind, const char *reason)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->locs.len; i++) {
    const hd_loc_info *l = &p->locs.data[i];
    n += l->kind == kind && (!reason || (l->reason && strstr(l->reason, reason)));
  }
  return n;
}

static inline const hd_object_info *find_object(const hd_program *p, const char *name)
{
  for (uint32_t i = 0; i < p->objects.len; i++)
    if (strcmp(p->objects.data[i].name, name) == 0) return &p->objects.data[i];
  return NULL;
}

static inline const hd_slot *find_slot(const hd_object_info *o, const char *name)
{
  for (uint32_t i = 0; i < o->n_slots; i++)
    if (strcmp(o->slots[i].name, name) == 0) return &o->slots[i];
  return NULL;
}

#endif
