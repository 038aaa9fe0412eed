/* process.c - the program's output is read as it comes, so that it never blocks on a full pipe. */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEFAULT_CAPTURE = 64 << 20 };
static const int LONGEST_WAIT_MS = 50;
static const double AFTER_EXIT_SECONDS = 0.2;

/* One stream of the child: a pipe that is read into memory, or a file the child writes. */
typedef struct {
  int read_fd, write_fd; /* -1: closed, or none */
  char *data;
  size_t len, cap, limit;
} stream;

static void close_fd(int *fd)
{
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

static int open_stream(stream *s, const char *path, size_t limit)
{
  *s = (stream){.read_fd = -1, .write_fd = -1, .limit = limit ? limit : DEFAULT_CAPTURE};
  if (path) {
    s->write_fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return s->write_fd < 0 ? errno : 0;
  }
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) return errno;
  s->read_fd = fds[0];
  s->write_fd = fds[1];
  return 0;
}

static void keep_output(stream *s, const char *data, size_t n)
{
  if (n > s->limit - s->len) n = s->limit - s->len;
  if (s->len + n > s->cap) {
    s->cap = 2 * (s->len + n);
    s->data = hd_realloc(s->data, s->cap, 1);
  }
  if (n > 0) memcpy(s->data + s->len, data, n);
  s->len += n;
}

static void read_some(stream *s)
{
  char buffer[65536];
  ssize_t n = read(s->read_fd, buffer, sizeof buffer);
  if (n > 0)
    keep_output(s, buffer, (size_t)n);
  else if (n == 0 || errno != EINTR)
    close_fd(&s->read_fd);
}

/* Waits for output at most timeout_ms; returns false when both streams are closed. */
static bool pump(stream *out, stream *err, int timeout_ms)
{
  if (out->read_fd < 0 && err->read_fd < 0) return false;
  struct pollfd fds[2] = {{.fd = out->read_fd, .events = POLLIN}, {.fd = err->read_fd, .events = POLLIN}};
  if (poll(fds, 2, timeout_ms) > 0) {
    if (fds[0].revents) read_some(out);
    if (fds[1].revents) read_some(err);
  }
  return true;
}

/* In the child, after fork: async-signal-safe calls only. A failure is written to
 * report_fd as an errno, which the parent tells from a program that ran. */
static void become(const hd_command *c, pid_t parent, int in, int out, int err, int report_fd)
{
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  bool ready = getppid() == parent && dup2(in, 0) >= 0 && dup2(out, 1) >= 0 && dup2(err, 2) >= 0 &&
               (!c->directory || chdir(c->directory) == 0);
  if (ready && c->memory > 0) {
    struct rlimit limit = {c->memory, c->memory};
    ready = setrlimit(RLIMIT_AS, &limit) == 0;
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  if (ready) execvp(c->argv[0], (char *const *)(uintptr_t)c->argv);
  int error = errno;
  ssize_t ignored = write(report_fd, &error, sizeof error);
  (void)ignored;
  _exit(127);
}

/* Returns the child's id, or -1 with *error set. */
static pid_t start_command(const hd_command *c, int out, int err, int *error)
{
  int report[2] = {-1, -1};
  int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
  pid_t parent = getpid(), pid = -1;
  if (in < 0 || pipe2(report, O_CLOEXEC) != 0 || (pid = fork()) < 0) *error = errno;
  if (pid == 0) become(c, parent, in, out, err, report[1]);
  if (pid > 0) {
    setpgid(pid, pid); /* on both sides, so that neither has to wait for the other */
    close_fd(&report[1]);
    ssize_t n;
    while ((n = read(report[0], error, sizeof *error)) < 0 && errno == EINTR) continue;
    if (n == (ssize_t)sizeof *error) {
      waitpid(pid, NULL, 0);
      pid = -1;
    }
  }
  close_fd(&in);
  close_fd(&report[0]);
  close_fd(&report[1]);
  return pid;
}

static hd_cause_kind stop_cause(const hd_budget *b, pid_t pid)
{
  if (!b) return HD_CAUSE_NONE;
  if (b->cancel && *b->cancel) return HD_CAUSE_CANCELLED;
  return hd_budget_is_over_with(b, hd_work_of(pid)) ? HD_CAUSE_TIME : HD_CAUSE_NONE;
}

static int wait_ms(const hd_budget *b)
{
  if (!b || b->deadline <= 0) return LONGEST_WAIT_MS;
  double left = (b->deadline - hd_now()) * 1000;
  return left <= 0 ? 0 : left < LONGEST_WAIT_MS ? (int)left + 1 : LONGEST_WAIT_MS;
}

/* True once the child has ended. It stays a zombie, so its group's number is still ours to kill. */
static bool has_ended(pid_t pid)
{
  siginfo_t info = {0};
  int r = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | WNOHANG);
  return r == 0 && info.si_pid == pid;
}

/* Follows a started child to its end, or to the budget's; returns why it must be stopped, or NONE. */
static hd_cause_kind follow_child(pid_t pid, stream *out, stream *err, const hd_budget *b)
{
  bool open = true;
  while (!has_ended(pid)) {
    hd_cause_kind cause = stop_cause(b, pid);
    if (cause) return cause;
    if (open)
      open = pump(out, err, wait_ms(b));
    else
      usleep(1000);
  }
  return HD_CAUSE_NONE;
}

/* After the group is dead: what is still in the pipes. A process that left the group could hold them
 * open for ever, so this ends by the clock. */
static void drain(stream *out, stream *err)
{
  double end = hd_now() + AFTER_EXIT_SECONDS;
  while (pump(out, err, 20) && hd_now() < end) continue;
}

static void finish_child(pid_t pid, hd_process_result *r)
{
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (r->cause) {
    r->end = HD_PROCESS_STOPPED;
  } else if (WIFSIGNALED(status)) {
    r->end = HD_PROCESS_SIGNALED;
    r->status = WTERMSIG(status);
  } else {
    r->end = HD_PROCESS_EXITED;
    r->status = WEXITSTATUS(status);
  }
}

static char *take_text(stream *s, size_t *len)
{
  close_fd(&s->read_fd);
  close_fd(&s->write_fd);
  s->data = hd_realloc(s->data, s->len + 1, 1);
  s->data[s->len] = '\0';
  *len = s->len;
  return s->data;
}

void hd_process_run(const hd_command *command, const hd_budget *budget, hd_process_result *out)
{
  HD_CHECK(command->argv && command->argv[0]);
  *out = (hd_process_result){.end = HD_PROCESS_NOT_STARTED};
  double began = hd_now();
  stream output, errors;
  int error = open_stream(&output, command->stdout_path, command->capture);
  int error2 = open_stream(&errors, command->stderr_path, command->capture);
  if (!error) error = error2;
  pid_t pid = error ? -1 : start_command(command, output.write_fd, errors.write_fd, &error);
  close_fd(&output.write_fd);
  close_fd(&errors.write_fd);
  if (pid > 0) {
    out->cause = follow_child(pid, &output, &errors, budget);
    kill(-pid, SIGKILL);
    drain(&output, &errors);
    finish_child(pid, out);
  } else {
    out->status = error;
  }
  out->output = take_text(&output, &out->output_len);
  out->errors = take_text(&errors, &out->errors_len);
  out->seconds = hd_now() - began;
}

void hd_process_result_clear(hd_process_result *result)
{
  free(result->output);
  free(result->errors);
  *result = (hd_process_result){0};
}

int hd_process_pass(const char *const *argv)
{
  pid_t pid = fork();
  int status = 0;
  if (pid == 0) {
    execvp(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
  }
  if (pid < 0) return 127;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
