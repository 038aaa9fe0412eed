/* team.h - one search by several threads.
 *
 * Each state belongs to one member, by a hash of its words: that member alone keeps it, looks it
 * up and expands it; successors that belong to another are sent there. So nothing is shared but
 * the mail, and the set of states stays exact. Breadth-first members finish a level together. A
 * search begins alone; when it has grown, its states are divided. */
#ifndef HD_EXPLICIT_TEAM_H
#define HD_EXPLICIT_TEAM_H

#include "engine/explicit/search.h"

enum { HD_TEAM_MOST = 8, HD_TEAM_BITS = 29 }; /* members; bits of a state's number among its owner's */

typedef struct hd_team hd_team;

/* Goes on with a search that has become large, with so many members; `alone` becomes the first. */
hd_team *hd_team_new(hd_searcher *alone, uint32_t n_members);
void hd_team_free(hd_team *t); /* all but the first member */
/* Until the end; alone's fields say how it ended, and count the work of all members. */
void hd_team_run(hd_team *t);

uint32_t hd_team_size(const hd_team *t);
uint64_t hd_team_states(const hd_team *t);
size_t hd_team_bytes(const hd_team *t);

/* For members: whose state is this, and sending it there. */
uint32_t hd_team_owner(const hd_team *t, const uint64_t *words);
void hd_team_send(hd_team *t, uint32_t from, uint32_t to, const uint64_t *words, uint32_t parent, uint64_t asleep);

/* A state's number and owner in one: what parents are. */
static inline uint32_t hd_team_ref(uint32_t rank, uint32_t id)
{
  return rank << HD_TEAM_BITS | id;
}
/* Spreads out a state; returns its parent. */
uint32_t hd_team_unfold(hd_team *t, uint32_t ref, uint64_t **words);

#endif
