/* leave_out.h - parts of an engine that the user can leave out (`--without NAME,...`). */
#ifndef HD_ENGINE_LEAVE_OUT_H
#define HD_ENGINE_LEAVE_OUT_H

#include "base/base.h"

/* A bit for each of the n names that is in the list; `all` is each of them. False: *unknown begins with a name that is
 * not among them. */
bool hd_leave_out_read(const char *list, const char *const *names, uint32_t n, unsigned *off, const char **unknown);

#endif
