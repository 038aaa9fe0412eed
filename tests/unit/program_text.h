/* program_text.h - programs for tests, written in the textual form. */
#ifndef TESTS_PROGRAM_TEXT_H
#define TESTS_PROGRAM_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "program/text.h"
#include "program/validate.h"

/* The program, or a failed test with the parser's message. */
static inline hd_program *program_of(const char *text)
{
  hd_diags diags;
  hd_diags_init(&diags);
  hd_program *p = hd_program_parse(text, strlen(text), "test", &diags);
  if (!p) {
    const hd_diag *d = &diags.list.data[0];
    fail_msg("test:%u:%u: %s", d->place.line, d->place.column, d->message);
  }
  hd_diags_clear(&diags);
  return p;
}

/* The text of a program; freed with free(). */
static inline char *text_of(const hd_program *p)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  hd_program_print(out, p);
  fclose(out);
  return text;
}

/* Fails the test when a transformation has left something ill-formed. */
static inline void assert_well_formed(const hd_program *p)
{
  hd_diags diags;
  hd_diags_init(&diags);
  if (hd_program_check(p, &diags) != HD_OK) fail_msg("%s", diags.list.data[0].message);
  hd_diags_clear(&diags);
}

static inline void assert_text(const hd_program *p, const char *expected)
{
  char *text = text_of(p);
  assert_string_equal(text, expected);
  free(text);
}

#endif
