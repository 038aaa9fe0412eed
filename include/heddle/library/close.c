#include "pipes.h"

int close(int file)
{
  unsigned reads = __VERIFIER_atomic_heddle_find_pipe(file, 1), writes = __VERIFIER_atomic_heddle_find_pipe(file, 0);
  if (reads == heddle_n_pipes && writes == heddle_n_pipes) return heddle_nondet_bool() ? heddle_fail(), -1 : 0;
  pthread_mutex_lock(&heddle_pipe_lock);
  if (reads < heddle_n_pipes) heddle_pipes[reads].from = -1;
  if (writes < heddle_n_pipes) heddle_pipes[writes].to = -1;
  pthread_cond_broadcast(&heddle_pipe_changed);
  pthread_mutex_unlock(&heddle_pipe_lock);
  return 0;
}
