/* pack.c - prints a term with its variables as numbers, and parses it again. */
#include "program/pack.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  hd_program *p;
  char name[16];
} naming;

static const char *name_of(void *context, uint32_t symbol)
{
  naming *n = context;
  snprintf(n->name, sizeof n->name, "v%u", symbol);
  return n->name;
}

static bool find_packed(void *context, const char *name, size_t length, uint32_t *symbol, hd_sort *sort)
{
  hd_program *p = ((const naming *)context)->p;
  uint64_t id = 0;
  if (length < 2 || length > 10 || name[0] != 'v') return false;
  for (size_t i = 1; i < length; i++) {
    if (name[i] < '0' || name[i] > '9') return false;
    id = id * 10 + (uint64_t)(name[i] - '0');
  }
  if (id >= p->vars.len) return false;
  *symbol = (uint32_t)id;
  *sort = hd_term_sort(p->terms, hd_program_var_term(p, (hd_var){*symbol}));
  return true;
}

void hd_put_term(hd_bytes *b, hd_program *p, hd_term t)
{
  char *text = NULL;
  size_t size = 0;
  naming n = {.p = p};
  if (!hd_term_is(t)) {
    hd_put_text(b, "");
    return;
  }
  FILE *out = open_memstream(&text, &size);
  HD_CHECK(out);
  hd_term_print(out, p->terms, t, &(hd_names){.name = name_of, .context = &n});
  fclose(out);
  hd_put_text(b, text);
  free(text);
}

hd_term hd_get_term(hd_reader *in, hd_program *p)
{
  hd_arena scratch;
  naming n = {.p = p};
  const char *error = NULL;
  hd_term t = HD_NO_TERM;
  hd_arena_init(&scratch);
  const char *text = hd_get_text(in, &scratch);
  if (!in->bad && *text) {
    t = hd_term_parse(p->terms, &text, &(hd_scope){find_packed, &n}, &error);
    in->bad |= !hd_term_is(t) || *text;
  }
  hd_arena_clear(&scratch);
  return in->bad ? HD_NO_TERM : t;
}
