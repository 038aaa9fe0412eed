/* varargs.c - functions with a variable number of arguments.
 *
 * clang itself writes out what va_arg does with a va_list of the machine: take the next
 * argument from saved registers, or, when those are used up, from memory. Here none are in
 * registers: va_start puts what the call passed beyond the parameters into an object, and
 * makes the va_list say that all registers are used up. */
#include "frontend/c/core.h"

enum { /* offsets in x86-64's va_list */
       GP_OFFSET = 0,
       FP_OFFSET = 4,
       OVERFLOW_AREA = 8,
       REGISTER_AREA = 16,
       ALL_GP_USED = 48,
       ALL_FP_USED = 176
};

static unsigned width_of(hd_lower *L, hd_value v)
{
  hd_term t = v.n == 1 ? v.parts[0] : HD_NO_TERM;
  return hd_term_is(t) && hd_term_sort(L->T, t).width > 32 ? 64 : 32;
}

static uint64_t slot_size(hd_lower *L, hd_value v)
{
  uint64_t word = L->ptr / 8, size = width_of(L, v) / 8;
  return size < word ? word : size;
}

static hd_object make_area(hd_cursor *c, hd_act *act)
{
  hd_lower *L = c->lower;
  hd_slots slots = {0};
  uint64_t size = 0;
  for (unsigned i = 0; i < act->n_extra; i++) {
    hd_slot slot = {.offset = size, .width = (uint8_t)width_of(L, act->extra[i]), .var = HD_NO_VAR};
    slot.name = hd_arena_printf(&L->arena, ".%u", i);
    hd_vec_push(&slots, slot);
    size += slot_size(L, act->extra[i]);
  }
  return hd_object_passed(c, act, "...", size, &slots, false);
}

static hd_term argument_plus(hd_lower *L, hd_term address, uint64_t offset)
{
  return hd_term_2(L->T, HD_OP_ADD, address, hd_term_bv(L->T, L->ptr, offset));
}

/* What was passed, in order, each in words of a pointer's size. */
static hd_term store_extra(hd_cursor *c, hd_act *act)
{
  hd_lower *L = c->lower;
  if (act->area.id == HD_NONE) act->area = make_area(c, act);
  hd_term area = hd_object_address(c, act->area);
  uint64_t offset = 0;
  for (unsigned i = 0; i < act->n_extra; i++) {
    hd_value v = act->extra[i];
    if (v.n != 1) {
      hd_cursor_unsupported(c, "a structure as a variable argument");
      return area;
    }
    hd_assign a = {.var = HD_NO_VAR, .index = argument_plus(L, area, offset), .width = (uint8_t)width_of(L, v)};
    if (hd_term_is(v.parts[0])) a.value = hd_bv_of(L, v.parts[0], a.width);
    hd_cursor_edge(c, (hd_edge_info){.assigns = &a, .n_assigns = 1}, HD_NO_LOC);
    offset += slot_size(L, v);
  }
  return area;
}

void hd_lower_va_start(hd_cursor *c, hd_term list)
{
  hd_lower *L = c->lower;
  hd_term area = store_extra(c, L->act);
  if (L->ptr == 32) {
    hd_cursor_store(c, list, area, HD_ACCESS_PLAIN);
    return;
  }
  hd_cursor_store(c, argument_plus(L, list, GP_OFFSET), hd_term_bv(L->T, 32, ALL_GP_USED), HD_ACCESS_PLAIN);
  hd_cursor_store(c, argument_plus(L, list, FP_OFFSET), hd_term_bv(L->T, 32, ALL_FP_USED), HD_ACCESS_PLAIN);
  hd_cursor_store(c, argument_plus(L, list, OVERFLOW_AREA), area, HD_ACCESS_PLAIN);
  hd_cursor_store(c, argument_plus(L, list, REGISTER_AREA), hd_term_bv(L->T, 64, 0), HD_ACCESS_PLAIN);
}

void hd_lower_va_copy(hd_cursor *c, hd_term to, hd_term from)
{
  static const struct {
    uint64_t offset;
    unsigned width;
  } fields[] = {{GP_OFFSET, 32}, {FP_OFFSET, 32}, {OVERFLOW_AREA, 64}, {REGISTER_AREA, 64}};
  hd_lower *L = c->lower;
  if (L->ptr == 32) {
    hd_cursor_store(c, to, hd_cursor_load(c, from, 32, HD_ACCESS_PLAIN), HD_ACCESS_PLAIN);
    return;
  }
  for (size_t i = 0; i < HD_COUNT(fields); i++) {
    hd_term value = hd_cursor_load(c, argument_plus(L, from, fields[i].offset), fields[i].width, HD_ACCESS_PLAIN);
    hd_cursor_store(c, argument_plus(L, to, fields[i].offset), value, HD_ACCESS_PLAIN);
  }
}

const hd_term *hd_lower_extra(hd_cursor *c, unsigned *n)
{
  hd_lower *L = c->lower;
  const hd_act *act = L->act;
  while (act && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(act->body->function))) act = act->caller;
  *n = act ? act->n_extra : 0;
  hd_term *terms = hd_arena_alloc(&L->arena, (*n + 1) * sizeof *terms);
  for (unsigned i = 0; i < *n; i++) terms[i] = act->extra[i].n == 1 ? act->extra[i].parts[0] : HD_NO_TERM;
  return terms;
}
