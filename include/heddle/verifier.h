/* heddle/verifier.h - what a program can say to the verifier.
 *
 * The functions have no bodies: `heddle verify` knows what they mean. A program that is also
 * meant to run links bodies of its own (heddle_nondet_int reading a file, say). */
#ifndef HEDDLE_VERIFIER_H
#define HEDDLE_VERIFIER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The execution fails here: this must not be reached. */
void heddle_error(void);
/* The execution fails here unless the condition holds. */
void heddle_assert(bool condition);
/* Only executions in which the condition holds count; others end here. */
void heddle_assume(bool condition);

/* No other thread takes a step between the two. Sections do not nest. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* Inputs: any value of the type, a new one with each call. */
bool heddle_nondet_bool(void);
char heddle_nondet_char(void);
signed char heddle_nondet_schar(void);
unsigned char heddle_nondet_uchar(void);
short heddle_nondet_short(void);
unsigned short heddle_nondet_ushort(void);
int heddle_nondet_int(void);
unsigned heddle_nondet_uint(void);
long heddle_nondet_long(void);
unsigned long heddle_nondet_ulong(void);
long long heddle_nondet_longlong(void);
unsigned long long heddle_nondet_ulonglong(void);
size_t heddle_nondet_size_t(void);
float heddle_nondet_float(void);
double heddle_nondet_double(void);
void *heddle_nondet_pointer(void);

/* Any value from low to high, both included; with constant limits every engine can try them
 * all. An execution in which the range is empty ends here. */
int heddle_int_range(int low, int high);
unsigned heddle_uint_range(unsigned low, unsigned high);

#ifdef __cplusplus
}
#endif

#endif
