/* por.c - persistent sets by adding the parties that conflict, and sleep sets. */
#include "engine/esst/por.h"

#include "engine/esst/flow.h"

struct hd_esst_por {
  hd_esst_space *x;
  hd_smt *smt;
  bool persistent, sleep;
  hd_esst_flow *flow;
  hd_arena arena;
  HD_VEC(hd_esst_access) blocks; /* by block: its turn, once asked */
  HD_VEC(uint8_t) sure;          /* by block: 0 not asked, 1 no, 2 yes */
  hd_map sets;                   /* place and seed: the persistent set */
};

hd_esst_por *hd_esst_por_new(hd_esst_space *x, hd_smt *smt, bool persistent, bool sleep)
{
  hd_esst_por *r = hd_alloc(1, sizeof *r);
  *r = (hd_esst_por){.x = x, .smt = smt, .persistent = persistent, .sleep = sleep, .flow = hd_esst_flow_new(x)};
  hd_arena_init(&r->arena);
  return r;
}

void hd_esst_por_free(hd_esst_por *r)
{
  if (!r) return;
  hd_esst_flow_free(r->flow);
  hd_arena_clear(&r->arena);
  hd_vec_clear(&r->blocks);
  hd_vec_clear(&r->sure);
  hd_map_clear(&r->sets);
  free(r);
}

static uint64_t party_bit(uint32_t i)
{
  return UINT64_C(1) << i;
}

static uint32_t count_parties(uint64_t set)
{
  return (uint32_t)__builtin_popcountll(set);
}

/* --- turns ---------------------------------------------------------------------------------------------- */

static bool is_atomic(const hd_esst_space *x, hd_loc l)
{
  const hd_loc_info *info = hd_loc_get(x->p, l);
  return info->kind == HD_LOC_NORMAL && info->atomic;
}

/* What the turn that begins with the block accesses, wherever the block is the same. */
static hd_esst_access turn_of(hd_esst_por *r, uint32_t block)
{
  const hd_esst_space *x = r->x;
  while (r->blocks.len <= block) hd_vec_push(&r->blocks, (hd_esst_access){0});
  if (r->blocks.data[block].reads) return r->blocks.data[block];
  const hd_esst_block *b = &x->blocks.data[block];
  const hd_u32s *touched = &x->touched[(size_t)b->party * x->p->locs.len + b->block->from.id];
  hd_esst_flow_start(r->flow, HD_NONE);
  for (uint32_t i = 0; i < touched->len; i++) hd_esst_flow_tell(r->flow, touched->data[i], b->key[i]);
  hd_esst_flow_let(r->flow, b->party, b->block->from, false);
  hd_esst_flow_run(r->flow);
  const hd_esst_access *a = hd_esst_flow_access(r->flow, b->party);
  size_t size = (x->slots.len / 64 + 1) * sizeof(uint64_t);
  r->blocks.data[block] =
      (hd_esst_access){hd_arena_copy(&r->arena, a->reads, size), hd_arena_copy(&r->arena, a->writes, size)};
  return r->blocks.data[block];
}

/* Can the turn be finished from every state of the place? */
static bool is_sure(hd_esst_por *r, uint32_t block)
{
  hd_terms *T = r->x->T;
  while (r->sure.len <= block) hd_vec_push(&r->sure, 0);
  if (r->sure.data[block]) return r->sure.data[block] == 2;
  const hd_block *b = r->x->blocks.data[block].block;
  hd_term some = hd_term_false(T);
  bool atomic = false;
  for (uint32_t i = 0; i < b->targets.len; i++) {
    some = hd_term_2(T, HD_OP_OR, some, b->targets.data[i].cond);
    atomic |= b->targets.data[i].kind == HD_TO_CUT && is_atomic(r->x, b->targets.data[i].loc);
  }
  bool sure = !atomic && !hd_term_is_false(T, some) &&
              (hd_term_is_true(T, some) || hd_smt_refutes(r->smt, NULL, 0, some) == HD_UNSAT);
  r->sure.data[block] = sure ? 2 : 1;
  return sure;
}

/* --- persistent sets ---------------------------------------------------------------------------------- */

static uint64_t enabled_at(hd_esst_por *r, uint32_t place)
{
  uint64_t who = 0;
  for (uint32_t i = 0; i < r->x->who.len; i++) {
    if (!hd_esst_may_run(r->x, place, i)) continue;
    uint32_t block = hd_esst_block_at(r->x, place, i);
    if (r->x->blocks.data[block].block->targets.len) who |= party_bit(i);
  }
  return who;
}

/* Lets all but the members of the set go on. */
static void let_others(hd_esst_por *r, uint32_t place, uint64_t set)
{
  const hd_esst_space *x = r->x;
  hd_esst_flow_start(r->flow, place);
  for (uint32_t i = 0; i < x->who.len; i++) {
    hd_loc at = x->places.data[place].at[i];
    if (!(set & party_bit(i)) && hd_loc_get(x->p, at)->kind == HD_LOC_NORMAL) hd_esst_flow_let(r->flow, i, at, true);
  }
  hd_esst_flow_run(r->flow);
}

/* A party whose turn comes before what the party does later: the party itself if it can move now, or one whose
 * writes let it. HD_NONE: none is left to add. */
static uint32_t one_to_add(const hd_esst_por *r, uint32_t place, uint32_t party, uint64_t enabled, uint64_t set)
{
  uint64_t seen = 0, next = party_bit(party);
  while (next) {
    if (next & enabled & ~set) return (uint32_t)__builtin_ctzll(next & enabled & ~set);
    uint32_t i = (uint32_t)__builtin_ctzll(next);
    seen |= party_bit(i);
    next = (next | hd_esst_flow_writers(r->flow, i, r->x->places.data[place].at[i])) & ~seen & ~set;
  }
  return enabled & ~set ? (uint32_t)__builtin_ctzll(enabled & ~set) : HD_NONE;
}

/* The first other party whose future conflicts with the turn of a member; HD_NONE: there is none. */
static uint32_t find_conflict(hd_esst_por *r, uint32_t place, uint64_t set)
{
  hd_esst_access turns[64];
  for (uint32_t i = 0; i < r->x->who.len; i++)
    if (set & party_bit(i)) turns[i] = turn_of(r, hd_esst_block_at(r->x, place, i));
  let_others(r, place, set);
  for (uint32_t i = 0; i < r->x->who.len; i++)
    for (uint32_t k = 0; set & party_bit(i) && k < r->x->who.len; k++)
      if (!(set & party_bit(k)) && hd_esst_conflict(r->flow, &turns[i], hd_esst_flow_access(r->flow, k))) return k;
  return HD_NONE;
}

/* Grows from the seed until no other party's future matters to a member. */
static uint64_t grow_persistent(hd_esst_por *r, uint32_t place, uint32_t seed, uint64_t enabled)
{
  uint64_t set = party_bit(seed);
  for (;;) {
    uint32_t other = find_conflict(r, place, set);
    if (other == HD_NONE) return set;
    uint32_t more = one_to_add(r, place, other, enabled, set);
    if (more == HD_NONE) return enabled;
    set |= party_bit(more);
  }
}

uint64_t hd_esst_por_choose(hd_esst_por *r, uint32_t place, uint64_t sleep)
{
  uint64_t enabled = enabled_at(r, place), best = enabled;
  if (!r->persistent || count_parties(enabled) < 2) return enabled;
  for (uint32_t i = 0; i < r->x->who.len && count_parties(best & ~sleep) > 1; i++) {
    if (!(enabled & ~sleep & party_bit(i)) || !is_sure(r, hd_esst_block_at(r->x, place, i))) continue;
    uint64_t key = (uint64_t)place << 8 | i, set;
    const uint64_t *known = hd_map_find(&r->sets, key);
    set = known ? *known : grow_persistent(r, place, i, enabled);
    if (!known) hd_map_put(&r->sets, key, set);
    if (count_parties(set & ~sleep) < count_parties(best & ~sleep)) best = set;
  }
  return best;
}

uint64_t hd_esst_por_sleep(hd_esst_por *r, uint32_t place, uint32_t party, uint64_t before)
{
  uint64_t asleep = 0;
  if (!r || !r->sleep) return 0;
  for (uint32_t i = 0; i < r->x->who.len; i++) {
    if (!(before & party_bit(i)) || i == party) continue;
    hd_esst_access mine = turn_of(r, hd_esst_block_at(r->x, place, party));
    hd_esst_access other = turn_of(r, hd_esst_block_at(r->x, place, i));
    if (!hd_esst_conflict(r->flow, &mine, &other)) asleep |= party_bit(i);
  }
  return asleep;
}
