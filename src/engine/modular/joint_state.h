/* joint_state.h - how a module lies in memory; only the files of joint.h include this. */
#ifndef HD_ENGINE_MODULAR_JOINT_STATE_H
#define HD_ENGINE_MODULAR_JOINT_STATE_H

#include "engine/modular/joint.h"

/* A location of a thread after so many blocks were begun. At a cut-point (or the end) that many were completed. */
typedef struct {
  hd_loc loc;
  uint32_t thread, depth; /* thread: place in the module */
  bool stands;            /* is it a cut-point or the end? */
  bool open;              /* while looking for cycles */
  hd_loc in, out;         /* in the program: where edges into it lead, and where those out of it begin */
} hd_joint_node;

enum { HD_JOINT_READS = 1, HD_JOINT_WRITES = 2 };

struct hd_joint {
  hd_modular_run *u;
  const hd_thread *threads;
  uint32_t n;
  HD_VEC(hd_joint_node) nodes;
  hd_map by_key;     /* thread, location and depth to the node's place and one */
  uint32_t *depth;   /* by thread: blocks at most */
  uint32_t *first;   /* by thread: its first block; blocks are numbered through */
  uint32_t n_blocks; /* of all threads */
  uint8_t *access;   /* [block * first_copy + variable]: READS, WRITES */
  uint8_t *outside;  /* by variable: written by threads that are not in the module */
  uint8_t *written;  /* by variable: written in it */
  uint8_t *shared;   /* by variable: what one thread of it leaves another may find, or the outside changes it */
  uint32_t *by;      /* by variable: the only thread of it (place) that accesses it, or HD_NONE */
  /* In the program at hand: */
  hd_var *clock;  /* by block */
  hd_var *left;   /* [block * first_copy + variable]: what the block leaves there */
  hd_var *begins; /* by variable: what it holds at first, where that may be anything */
  hd_var start, failed, failed_at;
};

static inline uint8_t hd_joint_access(const hd_joint *j, uint32_t block, uint32_t v)
{
  return j->access[(size_t)block * j->u->first_copy + v];
}

/* Can the edge be taken at all? */
bool hd_joint_goes(const hd_program *p, const hd_edge_info *e);

#endif
