/* goblint.h - the vocabulary of Goblint's tests as assertions of ours. A check that fails does not end the execution there, so
 * that those after it keep their meaning: whether it is looked at is chosen. */
#ifndef FOREIGN_GOBLINT_H
#define FOREIGN_GOBLINT_H

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __assert_fail(const char *, const char *, unsigned, const char *);

#define __goblint_check(e) ((e) || !__VERIFIER_nondet_bool() ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#define __goblint_assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#define __goblint_assume(e) __VERIFIER_assume(e)
#define __goblint_assume_join(t) ((void)0)
#define __goblint_globalize(p) ((void)(p))
#define __goblint_split_begin(e) ((void)(e))
#define __goblint_split_end(e) ((void)(e))
#define __goblint_bounded(e) ((void)(e))

#endif
