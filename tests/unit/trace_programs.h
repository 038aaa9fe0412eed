/* trace_programs.h - small programs in the textual form, for the tests of traces and reports. */
#ifndef HD_TESTS_TRACE_PROGRAMS_H
#define HD_TESTS_TRACE_PROGRAMS_H

#include "program_text.h"
#include "trace/interp.h"

#define HEAD "program pointer 64 little\n"

/* Two instances increment x without a lock: each reads it, then writes back one more.
 * main starts both, waits for both, and asserts x == 2. */
#define LOST_UPDATE                                                                                       \
  HEAD "file 0 \"lost.c\"\n"                                                                              \
       "thread main entry L0\n"                                                                           \
       "thread worker entry L7 instances 2 self w.self status w.status\n"                                 \
       "var x : bv32 signed\n"                                                                            \
       "var w.status : bv8[2] status\n"                                                                   \
       "var w.self : bv32 local worker self\n"                                                            \
       "var worker::seen : bv32 local worker signed\n"                                                    \
       "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\nloc L5 main\nloc L6 main exit\n" \
       "loc L7 worker\nloc L8 worker\nloc L9 worker\nloc L10 worker\nloc L11 worker end\n"                \
       "edge L0 -> L1 do w.status[0:32] := 1:8 access sync label \"create worker\" @0:11:3\n"             \
       "edge L1 -> L2 do w.status[1:32] := 1:8 access sync label \"create worker\" @0:12:3\n"             \
       "edge L2 -> L3 when (= (select w.status 0:32) 2:8) access sync label \"join worker\" @0:13:3\n"    \
       "edge L3 -> L4 when (= (select w.status 1:32) 2:8) access sync label \"join worker\" @0:14:3\n"    \
       "edge L4 -> L5 assert assertion (= x 2:32) @0:15:3\n"                                              \
       "edge L5 -> L6 @0:16:3\n"                                                                          \
       "edge L7 -> L8 when (= (select w.status w.self) 1:8) access sync label \"start\" @0:4:1\n"         \
       "edge L8 -> L9 do worker::seen := x @0:5:10\n"                                                     \
       "edge L9 -> L10 do x := (add worker::seen 1:32) @0:6:5\n"                                          \
       "edge L10 -> L11 do w.status[w.self] := 2:8 access sync label \"return\" @0:7:1\n"

/* Two threads take two locks in opposite orders. */
#define LOCK_ORDER                                                                                 \
  HEAD "file 0 \"order.c\"\n"                                                                      \
       "thread main entry L0\n"                                                                    \
       "thread other entry L5 status o.status\n"                                                   \
       "var a : bv32 sync\nvar b : bv32 sync\nvar o.status : bv8 status\n"                         \
       "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main end\n"                     \
       "loc L5 other\nloc L6 other\nloc L7 other\nloc L8 other\nloc L9 other\nloc L10 other end\n" \
       "edge L0 -> L1 do o.status := 1:8 access sync label \"create other\" @0:20:3\n"             \
       "edge L1 -> L2 when (= a 0:32) do a := 1:32 access sync label \"lock(a)\" @0:21:3\n"        \
       "edge L2 -> L3 when (= b 0:32) do b := 1:32 access sync label \"lock(b)\" @0:22:3\n"        \
       "edge L3 -> L4 do a := 0:32, b := 0:32 access sync label \"unlock\" @0:23:3\n"              \
       "edge L5 -> L6 when (= o.status 1:8) access sync label \"start\" @0:8:1\n"                  \
       "edge L6 -> L7 when (= b 0:32) do b := 2:32 access sync label \"lock(b)\" @0:9:3\n"         \
       "edge L7 -> L8 when (= a 0:32) do a := 2:32 access sync label \"lock(a)\" @0:10:3\n"        \
       "edge L8 -> L9 do a := 0:32, b := 0:32 access sync label \"unlock\" @0:11:3\n"              \
       "edge L9 -> L10 do o.status := 2:8 access sync label \"return\" @0:12:1\n"

static inline hd_program *parse_program(const char *text)
{
  hd_program *p = program_of(text);
  hd_program_index(p);
  return p;
}

/* The trace of these steps: thread, instance, edge, ended by a thread of UINT32_MAX. */
typedef struct {
  uint32_t thread, instance, edge;
} planned;
#define STOP         \
  {                  \
    UINT32_MAX, 0, 0 \
  }

static inline hd_trace *make_trace(const planned *steps)
{
  hd_trace *t = hd_trace_new();
  for (; steps->thread != UINT32_MAX; steps++)
    hd_trace_push(t, (hd_thread){steps->thread}, steps->instance, (hd_edge){steps->edge}, NULL, 0);
  return t;
}

#endif
