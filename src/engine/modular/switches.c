#include "engine/modular/switches.h"

#include <string.h>

static const char *const names[] = {
#define X(name, text, what) text,
    HD_MODULAR_SWITCHES(X)
#undef X
};

static bool is_name(const char *name, const char *begin, size_t length)
{
  return strlen(name) == length && memcmp(name, begin, length) == 0;
}

bool hd_switches_read(const char *list, unsigned *off, const char **unknown)
{
  *off = 0;
  for (const char *at = list; at && *at;) {
    size_t length = strcspn(at, ",");
    unsigned found = 0;
    for (unsigned i = 0; i < HD_SWITCH_COUNT; i++)
      if (is_name(names[i], at, length)) found = 1u << i;
    if (is_name("all", at, length)) found = (1u << HD_SWITCH_COUNT) - 1;
    *unknown = at;
    if (!found) return false;
    *off |= found;
    at += length;
    at += *at == ',';
  }
  return true;
}
