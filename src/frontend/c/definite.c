/* definite.c - definite assignment: which locals may be read before they are written.
 *
 * A variable begins at its declaration, each time the program comes there, with any value. A
 * promoted local is followed through the function. Of one with an address only the next use is
 * looked at: does it write the whole object? */
#include "frontend/c/core.h"

typedef struct {
  hd_body *b;
  uint32_t words;
  uint64_t *stored, *exposed, *in; /* by block: written at its end; read with the value from before; written before */
  uint64_t *begun;                 /* by block: declared here */
  uint64_t *open;                  /* read after its declaration in the same block, before any write */
} assignment;

static uint64_t *row(const assignment *a, uint64_t *sets, uint32_t block)
{
  return sets + (size_t)block * a->words;
}

/* The local that an instruction loads, stores or declares; HD_NONE: none. The first block runs once
 * a call, and its declarations of parameters come after their values. */
static uint32_t local_of(const hd_body *b, uint32_t block, LLVMValueRef i)
{
  LLVMValueRef address = NULL;
  LLVMMetadataRef variable;
  if (LLVMIsALoadInst(i))
    address = LLVMGetOperand(i, 0);
  else if (LLVMIsAStoreInst(i))
    address = LLVMGetOperand(i, 1);
  else if (!block || !hd_debug_is_declare(i, &address, &variable))
    return HD_NONE;
  uint32_t number = hd_body_number(b, address);
  return number == HD_NONE ? HD_NONE : b->local_of[number];
}

static void scan_block(assignment *a, uint32_t block)
{
  hd_body *b = a->b;
  uint64_t *stored = row(a, a->stored, block), *exposed = row(a, a->exposed, block), *begun = row(a, a->begun, block);
  for (LLVMValueRef i = LLVMGetFirstInstruction(b->blocks[block]); i; i = LLVMGetNextInstruction(i)) {
    uint32_t local = local_of(b, block, i), word = local / 64;
    uint64_t bit = UINT64_C(1) << (local % 64);
    if (local == HD_NONE) continue;
    if (LLVMIsAStoreInst(i)) {
      stored[word] |= bit;
    } else if (LLVMIsALoadInst(i)) {
      if (!(stored[word] & bit)) (begun[word] & bit ? a->open : exposed)[word] |= bit;
    } else {
      begun[word] |= bit;
      stored[word] &= ~bit;
    }
  }
}

static bool flow_into(assignment *a, uint32_t from, LLVMBasicBlockRef to)
{
  uint32_t target = hd_body_block(a->b, to);
  const uint64_t *in = row(a, a->in, from), *stored = row(a, a->stored, from), *begun = row(a, a->begun, from);
  uint64_t *out = row(a, a->in, target);
  bool changed = false;
  for (uint32_t w = 0; w < a->words; w++) {
    uint64_t both = out[w] & ((in[w] & ~begun[w]) | stored[w]);
    changed = changed || both != out[w];
    out[w] = both;
  }
  return changed;
}

static void follow_promoted(assignment *a)
{
  hd_body *b = a->b;
  for (uint32_t k = 0; k < b->n_blocks; k++) scan_block(a, k);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < b->n_blocks; k++) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(b->blocks[k]);
      for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
        if (flow_into(a, k, LLVMGetSuccessor(end, s))) changed = true;
    }
  }
  for (uint32_t i = 0; i < b->locals.len; i++) {
    uint64_t bit = UINT64_C(1) << (i % 64);
    bool uninit = a->open[i / 64] & bit;
    for (uint32_t k = 0; k < b->n_blocks; k++)
      uninit |= (row(a, a->exposed, k)[i / 64] & ~row(a, a->in, k)[i / 64] & bit) != 0;
    b->locals.data[i].uninit = b->locals.data[i].promoted && uninit;
  }
}

/* --- locals with an address ------------------------------------------------------------------ */

static bool instruction_uses(LLVMValueRef instruction, LLVMValueRef value)
{
  for (int k = 0; k < LLVMGetNumOperands(instruction); k++)
    if (LLVMGetOperand(instruction, (unsigned)k) == value) return true;
  return false;
}

/* Does it write every byte of the local, and read none? */
static bool fills(hd_lower *L, LLVMValueRef i, LLVMValueRef alloca)
{
  uint64_t size = hd_lower_type_size(L, LLVMGetAllocatedType(alloca));
  if (LLVMIsAStoreInst(i)) {
    LLVMValueRef value = LLVMGetOperand(i, 0);
    return value != alloca && hd_lower_type_size(L, LLVMTypeOf(value)) == size;
  }
  size_t n;
  LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  const char *name = f && LLVMIsAFunction(f) ? LLVMGetValueName2(f, &n) : "";
  if (strncmp(name, "llvm.memset.", 12) != 0 && strncmp(name, "llvm.memcpy.", 12) != 0) return false;
  LLVMValueRef length = LLVMGetOperand(i, 2);
  return LLVMGetOperand(i, 0) == alloca && LLVMGetOperand(i, 1) != alloca && LLVMIsAConstantInt(length) &&
         LLVMConstIntGetZExtValue(length) == size;
}

/* What is used before its declaration is a parameter, which has its value then. */
static bool is_used_before(const hd_local *local, LLVMValueRef declaration)
{
  for (LLVMValueRef i = LLVMGetPreviousInstruction(declaration); i; i = LLVMGetPreviousInstruction(i))
    if (instruction_uses(i, local->alloca)) return true;
  return false;
}

static void look_around(hd_lower *L, hd_local *local, LLVMValueRef declaration)
{
  local->uninit = !hd_object_is_opaque(L, hd_debug_type(L, local->variable)) && !is_used_before(local, declaration);
  for (LLVMValueRef i = LLVMGetNextInstruction(declaration); i && local->uninit; i = LLVMGetNextInstruction(i)) {
    if (!instruction_uses(i, local->alloca)) continue;
    local->uninit = !fills(L, i, local->alloca);
    return;
  }
}

/* Those without a declaration are of the compiler's own making. */
static void look_at_objects(hd_lower *L, hd_body *b)
{
  LLVMValueRef address;
  LLVMMetadataRef variable;
  for (uint32_t k = 0; k < b->n_blocks; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->blocks[k]); i; i = LLVMGetNextInstruction(i)) {
      if (!hd_debug_is_declare(i, &address, &variable)) continue;
      uint32_t number = hd_body_number(b, address), local = number == HD_NONE ? HD_NONE : b->local_of[number];
      if (local == HD_NONE || b->locals.data[local].promoted || b->locals.data[local].dynamic) continue;
      look_around(L, &b->locals.data[local], i);
    }
}

/* The result of a function that ends without `return` is not something a program may look
 * at: its variable, the only one without a name, starts as zero. */
static void settle_locals(hd_body *b)
{
  for (uint32_t i = 0; i < b->locals.len; i++) {
    hd_local *local = &b->locals.data[i];
    size_t n;
    if (!local->variable && strcmp(LLVMGetValueName2(local->alloca, &n), "retval") == 0) local->uninit = false;
    if (local->uninit) local->param = false;
  }
}

void hd_body_find_uninitialized(hd_lower *L, hd_body *b)
{
  assignment a = {.b = b, .words = (b->locals.len + 63) / 64};
  size_t n = (size_t)b->n_blocks * a.words;
  if (!n) return;
  a.stored = hd_alloc(n, sizeof *a.stored);
  a.exposed = hd_alloc(n, sizeof *a.exposed);
  a.begun = hd_alloc(n, sizeof *a.begun);
  a.in = hd_alloc(n, sizeof *a.in);
  a.open = hd_alloc(a.words, sizeof *a.open);
  memset(a.in + a.words, 0xff, (n - a.words) * sizeof *a.in);
  follow_promoted(&a);
  look_at_objects(L, b);
  settle_locals(b);
  free(a.stored);
  free(a.exposed);
  free(a.begun);
  free(a.in);
  free(a.open);
}
