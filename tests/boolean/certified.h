/* certified.h - the certificate of a safe sequential program holds; of an unsafe one none does, whatever is in it. */
#ifndef TESTS_BOOLEAN_CERTIFIED_H
#define TESTS_BOOLEAN_CERTIFIED_H

#include "boolean/boolean.h"

/* Prints what is wrong, with `name` in front; how much it was. */
unsigned compare_certificates(const char *name, const hd_bp *p, const char *label, bool safe);

#endif
