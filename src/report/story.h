/* story.h - a trace executed once more and told in the source's terms.
 *
 * Every form of report prints the same story: lines of what one instance did at one place
 * of the source, with the values it read and wrote, and how it ended. Consecutive steps of
 * one instance at one source line in one call are one line, unless the line is executed
 * again (a loop on one line). */
#ifndef HD_REPORT_STORY_H
#define HD_REPORT_STORY_H

#include "report/source.h"
#include "trace/interp.h"

typedef struct {
  hd_thread thread;
  uint32_t instance;
} hd_story_who;

/* An event in words. */
typedef struct {
  const char *target, *value;
  const char *before; /* NULL: what was there is not known, or it stays the same */
  bool minor;         /* of a local, and nothing that the threads share has an influence on it; told by BRIEF alone */
  bool undefined;     /* was read before anything was written there */
} hd_story_words;

typedef struct {
  hd_story_who who;
  uint32_t first, count; /* steps of the trace */
  uint32_t number;       /* among the visible lines, from 1; 0: not visible */
  hd_pos pos;
  uint32_t frame;
  const char *text;             /* the source's line, or the step's label; never NULL */
  hd_events events;             /* each element once: its value as read first, or as written last */
  HD_VEC(hd_story_words) words; /* of each event */
  HD_VEC(hd_story_who) started; /* instances that this line created */
  HD_VEC(const char *) sync;    /* what it does with locks, and how it waits */
  hd_pos telling;               /* of the step that does most: starts a thread, takes a lock */
  bool ends;                    /* the instance has finished */
  bool tells_reads;             /* what it reads of locals decides: they are shown */
  bool folded;                  /* a visible line stands for it */
  uint32_t times;               /* a wait that was repeated without a change is one line: how often; 0: once */
} hd_story_line;

/* A thread that the violation is about: the one whose check fails, both that race, each that waits in a deadlock. */
typedef struct {
  hd_story_who who;
  hd_pos pos;
  uint32_t frame;
  const char *text; /* what it is about to do there */
  const char *role; /* "fails", "writes", "reads", "waits" */
} hd_story_party;

/* Which thread waits for which, in a deadlock: for a lock that it holds, or for its end. */
typedef struct {
  hd_story_who who, whom;
} hd_story_wait;

typedef struct {
  const hd_program *p;
  hd_property property;
  hd_arena arena;
  hd_sources sources;
  HD_VEC(hd_story_line) lines;
  struct hd_namer *namer; /* report/names.h */
  hd_replay replay;
  /* How it ended: one sentence, then lines about who is involved. Empty without a violation. */
  HD_VEC(const char *) conclusion;
  /* The same as data: the kind of the check and its own text, which may be NULL; who is involved. */
  hd_check_kind check;
  const char *check_text;
  HD_VEC(hd_story_party) parties;
  HD_VEC(hd_story_wait) waits;
} hd_story;

typedef struct {
  bool merge;     /* steps to lines, as above; otherwise each step is a line */
  bool all_steps; /* lines without effect that the user could see are visible too, and temporaries */
  bool brief;     /* of what the violation depends on, only what other threads can see, waits, and what depends on
                     these or on inputs is visible */
} hd_story_options;

hd_story *hd_story_new(const hd_program *p, const hd_trace *t, hd_property property, const hd_story_options *options);
void hd_story_free(hd_story *s);

/* What the edge does, in the source's words or its label's; never NULL. */
const char *hd_story_text(hd_story *s, const hd_edge_info *e);
/* `worker`, `worker/2`; in the story's memory. */
const char *hd_story_name(hd_story *s, hd_story_who who);
/* `x = 3 (was 0)`, `x = 3`; in the story's memory. The event is one of the line's. */
const char *hd_story_event(hd_story *s, const hd_story_line *l, const hd_event *e);
/* Names that do not depend on where the line stands: those of the program. */
const char *hd_story_target(hd_story *s, const hd_event *e);
const char *hd_story_value(hd_story *s, const hd_event *e, uint64_t value);
/* Is this something that the user would recognize? Reads: of shared variables that the line does not write, and of
 * locals where they decide. The handle of a thread that the line starts says nothing. */
bool hd_story_shows(const hd_story *s, const hd_story_line *l, const hd_event *e, bool all_steps);
/* Is it hidden although it does something that a reader could see, and no visible line stands for it? */
bool hd_story_is_left_out(const hd_story *s, const hd_story_line *l);
/* What happened in the line, one note each: who was started, what was written, what was [read], whether the instance
 * ended. The caller clears the vector; the texts are in the story's memory. */
typedef HD_VEC(const char *) hd_story_notes;
hd_story_notes hd_story_line_notes(hd_story *s, const hd_story_line *l, bool all_steps);
/* The function that the line stands in; NULL when not known. */
const char *hd_story_function(const hd_story *s, const hd_story_line *l);

#endif
