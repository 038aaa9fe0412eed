/* A ring buffer and a small hash table. */
#include "native.h"

enum { SIZE = 4, SLOTS = 8 };
struct ring {
  uint8_t data[SIZE];
  unsigned head, count;
};
static struct ring ring;
static int keys[SLOTS], values[SLOTS];

static int put(struct ring *r, uint8_t value)
{
  if (r->count == SIZE) return 0;
  r->data[(r->head + r->count++) % SIZE] = value;
  return 1;
}

static int take(struct ring *r)
{
  if (!r->count) return -1;
  int value = r->data[r->head];
  r->head = (r->head + 1) % SIZE;
  r->count--;
  return value;
}

static void store(int key, int value)
{
  unsigned i = (unsigned)key * 2654435761u % SLOTS;
  while (keys[i] && keys[i] != key) i = (i + 1) % SLOTS;
  keys[i] = key;
  values[i] = value;
}

int main(void)
{
  for (int i = 0; i < 6; i++) SEE(put(&ring, (uint8_t)(i * 40)));
  SEE(take(&ring));
  SEE(take(&ring));
  SEE(put(&ring, 7));
  while (ring.count) SEE(take(&ring));
  SEE(take(&ring));
  for (int i = 1; i < 6; i++) store(i * 8, i);
  store(16, 99);
  for (int i = 0; i < SLOTS; i++) SEE(keys[i] * 1000 + values[i]);
  DONE(0x5d93aac3u);
  return 0;
}
