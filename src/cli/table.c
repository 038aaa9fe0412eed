/* table.c - one function for each form of output. */
#include "cli/table.h"

#include <math.h>

#include "heddle/heddle.h"
#include "suite/score.h"

static const char *text_or(const char *text, const char *otherwise)
{
  return text ? text : otherwise;
}

/* --- for people --------------------------------------------------------------------------------------- */

static const char *shown_outcome(hd_outcome outcome)
{
  return outcome == HD_WRONG ? "WRONG" : outcome == HD_FAILED ? "FAILED" : text_or(hd_outcome_name(outcome), "-");
}

void hd_table_print_head(void)
{
  printf("%-48s %-8s %-8s %8s %12s  %s\n", "task", "expected", "result", "seconds", "states", "verdict");
}

void hd_table_print_row(const hd_row *r, size_t skip)
{
  const char *file = r->task + skip;
  size_t n = strlen(file), most = 48;
  char states[32] = "-";
  if (r->states >= 0) snprintf(states, sizeof states, "%.0f", r->states);
  printf("%-48s %-8.8s %-8s %8.1f %12s  %.70s\n", n > most ? file + n - most : file, text_or(r->expected, "-"),
         shown_outcome(r->outcome), r->wall, states, r->verdict);
}

typedef struct {
  uint32_t of[HD_OUTCOMES];
} counts;

static counts count_outcomes(const hd_results *r)
{
  counts c = {{0}};
  for (uint32_t i = 0; i < r->rows.len; i++) c.of[r->rows.data[i].outcome]++;
  return c;
}

static void print_score(const hd_sum_of_rows *s)
{
  uint32_t n = 0;
  for (unsigned i = HD_RIGHT; i < HD_OUTCOMES; i++) n += s->of[i];
  printf("%s%-*s %6u %6u %8u %6u %7u %7d %7d %6.1f%% %10.1f\n", s->family ? "  " : "", s->family ? 30 : 32,
         text_or(s->family, text_or(s->property, "(the task's property)")), n, s->of[HD_RIGHT], s->of[HD_NOT_KNOWN],
         s->of[HD_WRONG], s->of[HD_FAILED], s->score, s->most, s->most ? 100.0 * s->score / s->most : 0, s->processor);
}

/* Where there are families, or several properties: otherwise the last line says it all. */
static void print_scores(const hd_results *r)
{
  hd_scores scores = {0};
  hd_scores_add_up(r, &scores);
  if (scores.len > 1) {
    printf("\n%-32s %6s %6s %8s %6s %7s %7s %7s %7s %10s\n", "score", "tasks", "right", "unknown", "wrong", "failed",
           "points", "of", "", "processor");
    for (uint32_t i = 0; i < scores.len; i++) print_score(&scores.data[i]);
  }
  hd_vec_clear(&scores);
}

int hd_table_summarize(const hd_results *r)
{
  counts c = count_outcomes(r);
  print_scores(r);
  printf("\n%u tasks: %u right, %u unknown, %u wrong, %u failed", r->rows.len - c.of[HD_NOT_RUN], c.of[HD_RIGHT],
         c.of[HD_NOT_KNOWN], c.of[HD_WRONG], c.of[HD_FAILED]);
  if (c.of[HD_UNSAID]) printf(", %u decided without an expected verdict", c.of[HD_UNSAID]);
  printf("\n");
  if (c.of[HD_NOT_RUN]) printf("interrupted: %u of %u tasks were not run\n", c.of[HD_NOT_RUN], r->rows.len);
  if (c.of[HD_WRONG]) return HD_EXIT_UNSAFE;
  if (c.of[HD_FAILED]) return HD_EXIT_DEFECT;
  return c.of[HD_NOT_RUN] ? HD_EXIT_UNKNOWN : 0;
}

/* --- two runs ------------------------------------------------------------------------------------------- */

/* The row of the same task and property, whatever tool and limits it had. */
static const hd_row *find_task(const hd_results *r, const hd_row *row)
{
  for (uint32_t i = 0; i < r->rows.len; i++) {
    const hd_row *other = &r->rows.data[i];
    if (strcmp(other->task, row->task) == 0 && strcmp(text_or(other->property, ""), text_or(row->property, "")) == 0)
      return other;
  }
  return NULL;
}

typedef struct {
  uint32_t common, changed, slower, faster, now_wrong;
  double logs; /* of the ratios of processor times, where both decide */
  uint32_t ratios;
} comparison;

static bool row_decides(const hd_row *r)
{
  return r->outcome == HD_RIGHT || r->outcome == HD_WRONG || r->outcome == HD_UNSAID;
}

/* Times of the same program vary by a third on a busy machine, and short ones by more. */
static void compare_times(comparison *c, const hd_row *a, const hd_row *b)
{
  const double least = 0.5, factor = 1.5, floor_seconds = 0.01;
  double before = fmax(a->processor, floor_seconds), after = fmax(b->processor, floor_seconds);
  c->logs += log(after / before);
  c->ratios++;
  if (fabs(after - before) < least) return;
  c->slower += after > before * factor;
  c->faster += before > after * factor;
  if (after > before * factor || before > after * factor)
    printf("time      %-60s %-16s %9.1f -> %.1f s\n", b->task, text_or(b->property, "-"), before, after);
}

static void compare_rows(comparison *c, const hd_row *a, const hd_row *b)
{
  c->common++;
  if (a->outcome != b->outcome) {
    c->changed++;
    c->now_wrong += b->outcome == HD_WRONG;
    printf("%-9s %-60s %-16s %9s -> %s (%s)\n", b->outcome == HD_WRONG ? "WRONG" : "verdict", b->task,
           text_or(b->property, "-"), shown_outcome(a->outcome), shown_outcome(b->outcome), b->verdict);
  } else if (row_decides(a)) {
    compare_times(c, a, b);
  }
}

int hd_table_compare(const hd_results *before, const hd_results *after)
{
  comparison c = {0};
  for (uint32_t i = 0; i < after->rows.len; i++) {
    const hd_row *was = find_task(before, &after->rows.data[i]);
    if (was) compare_rows(&c, was, &after->rows.data[i]);
  }
  printf("\n%u tasks in both: %u outcomes changed, %u slower, %u faster by half or more; ", c.common, c.changed,
         c.slower, c.faster);
  printf("processor time of the tasks that both decide: factor %.2f\n", c.ratios ? exp(c.logs / c.ratios) : 1);
  printf("only before: %u, only after: %u\n", before->rows.len - c.common, after->rows.len - c.common);
  return c.now_wrong ? HD_EXIT_UNSAFE : 0;
}

/* --- comma-separated values: texts in quotes, quotes in them doubled --------------------------- */

static void put_text(FILE *out, const char *text, const char *after)
{
  fputc('"', out);
  for (; *text; text++) fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
  fprintf(out, "\"%s", after);
}

/* A number, or nothing where it is not known. */
static void put_number(FILE *out, double number, const char *nothing)
{
  if (number >= 0)
    fprintf(out, "%.0f", number);
  else
    fputs(nothing, out);
}

static bool close_file(FILE *out)
{
  bool ok = !ferror(out);
  return fclose(out) == 0 && ok;
}

bool hd_table_write_csv(const hd_results *r, FILE *out)
{
  fprintf(out, "task,property,expected,result,seconds,states,engine,verdict,processor,memory\n");
  for (uint32_t i = 0; i < r->rows.len; i++) {
    const hd_row *row = &r->rows.data[i];
    if (row->outcome == HD_NOT_RUN) continue;
    put_text(out, row->task, ",");
    fprintf(out, "%s,%s,%s,%.3f,", text_or(row->property, ""), text_or(row->expected, ""), shown_outcome(row->outcome),
            row->wall);
    put_number(out, row->states, "");
    fprintf(out, ",%s,", text_or(row->engine, ""));
    put_text(out, row->verdict, ",");
    fprintf(out, "%.3f,", row->processor);
    put_number(out, row->memory, "");
    fputc('\n', out);
  }
  return close_file(out);
}

bool hd_table_write_json(const hd_results *r, FILE *out)
{
  hd_results_print_json(out, r);
  return close_file(out);
}

/* --- JUnit's XML: a wrong verdict is a failure, a task that failed an error, an unknown one is skipped --------- */

static void put_xml(FILE *out, const char *text)
{
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    const char *name = c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : NULL;
    if (name)
      fputs(name, out);
    else
      fputc(c < 0x20 ? ' ' : c, out);
  }
}

static void put_case(FILE *out, const hd_row *row)
{
  static const char *const elements[HD_OUTCOMES] = {
      [HD_WRONG] = "failure", [HD_FAILED] = "error", [HD_NOT_KNOWN] = "skipped"};
  fputs("  <testcase classname=\"", out);
  put_xml(out, text_or(row->property, "task"));
  fputs("\" name=\"", out);
  put_xml(out, row->task);
  fprintf(out, "\" time=\"%.3f\"", row->wall);
  if (elements[row->outcome]) {
    fprintf(out, "><%s message=\"", elements[row->outcome]);
    put_xml(out, row->verdict);
    fputs("\"/></testcase>\n", out);
  } else {
    fputs("/>\n", out);
  }
}

bool hd_table_write_junit(const hd_results *r, FILE *out)
{
  counts c = count_outcomes(r);
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
  fprintf(out, "<testsuite name=\"heddle bench\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n",
          r->rows.len - c.of[HD_NOT_RUN], c.of[HD_WRONG], c.of[HD_FAILED], c.of[HD_NOT_KNOWN]);
  for (uint32_t i = 0; i < r->rows.len; i++)
    if (r->rows.data[i].outcome != HD_NOT_RUN) put_case(out, &r->rows.data[i]);
  fputs("</testsuite>\n", out);
  return close_file(out);
}
