/* explain.c - `heddle explain`: looks a page up by its name and prints it. */
#include "cli/explain.h"

#include <stdio.h>

#include "cli/commands.h"
#include "cli/suggest.h"

static void list_pages(void)
{
  for (const hd_cause_page *p = hd_cause_pages; p->name; p++) printf("%s\n", p->name);
}

static int unknown_page(const char *name)
{
  hd_suggestion s = {.wanted = name};
  for (const hd_cause_page *p = hd_cause_pages; p->name; p++) hd_suggest_try(&s, p->name);
  const char *best = hd_suggest_get(&s);
  fprintf(stderr, best ? "heddle: there is no cause '%s'; did you mean '%s'?\n" : "heddle: there is no cause '%s'\n",
          name, best);
  fprintf(stderr, "`heddle explain' lists them.\n");
  return HD_EXIT_USAGE;
}

int hd_command_explain(const hd_options *options)
{
  if (!options->files.len) {
    list_pages();
    return 0;
  }
  for (const hd_cause_page *p = hd_cause_pages; p->name; p++)
    if (strcmp(p->name, options->files.data[0]) == 0) {
      fputs(p->text, stdout);
      return 0;
    }
  return unknown_page(options->files.data[0]);
}
