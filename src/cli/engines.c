/* engines.c - the names that `--engine` takes. */
#include "cli/engines.h"

#include <heddle/heddle.h>

/* The library's table has the engines proper; `auto` is the choice among them. */
static const char auto_summary[] = "runs the engines that accept the program, under one budget (the default)";
static const char auto_accepts[] = "every program that one of them accepts";

const char *hd_cli_engine(size_t i, const char **summary, const char **accepts)
{
  if (i > 0) return heddle_engine((unsigned)(i - 1), summary, accepts);
  *summary = auto_summary;
  *accepts = auto_accepts;
  return "auto";
}

const char *hd_cli_engine_name(size_t i)
{
  const char *summary, *accepts;
  return hd_cli_engine(i, &summary, &accepts);
}
