/* known_c11.c - C11's threads.h, on POSIX's steps with its own return values. */
#include "frontend/c/known.h"

enum { MTX_RECURSIVE = 1 };

static HD_HANDLER(mutex_init)
{
  hd_term type = hd_known_bits(c, args[1], 32);
  hd_term kind = hd_term_2(hd_known_terms(c), HD_OP_BAND, type, hd_known_u32(c, MTX_RECURSIVE));
  hd_mutex_init(c, args[0], kind, hd_known_label(c, "init", call, 0));
  return hd_known_u32(c, 0);
}

const hd_known hd_known_c11[] = {
    {.name = "thrd_create", .n_args = 3, .handle = hd_known_create, .data = HD_C11},
    {.name = "thrd_join", .n_args = 1, .handle = hd_known_join, .data = HD_C11},
    {.name = "thrd_exit", .n_args = 1, .handle = hd_known_exit_thread},
    {.name = "thrd_current", .handle = hd_known_self},
    {.name = "thrd_equal", .n_args = 2, .handle = hd_known_equal},
    {.name = "thrd_yield", .handle = hd_known_zero},
    {.name = "thrd_sleep", .handle = hd_known_zero},
    {.name = "thrd_detach", .n_args = 1, .handle = hd_known_detach},
    {.name = "mtx_init", .n_args = 2, .handle = mutex_init},
    {.name = "mtx_lock", .n_args = 1, .handle = hd_known_mutex_lock, .data = HD_C11 | HD_WAIT},
    {.name = "mtx_trylock", .n_args = 1, .handle = hd_known_mutex_lock, .data = HD_C11 | HD_TRY},
    {.name = "mtx_timedlock", .n_args = 1, .handle = hd_known_mutex_lock, .data = HD_C11 | HD_TIMED},
    {.name = "mtx_unlock", .n_args = 1, .handle = hd_known_mutex_unlock, .data = HD_C11},
    {.name = "mtx_destroy", .n_args = 1, .handle = hd_known_lock_destroy},
    {.name = "cnd_init", .n_args = 1, .handle = hd_known_cond_init},
    {.name = "cnd_wait", .n_args = 2, .handle = hd_known_cond_wait, .data = HD_C11 | HD_WAIT},
    {.name = "cnd_timedwait", .n_args = 2, .handle = hd_known_cond_wait, .data = HD_C11 | HD_TIMED},
    {.name = "cnd_signal", .n_args = 1, .handle = hd_known_cond_signal},
    {.name = "cnd_broadcast", .n_args = 1, .handle = hd_known_cond_broadcast},
    {.name = "cnd_destroy", .n_args = 1, .handle = hd_known_cond_destroy},
    {.name = "call_once", .n_args = 2, .handle = hd_known_once},
    {.name = "tss_create", .n_args = 2, .handle = hd_known_key_create},
    {.name = "tss_delete", .n_args = 1, .handle = hd_known_key_delete},
    {.name = "tss_set", .n_args = 2, .handle = hd_known_key_set},
    {.name = "tss_get", .n_args = 1, .handle = hd_known_key_get},
    {0}};
