/* options.c - defaults, checks across options, and the task that engines get. */
#include "api/options.h"

/* The rows behind the fields of heddle_options. */
typedef enum { FLAG, NUMBER, BOUND, SECONDS, PATH, TEXT, CHOICE, NAME, ENGINE, PROPERTY } field_kind;
static const struct {
  field_kind kind;
  size_t offset;
  const char *word, *values;
} rows[] = {
#define HEDDLE_LIBRARY(kind, field, letter, word, argument, values, ...) \
  {kind, offsetof(heddle_options, field), word, values},
#define HEDDLE_ENGINE(kind, field, letter, word, argument, values, ...) \
  {kind, offsetof(heddle_options, field), word, values},
#include <heddle/options.def>
};

void heddle_options_init(heddle_options *options)
{
  *options = (heddle_options){0};
  for (size_t i = 0; i < HD_COUNT(rows); i++)
    if (rows[i].kind == BOUND) *(uint32_t *)((char *)options + rows[i].offset) = UINT32_MAX;
}

static bool refuse_option(heddle_input *in, const char *message)
{
  hd_diags_add(&in->diags, HD_ERROR, (hd_place){0}, "%s", message);
  in->status = HD_BAD_USAGE;
  return false;
}

bool hd_options_check(heddle_input *in, const heddle_options *o)
{
  unsigned position;
  for (size_t i = 0; i < HD_COUNT(rows); i++) {
    if (rows[i].kind != CHOICE && rows[i].kind != NAME) continue;
    const char *text = *(const char *const *)((const char *)o + rows[i].offset);
    if (text && !hd_task_choose(rows[i].values, text, &position))
      return refuse_option(in, hd_arena_printf(&in->arena, "--%s has no value '%s'; it is one of %s", rows[i].word,
                                               text, rows[i].values));
  }
  return true;
}

/* Of a choice that was made, the position; hd_task_unbounded has set that of any other. */
static void choose_value(const char *values, const char *text, unsigned *position)
{
  if (text) HD_CHECK(hd_task_choose(values, text, position));
}

bool hd_options_task(heddle_input *in, const heddle_options *o, hd_task *t)
{
  if (!hd_options_check(in, o)) return false;
  *t = hd_task_unbounded(in->property);
  t->alone = o->engine && strcmp(o->engine, "auto") != 0;
#define COPY_FLAG(field, values) t->field = o->field;
#define COPY_BOUND(field, values) t->field = o->field;
#define COPY_TEXT(field, values) t->field = o->field;
#define COPY_NAME(field, values) t->field = o->field;
#define COPY_CHOICE(field, values) choose_value(values, o->field, &t->field);
#define HEDDLE_ENGINE(kind, field, letter, word, argument, values, ...) COPY_##kind(field, values)
#include <heddle/options.def>
  const char *why_not;
  for (uint32_t i = 0; hd_engines[i]; i++)
    if (hd_engines[i]->understands && !hd_engines[i]->understands(t, &why_not)) return refuse_option(in, why_not);
  return true;
}
