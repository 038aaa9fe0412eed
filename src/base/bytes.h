/* bytes.h - words and texts as bytes, for processes on the same machine that talk to each other. */
#ifndef HD_BASE_BYTES_H
#define HD_BASE_BYTES_H

#include "base/arena.h"

typedef HD_VEC(unsigned char) hd_bytes;

void hd_put_bytes(hd_bytes *b, const void *data, size_t size);
void hd_put(hd_bytes *b, uint64_t word);
void hd_put_text(hd_bytes *b, const char *text); /* NULL comes back as NULL */

/* Reading: past the end everything is 0 and `bad` stays set. */
typedef struct {
  const unsigned char *at, *end;
  bool bad;
} hd_reader;

bool hd_get_bytes(hd_reader *in, void *out, size_t size);
uint64_t hd_get(hd_reader *in);
uint32_t hd_get_u32(hd_reader *in);
uint32_t hd_get_below(hd_reader *in, uint32_t limit); /* a number below the limit */
uint32_t hd_get_count(hd_reader *in);                 /* of things that take at least a word each */
const char *hd_get_text(hd_reader *in, hd_arena *arena);

#endif
