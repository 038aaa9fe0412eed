#include "cli/options.h"

#include <stdio.h>

const hd_cli_command hd_cli_commands[HD_CMD_COUNT] = {
    {HD_CMD_VERIFY, "verify", "FILE...", "prove or refute a property of a concurrent program",
     "FILE is C source (.c, .i), LLVM bitcode (.bc, .ll), a Boolean program (.bp), a task definition (.yml), or a "
     "model (.program); several C files make one program. The last line on standard output is the verdict: "
     "`verdict: safe', `verdict: unsafe' (after the trace of a violation), or `verdict: unknown (REASON)'.",
     1, UINT32_MAX},
    {HD_CMD_EMIT, "emit", "FORM FILE...", "print what the engines work on",
     "FORM is `program', the model as text that can be read back; `dot', its control-flow graphs for "
     "Graphviz; `c', the model as C for other tools; `chc' or `smt2', its Horn clauses in SMT-LIB; `raw', the "
     "model before any reduction; `analysis', what is known before an engine runs: threads, shared variables, "
     "cut-points, loops and their bounds, dependencies; or `bp', the Boolean program "
     "that the conditions of --predicates make of it. Of a Boolean program: `program', or `mu', its relations.",
     2, UINT32_MAX},
    {HD_CMD_REPLAY, "replay", "TRACE FILE...", "execute a counterexample again",
     "TRACE is what `heddle verify --json' wrote for the program in FILE. Its steps are executed one by one, "
     "and the verdict is `unsafe' when they lead to the violation.",
     2, UINT32_MAX},
    {HD_CMD_CHECK, "check", "CERTIFICATE FILE...", "recheck a proof, independently of the engines",
     "CERTIFICATE is what `heddle verify --certificate' wrote for the program in FILE. The verdict is `safe' when "
     "every one of its clauses holds at the start, is kept by every step, and all together exclude violations. "
     "An exhaustive search is repeated.",
     2, UINT32_MAX},
    {HD_CMD_SOLVE, "solve", "FILE.mu...", "evaluate fixed-point formulas",
     "FILE is a system of relations in the language of docs/mu-language.md. Every closed formula in it is printed "
     "with its value; `#count' and `#show' count and print relations. With --program, the relations of a Boolean "
     "program are there to be used.",
     1, UINT32_MAX},
    {HD_CMD_BENCH, "bench", "SUITE...", "run many tasks with limits and print a table",
     "SUITE is a task definition (.yml) or a program; a folder, with every task definition below it; a list of "
     "patterns of such files (.set); or a table of file, property and expected verdict (.tsv). Each task is "
     "verified in a process of its own, on one core. The exit status is 0 when no verdict is wrong, 10 when one "
     "is, 70 when a task failed, 20 when it was interrupted.",
     1, UINT32_MAX},
    {HD_CMD_ENGINES, "engines", "", "list the engines and what they accept",
     "Prints one line for each engine: the name to give to --engine, and what it is.", 0, 0},
};

#define VERIFY (1u << HD_CMD_VERIFY)
#define EMIT (1u << HD_CMD_EMIT)
#define REPLAY (1u << HD_CMD_REPLAY)
#define CHECK (1u << HD_CMD_CHECK)
#define SOLVE (1u << HD_CMD_SOLVE)
#define BENCH (1u << HD_CMD_BENCH)
#define INPUT (VERIFY | EMIT | REPLAY | CHECK) /* the commands that read a program */
#define ALL ((1u << HD_CMD_COUNT) - 1)
#define AT(field) offsetof(hd_options, field)

#define WHAT "What is checked"
#define HOW "How it is checked"
#define BOUNDS "Bounds"
#define LIMITS "Limits"
#define OUTPUT "Output"
#define COMPILER "For the C compiler"
#define OTHER "Other"

const hd_option hd_option_table[] = {
    {WHAT, VERIFY | REPLAY | BENCH, 'p', "property", HD_ARG_PROPERTY, "NAME",
     "unreach-call|no-data-race|no-deadlock|no-overflow|valid-memsafety|termination", 0, AT(property),
     "the property: its name, or a .prp file (default: unreach-call, or the task's)"},
    {WHAT, BENCH, 0, "match", HD_ARG_TEXT, "REGEX", NULL, 0, AT(match), "only the tasks whose file name matches"},
    {WHAT, INPUT | SOLVE, 0, "label", HD_ARG_TEXT, "NAME", NULL, 0, AT(label),
     "of a Boolean program: is this label reached? (default: failed assertions, ERROR and SLIC_ERROR)"},
    {WHAT, INPUT | SOLVE, 0, "dialect", HD_ARG_CHOICE, "NAME", "boppo|getafix", 0, AT(dialect),
     "of a Boolean program: how operators bind (default: boppo, with a warning where it matters)"},
    {WHAT, INPUT, 0, "data-model", HD_ARG_CHOICE, "MODEL", "ILP32|LP64", 0, AT(data_model),
     "sizes of C's types (default: LP64, or the task's)"},
    {WHAT, INPUT, 0, "no-spurious-wakeups", HD_ARG_FLAG, NULL, NULL, HD_OFF, AT(spurious_wakeups),
     "condition variables wake up only when signalled"},

    {WHAT, INPUT, 0, "scheduler", HD_ARG_CHOICE, "NAME", "auto|preemptive|fairthreads|systemc|osek", 0, AT(scheduler),
     "the scheduler that the program's threads must have (default: auto, the one it includes)"},
    {WHAT, INPUT, 0, "turns", HD_ARG_CHOICE, "ORDER", "auto|any|fixed", 0, AT(turns),
     "of FairThreads: in any order, in one that stays the same, or (auto) any, and violations again with fixed"},
    {WHAT, INPUT, 0, "sequentialize", HD_ARG_FLAG, NULL, NULL, 1, AT(sequentialize),
     "all threads and their scheduler as one sequential program"},

    {WHAT, SOLVE, 0, "program", HD_ARG_TEXT, "FILE.bp", NULL, 0, AT(program),
     "a Boolean program; its relations are the formulas' inputs"},
    {WHAT, SOLVE, 0, "set", HD_ARG_TEXT, "NAME=N,...", NULL, 0, AT(set), "values of parameters"},

    {HOW, SOLVE, 0, "literal", HD_ARG_FLAG, NULL, NULL, 1, AT(literal),
     "nested iteration in the order that the brackets give, without the optimizer"},
    {HOW, VERIFY | BENCH, 'e', "engine", HD_ARG_ENGINE, "NAME", NULL, 0, AT(engine),
     "the engine (default: auto, which tries those that accept the program)"},
    {HOW, INPUT, 0, "reduction", HD_ARG_CHOICE, "KIND", "none|local|lipton", 0, AT(reduction),
     "where context switches are considered: at every step, where shared memory is touched, or between "
     "Lipton's movers (default: lipton)"},
    {HOW, VERIFY, 0, "por", HD_ARG_CHOICE, "KIND", "none|persistent|sleep|both", 0, AT(por_kind),
     "partial-order reduction: what an engine has of these (default: both)"},
    {HOW, VERIFY, 0, "no-por", HD_ARG_FLAG, NULL, NULL, HD_OFF, AT(por), "the same as --por none"},
    {HOW, VERIFY, 0, "labels", HD_ARG_CHOICE, "KIND", "auto|predicates|interpolants", 0, AT(labels),
     "abstract states of esst: predicate abstraction, or interpolants as they are (default: auto, predicates)"},
    {HOW, VERIFY, 0, "symmetry", HD_ARG_CHOICE, "WHETHER", "on|off", 0, AT(symmetry),
     "treat identical threads as interchangeable (default: on)"},
    {HOW, VERIFY, 0, "search", HD_ARG_CHOICE, "ORDER", "bfs|dfs", 0, AT(search),
     "breadth-first for short traces, or depth-first (default: bfs)"},
    {HOW, VERIFY | CHECK, 0, "arith", HD_ARG_CHOICE, "KIND", "auto|int|bv|unbounded", 0, AT(arith),
     "integers as linear arithmetic, as bit-vectors, or without bounds, which C's are not (default: auto)"},
    {HOW, VERIFY, 0, "sequential", HD_ARG_TEXT, "CHECKER", NULL, 0, AT(sequential),
     "the checker of programs of one thread: its name, the name of a tool, or a command line with %s for the file "
     "(default: all take turns)"},
    {HOW, VERIFY, 0, "order", HD_ARG_TEXT, "T1,T2,...", NULL, 0, AT(order),
     "for the engine modular: the order of the threads below the one that is checked (default: as data flows)"},
    {HOW, VERIFY | EMIT, 0, "without", HD_ARG_TEXT, "NAME,...", NULL, 0, AT(without),
     "for the engines modular and slicing: optimizations that are not to be used; see their pages"},
    {HOW, VERIFY, 0, "emit-sequential", HD_ARG_TEXT, "DIR", NULL, 0, AT(emit_sequential),
     "for the engine modular: write the sequential programs that it checks as C files to the folder"},
    {HOW, VERIFY | EMIT, 0, "keep", HD_ARG_TEXT, "X,Y,...", NULL, 0, AT(keep),
     "for the engine slicing: the shared variables that the first abstraction keeps (default: those that checks read, "
     "and those that these depend on)"},
    {HOW, EMIT, 0, "slice", HD_ARG_TEXT, "X,Y,...", NULL, 0, AT(slice),
     "print the program's abstraction without these variables"},
    {HOW, EMIT, 0, "stage", HD_ARG_CHOICE, "NAME", "abstraction|reconstruction|refinement", 0, AT(stage),
     "with --slice or --keep: the abstraction, or of its first counterexample the program that is forced along it, or "
     "the abstraction without it (default: abstraction)"},
    {HOW, VERIFY, 0, "backend", HD_ARG_CHOICE, "NAME", "bmc|horn|explicit", 0, AT(backend),
     "for the engine slicing: who checks abstractions (default: bmc)"},
    {HOW, VERIFY, 0, "algorithm", HD_ARG_TEXT, "NAME|FILE", NULL, 0, AT(algorithm),
     "for Boolean programs: the algorithm, one of those in algorithms/ or a .mu file (default: by the program's kind)"},
    {HOW, VERIFY | SOLVE, 0, "reorder", HD_ARG_FLAG, NULL, NULL, 1, AT(reorder),
     "of Boolean programs and formulas: look for a better order of BDD variables when their nodes have doubled"},
    {HOW, VERIFY | EMIT, 0, "predicates", HD_ARG_TEXT, "FILE", NULL, 0, AT(predicates),
     "conditions about a C program, by which it becomes a Boolean program (see docs/boolean-programs.md)"},
    {HOW, VERIFY, 0, "no-recheck", HD_ARG_FLAG, NULL, NULL, HD_OFF, AT(recheck),
     "believe an engine's proof without rechecking it"},
    {HOW, VERIFY | CHECK, 0, "solver", HD_ARG_CHOICE, "NAME", "z3|cvc5", 0, AT(solver),
     "who rechecks proofs (default: z3)"},

    {BOUNDS, INPUT, 0, "unwind", HD_ARG_NUMBER, "N", NULL, 1, AT(unwind),
     "at most N iterations of each loop and N nested calls of each recursive function"},
    {BOUNDS, VERIFY, 0, "contexts", HD_ARG_NUMBER, "K", NULL, 0, AT(contexts), "at most K context switches"},
    {BOUNDS, VERIFY, 0, "rounds", HD_ARG_NUMBER, "K", NULL, 1, AT(rounds),
     "at most K rounds of round-robin, for Boolean programs with any number of threads"},
    {BOUNDS, VERIFY, 0, "depth", HD_ARG_NUMBER, "N", NULL, 1, AT(depth), "at most N steps"},
    {BOUNDS, INPUT | SOLVE, 0, "threads", HD_ARG_NUMBER, "N", NULL, 1, AT(threads),
     "at most N instances of a thread that is created without bound"},

    {LIMITS, VERIFY | CHECK | SOLVE | BENCH, 't', "timeout", HD_ARG_SECONDS, "SECONDS", NULL, 0, AT(timeout),
     "stop after this time (of each task; bench: 60 unless given)"},
    {LIMITS, VERIFY | CHECK | SOLVE | BENCH, 'm', "memory", HD_ARG_NUMBER, "MB", NULL, 1, AT(memory),
     "stop at this much memory"},
    {LIMITS, VERIFY | BENCH, 'j', "jobs", HD_ARG_NUMBER, "N", NULL, 1, AT(jobs),
     "use N processor cores (default: all)"},

    {OUTPUT, BENCH, 0, "csv", HD_ARG_FILE, "FILE", NULL, 0, AT(csv), "write the table to FILE, too"},
    {OUTPUT, VERIFY | BENCH, 0, "json", HD_ARG_FILE, "FILE", NULL, 0, AT(json), "write the result to FILE as JSON"},
    {OUTPUT, VERIFY, 0, "certificate", HD_ARG_FILE, "FILE", NULL, 0, AT(certificate),
     "write the proof of a safe program to FILE, for `heddle check'"},
    {OUTPUT, VERIFY | CHECK | SOLVE, 's', "stats", HD_ARG_FLAG, NULL, NULL, 1, AT(stats),
     "print statistics as `name: value' lines before the verdict"},
    {OUTPUT, VERIFY, 0, "relevant", HD_ARG_FLAG, NULL, NULL, 1, AT(relevant),
     "of a trace, print only the steps that the violation depends on"},
    {OUTPUT, SOLVE, 0, "count", HD_ARG_TEXT, "RELATION", NULL, 0, AT(count), "print how many tuples it has"},
    {OUTPUT, SOLVE, 0, "show", HD_ARG_TEXT, "RELATION", NULL, 0, AT(show), "print its tuples as a table"},
    {OUTPUT, SOLVE, 0, "rows", HD_ARG_NUMBER, "N", NULL, 1, AT(rows), "at most N lines of a table (default: 50)"},
    {OUTPUT, SOLVE, 0, "trace", HD_ARG_FLAG, NULL, NULL, 1, AT(trace), "print a line for each iteration"},
    {OUTPUT, ALL, 'q', "quiet", HD_ARG_FLAG, NULL, NULL, 1, AT(quiet),
     "print the verdict only: no trace, no warnings, no progress"},
    {OUTPUT, ALL, 'v', "verbose", HD_ARG_FLAG, NULL, NULL, 1, AT(verbose), "print notes, and every step of a trace"},

    {COMPILER, INPUT, 'I', NULL, HD_ARG_CLANG, "DIR", NULL, 0, AT(clang), "look for headers in DIR"},
    {COMPILER, INPUT, 'D', NULL, HD_ARG_CLANG, "NAME[=VALUE]", NULL, 0, AT(clang), "define a macro"},
    {COMPILER, INPUT, 0, "include", HD_ARG_CLANG, "FILE", NULL, 0, AT(clang), "read FILE before the source"},

    {OTHER, ALL, 'h', "help", HD_ARG_FLAG, NULL, NULL, 1, AT(help), "print this help"},
    {OTHER, ALL, 'V', "version", HD_ARG_FLAG, NULL, NULL, 1, AT(version), "print the version"},
    /* Without a help text: for the build only. */
    {OTHER, 0, 0, "man", HD_ARG_FLAG, NULL, NULL, 1, AT(man), NULL},
    {OTHER, 0, 0, "completion", HD_ARG_CHOICE, "SHELL", "bash|zsh", 0, AT(completion), NULL},
};
const size_t hd_option_count = HD_COUNT(hd_option_table);

bool hd_option_belongs(const hd_option *o, const hd_cli_command *c)
{
  return o->help && o->commands & 1u << c->id;
}

bool hd_option_is_general(const hd_option *o)
{
  return o->help && o->commands == ALL;
}

void hd_option_spell(const hd_option *o, char *text, size_t size)
{
  const char *argument = o->argument ? o->argument : "";
  if (o->kind == HD_ARG_CLANG)
    o->letter ? snprintf(text, size, "-%c%s", o->letter, argument) : snprintf(text, size, "-%s %s", o->word, argument);
  else if (o->letter)
    snprintf(text, size, "-%c, --%s%s%s", o->letter, o->word, o->argument ? "=" : "", argument);
  else
    snprintf(text, size, "    --%s%s%s", o->word, o->argument ? "=" : "", argument);
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
