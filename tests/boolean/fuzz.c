/* fuzz_boolean FIRST COUNT [KIND]: random programs, every algorithm against the others and against explicit
 * search. KIND: 0 sequential, 1 threads, 2 started threads, 3 any number of threads; all in turn when it is
 * left out. */
#include <stdio.h>

#include "decide.h"
#include "frontend/bp/bp.h"
#include "generate.h"

static unsigned check(uint64_t seed, gen_kind kind)
{
  char name[64], *text = generate_program(seed, kind);
  hd_diags diags;
  unsigned bad;
  snprintf(name, sizeof name, "seed %llu kind %d", (unsigned long long)seed, (int)kind);
  hd_diags_init(&diags);
  hd_bp *p = hd_bp_parse(text, strlen(text), "random", &(hd_bp_options){.dialect = HD_BP_BOPPO}, &diags);
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

int main(int argc, char **argv)
{
  if (argc < 3) return 2;
  uint64_t first = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
  unsigned bad = 0;
  for (uint64_t i = first; i < first + count && bad < 10; i++)
    bad += check(i, argc > 3 ? (gen_kind)atoi(argv[3]) : (gen_kind)(i % 4));
  printf("%u programs: %u unsafe, %u safe by exhaustive search, %u by what is stable; %u disagreements\n", compared,
         found_unsafe, proved_safe, proved_stable, bad);
  return bad > 0;
}
