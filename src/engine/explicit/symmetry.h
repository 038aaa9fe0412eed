/* symmetry.h - identical instances are interchangeable: one state stands for all that differ
 * only in which of them is which.
 *
 * Instances of a thread are interchangeable when nothing distinguishes them but their number, and the number is used
 * for two things only: to index arrays that have an element for each instance, and as a name for itself (what a lock
 * word holds), which is only compared for equality with itself and with values that are not such names. Others may
 * create instances in any order, but then leave them alone: they ask whether an instance exists (its status is not 0),
 * and write its elements only in the step that creates it. So instances that exist can be exchanged, with their
 * elements and names, without any step noticing. Threads that are joined are not of this kind, for a thread that waits
 * for them tells them apart, unless all are awaited together (joins.h). */
#ifndef HD_EXPLICIT_SYMMETRY_H
#define HD_EXPLICIT_SYMMETRY_H

#include "engine/explicit/machine.h"

typedef struct hd_symmetry hd_symmetry;

/* NULL when there are no interchangeable instances. too_narrow: fields that hold names were
 * too narrow for all of them; the layout's widths have been corrected. */
hd_symmetry *hd_symmetry_new(const hd_xlayout *layout, uint32_t first_made, bool *too_narrow);
/* Are the thread's instances interchangeable? Edges from first_made on are known to treat them alike. */
bool hd_symmetry_possible(const hd_program *p, hd_thread t, uint32_t first_made);
void hd_symmetry_free(hd_symmetry *s);
uint32_t hd_symmetry_classes(const hd_symmetry *s);

/* Brings words into the one order that stands for all; one for each user. */
typedef struct hd_sorter hd_sorter;
hd_sorter *hd_sorter_new(const hd_symmetry *s);
void hd_sorter_free(hd_sorter *x);
/* True if the words were changed. *mask has a bit for each instance (of 64 at most), which is moved along with it. */
bool hd_sorter_sort(hd_sorter *x, uint64_t *words, uint64_t *mask);

#endif
