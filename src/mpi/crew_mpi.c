/* crew_mpi.c - a crew whose members are the ranks of an MPI program (suite/crew.h); a plug-in, and the only file that
 * knows MPI.
 *
 * Sending and receiving are done by one thread. A member that waits looks for a message and sleeps in between: MPI's
 * own waiting would use a core. */
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

/* Messages that may still be on their way. A member never waits until another one receives: both could do so. */
typedef struct {
  MPI_Request request;
  char *message;
} on_its_way;
static struct {
  on_its_way *data;
  size_t len, cap;
} outbox;

static void forget_sent(void)
{
  size_t kept = 0;
  for (size_t i = 0; i < outbox.len; i++) {
    int is_done = 0;
    if (MPI_Test(&outbox.data[i].request, &is_done, MPI_STATUS_IGNORE) == MPI_SUCCESS && is_done)
      free(outbox.data[i].message);
    else
      outbox.data[kept++] = outbox.data[i];
  }
  outbox.len = kept;
}

static void send_by_mpi(uint32_t to, const char *message, size_t size)
{
  forget_sent();
  if (outbox.len == outbox.cap) {
    outbox.cap = outbox.cap ? 2 * outbox.cap : 16;
    outbox.data = realloc(outbox.data, outbox.cap * sizeof *outbox.data);
  }
  on_its_way sent = {.message = malloc(size + 1)};
  if (!outbox.data || !sent.message) abort();
  memcpy(sent.message, message, size);
  MPI_Isend(sent.message, (int)size, MPI_CHAR, (int)to, 0, MPI_COMM_WORLD, &sent.request);
  outbox.data[outbox.len++] = sent;
}

static bool message_is_here(MPI_Status *status)
{
  int is_here = 0;
  forget_sent();
  return MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_here, status) == MPI_SUCCESS && is_here;
}

static char *take_message(MPI_Status *status, uint32_t *from, size_t *length)
{
  int size;
  MPI_Get_count(status, MPI_CHAR, &size);
  char *text = calloc((size_t)size + 1, 1);
  if (!text) abort();
  MPI_Recv(text, size, MPI_CHAR, status->MPI_SOURCE, 0, MPI_COMM_WORLD, status);
  *from = (uint32_t)status->MPI_SOURCE;
  *length = (size_t)size;
  return text;
}

static char *receive_by_mpi(double seconds, uint32_t *from, size_t *size)
{
  MPI_Status status;
  double began = MPI_Wtime(), pause = least_sleep;
  while (!message_is_here(&status)) {
    if (MPI_Wtime() - began >= seconds) return NULL;
    sleep_for(pause < seconds ? pause : seconds);
    pause = pause * 2 < most_sleep ? pause * 2 : most_sleep;
  }
  return take_message(&status, from, size);
}

/* MPI_Finalize waits for all ranks, also for those that have died. */
static void leave_mpi(bool whole_crew, int status)
{
  if (!whole_crew) _exit(status);
  while (outbox.len) forget_sent();
  free(outbox.data);
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
