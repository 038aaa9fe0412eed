/* pointers.c - the callbacks by which the front end asks for the targets of pointers. */
#include "api/pointers.h"

#include "analysis/points_to.h"

typedef struct {
  const hd_program *p;
  hd_points_to *pt;
} followed;

static void *follow_pointers(hd_program *p)
{
  followed *f = hd_alloc(1, sizeof *f);
  *f = (followed){p, hd_points_to_new(p)};
  return f;
}

/* Is it an address outside the object that it was computed from? */
static bool has_left(const hd_program *p, const hd_target *t)
{
  const hd_object_info *o = &p->objects.data[t->object];
  return !t->stride && t->offset > o->stride * o->copies;
}

/* As accesses do, this leaves undefined values alone, and takes numbers for no addresses. */
static bool find_objects(void *known, hd_term address, hd_u32s *objects)
{
  const followed *f = known;
  hd_pointees v = hd_points_to_term(f->pt, address);
  bool others = v.flags & (HD_FROM_INPUT | HD_FROM_MANY);
  for (uint32_t i = 0; i < v.n && v.targets[i].object != HD_NONE; i++) {
    others = others || v.targets[i].weak || has_left(f->p, &v.targets[i]);
    if (!objects->len || hd_vec_last(objects) != v.targets[i].object) hd_vec_push(objects, v.targets[i].object);
  }
  return others;
}

static void forget_pointers(void *known)
{
  followed *f = known;
  hd_points_to_free(f->pt);
  free(f);
}

const hd_c_pointers hd_input_pointers = {follow_pointers, find_objects, forget_pointers};
