/* stops.h - where executions stop that come to no end of the program: in undefined behaviour, or at an assumption.
 *
 * Such executions do not count: a `safe` says nothing about them, and with nothing but them it says nothing at all. */
#ifndef HD_REPORT_STOPS_H
#define HD_REPORT_STOPS_H

#include "program/program.h"

typedef struct {
  hd_stop stop;        /* not ORDERLY */
  hd_check_kind check; /* UNDEFINED: what finds it */
  hd_pos pos;
  hd_thread thread;
} hd_stop_place;

/* What no execution comes to: that is proved, too. */
typedef enum {
  HD_UNREACHED_CHECK,    /* the place where a check is decided */
  HD_UNREACHED_END,      /* the end of a thread that is started, and always stops before it */
  HD_UNREACHED_THREAD,   /* a thread's beginning */
  HD_UNREACHED_FUNCTION, /* any copy of a function that is called in the model */
  HD_UNREACHED_COUNT
} hd_unreached_kind;
extern const char *const hd_unreached_names[HD_UNREACHED_COUNT]; /* as in JSON */

typedef struct {
  hd_unreached_kind kind;
  const char *name; /* of the thread or function; NULL for a check */
  hd_pos pos;
  hd_stop_place stop; /* CHECK, END: where executions stop before; ORDERLY: no such place is known */
} hd_unreached;

typedef struct {
  HD_VEC(hd_stop_place) list; /* each place once, in the order they were met */
  bool all;                   /* no execution comes to an end of the program: that is proved */
  HD_VEC(hd_unreached) unreached;
} hd_stops;

void hd_stops_clear(hd_stops *s);
/* `signed overflow at f.c:10:9 (no-overflow finds it)`. */
const char *hd_stop_text(const hd_program *p, const hd_stop_place *place, hd_arena *arena);
/* The lines to print with a verdict, one after the other; NULL past the end. */
const char *hd_stops_line(const hd_program *p, const hd_stops *s, unsigned i, hd_arena *arena);

#endif
