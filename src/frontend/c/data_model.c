/* data_model.c - for which data model was a file preprocessed? The sizes that headers have given tell.
 *
 * Compiled for the other one, it has pointers and numbers that the C library of neither has: what comes of it is about
 * no program. */
#include "frontend/c/unit.h"

/* As glibc has them. */
static const struct {
  const char *type;
  unsigned narrow, wide;
} sizes[] = {{"union.pthread_mutex_t", 24, 40}, {"union.pthread_attr_t", 36, 56}, {"union.pthread_rwlock_t", 32, 56}};

unsigned hd_c_other_model(const hd_c_unit *u)
{
  unsigned bits = 8 * LLVMPointerSize(u->data);
  for (size_t i = 0; i < HD_COUNT(sizes); i++) {
    LLVMTypeRef type = LLVMGetTypeByName2(u->context, sizes[i].type);
    if (!type || LLVMIsOpaqueStruct(type)) continue;
    uint64_t size = LLVMABISizeOfType(u->data, type);
    if (size == (bits == 64 ? sizes[i].narrow : sizes[i].wide)) return bits == 64 ? 32 : 64;
  }
  return 0;
}
