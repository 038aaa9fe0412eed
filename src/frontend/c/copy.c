/* copy.c - copying and filling memory, cell by cell. */
#include "frontend/c/core.h"

enum { MAX_UNROLLED = 64, MAX_CELLS = 4096, MAX_BYTES = 8 * MAX_CELLS };

/* A cell of a block of memory: where, and how many bits. */
typedef struct {
  uint64_t offset;
  uint8_t width;
} cell;
/* Members first, then what lies between them. */
typedef struct {
  cell *data;
  uint32_t len, cap;
  uint32_t n_members;
} cells;

static void add_cells(const hd_slot *slot, unsigned dim, uint64_t offset, cells *out)
{
  if (out->len > MAX_BYTES) return;
  if (dim == slot->n_dims) {
    hd_vec_push(out, (cell){offset, slot->width});
    return;
  }
  for (uint32_t i = 0; i < slot->dims[dim].count; i++)
    add_cells(slot, dim + 1, offset + i * slot->dims[dim].stride, out);
}

/* Cells without a type to go by: as wide as the size allows. */
static void add_chunks(hd_lower *L, uint64_t size, cells *out)
{
  uint64_t step = L->ptr / 8;
  while (size % step) step /= 2;
  for (uint64_t at = 0; at < size && out->len <= MAX_BYTES; at += step)
    hd_vec_push(out, (cell){at, (uint8_t)(8 * step)});
}

/* Does the hint's type fill `size` bytes? */
static bool hint_fits(hd_lower *L, hd_hint hint, uint64_t size, hd_slots *slots)
{
  slots->len = 0;
  if (hint.debug || hint.type) hd_layout_elements(L, hint.debug, hint.type, size, slots);
  uint64_t end = 0;
  for (uint32_t i = 0; i < slots->len; i++) {
    const hd_slot *s = &slots->data[i];
    uint64_t last = s->offset + s->width / 8;
    for (unsigned d = 0; d < s->n_dims; d++) last += (s->dims[d].count - 1) * s->dims[d].stride;
    if (last > end) end = last;
  }
  return end > 0 && end <= size && size - end < 8; /* what is missing is padding */
}

static void add_gap_cells(hd_lower *L, const hd_slots *slots, uint64_t size, cells *out)
{
  hd_slots gaps = {0};
  hd_find_gaps(L, slots, size, &gaps);
  for (uint32_t i = 0; i < gaps.len; i++) add_cells(&gaps.data[i], 0, gaps.data[i].offset, out);
  hd_vec_clear(&gaps);
}

static void find_cells(hd_lower *L, hd_hint hint, uint64_t size, cells *out)
{
  hd_slots slots = {0};
  bool typed = hint_fits(L, hint, size, &slots);
  for (uint32_t i = 0; typed && i < slots.len; i++) add_cells(&slots.data[i], 0, slots.data[i].offset, out);
  if (!typed) add_chunks(L, size, out);
  out->n_members = out->len;
  if (typed) add_gap_cells(L, &slots, size, out);
  hd_vec_clear(&slots);
}

static hd_term address_plus(hd_lower *L, hd_term address, uint64_t offset)
{
  return hd_term_2(L->T, HD_OP_ADD, address, hd_term_bv(L->T, L->ptr, offset));
}

static void load_cells(hd_cursor *c, hd_term from, const cells *list, uint32_t first, uint32_t end, hd_term *values)
{
  for (uint32_t i = first; i < end; i++)
    values[i] =
        hd_cursor_load(c, address_plus(c->lower, from, list->data[i].offset), list->data[i].width, HD_ACCESS_PLAIN);
}

static void store_cells(hd_cursor *c, hd_term to, const cells *list, uint32_t first, uint32_t end,
                        const hd_term *values)
{
  for (uint32_t i = first; i < end; i++)
    hd_cursor_store(c, address_plus(c->lower, to, list->data[i].offset), values[i], HD_ACCESS_PLAIN);
}

static void mark_padding(hd_lower *L, uint32_t first)
{
  for (uint32_t i = first; i < L->p->edges.len; i++) L->p->edges.data[i].padding = true;
}

/* All reads before all writes: right for overlapping blocks too. */
static void copy_cells(hd_cursor *c, hd_term to, hd_term from, const cells *list)
{
  hd_lower *L = c->lower;
  hd_term *values = hd_alloc(list->len, sizeof *values);
  load_cells(c, from, list, 0, list->n_members, values);
  uint32_t first = L->p->edges.len;
  load_cells(c, from, list, list->n_members, list->len, values);
  mark_padding(L, first);
  store_cells(c, to, list, 0, list->n_members, values);
  first = L->p->edges.len;
  store_cells(c, to, list, list->n_members, list->len, values);
  mark_padding(L, first);
  free(values);
}

void hd_lower_copy_typed(hd_cursor *c, hd_term to, hd_term from, uint64_t size, hd_hint hint)
{
  cells list = {0};
  if (hd_cursor_dead(c) || size == 0) return;
  find_cells(c->lower, hint, size, &list);
  if (list.len > MAX_BYTES)
    hd_cursor_unsupported(c, "a copy of %llu bytes", (unsigned long long)size);
  else
    copy_cells(c, to, from, &list);
  hd_vec_clear(&list);
}

/* The better of the hints at the two operands: the first whose type has that size. */
static hd_hint hint_of(hd_lower *L, LLVMValueRef call, uint64_t size, unsigned n_operands)
{
  hd_slots slots = {0};
  hd_hint best = {0};
  for (unsigned i = 0; call && L->act && i < n_operands && !best.debug && !best.type; i++) {
    hd_hint hint = hd_hint_pointee(L, L->act, LLVMGetOperand(call, i));
    if (hint_fits(L, hint, size, &slots)) best = hint;
  }
  hd_vec_clear(&slots);
  return best;
}

void hd_lower_read(hd_cursor *c, hd_term from, hd_term size, LLVMValueRef call, unsigned operand)
{
  hd_lower *L = c->lower;
  uint64_t bytes;
  if (hd_cursor_dead(c)) return;
  if (hd_term_is_const(L->T, size, &bytes) && bytes <= MAX_UNROLLED * 8) {
    cells list = {0};
    if (bytes) find_cells(L, hd_hint_pointee(L, L->act, LLVMGetOperand(call, operand)), bytes, &list);
    for (uint32_t i = 0; i < list.len; i++)
      hd_cursor_load(c, address_plus(L, from, list.data[i].offset), list.data[i].width, HD_ACCESS_PLAIN);
    hd_vec_clear(&list);
    return;
  }
  hd_element_loop loop;
  hd_cursor inside = hd_loop_begin(c, &loop, hd_term_resize(L->T, size, L->ptr, false), 1);
  hd_cursor_load(&inside, hd_term_2(L->T, HD_OP_ADD, from, loop.at), 8, HD_ACCESS_PLAIN);
  hd_loop_end(&inside, &loop);
}

/* The elements' type is known where the library function was called. */
void hd_lower_swap(hd_cursor *c, hd_term a, hd_term b, hd_term size)
{
  hd_lower *L = c->lower;
  const hd_act *act = L->act;
  cells list = {0};
  uint64_t bytes;
  if (!hd_term_is_const(L->T, size, &bytes) || bytes > MAX_CELLS) {
    hd_cursor_unsupported(c, "elements of an unknown size");
    return;
  }
  hd_hint hint = {0};
  if (act->caller && LLVMIsACallInst(act->caller->instruction))
    hint = hd_hint_pointee(L, act->caller, LLVMGetOperand(act->caller->instruction, 0));
  find_cells(L, hint, bytes, &list);
  hd_term *values = hd_alloc(2 * list.len + 1, sizeof *values);
  for (uint32_t i = 0; i < 2 * list.len; i++) {
    const cell *part = &list.data[i / 2];
    values[i] = hd_cursor_load(c, address_plus(L, i % 2 ? a : b, part->offset), part->width, HD_ACCESS_PLAIN);
  }
  for (uint32_t i = 0; i < 2 * list.len; i++)
    hd_cursor_store(c, address_plus(L, i % 2 ? b : a, list.data[i / 2].offset), values[i], HD_ACCESS_PLAIN);
  free(values);
  hd_vec_clear(&list);
}

/* The width of the elements that the memory consists of; 0: they differ, and share bytes only. */
static unsigned element_width(hd_lower *L, LLVMValueRef call)
{
  hd_slots slots = {0};
  unsigned width = 8;
  if (call && L->act) {
    hd_hint hint = hd_hint_pointee(L, L->act, LLVMGetOperand(call, 0));
    if (hint.debug || hint.type) hd_layout(L, hint.debug, hint.type, &slots);
  }
  if (slots.len) width = slots.data[0].width;
  for (uint32_t i = 0; i < slots.len && width; i++)
    if (slots.data[i].width != width || slots.data[i].offset % (width / 8)) width = 0;
  hd_vec_clear(&slots);
  return width;
}

/* Cell by cell, or by a loop? Memory whose elements differ would come apart into bytes in a loop. */
static bool is_unrolled(hd_lower *L, hd_term size, LLVMValueRef call, unsigned n_operands, uint64_t *bytes)
{
  if (!hd_term_is_const(L->T, size, bytes)) return false;
  if (*bytes <= MAX_UNROLLED * 8) return true;
  hd_hint hint = hint_of(L, call, *bytes, n_operands);
  return *bytes <= MAX_BYTES && (hint.debug || hint.type) && !element_width(L, call);
}

/* Of different objects the answer is the same wherever they lie: the program does not look at their addresses here. */
static hd_term own_comparison(hd_cursor *c, const char *name, hd_term holds)
{
  hd_lower *L = c->lower;
  hd_term answer = hd_cursor_temp(c, name, HD_BOOL, holds);
  if (hd_term_op(L->T, answer) == HD_OP_VAR)
    hd_var_get(L->p, (hd_var){hd_term_symbol(L->T, answer)})->role = HD_ROLE_MEMORY;
  return answer;
}

static hd_term is_behind(hd_lower *L, hd_term to, hd_term from, hd_term size)
{
  return hd_term_2(L->T, HD_OP_ULE, hd_term_2(L->T, HD_OP_ADD, from, size), to);
}

/* Is a copy from the first byte on right? Of different objects it is. */
static hd_term copies_forward(hd_cursor *c, hd_term to, hd_term from, hd_term size)
{
  hd_lower *L = c->lower;
  hd_term below = hd_term_2(L->T, HD_OP_ULE, to, from);
  return own_comparison(c, "forward", hd_term_2(L->T, HD_OP_OR, below, is_behind(L, to, from, size)));
}

void hd_lower_copy_apart(hd_cursor *c, hd_term to, hd_term from, hd_term size, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  if (!hd_cursor_dead(c) && hd_property_asks(L->options.property, HD_CHECK_UNDEFINED)) {
    hd_term bytes = hd_term_resize(L->T, size, L->ptr, false);
    hd_term before = hd_term_2(L->T, HD_OP_ULE, hd_term_2(L->T, HD_OP_ADD, to, bytes), from);
    hd_term apart = hd_term_2(L->T, HD_OP_OR, before, is_behind(L, to, from, bytes));
    hd_term fine = hd_term_2(L->T, HD_OP_OR, apart, hd_term_2(L->T, HD_OP_EQ, to, from));
    hd_cursor_check(c, HD_CHECK_UNDEFINED, own_comparison(c, "apart", fine), "copy between blocks that overlap");
  }
  hd_lower_copy(c, to, from, size, call);
}

void hd_lower_copy(hd_cursor *c, hd_term to, hd_term from, hd_term size, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  uint64_t bytes;
  if (hd_cursor_dead(c)) return;
  if (is_unrolled(L, size, call, 2, &bytes)) {
    hd_lower_copy_typed(c, to, from, bytes, hint_of(L, call, bytes, 2));
    return;
  }
  unsigned width = element_width(L, call);
  if (!width) width = 8;
  size = hd_term_resize(L->T, size, L->ptr, false);
  hd_element_loop loop;
  hd_cursor overlapping = hd_cursor_split(c, copies_forward(c, to, from, size));
  hd_cursor_unsupported(&overlapping, "a large copy between overlapping blocks of memory");
  if (hd_cursor_dead(c)) return;
  hd_cursor inside = hd_loop_begin(c, &loop, size, width / 8);
  hd_term value = hd_cursor_load(&inside, hd_term_2(L->T, HD_OP_ADD, from, loop.at), width, HD_ACCESS_PLAIN);
  hd_cursor_store(&inside, hd_term_2(L->T, HD_OP_ADD, to, loop.at), value, HD_ACCESS_PLAIN);
  hd_loop_end(&inside, &loop);
}

static void forget_cell(hd_cursor *c, hd_term offset, unsigned width, const void *context)
{
  hd_lower *L = c->lower;
  const hd_term *at = context;
  hd_assign any = {.var = HD_NO_VAR, .index = hd_term_2(L->T, HD_OP_ADD, *at, offset), .width = (uint8_t)width};
  hd_cursor_edge(c, (hd_edge_info){.assigns = &any, .n_assigns = 1, .access = HD_ACCESS_SYNC}, HD_NO_LOC);
}

void hd_lower_forget(hd_cursor *c, hd_term at, uint64_t size, hd_hint hint)
{
  hd_slots slots = {0};
  if (!hint_fits(c->lower, hint, size, &slots)) slots.len = 0;
  hd_each_cell(c, &slots, size, forget_cell, &at);
  hd_vec_clear(&slots);
}

static hd_term repeat_byte(hd_lower *L, hd_term byte, unsigned width)
{
  hd_term one = hd_term_resize(L->T, byte, 8, false);
  if (width <= 8) return hd_term_resize(L->T, one, width, false);
  hd_term wide = hd_term_resize(L->T, one, width, false);
  return hd_term_2(L->T, HD_OP_MUL, wide, hd_term_bv(L->T, width, UINT64_C(0x0101010101010101)));
}

typedef struct {
  hd_term to, byte;
} filling;

static void fill_cell(hd_cursor *c, hd_term offset, unsigned width, const void *context)
{
  hd_lower *L = c->lower;
  const filling *f = context;
  hd_cursor_store(c, hd_term_2(L->T, HD_OP_ADD, f->to, offset), repeat_byte(L, f->byte, width), HD_ACCESS_PLAIN);
}

void hd_lower_fill(hd_cursor *c, hd_term to, hd_term byte, hd_term size, LLVMValueRef call)
{
  hd_lower *L = c->lower;
  uint64_t bytes;
  if (hd_cursor_dead(c)) return;
  if (is_unrolled(L, size, call, 1, &bytes)) {
    hd_slots slots = {0};
    if (!hint_fits(L, hint_of(L, call, bytes, 1), bytes, &slots)) slots.len = 0;
    hd_each_cell(c, &slots, bytes, fill_cell, &(filling){to, byte});
    hd_vec_clear(&slots);
    return;
  }
  unsigned width = element_width(L, call);
  if (!width) width = 8;
  size = hd_term_resize(L->T, size, L->ptr, false);
  hd_element_loop loop;
  hd_cursor inside = hd_loop_begin(c, &loop, size, width / 8);
  hd_cursor_store(&inside, hd_term_2(L->T, HD_OP_ADD, to, loop.at), repeat_byte(L, byte, width), HD_ACCESS_PLAIN);
  hd_loop_end(&inside, &loop);
}
