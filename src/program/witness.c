/* witness.c - makes and searches that data. */
#include "program/witness.h"

const char *const hd_waypoint_kinds[HD_WAY_KINDS] = {"assumption", "branching", "function_enter", "function_return",
                                                     "target"};
const char *const hd_waypoint_actions[HD_WAY_ACTIONS] = {"follow", "avoid", "cycle"};

hd_witness *hd_witness_new(void)
{
  hd_witness *w = hd_alloc(1, sizeof *w);
  hd_arena_init(&w->arena);
  return w;
}

void hd_witness_free(hd_witness *w)
{
  if (!w) return;
  for (uint32_t i = 0; i < w->segments.len; i++) hd_vec_clear(&w->segments.data[i].points);
  hd_vec_clear(&w->segments);
  hd_vec_clear(&w->invariants);
  hd_vec_clear(&w->files);
  hd_arena_clear(&w->arena);
  free(w);
}

/* As property files write the formulas that hd_property_table has without blanks. */
const char *hd_witness_specification(hd_property property, hd_arena *arena)
{
  static const char *const formulas[HD_PROP_COUNT][3] = {
      [HD_PROP_UNREACH_CALL] = {"G ! call(reach_error())"},
      [HD_PROP_NO_DATA_RACE] = {"G ! data-race"},
      [HD_PROP_NO_OVERFLOW] = {"G ! overflow"},
      [HD_PROP_VALID_MEMSAFETY] = {"G valid-free", "G valid-deref", "G valid-memtrack"},
  };
  const char *text = NULL;
  for (unsigned i = 0; i < 3 && formulas[property][i]; i++)
    text = hd_arena_printf(arena, "%s%sCHECK( init(main()), LTL(%s) )", text ? text : "", text ? "\n" : "",
                           formulas[property][i]);
  return text;
}

static bool same_line(const hd_edge_info *a, const hd_edge_info *b)
{
  return a->pos.file == b->pos.file && a->pos.line == b->pos.line && a->frame == b->frame;
}

bool *hd_witness_begins(const hd_program *p)
{
  bool *begins = hd_alloc(p->edges.len, sizeof *begins);
  for (uint32_t t = 0; t < p->threads.len; t++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, p->threads.data[t].entry, &n);
    for (uint32_t i = 0; i < n; i++) begins[out[i]] = p->edges.data[out[i]].pos.file != HD_NONE;
  }
  for (uint32_t e = 0; e < p->edges.len; e++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, p->edges.data[e].to, &n);
    for (uint32_t i = 0; i < n; i++) {
      const hd_edge_info *next = &p->edges.data[out[i]];
      if (next->pos.file != HD_NONE && !same_line(&p->edges.data[e], next)) begins[out[i]] = true;
    }
  }
  return begins;
}
