/* slurm.h - a suite as an array job of Slurm: each job of the array runs one shard, and appends to a file of its own.
 *
 * Everything lies in one folder, which all nodes must see: the script, the jobs' output and the parts' results. A shard
 * that is run again goes on where its file ends, so a job that was lost costs no finished result. */
#ifndef HD_SUITE_SLURM_H
#define HD_SUITE_SLURM_H

#include "suite/runner.h"

typedef struct {
  const char *folder;
  const hd_arguments *command; /* runs the suite; the script adds --shard, --results and --resume */
  uint32_t parts;
} hd_slurm_job;

/* Writes the script, submits it, waits for the whole array, and submits it again as long as rows are missing and the
 * last time brought some. Calls skips and ended of r as hd_suite_run_all does. A cancelled array is removed from
 * Slurm's queue. False, with a sentence in *error (malloc'ed), when it could not be submitted or its results not be
 * read. */
bool hd_slurm_run_all(const hd_suite_run *r, const hd_slurm_job *job, char **error);

#endif
