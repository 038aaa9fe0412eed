/* types.c - LLVM's types as sorts, and values as lists of terms. */
#include <stdio.h>

#include "frontend/c/core.h"

hd_sort hd_lower_sort(hd_lower *L, LLVMTypeRef type)
{
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: {
    unsigned bits = LLVMGetIntTypeWidth(type);
    if (bits == 1) return HD_BOOL;
    return HD_BV(bits <= 64 ? bits : 0);
  }
  case LLVMPointerTypeKind: return HD_BV(L->ptr);
  case LLVMFloatTypeKind: return HD_BV(32);
  case LLVMDoubleTypeKind: return HD_BV(64);
  default: return HD_BV(0);
  }
}

bool hd_type_is_row(LLVMTypeRef type, uint64_t *count)
{
  switch (LLVMGetTypeKind(type)) {
  case LLVMArrayTypeKind: *count = LLVMGetArrayLength2(type); return true;
  case LLVMVectorTypeKind: *count = LLVMGetVectorSize(type); return true;
  default: return false;
  }
}

typedef HD_VEC(hd_leaf) leaf_list;

/* More scalars than this in one value: not something that C code moves in registers. */
enum { MAX_LEAVES = 1024 };

static void collect_leaves(hd_lower *L, LLVMTypeRef type, uint64_t offset, leaf_list *list, hd_leaves *out)
{
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  uint64_t count;
  if (out->unsupported || kind == LLVMVoidTypeKind) return;
  if (kind == LLVMStructTypeKind) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      collect_leaves(L, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(L->unit->data, type, i), list,
                     out);
  } else if (hd_type_is_row(type, &count)) {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t stride = LLVMABISizeOfType(L->unit->data, element);
    if (kind == LLVMVectorTypeKind && hd_lower_sort(L, element).width % 8) out->unsupported = type; /* packed bits */
    for (uint64_t i = 0; i < count && !out->unsupported; i++)
      collect_leaves(L, element, offset + i * stride, list, out);
  } else {
    hd_leaf leaf = {offset, type, hd_lower_sort(L, type)};
    if (!leaf.sort.width || list->len >= MAX_LEAVES)
      out->unsupported = type;
    else
      hd_vec_push(list, leaf);
  }
}

const hd_leaves *hd_lower_leaves(hd_lower *L, LLVMTypeRef type)
{
  uint64_t *known = hd_map_find(&L->leaves, (uintptr_t)type);
  if (known) return (const hd_leaves *)(uintptr_t)*known;
  hd_leaves *leaves = hd_arena_alloc(&L->arena, sizeof *leaves);
  leaf_list list = {0};
  if (LLVMTypeIsSized(type))
    collect_leaves(L, type, 0, &list, leaves);
  else if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
    leaves->unsupported = type;
  if (list.len) leaves->data = hd_arena_copy(&L->arena, list.data, list.len * sizeof *list.data);
  leaves->n = list.len;
  hd_vec_clear(&list);
  hd_map_put(&L->leaves, (uintptr_t)type, (uintptr_t)leaves);
  return leaves;
}

hd_value hd_value_new(hd_lower *L, uint32_t n)
{
  return (hd_value){n ? hd_arena_alloc(&L->arena, n * sizeof(hd_term)) : NULL, n};
}

hd_value hd_value_of(hd_lower *L, hd_term term)
{
  hd_value v = hd_value_new(L, 1);
  v.parts[0] = term;
  return v;
}

hd_term hd_bv_of(hd_lower *L, hd_term t, unsigned width)
{
  if (hd_term_sort(L->T, t).kind == HD_SORT_BOOL) return hd_term_from_bool(L->T, t, width);
  return hd_term_resize(L->T, t, width, false);
}

static hd_term coerce_part(hd_lower *L, hd_term t, hd_sort sort)
{
  if (!hd_term_is(t) || hd_sort_same(hd_term_sort(L->T, t), sort)) return t;
  return sort.kind == HD_SORT_BOOL ? hd_term_to_bool(L->T, t) : hd_bv_of(L, t, sort.width);
}

/* Old code calls functions with arguments of other types than they are defined with: what
 * is passed counts as far as it goes, and what is missing is any value. */
hd_value hd_value_coerce(hd_cursor *c, hd_value v, LLVMTypeRef type)
{
  hd_lower *L = c->lower;
  const hd_leaves *leaves = hd_lower_leaves(L, type);
  hd_value result = hd_value_new(L, leaves->n);
  for (uint32_t i = 0; i < leaves->n; i++)
    if (i < v.n) result.parts[i] = coerce_part(L, v.parts[i], leaves->data[i].sort);
  return result;
}

hd_value hd_any_value(hd_cursor *c, LLVMTypeRef type)
{
  hd_lower *L = c->lower;
  const hd_leaves *leaves = hd_lower_leaves(L, type);
  if (leaves->unsupported) {
    hd_cursor_unsupported(c, "a value of type %s", hd_type_text(L, type));
    return (hd_value){0};
  }
  hd_value v = hd_value_new(L, leaves->n);
  for (uint32_t i = 0; i < v.n; i++) v.parts[i] = hd_cursor_temp(c, "any", leaves->data[i].sort, HD_NO_TERM);
  return v;
}

static const char *copy_message(hd_lower *L, char *text)
{
  const char *s = text + strspn(text, " ");
  size_t n = strcspn(s, "\n"), dbg = n;
  const char *cut = strstr(s, ", !dbg");
  if (cut && (size_t)(cut - s) < n) dbg = (size_t)(cut - s);
  const char *copy = hd_arena_strndup(&L->arena, s, dbg > 120 ? 120 : dbg);
  LLVMDisposeMessage(text);
  return copy;
}

const char *hd_type_text(hd_lower *L, LLVMTypeRef type)
{
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind) return "long double";
  if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 128) return "__int128";
  return copy_message(L, LLVMPrintTypeToString(type));
}

const char *hd_value_text(hd_lower *L, LLVMValueRef value)
{
  return copy_message(L, LLVMPrintValueToString(value));
}

uint64_t hd_lower_type_size(hd_lower *L, LLVMTypeRef type)
{
  return LLVMTypeIsSized(type) ? LLVMABISizeOfType(L->unit->data, type) : 0;
}
