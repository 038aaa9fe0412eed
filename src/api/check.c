#include "api/boolean.h"
#include "api/options.h"
#include "api/recheck.h"
#include "api/witness.h"
#include "engine/auto/auto.h"
#include "frontend/task/witness.h"

static void refuse(heddle_input *in, heddle_result *r)
{
  in->status = HD_BAD_INPUT;
  hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "the certificate cannot be read");
}

/* An exhaustive search is rechecked by searching again; what needed none (`auto`), by looking again. */
static void search_again(heddle_input *in, const heddle_options *o, const hd_recheck *how, const hd_budget *b,
                         heddle_result *r)
{
  hd_task task;
  if (!hd_options_task(in, o, &task)) return;
  task.contexts = task.depth = task.unwind = HD_NONE;
  task.alone = true;
  const hd_engine *engine = hd_engine_find(r->inner.certificate->engine);
  const char *name = hd_arena_strdup(&r->arena, r->inner.certificate->engine);
  hd_confirm confirm = {hd_recheck_answer, (void *)how};
  hd_result_clear(&r->inner);
  hd_result_init(&r->inner);
  if (engine || strcmp(name, "auto") == 0)
    hd_auto_run(engine, r->program, &task, &confirm, b, &r->inner, &r->engine, &r->defect);
  else
    hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "there is no engine `%s` to search again", name);
}

static void check(heddle_input *in, const heddle_options *o, const char *text, size_t length, const char *name,
                  heddle_result *r)
{
  hd_c_options c = hd_input_options(o);
  hd_budget budget = hd_input_budget(in, o);
  hd_certificate_head head = {.property = in->property};
  memcpy(head.limits, c.limits, sizeof head.limits);
  head.in_order = c.in_order;
  if (!hd_certificate_parse_head(text, length, name, &head, &in->diags)) {
    refuse(in, r);
    return;
  }
  r->property = in->property = head.property;
  memcpy(c.limits, head.limits, sizeof head.limits);
  memcpy(r->limits, head.limits, sizeof head.limits);
  r->in_order = c.in_order = head.in_order;
  r->room = c.room = head.room;
  if (!(r->program = hd_input_program(in, &c, &budget))) return;
  r->inner.certificate = hd_certificate_parse(text, length, name, r->program, &in->diags);
  if (!r->inner.certificate) {
    refuse(in, r);
    return;
  }
  hd_recheck how = hd_recheck_of(o, r->property);
  how.skip = false;
  r->inner.verdict = HD_SAFE;
  r->engine = hd_arena_strdup(&r->arena, r->inner.certificate->engine);
  if (r->inner.certificate->kind == HD_PROOF_EXHAUSTIVE)
    search_again(in, o, &how, &budget, r);
  else
    hd_recheck_answer(&how, r->program, r->engine, &budget, &r->inner, &r->defect);
  r->defect = false; /* a bad certificate is no defect of ours */
  r->proof = hd_recheck_text(&how, &r->inner, &r->arena);
}

static void check_boolean(heddle_input *in, const heddle_options *o, const char *text, const char *name,
                          heddle_result *r)
{
  hd_budget budget = hd_input_budget(in, o);
  if (hd_bp_is_concurrent(in->bp)) {
    hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = in->name},
                 "only proofs of sequential Boolean programs have certificates");
    in->status = HD_BAD_USAGE;
    return;
  }
  r->inner.verdict = HD_SAFE;
  r->bp = in->bp;
  r->engine = "fixpoint";
  hd_boolean_recheck(in, o->label, text, name, &budget, r);
  r->defect = false; /* a bad certificate is no defect of ours */
}

heddle_result *heddle_check(heddle_input *in, const heddle_options *o, const char *certificate_file)
{
  size_t length = 0;
  double start = hd_now();
  heddle_result *r = hd_result_new(in);
  char *text = NULL;
  text = hd_input_read_file(in, certificate_file, &length);
  if (text && in->bp)
    check_boolean(in, o, text, certificate_file, r);
  else if (text && hd_witness_is_yaml(text, length))
    hd_check_witness(in, o, text, length, certificate_file, r);
  else if (text)
    check(in, o, text, length, certificate_file, r);
  hd_result_explain(r);
  hd_result_stat(&r->inner, "time.total", hd_now() - start);
  return r;
}
