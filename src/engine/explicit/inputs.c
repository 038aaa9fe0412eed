#include "engine/explicit/inputs.h"

enum { NARROW = 8 }; /* widths up to this are tried completely */

struct hd_inputs {
  hd_program *p;
};

hd_inputs *hd_inputs_new(hd_program *p)
{
  hd_inputs *x = hd_alloc(1, sizeof *x);
  x->p = p;
  return x;
}

void hd_inputs_free(hd_inputs *x)
{
  free(x);
}

static bool whole_width(unsigned width, hd_domain *out)
{
  if (width > NARROW) return false;
  out->n = 1u << width;
  out->values = hd_alloc(out->n, sizeof *out->values);
  for (uint32_t i = 0; i < out->n; i++) out->values[i] = i;
  return true;
}

bool hd_inputs_domain(const hd_inputs *x, hd_edge e, uint32_t a, hd_domain *out)
{
  return whole_width(hd_var_get(x->p, hd_edge_get(x->p, e)->assigns[a].var)->sort.width, out);
}

bool hd_inputs_initial(const hd_inputs *x, hd_var v, hd_domain *out)
{
  return whole_width(hd_var_get(x->p, v)->sort.width, out);
}
