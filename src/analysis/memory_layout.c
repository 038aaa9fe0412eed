/* memory_layout.c - addresses of objects that a program looks at, and when they are a layout. */
#include "analysis/memory_layout.h"

#include "analysis/memory_look.h"

void hd_identities_extent(const hd_program *p, uint64_t *low, uint64_t *high)
{
  *low = UINT64_MAX, *high = 0;
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    uint64_t end = o->base + o->stride * o->copies + HD_NEAR;
    if (o->base - HD_NEAR < *low) *low = o->base - HD_NEAR;
    if (end > *high) *high = end;
  }
}

/* Every number that the variable holds gives an address that is aligned and belongs to the user. */
static hd_term masked(hd_program *p, const hd_object_info *o, hd_term number)
{
  unsigned width = p->pointer_width;
  uint64_t mask = (width == 64 ? hd_highest_address(width) : hd_mask(width)) & ~(o->align - 1);
  return hd_term_2(p->terms, HD_OP_BAND, number, hd_term_bv(p->terms, width, mask));
}

hd_term hd_object_start(hd_program *p, const hd_object_info *o, hd_term copy)
{
  return masked(p, o, o->copies > 1 ? hd_program_element(p, o->address, copy) : hd_program_var_term(p, o->address));
}

typedef struct {
  hd_term start; /* its address */
  uint64_t size;
} block;
typedef HD_VEC(block) blocks;

static void list_blocks(hd_program *p, blocks *out)
{
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    for (uint32_t k = 0; o->address.id != HD_NONE && k < o->copies; k++)
      hd_vec_push(out, (block){hd_object_start(p, o, hd_term_bv(p->terms, 32, k)), o->size ? o->size : 1});
  }
}

/* start + size <= limit. */
static hd_term ends_below(hd_program *p, const block *b, hd_term limit)
{
  hd_term end = hd_term_2(p->terms, HD_OP_ADD, b->start, hd_term_bv(p->terms, p->pointer_width, b->size));
  return hd_term_2(p->terms, HD_OP_ULE, end, limit);
}

/* In the user's memory, and no identity of anything. */
static hd_term lies_well(hd_program *p, const block *b)
{
  hd_terms *T = p->terms;
  unsigned width = p->pointer_width;
  uint64_t low, high;
  hd_identities_extent(p, &low, &high);
  hd_term lowest = hd_term_bv(T, width, HD_LOWEST_ADDRESS), highest = hd_term_bv(T, width, hd_highest_address(width));
  hd_term well =
      hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_ULE, lowest, b->start), hd_term_2(T, HD_OP_ULT, b->start, highest));
  hd_term below = ends_below(p, b, hd_term_bv(T, width, low));
  hd_term above = hd_term_2(T, HD_OP_ULE, hd_term_bv(T, width, high), b->start);
  well = hd_term_2(T, HD_OP_AND, well, ends_below(p, b, highest));
  return hd_term_2(T, HD_OP_AND, well, hd_term_2(T, HD_OP_OR, below, above));
}

hd_term hd_memory_is_laid_out(hd_program *p)
{
  hd_terms *T = p->terms;
  hd_term good = hd_term_true(T);
  blocks list = {0};
  list_blocks(p, &list);
  for (uint32_t i = 0; i < list.len; i++) {
    const block *a = &list.data[i];
    good = hd_term_2(T, HD_OP_AND, good, lies_well(p, a));
    for (uint32_t k = 0; k < i; k++) {
      const block *b = &list.data[k];
      hd_term apart = hd_term_2(T, HD_OP_OR, ends_below(p, a, b->start), ends_below(p, b, a->start));
      good = hd_term_2(T, HD_OP_AND, good, apart);
    }
  }
  hd_vec_clear(&list);
  return good;
}
