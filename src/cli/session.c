#include <stdio.h>

#include "base/budget.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/terminal.h"

static void fill_library_options(heddle_options *to, const hd_options *from)
{
  heddle_options_init(to);
  to->property = from->property;
  to->data_model = from->data_model;
  to->scheduler = from->scheduler;
  to->sequentialize = from->sequentialize;
  to->turns = from->turns;
  if (from->engine) to->engine = from->engine;
  if (from->reduction) to->reduction = from->reduction;
  if (from->search) to->search = from->search;
  to->arith = from->arith;
  to->sequential = from->sequential;
  to->order = from->order;
  to->without = from->without;
  to->emit_sequential = from->emit_sequential;
  to->keep = from->keep;
  to->slice = from->slice;
  to->stage = from->stage;
  to->backend = from->backend;
  to->no_por = from->por == HD_OFF;
  to->por = from->por_kind;
  to->labels = from->labels;
  to->no_symmetry = from->symmetry && strcmp(from->symmetry, "off") == 0;
  to->no_recheck = from->recheck == HD_OFF;
  if (from->solver) to->solver = from->solver;
  to->no_spurious_wakeups = from->spurious_wakeups == HD_OFF;
  to->contexts = from->contexts;
  to->rounds = from->rounds;
  to->algorithm = from->algorithm;
  to->label = from->label;
  to->dialect = from->dialect;
  to->predicates = from->predicates;
  to->reorder = from->reorder;
  to->depth = from->depth;
  to->unwind = from->unwind;
  to->threads = from->threads;
  to->timeout = from->timeout;
  to->memory = from->memory;
  to->jobs = from->jobs;
  to->clang_args = from->clang.data;
  to->n_clang_args = from->clang.len;
  to->cancel = hd_terminal_cancel_flag();
  if (!from->quiet && hd_terminal_begin_progress()) to->progress = hd_terminal_progress;
}

int hd_session_failed(const hd_session *s)
{
  if (*hd_terminal_cancel_flag()) return hd_print_verdict(HEDDLE_UNKNOWN, "interrupted while reading the program");
  if (s->options->timeout > 0 && hd_now() - s->began >= s->options->timeout)
    return hd_print_verdict(HEDDLE_UNKNOWN, "time limit reached while reading the program");
  return heddle_input_bad_usage(s->input) ? HD_EXIT_USAGE : HD_EXIT_INPUT;
}

void hd_session_init(hd_session *s, const hd_options *options)
{
  *s = (hd_session){.options = options, .began = hd_now()};
  fill_library_options(&s->library, options);
  hd_terminal_catch_signals();
}

bool hd_session_open(hd_session *s, const hd_options *options, uint32_t skip, int *exit_status)
{
  hd_session_init(s, options);
  s->input = heddle_load(&s->library, options->files.data + skip, options->files.len - skip);
  hd_session_messages(s);
  bool ok = heddle_input_ok(s->input);
  if (!ok) *exit_status = hd_session_failed(s);
  return ok;
}

void hd_session_messages(hd_session *s)
{
  fflush(stdout);
  s->printed = hd_messages_print(s->input, s->printed, s->options);
}

void hd_session_close(hd_session *s)
{
  heddle_input_free(s->input);
  s->input = NULL;
}
