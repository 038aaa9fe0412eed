/* result.h - what a verification found, shared by the files of the library's interface. */
#ifndef HD_API_RESULT_H
#define HD_API_RESULT_H

#include "api/input.h"
#include "engine/engine.h"
#include "report/checks.h"
#include "report/json.h"
#include "report/missing_bodies.h"
#include "report/stops.h"

struct heddle_result {
  hd_arena arena;
  hd_program *program; /* what the trace's ids refer to */
  const hd_bp *bp;     /* of a Boolean program: the input's */
  hd_property property;
  const char *file;
  hd_result inner;
  const char *reason, *engine;
  const char *proof;                 /* of SAFE, for people */
  bool defect;                       /* an engine failed because of a defect of its own */
  uint32_t limits[HD_LIMIT_COUNT];   /* the bounds the program was lowered with */
  uint64_t room;                     /* of blocks of computed size; 0: they have few elements (frontend/c/c.h) */
  uint64_t in_order;                 /* threads whose order of turns stays the same, as bits */
  const hd_assumptions *assumptions; /* the input's */
  heddle_input *input;
  const char *witness_format;     /* as in the options */
  hd_stops stops;                 /* of SAFE: where executions stop that do not count */
  hd_rests rests;                 /* of UNSAFE: what it owes to functions without a body */
  HD_VEC(hd_check_answer) checks; /* in the source's order; texts are in the arena or the program's */
  /* --all: what came of the search after each violation, the check taken out. All but the last are violations, too. */
  HD_VEC(heddle_result *) more;
  const char *allowed; /* of UNSAFE: why the violation is not news; NULL: it is new */
};

heddle_result *hd_result_new(heddle_input *in);
/* Makes the words of an `unknown`, with its place, and of what became of each engine. */
void hd_result_explain(heddle_result *r);

/* `known: no-data-race at f.c:12 (the reason)`. */
void hd_result_print_known(FILE *out, const heddle_result *r);

/* The result as the formats of reports take it; hd_result_unreport frees what that needs. */
hd_json_result hd_result_report(const heddle_result *r);
void hd_result_unreport(hd_json_result *report);

#endif
