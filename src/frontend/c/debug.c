/* debug.c - names, types and places from debug information.
 *
 * The C interface knows few fields of a metadata node by name; the others are operands at
 * fixed places, listed in core.h. */
#include "frontend/c/core.h"

#include <unistd.h>

static bool is_node(LLVMMetadataRef md)
{
  if (!md) return false;
  LLVMMetadataKind kind = LLVMGetMetadataKind(md);
  return kind == LLVMMDTupleMetadataKind || (kind >= LLVMDILocationMetadataKind && kind != LLVMMDStringMetadataKind);
}

static LLVMValueRef as_value(hd_lower *L, LLVMMetadataRef md)
{
  return LLVMMetadataAsValue(L->unit->context, md);
}

uint32_t hd_debug_operands(hd_lower *L, LLVMMetadataRef node)
{
  return is_node(node) ? LLVMGetMDNodeNumOperands(as_value(L, node)) : 0;
}

static LLVMValueRef operand_value(hd_lower *L, LLVMMetadataRef node, unsigned i)
{
  uint32_t n = hd_debug_operands(L, node);
  if (i >= n) return NULL;
  LLVMValueRef few[32], *all = n <= HD_COUNT(few) ? few : hd_alloc(n, sizeof *all);
  LLVMGetMDNodeOperands(as_value(L, node), all);
  LLVMValueRef result = all[i];
  if (all != few) free(all);
  return result;
}

LLVMMetadataRef hd_debug_operand(hd_lower *L, LLVMMetadataRef node, unsigned i)
{
  LLVMValueRef v = operand_value(L, node, i);
  return v ? LLVMValueAsMetadata(v) : NULL;
}

/* The path under which the file can be opened from here. clang keeps a path that shares its
 * beginning with the working folder as folder and rest. */
static const char *path_of(hd_lower *L, LLVMMetadataRef file)
{
  unsigned n, m;
  const char *name = LLVMDIFileGetFilename(file, &n), *folder = LLVMDIFileGetDirectory(file, &m);
  char *here = getcwd(NULL, 0);
  size_t length = here ? strlen(here) : 0;
  bool relative = n == 0 || name[0] != '/';
  bool elsewhere = m > 0 && here && (length != m || strncmp(here, folder, m) != 0);
  const char *path = relative && elsewhere ? hd_arena_printf(&L->arena, "%.*s/%.*s", (int)m, folder, (int)n, name)
                                           : hd_arena_strndup(&L->arena, name, n);
  bool below =
      elsewhere && length > 1 && strncmp(path, here, length) == 0 && path[length] == '/' && !strstr(path, "/../");
  free(here);
  return below ? path + length + 1 : path;
}

static uint32_t file_of(hd_lower *L, LLVMMetadataRef file)
{
  if (!file) return HD_NONE;
  uint64_t *known = hd_map_find(&L->files, (uintptr_t)file);
  if (known) return (uint32_t)*known;
  uint32_t id = hd_program_add_file(L->p, path_of(L, file));
  hd_map_put(&L->files, (uintptr_t)file, id);
  return id;
}

hd_pos hd_debug_pos(hd_lower *L, LLVMValueRef instruction)
{
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction);
  if (!at) return HD_NO_POS;
  uint32_t line = LLVMDILocationGetLine(at);
  if (!line) return HD_NO_POS;
  uint32_t file = file_of(L, LLVMDIScopeGetFile(LLVMDILocationGetScope(at)));
  return (hd_pos){file, line, LLVMDILocationGetColumn(at)};
}

hd_pos hd_debug_variable_pos(hd_lower *L, LLVMMetadataRef variable)
{
  if (!variable) return HD_NO_POS;
  uint32_t line = LLVMDIVariableGetLine(variable);
  return line ? (hd_pos){file_of(L, LLVMDIVariableGetFile(variable)), line, 0} : HD_NO_POS;
}

const char *hd_debug_name(hd_lower *L, LLVMMetadataRef variable)
{
  LLVMValueRef name = variable ? operand_value(L, variable, HD_OF_VARIABLE_NAME) : NULL;
  if (!name) return NULL;
  unsigned n;
  const char *text = LLVMGetMDString(name, &n);
  return text && n ? hd_arena_strndup(&L->arena, text, n) : NULL;
}

LLVMMetadataRef hd_debug_type(hd_lower *L, LLVMMetadataRef variable)
{
  return variable ? hd_debug_operand(L, variable, HD_OF_VARIABLE_TYPE) : NULL;
}

LLVMMetadataRef hd_debug_global(hd_lower *L, LLVMValueRef global)
{
  (void)L;
  size_t n;
  LLVMMetadataRef variable = NULL;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
  for (size_t i = 0; i < n; i++) {
    LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
    if (LLVMGetMetadataKind(md) == LLVMDIGlobalVariableExpressionMetadataKind)
      variable = LLVMDIGlobalVariableExpressionGetVariable(md);
  }
  if (entries) LLVMDisposeValueMetadataEntries(entries);
  return variable;
}

static bool is_alias_tag(unsigned tag)
{
  return tag == HD_TAG_TYPEDEF || tag == HD_TAG_CONST || tag == HD_TAG_VOLATILE || tag == HD_TAG_RESTRICT ||
         tag == HD_TAG_ATOMIC;
}

LLVMMetadataRef hd_debug_peel(hd_lower *L, LLVMMetadataRef type)
{
  for (int depth = 0; type && depth < 100 && is_alias_tag(LLVMGetDINodeTag(type)); depth++)
    type = hd_debug_operand(L, type, HD_OF_TYPE_BASE);
  return type;
}

LLVMMetadataRef hd_debug_pointee(hd_lower *L, LLVMMetadataRef type)
{
  type = hd_debug_peel(L, type);
  if (!type || LLVMGetDINodeTag(type) != HD_TAG_POINTER) return NULL;
  return hd_debug_operand(L, type, HD_OF_TYPE_BASE);
}

bool hd_debug_is_const(hd_lower *L, LLVMMetadataRef type)
{
  for (int depth = 0; type && depth < 100 && is_alias_tag(LLVMGetDINodeTag(type)); depth++) {
    if (LLVMGetDINodeTag(type) == HD_TAG_CONST) return true;
    type = hd_debug_operand(L, type, HD_OF_TYPE_BASE);
  }
  return false;
}

/* The first of a routine's types is that of its result. Parameters are told apart only where each is one argument: a
 * structure may be passed in two. */
LLVMMetadataRef hd_debug_parameter(hd_lower *L, LLVMValueRef function, unsigned i)
{
  LLVMMetadataRef routine = LLVMGetSubprogram(function);
  LLVMMetadataRef type = routine ? hd_debug_operand(L, routine, HD_OF_ROUTINE_TYPE) : NULL;
  LLVMMetadataRef types = type ? hd_debug_operand(L, type, HD_OF_TYPE_BASE) : NULL;
  unsigned count = types ? hd_debug_operands(L, types) : 0;
  if (count && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function))) count--;
  return count == LLVMCountParams(function) + 1 && i + 1 < count ? hd_debug_operand(L, types, i + 1) : NULL;
}

static bool has_name(LLVMMetadataRef type, const char *const *names)
{
  size_t n;
  const char *name = LLVMDITypeGetName(type, &n);
  for (; name && *names; names++)
    if (strlen(*names) == n && memcmp(name, *names, n) == 0) return true;
  return false;
}

bool hd_debug_is_named(hd_lower *L, LLVMMetadataRef type, const char *const *names)
{
  for (int depth = 0; type && depth < 100; depth++) {
    unsigned tag = LLVMGetDINodeTag(type);
    if (tag == HD_TAG_TYPEDEF && has_name(type, names)) return true;
    if (tag != HD_TAG_ARRAY && !is_alias_tag(tag)) return false; /* an array of such things is meant too */
    type = hd_debug_operand(L, type, HD_OF_TYPE_BASE);
  }
  return false;
}

/* The encoding of a base type is not to be had through the C interface; C has few names. */
static hd_show show_of_base(LLVMMetadataRef type)
{
  size_t n;
  const char *name = LLVMDITypeGetName(type, &n);
  if (!name) return HD_SHOW_SIGNED;
  if (n == 5 && memcmp(name, "_Bool", 5) == 0) return HD_SHOW_BOOL;
  if (n == 4 && memcmp(name, "char", 4) == 0) return HD_SHOW_CHAR;
  if (n >= 8 && memcmp(name, "unsigned", 8) == 0) return HD_SHOW_UNSIGNED;
  bool is_float = (n == 5 && memcmp(name, "float", 5) == 0) || (n == 6 && memcmp(name, "double", 6) == 0);
  return is_float ? HD_SHOW_FLOAT : HD_SHOW_SIGNED;
}

hd_show hd_debug_show(hd_lower *L, LLVMMetadataRef type)
{
  type = hd_debug_peel(L, type);
  if (!type) return HD_SHOW_SIGNED;
  switch (LLVMGetDINodeTag(type)) {
  case HD_TAG_POINTER: return HD_SHOW_POINTER;
  case HD_TAG_BASE: return show_of_base(type);
  default: return HD_SHOW_SIGNED;
  }
}

LLVMMetadataRef hd_debug_block_parent(hd_lower *L, LLVMMetadataRef block)
{
  return is_node(block) && LLVMGetDINodeTag(block) == HD_TAG_BLOCK ? hd_debug_operand(L, block, HD_OF_BLOCK_PARENT)
                                                                   : NULL;
}

LLVMMetadataRef hd_debug_block(hd_lower *L, LLVMMetadataRef variable)
{
  LLVMMetadataRef scope = variable ? LLVMDIVariableGetScope(variable) : NULL;
  return hd_debug_block_parent(L, scope) ? scope : NULL;
}

bool hd_debug_is_declare(LLVMValueRef instruction, LLVMValueRef *address, LLVMMetadataRef *variable)
{
  if (!LLVMIsACallInst(instruction)) return false;
  LLVMValueRef f = LLVMGetCalledValue(instruction);
  size_t n;
  if (!LLVMIsAFunction(f) || strcmp(LLVMGetValueName2(f, &n), "llvm.dbg.declare") != 0) return false;
  LLVMValueRef location = LLVMGetOperand(instruction, 0);
  if (LLVMGetMDNodeNumOperands(location) != 1) return false;
  LLVMGetMDNodeOperands(location, address);
  *variable = LLVMValueAsMetadata(LLVMGetOperand(instruction, 1));
  return *address != NULL;
}

/* Remembers the structures that a type is made of, or points to, by their names. */
static void collect_structures(hd_lower *L, LLVMMetadataRef type, hd_map *seen)
{
  type = hd_debug_peel(L, type);
  if (!is_node(type) || hd_map_find(seen, (uintptr_t)type)) return;
  hd_map_put(seen, (uintptr_t)type, 1);
  unsigned tag = LLVMGetDINodeTag(type);
  bool has_members = tag == HD_TAG_STRUCTURE || tag == HD_TAG_UNION;
  if (has_members) {
    size_t n;
    const char *name = LLVMDITypeGetName(type, &n);
    LLVMMetadataRef members = hd_debug_operand(L, type, HD_OF_TYPE_ELEMENTS);
    if (name && n && members)
      hd_map_put(&L->structs, hd_strings_add(&L->names, hd_arena_strndup(&L->arena, name, n)), (uintptr_t)type);
    uint32_t count = hd_debug_operands(L, members);
    for (uint32_t i = 0; i < count; i++) {
      LLVMMetadataRef member = hd_debug_operand(L, members, i);
      if (member) collect_structures(L, hd_debug_operand(L, member, HD_OF_TYPE_BASE), seen);
    }
  } else if (tag != HD_TAG_BASE && tag != HD_TAG_ENUMERATION && hd_debug_operands(L, type) > HD_OF_TYPE_BASE) {
    collect_structures(L, hd_debug_operand(L, type, HD_OF_TYPE_BASE), seen);
  }
}

static void collect_locals(hd_lower *L, LLVMValueRef function, hd_map *seen)
{
  LLVMValueRef address;
  LLVMMetadataRef variable;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (hd_debug_is_declare(i, &address, &variable)) collect_structures(L, hd_debug_type(L, variable), seen);
}

void hd_debug_collect_structs(hd_lower *L)
{
  hd_map seen = {0};
  LLVMModuleRef module = L->unit->module;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
    LLVMMetadataRef variable = hd_debug_global(L, g);
    if (variable) collect_structures(L, hd_debug_type(L, variable), &seen);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) collect_locals(L, f, &seen);
  hd_map_clear(&seen);
}

LLVMMetadataRef hd_debug_struct(hd_lower *L, LLVMTypeRef type)
{
  const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
  const char *dot = name ? strchr(name, '.') : NULL; /* struct.node, union.cell */
  if (!dot) return NULL;
  uint32_t number = hd_strings_find(&L->names, dot + 1);
  return number == HD_NONE ? NULL : (LLVMMetadataRef)(uintptr_t)hd_map_get_or(&L->structs, number, 0);
}

LLVMTypeRef hd_debug_llvm(hd_lower *L, LLVMMetadataRef type)
{
  size_t n = 0;
  const char *name = type ? LLVMDITypeGetName(type, &n) : NULL;
  if (!name || !n) return NULL;
  const char *full = hd_arena_printf(&L->arena, "struct.%.*s", (int)n, name);
  return LLVMGetTypeByName2(LLVMGetModuleContext(hd_lower_module(L)), full);
}
