/* schedule.c - each actor follows its part of the schedule, and the parts are woven together. */
#include "engine/fixpoint/schedule.h"

#include "engine/fixpoint/checker_data.h"

void hd_fx_schedule_clear(hd_fx_schedule *s)
{
  hd_vec_clear(&s->actors);
  hd_vec_clear(&s->contexts);
}

hd_bdd hd_fx_scene_start(const hd_fx_scene *scene, uint32_t thread)
{
  const hd_bp_thread *t = &scene->p->threads.data[thread];
  hd_fx_row row = hd_fx_checker_row(scene->checker);
  hd_bdd r = HD_BDD_TRUE;
  if (t->started == HD_NONE) return r;
  r = hd_bdd_var(hd_fx_var(scene->p, row, t->started));
  for (uint32_t i = 0; i < scene->p->procs.data[t->proc].n_params; i++)
    r = hd_bdd_and(r, hd_fx_equal(row.locals[i], hd_fx_var(scene->p, row, t->args + i)));
  return r;
}

/* --- one thread --------------------------------------------------------------------------------------------
 */

typedef struct {
  hd_fx_path path;
  uint32_t next;    /* the step that comes next */
  uint32_t context; /* and its own number of the context that comes next */
  uint32_t number;  /* in the trace */
  hd_u32s placed;   /* of each step so far: its index in the trace */
} follower;

typedef struct {
  const hd_fx_scene *scene;
  const hd_fx_schedule *s;
  follower *followers;
  hd_arena arena;
  uint32_t most; /* steps of a thread that are written out */
  hd_bp_trace *trace;
} weaver;

static bool follow_actor(weaver *w, uint32_t actor)
{
  const hd_fx_scene *scene = w->scene;
  HD_VEC(const uint8_t *) in = {0};
  HD_VEC(const uint8_t *) out = {0};
  const hd_fx_context *first = NULL;
  bool ends_it = false;
  for (uint32_t i = 0; i < w->s->contexts.len; i++) {
    const hd_fx_context *c = &w->s->contexts.data[i];
    if (c->actor != actor) continue;
    if (!first) first = c;
    hd_vec_push(&in, c->in);
    hd_vec_push(&out, c->out);
    ends_it = c->out == NULL;
  }
  bool found = true;
  if (first) {
    hd_bdd start = first->in ? hd_fx_globals_are(scene->checker, COPY_X, first->in) : scene->shared;
    hd_fx_run run = {.proc = scene->p->threads.data[w->s->actors.data[actor]].proc,
                     .start = hd_bdd_and(start, hd_fx_scene_start(scene, w->s->actors.data[actor])),
                     .n_contexts = in.len,
                     .in = in.data,
                     .out = out.data,
                     .targets = ends_it ? scene->targets : NULL};
    found = hd_fx_checker_run(scene->checker, &run) == HD_FX_REACHED &&
            hd_fx_checker_path(scene->checker, &w->arena, w->most, &w->followers[actor].path);
  }
  hd_vec_clear(&in);
  hd_vec_clear(&out);
  return found;
}

/* --- putting the threads together
 * ---------------------------------------------------------------------------- */

static uint32_t add_actor(weaver *w, uint32_t actor)
{
  const hd_bp_thread *t = &w->scene->p->threads.data[w->s->actors.data[actor]];
  uint32_t same = 0, before = 0;
  for (uint32_t i = 0; i < w->s->actors.len; i++) {
    bool like = w->scene->p->threads.data[w->s->actors.data[i]].proc == t->proc;
    same += like;
    before += like && i < actor;
  }
  const char *name = same > 1 ? hd_arena_printf(&w->arena, "%s#%u", t->name, before + 1) : t->name;
  if (t->spawned != HD_NONE) return hd_bp_trace_add_actor(w->trace, HD_BP_ACTOR_SPAWNED, t->spawned, name);
  return hd_bp_trace_add_actor(w->trace, HD_BP_ACTOR_LISTED, t->listed == HD_NONE ? 0 : t->listed, name);
}

/* The actor that this step of an unfolded program starts, or HD_NONE. */
static uint32_t started_by(const weaver *w, const hd_bp_edge *e)
{
  for (uint32_t i = 0; i < w->s->actors.len; i++) {
    const hd_bp_thread *t = &w->scene->p->threads.data[w->s->actors.data[i]];
    for (uint32_t k = 0; k < e->n_assigns; k++)
      if (t->started != HD_NONE && e->assigns[k].var == t->started && w->followers[i].path.len)
        return w->followers[i].number;
  }
  return HD_NONE;
}

/* The next step of a thread; `placed` has those before it. */
static void push_path_step(weaver *w, uint32_t number, const hd_fx_path_step *s, hd_u32s *placed)
{
  hd_bp_step step = s->step;
  step.actor = number;
  if (step.move == HD_BP_AGAIN) step.starts = placed->data[step.starts];
  hd_vec_push(placed, w->trace->steps.len);
  if (step.edge != HD_NONE) {
    const hd_bp_edge *e = &w->scene->p->edges.data[step.edge];
    if (w->scene->p != w->scene->original) {
      step.edge = e->origin;
      if (w->scene->original->edges.data[step.edge].kind == HD_BP_SPAWN) step.starts = started_by(w, e);
    }
  }
  hd_bp_trace_push(w->trace, w->scene->original, &step, s->proc);
}

static void weave(weaver *w)
{
  for (uint32_t i = 0; i < w->s->contexts.len; i++) {
    uint32_t actor = w->s->contexts.data[i].actor;
    follower *f = &w->followers[actor];
    while (f->next < f->path.len && f->path.data[f->next].context == f->context)
      push_path_step(w, f->number, &f->path.data[f->next++], &f->placed);
    f->context++;
  }
}

static void push_init(weaver *w, const hd_fx_path *path)
{
  const hd_bp *p = w->scene->p;
  uint32_t number = hd_bp_trace_add_actor(w->trace, HD_BP_ACTOR_INIT, 0, p->procs.data[p->init].name);
  hd_u32s placed = {0};
  for (uint32_t i = 0; i < path->len; i++) push_path_step(w, number, &path->data[i], &placed);
  hd_vec_clear(&placed);
}

/* How init comes to the globals that the first context begins with. */
static bool follow_init(weaver *w)
{
  const hd_fx_scene *scene = w->scene;
  const uint8_t *goal = w->followers[w->s->contexts.data[0].actor].path.data[0].step.globals;
  bool *exits = hd_alloc(scene->p->locs.len + 1, sizeof *exits);
  hd_fx_path path = {0};
  exits[scene->p->procs.data[scene->p->init].final] = true;
  hd_fx_run run = {.proc = scene->p->init,
                   .start = hd_fx_checker_initial(scene->checker),
                   .n_contexts = 1,
                   .out = &goal,
                   .targets = exits};
  bool found = hd_fx_checker_run(scene->checker, &run) == HD_FX_REACHED &&
               hd_fx_checker_path(scene->checker, &w->arena, w->most, &path);
  push_init(w, &path);
  hd_vec_clear(&path);
  free(exits);
  return found;
}

static bool follow_all(weaver *w)
{
  for (uint32_t i = 0; i < w->s->actors.len; i++)
    if (!follow_actor(w, i)) return false;
  if (w->scene->p->init != HD_NONE && !follow_init(w)) return false;
  for (uint32_t i = 0; i < w->s->actors.len; i++)
    if (w->followers[i].path.len) w->followers[i].number = add_actor(w, i);
  weave(w);
  return true;
}

static void free_followers(weaver *w)
{
  for (uint32_t i = 0; i < w->s->actors.len; i++) {
    hd_vec_clear(&w->followers[i].path);
    hd_vec_clear(&w->followers[i].placed);
  }
  free(w->followers);
}

hd_bp_trace *hd_fx_schedule_follow(const hd_fx_scene *scene, const hd_fx_schedule *s, uint32_t most)
{
  weaver w = {.scene = scene, .s = s, .most = most, .trace = hd_bp_trace_new()};
  hd_bdd_scope scope = hd_bdd_open();
  hd_arena_init(&w.arena);
  w.followers = hd_alloc(s->actors.len + 1, sizeof *w.followers);
  bool found = follow_all(&w);
  free_followers(&w);
  hd_arena_clear(&w.arena);
  hd_bdd_close(scope);
  if (found) return w.trace;
  hd_bp_trace_free(w.trace);
  return NULL;
}

bool hd_fx_schedule_fits(const hd_fx_scene *scene, const hd_fx_schedule *s)
{
  weaver w = {.scene = scene, .s = s};
  hd_bdd_scope scope = hd_bdd_open();
  bool fits = true;
  hd_arena_init(&w.arena);
  w.followers = hd_alloc(s->actors.len + 1, sizeof *w.followers);
  for (uint32_t i = 0; i < s->actors.len && fits; i++) fits = follow_actor(&w, i);
  free_followers(&w);
  hd_arena_clear(&w.arena);
  hd_bdd_close(scope);
  return fits;
}

/* --- init
 * ---------------------------------------------------------------------------------------------------- */

static hd_bp_trace *init_trace(const hd_fx_scene *scene, uint32_t most)
{
  hd_fx_schedule none = {.actors = {0}};
  weaver w = {.scene = scene, .trace = hd_bp_trace_new(), .s = &none};
  hd_fx_path path = {0};
  hd_arena_init(&w.arena);
  bool found = hd_fx_checker_path(scene->checker, &w.arena, most, &path);
  push_init(&w, &path);
  hd_vec_clear(&path);
  hd_arena_clear(&w.arena);
  if (found) return w.trace;
  hd_bp_trace_free(w.trace);
  return NULL;
}

hd_fx_outcome hd_fx_scene_begin(hd_fx_scene *scene, uint32_t most, hd_bp_trace **trace)
{
  hd_bdd initial = hd_fx_checker_initial(scene->checker);
  if (scene->p->init == HD_NONE) {
    hd_bdd_set(&scene->shared, initial);
    return HD_FX_UNREACHED;
  }
  hd_fx_run run = {
      .proc = scene->p->init, .start = initial, .n_contexts = 1, .targets = scene->targets, .everything = true};
  hd_fx_outcome outcome = hd_fx_checker_run(scene->checker, &run);
  if (outcome == HD_FX_REACHED) *trace = init_trace(scene, most);
  if (outcome == HD_FX_UNREACHED) hd_bdd_set(&scene->shared, hd_fx_checker_exit_globals(scene->checker));
  return outcome;
}
