/* heddle.h - the library: load a concurrent program, verify it, read the result.
 *
 *   heddle_options options;
 *   heddle_options_init(&options);
 *   heddle_input *input = heddle_load(&options, files, n_files);
 *   if (heddle_input_ok(input)) {
 *     heddle_result *result = heddle_verify(input, &options);
 *     ... heddle_result_verdict(result) ...
 *     heddle_result_free(result);
 *   }
 *   heddle_input_free(input);
 *
 * Options and texts are borrowed; what a function returns as `const char *` lives as long
 * as the object it was asked of. One process may hold several inputs, one thread each at a time.
 * heddle_verify forks: each engine runs in a process of its own. */
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_VERSION "0.1.0"

typedef enum { HEDDLE_SAFE, HEDDLE_UNSAFE, HEDDLE_UNKNOWN } heddle_verdict;

/* Zero stands for the default everywhere but where another value is named. */
typedef struct {
  const char *engine;          /* "auto" */
  const char *property;        /* a name or a .prp file; NULL: the task's, else unreach-call */
  const char *data_model;      /* "ILP32" or "LP64"; NULL: the task's, else LP64 */
  const char *reduction;       /* "none", "local", "lipton" */
  const char *search;          /* "bfs", "dfs" */
  const char *arith;           /* "auto", "int", "bv", "unbounded" */
  const char *sequential;      /* a sequential checker's name, or a command line with %s; NULL: all in turn */
  const char *keep, *slice;    /* shared variables (`x,y`) that `slicing` keeps, or that heddle_emit slices away */
  const char *stage;           /* of heddle_emit with keep or slice: "abstraction", "reconstruction", "refinement" */
  const char *order;           /* of `modular`: threads (`t1,t2`) */
  const char *without;         /* of `modular` and `slicing`: optimizations that are not to be used */
  const char *emit_sequential; /* of `modular`: the folder for the programs that it checks; NULL: none */
  const char *backend;         /* of `slicing`: "bmc", "horn", "explicit"; NULL: bmc */
  const char *por;             /* "none", "persistent", "sleep", "both" */
  const char *labels;          /* of engine esst: "auto", "predicates", "interpolants" */
  bool no_por, no_symmetry, no_spurious_wakeups;
  uint32_t contexts, depth, unwind; /* UINT32_MAX: unbounded */
  const char *scheduler;         /* "preemptive", "fairthreads", "systemc", "osek": the program's must be; NULL: any */
  const char *turns;             /* of FairThreads: "any", "fixed"; NULL: any, and violations again with fixed */
  bool sequentialize;            /* the program and its scheduler as one thread; its failed checks only */
  const char *algorithm;         /* of Boolean programs: a name or a .mu file; NULL: by the program's kind */
  const char *label;             /* of Boolean programs: the label asked for; NULL: assertions, ERROR, SLIC_ERROR */
  const char *dialect;           /* of Boolean programs: "boppo", "getafix"; NULL: warn where they differ */
  bool reorder;                  /* of Boolean programs: look for a better order of BDD variables on the way */
  const char *predicates;        /* a file of conditions: C programs go through Boolean ones; NULL: they do not */
  uint32_t rounds;               /* of Boolean programs: rounds of round-robin; UINT32_MAX: unbounded */
  uint32_t threads;              /* copies of a thread that is created without a known bound; 0: grows by itself */
  double timeout;                /* seconds; 0: none */
  uint64_t memory;               /* megabytes; 0: three quarters of the machine's */
  uint32_t jobs;                 /* 0: as many as cores */
  bool no_recheck;               /* believe proofs without rechecking them */
  const char *solver;            /* of rechecks: "z3", "cvc5" */
  const char *const *clang_args; /* -I..., -D..., passed to clang */
  unsigned n_clang_args;
  const volatile bool *cancel; /* set it (from a signal handler, too) and the work ends; may be NULL */
  void (*progress)(void *context, const char *line); /* now and then during long work; may be NULL */
  void *progress_context;
} heddle_options;

void heddle_options_init(heddle_options *options);

/* What was read: the program and the task. Never NULL; ask heddle_input_ok. */
typedef struct heddle_input heddle_input;
heddle_input *heddle_load(const heddle_options *options, const char *const *files, unsigned n_files);
bool heddle_input_ok(const heddle_input *input);
bool heddle_input_bad_usage(const heddle_input *input); /* not ok because an option is wrong */
const char *heddle_input_property(const heddle_input *input);
/* The verdict that a task file expects, "true", "false", or NULL. */
const char *heddle_input_expected(const heddle_input *input);
void heddle_input_free(heddle_input *input);

/* Messages that loading and verifying left, in order. */
typedef struct {
  int severity;     /* 0 note, 1 warning, 2 error */
  const char *file; /* NULL: no place */
  uint32_t line, column;
  const char *message, *hint; /* hint may be NULL */
  bool verbatim;              /* message is complete as it is, places and carets included */
} heddle_message;
unsigned heddle_message_count(const heddle_input *input);
heddle_message heddle_message_get(const heddle_input *input, unsigned i);

typedef struct heddle_result heddle_result;
heddle_result *heddle_verify(heddle_input *input, const heddle_options *options);
heddle_verdict heddle_result_verdict(const heddle_result *result);
const char *heddle_result_reason(const heddle_result *result); /* of UNKNOWN, else NULL */
const char *heddle_result_engine(const heddle_result *result); /* whose answer it is */
bool heddle_result_defect(const heddle_result *result);        /* unknown because the tool erred */
/* When several engines were asked: what became of each, a line each; NULL past the end. */
const char *heddle_result_note(const heddle_result *result, unsigned i);

unsigned heddle_stat_count(const heddle_result *result);
const char *heddle_stat_get(const heddle_result *result, unsigned i, double *value);
/* The counterexample, for people; nothing unless UNSAFE. width 0: unlimited. RELEVANT: only the
 * steps that the violation depends on, a backward slice. */
typedef enum { HEDDLE_STEPS_USUAL, HEDDLE_STEPS_ALL, HEDDLE_STEPS_RELEVANT } heddle_steps;
void heddle_print_trace(FILE *out, const heddle_result *result, heddle_steps steps, unsigned width);
bool heddle_write_json(FILE *out, const heddle_result *result);
/* Of SAFE: what shows it and who has rechecked that, in a few words; otherwise NULL. */
const char *heddle_result_proof(const heddle_result *result);
/* The proof as a certificate for heddle_check; nothing is written unless SAFE. False: an error. */
bool heddle_write_certificate(FILE *out, const heddle_result *result);
void heddle_result_free(heddle_result *result);

/* Rechecks a certificate that heddle_write_certificate wrote, independently of the engines: SAFE
 * when it proves the program safe, otherwise UNKNOWN. An exhaustive search is repeated. */
heddle_result *heddle_check(heddle_input *input, const heddle_options *options, const char *certificate_file);

/* Runs a counterexample that heddle_write_json wrote again, step by step. True when it
 * ends in the violation; printed to out. Otherwise a message says why. */
bool heddle_replay(heddle_input *input, const heddle_options *options, const char *trace_file, FILE *out);

/* Prints what the tool works on: "program", "dot", "c", "chc" (or "smt2"), "raw", "analysis" or "bp" (with
 * options->predicates). False: no such form. */
bool heddle_emit(heddle_input *input, const heddle_options *options, const char *form, FILE *out);

/* Evaluates files of fixed-point formulas (docs/mu-language.md) and prints to out what they ask for. */
typedef struct {
  const char *program;      /* a Boolean program, whose relations are the formulas' inputs; may be NULL */
  const char *parameters;   /* "K=3,N=2": other values than the files'; may be NULL */
  const char *count, *show; /* a relation to count, and one to print, besides what the files ask; may be NULL */
  bool literal;             /* evaluate as written, without the optimizer */
  bool trace;               /* print a line for each iteration */
  bool reorder;             /* look for a better order of BDD variables when nodes double */
  bool stats;               /* print iterations, nodes and time of each relation */
  uint32_t rows;            /* of a printed relation, at most; 0: 50 */
} heddle_formulas;
/* What is returned has the messages; it is ok unless a file is wrong. *unknown: why an answer is
 * missing, or NULL. */
heddle_input *heddle_solve(const heddle_options *options, const heddle_formulas *formulas, const char *const *files,
                           unsigned n_files, FILE *out, const char **unknown);

/* The engines: name, one line of summary, one line of what it accepts; NULL past the end. */
const char *heddle_engine(unsigned i, const char **summary, const char **accepts);

#ifdef __cplusplus
}
#endif
#endif
