/* slurm.c - writes the job script, submits it, follows it and collects the rows. */
#include "suite/slurm.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/stat.h>

#include "base/process.h"
#include "suite/error.h"

static char *HD_PRINTF(2, 3) path_in(const char *folder, const char *format, ...)
{
  char *name, *path;
  va_list args;
  va_start(args, format);
  if (vasprintf(&name, format, args) < 0 || asprintf(&path, "%s/%s", folder, name) < 0) hd_out_of_memory();
  va_end(args);
  free(name);
  return path;
}

/* --- the script ---------------------------------------------------------------------------------------------- */

/* As one word of the shell, whatever it contains. */
static void print_quoted(FILE *out, const char *word)
{
  fputc('\'', out);
  for (; *word; word++) fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, out);
  fputc('\'', out);
}

static void print_script(FILE *out, const hd_slurm_job *job)
{
  fprintf(out, "#!/bin/sh\n# One job of the array runs one shard of the suite.\n");
  fprintf(out, "#SBATCH --job-name=heddle\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n");
  fprintf(out, "#SBATCH --array=1-%u\nexec", (unsigned)job->parts);
  for (uint32_t i = 0; i < job->command->len; i++) {
    fputc(' ', out);
    print_quoted(out, job->command->data[i]);
  }
  fprintf(out, " \\\n  --shard \"$SLURM_ARRAY_TASK_ID/%u\" --resume --results ", (unsigned)job->parts);
  print_quoted(out, job->folder);
  fputs("\"/part-$SLURM_ARRAY_TASK_ID.jsonl\"\n", out);
}

static bool write_script(const hd_slurm_job *job, const char *path, char **error)
{
  if (mkdir(job->folder, 0777) != 0 && errno != EEXIST)
    return hd_suite_error(error, "cannot make the folder '%s': %s", job->folder, strerror(errno));
  FILE *out = fopen(path, "we");
  if (out) print_script(out, job);
  if (!out || fclose(out) != 0) return hd_suite_error(error, "cannot write '%s': %s", path, strerror(errno));
  return true;
}

/* --- rows --------------------------------------------------------------------------------------------------- */

typedef struct {
  const hd_suite_run *r;
  const hd_slurm_job *job;
  bool *has_row;
  uint32_t missing; /* tasks without a row */
} array_run;

static void leave_out_tasks(array_run *a)
{
  for (uint32_t i = 0; i < a->r->suite->len; i++) {
    hd_row row = hd_suite_row(a->r, i);
    a->has_row[i] = a->r->skips && a->r->skips(a->r->context, i, &row);
    a->missing += !a->has_row[i];
  }
}

static bool read_parts(const hd_slurm_job *job, hd_results *out, char **error)
{
  bool ok = true;
  for (uint32_t i = 1; ok && i <= job->parts; i++) {
    char *part = path_in(job->folder, "part-%u.jsonl", (unsigned)i);
    ok = hd_results_read(out, part, true, error);
    free(part);
  }
  return ok;
}

static void hand_on(array_run *a, uint32_t task, const hd_row *row)
{
  a->has_row[task] = true;
  a->missing--;
  a->r->ended(a->r->context, task, row);
}

/* What the jobs have written so far. A task that failed counts only when it is not run again. */
static bool collect_rows(array_run *a, bool failed_too, char **error)
{
  hd_results parts;
  hd_results_init(&parts);
  bool ok = read_parts(a->job, &parts, error);
  for (uint32_t i = 0; ok && i < a->r->suite->len; i++) {
    hd_row row = hd_suite_row(a->r, i);
    const hd_row *there = a->has_row[i] ? NULL : hd_results_find(&parts, &row);
    if (there && (failed_too || there->outcome != HD_FAILED)) hand_on(a, i, there);
  }
  hd_results_clear(&parts);
  return ok;
}

/* --- the job -------------------------------------------------------------------------------------------------- */

/* sbatch says the job's number first, and then waits for its end, of which it hears late: rows are the better sign.
 * Those that cannot be read are for the last look. */
static void wait_for_job(array_run *a, hd_keeper *sbatch)
{
  enum { LOOK_MS = 2000 };
  struct pollfd fd = {.fd = hd_keeper_fd(sbatch), .events = POLLIN};
  while (poll(&fd, 1, LOOK_MS) <= 0 && a->missing && !*a->r->cancel) {
    char *error = NULL;
    collect_rows(a, false, &error);
    free(error);
  }
  if (*a->r->cancel || !a->missing) hd_keeper_stop(sbatch);
}

static void cancel_job(const char *number)
{
  const char *const argv[] = {"scancel", number, NULL};
  hd_process_result result;
  hd_process_run(&(hd_command){.argv = argv}, NULL, &result);
  hd_process_result_clear(&result);
}

/* The array's exit status is that of its worst task, which its rows say better: a number means that it was run. */
static bool conclude_job(const array_run *a, hd_keeper *sbatch, char **error)
{
  char *output, *errors;
  hd_keeper_result kept = hd_keeper_finish(sbatch, &output, &errors);
  output[strcspn(output, ";\n")] = '\0';
  errors[strcspn(errors, "\n")] = '\0';
  bool submitted = output[0] >= '0' && output[0] <= '9';
  if (submitted && *a->r->cancel)
    cancel_job(output);
  else if (kept.end == HD_KEPT_NOT_STARTED)
    hd_suite_error(error, "sbatch cannot be run (%s): --launcher slurm needs Slurm's commands", strerror(kept.status));
  else if (!submitted && !*a->r->cancel)
    hd_suite_error(error, "Slurm refused the job: %s", errors[0] ? errors : "sbatch gave no reason");
  free(output);
  free(errors);
  return !*error;
}

static bool run_array(array_run *a, char **error)
{
  char *script = path_in(a->job->folder, "job.sh"), *log = path_in(a->job->folder, "job-%%a.txt");
  const char *const argv[] = {"sbatch", "--parsable", "--wait", "--output", log, script, NULL};
  bool ok = write_script(a->job, script, error);
  hd_keeper *sbatch = ok ? hd_keeper_start(&(hd_keeper_job){.argv = argv, .core = -1}) : NULL;
  if (ok && !sbatch) ok = hd_suite_error(error, "cannot start a process for sbatch: %s", strerror(errno));
  if (sbatch) {
    wait_for_job(a, sbatch);
    ok = conclude_job(a, sbatch, error);
  }
  free(script);
  free(log);
  return ok;
}

bool hd_slurm_run_all(const hd_suite_run *r, const hd_slurm_job *job, char **error)
{
  array_run a = {.r = r, .job = job, .has_row = hd_alloc(r->suite->len + 1, sizeof(bool))};
  bool ok = true, brought_some = true;
  leave_out_tasks(&a);
  while (ok && a.missing && brought_some && !*r->cancel) {
    uint32_t before = a.missing;
    ok = run_array(&a, error) && collect_rows(&a, false, error);
    brought_some = a.missing < before;
  }
  ok = ok && collect_rows(&a, true, error);
  free(a.has_row);
  return ok;
}
