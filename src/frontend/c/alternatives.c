/* alternatives.c - which objects count for a step that waits until all of them are known.
 *
 * A free, or a call of a function without a body, has to consider whatever its pointer may point to. Of a small program
 * that is every object: what cannot be goes later, with the points-to analysis. Of a large one a list of all would be
 * most of the model, so the analysis is asked first. For its sake each such step is one provisional edge, which does at
 * least what the steps that take its place will do; the provisional edges are gone when the steps are added.
 *
 * A move (realloc) between blocks whose cells have different widths does what no provisional edge says. So moves look
 * out for the objects that they do not list, always, and are added first: pointers are followed again for the rest.
 *
 * Invariant: an address that is computed at run time and is not undefined lies in none of the objects that are
 * not listed, or `others` is set, and the step must look out for them (hd_alternatives_elsewhere). */
#include "frontend/c/core.h"

enum {
  LISTED_ANYHOW = 4096, /* alternatives of all steps: below it, asking costs more than it saves */
  LISTED_AT_ONCE = 256  /* of one step whose pointer may be anything: below it, everything is listed */
};

hd_stage hd_pending_stage(const hd_pending *p)
{
  switch (p->kind) {
  case HD_PENDING_MOVE: return HD_STAGE_MOVES;
  case HD_PENDING_FREE:
  case HD_PENDING_TOUCH: return HD_STAGE_OPEN;
  default: return HD_STAGE_THREADS;
  }
}

static uint64_t count_cells(const hd_lower *L)
{
  uint64_t n = 0;
  for (uint32_t i = 0; i < L->p->objects.len; i++)
    n += (L->p->objects.data[i].n_slots + 1) * L->p->objects.data[i].copies;
  return n;
}

/* --- provisional edges ------------------------------------------------------------------------------------- */

/* Does the step leave other values in the memory that it is given? */
static bool step_overwrites(const hd_lower *L, const hd_pending *p)
{
  return p->kind == HD_PENDING_TOUCH ? p->writes : hd_violated_by(L->options.property, HD_BY_RACE);
}

static hd_var add_helper(hd_lower *L, const char *name, bool any)
{
  return hd_program_add_var(L->p, (hd_var_info){.name = name,
                                                .thread = HD_NO_THREAD,
                                                .sort = HD_BV(L->ptr),
                                                .any = any,
                                                .role = HD_ROLE_TEMP,
                                                .pos = HD_NO_POS});
}

/* Somewhere in the objects that an address lies in. Where, the analysis must not follow: by an operator that is none of
 * arithmetic's. A constant would be a number there, so the pointer is a variable. */
static hd_term somewhere(hd_lower *L, hd_term address, hd_var unknown, hd_assign *set)
{
  *set = (hd_assign){.var = add_helper(L, "pointer", false), .value = address};
  return hd_term_2(L->T, HD_OP_BXOR, hd_program_var_term(L->p, set->var), hd_program_var_term(L->p, unknown));
}

/* Leaves any value in any cell; of a move, what any cell of that width holds. */
static void add_provisional(hd_lower *L, const hd_pending *p, hd_var unknown)
{
  hd_assign assigns[6];
  uint32_t n = 0;
  bool moves = p->kind == HD_PENDING_MOVE;
  hd_edge_info e = {.from = p->at.at, .to = p->to, .access = HD_ACCESS_SYNC, .pos = p->at.pos, .frame = p->at.frame};
  if (moves || step_overwrites(L, p)) {
    hd_term there = somewhere(L, moves ? p->into : p->address, unknown, &assigns[n++]);
    hd_term from = moves ? somewhere(L, p->address, unknown, &assigns[n++]) : HD_NO_TERM;
    for (uint8_t width = 8; width <= 64; width *= 2)
      assigns[n++] = (hd_assign){.var = HD_NO_VAR,
                                 .index = there,
                                 .value = moves ? hd_term_to(L->T, HD_OP_DEREF, width, from) : HD_NO_TERM,
                                 .width = width};
  }
  e.assigns = assigns;
  e.n_assigns = n;
  hd_program_add_edge(L->p, e);
}

bool hd_alternatives_are_many(const hd_lower *L)
{
  uint64_t n = 0;
  for (uint32_t i = 0; i < L->pending.len; i++) n += hd_pending_stage(&L->pending.data[i]) != HD_STAGE_THREADS;
  return L->options.pointers && n * count_cells(L) > LISTED_ANYHOW;
}

void hd_alternatives_ask(hd_lower *L, hd_stage stage)
{
  uint32_t before = L->p->edges.len;
  bool any = false;
  for (uint32_t i = 0; i < L->pending.len; i++) any = any || hd_pending_stage(&L->pending.data[i]) == stage;
  if (!any || hd_watch_begin(L->p->watch, "following pointers")) return;
  hd_var unknown = add_helper(L, "somewhere", true);
  for (uint32_t i = 0; i < L->pending.len; i++)
    if (hd_pending_stage(&L->pending.data[i]) >= stage) add_provisional(L, &L->pending.data[i], unknown);
  L->pointers = L->options.pointers->follow(L->p);
  L->p->edges.len = before;
  hd_program_unindex(L->p);
}

void hd_alternatives_forget(hd_lower *L)
{
  if (L->pointers) L->options.pointers->forget(L->pointers);
  L->pointers = NULL;
}

/* --- asking ------------------------------------------------------------------------------------------------ */

static void list_all(const hd_lower *L, hd_alternatives *a)
{
  a->objects.len = 0;
  a->others = false;
  for (uint32_t i = 0; i < L->p->objects.len; i++) hd_vec_push(&a->objects, i);
}

hd_alternatives hd_alternatives_of(hd_lower *L, hd_term address)
{
  hd_alternatives a = {0};
  if (L->pointers)
    a.others = L->options.pointers->find(L->pointers, address, &a.objects);
  else
    a.others = true;
  if (a.others && (!L->pointers || count_cells(L) <= LISTED_AT_ONCE)) list_all(L, &a);
  for (uint32_t i = 1; i < a.objects.len; i++) HD_ASSERT(a.objects.data[i - 1] < a.objects.data[i]);
  return a;
}

void hd_alternatives_clear(hd_alternatives *a)
{
  hd_vec_clear(&a->objects);
}

static hd_term in_range(hd_lower *L, hd_term address, uint64_t first, uint64_t end)
{
  hd_term distance = hd_term_2(L->T, HD_OP_SUB, address, hd_term_bv(L->T, L->ptr, first));
  return hd_term_2(L->T, HD_OP_ULE, distance, hd_term_bv(L->T, L->ptr, end - first - 1));
}

/* Objects lie in memory in the order of their numbers: those between two that are listed are one range. */
hd_term hd_alternatives_elsewhere(hd_lower *L, const hd_alternatives *a, hd_term address)
{
  hd_term elsewhere = hd_term_false(L->T);
  uint32_t first = 0, n = L->p->objects.len;
  for (uint32_t i = 0; a->others && i <= a->objects.len; i++) {
    uint32_t end = i < a->objects.len ? a->objects.data[i] : n;
    if (first < end) {
      const hd_object_info *from = &L->p->objects.data[first], *last = &L->p->objects.data[end - 1];
      hd_term within = in_range(L, address, from->base, last->base + last->stride * last->copies);
      elsewhere = hd_term_2(L->T, HD_OP_OR, elsewhere, within);
    }
    first = end + 1;
  }
  return elsewhere;
}
