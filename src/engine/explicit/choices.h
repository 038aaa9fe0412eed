/* choices.h - further cut-points, where ways from one to the next would be too many.
 *
 * Between two cut-points every way is walked by itself, even when ways meet again. With many
 * choices in a row their number explodes while the states they lead to are few. A further
 * cut-point is always allowed. */
#ifndef HD_EXPLICIT_CHOICES_H
#define HD_EXPLICIT_CHOICES_H

#include "analysis/cuts.h"
#include "engine/explicit/inputs.h"

void hd_choices_limit(hd_program *p, hd_cuts *cuts, const hd_inputs *inputs);

#endif
