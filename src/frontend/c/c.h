/* c.h - C in, a raw program out: clang makes bitcode, and this folder lowers it.
 *
 * A unit is the bitcode of all input files, linked. It is lowered as often as needed,
 * with other limits each time, without running clang again. Each load and store of memory
 * that another thread could see stays one step of its own, as in unoptimized code. */
#ifndef HD_FRONTEND_C_C_H
#define HD_FRONTEND_C_C_H

#include "base/budget.h"
#include "base/bytes.h"
#include "build/declarations.h"
#include "build/words.h"
#include "program/assumption.h"
#include "program/program.h"

/* Whether a file is a part of the program. */
typedef enum {
  HD_C_LINKED,
  HD_C_WANTED, /* if it defines something that is missing otherwise, as members of archives do */
  HD_C_PERHAPS /* likewise, or if it alone of these defines main: what is linked is not known */
} hd_c_role;

/* What one file has of its own. */
typedef struct {
  const char *directory; /* where its compiler runs; NULL: here */
  const char *const *clang_args;
  uint32_t n_clang_args;
  hd_c_role role;
} hd_c_own;

typedef struct {
  const char *const *files; /* .c, .i, .bc, .ll; objects, programs and archives that `heddle cc` made */
  uint32_t n_files;
  const char *const *clang_args; /* -I, -D, -include, passed on as they are */
  uint32_t n_clang_args;
  const hd_c_own *own;    /* by file; NULL: none has anything */
  const char *target;     /* of files that are PERHAPS parts: the one whose main it is; NULL: there is only one */
  const char *directory;  /* where the compiler runs; NULL: here */
  const char *entry;      /* the function to start with; NULL: main */
  unsigned pointer_width; /* 32: ILP32, 64: LP64 */
  bool model_given;       /* by the user or a task, not by default */
  bool cache;             /* what clang makes is kept for the next time, and taken from there (cache.h) */
  bool checks;            /* clang's own are kept in the bitcode: no-overflow and def-behavior ask for them */
} hd_c_input;

/* No engine here would get through a thread with more steps. */
enum { HD_MOST_STEPS = 400000 };

/* What an analysis knows about the pointers of a raw program. A caller that has such an analysis passes it to the
 * lowering. */
typedef struct {
  void *(*follow)(hd_program *p); /* edges may go and come afterwards, variables and objects may not go */
  /* Adds the objects that an address may lie in, in the order of their numbers. True: it may lie in others, too. */
  bool (*find)(void *known, hd_term address, hd_u32s *objects);
  void (*forget)(void *known);
} hd_c_pointers;

typedef struct {
  /* Instances of a routine created in a loop, heap copies of a site, recursion depth, steps of a thread when its
   * calls are inlined (0: HD_MOST_STEPS), length and number of texts from outside. */
  uint32_t limits[HD_LIMIT_COUNT];
  bool spurious_wakeups;
  bool malloc_may_fail;
  const char *arguments;       /* of main, as a shell is given them; NULL: any */
  hd_assumptions *assumptions; /* what the model rests on is added here; may be NULL */
  hd_property property;
  uint64_t in_order;             /* cooperative threads, by number as bits, whose order of turns stays the same */
  uint64_t room;                 /* for a block of computed size, in bytes; 0: such blocks have a few elements */
  bool doubts;                   /* what relaxed accesses tell is doubted (analysis/memory_doubts.h) */
  bool lifetimes;                /* say when locals end, and when memory is lost: valid-memsafety asks for it */
  bool frames;                   /* say when locals end so that their addresses may come again */
  hd_watch *watch;               /* becomes the program's; NULL: no limits */
  const hd_c_pointers *pointers; /* NULL: a step that goes by a pointer lists all objects */
} hd_c_options;

#define HD_ALL_IN_ORDER UINT64_MAX

typedef struct hd_c_unit hd_c_unit;

/* HD_BAD_INPUT with clang's own diagnostics passed on, or with ours. */
hd_status hd_c_load(const hd_c_input *input, const hd_budget *budget, hd_diags *diags, hd_c_unit **out);
void hd_c_unit_free(hd_c_unit *unit);

/* Adds the bitcode of one source to the bytes, as records for hd_kept_read, in every form that a property may ask for;
 * or a record that says why there is none. The folder is for temporary files. */
void hd_c_keep(const hd_c_input *input, const char *source, const char *folder, hd_bytes *out);
/* The compiler that makes bitcode, and programs of it. */
const char *hd_c_compiler(void);

/* Is there an atomic access that is, or may be, relaxed? */
bool hd_c_unit_is_relaxed(const hd_c_unit *unit);
/* The functions that it calls, or takes the address of, that have no body and no meaning here. The names are the
 * unit's. */
void hd_c_unit_missing(const hd_c_unit *unit, hd_words *names);
/* What the file declares, by clang's syntax tree. */
hd_status hd_c_declarations(const hd_c_input *input, const char *file, hd_diags *diags, hd_arena *arena,
                            hd_declarations *out);
/* Is there a call that allocates memory of a size that is not a constant? */
bool hd_c_unit_computes_sizes(const hd_c_unit *unit);

/* A raw program that passes hd_program_check. Constructs that cannot be followed become
 * UNSUPPORTED locations; missing bodies are havocked with a warning that names them. HD_EXHAUSTED when the
 * options' watch is spent. */
hd_status hd_c_lower(const hd_c_unit *unit, const hd_c_options *options, hd_diags *diags, hd_program **out);

#endif
