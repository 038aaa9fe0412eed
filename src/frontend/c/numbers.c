/* numbers.c - arguments of the program of which it asks the numbers alone.
 *
 * Most programs read an argument as `atoi(argv[2])` and look at no letter of it. Then the number stands for the text:
 * every number has a text, so that nothing is added and nothing left out, however long texts may be. The bitcode is
 * changed to say so: such calls become calls of __heddle_number, which finds the number where the text would be
 * (arguments.c). Printing a text depends on no letter of it either.
 *
 * This holds when main alone knows argv, each index is a constant, and all numbers are read in the same way: those
 * that go together are functions of the number that strtol gives. */
#include <llvm-c/DebugInfo.h>

#include "frontend/c/unit.h"

enum { MOST_INDEX = 64 };

typedef enum { HOW_UNKNOWN, HOW_SIGNED, HOW_UNSIGNED } reading_way;

typedef struct {
  LLVMModuleRef module;
  bool wide; /* long has 64 bits */
  reading_way way;
  uint64_t base;
  unsigned n; /* arguments that are read: the greatest index and one */
  HD_VEC(LLVMValueRef) calls;   /* that become __heddle_number */
  HD_VEC(LLVMUseRef) printed;   /* a text as the argument of an output function */
} number_search;

static const char *plain_name(const char *name)
{
  return strncmp(name, "__isoc23_", 9) == 0 ? name + 9 : name;
}

static const char *called_name(LLVMValueRef call)
{
  size_t n;
  LLVMValueRef f = LLVMGetCalledValue(call);
  return f && LLVMIsAFunction(f) && LLVMIsDeclaration(f) ? plain_name(LLVMGetValueName2(f, &n)) : "";
}

static bool is_output(const char *name)
{
  static const char *const names[] = {"printf", "fprintf", "puts", "fputs", "perror", "dprintf", "warn", "warnx"};
  for (size_t i = 0; i < HD_COUNT(names); i++)
    if (strcmp(name, names[i]) == 0) return true;
  return false;
}

/* One way for all of them. */
static bool agree_on(number_search *s, reading_way way, uint64_t base)
{
  if (s->way != HOW_UNKNOWN && (s->way != way || s->base != base)) return false;
  s->way = way;
  s->base = base;
  return true;
}

static bool uses_errno(LLVMModuleRef module)
{
  LLVMValueRef f = LLVMGetNamedFunction(module, "__errno_location");
  return f && LLVMGetFirstUse(f);
}

/* strtol and its like without an end, in a base that is known; errno says whether the number fits. */
static bool reads_number_in_base(number_search *s, LLVMValueRef call, reading_way way)
{
  if (LLVMGetNumArgOperands(call) != 3 || uses_errno(s->module)) return false;
  LLVMValueRef end = LLVMGetOperand(call, 1), base = LLVMGetOperand(call, 2);
  return LLVMIsNull(end) && LLVMIsAConstantInt(base) && agree_on(s, way, LLVMConstIntGetZExtValue(base));
}

static bool reads_number(number_search *s, LLVMValueRef call, const char *name)
{
  if (strcmp(name, "atoi") == 0 || strcmp(name, "atol") == 0) return agree_on(s, HOW_SIGNED, 10);
  if (strcmp(name, "atoll") == 0) return s->wide && agree_on(s, HOW_SIGNED, 10);
  if (strcmp(name, "strtol") == 0) return reads_number_in_base(s, call, HOW_SIGNED);
  if (strcmp(name, "strtoll") == 0) return s->wide && reads_number_in_base(s, call, HOW_SIGNED);
  if (strcmp(name, "strtoul") == 0) return reads_number_in_base(s, call, HOW_UNSIGNED);
  if (strcmp(name, "strtoull") == 0) return s->wide && reads_number_in_base(s, call, HOW_UNSIGNED);
  return false;
}

static bool search_text_use(number_search *s, LLVMUseRef use)
{
  LLVMValueRef call = LLVMGetUser(use);
  if (!LLVMIsACallInst(call)) return false;
  const char *name = called_name(call);
  if (is_output(name)) {
    hd_vec_push(&s->printed, use);
    return true;
  }
  if (!reads_number(s, call, name) || LLVMGetOperand(call, 0) != LLVMGetUsedValue(use)) return false;
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind) return false;
  hd_vec_push(&s->calls, call);
  return true;
}

static bool search_text(number_search *s, LLVMValueRef text)
{
  for (LLVMUseRef u = LLVMGetFirstUse(text); u; u = LLVMGetNextUse(u))
    if (!search_text_use(s, u)) return false;
  return true;
}

/* argv[index], with an index that is known. */
static bool search_element(number_search *s, LLVMValueRef element)
{
  if (!LLVMIsAGetElementPtrInst(element) || LLVMGetNumOperands(element) != 2) return false;
  if (LLVMGetTypeKind(LLVMGetGEPSourceElementType(element)) != LLVMPointerTypeKind) return false;
  LLVMValueRef index = LLVMGetOperand(element, 1);
  if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) >= MOST_INDEX) return false;
  unsigned count = (unsigned)LLVMConstIntGetZExtValue(index) + 1;
  if (count > s->n) s->n = count;
  for (LLVMUseRef u = LLVMGetFirstUse(element); u; u = LLVMGetNextUse(u))
    if (!LLVMIsALoadInst(LLVMGetUser(u)) || !search_text(s, LLVMGetUser(u))) return false;
  return true;
}

/* The local that holds argv, and nothing else. */
static bool search_local(number_search *s, LLVMValueRef local)
{
  unsigned stores = 0;
  if (!LLVMIsAAllocaInst(local)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == local && ++stores == 1) continue;
    if (!LLVMIsALoadInst(user)) return false;
    for (LLVMUseRef v = LLVMGetFirstUse(user); v; v = LLVMGetNextUse(v))
      if (!search_element(s, LLVMGetUser(v))) return false;
  }
  return true;
}

static bool search_main(number_search *s, LLVMValueRef main)
{
  if (LLVMGetFirstUse(main) || LLVMCountParams(main) != 2) return false;
  LLVMValueRef argv = LLVMGetParam(main, 1);
  LLVMUseRef use = LLVMGetFirstUse(argv);
  if (!use || LLVMGetNextUse(use) || !LLVMIsAStoreInst(LLVMGetUser(use))) return false;
  return LLVMGetOperand(LLVMGetUser(use), 0) == argv && search_local(s, LLVMGetOperand(LLVMGetUser(use), 1));
}

/* --- the change ---------------------------------------------------------------------------------------- */

static LLVMValueRef number_function(LLVMModuleRef module, LLVMTypeRef *type)
{
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef text = LLVMPointerTypeInContext(context, 0);
  *type = LLVMFunctionType(LLVMInt64TypeInContext(context), &text, 1, false);
  LLVMValueRef f = LLVMGetNamedFunction(module, "__heddle_number");
  return f ? f : LLVMAddFunction(module, "__heddle_number", *type);
}

static void place_before(LLVMBuilderRef builder, LLVMValueRef instruction)
{
  LLVMPositionBuilderBefore(builder, instruction);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
}

static void ask_for_number(const number_search *s, LLVMBuilderRef builder, LLVMValueRef call)
{
  LLVMTypeRef type;
  LLVMValueRef f = number_function(s->module, &type), text = LLVMGetOperand(call, 0);
  place_before(builder, call);
  LLVMValueRef number = LLVMBuildCall2(builder, type, f, &text, 1, "");
  LLVMReplaceAllUsesWith(call, LLVMBuildIntCast2(builder, number, LLVMTypeOf(call), true, ""));
  LLVMInstructionEraseFromParent(call);
}

/* Where there is a text, an empty one is printed; where there is none, that stays so: no text lies this low. */
static void print_other_text(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef text)
{
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(text));
  place_before(builder, call);
  LLVMTypeRef word = LLVMInt64TypeInContext(context);
  LLVMValueRef number = LLVMBuildPtrToInt(builder, text, word, "");
  LLVMValueRef none = LLVMBuildICmp(builder, LLVMIntULT, number, LLVMConstInt(word, HD_NO_ARGUMENT + 1, false), "");
  LLVMValueRef empty = LLVMBuildGlobalString(builder, "", "heddle.text");
  LLVMValueRef other = LLVMBuildSelect(builder, none, text, empty, "");
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMGetOperand(call, i) == text) LLVMSetOperand(call, i, other);
}

static void change_calls(number_search *s)
{
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->module));
  HD_VEC(LLVMValueRef) texts = {0};
  for (uint32_t i = 0; i < s->printed.len; i++) {
    hd_vec_push(&texts, LLVMGetUser(s->printed.data[i]));
    hd_vec_push(&texts, LLVMGetUsedValue(s->printed.data[i]));
  }
  for (uint32_t i = 0; i < texts.len; i += 2) print_other_text(builder, texts.data[i], texts.data[i + 1]);
  for (uint32_t i = 0; i < s->calls.len; i++) ask_for_number(s, builder, s->calls.data[i]);
  hd_vec_clear(&texts);
  LLVMDisposeBuilder(builder);
}

void hd_c_number_arguments(hd_c_unit *unit)
{
  LLVMValueRef main = LLVMGetNamedFunction(unit->module, "main");
  number_search s = {.module = unit->module};
  if (!main || LLVMIsDeclaration(main)) return;
  s.wide = LLVMPointerSize(LLVMGetModuleDataLayout(unit->module)) == 8;
  if (search_main(&s, main)) {
    unit->numbers_only = true;
    unit->n_numbers = s.n;
    unit->number_base = s.way == HOW_UNKNOWN ? 10 : (unsigned)s.base;
    unit->number_unsigned = s.way == HOW_UNSIGNED;
    change_calls(&s);
  }
  hd_vec_clear(&s.calls);
  hd_vec_clear(&s.printed);
}
