/* value.h - what is known of one value: a few constants, ranges, or a number made of the instance's own number.
 *
 * A value stands for a set of bit patterns of a width that the caller knows (1 for a Boolean). Every operation is an
 * over-approximation: the result includes whatever the operator gives for members of its arguments. A range has two
 * views, unsigned and signed, and its members lie in both; what is learned in one view is carried over to the other.
 * OWN is `times * number + plus` for the number of the instance that the value is known by: about other instances it
 * says only that they have other numbers. */
#ifndef HD_ENGINE_STATIC_VALUE_H
#define HD_ENGINE_STATIC_VALUE_H

#include "expr/term.h"

__extension__ typedef __int128 hd_value_wide; /* holds sums and most products of bounds */

typedef enum {
  HD_VALUE_NONE,  /* no value: what has it is not reached */
  HD_VALUE_SET,   /* a few constants, ascending */
  HD_VALUE_RANGE, /* between bounds, in both views */
  HD_VALUE_OWN,   /* made of the own number */
  HD_VALUE_ANY
} hd_value_kind;

enum { HD_VALUE_MOST = 4 }; /* constants of a set */

typedef struct {
  uint8_t kind; /* hd_value_kind */
  uint8_t n;    /* SET: so many */
  union {
    uint64_t set[HD_VALUE_MOST];
    struct {
      uint64_t low, high;
      int64_t least, most;
    } range;
    struct {
      uint64_t times, plus;
      uint64_t count; /* numbers are below it */
    } own;
  };
} hd_abstract_value;

/* Bounds that widening stops at: ascending, each once. */
typedef struct {
  hd_u64s bits;          /* as unsigned numbers */
  HD_VEC(int64_t) signs; /* as signed ones */
} hd_thresholds;

static inline hd_abstract_value hd_value_none(void)
{
  return (hd_abstract_value){.kind = HD_VALUE_NONE};
}
static inline hd_abstract_value hd_value_any(void)
{
  return (hd_abstract_value){.kind = HD_VALUE_ANY};
}
static inline hd_abstract_value hd_value_const(uint64_t c)
{
  return (hd_abstract_value){.kind = HD_VALUE_SET, .n = 1, .set = {c}};
}
hd_abstract_value hd_value_own(uint64_t count); /* the own number itself */
hd_abstract_value hd_value_unsigned(uint64_t low, uint64_t high, unsigned width);
hd_abstract_value hd_value_signed(int64_t least, int64_t most, unsigned width);

bool hd_value_same(const hd_abstract_value *a, const hd_abstract_value *b);
uint64_t hd_value_hash(const hd_abstract_value *v, uint64_t seed);
bool hd_value_is_const(const hd_abstract_value *v, uint64_t *c);
bool hd_value_includes(const hd_abstract_value *big, const hd_abstract_value *small, unsigned width);
bool hd_value_has(const hd_abstract_value *v, uint64_t c, unsigned width);
/* The same members as far as ranges can express them, and without OWN: what other instances know of it. */
hd_abstract_value hd_value_as_range(const hd_abstract_value *v, unsigned width);
hd_abstract_value hd_value_foreign(const hd_abstract_value *v, unsigned width);

hd_abstract_value hd_value_join(const hd_abstract_value *a, const hd_abstract_value *b, unsigned width);
hd_abstract_value hd_value_meet(const hd_abstract_value *a, const hd_abstract_value *b, unsigned width);
/* a and what b adds, with bounds that still grow moved to the next threshold. */
hd_abstract_value hd_value_widen(const hd_abstract_value *a, const hd_abstract_value *b, unsigned width,
                                 const hd_thresholds *t);
/* Without that constant, as far as that can be expressed. */
hd_abstract_value hd_value_without(const hd_abstract_value *v, uint64_t c, unsigned width);

/* Could members of the two, known by different instances, be equal? same: instances of one thread. */
bool hd_value_may_meet(const hd_abstract_value *a, const hd_abstract_value *b, unsigned width, bool same);

/* An operator on values; low: EXTRACT's. Of arrays nothing is known here. */
hd_abstract_value hd_value_op(hd_op op, unsigned width, unsigned arg_width, uint64_t low, const hd_abstract_value *args,
                              unsigned n);

#endif
