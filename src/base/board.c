/* board.c - one shared mapping with a row for each engine. */
#include "base/board.h"

#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/log.h"

enum { ROWS = 16, NAME = 32, SAYS = 96 };

typedef struct {
  char name[NAME], says[SAYS];
  int pid; /* 0: none */
} board_row;

typedef struct {
  char property[NAME], phase[SAYS];
  uint32_t closed;
  board_row rows[ROWS];
} board;

/* NULL where there is no memory that can be shared: then nothing is written, and there is nothing to read. */
static board *shared_board(void)
{
  static board *page;
  static bool tried;
  if (!tried) {
    void *memory = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    page = memory == MAP_FAILED ? NULL : memory;
    tried = true;
  }
  return page;
}

static void copy_or_empty(char *to, size_t size, const char *text)
{
  snprintf(to, size, "%s", text ? text : "");
}

void hd_board_ask(const char *property)
{
  board *b = shared_board();
  if (!b) return;
  memset(b, 0, sizeof *b);
  copy_or_empty(b->property, sizeof b->property, property);
}

void hd_board_begin(const char *phase)
{
  board *b = shared_board();
  if (b) copy_or_empty(b->phase, sizeof b->phase, phase);
  hd_log("phase", 1, "%s", phase);
}

static board_row *row_of(board *b, const char *engine)
{
  for (unsigned i = 0; b && i < ROWS; i++)
    if (b->rows[i].pid && strncmp(b->rows[i].name, engine, NAME - 1) == 0) return &b->rows[i];
  return NULL;
}

void hd_board_enter(const char *engine)
{
  board *b = shared_board();
  board_row *row = row_of(b, engine);
  for (unsigned i = 0; b && !row && i < ROWS; i++)
    if (!b->rows[i].pid) row = &b->rows[i];
  if (!row) return;
  copy_or_empty(row->name, sizeof row->name, engine);
  row->says[0] = '\0';
  row->pid = (int)getpid();
}

void hd_board_say(const char *engine, const char *format, ...)
{
  board_row *row = row_of(shared_board(), engine);
  va_list list;
  if (!row) return;
  va_start(list, format);
  vsnprintf(row->says, sizeof row->says, format, list);
  va_end(list);
  hd_log(engine, 2, "%s", row->says);
}

void hd_board_leave(const char *engine)
{
  board_row *row = row_of(shared_board(), engine);
  if (row) row->pid = 0;
}

void hd_board_close(uint32_t closed)
{
  board *b = shared_board();
  if (b) b->closed += closed;
}

/* --- reading -------------------------------------------------------------------------------------------------- */

static size_t resident(int pid)
{
  char path[64];
  unsigned long pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", pid);
  FILE *f = fopen(path, "r");
  if (f && fscanf(f, "%*u %lu", &pages) != 1) pages = 0;
  if (f) fclose(f);
  return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

typedef struct {
  char *text;
  size_t size, used;
} line_writer;

static void add_to_line(line_writer *w, const char *format, ...) HD_PRINTF(2, 3);
static void add_to_line(line_writer *w, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  int n = vsnprintf(w->text + w->used, w->size - w->used, format, list);
  va_end(list);
  w->used += n < 0 ? 0 : (size_t)n < w->size - w->used ? (size_t)n : w->size - w->used - 1;
}

const char *hd_board_read(char *text, size_t size)
{
  const board *b = shared_board();
  line_writer w = {text, size, 0};
  size_t bytes = resident((int)getpid());
  unsigned engines = 0;
  text[0] = '\0';
  if (!b) return text;
  if (b->property[0]) add_to_line(&w, "%.*s: ", NAME - 1, b->property);
  for (unsigned i = 0; i < ROWS; i++) {
    const board_row *row = &b->rows[i];
    if (!row->pid) continue;
    add_to_line(&w, "%s%.*s", engines++ ? ", " : "", NAME - 1, row->name);
    if (row->says[0]) add_to_line(&w, " (%.*s)", SAYS - 1, row->says);
    bytes += row->pid == (int)getpid() ? 0 : resident(row->pid);
  }
  if (!engines) add_to_line(&w, "%.*s", SAYS - 1, b->phase[0] ? b->phase : "reading");
  if (b->closed) add_to_line(&w, "; %u check%s closed", b->closed, b->closed == 1 ? "" : "s");
  add_to_line(&w, "; %zu MB", bytes >> 20);
  return text;
}
