/* parts.h - a program proved in parts: what one engine has proved is not asked of the others.
 *
 * A part is a program without some checks (hd_program_without), a proof about it, and the checks that this proof
 * closes; where these are not all that it still asks, the proof is about that program with the others dropped
 * (hd_program_asking). The checks that a part leaves out have been closed by earlier parts. Then every check that some
 * part closes holds. Suppose that one fails: take the first part that closes such a check, and an execution up to that
 * failure in which no check fails earlier. The checks that this part leaves out do not fail in it, because earlier
 * parts closed them. So it is also an execution of the part's program, which assumes the rest. But the part's proof
 * excludes it. */
#ifndef HD_ENGINE_PARTS_H
#define HD_ENGINE_PARTS_H

#include "engine/engine.h"

/* What is proved while a portfolio works. It begins with the program and the property alone. */
typedef struct {
  const hd_program *p;
  hd_property property;
  hd_program *own;      /* a copy, once something is proved */
  hd_checks *checks;    /* of it; NULL before */
  const char **proved;  /* by check: the engine that did; NULL: none yet */
  hd_proof_parts parts; /* `about` is what the next engine is to get */
} hd_exchange;

void hd_exchange_clear(hd_exchange *x);

/* An engine has closed checks of the program `about` (NULL: the whole), which does not ask those in `without`. The
 * proof was confirmed, and moves here. What the engine claimed to close, and what it closed (in r), are numbers of
 * about's checks. */
void hd_exchange_add(hd_exchange *x, const hd_program *about, const hd_u32s *without, const hd_u32s *claimed,
                     const char *by, hd_result *r);
/* The next engine gets a program without the checks that are proved. */
void hd_exchange_cut(hd_exchange *x);
/* A proof that everything holds which `about` asks: the parts are the other half of it, and move to the result. */
void hd_exchange_complete(hd_exchange *x, const hd_program *about, const hd_u32s *without, hd_result *r);

#endif
