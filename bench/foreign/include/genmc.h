/* genmc.h - the annotations of GenMC's tests: what they say to its search means nothing to the program. */
#ifndef FOREIGN_GENMC_H
#define FOREIGN_GENMC_H

extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

#define __VERIFIER_local_write(s) s
#define __VERIFIER_final_write(s) s
#define __VERIFIER_helped_CAS(c) c
#define __VERIFIER_helping_CAS(c) ((void)0)
#define __VERIFIER_speculative_read(c) c
#define __VERIFIER_confirming_read(c) c
#define __VERIFIER_confirming_CAS(c) c
#define __VERIFIER_final_CAS(c) c
#define __VERIFIER_optional(x) ((void)0)
#define __VERIFIER_opt_begin() 0
#define __VERIFIER_loop_begin() ((void)0)
#define __VERIFIER_spin_start() ((void)0)
#define __VERIFIER_spin_end(b) ((void)0)
#define __VERIFIER_method_begin(name, value) ((void)0)
#define __VERIFIER_method_end(name, value) ((void)0)

#endif
