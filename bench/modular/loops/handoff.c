#include <assert.h>
#include <pthread.h>
int flag, value, sum;
void *sender(void *u)
{
  int v = 0;
  while (1) {
    while (flag != 0) ;
    if (v < 10) v = v + 1; else v = 1;
    value = v;
    flag = 1;
  }
}
void *receiver(void *u)
{
  while (1) {
    while (flag != 1) ;
    int v = value;
    assert(v >= 1 && v <= 10);
    value = 0;
    flag = 0;
  }
}
int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, receiver, 0);
  pthread_create(&b, 0, sender, 0);
  return 0;
}
