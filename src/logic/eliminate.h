/* eliminate.h - the variables to eliminate from a formula, and those that are easy to eliminate exactly: because an
 * equation fixes them, or because they are only bounded. */
#ifndef HD_LOGIC_ELIMINATE_H
#define HD_LOGIC_ELIMINATE_H

#include "logic/formula.h"

typedef struct {
  bool (*goes)(void *context, uint32_t symbol);
  void *context;
} hd_symbol_set;

/* The variables below t that go, each once. The caller clears the list. */
hd_term_list hd_eliminated_in(const hd_terms *T, hd_term t, const hd_symbol_set *set);
hd_term_list hd_eliminated_in_all(const hd_terms *T, const hd_term_list *conjuncts, const hd_symbol_set *set);
bool hd_mentions_eliminated(const hd_terms *T, hd_term t, const hd_symbol_set *set);

/* Removes what equations fix and what is only bounded (bounds.h); arrays stay. */
void hd_eliminate_simple(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set);

#endif
