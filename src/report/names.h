/* names.h - inside the story: what people call memory.
 *
 * A variable goes by its name; a local of the function that the line stands in by the name it has there. Memory of the
 * heap has no name: it is called as the source does, through a pointer that the function or a global variable holds at
 * that moment (`n->key`, `buf[2]`), otherwise by its block. Blocks are numbered as they appear in the story: `block 2`.
 * Memory that is allocated again is another block. */
#ifndef HD_REPORT_NAMES_H
#define HD_REPORT_NAMES_H

#include "report/story.h"

typedef struct hd_namer hd_namer;

hd_namer *hd_namer_new(const hd_program *p, hd_arena *arena);
void hd_namer_free(hd_namer *n);
hd_arena *hd_namer_arena(const hd_namer *n); /* of its texts */
/* Something was written, which may begin a block. To be called before the names of what was written are asked for. */
void hd_namer_note(hd_namer *n, const hd_event *e);

/* Does the variable say whether a block of the heap is there? */
bool hd_namer_is_life(const hd_namer *n, hd_var var);
/* `allocates block 2 (16 bytes)`, `frees block 2`: what such a write says. */
const char *hd_namer_life(hd_namer *n, const hd_event *e);
/* Does it have a value before the program starts, as global variables do? */
bool hd_namer_is_global(const hd_namer *n, hd_var var);

/* Is it a text of the source? */
bool hd_namer_is_literal(const hd_namer *n, hd_var var);
/* Does it hold an arbitrary value until something is written there, as locals and blocks of the heap do? */
bool hd_namer_is_undefined(const hd_namer *n, hd_var var);

/* The place in the source from which names are seen. */
typedef struct {
  hd_story_who who;
  const char *function; /* may be NULL */
  const char *text;     /* of the source's line */
} hd_viewpoint;

/* The element's name in this state, seen from there. */
const char *hd_namer_target(hd_namer *n, const hd_state *s, const hd_viewpoint *view, hd_var var, uint64_t index);
/* The element's name that is valid everywhere. */
const char *hd_namer_plain(hd_namer *n, hd_var var, uint64_t index);
const char *hd_namer_value(hd_namer *n, hd_var var, uint64_t value);
/* `block 2`, or the object's name. */
const char *hd_namer_object(hd_namer *n, uint32_t object, uint64_t copy);
/* The object that an address lies in (HD_NONE: in none), which copy of it, and the distance from its start. Up to
 * `room` bytes behind its end count. */
uint32_t hd_namer_find(const hd_namer *n, uint64_t address, uint64_t room, uint64_t *copy, uint64_t *offset);

#endif
