/* messages.h - the library's messages as the user sees them on stderr:
 *
 *   file.c:3:7: error: what is wrong
 *       3 |   the source line
 *         |   ^
 *   hint: what to do next
 */
#ifndef HD_CLI_MESSAGES_H
#define HD_CLI_MESSAGES_H

#include <heddle/heddle.h>

#include "cli/options.h"

/* Prints the messages from number `from` on, as far as -q and -v want them; returns
 * how many there are by now. */
unsigned hd_messages_print(const heddle_input *input, unsigned from, const hd_options *options);

#endif
