/* print.h - what the three printers share: terms written along templates, with an explicit
 * stack, and with names for the subterms that a large term shares.
 *
 * A template is text in which a dollar sign and a letter stand for a part of the term; the
 * printer's `expand` writes that part, or pushes a template for it. */
#ifndef HD_EXPR_PRINT_H
#define HD_EXPR_PRINT_H

#include <inttypes.h>

#include "expr/memo.h"
#include "expr/pool.h"

/* Terms whose text would have more nodes than this have their shared subterms named. */
enum { HD_SHARE_ABOVE = 500 };

typedef struct {
  const char *at; /* rest of the template */
  uint32_t id;    /* of the term it describes */
  uint32_t array; /* a SELECT printed as C: the array that is left to search; else 0 */
} hd_template;

typedef struct hd_printer hd_printer;
struct hd_printer {
  FILE *out;
  const hd_terms *T;
  const hd_names *names;
  void (*term)(hd_printer *p, hd_term t);                    /* writes it or pushes its template */
  void (*expand)(hd_printer *p, hd_template f, char letter); /* writes a part of f.id, or pushes */
  HD_VEC(hd_template) stack;
  hd_memo shared; /* id to its number, from 1; of those already written */
};

void hd_printer_init(hd_printer *p, FILE *out, const hd_terms *T, const hd_names *names);
void hd_printer_clear(hd_printer *p);
void hd_printer_push(hd_printer *p, const char *text, hd_term t, uint32_t array);
/* Writes a term and all it leads to; the number of a shared one is not used for itself. */
void hd_printer_run(hd_printer *p, hd_term t);
/* The number under which t was written before, or 0. */
uint64_t hd_printer_shared(const hd_printer *p, hd_term t);

/* The subterms of t worth a name, arguments before terms; empty when the text is short
 * anyway. `weight` says how often the i-th argument is written in the text of its parent. */
typedef unsigned hd_print_weight(const hd_terms *T, hd_term parent, unsigned i);
void hd_print_plan(const hd_terms *T, hd_term t, hd_print_weight *weight, hd_u32s *named);
unsigned hd_print_once(const hd_terms *T, hd_term parent, unsigned i);

/* x + (2^w - k) reads better as x - k, and is the same term. */
bool hd_print_is_difference(const hd_terms *T, const hd_node *n);
const char *hd_print_name(const hd_names *names, uint32_t symbol);

#endif
