/* assembly.c - the instructions of x86 that programs synchronize with, as atomic instructions of LLVM's.
 *
 * Inline assembly is a template, `lock; xaddl $0, $1`, and a list of constraints that says which operand is a value in
 * a register and which is memory. What consists of known instructions alone is rewritten: each that touches memory is
 * one atomic step, as it is on the machine, where `lock` makes it one (xchg needs none). Everything else stays as it
 * is, and is not supported where it is reached. A plain mov orders no more than acquire and release do. */
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

#include "frontend/c/unit.h"

enum { MOST_OPERANDS = 10 };

typedef struct {
  bool output, memory;
  char reg[4];        /* the register's short name, ax; empty: any */
  LLVMValueRef value; /* in it now; of memory, its address; NULL: not set */
  LLVMTypeRef type;   /* of the value, or of what is in memory */
} asm_operand;

typedef struct {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef call;
  asm_operand operands[MOST_OPERANDS];
  unsigned n;
  LLVMValueRef zero; /* the flag, an i1; NULL: not known */
} asm_code;

/* --- constraints --------------------------------------------------------------------------------------- */

static LLVMTypeRef element_type(LLVMValueRef call, unsigned argument)
{
  unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

/* The type of the i-th of the results that are returned. */
static LLVMTypeRef result_type(LLVMTypeRef type, unsigned i)
{
  return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i) : type;
}

/* `{ax}`, `r`, `=&q`: the register, or any one. */
static bool read_register(const char *text, size_t n, asm_operand *o)
{
  if (n >= 2 && text[0] == '{') {
    if (text[n - 1] != '}' || n - 2 >= sizeof o->reg) return false;
    memcpy(o->reg, text + 1, n - 2);
    return true;
  }
  for (size_t i = 0; i < n; i++)
    if (!strchr("rqQRinIJKLMNeZab", text[i])) return false;
  return true;
}

/* An input that begins in the register of an output, or in its memory. */
static bool tie_operand(asm_code *a, const asm_operand *input, unsigned to)
{
  if (to >= a->n || !a->operands[to].output || a->operands[to].memory != input->memory) return false;
  if (!input->memory) a->operands[to].value = input->value;
  return true;
}

static bool read_constraint(asm_code *a, const char *text, size_t n, unsigned *argument, unsigned *result)
{
  asm_operand o = {.output = n && text[0] == '='};
  if (o.output) text++, n--;
  if (n && text[0] == '&') text++, n--;
  if (n && text[0] == '*') o.memory = true, text++, n--;
  if (o.memory || !o.output) {
    if (*argument >= LLVMGetNumArgOperands(a->call)) return false;
    o.value = LLVMGetOperand(a->call, *argument);
    o.type = o.memory ? element_type(a->call, *argument) : LLVMTypeOf(o.value);
    (*argument)++;
  } else {
    o.type = result_type(LLVMTypeOf(a->call), (*result)++);
  }
  if (!o.type || LLVMGetTypeKind(o.type) != LLVMIntegerTypeKind || a->n == MOST_OPERANDS) return false;
  if (n == 1 && isdigit((unsigned char)text[0]) && !tie_operand(a, &o, (unsigned)(text[0] - '0'))) return false;
  bool tied = n == 1 && isdigit((unsigned char)text[0]);
  if (!tied && !(o.memory ? n == 1 && text[0] == 'm' : read_register(text, n, &o))) return false;
  a->operands[a->n++] = o;
  return true;
}

static bool read_constraints(asm_code *a, const char *text)
{
  unsigned argument = 0, result = 0;
  while (*text) {
    size_t n = strcspn(text, ",");
    if (text[0] != '~' && !read_constraint(a, text, n, &argument, &result)) return false;
    text += n + (text[n] == ',');
  }
  return argument == LLVMGetNumArgOperands(a->call);
}

/* --- the template -------------------------------------------------------------------------------------- */

typedef struct {
  asm_operand *operand; /* NULL: a constant */
  uint64_t constant;
} asm_place;

typedef struct {
  char name[16];
  bool lock;
  unsigned width; /* by its ending; 0: none */
  asm_place places[2];
  unsigned n;
} asm_step;

static asm_operand *find_register(asm_code *a, const char *name)
{
  asm_operand *found = NULL;
  for (unsigned i = 0; i < a->n; i++)
    if (a->operands[i].reg[0] && strcmp(a->operands[i].reg, name) == 0 && (!found || a->operands[i].output))
      found = &a->operands[i];
  return found;
}

/* %eax, %rax, %ax, %al are one. */
static asm_operand *read_named_register(asm_code *a, const char *text, size_t n)
{
  char name[4] = "";
  if (n && (text[0] == 'e' || text[0] == 'r')) text++, n--;
  if (n != 2) return NULL;
  memcpy(name, text, 2);
  if (name[1] == 'l') name[1] = 'x';
  return find_register(a, name);
}

/* `$2`, `$$7`, `%eax`, `${0:b}`. */
static bool read_place(asm_code *a, const char *text, size_t n, asm_place *p)
{
  char *end;
  if (n >= 3 && text[0] == '$' && text[1] == '$') {
    p->constant = strtoull(text + 2, &end, 0);
    return end == text + n;
  }
  if (n >= 2 && text[0] == '%') return (p->operand = read_named_register(a, text + 1, n - 1)) != NULL;
  if (n >= 5 && text[0] == '$' && text[1] == '{') text++;
  else if (n != 2 || text[0] != '$') return false;
  unsigned i = (unsigned)(text[1] - '0');
  if (i >= a->n) return false;
  p->operand = &a->operands[i];
  return true;
}

static size_t trim(const char **text, size_t n)
{
  while (n && isspace((unsigned char)**text)) (*text)++, n--;
  while (n && isspace((unsigned char)(*text)[n - 1])) n--;
  return n;
}

static bool read_places(asm_code *a, const char *text, size_t n, asm_step *s)
{
  for (n = trim(&text, n); n;) {
    size_t m = 0;
    while (m < n && text[m] != ',') m++;
    const char *one = text;
    if (s->n == 2 || !read_place(a, one, trim(&one, m), &s->places[s->n])) return false;
    s->n++;
    text += m < n ? m + 1 : m;
    n -= m < n ? m + 1 : m;
    n = trim(&text, n);
  }
  return true;
}

static unsigned width_of_ending(char letter)
{
  return letter == 'b' ? 8 : letter == 'w' ? 16 : letter == 'l' ? 32 : letter == 'q' ? 64 : 0;
}

static bool is_word_of(const char *name, const char *list)
{
  size_t n = strlen(name);
  for (const char *s = list; (s = strstr(s, name)); s += n)
    if ((s == list || s[-1] == ' ') && (s[n] == ' ' || !s[n])) return true;
  return false;
}

static const char with_ending[] = "xchg xadd cmpxchg add sub and or xor inc dec mov";
static const char without[] = "sete setz setne setnz nop pause mfence lfence sfence rdtsc lock rep";

/* The instruction's name without its ending. */
static bool read_name(const char *text, size_t n, asm_step *s)
{
  if (!n || n >= sizeof s->name) return false;
  memcpy(s->name, text, n);
  s->name[n] = '\0';
  if (is_word_of(s->name, without) || is_word_of(s->name, with_ending)) return true;
  s->width = width_of_ending(s->name[n - 1]);
  s->name[n - 1] = '\0';
  return s->width && is_word_of(s->name, with_ending);
}

/* --- steps --------------------------------------------------------------------------------------------- */

static LLVMTypeRef type_of_step(const asm_step *s)
{
  for (unsigned i = s->n; i-- > 0;)
    if (s->places[i].operand && s->places[i].operand->memory) return s->places[i].operand->type;
  for (unsigned i = s->n; i-- > 0;)
    if (s->places[i].operand) return s->places[i].operand->type;
  return NULL;
}

static LLVMValueRef resize(asm_code *a, LLVMValueRef value, LLVMTypeRef type)
{
  return LLVMBuildIntCast2(a->builder, value, type, false, "");
}

/* What a place holds that is not memory; NULL: nothing that is known. */
static LLVMValueRef get_place(asm_code *a, const asm_place *p, LLVMTypeRef type)
{
  if (!p->operand) return LLVMConstInt(type, p->constant, false);
  return p->operand->value ? resize(a, p->operand->value, type) : NULL;
}

static bool set_place(asm_code *a, asm_place *p, LLVMValueRef value)
{
  if (!p->operand || p->operand->memory) return false;
  p->operand->value = resize(a, value, p->operand->type);
  return true;
}

static bool is_memory_place(const asm_place *p)
{
  return p->operand && p->operand->memory;
}

static LLVMValueRef exchange_memory(asm_code *a, LLVMAtomicRMWBinOp op, const asm_place *p, LLVMValueRef value)
{
  return LLVMBuildAtomicRMW(a->builder, op, p->operand->value, value, LLVMAtomicOrderingSequentiallyConsistent, false);
}

static bool do_exchange(asm_code *a, asm_step *s, LLVMTypeRef type)
{
  asm_place *memory = is_memory_place(&s->places[1]) ? &s->places[1] : &s->places[0];
  asm_place *other = memory == &s->places[1] ? &s->places[0] : &s->places[1];
  LLVMValueRef value = s->n == 2 ? get_place(a, other, type) : NULL;
  if (!value || !is_memory_place(memory) || is_memory_place(other) || !other->operand) return false;
  return set_place(a, other, exchange_memory(a, LLVMAtomicRMWBinOpXchg, memory, value));
}

static bool do_add_and_get(asm_code *a, asm_step *s, LLVMTypeRef type)
{
  if (s->n != 2 || !s->lock || !is_memory_place(&s->places[1]) || is_memory_place(&s->places[0])) return false;
  LLVMValueRef value = get_place(a, &s->places[0], type);
  return value && set_place(a, &s->places[0], exchange_memory(a, LLVMAtomicRMWBinOpAdd, &s->places[1], value));
}

static bool do_compare(asm_code *a, asm_step *s, LLVMTypeRef type)
{
  asm_place ax = {.operand = find_register(a, "ax")};
  if (s->n != 2 || !s->lock || !ax.operand || !is_memory_place(&s->places[1]) || is_memory_place(&s->places[0]))
    return false;
  LLVMValueRef expected = get_place(a, &ax, type), desired = get_place(a, &s->places[0], type);
  const LLVMAtomicOrdering order = LLVMAtomicOrderingSequentiallyConsistent;
  if (!expected || !desired) return false;
  LLVMValueRef pair =
      LLVMBuildAtomicCmpXchg(a->builder, s->places[1].operand->value, expected, desired, order, order, false);
  a->zero = LLVMBuildExtractValue(a->builder, pair, 1, "");
  return set_place(a, &ax, LLVMBuildExtractValue(a->builder, pair, 0, ""));
}

typedef struct {
  const char *name;
  LLVMAtomicRMWBinOp op;
  LLVMOpcode plain;
} asm_arithmetic;
static const asm_arithmetic arithmetic[] = {
    {"add", LLVMAtomicRMWBinOpAdd, LLVMAdd}, {"sub", LLVMAtomicRMWBinOpSub, LLVMSub},
    {"and", LLVMAtomicRMWBinOpAnd, LLVMAnd}, {"or", LLVMAtomicRMWBinOpOr, LLVMOr},
    {"xor", LLVMAtomicRMWBinOpXor, LLVMXor}, {"inc", LLVMAtomicRMWBinOpAdd, LLVMAdd},
    {"dec", LLVMAtomicRMWBinOpSub, LLVMSub},
};

/* On memory with a lock, or on a register. */
static bool do_arithmetic(asm_code *a, asm_step *s, LLVMTypeRef type, const asm_arithmetic *how)
{
  bool by_one = strcmp(how->name, "inc") == 0 || strcmp(how->name, "dec") == 0;
  if (s->n != (by_one ? 1 : 2)) return false;
  asm_place *to = &s->places[s->n - 1];
  if (!by_one && is_memory_place(&s->places[0])) return false;
  LLVMValueRef value = by_one ? LLVMConstInt(type, 1, false) : get_place(a, &s->places[0], type), old;
  if (!value || (is_memory_place(to) && !s->lock)) return false;
  old = is_memory_place(to) ? exchange_memory(a, how->op, to, value) : get_place(a, to, type);
  if (!old) return false;
  LLVMValueRef now = LLVMBuildBinOp(a->builder, how->plain, old, value, "");
  a->zero = LLVMBuildICmp(a->builder, LLVMIntEQ, now, LLVMConstNull(type), "");
  return is_memory_place(to) || set_place(a, to, now);
}

static bool do_move(asm_code *a, asm_step *s, LLVMTypeRef type)
{
  if (s->n != 2 || (is_memory_place(&s->places[0]) && is_memory_place(&s->places[1]))) return false;
  if (is_memory_place(&s->places[0])) {
    LLVMValueRef load = LLVMBuildLoad2(a->builder, type, s->places[0].operand->value, "");
    LLVMSetOrdering(load, LLVMAtomicOrderingAcquire);
    LLVMSetAlignment(load, LLVMGetIntTypeWidth(type) / 8);
    return set_place(a, &s->places[1], load);
  }
  LLVMValueRef value = get_place(a, &s->places[0], type);
  if (!value || !is_memory_place(&s->places[1])) return value && set_place(a, &s->places[1], value);
  LLVMValueRef store = LLVMBuildStore(a->builder, value, s->places[1].operand->value);
  LLVMSetOrdering(store, LLVMAtomicOrderingRelease);
  LLVMSetAlignment(store, LLVMGetIntTypeWidth(type) / 8);
  return true;
}

static bool do_flag(asm_code *a, asm_step *s)
{
  if (s->n != 1 || !a->zero) return false;
  bool equal = s->name[3] == 'e' || s->name[3] == 'z';
  LLVMValueRef flag = equal ? a->zero : LLVMBuildNot(a->builder, a->zero, "");
  return set_place(a, &s->places[0], flag);
}

/* rdtsc: any moment. */
static bool do_clock(asm_code *a)
{
  LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetModuleContext(a->module));
  LLVMTypeRef type = LLVMFunctionType(word, NULL, 0, false);
  LLVMValueRef any = LLVMGetNamedFunction(a->module, "__VERIFIER_nondet_uint");
  if (!any) any = LLVMAddFunction(a->module, "__VERIFIER_nondet_uint", type);
  const char *const names[] = {"ax", "dx"};
  for (unsigned i = 0; i < 2; i++) {
    asm_place p = {.operand = find_register(a, names[i])};
    if (p.operand && !set_place(a, &p, LLVMBuildCall2(a->builder, type, any, NULL, 0, ""))) return false;
  }
  return true;
}

static bool do_step(asm_code *a, asm_step *s)
{
  LLVMTypeRef type = type_of_step(s);
  if (strncmp(s->name, "set", 3) == 0) return do_flag(a, s);
  if (strcmp(s->name, "rdtsc") == 0) return s->n == 0 && do_clock(a);
  if (is_word_of(s->name, without)) return s->n == 0;
  if (!type || (s->width && LLVMGetIntTypeWidth(type) != s->width)) return false;
  if (strcmp(s->name, "xchg") == 0) return do_exchange(a, s, type);
  if (strcmp(s->name, "xadd") == 0) return do_add_and_get(a, s, type);
  if (strcmp(s->name, "cmpxchg") == 0) return do_compare(a, s, type);
  if (strcmp(s->name, "mov") == 0) return do_move(a, s, type);
  for (size_t i = 0; i < HD_COUNT(arithmetic); i++)
    if (strcmp(s->name, arithmetic[i].name) == 0) return do_arithmetic(a, s, type, &arithmetic[i]);
  return false;
}

/* One instruction, or the prefix of the next one; *lock says that there was one. */
static bool run_line(asm_code *a, const char *text, size_t n, bool *lock)
{
  n = trim(&text, n);
  while (n) {
    size_t m = 0;
    while (m < n && !isspace((unsigned char)text[m])) m++;
    asm_step s = {.lock = *lock};
    if (!read_name(text, m, &s)) return false;
    text += m;
    n = trim(&text, n - m);
    if (strcmp(s.name, "lock") == 0 || strcmp(s.name, "rep") == 0) {
      *lock |= s.name[0] == 'l';
      continue;
    }
    *lock = false;
    return read_places(a, text, n, &s) && do_step(a, &s);
  }
  return true;
}

static bool run_template(asm_code *a, const char *text)
{
  bool lock = false;
  while (*text) {
    size_t n = strcspn(text, "\n;");
    if (!run_line(a, text, n, &lock)) return false;
    text += n + (text[n] != '\0');
  }
  return !lock;
}

/* --- the whole ----------------------------------------------------------------------------------------- */

/* The results, as the call gives them; NULL: one was never set. */
static LLVMValueRef collect_results(asm_code *a)
{
  LLVMTypeRef type = LLVMTypeOf(a->call);
  bool several = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  LLVMValueRef result = several ? LLVMGetUndef(type) : NULL;
  unsigned k = 0;
  for (unsigned i = 0; i < a->n; i++) {
    if (!a->operands[i].output || a->operands[i].memory) continue;
    if (!a->operands[i].value) return NULL;
    result = several ? LLVMBuildInsertValue(a->builder, result, a->operands[i].value, k++, "") : a->operands[i].value;
  }
  return result;
}

static bool rewrite_code(asm_code *a, const char *template, const char *constraints)
{
  if (!read_constraints(a, constraints) || !run_template(a, template)) return false;
  if (LLVMGetTypeKind(LLVMTypeOf(a->call)) == LLVMVoidTypeKind) return true;
  LLVMValueRef result = collect_results(a);
  if (result) LLVMReplaceAllUsesWith(a->call, result);
  return result != NULL;
}

/* Instructions that were made for code which is not all known. */
static void take_back(LLVMValueRef before, LLVMValueRef call)
{
  for (LLVMValueRef i = LLVMGetPreviousInstruction(call); i && i != before; i = LLVMGetPreviousInstruction(call))
    LLVMInstructionEraseFromParent(i);
}

static void rewrite_call(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call)
{
  size_t n, m;
  LLVMValueRef code = LLVMGetCalledValue(call), before = LLVMGetPreviousInstruction(call);
  const char *text = LLVMGetInlineAsmAsmString(code, &n), *constraints = LLVMGetInlineAsmConstraintString(code, &m);
  asm_code a = {.module = module, .builder = builder, .call = call};
  hd_arena arena;
  hd_arena_init(&arena);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  if (rewrite_code(&a, hd_arena_strndup(&arena, text, n), hd_arena_strndup(&arena, constraints, m)))
    LLVMInstructionEraseFromParent(call);
  else
    take_back(before, call);
  hd_arena_clear(&arena);
}

static bool is_assembly(LLVMValueRef i)
{
  return LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i));
}

void hd_c_rewrite_assembly(LLVMModuleRef module)
{
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (is_assembly(i)) rewrite_call(module, builder, i);
      }
  LLVMDisposeBuilder(builder);
}
