/* compile.h - from the program and its layout to bytecode. */
#ifndef HD_EXPLICIT_COMPILE_H
#define HD_EXPLICIT_COMPILE_H

#include "engine/explicit/code.h"
#include "engine/explicit/inputs.h"
#include "engine/explicit/layout.h"

typedef struct {
  const hd_xlayout *layout;
  const hd_sharing *sharing;
  const hd_inputs *inputs;
  hd_property property;
  bool copies; /* open values are copied, and each copy is decided by itself */
  bool record; /* code that notes each edge taken, for traces */
} hd_compile_options;

hd_code *hd_compile(const hd_compile_options *options);
void hd_code_free(hd_code *c);

#endif
