/* esst.h - explicit scheduler, symbolic threads.
 *
 * Lazy abstraction of the threads, direct execution of the scheduler: program locations and the scheduler's state are
 * explicit (space.h), everything else is described by regions (search.h). Counterexamples are checked exactly, and
 * either executed or used to refine the regions (refine.h, regions.h); the scheduler's choices are reduced by
 * persistent and sleep sets (por.h). (A. Cimatti, I. Narasamdya, M. Roveri: Software model checking with explicit
 * scheduler and symbolic threads.) */
#ifndef HD_ESST_ESST_H
#define HD_ESST_ESST_H

#include "engine/engine.h"

/* Where the labels of abstract states come from: the values of --labels. */
typedef enum { HD_LABELS_AUTO, HD_LABELS_PREDICATES, HD_LABELS_INTERPOLANTS } hd_labels;

extern const hd_engine hd_engine_esst;

#endif
