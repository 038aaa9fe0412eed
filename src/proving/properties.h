/* properties.h - environment properties, guessed and sieved: the first abstraction of all threads at once.
 *
 * For each cut-point of a thread what holds while the thread stands there, whatever the others do: conjunctions
 * of simple facts over shared variables and the thread's own; and, with pairs, what holds while two threads stand
 * at two cut-points, so that holding a lock excludes others without being mentioned. Candidates are read off the
 * program (comparisons, constants, parts of assertions); those that a thread's block or an interference of another
 * one does not keep are given up until the rest is inductive (Owicki and Gries' proof with Flanagan and Leino's
 * Houdini).
 *
 * A thread in `any` has any number of copies (program/any_copies.h has made its edges). What is about at most two
 * parties has to be kept by steps of these and of a third one, so three copies speak for all. */
#ifndef HD_PROVING_PROPERTIES_H
#define HD_PROVING_PROPERTIES_H

#include "base/budget.h"
#include "logic/smt.h"
#include "program/program.h"

typedef struct hd_properties hd_properties;

/* Borrows all; p is indexed, its threads have one instance or are in `any` (which may be NULL). cut: at least one
 * on each cycle, and the entries. NULL: the budget ended, or there are too many cut-points. */
hd_properties *hd_properties_find(hd_program *p, const uint8_t *cut, const uint8_t *any, bool pairs, hd_arith arith,
                                  const hd_budget *budget);
void hd_properties_free(hd_properties *x); /* may be NULL */

/* What holds at a cut-point, over the program's variables; false where the thread never is, true where nothing is
 * known. */
hd_term hd_properties_at(const hd_properties *x, hd_loc at);
/* The same for two threads, of which a's number is smaller, or that are copies: the second one's locals are called
 * as trace/certificate.h calls those of a second party. What holds for each alone is not said again. */
hd_term hd_properties_beside(const hd_properties *x, hd_loc a, hd_loc b);
bool hd_properties_has_pairs(const hd_properties *x);

/* Do they exclude that an assertion of the thread fails, and that it comes to a location behind which nothing is
 * known? *beside: the thread whose places it takes for that, too, or HD_NO_THREAD. */
bool hd_properties_suffice(hd_properties *x, hd_thread t, hd_thread *beside);

#endif
