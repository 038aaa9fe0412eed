/* property.c - property files: CHECK( init(main()), LTL(G ! call(reach_error())) ), one or more.
 *
 * Spaces mean nothing in them, so everything is compared without. Several lines are one
 * property only for memory safety, whose parts are written one by one. */
#include <errno.h>
#include <stdio.h>

#include "frontend/task/task.h"

typedef struct {
  const char *path, *text;
  size_t at;
  hd_diags *diags;
} reader;

static bool is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_spaces(reader *r)
{
  while (is_space(r->text[r->at])) r->at++;
}

static hd_place place_at(const reader *r, size_t at)
{
  hd_place p = {.file = r->path, .line = 1, .column = 1};
  for (size_t i = 0; i < at; i++) {
    if (r->text[i] == '\n') {
      p.line++;
      p.column = 1;
    } else {
      p.column++;
    }
  }
  return p;
}

/* Moves past the text, spaces between its characters allowed. */
static bool eat(reader *r, const char *wanted)
{
  for (; *wanted; wanted++, r->at++) {
    skip_spaces(r);
    if (r->text[r->at] != *wanted) return false;
  }
  return true;
}

/* Copies up to the parenthesis that closes what is open, without spaces. */
static bool eat_formula(reader *r, char *out, size_t size)
{
  size_t n = 0;
  for (int open = 0;; r->at++) {
    char c = r->text[r->at];
    if (c == '\0' || (c == ')' && open == 0)) break;
    if (is_space(c)) continue;
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (n + 1 < size) out[n++] = c;
  }
  out[n] = '\0';
  return r->text[r->at] == ')';
}

static hd_status bad_property(reader *r, size_t at, const char *what)
{
  hd_diag *d = hd_diags_add(r->diags, HD_ERROR, place_at(r, at), "%s", what);
  d->hint = "write CHECK( init(main()), LTL(G ! call(reach_error())) ), or name the property: --property "
            "no-data-race";
  return HD_BAD_INPUT;
}

/* A goal for those who generate tests: a property file, and none that has a verdict. */
static bool is_coverage(const reader *r)
{
  reader ahead = *r;
  return eat(&ahead, "COVER(init(main()),");
}

static hd_status unsupported_property(reader *r, size_t at)
{
  hd_diag *d = hd_diags_add(r->diags, HD_ERROR, place_at(r, at), "this property is not supported");
  d->hint = hd_arena_printf(&r->diags->arena, "supported: %s", hd_property_names(&r->diags->arena));
  return HD_UNSUPPORTED;
}

/* One CHECK(...). */
static hd_status read_check(reader *r, hd_property *property)
{
  char formula[128];
  if (is_coverage(r)) return unsupported_property(r, r->at);
  if (!eat(r, "CHECK(init(main()),LTL("))
    return bad_property(r, r->at, "this is not a property: CHECK( init(main()), LTL(...) )");
  skip_spaces(r);
  size_t start = r->at;
  if (!eat_formula(r, formula, sizeof formula) || !eat(r, "))"))
    return bad_property(r, r->at, "the property does not end: `))` is missing");
  return hd_property_find_formula(formula, property) ? HD_OK : unsupported_property(r, start);
}

static hd_status read_all(reader *r, hd_property *property)
{
  hd_status status = read_check(r, property);
  for (skip_spaces(r); status == HD_OK && r->text[r->at]; skip_spaces(r)) {
    size_t start = r->at;
    hd_property next;
    status = read_check(r, &next);
    if (status == HD_OK && next != *property) return bad_property(r, start, "a second property in the same file");
  }
  return status;
}

/* The file as far as a property file can sensibly go; *error is an errno when it cannot be read. */
static char *read_file(const char *path, int *error)
{
  FILE *f = fopen(path, "rb");
  *error = f ? 0 : errno;
  if (!f) return NULL;
  enum { LIMIT = 65536 };
  char *text = hd_alloc(LIMIT, 1);
  size_t n = fread(text, 1, LIMIT - 1, f);
  if (ferror(f)) *error = errno ? errno : EIO;
  fclose(f);
  text[n] = '\0';
  return text;
}

hd_status hd_task_read_property(const char *path, hd_property *property, hd_diags *diags)
{
  int error;
  char *text = read_file(path, &error);
  hd_status status = HD_BAD_INPUT;
  if (error) {
    hd_diags_add(diags, HD_ERROR, (hd_place){.file = path}, "cannot read the property file: %s", strerror(error));
  } else {
    reader r = {.path = path, .text = text, .diags = diags};
    status = read_all(&r, property);
  }
  free(text);
  return status;
}
