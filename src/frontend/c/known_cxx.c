/* known_cxx.c - what clang and libstdc++ call for C++: exceptions and types at run time, which are not followed, and
 * output to streams, which changes nothing that the program sees. */
#include "frontend/c/core.h"
#include "frontend/c/known.h"

static HD_HANDLER(throws)
{
  hd_cursor_unsupported(c, "an exception");
  return HD_NO_TERM;
}

static HD_HANDLER(asks_for_a_type)
{
  hd_cursor_unsupported(c, "asking for the type of an object (dynamic_cast, typeid)");
  return HD_NO_TERM;
}

/* The stream, which is the first argument, is the result. */
static HD_HANDLER(gives_the_stream)
{
  return args[0];
}

static HD_HANDLER(puts_text) /* operator<<(stream, text) */
{
  if (hd_known_reads_count(c)) hd_known_read_text(c, args[1]);
  return args[0];
}

static HD_HANDLER(puts_letters) /* __ostream_insert(stream, letters, count) */
{
  if (hd_known_reads_count(c)) hd_lower_read(c, args[1], args[2], call, 1);
  return args[0];
}

/* stream << hex: what the library has is for the look of things. The row's data: one of the program's own is called. */
static HD_HANDLER(manipulates)
{
  uint64_t address;
  size_t n;
  bool known = hd_term_is_const(hd_known_terms(c), args[1], &address);
  LLVMValueRef f = known ? hd_function_at(c->lower, address) : NULL;
  if (f && strncmp(LLVMGetValueName2(f, &n), "_ZSt", 4) == 0) return args[0];
  if (f && row->data) return hd_lower_call(c, f, args, 1);
  hd_cursor_unsupported(c, "a manipulator of a stream that is not the library's");
  return args[0];
}

/* Inline functions of the headers, too: they would look into the stream, which is nowhere. */
#define OUTPUT(function, count, how)                                          \
  {                                                                           \
    .name = function, .n_args = count, .handle = how, .even_if_defined = true \
  }
#define MANIPULATED "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_" /* stream << setw(2) */
#define OPERATOR "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_" /* stream << letters */

#define THROWS(function)               \
  {                                    \
    .name = function, .handle = throws \
  }

/* std::__throw_NAME: the mangled name begins with the length of the name. */
const hd_known hd_known_cxx[] = {THROWS("__cxa_allocate_exception"),
                                 THROWS("__cxa_throw"),
                                 THROWS("__cxa_rethrow"),
                                 THROWS("__cxa_begin_catch"),
                                 THROWS("__cxa_throw_bad_array_new_length"),
                                 THROWS("_ZSt16__throw_*"),
                                 THROWS("_ZSt17__throw_*"),
                                 THROWS("_ZSt18__throw_*"),
                                 THROWS("_ZSt19__throw_*"),
                                 THROWS("_ZSt20__throw_*"),
                                 THROWS("_ZSt21__throw_*"),
                                 THROWS("_ZSt22__throw_*"),
                                 THROWS("_ZSt23__throw_*"),
                                 THROWS("_ZSt24__throw_*"),
                                 THROWS("_ZSt25__throw_*"),
                                 THROWS("_ZSt26__throw_*"),
                                 THROWS("_ZSt27__throw_*"),
                                 THROWS("_ZSt28__throw_*"),
                                 THROWS("_ZSt17rethrow_exception*"),
                                 {.name = "__dynamic_cast", .handle = asks_for_a_type},
                                 {.name = "__cxa_bad_cast", .handle = asks_for_a_type},
                                 {.name = "__cxa_bad_typeid", .handle = asks_for_a_type},
                                 {.name = "_ZNSt8ios_base4InitC*", .handle = hd_known_zero},
                                 {.name = "_ZNSt8ios_base4InitD*", .handle = hd_known_zero},
                                 OUTPUT(OPERATOR "PKc", 2, puts_text),
                                 OUTPUT(OPERATOR "PKa", 2, puts_text),
                                 OUTPUT(OPERATOR "PKh", 2, puts_text),
                                 OUTPUT(OPERATOR "*", 1, gives_the_stream),
                                 OUTPUT("_ZSt16__ostream_insertIc*", 3, puts_letters),
                                 OUTPUT("_ZNSolsEPFRSt8ios_baseS0_E", 2, manipulates),
                                 {.name = "_ZNSolsEPFRSoS_E", .n_args = 2, .handle = manipulates, .data = 1},
                                 {.name = "_ZNSolsE*", .n_args = 1, .handle = gives_the_stream},
                                 OUTPUT("_ZNSo9_M_insert*", 1, gives_the_stream),
                                 OUTPUT(MANIPULATED "*", 1, gives_the_stream),
                                 OUTPUT("_ZSt4endlIc*", 1, gives_the_stream),
                                 OUTPUT("_ZSt5flushIc*", 1, gives_the_stream),
                                 OUTPUT("_ZNSo3putEc", 1, gives_the_stream),
                                 OUTPUT("_ZNSo5flushEv", 1, gives_the_stream),
                                 {0}};
