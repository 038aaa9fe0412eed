/* jumps.c - setjmp and longjmp within a thread.
 *
 * A setjmp on one call path is a landing: a place in the thread's graph with a number. The setjmp stores that number
 * and the number of the instance in the buffer. A longjmp goes to the landing whose number it finds there, among the
 * landings of calls that have not returned: those on its own call path. Any other contents of the buffer are undefined
 * behaviour, or a landing that is not known yet, which is not supported. Locals keep their values, as in code that is
 * compiled without optimization. */
#include "frontend/c/core.h"

enum { MAX_LANDINGS = 0xffff };

/* What a buffer holds. */
static hd_term mark_of(hd_cursor *c, uint32_t number)
{
  hd_lower *L = c->lower;
  hd_term tid = hd_term_resize(L->T, hd_cursor_tid(c), L->ptr, false);
  hd_term high = hd_term_2(L->T, HD_OP_SHL, tid, hd_term_bv(L->T, L->ptr, 16));
  return hd_term_2(L->T, HD_OP_BOR, high, hd_term_bv(L->T, L->ptr, number));
}

hd_term hd_lower_landing(hd_cursor *c, hd_term buffer)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return hd_term_bv(L->T, 32, 0);
  if (L->landings.len >= MAX_LANDINGS) {
    hd_cursor_unsupported(c, "more than %d calls of setjmp", MAX_LANDINGS);
    return hd_term_bv(L->T, 32, 0);
  }
  hd_var result = hd_cursor_var(c, "jumped", HD_BV(32));
  hd_cursor_store(c, buffer, mark_of(c, L->landings.len + 1), HD_ACCESS_PLAIN);
  hd_cursor_assign(c, result, hd_term_bv(L->T, 32, 0));
  hd_loc_state_of(L, c->at)->pinned = true;
  L->fresh_edge = (hd_edge){HD_NONE};
  hd_vec_push(&L->landings, (hd_landing){L->act, L->act->instruction, c->at, result, c->atomic});
  return hd_program_var_term(L->p, result);
}

static bool is_on_path(const hd_lower *L, const hd_act *act)
{
  for (const hd_act *a = L->act; a; a = a->caller)
    if (a == act) return true;
  return false;
}

static void land(hd_cursor *c, const hd_landing *landing, hd_term value)
{
  for (hd_act *a = c->lower->act; a != landing->act; a = a->caller) hd_lifetime_end(c, a);
  hd_lifetime_return_to(c, landing->act, landing->instruction);
  hd_assign set = {.var = landing->result, .value = value};
  if (!hd_cursor_dead(c)) hd_cursor_edge(c, (hd_edge_info){.assigns = &set, .n_assigns = 1}, landing->at);
}

void hd_lower_jump(hd_cursor *c, hd_term buffer, hd_term value)
{
  hd_lower *L = c->lower;
  if (hd_cursor_dead(c)) return;
  hd_term mark = hd_cursor_load(c, buffer, L->ptr, HD_ACCESS_PLAIN);
  for (uint32_t i = 0; i < L->landings.len && !hd_cursor_dead(c); i++) {
    const hd_landing landing = L->landings.data[i];
    if (!is_on_path(L, landing.act) || landing.atomic != c->atomic) continue;
    hd_cursor there = *c;
    *c = hd_cursor_split(&there, hd_term_2(L->T, HD_OP_EQ, mark, mark_of(c, i + 1)));
    if (!hd_cursor_dead(&there)) land(&there, &landing, value);
  }
  if (!hd_cursor_dead(c)) hd_cursor_unsupported(c, "longjmp to a call that is over, or that this thread did not make");
}
