/* explicit.h - the engine that visits every reachable state, one by one. */
#ifndef HD_EXPLICIT_EXPLICIT_H
#define HD_EXPLICIT_EXPLICIT_H

#include "engine/engine.h"

extern const hd_engine hd_engine_explicit;

#endif
