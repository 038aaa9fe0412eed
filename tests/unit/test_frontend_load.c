/* test_frontend_load.c - reading input files: what is wrong with one, the user is told. */
#include "frontend_programs.h"

#define EMPTY_MAIN "int main(void) { return 0; }\n"

static void expect_refusal(scene *s, const char *message)
{
  assert_int_equal(scene_load(s), HD_BAD_INPUT);
  assert_null(s->unit);
  assert_true(hd_diags_has_error(&s->diags));
  if (!find_message(s, message)) {
    scene_print(s);
    fail_msg("no message with: %s", message);
  }
  scene_free(s);
}

static void a_missing_file_is_named(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_path(s, "nothing.c");
  assert_int_equal(scene_load(s), HD_BAD_INPUT);
  assert_string_equal(s->diags.list.data[0].place.file, s->paths[0]);
  assert_non_null(find_message(s, "No such file"));
  scene_free(s);
}

static void a_directory_is_no_file(void **state)
{
  (void)state;
  scene *s = scene_new();
  const char *folder = scene_path(s, "d.c");
  assert_int_equal(mkdir(folder, 0700), 0);
  assert_int_equal(scene_load(s), HD_BAD_INPUT);
  assert_non_null(find_message(s, "directory"));
  rmdir(folder);
  scene_free(s);
}

static void an_empty_file_is_refused(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "t.c", "");
  expect_refusal(s, "empty");
}

static void broken_c_gets_clangs_words(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "t.c", "int main(void)\n{\n  retrun 0;\n}\n");
  assert_int_equal(scene_load(s), HD_BAD_INPUT);
  const hd_diag *d = find_message(s, "t.c:3:");
  assert_non_null(d);
  assert_true(d->verbatim);
  assert_int_equal(d->severity, HD_ERROR);
  assert_non_null(strstr(d->message, "^"));
  scene_free(s);
}

static void garbage_instead_of_bitcode_is_refused(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file_bytes(s, "t.bc", "\xde\xad\xbe\xef\0\1\2\3\4\5\6\7", 12);
  expect_refusal(s, "malformed bitcode");
}

/* The start of a bitcode file, and nothing after it. */
static void truncated_bitcode_is_refused(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file_bytes(s, "t.bc", "BC\xc0\xde\x35\x14\0\0\5\0\0\0\x62\x0c\x30\x24", 16);
  expect_refusal(s, "malformed bitcode");
}

static void assembly_text_is_read(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "t.ll",
             "target datalayout = "
             "\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
             "define i32 @main() {\n  ret i32 0\n}\n");
  assert_int_equal(scene_load(s), HD_OK);
  assert_int_equal(scene_lower(s, 4), HD_OK);
  assert_int_equal(s->program->threads.len, 1);
  scene_free(s);
}

static void a_broken_function_in_assembly_text_is_refused(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "t.ll", "define i32 @main() {\n  %a = add i32 %b, 1\n  ret i32 %a\n}\n");
  expect_refusal(s, "malformed bitcode");
}

static void files_are_linked(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "a.c", "extern int x; int f(int); int main(void) { return f(x); }\n");
  scene_file(s, "b.c", "int x = 3; int f(int a) { return a + x; }\n");
  assert_int_equal(scene_load(s), HD_OK);
  assert_int_equal(scene_lower(s, 4), HD_OK);
  assert_null(find_message(s, "no body"));
  assert_non_null(find_object(s->program, "x"));
  scene_free(s);
}

static void two_definitions_do_not_link(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "a.c", EMPTY_MAIN);
  scene_file(s, "b.c", EMPTY_MAIN);
  expect_refusal(s, "main");
}

static void a_program_needs_main(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "t.c", "int f(void) { return 1; }\n");
  assert_int_equal(scene_load(s), HD_OK);
  assert_int_equal(scene_lower(s, 4), HD_BAD_INPUT);
  assert_null(s->program);
  assert_non_null(find_message(s, "main"));
  scene_free(s);
}

static void options_reach_clang(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "t.c", "int x = VALUE; int main(void) { return x; }\n");
  s->clang_args[s->n_clang_args++] = "-DVALUE=7";
  assert_int_equal(scene_load(s), HD_OK);
  assert_int_equal(scene_lower(s, 4), HD_OK);
  assert_int_equal(find_object(s->program, "x")->init[0], 7);
  scene_free(s);
}

static void headers_are_found_under_both_data_models(void **state)
{
  (void)state;
  for (unsigned bits = 32; bits <= 64; bits += 32) {
    scene *s = scene_new();
    s->bits = bits;
    scene_file(s, "t.c",
               "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n"
               "long x; int main(void) { assert(sizeof x == sizeof &x); return 0; }\n");
    assert_int_equal(scene_load(s), HD_OK);
    assert_int_equal(scene_lower(s, 4), HD_OK);
    assert_int_equal(s->program->pointer_width, bits);
    scene_free(s);
  }
}

static bool has_line(const hd_program *p, uint32_t line)
{
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].pos.file != HD_NONE && p->edges.data[i].pos.line == line) return true;
  return false;
}

static void a_preprocessed_file_counts_its_own_lines(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "t.i",
             "# 1 \"elsewhere.c\"\n# 500 \"elsewhere.c\"\nint x;\nint main(void) {\n  x = 1;\n  return 0;\n}\n");
  assert_int_equal(scene_load(s), HD_OK);
  assert_int_equal(scene_lower(s, 4), HD_OK);
  assert_true(has_line(s->program, 5));
  assert_false(has_line(s->program, 502));
  assert_string_equal(s->program->files.data[0], s->paths[0]);
  scene_free(s);
}

static void attributes_of_gcc_in_a_preprocessed_file_are_accepted(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "t.i",
             "extern void *get(int) __attribute__ ((__malloc__ (release, 1)));\nint main(void) { return 0; }\n");
  assert_int_equal(scene_load(s), HD_OK);
  scene_free(s);
}

static void old_style_programs_are_accepted(void **state)
{
  (void)state;
  scene *s = scene_new();
  scene_file(s, "t.c",
             "int x; main() { x = add(1, 2); char *p = x; return p == 0; }\nint add(a, b) int a; { return a "
             "+ b; }\n");
  assert_int_equal(scene_load(s), HD_OK);
  assert_int_equal(scene_lower(s, 4), HD_OK);
  assert_false(hd_diags_has_error(&s->diags));
  scene_free(s);
}

static void inline_functions_have_bodies(void **state)
{
  (void)state;
  scene *s = scene_of("int x; inline void f(void) { x = 1; } int main(void) { f(); return 0; }\n");
  assert_null(find_message(s, "no body"));
  assert_non_null(find_object(s->program, "x"));
  scene_free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_missing_file_is_named),
      cmocka_unit_test(a_directory_is_no_file),
      cmocka_unit_test(an_empty_file_is_refused),
      cmocka_unit_test(broken_c_gets_clangs_words),
      cmocka_unit_test(garbage_instead_of_bitcode_is_refused),
      cmocka_unit_test(truncated_bitcode_is_refused),
      cmocka_unit_test(assembly_text_is_read),
      cmocka_unit_test(a_broken_function_in_assembly_text_is_refused),
      cmocka_unit_test(files_are_linked),
      cmocka_unit_test(two_definitions_do_not_link),
      cmocka_unit_test(a_program_needs_main),
      cmocka_unit_test(options_reach_clang),
      cmocka_unit_test(headers_are_found_under_both_data_models),
      cmocka_unit_test(a_preprocessed_file_counts_its_own_lines),
      cmocka_unit_test(attributes_of_gcc_in_a_preprocessed_file_are_accepted),
      cmocka_unit_test(old_style_programs_are_accepted),
      cmocka_unit_test(inline_functions_have_bodies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
