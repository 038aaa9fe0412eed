/* group.h - relations that depend on each other, solved together: least fixed points by semi-naive
 * evaluation. Each clause remembers the values it has seen, and is evaluated with what is new since. */
#ifndef HD_MU_GROUP_H
#define HD_MU_GROUP_H

#include "mu/syntax.h"

typedef HD_VEC(mu_relation *) mu_group;

/* The relations that r depends on and that depend on r, not through relations that are being
 * iterated: empty when r does not depend on itself. */
void mu_group_find(hd_mu *m, mu_relation *r, mu_group *g);
/* Are all of them least fixed points, used positively by each other? */
bool mu_group_is_least(const mu_group *g);
/* Fills the values of all, and marks them as known. */
void mu_group_solve(hd_mu *m, const mu_group *g);

/* --- solve.c --------------------------------------------------------------------------------------- */

void mu_remember(hd_mu *m, mu_relation *r); /* its value is final, as long as what it depends on stays */
void mu_note_iteration(hd_mu *m, mu_relation *r);
void mu_forget_rings(mu_relation *r);

#endif
