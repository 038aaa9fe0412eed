/* lockstep.h - threads side by side in a few orders, as programs of one thread for the sequential checkers. */
#ifndef HD_ENGINE_LOCKSTEP_LOCKSTEP_H
#define HD_ENGINE_LOCKSTEP_LOCKSTEP_H

#include "engine/engine.h"

extern const hd_engine hd_engine_lockstep;

#endif
