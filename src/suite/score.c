/* score.c - sums by property and family, sorted. */
#include "suite/score.h"

int hd_row_most(const hd_row *row)
{
  if (!row->expected) return 0;
  return strcmp(row->expected, "true") == 0 ? 2 : 1;
}

int hd_row_score(const hd_row *row)
{
  if (!row->expected) return 0;
  bool holds = strcmp(row->expected, "true") == 0;
  if (row->outcome == HD_RIGHT) return holds ? 2 : 1;
  if (row->outcome == HD_WRONG) return holds ? -16 : -32;
  return 0;
}

static bool equal_texts(const char *a, const char *b)
{
  return a && b ? strcmp(a, b) == 0 : a == b;
}

static hd_sum_of_rows *sum_for(hd_scores *all, const char *property, const char *family)
{
  for (uint32_t i = 0; i < all->len; i++)
    if (equal_texts(all->data[i].property, property) && equal_texts(all->data[i].family, family)) return &all->data[i];
  hd_vec_push(all, (hd_sum_of_rows){.property = property, .family = family});
  return &hd_vec_last(all);
}

static void add_row(hd_sum_of_rows *sum, const hd_row *row)
{
  sum->of[row->outcome]++;
  sum->score += hd_row_score(row);
  sum->most += hd_row_most(row);
  sum->processor += row->processor;
}

static int compare_texts(const char *a, const char *b)
{
  return strcmp(a ? a : "", b ? b : "");
}

static int compare_sums(const void *a, const void *b)
{
  const hd_sum_of_rows *x = a, *y = b;
  int by_property = compare_texts(x->property, y->property);
  return by_property ? by_property : compare_texts(x->family, y->family);
}

void hd_scores_add_up(const hd_results *r, hd_scores *out)
{
  for (uint32_t i = 0; i < r->rows.len; i++) {
    const hd_row *row = &r->rows.data[i];
    if (row->outcome == HD_NOT_RUN) continue;
    add_row(sum_for(out, row->property, NULL), row);
    if (row->family) add_row(sum_for(out, row->property, row->family), row);
  }
  if (out->len) qsort(out->data, out->len, sizeof *out->data, compare_sums);
}
