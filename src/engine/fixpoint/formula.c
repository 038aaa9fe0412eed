/* formula.c - loads a formula file, supplies the relations and asks for the goal. */
#include "engine/fixpoint/formula.h"

hd_fx_question hd_fx_question_about(const hd_fx_scene *scene, const char *file, const char *param, uint32_t value)
{
  return (hd_fx_question){.p = scene->formula,
                          .targets = scene->formula_targets,
                          .file = file,
                          .param = param,
                          .value = value,
                          .shared = &scene->shared,
                          .shared_vars = hd_fx_checker_row(scene->checker).globals,
                          .reorder = scene->reorder};
}

static hd_status load_formula(hd_fx_formula *f, const hd_fx_question *q)
{
  char *text = hd_fx_model_text(&f->model);
  if (q->param) hd_mu_set_param(f->mu, q->param, q->value);
  if (q->counts) hd_mu_set_param(f->mu, "N", q->p->threads.len);
  if (q->permuted) hd_mu_set_param(f->mu, "ORDERED", 0);
  hd_status status = hd_mu_add_text(f->mu, "the program's relations", text);
  if (status == HD_OK) status = hd_mu_add_file(f->mu, q->file);
  if (status == HD_OK) status = hd_mu_check(f->mu);
  free(text);
  return status;
}

/* The last closed formula is the question. */
static hd_fx_answer ask_formula(hd_fx_formula *f, const hd_fx_question *q, hd_diags *diags)
{
  uint32_t last = HD_NONE;
  for (uint32_t i = 0; i < hd_mu_query_count(f->mu); i++)
    if (hd_mu_query_get(f->mu, i).command == HD_MU_ANSWER) last = i;
  if (last == HD_NONE) {
    hd_diag *d = hd_diags_add(diags, HD_ERROR, (hd_place){.file = q->file}, "no closed formula asks for anything");
    d->hint = "end the file with a formula that is true when the program is unsafe";
    return HD_FX_BAD;
  }
  const char *missing = hd_mu_missing(f->mu);
  if (missing) {
    hd_diags_add(diags, HD_ERROR, (hd_place){.file = q->file},
                 "a Boolean program has no relation `%s` to give to this file", missing);
    return HD_FX_BAD;
  }
  hd_bdd value = hd_mu_answer(f->mu, last);
  if (!hd_bdd_ok(value)) return hd_bdd_exhausted() ? HD_FX_NONE : HD_FX_BAD;
  return hd_bdd_is_true(value) ? HD_FX_YES : HD_FX_NO;
}

void hd_fx_formula_open(hd_fx_formula *f, const hd_fx_question *q, hd_diags *diags)
{
  *f = (hd_fx_formula){.answer = HD_FX_BAD};
  hd_fx_model_init(&f->model, q->p);
  f->mu = hd_mu_new(diags);
  hd_mu_set_options(f->mu, &(hd_mu_options){.reorder = q->reorder});
  if (load_formula(f, q) != HD_OK) return;
  hd_fx_model_supply(&f->model, f->mu, q->targets, q->shared, q->shared_vars);
  f->answer = ask_formula(f, q, diags);
  for (uint32_t i = 0; i < hd_mu_stats_count(f->mu); i++) f->iterations += hd_mu_stats_get(f->mu, i).iterations;
}

void hd_fx_formula_close(hd_fx_formula *f)
{
  hd_mu_free(f->mu);
  hd_fx_model_clear(&f->model);
}

hd_bdd hd_fx_pick_tuple(hd_mu *mu, const char *relation, hd_bdd set)
{
  hd_u32s vars = {0};
  for (uint32_t i = 0; i < hd_mu_params_count(mu, relation); i++) {
    hd_mu_bits b = hd_mu_bits_of(mu, relation, hd_mu_param_name(mu, relation, i));
    for (uint32_t k = 0; k < b.n; k++) hd_vec_push(&vars, b.vars[k]);
  }
  hd_bdd cube = hd_bdd_pick_cube(set, vars.data, vars.len);
  hd_vec_clear(&vars);
  return cube;
}

static const char *path_of(char *text, size_t size, const char *name, uint32_t index)
{
  snprintf(text, size, strchr(name, '[') ? "%.*s[%u]" : "%.*s", (int)strcspn(name, "["), name, index);
  return text;
}

uint32_t hd_fx_read_number(hd_mu *mu, const char *relation, const char *path, uint32_t index, hd_bdd tuple)
{
  char text[64];
  bool bits[64];
  uint32_t value = 0;
  hd_mu_bits b = hd_mu_bits_of(mu, relation, path_of(text, sizeof text, path, index));
  HD_CHECK(b.n <= HD_COUNT(bits));
  hd_bdd_read(tuple, b.vars, b.n, bits);
  for (uint32_t i = 0; i < b.n; i++) value = value << 1 | bits[i];
  return value;
}

const uint8_t *hd_fx_read_globals(const hd_fx_formula *f, const char *relation, const char *path, uint32_t index,
                                  hd_bdd tuple, hd_arena *arena)
{
  char text[64];
  uint32_t n = f->model.p->globals.len;
  uint32_t *vars = hd_fx_model_globals(&f->model, f->mu, relation, path_of(text, sizeof text, path, index));
  bool *bits = hd_alloc(n + 1, sizeof *bits);
  uint8_t *values = hd_arena_alloc(arena, n + 1);
  hd_bdd_read(tuple, vars, n, bits);
  for (uint32_t i = 0; i < n; i++) values[i] = bits[i];
  free(vars);
  free(bits);
  return values;
}

hd_bdd hd_fx_at_targets(const hd_fx_formula *f, const bool *targets, const char *relation)
{
  hd_mu_bits pc = hd_mu_bits_of(f->mu, relation, "v.pc");
  hd_bdd r = HD_BDD_FALSE;
  for (uint32_t i = 0; i < f->model.n_pcs; i++)
    if (targets[f->model.loc[i]]) r = hd_bdd_or(r, hd_fx_number_is(pc, i));
  return r;
}
