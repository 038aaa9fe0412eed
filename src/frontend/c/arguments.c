/* arguments.c - what the environment gives to a program: the arguments of main, and variables of the environment.
 *
 * Without --args there is any number of arguments, at least one as Linux has it, and each is any text. Texts lie in
 * memory, so their number and length have a bound, which grows (HD_LIMIT_INPUTS): behind it the model ends in a BOUND.
 * A program that asks for the numbers in its arguments alone (numbers.c) needs none: the number is where the text
 * would be.
 *
 * argv[argc] is NULL. What lies behind it is not the program's to read: an address where nothing is. */
#include <stdlib.h>

#include "frontend/c/core.h"

typedef struct {
  hd_term count; /* argc, of a pointer's width */
  uint32_t n;    /* texts */
  bool fixed;    /* by --args: */
  HD_VEC(const char *) texts;
} given_arguments;

/* --- --args -------------------------------------------------------------------------------------------- */

/* The word at *at, and behind it: blanks end it, unless they are between quotes. */
static const char *next_word(hd_arena *arena, const char **at)
{
  const char *s = *at;
  char *word = hd_arena_alloc(arena, strlen(s) + 1), *to = word, quote = 0;
  for (; *s && (quote || (*s != ' ' && *s != '\t')); s++) {
    if (quote ? *s == quote : *s == '"' || *s == '\'')
      quote = quote ? 0 : *s;
    else
      *to++ = *s;
  }
  *to = '\0';
  *at = s + strspn(s, " \t");
  return word;
}

static void split_words(hd_lower *L, given_arguments *g)
{
  const char *at = L->options.arguments;
  g->fixed = true;
  hd_vec_push(&g->texts, "program");
  for (at += strspn(at, " \t"); *at;) hd_vec_push(&g->texts, next_word(&L->arena, &at));
}

/* --- texts --------------------------------------------------------------------------------------------- */

static hd_object make_text(hd_lower *L, const char *name, uint64_t size, const uint8_t *init)
{
  hd_slot slot = {.width = 8, .show = HD_SHOW_SIGNED, .n_dims = 1, .name = "[]", .var = HD_NO_VAR};
  slot.dims[0].stride = 1;
  slot.dims[0].count = (uint32_t)size;
  return hd_object_make(L, (hd_object_info){.name = name,
                                            .kind = HD_OBJ_GLOBAL,
                                            .size = size,
                                            .copies = 1,
                                            .slots = &slot,
                                            .n_slots = 1,
                                            .any = !init,
                                            .init = init ? hd_arena_copy(&L->p->arena, init, size) : NULL,
                                            .alive = HD_NO_VAR,
                                            .pos = HD_NO_POS});
}

static uint64_t text_size(const hd_lower *L)
{
  return L->options.limits[HD_LIMIT_INPUTS] + 1;
}

/* A text of any letters, no longer than the limit: the byte behind them is 0. */
static hd_term end_text(hd_cursor *c, hd_object text)
{
  hd_lower *L = c->lower;
  hd_term base = hd_object_address(c, text);
  hd_term last = hd_term_2(L->T, HD_OP_ADD, base, hd_term_bv(L->T, L->ptr, text_size(L) - 1));
  hd_cursor_store(c, last, hd_term_bv(L->T, 8, 0), HD_ACCESS_SYNC);
  return base;
}

/* As the program's functions read it, whose long may be smaller than ours. */
static uint64_t number_in_text(hd_lower *L, const char *text)
{
  int base = (int)L->unit->number_base;
  if (L->unit->number_unsigned) {
    unsigned long long n = strtoull(text, NULL, base);
    return L->ptr == 32 && n > UINT32_MAX ? UINT32_MAX : n;
  }
  long long n = strtoll(text, NULL, base);
  if (L->ptr == 32 && n > INT32_MAX) n = INT32_MAX;
  if (L->ptr == 32 && n < INT32_MIN) n = INT32_MIN;
  return (uint64_t)n;
}

/* The number that stands for a text: any, or that of the text. */
static hd_term make_number(hd_cursor *c, const char *name, const char *text)
{
  hd_lower *L = c->lower;
  hd_slot slot = {.width = 64, .show = HD_SHOW_SIGNED, .name = "", .var = HD_NO_VAR};
  uint64_t number = text ? number_in_text(L, text) : 0;
  hd_object_info info = {.name = name,
                         .kind = HD_OBJ_GLOBAL,
                         .size = 8,
                         .copies = 1,
                         .slots = &slot,
                         .n_slots = 1,
                         .any = !text,
                         .init = text ? hd_arena_copy(&L->p->arena, &number, sizeof number) : NULL,
                         .alive = HD_NO_VAR,
                         .pos = HD_NO_POS};
  return hd_object_address(c, hd_object_make(L, info));
}

static hd_term make_argument(hd_cursor *c, const given_arguments *g, uint32_t i)
{
  hd_lower *L = c->lower;
  const char *name = hd_arena_printf(&L->arena, "argv[%u]", i);
  const char *text = g->fixed ? g->texts.data[i] : NULL;
  if (L->unit->numbers_only) return make_number(c, name, text);
  if (text) return hd_object_address(c, make_text(L, name, strlen(text) + 1, (const uint8_t *)text));
  return end_text(c, make_text(L, name, text_size(L), NULL));
}

/* --- argv ---------------------------------------------------------------------------------------------- */

static hd_object make_array(hd_lower *L, uint32_t n)
{
  hd_slot slot = {.width = (uint8_t)L->ptr, .show = HD_SHOW_POINTER, .n_dims = 1, .name = "[]", .var = HD_NO_VAR};
  slot.dims[0].stride = L->ptr / 8;
  slot.dims[0].count = n;
  return hd_object_make(L, (hd_object_info){.name = "argv",
                                            .kind = HD_OBJ_GLOBAL,
                                            .size = (uint64_t)n * L->ptr / 8,
                                            .copies = 1,
                                            .slots = &slot,
                                            .n_slots = 1,
                                            .alive = HD_NO_VAR,
                                            .pos = HD_NO_POS});
}

/* argv[i]: a text, NULL behind the last one, then nothing that can be used. */
static hd_term element_value(hd_cursor *c, const given_arguments *g, uint32_t i)
{
  hd_lower *L = c->lower;
  hd_term index = hd_term_bv(L->T, L->ptr, i), null = hd_term_bv(L->T, L->ptr, 0);
  hd_term none = hd_term_3(L->T, HD_OP_ITE, hd_term_2(L->T, HD_OP_EQ, g->count, index), null,
                           hd_term_bv(L->T, L->ptr, HD_NO_ARGUMENT));
  if (i >= g->n) return none;
  return hd_term_3(L->T, HD_OP_ITE, hd_term_2(L->T, HD_OP_ULT, index, g->count), make_argument(c, g, i), none);
}

static hd_term fill_array(hd_cursor *c, const given_arguments *g)
{
  hd_lower *L = c->lower;
  hd_term array = hd_object_address(c, make_array(L, g->n + 1));
  for (uint32_t i = 0; i <= g->n; i++) {
    hd_term at = hd_term_2(L->T, HD_OP_ADD, array, hd_term_bv(L->T, L->ptr, i * L->ptr / 8));
    hd_cursor_store(c, at, element_value(c, g, i), HD_ACCESS_SYNC);
  }
  return array;
}

/* argc is positive: a number of a bit less, where 0 stands for 1. Every value of the variable is a start, and no step
 * has to exclude others. */
static hd_term any_count(hd_cursor *c, bool positive)
{
  hd_lower *L = c->lower;
  hd_var var = hd_program_add_var(L->p, (hd_var_info){.name = "main::argc",
                                                      .thread = c->thread,
                                                      .sort = HD_BV(31),
                                                      .any = true,
                                                      .role = HD_ROLE_USER,
                                                      .show = HD_SHOW_UNSIGNED,
                                                      .pos = HD_NO_POS});
  hd_term count = hd_program_var_term(L->p, var);
  if (!positive) return count;
  return hd_term_3(L->T, HD_OP_ITE, hd_term_eq_bv(L->T, count, 0), hd_term_bv(L->T, 31, 1), count);
}

/* Texts that are any have a bound; so has their number. */
static void bound_texts(hd_cursor *c, given_arguments *g)
{
  hd_lower *L = c->lower;
  uint32_t length = L->options.limits[HD_LIMIT_INPUTS];
  g->n = length + 1;
  hd_cursor more = hd_cursor_split(c, hd_term_2(L->T, HD_OP_ULE, g->count, hd_term_bv(L->T, L->ptr, g->n)));
  hd_cursor_bound(&more, HD_LIMIT_INPUTS, "more than %u arguments, or one of more than %u letters", g->n - 1, length);
}

static hd_term make_argv(hd_cursor *c, given_arguments *g)
{
  if (g->fixed)
    g->n = g->texts.len;
  else if (!c->lower->unit->numbers_only)
    bound_texts(c, g);
  return fill_array(c, g);
}

enum { MAX_HANDED_ON = 4 }; /* beyond, it is taken to be used */

static bool is_used_within(LLVMValueRef value, unsigned handed_on);

/* Kept in a local variable: is that read and used? */
static bool is_kept_for_use(LLVMValueRef local, unsigned handed_on)
{
  for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool written = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != local;
    bool read = LLVMIsALoadInst(user) != NULL;
    if (!written && (!read || is_used_within(user, handed_on))) return true;
  }
  return false;
}

/* A call that hands the value on to a function that does not use it is no use. */
static bool is_call_for_use(LLVMValueRef call, LLVMValueRef value, unsigned handed_on)
{
  LLVMValueRef f = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(f) || LLVMIsDeclaration(f) || handed_on >= MAX_HANDED_ON) return true;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    if (LLVMGetOperand(call, i) != value) continue;
    if (i >= LLVMCountParams(f) || is_used_within(LLVMGetParam(f, i), handed_on + 1)) return true;
  }
  return false;
}

static bool is_use(LLVMValueRef user, LLVMValueRef value, unsigned handed_on)
{
  if (LLVMIsACallInst(user)) return is_call_for_use(user, value, handed_on);
  bool kept = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value && LLVMIsAAllocaInst(LLVMGetOperand(user, 1));
  return !kept || is_kept_for_use(LLVMGetOperand(user, 1), handed_on);
}

static bool is_used_within(LLVMValueRef value, unsigned handed_on)
{
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (is_use(LLVMGetUser(use), value, handed_on)) return true;
  return false;
}

static bool is_used(LLVMValueRef parameter)
{
  return parameter && is_used_within(parameter, 0);
}

static hd_sort sort_of_parameter(hd_lower *L, LLVMValueRef parameter)
{
  hd_sort sort = hd_lower_sort(L, LLVMTypeOf(parameter));
  return sort.kind == HD_SORT_BV ? sort : HD_BV(0);
}

/* What envp points to is not followed (instruction.c). */
static void make_environment(hd_cursor *c, LLVMValueRef parameter, hd_value *arg)
{
  hd_lower *L = c->lower;
  if (!is_used(parameter) || sort_of_parameter(L, parameter).width != L->ptr) return;
  L->environment = hd_cursor_temp(c, "envp", HD_BV(L->ptr), HD_NO_TERM);
  *arg = hd_value_of(L, L->environment);
}

void hd_main_arguments(hd_cursor *c, hd_value args[3])
{
  hd_lower *L = c->lower;
  LLVMValueRef function = hd_routine_of(c)->function, parameters[3] = {0};
  for (unsigned k = 0; k < LLVMCountParams(function) && k < 3; k++) parameters[k] = LLVMGetParam(function, k);
  for (unsigned k = 0; k < 3 && parameters[k]; k++) args[k] = hd_value_of(L, HD_NO_TERM);
  if (parameters[2]) make_environment(c, parameters[2], &args[2]);
  bool counts = is_used(parameters[0]), texts = parameters[1] && is_used(parameters[1]);
  if (!counts && !texts) return;
  hd_sort sort = sort_of_parameter(L, parameters[0]);
  if (!sort.width) return;
  given_arguments g = {.n = L->unit->n_numbers};
  if (L->options.arguments) split_words(L, &g);
  hd_term count = g.fixed ? hd_term_bv(L->T, 31, g.texts.len) : any_count(c, texts);
  args[0] = hd_value_of(L, hd_term_resize(L->T, count, sort.width, false));
  g.count = hd_term_resize(L->T, count, L->ptr, false);
  if (texts && sort_of_parameter(L, parameters[1]).width == L->ptr) args[1] = hd_value_of(L, make_argv(c, &g));
  if (g.fixed && !texts) /* a native replay reads their number from them */
    for (uint32_t i = 0; i < g.texts.len; i++) make_argument(c, &g, i);
  hd_vec_clear(&g.texts);
}

/* --- the environment ----------------------------------------------------------------------------------- */

/* Any value, which stays: whether a name is set. */
static hd_term is_set(hd_lower *L, const char *name)
{
  const char *known_as = hd_arena_printf(&L->arena, "(%s is set)", name);
  hd_var var = hd_program_find_var(L->p, known_as);
  if (var.id == HD_NONE)
    var = hd_program_add_var(L->p, (hd_var_info){.name = known_as,
                                                 .thread = HD_NO_THREAD,
                                                 .sort = HD_BOOL,
                                                 .any = true,
                                                 .role = HD_ROLE_TEMP,
                                                 .show = HD_SHOW_BOOL,
                                                 .pos = HD_NO_POS});
  return hd_program_var_term(L->p, var);
}

static hd_term text_of_name(hd_cursor *c, const char *name)
{
  hd_lower *L = c->lower;
  uint32_t key = hd_strings_add(&L->names, hd_arena_printf(&L->arena, "environment %s", name));
  uint64_t *known = hd_map_find(&L->sites, key);
  hd_object text = {known ? (uint32_t)*known : HD_NONE};
  if (!known) text = make_text(L, hd_arena_printf(&L->arena, "getenv(%s)", name), text_size(L), NULL);
  if (!known) hd_map_put(&L->sites, key, text.id);
  return end_text(c, text);
}

hd_term hd_lower_environment(hd_cursor *c, const char *name)
{
  hd_lower *L = c->lower;
  hd_term null = hd_term_bv(L->T, L->ptr, 0), longer = hd_cursor_temp(c, "longer", HD_BOOL, HD_NO_TERM);
  hd_cursor more = *c;
  *c = hd_cursor_split(&more, hd_term_2(L->T, HD_OP_AND, is_set(L, name), longer));
  hd_cursor_bound(&more, HD_LIMIT_INPUTS, "a text of more than %u letters in the environment",
                  L->options.limits[HD_LIMIT_INPUTS]);
  return hd_term_3(L->T, HD_OP_ITE, is_set(L, name), text_of_name(c, name), null);
}
