/* facts.c - each fact is made at the first question and kept with the program. */
#include "analysis/facts.h"

/* Cut-points are sound for the property and the reduction that they were computed for. */
typedef struct {
  hd_reduction reduction;
  hd_property property;
  hd_cuts *cuts;
} cuts_for;

struct hd_facts {
  uint32_t owners;
  hd_program *p;
  hd_sharing *sharing;
  HD_VEC(cuts_for) cuts;
  hd_liveness *liveness;
  hd_loops *loops;
};

/* Computing a fact indexes the program and may add terms to its pool; what the program means stays. */
hd_facts *hd_facts_new(const hd_program *p)
{
  hd_facts *f = hd_alloc(1, sizeof *f);
  *f = (hd_facts){.owners = 1, .p = (hd_program *)p};
  return f;
}

hd_facts *hd_facts_of(hd_facts *known, const hd_program *p)
{
  if (!known || known->p != p) return hd_facts_new(p);
  known->owners++;
  return known;
}

void hd_facts_free(hd_facts *f)
{
  if (!f || --f->owners) return;
  for (uint32_t i = 0; i < f->cuts.len; i++) hd_cuts_free(f->cuts.data[i].cuts);
  hd_vec_clear(&f->cuts);
  hd_sharing_free(f->sharing);
  hd_liveness_free(f->liveness);
  hd_loops_free(f->loops);
  free(f);
}

void hd_facts_prepare(hd_facts *f, hd_reduction reduction, hd_property property, const hd_budget *b)
{
  if (!hd_budget_spent(b)) hd_facts_sharing(f);
  if (!hd_budget_spent(b)) hd_facts_cuts(f, reduction, property);
  if (!hd_budget_spent(b)) hd_facts_liveness(f);
  if (!hd_budget_spent(b)) hd_facts_loops(f);
}

const hd_sharing *hd_facts_sharing(hd_facts *f)
{
  if (!f->sharing) f->sharing = hd_sharing_new(f->p);
  return f->sharing;
}

const hd_cuts *hd_facts_cuts(hd_facts *f, hd_reduction reduction, hd_property property)
{
  for (uint32_t i = 0; i < f->cuts.len; i++) {
    const cuts_for *known = &f->cuts.data[i];
    if (known->reduction == reduction && known->property == property) return known->cuts;
  }
  hd_cuts *cuts = hd_cuts_new(f->p, hd_facts_sharing(f), reduction, property);
  hd_vec_push(&f->cuts, (cuts_for){reduction, property, cuts});
  return cuts;
}

const hd_liveness *hd_facts_liveness(hd_facts *f)
{
  if (!f->liveness) f->liveness = hd_liveness_new(f->p);
  return f->liveness;
}

const hd_loops *hd_facts_loops(hd_facts *f)
{
  if (!f->loops) f->loops = hd_loops_new(f->p, hd_facts_liveness(f));
  return f->loops;
}
