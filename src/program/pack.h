/* pack.h - terms as bytes, between processes that hold the same program.
 *
 * Terms are numbered by each process in its own way, variables are not: a term travels as text in which variable 7 is
 * v7. Building a term again gives the same term, so what arrives is what was sent. */
#ifndef HD_PROGRAM_PACK_H
#define HD_PROGRAM_PACK_H

#include "base/bytes.h"
#include "program/program.h"

void hd_put_term(hd_bytes *b, hd_program *p, hd_term t); /* HD_NO_TERM, too */
/* Text that is no term over the program's variables is bad. */
hd_term hd_get_term(hd_reader *in, hd_program *p);

#endif
