/* threads.c - who runs: procedures marked `thread`, or main and the threads it starts, or, in the flat dialect, main
 * and all whose names begin with thread. Where two of these may be meant, the choice is the user's: a guess would drop
 * threads, and `safe` would say nothing. */
#include <strings.h>

#include "frontend/bp/parser.h"

/* --- the flat dialect ------------------------------------------------------------------------------- */

static bool has_global(const hd_bp *p, uint32_t slot, const char *name)
{
  return slot < p->globals.len && strcmp(p->vars.data[p->globals.data[slot]].name, name) == 0;
}

bool bp_is_flat(const parser *ps)
{
  const hd_bp *p = ps->p;
  bool lock = has_global(p, 0, "atomic") || (has_global(p, 0, "super_atomic") && has_global(p, 1, "atomic"));
  return ps->options->dialect != HD_BP_BOPPO && lock && p->procs.len && strcmp(p->procs.data[0].name, "init") == 0;
}

static bool is_flat_thread(const char *name)
{
  return strcmp(name, "main") == 0 || (strlen(name) > 6 && strncasecmp(name, "thread", 6) == 0);
}

static void add_thread(hd_bp *p, uint32_t proc)
{
  hd_vec_push(&p->threads, (hd_bp_thread){p->procs.data[proc].name, proc, 1, HD_NONE, HD_NONE, HD_NONE, HD_NONE});
}

/* init runs first; where nothing follows it is the whole program. */
static void add_flat_threads(hd_bp *p)
{
  p->init = 0;
  p->atomic = p->globals.data[0];
  for (uint32_t i = 1; i < p->procs.len; i++)
    if (is_flat_thread(p->procs.data[i].name)) add_thread(p, i);
  if (p->threads.len) return;
  p->init = HD_NONE;
  add_thread(p, 0);
}

/* --- what is not clear ---------------------------------------------------------------------------------- */

/* Does a statement call or start it? */
static const hd_bp_edge *find_use(const hd_bp *p, uint32_t proc)
{
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind != HD_BP_STEP && p->edges.data[i].callee == proc) return &p->edges.data[i];
  return NULL;
}

static void refuse_flat(parser *ps, hd_bp_pos pos, const char *what)
{
  bp_error(ps, pos, "the program begins like one of the flat dialect, and %s", what)->hint =
      "choose: --dialect getafix (init runs first, then main and all thread...), --dialect boppo (main runs first)";
}

/* The flat dialect knows neither marks nor started threads, and calls no thread. */
static void check_flat(parser *ps)
{
  const hd_bp *p = ps->p;
  if (ps->threads.len)
    refuse_flat(ps, p->procs.data[ps->threads.data[0].proc].pos, "this procedure is marked `thread`");
  if (ps->options->dialect == HD_BP_GETAFIX || ps->errors) return;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_bp_edge *e = &p->edges.data[i];
    if (e->kind == HD_BP_SPAWN) refuse_flat(ps, e->pos, "this statement starts a thread");
    if (e->kind == HD_BP_CALL && (e->callee == 0 || is_flat_thread(p->procs.data[e->callee].name)))
      refuse_flat(ps, e->pos, "this statement calls what would run from the start");
    if (ps->errors) return;
  }
}

/* A name that means a thread elsewhere, and nothing calls or starts it. */
static void check_names(parser *ps)
{
  const hd_bp *p = ps->p;
  for (uint32_t i = 0; i < p->procs.len; i++) {
    const hd_bp_proc *q = &p->procs.data[i];
    bool thread = is_flat_thread(q->name) && strcmp(q->name, "main") != 0, init = strcmp(q->name, "init") == 0;
    if ((!thread && !init) || find_use(p, i)) continue;
    bp_error(ps, q->pos, "it is not clear whether `%s` runs: nothing calls or starts it", q->name)->hint =
        ps->options->dialect == HD_BP_GETAFIX
            ? "in Getafix's dialect the first global is the lock `atomic`, and the first procedure `init`"
            : "mark threads `thread`; or declare the lock `atomic` first and `init` as the first procedure, for "
              "Getafix's "
              "dialect; or use --dialect boppo: only main runs, and what it calls and starts";
    return;
  }
}

/* --- all ------------------------------------------------------------------------------------------------ */

static void add_listed_threads(parser *ps)
{
  hd_bp *p = ps->p;
  uint32_t main_proc = hd_bp_find_proc(p, "main"), init = hd_bp_find_proc(p, "init");
  bool main_listed = false;
  for (uint32_t i = 0; i < ps->threads.len; i++) {
    hd_vec_push(&p->threads, ps->threads.data[i]);
    main_listed |= ps->threads.data[i].proc == main_proc;
  }
  if (main_proc != HD_NONE && !main_listed) add_thread(p, main_proc);
  if (ps->threads.len) p->init = init;
  if (p->threads.len) return;
  hd_diag *d = hd_diags_add(ps->diags, HD_ERROR, (hd_place){.file = p->file}, "no procedure main");
  d->hint = "an execution begins in main, or in the procedures marked `thread`";
  ps->errors++;
}

void bp_finish_threads(parser *ps)
{
  if (bp_is_flat(ps))
    check_flat(ps);
  else if (ps->threads.len == 0 && ps->options->dialect != HD_BP_BOPPO)
    check_names(ps);
  if (ps->errors) return;
  if (bp_is_flat(ps))
    add_flat_threads(ps->p);
  else
    add_listed_threads(ps);
}

/* --- initial values of globals ---------------------------------------------------------------------------- */

/* A procedure that runs first, and only once; what ran first so far follows in it. */
static uint32_t add_init(hd_bp *p)
{
  uint32_t before = p->init, init = p->init = hd_bp_add_proc(p, "init", (hd_bp_pos){0}),
           at = hd_bp_add_loc(p, init, HD_BP_NORMAL, (hd_bp_pos){0});
  hd_bp_edge e = {.kind = HD_BP_STEP,
                  .from = p->procs.data[init].entry,
                  .to = at,
                  .guard = HD_BP_NO_EXPR,
                  .constraint = HD_BP_NO_EXPR,
                  .callee = HD_NONE,
                  .origin = HD_NONE};
  hd_bp_add_edge(p, &e);
  e.from = at;
  e.to = p->procs.data[init].final;
  e.kind = before == HD_NONE ? HD_BP_STEP : HD_BP_CALL;
  e.callee = before;
  hd_bp_add_edge(p, &e);
  return init;
}

/* Every procedure begins with a step of no effect. Of the one that runs first, and never again, it gives globals the
 * values that they are declared with. */
void bp_finish_initial(parser *ps)
{
  hd_bp *p = ps->p;
  if (ps->initial.len == 0) return;
  bool alone = p->threads.len == 1 && p->threads.data[0].copies == 1;
  uint32_t first = p->init != HD_NONE ? p->init : alone ? p->threads.data[0].proc : HD_NONE;
  if (first == HD_NONE || find_use(p, first)) first = add_init(p);
  hd_bp_edge *e = &p->edges.data[p->locs.data[p->procs.data[first].entry].out.data[0]];
  e->text = "initial values";
  e->n_assigns = ps->initial.len;
  e->assigns = hd_arena_alloc(&p->arena, ps->initial.len * sizeof *e->assigns);
  memcpy(e->assigns, ps->initial.data, ps->initial.len * sizeof *e->assigns);
}

/* --- procedures that never run ------------------------------------------------------------------------------- */

void bp_warn_about_idle(parser *ps)
{
  const hd_bp *p = ps->p;
  bool *runs = hd_alloc(p->procs.len + 1, sizeof *runs), changed = true;
  for (uint32_t i = 0; i < p->threads.len; i++) runs[p->threads.data[i].proc] = true;
  if (p->init != HD_NONE) runs[p->init] = true;
  while (changed) {
    changed = false;
    for (uint32_t i = 0; i < p->edges.len; i++) {
      const hd_bp_edge *e = &p->edges.data[i];
      if (e->kind == HD_BP_STEP || !runs[p->locs.data[e->from].proc] || runs[e->callee]) continue;
      runs[e->callee] = changed = true;
    }
  }
  for (uint32_t i = 0; i < p->procs.len; i++) {
    const hd_bp_proc *q = &p->procs.data[i];
    hd_place place = {.file = ps->lex.file, .line = q->pos.line, .column = q->pos.column};
    if (!runs[i])
      hd_diags_add(ps->diags, HD_WARNING, place, "`%s` never runs: nothing that runs calls or starts it", q->name);
  }
  free(runs);
}
