/* cc.c - the commands that stand between a project and its compiler. */
#include "cli/commands.h"
#include "cli/messages.h"

int hd_command_cc(const hd_options *options)
{
  int status;
  heddle_input *messages = heddle_cc(options->files.data, options->files.len, &status);
  hd_messages_print(messages, 0, options);
  heddle_input_free(messages);
  return status;
}
