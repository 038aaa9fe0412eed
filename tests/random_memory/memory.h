/* memory.h - random C programs about memory, right and wrong: what the generator's files share.
 *
 * A program is a few records, functions and a main, made of blocks that stand alone, each about one thing that memory can do:
 * allocation in loops, frames, scopes, copies, overlays, casts. Two macros observe values: LOOK what C defines, ANY what rests on
 * an address or on contents that C leaves open. Compiled, the program prints them; for the model, -DAT=k -DVALUE=v makes an
 * assertion that site k never sees v, and -DEXPECT=v0,v1,... one that each LOOK sees its value.
 *
 * `risky` is where faults come from: it is never true in half of the programs, and now and then in the others. Each statement is
 * a line of its own, so that the shrinker can leave it out. */
#ifndef RANDOM_MEMORY_H
#define RANDOM_MEMORY_H

#include "../random_c/gen.h"

typedef struct {
  void (*print)(void);
  unsigned weight;
} form;

extern unsigned risk; /* percent */
bool risky(void);     /* shall something be wrong here? */

void look(const char *value); /* observe what is defined */
void any(const char *value);  /* observe what need not be */

const char *constant(unsigned n);              /* a number below n, in one of several ways of saying it */
const char *say(unsigned value);               /* this number */
const char *index_of(unsigned count);          /* below count, or a little outside where it is risky */
const char *integer_type(void);                /* of 1, 2, 4 or 8 bytes */
void print_one(const form *forms, unsigned n); /* by weight, in a block */
#define PRINT_ONE(forms) print_one(forms, HD_COUNT(forms))

void heap_block(void);
void frame_block(void);
void bytes_block(void);
void text_block(void);
void number_block(void);

void print_shapes(void);    /* records and overlays */
const char *a_record(void); /* the name of a type */
void set_fields(const char *object);
void look_fields(const char *object);
void print_helpers(void);
void print_workers(void); /* threads, and the main that runs them */

#endif
