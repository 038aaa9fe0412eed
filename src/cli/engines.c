#include "cli/engines.h"

static const struct {
  const char *name, *summary;
} engines[] = {
    {"auto", "runs the engines that accept the program, under one budget"},
    {"explicit", "exhaustive exploration of states, for programs with few inputs"},
};

const char *hd_cli_engine_name(size_t i)
{
  return i < HD_COUNT(engines) ? engines[i].name : NULL;
}

const char *hd_cli_engine_summary(size_t i)
{
  return engines[i].summary;
}
