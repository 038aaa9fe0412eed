/* verify.c - `heddle verify', `heddle replay' and `heddle check': a program in, a verdict out. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/budget.h"
#include "cli/commands.h"
#include "cli/launch.h"
#include "cli/terminal.h"

static void print_verdict(const char *of, heddle_verdict verdict, const char *reason)
{
  static const char *const words[] = {"safe", "unsafe"};
  if (verdict == HEDDLE_UNKNOWN)
    printf("%s: unknown (%s)\n", of, reason && *reason ? reason : "no reason given");
  else
    printf("%s: %s\n", of, words[verdict]);
}

int hd_print_verdict(heddle_verdict verdict, const char *reason)
{
  static const int statuses[] = {HD_EXIT_SAFE, HD_EXIT_UNSAFE, HD_EXIT_UNKNOWN};
  hd_terminal_watched();
  print_verdict("verdict", verdict, reason);
  return statuses[verdict];
}

static void print_number(const char *name, double value)
{
  if (value == (double)(int64_t)value)
    printf("%s: %lld\n", name, (long long)value);
  else
    printf("%s: %.3f\n", name, value);
}

static void print_stats(const heddle_input *input, const heddle_result *result)
{
  if (heddle_input_expected(input)) printf("expected: %s\n", heddle_input_expected(input));
  printf("engine: %s\n", heddle_result_engine(result) ? heddle_result_engine(result) : "none");
  for (unsigned i = 0; i < heddle_stat_count(result); i++) {
    double value = 0;
    const char *name = heddle_stat_get(result, i, &value);
    print_number(name, value);
  }
}

static void print_notes(const heddle_result *result)
{
  const char *note;
  for (unsigned i = 0; (note = heddle_result_note(result, i)); i++) printf("%s\n", note);
}

/* A task file may say what the answer is; when ours is another, the user is told. */
static void compare_with_expected(const heddle_input *input, heddle_verdict verdict)
{
  const char *expected = heddle_input_expected(input);
  if (!expected || verdict == HEDDLE_UNKNOWN) return;
  if ((strcmp(expected, "true") == 0) != (verdict == HEDDLE_SAFE))
    fprintf(stderr, "heddle: warning: the task file expects the verdict %s\n", expected);
}

static heddle_steps steps_to_show(const hd_options *o)
{
  if (o->verbose) return HEDDLE_STEPS_ALL;
  return o->library.full ? HEDDLE_STEPS_FULL : HEDDLE_STEPS_BRIEF;
}

/* A line for each kind, or one for all. */
static void print_assumptions(heddle_result *result, bool quiet)
{
  const char *text = quiet ? heddle_result_assumptions(result) : NULL;
  if (text) printf("assumes: %s\n", text);
  for (unsigned i = 0; !quiet && (text = heddle_result_assumption(result, i)); i++) printf("assumes: %s\n", text);
}

/* Of several properties many say the same. */
static bool is_remark_of_any(heddle_result *const *results, unsigned n, const char *text)
{
  const char *other;
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; (other = heddle_result_remark(results[i], k)); k++)
      if (strcmp(other, text) == 0) return true;
  return false;
}

static void print_remarks(heddle_result *const *results, unsigned n)
{
  const char *text;
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; (text = heddle_result_remark(results[i], k)); k++)
      if (!is_remark_of_any(results, i, text)) printf("note: %s\n", text);
}

/* The page about each cause that keeps an answer away. */
static void print_pages(heddle_result *const *results, unsigned n)
{
  uint32_t told = 1u << HEDDLE_CAUSE_NONE;
  for (unsigned i = 0; i < n; i++) {
    heddle_cause cause = heddle_result_cause(results[i]);
    if (told & 1u << cause) continue;
    printf("try: `heddle explain %s', which explains this\n", heddle_cause_name(cause));
    told |= 1u << cause;
  }
}

/* What to try next: the best ideas for each property that is open, all of them with -v. Each is told once. */
static bool is_advice_of_any(const hd_session *s, heddle_result *const *results, unsigned n, const char *text)
{
  const char *other;
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; (other = heddle_result_advice(results[i], &s->options->library, k)); k++)
      if (strcmp(other, text) == 0) return true;
  return false;
}

static void print_advice(const hd_session *s, heddle_result *const *results, unsigned n)
{
  enum { FEW = 3 };
  unsigned told = 0;
  const char *text;
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; (text = heddle_result_advice(results[i], &s->options->library, k)); k++) {
      if ((!s->options->verbose && told >= FEW) || is_advice_of_any(s, results, i, text)) continue;
      printf("try: %s\n", text);
      told++;
    }
  print_pages(results, n);
}

/* All that comes before the verdict. */
static void print_findings(const hd_session *s, const heddle_result *result)
{
  const hd_options *o = s->options;
  heddle_verdict verdict = heddle_result_verdict(result);
  if (verdict == HEDDLE_UNSAFE && !o->quiet) heddle_print_trace(stdout, result, steps_to_show(o), hd_terminal_width());
  if (o->stats || (o->verbose && !o->quiet)) print_notes(result);
  if (o->stats) print_stats(s->input, result);
  if (!o->quiet && heddle_result_proof(result)) printf("proof: %s\n", heddle_result_proof(result));
  if (!o->quiet && (o->verbose || heddle_property_count(s->input) == 1)) heddle_print_proof(stdout, result, o->verbose);
  if (!o->quiet) compare_with_expected(s->input, verdict);
}

/* When everything that is violated is known, the exit status is about the rest. */
static int exit_status(heddle_result *const *results, unsigned n, int status)
{
  bool open = false;
  for (unsigned i = 0; i < n; i++) {
    heddle_verdict verdict = heddle_result_verdict(results[i]);
    open |= verdict == HEDDLE_UNKNOWN;
    if (verdict == HEDDLE_UNSAFE && !heddle_result_is_known(results[i])) return status;
  }
  return status != HD_EXIT_UNSAFE ? status : open ? HD_EXIT_UNKNOWN : HD_EXIT_SAFE;
}

static int print_result(const hd_session *s, heddle_result *result)
{
  print_findings(s, result);
  if (!s->options->quiet) hd_print_checks(&result, 1, s->options->verbose);
  if (!s->options->quiet) print_remarks(&result, 1);
  if (!s->options->quiet) print_advice(s, &result, 1);
  print_assumptions(result, s->options->quiet);
  int status = hd_print_verdict(heddle_result_verdict(result), heddle_result_reason(result));
  return heddle_result_defect(result) ? HD_EXIT_DEFECT : exit_status(&result, 1, status);
}

static bool cannot_write(const char *path)
{
  fprintf(stderr, "heddle: cannot write '%s': %s\n", path, strerror(errno));
  return false;
}

/* A file that is written beside the verdict. A list of them ends with one that has no `write`. */
typedef struct {
  const char *path; /* NULL: not asked for */
  bool (*write)(FILE *out, heddle_result *const *results, unsigned n);
  FILE *file;
} output;

static bool is_standard_output(const output *o)
{
  return o->path && strcmp(o->path, "-") == 0;
}

/* `-` takes standard output; what is for people goes to standard error from now on. */
static FILE *take_standard_output(void)
{
  int own = dup(STDOUT_FILENO);
  fflush(stdout);
  return own >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? fdopen(own, "w") : NULL;
}

static bool share_standard_output(const output *outputs)
{
  unsigned n = 0;
  for (const output *o = outputs; o->write; o++) n += is_standard_output(o);
  if (n > 1) fprintf(stderr, "heddle: only one of the files can be `-', standard output\n");
  return n > 1;
}

/* Opened first: a path that cannot be written should not cost the whole search. */
static bool open_outputs(output *outputs)
{
  if (share_standard_output(outputs)) return false;
  for (output *o = outputs; o->write; o++) {
    if (!o->path) continue;
    o->file = is_standard_output(o) ? take_standard_output() : fopen(o->path, "w");
    if (!o->file) return cannot_write(o->path);
  }
  return true;
}

/* Closes the file, and removes it if nothing was written to it: there was no witness or certificate to write. */
static bool close_output(output *o)
{
  struct stat about;
  bool ok = fclose(o->file) == 0;
  o->file = NULL;
  if (ok && !is_standard_output(o) && lstat(o->path, &about) == 0 && S_ISREG(about.st_mode) && !about.st_size)
    unlink(o->path);
  return ok;
}

/* The verdict has to be there also when the disk is full, so this only reports. */
static bool write_outputs(output *outputs, heddle_result *const *results, unsigned n)
{
  bool all = true;
  for (output *o = outputs; o->write; o++) {
    if (!o->file) continue;
    bool ok = o->write(o->file, results, n);
    errno = ok ? 0 : EIO;
    all &= (close_output(o) && ok) || cannot_write(o->path);
  }
  return all;
}

/* An end of the limits while the program was read is an answer, too. */
static bool has_answer(const hd_session *s)
{
  return heddle_input_ok(s->input) || heddle_input_exhausted(s->input);
}

/* There is one property: hd_command_verify has seen to that. */
static bool write_certificate(FILE *out, heddle_result *const *results, unsigned n)
{
  (void)n;
  return heddle_write_certificate(out, results[0]);
}

/* --- one property or several ---------------------------------------------------------------- */

/* Seconds for a first look at each of several properties: a hard one does not keep the easy ones waiting. */
static const double brief_look = 5;

/* The limit for the next of `left` properties: at most so many seconds of what is left, and that of reading the
 * program, which the library counts, too. */
static double share_of_time(const hd_session *s, unsigned left, double most)
{
  const double least = 0.01; /* 0 would be no limit */
  double seconds = s->options->library.timeout, rest = (seconds - (hd_now() - s->began)) / left;
  if (seconds <= 0) return most < HUGE_VAL ? s->reading + most : seconds;
  if (rest > most) rest = most;
  return s->reading + (rest > least ? rest : least);
}

static void print_property(const hd_session *s, const heddle_result *result)
{
  char name[80];
  hd_terminal_pause(true);
  print_findings(s, result);
  snprintf(name, sizeof name, "property %s", heddle_input_property(s->input));
  print_verdict(name, heddle_result_verdict(result), heddle_result_reason(result));
  fflush(stdout);
  hd_terminal_pause(false);
}

static bool verify_property(hd_session *s, unsigned i, double seconds, heddle_result **result)
{
  heddle_choose_property(s->input, i);
  s->library.timeout = seconds;
  heddle_result_free(*result);
  *result = heddle_verify(s->input, &s->library);
  hd_session_messages(s);
  return has_answer(s);
}

/* Would more time tell more? */
static bool is_worth_more(const heddle_result *result)
{
  return heddle_result_verdict(result) == HEDDLE_UNKNOWN && heddle_result_cause(result) == HEDDLE_CAUSE_TIME;
}

/* A brief look at each; what ran out of time gets equal parts of what is left. False: the input turned out not to be
 * ok. */
static bool verify_several(hd_session *s, heddle_result **results, unsigned n)
{
  unsigned left = 0;
  double limit = s->options->library.timeout, part = limit / (2 * n);
  double brief = limit > 0 && part < brief_look ? part : brief_look;
  for (unsigned i = 0; i < n; i++) {
    if (!verify_property(s, i, share_of_time(s, n - i, brief), &results[i])) return false;
    if (is_worth_more(results[i]))
      left++;
    else
      print_property(s, results[i]);
  }
  for (unsigned i = 0; i < n; i++) {
    if (!is_worth_more(results[i])) continue;
    if (!verify_property(s, i, share_of_time(s, left--, HUGE_VAL), &results[i])) return false;
    print_property(s, results[i]);
  }
  return true;
}

static bool verify_all(hd_session *s, heddle_result **results, unsigned n)
{
  return n == 1 ? verify_property(s, 0, s->options->library.timeout, &results[0]) : verify_several(s, results, n);
}

/* Why the total is not known: what keeps the first property open. */
static int print_total(hd_session *s, heddle_result *const *results, unsigned n)
{
  heddle_verdict total = heddle_total_verdict(results, n);
  char *reason = NULL;
  bool defect = false;
  for (unsigned i = n; i-- > 0;) {
    if (heddle_result_verdict(results[i]) != HEDDLE_UNKNOWN) continue;
    heddle_choose_property(s->input, i);
    free(reason);
    if (asprintf(&reason, "%s: %s", heddle_input_property(s->input), heddle_result_reason(results[i])) < 0)
      hd_out_of_memory();
    defect |= heddle_result_defect(results[i]);
  }
  if (!s->options->quiet) hd_print_checks(results, n, s->options->verbose);
  if (!s->options->quiet) print_remarks(results, n);
  if (!s->options->quiet && total == HEDDLE_UNKNOWN) print_advice(s, results, n);
  print_assumptions(results[0], s->options->quiet);
  int status = hd_print_verdict(total, reason);
  free(reason);
  return defect && total == HEDDLE_UNKNOWN ? HD_EXIT_DEFECT : exit_status(results, n, status);
}

/* There is a time limit unless the user asks for none. */
static const double default_limit = 300;

static hd_options with_limit(const hd_options *options)
{
  hd_options limited = *options;
  if (!limited.library.timeout) limited.library.timeout = default_limit;
  return limited;
}

/* Whose limit it was, the user should know. */
static void tell_default_limit(const hd_session *s, heddle_result *const *results, unsigned n)
{
  bool ended = false;
  for (unsigned i = 0; i < n; i++) ended |= results[i] && is_worth_more(results[i]);
  if (!ended || !s->limited_by_default || s->options->quiet) return;
  fprintf(stderr, "heddle: note: ended by the default limit of %.0f s; --timeout changes it\n", default_limit);
}

static int verify(hd_session *s, output *outputs)
{
  if (!has_answer(s)) return hd_session_failed(s);
  unsigned n = heddle_property_count(s->input);
  heddle_result **results = hd_alloc(n, sizeof(heddle_result *));
  bool ok = verify_all(s, results, n), written = true;
  hd_terminal_watched();
  if (ok || n == 1) written = write_outputs(outputs, results, n);
  if (ok) heddle_note_stale(s->input, results, n);
  hd_session_messages(s);
  if (ok) tell_default_limit(s, results, n);
  int status = !ok ? hd_session_failed(s) : n == 1 ? print_result(s, results[0]) : print_total(s, results, n);
  for (unsigned i = 0; i < n; i++) heddle_result_free(results[i]);
  free(results);
  return written ? status : HD_EXIT_USAGE;
}

/* What is about one property alone. */
static bool outputs_fit(const hd_session *s)
{
  if (heddle_property_count(s->input) <= 1) return true;
  if (s->options->certificate)
    fprintf(stderr, "heddle: --certificate is for the proof of one property: name it with --property\n");
  if (s->options->witness) fprintf(stderr, "heddle: --witness is for one property: name it with --property\n");
  return !s->options->certificate && !s->options->witness;
}

static int verify_here(const hd_options *options)
{
  hd_session s = {0};
  int status = HD_EXIT_USAGE;
  output outputs[] = {{options->json, heddle_write_json_all, NULL},    {options->sarif, heddle_write_sarif, NULL},
                      {options->html, heddle_write_html, NULL},        {options->witness, heddle_write_witness, NULL},
                      {options->certificate, write_certificate, NULL}, {NULL, NULL, NULL}};
  hd_options limited = with_limit(options);
  if (open_outputs(outputs)) {
    hd_session_read(&s, &limited, 0);
    s.limited_by_default = !options->library.timeout;
    status = outputs_fit(&s) ? verify(&s, outputs) : HD_EXIT_USAGE;
    hd_session_close(&s);
  }
  for (output *o = outputs; o->write; o++)
    if (o->file) close_output(o);
  return status;
}

int hd_command_verify(const hd_options *options)
{
  const char *launcher = options->launcher;
  if (!launcher || strcmp(launcher, "local") == 0) return verify_here(options);
  if (strcmp(launcher, "mpi") == 0) return hd_launch_asking(verify_here, options);
  fprintf(stderr, "heddle: --launcher slurm is for `heddle bench'; within an allocation of Slurm, use mpirun\n");
  return HD_EXIT_USAGE;
}

int hd_command_check(const hd_options *options)
{
  hd_session s;
  hd_options limited = with_limit(options);
  int status = HD_EXIT_UNKNOWN;
  if (hd_session_open(&s, &limited, 1, &status)) {
    heddle_result *result = heddle_check(s.input, &s.library, options->files.data[0]);
    hd_session_messages(&s);
    status = heddle_input_ok(s.input) ? print_result(&s, result) : hd_session_failed(&s);
    heddle_result_free(result);
  }
  hd_session_close(&s);
  return status;
}

int hd_command_replay(const hd_options *options)
{
  hd_session s;
  hd_options limited = with_limit(options);
  int status = HD_EXIT_UNKNOWN;
  if (hd_session_open(&s, &limited, 1, &status)) {
    bool violated = heddle_replay(s.input, &s.library, options->files.data[0], stdout);
    hd_session_messages(&s);
    if (violated)
      status = hd_print_verdict(HEDDLE_UNSAFE, NULL);
    else if (heddle_input_ok(s.input))
      status = hd_print_verdict(HEDDLE_UNKNOWN, "the trace does not lead to the violation");
    else
      status = hd_session_failed(&s);
  }
  hd_session_close(&s);
  return status;
}
