/* abstract.h - C programs by way of Boolean ones: predicate abstraction with the user's conditions. */
#ifndef HD_API_ABSTRACT_H
#define HD_API_ABSTRACT_H

#include "api/result.h"

/* Prints the Boolean program that the conditions in o->predicates make of the input. False: a diagnostic says
 * why not. */
bool hd_abstract_emit(heddle_input *in, const heddle_options *o, FILE *out);

/* Decides that program: SAFE when it is safe; UNSAFE only when the edges of its violation can be executed one
 * after the other on the C program; otherwise UNKNOWN. */
void hd_abstract_verify(heddle_input *in, const heddle_options *o, const hd_budget *budget, heddle_result *r);

#endif
