/* judge_cvc5.c - all claims as one SMT-LIB script, answered by another solver in a process of its own. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/process.h"
#include "evidence/judge.h"

typedef struct {
  FILE *out;
  const hd_terms *T;
  char name[32];
} script;

static const char *name_of(void *context, uint32_t symbol)
{
  script *s = context;
  snprintf(s->name, sizeof s->name, "x%u", symbol);
  return s->name;
}

static void declare_leaf(void *context, hd_term leaf)
{
  script *s = context;
  hd_sort sort = hd_term_sort(s->T, leaf);
  fprintf(s->out, "(declare-const x%u ", hd_term_symbol(s->T, leaf));
  if (sort.kind == HD_SORT_BOOL)
    fputs("Bool)\n", s->out);
  else if (sort.kind == HD_SORT_BV)
    fprintf(s->out, "(_ BitVec %u))\n", sort.width);
  else
    fprintf(s->out, "(Array (_ BitVec %u) (_ BitVec %u)))\n", sort.index, sort.width);
}

static void write_script(FILE *out, const hd_proof *x)
{
  script s = {.out = out, .T = x->T};
  hd_names names = {.name = name_of, .context = &s};
  fputs("(set-option :incremental true)\n(set-logic ALL)\n", out);
  for (uint32_t i = 0; i < x->claims.len; i++) {
    fputs("(push 1)\n", out);
    hd_term_visit_leaves(x->T, x->claims.data[i].holds, declare_leaf, &s);
    fputs("(assert (not ", out);
    hd_term_print_smt2(out, x->T, x->claims.data[i].holds, &names);
    fputs("))\n(check-sat)\n(pop 1)\n", out);
  }
}

/* The first answer that is not `unsat`. */
static hd_judgement is_open(uint32_t claim, hd_cause_kind kind, const char *what)
{
  return (hd_judgement){HD_DONT_KNOW, claim, {.kind = kind, .what = what, .pos = HD_NO_POS}};
}

static hd_judgement read_answers(hd_proof *x, const hd_process_result *r)
{
  const char *at = r->output;
  for (uint32_t i = 0; i < x->claims.len; i++) {
    size_t n = strcspn(at, "\n");
    if (n == 3 && strncmp(at, "sat", 3) == 0) return (hd_judgement){.answer = HD_SAT, .claim = i};
    if (n != 5 || strncmp(at, "unsat", 5) != 0) {
      const char *said = *at ? hd_arena_strndup(&x->arena, at, n < 200 ? n : 200) : "it ended early";
      return is_open(i, HD_CAUSE_REFUSED, hd_arena_printf(&x->arena, "the solver does not know: %s", said));
    }
    at += at[n] ? n + 1 : n;
  }
  return (hd_judgement){.answer = HD_UNSAT};
}

static hd_judgement ask_cvc5(hd_proof *x, const char *command, const char *path, const hd_budget *budget)
{
  const char *argv[] = {command, "--lang=smt2", path, NULL};
  hd_command run = {.argv = argv};
  hd_process_result r;
  hd_process_run(&run, budget, &r);
  hd_judgement j;
  if (r.end == HD_PROCESS_NOT_STARTED)
    j = is_open(0, HD_CAUSE_FAILED,
                hd_arena_printf(&x->arena, "`%s` cannot be started: %s", command, strerror(r.status)));
  else if (r.end == HD_PROCESS_STOPPED)
    j = is_open(0, r.cause, NULL);
  else
    j = read_answers(x, &r);
  hd_process_result_clear(&r);
  return j;
}

hd_judgement hd_judge_cvc5(hd_proof *x, const char *command, const hd_budget *budget)
{
  char path[] = "/tmp/heddle-claims-XXXXXX";
  int fd = mkstemp(path);
  FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (!out) return is_open(0, HD_CAUSE_FAILED, hd_arena_printf(&x->arena, "no temporary file: %s", strerror(errno)));
  write_script(out, x);
  bool written = fflush(out) == 0 && !ferror(out);
  fclose(out);
  hd_judgement j = is_open(0, HD_CAUSE_FAILED, "the claims could not be written");
  if (written) j = ask_cvc5(x, command, path, budget);
  unlink(path);
  return j;
}
