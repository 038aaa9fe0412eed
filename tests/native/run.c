/* run.c - one program, natively and on the model: both must agree.
 *
 * usage: native-run CC FILE
 *
 * The program is compiled and run as it is (it has to end well) and with -DWRONG=1 (it has
 * to fail). Then both are lowered, resolved and executed by the interpreter, for 64 and for 32
 * bits, under several random schedules and with random values in uninitialized memory. */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "analysis/memory.h"
#include "base/process.h"
#include "frontend/c/c.h"
#include "program/validate.h"
#include "report/text.h"

enum { SCHEDULES = 4, MAX_STEPS = 3000000 };

static const char *program_name;

HD_PRINTF(1, 2) static bool complain(const char *format, ...)
{
  va_list args;
  fprintf(stderr, "%s: ", program_name);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  return false;
}

static void print_messages(const hd_diags *diags)
{
  for (uint32_t i = 0; i < diags->list.len; i++) {
    const hd_diag *d = &diags->list.data[i];
    fprintf(stderr, "%s:%u: %s\n", d->place.file ? d->place.file : "", d->place.line, d->message);
  }
}

/* --- natively ------------------------------------------------------------------------------------- */

static bool run(const char *const *argv, hd_process_result *r)
{
  hd_budget budget = {.jobs = 1};
  hd_process_run(&(hd_command){.argv = argv}, &budget, r);
  return r->end == HD_PROCESS_EXITED && r->status == 0;
}

static bool agrees_natively(const char *cc, const char *file, bool wrong)
{
  char binary[] = "/tmp/heddle-native-XXXXXX";
  int fd = mkstemp(binary);
  if (fd < 0) return complain("no temporary file");
  close(fd);
  const char *define = wrong ? "-DWRONG=1" : "-DWRONG=0";
  hd_process_result r;
  bool ok = run((const char *[]){cc, "-std=gnu17", define, file, "-o", binary, "-pthread", "-lm", NULL}, &r);
  if (!ok) complain("%s does not compile it: %s", cc, r.errors);
  hd_process_result_clear(&r);
  if (ok) {
    ok = run((const char *[]){binary, NULL}, &r) != wrong;
    if (!ok) complain(wrong ? "with a wrong sum it does not fail" : "natively it fails: %s", r.errors);
    hd_process_result_clear(&r);
  }
  unlink(binary);
  return ok;
}

/* --- on the model ---------------------------------------------------------------------------------- */

static hd_program *lower(const char *file, bool wrong, unsigned pointer_width, hd_diags *diags)
{
  const char *define = wrong ? "-DWRONG=1" : "-DWRONG=0";
  hd_c_input input = {
      .files = &file, .n_files = 1, .clang_args = &define, .n_clang_args = 1, .pointer_width = pointer_width};
  hd_c_options options = {.limits = {[HD_LIMIT_THREADS] = 4, [HD_LIMIT_HEAP] = 8, [HD_LIMIT_RECURSION] = 8},
                          .spurious_wakeups = true};
  hd_budget budget = {.jobs = 1};
  hd_c_unit *unit = NULL;
  hd_program *p = NULL;
  if (hd_c_load(&input, &budget, diags, &unit) != HD_OK) return NULL;
  if (hd_c_lower(unit, &options, diags, &p) == HD_OK) {
    hd_memory_resolve(p, &(hd_memory_options){.check_alive = true});
    hd_program_select(p, HD_PROP_UNREACH_CALL);
    hd_program_prune(p);
    hd_program_index(p);
  }
  hd_c_unit_free(unit);
  return p;
}

static bool has_exited(const hd_program *p, const hd_trace *t)
{
  hd_state *s = hd_state_new(p, t);
  for (uint32_t i = 0; i < t->steps.len; i++) hd_state_step(s, &t->steps.data[i], NULL);
  bool exited = hd_state_exited(s);
  hd_state_free(s);
  return exited;
}

static const char *where_it_stands(const hd_program *p, const hd_trace *t)
{
  static char text[400];
  if (!t->steps.len) return "at its start";
  const hd_edge_info *e = hd_edge_get(p, hd_vec_last(&t->steps).edge);
  const char *reason = hd_loc_get(p, e->to)->reason;
  snprintf(text, sizeof text, "at line %u after %u steps%s%s", e->pos.line, t->steps.len, reason ? ": " : "",
           reason ? reason : "");
  return text;
}

static void print_end(const hd_program *p, hd_trace *t)
{
  if (t->steps.len < 2000) hd_report_trace(stderr, p, t, HD_PROP_UNREACH_CALL, &(hd_text_options){0});
}

static bool agrees_once(const hd_program *p, bool wrong, uint64_t seed)
{
  hd_replay how;
  bool ok = false;
  hd_trace *t = hd_random_run(p, HD_PROP_UNREACH_CALL, seed, MAX_STEPS, &how);
  if (how.end == HD_END_UNSUPPORTED)
    complain("not supported, %s", where_it_stands(p, t));
  else if (wrong != (how.end == HD_END_VIOLATION))
    complain(wrong ? "on the model the wrong sum is not found, %s" : "on the model the assertion fails, %s",
             where_it_stands(p, t));
  else if (!wrong && !has_exited(p, t))
    complain("on the model it does not end, %s", where_it_stands(p, t));
  else
    ok = true;
  if (!ok) print_end(p, t);
  hd_trace_free(t);
  return ok;
}

static bool agrees_on_the_model(const char *file, bool wrong, unsigned pointer_width)
{
  hd_diags diags;
  hd_diags_init(&diags);
  hd_program *p = lower(file, wrong, pointer_width, &diags);
  bool ok = p && hd_program_check(p, &diags) == HD_OK;
  if (!ok) print_messages(&diags);
  for (uint64_t seed = 0; seed < SCHEDULES && ok; seed++) ok = agrees_once(p, wrong, seed);
  hd_program_free(p);
  hd_diags_clear(&diags);
  return ok;
}

int main(int argc, char **argv)
{
  if (argc != 3) {
    fprintf(stderr, "usage: native-run CC FILE\n");
    return 2;
  }
  program_name = argv[2];
  bool ok = true;
  for (int wrong = 0; wrong < 2; wrong++) {
    ok &= agrees_natively(argv[1], argv[2], wrong);
    for (unsigned width = 64; width >= 32; width /= 2) ok &= agrees_on_the_model(argv[2], wrong, width);
  }
  return ok ? 0 : 1;
}
