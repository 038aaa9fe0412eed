/* syntax.h - a system of relations as it is after reading: types, variables, relations, formulas.
 *
 * The parser fills names and places; hd_mu_check (check.c) resolves names to variables, types and
 * relations; layout.c gives each variable its slot, a row of BDD variables. Everything lives in the
 * system's arena. */
#ifndef HD_MU_SYNTAX_H
#define HD_MU_SYNTAX_H

#include "base/diag.h"
#include "base/map.h"
#include "mu/mu.h"

typedef struct mu_type mu_type;
typedef struct mu_var mu_var;
typedef struct mu_slot mu_slot;
typedef struct mu_expr mu_expr;
typedef struct mu_relation mu_relation;

/* --- types ------------------------------------------------------------------------------------- */

typedef enum { MU_BOOL, MU_ENUM, MU_RANGE, MU_BITS, MU_RECORD, MU_ARRAY, MU_INTEGER } mu_type_kind;

typedef struct {
  const char *name;
  mu_type *type;
  uint32_t offset; /* of its first bit in the record */
} mu_field;

/* Equal types are equal pointers. MU_INTEGER is the type of sums, without bits of its own. */
struct mu_type {
  mu_type_kind kind;
  const char *name; /* as it is written */
  hd_place place;
  uint32_t width;     /* bits, all parts together; a part's bits go from the most significant down */
  uint32_t low, high; /* MU_RANGE; MU_ENUM: 0 and the last one's number; MU_BOOL: 0 and 1 */
  const char **names; /* MU_ENUM */
  mu_field *fields;   /* MU_RECORD */
  uint32_t n;         /* names, fields, or elements of an array */
  mu_type *element;   /* MU_ARRAY */
};

/* --- variables --------------------------------------------------------------------------------- */

struct mu_var {
  const char *name;
  mu_type *type;
  hd_place place;
  mu_slot *slot;
};

/* Variables of equal name, type and nesting among their like share a slot. */
struct mu_slot {
  const char *name;
  mu_type *type;
  uint32_t depth;
  uint32_t *bits; /* BDD variables */
  hd_bdd domain;  /* kept: the bit patterns that are values */
  hd_bdd cube;    /* kept: all its bits */
};

/* --- formulas ---------------------------------------------------------------------------------- */

typedef enum {
  MU_TRUE,
  MU_FALSE,
  MU_NUMBER,
  MU_NAME,  /* of a variable, an enumerator or a parameter; after checking: a variable */
  MU_FIELD, /* args[0] . name */
  MU_INDEX, /* args[0] [ args[1] ] */
  MU_PLUS,
  MU_MINUS,
  MU_APPLY, /* relation(args...) */
  MU_NOT,
  MU_AND,
  MU_OR,
  MU_IMPLIES,
  MU_IFF,
  MU_XOR,
  MU_EQ,
  MU_NE,
  MU_LT,
  MU_LE,
  MU_GT,
  MU_GE,
  MU_IF, /* condition, then, else */
  MU_EXISTS,
  MU_FORALL
} mu_kind;

struct mu_expr {
  mu_kind kind;
  hd_place place;
  const char *name; /* MU_NAME, MU_FIELD, MU_APPLY */
  uint32_t number;  /* MU_NUMBER; MU_FIELD after checking: which field */
  mu_expr **args;
  uint32_t n_args;
  mu_var **vars; /* of a quantifier */
  uint32_t n_vars;
  mu_type *type;          /* after checking */
  mu_var *var;            /* MU_NAME after checking */
  mu_relation *relation;  /* MU_APPLY after checking */
  struct mu_block *block; /* what the optimizer made of it */
};

/* --- relations --------------------------------------------------------------------------------- */

typedef enum { MU_INPUT, MU_PLAIN, MU_LEAST, MU_GREATEST } mu_relation_kind;

typedef struct {
  hd_bdd core; /* kept */
  uint32_t (*equal)[2];
  uint32_t n_equal;
} mu_part;

typedef struct {
  hd_bdd value; /* kept */
  uint64_t time;
} mu_ring;

typedef struct {
  mu_relation *to;
  bool positive, negative; /* how it occurs */
  const mu_expr *place;    /* a negative occurrence, where there is one */
} mu_use;

struct mu_relation {
  const char *name;
  mu_relation_kind kind;
  hd_place place;
  uint32_t number; /* in the system's list */
  mu_var **params;
  uint32_t n_params;
  mu_expr *body;  /* NULL: an input, or a prototype that was never defined */
  uint32_t *bits; /* of all parameters, in order */
  uint32_t n_bits;
  hd_bdd domain; /* kept */
  HD_VEC(mu_use) uses;
  hd_u32s reaches; /* numbers of the relations it depends on, itself included when recursive */
  bool recursive;

  /* MU_INPUT */
  mu_part *parts;
  uint32_t n_parts;
  bool supplied;

  /* the state of evaluation */
  hd_bdd value;       /* kept; final when `known`, the present iterate when `iterating` */
  uint64_t era;       /* while it is the same, the value only grows */
  uint64_t eras_used; /* the eras of what it was computed from, as one number */
  bool known, iterating;
  hd_u64s known_for;     /* the values of the iterating relations it was computed with: (number, node) */
  HD_VEC(hd_bdd) pinned; /* those values, kept, so that their numbers are not given to others */
  HD_VEC(mu_ring) rings;
  uint32_t iterations, evaluations;
  double seconds;
};

/* --- the system -------------------------------------------------------------------------------- */

typedef struct {
  mu_expr *left, *right; /* paths */
  enum { MU_BEFORE, MU_INTERLEAVED } how;
  mu_relation *inside; /* whose parameters the paths start from; NULL: any variable of that name */
} mu_hint;

typedef struct {
  const char *name;
  uint32_t value;
  hd_place place;
} mu_param;

typedef struct {
  hd_mu_query public;
  mu_expr *formula;
} mu_query;

struct hd_mu {
  hd_arena arena;
  hd_diags *diags;
  hd_mu_options options;
  HD_VEC(const char *) files; /* read already */
  HD_VEC(mu_type *) types;    /* named ones, and arrays and bit vectors as they come up */
  HD_VEC(mu_param) params;
  HD_VEC(mu_param) given; /* by hd_mu_set_param */
  HD_VEC(mu_relation *) relations;
  HD_VEC(mu_hint) hints;
  HD_VEC(mu_query) queries;
  HD_VEC(mu_slot *) slots;
  mu_type *boolean, *integer;
  bool checked, failed;
  bool diverged;       /* some relation had no fixed point: its value is none */
  uint64_t clock;      /* counts iterations of all relations */
  uint64_t generation; /* grows when an input is supplied: plans that are older are made again */
  hd_arena scratch;
  uint32_t scratch_depth;
  HD_VEC(struct mu_block *) blocks; /* to free */
  const mu_expr *watch;             /* the formula being answered, when its truth may end the iteration */
  uint64_t eras;                    /* given out so far */
  bool stopped;                     /* it did */
  double since;                     /* when the relation on top of `running` began to be charged */
  HD_VEC(mu_relation *) running;
};

/* --- types.c ----------------------------------------------------------------------------------- */

mu_type *mu_type_find(const hd_mu *m, const char *name);
mu_type *mu_type_bits(hd_mu *m, uint32_t width);
mu_type *mu_type_array(hd_mu *m, mu_type *element, uint32_t n);
mu_type *mu_type_new(hd_mu *m, mu_type_kind kind, const char *name, hd_place place);
uint32_t mu_bits_for(uint32_t highest); /* how many bits count up to it */
bool mu_type_is_number(const mu_type *t);
/* The bit patterns of `bits` that are values of the type. */
hd_bdd mu_type_domain(const mu_type *t, const uint32_t *bits);
/* Calls `leaf` for every part without parts: its type, its first bit, and the innermost record that
 * holds it (NULL: none) with its first bit there. */
typedef void (*mu_leaf_fn)(void *context, const mu_type *owner, uint32_t inside, const mu_type *leaf, uint32_t offset);
void mu_type_leaves(const mu_type *t, mu_leaf_fn leaf, void *context);
void mu_type_print_value(FILE *out, const mu_type *t, const bool *bits);

/* --- the passes -------------------------------------------------------------------------------- */

hd_status mu_parse(hd_mu *m, const char *file, const char *text);
/* Reads a file unless it has been read; `asked` is where a message about a missing one points. */
hd_status mu_read_file(hd_mu *m, const char *path, hd_place asked);
bool mu_resolve(hd_mu *m);        /* check.c */
void mu_find_recursion(hd_mu *m); /* recursion.c: uses, reaches, recursive; warns */
void mu_layout(hd_mu *m);         /* layout.c: slots get their BDD variables */
mu_relation *mu_relation_find(const hd_mu *m, const char *name);
HD_PRINTF(3, 4) hd_diag *mu_error(hd_mu *m, hd_place place, const char *format, ...);

/* The mu_slot of a variable that is declared where `depth` others of its name and type are visible. */
mu_slot *mu_slot_get(hd_mu *m, const char *name, mu_type *type, uint32_t depth);

#endif
