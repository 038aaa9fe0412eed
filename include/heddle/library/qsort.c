/* qsort: insertion, with every order of equal elements, and the elements compared in either order, since the standard
 * leaves both open. */
#include <heddle/verifier.h>

void __heddle_swap(void *a, void *b, size_t size); /* elements of the array, member by member */

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
  bool turned = heddle_nondet_bool();
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      char *right = (char *)base + j * size, *left = right - size;
      int order = turned ? compare(right, left) : compare(left, right);
      if (order == 0 ? heddle_nondet_bool() : turned == (order > 0)) break;
      __heddle_swap(left, right, size);
    }
}
