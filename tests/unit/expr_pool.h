/* expr_pool.h - a pool of terms for each test of a file, and random ones. */
#ifndef HD_TESTS_EXPR_POOL_H
#define HD_TESTS_EXPR_POOL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expr_random.h"

static hd_terms *T;

static int set_up(void **state)
{
  (void)state;
  T = hd_terms_new();
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  hd_terms_free(T);
  return 0;
}

#endif
