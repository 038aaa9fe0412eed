/* moves.c - stacks of one thread as numbers, and the moves between them that others can notice. */
#include "boolean/moves.h"

/* A state is a byte string: a waiting thread has WAITS, kind (1), of (4), its arguments; a running one RUNS or INIT,
 * then for each frame from the bottom loc (4), call (4), locals. */
enum { WAITS, RUNS, INIT, HEAD = 6, FRAME_HEAD = 8 };

typedef HD_VEC(uint8_t) bytes;

static uint32_t get_u32(const uint8_t *at)
{
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static void put_bytes(bytes *to, const void *data, uint32_t n)
{
  hd_vec_reserve(to, to->len + n + 1);
  if (n) memcpy(to->data + to->len, data, n);
  to->len += n;
}

static uint32_t locals_at(const hd_bp *p, uint32_t loc)
{
  return p->procs.data[p->locs.data[loc].proc].locals.len;
}

/* --- which steps others cannot see ----------------------------------------------------------------------- */

static bool sees_globals(const hd_bp *p, hd_bp_expr e)
{
  if (e.id == HD_NONE) return false;
  const hd_bp_node *n = &p->exprs.data[e.id];
  if (n->op == HD_BP_VAR || n->op == HD_BP_NEXT) return p->vars.data[n->a].proc == HD_NONE;
  if (n->op >= HD_BP_NOT && sees_globals(p, (hd_bp_expr){n->a})) return true;
  if (n->op > HD_BP_NOT && sees_globals(p, (hd_bp_expr){n->b})) return true;
  return n->op == HD_BP_IF && sees_globals(p, (hd_bp_expr){n->c});
}

static bool is_quiet(const hd_bp *p, const hd_bp_edge *e)
{
  bool seen = e->kind == HD_BP_SPAWN || e->havoc || sees_globals(p, e->guard) || sees_globals(p, e->constraint);
  for (uint32_t i = 0; i < e->n_assigns; i++)
    seen |= p->vars.data[e->assigns[i].var].proc == HD_NONE || sees_globals(p, e->assigns[i].value);
  for (uint32_t i = 0; i < e->n_args; i++) seen |= sees_globals(p, e->args[i]);
  if (e->kind == HD_BP_CALL) seen |= sees_globals(p, p->procs.data[e->callee].enforce);
  return !seen;
}

static bool *find_quiet(const hd_bp *p)
{
  bool *quiet = hd_alloc(p->locs.len + 1, sizeof *quiet);
  for (uint32_t i = 0; i < p->locs.len; i++) quiet[i] = !sees_globals(p, p->procs.data[p->locs.data[i].proc].enforce);
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (!is_quiet(p, &p->edges.data[i])) quiet[p->edges.data[i].from] = false;
  return quiet;
}

/* At an exit: the return for that call. */
static bool returns_quietly(const hd_bp_moves *m, uint32_t call)
{
  const hd_bp_edge *e = &m->p->edges.data[call];
  bool seen = sees_globals(m->p, m->p->procs.data[m->p->locs.data[e->from].proc].enforce);
  for (uint32_t i = 0; i < e->n_results; i++)
    seen |= e->results[i] != HD_NONE && m->p->vars.data[e->results[i]].proc == HD_NONE;
  return !seen;
}

/* --- states ---------------------------------------------------------------------------------------------- */

/* A state while it is looked at or made. Locals that are not read any more are 0, unless all are wanted. */
typedef struct {
  const uint8_t *data;
  uint32_t size;
  const uint8_t *top, *below; /* frames; below NULL: there is one only */
} stack_view;

static stack_view view_stack(const hd_bp_moves *m, uint32_t local)
{
  stack_view s = {.data = m->locals.data.data[local], .size = m->locals.sizes.data[local]};
  if (s.data[0] == WAITS) return s;
  for (const uint8_t *at = s.data + 1; at < s.data + s.size; at += FRAME_HEAD + locals_at(m->p, get_u32(at))) {
    s.below = s.top;
    s.top = at;
  }
  return s;
}

static void put_frame(hd_bp_moves *m, bytes *to, bool all, uint32_t loc, uint32_t call, const uint8_t *locals,
                      const uint8_t *live)
{
  uint32_t n = locals_at(m->p, loc);
  put_bytes(to, &loc, sizeof loc);
  put_bytes(to, &call, sizeof call);
  put_bytes(to, locals, n);
  for (uint32_t i = 0; i < n && !all; i++)
    if (!live[i]) to->data[to->len - n + i] = 0;
}

static const uint8_t *live_at(const hd_bp_moves *m, uint32_t loc)
{
  return m->live + (size_t)loc * m->stride;
}

/* Of a caller those locals are kept that may be read after the return, and that the call does not set. */
static void put_caller(hd_bp_moves *m, bytes *to, bool all, const hd_bp_edge *e, const uint8_t *frame)
{
  uint32_t at = to->len + FRAME_HEAD;
  put_frame(m, to, all, e->from, get_u32(frame + 4), frame + FRAME_HEAD, live_at(m, e->to));
  for (uint32_t i = 0; i < e->n_results && !all; i++) {
    const hd_bp_var *v = e->results[i] == HD_NONE ? NULL : &m->p->vars.data[e->results[i]];
    if (v && v->proc != HD_NONE) to->data[at + v->slot] = 0;
  }
}

static uint32_t intern_state(hd_bp_moves *m, bytes *state)
{
  bool fresh;
  uint32_t id = hd_blobs_add(&m->locals, state->data, state->len, &fresh);
  hd_vec_clear(state);
  return id;
}

static uint32_t put_waiting(hd_bp_moves *m, hd_bp_actor_kind kind, uint32_t of, const uint8_t *args, uint32_t n,
                            bool all)
{
  bytes state = {0};
  uint8_t head[2] = {WAITS, (uint8_t)kind};
  put_bytes(&state, head, sizeof head);
  put_bytes(&state, &of, sizeof of);
  put_bytes(&state, args, n);
  for (uint32_t i = 0; i < n && !all; i++)
    if (!live_at(m, m->p->procs.data[m->p->edges.data[of].callee].entry)[i]) state.data[HEAD + i] = 0;
  return intern_state(m, &state);
}

uint32_t hd_bp_moves_waiting(hd_bp_moves *m, hd_bp_actor_kind kind, uint32_t of)
{
  return put_waiting(m, kind, of, NULL, 0, true);
}

uint32_t hd_bp_moves_globals(hd_bp_moves *m, const uint8_t *values)
{
  bool fresh;
  return hd_blobs_add(&m->globals, values, m->p->globals.len, &fresh);
}

bool hd_bp_moves_is_locked(const hd_bp_moves *m, uint32_t globals)
{
  return m->p->atomic != HD_NONE && m->globals.data.data[globals][m->p->vars.data[m->p->atomic].slot];
}

bool hd_bp_moves_is_init(const hd_bp_moves *m, uint32_t local)
{
  const uint8_t *state = m->locals.data.data[local];
  return state[0] == INIT || (state[0] == WAITS && state[1] == HD_BP_ACTOR_INIT);
}

bool hd_bp_moves_waits(const hd_bp_moves *m, uint32_t local, hd_bp_actor_kind *kind, uint32_t *of)
{
  const uint8_t *state = m->locals.data.data[local];
  if (state[0] != WAITS) return false;
  *kind = (hd_bp_actor_kind)state[1];
  *of = get_u32(state + 2);
  return true;
}

uint32_t hd_bp_moves_top(const hd_bp_moves *m, uint32_t local, const uint8_t **locals)
{
  const uint8_t *top = view_stack(m, local).top;
  *locals = top + FRAME_HEAD;
  return m->p->locs.data[get_u32(top)].proc;
}

/* --- single steps ---------------------------------------------------------------------------------------- */

typedef HD_VEC(hd_bp_single) singles;

typedef struct {
  hd_bp_moves *m;
  const uint8_t *globals;
  stack_view s;
  bool all; /* keep the values of all locals */
  singles *out;
} lister;

static bytes begin_stack(const lister *l, const uint8_t *until)
{
  bytes state = {0};
  put_bytes(&state, l->s.data, (uint32_t)(until - l->s.data));
  return state;
}

static void push_single(lister *l, hd_bp_move move, uint32_t edge, const uint8_t *globals, bytes *state,
                        uint32_t started)
{
  uint32_t after = hd_bp_moves_globals(l->m, globals);
  hd_vec_push(l->out, (hd_bp_single){move, edge, after, intern_state(l->m, state), started});
}

static void list_step(lister *l, const hd_bp_edge *e, uint32_t id)
{
  hd_bp_moves *m = l->m;
  hd_bp_choices *c = &m->choices;
  hd_bp_view now = {l->globals, l->s.top + FRAME_HEAD};
  for (hd_bp_choose_step(c, e, now); hd_bp_choices_next(c);) {
    if (!hd_bp_step_allowed(m->p, e, now, (hd_bp_view){c->globals, c->locals})) continue;
    bytes state = begin_stack(l, l->s.top);
    put_frame(m, &state, l->all, e->to, get_u32(l->s.top + 4), c->locals, live_at(m, e->to));
    push_single(l, HD_BP_TAKE, id, c->globals, &state, HD_NONE);
  }
}

static void list_spawn(lister *l, const hd_bp_edge *e, uint32_t id)
{
  hd_bp_moves *m = l->m;
  hd_bp_choices *c = &m->choices;
  hd_bp_view now = {l->globals, l->s.top + FRAME_HEAD};
  if (!hd_bp_step_allowed(m->p, e, now, now)) return;
  for (hd_bp_choose_args(c, e, now); hd_bp_choices_next(c);) {
    bytes state = begin_stack(l, l->s.top);
    put_frame(m, &state, l->all, e->to, get_u32(l->s.top + 4), now.locals, live_at(m, e->to));
    push_single(l, HD_BP_TAKE, id, now.globals, &state,
                put_waiting(m, HD_BP_ACTOR_SPAWNED, id, c->locals, e->n_args, l->all));
  }
}

static void list_call(lister *l, const hd_bp_edge *e, uint32_t id)
{
  hd_bp_moves *m = l->m;
  hd_bp_choices *c = &m->choices;
  hd_bp_view now = {l->globals, l->s.top + FRAME_HEAD};
  for (hd_bp_choose_call(c, e, now); hd_bp_choices_next(c);) {
    if (!hd_bp_call_allowed(m->p, e, now, (hd_bp_view){c->globals, c->locals})) continue;
    bytes state = begin_stack(l, l->s.top);
    put_caller(m, &state, l->all, e, l->s.top);
    put_frame(m, &state, l->all, m->p->procs.data[e->callee].entry, id, c->locals,
              live_at(m, m->p->procs.data[e->callee].entry));
    push_single(l, HD_BP_TAKE, id, c->globals, &state, HD_NONE);
  }
}

static void list_return(lister *l)
{
  hd_bp_moves *m = l->m;
  const hd_bp_edge *e = &m->p->edges.data[get_u32(l->s.top + 4)];
  const uint8_t *caller = l->s.below + FRAME_HEAD;
  hd_bp_view leaving = {l->globals, l->s.top + FRAME_HEAD}, next = {m->choices.globals, m->choices.locals};
  hd_bp_return_state(m->p, e, caller, leaving, m->choices.globals, m->choices.locals);
  if (!hd_bp_return_allowed(m->p, e, caller, leaving, next)) return;
  bytes state = begin_stack(l, l->s.below);
  put_frame(m, &state, l->all, e->to, get_u32(l->s.below + 4), next.locals, live_at(m, e->to));
  push_single(l, HD_BP_RETURN, HD_NONE, next.globals, &state, HD_NONE);
}

static uint32_t proc_of(const hd_bp *p, hd_bp_actor_kind kind, uint32_t of)
{
  if (kind == HD_BP_ACTOR_INIT) return p->init;
  return kind == HD_BP_ACTOR_LISTED ? p->threads.data[of].proc : p->edges.data[of].callee;
}

static void list_begin(lister *l)
{
  hd_bp_moves *m = l->m;
  hd_bp_choices *c = &m->choices;
  hd_bp_actor_kind kind = (hd_bp_actor_kind)l->s.data[1];
  uint32_t proc = proc_of(m->p, kind, get_u32(l->s.data + 2)), entry = m->p->procs.data[proc].entry;
  uint8_t mark = kind == HD_BP_ACTOR_INIT ? INIT : RUNS;
  const uint8_t *args = kind == HD_BP_ACTOR_SPAWNED ? l->s.data + HEAD : NULL;
  for (hd_bp_choose_entry(c, proc, l->globals, args); hd_bp_choices_next(c);) {
    if (!hd_bp_entry_allowed(m->p, proc, (hd_bp_view){c->globals, c->locals})) continue;
    bytes state = {0};
    put_bytes(&state, &mark, 1);
    put_frame(m, &state, l->all, entry, HD_NONE, c->locals, live_at(m, entry));
    push_single(l, HD_BP_BEGIN, HD_NONE, l->globals, &state, HD_NONE);
  }
}

static void list_singles(hd_bp_moves *m, uint32_t globals, uint32_t local, bool all, singles *out)
{
  lister l = {m, m->globals.data.data[globals], view_stack(m, local), all, out};
  if (!l.s.top) {
    list_begin(&l);
    return;
  }
  const hd_bp_loc *at = &m->p->locs.data[get_u32(l.s.top)];
  if (at->kind == HD_BP_EXIT && l.s.below) list_return(&l);
  for (uint32_t i = 0; i < at->out.len; i++) {
    const hd_bp_edge *e = &m->p->edges.data[at->out.data[i]];
    if (e->kind == HD_BP_CALL)
      list_call(&l, e, at->out.data[i]);
    else
      (e->kind == HD_BP_SPAWN ? list_spawn : list_step)(&l, e, at->out.data[i]);
  }
}

/* --- moves ----------------------------------------------------------------------------------------------- */

/* States on the way, breadth first; number 0 is where the move begins. */
typedef struct {
  uint32_t parent;
  hd_bp_single step;
  bool ends;   /* a move ends here */
  bool leads;  /* ... or further on */
  bool locked; /* others wait */
} way;

typedef struct {
  hd_bp_moves *m;
  HD_VEC(way) ways;
  hd_blobs seen;
} mover;

typedef enum { GOES_ON, ENDS, GONE, HITS } stop;

static bool runs_alone(const hd_bp_moves *m, const hd_bp_single *at)
{
  return hd_bp_moves_is_locked(m, at->globals) || hd_bp_moves_is_init(m, at->local);
}

static stop find_stop(const hd_bp_moves *m, const way *w)
{
  stack_view s = view_stack(m, w->step.local);
  uint32_t loc = get_u32(s.top);
  const hd_bp_loc *l = &m->p->locs.data[loc];
  bool leaves = l->kind == HD_BP_EXIT && s.below;
  if (m->targets[loc]) return HITS;
  if (l->out.len == 0 && !leaves) return GONE;
  if (w->locked) return w->step.started != HD_NONE ? ENDS : GOES_ON;
  return m->quiet[loc] && (!leaves || returns_quietly(m, get_u32(s.top + 4))) ? GOES_ON : ENDS;
}

static uint32_t copy_steps(mover *v, uint32_t at)
{
  uint32_t n = 0, first = v->m->singles.len;
  for (uint32_t i = at; i != 0; i = v->ways.data[i].parent) n++;
  for (uint32_t i = 0; i < n; i++) hd_vec_push(&v->m->singles, (hd_bp_single){0});
  for (uint32_t i = at, k = n; i != 0; i = v->ways.data[i].parent)
    v->m->singles.data[first + --k] = v->ways.data[i].step;
  return first;
}

/* A thread that is gone and holds the lock keeps all others from moving: no such move leads anywhere. init may hold
 * none. */
static void end_move(mover *v, uint32_t at, stop how)
{
  way *w = &v->ways.data[at];
  const hd_bp_moves *m = v->m;
  w->ends = true;
  if (how == GONE && hd_bp_moves_is_locked(m, w->step.globals)) return;
  uint32_t first = copy_steps(v, at);
  hd_vec_push(&v->m->macros, (hd_bp_macro){.globals = w->step.globals,
                                           .local = how == GONE ? HD_NONE : w->step.local,
                                           .started = w->step.started,
                                           .locked = how != GONE && w->locked,
                                           .target = how == HITS,
                                           .first = first,
                                           .n = v->m->singles.len - first});
}

static void add_way(mover *v, uint32_t parent, hd_bp_single step)
{
  bool fresh;
  /* What was started on the way belongs to the move. */
  uint32_t started = step.started != HD_NONE ? step.started : v->ways.data[parent].step.started;
  uint32_t key[3] = {step.globals, step.local, started};
  hd_blobs_add(&v->seen, key, sizeof key, &fresh);
  if (!fresh) return;
  way w = {.parent = parent, .step = step, .locked = runs_alone(v->m, &step)};
  w.step.started = started;
  hd_vec_push(&v->ways, w);
}

/* A move whose quiet rest never comes to a visible step has happened nevertheless. */
static void end_silent_moves(mover *v)
{
  for (uint32_t i = v->ways.len; i-- > 1;) {
    way *w = &v->ways.data[i];
    w->leads |= w->ends;
    v->ways.data[w->parent].leads |= w->leads;
  }
  for (uint32_t i = 1; i < v->ways.len; i++) {
    const way *w = &v->ways.data[i];
    if (!w->leads && !w->locked && (w->parent == 0 || v->ways.data[w->parent].locked)) end_move(v, i, GONE);
  }
}

static void find_moves(mover *v)
{
  singles next = {0};
  for (uint32_t i = 0; i < v->ways.len; i++) {
    stop how = i ? find_stop(v->m, &v->ways.data[i]) : GOES_ON;
    if (how != GOES_ON) {
      end_move(v, i, how);
      continue;
    }
    next.len = 0;
    list_singles(v->m, v->ways.data[i].step.globals, v->ways.data[i].step.local, false, &next);
    for (uint32_t k = 0; k < next.len; k++) add_way(v, i, next.data[k]);
  }
  end_silent_moves(v);
  hd_vec_clear(&next);
}

hd_bp_macro_list hd_bp_moves_of(hd_bp_moves *m, uint32_t globals, uint32_t local)
{
  uint64_t key = (uint64_t)globals << 32 | local, *known = hd_map_find(&m->known, key);
  if (known) return m->lists.data[*known];
  mover v = {.m = m};
  uint32_t first = m->macros.len;
  hd_blobs_init(&v.seen);
  hd_vec_push(&v.ways, (way){.step = {.globals = globals, .local = local, .started = HD_NONE}});
  find_moves(&v);
  hd_blobs_clear(&v.seen);
  hd_vec_clear(&v.ways);
  hd_map_put(&m->known, key, m->lists.len);
  hd_vec_push(&m->lists, (hd_bp_macro_list){first, m->macros.len - first});
  return hd_vec_last(&m->lists);
}

/* --- with all locals ------------------------------------------------------------------------------------- */

/* The state without what is not read any more. */
static uint32_t reduce(hd_bp_moves *m, uint32_t local)
{
  stack_view s = view_stack(m, local);
  hd_bp_actor_kind kind;
  uint32_t of;
  if (hd_bp_moves_waits(m, local, &kind, &of))
    return kind == HD_BP_ACTOR_SPAWNED ? put_waiting(m, kind, of, s.data + HEAD, s.size - HEAD, false) : local;
  bytes state = {0};
  put_bytes(&state, s.data, 1);
  for (const uint8_t *at = s.data + 1; at < s.data + s.size;) {
    const uint8_t *above = at + FRAME_HEAD + locals_at(m->p, get_u32(at));
    if (at == s.top)
      put_frame(m, &state, false, get_u32(at), get_u32(at + 4), at + FRAME_HEAD, live_at(m, get_u32(at)));
    else
      put_caller(m, &state, false, &m->p->edges.data[get_u32(above + 4)], at);
    at = above;
  }
  return intern_state(m, &state);
}

void hd_bp_moves_follow(hd_bp_moves *m, uint32_t globals, uint32_t local, hd_bp_single *single)
{
  singles next = {0};
  bool found = false;
  list_singles(m, globals, local, true, &next);
  for (uint32_t i = 0; i < next.len && !found; i++) {
    hd_bp_single s = next.data[i];
    found = s.move == single->move && s.edge == single->edge && s.globals == single->globals &&
            reduce(m, s.local) == single->local && (s.started == HD_NONE || reduce(m, s.started) == single->started);
    if (found) *single = s;
  }
  HD_CHECK(found);
  hd_vec_clear(&next);
}

/* --- all ------------------------------------------------------------------------------------------------- */

static bool expr_chooses(const hd_bp *p, hd_bp_expr e)
{
  const hd_bp_node *n = &p->exprs.data[e.id];
  if (n->op == HD_BP_ANY || n->op == HD_BP_SCHOOSE) return true;
  if (n->op >= HD_BP_NOT && expr_chooses(p, (hd_bp_expr){n->a})) return true;
  if (n->op > HD_BP_NOT && expr_chooses(p, (hd_bp_expr){n->b})) return true;
  return n->op == HD_BP_IF && expr_chooses(p, (hd_bp_expr){n->c});
}

static uint32_t open_values(const hd_bp *p, const hd_bp_edge *e)
{
  uint32_t open = e->havoc ? p->globals.len + locals_at(p, e->from) : 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) open += expr_chooses(p, e->assigns[i].value);
  for (uint32_t i = 0; i < e->n_args; i++) open += expr_chooses(p, e->args[i]);
  return open;
}

/* Locals that an activation begins with at any value. */
static uint32_t open_locals(const hd_bp *p, uint32_t proc, uint32_t from)
{
  const hd_u32s *locals = &p->procs.data[proc].locals;
  uint32_t open = 0;
  for (uint32_t k = from; k < locals->len; k++) open += !p->vars.data[locals->data[k]].scratch;
  return open;
}

bool hd_bp_can_move(const hd_bp *p)
{
  enum { MOST = 12 };
  uint32_t open = 0, most = 0;
  for (uint32_t i = 0; i < p->globals.len; i++) {
    const hd_bp_var *v = &p->vars.data[p->globals.data[i]];
    open += !v->internal && !v->scratch;
  }
  most = open;
  for (uint32_t i = 0; i < p->threads.len; i++) {
    open = open_locals(p, p->threads.data[i].proc, 0);
    if (open > most) most = open;
  }
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_bp_edge *e = &p->edges.data[i];
    open = open_values(p, e) + (e->kind == HD_BP_STEP ? 0 : open_locals(p, e->callee, e->n_args));
    if (open > most) most = open;
  }
  /* Without init the lock is the translation's own, and begins with 0. */
  bool lock = p->atomic == HD_NONE || p->init != HD_NONE || p->vars.data[p->atomic].internal;
  return most <= MOST && lock && !hd_bp_is_recursive(p);
}

void hd_bp_moves_init(hd_bp_moves *m, hd_bp *p, const bool *targets)
{
  *m = (hd_bp_moves){.p = p, .targets = targets, .quiet = find_quiet(p)};
  m->live = hd_bp_mark_live(p, &m->stride);
  hd_blobs_init(&m->globals);
  hd_blobs_init(&m->locals);
  hd_bp_choices_init(&m->choices, p);
}

void hd_bp_moves_clear(hd_bp_moves *m)
{
  free(m->live);
  free(m->quiet);
  hd_blobs_clear(&m->globals);
  hd_blobs_clear(&m->locals);
  hd_bp_choices_clear(&m->choices);
  hd_map_clear(&m->known);
  hd_vec_clear(&m->lists);
  hd_vec_clear(&m->macros);
  hd_vec_clear(&m->singles);
}
