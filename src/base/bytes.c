/* bytes.c - numbers in the machine's own order; reading past the end marks the reader as failed. */
#include "base/bytes.h"

void hd_put_bytes(hd_bytes *b, const void *data, size_t size)
{
  hd_vec_reserve(b, b->len + (uint32_t)size);
  if (size) memcpy(b->data + b->len, data, size);
  b->len += (uint32_t)size;
}

void hd_put(hd_bytes *b, uint64_t word)
{
  hd_put_bytes(b, &word, sizeof word);
}

/* In place of a length. */
static const uint64_t NO_TEXT = UINT64_MAX;

void hd_put_text(hd_bytes *b, const char *text)
{
  size_t n = text ? strlen(text) : 0;
  hd_put(b, text ? n : NO_TEXT);
  hd_put_bytes(b, text, n);
}

bool hd_get_bytes(hd_reader *in, void *out, size_t size)
{
  if (in->bad || (size_t)(in->end - in->at) < size) {
    in->bad = true;
    return false;
  }
  memcpy(out, in->at, size);
  in->at += size;
  return true;
}

uint64_t hd_get(hd_reader *in)
{
  uint64_t word = 0;
  hd_get_bytes(in, &word, sizeof word);
  return word;
}

uint32_t hd_get_u32(hd_reader *in)
{
  uint64_t word = hd_get(in);
  if (word > UINT32_MAX) in->bad = true;
  return (uint32_t)word;
}

uint32_t hd_get_below(hd_reader *in, uint32_t limit)
{
  uint32_t n = hd_get_u32(in);
  if (n >= limit) in->bad = true;
  return in->bad ? 0 : n;
}

uint32_t hd_get_count(hd_reader *in)
{
  uint64_t n = hd_get(in);
  if (n > (size_t)(in->end - in->at) / sizeof(uint64_t)) in->bad = true;
  return in->bad ? 0 : (uint32_t)n;
}

const char *hd_get_text(hd_reader *in, hd_arena *arena)
{
  uint64_t n = hd_get(in);
  if (!in->bad && n == NO_TEXT) return NULL;
  if (in->bad || n > (size_t)(in->end - in->at)) {
    in->bad = true;
    return "";
  }
  const char *text = hd_arena_strndup(arena, (const char *)in->at, (size_t)n);
  in->at += n;
  return text;
}
