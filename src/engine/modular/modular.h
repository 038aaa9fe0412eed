/* modular.h - verifies threads one at a time, against what was learned about the others.
 *
 * The thread whose assertions are in question is checked as a sequential program in which an
 * environment move, at each cut-point, stands for the steps of all other threads. A violation that
 * rests on environment moves leads to a query: can the environment do that? Queries are answered
 * the same way, by the next thread of the hierarchy against those after it. No refutes the move
 * once and for all; yes gives an assertion before it that promises the error. */
#ifndef HD_ENGINE_MODULAR_MODULAR_H
#define HD_ENGINE_MODULAR_MODULAR_H

#include "engine/engine.h"

extern const hd_engine hd_engine_modular;

#endif
