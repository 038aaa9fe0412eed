/* written_out.c - maps locations and bounds back. */
#include "engine/written_out.h"

void hd_result_of_written_out(const hd_program *p, const hd_written_out *w, hd_result *out)
{
  for (uint32_t i = 0; out->trace && i < out->trace->steps.len; i++) {
    hd_edge *e = &out->trace->steps.data[i].edge;
    *e = w->edge[e->id];
  }
  bool names_places = out->certificate && out->certificate->clauses.len;
  if (names_places) hd_certificate_set_written_out(out->certificate, p);
  hd_result_stat(out, "written-out.locations", w->program->locs.len);
}

uint8_t *hd_written_out_heads(const hd_program *p, const hd_task *t, const hd_written_out *w)
{
  hd_facts *facts = hd_facts_of(t->facts, p);
  const hd_loops *loops = hd_facts_loops(facts);
  uint8_t *heads = hd_alloc(w->program->locs.len, 1);
  for (uint32_t l = 0; l < w->program->locs.len; l++) {
    uint32_t loop = loops->innermost[w->loc[l].id];
    heads[l] = loop != HD_NONE && loops->list.data[loop].head.id == w->loc[l].id;
  }
  hd_facts_free(facts);
  return heads;
}
