/* fuzz_boolean FIRST COUNT [KIND]: random programs, every algorithm against the others and against explicit
 * search. KIND: 0 sequential, 1 threads, 2 started threads, 3 any number of threads, 4 the flat dialect; all
 * in turn when it is left out.
 *
 * fuzz_boolean FIRST COUNT constructs: how many of these programs have each construct; one that fewer than a
 * hundredth have is a failure. */
#include <regex.h>
#include <stdio.h>

#include "decide.h"
#include "frontend/bp/bp.h"
#include "generate.h"

static hd_bp *parse_program(const char *text, gen_kind kind, hd_diags *diags)
{
  hd_bp_options options = {.dialect = kind == GEN_FLAT ? HD_BP_GETAFIX : HD_BP_BOPPO};
  return hd_bp_parse(text, strlen(text), "random", &options, diags);
}

static unsigned check(uint64_t seed, gen_kind kind)
{
  char name[64], *text = generate_program(seed, kind);
  hd_diags diags;
  unsigned bad;
  snprintf(name, sizeof name, "seed %llu kind %d", (unsigned long long)seed, (int)kind);
  hd_diags_init(&diags);
  hd_bp *p = parse_program(text, kind, &diags);
  if (p) {
    bad = compare(name, p, NULL);
  } else {
    printf("%s: line %u: %s\n", name, diags.list.data[0].place.line, diags.list.data[0].message);
    bad = 1;
  }
  if (bad) printf("%s", text);
  hd_bp_free(p);
  hd_diags_clear(&diags);
  free(text);
  return bad;
}

/* --- what the programs are made of -------------------------------------------------------------------------- */

static bool calls_itself(const hd_bp *p)
{
  return hd_bp_is_recursive(p);
}

static bool returns_several(const hd_bp *p)
{
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind == HD_BP_CALL && p->edges.data[i].n_results > 1) return true;
  return false;
}

typedef struct {
  const char *name, *pattern;          /* a regular expression on the text, or ... */
  bool (*holds)(const hd_bp *program); /* ... a question to the program */
} construct;

static const construct constructs[] = {
    {"parallel assignment", "[a-z][0-9], [a-z][0-9] := [^f]", NULL},
    {"a free value", "[(= ]\\*", NULL},
    {"schoose of two", "schoose\\[[^][,]*,[^][,]*\\]", NULL},
    {"schoose of one", "schoose\\[[^][,]*\\]", NULL},
    {"schoose of three or more", "schoose\\[[^][,]*,[^][,]*,[^][]*\\]", NULL},
    {"constrain behind an assignment", "[^ ] constrain ", NULL},
    {"... with primed variables", "[^ ] constrain [^;]*'", NULL},
    {"constrain alone", "^ *constrain\\(", NULL},
    {"... with primed variables", "^ *constrain\\([^;]*'", NULL},
    {"enforce", "^ *enforce ", NULL},
    {"assume", "assume\\(", NULL},
    {"abortif", "abortif\\(", NULL},
    {"dead", "^ *dead ", NULL},
    {"if, elsif, else", "^ *else$", NULL},
    {"elsif", "^ *elsif ", NULL},
    {"while", "^ *while ", NULL},
    {"goto with two labels", "goto [A-Z0-9]+, [A-Z0-9]+;", NULL},
    {"goto with three", "goto [A-Z0-9]+, [A-Z0-9]+, [A-Z0-9]+;", NULL},
    {"ERROR or SLIC_ERROR", "ERROR: ", NULL},
    {"a call that ignores results", "^ *f[0-9]\\(", NULL},
    {"several results", NULL, returns_several},
    {"recursion", NULL, calls_itself},
    {"return", "^ *return", NULL},
    {"thread procedures", "^thread void", NULL},
    {"any number of threads", "^thread\\[\\*\\]", NULL},
    {"start_thread", "start_thread t[0-9]", NULL},
    {"start_thread with arguments", "start_thread t[0-9]\\([^)]", NULL},
    {"start_thread at a label", "start_thread goto", NULL},
    {"ASYNC_n", "ASYNC_[0-9]: ", NULL},
    {"ASYNC_n in a loop", "do ASYNC_[0-9]: ", NULL},
    {"end_thread", "end_thread;", NULL},
    {"atomic sections", "atomic_begin;", NULL},
    {"atomic procedures", "^[a-z<>0-9]* __VERIFIER_atomic_", NULL},
    {"print", "print\\(", NULL},
    {"initial values of globals", "^decl.* := ", NULL},
    {"initial values of locals", "^  decl x[0-9] := ", NULL},
    {"numbers as labels", "goto [0-9]+, ", NULL},
    {"a label twice at one statement", "^ *([A-Z0-9]+: )\\1", NULL},
    {"a result that is not wanted", "_, [a-z][0-9] := |, _ :=", NULL},
    {"a statement without its semicolon", "skip$", NULL},
    {"the flat dialect", "^decl atomic", NULL},
    {"... its lock assigned", "^ *atomic := T;$", NULL},
};

static bool has(const construct *c, const char *text, const hd_bp *p)
{
  if (!c->pattern) return c->holds(p);
  regex_t compiled;
  HD_CHECK(regcomp(&compiled, c->pattern, REG_EXTENDED | REG_NEWLINE | REG_NOSUB) == 0);
  bool found = regexec(&compiled, text, 0, NULL, 0) == 0;
  regfree(&compiled);
  return found;
}

static bool count_constructs(uint64_t first, uint64_t count)
{
  uint64_t with[HD_COUNT(constructs)] = {0};
  bool enough = true;
  for (uint64_t i = first; i < first + count; i++) {
    char *text = generate_program(i, (gen_kind)(i % GEN_KINDS));
    hd_diags diags;
    hd_diags_init(&diags);
    hd_bp *p = parse_program(text, (gen_kind)(i % GEN_KINDS), &diags);
    HD_CHECK(p);
    for (size_t k = 0; k < HD_COUNT(constructs); k++) with[k] += has(&constructs[k], text, p);
    hd_bp_free(p);
    hd_diags_clear(&diags);
    free(text);
  }
  for (size_t k = 0; k < HD_COUNT(constructs); k++) {
    printf("%-36s %8llu\n", constructs[k].name, (unsigned long long)with[k]);
    enough &= with[k] * 100 >= count;
  }
  return enough;
}

int main(int argc, char **argv)
{
  if (argc < 3) return 2;
  uint64_t first = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
  unsigned bad = 0;
  if (argc > 3 && strcmp(argv[3], "constructs") == 0) return !count_constructs(first, count);
  for (uint64_t i = first; i < first + count && bad < 10; i++)
    bad += check(i, argc > 3 ? (gen_kind)atoi(argv[3]) : (gen_kind)(i % GEN_KINDS));
  printf("%u programs: %u unsafe, %u safe by exhaustive search, %u by what is stable, %u by coverability; %u "
         "disagreements\n",
         compared, found_unsafe, proved_safe, proved_stable, covered, bad);
  return bad > 0;
}
