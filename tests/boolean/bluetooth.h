/* bluetooth.h - the Bluetooth driver of the literature as a Boolean program, in three versions.
 *
 * pendingIo is 1 more than the users of the driver; the thread that brings it to 0 lets the stopper go on. 1: the flag is
 * tested before the counter is incremented. 2: the counter is incremented first, and decremented twice when
 * the flag is set. 3: only once. The counter has four bits: it becomes negative. */
#ifndef TESTS_BOOLEAN_BLUETOOTH_H
#define TESTS_BOOLEAN_BLUETOOTH_H

#include <stdint.h>
#include <stdio.h>

void print_bluetooth(FILE *out, unsigned version, uint32_t adders, uint32_t stoppers);

#endif
