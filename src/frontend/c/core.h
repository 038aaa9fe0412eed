/* core.h - what the files of the lowering share, below the interface of lower.h.
 *
 * A `body` is what is known about a function once; an `act` is one copy of it in the
 * graph: the function on one call path of one thread. A `routine` is a thread of the
 * model. Values of LLVM are lists of terms, one for each scalar in their type: an
 * integer or pointer has one, a structure of three has three.
 *
 * Invariant of an act: a term held for an SSA value is right at every place where the
 * value can still be used. Values that are used outside their block live in temporaries
 * from their definition on; values inside a block may mention promoted locals, and are
 * moved to temporaries before a store changes one of those. */
#ifndef HD_FRONTEND_C_CORE_H
#define HD_FRONTEND_C_CORE_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "frontend/c/lower.h"
#include "frontend/c/unit.h"

#define HD_MANY UINT32_MAX /* a number of times that has no known bound */

/* Saturating product of numbers of times. */
static inline uint32_t hd_times(uint32_t a, uint32_t b)
{
  uint64_t product = (uint64_t)a * b;
  return a == HD_MANY || b == HD_MANY || product >= HD_MANY ? HD_MANY : (uint32_t)product;
}

/* A value's terms; a part that is HD_NO_TERM is undefined: any value. */
typedef struct {
  hd_term *parts;
  uint32_t n;
} hd_value;

/* The scalars of a type, in memory order. */
typedef struct {
  uint64_t offset;
  LLVMTypeRef type;
  hd_sort sort;
} hd_leaf;
typedef struct {
  hd_leaf *data;
  uint32_t n;
  LLVMTypeRef unsupported; /* a scalar that has no sort here, or NULL */
} hd_leaves;

/* An alloca of a function. */
typedef struct {
  LLVMValueRef alloca;
  LLVMMetadataRef variable; /* the DILocalVariable, or NULL */
  LLVMMetadataRef scope;    /* the inner block that declares it; NULL: the function itself */
  uint8_t width;            /* promoted: bits */
  bool promoted;            /* a scalar whose address goes nowhere: a local of the model */
  bool uninit;              /* may be read before it is written, after its declaration */
  bool param;               /* promoted: written once, with a parameter */
  bool escapes;             /* not promoted: its address may outlive it */
  bool dynamic;             /* alloca, or an array of variable length: a new object each time it is executed */
} hd_local;

typedef struct {
  LLVMValueRef function;
  const char *name;
  hd_map numbers; /* of arguments and instructions, the latter in order of the text */
  hd_map block_numbers;
  uint32_t n_values, n_blocks;
  uint32_t first_site; /* a value's site is this and its number */
  uint32_t *last_use;  /* by value: the last instruction of its block that uses it; HD_NONE: used outside */
  uint32_t *local_of;  /* by value: index into locals, or HD_NONE */
  uint32_t *times;     /* by block: how often one run of the function may enter it */
  LLVMBasicBlockRef *blocks;
  HD_VEC(hd_local) locals;
} hd_body;

/* A pointer's target, as far as types tell (hints.c). */
typedef struct {
  LLVMMetadataRef debug; /* or NULL */
  LLVMTypeRef type;      /* or NULL */
} hd_hint;

/* How a scheduler of cooperative threads runs a routine (cooperate.c). */
typedef struct {
  LLVMValueRef body; /* called with the routine and its argument; NULL: the scheduler's own thread */
  uint64_t size;     /* of the thread's record, */
  hd_hint hint;      /* its type, */
  hd_pos pos;        /* and where it is made */
  hd_term signal;    /* whose next firing starts the thread; constant 0: creation does */
  hd_term extra;     /* a function that the scheduler wants to know, or constant 0 */
} hd_coop;

typedef struct hd_routine {
  hd_thread thread;
  LLVMValueRef function;
  struct hd_routine *creator; /* NULL: main */
  uint32_t instances;
  bool replicated;
  bool enough;                      /* no execution creates more than `instances` */
  hd_var self, status, arg, result; /* self: HD_NO_VAR with one instance */
  hd_var mask;                      /* signals that it blocks from its beginning on; HD_NO_VAR: none can be blocked */
  hd_term constant_arg;             /* the argument when it is the same constant always */
  hd_object object;                 /* what handles point to */
  uint32_t tid;                     /* of instance 0 */
  const hd_coop *coop;              /* NULL: an ordinary, preemptive thread */
  hd_var handle;                    /* the life of its handle (program/lifetimes.h) */
  hd_var claimed;                   /* it is being joined, or is detached; HD_NO_VAR: not asked for */
  hd_var cancelled;                 /* it is to end at its next cancellation point; HD_NO_VAR: it is never cancelled */
  hd_var ready;                     /* of a cooperative thread: it may take its turn */
  hd_loc end;
} hd_routine;

typedef struct {
  hd_cursor at;
  hd_value value;
} hd_return;

typedef struct hd_act {
  hd_body *body;
  struct hd_act *caller;
  LLVMValueRef instruction; /* being lowered */
  hd_routine *routine;
  uint32_t frame;
  uint32_t depth;     /* calls above this one */
  uint32_t repeats;   /* how often one instance of the thread may run this copy */
  hd_value *values;   /* by number */
  uint32_t *weights;  /* by number: how large a value's terms are, about */
  hd_var *vars;       /* by number: a promoted local's variable; the address of a local with a pool */
  hd_term *aliases;   /* by number: a parameter's local that only ever holds this term */
  hd_object *objects; /* by number: of other allocas */
  hd_loc *entries;    /* by 2 * block + atomic */
  hd_u32s work;       /* indices into entries still to do */
  hd_u32s live;       /* numbers of the current block's values that may mention locals */
  HD_VEC(hd_return) returns;
  hd_value *extra; /* arguments beyond the parameters, of a function that takes any number */
  unsigned n_extra;
  hd_object area; /* where va_start puts them */
} hd_act;

/* A step whose alternatives are only known when everything is lowered. */
typedef struct {
  enum {
    HD_PENDING_JOIN,
    HD_PENDING_CLAIM,
    HD_PENDING_CANCEL,
    HD_PENDING_DETACH,
    HD_PENDING_FREE,
    HD_PENDING_MOVE,
    HD_PENDING_TOUCH,
    HD_PENDING_LOSS,
    HD_PENDING_END,
    HD_PENDING_FIRE,
    HD_PENDING_IDLE,
    HD_PENDING_TURN
  } kind;
  hd_cursor at;
  hd_loc to;
  hd_term address;
  hd_term into, size;       /* MOVE: to where, and how many bytes there are */
  hd_var result;            /* JOIN */
  const hd_act *act;        /* END: of what this call made, */
  const hd_local *local;    /* or only this array */
  bool returns;             /* LOSS: main returns, so that its locals hold nothing any more */
  bool goes_on;             /* LOSS: main ends, the process does not */
  const hd_edge_info *edge; /* TURN, IDLE */
  const char *function;     /* TOUCH: that may write there, or read only */
  bool writes;
} hd_pending;

/* Where a jump to a setjmp on one call path comes out (jumps.c). */
typedef struct {
  hd_act *act;
  LLVMValueRef instruction;
  hd_loc at;
  hd_var result;
  bool atomic;
} hd_landing;

typedef struct {
  LLVMValueRef global;
  hd_object object;
} hd_unfilled;

/* How an object's copies are taken (pool.c). */
typedef struct {
  uint32_t times;    /* how often, at most; for each instance when `owned` */
  uint32_t ordinary; /* copies that are taken in turn, */
  uint32_t each;     /* and with the one that stands apart, where there is one */
  bool owned;        /* as many for each instance of the thread */
  bool recycled;     /* they are taken again after their end */
} hd_pool;

/* What an alloca or an array of variable length has made: an object for each size. */
typedef struct {
  const hd_act *act;
  const hd_local *local;
  hd_object object;
} hd_made;

typedef HD_VEC(hd_assign) hd_assigns;

/* A local or allocated object: one or more of the type, one after the other. */
typedef struct {
  hd_object object;
  LLVMTypeRef type;
} hd_typed;

/* Something that a scheduler goes through one by one: an event, a channel. */
typedef struct {
  uint64_t kind, address;
  LLVMValueRef update; /* or NULL */
} hd_listed;

typedef struct hd_targets hd_targets;

/* The objects that a step has to consider, by number; `others`: its pointer may lie in the rest, too. */
typedef struct {
  hd_u32s objects;
  bool others;
} hd_alternatives;

/* What the cursor must know about a location to leave out steps that do nothing. */
typedef struct {
  uint32_t in, out;
  uint32_t last_in; /* the edge that came last */
  bool pinned;      /* other code holds on to this location */
} hd_loc_state;

struct hd_lower {
  const hd_c_unit *unit;
  hd_c_options options;
  hd_diags *diags;
  hd_program *p;
  hd_terms *T;
  unsigned ptr; /* bits of a pointer */
  hd_arena arena;
  hd_map bodies;    /* function -> hd_body * */
  hd_map leaves;    /* type -> hd_leaves * */
  hd_map objects;   /* global or function -> object; a thread's copy of a thread-local global: mixed with its id */
  hd_map sites;     /* (act, call, ...) -> object or routine index */
  hd_map files;     /* DIFile -> file */
  hd_map functions; /* address -> function */
  hd_map warned;    /* functions named in a warning already */
  hd_map structs;   /* name of a structure (a number in `names`) -> its debug type */
  hd_strings names;
  HD_VEC(hd_loc_state) locs;
  HD_VEC(hd_routine *) routines; /* by thread */
  HD_VEC(hd_pending) pending;
  HD_VEC(LLVMValueRef) taken; /* functions whose address is used as a value */
  hd_targets *targets;        /* where these addresses go */
  hd_map numbered;            /* function with a body -> its number in `calls` */
  struct hd_calls *calls;     /* which function calls which */
  hd_map known;               /* function -> its hd_known row, or 0 */
  void *pointers;             /* what options.pointers knows; NULL: there is no such analysis */
  uint64_t next_address;
  uint32_t next_tid;
  uint64_t touched;  /* cells that functions without a body may write, or read */
  hd_object outside; /* what is theirs, or HD_NONE */
  uint32_t n_acts;
  uint32_t began;               /* steps and calls before the thread that is being lowered */
  hd_object no_bytes;           /* an object whose initializer has no known bytes, or HD_NONE */
  uint32_t repeating;           /* inside a loop that a library model makes: calls there run any number of times */
  HD_VEC(hd_unfilled) unfilled; /* globals whose initial bytes are still to come */
  hd_map paddings;              /* variables that hold what was between a structure's members */
  hd_map gone;                  /* objects that are a thread's own, and end with it */
  hd_map locks;                 /* globals that are given to functions of hd_known_locks and used for nothing else */
  hd_map pool_of;               /* objects -> index into pools */
  HD_VEC(hd_pool) pools;
  HD_VEC(hd_made) made;
  HD_VEC(hd_landing) landings;
  hd_var apart; /* whether an object stands apart (pool.c); HD_NO_VAR: none can */
  bool filling;
  HD_VEC(hd_typed) typed;
  HD_VEC(hd_listed) listed;
  uint64_t ring;       /* address of the rank that had the last turn; 0: no turns are taken in a ring */
  hd_term environment; /* main's envp, which cannot be followed */
  hd_act *act;         /* the copy that is being lowered */
  /* The latest edge, if all it does is to set this fresh temporary. */
  hd_edge fresh_edge;
  hd_var fresh_var;
};

/* cursor.c */
hd_loc_state *hd_loc_state_of(hd_lower *L, hd_loc l);
/* Moves the cursor's path to a location that exists, without a step where that is possible. */
void hd_cursor_goto(hd_cursor *c, hd_loc to);
hd_loc hd_cursor_loc_of_kind(hd_cursor *c, hd_loc_kind kind, hd_limit limit, const char *reason);
hd_var hd_cursor_var(hd_cursor *c, const char *name, hd_sort sort);

/* types.c */
const hd_leaves *hd_lower_leaves(hd_lower *L, LLVMTypeRef type);
bool hd_type_is_row(LLVMTypeRef type, uint64_t *count); /* an array; or a vector, as small structures are passed */
hd_sort hd_lower_sort(hd_lower *L, LLVMTypeRef type);   /* width 0: not a scalar that is supported */
hd_value hd_value_new(hd_lower *L, uint32_t n);
hd_value hd_value_of(hd_lower *L, hd_term term);
hd_value hd_value_coerce(hd_cursor *c, hd_value v, LLVMTypeRef type);
const char *hd_type_text(hd_lower *L, LLVMTypeRef type);
const char *hd_value_text(hd_lower *L, LLVMValueRef value); /* as LLVM prints it, cut to a readable length */

/* by_value.c: members of a local structure that an access takes together, with padding between them. No term, or
 * false: it is an ordinary access. The address is the operand's. */
hd_term hd_whole_load(hd_cursor *c, LLVMValueRef operand, hd_term address, uint64_t offset, unsigned width);
bool hd_whole_store(hd_cursor *c, LLVMValueRef operand, hd_term address, uint64_t offset, hd_term value);

/* value.c */
hd_value hd_operand(hd_cursor *c, LLVMValueRef v);
hd_term hd_operand_term(hd_cursor *c, LLVMValueRef v);
void hd_define(hd_cursor *c, LLVMValueRef instruction, hd_value value);
void hd_define_term(hd_cursor *c, LLVMValueRef instruction, hd_term value);
hd_term hd_bv_of(hd_lower *L, hd_term t, unsigned width); /* a Boolean as 0 or 1 */
hd_value hd_any_value(hd_cursor *c, LLVMTypeRef type);
void hd_value_settle(hd_cursor *c, hd_value *v, const char *name); /* terms into temporaries */
hd_term hd_gep(hd_cursor *c, LLVMValueRef gep);

/* instruction.c */
void hd_lower_instruction(hd_cursor *c, LLVMValueRef instruction);
hd_term hd_cast(hd_lower *L, LLVMOpcode op, hd_term a, LLVMTypeRef from, LLVMTypeRef to);
void hd_lower_fallback(hd_cursor *c, LLVMValueRef instruction); /* unsupported, by name */
void hd_lower_declaration(hd_cursor *c, LLVMValueRef declare);  /* a variable begins, with any value */

/* arithmetic.c */
hd_term hd_binary(hd_cursor *c, LLVMValueRef instruction, LLVMOpcode op, hd_term a, hd_term b);
/* A branch to where a check of clang's own fails: checked; *on is where it goes on. False: no such branch. */
bool hd_lower_guarded(hd_cursor *c, LLVMValueRef branch, LLVMBasicBlockRef *on);
hd_term hd_compare_int(hd_lower *L, LLVMIntPredicate predicate, hd_term a, hd_term b);
hd_term hd_compare_real(hd_lower *L, LLVMRealPredicate predicate, hd_term a, hd_term b);

/* call.c */
LLVMValueRef hd_call_callee(LLVMValueRef call); /* the function behind casts and aliases, or a pointer */
void hd_lower_call_instruction(hd_cursor *c, LLVMValueRef call);
hd_value hd_call_function(hd_cursor *c, LLVMValueRef f, const hd_value *args, unsigned n, LLVMValueRef call);
/* May a call of this shape mean that function? Old code is lenient about types. */
bool hd_call_fits(LLVMValueRef function, LLVMTypeRef type, unsigned n_args);
hd_value hd_merge_values(hd_cursor *into, hd_return *paths, uint32_t n, const char *name);

/* missing.c */
/* Calls a function without a body; the call instruction may be NULL. */
hd_value hd_call_missing(hd_cursor *c, LLVMValueRef f, const hd_value *args, unsigned n, LLVMValueRef call);
void hd_finish_touch(hd_lower *L, const hd_pending *pending);

/* alternatives.c: which objects count for a pending step that goes by where its address lies. */
typedef enum { HD_STAGE_THREADS, HD_STAGE_MOVES, HD_STAGE_OPEN, HD_STAGE_COUNT } hd_stage; /* the order of steps */
hd_stage hd_pending_stage(const hd_pending *pending);
bool hd_alternatives_are_many(const hd_lower *L); /* too many to list all of them for each step */
/* Has pointers followed for the steps of a stage, if there are any, with what later stages may do. */
void hd_alternatives_ask(hd_lower *L, hd_stage stage);
void hd_alternatives_forget(hd_lower *L);
/* The address is a term over variables that were there when pointers were followed. The caller clears the result. */
hd_alternatives hd_alternatives_of(hd_lower *L, hd_term address);
void hd_alternatives_clear(hd_alternatives *a);
hd_term hd_alternatives_elsewhere(hd_lower *L, const hd_alternatives *a,
                                  hd_term address); /* in one that is not listed */

/* targets.c: which functions a pointer is expected to be. A call must look out for others, too. */
hd_targets *hd_targets_new(hd_lower *L);
void hd_targets_clear(hd_targets *x);
bool hd_targets_expect(hd_targets *x, LLVMValueRef pointer, LLVMValueRef function); /* NULL: a pointer from anywhere */

/* recursion.c */
void hd_recursion_find(hd_lower *L);
bool hd_recursion_is_inside(const hd_lower *L, LLVMValueRef function); /* called by itself, or by one that it calls */

/* function.c */
hd_value hd_inline(hd_cursor *c, LLVMValueRef function, const hd_value *args, unsigned n, LLVMValueRef call);
void hd_act_goto(hd_cursor *c, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
uint32_t hd_act_times(const hd_act *act, LLVMValueRef instruction); /* how often an instance may run it */
hd_var hd_act_local(hd_cursor *c, hd_act *act, uint32_t number);

/* body.c, loops.c */
hd_body *hd_body_of(hd_lower *L, LLVMValueRef function);
uint32_t hd_body_number(const hd_body *b, LLVMValueRef value); /* HD_NONE: not of this function */
uint32_t hd_body_block(const hd_body *b, LLVMBasicBlockRef block);
void hd_body_count_loops(hd_lower *L, hd_body *b); /* fills times */

/* escape.c */
/* May an address, of a local of this block (NULL: of the function), be known longer than the local lives? */
bool hd_address_escapes(hd_lower *L, LLVMValueRef address, LLVMMetadataRef scope);

/* definite.c */
void hd_body_find_uninitialized(hd_lower *L, hd_body *b); /* fills the locals' uninit */

/* intrinsics.c */
hd_value hd_lower_intrinsic(hd_cursor *c, LLVMValueRef f, const hd_value *args, unsigned n, LLVMValueRef call);

/* layout.c */
typedef HD_VEC(hd_slot) hd_slots;
/* The cells of a type: by its debug type when it has one (NULL: none), else by LLVM's. Empty
 * when it has no such form. */
void hd_layout(hd_lower *L, LLVMMetadataRef debug, LLVMTypeRef type, hd_slots *out);
/* The cells of size / sizeof(element) elements. */
void hd_layout_elements(hd_lower *L, LLVMMetadataRef debug, LLVMTypeRef type, uint64_t size, hd_slots *out);

/* objects.c */
hd_object hd_object_make(hd_lower *L, hd_object_info info); /* chooses base and stride */
/* What a call hands over in memory, the callee's own; clears the slots. Its end matters when it has a pool. */
hd_object hd_object_passed(hd_cursor *c, const hd_act *act, const char *name, uint64_t size, hd_slots *slots,
                           bool pooled);
hd_term hd_object_address(hd_cursor *c, hd_object o); /* of the cursor's instance's copy */
hd_term hd_global_address(hd_cursor *c, LLVMValueRef global);
uint64_t hd_function_address(hd_lower *L, LLVMValueRef function);
LLVMValueRef hd_function_at(hd_lower *L, uint64_t address); /* NULL: none */
hd_term hd_alloca_address(hd_cursor *c, hd_act *act, LLVMValueRef alloca);
/* A type that calls initialize: pthread_t, ... What was not initialized is zero, unless that is looked for. */
bool hd_object_is_opaque(hd_lower *L, LLVMMetadataRef debug);
hd_object hd_object_at(hd_lower *L, uint64_t address); /* id HD_NONE: none */

/* constant.c: bytes of initializers, and constants as terms. */
/* False: not all bytes are known here. */
bool hd_constant_bytes(hd_lower *L, LLVMValueRef constant, LLVMTypeRef type, uint8_t *bytes);
hd_value hd_constant_value(hd_cursor *c, LLVMValueRef constant);
/* An address that the program looks at: what is computed from it is no constant, memory may be laid out otherwise. */
hd_term hd_address_seen(hd_cursor *c, hd_term address);

/* debug.c */
enum { /* tags of DWARF */
       HD_TAG_ARRAY = 0x01,
       HD_TAG_ENUMERATION = 0x04,
       HD_TAG_BLOCK = 0x0b,
       HD_TAG_POINTER = 0x0f,
       HD_TAG_ROUTINE = 0x15,
       HD_TAG_STRUCTURE = 0x13,
       HD_TAG_TYPEDEF = 0x16,
       HD_TAG_UNION = 0x17,
       HD_TAG_BASE = 0x24,
       HD_TAG_CONST = 0x26,
       HD_TAG_VOLATILE = 0x35,
       HD_TAG_RESTRICT = 0x37,
       HD_TAG_ATOMIC = 0x47
};
enum { /* where a metadata node has its operands */
       HD_OF_BLOCK_PARENT = 1,
       HD_OF_VARIABLE_NAME = 1,
       HD_OF_VARIABLE_TYPE = 3,
       HD_OF_TYPE_BASE = 3,
       HD_OF_ROUTINE_TYPE = 4,
       HD_OF_TYPE_ELEMENTS = 4
};
hd_pos hd_debug_pos(hd_lower *L, LLVMValueRef instruction);
hd_pos hd_debug_variable_pos(hd_lower *L, LLVMMetadataRef variable);
const char *hd_debug_name(hd_lower *L, LLVMMetadataRef variable); /* of a variable or member; NULL: none */
LLVMMetadataRef hd_debug_type(hd_lower *L, LLVMMetadataRef variable);
LLVMMetadataRef hd_debug_block(hd_lower *L, LLVMMetadataRef variable);     /* the block inside a function; or NULL */
LLVMMetadataRef hd_debug_block_parent(hd_lower *L, LLVMMetadataRef block); /* what a block is in; or NULL */
LLVMMetadataRef hd_debug_global(hd_lower *L, LLVMValueRef global);         /* DIGlobalVariable or NULL */
LLVMMetadataRef hd_debug_operand(hd_lower *L, LLVMMetadataRef node, unsigned i); /* or NULL */
uint32_t hd_debug_operands(hd_lower *L, LLVMMetadataRef node);
/* The type of a parameter of a function, counted from 0; NULL: not known. */
LLVMMetadataRef hd_debug_parameter(hd_lower *L, LLVMValueRef function, unsigned i);
bool hd_debug_is_const(hd_lower *L, LLVMMetadataRef type);
LLVMMetadataRef hd_debug_peel(hd_lower *L, LLVMMetadataRef type);    /* without typedef, const, volatile, atomic */
LLVMMetadataRef hd_debug_pointee(hd_lower *L, LLVMMetadataRef type); /* NULL: no pointer, or void */
bool hd_debug_is_named(hd_lower *L, LLVMMetadataRef type, const char *const *names); /* a typedef on the way */
hd_show hd_debug_show(hd_lower *L, LLVMMetadataRef type);
void hd_debug_collect_structs(hd_lower *L);
LLVMMetadataRef hd_debug_struct(hd_lower *L, LLVMTypeRef type);
LLVMTypeRef hd_debug_llvm(hd_lower *L, LLVMMetadataRef type); /* the structure of that name, or NULL */
bool hd_debug_is_declare(LLVMValueRef instruction, LLVMValueRef *address, LLVMMetadataRef *variable);

/* hints.c: what a pointer points to, as far as types tell. */
hd_hint hd_hint_pointee(hd_lower *L, hd_act *act, LLVMValueRef pointer);
hd_hint hd_hint_allocated(hd_lower *L, hd_act *act, LLVMValueRef call);

/* arguments.c: what main is given. */
void hd_main_arguments(hd_cursor *c, hd_value args[3]);

/* threads.c */
hd_routine *hd_routine_of(hd_cursor *c);
hd_routine *hd_routine_new(hd_lower *L, LLVMValueRef function, hd_routine *creator, uint32_t instances, bool replicated,
                           const hd_coop *coop);
/* A creation of which hd_lower_create is the ordinary case. */
hd_term hd_routine_create(hd_cursor *c, LLVMValueRef call, hd_term routine, hd_term arg, const hd_coop *coop);
/* A variable of the routine's instances: a scalar when there is one. */
hd_term hd_routine_element(hd_lower *L, const hd_routine *r, hd_var var, hd_term index);
hd_assign hd_routine_set(const hd_routine *r, hd_var var, hd_term index, hd_term value);
void hd_routine_lower(hd_lower *L, hd_routine *r);
void hd_finish_join(hd_lower *L, const hd_pending *pending);
void hd_finish_claim(hd_lower *L, const hd_pending *pending);
void hd_finish_cancel(hd_lower *L, const hd_pending *pending);
void hd_finish_detach(hd_lower *L, const hd_pending *pending);

/* cooperate.c */
static inline bool hd_is_cooperative(const hd_routine *r)
{
  return r->coop && r->coop->body;
}
static inline bool hd_is_scheduler(const hd_routine *r)
{
  return r->coop && !r->coop->body;
}
/* Is it one of the threads whose order of turns stays the same? */
bool hd_is_in_order(hd_lower *L, const hd_routine *r);
/* What creating an instance does besides: up to two assignments, added to the list. */
uint32_t hd_coop_start(hd_lower *L, const hd_routine *r, uint32_t instance, hd_assign *assigns);
/* Starts a cooperative thread's only atomic section, or the scheduler's. */
void hd_coop_begin(hd_cursor *c, hd_edge_info edge);
void hd_finish_fire(hd_lower *L, const hd_pending *pending);
void hd_finish_idle(hd_lower *L, const hd_pending *pending);
void hd_finish_turn(hd_lower *L, const hd_pending *pending);

/* varargs.c */
void hd_lower_va_start(hd_cursor *c, hd_term list);
void hd_lower_va_copy(hd_cursor *c, hd_term to, hd_term from);

/* cells.c */
/* for (at = 0; at < size; at += step), in the model. */
typedef struct {
  hd_loc head;
  hd_var counter;
  hd_term at;
  uint64_t step;
} hd_element_loop;
hd_cursor hd_loop_begin(hd_cursor *c, hd_element_loop *loop, hd_term size, uint64_t step); /* the cursor inside it */
void hd_loop_end(hd_cursor *inside, const hd_element_loop *loop);
/* A cell of `width` bits at `offset`, a term of a pointer's width. */
typedef void hd_cell_visit(hd_cursor *c, hd_term offset, unsigned width, const void *context);
/* What lies between the slots and behind them, as slots. */
void hd_find_gaps(hd_lower *L, const hd_slots *slots, uint64_t size, hd_slots *out);
/* Visits every byte of `size` once: the cells of the slots, and the gaps. */
void hd_each_cell(hd_cursor *c, const hd_slots *slots, uint64_t size, hd_cell_visit *visit, const void *context);
void hd_each_element(hd_cursor *c, const hd_slot *slot, hd_cell_visit *visit, const void *context); /* of one slot */

/* copy.c */
void hd_lower_copy_typed(hd_cursor *c, hd_term to, hd_term from, uint64_t size, hd_hint hint);
void hd_lower_forget(hd_cursor *c, hd_term at, uint64_t size, hd_hint hint); /* these bytes now hold any value */

/* localize.c */
void hd_lower_localize(hd_lower *L);

/* What the model does not say about the end of a local that begins so often. */
hd_lives_told hd_local_lives(const hd_lower *L, uint32_t times);

/* pool.c */
/* An object with these copies; the pool's `each` and the info's copies and alive are filled in. */
hd_object hd_pool_make(hd_cursor *c, hd_object_info info, hd_pool pool);
const hd_pool *hd_pool_get(const hd_lower *L, hd_object o); /* NULL: it has none */
/* Takes a copy, in one step; its address, in the variable when one is given. `moved`: HD_NO_TERM, or the block that
 * is freed when this one has its contents. */
hd_term hd_pool_take(hd_cursor *c, hd_object o, hd_var address, hd_term moved, const char *label);
hd_assign hd_pool_release(hd_lower *L, hd_object o, uint32_t copy);
hd_term hd_object_alive(hd_lower *L, const hd_object_info *o, uint32_t copy); /* HD_NO_TERM: always */
hd_term hd_pool_holds_any(hd_cursor *c, hd_object o);                         /* has the instance taken a copy? */
void hd_pool_end(hd_cursor *c, hd_object o, hd_assigns *out);                 /* all that the instance has taken */

/* heap.c */
void hd_lower_alloca(hd_cursor *c, LLVMValueRef alloca); /* a dynamic one */
bool hd_program_frees(hd_lower *L);                      /* can a block of the heap end before the process does? */
void hd_finish_free(hd_lower *L, const hd_pending *pending);
void hd_finish_move(hd_lower *L, const hd_pending *pending);
void hd_put_off(hd_cursor *c, hd_pending pending); /* its steps are added when everything is lowered */

/* lifetime.c: the locals of a call begin and end; the process ends, and memory may be lost */
bool hd_act_is_main(const hd_act *act); /* the call of main by the environment */
void hd_lifetime_begin(hd_cursor *c, hd_act *act);
void hd_lifetime_end(hd_cursor *c, hd_act *act);
void hd_lifetime_at(hd_cursor *c, hd_act *act, LLVMValueRef instruction); /* before it: blocks begin and end */
/* A jump back to an instruction of the call: inner blocks that it is not in are over. */
void hd_lifetime_return_to(hd_cursor *c, hd_act *act, LLVMValueRef instruction);
void hd_lifetime_leave(hd_cursor *c);      /* the thread ends here, and with it all calls */
void hd_lifetime_leave_main(hd_cursor *c); /* main's thread ends, others go on */
void hd_lifetime_end_array(hd_cursor *c, const hd_act *act, const hd_local *array);
void hd_finish_loss(hd_lower *L, const hd_pending *pending);
void hd_finish_end(hd_lower *L, const hd_pending *pending);
bool hd_locals_end(const hd_lower *L); /* in the model */
uint32_t hd_lifetime_times(hd_lower *L, const hd_act *act, const hd_local *local);

#endif
