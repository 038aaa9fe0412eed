/* checks.h - the checks of a program: what can fail, and where in the source.
 *
 * A check is its kind, its place and its text. Inlining makes copies of the edges that carry it, and so do engines that
 * build programs of their own: all of them are the same check, since they keep these three. A race is a check of two
 * places in either order, whatever memory it is about; that no thread can go on is one check of the whole program. Both
 * stand on no edge: hd_checks_of (analysis/race_pairs.h) adds them. */
#ifndef HD_PROGRAM_CHECKS_H
#define HD_PROGRAM_CHECKS_H

#include "program/program.h"

typedef struct {
  uint32_t id;
} hd_check;

typedef struct {
  hd_check_kind kind;
  hd_pos pos;
  hd_pos other;     /* RACE: the second place, not before `pos`; else HD_NO_POS */
  const char *text; /* the label of its edges, of a race the variable's name; may be NULL */
  uint32_t n_edges; /* copies; none of a race */
} hd_check_info;

typedef struct {
  HD_VEC(hd_check_info) list; /* each once; texts are not owned */
  hd_check *of_edge;          /* by edge; HD_NONE: it is no ASSERT edge */
  hd_map known;               /* private: from hashes to positions in the list */
} hd_checks;

/* Those of ASSERT edges, in the order of their first ones. Texts are in the program's memory. */
hd_checks *hd_checks_new(const hd_program *p);
void hd_checks_free(hd_checks *checks);

/* The same check again, or a new one at the end of the list. */
hd_check hd_checks_add(hd_checks *checks, hd_check_info info);
/* HD_NONE: it is not there. */
hd_check hd_checks_find(const hd_checks *checks, const hd_check_info *info);
/* Two places in the source's order. */
hd_check_info hd_race_check(hd_pos a, hd_pos b, const char *variable);

/* Takes the check out of the program, which keeps its ids: an ASSERT edge of it becomes a step that is taken where the
 * condition holds, as if the check had never failed. Of a race, accesses at the first place are not looked at any more:
 * other checks of that place go, too. */
void hd_check_drop(hd_program *p, const hd_check_info *check);
bool hd_check_is_at(const hd_check_info *race, hd_pos place); /* is it one of its places? */
/* A copy of the program, indexed, without the checks that are not in `kept`, by number. For races, more have to be
 * removed: checks that share a place with one of them are taken out of `kept`, too. */
hd_program *hd_program_asking(const hd_program *p, const hd_checks *checks, bool *kept);
/* A copy of the program, indexed, that does not ask the proved checks any more, by number, without the assignments that
 * only they depended on; of races, a place goes when all its pairs are proved. No execution reaches a place where a
 * proved check would fail for certain, as in the failing branch of an `assert`: it could go on and fail the check. So
 * that branch is never taken, and the other one needs no guard. Ids stay, and so do inputs. As long as the proved
 * checks hold, both programs have the same executions, step by step: a trace of one is one of the other. */
hd_program *hd_program_without(const hd_program *p, const hd_checks *checks, const bool *proved, hd_property property);

#endif
