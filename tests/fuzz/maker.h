/* maker.h - what the generators of programs share: dice, and a program that grows by one step at a time.
 *
 * A generator writes a thread from its entry on: `at` is where the next edge goes out, and step() goes to its end.
 * The same seed gives the same program, so the order in which dice are thrown is part of every generator. */
#ifndef HD_TESTS_FUZZ_MAKER_H
#define HD_TESTS_FUZZ_MAKER_H

#include "program/program.h"

enum { N_SHARED = 3, N_LOCKS = 2, N_LOCALS = 2 };

typedef struct {
  hd_program *p;
  uint64_t seed;
  hd_var shared[N_SHARED], flag, array, locks[N_LOCKS];
  hd_var locals[N_LOCALS], self, status;
  hd_var number;                  /* 32 bits, shared */
  hd_var pad, big;                /* an array of large numbers and a local one: states of several words */
  hd_var wide, wides, wide_local; /* four bits: shared, an array, a local; mostly compared with constants */
  hd_var row_locks, row; /* a lock for each element, and what it guards */
  hd_var worker_status[3];
  uint32_t worker_instances[3], n_workers;
  hd_thread thread;
  uint32_t instances;
  bool created; /* threads wait for main to create them */
  bool joined;  /* main may wait for them to finish */
  bool all;     /* it waits for every one of them, with little in between */
  bool alike;   /* instances have no use for their number but what all threads have */
  bool counts;  /* a shared number is counted up, and checked to be small */
  bool fits;    /* sums end the execution where they do not fit */
  bool crowd;   /* three instances of one thread, mostly around locks */
  bool rows;    /* some regions are under a lock for each element of an array */
  hd_loc at;    /* where the next edge goes out */
  bool atomic;
  hd_var counter; /* of a loop */
  bool counting;  /* inside such a loop */
  uint32_t budget;
  hd_check_kind check; /* what is asked */
} maker;

uint32_t roll(maker *m, uint32_t n); /* 0 to n - 1 */
bool chance(maker *m, uint32_t percent);

hd_loc new_loc(maker *m, hd_loc_kind kind); /* of the thread, and of the atomic section it is in */
hd_edge_info edge_between(hd_loc from, hd_loc to);
/* Adds the edge from here to a new location and goes there. */
void step(maker *m, hd_edge_info e);

hd_var add_var(maker *m, const char *name, hd_thread thread, hd_sort sort, uint32_t count, hd_role role);
/* A thread that is not created, at its entry; the first is main. */
void add_thread(maker *m, uint32_t instances);
hd_term some_local(maker *m);

maker begin_program(uint64_t seed, hd_property property);
/* Made ready for the engines. */
hd_program *finish_program(maker *m, hd_property property);

#endif
