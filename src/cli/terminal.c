/* terminal.c - the progress line, window size, and the signals that interrupt or ask. */
#include "cli/terminal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/board.h"
#include "base/budget.h"

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
  if (progress_is_on) fputs("\r\033[K", stderr);
}

/* --- where the work is ---------------------------------------------------------------------------------------- */

/* Seconds between lines: on a terminal one line is overwritten, a log gets a new one now and then. */
static const double overwritten_after = 0.5, logged_after = 10;

static struct {
  double began, interval; /* interval 0: only on request */
  atomic_bool over, paused;
} watch;

/* By write alone: the other thread may be printing. */
static void print_where(bool overwrite)
{
  char where[512], line[600];
  unsigned width = overwrite ? columns(STDERR_FILENO) : 0;
  int n = snprintf(line, sizeof line, "%.0f s: %s", hd_now() - watch.began, hd_board_read(where, sizeof where));
  if (overwrite && n >= (int)(width > 1 ? width : 80)) n = (int)(width > 1 ? width : 80) - 1;
  if (n >= (int)sizeof line) n = (int)sizeof line - 1;
  dprintf(STDERR_FILENO, overwrite ? "\r\033[K%.*s" : "heddle: %.*s\n", n, line);
}

/* Waits for SIGUSR1, which all other threads have blocked, and in between for the next line's time. */
static void *watch_work(void *unused)
{
  sigset_t asked;
  sigemptyset(&asked);
  sigaddset(&asked, SIGUSR1);
  struct timespec wait = {(time_t)watch.interval, (long)((watch.interval - (double)(time_t)watch.interval) * 1e9)};
  for (;;) {
    int got = watch.interval > 0 ? sigtimedwait(&asked, NULL, &wait) : sigwaitinfo(&asked, NULL);
    if (atomic_load(&watch.over)) return unused;
    if (atomic_load(&watch.paused) && got != SIGUSR1) continue;
    if (got == SIGUSR1)
      print_where(false);
    else if (got < 0 && errno == EAGAIN)
      print_where(progress_is_on);
  }
}

void hd_terminal_watch(bool quiet, bool verbose)
{
  sigset_t asked;
  pthread_t thread;
  bool terminal = !quiet && hd_terminal_begin_progress();
  watch.began = hd_now();
  watch.interval = terminal ? overwritten_after : verbose && !quiet ? logged_after : 0;
  hd_board_ask(NULL);
  sigemptyset(&asked);
  sigaddset(&asked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &asked, NULL);
  if (pthread_create(&thread, NULL, watch_work, NULL) == 0) pthread_detach(thread);
}

void hd_terminal_pause(bool paused)
{
  atomic_store(&watch.paused, paused);
  if (paused) hd_terminal_end_progress();
}

void hd_terminal_watched(void)
{
  atomic_store(&watch.over, true);
  hd_terminal_end_progress();
}

unsigned hd_terminal_width(void)
{
  return isatty(STDOUT_FILENO) ? columns(STDOUT_FILENO) : 0;
}
