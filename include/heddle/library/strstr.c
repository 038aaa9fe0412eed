#include <stddef.h>

char *strstr(const char *text, const char *part)
{
  for (;; text++) {
    size_t k = 0;
    while (part[k] && text[k] == part[k]) k++;
    if (!part[k]) return (char *)text;
    if (!*text) return NULL;
  }
}
