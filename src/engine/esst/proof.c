#include "engine/esst/proof.h"

/* The certificate's term for a slot: an element is one of the array that its party has. */
static hd_term told(const hd_esst_space *sp, uint32_t slot)
{
  const hd_esst_slot *s = &sp->slots.data[slot];
  hd_cell c = sp->cells->list.data[s->cell];
  hd_term whole = hd_certificate_var(sp->p, s->party == HD_NONE ? 0 : s->party, c.var);
  return c.element == HD_NONE ? whole : hd_term_2(sp->T, HD_OP_SELECT, whole, hd_term_bv(sp->T, 32, c.element));
}

static hd_term tell(void *context, hd_term leaf)
{
  const hd_esst_space *sp = context;
  if (hd_term_op(sp->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t slot = hd_esst_slot_of_symbol(sp, hd_term_symbol(sp->T, leaf));
  return slot == HD_NONE ? HD_NO_TERM : told(sp, slot);
}

static bool is_told(const hd_esst_space *sp, uint32_t slot, const hd_loc *at)
{
  uint32_t party = sp->slots.data[slot].party;
  hd_var v = hd_esst_var(sp, slot);
  if (hd_var_get(sp->p, v)->role == HD_ROLE_SELF) return false;
  return party == HD_NONE || hd_is_live(sp->live, at[party], v);
}

/* The explicit values of a place, and what the forest says about the rest. */
static hd_term place_holds(const hd_esst_search *x, uint32_t place)
{
  const hd_esst_space *sp = x->space;
  const hd_esst_place *p = &sp->places.data[place];
  hd_term all = hd_tree_invariant(&x->tree, place);
  if (hd_term_is_false(x->T, all)) return all;
  all = hd_term_substitute(x->T, all, &(hd_rewrite){tell, x->space});
  for (uint32_t i = 0; i < sp->explicits.len; i++) {
    uint32_t slot = sp->explicits.data[i];
    if (!is_told(sp, slot, p->at)) continue;
    hd_term value = hd_term_const(x->T, hd_cell_sort(sp->cells, sp->slots.data[slot].cell), p->values[i]);
    all = hd_term_2(x->T, HD_OP_AND, all, hd_term_2(x->T, HD_OP_EQ, told(sp, slot), value));
  }
  return all;
}

hd_certificate *hd_esst_proof(const hd_esst_search *x, const hd_program *given)
{
  const hd_esst_space *sp = x->space;
  hd_certificate *c = hd_certificate_new(HD_PROOF_PRODUCT, "esst");
  uint32_t clause = hd_certificate_add_product(c, sp->p);
  hd_map first = {0}; /* hash of a vector to its fact */
  size_t size = sp->who.len * sizeof(hd_loc);
  hd_certificate_set_cuts(c, sp->p, sp->cuts->cut);
  if (x->task->reduction == HD_REDUCTION_LIPTON) c->relies |= HD_RELIES_LIPTON;
  for (uint32_t i = 0; i < sp->places.len; i++) {
    hd_term holds = place_holds(x, i);
    if (hd_term_is_false(x->T, holds)) continue;
    const hd_loc *at = sp->places.data[i].at;
    uint64_t hash = hd_hash_bytes(at, size, 1);
    uint32_t fact = (uint32_t)hd_map_get_or(&first, hash, HD_NONE);
    hd_fact *same = fact == HD_NONE ? NULL : &c->clauses.data[clause].facts.data[fact];
    if (same && !memcmp(same->at, at, size)) {
      same->holds = hd_term_2(x->T, HD_OP_OR, same->holds, holds);
      continue;
    }
    HD_CHECK(!same); /* 64 bits are enough to tell vectors apart */
    hd_map_put(&first, hash, hd_certificate_add_fact(c, clause, at, holds));
  }
  hd_map_clear(&first);
  hd_certificate_move(c, sp->T, given->terms);
  return c;
}
