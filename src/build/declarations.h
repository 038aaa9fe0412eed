/* declarations.h - the functions and types that a source declares, as clang's syntax tree (-ast-dump=json) has them.
 *
 * Types are texts, as the source writes them. Everything lives in the arena. */
#ifndef HD_BUILD_DECLARATIONS_H
#define HD_BUILD_DECLARATIONS_H

#include "base/arena.h"

typedef struct {
  const char *name; /* NULL: the declaration has none */
  const char *type;
} hd_parameter;

typedef struct {
  const char *name, *result; /* the result's type */
  const hd_parameter *parameters;
  uint32_t n_parameters;
  bool variadic, local, defined; /* local: static */
  bool own;                      /* declared in the file itself, not in one that it includes */
} hd_function_declaration;

typedef struct {
  const char *name, *type;
} hd_type_name;

typedef struct {
  HD_VEC(hd_function_declaration) functions; /* each once; a definition wins */
  HD_VEC(hd_type_name) names;                /* typedefs */
  HD_VEC(const char *) complete;             /* "struct queue", whose members are known */
} hd_declarations;

/* By its name. A header is read after those of the standard that headers take for granted. */
bool hd_file_is_header(const char *file);

/* False: this is no such tree. */
bool hd_declarations_read(const char *json, size_t size, hd_arena *arena, hd_declarations *out);
void hd_declarations_clear(hd_declarations *d);

/* The type without names of types, and without const of its own; that of what a pointer points to stays. */
const char *hd_type_plain(const hd_declarations *d, const char *type, hd_arena *arena);
/* What a pointer of this type points to, or NULL. */
const char *hd_type_target(const hd_declarations *d, const char *type, hd_arena *arena);
/* Can there be a variable of this type? */
bool hd_type_is_complete(const hd_declarations *d, const char *type, hd_arena *arena);
/* `TYPE NAME', as C declares it. */
const char *hd_type_declare(const char *type, const char *name, hd_arena *arena);

#endif
