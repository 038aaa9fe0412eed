/* drivers MOST_ADDERS MOST_STOPPERS MOST_SWITCHES [-p VERSION]: the Bluetooth driver, by formula and by
 * exhaustive search: the least number of context switches with a violation, for each number of threads. With
 * -p prints the program instead; with -1, only the row of that many adders and stoppers, -1 VERSION. */
#include <stdio.h>

#include "bluetooth.h"
#include "boolean/explore.h"
#include "decide.h"
#include "frontend/bp/bp.h"

static hd_bp *make(unsigned version, uint32_t adders, uint32_t stoppers)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  hd_diags diags;
  print_bluetooth(out, version, adders, stoppers);
  fclose(out);
  hd_diags_init(&diags);
  hd_bp *p = hd_bp_parse(text, size, "bluetooth", &(hd_bp_options){.dialect = HD_BP_BOPPO}, &diags);
  HD_CHECK(p);
  hd_diags_clear(&diags);
  free(text);
  return p;
}

/* The program without calls, and with those steps joined between which no thread can look: fewer states, the same violations. */
static hd_bp *make_small(const hd_bp *p, const bool *targets, bool **small_targets)
{
  enum { MOST_LOCATIONS = 4000 };
  bool complete;
  hd_u32s inlined = {0}, joined = {0};
  hd_bp *fixed = hd_bp_unfold(p, 1, &complete), *q = hd_bp_inline(fixed, MOST_LOCATIONS, &inlined);
  bool *keep = hd_alloc(q->locs.len + 1, sizeof *keep);
  for (uint32_t i = 0; i < q->locs.len; i++) keep[i] = inlined.data[i] != HD_NONE && targets[inlined.data[i]];
  hd_bp_compress(q, keep, &joined);
  hd_bp_mark_scratch(q);
  *small_targets = hd_alloc(q->locs.len + 1, sizeof **small_targets);
  for (uint32_t i = 0; i < q->locs.len; i++) (*small_targets)[i] = keep[joined.data[i]];
  free(keep);
  hd_vec_clear(&inlined);
  hd_vec_clear(&joined);
  hd_bp_free(fixed);
  return q;
}

/* The least number up to `most`, or HD_NONE. */
static uint32_t by_search(const hd_bp *p, uint32_t most, uint64_t *states)
{
  bool *targets = hd_alloc(p->locs.len + 1, sizeof *targets), *small_targets;
  hd_bp_limits limits = {.contexts = most, .rounds = HD_NONE, .frames = 1, .threads = 8, .states = 30000000};
  hd_bp_targets(p, NULL, targets);
  hd_bp *small = make_small(p, targets, &small_targets);
  hd_bp_found found = hd_bp_explore_threads(small, small_targets, &limits);
  HD_CHECK(found.complete);
  *states = found.states;
  uint32_t least = found.reached ? found.switches : HD_NONE;
  hd_bp_trace_free(found.trace);
  hd_bp_free(small);
  free(small_targets);
  free(targets);
  return least;
}

static uint32_t by_formula(const hd_bp *p, uint32_t most)
{
  for (uint32_t k = 0; k <= most; k++)
    if (decide(p, NULL, "contexts", k, HD_NONE, 0, NULL) == SAYS_UNSAFE) return k;
  return HD_NONE;
}

static const char *text_of(uint32_t least, char *text)
{
  if (least == HD_NONE) return "none";
  sprintf(text, "%u", least);
  return text;
}

int main(int argc, char **argv)
{
  if (argc < 4) return 2;
  uint32_t adders = (uint32_t)atoi(argv[1]), stoppers = (uint32_t)atoi(argv[2]), most = (uint32_t)atoi(argv[3]);
  unsigned only = argc == 6 && strcmp(argv[4], "-1") == 0 ? (unsigned)atoi(argv[5]) : 0;
  if (argc == 6 && !only) {
    print_bluetooth(stdout, (unsigned)atoi(argv[5]), adders, stoppers);
    return 0;
  }
  unsigned bad = 0;
  printf("adders,stoppers  version  least switches (at most %u)  by search, states  seconds: search, formula\n", most);
  for (uint32_t a = only ? adders : 1; a <= adders; a++)
    for (uint32_t s = only ? stoppers : 1; s <= stoppers; s++)
      for (unsigned version = only ? only : 1; version <= (only ? only : 3); version++) {
        char one[16], two[16];
        uint64_t states = 0;
        hd_bp *p = make(version, a, s);
        double t0 = hd_now();
        uint32_t searched = by_search(p, most, &states);
        double t1 = hd_now();
        uint32_t least = by_formula(p, most);
        double t2 = hd_now();
        bad += searched != least;
        printf("%u,%u  %u  %s  %s, %llu  %.2f, %.2f%s\n", a, s, version, text_of(least, one), text_of(searched, two),
               (unsigned long long)states, t1 - t0, t2 - t1, searched != least ? "  DIFFERENT" : "");
        fflush(stdout);
        hd_bp_free(p);
      }
  return bad > 0;
}
