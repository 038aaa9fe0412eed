// property: no-data-race
// expect: unsafe
// engines: auto explicit
// The arguments are those of the function that takes any number of them.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

char text[4] = "abc";

void say(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vprintf(format, args);
  va_end(args);
}

void *writer(void *arg)
{
  text[1] = 'x';
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  say("%d %s\n", 3, text);
  pthread_join(t, NULL);
  return 0;
}
