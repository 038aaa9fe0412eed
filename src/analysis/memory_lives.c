/* memory_lives.c - which steps begin and end a life, and what can run behind or beside an end. */
#include "analysis/memory_lives.h"

#include "program/lifetimes.h"

/* --- beginnings and ends ------------------------------------------------------------------------------ */

static hd_term moved_block(const hd_lives *x, const hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns && x->moved.id != HD_NONE; i++)
    if (e->assigns[i].var.id == x->moved.id) return e->assigns[i].value;
  return HD_NO_TERM;
}

/* What `alive` becomes: a constant, or one if something holds. */
static uint64_t life_given(const hd_terms *T, hd_term value)
{
  uint64_t life;
  if (hd_term_op(T, value) == HD_OP_ITE) value = hd_term_arg(T, value, 1);
  return hd_term_is_const(T, value, &life) ? life : HD_LIFE_NONE;
}

static void note_event(hd_lives *x, uint32_t edge, const hd_assign *a)
{
  hd_terms *T = x->p->terms;
  const uint64_t *object = a->var.id == HD_NONE ? NULL : hd_map_find(&x->owner, a->var.id);
  if (!object) return;
  HD_CHECK(hd_term_is(a->value));
  uint64_t life = life_given(T, a->value);
  hd_life_event e = {.edge = edge, .object = (uint32_t)*object, .again = life == HD_LIFE_NONE};
  e.copy = hd_term_is(a->index) ? a->index : hd_term_bv(T, 32, 0);
  if (life == HD_LIFE_ALIVE) e.moved = moved_block(x, &x->p->edges.data[edge]);
  hd_vec_push(life == HD_LIFE_ALIVE ? &x->begins : &x->ends, e);
}

bool hd_object_is_mortal(const hd_object_info *o)
{
  bool ends = o->kind == HD_OBJ_HEAP || o->kind == HD_OBJ_LOCAL || o->kind == HD_OBJ_THREAD;
  return ends && o->alive.id != HD_NONE;
}

static void find_events(hd_lives *x)
{
  for (uint32_t i = 0; i < x->p->objects.len; i++) {
    const hd_object_info *o = &x->p->objects.data[i];
    if (hd_object_is_mortal(o)) hd_map_put(&x->owner, o->alive.id, i);
  }
  for (uint32_t i = 0; i < x->p->edges.len; i++)
    for (uint32_t k = 0; hd_points_to_is_live(x->pt, (hd_edge){i}) && k < x->p->edges.data[i].n_assigns; k++)
      note_event(x, i, &x->p->edges.data[i].assigns[k]);
}

/* --- can a block begin where another one ended? ------------------------------------------------------- */

static void spread_behind(hd_program *p, uint8_t *reached, hd_u32s *work)
{
  while (work->len && !hd_watch_spent(p->watch)) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, (hd_loc){hd_vec_pop(work)}, &n);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t to = p->edges.data[out[i]].to.id;
      if (reached[to]) continue;
      reached[to] = 1;
      hd_vec_push(work, to);
    }
  }
}

static const uint8_t *behind_ends(hd_lives *x, uint32_t object)
{
  if (x->reached[object]) return x->reached[object];
  uint8_t *reached = x->reached[object] = hd_alloc(x->p->locs.len, sizeof *reached);
  hd_u32s work = {0};
  for (uint32_t i = 0; i < x->ends.len; i++) {
    uint32_t to = x->p->edges.data[x->ends.data[i].edge].to.id;
    if (x->ends.data[i].object != object || reached[to]) continue;
    reached[to] = 1;
    hd_vec_push(&work, to);
  }
  spread_behind(x->p, reached, &work);
  hd_vec_clear(&work);
  return reached;
}

hd_thread hd_life_thread(const hd_lives *x, const hd_life_event *e)
{
  return hd_loc_get(x->p, x->p->edges.data[e->edge].from)->thread;
}

/* Is there an end of the object in a thread that runs beside this one? */
static bool ends_beside(const hd_lives *x, uint32_t object, hd_thread thread)
{
  for (uint32_t i = 0; i < x->ends.len; i++) {
    if (x->ends.data[i].object != object) continue;
    hd_thread other = hd_life_thread(x, &x->ends.data[i]);
    if (other.id != thread.id || hd_thread_get(x->p, other)->instances > 1) return true;
  }
  return false;
}

static bool may_be(hd_pointees v, uint32_t object)
{
  if (v.flags & HD_FROM_MANY) return true;
  for (uint32_t i = 0; i < v.n; i++)
    if (v.targets[i].object == object) return true;
  return false;
}

bool hd_lives_may_follow(hd_lives *x, uint32_t ended, uint32_t begun)
{
  for (uint32_t i = 0; i < x->begins.len; i++) {
    const hd_life_event *b = &x->begins.data[i];
    if (b->object != begun) continue;
    if (hd_term_is(b->moved) && may_be(hd_points_to_term(x->pt, b->moved), ended)) return true;
    if (ends_beside(x, ended, hd_life_thread(x, b))) return true;
    if (behind_ends(x, ended)[x->p->edges.data[b->edge].from.id]) return true;
  }
  return false;
}

/* --- the interface ------------------------------------------------------------------------------------ */

void hd_lives_init(hd_lives *x, hd_program *p, hd_points_to *pt)
{
  *x = (hd_lives){.p = p, .pt = pt, .moved = hd_program_find_var(p, HD_MOVED_BLOCK)};
  x->reached = hd_alloc(p->objects.len, sizeof *x->reached);
  hd_program_index(p);
  find_events(x);
}

void hd_lives_clear(hd_lives *x)
{
  for (uint32_t i = 0; i < x->p->objects.len; i++) free(x->reached[i]);
  free(x->reached);
  hd_map_clear(&x->owner);
  hd_vec_clear(&x->begins);
  hd_vec_clear(&x->ends);
}
