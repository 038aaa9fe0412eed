/* terminal.h - what depends on whether a person reads the output: progress, width, interruption. */
#ifndef HD_CLI_TERMINAL_H
#define HD_CLI_TERMINAL_H

#include "base/base.h"

/* SIGINT and SIGTERM set the flag that the work watches; a second one ends the process. */
void hd_terminal_catch_signals(void);
const volatile bool *hd_terminal_cancel_flag(void);

/* Is there a terminal to show it on? */
bool hd_terminal_begin_progress(void);
/* Overwrites the one progress line on stderr; the signature is the library's. */
void hd_terminal_progress(void *context, const char *line);
/* Removes it, before anything else is printed there. */
void hd_terminal_end_progress(void);

/* From now on a thread watches the work (base/board.h) and says where it is: on a terminal in one line that is
 * overwritten, with -v in a line every ten seconds, and in any case when SIGUSR1 asks; until hd_terminal_watched. */
void hd_terminal_watch(bool quiet, bool verbose);
void hd_terminal_pause(bool paused); /* while something is printed in between */
void hd_terminal_watched(void);

/* Columns of the terminal that stdout is connected to; 0: it is not a terminal. */
unsigned hd_terminal_width(void);

#endif
