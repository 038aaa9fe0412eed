/* post.h - carries questions and answers between a process that asks and workers on other machines.
 *
 * The manager of a crew (suite/crew.h) runs an office: a socket to which the asking process and its children connect
 * (base/helper.h). Each connection is joined with a worker that is free, or closed if there is none. Whatever one side
 * writes arrives at the other. When a connection ends, however that happens, its worker stops at once and is free
 * again; when a worker dies or is silent for too long, its connection ends. */
#ifndef HD_SUITE_POST_H
#define HD_SUITE_POST_H

#include <sys/types.h>

#include "suite/crew.h"

/* What a worker does with a connection, in a process of its own. */
typedef void hd_post_serve(int fd);

/* The office, until the asking process, a child of this one, has ended: its exit status is *status. The socket listens.
 * True: the whole crew is still there. */
bool hd_post_manage(const hd_crew *crew, int socket, pid_t asking, int *status);
/* A worker, until the manager dismisses it or is silent. True: the whole crew is still there. */
bool hd_post_work(const hd_crew *crew, hd_post_serve *serve);

#endif
