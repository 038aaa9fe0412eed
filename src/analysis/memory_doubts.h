/* memory_doubts.h - inside resolving: which atomic accesses tell something about other threads.
 *
 * Interleavings order more than C does. A thread that reads a value which another thread wrote knows what that thread
 * did before only if the write releases and the read acquires. So where races are looked for, each atomic access has
 * a variable, its doubt: if it is true, what the access reads is any value. Here each of them becomes a constant.
 * There is no doubt about a place that no other thread writes: the thread sees its own last write there, or what it
 * was given when it was created. There is none either if the access acquires and all writes of other threads to its
 * place release: whatever is read from them is ordered. */
#ifndef HD_ANALYSIS_MEMORY_DOUBTS_H
#define HD_ANALYSIS_MEMORY_DOUBTS_H

#include "program/program.h"

/* Memory is variables already. Programs without doubts stay as they are. */
void hd_doubts_settle(hd_program *p);

#endif
