/* Terms printed as C, compiled, and run: the values are those of the evaluator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/map.h"
#include "expr_random.h"

enum { SEEDS = 60, STEPS = 24, RUNS = 24 /* environments */ };

/* The program under construction. Each function computes one term; the variables get their
 * values from a table, one row an environment. */
typedef struct {
  FILE *out;
  hd_terms *T;
  hd_map declared; /* symbols */
} c_program;

/* Half of the variables are signed in C. */
static void declare_var(void *context, hd_term leaf)
{
  c_program *p = context;
  hd_sort sort = hd_term_sort(p->T, leaf);
  uint32_t symbol = hd_term_symbol(p->T, leaf);
  if (hd_map_find(&p->declared, symbol)) return;
  hd_map_put(&p->declared, symbol, 1);
  unsigned bits = sort.width <= 8 ? 8 : sort.width <= 16 ? 16 : sort.width <= 32 ? 32 : 64;
  if (sort.kind == HD_SORT_BOOL)
    fprintf(p->out, "static _Bool v%u;\n", symbol);
  else
    fprintf(p->out, "static %sint%u_t v%u%s;\n", symbol % 2 ? "u" : "", bits, symbol,
            sort.kind == HD_SORT_ARRAY ? "[8]" : "");
}

static void print_function(c_program *p, hd_term t, unsigned number)
{
  hd_term_visit_leaves(p->T, t, declare_var, p);
  fprintf(p->out, "static uint64_t f%u(void) { return ", number);
  hd_term_print_c(p->out, p->T, t, NULL);
  fputs("; }\n", p->out);
}

/* A function that gives all variables their values in an environment. */
static void print_environment(c_program *p, uint64_t env_seed, unsigned number)
{
  random_env env = {env_seed};
  fprintf(p->out, "static void set%u(void)\n{\n", number);
  for (uint32_t i = 0; i < p->declared.cap; i++) {
    if (!p->declared.used[i]) continue;
    uint32_t symbol = (uint32_t)p->declared.keys[i];
    hd_sort sort = random_sort_of(symbol);
    bool array = sort.kind == HD_SORT_ARRAY;
    for (unsigned k = 0; k < (array ? (unsigned)ELEMENTS : 1); k++) {
      uint64_t value = random_env_read(&env, symbol, array, k);
      if (sort.kind == HD_SORT_BOOL) value &= 1;
      fprintf(p->out, "  v%u", symbol);
      if (array) fprintf(p->out, "[%u]", k);
      fprintf(p->out, " = (__typeof__(v%u%s))0x%llxull;\n", symbol, array ? "[0]" : "", (unsigned long long)value);
    }
  }
  fputs("}\n", p->out);
}

static void print_main(FILE *out, unsigned functions)
{
  fputs("static uint64_t (*const functions[])(void) = {", out);
  for (unsigned f = 0; f < functions; f++) fprintf(out, "f%u, ", f);
  fprintf(out, "};\nint main(void)\n{\n");
  for (unsigned e = 0; e < RUNS; e++)
    fprintf(out,
            "  set%u();\n  for (int i = 0; i < %u; i++) printf(\"%%llx\\n\", "
            "(unsigned long long)functions[i]());\n",
            e, functions);
  fputs("  return 0;\n}\n", out);
}

/* Compilers that stop at undefined behaviour; where there is none of them, any will do. */
static const char *const compilers[] = {
    "clang-19 -fsanitize=undefined -fsanitize-trap=undefined",
    "cc -fsanitize=undefined -fno-sanitize-recover=all",
    "cc",
};

/* False when there is no such compiler. */
static bool compile(const char *compiler, const char *folder)
{
  char command[512];
  snprintf(command, sizeof command, "%s -std=gnu17 -O1 -w -o %s/run %s/terms.c -lm 2>%s/errors", compiler, folder,
           folder, folder);
  if (system(command) == 0) return true;
  /* a text that is no C must not pass as a missing compiler */
  snprintf(command, sizeof command, "grep 'terms.c:.* error:' %s/errors >&2", folder);
  if (system(command) == 0) fail_msg("what was printed does not compile: see %s/terms.c", folder);
  return false;
}

static void check_output(const char *folder, const random_terms *R, const hd_term *terms, unsigned count)
{
  char command[128];
  snprintf(command, sizeof command, "%s/run", folder);
  FILE *in = popen(command, "r");
  assert_non_null(in);
  for (unsigned e = 0; e < RUNS; e++)
    for (unsigned i = 0; i < count; i++) {
      unsigned long long value;
      if (fscanf(in, "%llx", &value) != 1) fail_msg("the program ended at f%u: see %s/terms.c", i, folder);
      uint64_t expected = random_eval(R, terms[i], e);
      if (value == expected) continue;
      fail_msg("f%u gives %llx, not %llx: see %s/terms.c", i, value, (unsigned long long)expected, folder);
    }
  assert_int_equal(pclose(in), 0);
}

static void remove_folder(const char *folder)
{
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  assert_int_equal(system(command), 0);
}

static void write_program(const char *folder, const random_terms *R, const hd_term *terms, unsigned count)
{
  char path[128];
  snprintf(path, sizeof path, "%s/terms.c", folder);
  c_program p = {.out = fopen(path, "w"), .T = R->T};
  assert_non_null(p.out);
  fputs("#include <stdint.h>\n#include <stdio.h>\n", p.out);
  for (unsigned i = 0; i < count; i++) print_function(&p, terms[i], i);
  for (unsigned e = 0; e < RUNS; e++) print_environment(&p, random_env_seed(R, e), e);
  print_main(p.out, count);
  fclose(p.out);
  hd_map_clear(&p.declared);
}

static void compile_and_compare(const random_terms *R, const hd_term *terms, unsigned count)
{
  char folder[] = "/tmp/heddle-expr-XXXXXX";
  assert_non_null(mkdtemp(folder));
  write_program(folder, R, terms, count);
  unsigned compiled = 0;
  for (unsigned i = 0; i < HD_COUNT(compilers); i++) {
    bool strict = i + 1 < HD_COUNT(compilers);
    if ((!strict && compiled) || !compile(compilers[i], folder)) continue;
    check_output(folder, R, terms, count);
    compiled++;
  }
  remove_folder(folder);
  if (!compiled) skip();
}

static unsigned batches = 1; /* `test_expr_c 14` compiles about 20,000 random terms */

/* The same environments for all, so that one program holds many terms. */
static void compare_batch(unsigned batch)
{
  static random_terms R;
  static hd_term terms[SEEDS * (STEPS + 1)];
  hd_terms *T = hd_terms_new();
  unsigned count = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    random_start(&R, T, batch * SEEDS + seed);
    R.seed = 12345;
    for (unsigned i = 0; i < STEPS; i++) {
      hd_term t = random_step(&R)->term;
      if (hd_term_sort(T, t).kind != HD_SORT_ARRAY && hd_term_arity(T, t)) terms[count++] = t;
    }
  }
  compile_and_compare(&R, terms, count);
  hd_terms_free(T);
}

static void printed_c_computes_the_same(void **state)
{
  (void)state;
  for (unsigned i = 0; i < batches; i++) compare_batch(i);
}

/* Each operator by itself, at each width, on variables and with constants. */
static unsigned each_op(hd_terms *T, hd_term *terms)
{
  static const unsigned widths[] = {1, 7, 8, 16, 31, 32, 33, 64};
  unsigned count = 0;
  for (unsigned w = 0; w < HD_COUNT(widths); w++) {
    hd_term x = hd_term_var(T, HD_BV(widths[w]), random_symbol(HD_BV(widths[w]), 0));
    hd_term y = hd_term_var(T, HD_BV(widths[w]), random_symbol(HD_BV(widths[w]), 1));
    hd_term three = hd_term_bv(T, widths[w], 3);
    hd_term low = hd_term_bv(T, widths[w], UINT64_C(1) << (widths[w] - 1));
    for (unsigned op = HD_OP_EQ; op <= HD_OP_SMULO; op++) {
      if (hd_op_arity((hd_op)op) != 2 || (op == HD_OP_CONCAT && widths[w] > 32)) continue;
      terms[count++] = hd_term_2(T, (hd_op)op, x, y);
      terms[count++] = hd_term_2(T, (hd_op)op, x, three);
      terms[count++] = hd_term_2(T, (hd_op)op, low, y);
    }
    terms[count++] = hd_term_1(T, HD_OP_NEG, x);
    terms[count++] = hd_term_1(T, HD_OP_BNOT, x);
    terms[count++] = hd_term_resize(T, x, 64, true);
    terms[count++] = hd_term_resize(T, x, 39, true);
    terms[count++] = hd_term_resize(T, x, 13, false);
  }
  return count;
}

static void each_operator_is_the_same_in_c(void **state)
{
  (void)state;
  static random_terms R;
  static hd_term terms[1000];
  hd_terms *T = hd_terms_new();
  random_start(&R, T, 77);
  unsigned count = each_op(T, terms);
  assert_true(count > 400 && count <= HD_COUNT(terms));
  compile_and_compare(&R, terms, count);
  hd_terms_free(T);
}

/* One term whose text is short only because shared subterms are named; it reads an array
 * under a guard, which naming must respect. */
static void shared_subterms_are_named_in_c(void **state)
{
  (void)state;
  static random_terms R;
  hd_terms *T = hd_terms_new();
  random_start(&R, T, 78);
  hd_sort sort = HD_BV(8);
  hd_term x = hd_term_var(T, sort, random_symbol(sort, 0)), y = hd_term_var(T, sort, random_symbol(sort, 1));
  hd_term array = hd_term_var(T, HD_ARRAY(8, 8), random_symbol(HD_ARRAY(8, 8), 0));
  hd_term inside = hd_term_2(T, HD_OP_ULT, x, hd_term_bv(T, 8, ELEMENTS));
  hd_term element = hd_term_2(T, HD_OP_SELECT, array, x), t = y;
  element = hd_term_2(T, HD_OP_MUL, element, element);
  for (unsigned i = 0; i < 60; i++) {
    hd_term one = hd_term_3(T, HD_OP_ITE, inside, hd_term_2(T, HD_OP_ADD, t, element), t);
    t = hd_term_2(T, HD_OP_SDIV, hd_term_2(T, HD_OP_MUL, one, t), hd_term_2(T, HD_OP_BXOR, one, x));
    t = hd_term_2(T, HD_OP_ADD, t, y);
  }
  compile_and_compare(&R, &t, 1);
  hd_terms_free(T);
}

int main(int argc, char **argv)
{
  if (argc > 1) batches = (unsigned)strtoul(argv[1], NULL, 10);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_operator_is_the_same_in_c),
      cmocka_unit_test(shared_subterms_are_named_in_c),
      cmocka_unit_test(printed_c_computes_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
