/* choose.c - levels by distance from the checks, closed under locks, indices and locals. */
#include "engine/slicing/choose.h"

#include <stdio.h>

#include "analysis/dependence.h"
#include "analysis/sharing.h"

struct hd_slice_choice {
  hd_program *p;
  hd_dependence *depends;
  hd_reasons *of; /* by variable, once it was asked for; len HD_NONE: not yet */
  hd_reasons checks;
  uint32_t *levels;
};

static bool is_shared(const hd_program *p, uint32_t v)
{
  return p->vars.data[v].thread.id == HD_NONE;
}

/* A shared variable of the program itself: what slicing is about. */
static bool is_sliceable(const hd_program *p, uint32_t v)
{
  hd_role role = p->vars.data[v].role;
  return is_shared(p, v) && (role == HD_ROLE_USER || role == HD_ROLE_MEMORY || role == HD_ROLE_TEMP);
}

static bool is_always_kept(const hd_program *p, uint32_t v)
{
  return !is_sliceable(p, v) && is_shared(p, v) && p->vars.data[v].role != HD_ROLE_SYNC;
}

static const hd_reasons *depends_on(hd_slice_choice *c, uint32_t v)
{
  if (c->of[v].len == HD_NONE) {
    c->of[v] = (hd_reasons){0};
    hd_dependence_of(c->depends, (hd_var){v}, &c->of[v]);
  }
  return &c->of[v];
}

/* Breadth-first by levels: what costs nothing is visited before the next level. */
static void find_levels(hd_slice_choice *c)
{
  hd_u32s now = {0}, next = {0};
  uint32_t level = 0;
  for (uint32_t i = 0; i < c->checks.len; i++)
    hd_vec_push(is_sliceable(c->p, c->checks.data[i].id) ? &next : &now, c->checks.data[i].id);
  for (; now.len || next.len; level++) {
    for (uint32_t i = 0; i < now.len; i++) {
      uint32_t v = now.data[i];
      if (c->levels[v] != HD_NONE) continue;
      c->levels[v] = level;
      const hd_reasons *why = depends_on(c, v);
      for (uint32_t k = 0; k < why->len; k++)
        hd_vec_push(is_sliceable(c->p, why->data[k].id) ? &next : &now, why->data[k].id);
    }
    hd_u32s swap = now;
    now = next;
    next = swap;
    next.len = 0;
  }
  hd_vec_clear(&now);
  hd_vec_clear(&next);
}

hd_slice_choice *hd_slice_choice_new(hd_program *p)
{
  hd_slice_choice *c = hd_alloc(1, sizeof *c);
  hd_program_index(p);
  c->p = p;
  c->depends = hd_dependence_new(p);
  c->of = hd_alloc(p->vars.len + 1, sizeof *c->of);
  c->levels = hd_alloc(p->vars.len + 1, sizeof *c->levels);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    c->of[v].len = HD_NONE;
    c->levels[v] = HD_NONE;
  }
  hd_dependence_of_checks(c->depends, &c->checks);
  find_levels(c);
  return c;
}

void hd_slice_choice_free(hd_slice_choice *c)
{
  if (!c) return;
  for (uint32_t v = 0; v < c->p->vars.len; v++)
    if (c->of[v].len != HD_NONE) hd_vec_clear(&c->of[v]);
  free(c->of);
  free(c->levels);
  hd_vec_clear(&c->checks);
  hd_dependence_free(c->depends);
  free(c);
}

const uint32_t *hd_slice_choice_levels(const hd_slice_choice *c)
{
  return c->levels;
}

/* --- what goes with the shared variables that are kept -------------------------------------------------- */

typedef struct {
  const uint8_t *keep;
  const hd_program *p;
  bool found;
} looking;

static void note_kept(void *context, hd_var v, bool write)
{
  looking *l = context;
  (void)write;
  l->found = l->found || (l->keep[v.id] && is_sliceable(l->p, v.id));
}

static bool edge_assigns(const hd_edge_info *e, uint32_t v)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == v) return true;
  return false;
}

/* Is a kept variable accessed after this edge and before the variable is assigned again? */
static bool protects(const hd_program *p, uint32_t edge, uint32_t lock, const uint8_t *keep)
{
  hd_u32s todo = {0};
  uint8_t *seen = hd_alloc(p->locs.len + 1, 1);
  looking l = {keep, p, false};
  hd_vec_push(&todo, p->edges.data[edge].to.id);
  while (todo.len && !l.found) {
    uint32_t at = hd_vec_pop(&todo), n;
    if (seen[at]) continue;
    seen[at] = 1;
    const uint32_t *out = hd_loc_out(p, (hd_loc){at}, &n);
    for (uint32_t i = 0; i < n; i++) {
      if (edge_assigns(&p->edges.data[out[i]], lock)) continue;
      hd_edge_accesses(p, (hd_edge){out[i]}, note_kept, &l);
      hd_vec_push(&todo, p->edges.data[out[i]].to.id);
    }
  }
  free(seen);
  hd_vec_clear(&todo);
  return l.found;
}

static void keep_locks(const hd_program *p, uint8_t *keep)
{
  for (uint32_t e = 0; e < p->edges.len; e++) {
    const hd_edge_info *edge = &p->edges.data[e];
    for (uint32_t i = 0; i < edge->n_assigns; i++) {
      uint32_t v = edge->assigns[i].var.id;
      if (!is_shared(p, v) || p->vars.data[v].role != HD_ROLE_SYNC || keep[v]) continue;
      keep[v] = protects(p, e, v, keep);
    }
  }
}

static void keep_locals(hd_slice_choice *c, uint8_t *keep)
{
  hd_u32s todo = {0};
  for (uint32_t i = 0; i < c->checks.len; i++) hd_vec_push(&todo, c->checks.data[i].id);
  for (uint32_t v = 0; v < c->p->vars.len; v++) {
    if (!keep[v]) continue;
    const hd_reasons *why = depends_on(c, v);
    for (uint32_t k = 0; k < why->len; k++) hd_vec_push(&todo, why->data[k].id);
  }
  while (todo.len) {
    uint32_t v = hd_vec_pop(&todo);
    if (keep[v] || is_shared(c->p, v)) continue;
    keep[v] = 1;
    const hd_reasons *why = depends_on(c, v);
    for (uint32_t k = 0; k < why->len; k++) hd_vec_push(&todo, why->data[k].id);
  }
  hd_vec_clear(&todo);
}

typedef struct {
  const hd_program *p;
  uint8_t *keep;
  bool adds, missing, changed;
} indices;

static void note_index(void *context, hd_term leaf)
{
  indices *x = context;
  if (hd_term_op(x->p->terms, leaf) != HD_OP_VAR) return;
  uint32_t v = hd_term_symbol(x->p->terms, leaf);
  if (x->keep[v]) return;
  x->missing = true;
  if (!x->adds) return;
  x->keep[v] = 1;
  x->changed = true;
}

/* adds: what an index of a write needs is kept; otherwise the array is given up. True: something changed. */
static bool settle_indices(const hd_program *p, uint8_t *keep, bool adds)
{
  indices x = {p, keep, adds, false, false};
  for (uint32_t e = 0; e < p->edges.len; e++) {
    for (uint32_t i = 0; i < p->edges.data[e].n_assigns; i++) {
      const hd_assign *a = &p->edges.data[e].assigns[i];
      if (!keep[a->var.id] || !hd_term_is(a->index)) continue;
      x.missing = false;
      hd_term_visit_leaves(p->terms, a->index, note_index, &x);
      if (!x.missing || adds) continue;
      keep[a->var.id] = 0;
      x.changed = true;
    }
  }
  return x.changed;
}

static void complete_choice(hd_slice_choice *c, uint8_t *keep, bool adds)
{
  const hd_program *p = c->p;
  for (uint32_t v = 0; v < p->vars.len; v++)
    if (is_always_kept(p, v)) keep[v] = 1;
  for (uint32_t t = 0; t < p->threads.len; t++) {
    if (p->threads.data[t].self.id != HD_NONE) keep[p->threads.data[t].self.id] = 1;
    if (p->threads.data[t].status.id != HD_NONE) keep[p->threads.data[t].status.id] = 1;
  }
  do {
    keep_locals(c, keep);
    keep_locks(p, keep);
  } while (adds && settle_indices(p, keep, true));
  while (!adds && settle_indices(p, keep, false)) {
  }
}

uint8_t *hd_slice_choice_by_level(hd_slice_choice *c, uint32_t most)
{
  uint8_t *keep = hd_alloc(c->p->vars.len + 1, 1);
  for (uint32_t v = 0; v < c->p->vars.len; v++)
    keep[v] = is_sliceable(c->p, v) && c->levels[v] != HD_NONE && c->levels[v] <= most;
  complete_choice(c, keep, true);
  return keep;
}

/* --- by name ------------------------------------------------------------------------------------------- */

/* Marks what is named: the variable itself, and its parts (`q` for `q.head`, `a[].key`). What cannot be sliced
 * away cannot be named. */
static bool mark_name(const hd_program *p, const char *name, size_t length, uint8_t *named)
{
  bool found = false;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const char *text = p->vars.data[v].name;
    if (is_always_kept(p, v) || strncmp(text, name, length) != 0) continue;
    if (text[length] != '\0' && text[length] != '.' && text[length] != '[') continue;
    named[v] = 1;
    found = true;
  }
  return found;
}

static uint8_t *read_names(const hd_program *p, const char *names, char *unknown, size_t size)
{
  uint8_t *named = hd_alloc(p->vars.len + 1, 1);
  for (const char *at = names; *at;) {
    size_t length = strcspn(at, ",");
    if (length && !mark_name(p, at, length, named)) {
      snprintf(unknown, size, "%.*s", (int)length, at);
      free(named);
      return NULL;
    }
    at += length + (at[length] == ',');
  }
  return named;
}

uint8_t *hd_slice_choice_keep(hd_slice_choice *c, const char *names, char *unknown, size_t size)
{
  uint8_t *keep = read_names(c->p, names, unknown, size);
  if (keep) complete_choice(c, keep, true);
  return keep;
}

uint8_t *hd_slice_choice_slice(hd_slice_choice *c, const char *names, char *unknown, size_t size)
{
  const hd_program *p = c->p;
  uint8_t *away = read_names(p, names, unknown, size), *keep;
  if (!away) return NULL;
  keep = hd_alloc(p->vars.len + 1, 1);
  for (uint32_t v = 0; v < p->vars.len; v++)
    keep[v] = is_shared(p, v) && !away[v] && p->vars.data[v].role != HD_ROLE_SYNC;
  complete_choice(c, keep, false);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    bool lock = is_shared(p, v) && p->vars.data[v].role == HD_ROLE_SYNC;
    if (away[v] && !is_always_kept(p, v)) keep[v] = 0;
    if (lock && !away[v]) keep[v] = 1;
  }
  while (settle_indices(p, keep, false)) {
  }
  free(away);
  return keep;
}

uint32_t hd_slice_choice_sliced(const hd_slice_choice *c, const uint8_t *keep)
{
  uint32_t n = 0;
  for (uint32_t v = 0; v < c->p->vars.len; v++) n += is_sliceable(c->p, v) && !keep[v];
  return n;
}

/* --- what it costs ------------------------------------------------------------------------------------- */

typedef struct {
  const hd_program *p;
  const uint8_t *keep;
  bool found;
} touching;

static void note_touched(void *context, hd_var v, bool write)
{
  touching *t = context;
  (void)write;
  t->found = t->found || (is_shared(t->p, v.id) && (!t->keep || t->keep[v.id]));
}

/* From here to where others may move next: is anything touched? */
static bool segment_touches(touching *t, uint32_t loc, uint8_t *seen, hd_u32s *todo)
{
  const hd_program *p = t->p;
  memset(seen, 0, p->locs.len);
  t->found = false;
  todo->len = 0;
  hd_vec_push(todo, loc);
  while (todo->len && !t->found) {
    uint32_t at = hd_vec_pop(todo), n;
    if (seen[at]) continue;
    seen[at] = 1;
    const uint32_t *out = hd_loc_out(p, (hd_loc){at}, &n);
    for (uint32_t i = 0; i < n; i++) {
      hd_edge_accesses(p, (hd_edge){out[i]}, note_touched, t);
      if (p->locs.data[p->edges.data[out[i]].to.id].atomic) hd_vec_push(todo, p->edges.data[out[i]].to.id);
    }
  }
  return t->found;
}

uint32_t hd_slice_choice_places(const hd_slice_choice *c, const uint8_t *keep)
{
  const hd_program *p = c->p;
  touching t = {p, keep, false};
  uint8_t *seen = hd_alloc(p->locs.len + 1, 1);
  hd_u32s todo = {0};
  uint32_t n = 0;
  for (uint32_t l = 0; l < p->locs.len; l++)
    if (!p->locs.data[l].atomic && segment_touches(&t, l, seen, &todo))
      n += hd_thread_get(p, p->locs.data[l].thread)->instances;
  free(seen);
  hd_vec_clear(&todo);
  return n;
}

uint8_t *hd_slice_choice_expand(const hd_expanded *x, const uint8_t *keep)
{
  uint8_t *expanded = hd_alloc(x->program->vars.len + 1, 1);
  for (uint32_t v = 0; v < x->program->vars.len; v++) {
    hd_var from = v < x->origins.len ? x->origins.data[v].var : HD_NO_VAR;
    expanded[v] = from.id == HD_NONE || keep[from.id];
  }
  return expanded;
}
