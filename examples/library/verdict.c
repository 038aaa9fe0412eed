/* verdict.c - a program that uses the library: each property of a file, its checks, and why one fails.
 *
 *   cc $(pkg-config --cflags heddle) verdict.c -o verdict $(pkg-config --libs heddle)
 *   ./verdict prog.c */
#include <heddle/heddle.h>

static const char *const words[] = {"safe", "unsafe", "unknown"};

static void print_answer(heddle_input *input, heddle_result *result, const heddle_options *options)
{
  unsigned open = 0;
  heddle_verdict verdict = heddle_result_verdict(result);
  for (unsigned i = 0; i < heddle_check_count(result); i++)
    open += heddle_check_get(result, i).state == HEDDLE_CHECK_OPEN;
  printf("%s: %s (%u checks, %u open)\n", heddle_input_property(input), words[verdict], heddle_check_count(result),
         open);
  if (verdict == HEDDLE_UNSAFE) heddle_print_trace(stdout, result, HEDDLE_STEPS_BRIEF, 0);
  if (verdict == HEDDLE_SAFE) heddle_print_proof(stdout, result, false);
  const char *advice = heddle_result_advice(result, options, 0);
  if (advice) printf("try: %s\n", advice);
}

int main(int argc, char **argv)
{
  heddle_options options;
  heddle_options_init(&options);
  options.property = "unreach-call,no-data-race";
  options.timeout = 60;
  const char *file = argc > 1 ? argv[1] : "";
  heddle_input *input = heddle_load(&options, &file, 1);
  bool ok = heddle_input_ok(input);
  for (unsigned i = 0; ok && i < heddle_property_count(input); i++) {
    heddle_choose_property(input, i);
    heddle_result *result = heddle_verify(input, &options);
    print_answer(input, result, &options);
    heddle_result_free(result);
  }
  for (unsigned i = 0; i < heddle_message_count(input); i++) printf("%s\n", heddle_message_get(input, i).message);
  heddle_input_free(input);
  return ok ? 0 : 1;
}
