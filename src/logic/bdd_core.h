/* bdd_core.h - what the parts of the BDD module share. */
#ifndef HD_LOGIC_BDD_CORE_H
#define HD_LOGIC_BDD_CORE_H

#include <bdd.h>

#include "logic/bdd.h"

/* Runs a call that may create nodes, registers the result with the innermost scope; none when the budget
 * ended. */
hd_bdd hd_bdd_run(BDD (*call)(const void *), const void *arguments);
hd_bdd hd_bdd_register(BDD node);
uint64_t hd_bdd_reorderings(void); /* so far */
/* Makes a group of each variable that is in none. */
void hd_bdd_group_rest(void);
void hd_bdd_forget_groups(void);

#endif
