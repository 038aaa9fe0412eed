/* native.h - the bitcode that was verified, made to ask before each step that a schedule names.
 *
 * Before every instruction whose site is asked for there is a call hd_step(site), or hd_access(site, address, size,
 * writes) where it touches memory. Functions of threads, locks and the verification vocabulary are those of the
 * runtime (runtime/heddle_replay.c): pthread_mutex_lock becomes hd_pthread_mutex_lock. What has no body anywhere
 * gives inputs. main gets its arguments from the runtime. */
#ifndef HD_FRONTEND_C_NATIVE_H
#define HD_FRONTEND_C_NATIVE_H

#include "frontend/c/c.h"

typedef struct {
  const bool *asked; /* by site */
  uint32_t n_asked;
  uint32_t check;           /* the site of the check that fails, which gets its operands; 0: none */
  const char *bitcode;      /* file to write */
  const char *const *known; /* functions that the runtime has instead, NULL-terminated */
} hd_native_options;

/* False when the file could not be written. */
bool hd_c_write_native(const hd_c_unit *unit, const hd_native_options *options, hd_diags *diags);

#endif
