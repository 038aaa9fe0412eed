/* path_run.c - executes a path on values. */
#include "logic/path_run.h"

#include "logic/execution.h"

static uint64_t read_run(void *context, uint32_t symbol, bool array, uint64_t index)
{
  const hd_path_run *r = context;
  if (symbol >= HD_FRESH) {
    uint32_t input = symbol - HD_FRESH;
    return r->step->inputs && input < r->step->n_inputs ? r->step->inputs[input] : 0;
  }
  for (uint32_t i = r->now; i-- > 0;)
    if (r->log.data[i].var == symbol && r->log.data[i].index == (array ? index : 0)) return r->log.data[i].value;
  return r->before->read(r->before->context, symbol, array, index);
}

/* All values of the step are computed before any of them is assigned. */
static void execute_step(hd_path_run *r, const hd_path_step *step)
{
  const hd_edge_info *e = hd_edge_get(r->p, step->edge);
  hd_env env = {read_run, r};
  r->step = step;
  for (uint32_t i = 0, input = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    uint64_t index = hd_term_is(a->index) ? hd_term_eval(r->p->terms, a->index, &env) : 0;
    uint64_t value =
        hd_term_is(a->value) ? hd_term_eval(r->p->terms, a->value, &env) : read_run(r, HD_FRESH + input++, false, 0);
    hd_vec_push(&r->log, (hd_path_written){a->var.id, index, value});
  }
  r->now = r->log.len;
}

void hd_path_run_init(hd_path_run *r, const hd_program *p, const hd_path_step *steps, uint32_t n, const hd_env *before)
{
  *r = (hd_path_run){.p = p, .before = before, .steps = steps};
  for (uint32_t i = 0; i < n; i++) {
    hd_vec_push(&r->ends, r->log.len);
    execute_step(r, &steps[i]);
  }
}

void hd_path_run_clear(hd_path_run *r)
{
  hd_vec_clear(&r->log);
  hd_vec_clear(&r->ends);
}

hd_env hd_path_run_at(hd_path_run *r, uint32_t step)
{
  r->now = r->ends.data[step];
  r->step = &r->steps[step];
  return (hd_env){read_run, r};
}
