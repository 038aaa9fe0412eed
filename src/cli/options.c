/* options.c - questions about rows of the table. */
#include "cli/options.h"

#include <stdio.h>

const hd_cli_command hd_cli_commands[HD_CMD_COUNT] = {
    {HD_CMD_VERIFY, "verify", "FILE...", "prove or refute a property of a concurrent program",
     "FILE is C or C++ source (.c, .i, .cpp), bitcode (.bc, .ll), an output of `heddle cc', a Boolean program (.bp), "
     "a task definition (.yml), or a model (.program); several C files make one program. The last line on standard "
     "output is `verdict: safe', `verdict: unsafe' (after the trace of a violation), or `verdict: unknown (REASON)'. "
     "If several properties are checked, a line `property NAME: ...' for each precedes it.",
     1, UINT32_MAX},
    {HD_CMD_EMIT, "emit", "FORM FILE...", "print what the engines work on",
     "FORM is `program', the model as text that Heddle can read back; `dot', its control-flow graphs for Graphviz; "
     "`c', the model as C for other tools; `chc' or `smt2', its Horn clauses in SMT-LIB; `raw', the model before any "
     "reduction; `analysis', what is known before an engine runs: threads, shared variables, cut-points, loops and "
     "their bounds, dependencies; or `bp', the Boolean program made with the conditions of --predicates. For a "
     "Boolean program, FORM is `program', or `mu', its relations.",
     2, UINT32_MAX},
    {HD_CMD_REPLAY, "replay", "TRACE FILE...", "execute a counterexample again",
     "TRACE is the file that `heddle verify --json' wrote for the program in FILE. Its steps are executed one by one; "
     "the verdict is `unsafe' if they lead to the violation.",
     2, UINT32_MAX},
    {HD_CMD_CHECK, "check", "EVIDENCE FILE...", "recheck a proof or a witness",
     "EVIDENCE is a certificate that `heddle verify --certificate' wrote for the program in FILE, or a YAML witness. A "
     "certificate is checked without the engine that found it: the verdict is `safe' if every clause holds at the "
     "start "
     "and is kept by every step, and all clauses together exclude violations; an exhaustive search is repeated. For a "
     "witness, the engines look for an execution that follows it, or check its invariants.",
     2, UINT32_MAX},
    {HD_CMD_SOLVE, "solve", "FILE.mu...", "evaluate fixed-point formulas",
     "FILE is a system of relations in the language of docs/mu-language.md. Prints every closed formula with its "
     "value; `#count' and `#show' count and print relations. With --program, formulas may use the relations of a "
     "Boolean program.",
     1, UINT32_MAX},
    {HD_CMD_BENCH, "bench", "SUITE... | show R... | merge OUT R... | compare R R",
     "run many tasks with limits and print a table",
     "SUITE is a task definition (.yml) or a program; a folder, for every task definition below it; a list of "
     "patterns of such files (.set); or a table of file, property and expected verdict (.tsv). Each task is "
     "verified in a process of its own, on one core. With --results, each finished task appends a line to a file R; "
     "`show' prints such files as one table, `merge' combines them, `compare' prints what has changed from the first "
     "to the second. The exit status is 0 if no verdict is wrong, 10 if one is, 70 if a task failed, 20 if the run "
     "was interrupted.",
     1, UINT32_MAX},
    {HD_CMD_CC, "cc", "WORD...", "compile like clang, and keep bitcode in objects",
     "Passes every WORD to the compiler unchanged, so that `make CC=\"heddle cc\"' builds a project as usual. Each "
     "object also carries its bitcode, which archives and linked programs keep: `heddle verify ./program' reads it. "
     "HEDDLE_CC names the compiler, if it is not clang. The exit status is that of the compiler.",
     0, UINT32_MAX},
    {HD_CMD_HARNESS, "harness", "FILE [FUNCTION...]", "write a program that uses a library",
     "FILE is a C header or source. Prints a program that creates an object, calls the named functions (default: all "
     "functions of FILE) from two threads in any order with any arguments, and destroys the object. Read and edit it, "
     "then pass it to `heddle verify' together with the sources of the library.",
     1, UINT32_MAX},
    {HD_CMD_STUBS, "stubs", "FILE...", "write bodies for functions that a program lacks",
     "Prints a C function, to be filled in, for each function that the program in FILE calls but does not define, "
     "unless Heddle knows what the function does.",
     1, UINT32_MAX},
    {HD_CMD_EXPLAIN, "explain", "[CAUSE]", "explain why an answer is unknown",
     "CAUSE is `time', `memory', `bound', `unsupported', `assumption', `refused', `cancelled' or `failed', as printed "
     "by `heddle verify'. Prints what it means and what to do. Without CAUSE, lists the causes.",
     0, 1},
    {HD_CMD_LSP, "lsp", "", "show violations in an editor (language server)",
     "Speaks the Language Server Protocol on standard input and output. A document is verified when it is opened and "
     "when it is saved after a change. Each violation is a diagnostic, with the steps that lead to it as related "
     "information. The time limit is 20 seconds per document unless --timeout sets another.",
     0, 0},
    {HD_CMD_ENGINES, "engines", "", "list the engines and what they accept",
     "Prints a line for each engine: the name to pass to --engine, and what the engine does.", 0, 0},
};

#define COMMON HD_COMMON
#define VERIFY (1u << HD_CMD_VERIFY)
#define EMIT (1u << HD_CMD_EMIT)
#define REPLAY (1u << HD_CMD_REPLAY)
#define CHECK (1u << HD_CMD_CHECK)
#define SOLVE (1u << HD_CMD_SOLVE)
#define BENCH (1u << HD_CMD_BENCH)
#define LSP (1u << HD_CMD_LSP)
#define WRITE (1u << HD_CMD_HARNESS | 1u << HD_CMD_STUBS)
#define INPUT (VERIFY | EMIT | REPLAY | CHECK | LSP | WRITE) /* the commands that read a program */
#define ALL ((1u << HD_CMD_COUNT) - 1)

#define WHAT "What is checked"
#define HOW "How it is checked"
#define BOUNDS "Bounds"
#define LIMITS "Limits"
#define OUTPUT "Output"
#define OTHER "Other"

const hd_option hd_option_table[] = {
#define HEDDLE_LIBRARY(kind, field, ...) {HD_ARG_##kind, offsetof(hd_options, library.field), __VA_ARGS__},
#define HEDDLE_ENGINE(kind, field, ...) {HD_ARG_##kind, offsetof(hd_options, library.field), __VA_ARGS__},
#define HEDDLE_ALIAS(kind, field, ...) {HD_ARG_##kind, offsetof(hd_options, library.field), __VA_ARGS__},
#define HEDDLE_FORMULAS(kind, field, ...) {HD_ARG_##kind, offsetof(hd_options, formulas.field), __VA_ARGS__},
#define HEDDLE_CLI(kind, field, ...) {HD_ARG_##kind, offsetof(hd_options, field), __VA_ARGS__},
#include <heddle/options.def>
};
const size_t hd_option_count = HD_COUNT(hd_option_table);

bool hd_command_passes_words(const hd_cli_command *c)
{
  return c->id == HD_CMD_CC;
}

bool hd_command_reads_programs(const hd_cli_command *c)
{
  return INPUT & 1u << c->id;
}

bool hd_option_belongs(const hd_option *o, const hd_cli_command *c)
{
  return o->help && o->commands & 1u << c->id;
}

bool hd_option_is_general(const hd_option *o)
{
  return o->help && (o->commands & ALL) == ALL;
}

bool hd_option_is_flag(const hd_option *o)
{
  return o->kind == HD_ARG_FLAG || o->kind == HD_ARG_FIXED || o->kind == HD_ARG_OPTIONAL;
}

void hd_option_spell(const hd_option *o, char *text, size_t size)
{
  const char *argument = o->argument ? o->argument : "";
  const char *before = o->kind == HD_ARG_OPTIONAL ? "[=" : o->argument ? "=" : "";
  const char *after = o->kind == HD_ARG_OPTIONAL ? "]" : "";
  if (o->letter)
    snprintf(text, size, "-%c, --%s%s%s%s", o->letter, o->word, before, argument, after);
  else
    snprintf(text, size, "    --%s%s%s%s", o->word, before, argument, after);
}

bool hd_choice_get(const char *choices, size_t i, char *text, size_t size)
{
  while (choices && i > 0) {
    choices = strchr(choices, '|');
    if (choices) choices++;
    i--;
  }
  if (!choices) return false;
  snprintf(text, size, "%.*s", (int)strcspn(choices, "|"), choices);
  return true;
}
