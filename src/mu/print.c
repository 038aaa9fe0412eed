/* print.c - parts of parameters by name, values and tables. */
#include <stdio.h>

#include "mu/eval.h"
#include "mu/syntax.h"

/* --- paths ---------------------------------------------------------------------------------------------- */

/* The longest name at the beginning of *path, up to . or [ */
static size_t name_length(const char *path)
{
  return strcspn(path, ".[");
}

static const mu_field *find_field(const mu_type *t, const char *name, size_t n)
{
  for (uint32_t i = 0; t->kind == MU_RECORD && i < t->n; i++)
    if (strlen(t->fields[i].name) == n && strncmp(t->fields[i].name, name, n) == 0) return &t->fields[i];
  return NULL;
}

/* Follows ".name" and "[number]"; NULL when there is no such part. */
static const mu_type *part_type(const mu_type *t, const char *path, uint32_t *offset)
{
  while (*path) {
    if (*path == '.') {
      size_t n = name_length(++path);
      const mu_field *f = find_field(t, path, n);
      if (!f) return NULL;
      *offset += f->offset;
      t = f->type;
      path += n;
    } else {
      char *end;
      unsigned long i = strtoul(path + 1, &end, 10);
      if (*path != '[' || *end != ']' || t->kind != MU_ARRAY || i >= t->n) return NULL;
      t = t->element;
      *offset += (uint32_t)i * t->width;
      path = end + 1;
    }
  }
  return t;
}

static const mu_type *find_part(const hd_mu *m, const char *relation, const char *path, const mu_slot **slot,
                                uint32_t *offset)
{
  const mu_relation *r = mu_relation_find(m, relation);
  size_t n = name_length(path);
  for (uint32_t i = 0; r && i < r->n_params; i++) {
    if (strlen(r->params[i]->name) != n || strncmp(r->params[i]->name, path, n) != 0) continue;
    *slot = r->params[i]->slot;
    *offset = 0;
    return part_type(r->params[i]->type, path + n, offset);
  }
  return NULL;
}

hd_mu_bits hd_mu_bits_of(hd_mu *m, const char *relation, const char *path)
{
  const mu_slot *slot = NULL;
  uint32_t offset = 0;
  const mu_type *t = find_part(m, relation, path, &slot, &offset);
  if (!t) return (hd_mu_bits){0};
  return (hd_mu_bits){slot->bits + offset, t->width};
}

/* --- tables ----------------------------------------------------------------------------------------------
 */

typedef struct {
  uint32_t columns, rows;
  HD_VEC(char *) all; /* cells, row by row */
} table;

static char *cell_text(const mu_type *t, const bool *bits)
{
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  HD_CHECK(f);
  mu_type_print_value(f, t, bits);
  fclose(f);
  return text;
}

static void add_row(table *t, const mu_relation *r, const bool *bits)
{
  for (uint32_t i = 0; i < r->n_params; i++) {
    hd_vec_push(&t->all, cell_text(r->params[i]->type, bits));
    bits += r->params[i]->type->width;
  }
  t->rows++;
}

static void print_row(FILE *out, char *const *cells, const size_t *widths, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) fprintf(out, "%s%-*s", i ? "  " : "", i + 1 < n ? (int)widths[i] : 0, cells[i]);
  fputs("\n", out);
}

static void print_cells(FILE *out, const table *t)
{
  size_t *widths = hd_alloc(t->columns + 1, sizeof *widths);
  for (uint32_t i = 0; i < t->all.len; i++) {
    size_t n = strlen(t->all.data[i]);
    if (n > widths[i % t->columns]) widths[i % t->columns] = n;
  }
  for (uint32_t i = 0; i < t->rows; i++) print_row(out, t->all.data + i * t->columns, widths, t->columns);
  free(widths);
}

void hd_mu_print_table(FILE *out, hd_mu *m, const char *relation, hd_bdd set, uint32_t most)
{
  const mu_relation *r = mu_relation_find(m, relation);
  HD_CHECK(r);
  if (r->n_params == 0) {
    fprintf(out, "%s\n", hd_bdd_is_true(set) ? "()" : "");
    return;
  }
  table t = {.columns = r->n_params};
  for (uint32_t i = 0; i < r->n_params; i++) hd_vec_push(&t.all, hd_strdup(r->params[i]->name));
  t.rows = 1;
  hd_bdd_walk w = hd_bdd_walk_begin(set, r->bits, r->n_bits);
  uint32_t shown = 0;
  while (shown < most && hd_bdd_walk_next(&w)) {
    add_row(&t, r, w.values);
    shown++;
  }
  hd_bdd_walk_end(&w);
  print_cells(out, &t);
  double all = hd_bdd_count(set, r->bits, r->n_bits);
  if (all > shown) fprintf(out, "... and %.0f more\n", all - shown);
  for (uint32_t i = 0; i < t.all.len; i++) free(t.all.data[i]);
  hd_vec_clear(&t.all);
}
