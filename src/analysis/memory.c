/* memory.c - the passes of resolving, in their order. */
#include "analysis/memory.h"

#include "analysis/layout.h"
#include "analysis/memory_doubts.h"
#include "analysis/memory_edges.h"
#include "analysis/memory_fold.h"
#include "analysis/memory_observe.h"
#include "analysis/memory_padding.h"
#include "analysis/memory_reuse.h"

/* Edges that points-to shows infeasible (calls of functions that a pointer cannot be, joins of
 * other threads) go first, and with them objects' parts that only they access. */
static hd_points_to *drop_infeasible(hd_program *p, hd_points_to *pt)
{
  if (!hd_watch_spent(p->watch) && hd_observe_addresses(p, pt)) {
    hd_points_to_free(pt);
    hd_program_prune(p);
    pt = hd_points_to_new(p);
  }
  if (hd_watch_spent(p->watch) || !hd_fold_comparisons(p, pt)) return pt;
  hd_points_to_free(pt);
  hd_program_prune(p);
  return hd_points_to_new(p);
}

/* Where accesses are checked, each byte of them counts. */
static hd_points_to *drop_padding(hd_program *p, hd_points_to *pt)
{
  if (hd_watch_spent(p->watch) || !hd_padding_drop(p, pt)) return pt;
  hd_points_to_free(pt);
  return hd_points_to_new(p);
}

/* What is compared and where blocks begin becomes other terms and edges; where pointers point stays as it is. */
static void let_addresses_come_again(hd_resolving *r)
{
  if (hd_reuse_addresses(r->p, r->pt)) {
    hd_points_to_free(r->pt);
    hd_program_prune(r->p);
    r->pt = hd_points_to_new(r->p);
  }
  hd_reuse_tidy(r->p);
}

/* Locals whose address is taken, but only by their own thread. */
static void classify_variables(hd_resolving *r)
{
  hd_program *p = r->p;
  for (uint32_t i = 0; i < r->uses.len; i++) {
    const hd_memory_use *use = &r->uses.data[i];
    const hd_object_info *o = &p->objects.data[use->object];
    hd_var_info *v = &p->vars.data[r->first_var + i];
    if (use->thread.id == HD_NONE) continue;
    if (!use->plain) v->role = HD_ROLE_SYNC;
    if (o->kind == HD_OBJ_LOCAL && !use->several && p->threads.data[use->thread.id].instances == 1)
      v->thread = use->thread;
  }
}

static void to_variables(hd_resolving *r)
{
  hd_layout_choose(r->p, r->pt);
  r->first_var = r->p->vars.len;
  hd_resolve_edges(r);
  if (hd_watch_spent(r->p->watch)) return;
  classify_variables(r);
  r->p->raw = false;
}

bool hd_memory_resolve(hd_program *p, const hd_memory_options *options)
{
  if (!p->raw) return true;
  hd_resolving r = {.p = p};
  if (options) r.options = *options;
  if (hd_watch_begin(p->watch, "following pointers")) return true;
  r.pt = hd_points_to_new(p);
  bool told = hd_watch_spent(p->watch) || !hd_reuse_needs_ends(p, r.pt);
  if (told && !r.options.check_alive) r.pt = drop_padding(p, r.pt);
  if (told) r.pt = drop_infeasible(p, r.pt);
  if (told && !hd_watch_spent(p->watch)) let_addresses_come_again(&r);
  if (told && !hd_watch_begin(p->watch, "dividing memory into variables")) to_variables(&r);
  hd_points_to_free(r.pt);
  hd_vec_clear(&r.uses);
  if (told && !hd_watch_spent(p->watch)) hd_doubts_settle(p);
  for (unsigned pass = 0; told && pass < 2; pass++) { /* edges that were never taken assign no more */
    if (hd_watch_begin(p->watch, "making the model smaller")) break;
    hd_fold_constants(p);
    hd_program_prune(p);
  }
  return told;
}
