/* certificate.h - the one proof type of all engines: clauses that hold in every reachable state.
 *
 * A clause speaks about some instances, its parties, and says for vectors of their locations
 * what holds while they stand there. The invariant is the conjunction of all clauses:
 *   - one clause whose parties are all instances is an inductive invariant of the product;
 *   - a clause with one party for each thread is an Owicki-Gries or rely-guarantee proof; a second
 *     party lets it speak about where another instance stands, and about its locals;
 *   - a party may be one instance, or every instance of a thread: then the clause holds for each
 *     choice of different instances. Threads in `any` may even have any number of instances, as
 *     hd_edges_any_copies (program/any_copies.h) makes precise.
 * A graph is a clause with several facts for a vector (their disjunction) and the links between them. An exhaustive
 * search has no clauses: it says what was searched; nor has the bare answer of another tool.
 *
 * Formulas are terms of the program's pool. A shared variable is itself; a local variable stands
 * for the copy of the first party under its own symbol, for the others' copies under the symbols
 * that hd_certificate_var gives. Where a party stands is a term, too (hd_certificate_at), and so
 * is its number among the instances of its thread (hd_certificate_number).
 *
 * A proof may add ghosts: shared variables that only note what happened. A party that takes an edge
 * sets them together with the edge's assignments; the program itself never reads them.
 *
 * A proof may be about the written-out program (program/write_out.h), whose executions are the program's own: its
 * locations and edges are that program's then, which the reader and the checker of a proof make anew. The same holds
 * for a program of one thread in which all take turns in one order (program/lockstep.h).
 *
 * Facts are needed at cut-points only. What a proof relies on for that, the checker examines (evidence/check.h):
 * between cut-points an instance may only do what no other instance can notice. */
#ifndef HD_TRACE_CERTIFICATE_H
#define HD_TRACE_CERTIFICATE_H

#include "program/lockstep.h"

typedef enum {
  HD_PROOF_PRODUCT,    /* the parties of the (one) clause are all instances */
  HD_PROOF_MODULAR,    /* clauses about few parties */
  HD_PROOF_GRAPH,      /* like PRODUCT, with several facts a vector, links and coverings */
  HD_PROOF_EXHAUSTIVE, /* every execution was examined; `searched` says how */
  HD_PROOF_WORD        /* another tool, named by `searched`, says so: there is nothing to recheck */
} hd_proof_kind;

#define HD_EVERY HD_NONE /* instance of a party: every one */
typedef struct {
  hd_thread thread;
  uint32_t instance;
} hd_party;

typedef struct {
  const hd_loc *at; /* a location for each party; NULL when there are none */
  hd_term holds;    /* Boolean */
  uint32_t covered; /* GRAPH: the fact whose states include this one's, so that it has no links; or HD_NONE */
} hd_fact;

typedef struct {
  const hd_party *parties;
  uint32_t n_parties;
  bool otherwise; /* at vectors of cut-points without a fact; false: they are never reached */
  HD_VEC(hd_fact) facts;
} hd_clause;

/* GRAPH: from a state of the first fact, a step of the party may lead to one of the second. To HD_NONE: the party's
 * steps from there are left out, since a partial-order reduction explores them elsewhere (HD_RELIES_ORDERS). */
typedef struct {
  uint32_t from, party, to;
} hd_link;

/* GRAPH: why steps may be left out at a fact. Both are sets of parties, as bits: those that sleep there (what they
 * would do first is explored elsewhere), and a persistent set whose steps are enough; 0: there is none. Facts
 * without an order have neither. */
typedef struct {
  uint32_t fact;
  uint64_t asleep, alone;
} hd_fact_order;

/* GRAPH: parties that can be exchanged. Exchanging two of them in a state gives each the other's location (of the same
 * row), swaps what is theirs, and where a variable names one of the two, it names the other. */
typedef struct {
  hd_var var;
  uint32_t element; /* HD_NONE: all of it */
} hd_own;
typedef struct {
  hd_u32s parties;
  HD_VEC(hd_loc) locs; /* rows: a location for each of the parties */
  HD_VEC(hd_own) own;  /* rows: a local or shared variable for each */
  HD_VEC(hd_own) names;
  HD_VEC(uint64_t) ids; /* a row for each name: the value that stands for each */
} hd_alike_parties;

/* GRAPH: the covered fact's states are in the covering one after this exchange: by party, whose place it takes. */
typedef struct {
  uint32_t fact;
  const uint8_t *to;
} hd_fact_image;

typedef struct {
  const char *name; /* unique among ghosts and variables */
  hd_sort sort;     /* BOOL or BV */
  uint64_t init;
} hd_ghost;

/* Taking the edge sets the ghost to a value of the old state; the party that moves is party 0. */
typedef struct {
  hd_edge edge;
  uint32_t ghost;
  hd_term value;
} hd_ghost_set;

/* What a proof takes for granted and the checker does not examine; it is reported with the verdict. */
enum {
  HD_RELIES_LIPTON = 1, /* no context switch inside Lipton transactions: cut-points of that reduction */
  HD_RELIES_ORDERS = 2, /* what a partial-order reduction leaves out leads nowhere new */
};

typedef struct {
  hd_arena arena;
  hd_proof_kind kind;
  const char *engine;    /* that found it */
  const char *searched;  /* EXHAUSTIVE: what was searched, WORD: whose it is, for people; else NULL */
  uint8_t *cut;          /* by location: is it a cut-point? NULL: all are */
  uint8_t *any;          /* by thread: may have any number of instances; NULL: none */
  unsigned relies;       /* HD_RELIES_* */
  hd_written_out *about; /* owned: the proof is about this; NULL: about the program itself */
  hd_lockstep order;     /* of threads side by side, which it is about; NONE: of loops written out */
  HD_VEC(hd_clause) clauses;
  HD_VEC(hd_link) links;
  HD_VEC(hd_fact_order) orders;
  HD_VEC(hd_alike_parties) alike;
  HD_VEC(hd_fact_image) images;
  HD_VEC(hd_ghost) ghosts;
  HD_VEC(hd_ghost_set) sets;
} hd_certificate;

hd_certificate *hd_certificate_new(hd_proof_kind kind, const char *engine);
void hd_certificate_free(hd_certificate *c); /* NULL is left alone */
/* Copies the flags (any non-zero byte is a cut-point) or the threads. */
void hd_certificate_set_cuts(hd_certificate *c, const hd_program *p, const uint8_t *cut);
void hd_certificate_set_any(hd_certificate *c, const hd_program *p, hd_thread t);
/* Locations and edges are those of hd_write_out(p), of which there must be one. */
void hd_certificate_set_written_out(hd_certificate *c, const hd_program *p);
/* Locations and edges are those of hd_lockstep_write(p, order), of which there must be one. */
void hd_certificate_set_lockstep(hd_certificate *c, const hd_program *p, hd_lockstep order);
/* Whose locations and edges the proof names, for a proof of p: borrowed from either. */
const hd_program *hd_certificate_program(const hd_program *p, const hd_certificate *c);
/* Both copy the arrays; a clause is referred to by its number, the order of adding. */
uint32_t hd_certificate_add_clause(hd_certificate *c, const hd_party *parties, uint32_t n, bool otherwise);
/* The number of the fact in its clause. */
uint32_t hd_certificate_add_fact(hd_certificate *c, uint32_t clause, const hd_loc *at, hd_term holds);
/* Copies the permutation of the clause's parties. */
void hd_certificate_add_image(hd_certificate *c, uint32_t fact, const uint8_t *to, uint32_t n_parties);
void hd_certificate_set_searched(hd_certificate *c, const char *format, ...) HD_PRINTF(2, 3);
/* The clause of a product: all instances, thread by thread; unlisted vectors are never reached. */
uint32_t hd_certificate_add_product(hd_certificate *c, const hd_program *p);

uint32_t hd_certificate_add_ghost(hd_certificate *c, const char *name, hd_sort sort, uint64_t init);
void hd_certificate_set_ghost(hd_certificate *c, hd_edge e, uint32_t ghost, hd_term value);
/* Rebuilds all terms, which are of the pool `from`, in the pool `into`: for a proof that was found
 * on a clone of the program. */
void hd_certificate_move(hd_certificate *c, const hd_terms *from, hd_terms *into);

/* The term for party number `party` (from 0) of a clause: its copy of the variable (a shared one
 * is the same for all); its location, a BV(32) that holds the location's id; and its number, a
 * BV(32), which a thread's `self` holds as well. */
hd_term hd_certificate_var(const hd_program *p, uint32_t party, hd_var v);
hd_term hd_certificate_at(const hd_program *p, uint32_t party);
hd_term hd_certificate_number(const hd_program *p, uint32_t party);
hd_term hd_certificate_ghost(const hd_program *p, const hd_certificate *c, uint32_t ghost);

/* Is everything that it names there: threads, locations, facts, parties, ghosts; are its formulas Boolean, about the
 * parties of their clause? Whether it is a proof is another question (evidence/check.h). */
bool hd_certificate_check_form(const hd_program *p, const hd_certificate *c);

/* What a symbol of a formula means. */
typedef enum { HD_MEANS_VAR, HD_MEANS_AT, HD_MEANS_NUMBER, HD_MEANS_GHOST } hd_means;
typedef struct {
  hd_means means;
  uint32_t party;
  hd_var var;     /* VAR */
  uint32_t ghost; /* GHOST */
} hd_meaning;
hd_meaning hd_certificate_meaning(const hd_program *p, uint32_t symbol);
/* Symbols from this one on mean nothing here. */
#define HD_NO_MEANING UINT32_C(0x40000000)

/* --- the textual form (docs/certificates.md) --------------------------------------------------- */

/* A number that programs with the same variables, locations and edges share. */
uint64_t hd_program_fingerprint(const hd_program *p);

/* What is needed to build the program again before a certificate about it can be read. */
typedef struct {
  hd_property property;
  uint32_t limits[HD_LIMIT_COUNT];
  uint64_t in_order; /* cooperative threads whose order of turns stays the same, as bits */
  uint64_t room;     /* bytes that blocks of computed size have room for; 0: such blocks have few elements */
} hd_certificate_head;

/* head NULL: without one. */
void hd_certificate_print(FILE *out, const hd_program *p, const hd_certificate *c, const hd_certificate_head *head);
void hd_certificate_print_head(FILE *out, const hd_certificate_head *head);
/* `name` stands in diagnostics. False and NULL with a diagnostic: the text is no certificate, or
 * that of another program. Terms are added to the program's pool. */
bool hd_certificate_parse_head(const char *text, size_t length, const char *name, hd_certificate_head *head,
                               hd_diags *diags);
hd_certificate *hd_certificate_parse(const char *text, size_t length, const char *name, const hd_program *p,
                                     hd_diags *diags);

#endif
