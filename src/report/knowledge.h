/* knowledge.h - what a formula certainly implies about single terms.
 *
 * The formulas of a proof are large Boolean combinations. Of such a formula this keeps what a person can read: for a
 * term the values that it may have, a few listed or from one to another, and for a Boolean term whether it holds. A
 * conjunction adds up what is known, a disjunction keeps what both sides agree on. So whenever the formula holds, what
 * is known holds; the formula may say more. */
#ifndef HD_REPORT_KNOWLEDGE_H
#define HD_REPORT_KNOWLEDGE_H

#include "base/arena.h"
#include "expr/term.h"

enum { HD_KNOWN_VALUES = 4 };

/* The term's value, read as a signed number of its width; a Boolean's is 0 or 1. */
typedef struct {
  hd_term about;
  int64_t from, to;
  uint32_t n; /* of the values, ascending; 0: any from `from` to `to` */
  int64_t values[HD_KNOWN_VALUES];
} hd_known_range;

typedef struct {
  bool never;           /* the formula does not hold in any state: everything follows */
  hd_known_range *list; /* ascending by term */
  uint32_t len;
} hd_knowledge;

/* Nothing is known: what every formula says. */
#define HD_KNOWS_NOTHING ((hd_knowledge){.never = false})
#define HD_KNOWS_NEVER ((hd_knowledge){.never = true})

/* What the formula says of states in which `assumed` is known as well; NULL: of all. In the arena. */
hd_knowledge hd_knowledge_of(const hd_terms *T, hd_term formula, const hd_known_range *assumed, hd_arena *arena);
/* What holds where both hold; where at least one of them does. */
hd_knowledge hd_knowledge_both(hd_knowledge a, hd_knowledge b, hd_arena *arena);
hd_knowledge hd_knowledge_either(const hd_terms *T, hd_knowledge a, hd_knowledge b, hd_arena *arena);
/* Does the knowledge say this, or more? */
bool hd_knowledge_implies(hd_knowledge k, const hd_known_range *one);
/* `t` is one value. */
hd_known_range hd_known_value(hd_term t, int64_t value);

#endif
