/* state.c - locations, values and statuses in one block of memory, copied as a whole. */
#include "trace/state.h"

static uint32_t copies_of(const hd_program *p, const hd_var_info *v)
{
  return v->thread.id == HD_NONE ? 1 : hd_thread_get(p, v->thread)->instances;
}

static hd_layout *layout_new(const hd_program *p)
{
  hd_layout *l = hd_alloc(1, sizeof *l);
  l->p = p;
  atomic_init(&l->users, 0);
  l->first = hd_alloc(p->threads.len, sizeof *l->first);
  for (uint32_t t = 0; t < p->threads.len; t++) {
    l->first[t] = l->n_who;
    l->n_who += p->threads.data[t].instances;
  }
  l->who = hd_alloc(l->n_who, sizeof *l->who);
  for (uint32_t t = 0; t < p->threads.len; t++)
    for (uint32_t i = 0; i < p->threads.data[t].instances; i++) l->who[l->first[t] + i] = (hd_who){{t}, i};
  l->offset = hd_alloc(p->vars.len, sizeof *l->offset);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    l->offset[v] = l->n_values;
    l->n_values += (size_t)hd_var_elements(&p->vars.data[v]) * copies_of(p, &p->vars.data[v]);
  }
  return l;
}

static void layout_release(hd_layout *l)
{
  if (atomic_fetch_sub(&l->users, 1) > 1) return;
  free(l->who);
  free(l->first);
  free(l->offset);
  free(l);
}

static hd_state *state_on(hd_layout *l)
{
  hd_state *s = hd_alloc(1, sizeof *s);
  s->layout = l;
  atomic_fetch_add(&l->users, 1);
  s->locs = hd_alloc(l->n_who, sizeof *s->locs);
  s->values = hd_alloc(l->n_values, sizeof *s->values);
  return s;
}

uint64_t *hd_state_cell(const hd_state *s, hd_var v, uint32_t instance, uint64_t index)
{
  const hd_var_info *info = hd_var_get(hd_state_program(s), v);
  uint32_t elements = hd_var_elements(info);
  if (index >= elements) return NULL;
  size_t copy = info->thread.id == HD_NONE ? 0 : instance;
  return &s->values[s->layout->offset[v.id] + copy * elements + index];
}

static void start_values(hd_state *s)
{
  const hd_program *p = hd_state_program(s);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    if (info->any) continue;
    for (uint32_t i = 0; i < copies_of(p, info); i++)
      for (uint32_t k = 0; k < hd_var_elements(info); k++)
        *hd_state_cell(s, (hd_var){v}, i, k) = hd_var_init(p, (hd_var){v}, k);
  }
  for (uint32_t t = 0; t < p->threads.len; t++) {
    const hd_thread_info *thread = &p->threads.data[t];
    for (uint32_t i = 0; thread->self.id != HD_NONE && i < thread->instances; i++)
      *hd_state_cell(s, thread->self, i, 0) = i;
  }
}

/* Only variables that start with any value listen to the trace. */
static void start_as_in(hd_state *s, const hd_trace *t)
{
  const hd_program *p = hd_state_program(s);
  for (uint32_t i = 0; i < t->initial.len; i++) {
    const hd_initial *in = &t->initial.data[i];
    if (in->var.id >= p->vars.len || !hd_var_get(p, in->var)->any) continue;
    if (in->instance >= copies_of(p, hd_var_get(p, in->var))) continue;
    uint64_t *cell = hd_state_cell(s, in->var, in->instance, in->index);
    if (cell) *cell = in->value & hd_mask(hd_var_get(p, in->var)->sort.width);
  }
}

hd_state *hd_state_new(const hd_program *p, const hd_trace *initial)
{
  HD_CHECK(!p->raw && p->out_first);
  hd_state *s = state_on(layout_new(p));
  for (uint32_t i = 0; i < s->layout->n_who; i++) s->locs[i] = hd_thread_get(p, s->layout->who[i].thread)->entry;
  start_values(s);
  if (initial) start_as_in(s, initial);
  HD_ASSERT(hd_state_check(s));
  return s;
}

hd_state *hd_state_copy(const hd_state *s)
{
  hd_state *copy = state_on(s->layout);
  memcpy(copy->locs, s->locs, s->layout->n_who * sizeof *s->locs);
  if (s->layout->n_values) memcpy(copy->values, s->values, s->layout->n_values * sizeof *s->values);
  return copy;
}

void hd_state_free(hd_state *s)
{
  if (!s) return;
  layout_release(s->layout);
  free(s->locs);
  free(s->values);
  free(s);
}

bool hd_state_check(const hd_state *s)
{
  const hd_program *p = hd_state_program(s);
  for (uint32_t i = 0; i < s->layout->n_who; i++)
    if (hd_loc_get(p, s->locs[i])->thread.id != s->layout->who[i].thread.id) return false;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    size_t n = (size_t)hd_var_elements(info) * copies_of(p, info), end = s->layout->offset[v] + n;
    if (end > s->layout->n_values) return false;
    for (size_t i = s->layout->offset[v]; i < end; i++)
      if (s->values[i] & ~hd_mask(info->sort.width)) return false;
  }
  return true;
}

bool hd_state_same(const hd_state *a, const hd_state *b)
{
  const hd_layout *l = a->layout;
  HD_CHECK(l->n_who == b->layout->n_who && l->n_values == b->layout->n_values);
  return memcmp(a->locs, b->locs, l->n_who * sizeof *a->locs) == 0 &&
         (!l->n_values || memcmp(a->values, b->values, l->n_values * sizeof *a->values) == 0);
}

uint64_t hd_state_hash(const hd_state *s)
{
  uint64_t h = hd_hash_bytes(s->locs, s->layout->n_who * sizeof *s->locs, 0);
  return hd_hash_bytes(s->values, s->layout->n_values * sizeof *s->values, h);
}

hd_loc hd_state_loc(const hd_state *s, hd_thread t, uint32_t instance)
{
  HD_CHECK(instance < hd_thread_get(hd_state_program(s), t)->instances);
  return s->locs[s->layout->first[t.id] + instance];
}

uint64_t hd_state_read(const hd_state *s, hd_var v, uint32_t instance, uint64_t index)
{
  const uint64_t *cell = hd_state_cell(s, v, instance, index);
  return cell ? *cell : 0;
}

static const hd_loc_info *loc_of(const hd_state *s, uint32_t number)
{
  return hd_loc_get(hd_state_program(s), s->locs[number]);
}

bool hd_state_exited(const hd_state *s)
{
  for (uint32_t i = 0; i < s->layout->n_who; i++)
    if (loc_of(s, i)->kind == HD_LOC_EXIT) return true;
  return false;
}

bool hd_state_may_run(const hd_state *s, hd_thread t, uint32_t instance)
{
  uint32_t me = s->layout->first[t.id] + instance;
  for (uint32_t i = 0; i < s->layout->n_who; i++) {
    const hd_loc_info *l = loc_of(s, i);
    if (l->kind == HD_LOC_EXIT) return false;
    if (i != me && l->kind == HD_LOC_NORMAL && l->atomic) return false;
  }
  return true;
}

bool hd_state_started(const hd_state *s, hd_who who)
{
  const hd_thread_info *t = hd_thread_get(hd_state_program(s), who.thread);
  return t->status.id == HD_NONE || hd_state_read(s, t->status, 0, who.instance) != 0;
}

bool hd_state_beyond(const hd_state *s)
{
  for (uint32_t i = 0; i < s->layout->n_who; i++) {
    hd_loc_kind kind = loc_of(s, i)->kind;
    if ((kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND) && hd_state_started(s, s->layout->who[i])) return true;
  }
  return false;
}
