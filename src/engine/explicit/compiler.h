/* compiler.h - inside the compiler: what compile.c, terms.c and probes.c share.
 *
 * Registers: temporaries of the thread, then scratch of the edge being compiled, then
 * constants, which are numbered from CONSTANT up until all code is there. */
#ifndef HD_EXPLICIT_COMPILER_H
#define HD_EXPLICIT_COMPILER_H

#include "engine/explicit/compile.h"

enum { HD_CONSTANT = 0x40000000 };

typedef struct {
  hd_compile_options o;
  const hd_xlayout *l;
  hd_program *p;
  hd_code *code;
  const hd_instance *who; /* whose code is being made */
  uint32_t n_temps;
  uint32_t scratch, most_scratch;
  uint32_t *reg, *stamp, now; /* by term: the register that holds it in this edge */
  hd_u32s open;               /* terms to be looked at */
  hd_map constants;
  uint8_t define;         /* how reads of open values go on: HD_DEFINE_* */
  hd_map opens;           /* by variable: its number among the open ones, for this instance */
  uint32_t barrier;       /* code before this index is not changed any more: something jumps here */
  uint32_t *at;           /* by location: where the code that passes through it begins */
  HD_VEC(uint32_t) jumps; /* instructions whose target is still a location */
  hd_u32s todo;           /* locations to compile */
} hd_compiler;

uint32_t hd_compiler_add(hd_compiler *c, hd_insn insn); /* its index */
uint32_t hd_compiler_constant(hd_compiler *c, uint64_t value);
uint32_t hd_compiler_scratch(hd_compiler *c);
/* Forgets what scratch registers hold: code from here on is reached by jumps. */
void hd_compiler_label(hd_compiler *c);
/* All these jumps go to the next instruction. */
void hd_compiler_land(hd_compiler *c, hd_u32s *jumps);

/* The register that holds the term's value. */
uint32_t hd_compile_term(hd_compiler *c, hd_term t);
/* Jumps when the term is false (true); the jumps are added to the list. */
void hd_compile_unless(hd_compiler *c, hd_term t, hd_u32s *jumps);
void hd_compile_if(hd_compiler *c, hd_term t, hd_u32s *jumps);
/* Stores a register's value; index HD_NO_TERM's register is unused for scalars. */
void hd_compile_store(hd_compiler *c, hd_var v, uint32_t index, uint32_t value);

/* Can an assignment of the term to the variable be made without deciding a value that is open? Then the
 * term's value, 0 if it is open, and whether it is. */
bool hd_compile_may_copy(const hd_compiler *c, hd_term t, hd_var to);
uint32_t hd_compile_copy(hd_compiler *c, hd_term t, uint32_t *is_open);
void hd_compile_store_open(hd_compiler *c, hd_var v, uint32_t index, uint32_t is_open);

/* Leaves the value of an input open. back: the inputs recorded since, itself included. */
void hd_compile_leave_open(hd_compiler *c, hd_var v, uint32_t index, uint32_t back);

void hd_compile_probes(hd_compiler *c);

#endif
