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

/* Why a verdict is UNKNOWN. */
typedef enum {
  HEDDLE_CAUSE_NONE,
  HEDDLE_CAUSE_TIME,        /* the time limit */
  HEDDLE_CAUSE_MEMORY,      /* the memory limit */
  HEDDLE_CAUSE_BOUND,       /* everything within a bound was searched */
  HEDDLE_CAUSE_UNSUPPORTED, /* something in the program that is not supported */
  HEDDLE_CAUSE_ASSUMPTION,  /* the answer would rest on what was not checked */
  HEDDLE_CAUSE_REFUSED,     /* an engine does not treat the program, or gave up */
  HEDDLE_CAUSE_CANCELLED,   /* options.cancel */
  HEDDLE_CAUSE_FAILED       /* an engine failed, or its answer was wrong */
} heddle_cause;

/* options.timeout without a limit. The library has none unless it is given one; `heddle verify` has 300 s. */
#define HEDDLE_NO_LIMIT (-1.0)

/* One field for each row of options.def with the scope LIBRARY or ENGINE, which has its type and its meaning: what
 * `--data-model` is on the command line is `data_model` here. heddle_options_init gives every field its default. */
typedef struct {
#define HEDDLE_LIBRARY(kind, field, ...) HEDDLE_TYPE_##kind field;
#define HEDDLE_ENGINE(kind, field, ...) HEDDLE_TYPE_##kind field;
#include <heddle/options.def>
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
/* Not ok because a limit was reached, or because of options.cancel, while the program was read or its model made:
 * which, and what was being done. NULL: it is not so. heddle_verify then answers `unknown`. */
const char *heddle_input_exhausted(const heddle_input *input);
bool heddle_input_bad_usage(const heddle_input *input); /* not ok because an option is wrong */
/* Several properties may be asked ("a,b"); without options.property all of them are, or what a task says.
 * heddle_verify and what follows is about one of them: the first, until another, 0 <= i < count, is chosen. The program
 * is compiled once. */
unsigned heddle_property_count(const heddle_input *input);
void heddle_choose_property(heddle_input *input, unsigned i);
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
heddle_cause heddle_result_cause(const heddle_result *result); /* of UNKNOWN, else NONE */
const char *heddle_cause_name(heddle_cause cause);             /* "time", "memory", ... */
/* Of UNKNOWN: how far it came ("unwind", 12); of BOUND, the bounds. NULL past the end. */
const char *heddle_result_covered(const heddle_result *result, unsigned i, uint64_t *amount);
/* Of UNKNOWN: what to try next, a line each with the options that it takes, the most promising first; NULL past the
 * end. The options are those that the caller was given, which the advice goes on from. */
const char *heddle_result_advice(heddle_result *result, const heddle_options *options, unsigned i);
const char *heddle_result_engine(const heddle_result *result); /* whose answer it is */
bool heddle_result_defect(const heddle_result *result);        /* unknown because the tool erred */
/* When several engines were asked: what became of each, a line each; NULL past the end. */
const char *heddle_result_note(const heddle_result *result, unsigned i);

/* Of SAFE: where executions stop in undefined behaviour, so that the answer is not about them, and whether all do; a
 * line each, NULL past the end. What is said holds; not every such place is found. */
const char *heddle_result_remark(heddle_result *result, unsigned i);

/* What the answer rests on without having been checked: a line for each kind, NULL past the end; and all kinds in a few
 * words, NULL when there is nothing. The texts live as long as the result. */
const char *heddle_result_assumption(heddle_result *result, unsigned i);
const char *heddle_result_assumptions(heddle_result *result);

/* Each check has its own answer, in the order of the source: an assertion, an addition, a pair of accesses that could
 * race (`other_file` and so on is the second place), or that no thread can go on (no place). SAFE: all are proved. */
typedef enum { HEDDLE_CHECK_PROVED, HEDDLE_CHECK_VIOLATED, HEDDLE_CHECK_OPEN } heddle_check_state;
typedef struct {
  heddle_check_state state;
  const char *rule; /* the property, or the part of it: "no-overflow", "valid-free" */
  const char *text; /* what is checked; of a race the variable; may be NULL */
  const char *by;   /* the engine that proved or violated it; "model": it cannot be reached or is constant */
  const char *file; /* NULL: no place */
  uint32_t line, column;
  const char *other_file;
  uint32_t other_line, other_column;
} heddle_check_answer;
unsigned heddle_check_count(const heddle_result *result);
heddle_check_answer heddle_check_get(const heddle_result *result, unsigned i);

unsigned heddle_stat_count(const heddle_result *result);
const char *heddle_stat_get(const heddle_result *result, unsigned i, double *value);
/* The counterexample (with options.all: all of them), for people; nothing unless UNSAFE. width 0: unlimited.
 * BRIEF: only what the violation depends on, of that what threads share, waits, and what hangs on such things or on
 * inputs. FULL: every line of the source with an effect. ALL: every step, and temporaries. */
typedef enum { HEDDLE_STEPS_BRIEF, HEDDLE_STEPS_FULL, HEDDLE_STEPS_ALL } heddle_steps;
void heddle_print_trace(FILE *out, const heddle_result *result, heddle_steps steps, unsigned width);
/* Is every violation known: in options.baseline, or allowed with a reason by options.suppressions or by a comment of
 * the source? Such violations are printed as one line, and the search goes on behind them, as with options.all. */
bool heddle_result_is_known(const heddle_result *result);
/* Leaves a warning for each suppression that allows nothing any more, as far as the results tell. */
void heddle_note_stale(heddle_input *input, heddle_result *const *results, unsigned n);
bool heddle_write_json(FILE *out, const heddle_result *result);
/* Of several properties: UNSAFE when one is violated, otherwise UNKNOWN when one is open. */
heddle_verdict heddle_total_verdict(heddle_result *const *results, unsigned n);
/* One object, with that verdict and the results as `properties`; of one result the same as heddle_write_json. */
bool heddle_write_json_all(FILE *out, heddle_result *const *results, unsigned n);
/* The results as one SARIF 2.1.0 log, paths relative to the current folder. */
bool heddle_write_sarif(FILE *out, heddle_result *const *results, unsigned n);
/* The results as one HTML page that needs nothing else. */
bool heddle_write_html(FILE *out, heddle_result *const *results, unsigned n);
/* The first result, if it is decided, as a witness of SV-COMP, in the options' witness_format. The witness of a
 * violation is read again, and the counterexample must follow it; where there is no witness, a message of the input
 * says why. False: an error. */
bool heddle_write_witness(FILE *out, heddle_result *const *results, unsigned n);
/* Of SAFE: what shows it and who has rechecked that, in a few words; otherwise NULL. */
const char *heddle_result_proof(const heddle_result *result);
/* Of SAFE: what the proof says, in the source's words, an indented line each: what holds wherever threads switch, while
 * no thread holds a lock, and where something is checked; with `every`, what each thread relies on,
 * and what holds at all its lines. Nothing for an exhaustive search. */
void heddle_print_proof(FILE *out, const heddle_result *result, bool every);
/* The proof as a certificate for heddle_check; nothing is written unless SAFE. False: an error. */
bool heddle_write_certificate(FILE *out, const heddle_result *result);
void heddle_result_free(heddle_result *result);

/* Rechecks a certificate that heddle_write_certificate wrote, independently of the engines: SAFE
 * when it proves the program safe, otherwise UNKNOWN. An exhaustive search is repeated. Or validates a witness (YAML):
 * UNSAFE when an execution follows it into a violation, SAFE when its invariants hold and the program is safe. */
heddle_result *heddle_check(heddle_input *input, const heddle_options *options, const char *certificate_file);

/* Runs a counterexample that heddle_write_json wrote again, step by step. True when it
 * ends in the violation; printed to out. Otherwise a message says why. With options->native the program is compiled and
 * run, too, its threads held to the schedule, and must fail in the same way. */
bool heddle_replay(heddle_input *input, const heddle_options *options, const char *trace_file, FILE *out);

/* Prints what the tool works on: "program", "dot", "c", "chc" (or "smt2"), "raw", "analysis" or "bp" (with
 * options->predicates). False: no such form. */
bool heddle_emit(heddle_input *input, const heddle_options *options, const char *form, FILE *out);

/* Prints C with a body to be filled in for each function that the program calls and does not have. False: the input's
 * messages say why not. */
bool heddle_stubs(heddle_input *input, const heddle_options *options, FILE *out);

/* Prints a program in C whose threads call the functions of a header or source in any order, with any arguments: those
 * of these names, or all. What is returned has the messages, and is ok when something was printed. */
heddle_input *heddle_harness(const heddle_options *options, const char *file, const char *const *functions, unsigned n,
                             FILE *out);

/* Calls the C compiler with these words, as if it had been called itself, and adds the bitcode of each source to the
 * object that was made: heddle_load then reads the object, or what it was linked into. *status is the compiler's exit
 * status; what is returned has the messages. */
heddle_input *heddle_cc(const char *const *words, unsigned n_words, int *status);

/* Evaluates files of fixed-point formulas (docs/mu-language.md) and prints to out what they ask for. The fields are
 * the rows of options.def with the scope FORMULAS. */
typedef struct {
#define HEDDLE_FORMULAS(kind, field, ...) HEDDLE_TYPE_##kind field;
#include <heddle/options.def>
  bool stats; /* print iterations, nodes and time of each relation */
} heddle_formulas;
/* What is returned has the messages; it is ok unless a file is wrong. *unknown: why an answer is
 * missing, or NULL. */
heddle_input *heddle_solve(const heddle_options *options, const heddle_formulas *formulas, const char *const *files,
                           unsigned n_files, FILE *out, const char **unknown);

/* A language server: messages of the Language Server Protocol from `in`, replies and diagnostics to `out`, until the
 * client says that it is over. Documents are verified with the options when they are opened or saved. Returns the exit
 * status that the protocol wants: 0 after `shutdown`, otherwise 1. */
int heddle_serve(FILE *in, FILE *out, const heddle_options *options);

/* The engines: name, one line of summary, one line of what it accepts; NULL past the end. */
const char *heddle_engine(unsigned i, const char **summary, const char **accepts);

/* --- workers --------------------------------------------------------------------------------------------- */

/* Answers the questions of another process of the same version, until the connection ends; ends this process then. */
void heddle_work(int fd);

#ifdef __cplusplus
}
#endif
#endif
