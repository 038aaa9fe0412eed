/* results.c - keeps one row for each task, writes rows as they come and reads them back. */
#include "suite/results.h"

#include <errno.h>
#include <math.h>
#include <unistd.h>

#include "report/record.h"
#include "suite/error.h"

enum { FORMAT = 1 };

static const char *const outcome_names[HD_OUTCOMES] = {NULL, "right", "wrong", "unknown", "failed", "decided"};

const char *hd_outcome_name(hd_outcome outcome)
{
  return outcome_names[outcome];
}

void hd_results_init(hd_results *r)
{
  *r = (hd_results){0};
  hd_strings_init(&r->texts);
}

void hd_results_clear(hd_results *r)
{
  hd_strings_clear(&r->texts);
  hd_map_clear(&r->by_key);
  hd_vec_clear(&r->rows);
}

/* --- one row for each piece of work ---------------------------------------------------------------- */

/* A unit separator stands between texts: none of them has it. */
static uint32_t key_of(hd_results *r, const hd_row *row)
{
  char *text;
  int n = asprintf(&text, "%s\x1f%s\x1f%s\x1f%g\x1f%g\x1f%g", row->task, row->property ? row->property : "",
                   row->tool ? row->tool : "", row->wall_limit, row->processor_limit, row->memory_limit);
  if (n < 0) hd_out_of_memory();
  uint32_t key = hd_strings_add(&r->texts, text);
  free(text);
  return key;
}

static const char *keep_text(hd_results *r, const char *text)
{
  return text ? hd_strings_get(&r->texts, hd_strings_add(&r->texts, text)) : NULL;
}

static hd_row keep_row(hd_results *r, const hd_row *row)
{
  hd_row kept = *row;
  const char **texts[] = {&kept.task,   &kept.property, &kept.family,  &kept.expected, &kept.verdict,
                          &kept.engine, &kept.tool,     &kept.version, &kept.machine};
  for (size_t i = 0; i < HD_COUNT(texts); i++) *texts[i] = keep_text(r, *texts[i]);
  return kept;
}

uint32_t hd_results_add(hd_results *r, const hd_row *row)
{
  uint32_t key = key_of(r, row);
  const uint64_t *there = hd_map_find(&r->by_key, key);
  hd_row kept = keep_row(r, row);
  if (there) {
    r->rows.data[*there] = kept;
    return (uint32_t)*there;
  }
  hd_map_put(&r->by_key, key, r->rows.len);
  hd_vec_push(&r->rows, kept);
  return r->rows.len - 1;
}

const hd_row *hd_results_find(hd_results *r, const hd_row *row)
{
  const uint64_t *there = hd_map_find(&r->by_key, key_of(r, row));
  return there ? &r->rows.data[*there] : NULL;
}

static int compare_work(const void *a, const void *b)
{
  const hd_row *x = a, *y = b;
  int by_task = strcmp(x->task, y->task);
  return by_task ? by_task : strcmp(x->property ? x->property : "", y->property ? y->property : "");
}

void hd_results_sort(hd_results *r)
{
  if (r->rows.len) qsort(r->rows.data, r->rows.len, sizeof *r->rows.data, compare_work);
  for (uint32_t i = 0; i < r->rows.len; i++) hd_map_put(&r->by_key, key_of(r, &r->rows.data[i]), i);
}

/* --- lines ---------------------------------------------------------------------------------------------- */

/* The fields of a line that are texts, and those that are numbers; -1 stands for one that is not there. */
typedef struct {
  const char *key;
  size_t offset;
} field;

#define FIELD(key, name)        \
  {                             \
    key, offsetof(hd_row, name) \
  }
static const field text_fields[] = {
    FIELD("task", task),         FIELD("property", property), FIELD("family", family),
    FIELD("expected", expected), FIELD("verdict", verdict),   FIELD("engine", engine),
    FIELD("tool", tool),         FIELD("version", version),   FIELD("machine", machine)};
static const field number_fields[] = {FIELD("states", states),
                                      FIELD("wall", wall),
                                      FIELD("processor", processor),
                                      FIELD("memory", memory),
                                      FIELD("wall-limit", wall_limit),
                                      FIELD("processor-limit", processor_limit),
                                      FIELD("memory-limit", memory_limit)};

static const char **text_of(hd_row *row, const field *f)
{
  return (const char **)(void *)((char *)row + f->offset);
}

static double *number_of(hd_row *row, const field *f)
{
  return (double *)(void *)((char *)row + f->offset);
}

/* No clock here knows more. */
static double in_thousandths(double number)
{
  return round(number * 1000) / 1000;
}

bool hd_results_write(FILE *out, const hd_row *row)
{
  hd_row copy = *row;
  hd_record *r = hd_record_new();
  hd_record_put_number(r, "format", FORMAT);
  for (size_t i = 0; i < HD_COUNT(text_fields); i++)
    if (*text_of(&copy, &text_fields[i])) hd_record_put_text(r, text_fields[i].key, *text_of(&copy, &text_fields[i]));
  hd_record_put_text(r, "result", outcome_names[row->outcome]);
  for (size_t i = 0; i < HD_COUNT(number_fields); i++)
    if (*number_of(&copy, &number_fields[i]) >= 0)
      hd_record_put_number(r, number_fields[i].key, in_thousandths(*number_of(&copy, &number_fields[i])));
  char *line = hd_record_print(r);
  hd_record_free(r);
  bool ok = fprintf(out, "%s\n", line) > 0 && fflush(out) == 0;
  free(line);
  return ok;
}

/* --- the table as one JSON object ----------------------------------------------------------------------- */

static void put_row(FILE *out, const hd_row *row)
{
  hd_record *r = hd_record_new();
  hd_record_put_text(r, "task", row->task);
  hd_record_put_text(r, "property", row->property);
  hd_record_put_text(r, "expected", row->expected);
  hd_record_put_text(r, "result", outcome_names[row->outcome]);
  hd_record_put_number(r, "seconds", in_thousandths(row->wall));
  hd_record_put_number(r, "processor", in_thousandths(row->processor));
  if (row->states >= 0)
    hd_record_put_number(r, "states", row->states);
  else
    hd_record_put_text(r, "states", NULL);
  hd_record_put_text(r, "engine", row->engine);
  hd_record_put_text(r, "verdict", row->verdict);
  char *line = hd_record_print(r);
  fprintf(out, "    %s", line);
  free(line);
  hd_record_free(r);
}

void hd_results_print_json(FILE *out, const hd_results *r)
{
  uint32_t of[HD_OUTCOMES] = {0};
  const char *between = "\n";
  fputs("{\n  \"tasks\": [", out);
  for (uint32_t i = 0; i < r->rows.len; i++) {
    of[r->rows.data[i].outcome]++;
    if (r->rows.data[i].outcome == HD_NOT_RUN) continue;
    fputs(between, out);
    put_row(out, &r->rows.data[i]);
    between = ",\n";
  }
  fprintf(out, "\n  ],\n  \"right\": %u, \"wrong\": %u, \"unknown\": %u, ", of[HD_RIGHT], of[HD_WRONG],
          of[HD_NOT_KNOWN]);
  fprintf(out, "\"failed\": %u, \"decided\": %u, \"not run\": %u\n}\n", of[HD_FAILED], of[HD_UNSAID], of[HD_NOT_RUN]);
}

/* --- reading --------------------------------------------------------------------------------------------- */

static hd_outcome outcome_of(const char *name)
{
  for (unsigned i = 1; name && i < HD_OUTCOMES; i++)
    if (strcmp(outcome_names[i], name) == 0) return (hd_outcome)i;
  return HD_NOT_RUN;
}

bool hd_results_parse(hd_results *r, const char *line)
{
  hd_row row = {0};
  hd_record *record = hd_record_parse(line);
  if (!record) return false;
  for (size_t i = 0; i < HD_COUNT(text_fields); i++)
    *text_of(&row, &text_fields[i]) = hd_record_text(record, text_fields[i].key);
  for (size_t i = 0; i < HD_COUNT(number_fields); i++)
    *number_of(&row, &number_fields[i]) = hd_record_number(record, number_fields[i].key, -1);
  row.outcome = outcome_of(hd_record_text(record, "result"));
  bool ok = row.task && row.verdict && row.outcome != HD_NOT_RUN && hd_record_number(record, "format", 0) == FORMAT;
  if (ok) hd_results_add(r, &row);
  hd_record_free(record);
  return ok;
}

bool hd_results_read(hd_results *r, const char *path, bool may_be_missing, char **error)
{
  FILE *in = fopen(path, "re");
  if (!in && errno == ENOENT && may_be_missing) return true;
  if (!in) return hd_suite_error(error, "cannot read '%s': %s", path, strerror(errno));
  char *line = NULL;
  size_t size = 0;
  bool ok = true;
  uint32_t number = 0;
  for (ssize_t n; ok && (n = getline(&line, &size, in)) > 0;) {
    number++;
    bool complete = line[n - 1] == '\n';
    if (complete && n > 1 && !hd_results_parse(r, line))
      ok = hd_suite_error(error, "%s:%u: this line is not a result of `heddle bench --results'", path, number);
  }
  free(line);
  fclose(in);
  return ok;
}

/* Where the last complete line ends. */
static off_t end_of_lines(FILE *f)
{
  off_t end = 0, at = 0;
  for (int c; (c = fgetc(f)) != EOF;) {
    at++;
    if (c == '\n') end = at;
  }
  return end;
}

FILE *hd_results_append(const char *path)
{
  FILE *out = fopen(path, "a+e");
  if (!out) return NULL;
  rewind(out);
  bool ok = ftruncate(fileno(out), end_of_lines(out)) == 0 && fseeko(out, 0, SEEK_END) == 0;
  if (ok) return out;
  fclose(out);
  return NULL;
}
