/* explicit.h - exhaustive exploration of programs whose inputs are few values. */
#ifndef HD_ENGINE_EXPLICIT_EXPLICIT_H
#define HD_ENGINE_EXPLICIT_EXPLICIT_H

#include "engine/engine.h"

extern const hd_engine hd_engine_explicit;

#endif
