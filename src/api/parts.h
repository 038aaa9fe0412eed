/* parts.h - a proof in parts (engine/parts.h) as text.
 *
 * After the head of a certificate, a line `part` begins each part. Then come the checks that its program leaves out and
 * those that it closes, by number (`without 0 4`, `closes 1 2 3`), and the certificate about that program. The last
 * part does not say what it closes: it is the rest. */
#ifndef HD_API_PARTS_H
#define HD_API_PARTS_H

#include "engine/engine.h"

void hd_parts_print(FILE *out, const hd_program *whole, const hd_result *r, const hd_certificate_head *head);

typedef struct {
  char *text; /* its lines alone, at their places: all others are blank */
  hd_u32s without, closes;
  bool rest; /* it closes what it asks */
} hd_parts_item;
typedef HD_VEC(hd_parts_item) hd_parts_list;

/* Empty: the text is no proof in parts. False with a diagnostic: numbers are not below n_checks. */
bool hd_parts_read(const char *text, size_t length, const char *name, uint32_t n_checks, hd_diags *diags,
                   hd_parts_list *parts);
void hd_parts_clear(hd_parts_list *parts);

#endif
