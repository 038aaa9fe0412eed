/* log.c - reads the environment at each question: the log is off in all runs that have to be fast. */
#include "base/log.h"

#include <stdarg.h>
#include <unistd.h>

#include "base/budget.h"

/* The level that the settings give to the name; the last one counts. */
static unsigned logged_level(const char *settings, const char *name)
{
  unsigned level = 0;
  for (const char *at = settings; at && *at; at += strcspn(at, ","), at += *at == ',') {
    size_t length = strcspn(at, ":,");
    bool meant =
        (length == strlen(name) && strncmp(at, name, length) == 0) || (length == 3 && strncmp(at, "all", 3) == 0);
    if (meant && length) level = at[length] == ':' ? (unsigned)strtoul(at + length + 1, NULL, 10) : 1;
  }
  return level;
}

bool hd_log_wants(const char *name, unsigned level)
{
  const char *settings = getenv("HEDDLE_LOG");
  return settings && logged_level(settings, name) >= level;
}

void hd_log(const char *name, unsigned level, const char *format, ...)
{
  char line[512];
  va_list list;
  if (!hd_log_wants(name, level)) return;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  va_end(list);
  dprintf(STDERR_FILENO, "[%d %.3f] %s: %s\n", (int)getpid(), hd_processor_now(), name, line);
}

FILE *hd_log_dump(const char *stage, const char *ending)
{
  static pid_t first;
  static unsigned number;
  const char *folder = getenv("HEDDLE_DUMP");
  char path[4096], child[32] = "";
  if (!folder || !*folder) return NULL;
  if (!first) first = getpid();
  if (getpid() != first) snprintf(child, sizeof child, "%d-", (int)getpid());
  snprintf(path, sizeof path, "%s/%s%04u-%s.%s", folder, child, ++number, stage, ending);
  return fopen(path, "w");
}

static bool is_set(const char *name)
{
  const char *set = getenv(name);
  return set && *set && strcmp(set, "0") != 0;
}

bool hd_log_forbids_fork(void)
{
  return is_set("HEDDLE_NO_FORK");
}

bool hd_log_divides_early(void)
{
  return is_set("HEDDLE_DIVIDE");
}
