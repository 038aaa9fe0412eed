/* by_value.c - structures that are passed by value.
 *
 * clang moves a local structure in registers' widths: one load reads several of its members, and the padding
 * between them. Here such an access is one of each member, so that members stay cells of their own, and
 * what a structure's padding holds, which can be anything, is not taken along. A program that looks at the
 * padding itself sees any value. */
#include "frontend/c/core.h"

/* A part of the bytes that are moved: a member, or padding. */
typedef struct {
  uint64_t offset; /* from the access's start */
  unsigned width;  /* bits */
  bool padding;
} piece;
typedef HD_VEC(piece) pieces;

/* The local structure that the address is a constant distance into; NULL: it is none. */
static LLVMValueRef base_of(hd_lower *L, LLVMValueRef address, uint64_t *distance)
{
  *distance = 0;
  if (LLVMIsAGetElementPtrInst(address)) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    if (LLVMGetNumOperands(address) != 3 || LLVMGetTypeKind(type) != LLVMStructTypeKind) return NULL;
    LLVMValueRef first = LLVMGetOperand(address, 1), field = LLVMGetOperand(address, 2);
    if (!LLVMIsAConstantInt(first) || LLVMConstIntGetZExtValue(first) != 0) return NULL;
    *distance = LLVMOffsetOfElement(L->unit->data, type, (unsigned)LLVMConstIntGetZExtValue(field));
    address = LLVMGetOperand(address, 0);
  }
  return LLVMIsAAllocaInst(address) ? address : NULL;
}

static bool is_struct(hd_hint h)
{
  return h.type && LLVMGetTypeKind(h.type) == LLVMStructTypeKind;
}

/* What lies there. A temporary of a register's odd width is a copy of a structure. */
static hd_hint hint_of(hd_lower *L, LLVMValueRef alloca)
{
  hd_hint own = hd_hint_pointee(L, L->act, alloca);
  if (own.debug || LLVMGetTypeKind(own.type) != LLVMIntegerTypeKind) return own;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAMemCpyInst(user) || LLVMGetOperand(user, 0) != alloca) continue;
    hd_hint copied = hd_hint_pointee(L, L->act, LLVMGetOperand(user, 1));
    if (is_struct(copied)) return copied;
  }
  return own;
}

static int by_offset(const void *a, const void *b)
{
  const piece *x = a, *y = b;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* The members, with the gaps between them as padding; false when members overlap or stick out. */
static bool fill_gaps(pieces *list, uint64_t size)
{
  pieces all = {0};
  uint64_t at = 0;
  bool ok = true;
  if (list->len) qsort(list->data, list->len, sizeof *list->data, by_offset);
  for (uint32_t i = 0; i <= list->len && ok; i++) {
    uint64_t next = i < list->len ? list->data[i].offset : size;
    ok = next >= at && next <= size;
    if (ok && next > at) hd_vec_push(&all, (piece){at, (unsigned)(8 * (next - at)), true});
    if (ok && i < list->len) hd_vec_push(&all, list->data[i]);
    if (i < list->len) at = next + list->data[i].width / 8;
  }
  hd_vec_clear(list);
  list->data = all.data;
  list->len = all.len;
  list->cap = all.cap;
  return ok;
}

/* The pieces of an access of so many bytes, when it takes members and padding together. */
static bool find_pieces(hd_lower *L, LLVMValueRef address, uint64_t start, uint64_t size, pieces *out)
{
  uint64_t distance;
  hd_slots slots = {0};
  LLVMValueRef alloca = base_of(L, address, &distance);
  if (!alloca || size > 8) return false;
  hd_hint hint = hint_of(L, alloca);
  if (!is_struct(hint)) return false;
  hd_layout(L, hint.debug, hint.type, &slots);
  start += distance;
  bool plain = slots.len > 0;
  for (uint32_t i = 0; i < slots.len; i++) {
    const hd_slot *s = &slots.data[i];
    plain = plain && s->n_dims == 0 && s->width % 8 == 0;
    if (s->offset + s->width / 8 <= start || s->offset >= start + size) continue;
    hd_vec_push(out, (piece){s->offset - start, s->width, false});
  }
  hd_vec_clear(&slots);
  if (!plain || !out->len || !fill_gaps(out, size)) return false;
  uint32_t n = 0;
  for (uint32_t i = 0; i < out->len; i++) n += out->data[i].padding;
  return n > 0 && n < out->len;
}

static hd_term whole_plus(hd_lower *L, hd_term address, uint64_t offset)
{
  return hd_term_2(L->T, HD_OP_ADD, address, hd_term_bv(L->T, L->ptr, offset));
}

static hd_term any_padding(hd_cursor *c, unsigned width)
{
  hd_term any = hd_cursor_temp(c, "padding", HD_BV(width), HD_NO_TERM);
  hd_map_put(&c->lower->paddings, hd_term_symbol(c->lower->T, any), 1);
  return any;
}

static bool is_padding(hd_lower *L, hd_term t)
{
  return hd_term_op(L->T, t) == HD_OP_VAR && hd_map_find(&L->paddings, hd_term_symbol(L->T, t));
}

hd_term hd_whole_load(hd_cursor *c, LLVMValueRef operand, hd_term address, uint64_t offset, unsigned width)
{
  hd_lower *L = c->lower;
  pieces list = {0};
  hd_term value = HD_NO_TERM;
  bool found = find_pieces(L, operand, offset, width / 8, &list);
  for (uint32_t i = 0; found && i < list.len; i++) {
    const piece *p = &list.data[i];
    hd_term part = p->padding
                       ? any_padding(c, p->width)
                       : hd_cursor_load(c, whole_plus(L, address, offset + p->offset), p->width, HD_ACCESS_PLAIN);
    value = hd_term_is(value) ? hd_term_2(L->T, HD_OP_CONCAT, part, value) : part;
  }
  hd_vec_clear(&list);
  return value;
}

bool hd_whole_store(hd_cursor *c, LLVMValueRef operand, hd_term address, uint64_t offset, hd_term value)
{
  hd_lower *L = c->lower;
  pieces list = {0};
  unsigned width = hd_term_sort(L->T, value).width;
  bool found = find_pieces(L, operand, offset, width / 8, &list);
  for (uint32_t i = 0; found && i < list.len; i++) {
    const piece *p = &list.data[i];
    hd_term part = hd_term_extract(L->T, value, (unsigned)(8 * p->offset), p->width);
    if (p->padding && is_padding(L, part)) continue;
    unsigned step = p->padding ? 8 : p->width;
    for (unsigned bit = 0; bit < p->width; bit += step)
      hd_cursor_store(c, whole_plus(L, address, offset + p->offset + bit / 8), hd_term_extract(L->T, part, bit, step),
                      HD_ACCESS_PLAIN);
  }
  hd_vec_clear(&list);
  return found;
}
