/* leave_out.c - splits the list and looks each name up. */
#include "engine/leave_out.h"

#include <string.h>

static bool is_name(const char *name, const char *begin, size_t length)
{
  return strlen(name) == length && memcmp(name, begin, length) == 0;
}

bool hd_leave_out_read(const char *list, const char *const *names, uint32_t n, unsigned *off, const char **unknown)
{
  *off = 0;
  for (const char *at = list; at && *at; at += *at == ',') {
    size_t length = strcspn(at, ",");
    unsigned found = is_name("all", at, length) ? (1u << n) - 1 : 0;
    for (uint32_t i = 0; i < n; i++)
      if (is_name(names[i], at, length)) found = 1u << i;
    *unknown = at;
    if (!found) return false;
    *off |= found;
    at += length;
  }
  return true;
}
