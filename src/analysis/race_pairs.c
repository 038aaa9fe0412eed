/* race_pairs.c - lists the accesses of each place and pairs those that may touch the same memory. */
#include "analysis/race_pairs.h"

#include "analysis/facts.h"

/* What happens at one place of the source to one variable; copies of its edges are one place. */
typedef struct {
  hd_var var;
  hd_thread thread;
  hd_pos pos;
  bool write, plain;
} access_place;

typedef struct {
  const hd_program *p;
  const hd_sharing *sharing;
  const hd_edge_info *edge; /* the one whose accesses are listed */
  HD_VEC(access_place) places;
} place_list;

static void list_access(void *context, hd_var var, bool write)
{
  place_list *x = context;
  if (hd_var_get(x->p, var)->role != HD_ROLE_USER || !x->sharing->shared[var.id]) return;
  hd_thread thread = hd_loc_get(x->p, x->edge->from)->thread;
  hd_vec_push(&x->places, (access_place){var, thread, x->edge->pos, write, x->edge->access == HD_ACCESS_PLAIN});
}

static int compare_numbers(uint32_t a, uint32_t b)
{
  return (a > b) - (a < b);
}

static int compare_places(const void *left, const void *right)
{
  const access_place *a = left, *b = right;
  int by[] = {compare_numbers(a->var.id, b->var.id),         compare_numbers(a->pos.file, b->pos.file),
              compare_numbers(a->pos.line, b->pos.line),     compare_numbers(a->pos.column, b->pos.column),
              compare_numbers(a->thread.id, b->thread.id),   compare_numbers(a->write, b->write),
              compare_numbers(a->plain, b->plain)};
  for (unsigned i = 0; i < HD_COUNT(by); i++)
    if (by[i]) return by[i];
  return 0;
}

static void list_places(hd_program *p, place_list *x)
{
  for (uint32_t i = 0; i < p->edges.len; i++) {
    x->edge = &p->edges.data[i];
    if (x->edge->access == HD_ACCESS_SYNC || x->sharing->early[i]) continue;
    hd_edge_accesses(p, (hd_edge){i}, list_access, x);
  }
  if (x->places.len) qsort(x->places.data, x->places.len, sizeof *x->places.data, compare_places);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < x->places.len; i++)
    if (!kept || compare_places(&x->places.data[kept - 1], &x->places.data[i]) != 0)
      x->places.data[kept++] = x->places.data[i];
  x->places.len = kept;
}

static bool may_race(const hd_program *p, const access_place *a, const access_place *b)
{
  const hd_thread_info *t = hd_thread_get(p, a->thread);
  bool different = a->thread.id != b->thread.id || t->instances > 1 || t->replicated;
  return different && (a->write || b->write) && (a->plain || b->plain);
}

static void add_races(hd_program *p, hd_checks *checks)
{
  hd_facts *facts = hd_facts_new(p);
  place_list x = {.p = p, .sharing = hd_facts_sharing(facts)};
  list_places(p, &x);
  for (uint32_t i = 0; i < x.places.len; i++) {
    const access_place *a = &x.places.data[i];
    for (uint32_t k = i; k < x.places.len && x.places.data[k].var.id == a->var.id; k++)
      if (may_race(p, a, &x.places.data[k]))
        hd_checks_add(checks, hd_race_check(a->pos, x.places.data[k].pos, hd_var_get(p, a->var)->name));
  }
  hd_vec_clear(&x.places);
  hd_facts_free(facts);
}

hd_checks *hd_checks_of(hd_program *p, hd_property property)
{
  hd_checks *checks = hd_checks_new(p);
  if (hd_violated_by(property, HD_BY_RACE)) add_races(p, checks);
  if (hd_violated_by(property, HD_BY_DEADLOCK))
    hd_checks_add(checks, (hd_check_info){.kind = HD_CHECK_DEADLOCK, .pos = HD_NO_POS, .other = HD_NO_POS});
  return checks;
}
