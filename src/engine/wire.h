/* wire.h - a result as bytes, from an engine's process to its parent. */
#ifndef HD_ENGINE_WIRE_H
#define HD_ENGINE_WIRE_H

#include "base/bytes.h"
#include "engine/engine.h"

/* Of a result for this subject. The caller frees the bytes. */
unsigned char *hd_wire_pack(const hd_result *r, hd_subject s, size_t *size);

/* Fills *r (initialized). False when the bytes are not a whole result for this subject:
 * a child that died while writing is not believed. */
bool hd_wire_unpack(const unsigned char *data, size_t size, hd_subject s, hd_result *r);

/* A cause alone; its texts are read into the arena. */
void hd_put_cause(hd_bytes *b, const hd_cause *c);
void hd_get_cause(hd_reader *in, hd_arena *arena, hd_cause *c);

#endif
