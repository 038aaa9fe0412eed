/* machine.h - runs the bytecode: all successors of one instance in one state.
 *
 * The state is changed in place. Each change is logged, so that a choice can be taken back;
 * when run returns the state is as it was (unless it says otherwise). */
#ifndef HD_EXPLICIT_MACHINE_H
#define HD_EXPLICIT_MACHINE_H

#include "engine/explicit/code.h"

typedef struct {
  uint32_t word;
  uint64_t old;
} hd_change;

typedef struct {
  uint32_t at; /* instruction to go on with */
  uint32_t n_log, n_kept;
  uint32_t next;      /* INPUT: the next value */
  uint32_t registers; /* kept */
  uint32_t n_steps, n_inputs, n_notes;
} hd_choice;

/* What happened to an open value on a way that is recorded: an input left it open, or a
 * read decided it. */
typedef struct {
  uint32_t open; /* number in the code's list */
  uint64_t index;
  bool decided;
  uint64_t value; /* decided */
  uint32_t input; /* left open: the input's place among m->inputs */
} hd_open_note;

/* An access that an instance is about to make. */
typedef struct {
  uint32_t instance, var;
  uint64_t index;
  bool write, plain;
} hd_pending_access;

typedef struct hd_machine hd_machine;

/* What the machine reports; true stops it at once, with the state as it is then. A successor
 * without a location is the same place with an open value decided. */
typedef struct {
  bool (*successor)(void *context, hd_machine *m, hd_loc at);
  bool (*stuck)(void *context, hd_machine *m);                /* inside an atomic section */
  void (*reached)(void *context, hd_loc where);               /* UNSUPPORTED, BOUND */
  void (*unknown)(void *context, hd_edge input, hd_var open); /* one of them: it has too many values */
  void *context;
} hd_sink;

typedef enum { HD_RUN_DONE, HD_RUN_STOPPED, HD_RUN_VIOLATED, HD_RUN_TOO_WIDE } hd_run;

struct hd_machine {
  const hd_code *code;
  hd_sink sink;
  uint64_t *words;
  uint64_t *registers;
  hd_change *log; /* two for each instruction, as no path passes one twice, and all words once more */
  uint32_t n_log;
  HD_VEC(hd_choice) choices;
  hd_u64s kept; /* registers at the choices */
  bool moved;   /* some step was taken */
  /* VIOLATED: the edge. TOO_WIDE: the variable and its value. */
  uint32_t edge, var;
  uint64_t value;
  /* Code that records: the way so far. */
  hd_u32s steps;
  hd_u64s inputs;
  HD_VEC(hd_open_note) notes;
  HD_VEC(hd_pending_access) pending; /* what probes found */
  uint32_t instance;                 /* for probes */
};

void hd_machine_init(hd_machine *m, const hd_code *code, uint32_t n_words, hd_sink sink);
void hd_machine_clear(hd_machine *m);

/* Runs from the instruction. After DONE the words are as before; otherwise hd_machine_undo
 * restores them. */
hd_run hd_machine_run(hd_machine *m, uint32_t at);
void hd_machine_undo(hd_machine *m);
/* For sinks that change the state further before they look at it. */
static inline void hd_machine_write(hd_machine *m, uint32_t word, uint64_t value)
{
  m->log[m->n_log++] = (hd_change){word, m->words[word]};
  m->words[word] = value;
}

#endif
