/* small.h - the engine `small`: executions that depart little from running one thread after the other.
 *
 * A stress test with many threads and long loops mostly has its bugs in few steps. The plain execution lets a thread go
 * on until it waits, or has gone round a loop, and then the next one. All executions that depart from it at most so
 * many times are tried: within scopes of few threads and iterations that grow one after the other (scope.h). Nothing is
 * changed in the program, so what is found is an execution of it. Finding nothing proves nothing: the answer is then
 * unknown, with the last scope that was searched completely.
 *
 * Beside other engines it takes a fixed number of steps and ends, so that what it finds does not depend on the machine;
 * asked for by name it goes on until the limits. */
#ifndef HD_ENGINE_SMALL_SMALL_H
#define HD_ENGINE_SMALL_SMALL_H

#include "engine/engine.h"

extern const hd_engine hd_engine_small;

#endif
