/* horn.h - the engine that turns the whole program into constrained Horn clauses. */
#ifndef HD_HORN_HORN_H
#define HD_HORN_HORN_H

#include "engine/engine.h"

extern const hd_engine hd_engine_horn;

#endif
