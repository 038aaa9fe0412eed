/* condition.h - conditions about a program's state, written as C expressions.
 *
 * Names are those of the model (`count`, `q.head`, `worker::i`); of a thread's own variables the part after
 * `::` is enough where only one has it, and the numbers that tell copies apart (`worker::i#2`) may be left
 * out. Types are C's: what is narrower than int becomes an int, and the wider or unsigned operand decides. */
#ifndef HD_PROGRAM_CONDITION_H
#define HD_PROGRAM_CONDITION_H

#include "program/program.h"

/* The condition at `text`, over shared variables and those of the thread (HD_NO_THREAD: shared ones only), as a Boolean
 * term. `place` is where the text begins. HD_NO_TERM with a diagnostic if it is not a condition. */
hd_term hd_condition_parse(hd_program *p, hd_thread thread, const char *text, size_t length, hd_place place,
                           hd_diags *diags);

#endif
