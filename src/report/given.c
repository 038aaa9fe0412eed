/* given.c - reads arguments and variables of the environment from the objects that stand for them in the model
 * (frontend/c/arguments.c): `argv[2]`, a text or the number in it, and `getenv(HOME)`. */
#include "report/given.h"

#include <inttypes.h>

#include "trace/interp.h"

typedef struct {
  FILE *out;
  const hd_program *p;
  hd_state *start; /* the initial state of the trace */
} given_writer;

static const hd_object_info *find_object(const hd_program *p, const char *name)
{
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    if (o->kind == HD_OBJ_GLOBAL && o->pos.file == HD_NONE && strcmp(o->name, name) == 0) return o;
  }
  return NULL;
}

static const hd_object_info *find_argument(const hd_program *p, uint32_t i)
{
  char name[32];
  snprintf(name, sizeof name, "argv[%u]", i);
  return find_object(p, name);
}

/* --- bytes at the start ---------------------------------------------------------------------------------- */

/* Where the element of the slot lies in its object, of which there is one copy. */
static uint64_t element_offset(const hd_slot *s, uint64_t index)
{
  uint64_t offset = s->offset;
  for (unsigned d = s->n_dims; d-- > 0;) {
    offset += index % s->dims[d].count * s->dims[d].stride;
    index /= s->dims[d].count;
  }
  return offset;
}

static void copy_slot(const given_writer *w, const hd_object_info *o, const hd_slot *s, uint8_t *bytes)
{
  uint64_t count = 1;
  if (s->var.id == HD_NONE) return;
  for (unsigned d = 0; d < s->n_dims; d++) count *= s->dims[d].count;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t at = element_offset(s, i), value = hd_state_read(w->start, s->var, 0, i);
    for (unsigned k = 0; k < s->width / 8u && at + k < o->size; k++) bytes[at + k] = (uint8_t)(value >> (8 * k));
  }
}

/* What no step of the model looks at is 0. The caller frees it. */
static uint8_t *bytes_at_start(const given_writer *w, const hd_object_info *o)
{
  uint8_t *bytes = hd_alloc(o->size + 1, 1);
  if (!o->any && o->init) memcpy(bytes, o->init, o->size);
  for (uint32_t i = 0; o->any && i < o->n_slots; i++) copy_slot(w, o, &o->slots[i], bytes);
  return bytes;
}

/* --- tables ------------------------------------------------------------------------------------------------ */

static void print_bytes(FILE *out, const uint8_t *bytes, uint64_t n)
{
  fputc('"', out);
  for (uint64_t i = 0; i < n; i++) {
    bool plain = bytes[i] >= ' ' && bytes[i] < 127 && !strchr("\"\\?", bytes[i]);
    fprintf(out, plain ? "%c" : "\\%03o", bytes[i]);
  }
  fputc('"', out);
}

static void print_text_row(given_writer *w, const char *name, const hd_object_info *o)
{
  uint8_t *bytes = bytes_at_start(w, o);
  bytes[o->size - 1] = 0;
  fprintf(w->out, "  {\"%s\", ", name);
  print_bytes(w->out, bytes, o->size - 1);
  fprintf(w->out, ", %" PRIu64 ", 0},\n", o->size);
  free(bytes);
}

static void print_number_row(given_writer *w, const char *name, const hd_object_info *o)
{
  int64_t number;
  char text[32];
  uint8_t *bytes = bytes_at_start(w, o);
  memcpy(&number, bytes, sizeof number);
  int length = snprintf(text, sizeof text, "%" PRId64, number);
  fprintf(w->out, "  {\"%s\", \"%s\", %d, %" PRIu64 "ull},\n", name, text, length + 1, (uint64_t)number);
  free(bytes);
}

/* A number lies where a text would be if the program asks for nothing else. */
static bool is_number(const hd_object_info *o)
{
  return o->size == 8 && o->n_slots == 1 && !o->slots[0].n_dims && o->slots[0].width == 64;
}

static uint32_t print_arguments(given_writer *w)
{
  uint32_t n = 0;
  const hd_object_info *o;
  fputs("static const hd_given hd_arguments[] = {\n", w->out);
  for (; (o = find_argument(w->p, n)) != NULL; n++) (is_number(o) ? print_number_row : print_text_row)(w, o->name, o);
  fputs("  {0}};\n", w->out);
  return n;
}

/* Where the trace chooses argc, 0 stands for 1 if there are arguments to read. */
static uint32_t count_of_arguments(const given_writer *w, uint32_t n)
{
  hd_var var = hd_program_find_var(w->p, "main::argc");
  if (var.id == HD_NONE || !hd_var_get(w->p, var)->any) return n ? n : 1;
  uint32_t count = (uint32_t)hd_state_read(w->start, var, 0, 0);
  return count || !find_object(w->p, "argv") ? count : 1;
}

static bool is_set(const given_writer *w, const char *name)
{
  char known_as[256];
  snprintf(known_as, sizeof known_as, "(%s is set)", name);
  hd_var var = hd_program_find_var(w->p, known_as);
  return var.id != HD_NONE && hd_state_read(w->start, var, 0, 0);
}

static void print_environment(given_writer *w)
{
  static const char opening[] = "getenv(";
  fputs("static const hd_given hd_environment[] = {\n", w->out);
  for (uint32_t i = 0; i < w->p->objects.len; i++) {
    const hd_object_info *o = &w->p->objects.data[i];
    if (strncmp(o->name, opening, strlen(opening)) != 0) continue;
    char *name = hd_strdup(o->name + strlen(opening));
    name[strlen(name) - 1] = '\0';
    if (is_set(w, name)) print_text_row(w, name, o);
    free(name);
  }
  fputs("  {0}};\n", w->out);
}

void hd_report_given(FILE *out, const hd_program *p, const hd_trace *t)
{
  given_writer w = {out, p, hd_state_new(p, t)};
  uint32_t n = print_arguments(&w);
  fprintf(out, "enum { HD_ARGUMENTS = %u, HD_ARGC = %u };\n", n, count_of_arguments(&w, n));
  print_environment(&w);
  hd_state_free(w.start);
}
