/* rules.h - what a reader of a finding wants to know about its kind, a row for each kind of check. */
#ifndef HD_REPORT_RULES_H
#define HD_REPORT_RULES_H

#include "program/property.h"

typedef struct {
  const char *name;     /* in the form that viewers show beside the id: DataRace */
  const char *summary;  /* one sentence: what is wrong */
  const char *help;     /* what it leads to, and what to do */
  const char *severity; /* of CVSS, 0.1 to 10.0, as code-scanning services sort by it; NULL: no weakness of security */
} hd_rule;

/* The rule's id is hd_check_table[kind].rule. */
extern const hd_rule hd_rule_table[HD_CHECK_COUNT];

#endif
