/* With a suitable argument, main and the thread write at the same time. */
#include <pthread.h>
#include <stdlib.h>

static int level;

static void *raise_to(void *wanted)
{
  level = *(int *)wanted;
  return NULL;
}

int main(int argc, char **argv)
{
  int wanted = argc > 1 ? atoi(argv[1]) : 0;
  pthread_t t;
  if (wanted != 7) return 1;
  pthread_create(&t, NULL, raise_to, &wanted);
  level = 2;
  pthread_join(t, NULL);
  return 0;
}
