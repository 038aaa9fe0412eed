/* stdatomic.h - C11 atomics as gcc takes them, for programs that clang refuses: the object may be of any type, not of
 * an _Atomic one alone, and is accessed as if it were. */
#pragma once
#pragma GCC system_header /* gcc has no other way to include the header of that name */
#include_next <stdatomic.h>

#define __HEDDLE_PLAIN(p) __typeof_unqual__(*(p))
#define __HEDDLE_OBJECT(p) ((volatile _Atomic(__HEDDLE_PLAIN(p)) *)(p))
#define __HEDDLE_VALUE(p, v) ((__HEDDLE_PLAIN(p))(v))

#undef atomic_init
#undef atomic_load
#undef atomic_load_explicit
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_exchange
#undef atomic_exchange_explicit
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_weak
#undef atomic_compare_exchange_weak_explicit
#undef atomic_fetch_add
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or
#undef atomic_fetch_or_explicit
#undef atomic_fetch_and
#undef atomic_fetch_and_explicit
#undef atomic_fetch_xor
#undef atomic_fetch_xor_explicit

#define atomic_init(p, v) __c11_atomic_init(__HEDDLE_OBJECT(p), __HEDDLE_VALUE(p, v))
#define atomic_load(p) __c11_atomic_load(__HEDDLE_OBJECT(p), __ATOMIC_SEQ_CST)
#define atomic_load_explicit(p, order) __c11_atomic_load(__HEDDLE_OBJECT(p), order)
#define atomic_store(p, v) __c11_atomic_store(__HEDDLE_OBJECT(p), __HEDDLE_VALUE(p, v), __ATOMIC_SEQ_CST)
#define atomic_store_explicit(p, v, order) __c11_atomic_store(__HEDDLE_OBJECT(p), __HEDDLE_VALUE(p, v), order)
#define atomic_exchange(p, v) __c11_atomic_exchange(__HEDDLE_OBJECT(p), __HEDDLE_VALUE(p, v), __ATOMIC_SEQ_CST)
#define atomic_exchange_explicit(p, v, order) __c11_atomic_exchange(__HEDDLE_OBJECT(p), __HEDDLE_VALUE(p, v), order)
#define __HEDDLE_CAS(how, p, old, v, done, failed)                                                          \
  __c11_atomic_compare_exchange_##how(__HEDDLE_OBJECT(p), (__HEDDLE_PLAIN(p) *)(old), __HEDDLE_VALUE(p, v), done, \
                                      failed)
#define atomic_compare_exchange_strong(p, old, v) __HEDDLE_CAS(strong, p, old, v, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_strong_explicit(p, old, v, done, failed) __HEDDLE_CAS(strong, p, old, v, done, failed)
#define atomic_compare_exchange_weak(p, old, v) __HEDDLE_CAS(weak, p, old, v, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak_explicit(p, old, v, done, failed) __HEDDLE_CAS(weak, p, old, v, done, failed)
#define atomic_fetch_add(p, v) __c11_atomic_fetch_add(__HEDDLE_OBJECT(p), v, __ATOMIC_SEQ_CST)
#define atomic_fetch_add_explicit(p, v, order) __c11_atomic_fetch_add(__HEDDLE_OBJECT(p), v, order)
#define atomic_fetch_sub(p, v) __c11_atomic_fetch_sub(__HEDDLE_OBJECT(p), v, __ATOMIC_SEQ_CST)
#define atomic_fetch_sub_explicit(p, v, order) __c11_atomic_fetch_sub(__HEDDLE_OBJECT(p), v, order)
#define atomic_fetch_or(p, v) __c11_atomic_fetch_or(__HEDDLE_OBJECT(p), v, __ATOMIC_SEQ_CST)
#define atomic_fetch_or_explicit(p, v, order) __c11_atomic_fetch_or(__HEDDLE_OBJECT(p), v, order)
#define atomic_fetch_and(p, v) __c11_atomic_fetch_and(__HEDDLE_OBJECT(p), v, __ATOMIC_SEQ_CST)
#define atomic_fetch_and_explicit(p, v, order) __c11_atomic_fetch_and(__HEDDLE_OBJECT(p), v, order)
#define atomic_fetch_xor(p, v) __c11_atomic_fetch_xor(__HEDDLE_OBJECT(p), v, __ATOMIC_SEQ_CST)
#define atomic_fetch_xor_explicit(p, v, order) __c11_atomic_fetch_xor(__HEDDLE_OBJECT(p), v, order)
