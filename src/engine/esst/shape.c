/* shape.c - compares two graphs location by location. */
#include "engine/esst/shape.h"

static bool same_kind(const hd_esst_space *x, hd_loc a, hd_loc b)
{
  const hd_loc_info *p = hd_loc_get(x->p, a), *q = hd_loc_get(x->p, b);
  return p->kind == q->kind && p->atomic == q->atomic && !x->cuts->cut[a.id] == !x->cuts->cut[b.id];
}

bool hd_esst_same_shape(const hd_esst_space *x, hd_loc a, hd_loc b, hd_u32s *as, hd_u32s *bs)
{
  uint32_t *image = hd_alloc(x->p->locs.len + 1, sizeof *image);
  bool same = same_kind(x, a, b);
  for (uint32_t i = 0; i < x->p->locs.len; i++) image[i] = HD_NONE;
  hd_vec_push(as, a.id);
  hd_vec_push(bs, b.id);
  image[a.id] = b.id;
  for (uint32_t i = 0; i < as->len && same; i++) {
    uint32_t n, m;
    const uint32_t *out = hd_loc_out(x->p, (hd_loc){as->data[i]}, &n);
    const uint32_t *other = hd_loc_out(x->p, (hd_loc){bs->data[i]}, &m);
    same = n == m;
    for (uint32_t k = 0; k < n && same; k++) {
      hd_loc to = x->p->edges.data[out[k]].to, it = x->p->edges.data[other[k]].to;
      same = same_kind(x, to, it) && (image[to.id] == HD_NONE || image[to.id] == it.id);
      if (!same || image[to.id] != HD_NONE) continue;
      image[to.id] = it.id;
      hd_vec_push(as, to.id);
      hd_vec_push(bs, it.id);
    }
  }
  free(image);
  return same;
}
