/* unit.h - the linked bitcode of a program; inside the C front end. */
#ifndef HD_FRONTEND_C_UNIT_H
#define HD_FRONTEND_C_UNIT_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "frontend/c/c.h"

struct hd_c_unit {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef data; /* owned by the module */
  hd_map first_sites;     /* by function */
  /* The program uses the first n_numbers arguments only as numbers, not as texts (numbers.c). */
  bool numbers_only, number_unsigned;
  unsigned n_numbers, number_base;
};

/* Instructions have numbers, from 1, in the order of the module, parameters counted: this is the function's first. */
uint32_t hd_c_first_site(const hd_c_unit *unit, LLVMValueRef function);

/* driver.c: compiles a C file into bitcode in `output`, passing clang's messages on. */
hd_status hd_c_compile(const hd_c_input *input, const char *file, const char *folder, const char *output,
                       const hd_budget *budget, hd_diags *diags);
/* The same for a source of our own: the user's options do not apply to it. */
hd_status hd_c_compile_library(const hd_c_input *input, const char *file, const char *output, const hd_budget *budget,
                               hd_diags *diags);
/* Where our own headers and the library are. */
const char *hd_c_include_folder(hd_arena *arena);
/* 32 or 64: the pointers of the data model that the program was preprocessed for, if it is not the one that it was
 * compiled for; otherwise 0 (data_model.c). */
unsigned hd_c_other_model(const hd_c_unit *unit);

/* numbers.c: finds out what is asked of the program's arguments. */
void hd_c_number_arguments(hd_c_unit *unit);
enum { HD_NO_ARGUMENT = 8 }; /* an address where nothing is: that of an argument behind the last one */

/* assembly.c: instructions that synchronize become atomic ones. */
void hd_c_rewrite_assembly(LLVMModuleRef module);

/* unwind.c: calls that may throw become plain calls. */
void hd_c_rewrite_invokes(LLVMModuleRef module);

/* settled.c: globals that are only read become constants. */
void hd_c_settle_globals(LLVMModuleRef module);

/* entry.c: writes a main that calls the function with any arguments. NULL, or why that is impossible. */
const char *hd_c_set_entry(LLVMModuleRef module, const char *name);

/* library.c: writes a C file that includes our bodies of what the module calls and does not have; false
 * when there is nothing to add. */
bool hd_c_write_library(LLVMModuleRef module, const char *path);

#endif
