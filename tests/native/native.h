/* native.h - what the programs here share: values go into a sum, and the sum is asserted.
 *
 * Each program is run natively and on the model; both have to agree that the sum is the one
 * written at its end. With -DWRONG=1 both have to find the assertion violated. With -DPRINT
 * the native program prints each value, which is where to look when they disagree.
 * Nothing here may be undefined, or differ between data models. */
#ifndef NATIVE_H
#define NATIVE_H

#include <assert.h>
#include <stdint.h>

#ifndef WRONG
#define WRONG 0
#endif

static uint32_t native_sum = 2166136261u;

static inline void native_mix(uint64_t value)
{
  native_sum = (native_sum ^ (uint32_t)value) * 16777619u;
  native_sum = (native_sum ^ (uint32_t)(value >> 32)) * 16777619u + (native_sum >> 15);
}

#ifdef PRINT
#include <stdio.h>
static inline void native_print(int line, const char *text, uint64_t value)
{
  printf("%d: %s = %lld\n", line, text, (long long)value);
  native_mix(value);
}
#define SEE(value) native_print(__LINE__, #value, (uint64_t)(value))
#define DONE(expected) \
  (printf("sum 0x%08xu\n", native_sum), fflush(stdout), assert(native_sum == (uint32_t)((expected) + WRONG)))
#else
#define SEE(value) native_mix((uint64_t)(value))
#define DONE(expected) assert(native_sum == (uint32_t)((expected) + WRONG))
#endif

#endif
