/* proof.h - what a proof says, in the source's words.
 *
 * The facts of a certificate are about the model's locations and variables. This file extracts what a reader of the
 * source can use: what holds wherever a switch between threads matters, what holds there while no thread holds a lock,
 * what each thread relies on the others to keep, and what holds when a thread stands at a line. Everything that is said
 * is proved; not everything that is proved can be said in these words. */
#ifndef HD_REPORT_PROOF_H
#define HD_REPORT_PROOF_H

#include "trace/certificate.h"

typedef enum { HD_SAYS_ALWAYS, HD_SAYS_WHILE_FREE, HD_SAYS_RELIES, HD_SAYS_AT } hd_proof_scope;

typedef struct {
  hd_proof_scope scope;
  const char *of;   /* WHILE_FREE: the lock; RELIES, AT: the thread; otherwise NULL */
  hd_pos pos;       /* AT */
  const char *text; /* `a + b == 100`, `look has finished`, `no thread holds m` */
} hd_proof_line;

typedef HD_VEC(hd_proof_line) hd_proof_lines;

/* Is the proof small enough to be explained while the user waits? */
bool hd_report_can_tell(const hd_program *p, const hd_certificate *c);
/* In the order of the scopes, lines of a thread in the source's order; each once. The texts are in the arena; the
 * caller clears the vector. */
hd_proof_lines hd_report_proof(const hd_program *p, const hd_certificate *c, hd_arena *arena);
/* For people: every line, or a few, of what holds everywhere and where something is checked. */
void hd_report_print_proof(FILE *out, const hd_program *p, const hd_certificate *c, bool every);

#endif
