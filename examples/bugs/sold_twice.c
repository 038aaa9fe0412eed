/* sold_twice.c - the check and the sale are two critical sections: there is no data race, and the stock is sold twice. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1, sold;

static int in_stock(void)
{
  pthread_mutex_lock(&lock);
  int n = stock;
  pthread_mutex_unlock(&lock);
  return n > 0;
}

static void *buy(void *unused)
{
  (void)unused;
  if (in_stock()) {
    pthread_mutex_lock(&lock);
    stock--;
    sold++;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, buy, NULL);
  pthread_create(&b, NULL, buy, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(stock >= 0);
  return 0;
}
