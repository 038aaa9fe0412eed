/* source.h - lines of the user's source files, for showing. Files may be gone by now. */
#ifndef HD_REPORT_SOURCE_H
#define HD_REPORT_SOURCE_H

#include "program/program.h"

typedef struct {
  const hd_program *p;
  hd_arena arena;
  struct hd_source_file *files; /* by the program's numbers; read on demand */
} hd_sources;

void hd_sources_init(hd_sources *s, const hd_program *p);
void hd_sources_clear(hd_sources *s);
/* The line's text without the white space around it; NULL when it cannot be had or is empty. */
const char *hd_sources_line(hd_sources *s, hd_pos pos);
/* Of that the statement at the column: without what ends before it or begins behind it. */
const char *hd_sources_statement(hd_sources *s, hd_pos pos);
/* The whole text of a file of the program; NULL when it cannot be had. */
const char *hd_sources_text(hd_sources *s, uint32_t file);
/* The column counted in characters instead of bytes; the position's own when there is no text. */
uint32_t hd_sources_column(hd_sources *s, hd_pos pos);
/* `file.c:12`: the path's last part where that tells the files apart; "" for no position. */
const char *hd_sources_where(hd_sources *s, hd_pos pos);

#endif
