/* source_names.c - variables, places and values in the words of the source. */
#include <inttypes.h>

#include "program/text.h"

/* --- names through the layout of objects ------------------------------------------------ */

/* A slot's name with the indices put into its `[]`, outermost first; indices that have no
 * place there come at the end. Stops at `length`. */
static void print_path(FILE *out, const char *path, size_t length, const uint64_t *indices, unsigned n)
{
  unsigned used = 0;
  for (size_t i = 0; i < length; i++) {
    fputc(path[i], out);
    if (path[i] == '[' && path[i + 1] == ']' && used < n) fprintf(out, "%" PRIu64, indices[used++]);
  }
  for (; used < n; used++) fprintf(out, "[%" PRIu64 "]", indices[used]);
}

static void print_copy(FILE *out, const hd_object_info *o, uint64_t copy)
{
  fputs(o->name, out);
  if (o->copies > 1) fprintf(out, "#%" PRIu64, copy + 1);
}

static const hd_slot *find_slot(const hd_program *p, hd_var v, const hd_object_info **object)
{
  for (uint32_t i = 0; i < p->objects.len; i++) {
    *object = &p->objects.data[i];
    for (uint32_t s = 0; s < (*object)->n_slots; s++)
      if ((*object)->slots[s].var.id == v.id) return &(*object)->slots[s];
  }
  return NULL;
}

/* An element's name, where no object tells more: the variable's, with the index. */
static void print_plain_target(FILE *out, const hd_var_info *v, uint64_t index)
{
  print_path(out, v->name, strlen(v->name), &index, v->count ? 1 : 0);
}

uint64_t hd_slot_copy(const hd_slot *s, uint64_t index)
{
  for (unsigned i = s->n_dims; i-- > 0;) index /= s->dims[i].count;
  return index;
}

void hd_program_print_part(FILE *out, const hd_slot *s, uint64_t index)
{
  uint64_t indices[HD_MAX_DIMS];
  for (unsigned i = s->n_dims; i-- > 0;) {
    indices[i] = index % s->dims[i].count;
    index /= s->dims[i].count;
  }
  print_path(out, s->name, strlen(s->name), indices, s->n_dims);
}

void hd_program_print_target(FILE *out, const hd_program *p, hd_var var, uint64_t index)
{
  const hd_object_info *o;
  const hd_var_info *v = hd_var_get(p, var);
  const hd_slot *s = find_slot(p, var, &o);
  if (!s) {
    print_plain_target(out, v, index);
    return;
  }
  if (v->thread.id == HD_NONE)
    print_copy(out, o, hd_slot_copy(s, index));
  else
    fputs(o->name, out); /* the instance's own copy */
  hd_program_print_part(out, s, index);
}

/* --- addresses -------------------------------------------------------------------------- */

/* Does an element of the slot start at the offset? Then its indices. The address behind the
 * last element of an array is the array's too, as C has it. */
static bool slot_starts_at(const hd_slot *s, uint64_t offset, uint64_t size, uint64_t *indices)
{
  if (offset < s->offset) return false;
  uint64_t rest = offset - s->offset;
  for (unsigned i = 0; i < s->n_dims; i++) {
    indices[i] = s->dims[i].stride ? rest / s->dims[i].stride : 0;
    uint64_t last = s->dims[i].count - (i || offset < size ? 1u : 0u);
    if (indices[i] > last) return false;
    rest -= indices[i] * s->dims[i].stride;
  }
  return rest == 0 && (offset < size || s->n_dims);
}

/* Up to the path's last `[]`: what the slot is a field of. */
static size_t owner_length(const char *path)
{
  size_t n = strlen(path);
  while (n && path[n - 1] != ']') n--;
  return n;
}

/* The first field stands where its owner does; an address there is shown as the owner's. */
static bool is_first_field(const hd_object_info *o, const hd_slot *s, size_t owner)
{
  for (uint32_t i = 0; i < o->n_slots; i++) {
    const hd_slot *other = &o->slots[i];
    if (owner_length(other->name) == owner && !strncmp(other->name, s->name, owner) && other->offset < s->offset)
      return false;
  }
  return true;
}

void hd_program_print_offset(FILE *out, const hd_object_info *o, uint64_t offset)
{
  uint64_t indices[HD_MAX_DIMS];
  for (uint32_t i = 0; i < o->n_slots; i++) {
    const hd_slot *s = &o->slots[i];
    if (!slot_starts_at(s, offset, o->size, indices)) continue;
    size_t owner = owner_length(s->name);
    if (!is_first_field(o, s, owner)) owner = strlen(s->name);
    print_path(out, s->name, owner, indices, s->n_dims);
    return;
  }
  if (offset) fprintf(out, "+%" PRIu64, offset);
}

static void print_pointer(FILE *out, const hd_program *p, uint64_t address)
{
  if (!address) {
    fputs("NULL", out);
    return;
  }
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    if (address < o->base) continue;
    uint64_t distance = address - o->base, copy = o->stride ? distance / o->stride : 0;
    if (copy >= o->copies && copy) copy = o->copies - 1; /* perhaps one past the end of the last */
    uint64_t offset = distance - copy * o->stride;
    if (offset > o->size) continue;
    if (o->kind != HD_OBJ_THREAD) fputc('&', out);
    print_copy(out, o, copy);
    hd_program_print_offset(out, o, offset);
    return;
  }
  fprintf(out, "0x%" PRIx64, address);
}

/* --- values ------------------------------------------------------------------------------ */

static void print_char(FILE *out, uint64_t value, unsigned width)
{
  static const char plain[] = "\0\a\b\t\n\v\f\r\\'", escapes[] = "0abtnvfr\\'";
  const char *at = value < 128 ? memchr(plain, (int)value, sizeof plain - 1) : NULL;
  if (at)
    fprintf(out, "'\\%c'", escapes[at - plain]);
  else if (value >= 32 && value < 127)
    fprintf(out, "'%c'", (char)value);
  else
    fprintf(out, "%" PRId64, hd_signed(value, width));
}

/* The shortest text that reads back to the same number. */
static void print_double(FILE *out, double value)
{
  char text[64];
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  fputs(text, out);
}

static void print_single(FILE *out, float value)
{
  char text[64];
  for (int digits = 1; digits <= 9; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, (double)value);
    if (strtof(text, NULL) == value) break;
  }
  fputs(text, out);
}

static void print_float(FILE *out, uint64_t value, unsigned width)
{
  if (width == 64) {
    double d;
    memcpy(&d, &value, sizeof d);
    print_double(out, d);
  } else if (width == 32) {
    uint32_t bits = (uint32_t)value;
    float f;
    memcpy(&f, &bits, sizeof f);
    print_single(out, f);
  } else {
    fprintf(out, "0x%" PRIx64, value);
  }
}

void hd_program_print_value(FILE *out, const hd_program *p, hd_var var, uint64_t value)
{
  const hd_var_info *v = hd_var_get(p, var);
  bool truth = v->sort.kind == HD_SORT_BOOL || (v->show == HD_SHOW_BOOL && value <= 1);
  if (truth) {
    fputs(value ? "true" : "false", out);
    return;
  }
  switch (v->show) {
  case HD_SHOW_SIGNED: fprintf(out, "%" PRId64, hd_signed(value, v->sort.width)); break;
  case HD_SHOW_POINTER: print_pointer(out, p, value); break;
  case HD_SHOW_CHAR: print_char(out, value, v->sort.width); break;
  case HD_SHOW_FLOAT: print_float(out, value, v->sort.width); break;
  default: fprintf(out, "%" PRIu64, value);
  }
}
