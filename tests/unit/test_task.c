/* Task definitions and property files, each test in a folder of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/task/task.h"

typedef struct {
  char folder[64];
  hd_task_file task;
  hd_diags diags;
} world;

static const char *in_folder(const world *w, const char *name)
{
  static char path[4][256];
  static unsigned next;
  char *p = path[next++ % 4];
  snprintf(p, sizeof path[0], "%s/%s", w->folder, name);
  return p;
}

static void put(const world *w, const char *name, const char *text)
{
  FILE *f = fopen(in_folder(w, name), "wb");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static int set_up(void **state)
{
  world *w = hd_alloc(1, sizeof *w);
  strcpy(w->folder, "/tmp/heddle-task-XXXXXX");
  assert_non_null(mkdtemp(w->folder));
  hd_task_file_init(&w->task);
  hd_diags_init(&w->diags);
  put(w, "a.c", "int main(void) { return 0; }\n");
  put(w, "b.c", "int x;\n");
  put(w, "unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  put(w, "no-data-race.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
  put(w, "memcleanup.prp", "CHECK( init(main()), LTL(G valid-memcleanup) )\n");
  put(w, "memsafety.prp",
      "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
      "CHECK( init(main()), LTL(G valid-memtrack) )\n\n");
  *state = w;
  return 0;
}

static int tear_down(void **state)
{
  static const char *const names[] = {
      "a.c", "b.c", "unreach-call.prp", "no-data-race.prp", "memcleanup.prp", "memsafety.prp", "t.yml", "p.prp"};
  world *w = *state;
  for (size_t i = 0; i < HD_COUNT(names); i++) unlink(in_folder(w, names[i]));
  rmdir(w->folder);
  hd_task_file_clear(&w->task);
  hd_diags_clear(&w->diags);
  free(w);
  return 0;
}

static hd_status read_task(world *w, const char *text, const hd_property *wanted)
{
  put(w, "t.yml", text);
  return hd_task_read(in_folder(w, "t.yml"), wanted, &w->task, &w->diags);
}

static hd_status read_property(world *w, const char *text, hd_property *property)
{
  put(w, "p.prp", text);
  return hd_task_read_property(in_folder(w, "p.prp"), property, &w->diags);
}

/* The task is refused at this place, with these words in the message. */
static void refused(world *w, const char *text, uint32_t line, uint32_t column, const char *words)
{
  assert_int_equal(read_task(w, text, NULL), HD_BAD_INPUT);
  assert_true(w->diags.list.len > 0);
  const hd_diag *d = &hd_vec_last(&w->diags.list);
  assert_non_null(strstr(d->message, words));
  assert_int_equal(d->place.line, line);
  assert_int_equal(d->place.column, column);
  assert_non_null(strstr(d->place.file, "t.yml"));
}

static void a_task_names_files_property_verdict_and_data_model(void **state)
{
  world *w = *state;
  assert_int_equal(read_task(w,
                             "format_version: '2.0'\n"
                             "input_files: 'a.c'\n"
                             "properties:\n"
                             "  - property_file: unreach-call.prp\n"
                             "    expected_verdict: false\n"
                             "options:\n"
                             "  language: C\n"
                             "  data_model: LP64\n",
                             NULL),
                   HD_OK);
  assert_int_equal(w->task.files.len, 1);
  assert_string_equal(w->task.files.data[0], in_folder(w, "a.c"));
  assert_int_equal(w->task.property, HD_PROP_UNREACH_CALL);
  assert_string_equal(w->task.expected, "false");
  assert_int_equal(w->task.pointer_width, 64);
}

static void the_data_model_is_ILP32_when_nothing_is_said(void **state)
{
  world *w = *state;
  assert_int_equal(read_task(w, "input_files: [a.c, b.c]\nproperties: [{property_file: no-data-race.prp}]\n", NULL),
                   HD_OK);
  assert_int_equal(w->task.files.len, 2);
  assert_int_equal(w->task.property, HD_PROP_NO_DATA_RACE);
  assert_null(w->task.expected);
  assert_int_equal(w->task.pointer_width, 32);
}

static const char *const several = "input_files: a.c\n"
                                   "properties:\n"
                                   "  - property_file: memcleanup.prp\n"
                                   "    expected_verdict: true\n"
                                   "  - property_file: memsafety.prp\n"
                                   "    expected_verdict: false\n"
                                   "    subproperty: valid-deref\n"
                                   "  - property_file: unreach-call.prp\n"
                                   "    expected_verdict: true\n";

static void the_first_supported_property_is_chosen(void **state)
{
  world *w = *state;
  assert_int_equal(read_task(w, several, NULL), HD_OK);
  assert_int_equal(w->task.property, HD_PROP_VALID_MEMSAFETY);
  assert_string_equal(w->task.expected, "false(valid-deref)");
  assert_int_equal(w->diags.list.len, 0);
}

/* Tasks list it beside the safety property that they are about. */
static void termination_is_passed_over(void **state)
{
  world *w = *state;
  put(w, "p.prp", "CHECK( init(main()), LTL(F end) )\n");
  const char *both = "input_files: a.c\nproperties: [{property_file: p.prp}, {property_file: unreach-call.prp}]\n";
  assert_int_equal(read_task(w, both, NULL), HD_OK);
  assert_int_equal(w->task.property, HD_PROP_UNREACH_CALL);
  refused(w, "input_files: a.c\nproperties: [{property_file: p.prp}]\n", 2, 13, "is supported");
}

static void the_wanted_property_brings_its_own_verdict(void **state)
{
  world *w = *state;
  hd_property wanted = HD_PROP_UNREACH_CALL;
  assert_int_equal(read_task(w, several, &wanted), HD_OK);
  assert_int_equal(w->task.property, HD_PROP_UNREACH_CALL);
  assert_string_equal(w->task.expected, "true");
}

static void a_wanted_property_the_task_does_not_list_has_no_verdict(void **state)
{
  world *w = *state;
  hd_property wanted = HD_PROP_NO_DEADLOCK;
  assert_int_equal(read_task(w, several, &wanted), HD_OK);
  assert_int_equal(w->task.property, HD_PROP_NO_DEADLOCK);
  assert_null(w->task.expected);
}

/* Goals of test generators, and what cannot be read when something else is asked for. */
static void what_nobody_asked_for_is_passed_over(void **state)
{
  world *w = *state;
  hd_property wanted = HD_PROP_NO_DATA_RACE;
  put(w, "p.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
  const char *coverage = "input_files: a.c\n"
                         "properties:\n"
                         "  - property_file: p.prp\n"
                         "    expected_verdict: whatever\n"
                         "  - property_file: no-data-race.prp\n"
                         "    expected_verdict: true\n";
  assert_int_equal(read_task(w, coverage, NULL), HD_OK);
  assert_int_equal(w->task.property, HD_PROP_NO_DATA_RACE);
  assert_string_equal(w->task.expected, "true");
  put(w, "p.prp", "anything\n");
  refused(w, "input_files: a.c\nproperties: [{property_file: nowhere.prp}, {property_file: no-data-race.prp}]\n", 2, 30,
          "nowhere.prp");
  assert_int_equal(read_task(w, coverage, NULL), HD_BAD_INPUT);
  uint32_t said = w->diags.list.len;
  assert_int_equal(read_task(w, coverage, &wanted), HD_OK);
  assert_string_equal(w->task.expected, "true");
  assert_int_equal(
      read_task(w, "input_files: a.c\nproperties: [{property_file: nowhere.prp}, {property_file: no-data-race.prp}]\n",
                &wanted),
      HD_OK);
  assert_int_equal(w->diags.list.len, said);
}

static void missing_keys_are_refused(void **state)
{
  world *w = *state;
  refused(w, "properties: []\n", 1, 1, "`input_files` is missing");
  refused(w, "input_files: a.c\n", 1, 1, "`properties` is missing");
  refused(w, "input_files: a.c\nproperties:\n  - expected_verdict: true\n", 3, 5, "`property_file` is missing");
}

static void wrong_types_are_refused_where_they_stand(void **state)
{
  world *w = *state;
  refused(w, "- a\n- b\n", 1, 1, "must be a mapping");
  refused(w, "input_files: {x: y}\n", 1, 14, "a text or a list");
  refused(w, "input_files: []\n", 1, 14, "empty list");
  refused(w, "input_files: [[a.c]]\n", 1, 15, "must be a text");
  refused(w, "input_files: a.c\nproperties: unreach-call.prp\n", 2, 13, "must be a list");
  refused(w, "input_files: a.c\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: maybe\n", 4, 23,
          "true or false");
  refused(w, "input_files: a.c\noptions: {data_model: LP128}\n", 2, 23, "unknown data model");
  refused(w, "input_files: a.c\noptions: {language: Java}\n", 2, 21, "not C");
}

static void files_that_are_not_there_are_refused(void **state)
{
  world *w = *state;
  refused(w, "input_files: nowhere.c\n", 1, 14, "nowhere.c");
  refused(w, "input_files: .\n", 1, 14, "not a file");
  refused(w, "input_files: a.c\nproperties: [{property_file: nowhere.prp}]\n", 2, 30, "nowhere.prp");
}

static void unsupported_properties_alone_are_refused(void **state)
{
  refused(*state, "input_files: a.c\nproperties:\n  - property_file: memcleanup.prp\n", 3, 3, "is supported");
}

static void what_is_not_YAML_is_refused(void **state)
{
  world *w = *state;
  refused(w, "input_files: [a.c\n", 2, 1, "not YAML");
  assert_int_equal(read_task(w, "", NULL), HD_BAD_INPUT);
  assert_int_equal(hd_task_read(in_folder(w, "missing.yml"), NULL, &w->task, &w->diags), HD_BAD_INPUT);
  assert_int_equal(hd_task_read(w->folder, NULL, &w->task, &w->diags), HD_BAD_INPUT);
}

static void every_form_of_property_is_read(void **state)
{
  static const struct {
    const char *text;
    hd_property property;
  } forms[] = {
      {"CHECK( init(main()), LTL(G ! call(reach_error())) )", HD_PROP_UNREACH_CALL},
      {"CHECK(init(main()),LTL(G !call(__VERIFIER_error())))", HD_PROP_UNREACH_CALL},
      {"CHECK( init(main()), LTL(G ! data-race) )\n", HD_PROP_NO_DATA_RACE},
      {"CHECK( init(main()), LTL(G ! deadlock) )\n", HD_PROP_NO_DEADLOCK},
      {"\n CHECK( init( main( )), LTL(G ! overflow) )", HD_PROP_NO_OVERFLOW},
      {"CHECK( init(main()), LTL(G valid-deref) )", HD_PROP_VALID_MEMSAFETY},
      {"CHECK( init(main()), LTL(G def-behavior) )", HD_PROP_DEF_BEHAVIOR},
  };
  for (size_t i = 0; i < HD_COUNT(forms); i++) {
    hd_property property;
    assert_int_equal(read_property(*state, forms[i].text, &property), HD_OK);
    assert_int_equal(property, forms[i].property);
  }
}

static void what_is_no_property_is_refused_where_it_goes_wrong(void **state)
{
  world *w = *state;
  hd_property property;
  assert_int_equal(read_property(w, "", &property), HD_BAD_INPUT);
  assert_int_equal(read_property(w, "CHECK( init(main()),\n  CTL(G ! data-race) )", &property), HD_BAD_INPUT);
  assert_int_equal(hd_vec_last(&w->diags.list).place.line, 2);
  assert_int_equal(hd_vec_last(&w->diags.list).place.column, 3);
  assert_int_equal(read_property(w, "CHECK( init(main()), LTL(G ! data-race", &property), HD_BAD_INPUT);
  assert_int_equal(read_property(w, "COVER( init(main()), FQL(COVER EDGES(@CALL(f))) )", &property), HD_UNSUPPORTED);
  assert_int_equal(read_property(w, "CHECK( init(main()), LTL(G ! call(f())) )", &property), HD_UNSUPPORTED);
  assert_int_equal(hd_vec_last(&w->diags.list).place.column, 26);
  assert_int_equal(read_property(w, "CHECK( init(main()), LTL(F end) )", &property), HD_UNSUPPORTED);
  assert_non_null(strstr(hd_vec_last(&w->diags.list).hint, "no-deadlock, no-overflow"));
  assert_int_equal(read_property(w,
                                 "CHECK( init(main()), LTL(G ! data-race) )\n"
                                 "CHECK( init(main()), LTL(G ! overflow) )",
                                 &property),
                   HD_BAD_INPUT);
  assert_int_equal(hd_vec_last(&w->diags.list).place.line, 2);
  assert_int_equal(hd_task_read_property(in_folder(w, "missing.prp"), &property, &w->diags), HD_BAD_INPUT);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
  const struct CMUnitTest tests[] = {
      TEST(a_task_names_files_property_verdict_and_data_model),
      TEST(the_data_model_is_ILP32_when_nothing_is_said),
      TEST(the_first_supported_property_is_chosen),
      TEST(termination_is_passed_over),
      TEST(the_wanted_property_brings_its_own_verdict),
      TEST(a_wanted_property_the_task_does_not_list_has_no_verdict),
      TEST(what_nobody_asked_for_is_passed_over),
      TEST(missing_keys_are_refused),
      TEST(wrong_types_are_refused_where_they_stand),
      TEST(files_that_are_not_there_are_refused),
      TEST(unsupported_properties_alone_are_refused),
      TEST(what_is_not_YAML_is_refused),
      TEST(every_form_of_property_is_read),
      TEST(what_is_no_property_is_refused_where_it_goes_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
