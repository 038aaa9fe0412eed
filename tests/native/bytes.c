/* Strings as bytes: literals, length, copying, reversing. */
#include "native.h"

static unsigned length(const char *s)
{
  unsigned n = 0;
  while (s[n]) n++;
  return n;
}

static void copy(char *to, const char *from)
{
  while ((*to++ = *from++)) continue;
}

static uint32_t hash(const char *s)
{
  uint32_t h = 5381;
  for (; *s; s++) h = h * 33 + (uint8_t)*s;
  return h;
}

static char buffer[16];

int main(void)
{
  const char *text = "warp and weft";
  SEE(length(text));
  SEE(hash(text));
  copy(buffer, text);
  for (unsigned i = 0, k = length(buffer) - 1; i < k; i++, k--) {
    char c = buffer[i];
    buffer[i] = buffer[k];
    buffer[k] = c;
  }
  SEE(hash(buffer));
  SEE(buffer[0]);
  SEE(text[5]);
  char local[] = "abc";
  local[1] = 'B';
  SEE(hash(local));
  SEE(sizeof local);
  SEE("xyz"[1]);
  DONE(0xc4669980u);
  return 0;
}
