/* mu.c - the life of a system: texts in, relations supplied, values out. */
#include "mu/mu.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "mu/block.h"
#include "mu/eval.h"
#include "mu/group.h"
#include "mu/syntax.h"

/* --- the system ------------------------------------------------------------------------------------- */

hd_mu *hd_mu_new(hd_diags *diags)
{
  hd_mu *m = hd_alloc(1, sizeof *m);
  hd_arena_init(&m->arena);
  m->diags = diags;
  m->generation = 1;
  m->eras = 1;
  m->boolean = mu_type_new(m, MU_BOOL, "bool", (hd_place){0});
  m->boolean->width = m->boolean->high = 1;
  m->integer = mu_type_new(m, MU_INTEGER, "number", (hd_place){0});
  return m;
}

static void free_parts(mu_relation *r)
{
  for (uint32_t i = 0; i < r->n_parts; i++) {
    hd_bdd_drop(r->parts[i].core);
    free(r->parts[i].equal);
  }
  free(r->parts);
  r->parts = NULL;
  r->n_parts = 0;
}

static void free_relation(mu_relation *r)
{
  mu_forget_rings(r);
  free_parts(r);
  for (uint32_t i = 0; i < r->pinned.len; i++) hd_bdd_drop(r->pinned.data[i]);
  hd_bdd_drop(r->value);
  hd_bdd_drop(r->domain);
  hd_vec_clear(&r->pinned);
  hd_vec_clear(&r->rings);
  hd_vec_clear(&r->uses);
  hd_vec_clear(&r->reaches);
  hd_vec_clear(&r->known_for);
}

void hd_mu_free(hd_mu *m)
{
  if (!m) return;
  for (uint32_t i = 0; i < m->blocks.len; i++) mu_block_free(m->blocks.data[i]);
  for (uint32_t i = 0; i < m->relations.len; i++) free_relation(m->relations.data[i]);
  for (uint32_t i = 0; i < m->slots.len; i++) {
    hd_bdd_drop(m->slots.data[i]->domain);
    hd_bdd_drop(m->slots.data[i]->cube);
  }
  hd_vec_clear(&m->files);
  hd_vec_clear(&m->types);
  hd_vec_clear(&m->params);
  hd_vec_clear(&m->given);
  hd_vec_clear(&m->relations);
  hd_vec_clear(&m->hints);
  hd_vec_clear(&m->queries);
  hd_vec_clear(&m->slots);
  hd_vec_clear(&m->blocks);
  hd_vec_clear(&m->running);
  hd_arena_clear(&m->arena);
  free(m);
}

hd_diag *mu_error(hd_mu *m, hd_place place, const char *format, ...)
{
  char text[600];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  m->failed = true;
  return hd_diags_add(m->diags, HD_ERROR, place, "%s", text);
}

mu_relation *mu_relation_find(const hd_mu *m, const char *name)
{
  for (uint32_t i = 0; i < m->relations.len; i++)
    if (strcmp(m->relations.data[i]->name, name) == 0) return m->relations.data[i];
  return NULL;
}

void hd_mu_set_param(hd_mu *m, const char *name, uint32_t value)
{
  hd_vec_push(&m->given, (mu_param){.name = hd_arena_strdup(&m->arena, name), .value = value});
}

void hd_mu_set_options(hd_mu *m, const hd_mu_options *options)
{
  m->options = *options;
}

/* --- reading ------------------------------------------------------------------------------------------ */

hd_status hd_mu_add_text(hd_mu *m, const char *name, const char *text)
{
  HD_CHECK(!m->checked);
  return mu_parse(m, name, text);
}

/* The whole file, 0-terminated; NULL when it can't be read. */
static char *read_all(const char *path)
{
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  HD_VEC(char) text = {0};
  int c;
  while ((c = fgetc(f)) != EOF) hd_vec_push(&text, (char)c);
  bool failed = ferror(f);
  fclose(f);
  hd_vec_push(&text, '\0');
  if (!failed) return text.data;
  hd_vec_clear(&text);
  return NULL;
}

hd_status mu_read_file(hd_mu *m, const char *path, hd_place asked)
{
  for (uint32_t i = 0; i < m->files.len; i++)
    if (strcmp(m->files.data[i], path) == 0) return HD_OK;
  errno = 0;
  char *text = read_all(path);
  if (!text) {
    mu_error(m, asked.file ? asked : (hd_place){.file = path}, "can't read '%s': %s", path, strerror(errno));
    return HD_BAD_INPUT;
  }
  hd_vec_push(&m->files, hd_arena_strdup(&m->arena, path));
  hd_status status = hd_mu_add_text(m, path, text);
  free(text);
  return status;
}

hd_status hd_mu_add_file(hd_mu *m, const char *path)
{
  return mu_read_file(m, path, (hd_place){0});
}

static void warn_unused_params(hd_mu *m)
{
  for (uint32_t i = 0; i < m->given.len; i++) {
    bool declared = false;
    for (uint32_t k = 0; k < m->params.len; k++) declared |= strcmp(m->params.data[k].name, m->given.data[i].name) == 0;
    if (!declared)
      hd_diags_add(m->diags, HD_WARNING, (hd_place){0}, "no file declares the parameter '%s': its value is not used",
                   m->given.data[i].name);
  }
}

hd_status hd_mu_check(hd_mu *m)
{
  HD_CHECK(!m->checked);
  if (m->failed || !mu_resolve(m)) return HD_BAD_INPUT;
  mu_find_recursion(m);
  warn_unused_params(m);
  mu_layout(m);
  if (m->failed) return HD_BAD_INPUT;
  m->checked = true;
  return HD_OK;
}

/* --- input relations --------------------------------------------------------------------------------------
 */

bool hd_mu_has(const hd_mu *m, const char *relation)
{
  return mu_relation_find(m, relation) != NULL;
}

uint32_t hd_mu_params_count(const hd_mu *m, const char *relation)
{
  const mu_relation *r = mu_relation_find(m, relation);
  return r ? r->n_params : 0;
}

const char *hd_mu_param_name(const hd_mu *m, const char *relation, uint32_t i)
{
  const mu_relation *r = mu_relation_find(m, relation);
  return r && i < r->n_params ? r->params[i]->name : NULL;
}

static void copy_part(const mu_relation *r, const hd_mu_part *from, mu_part *to)
{
  to->core = hd_bdd_keep(hd_bdd_and(from->core, r->domain));
  to->n_equal = from->n_equal;
  to->equal = hd_alloc(from->n_equal + 1, sizeof *to->equal);
  if (from->n_equal > 0) memcpy(to->equal, from->equal, from->n_equal * sizeof *to->equal);
}

void hd_mu_supply(hd_mu *m, const char *relation, const hd_mu_part *parts, uint32_t n)
{
  mu_relation *r = mu_relation_find(m, relation);
  HD_CHECK(m->checked && r && r->kind == MU_INPUT);
  hd_bdd_scope s = hd_bdd_open();
  mu_part *copies = hd_alloc(n + 1, sizeof *copies);
  uint32_t used = 0;
  for (uint32_t i = 0; i < n; i++)
    if (!hd_bdd_is_false(parts[i].core)) copy_part(r, &parts[i], &copies[used++]);
  free_parts(r);
  r->parts = copies;
  r->n_parts = used;
  r->supplied = true;
  mu_forget_values(m);
  m->generation++;
  hd_bdd_close(s);
}

void hd_mu_supply_set(hd_mu *m, const char *relation, hd_bdd set)
{
  hd_mu_supply(m, relation, &(hd_mu_part){.core = set}, 1);
}

static bool is_used(const hd_mu *m, const mu_relation *input)
{
  for (uint32_t i = 0; i < m->relations.len; i++)
    for (uint32_t k = 0; k < m->relations.data[i]->uses.len; k++)
      if (m->relations.data[i]->uses.data[k].to == input) return true;
  return false;
}

static bool uses_relation(const mu_expr *e, const mu_relation *r)
{
  if (e->kind == MU_APPLY && e->relation == r) return true;
  for (uint32_t i = 0; i < e->n_args; i++)
    if (uses_relation(e->args[i], r)) return true;
  return false;
}

const char *hd_mu_missing(const hd_mu *m)
{
  for (uint32_t i = 0; i < m->relations.len; i++) {
    const mu_relation *r = m->relations.data[i];
    if (r->kind != MU_INPUT || r->supplied) continue;
    bool used = is_used(m, r);
    for (uint32_t k = 0; k < m->queries.len && !used; k++)
      used = m->queries.data[k].formula ? uses_relation(m->queries.data[k].formula, r)
                                        : strcmp(m->queries.data[k].public.relation, r->name) == 0;
    if (used) return r->name;
  }
  return NULL;
}

/* --- results
 * ------------------------------------------------------------------------------------------------ */

hd_bdd hd_mu_value(hd_mu *m, const char *relation)
{
  mu_relation *r = mu_relation_find(m, relation);
  HD_CHECK(m->checked && r);
  m->diverged = m->stopped = false;
  hd_bdd value = mu_relation_value(m, r);
  return hd_bdd_exhausted() ? HD_BDD_NONE : value; /* some part of it may be missing */
}

uint32_t hd_mu_query_count(const hd_mu *m)
{
  return m->queries.len;
}

hd_mu_query hd_mu_query_get(const hd_mu *m, uint32_t i)
{
  return m->queries.data[i].public;
}

/* Only one relation besides inputs, applied once in each clause, not inside of anything opaque. */
static bool can_watch(hd_mu *m, const mu_expr *e)
{
  if (m->options.literal) return false;
  const mu_block *b = mu_block_of(m, e);
  if (b->uses.len != 1) return false;
  for (uint32_t i = 0; i < b->clauses.len; i++) {
    const mu_clause *c = b->clauses.data[i];
    uint32_t times = 0;
    for (uint32_t k = 0; k < c->factors.len; k++) {
      const mu_factor *f = &c->factors.data[k];
      if (f->kind == MU_FACTOR_APPLY && f->e->relation->kind != MU_INPUT) {
        if (f->negated) return false;
        times++;
      }
      if (f->kind == MU_FACTOR_OPAQUE)
        if (uses_relation(f->e, b->uses.data[0])) return false;
    }
    if (times > 1) return false;
  }
  return true;
}

hd_bdd hd_mu_answer(hd_mu *m, uint32_t query)
{
  const mu_expr *e = m->queries.data[query].formula;
  HD_CHECK(m->checked && e);
  m->diverged = m->stopped = false;
  m->watch = can_watch(m, e) ? e : NULL;
  hd_bdd_scope s = hd_bdd_open();
  hd_bdd answer = mu_eval(m, e);
  hd_bdd_close(s); /* a constant needs no reference */
  if (hd_bdd_exhausted()) answer = HD_BDD_NONE;
  m->watch = NULL;
  if (m->stopped) answer = HD_BDD_TRUE;
  m->stopped = false;
  return answer;
}

double hd_mu_count(hd_mu *m, const char *relation)
{
  const mu_relation *r = mu_relation_find(m, relation);
  return hd_bdd_count(hd_mu_value(m, relation), r->bits, r->n_bits);
}

uint32_t hd_mu_ring_count(const hd_mu *m, const char *relation)
{
  return mu_relation_find(m, relation)->rings.len;
}

hd_bdd hd_mu_ring(const hd_mu *m, const char *relation, uint32_t i)
{
  return mu_relation_find(m, relation)->rings.data[i].value;
}

uint64_t hd_mu_ring_time(const hd_mu *m, const char *relation, uint32_t i)
{
  return mu_relation_find(m, relation)->rings.data[i].time;
}

/* --- statistics --------------------------------------------------------------------------------------------
 */

uint32_t hd_mu_stats_count(const hd_mu *m)
{
  return m->relations.len;
}

hd_mu_stats hd_mu_stats_get(const hd_mu *m, uint32_t i)
{
  const mu_relation *r = m->relations.data[i];
  return (hd_mu_stats){.relation = r->name,
                       .iterations = r->iterations,
                       .evaluations = r->evaluations,
                       .nodes = hd_bdd_nodes(r->value),
                       .seconds = r->seconds};
}
