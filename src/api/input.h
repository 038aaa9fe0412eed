/* input.h - what was loaded, shared by the files of the library's interface. */
#ifndef HD_API_INPUT_H
#define HD_API_INPUT_H

#include "boolean/boolean.h"
#include "frontend/c/c.h"
#include "heddle/heddle.h"
#include "program/cause.h"
#include "program/checks.h"
#include "report/allowed.h"

struct heddle_input {
  hd_arena arena;
  hd_diags diags;
  hd_assumptions assumptions; /* of all models so far */
  hd_allowed allowed; /* violations that are known already */
  hd_status status;
  const char *name; /* of the first source file, for reports */
  /* What is asked, each property once, with the task's verdict or NULL. One of them is what the library works on. */
  HD_VEC(struct {
    hd_property property;
    const char *expected;
  })
  asked;
  hd_property property;
  const char *expected;
  /* The checks of the last program, also those that were out of reach and are not in it any more. */
  hd_checks *seen;
  hd_arena seen_texts;
  hd_c_input source;     /* C, or ... */
  hd_c_unit *units[2];   /* ... as compiled, without and with what no-overflow needs; NULL: not yet */
  hd_c_unit *unit;       /* ... the one for the property; NULL: not C, but ... */
  hd_bp *bp;             /* ... a Boolean program, or ... */
  bool sequentialize;    /* engines see one thread */
  const char *scheduler; /* the one that is expected, or NULL */
  double reading;        /* seconds on the clock that loading took: they are part of the time limit */
  hd_cause exhausted;    /* EXHAUSTED: which limit, and during what work; and the same as text */
  const char *exhausted_text;
  double lowering;  /* processor seconds from bitcode to programs, so far: the compiler's are not counted */
  const char *text; /* ... a program in its textual form */
  size_t text_length;
};

heddle_input *hd_input_new(void); /* without a program */

/* What the options leave for work on the input, now that it is loaded. */
hd_budget hd_input_budget(const heddle_input *input, const heddle_options *options);

/* Compiles the C for the property, once. False with a diagnostic, or with the input's status EXHAUSTED. */
bool hd_input_compile(heddle_input *input, const hd_budget *budget);
/* The program that engines see: lowered with these options, resolved, the property's checks
 * selected, pruned, indexed and validated. NULL with a diagnostic when that fails, or with the
 * input's status EXHAUSTED. */
hd_program *hd_input_program(heddle_input *input, const hd_c_options *options, const hd_budget *budget);
/* The front end's own result, before memory is resolved. */
hd_program *hd_input_raw(heddle_input *input, const hd_c_options *options, const hd_budget *budget);

/* The file's bytes and a final NUL, in the input's memory; NULL with a diagnostic. */
char *hd_input_read_file(heddle_input *input, const char *path, size_t *length);

/* The bounds to start with. */
hd_c_options hd_input_options(const heddle_options *options);

#endif
