/* options.h - the command line as one table.
 *
 * The parser, --help, the manual page and the shell completions all read the same two
 * tables, so a new option is one line in options.c and a field in hd_options. */
#ifndef HD_CLI_OPTIONS_H
#define HD_CLI_OPTIONS_H

#include "base/base.h"

typedef enum {
  HD_CMD_VERIFY,
  HD_CMD_EMIT,
  HD_CMD_REPLAY,
  HD_CMD_CHECK,
  HD_CMD_SOLVE,
  HD_CMD_BENCH,
  HD_CMD_ENGINES,
  HD_CMD_COUNT
} hd_command_id;

typedef struct {
  hd_command_id id;
  const char *name;
  const char *arguments;            /* for the synopsis: "FILE..." */
  const char *summary;              /* one line */
  const char *description;          /* a paragraph for --help and the manual */
  uint32_t least_files, most_files; /* how many arguments there must be */
} hd_cli_command;

typedef enum {
  HD_ARG_FLAG,     /* no argument; stores `value` in an int */
  HD_ARG_NUMBER,   /* a whole number of at least `value`, in a uint32_t */
  HD_ARG_SECONDS,  /* a decimal number above zero, in a double */
  HD_ARG_FILE,     /* a file to write, in a const char * */
  HD_ARG_TEXT,     /* any text, likewise */
  HD_ARG_CHOICE,   /* one of `choices`, in a const char * that points into argv */
  HD_ARG_ENGINE,   /* the name of an engine, likewise */
  HD_ARG_PROPERTY, /* one of `choices`, or a file whose name ends in .prp */
  HD_ARG_CLANG     /* handed to the compiler, in the hd_words */
} hd_argument_kind;

typedef struct {
  const char *group; /* the heading it is listed under */
  uint32_t commands; /* bit set of hd_command_id */
  char letter;       /* '\0': none */
  const char *word;  /* "engine" for --engine; NULL: none */
  hd_argument_kind kind;
  const char *argument; /* how the argument is called in the help */
  const char *choices;  /* separated by '|' */
  int value;
  size_t offset; /* of the field in hd_options */
  const char *help;
} hd_option;

typedef HD_VEC(const char *) hd_words;

typedef enum { HD_UNSET = 0, HD_ON = 1, HD_OFF = 2 } hd_switch;

typedef struct {
  const hd_cli_command *command; /* NULL: none was given */
  hd_words files;                /* arguments that are not options, in order */
  hd_words clang;                /* for the compiler */
  const char *engine, *property, *data_model, *reduction, *search, *symmetry, *arith, *sequential;
  const char *keep, *slice, *stage, *backend;           /* of slicing */
  const char *algorithm, *label, *dialect, *predicates; /* of Boolean programs */
  const char *order, *without, *emit_sequential;        /* of modular */
  const char *program, *set, *count, *show;             /* of formulas */
  const char *json, *certificate, *solver;
  const char *match, *csv;                  /* of bench */
  uint32_t unwind, contexts, depth, rounds; /* HD_NONE: no bound */
  uint32_t threads, memory, jobs;           /* 0: not given */
  double timeout;
  int por;              /* hd_switch */
  const char *por_kind; /* one of none, persistent, sleep, both */
  const char *labels;   /* one of auto, predicates, interpolants */
  const char *scheduler, *turns;
  int sequentialize;
  int spurious_wakeups;   /* hd_switch */
  int recheck;            /* hd_switch */
  int help, version, man; /* flags */
  int stats, quiet, verbose, relevant;
  int literal, trace, reorder; /* of formulas; flags */
  uint32_t rows;               /* likewise; 0: not given */
  const char *completion;      /* bash or zsh */
} hd_options;

/* What `heddle emit' can print. */
#define HD_EMIT_FORMS "program|dot|c|chc|smt2|raw|analysis|mu|bp"

extern const hd_cli_command hd_cli_commands[HD_CMD_COUNT];
extern const hd_option hd_option_table[];
extern const size_t hd_option_count;

bool hd_option_belongs(const hd_option *o, const hd_cli_command *c);
bool hd_option_is_general(const hd_option *o); /* belongs to every command */
/* "--engine=NAME" or "-I DIR": how an option is written in help texts. */
void hd_option_spell(const hd_option *o, char *text, size_t size);

/* Splits "a|b|c": copies the i-th choice to text, false when there is none. */
bool hd_choice_get(const char *choices, size_t i, char *text, size_t size);

/* Parses argv; on a mistake leaves a sentence for the user in *error (malloc'ed) and
 * returns HD_BAD_USAGE. The strings in *out point into argv. */
hd_status hd_options_parse(int argc, char **argv, hd_options *out, char **error);
void hd_options_clear(hd_options *o);

void hd_print_help(const hd_cli_command *c); /* NULL: the general one; to stdout */
void hd_print_man(void);
void hd_print_completion(const char *shell);

#endif
