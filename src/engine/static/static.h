/* static.h - the engine `static`: abstract interpretation, one thread at a time, for any number of them. */
#ifndef HD_ENGINE_STATIC_STATIC_H
#define HD_ENGINE_STATIC_STATIC_H

#include "engine/engine.h"

extern const hd_engine hd_engine_static;

#endif
