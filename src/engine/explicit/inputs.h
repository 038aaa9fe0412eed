/* inputs.h - the values of inputs that matter.
 *
 * An input stands for any value of its width. The search tries a few of them, chosen so
 * that every behaviour of the program is one of those it has with these values. */
#ifndef HD_EXPLICIT_INPUTS_H
#define HD_EXPLICIT_INPUTS_H

#include "analysis/sharing.h"
#include "engine/explicit/code.h"

typedef struct hd_inputs hd_inputs;

hd_inputs *hd_inputs_new(hd_program *p, const hd_sharing *sharing);
void hd_inputs_free(hd_inputs *x);

/* A variable in the state keeps an input with more values than this open until it is read. */
enum { HD_INPUT_FEW = 4 };
static inline bool hd_domain_may_wait(const hd_domain *d)
{
  return !d->now && d->n > HD_INPUT_FEW;
}

/* Enough values for assignment `a` of the edge; false: they are too many to try. The caller owns out->values. */
bool hd_inputs_domain(const hd_inputs *x, hd_edge e, uint32_t a, hd_domain *out);
/* The same for the initial value of a variable that starts with any value. */
bool hd_inputs_initial(const hd_inputs *x, hd_var v, hd_domain *out);

#endif
