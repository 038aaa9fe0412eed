/* certificate_parse.c - certificates from text, with the place of the first mistake. */
#include <inttypes.h>

#include "program/reader.h"
#include "program/words.h"
#include "trace/certificate_words.h"

typedef struct {
  hd_text_reader r;
  const hd_program *p;
  hd_certificate *c;
  hd_clause mover; /* the scope of what an edge sets: the thread that takes it */
  hd_party mover_party;
  bool in_set;
  bool has_program, has_kind, ended;
} parser;

static bool read_loc(parser *ps, uint32_t *id)
{
  if (!hd_reader_at_end(&ps->r) && *ps->r.at == 'L') {
    ps->r.at++;
    return ps->p->locs.len ? hd_reader_u32(&ps->r, ps->p->locs.len - 1, id) : false;
  }
  return hd_reader_fail(&ps->r, "expected a location, such as `L0`");
}

static bool read_thread(parser *ps, hd_thread *t)
{
  const char *name;
  if (!hd_reader_name(&ps->r, "a thread's name", &name)) return false;
  *t = hd_program_find_thread(ps->p, name);
  return t->id != HD_NONE || hd_reader_fail_at(&ps->r, ps->r.token, "the program has no thread `%s`", name);
}

static bool read_program(parser *ps)
{
  uint64_t mark;
  if (!hd_reader_u64(&ps->r, UINT64_MAX, &mark)) return false;
  ps->has_program = true;
  return mark == hd_program_fingerprint(ps->p) ||
         hd_reader_fail_at(&ps->r, ps->r.token,
                           "the certificate is about another program, another version of it, or other options");
}

static bool read_kind(parser *ps)
{
  unsigned kind;
  if (!hd_reader_choice(&ps->r, hd_proof_words, HD_PROOF_WORD + 1, "product, modular, graph, exhaustive or word",
                        &kind))
    return false;
  ps->c->kind = (hd_proof_kind)kind;
  return ps->has_kind = true;
}

static bool read_engine(parser *ps)
{
  const char *text;
  if (!hd_reader_string(&ps->r, &text)) return false;
  ps->c->engine = hd_arena_strdup(&ps->c->arena, text);
  return true;
}

static bool read_searched(parser *ps)
{
  const char *text;
  if (!hd_reader_string(&ps->r, &text)) return false;
  ps->c->searched = hd_arena_strdup(&ps->c->arena, text);
  return true;
}

static bool read_relies(parser *ps)
{
  unsigned what;
  if (!hd_reader_choice(&ps->r, hd_relies_words, HD_RELIES_COUNT, "a reduction, such as `lipton`", &what)) return false;
  ps->c->relies |= 1u << what;
  return true;
}

static bool may_be_about(const parser *ps)
{
  return ps->has_program && !ps->c->about && !ps->c->cut && !ps->c->clauses.len && !ps->c->sets.len;
}

/* From here on, locations and edges are those of the program with its threads side by side. */
static bool read_lockstep(parser *ps)
{
  uint32_t order;
  if (!may_be_about(ps))
    return hd_reader_fail(&ps->r, "`lockstep` comes once, after `program` and before what is said about it");
  if (!hd_reader_u32(&ps->r, HD_LOCKSTEP_COUNT - 1, &order)) return false;
  ps->c->order = (hd_lockstep)order;
  ps->c->about = order ? hd_lockstep_write(ps->p, ps->c->order) : NULL;
  if (!ps->c->about) return hd_reader_fail(&ps->r, "the program's threads cannot be put side by side in this order");
  ps->p = ps->c->about->program;
  return true;
}

/* From here on, locations and edges are those of the written-out program. */
static bool read_written_out(parser *ps)
{
  if (!may_be_about(ps))
    return hd_reader_fail(&ps->r, "`written-out` comes once, after `program` and before what is said about it");
  ps->c->about = hd_write_out(ps->p);
  if (!ps->c->about) return hd_reader_fail(&ps->r, "there is no loop to write out in the program");
  ps->p = ps->c->about->program;
  return true;
}

static bool read_cuts(parser *ps)
{
  uint32_t l;
  if (!ps->c->cut) ps->c->cut = hd_arena_alloc(&ps->c->arena, ps->p->locs.len + 1);
  while (!hd_reader_at_end(&ps->r)) {
    if (!read_loc(ps, &l)) return false;
    ps->c->cut[l] = 1;
  }
  return true;
}

static bool read_any(parser *ps)
{
  hd_thread t;
  if (!read_thread(ps, &t)) return false;
  if (!ps->c->any) ps->c->any = hd_arena_alloc(&ps->c->arena, ps->p->threads.len);
  ps->c->any[t.id] = 1;
  return true;
}

static bool read_party(parser *ps, hd_party *party)
{
  if (!read_thread(ps, &party->thread) || !hd_reader_expect(&ps->r, "[")) return false;
  party->instance = HD_EVERY;
  if (!hd_reader_accept(&ps->r, "every") &&
      !hd_reader_u32(&ps->r, hd_thread_get(ps->p, party->thread)->instances - 1, &party->instance))
    return false;
  return hd_reader_expect(&ps->r, "]");
}

static bool read_clause(parser *ps)
{
  HD_VEC(hd_party) parties = {0};
  unsigned otherwise = 0;
  bool ok = true;
  while (ok && !hd_reader_accept(&ps->r, "otherwise")) {
    hd_party party;
    ok = read_party(ps, &party);
    if (ok) hd_vec_push(&parties, party);
  }
  ok = ok && hd_reader_choice(&ps->r, hd_truth_words, 2, "`true` or `false`", &otherwise);
  if (ok) hd_certificate_add_clause(ps->c, parties.data, parties.len, otherwise);
  hd_vec_clear(&parties);
  return ok;
}

/* The digits at the start of the name; false when there is none, or when it is no party of the clause. */
static bool party_of(const hd_clause *k, const char *name, size_t length, size_t *used, uint32_t *party)
{
  uint64_t number = 0;
  for (*used = 0; *used < length && *used < 9 && name[*used] >= '0' && name[*used] <= '9'; ++*used)
    number = number * 10 + (uint64_t)(name[*used] - '0');
  *party = (uint32_t)number - 1;
  return *used && number >= 1 && number <= k->n_parties;
}

static const hd_clause *scope_of(const parser *ps)
{
  return ps->in_set ? &ps->mover : &hd_vec_last(&ps->c->clauses);
}

static uint32_t find_ghost(const parser *ps, const char *name)
{
  for (uint32_t i = 0; i < ps->c->ghosts.len; i++)
    if (strcmp(ps->c->ghosts.data[i].name, name) == 0) return i;
  return HD_NONE;
}

static bool found_symbol(const parser *ps, hd_term t, uint32_t *symbol, hd_sort *sort)
{
  *symbol = hd_term_symbol(ps->p->terms, t);
  *sort = hd_term_sort(ps->p->terms, t);
  return true;
}

/* `@2` and `#2`: where the second party stands, and its number. */
static bool find_extra(const parser *ps, const char *name, size_t length, uint32_t *symbol, hd_sort *sort)
{
  size_t used = 0;
  uint32_t party = 0;
  if (!party_of(scope_of(ps), name + 1, length - 1, &used, &party) || used + 1 != length) return false;
  hd_term t = *name == '@' ? hd_certificate_at(ps->p, party) : hd_certificate_number(ps->p, party);
  return found_symbol(ps, t, symbol, sort);
}

/* `x`: shared, a ghost, or the first party's; `2!x`: the second's. */
static bool find_symbol(void *context, const char *name, size_t length, uint32_t *symbol, hd_sort *sort)
{
  parser *ps = context;
  const hd_clause *k = scope_of(ps);
  size_t used = 0;
  uint32_t party = 0;
  if (*name == '@' || *name == '#') return find_extra(ps, name, length, symbol, sort);
  bool prefixed = *name >= '0' && *name <= '9';
  if (prefixed && (!party_of(k, name, length, &used, &party) || used == length || name[used] != '!')) return false;
  if (prefixed) used++;
  const char *decoded = hd_name_decode(&ps->r.arena, name + used, length - used);
  if (!decoded) return false;
  uint32_t ghost = prefixed ? HD_NONE : find_ghost(ps, decoded);
  if (ghost != HD_NONE) return found_symbol(ps, hd_certificate_ghost(ps->p, ps->c, ghost), symbol, sort);
  hd_var v = hd_program_find_var(ps->p, decoded);
  if (v.id == HD_NONE) return false;
  uint32_t thread = hd_var_get(ps->p, v)->thread.id;
  bool fits = thread == HD_NONE ? !prefixed : party < k->n_parties && k->parties[party].thread.id == thread;
  return fits && found_symbol(ps, hd_certificate_var(ps->p, party, v), symbol, sort);
}

static bool read_term(parser *ps, hd_sort wanted, hd_term *t)
{
  hd_scope scope = {find_symbol, ps};
  hd_reader_at_end(&ps->r);
  const char *error = NULL, *at = ps->r.at, *start = at;
  *t = hd_term_parse(ps->p->terms, &at, &scope, &error);
  ps->r.at += at - ps->r.at;
  if (!hd_term_is(*t)) return hd_reader_fail(&ps->r, "%s", error ? error : "expected a term");
  return hd_sort_same(hd_term_sort(ps->p->terms, *t), wanted) ||
         hd_reader_fail_at(&ps->r, start,
                           wanted.kind == HD_SORT_BOOL ? "expected a Boolean term" : "expected a term of %u bits",
                           wanted.width);
}

static bool read_ghost(parser *ps)
{
  const char *name;
  uint32_t width = 1;
  uint64_t init;
  if (!hd_reader_name(&ps->r, "a name", &name)) return false;
  if (find_ghost(ps, name) != HD_NONE || hd_program_find_var(ps->p, name).id != HD_NONE)
    return hd_reader_fail_at(&ps->r, ps->r.token, "there is a variable `%s` already", name);
  if (!hd_reader_expect(&ps->r, ":")) return false;
  bool is_bool = hd_reader_accept(&ps->r, "bool");
  if (!is_bool) {
    hd_reader_at_end(&ps->r);
    if (strncmp(ps->r.at, "bv", 2) != 0) return hd_reader_fail(&ps->r, "expected `bool` or `bv` and a width");
    ps->r.at += 2;
    if (!hd_reader_u32(&ps->r, 64, &width)) return false;
    if (!width) return hd_reader_fail_at(&ps->r, ps->r.token, "a bit-vector has 1 to 64 bits");
  }
  if (!hd_reader_expect(&ps->r, "=") || !hd_reader_u64(&ps->r, hd_mask(width), &init)) return false;
  hd_certificate_add_ghost(ps->c, name, is_bool ? HD_BOOL : HD_BV(width), init);
  return true;
}

static bool read_set(parser *ps)
{
  const char *name;
  hd_edge e;
  hd_term value;
  hd_reader_at_end(&ps->r);
  if (*ps->r.at != 'E' || !ps->p->edges.len) return hd_reader_fail(&ps->r, "expected an edge, such as `E0`");
  ps->r.at++;
  if (!hd_reader_u32(&ps->r, ps->p->edges.len - 1, &e.id)) return false;
  if (!hd_reader_name(&ps->r, "a ghost's name", &name)) return false;
  uint32_t ghost = find_ghost(ps, name);
  if (ghost == HD_NONE) return hd_reader_fail_at(&ps->r, ps->r.token, "there is no ghost `%s` above", name);
  if (!hd_reader_expect(&ps->r, ":=")) return false;
  ps->mover_party = (hd_party){hd_loc_get(ps->p, hd_edge_get(ps->p, e)->from)->thread, HD_EVERY};
  ps->mover = (hd_clause){.parties = &ps->mover_party, .n_parties = 1};
  ps->in_set = true;
  bool ok = read_term(ps, ps->c->ghosts.data[ghost].sort, &value);
  ps->in_set = false;
  if (ok) hd_certificate_set_ghost(ps->c, e, ghost, value);
  return ok;
}

static bool read_fact(parser *ps)
{
  if (!ps->c->clauses.len) return hd_reader_fail(&ps->r, "expected a `clause` line before its facts");
  const hd_clause *k = &hd_vec_last(&ps->c->clauses);
  hd_loc *at = hd_arena_alloc(&ps->r.arena, (k->n_parties + 1) * sizeof *at);
  hd_term holds;
  for (uint32_t i = 0; i < k->n_parties; i++) {
    if (!read_loc(ps, &at[i].id)) return false;
    if (hd_loc_get(ps->p, at[i])->thread.id != k->parties[i].thread.id)
      return hd_reader_fail_at(&ps->r, ps->r.token, "L%" PRIu32 " is not a location of the clause's party %" PRIu32,
                               at[i].id, i + 1);
  }
  if (!hd_reader_expect(&ps->r, ":") || !read_term(ps, HD_BOOL, &holds)) return false;
  hd_certificate_add_fact(ps->c, ps->c->clauses.len - 1, at, holds);
  return true;
}

/* The number of a fact of the graph. */
static bool read_node(parser *ps, uint32_t *n)
{
  if (ps->c->kind != HD_PROOF_GRAPH || ps->c->clauses.len != 1 || !ps->c->clauses.data[0].facts.len)
    return hd_reader_fail(&ps->r, "only a graph, after its one clause and its facts, has links and coverings");
  return hd_reader_u32(&ps->r, ps->c->clauses.data[0].facts.len - 1, n);
}

static bool read_cover(parser *ps)
{
  uint32_t covered, by;
  if (!read_node(ps, &covered) || !hd_reader_expect(&ps->r, "by") || !read_node(ps, &by)) return false;
  ps->c->clauses.data[0].facts.data[covered].covered = by;
  return true;
}

static bool read_link(parser *ps)
{
  hd_link l;
  if (!read_node(ps, &l.from) || !hd_reader_expect(&ps->r, "party")) return false;
  uint32_t n = ps->c->clauses.data[0].n_parties;
  if (!hd_reader_u32(&ps->r, n, &l.party)) return false;
  if (!l.party) return hd_reader_fail_at(&ps->r, ps->r.token, "parties are numbered from 1");
  l.party--;
  l.to = HD_NONE;
  bool left = hd_reader_accept(&ps->r, "left");
  if (!left && (!hd_reader_expect(&ps->r, "->") || !read_node(ps, &l.to))) return false;
  hd_vec_push(&ps->c->links, l);
  return true;
}

/* Parties up to the next word or the end of the line. */
static bool read_parties(parser *ps, uint64_t *set)
{
  uint32_t n = ps->c->clauses.data[0].n_parties, party;
  while (!hd_reader_at_end(&ps->r) && *ps->r.at >= '0' && *ps->r.at <= '9') {
    if (!hd_reader_u32(&ps->r, n, &party)) return false;
    if (!party || party > 64) return hd_reader_fail_at(&ps->r, ps->r.token, "parties are numbered from 1 to 64");
    *set |= UINT64_C(1) << (party - 1);
  }
  return true;
}

static bool read_order(parser *ps)
{
  hd_fact_order o = {0};
  if (!read_node(ps, &o.fact)) return false;
  if (hd_reader_accept(&ps->r, "asleep") && !read_parties(ps, &o.asleep)) return false;
  if (hd_reader_accept(&ps->r, "alone") && !read_parties(ps, &o.alone)) return false;
  hd_vec_push(&ps->c->orders, o);
  return true;
}

/* One party, by its number from 1. */
static bool read_number(parser *ps, uint32_t *party)
{
  if (!hd_reader_u32(&ps->r, ps->c->clauses.data[0].n_parties, party)) return false;
  if (!*party || *party > 64) return hd_reader_fail_at(&ps->r, ps->r.token, "parties are numbered from 1 to 64");
  --*party;
  return true;
}

static bool has_graph(parser *ps)
{
  return (ps->c->kind == HD_PROOF_GRAPH && ps->c->clauses.len == 1) ||
         hd_reader_fail(&ps->r, "only a graph, after its one clause, says who can be exchanged");
}

static bool read_alike(parser *ps)
{
  hd_alike_parties a = {0};
  uint32_t party;
  if (!has_graph(ps)) return false;
  hd_vec_push(&ps->c->alike, a);
  while (!hd_reader_at_end(&ps->r)) {
    if (!read_number(ps, &party)) return false;
    hd_vec_push(&hd_vec_last(&ps->c->alike).parties, party);
  }
  return true;
}

static bool has_alike(parser *ps)
{
  return ps->c->alike.len || hd_reader_fail(&ps->r, "expected an `alike` line before this one");
}

static bool read_where(parser *ps)
{
  if (!has_alike(ps)) return false;
  for (uint32_t i = 0; i < hd_vec_last(&ps->c->alike).parties.len; i++) {
    hd_loc l;
    if (!read_loc(ps, &l.id)) return false;
    hd_vec_push(&hd_vec_last(&ps->c->alike).locs, l);
  }
  return true;
}

static bool read_own_one(parser *ps, hd_own *o)
{
  const char *name;
  o->element = HD_NONE;
  if (!hd_reader_name(&ps->r, "a variable's name", &name)) return false;
  o->var = hd_program_find_var(ps->p, name);
  if (o->var.id == HD_NONE) return hd_reader_fail_at(&ps->r, ps->r.token, "the program has no variable `%s`", name);
  if (!hd_reader_accept(&ps->r, "[")) return true;
  uint32_t count = hd_var_get(ps->p, o->var)->count;
  if (!count) return hd_reader_fail_at(&ps->r, ps->r.token, "`%s` has no elements", name);
  return hd_reader_u32(&ps->r, count - 1, &o->element) && hd_reader_expect(&ps->r, "]");
}

static bool read_own(parser *ps)
{
  if (!has_alike(ps)) return false;
  for (uint32_t i = 0; i < hd_vec_last(&ps->c->alike).parties.len; i++) {
    hd_own o;
    if (!read_own_one(ps, &o)) return false;
    hd_vec_push(&hd_vec_last(&ps->c->alike).own, o);
  }
  return true;
}

static bool read_names(parser *ps)
{
  hd_own o;
  if (!has_alike(ps) || !read_own_one(ps, &o) || !hd_reader_expect(&ps->r, ":")) return false;
  hd_vec_push(&hd_vec_last(&ps->c->alike).names, o);
  for (uint32_t i = 0; i < hd_vec_last(&ps->c->alike).parties.len; i++) {
    uint64_t id;
    if (!hd_reader_u64(&ps->r, UINT64_MAX, &id)) return false;
    hd_vec_push(&hd_vec_last(&ps->c->alike).ids, id);
  }
  return true;
}

static bool read_image(parser *ps)
{
  uint32_t fact, party;
  uint8_t to[64] = {0};
  if (!read_node(ps, &fact)) return false;
  uint32_t n = ps->c->clauses.data[0].n_parties;
  if (n > 64) return hd_reader_fail(&ps->r, "images are of at most 64 parties");
  for (uint32_t i = 0; i < n; i++) {
    if (!read_number(ps, &party)) return false;
    to[i] = (uint8_t)party;
  }
  hd_certificate_add_image(ps->c, fact, to, n);
  return true;
}

static bool read_end(parser *ps)
{
  return ps->ended = true;
}

/* What others read: parse_head, and who takes a proof in parts apart (api/parts.h). */
static bool skip_line(parser *ps)
{
  ps->r.at += strlen(ps->r.at);
  return true;
}

static const struct {
  const char *word;
  bool (*read)(parser *ps);
} lines[] = {
    {"certificate", skip_line},
    {"property", skip_line},
    {"limits", skip_line},
    {"program", read_program},
    {"kind", read_kind},
    {"engine", read_engine},
    {"searched", read_searched},
    {"relies", read_relies},
    {"cuts", read_cuts},
    {"any", read_any},
    {"ghost", read_ghost},
    {"set", read_set},
    {"clause", read_clause},
    {"at", read_fact},
    {"cover", read_cover},
    {"link", read_link},
    {"order", read_order},
    {"alike", read_alike},
    {"where", read_where},
    {"own", read_own},
    {"names", read_names},
    {"image", read_image},
    {"written-out", read_written_out},
    {"end", read_end},
    {"turns", skip_line},
    {"without", skip_line},
    {"closes", skip_line},
    {"room", skip_line},
    {"lockstep", read_lockstep},
};

static bool read_line(parser *ps)
{
  for (size_t i = 0; i < HD_COUNT(lines); i++) {
    if (!hd_reader_accept(&ps->r, lines[i].word)) continue;
    bool head = lines[i].read == skip_line || lines[i].read == read_program;
    bool early = !head && !(ps->has_program && (ps->has_kind || lines[i].read == read_kind));
    if (early) return hd_reader_fail_at(&ps->r, ps->r.line, "expected `program` and `kind` before this line");
    if (!lines[i].read(ps)) return false;
    return hd_reader_at_end(&ps->r) || hd_reader_fail(&ps->r, "expected the end of the line");
  }
  return hd_reader_fail(&ps->r, "expected the start of a line of a certificate, such as `clause`");
}

static bool read_text(parser *ps)
{
  while (!ps->ended && hd_reader_line(&ps->r))
    if (!read_line(ps)) return false;
  if (!ps->ended) return hd_reader_fail(&ps->r, "the certificate is cut short: its last line is `end`");
  return !hd_reader_line(&ps->r) || hd_reader_fail(&ps->r, "expected nothing after `end`");
}

hd_certificate *hd_certificate_parse(const char *text, size_t length, const char *name, const hd_program *p,
                                     hd_diags *diags)
{
  parser ps = {.p = p, .c = hd_certificate_new(HD_PROOF_EXHAUSTIVE, NULL)};
  bool ok = hd_reader_init(&ps.r, text, length, name, diags) && read_text(&ps);
  hd_reader_clear(&ps.r);
  if (ok) return ps.c;
  hd_certificate_free(ps.c);
  return NULL;
}

/* --- the head ---------------------------------------------------------------------------------- */

static bool read_version(hd_text_reader *r)
{
  uint32_t version;
  if (!hd_reader_expect(r, "certificate") || !hd_reader_u32(r, UINT32_MAX, &version)) return false;
  return version == HD_CERTIFICATE_VERSION ||
         hd_reader_fail_at(
             r, r->token,
             "version %u of the format, but this heddle reads version %d; write the certificate again with "
             "`heddle verify --certificate'",
             version, HD_CERTIFICATE_VERSION);
}

static bool read_property(hd_text_reader *r, hd_property *property)
{
  if (!hd_reader_expect(r, "property")) return false;
  hd_reader_at_end(r);
  if (!hd_property_find(r->at, property)) return hd_reader_fail(r, "expected a property, such as `unreach-call`");
  return true;
}

static bool read_limits(hd_text_reader *r, uint32_t *limits)
{
  unsigned which;
  if (!hd_reader_expect(r, "limits")) return false;
  while (!hd_reader_at_end(r))
    if (!hd_reader_choice(r, hd_limit_words, HD_LIMIT_COUNT, "`threads`, `heap`, `recursion`, `inlining` or `inputs`",
                          &which) ||
        !hd_reader_u32(r, 1 << 20, &limits[which]))
      return false;
  return true;
}

/* Lines that only proofs of cooperative programs have, and of programs with blocks of any size. */
static bool read_extras(hd_text_reader *r, hd_certificate_head *head)
{
  while (hd_reader_line(r)) {
    uint64_t *field = hd_reader_accept(r, "turns") ? &head->in_order : hd_reader_accept(r, "room") ? &head->room : NULL;
    if (!field) break;
    if (!hd_reader_u64(r, UINT64_MAX, field)) return false;
  }
  return true;
}

static bool next_line(hd_text_reader *r)
{
  return hd_reader_line(r) || hd_reader_fail(r, "the certificate is cut short");
}

bool hd_certificate_parse_head(const char *text, size_t length, const char *name, hd_certificate_head *head,
                               hd_diags *diags)
{
  hd_text_reader r;
  bool ok = hd_reader_init(&r, text, length, name, diags) && next_line(&r) && read_version(&r) && next_line(&r) &&
            read_property(&r, &head->property) && next_line(&r) && read_limits(&r, head->limits) &&
            read_extras(&r, head);
  hd_reader_clear(&r);
  return ok;
}
