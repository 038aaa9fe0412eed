/* board.h - where the work is now, for any reader.
 *
 * One page of memory that a process shares with its children: the property, the current phase, which engines run and
 * the progress that each reports. The working processes write; another thread may read. Texts may be torn while they
 * are written: the board is for people, and nothing depends on it. */
#ifndef HD_BASE_BOARD_H
#define HD_BASE_BOARD_H

#include "base/base.h"

void hd_board_ask(const char *property); /* a new question: everything else is forgotten */
void hd_board_begin(const char *phase);  /* what is being done while no engine runs */
void hd_board_enter(const char *engine); /* by the engine's own process */
void hd_board_say(const char *engine, const char *format, ...) HD_PRINTF(2, 3);
void hd_board_leave(const char *engine);
void hd_board_close(uint32_t closed); /* so many more checks are proved */

/* `no-data-race: horn, bmc (unwind 12); 3 checks closed; 340 MB`; returns text. */
const char *hd_board_read(char *text, size_t size);

#endif
