// property: unreach-call
// expect: safe
// engines: bmc
// Many sums that could overflow beside many rounds that wait: too many pairs to put each round before each sum.
#include <pthread.h>

void reach_error(void);

enum { N = 12 };
struct line { int values[N], count; };
struct job { struct line *above, *mine; int length; };

struct line lines[N];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *compute(void *argument)
{
  struct job *job = argument;
  for (int i = 0; i < job->length; i++) {
    int value = 1, there = N;
    if (i > 0 && i < job->length - 1) {
      do {
        pthread_mutex_lock(&lock);
        there = job->above->count;
        if (there > i) value = job->above->values[i - 1] + job->above->values[i];
        pthread_mutex_unlock(&lock);
      } while (there <= i);
    }
    pthread_mutex_lock(&lock);
    job->mine->values[i] = value;
    job->mine->count = i + 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void)
{
  pthread_t thread[N];
  struct job jobs[N];
  int total = 0;
  for (int i = 0; i < N; i++) {
    jobs[i].above = i ? &lines[i - 1] : 0;
    jobs[i].mine = &lines[i];
    jobs[i].length = i + 1;
  }
  for (int i = 0; i < N; i++) pthread_create(&thread[i], 0, compute, &jobs[i]);
  for (int i = 0; i < N; i++) pthread_join(thread[i], 0);
  for (int i = 0; i < N; i++) total += lines[N - 1].values[i];
  if (total != 2048) reach_error();
  return 0;
}
