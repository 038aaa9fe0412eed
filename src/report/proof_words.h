/* proof_words.h - inside proof.c: one thing that is known, as a sentence. */
#ifndef HD_REPORT_PROOF_WORDS_H
#define HD_REPORT_PROOF_WORDS_H

#include "report/knowledge.h"
#include "report/names.h"
#include "trace/certificate.h"

typedef struct {
  const hd_program *p;
  hd_arena *arena;
  hd_namer *names;
  hd_map locks;  /* variable to 1: it is a lock, 0 while no thread holds it; to 2: some of its holders have no name */
  hd_map owners; /* variable and value to the thread that writes it as it takes the lock, plus 1 */
  hd_map starts; /* variable to the thread whose status it is, plus 1 */
} hd_proof_words;

void hd_proof_words_init(hd_proof_words *w, const hd_program *p, hd_arena *arena);
void hd_proof_words_clear(hd_proof_words *w);
const char *hd_proof_lock_name(hd_proof_words *w, hd_var lock);

/* The point of view: a party of a clause, whose locals go by their plain names. */
typedef struct {
  const hd_clause *clause; /* NULL: none; then locals cannot be named */
  uint32_t party;
} hd_proof_view;
/* NULL: there are no words for it. */
const char *hd_proof_say(hd_proof_words *w, const hd_known_range *k, hd_proof_view view);

#endif
