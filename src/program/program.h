/* program.h - THE model: variables, threads as control-flow graphs, guarded commands.
 *
 * A program is a set of threads that run interleaved over shared variables. A thread is
 * a graph of locations and edges, and runs as `instances` copies, each with its own
 * location, its own copies of the thread's local variables, and its number in `self`.
 * All copies exist from the start: creating a thread sets a status variable that the
 * edge out of its entry waits for.
 *
 * An edge is one atomic step: it can be taken when its guard holds; then its assignments
 * happen simultaneously (all right-hand sides, guards and indices see the old values).
 * At a location that is not atomic any instance may move next. While an instance stands
 * at an atomic location, only that instance may move.
 *
 * An ASSERT edge is a STEP edge that is violated when its condition is false as the edge
 * is taken. Only checks of the kinds the property asks for are in a program that engines
 * see; hd_program_select turns the others into ends of the execution.
 *
 * Locations end things: the thread (END), the whole execution (EXIT), or what can be said (UNSUPPORTED, BOUND: reaching
 * it means `unknown`, with its reason). A thread starts at a NORMAL location, or at END if it does nothing: any other
 * end is reached by a step.
 *
 * A raw program is what a front end delivers: its memory is objects at addresses, and its
 * edges read and write through DEREF terms and address targets. hd_memory_resolve
 * (analysis) replaces those by variables. Engines see resolved programs only.
 *
 * Invariants are checked by hd_program_check (validate.h); every transformation's
 * result must pass. */
#ifndef HD_PROGRAM_PROGRAM_H
#define HD_PROGRAM_PROGRAM_H

#include "base/budget.h"
#include "base/diag.h"
#include "base/map.h"
#include "expr/term.h"
#include "program/property.h"

typedef struct {
  uint32_t id;
} hd_var;
typedef struct {
  uint32_t id;
} hd_loc;
typedef struct {
  uint32_t id;
} hd_edge;
typedef struct {
  uint32_t id;
} hd_thread;
typedef struct {
  uint32_t id;
} hd_object;

#define HD_NO_VAR ((hd_var){HD_NONE})
#define HD_NO_LOC ((hd_loc){HD_NONE})
#define HD_NO_THREAD ((hd_thread){HD_NONE})
#define HD_MAIN ((hd_thread){0}) /* the first thread is main */

/* Where something stands in the source. file is an index into program->files. */
typedef struct {
  uint32_t file, line, column; /* file HD_NONE: nowhere */
} hd_pos;
#define HD_NO_POS ((hd_pos){HD_NONE, 0, 0})

/* One inlined call: function, where it was called, and the frame it was called from. */
typedef struct {
  const char *function;
  hd_pos call;
  uint32_t parent; /* index into program->frames, HD_NONE for a thread's routine */
} hd_frame;

/* How a value is shown to the user. */
typedef enum { HD_SHOW_SIGNED, HD_SHOW_UNSIGNED, HD_SHOW_POINTER, HD_SHOW_BOOL, HD_SHOW_CHAR, HD_SHOW_FLOAT } hd_show;

/* What a variable is for; engines may treat roles alike, traces and reports do not. */
typedef enum {
  HD_ROLE_USER,   /* a variable (or part of one) of the user's program */
  HD_ROLE_TEMP,   /* a value the compiler computed; not shown in traces */
  HD_ROLE_SYNC,   /* part of a mutex, condition variable, semaphore, ... */
  HD_ROLE_STATUS, /* whether a thread is unborn (0), running (1) or finished (2) */
  HD_ROLE_SELF,   /* an instance's own number */
  HD_ROLE_MEMORY, /* bookkeeping of the heap */
  HD_ROLE_SCHED   /* state of a scheduler of cooperative threads: which may run, which wait for what */
} hd_role;

typedef struct {
  const char *name;     /* unique in the program; as in the source where possible: `count`, `q.head`, `f::i` */
  hd_thread thread;     /* a local of this thread's instances, or HD_NO_THREAD: shared */
  hd_sort sort;         /* BOOL or BV; of an array variable: of its elements */
  uint32_t count;       /* 0: a scalar; otherwise an array of that many elements */
  bool any;             /* starts with any value; otherwise with `init` */
  const uint64_t *init; /* count (or 1) values; NULL: zeros */
  hd_role role;
  hd_show show;
  hd_pos pos; /* declaration */
} hd_var_info;

typedef enum {
  HD_LOC_NORMAL,
  HD_LOC_END,         /* the thread has finished */
  HD_LOC_EXIT,        /* the execution is over for every thread, without a violation */
  HD_LOC_UNSUPPORTED, /* `reason` says what could not be followed */
  HD_LOC_BOUND        /* `reason` says which bound ended here; limit says which kind */
} hd_loc_kind;

/* The bounds that lowering had to choose; a larger number may be asked for. */
typedef enum {
  HD_LIMIT_THREADS,
  HD_LIMIT_HEAP,
  HD_LIMIT_RECURSION,
  HD_LIMIT_INLINING,
  HD_LIMIT_INPUTS, /* texts from outside: their length, and how many arguments there are */
  HD_LIMIT_COUNT
} hd_limit;

typedef struct {
  hd_thread thread;
  hd_loc_kind kind;
  bool atomic;        /* no context switch here */
  hd_limit limit;     /* BOUND */
  const char *reason; /* UNSUPPORTED, BOUND */
  hd_pos pos;
  uint32_t frame; /* index into program->frames, or HD_NONE */
} hd_loc_info;

/* How an edge's memory access counts for data races. */
typedef enum {
  HD_ACCESS_PLAIN,  /* races with any conflicting access that is not SYNC */
  HD_ACCESS_ATOMIC, /* races with conflicting PLAIN accesses */
  HD_ACCESS_SYNC    /* of the tool's own making (locks, thread status): never races */
} hd_access;

/* target := value. */
typedef struct {
  hd_var var;    /* HD_NO_VAR in a raw program: the target is memory at address `index` */
  hd_term index; /* element of an array variable; HD_NO_TERM for a scalar */
  hd_term value; /* HD_NO_TERM: any value of the sort (an input) */
  uint8_t width; /* raw memory target: bits written */
} hd_assign;

typedef enum { HD_EDGE_STEP, HD_EDGE_ASSERT } hd_edge_kind;

/* Why an execution is over at an EXIT location. */
typedef enum {
  HD_STOP_ORDERLY,  /* the program ends it, or fails where that is not asked for */
  HD_STOP_ASSUMED,  /* an assumption does not hold */
  HD_STOP_UNDEFINED /* what comes next is undefined in C */
} hd_stop;

typedef struct {
  hd_loc from, to;
  hd_edge_kind kind;
  hd_term guard;       /* HD_NO_TERM: true */
  hd_term cond;        /* ASSERT */
  hd_check_kind check; /* ASSERT; also of a step that stops as UNDEFINED */
  hd_stop stop;        /* of a STEP to an EXIT location */
  hd_assign *assigns;  /* in the program's arena */
  uint32_t n_assigns;
  hd_access access;
  bool padding;  /* raw: all it does is to copy what lies between members */
  bool relaxed;  /* raw: an atomic access that orders nothing (analysis/memory_doubts.h) */
  hd_term doubt; /* raw: the variable that says whether what it reads is any value; HD_NO_TERM: it is not */
  hd_pos pos;
  uint32_t frame;
  uint32_t site;     /* the instruction of the unit that the step belongs to, by its number (c.h); 0: none */
  const char *label; /* what happens in the source's terms, when that is not its text:
                          `lock(m)`, `create worker`, `call f`, `return`; may be NULL */
} hd_edge_info;

typedef struct {
  const char *name; /* the routine's name, made unique: `main`, `worker`, `worker#2` */
  hd_loc entry;
  uint32_t instances; /* at least 1; main has 1 */
  bool replicated;    /* the source may create more copies than `instances`, without bound */
  hd_var self;        /* the instance's number as a local BV(32), or HD_NO_VAR */
  hd_var status;      /* shared: BV(8) scalar, or array of `instances`; HD_NO_VAR for main */
  hd_pos pos;
} hd_thread_info;

/* A leaf of an object's layout: `width` bits at `offset`, repeated along up to
 * HD_MAX_DIMS array dimensions, outermost first (an array of structs has its stride
 * here, not a slot for each element). */
enum { HD_MAX_DIMS = 4 };
typedef struct {
  uint64_t offset;
  uint8_t width;
  hd_show show;
  uint8_t n_dims;
  struct {
    uint64_t stride;
    uint32_t count;
  } dims[HD_MAX_DIMS];
  const char *name; /* ".next", "[].key", or "" for the object itself */
  hd_var var;       /* after resolving: the variable that holds it; else HD_NO_VAR. Its elements
                          run over the object's copies and the dims, the last fastest:
                          (copy * count0 + i0) * count1 + i1 */
} hd_slot;

typedef enum {
  HD_OBJ_GLOBAL,
  HD_OBJ_LOCAL,
  HD_OBJ_HEAP,
  HD_OBJ_FUNCTION,
  HD_OBJ_THREAD,
  HD_OBJ_STRING,
  HD_OBJ_OUTSIDE /* memory of functions without a body: addresses in it are known, its contents are not */
} hd_object_kind;

/* What the model leaves unsaid about the end of a LOCAL: nothing; that it ends at some time; that it also begins again
 * after its end. */
typedef enum { HD_LIVES_TOLD, HD_LIVES_ONCE, HD_LIVES_AGAIN } hd_lives_told;

/* Memory at addresses [base, base + stride * copies), each copy `size` bytes long at a
 * multiple of stride. Copies: a heap site's pool, an escaping local of a thread with
 * several instances. Address 0 belongs to no object, and objects lie apart. */
typedef struct {
  const char *name; /* `buf`, `f::node`, `malloc@file.c:12` */
  hd_object_kind kind;
  uint64_t base, size, stride;
  uint64_t align; /* raw: each copy may lie at any multiple of this power of two; 0: it lies at its base */
  uint32_t copies;
  hd_slot *slots; /* raw: the layout the source's types suggest; resolved: the layout chosen */
  uint32_t n_slots;
  bool any;            /* bytes start with any value; otherwise with `init`, or zero */
  const uint8_t *init; /* `size` bytes of each copy, or NULL */
  bool constant;       /* never written (string literals, const globals) */
  hd_var alive;        /* shared BV(8) (array over copies), 1 while HEAP is allocated, a LOCAL's function or
                            block runs, or the thread whose own GLOBAL it is; HD_NO_VAR: always */
  bool unsettled;      /* raw: `align` does not tell where it lies: a LOCAL that may have ended, computed alignment */
  hd_var extent;       /* shared BV(32): how many elements of `grain` bytes there are, of the `size` bytes that there
                            is room for; one copy, and set after the object was added. HD_NO_VAR: all */
  uint64_t grain;
  hd_lives_told lives; /* raw: what the model does not say of its ends */
  bool borrowed;       /* raw: a LOCAL of a thread that is not main: its stack is taken, and given back, like blocks */
  hd_var address;      /* while memory is resolved: where each copy lies, if the program looks at that; or HD_NO_VAR */
  hd_pos pos;
} hd_object_info;

/* Grown by the functions below; read freely. Vectors are indexed by the ids. */
typedef struct hd_program {
  hd_arena arena;    /* names, assignments, everything the infos point to */
  hd_terms *terms;   /* VAR terms' symbols are hd_var ids */
  bool shares_terms; /* the pool is another program's, which lives longer */
  bool raw;
  unsigned pointer_width; /* 32 or 64 */
  bool little_endian;
  HD_VEC(hd_var_info) vars;
  HD_VEC(hd_loc_info) locs;
  HD_VEC(hd_edge_info) edges;
  HD_VEC(hd_thread_info) threads;
  HD_VEC(hd_object_info) objects;
  HD_VEC(const char *) files;
  HD_VEC(hd_frame) frames;
  /* Edges by source location; built by hd_program_index, dropped by any change. */
  uint32_t *out_first, *out_edges;
  /* The budget of the code that builds the program. Once it is spent, transformations leave the program half done, fit
   * only for hd_program_free. NULL: no limits. */
  hd_watch *watch;
  hd_strings texts; /* every name, label and reason, once */
  hd_map names;     /* what bears a name; private to program.c */
} hd_program;

hd_program *hd_program_new(void);
void hd_program_free(hd_program *p);
/* A program of its own with the same ids; terms are rebuilt in a pool of its own. */
hd_program *hd_program_clone(const hd_program *p);

/* An empty program with p's machine, files and frames. */
hd_program *hd_program_new_like(const hd_program *p);
/* An empty program over p's terms, with p's files, frames and variables under the same ids, all of them shared:
 * formulas mean the same in both. It must not outlive p. Variables that both need are added to p first. */
hd_program *hd_program_beside(hd_program *p);

/* All copy what the info points to. Variables, threads and objects get unique names
 * (among their kind): a name that is taken becomes `name#2`. */
hd_var hd_program_add_var(hd_program *p, hd_var_info info);
hd_loc hd_program_add_loc(hd_program *p, hd_loc_info info);
hd_edge hd_program_add_edge(hd_program *p, hd_edge_info info);
hd_thread hd_program_add_thread(hd_program *p, hd_thread_info info);
hd_object hd_program_add_object(hd_program *p, hd_object_info info);
/* An edge of another program: its terms rebuilt as by hd_term_import; its ends and targets are the info's. */
hd_edge hd_program_import_edge(hd_program *q, const hd_program *p, hd_edge_info e, const hd_rewrite *leaf,
                               hd_term *map);
uint32_t hd_program_add_file(hd_program *p, const char *path); /* interned */
uint32_t hd_program_add_frame(hd_program *p, hd_frame frame);

/* By name; HD_NO_VAR, HD_NO_THREAD when there is none. */
hd_var hd_program_find_var(const hd_program *p, const char *name);
hd_thread hd_program_find_thread(const hd_program *p, const char *name);
/* Finds names again after variables were renumbered or removed by hand. */
void hd_program_rename(hd_program *p);
/* Copies a text into the program's memory, equal texts once; NULL stays NULL. */
const char *hd_program_text(hd_program *p, const char *text);

static inline hd_var_info *hd_var_get(const hd_program *p, hd_var v)
{
  return &p->vars.data[v.id];
}
static inline hd_loc_info *hd_loc_get(const hd_program *p, hd_loc l)
{
  return &p->locs.data[l.id];
}
static inline hd_edge_info *hd_edge_get(const hd_program *p, hd_edge e)
{
  return &p->edges.data[e.id];
}
static inline hd_thread_info *hd_thread_get(const hd_program *p, hd_thread t)
{
  return &p->threads.data[t.id];
}
/* Does it have contents that the program can read? */
static inline bool hd_object_has_data(const hd_object_info *o)
{
  return o->kind != HD_OBJ_FUNCTION && o->kind != HD_OBJ_THREAD && o->kind != HD_OBJ_OUTSIDE;
}
static inline hd_object_info *hd_object_get(const hd_program *p, hd_object o)
{
  return &p->objects.data[o.id];
}

/* The term for a variable: a scalar's value, or the array itself (index of 32 bits). */
hd_term hd_program_var_term(hd_program *p, hd_var v);
/* The term for an element. */
hd_term hd_program_element(hd_program *p, hd_var v, hd_term index);
/* Initial value of an element (index 0 for scalars); meaningless when info->any. */
uint64_t hd_var_init(const hd_program *p, hd_var v, uint32_t index);
/* Elements that the variable occupies: 1 for a scalar. */
static inline uint32_t hd_var_elements(const hd_var_info *v)
{
  return v->count ? v->count : 1;
}

/* Builds the index of outgoing edges; cheap when nothing changed. */
void hd_program_index(hd_program *p);
/* Drops it; for code that changes an edge's `from` or removes edges itself. */
void hd_program_unindex(hd_program *p);
/* The edges out of a location, in the order they were added. */
static inline const uint32_t *hd_loc_out(const hd_program *p, hd_loc l, uint32_t *n)
{
  HD_CHECK(p->out_first);
  *n = p->out_first[l.id + 1] - p->out_first[l.id];
  return p->out_edges + p->out_first[l.id];
}

hd_place hd_program_place(const hd_program *p, hd_pos pos); /* for diagnostics */

/* Makes the program's ASSERT edges those the property asks for: the others become STEP
 * edges guarded by their condition, beside an edge to an EXIT location for its negation
 * (an execution ends, uncounted, where behaviour is undefined). */
void hd_program_select(hd_program *p, hd_property property);

/* Removes locations and edges that cannot be reached from a thread's entry through
 * edges whose guard is not constantly false, and variables that nothing mentions. */
void hd_program_prune(hd_program *p);

#endif
