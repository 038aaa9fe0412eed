/* qsort_r: as qsort, with an argument for the comparison. */
#include <heddle/verifier.h>

void __heddle_swap(void *a, void *b, size_t size); /* elements of the array, member by member */

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *arg)
{
  bool turned = heddle_nondet_bool();
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      char *right = (char *)base + j * size, *left = right - size;
      int order = turned ? compare(right, left, arg) : compare(left, right, arg);
      if (order == 0 ? heddle_nondet_bool() : turned == (order > 0)) break;
      __heddle_swap(left, right, size);
    }
}
