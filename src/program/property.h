/* property.h - the properties and the kinds of checks, a row each in two tables.
 *
 * A property says in which of three ways a program violates it: a check fails, two accesses race, or no thread can go
 * on. Engines, the interpreter and the recheck know these ways and nothing else about a property. A check is of a kind,
 * and every kind belongs to one property: an ASSERT edge is a check of its kind; races and deadlocks are kinds that no
 * edge carries, since engines test for them. */
#ifndef HD_PROGRAM_PROPERTY_H
#define HD_PROGRAM_PROPERTY_H

#include "base/arena.h"

typedef enum {
  HD_PROP_UNREACH_CALL,
  HD_PROP_NO_DATA_RACE,
  HD_PROP_NO_DEADLOCK,
  HD_PROP_NO_OVERFLOW,
  HD_PROP_VALID_MEMSAFETY,
  HD_PROP_VALID_SYNC,
  HD_PROP_DEF_BEHAVIOR,
  HD_PROP_COUNT
} hd_property;

/* How a property is violated. An engine's mask of those that it looks for has a bit for each. */
typedef enum {
  HD_BY_CHECK,    /* an ASSERT edge is taken whose condition is false */
  HD_BY_RACE,     /* a state in which two conflicting accesses come next */
  HD_BY_DEADLOCK, /* a state in which no thread can go on */
  HD_BY_COUNT
} hd_way;
enum { HD_BY_ALL = (1u << HD_BY_COUNT) - 1 };

typedef enum {
  HD_CHECK_ASSERTION,
  HD_CHECK_OVERFLOW,
  HD_CHECK_DEREF,
  HD_CHECK_FREE,
  HD_CHECK_LEAK,
  HD_CHECK_SYNC,      /* misuse of synchronization */
  HD_CHECK_UNDEFINED, /* other undefined behaviour: division by zero, over-long shift */
  HD_CHECK_RACE,      /* no edge carries this kind or those after it */
  HD_CHECK_DEADLOCK,
  HD_CHECK_COUNT,
  HD_CHECK_EDGES = HD_CHECK_RACE /* the number of kinds that edges can carry */
} hd_check_kind;

typedef struct {
  const char *name;            /* as typed after --property */
  const char *const *formulas; /* as in a .prp file, without spaces; each means it or a part of it; NULL ends them */
  hd_way way;
} hd_property_info;

typedef struct {
  const char *word;     /* in the textual form of programs */
  hd_property property; /* that asks for it */
  const char *rule;     /* its name in reports: the property, or the part of it */
  const char *failed;   /* how reports name the failure at the end of a trace */
  bool various;         /* the check's own text says more precisely what failed */
  unsigned cwe;         /* number in the Common Weakness Enumeration */
} hd_check_kind_info;

extern const hd_property_info hd_property_table[HD_PROP_COUNT];
extern const hd_check_kind_info hd_check_table[HD_CHECK_COUNT];

const char *hd_property_name(hd_property property);
bool hd_property_find(const char *name, hd_property *property);
/* By the formula of a .prp file, without spaces. */
bool hd_property_find_formula(const char *formula, hd_property *property);
/* The names of all, separated by commas, for messages. */
const char *hd_property_names(hd_arena *arena);

/* Is a failed check of that kind a violation? */
static inline bool hd_property_asks(hd_property property, hd_check_kind kind)
{
  return hd_check_table[kind].property == property;
}
static inline bool hd_violated_by(hd_property property, hd_way way)
{
  return hd_property_table[property].way == way;
}

#endif
