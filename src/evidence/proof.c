/* proof.c - checks the shape of a certificate and indexes it; proof_*.c make the claims. */
#include "evidence/proof.h"

#include <stdarg.h>
#include <stdio.h>

#include "program/any_copies.h"

bool hd_proof_refuse(hd_proof *x, hd_loc at, const char *format, ...)
{
  char text[512];
  va_list args;
  if (x->refusal) return false;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  x->refusal = hd_arena_strdup(&x->arena, text);
  x->at = at;
  return false;
}

bool hd_proof_is_any(const hd_proof *x, hd_thread t)
{
  return x->c->any && x->c->any[t.id];
}

bool hd_proof_is_cut(const hd_proof *x, hd_loc l)
{
  hd_loc_kind kind = hd_loc_get(x->p, l)->kind;
  return (kind == HD_LOC_NORMAL || kind == HD_LOC_END) && x->steps.cut[l.id];
}

bool hd_proof_is_atomic(const hd_proof *x, hd_loc l)
{
  const hd_loc_info *info = hd_loc_get(x->p, l);
  return info->kind == HD_LOC_NORMAL && info->atomic;
}

hd_player hd_proof_player(const hd_proof *x, hd_party party, hd_loc at)
{
  bool only = hd_thread_get(x->p, party.thread)->instances == 1 && !hd_proof_is_any(x, party.thread);
  return (hd_player){party.thread, only ? 0 : party.instance, at};
}

/* --- facts by vector --------------------------------------------------------------------------- */

static uint64_t key_of(const hd_loc *at, uint32_t n)
{
  return n ? hd_hash_bytes(at, n * sizeof *at, n) : 0;
}

static bool same_vector(const hd_loc *a, const hd_loc *b, uint32_t n)
{
  return n == 0 || memcmp(a, b, n * sizeof *a) == 0;
}

uint32_t hd_proof_find(const hd_proof *x, uint32_t clause, const hd_loc *at)
{
  const hd_clause *k = &x->c->clauses.data[clause];
  const uint64_t *fact;
  for (uint64_t key = key_of(at, k->n_parties); (fact = hd_map_find(&x->index[clause], key)); key++)
    if (same_vector(k->facts.data[*fact].at, at, k->n_parties)) return (uint32_t)*fact;
  return HD_NONE;
}

/* Several facts for a vector are their disjunction. */
static hd_term says_graph(const hd_proof *x, const hd_clause *k, uint32_t fact)
{
  hd_term some = hd_term_bool(x->T, k->otherwise);
  for (; fact != HD_NONE; fact = x->twin[fact]) some = hd_term_2(x->T, HD_OP_OR, some, k->facts.data[fact].holds);
  return some;
}

hd_term hd_proof_says(const hd_proof *x, uint32_t clause, const hd_loc *at)
{
  const hd_clause *k = &x->c->clauses.data[clause];
  uint32_t fact = hd_proof_find(x, clause, at);
  if (x->c->kind == HD_PROOF_GRAPH) return says_graph(x, k, fact);
  return fact == HD_NONE ? hd_term_bool(x->T, k->otherwise) : k->facts.data[fact].holds;
}

/* A fact about executions that are over says nothing that matters. */
bool hd_proof_is_over(const hd_proof *x, uint32_t clause, uint32_t fact)
{
  const hd_clause *k = &x->c->clauses.data[clause];
  for (uint32_t i = 0; i < k->n_parties; i++)
    if (hd_loc_get(x->p, k->facts.data[fact].at[i])->kind == HD_LOC_EXIT) return true;
  return false;
}

static bool check_fact(hd_proof *x, const hd_clause *k, const hd_fact *f)
{
  for (uint32_t i = 0; i < k->n_parties; i++)
    if (!hd_proof_is_cut(x, f->at[i]) || hd_loc_get(x->p, f->at[i])->thread.id != k->parties[i].thread.id)
      return hd_proof_refuse(x, f->at[i], "L%u is not a cut-point of the party", f->at[i].id);
  return true;
}

static bool index_clause(hd_proof *x, uint32_t clause)
{
  const hd_clause *k = &x->c->clauses.data[clause];
  for (uint32_t i = 0; i < k->facts.len; i++) {
    const hd_fact *f = &k->facts.data[i];
    if (hd_proof_is_over(x, clause, i)) continue;
    if (!check_fact(x, k, f)) return false;
    uint32_t first = hd_proof_find(x, clause, f->at);
    if (first != HD_NONE && x->twin) {
      x->twin[i] = x->twin[first];
      x->twin[first] = i;
      continue;
    }
    if (first != HD_NONE) return hd_proof_refuse(x, HD_NO_LOC, "fact %u of clause %u is there twice", i, clause);
    uint64_t key = key_of(f->at, k->n_parties);
    while (hd_map_find(&x->index[clause], key)) key++;
    hd_map_put(&x->index[clause], key, i);
  }
  return true;
}

/* --- the certificate as a whole ---------------------------------------------------------------------------
 */

static bool check_parties(hd_proof *x, const hd_clause *k)
{
  for (uint32_t i = 0; i < k->n_parties; i++) {
    hd_party a = k->parties[i];
    if (a.thread.id >= x->p->threads.len) return hd_proof_refuse(x, HD_NO_LOC, "a party of no thread");
    const hd_thread_info *t = hd_thread_get(x->p, a.thread);
    if (a.instance != HD_EVERY && (a.instance >= t->instances || hd_proof_is_any(x, a.thread)))
      return hd_proof_refuse(x, t->entry, "thread `%s` has no instance %u", t->name, a.instance);
    x->numbered[a.thread.id] |= a.instance != HD_EVERY;
    for (uint32_t j = 0; j < i; j++)
      if (k->parties[j].thread.id == a.thread.id && a.instance != HD_EVERY && k->parties[j].instance == a.instance)
        return hd_proof_refuse(x, t->entry, "two parties of a clause are the same instance");
  }
  return true;
}

static bool check_program(hd_proof *x)
{
  const hd_program *p = x->p;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    for (uint32_t k = 0; k < e->n_assigns; k++)
      if (hd_var_get(p, e->assigns[k].var)->role == HD_ROLE_SELF)
        return hd_proof_refuse(x, e->from, "an instance changes its number");
  }
  for (uint32_t t = 0; t < p->threads.len; t++)
    if (!hd_proof_is_cut(x, p->threads.data[t].entry))
      return hd_proof_refuse(x, p->threads.data[t].entry, "the entry of a thread is not a cut-point");
  hd_loc endless = hd_segment_endless(&x->steps);
  return endless.id == HD_NONE || hd_proof_refuse(x, endless, "there is a cycle without a cut-point");
}

/* The ghosts that each edge sets, one after the other. */
static const hd_ghost_set *const *first_sets(hd_proof *x)
{
  uint32_t n = x->p->edges.len;
  const hd_ghost_set **by_edge = hd_arena_alloc(&x->arena, (n + 1) * sizeof *by_edge);
  hd_ghost_set *all = hd_arena_alloc(&x->arena, (x->c->sets.len + n + 1) * sizeof *all);
  uint32_t *count = hd_alloc(n + 1, sizeof *count);
  for (uint32_t i = 0; i < x->c->sets.len; i++) count[x->c->sets.data[i].edge.id]++;
  for (uint32_t e = 0; e < n; e++) {
    by_edge[e] = all;
    all += count[e] + 1;
    all[-1] = (hd_ghost_set){.ghost = HD_NONE};
    count[e] = 0;
  }
  for (uint32_t i = 0; i < x->c->sets.len; i++) {
    uint32_t e = x->c->sets.data[i].edge.id;
    ((hd_ghost_set *)by_edge[e])[count[e]++] = x->c->sets.data[i];
  }
  free(count);
  return by_edge;
}

static bool make_edges(hd_proof *x)
{
  const hd_program *p = x->p;
  const char *why_not = NULL;
  uint32_t *inputs = hd_arena_alloc(&x->arena, (p->edges.len + 1) * sizeof *inputs), next = HD_NO_MEANING;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    inputs[i] = next;
    next += p->edges.data[i].n_assigns;
  }
  x->steps.inputs = inputs;
  x->steps.choices = next;
  x->steps.sets = first_sets(x);
  x->steps.edges = p->edges.data;
  if (!x->c->any) return true;
  hd_edge_info *edges = hd_arena_alloc(&x->arena, (p->edges.len + 1) * sizeof *edges);
  x->steps.edges = edges;
  return hd_edges_any_copies(p, x->c->any, &x->arena, edges, &why_not) ||
         hd_proof_refuse(x, HD_NO_LOC, "%s, so there is no proof for any number of its copies", why_not);
}

static void find_constants(hd_proof *x)
{
  const hd_program *p = x->p;
  for (uint32_t v = 0; v < p->vars.len; v++)
    x->constant[v] = !p->vars.data[v].any && p->vars.data[v].role != HD_ROLE_SELF;
  for (uint32_t i = 0; i < p->edges.len; i++)
    for (uint32_t k = 0; k < x->steps.edges[i].n_assigns; k++) x->constant[x->steps.edges[i].assigns[k].var.id] = 0;
}

/* Of a graph: its links by the fact that they lead from. */
static bool index_graph(hd_proof *x)
{
  uint32_t n_facts = x->c->clauses.len ? x->c->clauses.data[0].facts.len : 0, n = x->c->links.len;
  if (x->c->kind != HD_PROOF_GRAPH) return true;
  x->twin = hd_arena_alloc(&x->arena, (n_facts + 1) * sizeof *x->twin);
  x->linked = hd_arena_alloc(&x->arena, (n_facts + 2) * sizeof *x->linked);
  x->links = hd_arena_alloc(&x->arena, (n + 1) * sizeof *x->links);
  for (uint32_t i = 0; i < n_facts; i++) x->twin[i] = HD_NONE;
  for (uint32_t i = 0; i < n; i++) {
    const hd_link *l = &x->c->links.data[i];
    if (l->from >= n_facts || (l->to >= n_facts && l->to != HD_NONE))
      return hd_proof_refuse(x, HD_NO_LOC, "a link to a fact that does not exist");
    x->linked[l->from + 2]++;
  }
  for (uint32_t i = 2; i < n_facts + 2; i++) x->linked[i] += x->linked[i - 1];
  for (uint32_t i = 0; i < n; i++) x->links[x->linked[x->c->links.data[i].from + 1]++] = x->c->links.data[i];
  return true;
}

bool hd_proof_init(hd_proof *x, const hd_program *p, const hd_certificate *c, hd_property property,
                   const hd_budget *budget)
{
  *x = (hd_proof){.p = p, .c = c, .property = property, .budget = budget, .T = p->terms, .at = HD_NO_LOC};
  hd_arena_init(&x->arena);
  x->index = hd_arena_alloc(&x->arena, (c->clauses.len + 1) * sizeof *x->index);
  x->numbered = hd_arena_alloc(&x->arena, p->threads.len + 1);
  x->constant = hd_arena_alloc(&x->arena, p->vars.len + 1);
  x->safe = hd_arena_alloc(&x->arena, (p->locs.len + 1) * sizeof *x->safe);
  uint8_t *cut = hd_arena_alloc(&x->arena, p->locs.len + 1);
  for (uint32_t l = 0; l < p->locs.len; l++) cut[l] = !c->cut || c->cut[l] || p->locs.data[l].kind != HD_LOC_NORMAL;
  x->steps = (hd_steps){.p = p, .c = c, .cut = cut, .arena = &x->arena};
  x->steps.known = hd_arena_alloc(&x->arena, (p->edges.len + 1) * sizeof(hd_segment *));
  if (p->raw) return hd_proof_refuse(x, HD_NO_LOC, "the program is not resolved");
  if (!make_edges(x) || !check_program(x) || !index_graph(x)) return false;
  find_constants(x);
  for (uint32_t i = 0; i < c->clauses.len; i++)
    if (!check_parties(x, &c->clauses.data[i]) || !index_clause(x, i)) return false;
  HD_ASSERT(hd_proof_check(x));
  return true;
}

/* Is the fact among those that the index gives for its vector, all of which are of that vector? */
static bool check_index(const hd_proof *x, uint32_t clause, uint32_t fact)
{
  const hd_clause *k = &x->c->clauses.data[clause];
  uint32_t times = 0;
  for (uint32_t i = hd_proof_find(x, clause, k->facts.data[fact].at); i != HD_NONE;
       i = x->twin ? x->twin[i] : HD_NONE) {
    if (!same_vector(k->facts.data[i].at, k->facts.data[fact].at, k->n_parties)) return false;
    times += i == fact;
  }
  return times == 1;
}

bool hd_proof_check(const hd_proof *x)
{
  for (uint32_t i = 0; i < x->c->clauses.len; i++)
    for (uint32_t f = 0; f < x->c->clauses.data[i].facts.len; f++)
      if (!hd_proof_is_over(x, i, f) && !check_index(x, i, f)) return false;
  if (x->linked) {
    uint32_t n_facts = x->c->clauses.data[0].facts.len;
    if (x->linked[0] != 0 || x->linked[n_facts] != x->c->links.len) return false;
    for (uint32_t f = 0; f < n_facts; f++)
      for (uint32_t i = x->linked[f]; i < x->linked[f + 1]; i++)
        if (x->links[i].from != f) return false;
  }
  for (uint32_t i = 0; i < x->claims.len; i++)
    if (!hd_sort_same(hd_term_sort(x->T, x->claims.data[i].holds), HD_BOOL)) return false;
  return true;
}

void hd_proof_clear(hd_proof *x)
{
  for (uint32_t i = 0; i < x->c->clauses.len; i++) hd_map_clear(&x->index[i]);
  hd_map_clear(&x->known);
  hd_segments_clear(&x->steps);
  hd_vec_clear(&x->claims);
  hd_arena_clear(&x->arena);
}

/* --- renaming ---------------------------------------------------------------------------------------------
 */

typedef struct {
  const hd_proof *x;
  const uint32_t *who;
  const hd_player *players;
} renaming;

static hd_term renamed_symbol(void *context, hd_term leaf)
{
  const renaming *r = context;
  const hd_terms *T = r->x->T;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  const hd_program *p = r->x->p;
  hd_meaning m = hd_certificate_meaning(p, hd_term_symbol(T, leaf));
  switch (m.means) {
  case HD_MEANS_AT: return hd_term_bv(r->x->T, 32, r->players[r->who[m.party]].at.id);
  case HD_MEANS_NUMBER: return hd_certificate_number(p, r->who[m.party]);
  case HD_MEANS_VAR: break;
  case HD_MEANS_GHOST: return HD_NO_TERM;
  }
  return hd_var_get(p, m.var)->thread.id == HD_NONE ? HD_NO_TERM : hd_certificate_var(p, r->who[m.party], m.var);
}

hd_term hd_proof_rename(const hd_proof *x, hd_term t, const uint32_t *who, const hd_player *players)
{
  renaming r = {x, who, players};
  hd_rewrite rewrite = {renamed_symbol, &r};
  return hd_term_substitute(x->T, t, &rewrite);
}

hd_term hd_proof_term_of(const hd_proof *x, hd_term t, uint32_t player)
{
  return hd_term_is(t) ? hd_proof_rename(x, t, &player, NULL) : hd_term_true(x->T);
}

/* --- what may be assumed ----------------------------------------------------------------------- */

typedef struct {
  const hd_proof *x;
  uint32_t clause;
  const hd_player *players;
  uint32_t n, *who;
  hd_loc *at;
  hd_term all;
} search;

static bool is_party(const hd_proof *x, hd_party party, const hd_player *player)
{
  if (party.thread.id != player->thread.id || player->at.id == HD_NONE) return false;
  return party.instance == HD_EVERY || hd_proof_player(x, party, player->at).instance == player->instance;
}

/* Finds a player for each party from `i` on, in every way. */
static void find_players(search *s, uint32_t i)
{
  const hd_clause *k = &s->x->c->clauses.data[s->clause];
  if (i == k->n_parties) {
    hd_term says = hd_proof_rename(s->x, hd_proof_says(s->x, s->clause, s->at), s->who, s->players);
    s->all = hd_term_2(s->x->T, HD_OP_AND, s->all, says);
    return;
  }
  for (uint32_t j = 0; j < s->n; j++) {
    bool free_ = is_party(s->x, k->parties[i], &s->players[j]);
    for (uint32_t h = 0; h < i; h++) free_ &= s->who[h] != j;
    if (!free_) continue;
    s->who[i] = j;
    s->at[i] = s->players[j].at;
    find_players(s, i + 1);
  }
}

hd_term hd_proof_assume(const hd_proof *x, const hd_player *players, uint32_t n)
{
  search s = {.x = x, .players = players, .n = n, .all = hd_proof_numbers(x, players, n)};
  s.who = hd_alloc(n + 1, sizeof *s.who);
  s.at = hd_alloc(n + 1, sizeof *s.at);
  for (s.clause = 0; s.clause < x->c->clauses.len; s.clause++)
    if (x->c->clauses.data[s.clause].n_parties <= n) find_players(&s, 0);
  free(s.who);
  free(s.at);
  return s.all;
}

/* Which number a player may have. */
static hd_term number_of(const hd_proof *x, const hd_player *player, hd_term number)
{
  uint64_t most = hd_proof_is_any(x, player->thread) ? HD_MOST_COPIES : hd_thread_get(x->p, player->thread)->instances;
  if (player->instance != HD_EVERY) return hd_term_eq_bv(x->T, number, player->instance);
  return hd_term_2(x->T, HD_OP_ULT, number, hd_term_bv(x->T, 32, most));
}

hd_term hd_proof_numbers(const hd_proof *x, const hd_player *players, uint32_t n)
{
  hd_term all = hd_term_true(x->T);
  for (uint32_t i = 0; i < n; i++) {
    hd_term number = hd_certificate_number(x->p, i);
    hd_var self = hd_thread_get(x->p, players[i].thread)->self;
    all = hd_term_2(x->T, HD_OP_AND, all, number_of(x, &players[i], number));
    if (self.id != HD_NONE)
      all = hd_term_2(x->T, HD_OP_AND, all, hd_term_2(x->T, HD_OP_EQ, number, hd_certificate_var(x->p, i, self)));
    for (uint32_t j = 0; j < i; j++)
      if (players[j].thread.id == players[i].thread.id)
        all = hd_term_2(x->T, HD_OP_AND, all, hd_term_ne(x->T, number, hd_certificate_number(x->p, j)));
  }
  return all;
}

/* --- claims ------------------------------------------------------------------------------------ */

typedef struct {
  const hd_proof *x;
  hd_term all;
} constants;

/* A variable that is never assigned keeps its initial value. */
static void note_constant(void *context, hd_term leaf)
{
  constants *k = context;
  hd_terms *T = k->x->T;
  if (hd_term_op(T, leaf) != HD_OP_VAR || hd_term_symbol(T, leaf) >= HD_NO_MEANING) return;
  hd_var v = hd_certificate_meaning(k->x->p, hd_term_symbol(T, leaf)).var;
  if (v.id == HD_NONE || !k->x->constant[v.id]) return;
  const hd_var_info *info = hd_var_get(k->x->p, v);
  enum { MOST_ELEMENTS = 256 }; /* what is not said is not assumed */
  for (uint32_t i = 0; i < hd_var_elements(info) && i < MOST_ELEMENTS; i++) {
    hd_term element = info->count ? hd_term_2(T, HD_OP_SELECT, leaf, hd_term_bv(T, 32, i)) : leaf;
    hd_term value = hd_term_const(T, info->sort, hd_var_init(k->x->p, v, i));
    k->all = hd_term_2(T, HD_OP_AND, k->all, hd_term_2(T, HD_OP_EQ, element, value));
  }
}

static void collect_conjuncts(const hd_terms *T, hd_term t, hd_map *out)
{
  if (hd_map_find(out, t.id)) return;
  hd_map_put(out, t.id, 1);
  if (hd_term_op(T, t) != HD_OP_AND) return;
  collect_conjuncts(T, hd_term_arg(T, t, 0), out);
  collect_conjuncts(T, hd_term_arg(T, t, 1), out);
}

/* What is assumed literally need not be shown: most of an invariant is untouched by a step. */
static hd_term without_assumed(hd_terms *T, hd_term t, const hd_map *assumed, hd_map *done)
{
  hd_op op = hd_term_op(T, t);
  if (hd_map_find(assumed, t.id)) return hd_term_true(T);
  if (op != HD_OP_AND && op != HD_OP_OR) return t;
  const uint64_t *known = hd_map_find(done, t.id);
  if (known) return (hd_term){(uint32_t)*known};
  hd_term a = without_assumed(T, hd_term_arg(T, t, 0), assumed, done);
  hd_term b = without_assumed(T, hd_term_arg(T, t, 1), assumed, done);
  hd_term rest = hd_term_2(T, op, a, b);
  hd_map_put(done, t.id, rest.id);
  return rest;
}

/* The constants that conjuncts of a formula say variables to be. */
static void collect_constants(const hd_terms *T, hd_term t, hd_map *out)
{
  hd_op op = hd_term_op(T, t);
  uint64_t value;
  if (op == HD_OP_AND) {
    collect_constants(T, hd_term_arg(T, t, 0), out);
    collect_constants(T, hd_term_arg(T, t, 1), out);
  }
  if (op != HD_OP_EQ) return;
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  if (hd_term_op(T, a) == HD_OP_VAR && hd_term_is_const(T, b, &value)) hd_map_put(out, hd_term_symbol(T, a), b.id);
  if (hd_term_op(T, b) == HD_OP_VAR && hd_term_is_const(T, a, &value)) hd_map_put(out, hd_term_symbol(T, b), a.id);
}

typedef struct {
  const hd_terms *T;
  hd_map values;
} equations;

static hd_term constant_of(void *context, hd_term leaf)
{
  const equations *q = context;
  if (hd_term_op(q->T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  const uint64_t *value = hd_map_find(&q->values, hd_term_symbol(q->T, leaf));
  return value ? (hd_term){(uint32_t)*value} : HD_NO_TERM;
}

/* Nodes of a graph have explicit values: most of what a step may lead to folds away before a solver sees it. */
static hd_term with_constants(hd_terms *T, hd_term assumed, hd_term t)
{
  equations q = {.T = T};
  collect_constants(T, assumed, &q.values);
  hd_term result = hd_term_substitute(T, t, &(hd_rewrite){constant_of, &q});
  hd_map_clear(&q.values);
  return result;
}

/* Reading outside an array gives 0. */
static hd_term bounded_read(void *context, hd_term leaf)
{
  const hd_proof *x = context;
  hd_terms *T = x->T;
  if (hd_term_op(T, leaf) != HD_OP_SELECT) return HD_NO_TERM;
  hd_term array = hd_term_arg(T, leaf, 0), index = hd_term_arg(T, leaf, 1);
  while (hd_term_op(T, array) == HD_OP_STORE) array = hd_term_arg(T, array, 0);
  hd_var v = hd_certificate_meaning(x->p, hd_term_symbol(T, array)).var;
  hd_term inside = hd_term_2(T, HD_OP_ULT, index, hd_term_bv(T, 32, hd_var_get(x->p, v)->count));
  return hd_term_3(T, HD_OP_ITE, inside, leaf, hd_term_bv(T, hd_term_sort(T, leaf).width, 0));
}

void hd_proof_claim(hd_proof *x, hd_claim claim, hd_term assumed, hd_term then)
{
  hd_terms *T = x->T;
  hd_rewrite bounds = {bounded_read, x};
  hd_map literally = {0}, done = {0};
  if (hd_term_is_false(T, assumed) || hd_term_is_true(T, then)) return;
  collect_conjuncts(T, assumed, &literally);
  then = without_assumed(T, then, &literally, &done);
  hd_map_clear(&literally);
  hd_map_clear(&done);
  if (x->c->kind == HD_PROOF_GRAPH) then = with_constants(T, assumed, then);
  if (hd_term_is_true(T, then)) return;
  claim.holds = hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, assumed), then);
  if (hd_map_find(&x->known, claim.holds.id)) return;
  hd_map_put(&x->known, claim.holds.id, 1);
  constants k = {x, hd_term_true(T)};
  hd_term_visit_leaves(T, claim.holds, note_constant, &k);
  claim.holds = hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, k.all), claim.holds);
  claim.holds = hd_term_substitute_elements(T, claim.holds, &bounds);
  if (!hd_term_is_true(T, claim.holds)) hd_vec_push(&x->claims, claim);
}

hd_term hd_proof_started(const hd_proof *x, const hd_player *who, uint32_t player)
{
  const hd_thread_info *t = hd_thread_get(x->p, who->thread);
  if (t->status.id == HD_NONE || hd_proof_is_any(x, who->thread)) return hd_term_true(x->T);
  hd_term status = hd_certificate_var(x->p, 0, t->status);
  if (hd_var_get(x->p, t->status)->count)
    status = hd_term_2(x->T, HD_OP_SELECT, status, hd_certificate_number(x->p, player));
  return hd_term_to_bool(x->T, status);
}
