/* mutate FIRST COUNT FILE...: damaged texts of Boolean programs (.bp) and formulas (.mu).
 *
 * Each is a file with a few bytes or words changed, doubled, swapped or cut away. Reading it must end, in a
 * program or in an error with a place; a program must hold its invariants. Meant to run under sanitizers,
 * too. */
#include <ctype.h>
#include <stdio.h>

#include "base/map.h"
#include "engine/fixpoint/relations.h"
#include "frontend/bp/bp.h"
#include "logic/bdd.h"
#include "mu/mu.h"

typedef struct {
  char *data;
  size_t length;
} text;

static unsigned understood;

static uint32_t roll(uint64_t *seed, size_t n)
{
  return n ? (uint32_t)(hd_roll(seed) % n) : 0;
}

static text read_file(const char *path)
{
  FILE *f = fopen(path, "rb");
  HD_CHECK(f);
  text t = {hd_alloc(1 << 16, 1), 0};
  t.length = fread(t.data, 1, (1 << 16) - 1, f);
  fclose(f);
  return t;
}

/* [from, to) is replaced by the n bytes at `by`, which may lie in the text itself. */
static void replace(text *t, size_t from, size_t to, const char *by, size_t n)
{
  char *made = hd_alloc(t->length - (to - from) + n + 1, 1);
  memcpy(made, t->data, from);
  memcpy(made + from, by, n);
  memcpy(made + from + n, t->data + to, t->length - to);
  t->length = t->length - (to - from) + n;
  free(t->data);
  t->data = made;
}

/* A word, or a single sign. */
static void pick_word(const text *t, uint64_t *seed, size_t *from, size_t *to)
{
  *from = roll(seed, t->length);
  while (*from > 0 && isalnum((unsigned char)t->data[*from]) && isalnum((unsigned char)t->data[*from - 1])) --*from;
  for (*to = *from + 1;
       *to < t->length && isalnum((unsigned char)t->data[*from]) && isalnum((unsigned char)t->data[*to]);)
    ++*to;
}

static void damage(text *t, uint64_t *seed)
{
  static const char *const words[] = {"begin", "end",    "(",      ")",    "*",  "'",         "{",        "}",
                                      ";",     ":=",     "if",     "then", "fi", "constrain", "[",        "]",
                                      "<",     "-1",     "exists", ".",    "mu", "struct",    "99999999", "\"",
                                      "/*",    "thread", ",",      "T",    "0",  "="};
  size_t from, to, a, b;
  if (t->length == 0) return;
  pick_word(t, seed, &from, &to);
  pick_word(t, seed, &a, &b);
  switch (roll(seed, 7)) {
  case 0: replace(t, from, to, "", 0); break;
  case 1: replace(t, from, from, t->data + a, b - a); break;
  case 2: replace(t, from, to, t->data + a, b - a); break;
  case 3: t->data[from] = (char)roll(seed, 256); break;
  case 4: t->length = from; break;
  case 5: replace(t, from, to, words[roll(seed, HD_COUNT(words))], 0), replace(t, from, from, " ", 1); break;
  default: {
    const char *word = words[roll(seed, HD_COUNT(words))];
    replace(t, from, roll(seed, 2) ? to : from, word, strlen(word));
  }
  }
}

/* Is an error there, with its place? That main is missing is said of the whole file. */
static bool has_place(const hd_diags *diags)
{
  for (uint32_t i = 0; i < diags->list.len; i++)
    if (diags->list.data[i].severity == HD_ERROR && diags->list.data[i].place.file) return true;
  return false;
}

static bool read_program(const text *t, hd_diags *diags)
{
  hd_bp *p = hd_bp_parse(t->data, t->length, "text", &(hd_bp_options){0}, diags);
  understood += p != NULL;
  bool right = p ? hd_bp_check(p, diags) == HD_OK : has_place(diags);
  hd_bp_free(p);
  return right;
}

/* After the types and relations of a program, so that what is not damaged has a meaning. */
static char *relations_of_a_program(void)
{
  static const char program[] = "decl g; void f() begin if (*) then f(); fi g := T; end\n"
                                "thread[2] void t() begin decl x; x := g; f(); assert(x); end\n";
  hd_diags diags;
  hd_fx_model model;
  bool complete;
  hd_diags_init(&diags);
  hd_bp *p = hd_bp_parse(program, strlen(program), "program", &(hd_bp_options){0}, &diags),
        *q = hd_bp_unfold(p, 1, &complete);
  hd_fx_model_init(&model, q);
  char *made = hd_fx_model_text(&model);
  hd_fx_model_clear(&model);
  hd_bp_free(q);
  hd_bp_free(p);
  hd_diags_clear(&diags);
  return made;
}

static bool read_formulas(const text *t, hd_diags *diags)
{
  static char *relations;
  if (!relations) relations = relations_of_a_program();
  hd_budget budget = {.deadline = hd_now() + 10, .memory = 64 << 20};
  hd_bdd_start(&budget);
  hd_mu *m = hd_mu_new(diags);
  t->data[t->length] = '\0';
  bool good = hd_mu_add_text(m, "relations", relations) == HD_OK && hd_mu_add_text(m, "text", t->data) == HD_OK &&
              hd_mu_check(m) == HD_OK;
  understood += good;
  bool right = good || has_place(diags);
  hd_mu_free(m);
  hd_bdd_stop();
  return right;
}

int main(int argc, char **argv)
{
  if (argc < 4) return 2;
  uint64_t first = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
  unsigned bad = 0, n_files = (unsigned)argc - 3;
  for (uint64_t i = first; i < first + count && bad < 5; i++) {
    uint64_t seed = i;
    const char *path = argv[3 + roll(&seed, n_files)];
    bool formulas = strcmp(path + strlen(path) - 3, ".mu") == 0;
    text t = read_file(path);
    hd_diags diags;
    hd_diags_init(&diags);
    for (uint32_t k = 1 + roll(&seed, 4); k > 0; k--) damage(&t, &seed);
    if (!(formulas ? read_formulas : read_program)(&t, &diags)) {
      printf("seed %llu, %s: no place, or a broken program\n%.*s\n", (unsigned long long)i, path, (int)t.length,
             t.data);
      bad++;
    }
    hd_diags_clear(&diags);
    free(t.data);
  }
  printf("%llu damaged texts, %u with a meaning, %u wrong\n", (unsigned long long)count, understood, bad);
  return bad > 0;
}
