/* proof.h - inside the recheck: a certificate taken apart into claims that must be valid.
 *
 * A claim is about a few instances, the players; the first of them is the one that moves, so that
 * the terms of its edges stand for themselves. What may be assumed about the players is every
 * clause of the certificate, for every way to find its parties among them. */
#ifndef HD_EVIDENCE_PROOF_H
#define HD_EVIDENCE_PROOF_H

#include "base/budget.h"
#include "evidence/segment.h"
#include "trace/certificate.h"

typedef enum {
  HD_CLAIM_INITIATION,   /* a clause holds at the start */
  HD_CLAIM_CONSECUTION,  /* .. and after each step of its parties */
  HD_CLAIM_INTERFERENCE, /* .. and after each step of others */
  HD_CLAIM_COVERING,     /* a fact of a graph that is covered by another */
  HD_CLAIM_EXCHANGE,     /* .. after an exchange of parties that no other party notices */
  HD_CLAIM_SAFETY,       /* no assertion fails, nothing unsupported and no bound is reached */
  HD_CLAIM_DEADLOCK,     /* some party can move, or none waits */
  HD_CLAIM_RACE,         /* two instances are not both before conflicting accesses */
  HD_CLAIM_PROGRESS,     /* between cut-points an instance can always go on */
  HD_CLAIM_PRIVACY       /* .. and no other instance can notice what it does there */
} hd_claim_kind;

typedef struct {
  hd_claim_kind kind;
  hd_term holds;    /* must be valid */
  uint32_t clause;  /* that it is about, or HD_NONE */
  uint32_t fact;    /* of the clause, or HD_NONE */
  hd_thread thread; /* that moves */
  hd_loc loc;       /* from where */
  hd_edge edge;     /* by which edge, or HD_NONE */
} hd_claim;

typedef struct {
  hd_thread thread;
  uint32_t instance; /* HD_EVERY: any one of them, different from the other players */
  hd_loc at;
} hd_player;
typedef HD_VEC(hd_player) hd_players;

typedef struct hd_court hd_court; /* judge.h */

typedef struct hd_proof hd_proof;
struct hd_proof {
  hd_arena arena;
  const hd_program *p;
  const hd_certificate *c;
  hd_property property;
  const hd_budget *budget;
  hd_terms *T;
  hd_steps steps;
  hd_map *index;         /* by clause: the first fact of a vector */
  uint32_t *twin;        /* GRAPH, by fact: the next one at the same vector, or HD_NONE */
  hd_link *links;        /* GRAPH: by fact they lead from */
  uint32_t *linked;      /* GRAPH, by fact, and one more: its first link */
  const uint8_t **image; /* GRAPH, by fact: covered after this exchange of parties; or NULL */
  uint8_t *asks; /* GRAPH, by class of parties that are alike, and location: can they be told apart from there on? */
  uint8_t *numbered; /* by thread: do clauses speak of single instances of it? */
  uint8_t *constant; /* by variable: never assigned, and its initial value is known */
  hd_term *safe;     /* by location: what hd_segment_safe said, or HD_NO_TERM */
  hd_map known;      /* claims that are in the list */
  HD_VEC(hd_claim) claims;
  const char *refusal; /* why this is no proof at all; then `at` says where */
  hd_loc at;
  hd_court *court; /* the solver that may be asked while claims are looked for; borrowed */
  bool relied;     /* privacy was not shown, and the certificate takes it for granted */
  bool unanswered; /* the court did not know, so that something was not shown */
  bool ordered;    /* steps were left out by a partial-order reduction */
};

/* --- proof.c: clauses and players -------------------------------------------------------------- */

/* False with a refusal when the certificate makes no sense for the program. */
bool hd_proof_init(hd_proof *x, const hd_program *p, const hd_certificate *c, hd_property property,
                   const hd_budget *budget);
void hd_proof_clear(hd_proof *x);
/* Are facts found at their vectors, each once, and links at the facts that they lead from? Is every claim a formula? */
bool hd_proof_check(const hd_proof *x);
bool hd_proof_refuse(hd_proof *x, hd_loc at, const char *format, ...) HD_PRINTF(3, 4); /* false */

bool hd_proof_is_any(const hd_proof *x, hd_thread t);
/* The party as a player: the only instance of a thread has a number. */
hd_player hd_proof_player(const hd_proof *x, hd_party party, hd_loc at);
/* What the clause says at these locations of its parties. */
hd_term hd_proof_says(const hd_proof *x, uint32_t clause, const hd_loc *at);
/* Is it about the end of the execution? */
bool hd_proof_is_over(const hd_proof *x, uint32_t clause, uint32_t fact);
/* The first fact for the vector, or HD_NONE. */
uint32_t hd_proof_find(const hd_proof *x, uint32_t clause, const hd_loc *at);
/* A formula of a clause whose party i is player who[i]. */
hd_term hd_proof_rename(const hd_proof *x, hd_term t, const uint32_t *who, const hd_player *players);
/* The same for an edge's term of a player. */
hd_term hd_proof_term_of(const hd_proof *x, hd_term t, uint32_t player);
/* All that the certificate says about the players together, and what is known of their numbers. */
hd_term hd_proof_assume(const hd_proof *x, const hd_player *players, uint32_t n);
hd_term hd_proof_numbers(const hd_proof *x, const hd_player *players, uint32_t n);
/* Adds `assumed implies then`, unless it is known already; the rest of the claim as given. */
void hd_proof_claim(hd_proof *x, hd_claim claim, hd_term assumed, hd_term then);

/* Was the player created? With any number of copies nothing is known about that. */
hd_term hd_proof_started(const hd_proof *x, const hd_player *who, uint32_t player);

bool hd_proof_is_cut(const hd_proof *x, hd_loc l); /* where facts may stand: not beyond the program's end */
bool hd_proof_is_atomic(const hd_proof *x, hd_loc l);

/* --- claims.c, graph.c, quiet.c, race.c, deadlock.c: what must be valid ------------------------------------ */

bool hd_proof_add_claims(hd_proof *x);
bool hd_proof_add_induction(hd_proof *x); /* the part of it without safety */
bool hd_proof_add_graph(hd_proof *x);     /* instead, for a graph */
bool hd_proof_add_quiet(hd_proof *x);
/* Which thread holds which lock where: a certificate of its own, about every location, that needs no cut-points.
 * Its claims are among those of x afterwards. NULL: nothing is known. The caller frees all. */
typedef struct {
  hd_certificate *c;
  hd_proof proof;
} hd_locks;
hd_locks *hd_locks_new(hd_proof *x);
void hd_locks_free(hd_locks *l);
bool hd_proof_add_races(hd_proof *x);
bool hd_proof_add_deadlocks(hd_proof *x);
/* Initiation: what the clause says at the start, or this fact of it (HD_NONE: any). */
void hd_proof_claim_start(hd_proof *x, uint32_t clause, uint32_t fact);
/* Of a graph: the fact as a formula in which the party is player 0. */
hd_term hd_proof_fact_for(hd_proof *x, uint32_t fact, uint32_t party);
bool hd_proof_leaves_steps(const hd_proof *x);
/* alike.c, images.c: shows which parties can be exchanged, and finds the images. False with a refusal. */
bool hd_proof_index_images(hd_proof *x);
/* What the covered fact says after its exchange; false with a refusal: that cannot be, or a party could notice. */
bool hd_proof_image(hd_proof *x, uint32_t fact, hd_term *holds);
/* orders.c: may a graph leave out what it does? False: that is not shown. */
bool hd_proof_shows_orders(hd_proof *x);
/* The claim about two players, wherever the others stand: by a clause that has both among its parties, if there is one.
 * `then` speaks about the players 0 and 1. */
void hd_proof_claim_pair(hd_proof *x, hd_claim claim, hd_player a, hd_player b, hd_term then);

/* The instances of a thread: by number where clauses tell them apart, otherwise one for all of them. */
void hd_proof_instances(const hd_proof *x, hd_thread t, hd_players *out);

/* The vectors of locations at which the clause may hold: its facts', or all when it says `true` of
 * others. False with a refusal when there are too many. */
typedef struct {
  HD_VEC(hd_loc) locs; /* n_parties each */
  uint32_t count;
} hd_vectors;
bool hd_proof_vectors(hd_proof *x, uint32_t clause, hd_vectors *out);

#endif
