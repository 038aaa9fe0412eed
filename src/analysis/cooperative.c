/* cooperative.c - drops what only the scheduler reads, and tells which role a variable plays for it. */
#include "analysis/cooperative.h"

#include "analysis/facts.h"
#include "analysis/memory_fold.h"

static bool is_scheduler_file(const char *path)
{
  size_t n = strlen(path);
  const char *slash = strrchr(path, '/');
  if (!slash || n < 2 || strcmp(path + n - 2, ".h") != 0) return false;
  size_t folder = (size_t)(slash - path);
  return folder >= 6 && strncmp(slash - 6, "heddle", 6) == 0 && (folder == 6 || slash[-7] == '/');
}

bool hd_in_scheduler(const hd_program *p, hd_pos pos)
{
  return pos.file != HD_NONE && is_scheduler_file(p->files.data[pos.file]);
}

bool hd_is_cooperative_program(const hd_program *p)
{
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (p->vars.data[v].role == HD_ROLE_SCHED) return true;
  return false;
}

/* --- assignments that are not read -------------------------------------------------------------------------- */

typedef struct {
  const hd_terms *T;
  bool *marks; /* by variable */
} marking;

static void mark_leaf(void *context, hd_term leaf)
{
  marking *m = context;
  if (hd_term_op(m->T, leaf) == HD_OP_VAR) m->marks[hd_term_symbol(m->T, leaf)] = true;
}

static void mark_term(marking *m, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(m->T, t, mark_leaf, m);
}

static void mark_reads(marking *m, const hd_edge_info *e)
{
  mark_term(m, e->guard);
  mark_term(m, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    mark_term(m, e->assigns[i].index);
    mark_term(m, e->assigns[i].value);
  }
}

static bool is_own(const hd_program *p, hd_var v)
{
  const hd_var_info *info = hd_var_get(p, v);
  return info->role == HD_ROLE_TEMP || info->role == HD_ROLE_SCHED || hd_in_scheduler(p, info->pos);
}

static bool assigns_itself(hd_program *p, const hd_assign *a)
{
  if (!hd_term_is(a->value)) return false;
  hd_term old = hd_term_is(a->index) ? hd_program_element(p, a->var, a->index) : hd_program_var_term(p, a->var);
  return hd_term_same(a->value, old);
}

/* True: something was dropped. A status is read by engines, too. */
static bool drop_unread(hd_program *p)
{
  marking m = {p->terms, hd_alloc(p->vars.len + 1, sizeof(bool))};
  bool dropped = false;
  for (uint32_t i = 0; i < p->edges.len; i++) mark_reads(&m, &p->edges.data[i]);
  for (uint32_t t = 0; t < p->threads.len; t++)
    if (p->threads.data[t].status.id != HD_NONE) m.marks[p->threads.data[t].status.id] = true;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_edge_info *e = &p->edges.data[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      const hd_assign a = e->assigns[k];
      bool unread = !m.marks[a.var.id] && is_own(p, a.var);
      if (unread || (is_own(p, a.var) && assigns_itself(p, &a)))
        dropped = true;
      else
        e->assigns[kept++] = a;
    }
    e->n_assigns = kept;
  }
  free(m.marks);
  return dropped;
}

/* A thread's place in a signal that it never waits for is only ever reset: it is a constant. */
static void drop_resets(hd_program *p)
{
  bool *changes = hd_alloc(p->vars.len + 1, sizeof *changes);
  uint64_t value;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      const hd_assign *a = &e->assigns[k];
      const hd_var_info *info = hd_var_get(p, a->var);
      bool same = hd_in_scheduler(p, e->pos) && !info->any && !info->count && hd_term_is(a->value) &&
                  hd_term_is_const(p->terms, a->value, &value) && value == hd_var_init(p, a->var, 0);
      changes[a->var.id] |= !same;
    }
  }
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_edge_info *e = &p->edges.data[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < e->n_assigns; k++)
      if (changes[e->assigns[k].var.id]) e->assigns[kept++] = e->assigns[k];
    e->n_assigns = kept;
  }
  free(changes);
}

/* --- roles ------------------------------------------------------------------------------------------------ */

static bool is_handle(const hd_program *p, hd_term value)
{
  uint64_t address;
  if (!hd_term_is(value) || !hd_term_is_const(p->terms, value, &address)) return false;
  if (address == 0) return true;
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    if (address < o->base || address >= o->base + o->stride * o->copies) continue;
    return hd_in_scheduler(p, o->pos) || strncmp(o->name, "thread ", 7) == 0;
  }
  return false;
}

/* A variable that only scheduler code mentions is the scheduler's; so is one that only ever holds
 * the address of an event or a thread. */
static void set_roles(hd_program *p)
{
  marking outside = {p->terms, hd_alloc(p->vars.len + 1, sizeof(bool))};
  bool *assigned = hd_alloc(p->vars.len + 1, sizeof *assigned), *other = hd_alloc(p->vars.len + 1, sizeof *other);
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    bool is_outside = e->pos.line && !hd_in_scheduler(p, e->pos); /* the start of a thread has no line */
    if (is_outside) mark_reads(&outside, e);
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      uint32_t v = e->assigns[k].var.id;
      if (is_outside) outside.marks[v] = true;
      assigned[v] = true;
      other[v] |= !is_handle(p, e->assigns[k].value);
    }
  }
  for (uint32_t v = 0; v < p->vars.len; v++) {
    hd_var_info *info = &p->vars.data[v];
    if (info->role == HD_ROLE_STATUS || info->role == HD_ROLE_SELF) continue;
    bool handle = info->show == HD_SHOW_POINTER && assigned[v] && !other[v] && !info->any;
    if (!outside.marks[v] || handle) info->role = HD_ROLE_SCHED;
  }
  free(outside.marks);
  free(assigned);
  free(other);
}

/* --- places ----------------------------------------------------------------------------------------------- */

/* What a scheduler does for a thread happens where the thread calls it. */
static void lift(const hd_program *p, hd_pos *pos, uint32_t *frame)
{
  hd_pos at = *pos;
  uint32_t f = *frame;
  while (f != HD_NONE && hd_in_scheduler(p, at)) {
    at = p->frames.data[f].call;
    f = p->frames.data[f].parent;
  }
  if (at.file == HD_NONE || hd_in_scheduler(p, at)) return;
  *pos = at;
  *frame = f;
}

/* What it does by itself has no place in the user's program. */
static void lift_edge(const hd_program *p, hd_edge_info *e)
{
  lift(p, &e->pos, &e->frame);
  if (e->kind != HD_EDGE_STEP || !hd_in_scheduler(p, e->pos)) return;
  if (!e->label) e->label = "scheduler";
  e->pos = HD_NO_POS;
  e->frame = HD_NONE;
}

static void lift_all(hd_program *p)
{
  for (uint32_t i = 0; i < p->edges.len; i++) lift_edge(p, &p->edges.data[i]);
  for (uint32_t i = 0; i < p->locs.len; i++) lift(p, &p->locs.data[i].pos, &p->locs.data[i].frame);
  for (uint32_t i = 0; i < p->frames.len; i++) /* a routine that a scheduler calls has no caller */
    if (hd_in_scheduler(p, p->frames.data[i].call)) {
      p->frames.data[i].parent = HD_NONE;
      p->frames.data[i].call = HD_NO_POS;
    }
}

/* --- threads that go on by themselves ------------------------------------------------------------------- */

typedef struct {
  const hd_program *p;
  const hd_sharing *sharing;
  const uint8_t *changes; /* by variable: after main has set up everything */
  bool waits, shares;
} touching;

static void note_change(void *context, hd_var v, bool write)
{
  uint8_t *changes = context;
  changes[v.id] |= write;
}

static void note_touch(void *context, hd_var v, bool write)
{
  touching *t = context;
  const hd_var_info *info = hd_var_get(t->p, v);
  uint64_t all = t->sharing->writers[v.id] | t->sharing->readers[v.id];
  (void)write;
  t->waits |= info->role == HD_ROLE_SCHED;
  if (info->thread.id != HD_NONE || info->role == HD_ROLE_STATUS || is_own(t->p, v)) return;
  t->shares |= t->changes[v.id] && (all & (all - 1));
}

static touching touched_at(const hd_program *p, const hd_sharing *sharing, const uint8_t *changes, hd_loc l)
{
  touching t = {p, sharing, changes, false, false};
  uint32_t n;
  const uint32_t *out = hd_loc_out(p, l, &n);
  for (uint32_t i = 0; i < n; i++) hd_edge_accesses(p, (hd_edge){out[i]}, note_touch, &t);
  return t;
}

/* The turns of others are one step for it, which they are not when it runs beside them: where it shares data then,
 * nothing is known. */
static void stop_sharing(hd_program *p)
{
  hd_program_index(p);
  hd_facts *facts = hd_facts_new(p);
  const hd_sharing *sharing = hd_facts_sharing(facts);
  uint32_t n = p->locs.len;
  uint8_t *stops = hd_alloc(n + 1, 1), *changes = hd_alloc(p->vars.len + 1, 1);
  for (uint32_t e = 0; e < p->edges.len; e++)
    if (!sharing->early[e]) hd_edge_accesses(p, (hd_edge){e}, note_change, changes);
  for (uint32_t l = 0; l < n; l++) {
    const hd_loc_info *info = &p->locs.data[l];
    hd_loc entry = hd_thread_get(p, info->thread)->entry;
    if (info->kind != HD_LOC_NORMAL || info->atomic || !touched_at(p, sharing, changes, entry).waits) continue;
    stops[l] = touched_at(p, sharing, changes, (hd_loc){l}).shares;
  }
  for (uint32_t e = 0; e < p->edges.len; e++) {
    hd_loc from = p->edges.data[e].from;
    if (!stops[from.id]) continue;
    hd_loc_info stop = {.thread = p->locs.data[from.id].thread,
                        .kind = HD_LOC_UNSUPPORTED,
                        .pos = p->edges.data[e].pos,
                        .frame = p->locs.data[from.id].frame,
                        .reason = "not supported: an unlinked thread that shares data with others"};
    p->edges.data[e].to = hd_program_add_loc(p, stop);
    p->edges.data[e].n_assigns = 0;
  }
  free(stops);
  free(changes);
  hd_facts_free(facts);
}

void hd_cooperative_tidy(hd_program *p)
{
  if (!hd_is_cooperative_program(p)) return;
  stop_sharing(p);
  hd_cooperative_settle(p);
  hd_program_prune(p);
  for (int pass = 0; pass < 2; pass++) {
    drop_resets(p);
    hd_fold_constants(p);
    hd_program_prune(p);
  }
  do {
    hd_cooperative_fuse(p);
    hd_program_prune(p);
  } while (drop_unread(p));
  hd_program_prune(p);
  set_roles(p);
  lift_all(p);
}
