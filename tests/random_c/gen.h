/* gen.h - random C programs that terminate and whose result is defined: what the generator's files share.
 *
 * A program is printed front to back: records, globals, functions, main. What makes its result
 * one and the same everywhere:
 *  - Expressions have no side effects, so the order in which operands are evaluated does not
 *    matter. Calls inside expressions are to pure functions; a call that writes is a statement
 *    of its own, and its result goes to a variable that the callee cannot see.
 *  - Each expression carries its C type and an interval that contains its value; where a signed
 *    operation could overflow, the operands are reduced first or made unsigned.
 *  - Every object is initialized. A pointer always points to an object of its type that lives
 *    longer than the pointer: globals, or variables of the function's outermost block.
 *  - Loops count; calls go to functions printed earlier; recursion counts down.
 *
 * A seed stands for one program as long as the generator is compiled by one compiler: dice are
 * rolled inside arguments, which C evaluates in any order.
 *
 * A portable program avoids what depends on the sizes of long and of pointers, so that its
 * result is the same for ILP32 and LP64. */
#ifndef GEN_H
#define GEN_H

#include <stdio.h>

#include "base/arena.h"

__extension__ typedef __int128 wide;

/* base */
typedef struct {
  uint64_t random;
  hd_arena arena;
  bool portable;
  unsigned names; /* numbers used for names so far */
  unsigned indent;
} gen_state;
extern gen_state gen;

unsigned pick(unsigned n); /* 0 .. n - 1 */
bool chance(unsigned percent);
const char *text(const char *format, ...) HD_PRINTF(1, 2);
const char *fresh(const char *stem);                /* stem and a number not used before */
void line(const char *format, ...) HD_PRINTF(1, 2); /* an indented line of the program */
void open_block(const char *head);
void close_block(const char *end);

/* types */
typedef enum {
  I_BOOL,
  I_CHAR,
  I_SCHAR,
  I_UCHAR,
  I_SHORT,
  I_USHORT,
  I_INT,
  I_UINT,
  I_ENUM,
  I_LONG,
  I_ULONG,
  I_LLONG,
  I_ULLONG,
  I_COUNT
} itype;
typedef struct {
  const char *name;
  unsigned bits, rank;
  bool is_signed;
  const char *suffix; /* of literals; NULL: a cast makes them */
} itype_info;
extern const itype_info itypes[I_COUNT];
itype pick_itype(void);
itype promoted(itype t);
itype common(itype a, itype b);
itype unsigned_of(itype t); /* of a promoted type */
wide itype_min(itype t);
wide itype_max(itype t);

typedef enum { K_INT, K_FLOAT, K_DOUBLE, K_RECORD, K_ARRAY, K_POINTER } kind;
typedef struct type {
  kind kind;
  itype itype;           /* INT */
  unsigned bits;         /* INT: of a bit-field; otherwise 0 */
  struct record *record; /* RECORD */
  const struct type *of; /* ARRAY, POINTER */
  unsigned count;        /* ARRAY */
} type;
enum { MAX_FIELDS = 7, MAX_RECORDS = 6 };
typedef struct {
  const char *name;
  const type *type;
} field;
typedef struct record {
  const char *name; /* `struct s3` */
  type type;
  field fields[MAX_FIELDS];
  unsigned n_fields;
  bool bytes; /* any bytes are a value of it: no pointers, no _Bool, no floating point */
} record;
extern record records[MAX_RECORDS];
extern unsigned n_records;

const type *int_type(itype t);
const type *pointer_to(const type *t);
const type *array_of(const type *t, unsigned count);
bool same_type(const type *a, const type *b);
bool is_bytes(const type *t);
const char *declare(const type *t, const char *name); /* `int (*x)[3]` and the like */
const char *type_name(const type *t);
const type *random_type(unsigned depth); /* of a variable; no pointers in it but in records */
void print_records(void);
const char *initializer(const type *t); /* constant */

/* variables */
typedef struct {
  const char *name;
  const type *type;
  bool fixed; /* not to be assigned */
  bool global;
  bool outer;     /* of the function's outermost block: may be pointed to */
  bool temporary; /* a pointer to what will be freed: nothing else may point there */
  bool counter;   /* lo..hi is known */
  int lo, hi;
} var;
enum { MAX_VARS = 200 };
extern var vars[MAX_VARS];
extern unsigned n_vars, first_var; /* visible: first_var .. n_vars - 1 */
extern unsigned n_globals;
var *add_var(var v);
void declare_var(const char *prefix, var v); /* prints it with an initializer, then adds it */
void print_globals(void);

/* A place: an lvalue without side effects. */
typedef struct {
  const char *text;
  const type *type;
  bool fixed, global, addressable;
  bool temporary;
  bool through; /* reached through a pointer */
  bool counter;
  int lo, hi;
} place;
extern bool constant_places; /* for the moment, places that are address constants only */
typedef bool place_wanted(const place *p, const void *what);
/* A random place that is wanted; false when none was met. */
bool find_place(place_wanted *wanted, const void *what, bool globals_only, place *out);
bool find_int(bool writable, place *out);
bool find_real(bool writable, place *out);
bool find_typed(const type *t, bool writable, place *out);
bool find_target(const type *t, bool globals_only, place *out); /* something a pointer may point to */
bool find_record(bool writable, place *out);
bool find_array(bool writable, place *out);
bool find_pointer(bool writable, place *out);

/* expressions */
typedef struct {
  const char *text;
  itype type;
  wide lo, hi;
} expr;
typedef struct {
  const char *text;
  bool is_double;
  double bound; /* of the absolute value */
} real;
expr any_int(unsigned depth);
expr literal(itype t);
expr number(int value);
expr fit(expr e, wide lo, wide hi); /* lo <= 0 <= hi: the value, reduced into that range */
expr cast(itype t, expr e);
expr condition(unsigned depth);
real any_real(unsigned depth);
real fit_real(real r, double bound);
const char *index_below(unsigned n); /* an index expression with a value below n */
const char *value_of(const type *t); /* an expression of this type, without side effects */
const char *wide_literal(wide v);

/* statements */
typedef struct {
  unsigned depth;      /* of blocks */
  unsigned loops;      /* loops around, inside this function */
  bool in_loop;        /* break and continue have a meaning */
  bool in_switch;      /* break has */
  unsigned times;      /* how often this statement runs when the function runs once, at most */
  bool pure;           /* inside a pure function: nothing but its own variables */
  const type *returns; /* NULL: nothing */
} context;
void statement(context *c);
void statements(context *c, unsigned n);
void mix(const context *c, const char *value); /* into the check sum */
void local_variables(const context *c, unsigned n);
void mix_all(const context *c, const type *t, const char *name); /* every scalar of a place */
unsigned leaves(const type *t);                                  /* scalars in it */
extern unsigned here_times; /* context.times of the statement being printed */
void mix_variables(const context *c, unsigned from, unsigned to);
void memory_statement(context *c); /* pointers, heap, copies, unions, strings */

/* functions */
typedef struct {
  const char *name;
  const type *returns;
  const type *params[4];
  unsigned n_params;
  bool pure;
  unsigned cost, size; /* steps when run once; statements when inlined */
} function;
extern unsigned run_cost, run_size;                         /* of the function being printed */
bool spend(const context *c, unsigned cost, unsigned size); /* is there room for it? */
const char *pure_call(itype *returns);                      /* NULL: none */
void call_statement(const context *c);
void begin_function(unsigned cost, unsigned size); /* with limits for both */
void print_functions(void);
void print_threads(void);
void run_threads(context *c);
void print_main(void);

#endif
