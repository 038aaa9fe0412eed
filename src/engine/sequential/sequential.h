/* sequential.h - the engine for programs of one thread: the checkers of src/sequential take turns. */
#ifndef HD_ENGINE_SEQUENTIAL_H
#define HD_ENGINE_SEQUENTIAL_H

#include "engine/engine.h"

extern const hd_engine hd_engine_sequential;

#endif
