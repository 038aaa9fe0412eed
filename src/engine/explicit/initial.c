#include "engine/explicit/initial.h"

enum { MANY = 1 << 16 };

/* An open value: its field, and what it may be. */
typedef struct {
  hd_field field;
  hd_var var;
  uint32_t domain; /* index into domains */
  uint32_t at;
} cell;

typedef struct {
  hd_searcher *s;
  const hd_inputs *inputs;
  HD_VEC(cell) cells;
  HD_VEC(hd_domain) domains;
  uint64_t total;
} opening;

static bool open_var(opening *x, const hd_instance *who, hd_var v)
{
  const hd_xlayout *l = x->s->layout;
  const hd_var_info *info = hd_var_get(l->p, v);
  if (!info->any || l->kind[v.id] != HD_PLACE_FIELD) return true;
  if (who && !hd_is_live(l->liveness, hd_thread_get(l->p, who->thread)->entry, v)) return true;
  hd_domain domain;
  if (!hd_inputs_initial(x->inputs, v, &domain)) return false;
  hd_vec_push(&x->domains, domain);
  hd_field f = hd_layout_field(l, who, v);
  for (uint32_t i = 0; i < hd_var_elements(info); i++) {
    hd_vec_push(&x->cells, (cell){info->count ? hd_field_element(f, i) : f, v, x->domains.len - 1, 0});
    x->total *= domain.n;
    if (x->total > MANY) return false;
  }
  for (uint32_t i = 0; i < domain.n; i++) {
    hd_width *w = &l->widths[v.id];
    if (hd_width_fits(*w, info->sort.width, domain.values[i])) continue;
    hd_width_admit(w, info->sort.width, domain.values[i]);
    x->s->end = HD_SEARCH_TOO_WIDE;
  }
  return true;
}

static bool next(opening *x)
{
  for (uint32_t i = 0; i < x->cells.len; i++) {
    cell *c = &x->cells.data[i];
    if (++c->at < x->domains.data[c->domain].n) return true;
    c->at = 0;
  }
  return false;
}

static void add_all(opening *x)
{
  const hd_xlayout *l = x->s->layout;
  uint64_t *words = hd_alloc(l->n_words, sizeof *words);
  hd_layout_initial(l, words);
  do {
    for (uint32_t i = 0; i < x->cells.len; i++) {
      const cell *c = &x->cells.data[i];
      hd_field_set(words, c->field, x->domains.data[c->domain].values[c->at]);
    }
    hd_searcher_add(x->s, words);
  } while (next(x));
  free(words);
}

static bool open_all(opening *x, hd_var *failed)
{
  const hd_xlayout *l = x->s->layout;
  for (uint32_t v = 0; v < l->p->vars.len; v++) {
    hd_thread t = l->p->vars.data[v].thread;
    *failed = (hd_var){v};
    if (t.id == HD_NONE && !open_var(x, NULL, (hd_var){v})) return false;
    for (uint32_t i = 0; t.id != HD_NONE && i < l->n_instances; i++)
      if (l->instances[i].thread.id == t.id && !open_var(x, &l->instances[i], (hd_var){v})) return false;
  }
  return true;
}

bool hd_initial_states(hd_searcher *s, const hd_inputs *inputs, hd_result *out)
{
  opening x = {.s = s, .inputs = inputs, .total = 1};
  hd_var failed;
  s->end = HD_SEARCH_COMPLETE;
  bool ok = open_all(&x, &failed);
  const hd_var_info *info = ok ? NULL : hd_var_get(s->layout->p, failed);
  if (!ok) hd_result_unknown(out, info->pos, "the initial value of `%s` is not a few values", info->name);
  ok = ok && s->end != HD_SEARCH_TOO_WIDE;
  if (ok) add_all(&x);
  for (uint32_t i = 0; i < x.domains.len; i++) free(x.domains.data[i].values);
  hd_vec_clear(&x.domains);
  hd_vec_clear(&x.cells);
  return ok;
}
