#include "engine/modular/aside.h"

#include "base/helper.h"
#include "engine/modular/paths.h"
#include "engine/modular/share.h"
#include "program/pack.h"

double hd_aside_patience = 4;

/* How long a fork takes, in seconds, until one was made. */
static const double GUESSED_FORK = 0.02;

typedef struct {
  bool excluded; /* ATTEMPT: and alpha and beta are weaker */
  hd_term alpha, beta;
  bool possible; /* QUERY: from psi, by these moves; owned */
  hd_term psi;
  hd_mod_moves moves;
} answer;

typedef struct hd_aside {
  hd_helper *helper; /* NULL: there is none, and there will be none */
  hd_share share;
  hd_question question;       /* the last one */
  bool pending;               /* its answer was not taken */
  double asked;               /* processor seconds of this process until then */
  double needed;              /* those of the other one for the last answer */
  uint32_t facts, invariants; /* of its level, and of all, when it was asked */
} hd_aside;

/* Variables that the levels' programs have: with fewer of them a check excludes less. */
static void put_vars(const hd_hierarchy *h, hd_bytes *out)
{
  for (uint32_t i = 0; i < h->n; i++) hd_put_bytes(out, h->levels[i].vars, h->u->first_copy);
}

static void get_vars(hd_hierarchy *h, hd_reader *in)
{
  uint8_t *vars = hd_alloc(h->u->first_copy + 1, 1);
  for (uint32_t i = 0; i < h->n; i++)
    if (hd_get_bytes(in, vars, h->u->first_copy)) hd_level_add_vars(&h->levels[i], vars);
  free(vars);
}

/* --- the second process ---------------------------------------------------------------------------- */

/* Nobody looks at the paths any more that were found before. */
static void become_helper(hd_hierarchy *h)
{
  h->helps = true;
  for (uint32_t i = 0; i < h->n; i++) hd_level_restart(&h->levels[i]);
}

static void attempt(hd_hierarchy *h, const hd_question *q, hd_bytes *out)
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

static void reach(hd_hierarchy *h, const hd_question *q, hd_bytes *out)
{
  hd_term psi;
  hd_mod_moves moves;
  bool possible = hd_hierarchy_reach(h, q->level - 1, q->alpha, q->beta, &psi, &moves);
  hd_put(out, !h->reason);
  hd_put(out, h->on_trust);
  hd_put(out, possible);
  hd_put_term(out, h->u->p, psi);
  hd_put(out, moves.len);
  for (uint32_t i = 0; i < moves.len; i++) {
    hd_put(out, moves.data[i].thread.id);
    hd_put(out, moves.data[i].edge.id);
  }
  hd_vec_clear(&moves);
}

static void put_counts(hd_bytes *out, const hd_modular_counts *before, const hd_modular_counts *now)
{
  hd_put(out, now->checks - before->checks);
  hd_put(out, now->queries - before->queries);
  hd_put(out, now->refinements - before->refinements);
  hd_put(out, now->promises - before->promises);
  hd_put(out, now->generalizations - before->generalizations);
}

static void serve(void *context, hd_reader *in, hd_bytes *out)
{
  hd_hierarchy *h = context;
  if (!h->helps) become_helper(h);
  hd_modular_counts before = h->u->counts;
  double began = hd_processor_now();
  hd_question q = {.kind = hd_get(in) ? HD_ASIDE_QUERY : HD_ASIDE_ATTEMPT};
  q.level = hd_get_below(in, h->n);
  q.alpha = hd_get_term(in, h->u->p);
  q.beta = hd_get_term(in, h->u->p);
  uint64_t most = hd_get(in);
  hd_share_get(&h->aside->share, in, h, 0);
  get_vars(h, in);
  if (in->bad) return;
  h->most_checks = most ? before.checks + most : 0;
  h->reason = NULL;
  h->unsettled = false;
  (q.kind == HD_ASIDE_QUERY ? reach : attempt)(h, &q, out);
  hd_share_put(&h->aside->share, out, h);
  put_counts(out, &before, &h->u->counts);
  double seconds = hd_processor_now() - began;
  hd_put_bytes(out, &seconds, sizeof seconds);
}

/* --- asking ---------------------------------------------------------------------------------------- */

/* Is there a core, and enough to do for it? */
static bool is_worth_it(const hd_hierarchy *h)
{
  const hd_universe *u = h->u;
  if (h->helps || !hd_universe_uses(u, HD_SWITCH_CORES) || u->task->emit_sequential) return false;
  if (hd_budget_cores(u->budget) < 2) return false;
  return h->aside || hd_now() - h->began >= hd_aside_patience * (u->fork > 0 ? u->fork : GUESSED_FORK);
}

static void start(hd_hierarchy *h)
{
  double began = hd_now();
  h->aside = hd_alloc(1, sizeof *h->aside);
  hd_share_note(&h->aside->share, h);
  h->aside->helper = hd_helper_start(serve, h, h->u->budget);
  h->u->fork = hd_now() - began;
}

static void hear_attempt(hd_hierarchy *h, hd_reader *in, answer *out)
{
  const hd_aside *a = h->aside;
  out->excluded = hd_get(in) != 0;
  out->alpha = hd_get_term(in, h->u->p);
  out->beta = hd_get_term(in, h->u->p);
  if (hd_get(in)) hd_paths_get(&h->levels[a->question.level], in, a->facts, a->invariants);
}

/* False: it does not know. */
static bool hear_query(hd_hierarchy *h, hd_reader *in, answer *out)
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
  return known;
}

static void get_counts(hd_modular_counts *c, hd_reader *in)
{
  c->aside_checks += hd_get(in);
  c->queries += hd_get(in);
  c->refinements += hd_get(in);
  c->promises += hd_get(in);
  c->generalizations += hd_get(in);
}

static void give_up(hd_aside *a)
{
  hd_helper_drop(a->helper);
  a->helper = NULL;
}

/* Reads the answer to the last question, and what was learned on the way: an attempt teaches nothing but its answer. */
static bool hear(hd_hierarchy *h, answer *out)
{
  hd_aside *a = h->aside;
  double seconds = 0;
  bool query = a->question.kind == HD_ASIDE_QUERY, known = true;
  hd_reader in = hd_helper_answer(a->helper);
  *out = (answer){0};
  a->pending = false;
  if (query)
    known = hear_query(h, &in, out);
  else
    hear_attempt(h, &in, out);
  hd_share_get(&a->share, &in, h, query ? a->question.level - 1 : h->n);
  get_counts(&h->u->counts, &in);
  hd_get_bytes(&in, &seconds, sizeof seconds);
  h->u->aside_time += seconds;
  a->needed = seconds;
  if (in.bad || in.at != in.end) {
    give_up(a);
    known = false;
  }
  if (!known) hd_vec_clear(&out->moves);
  return known;
}

static bool take(hd_hierarchy *h, answer *out)
{
  hd_aside *a = h->aside;
  if (!a || !a->pending) return false;
  bool there = hd_helper_wait(a->helper, h->u->budget);
  if (!there && hd_helper_look(a->helper) == HD_HELPER_GONE) give_up(a);
  a->pending = there;
  if (!there) return false;
  h->u->counts.aside_used++;
  double meanwhile = hd_processor_now() - a->asked;
  bool known = hear(h, out);
  if (a->needed > meanwhile) h->u->waited += a->needed - meanwhile;
  return known;
}

bool hd_aside_is_free(hd_hierarchy *h)
{
  answer unwanted;
  if (!is_worth_it(h)) return false;
  if (!h->aside) start(h);
  hd_aside *a = h->aside;
  if (!a->helper) return false;
  hd_helper_state state = hd_helper_look(a->helper);
  if (state == HD_HELPER_GONE) give_up(a);
  if (state == HD_HELPER_ANSWERED && a->question.kind == HD_ASIDE_ATTEMPT) hear(h, &unwanted);
  return a->helper && hd_helper_look(a->helper) == HD_HELPER_IDLE;
}

bool hd_aside_ask(hd_hierarchy *h, const hd_question *q)
{
  hd_bytes out = {0};
  if (!hd_aside_is_free(h)) return false;
  hd_aside *a = h->aside;
  uint64_t left = h->most_checks > h->u->counts.checks ? h->most_checks - h->u->counts.checks : 1;
  hd_put(&out, q->kind);
  hd_put(&out, q->level);
  hd_put_term(&out, h->u->p, q->alpha);
  hd_put_term(&out, h->u->p, q->beta);
  hd_put(&out, h->most_checks ? left : 0);
  hd_share_put(&a->share, &out, h);
  put_vars(h, &out);
  hd_helper_ask(a->helper, &out);
  hd_vec_clear(&out);
  a->question = *q;
  a->pending = true;
  a->asked = hd_processor_now();
  a->facts = h->levels[q->level].facts.len;
  a->invariants = h->invariants.len;
  h->u->counts.aside++;
  return true;
}

const hd_question *hd_aside_asked(const hd_hierarchy *h)
{
  return h->aside && h->aside->pending ? &h->aside->question : NULL;
}

bool hd_aside_is_ready(const hd_hierarchy *h)
{
  return hd_aside_asked(h) && hd_helper_look(h->aside->helper) == HD_HELPER_ANSWERED;
}

bool hd_aside_attempted(hd_hierarchy *h, bool *excluded, hd_term *alpha, hd_term *beta)
{
  answer a;
  if (!take(h, &a)) return false;
  *excluded = a.excluded;
  *alpha = a.alpha;
  *beta = a.beta;
  return true;
}

bool hd_aside_reached(hd_hierarchy *h, hd_term *psi, hd_mod_moves *moves)
{
  answer a;
  if (!take(h, &a)) return false;
  *psi = a.possible ? a.psi : hd_term_false(h->u->p->terms);
  *moves = a.moves;
  return true;
}

void hd_aside_end(hd_hierarchy *h)
{
  if (!h->aside) return;
  hd_helper_drop(h->aside->helper);
  hd_share_clear(&h->aside->share);
  free(h->aside);
  h->aside = NULL;
}
