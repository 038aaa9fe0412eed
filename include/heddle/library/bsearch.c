/* bsearch: any of the elements that are equal to the key. */
#include <stddef.h>
#include <heddle/verifier.h>

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
  char *found = NULL;
  for (size_t i = 0; i < count; i++) {
    char *element = (char *)base + i * size;
    if (compare(key, element) != 0) continue;
    found = element;
    if (heddle_nondet_bool()) break;
  }
  return found;
}
