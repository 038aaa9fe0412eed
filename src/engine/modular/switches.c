/* switches.c - the table of names that `--without` takes. */
#include "engine/modular/switches.h"

#include "engine/leave_out.h"

static const char *const names[] = {
#define X(name, text, what) text,
    HD_MODULAR_SWITCHES(X)
#undef X
};

bool hd_switches_read(const char *list, unsigned *off, const char **unknown)
{
  return hd_leave_out_read(list, names, HD_SWITCH_COUNT, off, unknown);
}
