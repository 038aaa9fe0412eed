/* diag.c - equal messages are kept once. */
#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>

void hd_diags_init(hd_diags *d)
{
  *d = (hd_diags){0};
  hd_arena_init(&d->arena);
}

void hd_diags_clear(hd_diags *d)
{
  hd_vec_clear(&d->list);
  hd_arena_clear(&d->arena);
}

bool hd_diags_has_error(const hd_diags *d)
{
  for (uint32_t i = 0; i < d->list.len; i++)
    if (d->list.data[i].severity == HD_ERROR) return true;
  return false;
}

static bool same_text(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

static hd_diag *find_equal(hd_diags *d, const hd_diag *x)
{
  for (uint32_t i = 0; i < d->list.len; i++) {
    hd_diag *y = &d->list.data[i];
    if (x->severity == y->severity && x->place.line == y->place.line && x->place.column == y->place.column &&
        same_text(x->place.file, y->place.file) && same_text(x->message, y->message))
      return y;
  }
  return NULL;
}

hd_diag *hd_diags_add(hd_diags *d, hd_severity severity, hd_place place, const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  HD_CHECK(n >= 0);
  char *text = hd_arena_alloc(&d->arena, (size_t)n + 1);
  vsnprintf(text, (size_t)n + 1, format, again);
  va_end(again);
  hd_diag diag = {.severity = severity, .place = place, .message = text};
  hd_diag *equal = find_equal(d, &diag);
  if (equal) return equal;
  if (place.file) diag.place.file = hd_arena_strdup(&d->arena, place.file);
  hd_vec_push(&d->list, diag);
  return &hd_vec_last(&d->list);
}

void hd_diags_append(hd_diags *d, const hd_diags *others)
{
  for (uint32_t i = 0; i < others->list.len; i++) {
    const hd_diag *x = &others->list.data[i];
    hd_diag *copy = hd_diags_add(d, x->severity, x->place, "%s", x->message);
    if (x->hint) copy->hint = hd_arena_strdup(&d->arena, x->hint);
    copy->verbatim = x->verbatim;
  }
}
