/* generate.h - random small Boolean programs as source text. The same seed gives the same program. */
#ifndef TESTS_BOOLEAN_GENERATE_H
#define TESTS_BOOLEAN_GENERATE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { GEN_SEQUENTIAL, GEN_THREADS, GEN_SPAWN, GEN_MANY, GEN_FLAT, GEN_KINDS } gen_kind;

/* malloc'ed. THREADS: procedures marked `thread`; SPAWN: start_thread; MANY: `thread[*]`; FLAT: threads by their
 * names, after init, with a lock that is the first global. */
char *generate_program(uint64_t seed, gen_kind kind);

#endif
