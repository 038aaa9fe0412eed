/* outside.c - a program that knows nothing but the installed library: the verdict of a file. */
#include <heddle/heddle.h>

int main(int argc, char **argv)
{
  static const char *const words[] = {"safe", "unsafe", "unknown"};
  heddle_options options;
  heddle_options_init(&options);
  const char *file = argc > 1 ? argv[1] : "";
  heddle_input *input = heddle_load(&options, &file, 1);
  int status = 1;
  if (heddle_input_ok(input)) {
    heddle_result *result = heddle_verify(input, &options);
    printf("%s\n", words[heddle_result_verdict(result)]);
    if (heddle_result_verdict(result) == HEDDLE_UNSAFE) heddle_print_trace(stdout, result, HEDDLE_STEPS_BRIEF, 0);
    heddle_result_free(result);
    status = 0;
  }
  for (unsigned i = 0; i < heddle_message_count(input); i++) printf("%s\n", heddle_message_get(input, i).message);
  heddle_input_free(input);
  return status;
}
