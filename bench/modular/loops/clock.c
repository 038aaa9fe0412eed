#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int clock_, copy, turn;
void *ticker(void *u)
{
  while (1) if (clock_ < 1000) clock_ = clock_ + 1;
}
void *copier(void *u)
{
  while (1) { int c = clock_; copy = c; }
}
void *reader(void *u)
{
  while (1) {
    int a = copy;
    int b = clock_;
    assert(a <= b);
    turn = a;
  }
}
int main(void)
{
  pthread_t a, b, c;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, copier, 0);
  pthread_create(&c, 0, ticker, 0);
  return 0;
}
