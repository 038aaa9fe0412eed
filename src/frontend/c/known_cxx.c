/* known_cxx.c - what clang and libstdc++ call for C++ and cannot be followed: exceptions, and types at run time. */
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
                                 {0}};
