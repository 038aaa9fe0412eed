/* crew_mpi.c - a crew whose members are the ranks of an MPI program (suite/crew.h); a plug-in, and the only file that
 * knows MPI.
 *
 * Sending and receiving are done by one thread. Texts are short, so that MPI sends them at once, without waiting for
 * the receiver. A member that waits looks for a message and sleeps in between: MPI's own waiting would use a core. */
#include <errno.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "suite/crew.h"

const hd_crew *hd_crew_join(void);

static const double least_sleep = 0.0005, most_sleep = 0.02;

static void sleep_for(double seconds)
{
  struct timespec time = {.tv_nsec = (long)(seconds * 1e9)};
  nanosleep(&time, NULL);
}

static void send_by_mpi(uint32_t to, const char *text)
{
  MPI_Send(text, (int)strlen(text) + 1, MPI_CHAR, (int)to, 0, MPI_COMM_WORLD);
}

static bool message_is_here(MPI_Status *status)
{
  int is_here = 0;
  return MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_here, status) == MPI_SUCCESS && is_here;
}

static char *take_message(MPI_Status *status, uint32_t *from)
{
  int size;
  MPI_Get_count(status, MPI_CHAR, &size);
  char *text = calloc((size_t)size + 1, 1);
  if (!text) abort();
  MPI_Recv(text, size, MPI_CHAR, status->MPI_SOURCE, 0, MPI_COMM_WORLD, status);
  *from = (uint32_t)status->MPI_SOURCE;
  return text;
}

static char *receive_by_mpi(double seconds, uint32_t *from)
{
  MPI_Status status;
  double began = MPI_Wtime(), pause = least_sleep;
  while (!message_is_here(&status)) {
    if (MPI_Wtime() - began >= seconds) return NULL;
    sleep_for(pause);
    pause = pause * 2 < most_sleep ? pause * 2 : most_sleep;
  }
  return take_message(&status, from);
}

/* MPI_Finalize waits for all ranks, also for those that have died. */
static void leave_mpi(bool whole_crew, int status)
{
  if (!whole_crew) _exit(status);
  MPI_Finalize();
}

const hd_crew *hd_crew_join(void)
{
  static hd_crew crew = {
      .version = HD_VERSION, .patience = 30, .send = send_by_mpi, .receive = receive_by_mpi, .leave = leave_mpi};
  int self, size;
  if (MPI_Init(NULL, NULL) != MPI_SUCCESS) return NULL;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  crew.self = (uint32_t)self;
  crew.size = (uint32_t)size;
  return &crew;
}
