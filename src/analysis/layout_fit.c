/* layout_fit.c - offsets, strides and rows: when an access falls exactly on elements of a slot. */
#include "analysis/layout_fit.h"

#include "analysis/points_to_value.h"

/* Progressions are taken to run in both directions without end: that only finds more
 * overlaps. `distance` is the access's start minus the element's. */
static hd_fit progression_fit(uint64_t distance, uint64_t stride, uint32_t element, uint32_t access)
{
  if (distance == 0) return element == access && access <= stride ? HD_FIT_EXACT : HD_FIT_MIXED;
  return distance < element || distance + access > stride ? HD_FIT_MIXED : HD_FIT_NONE;
}

static hd_fit constant_fit(int64_t distance, uint32_t element, uint32_t access)
{
  if (distance >= (int64_t)element || distance + (int64_t)access <= 0) return HD_FIT_NONE;
  return distance == 0 && element == access ? HD_FIT_EXACT : HD_FIT_MIXED;
}

static uint64_t difference_modulo(uint64_t a, uint64_t b, uint64_t m) /* (a - b) mod m */
{
  uint64_t x = a % m, y = b % m;
  return x >= y ? x - y : x + m - y;
}

hd_fit hd_element_fit(uint64_t offset, uint32_t bytes, hd_span span)
{
  if (!span.stride) return constant_fit((int64_t)(span.offset - offset), bytes, span.bytes);
  return progression_fit(difference_modulo(span.offset, offset, span.stride), span.stride, bytes, span.bytes);
}

/* A single offset on dimensions [d..): finds the row, goes on inside it. */
static hd_fit constant_in_rows(const hd_slot *s, unsigned d, int64_t distance, uint32_t access)
{
  for (; d < s->n_dims; d++) {
    int64_t stride = (int64_t)s->dims[d].stride, count = (int64_t)s->dims[d].count;
    if (count == 1) continue;
    int64_t row = distance < 0 ? 0 : distance / stride;
    if (row >= count) row = count - 1;
    distance -= row * stride;
    /* Reaching into the next row means meeting its first element. */
    if (row + 1 < count && distance + (int64_t)access > stride) return HD_FIT_MIXED;
  }
  return constant_fit(distance, hd_slot_bytes(s), access);
}

hd_fit hd_slot_fit(const hd_slot *s, hd_span span)
{
  if (!span.stride) return constant_in_rows(s, 0, (int64_t)(span.offset - s->offset), span.bytes);
  uint64_t stride = span.stride, distance = difference_modulo(span.offset, s->offset, stride);
  for (unsigned d = 0; d < s->n_dims; d++) {
    if (s->dims[d].count == 1) continue;
    uint64_t row = s->dims[d].stride;
    stride = hd_gcd(stride, row);
    distance %= stride;
    if (stride < row) continue;
    /* The same place in every row: a single offset from here on. */
    if (distance + span.bytes > row) return HD_FIT_MIXED;
    return constant_in_rows(s, d + 1, (int64_t)distance, span.bytes);
  }
  return progression_fit(distance, stride, hd_slot_bytes(s), span.bytes);
}

/* The distance of neighbouring elements; 0: there is one only. */
static uint64_t element_step(const hd_slot *s)
{
  for (unsigned d = s->n_dims; d-- > 0;)
    if (s->dims[d].count > 1) return s->dims[d].stride;
  return 0;
}

bool hd_slot_is_home(const hd_slot *s, hd_span span)
{
  uint64_t step = element_step(s);
  if (!span.stride || span.began == HD_NO_HOME || !step || span.stride % step) return false;
  hd_span start = {.offset = span.began, .bytes = span.bytes};
  return hd_slot_fit(s, start) == HD_FIT_EXACT && hd_slot_fit(s, span) == HD_FIT_EXACT;
}

/* Only an array without gaps is looked at. */
bool hd_slot_covers(const hd_slot *s, uint64_t object_size, hd_span span)
{
  uint64_t stride = 0, count = 1;
  for (unsigned d = s->n_dims; d-- > 0;) {
    if (s->dims[d].count == 1) continue;
    if (stride && s->dims[d].stride != stride * count) return false;
    if (!stride) stride = s->dims[d].stride;
    count *= s->dims[d].count;
  }
  if (!stride || span.stride % stride || span.offset < s->offset || (span.offset - s->offset) % stride) return false;
  uint64_t last = span.offset + (object_size - span.bytes - span.offset) / span.stride * span.stride;
  return last <= s->offset + stride * (count - 1);
}

bool hd_target_span(const hd_object_info *o, const hd_target *t, uint32_t bytes, hd_span *span)
{
  *span = (hd_span){t->offset, t->stride, bytes, t->home};
  if (o->size < bytes) return false;
  if (!t->stride) {
    if (t->offset >= o->stride * o->copies) return false; /* the negative ones too */
    span->offset = o->copies > 1 ? t->offset % o->stride : t->offset;
    return span->offset + bytes <= o->size;
  }
  if (o->copies > 1) {
    span->stride = hd_gcd(t->stride, o->stride);
    span->offset = t->offset % span->stride;
    if (span->stride == o->stride) span->stride = 0; /* the same place in every copy */
    if (span->began < o->stride * o->copies) span->began %= o->stride;
  }
  if (span->offset + bytes > o->size) return false;
  if (span->offset + span->stride + bytes > o->size) span->stride = 0; /* one place only */
  /* Bytes walked over from an object's start may be those of the whole object. */
  bool whole = t->walk && bytes == 1 && span->began == 0;
  if (!span->stride || whole) span->began = HD_NO_HOME;
  return true;
}
