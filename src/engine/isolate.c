#include "engine/isolate.h"

#include <stdio.h>

#include "engine/wire.h"

void hd_explain_child(const hd_child_result *c, const char *name, const hd_budget *b, hd_result *out, bool *defect)
{
  const char *spent = hd_budget_reason(b);
  switch (c->end) {
  case HD_CHILD_STOPPED: hd_result_unknown(out, HD_NO_POS, "%s", spent ? spent : "time limit"); return;
  case HD_CHILD_MEMORY: hd_result_unknown(out, HD_NO_POS, "out of memory"); return;
  case HD_CHILD_NONE: hd_result_unknown(out, HD_NO_POS, "no process for %s", name); return;
  case HD_CHILD_KILLED:
    hd_result_unknown(out, HD_NO_POS, "%s was killed, perhaps for lack of memory", name);
    return;
  case HD_CHILD_CRASHED: hd_result_unknown(out, HD_NO_POS, "%s crashed with signal %d", name, c->status); break;
  default: hd_result_unknown(out, HD_NO_POS, "%s failed with status %d", name, c->status);
  }
  *defect = true;
}

typedef struct {
  hd_work *work;
  void *context;
  const hd_program *p;
} order;

static unsigned char *obey(void *context, size_t *size)
{
  const order *o = context;
  hd_result result;
  hd_result_init(&result);
  o->work(o->context, &result);
  unsigned char *data = hd_wire_pack(&result, o->p, size);
  hd_result_clear(&result);
  return data;
}

void hd_run_isolated(const char *name, hd_work *work, void *context, const hd_program *p, const hd_budget *b,
                     hd_result *out, bool *defect)
{
  order o = {work, context, p};
  hd_child_result c;
  *defect = false;
  hd_child_run(obey, &o, b, &c);
  bool good = c.end == HD_CHILD_DONE && hd_wire_unpack(c.data, c.size, p, out);
  if (c.end == HD_CHILD_DONE && !good) c.end = HD_CHILD_FAILED;
  if (!good) hd_explain_child(&c, name, b, out, defect);
  free(c.data);
}

typedef struct {
  const hd_engine *engine;
  const hd_program *p;
  const hd_task *task;
  const hd_budget *budget;
} engine_run;

static void run_engine(void *context, hd_result *out)
{
  const engine_run *r = context;
  r->engine->run(r->p, r->task, r->budget, out);
}

void hd_engine_run_isolated(const hd_engine *engine, const hd_program *p, const hd_task *t, const hd_budget *b,
                            hd_result *out, bool *defect)
{
  char name[64];
  engine_run r = {engine, p, t, b};
  snprintf(name, sizeof name, "engine %s", engine->name);
  hd_run_isolated(name, run_engine, &r, p, b, out, defect);
}
