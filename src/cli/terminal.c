#include "cli/terminal.h"

#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

static volatile bool cancelled;
static bool progress_is_on;

static void cancel(int signal_number)
{
  (void)signal_number;
  cancelled = true;
}

void hd_terminal_catch_signals(void)
{
  struct sigaction action = {.sa_handler = cancel, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

const volatile bool *hd_terminal_cancel_flag(void)
{
  return &cancelled;
}

bool hd_terminal_begin_progress(void)
{
  return progress_is_on = isatty(STDERR_FILENO);
}

static unsigned columns(int fd)
{
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void hd_terminal_progress(void *context, const char *line)
{
  (void)context;
  unsigned width = columns(STDERR_FILENO);
  /* A line that wraps could not be overwritten. */
  fprintf(stderr, "\r\033[K%.*s", width > 1 ? (int)width - 1 : 79, line);
  fflush(stderr);
}

void hd_terminal_end_progress(void)
{
  /* Whether a line is there only the engine's own process knows. */
  if (progress_is_on) fputs("\r\033[K", stderr);
}

unsigned hd_terminal_width(void)
{
  return isatty(STDOUT_FILENO) ? columns(STDOUT_FILENO) : 0;
}
