/* launch.h - where the work is not done by this process alone: on the ranks of an MPI program. */
#ifndef HD_CLI_LAUNCH_H
#define HD_CLI_LAUNCH_H

#include "cli/options.h"
#include "suite/crew.h"

/* Joins the crew that this process was started in. NULL, with a sentence in *error (malloc'ed), when the plug-in is not
 * there or no other member was started. */
const hd_crew *hd_launch_join_mpi(char **error);

/* Runs the command in a child of rank 0, which may ask the other ranks (suite/post.h). Returns the exit status. */
int hd_launch_asking(int (*command)(const hd_options *options), const hd_options *options);

#endif
