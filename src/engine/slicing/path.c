/* path.c - reads a trace of the abstraction and drops what does nothing there. */
#include "engine/slicing/path.h"

#include "analysis/sharing.h"
#include "trace/interp.h"

bool hd_path_counts(const hd_abstraction *a, hd_edge e)
{
  return a->origin.data[e.id] != HD_NONE && hd_edge_counts(a->program, e);
}

bool hd_edge_counts(const hd_program *p, hd_edge e)
{
  const hd_edge_info *info = hd_edge_get(p, e);
  uint32_t n;
  hd_loc_out(p, info->from, &n);
  bool guarded = hd_term_is(info->guard) && !hd_term_is_true(p->terms, info->guard);
  return info->kind == HD_EDGE_ASSERT || info->n_assigns > 0 || guarded || n > 1;
}

/* Only shared variables. A local that was loaded from a variable that is sliced away has any value in the abstraction,
 * and would make one run many. Statuses, numbers and locks are left alone, since analyses rely on them. */
static bool is_noted(const hd_var_info *v)
{
  bool data = v->role == HD_ROLE_USER || v->role == HD_ROLE_TEMP || v->role == HD_ROLE_MEMORY;
  return data && v->count == 0 && v->thread.id == HD_NONE;
}

static void note_values(hd_path *p, const hd_state *s)
{
  for (uint32_t i = 0; i < p->vars.len; i++) hd_vec_push(&p->values, hd_state_read(s, (hd_var){p->vars.data[i]}, 0, 0));
}

typedef struct {
  uint32_t n_vars;
  const hd_program *p;
  uint8_t *touched; /* by variable: 1 read, 2 written */
} touching;

static void note_access(void *context, hd_var v, bool write)
{
  touching *t = context;
  if (v.id < t->n_vars && hd_var_get(t->p, v)->thread.id == HD_NONE) t->touched[v.id] |= write ? 2 : 1;
}

static bool accesses_overlap(const uint8_t *a, const uint8_t *b, uint32_t n)
{
  for (uint32_t v = 0; v < n; v++)
    if (a[v] && b[v] && ((a[v] | b[v]) & 2)) return true;
  return false;
}

/* What must have happened before step i: touched holds what each step touches, so far. */
static void find_needs(hd_path *p, uint32_t i, const uint8_t *touched, uint32_t n_vars, bool all)
{
  const hd_slice_step *s = &p->steps.data[i];
  for (uint32_t t = 0; t < p->threads; t++) hd_vec_push(&p->needs, 0);
  uint32_t *needs = p->needs.data + (size_t)i * p->threads;
  for (uint32_t k = 0; k < i; k++) {
    const hd_slice_step *before = &p->steps.data[k];
    if (before->thread == s->thread || before->number < needs[before->thread]) continue;
    if (all || accesses_overlap(touched + (size_t)k * n_vars, touched + (size_t)i * n_vars, n_vars))
      needs[before->thread] = before->number + 1;
  }
}

static void push_step(hd_path *p, const hd_abstraction *a, hd_edge e, bool failed)
{
  uint32_t thread = hd_loc_get(a->program, hd_edge_get(a->program, e)->from)->thread.id;
  hd_vec_push(&p->steps, (hd_slice_step){a->origin.data[e.id], thread, p->length.data[thread]++, failed});
}

void hd_path_read(hd_path *p, const hd_abstraction *a, const uint8_t *keep, uint32_t n_vars, bool in_order,
                  const hd_trace *t)
{
  *p = (hd_path){.threads = a->program->threads.len};
  for (uint32_t i = 0; i < p->threads; i++) hd_vec_push(&p->length, 0);
  for (uint32_t v = 0; v < n_vars; v++)
    if (keep[v] && is_noted(&a->program->vars.data[v])) hd_vec_push(&p->vars, v);
  uint8_t *touched = hd_alloc(((size_t)t->steps.len + 1) * n_vars + 1, 1);
  hd_state *s = hd_state_new(a->program, t);
  note_values(p, s);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *step = &t->steps.data[i];
    hd_step_result result = hd_state_step(s, step, NULL);
    if (!hd_path_counts(a, step->edge)) continue;
    touching x = {n_vars, a->program, touched + (size_t)p->steps.len * n_vars};
    hd_edge_accesses(a->program, step->edge, note_access, &x);
    push_step(p, a, step->edge, result == HD_STEP_VIOLATED);
    find_needs(p, p->steps.len - 1, touched, n_vars, in_order);
    note_values(p, s);
    if (result != HD_STEP_OK) break;
  }
  hd_state_free(s);
  free(touched);
}

void hd_path_clear(hd_path *p)
{
  hd_vec_clear(&p->steps);
  hd_vec_clear(&p->needs);
  hd_vec_clear(&p->length);
  hd_vec_clear(&p->vars);
  hd_vec_clear(&p->values);
}
