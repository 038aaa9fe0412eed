/* conformance FOLDER: programs/ says in the first line of each program what must come out, and all
 * algorithms must agree; wrong/ says in the last line which message a wrong program must get. */
#include <dirent.h>
#include <stdio.h>

#include "decide.h"
#include "frontend/bp/bp.h"

typedef struct {
  char text[1 << 16];
  size_t length;
  char verdict[32], label[64], dialect[32];
  uint32_t contexts, rounds;
} program;

static bool read_program(program *g, const char *folder, const char *name)
{
  char path[1400];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "r");
  if (!f) return false;
  g->length = fread(g->text, 1, sizeof g->text - 1, f);
  g->text[g->length] = '\0';
  fclose(f);
  return true;
}

static hd_bp *parse(const program *g, const char *name, hd_diags *diags)
{
  hd_bp_options options = {.label = *g->label ? g->label : NULL};
  if (strcmp(g->dialect, "boppo") == 0) options.dialect = HD_BP_BOPPO;
  if (strcmp(g->dialect, "getafix") == 0) options.dialect = HD_BP_GETAFIX;
  return hd_bp_parse(g->text, g->length, name, &options, diags);
}

static void read_expectation(program *g)
{
  char line[256];
  snprintf(line, sizeof line, "%.*s", (int)strcspn(g->text, "\n"), g->text);
  g->label[0] = g->dialect[0] = '\0';
  g->contexts = g->rounds = HD_NONE;
  sscanf(line, "// %31s", g->verdict);
  char *at;
  if ((at = strstr(line, "label="))) sscanf(at, "label=%63s", g->label);
  if ((at = strstr(line, "dialect="))) sscanf(at, "dialect=%31s", g->dialect);
  if ((at = strstr(line, "contexts="))) sscanf(at, "contexts=%u", &g->contexts);
  if ((at = strstr(line, "rounds="))) sscanf(at, "rounds=%u", &g->rounds);
}

static unsigned check_program(program *g, const char *name)
{
  static const char *const words[] = {"safe", "unsafe", "unknown"};
  hd_diags diags;
  unsigned bad = 0;
  hd_diags_init(&diags);
  read_expectation(g);
  hd_bp *p = parse(g, name, &diags);
  if (!p) {
    printf("%s:%u: %s\n", name, diags.list.data[0].place.line, diags.list.data[0].message);
    bad = 1;
  } else {
    char *why = NULL;
    const char *label = *g->label ? g->label : NULL;
    answer said = decide(p, label, NULL, g->contexts, g->rounds, 0, &why);
    if (strcmp(words[said], g->verdict) != 0) {
      printf("%s: %s (%s) instead of %s\n", name, words[said], why, g->verdict);
      bad++;
    }
    free(why);
    bad += compare(name, p, label);
  }
  hd_bp_free(p);
  hd_diags_clear(&diags);
  return bad;
}

static unsigned check_wrong(program *g, const char *name)
{
  unsigned line = 0, column = 0, bad = 1;
  char text[256] = "";
  const char *last = strstr(g->text, "\n// ");
  hd_diags diags;
  hd_diags_init(&diags);
  if (last) sscanf(last, "\n// %u:%u %255[^\n]", &line, &column, text);
  g->label[0] = g->dialect[0] = '\0';
  hd_bp *p = parse(g, name, &diags);
  for (uint32_t i = 0; !p && i < diags.list.len; i++) {
    const hd_diag *d = &diags.list.data[i];
    if (d->place.line == line && d->place.column == column && strstr(d->message, text)) bad = 0;
  }
  if (bad && !diags.list.len) printf("%s: no message\n", name);
  if (bad && diags.list.len)
    printf("%s: %u:%u %s\n", name, diags.list.data[0].place.line, diags.list.data[0].place.column,
           diags.list.data[0].message);
  hd_bp_free(p);
  hd_diags_clear(&diags);
  return bad;
}

static unsigned each(const char *root, const char *sub, unsigned (*check)(program *g, const char *name), unsigned *n)
{
  static program g;
  char folder[1024];
  struct dirent **names;
  unsigned bad = 0;
  snprintf(folder, sizeof folder, "%s/%s", root, sub);
  int count = scandir(folder, &names, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    if (strstr(names[i]->d_name, ".bp") && read_program(&g, folder, names[i]->d_name)) {
      bad += check(&g, names[i]->d_name);
      (*n)++;
    }
    free(names[i]);
  }
  if (count >= 0) free(names);
  return bad;
}

int main(int argc, char **argv)
{
  unsigned programs = 0, wrong = 0;
  if (argc != 2) return 2;
  unsigned bad = each(argv[1], "programs", check_program, &programs) + each(argv[1], "wrong", check_wrong, &wrong);
  printf("%u programs, %u wrong ones, %u failures\n", programs, wrong, bad);
  return bad > 0 || programs < 60 || wrong < 20;
}
