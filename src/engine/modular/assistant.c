/* assistant.c - what is asked of the second process, and when it is worth its cost. */
#include "engine/modular/assistant.h"

#include "base/helper.h"
#include "engine/modular/paths.h"
#include "engine/modular/share.h"
#include "program/pack.h"

/* It begins when the hierarchy has worked as long as so many forks take. */
static const double PATIENCE = 4;

/* How long a fork takes, in seconds, until one was made. */
static const double GUESSED_FORK = 0.02;

typedef struct {
  bool excluded; /* ATTEMPT: and alpha and beta are weaker */
  hd_term alpha, beta;
  bool possible; /* QUERY: from psi, by these moves; owned */
  hd_term psi;
  hd_mod_moves moves;
} answer;

/* What was asked, and how things were then. */
typedef struct {
  hd_question question;
  uint32_t ticket;
  uint32_t facts, invariants; /* of its level, and of all */
  double asked;               /* processor seconds of this process until then */
} order;

/* The answer to a query, for the caller that asked: paths of the levels that it is about may be in use. */
typedef struct {
  order order;
  hd_bytes bytes;
} kept;

typedef struct hd_assistant {
  hd_helper *helper; /* NULL: there is none, and there will be none */
  hd_share share;
  order last;
  bool pending; /* its answer was not taken */
  HD_VEC(kept) kept;
} hd_assistant;

/* Variables that a level's program has: with fewer of them a check excludes less. */
static void put_vars(const hd_level *l, hd_bytes *out)
{
  hd_put_bytes(out, l->vars, l->u->first_copy);
}

static void get_vars(hd_level *l, hd_reader *in)
{
  uint8_t *vars = hd_alloc(l->u->first_copy + 1, 1);
  if (hd_get_bytes(in, vars, l->u->first_copy)) hd_level_add_vars(l, vars);
  free(vars);
}

/* --- the second process ---------------------------------------------------------------------------- */

/* The paths that were found before are not in use any more. */
static void become_helper(hd_hierarchy *h)
{
  h->helps = true;
  for (uint32_t i = 0; i < h->n; i++) hd_level_restart(&h->levels[i]);
}

static void answer_attempt(hd_hierarchy *h, const hd_question *q, hd_bytes *out)
{
  const hd_level *l = &h->levels[q->level];
  hd_term alpha = q->alpha, beta = q->beta;
  uint32_t paths = l->paths.len;
  bool excluded = hd_hierarchy_excludes(h, q->level, &alpha, &beta), path = l->paths.len > paths;
  hd_put(out, excluded);
  hd_put_term(out, h->u->p, alpha);
  hd_put_term(out, h->u->p, beta);
  hd_put(out, path);
  if (path) hd_paths_put(l, out);
}

static void answer_reach(hd_hierarchy *h, const hd_question *q, hd_bytes *out)
{
  hd_term psi;
  hd_mod_moves moves;
  bool possible = hd_hierarchy_reach(h, q->level - 1, q->alpha, q->beta, &psi, &moves);
  hd_put(out, !h->cause.kind);
  hd_put(out, h->on_trust);
  hd_put(out, possible);
  hd_put_term(out, h->u->p, psi);
  hd_put(out, moves.len);
  for (uint32_t i = 0; i < moves.len; i++) {
    hd_put(out, moves.data[i].thread.id);
    hd_put(out, moves.data[i].edge.id);
  }
  put_vars(&h->levels[q->level - 1], out);
  hd_vec_clear(&moves);
}

/* What an answer has cost comes first: that counts, whether it is wanted or not. */
typedef struct {
  uint64_t checks, generalizations;
  double seconds;
} costs;

static void serve(void *context, hd_reader *in, hd_bytes *out)
{
  hd_hierarchy *h = context;
  if (!h->helps) become_helper(h);
  hd_modular_counts before = h->u->counts, *now = &h->u->counts;
  double began = hd_processor_now();
  hd_bytes body = {0};
  hd_question q = {.kind = hd_get(in) ? HD_ASSISTANT_QUERY : HD_ASSISTANT_ATTEMPT};
  q.level = hd_get_below(in, h->n);
  q.alpha = hd_get_term(in, h->u->p);
  q.beta = hd_get_term(in, h->u->p);
  uint64_t most = hd_get(in);
  hd_share_get(&h->assistant->share, in, h, 0);
  for (uint32_t i = 0; i < h->n; i++) get_vars(&h->levels[i], in);
  if (in->bad) return;
  h->most_checks = most ? before.checks + most : 0;
  h->cause = HD_NO_CAUSE;
  h->unsettled = false;
  (q.kind == HD_ASSISTANT_QUERY ? answer_reach : answer_attempt)(h, &q, &body);
  hd_share_put(&h->assistant->share, &body, h);
  hd_put(&body, now->queries - before.queries);
  hd_put(&body, now->refinements - before.refinements);
  hd_put(&body, now->promises - before.promises);
  costs c = {now->checks - before.checks, now->generalizations - before.generalizations, hd_processor_now() - began};
  hd_put_bytes(out, &c, sizeof c);
  hd_put_bytes(out, body.data, body.len);
  hd_vec_clear(&body);
}

/* --- asking ---------------------------------------------------------------------------------------- */

/* Is there a core, and enough to do for it? */
static bool is_worth_it(const hd_hierarchy *h)
{
  const hd_modular_run *u = h->u;
  if (h->helps || !hd_modular_run_uses(u, HD_SWITCH_CORES) || u->task->emit_sequential) return false;
  if (hd_budget_cores(u->budget) < 2) return false;
  if (h->assistant || u->budget->divides_early) return true;
  return hd_now() - h->began >= PATIENCE * (u->fork > 0 ? u->fork : GUESSED_FORK);
}

static void start_aside(hd_hierarchy *h)
{
  double began = hd_now();
  h->assistant = hd_alloc(1, sizeof *h->assistant);
  hd_share_note(&h->assistant->share, h);
  h->assistant->helper = hd_helper_start(serve, h, h->u->budget);
  h->u->fork = hd_now() - began;
}

static void hear_attempt(hd_hierarchy *h, const order *o, hd_reader *in, answer *out)
{
  out->excluded = hd_get(in) != 0;
  out->alpha = hd_get_term(in, h->u->p);
  out->beta = hd_get_term(in, h->u->p);
  if (hd_get(in)) hd_paths_get(&h->levels[o->question.level], in, o->facts, o->invariants);
}

/* False: it does not know. */
static bool hear_query(hd_hierarchy *h, const order *o, hd_reader *in, answer *out)
{
  const hd_program *p = h->u->p;
  bool known = hd_get(in) != 0;
  h->on_trust |= hd_get(in) != 0;
  out->possible = hd_get(in) != 0;
  out->psi = hd_get_term(in, h->u->p);
  for (uint32_t n = hd_get_count(in); n > 0 && !in->bad; n--) {
    hd_thread thread = {hd_get_below(in, p->threads.len)};
    hd_vec_push(&out->moves, (hd_mod_move){thread, {hd_get_below(in, p->edges.len)}});
  }
  get_vars(&h->levels[o->question.level - 1], in);
  return known;
}

static void give_up(hd_assistant *a)
{
  hd_helper_drop(a->helper);
  a->helper = NULL;
  a->pending = false;
}

static costs count_costs(hd_modular_run *u, hd_reader *in)
{
  costs c = {0};
  hd_get_bytes(in, &c, sizeof c);
  u->counts.aside_checks += c.checks;
  u->counts.generalizations += c.generalizations;
  u->aside_time += c.seconds;
  return c;
}

/* Reads an answer that is wanted, and what was learned on the way: an attempt teaches nothing but its answer. */
static bool hear_answer(hd_hierarchy *h, const order *o, hd_reader in, answer *out)
{
  hd_modular_run *u = h->u;
  bool query = o->question.kind == HD_ASSISTANT_QUERY, known = true;
  double meanwhile = hd_processor_now() - o->asked;
  costs c = count_costs(u, &in);
  if (c.seconds > meanwhile) u->waited += c.seconds - meanwhile; /* there was nothing to do here */
  *out = (answer){0};
  if (query)
    known = hear_query(h, o, &in, out);
  else
    hear_attempt(h, o, &in, out);
  hd_share_get(&h->assistant->share, &in, h, query ? o->question.level - 1 : h->n);
  u->counts.queries += hd_get(&in);
  u->counts.refinements += hd_get(&in);
  u->counts.promises += hd_get(&in);
  u->counts.aside_used++;
  if (in.bad || in.at != in.end) give_up(h->assistant);
  known = known && !in.bad;
  if (!known) hd_vec_clear(&out->moves);
  return known;
}

/* Makes it free for the next question, if it has answered the last one. */
static void put_by(hd_hierarchy *h)
{
  hd_assistant *a = h->assistant;
  answer unwanted;
  order o = a->last;
  if (hd_helper_look(a->helper) != HD_HELPER_ANSWERED) return;
  hd_reader in = hd_helper_answer(a->helper);
  bool wanted = a->pending && o.question.kind == HD_ASSISTANT_QUERY;
  a->pending = false;
  if (!wanted) count_costs(h->u, &in);
  if (!wanted && o.question.kind == HD_ASSISTANT_ATTEMPT) hear_attempt(h, &o, &in, &unwanted); /* its path */
  if (!wanted) return;
  kept k = {.order = o};
  hd_put_bytes(&k.bytes, in.at, (size_t)(in.end - in.at));
  hd_vec_push(&a->kept, k);
}

/* The answer to the question, for which it waits. */
static bool take_answer(hd_hierarchy *h, uint32_t ticket, answer *out)
{
  hd_assistant *a = h->assistant;
  if (!a) return false;
  for (uint32_t i = 0; i < a->kept.len; i++) {
    kept k = a->kept.data[i];
    if (k.order.ticket != ticket) continue;
    a->kept.data[i] = hd_vec_pop(&a->kept);
    bool known = hear_answer(h, &k.order, (hd_reader){k.bytes.data, k.bytes.data + k.bytes.len, false}, out);
    hd_vec_clear(&k.bytes);
    return known;
  }
  if (!a->pending || a->last.ticket != ticket) return false;
  bool there = hd_helper_wait(a->helper, h->u->budget);
  a->pending = false;
  if (!there && hd_helper_look(a->helper) == HD_HELPER_GONE) give_up(a);
  order o = a->last;
  return there && hear_answer(h, &o, hd_helper_answer(a->helper), out);
}

bool hd_assistant_is_free(hd_hierarchy *h)
{
  if (!is_worth_it(h)) return false;
  if (!h->assistant) start_aside(h);
  hd_assistant *a = h->assistant;
  if (!a->helper) return false;
  put_by(h);
  if (a->helper && hd_helper_look(a->helper) == HD_HELPER_GONE) give_up(a);
  return a->helper && hd_helper_look(a->helper) == HD_HELPER_IDLE;
}

uint32_t hd_assistant_ask(hd_hierarchy *h, const hd_question *q)
{
  hd_bytes out = {0};
  if (!hd_assistant_is_free(h)) return 0;
  hd_assistant *a = h->assistant;
  uint64_t left = h->most_checks > h->u->counts.checks ? h->most_checks - h->u->counts.checks : 1;
  hd_put(&out, q->kind);
  hd_put(&out, q->level);
  hd_put_term(&out, h->u->p, q->alpha);
  hd_put_term(&out, h->u->p, q->beta);
  hd_put(&out, h->most_checks ? left : 0);
  hd_share_put(&a->share, &out, h);
  for (uint32_t i = 0; i < h->n; i++) put_vars(&h->levels[i], &out);
  hd_helper_ask(a->helper, &out);
  hd_vec_clear(&out);
  a->last = (order){*q, a->last.ticket + 1, h->levels[q->level].facts.len, h->invariants.len, hd_processor_now()};
  a->pending = true;
  h->u->counts.aside++;
  h->u->counts.aside_queries += q->kind == HD_ASSISTANT_QUERY;
  return a->last.ticket;
}

const hd_question *hd_assistant_attempt(const hd_hierarchy *h)
{
  const hd_assistant *a = h->assistant;
  return a && a->pending && a->last.question.kind == HD_ASSISTANT_ATTEMPT ? &a->last.question : NULL;
}

bool hd_assistant_is_ready(hd_hierarchy *h, uint32_t ticket)
{
  hd_assistant *a = h->assistant;
  for (uint32_t i = 0; a && i < a->kept.len; i++)
    if (a->kept.data[i].order.ticket == ticket) return true;
  return a && a->pending && a->last.ticket == ticket && hd_helper_look(a->helper) == HD_HELPER_ANSWERED;
}

bool hd_assistant_attempted(hd_hierarchy *h, bool worth_waiting, bool *excluded, hd_term *alpha, hd_term *beta)
{
  answer a;
  if (!hd_assistant_attempt(h)) return false;
  uint32_t ticket = h->assistant->last.ticket;
  if ((!worth_waiting && !hd_assistant_is_ready(h, ticket)) || !take_answer(h, ticket, &a)) return false;
  *excluded = a.excluded;
  *alpha = a.alpha;
  *beta = a.beta;
  return true;
}

bool hd_assistant_reached(hd_hierarchy *h, uint32_t ticket, hd_term *psi, hd_mod_moves *moves)
{
  answer a;
  if (!take_answer(h, ticket, &a)) return false;
  *psi = a.possible ? a.psi : hd_term_false(h->u->p->terms);
  *moves = a.moves;
  return true;
}

void hd_assistant_forget(hd_hierarchy *h, uint32_t question)
{
  hd_assistant *a = h->assistant;
  if (!a) return;
  if (a->last.ticket == question) a->pending = false;
  for (uint32_t i = 0; i < a->kept.len; i++) {
    kept *k = &a->kept.data[i];
    if (k->order.ticket != question) continue;
    count_costs(h->u, &(hd_reader){k->bytes.data, k->bytes.data + k->bytes.len, false});
    hd_vec_clear(&k->bytes);
    *k = hd_vec_pop(&a->kept);
    return;
  }
}

void hd_assistant_end(hd_hierarchy *h)
{
  hd_assistant *a = h->assistant;
  if (!a) return;
  hd_helper_drop(a->helper);
  hd_share_clear(&a->share);
  for (uint32_t i = 0; i < a->kept.len; i++) hd_vec_clear(&a->kept.data[i].bytes);
  hd_vec_clear(&a->kept);
  free(a);
  h->assistant = NULL;
}
