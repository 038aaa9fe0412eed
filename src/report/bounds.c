/* bounds.c - looks at the edges beside the failed one for the access that was meant. */
#include "report/bounds.h"

#include "trace/state.h"

typedef struct {
  const hd_program *p;
  const hd_state *end;
  uint32_t instance;
  hd_outside *found;
  bool is_found;
} looking;

static bool constant_of(const hd_program *p, hd_term t, unsigned arg, uint64_t *value)
{
  return hd_term_is_const(p->terms, hd_term_arg(p->terms, t, arg), value);
}

/* Does it ask whether an address is the object's? */
static bool is_about_address(const hd_program *p, hd_term t, const hd_object_info *o)
{
  uint64_t place;
  if (hd_term_op(p->terms, t) != HD_OP_EQ) return false;
  hd_sort sort = hd_term_sort(p->terms, hd_term_arg(p->terms, t, 0));
  if (sort.kind != HD_SORT_BV || sort.width != p->pointer_width) return false;
  if (!constant_of(p, t, 0, &place) && !constant_of(p, t, 1, &place)) return false;
  return place >= o->base && place - o->base <= o->size;
}

/* Do the parts of the guard that are about the address hold? */
static bool is_address_right(const looking *x, hd_term guard, const hd_object_info *o)
{
  hd_terms *T = x->p->terms;
  if (!hd_term_is(guard)) return true;
  if (hd_term_op(T, guard) == HD_OP_AND)
    return is_address_right(x, hd_term_arg(T, guard, 0), o) && is_address_right(x, hd_term_arg(T, guard, 1), o);
  return !is_about_address(x->p, guard, o) || hd_state_eval(x->end, x->instance, guard);
}

/* The object that has the variable as its one row of elements. */
static uint32_t owner_of(const hd_program *p, hd_var v, const hd_slot **slot)
{
  for (uint32_t i = 0; i < p->objects.len; i++)
    for (uint32_t k = 0; k < p->objects.data[i].n_slots; k++) {
      *slot = &p->objects.data[i].slots[k];
      if ((*slot)->var.id == v.id) return p->objects.data[i].copies == 1 && (*slot)->n_dims == 1 ? i : HD_NONE;
    }
  return HD_NONE;
}

static void look_at_element(looking *x, hd_term guard, hd_var v, hd_term index)
{
  const hd_slot *slot;
  uint32_t object = hd_term_is(index) ? owner_of(x->p, v, &slot) : HD_NONE;
  if (x->is_found || object == HD_NONE || !is_address_right(x, guard, &x->p->objects.data[object])) return;
  unsigned width = hd_term_sort(x->p->terms, index).width;
  int64_t number = hd_signed(hd_state_eval(x->end, x->instance, index), width);
  if (number >= 0 && number < slot->dims[0].count) return;
  *x->found = (hd_outside){object, (int64_t)slot->offset + number * (int64_t)slot->dims[0].stride};
  x->is_found = true;
}

/* Elements that the term reads. */
static void look_at_term(looking *x, hd_term guard, hd_term t)
{
  hd_terms *T = x->p->terms;
  if (!hd_term_is(t)) return;
  if (hd_term_op(T, t) == HD_OP_SELECT && hd_term_op(T, hd_term_arg(T, t, 0)) == HD_OP_VAR)
    look_at_element(x, guard, (hd_var){hd_term_symbol(T, hd_term_arg(T, t, 0))}, hd_term_arg(T, t, 1));
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) look_at_term(x, guard, hd_term_arg(T, t, i));
}

static void look_beside(looking *x, const hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    look_at_element(x, e->guard, e->assigns[i].var, e->assigns[i].index);
    look_at_term(x, e->guard, e->assigns[i].value);
  }
}

bool hd_bounds_find(const hd_program *p, const hd_step *step, const hd_state *end, hd_outside *found)
{
  uint32_t n;
  const hd_edge_info *failed = hd_edge_get(p, step->edge);
  const uint32_t *out = hd_loc_out(p, failed->from, &n);
  looking x = {.p = p, .end = end, .instance = step->instance, .found = found};
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = hd_edge_get(p, (hd_edge){out[i]});
    if (e->kind == HD_EDGE_STEP && e->site == failed->site) look_beside(&x, e);
  }
  return x.is_found;
}
