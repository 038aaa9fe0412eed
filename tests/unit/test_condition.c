#include "program_text.h"

#include "program/condition.h"

/* The same expressions, read by the compiler and by us, over variables of these values. */
static const int8_t c = -3;
static const uint8_t u8 = 250;
static const int i = 7, j = -2;
static const unsigned u = 4000000000u;
static const long l = -5000000000;
static const unsigned long ul = 9000000000u;

static const char text[] = "program pointer 64 little\n"
                           "thread main entry L0 instances 1\n"
                           "thread worker entry L1 instances 1\n"
                           "var c : bv8 shared user signed = 0\n"
                           "var u8 : bv8 shared user unsigned = 0\n"
                           "var i : bv32 shared user signed = 0\n"
                           "var j : bv32 shared user signed = 0\n"
                           "var u : bv32 shared user unsigned = 0\n"
                           "var l : bv64 shared user signed = 0\n"
                           "var ul : bv64 shared user unsigned = 0\n"
                           "var a : bv32[3] shared user signed = 0\n"
                           "var f::x : bv32 local worker user signed = 0\n"
                           "var g::y : bv32 local worker user signed = 0\n"
                           "var h::y : bv32 local worker user signed = 0\n"
                           "var h::x : bv32 local worker temp signed = 0\n"
                           "loc L0 main end\n"
                           "loc L1 worker end\n";

typedef struct {
  const hd_program *p;
} values;

static uint64_t read_value(void *context, uint32_t symbol, bool array, uint64_t index)
{
  const char *name = ((const values *)context)->p->vars.data[symbol].name;
  if (array) return 10 + index;
  if (strcmp(name, "c") == 0) return (uint8_t)c;
  if (strcmp(name, "u8") == 0) return u8;
  if (strcmp(name, "i") == 0) return (uint32_t)i;
  if (strcmp(name, "j") == 0) return (uint32_t)j;
  if (strcmp(name, "u") == 0) return u;
  if (strcmp(name, "l") == 0) return (uint64_t)l;
  if (strcmp(name, "ul") == 0) return ul;
  return 1;
}

static hd_term parse(hd_program *p, uint32_t thread, const char *condition, hd_diags *diags)
{
  return hd_condition_parse(p, (hd_thread){thread}, condition, strlen(condition), (hd_place){"test", 3, 5}, diags);
}

#define BOTH(e)  \
  {              \
#e, (e) != 0 \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wparentheses"

static const struct {
  const char *text;
  bool holds;
} conditions[] = {
    BOTH(i == 7),
    BOTH(i + j * 2 == 3),
    BOTH((i + j) * 2 == 10),
    BOTH(c < u8),
    BOTH(c + u8 == 247),
    BOTH(c < u),
    BOTH(j < u),
    BOTH(j < l),
    BOTH(u < l),
    BOTH(l < ul),
    BOTH(u > 3999999999u),
    BOTH(u + 1000000000 < u),
    BOTH(i / 2 == 3 && j / 2 == -1),
    BOTH(j % 3 == -2),
    BOTH(i % 4 == 3 || i == 0),
    BOTH(!(i == 7) || !i),
    BOTH(-i < 0),
    BOTH(~i == -8),
    BOTH((i & 3) == 3),
    BOTH((i | 8) == 15),
    BOTH((i ^ 1) == 6),
    BOTH(i << 2 == 28),
    BOTH(j >> 1 == -1),
    BOTH(u >> 31 == 1),
    BOTH(i == 7 & j == -2),
    BOTH(0x10 == 16 && 0xffffffff > 0),
    BOTH(i),
    BOTH(i - 7),
    BOTH(5000000000 + l == 0),
    BOTH(ul - 9000000000u == 0),
    BOTH(u8 >= 250 && u8 <= 250 && i != 8),
};
#pragma GCC diagnostic pop

static void conditions_mean_what_they_mean_in_c(void **state)
{
  (void)state;
  hd_program *p = program_of(text);
  hd_diags diags;
  hd_diags_init(&diags);
  values v = {p};
  for (size_t k = 0; k < HD_COUNT(conditions); k++) {
    hd_term t = parse(p, HD_NONE, conditions[k].text, &diags);
    if (!hd_term_is(t)) fail_msg("%s: %s", conditions[k].text, diags.list.data[0].message);
    bool holds = hd_term_eval(p->terms, t, &(hd_env){read_value, &v}) != 0;
    if (holds != conditions[k].holds) fail_msg("%s is %d in C, not %d", conditions[k].text, !holds, holds);
  }
  hd_diags_clear(&diags);
  hd_program_free(p);
}

static void elements_and_names_are_found(void **state)
{
  (void)state;
  static const char *const good[] = {"a[2] == 12", "a[i - 6] == 11", "x == 1",   "f::x == 1",
                                     "h::y == 1",  "true",           "NULL == 0"};
  hd_program *p = program_of(text);
  hd_diags diags;
  hd_diags_init(&diags);
  values v = {p};
  for (size_t k = 0; k < HD_COUNT(good); k++) {
    hd_term t = parse(p, 1, good[k], &diags);
    if (!hd_term_is(t)) fail_msg("%s: %s", good[k], diags.list.data[0].message);
    assert_true(hd_term_eval(p->terms, t, &(hd_env){read_value, &v}));
  }
  hd_diags_clear(&diags);
  hd_program_free(p);
}

static void mistakes_get_their_column(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    uint32_t column;
  } bad[] = {{"i == ", 10},    {"nobody == 1", 5},
             {"i == (j", 10},  {"i = 7", 7},
             {"a == 1", 5},    {"i[0]", 5},
             {"a[1 == 2", 13}, {"y == 1", 5},
             {"12abc", 5},     {"i == 7 )", 12},
             {"", 5},          {"i == 0x", 10},
             {"\x01", 5},      {"99999999999999999999", 5}};
  hd_program *p = program_of(text);
  for (size_t k = 0; k < HD_COUNT(bad); k++) {
    hd_diags diags;
    hd_diags_init(&diags);
    assert_false(hd_term_is(parse(p, 1, bad[k].text, &diags)));
    assert_int_equal(diags.list.len, 1);
    assert_int_equal(diags.list.data[0].place.line, 3);
    if (diags.list.data[0].place.column != bad[k].column)
      fail_msg("%s: column %u", bad[k].text, diags.list.data[0].place.column);
    hd_diags_clear(&diags);
  }
  hd_program_free(p);
}

static void nesting_ends_with_a_message(void **state)
{
  (void)state;
  char deep[3000];
  memset(deep, '(', sizeof deep);
  hd_program *p = program_of(text);
  hd_diags diags;
  hd_diags_init(&diags);
  assert_false(hd_term_is(hd_condition_parse(p, HD_NO_THREAD, deep, sizeof deep, (hd_place){"t", 1, 1}, &diags)));
  memset(deep, '!', sizeof deep);
  assert_false(hd_term_is(hd_condition_parse(p, HD_NO_THREAD, deep, sizeof deep, (hd_place){"t", 2, 1}, &diags)));
  assert_int_equal(diags.list.len, 2);
  hd_diags_clear(&diags);
  hd_program_free(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conditions_mean_what_they_mean_in_c),
      cmocka_unit_test(elements_and_names_are_found),
      cmocka_unit_test(mistakes_get_their_column),
      cmocka_unit_test(nesting_ends_with_a_message),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
