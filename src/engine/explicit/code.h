/* code.h - the bytecode of the step machine.
 *
 * The program is compiled for each instance by itself, so that its number and the places of
 * its fields are constants. From each place where an instance can stand, code tries the edges out of it and
 * runs on until the next such place; several enabled edges and the values of inputs are tried one after the
 * other by returning to the last choice. Constants are registers that never change. */
#ifndef HD_EXPLICIT_CODE_H
#define HD_EXPLICIT_CODE_H

#include "engine/explicit/layout.h"

/* X(name): w is the state's word at `word`, r a register. */
#define HD_INSNS(X)                                                                               \
  X(LOAD)    /* r[dst] = w >> shift & imm */                                                      \
  X(LOAD_S)  /* sign-extended from `width` bits, then & imm */                                    \
  X(LOAD_AT) /* element r[a] of b elements of `width` bits, the first at word and shift */        \
  X(LOAD_AT_S)                                                                                    \
  X(TABLE)    /* r[dst] = tables[word][r[a]], 0 beyond b elements */                              \
  X(STORE)    /* w's bits at shift, width: r[a], which must fit */                                \
  X(STORE_S)  /* likewise signed; imm: mask of the variable */                                    \
  X(STORE_K)  /* w = (w & imm) | r[a] */                                                          \
  X(STORE_AT) /* element r[b] of dst elements := r[a], which must fit */                          \
  X(STORE_AT_S)                                                                                   \
  X(MOVE) /* r[dst] = r[a] */                                                                     \
  X(NOT)                                                                                          \
  X(AND)                                                                                          \
  X(OR)                                                                                           \
  X(XOR)                                                                                          \
  X(EQ)                                                                                           \
  X(ULT)                                                                                          \
  X(ULE)                                                                                          \
  X(SLT) /* of `width` bits */                                                                    \
  X(SLE)                                                                                          \
  X(ADD) /* & imm, like SUB and MUL */                                                            \
  X(SUB)                                                                                          \
  X(MUL)                                                                                          \
  X(SEXT)    /* from `width` bits, & imm */                                                       \
  X(EXTRACT) /* r[a] >> shift & imm */                                                            \
  X(ITE)     /* r[a] ? r[b] : r[word] */                                                          \
  X(EVAL)    /* any operator: word is the hd_op, width and shift the widths, imm the low bit */   \
  X(JUMP)    /* to target */                                                                      \
  X(JUMP_Z)  /* when r[a] is 0 */                                                                 \
  X(JUMP_NZ)                                                                                      \
  X(JUMP_NE) /* when r[a] != r[b] */                                                              \
  X(JUMP_EQ)                                                                                      \
  X(JUMP_NOT_ULT)                                                                                 \
  X(JUMP_NOT_ULE)                                                                                 \
  X(JUMP_BITS_NE) /* when (w & imm) != r[a] */                                                    \
  X(JUMP_BITS_EQ)                                                                                 \
  X(CHOICE)    /* the alternative is at target; imm registers to keep */                          \
  X(INPUT)     /* r[dst] = each value of domain `word`, in turn; imm registers to keep */         \
  X(DEFINE)    /* before a read: gives open variable `word`, element r[a], a value; shift: how */ \
  X(NOTE_OPEN) /* its value was left open by the input b back; only in code that records */       \
  X(EMIT)      /* like STORE_K, then: a successor; target: its location */                        \
  X(BACK)      /* this way has ended; to the last choice */                                       \
  X(MOVED)     /* a step was taken that leads nowhere (the execution is over) */                  \
  X(REACH)     /* the location `target` was reached: UNSUPPORTED, BOUND */                        \
  X(UNKNOWN)   /* too many values for the input of edge `target` */                               \
  X(STUCK)     /* inside an atomic section, nothing enabled */                                    \
  X(VIOLATED)  /* the check of edge `target` failed */                                            \
  X(EDGE)      /* edge `target` is taken; only in code that records */                            \
  X(RACE_READ) /* about to access element r[a] (of b; scalar: b = 1) of variable `word` */        \
  X(RACE_WRITE)

typedef enum {
#define X(name) HD_I_##name,
  HD_INSNS(X)
#undef X
      HD_I_COUNT
} hd_insn_op;

typedef struct {
  uint16_t op;
  uint8_t shift, width;
  uint32_t dst, a, b;
  uint32_t word;
  uint32_t target;
  uint64_t imm;
} hd_insn;

/* The values an input may take. */
typedef struct {
  uint64_t *values;
  uint32_t n;
  bool now; /* the program itself restricts the input to these: they are tried where it is assigned */
} hd_domain;

/* How a read of an open value continues. COMMIT: the state with the value chosen is a successor by itself, as before a
 * guard that may keep the instance waiting. */
enum { HD_DEFINE_ON, HD_DEFINE_COMMIT, HD_DEFINE_SKIP };

/* A variable whose value may be left open until it is read. */
typedef struct {
  hd_var var;
  hd_field value, open; /* where the value is, and the bits that say that it is open */
  uint8_t width;        /* of the variable */
  uint32_t count;       /* elements; 0: a scalar */
  uint32_t domain;      /* HD_NONE: too many values */
} hd_open_var;

typedef struct {
  HD_VEC(hd_insn) insns;
  HD_VEC(uint32_t) vars; /* by instruction: the variable a store assigns */
  hd_u64s constants;
  uint32_t first_constant; /* registers below are temporaries */
  uint32_t n_registers;
  HD_VEC(const uint64_t *) tables; /* constant arrays; borrowed from the program */
  HD_VEC(hd_domain) domains;
  HD_VEC(hd_open_var) opens;
  uint32_t **start; /* by instance and program counter: where its steps begin, HD_NONE: it has none */
  uint32_t **probe; /* likewise: what it is about to access; only for data races */
  uint32_t n_instances;
} hd_code;

#endif
