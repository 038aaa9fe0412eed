#include "engine/fixpoint/formula.h"

static hd_status load(hd_fx_formula *f, const hd_fx_question *q)
{
  char *text = hd_fx_model_text(&f->model);
  if (q->param) hd_mu_set_param(f->mu, q->param, q->value);
  hd_status status = hd_mu_add_text(f->mu, "the program's relations", text);
  if (status == HD_OK) status = hd_mu_add_file(f->mu, q->file);
  if (status == HD_OK) status = hd_mu_check(f->mu);
  free(text);
  return status;
}

/* The last closed formula is the question. */
static hd_fx_answer ask(hd_fx_formula *f, const hd_fx_question *q, hd_diags *diags)
{
  uint32_t last = HD_NONE;
  for (uint32_t i = 0; i < hd_mu_query_count(f->mu); i++)
    if (hd_mu_query_get(f->mu, i).command == HD_MU_ANSWER) last = i;
  if (last == HD_NONE) {
    hd_diag *d =
        hd_diags_add(diags, HD_ERROR, (hd_place){.file = q->file}, "no closed formula asks for anything");
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
  if (load(f, q) != HD_OK) return;
  hd_fx_model_supply(&f->model, f->mu, q->targets, q->shared, q->shared_vars);
  f->answer = ask(f, q, diags);
  for (uint32_t i = 0; i < hd_mu_stats_count(f->mu); i++)
    f->iterations += hd_mu_stats_get(f->mu, i).iterations;
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
