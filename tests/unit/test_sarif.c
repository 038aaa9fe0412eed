/* test_sarif.c - the rules of SARIF 2.1.0 that readers rely on, checked on what is written. */
#include <cjson/cJSON.h>
#include <unistd.h>

#include "base/sha256.h"
#include "report/place.h"
#include "report/sarif.h"
#include "report/source.h"
#include "trace_programs.h"

static const planned lost[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 6}, {1, 0, 7}, {1, 1, 6}, {1, 1, 7}, {1, 1, 8},
                               {1, 1, 9}, {1, 0, 8}, {1, 0, 9}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, STOP};
static const planned racing[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 6}, {1, 0, 7}, {1, 1, 6}, STOP};
static const planned stuck[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 4}, {1, 0, 5}, STOP};

static cJSON *sarif_of_results(const hd_json_result *results, unsigned n)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_true(hd_report_sarif(out, results, n));
  fclose(out);
  cJSON *log = cJSON_Parse(text);
  assert_non_null(log);
  free(text);
  return log;
}

static cJSON *sarif_of(const char *program, const hd_trace *t, hd_property property)
{
  hd_program *p = parse_program(program);
  cJSON *log = sarif_of_results(
      &(hd_json_result){.program = p, .file = "f.c", .verdict = "unsafe", .property = property, .trace = t}, 1);
  hd_program_free(p);
  return log;
}

/* By keys and numbers: "runs.0.results"; must be there. */
static cJSON *at(const cJSON *value, const char *path)
{
  char key[64];
  const cJSON *found = value;
  while (*path && found) {
    size_t n = strcspn(path, ".");
    snprintf(key, sizeof key, "%.*s", (int)n, path);
    found = cJSON_IsArray(found) ? cJSON_GetArrayItem(found, atoi(key)) : cJSON_GetObjectItemCaseSensitive(found, key);
    path += n + (path[n] == '.');
  }
  if (!found) fail_msg("no %s", path);
  return (cJSON *)found;
}

static const char *text_at(const cJSON *value, const char *path)
{
  const cJSON *found = at(value, path);
  assert_true(cJSON_IsString(found));
  return found->valuestring;
}

static void check_place(const cJSON *location)
{
  const cJSON *region = at(location, "physicalLocation.region");
  assert_true(at(region, "startLine")->valueint >= 1);
  assert_true(at(region, "startColumn")->valueint >= 1);
  assert_true(*text_at(location, "physicalLocation.artifactLocation.uri") != '/');
  assert_string_equal(text_at(location, "physicalLocation.artifactLocation.uriBaseId"), "SRCROOT");
}

/* The second flow has the same steps, thread by thread. */
static unsigned check_flows(const cJSON *result)
{
  const cJSON *whole = at(result, "codeFlows.0.threadFlows.0.locations"), *step, *flow;
  unsigned n = 0, in_threads = 0;
  assert_int_equal(cJSON_GetArraySize(at(result, "codeFlows.0.threadFlows")), 1);
  cJSON_ArrayForEach(step, whole)
  {
    assert_true(at(step, "executionOrder")->valueint > (int)n);
    n = (unsigned)at(step, "executionOrder")->valueint;
    assert_true(*text_at(step, "location.message.text"));
    check_place(at(step, "location"));
  }
  cJSON_ArrayForEach(flow, at(result, "codeFlows.1.threadFlows"))
  {
    int last = 0;
    assert_true(*text_at(flow, "id"));
    cJSON_ArrayForEach(step, at(flow, "locations"))
    {
      assert_true(at(step, "executionOrder")->valueint > last);
      last = at(step, "executionOrder")->valueint;
      in_threads++;
    }
  }
  assert_int_equal(in_threads, cJSON_GetArraySize(whole));
  return in_threads;
}

static void check_log(const cJSON *log, const char *rule, unsigned steps, unsigned threads)
{
  assert_string_equal(text_at(log, "version"), "2.1.0");
  const cJSON *run = at(log, "runs.0"), *result = at(run, "results.0");
  assert_string_equal(text_at(result, "ruleId"), rule);
  char path[64];
  snprintf(path, sizeof path, "tool.driver.rules.%d", at(result, "ruleIndex")->valueint);
  assert_string_equal(text_at(at(run, path), "id"), rule);
  assert_true(*text_at(result, "message.text"));
  check_place(at(result, "locations.0"));
  assert_int_equal(check_flows(result), steps);
  assert_int_equal(cJSON_GetArraySize(at(result, "codeFlows.1.threadFlows")), threads);
}

static void a_failed_assertion_has_both_flows(void **unused)
{
  (void)unused;
  hd_trace *t = make_trace(lost);
  cJSON *log = sarif_of(LOST_UPDATE, t, HD_PROP_UNREACH_CALL);
  check_log(log, "unreach-call", 11, 3);
  const cJSON *steps = at(log, "runs.0.results.0.codeFlows.0.threadFlows.0.locations");
  assert_string_equal(text_at(steps, "4.state.x.text"), "1");
  assert_string_equal(text_at(steps, "6.importance"), "essential");
  assert_string_equal(text_at(steps, "10.importance"), "essential");
  cJSON_Delete(log);
  hd_trace_free(t);
}

static void a_race_has_its_other_access_as_related_place(void **unused)
{
  (void)unused;
  hd_trace *t = make_trace(racing);
  cJSON *log = sarif_of(LOST_UPDATE, t, HD_PROP_NO_DATA_RACE);
  check_log(log, "no-data-race", 3, 2);
  const cJSON *result = at(log, "runs.0.results.0");
  assert_int_equal(at(result, "locations.0.physicalLocation.region.startLine")->valueint, 5);
  assert_int_equal(at(result, "relatedLocations.0.physicalLocation.region.startLine")->valueint, 6);
  assert_string_equal(text_at(result, "taxa.0.id"), "366");
  cJSON_Delete(log);
  hd_trace_free(t);
}

static void a_deadlock_stands_where_threads_wait(void **unused)
{
  (void)unused;
  hd_trace *t = make_trace(stuck);
  cJSON *log = sarif_of(LOCK_ORDER, t, HD_PROP_NO_DEADLOCK);
  check_log(log, "no-deadlock", 3, 2);
  const cJSON *result = at(log, "runs.0.results.0");
  assert_int_equal(at(result, "locations.0.physicalLocation.region.startLine")->valueint, 22);
  assert_int_equal(at(result, "relatedLocations.0.physicalLocation.region.startLine")->valueint, 10);
  cJSON_Delete(log);
  hd_trace_free(t);
}

static void every_rule_has_help_and_a_weakness_of_the_taxonomy(void **unused)
{
  (void)unused;
  cJSON *log = sarif_of_results(NULL, 0);
  const cJSON *run = at(log, "runs.0"), *rule, *taxon;
  assert_int_equal(cJSON_GetArraySize(at(run, "results")), 0);
  assert_int_equal(cJSON_GetArraySize(at(run, "tool.driver.rules")), HD_CHECK_COUNT);
  cJSON_ArrayForEach(rule, at(run, "tool.driver.rules"))
  {
    const char *id = text_at(rule, "relationships.0.target.id");
    bool known = false;
    cJSON_ArrayForEach(taxon, at(run, "taxonomies.0.taxa")) known |= strcmp(text_at(taxon, "id"), id) == 0;
    assert_true(known);
    assert_true(strlen(text_at(rule, "help.text")) > 20 && strlen(text_at(rule, "shortDescription.text")) > 10);
    assert_true(cJSON_GetArraySize(at(rule, "properties.tags")) <= 10); /* services keep ten */
  }
  cJSON_Delete(log);
}

static void what_is_not_decided_is_a_notification(void **unused)
{
  (void)unused;
  hd_cause cause = {.kind = HD_CAUSE_TIME, .pos = HD_NO_POS};
  hd_json_result results[] = {
      {.verdict = "safe", .property = HD_PROP_NO_OVERFLOW},
      {.verdict = "unknown", .property = HD_PROP_NO_DEADLOCK, .cause = &cause, .reason = "time"}};
  cJSON *log = sarif_of_results(results, 2);
  const cJSON *notes = at(log, "runs.0.invocations.0.toolExecutionNotifications");
  assert_int_equal(cJSON_GetArraySize(notes), 1);
  assert_string_equal(text_at(notes, "0.message.text"), "property no-deadlock: unknown (time)");
  assert_string_equal(text_at(log, "runs.0.properties.verdicts.no-overflow"), "safe");
  assert_string_equal(text_at(log, "runs.0.properties.verdicts.no-deadlock"), "unknown");
  cJSON_Delete(log);
}

/* --- fingerprints ------------------------------------------------------------------------------------ */

/* One thread whose check stands at that line of the file. */
static void print_of_check(const char *path, unsigned line, const char *kind, hd_property property, char *print)
{
  char program[1024];
  snprintf(program, sizeof program,
           HEAD "file 0 \"%s\"\nthread main entry L0\nvar x : bv8\nloc L0 main\nloc L1 main end\n"
                "edge L0 -> L1 assert %s (= x 1:8) @0:%u:3\n",
           path, kind, line);
  hd_trace *t = make_trace((planned[]){{0, 0, 0}, STOP});
  cJSON *log = sarif_of(program, t, property);
  snprintf(print, HD_SHA256_TEXT, "%s", text_at(log, "runs.0.results.0.partialFingerprints.heddleCheck/v1"));
  cJSON_Delete(log);
  hd_trace_free(t);
}

static void write_file(const char *path, const char *text)
{
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void a_fingerprint_does_not_change_with_lines_above(void **unused)
{
  (void)unused;
  char path[] = "/tmp/heddle-sarif-XXXXXX", first[HD_SHA256_TEXT], moved[HD_SHA256_TEXT], other[HD_SHA256_TEXT];
  close(mkstemp(path));
  write_file(path, "int x;\n  assert(x == 1);\n");
  print_of_check(path, 2, "assertion", HD_PROP_UNREACH_CALL, first);
  write_file(path, "/* a comment */\nint y;\nint x;\n    assert(x == 1);\n");
  print_of_check(path, 4, "assertion", HD_PROP_UNREACH_CALL, moved);
  assert_string_equal(first, moved);
  print_of_check(path, 3, "assertion", HD_PROP_UNREACH_CALL, other);
  assert_string_not_equal(first, other);
  print_of_check(path, 4, "overflow", HD_PROP_NO_OVERFLOW, other);
  assert_string_not_equal(first, other);
  unlink(path);
}

/* --- limits ------------------------------------------------------------------------------------------ */

static void a_long_trace_is_cut_to_what_services_keep_and_says_so(void **unused)
{
  (void)unused;
  static const char *const counts = HEAD
      "file 0 \"c.c\"\nthread main entry L0\nvar x : bv32\nvar y : bv32\nloc L0 main\nloc L1 main\nloc L2 main end\n"
      "edge L0 -> L1 do x := (add x 1:32) @0:1:1\nedge L1 -> L0 do y := (add y 1:32) @0:2:1\n"
      "edge L1 -> L2 assert assertion (ult y 700:32) @0:3:1\n";
  hd_trace *t = hd_trace_new();
  for (unsigned i = 0; i < 700; i++) {
    hd_trace_push(t, HD_MAIN, 0, (hd_edge){0}, NULL, 0);
    hd_trace_push(t, HD_MAIN, 0, (hd_edge){1}, NULL, 0);
  }
  hd_trace_push(t, HD_MAIN, 0, (hd_edge){0}, NULL, 0);
  hd_trace_push(t, HD_MAIN, 0, (hd_edge){2}, NULL, 0);
  cJSON *log = sarif_of(counts, t, HD_PROP_UNREACH_CALL);
  const cJSON *result = at(log, "runs.0.results.0");
  assert_int_equal(check_flows(result), HD_SARIF_STEPS / 2);
  const char *says = text_at(result, "codeFlows.0.message.text");
  assert_non_null(strstr(says, "500 of 1402 steps, 902 that matter least are left out"));
  assert_int_equal(at(result, "codeFlows.0.threadFlows.0.locations.499.executionOrder")->valueint, 1402);
  cJSON_Delete(log);
  hd_trace_free(t);
}

/* --- places -------------------------------------------------------------------------------------------- */

static void paths_become_relative_and_uris_are_escaped(void **unused)
{
  (void)unused;
  hd_arena a;
  hd_arena_init(&a);
  assert_string_equal(hd_place_relative("/home/me/p/src/a.c", "/home/me/p/"), "src/a.c");
  assert_string_equal(hd_place_relative("/home/me/other/a.c", "/home/me/p/"), "/home/me/other/a.c");
  assert_string_equal(hd_place_relative("./a.c", "/home/me/p/"), "a.c");
  assert_string_equal(hd_place_uri("a b%\xc3\xa9.c", &a), "a%20b%25%C3%A9.c");
  assert_string_equal(hd_place_uri("/tmp/a.c", &a), "file:///tmp/a.c");
  hd_arena_clear(&a);
}

static void columns_count_characters(void **unused)
{
  (void)unused;
  char path[] = "/tmp/heddle-sarif-XXXXXX", text[256];
  close(mkstemp(path));
  write_file(path, "/* \xc3\xa9\xc3\xa9 */ assert(0);\n");
  snprintf(text, sizeof text, HEAD "file 0 \"%s\"\nthread main entry L0\nloc L0 main end\n", path);
  hd_program *p = parse_program(text);
  hd_sources s;
  hd_sources_init(&s, p);
  assert_int_equal(hd_sources_column(&s, (hd_pos){0, 1, 12}), 10);
  assert_int_equal(hd_sources_column(&s, (hd_pos){0, 7, 12}), 12); /* no such line */
  hd_sources_clear(&s);
  hd_program_free(p);
  unlink(path);
}

static void sha256_gives_the_standards_examples(void **unused)
{
  (void)unused;
  char text[HD_SHA256_TEXT];
  hd_sha256 h;
  hd_sha256_init(&h);
  hd_sha256_add(&h, "abc", 3);
  hd_sha256_print(&h, text);
  assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  hd_sha256_init(&h);
  hd_sha256_add(&h, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56);
  hd_sha256_print(&h, text);
  assert_string_equal(text, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_failed_assertion_has_both_flows),
      cmocka_unit_test(a_race_has_its_other_access_as_related_place),
      cmocka_unit_test(a_deadlock_stands_where_threads_wait),
      cmocka_unit_test(every_rule_has_help_and_a_weakness_of_the_taxonomy),
      cmocka_unit_test(what_is_not_decided_is_a_notification),
      cmocka_unit_test(a_fingerprint_does_not_change_with_lines_above),
      cmocka_unit_test(a_long_trace_is_cut_to_what_services_keep_and_says_so),
      cmocka_unit_test(paths_become_relative_and_uris_are_escaped),
      cmocka_unit_test(columns_count_characters),
      cmocka_unit_test(sha256_gives_the_standards_examples),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
