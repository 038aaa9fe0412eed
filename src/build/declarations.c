/* declarations.c - reads clang's syntax tree, and what C's types look like as texts. */
#include "build/declarations.h"

#include <cjson/cJSON.h>

#include "build/words.h"

static const char *field_of(const cJSON *node, const char *key)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(node, key);
  return cJSON_IsString(item) ? item->valuestring : NULL;
}

static bool has_mark(const cJSON *node, const char *key)
{
  return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(node, key));
}

static const char *type_of(const cJSON *node)
{
  const char *type = field_of(cJSON_GetObjectItemCaseSensitive(node, "type"), "qualType");
  return type ? type : "";
}

static bool is_kind(const cJSON *node, const char *kind)
{
  const char *is = field_of(node, "kind");
  return is && strcmp(is, kind) == 0;
}

/* --- functions ---------------------------------------------------------------------------------------------- */

/* `int (queue *, int)`: the result stands before the last list of parameters. */
static const char *result_of(const char *type, hd_arena *arena)
{
  const char *end = strstr(type, " __attribute__");
  size_t n = end ? (size_t)(end - type) : strlen(type), depth = 0;
  while (n > 0) {
    n--;
    if (type[n] == ')') depth++;
    if (type[n] == '(' && --depth == 0) break;
  }
  while (n > 0 && type[n - 1] == ' ') n--;
  return hd_arena_strndup(arena, type, n);
}

static void read_parameters(const cJSON *node, hd_function_declaration *f, hd_arena *arena)
{
  HD_VEC(hd_parameter) list = {0};
  const cJSON *child;
  cJSON_ArrayForEach(child, cJSON_GetObjectItemCaseSensitive(node, "inner"))
  {
    if (is_kind(child, "CompoundStmt")) f->defined = true;
    if (!is_kind(child, "ParmVarDecl")) continue;
    const char *name = field_of(child, "name");
    hd_vec_push(&list,
                (hd_parameter){name ? hd_arena_strdup(arena, name) : NULL, hd_arena_strdup(arena, type_of(child))});
  }
  f->n_parameters = list.len;
  f->parameters = list.len ? hd_arena_copy(arena, list.data, list.len * sizeof *list.data) : NULL;
  hd_vec_clear(&list);
}

static void add_function(hd_declarations *d, const hd_function_declaration *f)
{
  for (uint32_t i = 0; i < d->functions.len; i++) {
    hd_function_declaration *other = &d->functions.data[i];
    if (strcmp(other->name, f->name) != 0) continue;
    bool own = other->own || f->own;
    if (f->defined || !other->defined) *other = *f;
    other->own = own;
    return;
  }
  hd_vec_push(&d->functions, *f);
}

static void read_function(const cJSON *node, hd_declarations *d, hd_arena *arena)
{
  const char *storage = field_of(node, "storageClass"), *name = field_of(node, "name");
  const cJSON *place = cJSON_GetObjectItemCaseSensitive(node, "loc");
  if (!name || has_mark(node, "isImplicit")) return;
  hd_function_declaration f = {.name = hd_arena_strdup(arena, name),
                               .result = result_of(type_of(node), arena),
                               .variadic = has_mark(node, "variadic"),
                               .local = storage && strcmp(storage, "static") == 0,
                               .own = !cJSON_GetObjectItemCaseSensitive(place, "includedFrom")};
  read_parameters(node, &f, arena);
  add_function(d, &f);
}

/* --- types -------------------------------------------------------------------------------------------------- */

static void read_record(const cJSON *node, hd_declarations *d, hd_arena *arena)
{
  const char *name = field_of(node, "name"), *tag = field_of(node, "tagUsed");
  if (!name || !tag || !has_mark(node, "completeDefinition")) return;
  hd_vec_push(&d->complete, hd_arena_printf(arena, "%s %s", tag, name));
}

static void read_name(const cJSON *node, hd_declarations *d, hd_arena *arena)
{
  const char *name = field_of(node, "name");
  if (name) hd_vec_push(&d->names, (hd_type_name){hd_arena_strdup(arena, name), hd_arena_strdup(arena, type_of(node))});
}

bool hd_file_is_header(const char *file)
{
  size_t n = strlen(file);
  return n > 2 && strcmp(file + n - 2, ".h") == 0;
}

bool hd_declarations_read(const char *json, size_t size, hd_arena *arena, hd_declarations *out)
{
  cJSON *tree = cJSON_ParseWithLength(json, size);
  const cJSON *node;
  *out = (hd_declarations){0};
  cJSON_ArrayForEach(node, cJSON_GetObjectItemCaseSensitive(tree, "inner"))
  {
    if (is_kind(node, "FunctionDecl")) read_function(node, out, arena);
    if (is_kind(node, "RecordDecl")) read_record(node, out, arena);
    if (is_kind(node, "TypedefDecl")) read_name(node, out, arena);
  }
  cJSON_Delete(tree);
  return tree != NULL;
}

void hd_declarations_clear(hd_declarations *d)
{
  hd_vec_clear(&d->functions);
  hd_vec_clear(&d->names);
  hd_vec_clear(&d->complete);
}

static const char *find_name(const hd_declarations *d, const char *name)
{
  for (uint32_t i = 0; i < d->names.len; i++)
    if (strcmp(d->names.data[i].name, name) == 0) return d->names.data[i].type;
  return NULL;
}

static const char *without_qualifiers(const char *type)
{
  static const char *const qualifiers[] = {"const ", "volatile "};
  for (size_t i = 0; i < HD_COUNT(qualifiers); i++)
    if (hd_word_starts_with(type, qualifiers[i])) return without_qualifiers(type + strlen(qualifiers[i]));
  return type;
}

const char *hd_type_plain(const hd_declarations *d, const char *type, hd_arena *arena)
{
  const char *bare = strchr(type, '*') ? type : without_qualifiers(type), *next = find_name(d, bare);
  return next ? hd_type_plain(d, next, arena) : bare;
}

/* How much of the type is left without blanks and qualifiers behind it. */
static size_t without_endings(const char *type, size_t n)
{
  static const char *const endings[] = {" ", "const", "volatile", "restrict", "__restrict"};
  for (size_t i = 0; i < HD_COUNT(endings); i++) {
    size_t m = strlen(endings[i]);
    if (n >= m && memcmp(type + n - m, endings[i], m) == 0) return without_endings(type, n - m);
  }
  return n;
}

const char *hd_type_target(const hd_declarations *d, const char *type, hd_arena *arena)
{
  const char *plain = hd_type_plain(d, type, arena);
  size_t n = without_endings(plain, strlen(plain));
  if (n == 0 || plain[n - 1] != '*' || strchr(plain, '(')) return NULL;
  return hd_arena_strndup(arena, plain, without_endings(plain, n - 1));
}

bool hd_type_is_complete(const hd_declarations *d, const char *type, hd_arena *arena)
{
  const char *plain = hd_type_plain(d, type, arena);
  if (strcmp(plain, "void") == 0) return false;
  if (!hd_word_starts_with(plain, "struct ") && !hd_word_starts_with(plain, "union ")) return true;
  for (uint32_t i = 0; i < d->complete.len; i++)
    if (strcmp(d->complete.data[i], plain) == 0) return true;
  /* `typedef struct {...} queue;` is printed as struct queue, which has no other name. */
  const char *own = find_name(d, strchr(plain, ' ') + 1);
  return own && strcmp(own, plain) == 0;
}

const char *hd_type_declare(const char *type, const char *name, hd_arena *arena)
{
  const char *star = strstr(type, "(*"), *bracket = strchr(type, '[');
  if (star) return hd_arena_printf(arena, "%.*s%s%s", (int)(star - type) + 2, type, name, star + 2);
  if (bracket) return hd_arena_printf(arena, "%.*s %s%s", (int)(bracket - type), type, name, bracket);
  bool pointer = *type && type[strlen(type) - 1] == '*';
  return hd_arena_printf(arena, "%s%s%s", type, pointer ? "" : " ", name);
}
