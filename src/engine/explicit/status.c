/* status.c - recognizes the edges that create, start and join a thread. */
#include "engine/explicit/status.h"

bool hd_status_test(const hd_program *p, hd_term t, hd_var *status, hd_term *index, uint64_t *value)
{
  const hd_terms *T = p->terms;
  if (!hd_term_is(t) || hd_term_op(T, t) != HD_OP_EQ) return false;
  for (unsigned i = 0; i < 2; i++) {
    hd_term x = hd_term_arg(T, t, i);
    *index = HD_NO_TERM;
    if (!hd_term_is_const(T, hd_term_arg(T, t, 1 - i), value)) continue;
    if (hd_term_op(T, x) == HD_OP_SELECT) {
      *index = hd_term_arg(T, x, 1);
      x = hd_term_arg(T, x, 0);
    }
    if (hd_term_op(T, x) != HD_OP_VAR) continue;
    *status = (hd_var){hd_term_symbol(T, x)};
    if (hd_var_get(p, *status)->role == HD_ROLE_STATUS) return true;
  }
  return false;
}

void hd_conjuncts_visit(const hd_program *p, hd_term guard, void (*visit)(void *context, hd_term conjunct),
                        void *context)
{
  hd_u32s work = {0};
  if (hd_term_is(guard)) hd_vec_push(&work, guard.id);
  while (work.len) {
    hd_term t = {hd_vec_pop(&work)};
    if (hd_term_op(p->terms, t) == HD_OP_AND) {
      hd_vec_push(&work, hd_term_arg(p->terms, t, 0).id);
      hd_vec_push(&work, hd_term_arg(p->terms, t, 1).id);
    } else {
      visit(context, t);
    }
  }
  hd_vec_clear(&work);
}

typedef struct {
  const hd_program *p;
  hd_var status;
  hd_term index; /* HD_NO_TERM: of a scalar */
  uint64_t value;
  bool found;
} wanted;

static void look_for(void *context, hd_term conjunct)
{
  wanted *w = context;
  hd_var status;
  hd_term index;
  uint64_t value;
  if (!hd_status_test(w->p, conjunct, &status, &index, &value)) return;
  w->found |= status.id == w->status.id && value == w->value && hd_term_same(index, w->index);
}

static bool asks(const hd_program *p, const hd_edge_info *e, wanted w)
{
  w.p = p;
  hd_conjuncts_visit(p, e->guard, look_for, &w);
  return w.found;
}

/* The instance's own element. */
static hd_term own_index(hd_program *p, hd_thread t)
{
  const hd_thread_info *info = hd_thread_get(p, t);
  return hd_var_get(p, info->status)->count ? hd_program_var_term(p, info->self) : HD_NO_TERM;
}

static bool sets_status_to(const hd_program *p, const hd_assign *a, hd_var status, uint64_t number)
{
  uint64_t value;
  return a->var.id == status.id && hd_term_is(a->value) && hd_term_is_const(p->terms, a->value, &value) &&
         value == number;
}

/* Taken once at most in an execution, and no other step creates the instance. */
static bool is_only_creation(const hd_program *p, const hd_edge_info *e, const hd_assign *a, const hd_loops *loops)
{
  const hd_thread_info *creator = hd_thread_get(p, hd_loc_get(p, e->from)->thread);
  uint64_t index;
  uint32_t creations = 0;
  if (creator->instances > 1 || creator->replicated || hd_loops_visits(loops, e->from) > 1) return false;
  if (hd_term_is(a->index) && !hd_term_is_const(p->terms, a->index, &index)) return false;
  for (uint32_t i = 0; i < p->edges.len; i++)
    for (uint32_t k = 0; k < p->edges.data[i].n_assigns; k++) {
      const hd_assign *other = &p->edges.data[i].assigns[k];
      bool elsewhere = hd_term_is(other->index) && hd_term_is_const(p->terms, other->index, &index) &&
                       !hd_term_same(other->index, a->index);
      creations += sets_status_to(p, other, a->var, 1) && !elsewhere;
    }
  return creations == 1;
}

static bool is_orderly_write(hd_program *p, hd_thread t, const hd_edge_info *e, const hd_assign *a,
                             const hd_loops *loops)
{
  uint64_t value;
  hd_var status = hd_thread_get(p, t)->status;
  if (!hd_term_is(a->value) || !hd_term_is_const(p->terms, a->value, &value)) return false;
  if (value == 1)
    return asks(p, e, (wanted){.status = status, .index = a->index, .value = 0}) || is_only_creation(p, e, a, loops);
  bool own = hd_loc_get(p, e->from)->thread.id == t.id;
  return value == 2 && own && e->from.id != hd_thread_get(p, t)->entry.id && hd_term_same(a->index, own_index(p, t));
}

bool hd_status_orderly(hd_program *p, hd_thread t, const hd_loops *loops)
{
  const hd_thread_info *info = hd_thread_get(p, t);
  if (info->status.id == HD_NONE || hd_loc_get(p, info->entry)->atomic) return false;
  const hd_var_info *v = hd_var_get(p, info->status);
  if (v->any || (v->count && (info->self.id == HD_NONE || v->count != info->instances))) return false;
  if (!v->count && info->instances > 1) return false;
  for (uint32_t i = 0; i < hd_var_elements(v); i++)
    if (hd_var_init(p, info->status, i) != 0) return false;
  hd_term own = own_index(p, t);
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    if (e->from.id == info->entry.id && !asks(p, e, (wanted){.status = info->status, .index = own, .value = 1}))
      return false;
    for (uint32_t k = 0; k < e->n_assigns; k++)
      if (e->assigns[k].var.id == info->status.id && !is_orderly_write(p, t, e, &e->assigns[k], loops)) return false;
  }
  return true;
}
