/* memo.h - what was found out about a term's subterms, by id; small ones cost no allocation. */
#ifndef HD_EXPR_MEMO_H
#define HD_EXPR_MEMO_H

#include "expr/term.h"

enum { HD_MEMO_INLINE = 64 };

typedef struct {
  uint32_t *keys; /* 0 is free; the inline ones at first */
  uint64_t *values;
  uint32_t len, mask;
  uint32_t inline_keys[HD_MEMO_INLINE];
  uint64_t inline_values[HD_MEMO_INLINE];
} hd_memo;

void hd_memo_init(hd_memo *m); /* m must not move afterwards */
void hd_memo_clear(hd_memo *m);
/* The address of the id's value, or NULL; valid until the next put. */
uint64_t *hd_memo_find(const hd_memo *m, uint32_t id);
void hd_memo_put(hd_memo *m, uint32_t id, uint64_t value);

/* Appends the distinct subterms of t to *order, arguments before terms. */
void hd_term_walk(const hd_terms *T, hd_term t, hd_u32s *order);
/* Is one of the terms, or of their subterms, of the kind? Terms that are HD_NO_TERM are passed over. */
bool hd_terms_have(const hd_terms *T, const hd_term *terms, size_t n, bool (*is_kind)(const hd_terms *, hd_term));

#endif
