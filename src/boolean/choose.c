/* choose.c - counts through the values that are left open. */
#include "boolean/choose.h"

#include "boolean/explore.h"

static uint32_t most_locals(const hd_bp *p)
{
  uint32_t most = 0;
  for (uint32_t i = 0; i < p->procs.len; i++)
    if (p->procs.data[i].locals.len > most) most = p->procs.data[i].locals.len;
  return most;
}

void hd_bp_choices_init(hd_bp_choices *c, const hd_bp *p)
{
  uint32_t locals = most_locals(p);
  *c = (hd_bp_choices){.p = p, .globals = hd_alloc(p->globals.len + 1, 1), .locals = hd_alloc(locals + 1, 1)};
  c->open = hd_alloc(p->globals.len + locals + 1, sizeof *c->open);
}

void hd_bp_choices_clear(hd_bp_choices *c)
{
  free(c->globals);
  free(c->locals);
  free(c->open);
}

static void begin_choices(hd_bp_choices *c)
{
  HD_CHECK(c->n_open <= 24);
  c->at = 0;
  c->end = UINT64_C(1) << c->n_open;
}

bool hd_bp_choices_next(hd_bp_choices *c)
{
  if (c->at == c->end) return false;
  for (uint32_t i = 0; i < c->n_open; i++) *c->open[i] = c->at >> i & 1;
  c->at++;
  return true;
}

static void open_value(hd_bp_choices *c, uint8_t *place, unsigned may)
{
  *place = may == HD_BP_MAY_1;
  if (may == HD_BP_MAY_BOTH) c->open[c->n_open++] = place;
}

static uint8_t *place_of(hd_bp_choices *c, uint32_t var)
{
  const hd_bp_var *v = &c->p->vars.data[var];
  return v->proc == HD_NONE ? &c->globals[v->slot] : &c->locals[v->slot];
}

static bool is_assigned(const hd_bp_edge *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var == var) return true;
  return false;
}

static void open_scope(hd_bp_choices *c, const hd_bp_edge *e, const hd_u32s *vars)
{
  for (uint32_t i = 0; e->havoc && i < vars->len; i++)
    if (!c->p->vars.data[vars->data[i]].internal && !is_assigned(e, vars->data[i]))
      open_value(c, place_of(c, vars->data[i]), HD_BP_MAY_BOTH);
}

void hd_bp_choose_step(hd_bp_choices *c, const hd_bp_edge *e, hd_bp_view now)
{
  const hd_u32s *locals = &c->p->procs.data[c->p->locs.data[e->from].proc].locals;
  c->n_open = 0;
  memcpy(c->globals, now.globals, c->p->globals.len);
  memcpy(c->locals, now.locals, locals->len);
  open_scope(c, e, &c->p->globals);
  open_scope(c, e, locals);
  for (uint32_t i = 0; i < e->n_assigns; i++)
    open_value(c, place_of(c, e->assigns[i].var), hd_bp_eval(c->p, e->assigns[i].value, now, NULL));
  begin_choices(c);
}

/* Parameters as given, the other locals free. */
static void open_locals(hd_bp_choices *c, uint32_t proc, uint32_t from)
{
  for (uint32_t i = from; i < c->p->procs.data[proc].locals.len; i++) {
    bool scratch = c->p->vars.data[c->p->procs.data[proc].locals.data[i]].scratch;
    open_value(c, &c->locals[i], scratch ? HD_BP_MAY_0 : HD_BP_MAY_BOTH);
  }
}

static void open_args(hd_bp_choices *c, const hd_bp_edge *e, hd_bp_view now)
{
  c->n_open = 0;
  memcpy(c->globals, now.globals, c->p->globals.len);
  for (uint32_t i = 0; i < e->n_args; i++) open_value(c, &c->locals[i], hd_bp_eval(c->p, e->args[i], now, NULL));
}

void hd_bp_choose_call(hd_bp_choices *c, const hd_bp_edge *e, hd_bp_view now)
{
  open_args(c, e, now);
  open_locals(c, e->callee, e->n_args);
  begin_choices(c);
}

void hd_bp_choose_args(hd_bp_choices *c, const hd_bp_edge *e, hd_bp_view now)
{
  open_args(c, e, now);
  begin_choices(c);
}

void hd_bp_choose_entry(hd_bp_choices *c, uint32_t proc, const uint8_t *globals, const uint8_t *args)
{
  uint32_t n = args ? c->p->procs.data[proc].n_params : 0;
  c->n_open = 0;
  memcpy(c->globals, globals, c->p->globals.len);
  for (uint32_t i = 0; i < n; i++) c->locals[i] = args[i];
  open_locals(c, proc, n);
  begin_choices(c);
}

static bool begins_open(const hd_bp *p, uint32_t global)
{
  return !p->vars.data[global].internal && !p->vars.data[global].scratch;
}

void hd_bp_choose_globals(hd_bp_choices *c)
{
  c->n_open = 0;
  for (uint32_t i = 0; i < c->p->globals.len; i++)
    open_value(c, &c->globals[i], begins_open(c->p, c->p->globals.data[i]) ? HD_BP_MAY_BOTH : HD_BP_MAY_0);
  begin_choices(c);
}

void hd_bp_return_state(const hd_bp *p, const hd_bp_edge *e, const uint8_t *caller, hd_bp_view leaving,
                        uint8_t *globals, uint8_t *locals)
{
  memcpy(globals, leaving.globals, p->globals.len);
  memcpy(locals, caller, p->procs.data[p->locs.data[e->from].proc].locals.len);
  for (uint32_t i = 0; i < e->n_results; i++) {
    if (e->results[i] == HD_NONE) continue;
    const hd_bp_var *v = &p->vars.data[e->results[i]];
    uint8_t value = leaving.locals[p->vars.data[p->procs.data[e->callee].returns.data[i]].slot];
    *(v->proc == HD_NONE ? &globals[v->slot] : &locals[v->slot]) = value;
  }
}

/* The free values of one step, at most: all variables that a havoc, an entry or the start leaves open. */
bool hd_bp_can_explore(const hd_bp *p)
{
  enum { MOST = 12 };
  uint32_t open = 0;
  for (uint32_t i = 0; i < p->globals.len; i++) open += begins_open(p, p->globals.data[i]);
  bool can = open <= MOST;
  for (uint32_t i = 0; i < p->procs.len; i++) {
    const hd_u32s *locals = &p->procs.data[i].locals;
    uint32_t own = 0;
    for (uint32_t k = 0; k < locals->len; k++) own += !p->vars.data[locals->data[k]].scratch;
    can &= own <= MOST;
  }
  for (uint32_t i = 0; i < p->edges.len; i++) can &= !p->edges.data[i].havoc && p->edges.data[i].n_assigns <= 2 * MOST;
  return can;
}
