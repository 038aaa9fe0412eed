/* commands.h - what each command does; every function returns the exit status. */
#ifndef HD_CLI_COMMANDS_H
#define HD_CLI_COMMANDS_H

#include <heddle/heddle.h>

#include "cli/options.h"

int hd_command_verify(const hd_options *options);
int hd_command_emit(const hd_options *options);
int hd_command_replay(const hd_options *options);
int hd_command_check(const hd_options *options);
int hd_command_solve(const hd_options *options);
int hd_command_bench(const hd_options *options);
int hd_command_cc(const hd_options *options);
int hd_command_harness(const hd_options *options);
int hd_command_stubs(const hd_options *options);
int hd_command_explain(const hd_options *options);
int hd_command_lsp(const hd_options *options);
int hd_command_engines(const hd_options *options);

/* What the commands that read a program have in common. */
typedef struct {
  const hd_options *options;
  heddle_options library;
  heddle_input *input;
  unsigned printed;        /* messages that were shown already */
  double began, reading;   /* when, and how long the program was read */
  bool limited_by_default; /* no time limit was given */
} hd_session;

/* Only the options; the caller puts what it reads into s->input. */
void hd_session_init(hd_session *s, const hd_options *options);
/* Reads the program in files[skip..] and prints the messages about it. hd_session_close afterwards. */
void hd_session_read(hd_session *s, const hd_options *options, uint32_t skip);
/* The same, and the verdict when a limit was reached. True: it can be worked on; otherwise *exit_status is final. */
bool hd_session_open(hd_session *s, const hd_options *options, uint32_t skip, int *exit_status);
void hd_session_messages(hd_session *s); /* prints those that are new */
/* The exit status for an input that turned out not to be ok: because the user or the clock
 * ended the reading, or because of what was read. */
int hd_session_failed(const hd_session *s);
void hd_session_close(hd_session *s);

/* How many checks are proved, violated and open, and which are open: the first few, or all. */
void hd_print_checks(heddle_result *const *results, unsigned n, bool every);

/* Prints the last line of standard output, and returns the exit status for it. */
int hd_print_verdict(heddle_verdict verdict, const char *reason);

#endif
