/* alike.c - partitions the parties into classes whose members can be exchanged. */
#include "engine/esst/alike.h"

#include "engine/esst/exchange.h"
#include "engine/esst/shape.h"

/* What the exchange of the first member with this one says about the new one. */
static hd_esst_member describe_member(const hd_esst_exchange *f, const hd_esst_class *k, hd_arena *arena)
{
  hd_loc *locs = hd_arena_alloc(arena, (k->n_locs + 1) * sizeof *locs);
  uint32_t *slots = hd_arena_alloc(arena, (k->n_slots + 1) * sizeof *slots);
  uint64_t *ids = hd_arena_alloc(arena, (k->n_names + 1) * sizeof *ids);
  for (uint32_t i = 0; i < k->n_locs; i++) locs[i] = (hd_loc){f->locs[f->b].data[i]};
  for (uint32_t i = 0; i < k->n_slots; i++) slots[i] = f->to[k->members[0].slots[i]];
  for (uint32_t i = 0; i < k->n_names; i++) ids[i] = f->id_b[k->names[i]];
  return (hd_esst_member){f->b, locs, slots, ids};
}

/* Does the exchange concern the same slots, and the first member's names, as the class has them? */
static bool exchange_agrees(const hd_esst_exchange *f, const hd_esst_class *k)
{
  uint32_t moved = 0, named = 0;
  for (uint32_t i = 0; i < f->x->slots.len; i++) {
    moved += f->to[i] != i;
    named += hd_esst_exchange_names(f, i);
  }
  bool same = moved == 2 * k->n_slots && named == k->n_names;
  for (uint32_t i = 0; i < k->n_slots && same; i++) {
    uint32_t to = f->to[k->members[0].slots[i]];
    same = to != k->members[0].slots[i];
    for (uint32_t m = 1; m < k->n_members && same; m++) same = to != k->members[m].slots[i];
  }
  for (uint32_t i = 0; i < k->n_names && same; i++) {
    same = hd_esst_exchange_names(f, k->names[i]) && f->id_a[k->names[i]] == k->members[0].ids[i];
    for (uint32_t m = 1; m < k->n_members && same; m++) same = f->id_b[k->names[i]] != k->members[m].ids[i];
  }
  return same;
}

/* The first two members make a class: the first one's slots are those that are not the second's. */
static void begin_class(const hd_esst_exchange *f, hd_esst_class *k, hd_arena *arena)
{
  uint32_t n = f->x->slots.len;
  uint32_t *slots = hd_arena_alloc(arena, (n + 1) * sizeof *slots),
           *name = hd_arena_alloc(arena, (n + 1) * sizeof *name);
  uint64_t *ids = hd_arena_alloc(arena, (n + 1) * sizeof *ids);
  hd_loc *locs = hd_arena_alloc(arena, (f->locs[f->a].len + 1) * sizeof *locs);
  *k = (hd_esst_class){.n_locs = f->locs[f->a].len, .names = name};
  for (uint32_t i = 0; i < k->n_locs; i++) locs[i] = (hd_loc){f->locs[f->a].data[i]};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t party = f->x->slots.data[i].party;
    bool first = party == HD_NONE ? f->to[i] > i : party == f->a;
    if (f->to[i] != i && first) slots[k->n_slots++] = i;
    if (!hd_esst_exchange_names(f, i)) continue;
    ids[k->n_names] = f->id_a[i];
    name[k->n_names++] = i;
  }
  k->members = hd_arena_alloc(arena, (f->x->who.len + 1) * sizeof *k->members);
  k->members[k->n_members++] = (hd_esst_member){f->a, locs, slots, ids};
  k->asks = hd_arena_alloc(arena, f->x->p->locs.len + 1);
  memset(k->asks, 0, f->x->p->locs.len + 1);
}

/* The exchange again, as the class has it. */
static void exchange_members(hd_esst_exchange *f, const hd_esst_class *k, uint32_t m)
{
  const hd_esst_member *p = &k->members[0], *q = &k->members[m];
  hd_esst_exchange_start(f, p->party, q->party);
  for (uint32_t i = 0; i < k->n_slots; i++) {
    f->to[p->slots[i]] = q->slots[i];
    f->to[q->slots[i]] = p->slots[i];
  }
  for (uint32_t i = 0; i < k->n_names; i++) {
    f->id_a[k->names[i]] = p->ids[i];
    f->id_b[k->names[i]] = q->ids[i];
  }
}

/* Marks where what the exchange changes can be noticed by those who are not exchanged. */
static void find_asking(hd_esst_exchange *f, hd_esst_class *k)
{
  const hd_program *p = f->x->p;
  for (uint32_t m = 1; m < k->n_members; m++) {
    exchange_members(f, k, m);
    for (uint32_t w = 0; w < f->x->who.len; w++) {
      if (w == f->a || w == f->b) continue;
      for (uint32_t l = 0; l < p->locs.len; l++) {
        if (p->locs.data[l].thread.id != f->x->who.data[w].thread.id || !hd_esst_is_stand(f->x, (hd_loc){l})) continue;
        if (!k->asks[l] && (hd_budget_spent(f->budget) || !hd_esst_exchange_same(f, w, (hd_loc){l}))) k->asks[l] = 1;
      }
    }
  }
}

/* Who can come to such a location asks, too. */
static void spread_asking(hd_esst_exchange *f, hd_esst_class *k)
{
  const hd_program *p = f->x->p;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t e = 0; e < p->edges.len; e++) {
      if (k->asks[p->edges.data[e].from.id] || !k->asks[p->edges.data[e].to.id]) continue;
      k->asks[p->edges.data[e].from.id] = 1;
      more = true;
    }
  }
}

/* Members that ask about each other cannot be exchanged at all; so no exchange changes whether a member asks. */
static bool members_ask(const hd_esst_class *k)
{
  for (uint32_t m = 0; m < k->n_members; m++)
    for (uint32_t i = 0; i < k->n_locs; i++)
      if (k->asks[k->members[m].locs[i].id]) return true;
  return false;
}

static bool try_member(hd_esst_exchange *f, hd_esst_class *k, hd_arena *arena, uint32_t a, uint32_t b)
{
  hd_u32s as = {0}, bs = {0};
  hd_loc p = hd_thread_get(f->x->p, f->x->who.data[a].thread)->entry;
  hd_loc q = hd_thread_get(f->x->p, f->x->who.data[b].thread)->entry;
  bool fits = hd_esst_same_shape(f->x, p, q, &as, &bs);
  if (fits) {
    hd_vec_clear(&f->locs[a]);
    hd_vec_clear(&f->locs[b]);
    f->locs[a] = as;
    f->locs[b] = bs;
    fits = hd_esst_exchange_find(f, a, b);
    if (fits && !k->n_members) begin_class(f, k, arena);
    fits = fits && exchange_agrees(f, k);
    if (fits) k->members[k->n_members++] = describe_member(f, k, arena);
  } else {
    hd_vec_clear(&as);
    hd_vec_clear(&bs);
  }
  return fits;
}

static void find_class(hd_esst_exchange *f, hd_esst_classes *out, uint32_t first, uint8_t *taken)
{
  hd_esst_class k = {0};
  for (uint32_t b = first + 1; b < f->x->who.len; b++)
    if (!taken[b] && try_member(f, &k, &out->arena, first, b)) taken[b] = 1;
  if (k.n_members < 2) return;
  find_asking(f, &k);
  spread_asking(f, &k);
  if (!members_ask(&k)) hd_vec_push(&out->list, k);
}

void hd_esst_classes_find(hd_esst_classes *c, hd_esst_space *x, hd_smt *smt, bool deadlocks, const hd_budget *budget)
{
  hd_esst_exchange f;
  uint8_t *taken = hd_alloc(x->who.len + 1, 1);
  *c = (hd_esst_classes){0};
  hd_arena_init(&c->arena);
  hd_esst_exchange_init(&f, x, smt, deadlocks, budget);
  for (uint32_t i = 1; i < x->who.len; i++)
    if (!taken[i] && !hd_budget_spent(budget)) find_class(&f, c, i, taken);
  free(taken);
  hd_esst_exchange_clear(&f);
}

void hd_esst_classes_clear(hd_esst_classes *c)
{
  hd_vec_clear(&c->list);
  hd_arena_clear(&c->arena);
}
