#include "engine/explicit/choices.h"

#include "analysis/guards.h"

enum { LIMIT = 4 }; /* choices, in bits, on a way from one cut-point to the next */

static uint8_t bits_of(uint32_t n)
{
  uint8_t bits = 0;
  while (bits < 32 && (UINT64_C(1) << bits) < n) bits++;
  return bits;
}

/* What leaving the location by one of its edges may choose. */
static uint8_t branching(const hd_program *p, hd_loc l)
{
  uint32_t n, together = 1;
  const uint32_t *out = hd_loc_out(p, l, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t enabled = 1;
    for (uint32_t k = 0; k < n; k++)
      if (k != i && !hd_guards_exclusive(p, (hd_edge){out[i]}, (hd_edge){out[k]})) enabled++;
    if (enabled > together) together = enabled;
  }
  return bits_of(together);
}

static uint8_t choosing(const hd_program *p, const hd_inputs *inputs, hd_edge e)
{
  const hd_edge_info *info = hd_edge_get(p, e);
  uint32_t bits = 0;
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    hd_domain domain;
    if (hd_term_is(info->assigns[i].value) || !hd_inputs_domain(inputs, e, i, &domain)) continue;
    bits += bits_of(domain.n);
    free(domain.values);
  }
  return (uint8_t)(bits < 64 ? bits : 64);
}

/* Most choices on the ways to each location since the last cut-point; where one more would be
 * too many, a cut-point is put, and what was counted before only errs on the safe side. */
void hd_choices_limit(hd_program *p, hd_cuts *cuts, const hd_inputs *inputs)
{
  uint8_t *before = hd_alloc(p->locs.len, 1), *at = hd_alloc(p->locs.len, 1), *on = hd_alloc(p->edges.len, 1);
  for (uint32_t l = 0; l < p->locs.len; l++) at[l] = branching(p, (hd_loc){l});
  for (uint32_t e = 0; e < p->edges.len; e++) on[e] = choosing(p, inputs, (hd_edge){e});
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < p->edges.len; i++) {
      const hd_edge_info *e = &p->edges.data[i];
      uint32_t from = e->from.id, to = e->to.id, here = at[from] + on[i];
      if (cuts->cut[from] != HD_CUT_STEP && here && before[from] && before[from] + here > LIMIT) {
        cuts->count += cuts->cut[from] == HD_CUT_NOT;
        cuts->cut[from] = HD_CUT_STEP;
        more = true;
      }
      uint32_t sum = here + (cuts->cut[from] == HD_CUT_STEP ? 0 : before[from]);
      if (sum > 64) sum = 64;
      if (cuts->cut[to] == HD_CUT_STEP || sum <= before[to]) continue;
      before[to] = (uint8_t)sum;
      more = true;
    }
  }
  free(before);
  free(at);
  free(on);
}
