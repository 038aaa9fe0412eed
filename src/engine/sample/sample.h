/* sample.h - the engine `sample`: random executions, which find what most schedules run into.
 *
 * It never proves anything. Beside other engines it tries a fixed amount of work and ends, so that what it finds
 * does not depend on the machine; asked for by name it goes on until the limits. */
#ifndef HD_ENGINE_SAMPLE_SAMPLE_H
#define HD_ENGINE_SAMPLE_SAMPLE_H

#include "engine/engine.h"

extern const hd_engine hd_engine_sample;

#endif
