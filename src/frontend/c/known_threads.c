/* known_threads.c - POSIX threads: life and death, thread-specific values. */
#include "frontend/c/known.h"

/* *to := value unless `to` is NULL. */
static void store_unless_null(hd_cursor *c, hd_term to, hd_term value)
{
  if (hd_known_is_null(c, to) || hd_cursor_dead(c)) return;
  hd_cursor null = hd_cursor_split(c, hd_term_ne(hd_known_terms(c), to, hd_known_null(c)));
  if (!hd_cursor_dead(c)) hd_cursor_store(c, to, value, HD_ACCESS_PLAIN);
  hd_cursor_join(c, null);
}

/* --- attributes: the first word says whether threads made with them are detached ------------------------ */

static bool has_detached(const hd_cursor *c)
{
  if (!hd_known_uses(c, "pthread_attr_setdetachstate")) return false;
  return hd_lower_checks_sync(c->lower) || hd_lower_compares_handles(c->lower);
}

static HD_HANDLER(attr_init)
{
  if (has_detached(c)) hd_cursor_store(c, args[0], hd_known_u32(c, 0), HD_ACCESS_SYNC);
  return hd_known_u32(c, 0);
}

static HD_HANDLER(attr_set_detached)
{
  if (has_detached(c)) hd_cursor_store(c, args[0], hd_known_bits(c, args[1], 32), HD_ACCESS_SYNC);
  return hd_known_u32(c, 0);
}

/* Detaches a new thread where its attributes say so. */
static void detach_new(hd_cursor *c, hd_term attributes, hd_term handle)
{
  hd_terms *T = hd_known_terms(c);
  if (!has_detached(c) || hd_known_is_null(c, attributes) || hd_cursor_dead(c)) return;
  hd_cursor none = hd_cursor_split(c, hd_term_ne(T, attributes, hd_known_null(c)));
  if (!hd_cursor_dead(c)) {
    hd_term detached = hd_cursor_load(c, attributes, 32, HD_ACCESS_SYNC);
    hd_cursor joinable = hd_cursor_split(c, hd_term_ne(T, detached, hd_known_u32(c, 0)));
    hd_lower_claim(c, handle);
    hd_lower_detach(c, handle);
    hd_cursor_join(c, joinable);
  }
  hd_cursor_join(c, none);
}

/* pthread_create(handle, attributes, routine, argument), thrd_create(handle, routine, argument).
 * glibc writes the handle before the new thread runs, so both are one atomic sequence. */
HD_HANDLER(hd_known_create)
{
  unsigned routine = row->data & HD_C11 ? 1 : 2;
  bool outer = c->atomic;
  c->atomic = true;
  hd_term handle = hd_lower_create(c, call, args[routine], args[routine + 1]);
  if (!(row->data & HD_C11)) detach_new(c, args[1], handle);
  c->atomic = outer;
  if (!hd_cursor_dead(c)) hd_cursor_store(c, args[0], handle, HD_ACCESS_PLAIN);
  return hd_known_u32(c, 0);
}

/* C11's result is an int, carried as a pointer's width. */
HD_HANDLER(hd_known_join)
{
  unsigned width = hd_lower_pointer_width(c->lower);
  hd_term handle = hd_known_bits(c, args[0], width);
  hd_cursor_misuse(c, hd_term_2(hd_known_terms(c), HD_OP_EQ, handle, hd_lower_self_handle(c)),
                   "join of the thread itself");
  hd_lower_claim(c, handle);
  hd_term value = hd_lower_join(c, handle);
  if (row->data & HD_C11) value = hd_known_bits(c, value, 32);
  if (n_args > 1) store_unless_null(c, hd_known_bits(c, args[1], width), value);
  return hd_known_u32(c, 0);
}

HD_HANDLER(hd_known_detach)
{
  hd_term handle = hd_known_bits(c, args[0], hd_lower_pointer_width(c->lower));
  hd_lower_claim(c, handle);
  hd_lower_detach(c, handle);
  return hd_known_u32(c, 0);
}

/* Handles in constants are our own (analysis/memory_reuse.h). */
HD_HANDLER(hd_known_self)
{
  hd_var self = hd_known_var(c, "self", HD_BV(hd_lower_pointer_width(c->lower)));
  hd_cursor_assign(c, self, hd_lower_self_handle(c));
  return hd_program_var_term(hd_lower_program(c->lower), self);
}

HD_HANDLER(hd_known_equal)
{
  hd_terms *T = hd_known_terms(c);
  return hd_term_from_bool(T, hd_term_2(T, HD_OP_EQ, args[0], args[1]), 32);
}

/* --- thread-specific values -------------------------------------------------------------------------
 * Keys are numbered as they are created; each thread instance has a value for each, and each
 * key a destructor, which may be NULL. */

enum { MAX_KEYS = 8, DESTRUCTOR_ROUNDS = 4 };

static uint64_t pointer_size(const hd_cursor *c)
{
  return hd_lower_pointer_width(c->lower) / 8;
}

static hd_term key_count(hd_cursor *c)
{
  return hd_lower_hidden(c->lower, "keys.count", 4);
}

static hd_term key_destructor(hd_cursor *c, hd_term key)
{
  return hd_known_element(c, hd_lower_hidden(c->lower, "keys.destructors", MAX_KEYS * pointer_size(c)), key,
                          pointer_size(c));
}

static hd_term key_value(hd_cursor *c, hd_term key)
{
  return hd_known_element(c, hd_cursor_hidden(c, "keys.values", MAX_KEYS * pointer_size(c)), key, pointer_size(c));
}

/* Can a thread's end have a destructor to run? */
static bool has_destructors(const hd_cursor *c)
{
  static const char *const names[] = {"pthread_key_create", "tss_create"};
  for (size_t i = 0; i < HD_COUNT(names); i++) {
    LLVMValueRef function = LLVMGetNamedFunction(hd_lower_module(c->lower), names[i]);
    for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use; use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use);
      if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) < 2) return true;
      if (!LLVMIsAConstantPointerNull(LLVMGetOperand(call, 1))) return true;
    }
  }
  return false;
}

static void create_key(hd_cursor *c, hd_term key, hd_term destructor)
{
  hd_terms *T = hd_known_terms(c);
  hd_term address = key_count(c), count = hd_known_word(c, address, 0);
  hd_term room = hd_term_2(T, HD_OP_ULT, count, hd_known_u32(c, MAX_KEYS));
  hd_var number = hd_known_var(c, "key", HD_BV(32));
  hd_term k = hd_program_var_term(hd_lower_program(c->lower), number);

  hd_cursor full = *c;
  hd_action none = hd_action_when(hd_term_1(T, HD_OP_NOT, room), NULL);
  hd_action_take(&full, &none);
  hd_cursor_unsupported(&full, "more than %d keys of thread-specific values", MAX_KEYS);

  bool outer = c->atomic, destructors = has_destructors(c);
  c->atomic = outer || destructors;
  hd_action next = hd_action_when(room, "create key");
  hd_action_set(&next, number, count);
  hd_action_word(&next, c, address, 0, hd_term_2(T, HD_OP_ADD, count, hd_known_u32(c, 1)));
  hd_action_take(c, &next);
  c->atomic = outer;
  if (destructors) hd_cursor_store(c, key_destructor(c, k), destructor, HD_ACCESS_SYNC);
  hd_cursor_store(c, key, k, HD_ACCESS_PLAIN);
}

static void delete_key(hd_cursor *c, hd_term key)
{
  if (has_destructors(c)) hd_cursor_store(c, key_destructor(c, key), hd_known_null(c), HD_ACCESS_SYNC);
}

static void set_value(hd_cursor *c, hd_term key, hd_term value)
{
  hd_cursor_store(c, key_value(c, key), value, HD_ACCESS_SYNC);
}

static hd_term get_value(hd_cursor *c, hd_term key)
{
  return hd_cursor_load(c, key_value(c, key), hd_lower_pointer_width(c->lower), HD_ACCESS_SYNC);
}

static LLVMTypeRef destructor_type(const hd_cursor *c)
{
  LLVMContextRef context = LLVMGetModuleContext(hd_lower_module(c->lower));
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  return LLVMFunctionType(LLVMVoidTypeInContext(context), &pointer, 1, false);
}

/* Runs the key's destructor when it has one and the value is not NULL; `again` remembers it. */
static void destroy_value(hd_cursor *c, hd_term key, hd_var again)
{
  hd_terms *T = hd_known_terms(c);
  hd_term value = get_value(c, key);
  hd_term destructor = hd_cursor_load(c, key_destructor(c, key), hd_lower_pointer_width(c->lower), HD_ACCESS_SYNC);
  hd_term null = hd_known_null(c);
  hd_cursor none =
      hd_cursor_split(c, hd_term_2(T, HD_OP_AND, hd_term_ne(T, value, null), hd_term_ne(T, destructor, null)));
  if (!hd_cursor_dead(c)) {
    set_value(c, key, null);
    hd_cursor_assign(c, again, hd_term_true(T));
    hd_lower_call_pointer(c, destructor, destructor_type(c), &value, 1);
  }
  hd_cursor_join(c, none);
}

/* Rounds over all keys, as long as one ran a destructor, up to the number POSIX promises. */
void hd_known_thread_end(hd_cursor *c)
{
  if (!has_destructors(c) || hd_cursor_dead(c)) return;
  hd_terms *T = hd_known_terms(c);
  hd_program *p = hd_lower_program(c->lower);
  hd_var key_var = hd_known_var(c, "destroy.key", HD_BV(32)), round_var = hd_known_var(c, "destroy.round", HD_BV(8));
  hd_var again_var = hd_known_var(c, "destroy.again", HD_BOOL);
  hd_term key = hd_program_var_term(p, key_var), round = hd_program_var_term(p, round_var);
  hd_term count = hd_cursor_load(c, key_count(c), 32, HD_ACCESS_SYNC);

  hd_cursor_assign(c, round_var, hd_term_bv(T, 8, 1));
  hd_loc rounds = c->at;
  hd_action begin = hd_action_when(HD_NO_TERM, NULL);
  hd_action_set(&begin, key_var, hd_known_u32(c, 0));
  hd_action_set(&begin, again_var, hd_term_false(T));
  hd_action_take(c, &begin);
  hd_loc keys = c->at;
  hd_cursor over = hd_cursor_split(c, hd_term_2(T, HD_OP_ULT, key, count));
  destroy_value(c, key, again_var);
  hd_action next = hd_action_when(HD_NO_TERM, NULL);
  hd_action_set(&next, key_var, hd_term_2(T, HD_OP_ADD, key, hd_known_u32(c, 1)));
  hd_action_add(c, &next, keys);

  *c = over;
  hd_term more = hd_term_2(T, HD_OP_ULT, round, hd_term_bv(T, 8, DESTRUCTOR_ROUNDS));
  hd_cursor done = hd_cursor_split(c, hd_term_2(T, HD_OP_AND, hd_program_var_term(p, again_var), more));
  hd_action repeat = hd_action_when(HD_NO_TERM, NULL);
  hd_action_set(&repeat, round_var, hd_term_2(T, HD_OP_ADD, round, hd_term_bv(T, 8, 1)));
  hd_action_add(c, &repeat, rounds);
  *c = done;
}

HD_HANDLER(hd_known_key_create)
{
  create_key(c, args[0], args[1]);
  return hd_known_u32(c, 0);
}

HD_HANDLER(hd_known_key_delete)
{
  delete_key(c, args[0]);
  return hd_known_u32(c, 0);
}

HD_HANDLER(hd_known_key_set)
{
  set_value(c, args[0], args[1]);
  return hd_known_u32(c, 0);
}

HD_HANDLER(hd_known_key_get)
{
  return get_value(c, args[0]);
}

const hd_known hd_known_threads[] = {{.name = "pthread_create", .n_args = 4, .handle = hd_known_create},
                                     {.name = "pthread_join", .n_args = 1, .handle = hd_known_join},
                                     {.name = "pthread_self", .handle = hd_known_self},
                                     {.name = "pthread_equal", .n_args = 2, .handle = hd_known_equal},
                                     {.name = "pthread_detach", .n_args = 1, .handle = hd_known_detach},
                                     {.name = "pthread_attr_init", .n_args = 1, .handle = attr_init},
                                     {.name = "pthread_attr_setdetachstate", .n_args = 2, .handle = attr_set_detached},
                                     {.name = "pthread_attr_get*", .handle = hd_known_unsupported},
                                     {.name = "pthread_attr_*", .handle = hd_known_zero},
                                     {.name = "pthread_yield", .handle = hd_known_zero},
                                     {.name = "sched_yield", .handle = hd_known_zero},
                                     {.name = "pthread_setname_np", .handle = hd_known_zero},
                                     {.name = "pthread_setaffinity_np", .handle = hd_known_zero},
                                     {.name = "pthread_setschedparam", .handle = hd_known_zero},
                                     {.name = "pthread_setschedprio", .handle = hd_known_zero},
                                     {.name = "pthread_setconcurrency", .handle = hd_known_zero},
                                     {.name = "pthread_key_create", .n_args = 2, .handle = hd_known_key_create},
                                     {.name = "pthread_key_delete", .n_args = 1, .handle = hd_known_key_delete},
                                     {.name = "pthread_setspecific", .n_args = 2, .handle = hd_known_key_set},
                                     {.name = "pthread_getspecific", .n_args = 1, .handle = hd_known_key_get},
                                     {.name = "pthread_kill", .handle = hd_known_unsupported},
                                     {.name = "pthread_sigmask", .handle = hd_known_unsupported},
                                     {.name = "pthread_atfork", .handle = hd_known_unsupported},
                                     {.name = "pthread_getattr_np", .handle = hd_known_unsupported},
                                     {.name = "pthread_getname_np", .handle = hd_known_unsupported},
                                     {.name = "pthread_tryjoin_np", .handle = hd_known_unsupported},
                                     {.name = "pthread_timedjoin_np", .handle = hd_known_unsupported},
                                     {.name = "pthread_clockjoin_np", .handle = hd_known_unsupported},
                                     {0}};
