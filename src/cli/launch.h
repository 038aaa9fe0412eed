/* launch.h - `heddle bench' where the tasks do not run here: on the ranks of an MPI program, or as Slurm's jobs. */
#ifndef HD_CLI_LAUNCH_H
#define HD_CLI_LAUNCH_H

#include "suite/crew.h"

/* Joins the crew that this process was started in. NULL, with a sentence in *error (malloc'ed), when the plug-in is not
 * there or no other member was started. */
const hd_crew *hd_launch_join_mpi(char **error);

#endif
