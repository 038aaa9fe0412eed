/* checks.c - interns checks by kind, place and text, and makes programs that ask for some of them. */
#include "program/checks.h"

#include "program/relevant.h"

static bool is_same_place(hd_pos a, hd_pos b)
{
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

static bool is_same_check(const hd_check_info *a, const hd_check_info *b)
{
  if (a->kind != b->kind || !is_same_place(a->pos, b->pos)) return false;
  if (a->kind == HD_CHECK_RACE) return is_same_place(a->other, b->other);
  return a->text && b->text ? strcmp(a->text, b->text) == 0 : a->text == b->text;
}

static uint64_t hash_check(const hd_check_info *c)
{
  uint32_t parts[] = {(uint32_t)c->kind, c->pos.file,   c->pos.line,    c->pos.column,
                      c->other.file,     c->other.line, c->other.column};
  uint64_t hash = hd_hash_bytes(parts, sizeof parts, 0);
  return c->text && c->kind != HD_CHECK_RACE ? hd_hash_bytes(c->text, strlen(c->text), hash) : hash;
}

/* Different checks with one hash follow each other. */
hd_check hd_checks_find(const hd_checks *checks, const hd_check_info *info)
{
  uint64_t key = hash_check(info);
  for (const uint64_t *at; (at = hd_map_find(&checks->known, key)); key++)
    if (is_same_check(&checks->list.data[*at], info)) return (hd_check){(uint32_t)*at};
  return (hd_check){HD_NONE};
}

hd_check hd_checks_add(hd_checks *checks, hd_check_info info)
{
  hd_check known = hd_checks_find(checks, &info);
  if (known.id != HD_NONE) return known;
  uint64_t key = hash_check(&info);
  while (hd_map_find(&checks->known, key)) key++;
  hd_map_put(&checks->known, key, checks->list.len);
  hd_vec_push(&checks->list, info);
  return (hd_check){checks->list.len - 1};
}

static hd_check_info check_of_edge(const hd_edge_info *e)
{
  return (hd_check_info){.kind = e->check, .pos = e->pos, .other = HD_NO_POS, .text = e->label};
}

hd_checks *hd_checks_new(const hd_program *p)
{
  hd_checks *checks = hd_alloc(1, sizeof *checks);
  checks->of_edge = hd_alloc((size_t)p->edges.len + 1, sizeof *checks->of_edge);
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    checks->of_edge[i].id = HD_NONE;
    if (e->kind != HD_EDGE_ASSERT) continue;
    checks->of_edge[i] = hd_checks_add(checks, check_of_edge(e));
    checks->list.data[checks->of_edge[i].id].n_edges++;
  }
  return checks;
}

void hd_checks_free(hd_checks *checks)
{
  if (!checks) return;
  hd_vec_clear(&checks->list);
  hd_map_clear(&checks->known);
  free(checks->of_edge);
  free(checks);
}

static bool comes_before(hd_pos a, hd_pos b)
{
  if (a.file != b.file) return a.file < b.file;
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

hd_check_info hd_race_check(hd_pos a, hd_pos b, const char *variable)
{
  bool swap = comes_before(b, a);
  return (hd_check_info){.kind = HD_CHECK_RACE, .pos = swap ? b : a, .other = swap ? a : b, .text = variable};
}

bool hd_check_is_at(const hd_check_info *race, hd_pos place)
{
  return is_same_place(race->pos, place) || is_same_place(race->other, place);
}

/* As if it had held: where it does not, there is no such execution. */
static void assume_check(hd_program *p, hd_edge_info *e)
{
  hd_term holds = hd_term_is(e->guard) ? hd_term_2(p->terms, HD_OP_AND, e->guard, e->cond) : e->cond;
  e->guard = hd_term_is_true(p->terms, holds) ? HD_NO_TERM : holds;
  e->kind = HD_EDGE_STEP;
  e->cond = HD_NO_TERM;
  e->check = (hd_check_kind)0;
}

void hd_check_drop(hd_program *p, const hd_check_info *check)
{
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_edge_info *e = &p->edges.data[i];
    if (check->kind == HD_CHECK_RACE) {
      if (is_same_place(e->pos, check->pos)) e->access = HD_ACCESS_SYNC;
    } else if (e->kind == HD_EDGE_ASSERT) {
      hd_check_info own = check_of_edge(e);
      if (is_same_check(&own, check)) assume_check(p, e);
    }
  }
}

hd_program *hd_program_asking(const hd_program *p, const hd_checks *checks, bool *kept)
{
  hd_program *q = hd_program_clone(p);
  for (uint32_t i = 0; i < checks->list.len; i++) {
    const hd_check_info *gone = &checks->list.data[i];
    if (kept[i]) continue;
    hd_check_drop(q, gone);
    for (uint32_t k = 0; gone->kind == HD_CHECK_RACE && k < checks->list.len; k++)
      kept[k] &= !hd_check_is_at(&checks->list.data[k], gone->pos);
  }
  hd_program_index(q);
  return q;
}

/* --- without what is proved --------------------------------------------------------------------------- */

static uint64_t hash_place(hd_pos place)
{
  uint32_t parts[] = {place.file, place.line, place.column};
  return hd_hash_bytes(parts, sizeof parts, 0);
}

/* Accesses at places all of whose pairs are proved are not looked at any more. */
static void forget_races(hd_program *q, const hd_checks *checks, const bool *proved)
{
  hd_map settled = {0};
  for (unsigned open = 0; open < 2; open++) /* an open pair has the last word about its places */
    for (uint32_t i = 0; i < checks->list.len; i++) {
      const hd_check_info *race = &checks->list.data[i];
      if (race->kind != HD_CHECK_RACE || proved[i] == (open == 1)) continue;
      hd_map_put(&settled, hash_place(race->pos), !open);
      hd_map_put(&settled, hash_place(race->other), !open);
    }
  for (uint32_t i = 0; i < q->edges.len; i++) {
    const uint64_t *known = hd_map_find(&settled, hash_place(q->edges.data[i].pos));
    if (known && *known) q->edges.data[i].access = HD_ACCESS_SYNC;
  }
  hd_map_clear(&settled);
}

/* It holds, so that nothing has to be assumed, and what it reads does not matter. */
static void forget_check(hd_edge_info *e)
{
  e->kind = HD_EDGE_STEP;
  e->cond = HD_NO_TERM;
  e->check = (hd_check_kind)0;
}

/* Steps that are never taken: they would fail a proved check for certain, or lead to where such a step needs nothing
 * else. */
typedef struct {
  hd_program *q;
  bool *never;     /* by edge */
  bool *unreached; /* by location */
} settling;

static bool note_never(settling *s, uint32_t edge)
{
  const hd_edge_info *e = &s->q->edges.data[edge];
  bool news = !s->never[edge];
  s->never[edge] = true;
  if (!hd_term_is(e->guard)) s->unreached[e->from.id] = true;
  return news;
}

static void find_never(settling *s, const hd_checks *checks, const bool *proved)
{
  for (uint32_t i = 0; i < s->q->edges.len; i++) {
    const hd_edge_info *e = &s->q->edges.data[i];
    bool own = checks->of_edge[i].id != HD_NONE && proved[checks->of_edge[i].id];
    if (own && hd_term_is_false(s->q->terms, e->cond)) note_never(s, i);
  }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = s->q->edges.len; i-- > 0;) {
      const hd_edge_info *e = &s->q->edges.data[i];
      if (e->kind == HD_EDGE_STEP && s->unreached[e->to.id] && !s->never[i]) more |= note_never(s, i);
    }
  }
}

/* Where it is taken whenever another step is not, and that one never is, its guard always holds. */
static void drop_opposite_guards(settling *s, uint32_t edge)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(s->q, s->q->edges.data[edge].from, &n);
  hd_term opposite = hd_term_1(s->q->terms, HD_OP_NOT, s->q->edges.data[edge].guard);
  for (uint32_t i = 0; i < n; i++) {
    hd_edge_info *other = &s->q->edges.data[out[i]];
    if (hd_term_is(other->guard) && hd_term_same(other->guard, opposite)) other->guard = HD_NO_TERM;
  }
}

static void settle_choices(hd_program *q, const hd_checks *checks, const bool *proved)
{
  settling s = {q, hd_alloc((size_t)q->edges.len + 1, sizeof(bool)), hd_alloc((size_t)q->locs.len + 1, sizeof(bool))};
  hd_program_index(q);
  find_never(&s, checks, proved);
  for (uint32_t i = 0; i < q->edges.len; i++)
    if (s.never[i] && hd_term_is(q->edges.data[i].guard)) drop_opposite_guards(&s, i);
  for (uint32_t i = 0; i < q->edges.len; i++) {
    if (!s.never[i]) continue;
    q->edges.data[i].guard = hd_term_false(q->terms);
    q->edges.data[i].n_assigns = 0;
  }
  free(s.never);
  free(s.unreached);
}

hd_program *hd_program_without(const hd_program *p, const hd_checks *checks, const bool *proved, hd_property property)
{
  hd_program *q = hd_program_clone(p);
  settle_choices(q, checks, proved);
  for (uint32_t i = 0; i < q->edges.len; i++)
    if (checks->of_edge[i].id != HD_NONE && proved[checks->of_edge[i].id]) forget_check(&q->edges.data[i]);
  forget_races(q, checks, proved);
  hd_program_leave_out_irrelevant(q, hd_violated_by(property, HD_BY_RACE));
  hd_program_index(q);
  return q;
}
