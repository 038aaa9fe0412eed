/* crew.h - processes that were started together, perhaps on several machines, and send each other messages.
 *
 * Number 0 is the manager. Messages from one member arrive whole and in order. A crew does not report members that have
 * died: code that waits for a member has to notice that it is silent (suite/farm.h, suite/post.h).
 *
 * What provides a crew is a plug-in, loaded only when it is asked for, so that nothing else depends on its library.
 * The plug-in has one function, `hd_crew_join', of the type below. */
#ifndef HD_SUITE_CREW_H
#define HD_SUITE_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const char *version; /* of the Heddle that the plug-in was built with: it has to be this one */
  uint32_t self, size;
  double patience; /* seconds of silence after which a member counts as lost */
  void (*send)(uint32_t to, const char *message, size_t size);
  /* The next message (malloc'ed, a 0 behind it), its sender and size. NULL: none has come within so many seconds. */
  char *(*receive)(double seconds, uint32_t *from, size_t *size);
  /* The last call. Where the whole crew is still there, it waits for the others' last calls; otherwise it ends the
   * process at once with this exit status. */
  void (*leave)(bool whole_crew, int status);
} hd_crew;

/* NULL: this process was not started as a member of a crew. */
typedef const hd_crew *hd_crew_join_function(void);

#endif
