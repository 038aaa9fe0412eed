/* certificate.c - builds a certificate piece by piece. */
#include "trace/certificate.h"

#include <stdarg.h>

hd_certificate *hd_certificate_new(hd_proof_kind kind, const char *engine)
{
  hd_certificate *c = hd_alloc(1, sizeof *c);
  hd_arena_init(&c->arena);
  c->kind = kind;
  c->engine = hd_arena_strdup(&c->arena, engine ? engine : "unknown");
  return c;
}

void hd_certificate_free(hd_certificate *c)
{
  if (!c) return;
  hd_written_out_free(c->about);
  for (uint32_t i = 0; i < c->clauses.len; i++) hd_vec_clear(&c->clauses.data[i].facts);
  hd_vec_clear(&c->clauses);
  hd_vec_clear(&c->links);
  hd_vec_clear(&c->orders);
  for (uint32_t i = 0; i < c->alike.len; i++) {
    hd_vec_clear(&c->alike.data[i].parties);
    hd_vec_clear(&c->alike.data[i].locs);
    hd_vec_clear(&c->alike.data[i].own);
    hd_vec_clear(&c->alike.data[i].names);
    hd_vec_clear(&c->alike.data[i].ids);
  }
  hd_vec_clear(&c->alike);
  hd_vec_clear(&c->images);
  hd_vec_clear(&c->ghosts);
  hd_vec_clear(&c->sets);
  hd_arena_clear(&c->arena);
  free(c);
}

void hd_certificate_set_cuts(hd_certificate *c, const hd_program *p, const uint8_t *cut)
{
  c->cut = hd_arena_alloc(&c->arena, p->locs.len + 1);
  for (uint32_t l = 0; l < p->locs.len; l++) c->cut[l] = cut[l] != 0;
}

void hd_certificate_set_any(hd_certificate *c, const hd_program *p, hd_thread t)
{
  HD_CHECK(t.id < p->threads.len);
  if (!c->any) c->any = hd_arena_alloc(&c->arena, p->threads.len);
  c->any[t.id] = 1;
}

uint32_t hd_certificate_add_clause(hd_certificate *c, const hd_party *parties, uint32_t n, bool otherwise)
{
  hd_clause clause = {.n_parties = n, .otherwise = otherwise};
  if (n) clause.parties = hd_arena_copy(&c->arena, parties, n * sizeof *parties);
  hd_vec_push(&c->clauses, clause);
  return c->clauses.len - 1;
}

uint32_t hd_certificate_add_fact(hd_certificate *c, uint32_t clause, const hd_loc *at, hd_term holds)
{
  hd_clause *k = &c->clauses.data[clause];
  hd_fact fact = {.holds = holds, .covered = HD_NONE};
  if (k->n_parties) fact.at = hd_arena_copy(&c->arena, at, k->n_parties * sizeof *at);
  hd_vec_push(&k->facts, fact);
  return k->facts.len - 1;
}

void hd_certificate_add_image(hd_certificate *c, uint32_t fact, const uint8_t *to, uint32_t n_parties)
{
  hd_fact_image image = {fact, hd_arena_copy(&c->arena, to, n_parties)};
  hd_vec_push(&c->images, image);
}

void hd_certificate_set_written_out(hd_certificate *c, const hd_program *p)
{
  HD_CHECK(!c->about);
  c->about = hd_write_out(p);
  HD_CHECK(c->about);
}

void hd_certificate_set_lockstep(hd_certificate *c, const hd_program *p, hd_lockstep order)
{
  HD_CHECK(!c->about);
  c->about = hd_lockstep_write(p, order);
  c->order = order;
  HD_CHECK(c->about);
}

const hd_program *hd_certificate_program(const hd_program *p, const hd_certificate *c)
{
  return c->about ? c->about->program : p;
}

void hd_certificate_set_searched(hd_certificate *c, const char *format, ...)
{
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  c->searched = hd_arena_strdup(&c->arena, text);
}

uint32_t hd_certificate_add_product(hd_certificate *c, const hd_program *p)
{
  HD_VEC(hd_party) all = {0};
  for (uint32_t t = 0; t < p->threads.len; t++)
    for (uint32_t i = 0; i < p->threads.data[t].instances; i++) hd_vec_push(&all, (hd_party){{t}, i});
  uint32_t clause = hd_certificate_add_clause(c, all.data, all.len, false);
  hd_vec_clear(&all);
  return clause;
}

uint32_t hd_certificate_add_ghost(hd_certificate *c, const char *name, hd_sort sort, uint64_t init)
{
  hd_vec_push(&c->ghosts, (hd_ghost){hd_arena_strdup(&c->arena, name), sort, init});
  return c->ghosts.len - 1;
}

void hd_certificate_set_ghost(hd_certificate *c, hd_edge e, uint32_t ghost, hd_term value)
{
  hd_vec_push(&c->sets, (hd_ghost_set){e, ghost, value});
}

void hd_certificate_move(hd_certificate *c, const hd_terms *from, hd_terms *into)
{
  hd_term *map = hd_alloc(hd_terms_count(from) + 1, sizeof *map);
  for (uint32_t i = 0; i < c->clauses.len; i++) {
    hd_clause *k = &c->clauses.data[i];
    for (uint32_t f = 0; f < k->facts.len; f++)
      k->facts.data[f].holds = hd_term_import(into, from, k->facts.data[f].holds, NULL, map);
  }
  for (uint32_t i = 0; i < c->sets.len; i++)
    c->sets.data[i].value = hd_term_import(into, from, c->sets.data[i].value, NULL, map);
  free(map);
}

/* --- symbols -----------------------------------------------------------------------------------------------
 */

/* Each party has a block of symbols: the program's variables, its location and its number. */
enum { AT = 0, NUMBER = 1, EXTRAS = 2 };
static const uint32_t first_ghost = UINT32_C(0x20000000);

static hd_term extra(const hd_program *p, uint32_t party, uint32_t which)
{
  uint32_t symbol = party * (p->vars.len + EXTRAS) + p->vars.len + which;
  HD_CHECK(symbol < first_ghost);
  return hd_term_var(p->terms, HD_BV(32), symbol);
}

hd_term hd_certificate_at(const hd_program *p, uint32_t party)
{
  return extra(p, party, AT);
}

hd_term hd_certificate_number(const hd_program *p, uint32_t party)
{
  return extra(p, party, NUMBER);
}

hd_term hd_certificate_var(const hd_program *p, uint32_t party, hd_var v)
{
  const hd_var_info *info = hd_var_get(p, v);
  hd_sort sort = info->count ? HD_ARRAY(32, info->sort.width) : info->sort;
  uint32_t symbol = info->thread.id == HD_NONE ? v.id : party * (p->vars.len + EXTRAS) + v.id;
  HD_CHECK(symbol < first_ghost);
  return hd_term_var(p->terms, sort, symbol);
}

hd_term hd_certificate_ghost(const hd_program *p, const hd_certificate *c, uint32_t ghost)
{
  return hd_term_var(p->terms, c->ghosts.data[ghost].sort, first_ghost + ghost);
}

hd_meaning hd_certificate_meaning(const hd_program *p, uint32_t symbol)
{
  HD_CHECK(symbol < HD_NO_MEANING);
  if (symbol >= first_ghost)
    return (hd_meaning){.means = HD_MEANS_GHOST, .var = HD_NO_VAR, .ghost = symbol - first_ghost};
  uint32_t block = p->vars.len + EXTRAS, v = symbol % block;
  hd_meaning m = {.means = HD_MEANS_VAR, .party = symbol / block, .var = {v}, .ghost = HD_NONE};
  if (v < p->vars.len) return m;
  m.var = HD_NO_VAR;
  m.means = v - p->vars.len == AT ? HD_MEANS_AT : HD_MEANS_NUMBER;
  return m;
}
