#include "cli/table.h"

#include "heddle/heddle.h"

static const char *const outcomes[] = {"-", "right", "WRONG", "unknown", "FAILED", "decided"};

void hd_table_print_head(void)
{
  printf("%-48s %-8s %-8s %8s %12s  %s\n", "task", "expected", "result", "seconds", "states", "verdict");
}

void hd_table_print_row(const hd_row *r, size_t skip)
{
  const char *file = r->file + skip;
  size_t n = strlen(file), most = 48;
  printf("%-48s %-8.8s %-8s %8.1f %12s  %.70s\n", n > most ? file + n - most : file, *r->expected ? r->expected : "-",
         outcomes[r->outcome], r->seconds, *r->states ? r->states : "-", r->verdict);
}

typedef struct {
  uint32_t of[HD_OUTCOMES];
} counts;

static counts count(const hd_table *t)
{
  counts c = {{0}};
  for (uint32_t i = 0; i < t->n; i++) c.of[t->rows[i].outcome]++;
  return c;
}

int hd_table_summarize(const hd_table *t)
{
  counts c = count(t);
  printf("\n%u tasks: %u right, %u unknown, %u wrong, %u failed", t->n - c.of[HD_NOT_RUN], c.of[HD_RIGHT],
         c.of[HD_NOT_KNOWN], c.of[HD_WRONG], c.of[HD_FAILED]);
  if (c.of[HD_UNSAID]) printf(", %u decided without an expected verdict", c.of[HD_UNSAID]);
  printf("\n");
  if (c.of[HD_NOT_RUN]) printf("interrupted: %u of %u tasks were not run\n", c.of[HD_NOT_RUN], t->n);
  if (c.of[HD_WRONG]) return HD_EXIT_UNSAFE;
  if (c.of[HD_FAILED]) return HD_EXIT_DEFECT;
  return c.of[HD_NOT_RUN] ? HD_EXIT_UNKNOWN : 0;
}

/* --- comma-separated values: texts in quotes, quotes in them doubled --------------------------- */

static void put_text(FILE *out, const char *text, const char *after)
{
  fputc('"', out);
  for (; *text; text++) fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
  fprintf(out, "\"%s", after);
}

bool hd_table_write_csv(const hd_table *t, FILE *out)
{
  fprintf(out, "task,property,expected,result,seconds,states,engine,verdict\n");
  for (uint32_t i = 0; i < t->n; i++) {
    const hd_row *r = &t->rows[i];
    if (r->outcome == HD_NOT_RUN) continue;
    put_text(out, r->file, ",");
    fprintf(out, "%s,%s,%s,%.3f,%s,%s,", r->property ? r->property : "", r->expected, outcomes[r->outcome], r->seconds,
            r->states, r->engine);
    put_text(out, r->verdict, "\n");
  }
  bool ok = !ferror(out);
  return fclose(out) == 0 && ok;
}

/* --- JSON -------------------------------------------------------------------------------------- */

/* How many bytes at `s` are one letter of UTF-8; 0: they are none. */
static size_t utf8_length(const char *s)
{
  const unsigned char *u = (const unsigned char *)s;
  size_t n = u[0] < 0x80 ? 1 : u[0] >= 0xc2 && u[0] < 0xe0 ? 2 : u[0] >= 0xe0 && u[0] < 0xf0 ? 3 : 4;
  if (u[0] >= 0xf5 || (u[0] >= 0x80 && u[0] < 0xc2)) return 0;
  for (size_t i = 1; i < n; i++)
    if ((u[i] & 0xc0) != 0x80) return 0;
  return n;
}

/* File names may hold any byte, JSON may not: what is no UTF-8 is written as its Latin-1 letter. */
static void put_string(FILE *out, const char *text)
{
  fputc('"', out);
  while (*text) {
    unsigned char byte = (unsigned char)*text;
    size_t n = utf8_length(text);
    if (byte == '"' || byte == '\\')
      fprintf(out, "\\%c", byte);
    else if (byte < 0x20 || n == 0)
      fprintf(out, "\\u%04x", byte);
    else
      fwrite(text, 1, n, out);
    text += n ? n : 1;
  }
  fputc('"', out);
}

static void put_field(FILE *out, const char *name, const char *text)
{
  fprintf(out, ", \"%s\": ", name);
  if (text && *text)
    put_string(out, text);
  else
    fputs("null", out);
}

static void put_json_row(FILE *out, const hd_row *r)
{
  static const char *const names[] = {NULL, "right", "wrong", "unknown", "failed", "decided"};
  fputs("    {\"task\": ", out);
  put_string(out, r->file);
  put_field(out, "property", r->property);
  put_field(out, "expected", r->expected);
  put_field(out, "result", names[r->outcome]);
  fprintf(out, ", \"seconds\": %.3f, \"states\": %s", r->seconds, *r->states ? r->states : "null");
  put_field(out, "engine", r->engine);
  put_field(out, "verdict", r->verdict);
  fputs("}", out);
}

bool hd_table_write_json(const hd_table *t, FILE *out)
{
  counts c = count(t);
  const char *between = "\n";
  fputs("{\n  \"tasks\": [", out);
  for (uint32_t i = 0; i < t->n; i++) {
    if (t->rows[i].outcome == HD_NOT_RUN) continue;
    fputs(between, out);
    put_json_row(out, &t->rows[i]);
    between = ",\n";
  }
  fprintf(out, "\n  ],\n  \"right\": %u, \"wrong\": %u, \"unknown\": %u, ", c.of[HD_RIGHT], c.of[HD_WRONG],
          c.of[HD_NOT_KNOWN]);
  fprintf(out, "\"failed\": %u, \"decided\": %u, \"not run\": %u\n}\n", c.of[HD_FAILED], c.of[HD_UNSAID],
          c.of[HD_NOT_RUN]);
  bool ok = !ferror(out);
  return fclose(out) == 0 && ok;
}
