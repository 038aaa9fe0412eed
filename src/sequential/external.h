/* external.h - third-party checkers: the program as C, a command line, its answer read by patterns.
 *
 * A `safe` rests on the tool alone, and is marked so (hd_seq_result.on_trust). A violation is searched again by our own
 * checkers, which give the trace. If a tool fails, cannot be started, or gives neither answer or both, the result is
 * unknown. */
#ifndef HD_SEQUENTIAL_EXTERNAL_H
#define HD_SEQUENTIAL_EXTERNAL_H

#include "sequential/sequential.h"

typedef struct {
  const char *name;          /* as typed after --sequential; NULL ends the table */
  const char *command;       /* words, parted by blanks; %s is the file */
  const char *safe, *unsafe; /* extended regular expressions that some line of output matches */
} hd_seq_tool;

/* The tools that are known by name. */
extern const hd_seq_tool hd_seq_tools[];
const hd_seq_tool *hd_seq_tool_find(const char *name);

/* how: a tool's name, or a command line with %s: "cmd -x %s", "cmd %s | safe: REGEX | unsafe: REGEX". Words may
 * be quoted with ' or ". */
bool hd_seq_external_knows(const char *how);
void hd_seq_external(hd_seq_session *s, const char *how, const hd_budget *b, hd_seq_result *out);

#endif
