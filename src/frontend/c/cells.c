/* cells.c - going through memory cell by cell: short arrays one by one, long ones in a loop of the model.
 *
 * Every byte belongs to one cell. What lies between the slots that the types suggest, and behind them, is
 * cut into cells as wide as its place allows. */
#include "frontend/c/core.h"

enum { MAX_UNROLLED = 128 }; /* cells of one slot */

hd_cursor hd_loop_begin(hd_cursor *c, hd_element_loop *loop, hd_term size, uint64_t step)
{
  hd_lower *L = c->lower;
  loop->counter = hd_cursor_var(c, "offset", HD_BV(L->ptr));
  loop->at = hd_program_var_term(L->p, loop->counter);
  loop->step = step;
  hd_cursor_assign(c, loop->counter, hd_term_bv(L->T, L->ptr, 0));
  loop->head = c->at;
  hd_loc_state_of(L, loop->head)->pinned = true;
  hd_cursor inside = *c;
  hd_cursor_edge(&inside, (hd_edge_info){.guard = hd_term_2(L->T, HD_OP_ULT, loop->at, size)}, HD_NO_LOC);
  hd_cursor_edge(c, (hd_edge_info){.guard = hd_term_2(L->T, HD_OP_ULE, size, loop->at)}, HD_NO_LOC);
  return inside;
}

void hd_loop_end(hd_cursor *inside, const hd_element_loop *loop)
{
  hd_lower *L = inside->lower;
  hd_assign next = {.var = loop->counter,
                    .value = hd_term_2(L->T, HD_OP_ADD, loop->at, hd_term_bv(L->T, L->ptr, loop->step))};
  if (!hd_cursor_dead(inside)) hd_cursor_edge(inside, (hd_edge_info){.assigns = &next, .n_assigns = 1}, loop->head);
}

/* Elements of a slot along its dimensions from this one on. */
static uint64_t count_elements(const hd_slot *s, unsigned dim)
{
  uint64_t n = 1;
  for (; dim < s->n_dims; dim++) n *= s->dims[dim].count;
  return n;
}

static void visit_slot(hd_cursor *c, const hd_slot *s, unsigned dim, hd_term at, hd_cell_visit *visit,
                       const void *context)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return;
  if (dim == s->n_dims) {
    visit(c, at, s->width, context);
    return;
  }
  uint64_t count = s->dims[dim].count, stride = s->dims[dim].stride;
  if (count_elements(s, dim) > MAX_UNROLLED) {
    hd_element_loop loop;
    hd_cursor inside = hd_loop_begin(c, &loop, hd_term_bv(L->T, L->ptr, count * stride), stride);
    visit_slot(&inside, s, dim + 1, hd_term_2(L->T, HD_OP_ADD, at, loop.at), visit, context);
    hd_loop_end(&inside, &loop);
    return;
  }
  for (uint64_t i = 0; i < count; i++)
    visit_slot(c, s, dim + 1, hd_term_2(L->T, HD_OP_ADD, at, hd_term_bv(L->T, L->ptr, i * stride)), visit, context);
}

void hd_each_element(hd_cursor *c, const hd_slot *slot, hd_cell_visit *visit, const void *context)
{
  visit_slot(c, slot, 0, hd_term_bv(c->lower->T, c->lower->ptr, slot->offset), visit, context);
}

/* Marks the bytes of a slot from a dimension on, as far as they lie below `size`. */
static void cover_bytes(const hd_slot *s, unsigned dim, uint64_t offset, uint8_t *covered, uint64_t size)
{
  if (dim < s->n_dims) {
    for (uint32_t i = 0; i < s->dims[dim].count; i++)
      cover_bytes(s, dim + 1, offset + i * s->dims[dim].stride, covered, size);
    return;
  }
  for (uint64_t i = 0; i < (s->width + 7u) / 8 && offset + i < size; i++) covered[offset + i] = 1;
}

/* A range of bytes as one slot: an array of cells that are as wide as its ends allow, inside `outer`. */
static hd_slot range_slot(hd_lower *L, uint64_t from, uint64_t end, const hd_slot *outer)
{
  uint64_t step = L->ptr / 8;
  while (from % step || end % step) step /= 2;
  hd_slot s = {.offset = from, .width = (uint8_t)(8 * step), .var = HD_NO_VAR, .name = ""};
  if (outer) s.dims[s.n_dims++] = outer->dims[0];
  s.dims[s.n_dims].count = (uint32_t)((end - from) / step);
  s.dims[s.n_dims++].stride = step;
  return s;
}

static void add_gaps(hd_lower *L, const hd_slots *slots, uint64_t from, uint64_t end, const hd_slot *outer,
                     hd_slots *out)
{
  uint8_t *covered = hd_alloc(end + 1, sizeof *covered);
  for (uint32_t i = 0; i < slots->len; i++)
    cover_bytes(&slots->data[i], outer != NULL, slots->data[i].offset, covered, end);
  for (uint64_t at = from; at < end;) {
    uint64_t stop = at;
    while (stop < end && !covered[stop]) stop++;
    if (stop > at) hd_vec_push(out, range_slot(L, at, stop, outer));
    at = stop + 1;
  }
  free(covered);
}

/* The dimension that all slots have in common as their first: elements of one size, side by side. */
static const hd_slot *common_array(const hd_slots *slots)
{
  for (uint32_t i = 0; i < slots->len; i++) {
    const hd_slot *s = &slots->data[i], *first = &slots->data[0];
    if (!s->n_dims || s->n_dims == HD_MAX_DIMS || s->dims[0].count != first->dims[0].count ||
        s->dims[0].stride != first->dims[0].stride || s->offset >= s->dims[0].stride)
      return NULL;
  }
  return slots->len ? &slots->data[0] : NULL;
}

void hd_find_gaps(hd_lower *L, const hd_slots *slots, uint64_t size, hd_slots *out)
{
  const hd_slot *array = common_array(slots);
  uint64_t covered = array ? array->dims[0].count * array->dims[0].stride : 0;
  if (array) add_gaps(L, slots, 0, array->dims[0].stride, array, out);
  add_gaps(L, slots, covered, size, NULL, out);
}

void hd_each_cell(hd_cursor *c, const hd_slots *slots, uint64_t size, hd_cell_visit *visit, const void *context)
{
  hd_slots gaps = {0};
  hd_find_gaps(c->lower, slots, size, &gaps);
  for (uint32_t i = 0; i < slots->len; i++) hd_each_element(c, &slots->data[i], visit, context);
  for (uint32_t i = 0; i < gaps.len; i++) hd_each_element(c, &gaps.data[i], visit, context);
  hd_vec_clear(&gaps);
}
