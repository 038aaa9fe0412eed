/* options.h - the command line as one table.
 *
 * The parser, --help, the manual page and the shell completions all read the same two tables: the commands, and the
 * options of include/heddle/options.def, which also makes the fields that they are stored in. */
#ifndef HD_CLI_OPTIONS_H
#define HD_CLI_OPTIONS_H

#include <heddle/heddle.h>

#include "build/words.h"

typedef enum {
  HD_CMD_VERIFY,
  HD_CMD_EMIT,
  HD_CMD_REPLAY,
  HD_CMD_CHECK,
  HD_CMD_SOLVE,
  HD_CMD_BENCH,
  HD_CMD_CC,
  HD_CMD_HARNESS,
  HD_CMD_STUBS,
  HD_CMD_EXPLAIN,
  HD_CMD_LSP,
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

/* The kinds of options.def. */
typedef enum {
  HD_ARG_FLAG,
  HD_ARG_NUMBER,
  HD_ARG_BOUND,
  HD_ARG_SECONDS,
  HD_ARG_PATH,
  HD_ARG_TEXT,
  HD_ARG_CHOICE,
  HD_ARG_NAME,
  HD_ARG_ENGINE,
  HD_ARG_PROPERTY,
  HD_ARG_FIXED,
  HD_ARG_OPTIONAL
} hd_argument_kind;

typedef struct {
  hd_argument_kind kind;
  size_t offset;        /* of the field in hd_options */
  char letter;          /* '\0': none */
  const char *word;     /* "engine" for --engine; NULL: none */
  const char *argument; /* how the argument is called in the help */
  const char *values;   /* separated by '|' */
  const char *standard; /* the value if the option is not given; NULL: none */
  int least;            /* of a number */
  uint32_t commands;    /* bit set of hd_command_id, and HD_COMMON */
  const char *group;    /* the heading it is listed under */
  const char *help;     /* NULL: for the build only */
} hd_option;

/* Among the commands of an option: it is on the first page of their help. */
#define HD_COMMON (1u << HD_CMD_COUNT)

typedef struct {
  const hd_cli_command *command; /* NULL: none was given */
  hd_words files;                /* arguments that are not options, in order */
  hd_words compiler;             /* for the compiler */
  char *properties;              /* all that were given, "a,b"; NULL: none */
  heddle_options library;
  heddle_formulas formulas;
#define HEDDLE_CLI(kind, field, ...) HEDDLE_TYPE_##kind field;
#include <heddle/options.def>
} hd_options;

/* What `heddle emit' can print. */
#define HD_EMIT_FORMS "program|dot|c|chc|smt2|raw|analysis|mu|bp"

extern const hd_cli_command hd_cli_commands[HD_CMD_COUNT];
extern const hd_option hd_option_table[];
extern const size_t hd_option_count;

/* All words behind such a command are those of another program. */
bool hd_command_passes_words(const hd_cli_command *c);
/* Such a command takes the flags of compilers (build/flags.h), too. */
bool hd_command_reads_programs(const hd_cli_command *c);
bool hd_option_belongs(const hd_option *o, const hd_cli_command *c);
bool hd_option_is_general(const hd_option *o); /* belongs to every command */
bool hd_option_is_flag(const hd_option *o);    /* takes no argument after a blank */
/* "--engine=NAME": how an option is written in help texts. */
void hd_option_spell(const hd_option *o, char *text, size_t size);

/* Splits "a|b|c": copies the i-th choice to text, false when there is none. */
bool hd_choice_get(const char *choices, size_t i, char *text, size_t size);

/* Parses argv; on a mistake leaves a sentence for the user in *error (malloc'ed) and
 * returns HD_BAD_USAGE. The strings in *out point into argv, or are freed with it. */
hd_status hd_options_parse(int argc, char **argv, hd_options *out, char **error);
void hd_options_clear(hd_options *o);

/* To stdout. Of no command: the general one. All: not only the common options. */
void hd_print_help(const hd_cli_command *c, bool all);
void hd_print_man(void);
void hd_print_completion(const char *shell);

#endif
