/* layout.c - the cells of an object, from its debug type or from LLVM's type. The debug type has names and signs, and
 * is the only type of an object on the heap. */
#include <stdio.h>

#include "frontend/c/core.h"

enum { MAX_SLOTS = 4096, MAX_NAME = 256 };

typedef struct {
  hd_lower *L;
  hd_slots *out;
  bool failed;
} walk;

/* A place in the type: the slot that is being built, still without a width. */
typedef struct {
  hd_slot slot; /* offset and dims so far */
  char name[MAX_NAME];
} spot;

static void add_name(spot *s, const char *text)
{
  size_t n = strlen(s->name);
  snprintf(s->name + n, sizeof s->name - n, "%s", text);
}

static void add_cell(walk *w, const spot *s, uint64_t bits, hd_show show)
{
  if (!bits) return;
  if (w->out->len >= MAX_SLOTS) w->failed = true;
  if (w->failed) return;
  hd_slot slot = s->slot;
  for (uint64_t done = 0; done < bits; done += slot.width) { /* several cells if it is wider than a term */
    slot.offset = s->slot.offset + done / 8;
    slot.width = (uint8_t)(bits - done > 64 ? 64 : bits - done);
    slot.show = show;
    slot.var = HD_NO_VAR;
    slot.name = hd_program_text(w->L->p, s->name);
    hd_vec_push(w->out, slot);
  }
}

static bool add_dim(walk *w, spot *s, uint64_t count, uint64_t stride)
{
  if (s->slot.n_dims == HD_MAX_DIMS || count > UINT32_MAX || !stride) w->failed = true;
  if (w->failed || !count) return false;
  s->slot.dims[s->slot.n_dims].count = (uint32_t)count;
  s->slot.dims[s->slot.n_dims++].stride = stride;
  add_name(s, "[]");
  return true;
}

static void walk_debug(walk *w, spot s, LLVMMetadataRef type);

static uint64_t size_of(hd_lower *L, LLVMMetadataRef type)
{
  type = hd_debug_peel(L, type);
  return type ? LLVMDITypeGetSizeInBits(type) : 0;
}

static void walk_array(walk *w, spot s, LLVMMetadataRef type)
{
  hd_lower *L = w->L;
  LLVMMetadataRef element = hd_debug_operand(L, type, HD_OF_TYPE_BASE);
  LLVMMetadataRef ranges = hd_debug_operand(L, type, HD_OF_TYPE_ELEMENTS);
  uint32_t n = hd_debug_operands(L, ranges);
  uint64_t counts[HD_MAX_DIMS], stride = size_of(L, element) / 8;
  if (n == 0 || n > HD_MAX_DIMS) w->failed = true;
  for (uint32_t i = 0; i < n && !w->failed; i++) {
    LLVMMetadataRef range = hd_debug_operand(L, ranges, i), count = range ? hd_debug_operand(L, range, 0) : NULL;
    LLVMValueRef number = count ? LLVMMetadataAsValue(L->unit->context, count) : NULL;
    if (number && LLVMIsAConstantInt(number))
      counts[i] = LLVMConstIntGetZExtValue(number);
    else if (number && count && LLVMGetMetadataKind(count) == LLVMConstantAsMetadataMetadataKind) {
      LLVMValueRef inner;
      LLVMGetMDNodeOperands(number, &inner);
      counts[i] = LLVMConstIntGetZExtValue(inner);
    } else
      w->failed = true;
    if (!w->failed && counts[i] > UINT32_MAX) return; /* `T a[]`: no element of its own */
  }
  if (w->failed) return;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t inner = stride;
    for (uint32_t k = i + 1; k < n; k++) inner *= counts[k];
    if (!add_dim(w, &s, counts[i], inner)) return;
  }
  walk_debug(w, s, element);
}

static uint64_t round_up_power(uint64_t bytes)
{
  uint64_t power = 1;
  while (power < bytes) power *= 2;
  return power;
}

/* Makes one cell of a run of bit-fields, which are read and written together, in a structure of `size` bytes. Returns
 * the member after them. */
static uint32_t walk_bit_fields(walk *w, spot s, LLVMMetadataRef members, uint32_t i, uint32_t n, uint64_t size)
{
  hd_lower *L = w->L;
  LLVMMetadataRef member = hd_debug_operand(L, members, i);
  uint64_t first = LLVMDITypeGetOffsetInBits(member) / 8, end = first, limit = size;
  while (i < n) {
    member = hd_debug_operand(L, members, i);
    uint64_t member_end = (LLVMDITypeGetOffsetInBits(member) + LLVMDITypeGetSizeInBits(member) + 7) / 8;
    if (!(LLVMDITypeGetFlags(member) & LLVMDIFlagBitField) || member_end > first + 8) {
      limit = LLVMDITypeGetOffsetInBits(member) / 8;
      break;
    }
    if (member_end > end) end = member_end;
    i++;
  }
  uint64_t bytes = round_up_power(end - first);
  if (first + bytes > limit) bytes = end - first;
  s.slot.offset += first;
  add_name(&s, ".bits");
  add_cell(w, &s, 8 * bytes, HD_SHOW_UNSIGNED);
  return i;
}

static void walk_member(walk *w, spot s, LLVMMetadataRef member)
{
  size_t n;
  const char *name = LLVMDITypeGetName(member, &n);
  char text[MAX_NAME];
  if (n) {
    snprintf(text, sizeof text, ".%.*s", n > 200 ? 200 : (int)n, name);
    add_name(&s, text);
  }
  s.slot.offset += LLVMDITypeGetOffsetInBits(member) / 8;
  walk_debug(w, s, hd_debug_operand(w->L, member, HD_OF_TYPE_BASE));
}

static void walk_struct(walk *w, const spot *s, LLVMMetadataRef type)
{
  hd_lower *L = w->L;
  LLVMMetadataRef members = hd_debug_operand(L, type, HD_OF_TYPE_ELEMENTS);
  uint32_t n = hd_debug_operands(L, members);
  for (uint32_t i = 0; i < n && !w->failed;) {
    LLVMMetadataRef member = hd_debug_operand(L, members, i);
    if (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField)
      i = walk_bit_fields(w, *s, members, i, n, LLVMDITypeGetSizeInBits(type) / 8);
    else
      walk_member(w, *s, hd_debug_operand(L, members, i++));
  }
}

/* The cells of a union are those of its largest member, the first if there are several. */
static void walk_union(walk *w, const spot *s, LLVMMetadataRef type)
{
  hd_lower *L = w->L;
  LLVMMetadataRef members = hd_debug_operand(L, type, HD_OF_TYPE_ELEMENTS), best = NULL;
  uint32_t n = hd_debug_operands(L, members);
  uint64_t most = 0;
  for (uint32_t i = 0; i < n; i++) {
    LLVMMetadataRef member = hd_debug_operand(L, members, i);
    uint64_t size = member ? LLVMDITypeGetSizeInBits(member) : 0;
    if (size > most) {
      best = member;
      most = size;
    }
  }
  if (best) walk_member(w, *s, best);
}

static void walk_debug(walk *w, spot s, LLVMMetadataRef type)
{
  type = hd_debug_peel(w->L, type);
  if (w->failed || !type) return;
  switch (LLVMGetDINodeTag(type)) {
  case HD_TAG_ARRAY: walk_array(w, s, type); break;
  case HD_TAG_STRUCTURE: walk_struct(w, &s, type); break;
  case HD_TAG_UNION: walk_union(w, &s, type); break;
  case HD_TAG_BASE:
  case HD_TAG_POINTER:
  case HD_TAG_ENUMERATION: add_cell(w, &s, LLVMDITypeGetSizeInBits(type), hd_debug_show(w->L, type)); break;
  default: w->failed = true;
  }
}

static void walk_llvm(walk *w, spot s, LLVMTypeRef type)
{
  hd_lower *L = w->L;
  if (w->failed) return;
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
      spot field = s;
      char name[16];
      snprintf(name, sizeof name, ".%u", i);
      add_name(&field, name);
      field.slot.offset += LLVMOffsetOfElement(L->unit->data, type, i);
      walk_llvm(w, field, LLVMStructGetTypeAtIndex(type, i));
    }
    break;
  case LLVMArrayTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    if (add_dim(w, &s, LLVMGetArrayLength2(type), LLVMABISizeOfType(L->unit->data, element))) walk_llvm(w, s, element);
    break;
  }
  case LLVMPointerTypeKind: add_cell(w, &s, L->ptr, HD_SHOW_POINTER); break;
  case LLVMIntegerTypeKind: add_cell(w, &s, 8 * LLVMStoreSizeOfType(L->unit->data, type), HD_SHOW_SIGNED); break;
  case LLVMFloatTypeKind: add_cell(w, &s, 32, HD_SHOW_FLOAT); break;
  case LLVMDoubleTypeKind: add_cell(w, &s, 64, HD_SHOW_FLOAT); break;
  default: w->failed = true;
  }
}

/* Do all cells lie inside the object, and can they be counted? An optimizer may have made a variable smaller than its
 * type, and a block with room for any number of structures may have more cells than there are numbers for them. */
static bool slots_fit(const hd_slots *slots, uint64_t size)
{
  for (uint32_t i = 0; i < slots->len; i++) {
    const hd_slot *s = &slots->data[i];
    uint64_t end = s->offset + (s->width + 7u) / 8, cells = 1;
    for (unsigned d = 0; d < s->n_dims; d++) {
      end += (s->dims[d].count - 1) * s->dims[d].stride;
      if (s->dims[d].count > UINT32_MAX / cells) return false;
      cells *= s->dims[d].count;
    }
    if (end > size) return false;
  }
  return true;
}

static void lay_out(hd_lower *L, LLVMMetadataRef debug, LLVMTypeRef type, uint64_t size, const spot *start,
                    hd_slots *out)
{
  walk w = {.L = L, .out = out};
  out->len = 0;
  if (debug) walk_debug(&w, *start, debug);
  if (w.failed || !debug || !slots_fit(out, size)) {
    w.failed = false;
    out->len = 0;
    if (type) walk_llvm(&w, *start, type);
  }
  if (w.failed || !slots_fit(out, size)) out->len = 0;
}

void hd_layout(hd_lower *L, LLVMMetadataRef debug, LLVMTypeRef type, hd_slots *out)
{
  spot start = {0};
  lay_out(L, debug, type, type ? hd_lower_type_size(L, type) : size_of(L, debug) / 8, &start, out);
}

void hd_layout_elements(hd_lower *L, LLVMMetadataRef debug, LLVMTypeRef type, uint64_t size, hd_slots *out)
{
  uint64_t element = debug ? size_of(L, debug) / 8 : 0;
  if (!element && type) {
    debug = NULL;
    element = LLVMABISizeOfType(L->unit->data, type);
  }
  out->len = 0;
  if (!element || size < element || size / element > UINT32_MAX) return;
  spot start = {0};
  walk w = {.L = L, .out = out};
  if (size / element > 1) add_dim(&w, &start, size / element, element);
  lay_out(L, debug, type, size, &start, out);
}
