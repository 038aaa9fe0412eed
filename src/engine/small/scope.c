/* scope.c - depth first over departures, with a hash of the states that were seen with as many left. */
#include "engine/small/scope.h"

#include "base/map.h"
#include "trace/state.h"
#include "trace/unordered.h"

/* Steps between looks at the budget. */
enum { PATIENCE = 256 };

typedef struct {
  uint32_t who; /* an instance, as states number them */
  uint32_t edge;
  uint32_t choice; /* of the small values, for all inputs of the edge */
} move;

/* An execution up to here, and how it is to go on. Branches are taken up in the reverse order: when one is, its
 * execution is a beginning of the present one, and what came since is undone. */
typedef struct {
  uint32_t taken;  /* moves */
  uint32_t undone; /* changes before it */
  uint64_t hash;   /* of state and rounds */
  uint32_t runner;
  uint32_t left;  /* departures */
  uint32_t steps; /* that count */
  move first;     /* edge HD_NONE: whatever comes first */
} branch;

/* What a step has changed. */
typedef enum { CHANGED_CELL, CHANGED_PLACE, CHANGED_ROUND } changed_kind;
typedef struct {
  changed_kind kind;
  uint32_t at; /* the number of a cell, an instance, a round */
  uint64_t before;
} change;

typedef struct {
  const hd_small_input *in;
  hd_small_scope scope;
  hd_small_work *work;
  uint32_t *back_of; /* by edge: the loop that it goes round, or HD_NONE */
  uint32_t *head_of; /* by location: the loop that begins here, or HD_NONE */
  uint32_t *slot;    /* by loop: its number within its thread */
  uint32_t *first;   /* by instance: of its rounds */
  uint32_t n_rounds;
  uint32_t start; /* the number of the initial state */
  hd_state *state;
  uint8_t *rounds; /* by instance and loop of its thread: iterations, below twice the scope's */
  HD_VEC(move) path;
  HD_VEC(change) changes;
  HD_VEC(branch) branches;
  HD_VEC(move) moves; /* of the runner, now */
  hd_events events;
  hd_map met; /* departures left, at most, by state and runner */
  hd_small_outcome out;
  bool cut_short;
} search;

/* --- inputs ------------------------------------------------------------------------------------------- */

/* A letter is more often the digit of a number than the number itself. */
static const uint64_t small_numbers[] = {1, 0, 2, UINT64_MAX}, small_letters[] = {'1', 0, '2', '-'};
static const uint64_t small_bits[] = {0, 1};

static uint32_t n_small(unsigned width)
{
  return width == 1 ? HD_COUNT(small_bits) : HD_COUNT(small_numbers);
}

static uint64_t small_value(unsigned width, uint32_t choice)
{
  if (width == 1) return small_bits[choice % HD_COUNT(small_bits)];
  return (width == 8 ? small_letters : small_numbers)[choice] & hd_mask(width);
}

/* Initial values: numbers of arguments first that many programs want. A text has one digit. */
static const uint64_t first_numbers[] = {2, 3, 1, 0, 4, 5};

static uint64_t first_value(const hd_var_info *v, uint32_t index, uint32_t start)
{
  bool text = v->sort.width == 8;
  uint64_t value = text ? (uint64_t)(index ? 0 : '2') : first_numbers[start];
  return value & hd_mask(v->sort.width);
}

static uint32_t n_starts(const hd_program *p)
{
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (p->vars.data[v].any) return HD_COUNT(first_numbers);
  return 1;
}

static void push_initial(const hd_program *p, uint32_t start, hd_trace *t)
{
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    uint32_t copies = info->thread.id == HD_NONE ? 1 : hd_thread_get(p, info->thread)->instances;
    for (uint32_t i = 0; info->any && i < copies; i++)
      for (uint32_t k = 0; k < hd_var_elements(info); k++)
        hd_vec_push(&t->initial, (hd_initial){{v}, i, k, first_value(info, k, start)});
  }
}

static uint32_t n_choices(const hd_program *p, hd_edge e)
{
  uint32_t most = 1;
  for (uint32_t i = 0; i < hd_edge_get(p, e)->n_assigns; i++) {
    const hd_assign *a = &hd_edge_get(p, e)->assigns[i];
    if (hd_term_is(a->value)) continue;
    uint32_t n = n_small(hd_var_get(p, a->var)->sort.width);
    if (n > most) most = n;
  }
  return most;
}

static hd_step step_of(const search *x, const hd_state *s, move m, hd_u64s *inputs)
{
  const hd_edge_info *e = hd_edge_get(x->in->p, (hd_edge){m.edge});
  inputs->len = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (!hd_term_is(e->assigns[i].value))
      hd_vec_push(inputs, small_value(hd_var_get(x->in->p, e->assigns[i].var)->sort.width, m.choice));
  hd_who who = s->layout->who[m.who];
  return (hd_step){who.thread, who.instance, {m.edge}, inputs->data, inputs->len};
}

/* --- the way here ------------------------------------------------------------------------------------- */

static hd_trace *trace_of_path(const search *x)
{
  hd_u64s inputs = {0};
  hd_trace *t = hd_trace_new();
  push_initial(x->in->p, x->start, t);
  for (uint32_t i = 0; i < x->path.len; i++) {
    hd_step step = step_of(x, x->state, x->path.data[i], &inputs);
    hd_trace_push(t, step.thread, step.instance, step.edge, step.inputs, step.n_inputs);
  }
  hd_vec_clear(&inputs);
  return t;
}

static void note_found(search *x)
{
  x->out.trace = trace_of_path(x);
}

/* --- branches ----------------------------------------------------------------------------------------- */

/* The same execution with one departure more. */
static void push_departure(search *x, const branch *b, uint32_t runner, move first)
{
  branch other = *b;
  other.taken = x->path.len;
  other.undone = x->changes.len;
  other.runner = runner;
  other.left--;
  other.first = first;
  hd_vec_push(&x->branches, other);
}

static void note_change(search *x, changed_kind kind, uint32_t at, uint64_t before)
{
  hd_vec_push(&x->changes, (change){kind, at, before});
}

/* Back to where the branch leaves the present execution. */
static void return_to(search *x, const branch *b)
{
  x->path.len = b->taken;
  while (x->changes.len > b->undone) {
    change c = hd_vec_pop(&x->changes);
    if (c.kind == CHANGED_CELL) x->state->values[c.at] = c.before;
    if (c.kind == CHANGED_PLACE) x->state->locs[c.at].id = (uint32_t)c.before;
    if (c.kind == CHANGED_ROUND) x->rounds[c.at] = (uint8_t)c.before;
  }
}

static uint64_t part_of_hash(uint64_t where, uint64_t value)
{
  return hd_hash_u64(hd_hash_u64(where + 1) + value);
}

static void change_round(search *x, branch *b, uint32_t loop, uint8_t to)
{
  uint32_t at = x->first[b->runner] + x->slot[loop];
  uint64_t where = (UINT64_C(2) << 48) + at;
  b->hash ^= part_of_hash(where, x->rounds[at]) ^ part_of_hash(where, to);
  note_change(x, CHANGED_ROUND, at, x->rounds[at]);
  x->rounds[at] = to;
}

static void note_step(search *x, branch *b, const hd_step *step, hd_loc from)
{
  for (uint32_t i = 0; i < x->events.len; i++) {
    const hd_event *e = &x->events.data[i];
    if (!e->write) continue;
    uint64_t cell = (uint64_t)(hd_state_cell(x->state, e->var, step->instance, e->index) - x->state->values);
    b->hash ^= part_of_hash(cell, e->before) ^ part_of_hash(cell, e->value);
    note_change(x, CHANGED_CELL, (uint32_t)cell, e->before);
  }
  uint64_t where = (UINT64_C(1) << 48) + b->runner;
  b->hash ^= part_of_hash(where, from.id) ^ part_of_hash(where, x->state->locs[b->runner].id);
  note_change(x, CHANGED_PLACE, b->runner, from.id);
}

/* --- the plain execution ------------------------------------------------------------------------------ */

/* No thread goes where the model ends: that step may come at any later time as well, and others go on. */
static bool leads_beyond(const search *x, uint32_t edge)
{
  hd_loc_kind kind = hd_loc_get(x->in->p, hd_edge_get(x->in->p, (hd_edge){edge})->to)->kind;
  return kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND;
}

static bool may_move(const search *x, const hd_state *s, uint32_t who)
{
  uint32_t n;
  hd_who w = s->layout->who[who];
  const uint32_t *edges = hd_loc_out(x->in->p, s->locs[who], &n);
  for (uint32_t i = 0; i < n; i++)
    if (!leads_beyond(x, edges[i]) && hd_state_enabled(s, w.thread, w.instance, (hd_edge){edges[i]})) return true;
  return false;
}

/* The next instance after this one that can take a step; HD_NONE: no other can. */
static uint32_t next_after(const search *x, const hd_state *s, uint32_t who)
{
  uint32_t n = s->layout->n_who;
  for (uint32_t i = 1; i < n; i++)
    if (may_move(x, s, (who + i) % n)) return (who + i) % n;
  return HD_NONE;
}

static void collect_moves(search *x, const branch *b)
{
  uint32_t n;
  hd_who w = x->state->layout->who[b->runner];
  const uint32_t *edges = hd_loc_out(x->in->p, x->state->locs[b->runner], &n);
  x->moves.len = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (!hd_state_enabled(x->state, w.thread, w.instance, (hd_edge){edges[i]})) continue;
    if (!leads_beyond(x, edges[i]))
      hd_vec_push(&x->moves, (move){b->runner, edges[i], 0});
    else if (x->out.beyond.id == HD_NONE)
      x->out.beyond = hd_edge_get(x->in->p, (hd_edge){edges[i]})->to;
  }
}

/* --- what was met before ------------------------------------------------------------------------------- */

static uint64_t key_of(const branch *b, uint32_t runner)
{
  return hd_hash_u64(b->hash + hd_hash_u64((uint64_t)runner + 1));
}

/* Was this met before, with at least as many departures left? */
static bool is_known(search *x, const branch *b)
{
  uint64_t *most = hd_map_find(&x->met, key_of(b, b->runner));
  if (most && *most >= b->left) return true;
  hd_map_put(&x->met, key_of(b, b->runner), b->left);
  return false;
}

/* --- departures ---------------------------------------------------------------------------------------- */

static bool is_cut(const search *x, const branch *b)
{
  return x->in->cuts->cut[x->state->locs[b->runner].id] != HD_CUT_NOT;
}

static bool lies_in_scope(const search *x, const branch *b)
{
  if (x->state->layout->who[b->runner].instance >= x->scope.threads) return false;
  uint32_t l = x->in->loops->innermost[x->state->locs[b->runner].id];
  for (; l != HD_NONE; l = x->in->loops->list.data[l].parent)
    if (x->rounds[x->first[b->runner] + x->slot[l]] >= x->scope.iterations) return false;
  return true;
}

static void depart_to(search *x, const branch *b, uint32_t runner, move first)
{
  if (b->left)
    push_departure(x, b, runner, first);
  else
    x->out.limited = true;
}

static void depart(search *x, const branch *b)
{
  static const move none = {.edge = HD_NONE};
  uint32_t other = is_cut(x, b) ? next_after(x, x->state, b->runner) : HD_NONE;
  if (other != HD_NONE && hd_map_find(&x->met, key_of(b, other)) && !b->left) other = HD_NONE;
  if (other != HD_NONE && lies_in_scope(x, b))
    depart_to(x, b, other, none);
  else if (other != HD_NONE)
    x->out.limited = true;
  for (uint32_t i = 0; i < x->moves.len; i++)
    for (uint32_t c = i == 0; c < n_choices(x->in->p, (hd_edge){x->moves.data[i].edge}); c++)
      depart_to(x, b, b->runner, (move){b->runner, x->moves.data[i].edge, c});
}

/* --- steps ---------------------------------------------------------------------------------------------- */

/* Going round a loop, or entering it. True when others should have their turn. */
static bool note_loops(search *x, branch *b, uint32_t edge)
{
  uint32_t loop = x->back_of[edge], k = x->scope.iterations;
  if (loop == HD_NONE) {
    uint32_t entered = x->head_of[hd_edge_get(x->in->p, (hd_edge){edge})->to.id];
    if (entered != HD_NONE) change_round(x, b, entered, 0);
    return false;
  }
  uint32_t round = x->rounds[x->first[b->runner] + x->slot[loop]] + 1u;
  bool enough = round == k || round == 2 * k;
  change_round(x, b, loop, (uint8_t)(round == 2 * k ? k : round));
  return enough;
}

/* False when the execution ends with it. */
static bool take_move(search *x, branch *b, move m)
{
  hd_u64s inputs = {0};
  hd_step step = step_of(x, x->state, m, &inputs);
  hd_loc from = x->state->locs[b->runner];
  x->events.len = 0;
  hd_step_result result = hd_state_step(x->state, &step, &x->events);
  hd_vec_push(&x->path, m);
  x->work->steps++;
  b->steps += !x->in->sharing->early[m.edge];
  if (result == HD_STEP_OK) note_step(x, b, &step, from);
  if (result == HD_STEP_VIOLATED && hd_property_asks(x->in->property, hd_edge_get(x->in->p, step.edge)->check))
    note_found(x);
  hd_vec_clear(&inputs);
  return result == HD_STEP_OK;
}

static bool is_over(search *x)
{
  if (x->work->steps % PATIENCE == 0 && hd_budget_spent(x->work->budget)) x->cut_short = true;
  if (x->work->most && x->work->steps >= x->work->most) x->cut_short = true;
  return x->cut_short || x->out.trace;
}

/* What is wrong with the state itself is looked for where a switch is possible, and where all wait. */
static bool ends_here(search *x)
{
  hd_race race;
  bool violated = hd_state_end(x->state, x->in->property, &race) != HD_END_NOWHERE;
  if (violated) note_found(x);
  return violated || hd_state_exited(x->state);
}

/* The move that comes next; false: no thread can move, or what follows is known. */
static bool choose_move(search *x, branch *b, move *m)
{
  if (b->first.edge != HD_NONE) {
    *m = b->first;
    b->first.edge = HD_NONE;
    return true;
  }
  collect_moves(x, b);
  if (!x->moves.len || is_cut(x, b)) {
    if (ends_here(x) || is_known(x, b)) return false;
  }
  if (!x->moves.len) {
    b->runner = next_after(x, x->state, b->runner);
    return b->runner != HD_NONE && choose_move(x, b, m);
  }
  depart(x, b);
  *m = x->moves.data[0];
  return true;
}

static void run_branch(search *x, branch *b)
{
  move m;
  while (!is_over(x) && choose_move(x, b, &m) && take_move(x, b, m)) {
    if (b->steps >= x->scope.steps) {
      x->out.limited = true;
      return;
    }
    uint32_t other = note_loops(x, b, m.edge) ? next_after(x, x->state, b->runner) : HD_NONE;
    if (other != HD_NONE) b->runner = other;
  }
}

/* Executions with hardly a departure show races of accesses that are far from each other, too. */
static void look_for_unordered(search *x, const branch *b)
{
  if (x->scope.departures - b->left > 1 || is_over(x) || !hd_violated_by(x->in->property, HD_BY_RACE)) return;
  hd_trace *t = trace_of_path(x);
  x->out.trace = hd_trace_unordered(x->in->p, t, x->in->property);
  x->work->steps += t->steps.len - x->in->starts->all[x->start].path.len;
  hd_trace_free(t);
}

/* --- starts --------------------------------------------------------------------------------------------- */

/* The one step of main that is possible while it is alone, without an input; edge HD_NONE: there is a choice, or
 * something to look at. */
static move only_move(const hd_small_input *in, const hd_state *s)
{
  uint32_t n;
  move only = {.edge = HD_NONE};
  const uint32_t *edges = hd_loc_out(in->p, s->locs[0], &n);
  for (uint32_t i = 0; i < n; i++) {
    if (!hd_state_enabled(s, s->layout->who[0].thread, 0, (hd_edge){edges[i]})) continue;
    const hd_edge_info *e = hd_edge_get(in->p, (hd_edge){edges[i]});
    bool plain = hd_loc_get(in->p, e->to)->kind == HD_LOC_NORMAL && n_choices(in->p, (hd_edge){edges[i]}) == 1;
    if (only.edge != HD_NONE || !in->sharing->early[edges[i]] || !plain) return (move){.edge = HD_NONE};
    only = (move){0, edges[i], 0};
  }
  return only;
}

static void advance_start(const hd_small_input *in, hd_small_work *work, hd_small_start *start)
{
  for (move m = only_move(in, start->state); m.edge != HD_NONE; m = only_move(in, start->state)) {
    if (++work->steps % PATIENCE == 0 && hd_budget_spent(work->budget)) return;
    hd_who who = start->state->layout->who[0];
    hd_step step = {who.thread, who.instance, {m.edge}, NULL, 0};
    if (hd_state_step(start->state, &step, NULL) != HD_STEP_OK) return;
    hd_vec_push(&start->path, m.edge);
  }
}

hd_small_starts *hd_small_starts_new(const hd_small_input *in, hd_small_work *work)
{
  hd_small_starts *starts = hd_alloc(1, sizeof *starts);
  starts->n = n_starts(in->p);
  starts->all = hd_alloc(starts->n, sizeof *starts->all);
  for (uint32_t i = 0; i < starts->n; i++) {
    hd_trace *initial = hd_trace_new();
    push_initial(in->p, i, initial);
    starts->all[i].state = hd_state_new(in->p, initial);
    hd_trace_free(initial);
    advance_start(in, work, &starts->all[i]);
  }
  work->steps = 0; /* however long it takes until there is more than one thing to do */
  return starts;
}

void hd_small_starts_free(hd_small_starts *starts)
{
  for (uint32_t i = 0; i < starts->n; i++) {
    hd_state_free(starts->all[i].state);
    hd_vec_clear(&starts->all[i].path);
  }
  free(starts->all);
  free(starts);
}

/* --- the search ----------------------------------------------------------------------------------------- */

static void index_loops(search *x, const hd_layout *layout)
{
  const hd_loops *loops = x->in->loops;
  uint32_t n_threads = x->in->p->threads.len, *n_of = hd_alloc(n_threads + 1, sizeof *n_of);
  x->back_of = hd_alloc(x->in->p->edges.len + 1, sizeof *x->back_of);
  x->head_of = hd_alloc(x->in->p->locs.len + 1, sizeof *x->head_of);
  x->slot = hd_alloc(loops->list.len + 1, sizeof *x->slot);
  memset(x->back_of, 0xff, x->in->p->edges.len * sizeof *x->back_of);
  memset(x->head_of, 0xff, x->in->p->locs.len * sizeof *x->head_of);
  for (uint32_t l = 0; l < loops->list.len; l++) {
    const hd_loop *loop = &loops->list.data[l];
    x->slot[l] = n_of[loop->thread.id]++;
    x->head_of[loop->head.id] = l;
    for (uint32_t i = 0; i < loop->n_back; i++) x->back_of[loop->back[i]] = l;
  }
  x->first = hd_alloc(layout->n_who + 1, sizeof *x->first);
  for (uint32_t i = 0; i < layout->n_who; i++) {
    x->first[i] = x->n_rounds;
    x->n_rounds += n_of[layout->who[i].thread.id];
  }
  free(n_of);
}

static void begin_start(search *x, uint32_t number)
{
  const hd_small_start *start = &x->in->starts->all[number];
  branch b = {.left = x->scope.departures, .first = {.edge = HD_NONE}, .hash = hd_hash_u64(number)};
  x->start = number;
  hd_state_free(x->state);
  x->state = hd_state_copy(start->state);
  memset(x->rounds, 0, x->n_rounds + 1);
  x->changes.len = x->path.len = 0;
  for (uint32_t i = 0; i < start->path.len; i++) hd_vec_push(&x->path, (move){0, start->path.data[i], 0});
  b.taken = x->path.len;
  hd_vec_push(&x->branches, b);
}

static void search_start(search *x, uint32_t number)
{
  begin_start(x, number);
  while (x->branches.len && !is_over(x)) {
    branch b = hd_vec_pop(&x->branches);
    return_to(x, &b);
    run_branch(x, &b);
    look_for_unordered(x, &b);
  }
  x->branches.len = 0;
}

static void clear_search(search *x)
{
  hd_state_free(x->state);
  free(x->rounds);
  hd_vec_clear(&x->path);
  hd_vec_clear(&x->changes);
  hd_vec_clear(&x->branches);
  hd_vec_clear(&x->moves);
  hd_vec_clear(&x->events);
  hd_map_clear(&x->met);
  free(x->back_of);
  free(x->head_of);
  free(x->slot);
  free(x->first);
}

hd_small_outcome hd_small_search(const hd_small_input *in, hd_small_scope scope, hd_small_work *work)
{
  HD_CHECK(scope.iterations >= 1 && scope.iterations <= UINT8_MAX / 2);
  search x = {.in = in, .scope = scope, .work = work, .out = {.beyond = {HD_NONE}}};
  index_loops(&x, in->starts->all[0].state->layout);
  x.rounds = hd_alloc(x.n_rounds + 1, 1);
  for (uint32_t i = 0; i < in->starts->n && !is_over(&x); i++) search_start(&x, i);
  x.out.complete = !x.cut_short && !x.out.trace;
  clear_search(&x);
  return x.out;
}
