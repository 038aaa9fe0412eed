/* print.c - the textual form that parse.c reads back. */
#include "program/text.h"
#include "program/words.h"

#include <inttypes.h>

/* Names are encoded once, so that terms can mention them as they are printed. */
typedef struct {
  FILE *out;
  const hd_program *p;
  hd_arena arena;
  const char **vars, **threads;
} printer;

static void print_string(FILE *out, const char *text)
{
  fputc('"', out);
  for (const unsigned char *s = (const unsigned char *)text; *s; s++) {
    if (*s == '"' || *s == '\\')
      fprintf(out, "\\%c", *s);
    else if (*s < 32 || *s == 127)
      fprintf(out, "\\x%02x", *s);
    else
      fputc(*s, out);
  }
  fputc('"', out);
}

static void print_pos(FILE *out, hd_pos pos)
{
  if (pos.file != HD_NONE) fprintf(out, " @%" PRIu32 ":%" PRIu32 ":%" PRIu32, pos.file, pos.line, pos.column);
}

static void print_frame_id(FILE *out, uint32_t frame)
{
  if (frame != HD_NONE) fprintf(out, " frame %" PRIu32, frame);
}

static void print_quoted(FILE *out, const char *word, const char *text)
{
  if (!text) return;
  fprintf(out, " %s%s", word, *word ? " " : "");
  print_string(out, text);
}

static void print_var_ref(const printer *pr, const char *word, hd_var v)
{
  if (v.id != HD_NONE) fprintf(pr->out, " %s %s", word, pr->vars[v.id]);
}

static const char *name_of(void *context, uint32_t symbol)
{
  const printer *pr = context;
  HD_CHECK(symbol < pr->p->vars.len);
  return pr->vars[symbol];
}

static bool is_signed(void *context, uint32_t symbol)
{
  return ((const printer *)context)->p->vars.data[symbol].show == HD_SHOW_SIGNED;
}

static void print_term(const printer *pr, hd_term t)
{
  hd_names names = {.name = name_of, .is_signed = is_signed, .context = (void *)pr};
  hd_term_print(pr->out, pr->p->terms, t, &names);
}

/* --- what comes before the graphs ------------------------------------------------------ */

static void print_head(const printer *pr)
{
  const hd_program *p = pr->p;
  fprintf(pr->out, "program%s pointer %u %s\n", p->raw ? " raw" : "", p->pointer_width,
          p->little_endian ? "little" : "big");
  for (uint32_t i = 0; i < p->files.len; i++) {
    fprintf(pr->out, "file %" PRIu32, i);
    print_quoted(pr->out, "", p->files.data[i]);
    fputc('\n', pr->out);
  }
  for (uint32_t i = 0; i < p->frames.len; i++) {
    const hd_frame *f = &p->frames.data[i];
    fprintf(pr->out, "frame %" PRIu32, i);
    print_quoted(pr->out, "", f->function);
    print_pos(pr->out, f->call);
    if (f->parent != HD_NONE) fprintf(pr->out, " in %" PRIu32, f->parent);
    fputc('\n', pr->out);
  }
}

static void print_thread(const printer *pr, uint32_t id)
{
  const hd_thread_info *t = &pr->p->threads.data[id];
  fprintf(pr->out, "thread %s entry L%" PRIu32 " instances %" PRIu32 "%s", pr->threads[id], t->entry.id, t->instances,
          t->replicated ? " replicated" : "");
  print_var_ref(pr, "self", t->self);
  print_var_ref(pr, "status", t->status);
  print_pos(pr->out, t->pos);
  fputc('\n', pr->out);
}

/* Values up to the last that is not zero, but at least one. */
static void print_init(const printer *pr, const hd_var_info *v)
{
  uint32_t n = v->init ? hd_var_elements(v) : 0;
  while (n && !v->init[n - 1]) n--;
  fputs(n ? " =" : " = 0", pr->out);
  for (uint32_t i = 0; i < n; i++) fprintf(pr->out, " %" PRIu64, v->init[i]);
}

static void print_var(const printer *pr, uint32_t id)
{
  const hd_var_info *v = &pr->p->vars.data[id];
  fprintf(pr->out, "var %s : ", pr->vars[id]);
  if (v->sort.kind == HD_SORT_BOOL)
    fputs("bool", pr->out);
  else
    fprintf(pr->out, "bv%u", v->sort.width);
  if (v->count) fprintf(pr->out, "[%" PRIu32 "]", v->count);
  if (v->thread.id == HD_NONE)
    fputs(" shared", pr->out);
  else
    fprintf(pr->out, " local %s", pr->threads[v->thread.id]);
  fprintf(pr->out, " %s %s", hd_role_words[v->role], hd_show_words[v->show]);
  if (v->any)
    fputs(" any", pr->out);
  else
    print_init(pr, v);
  print_pos(pr->out, v->pos);
  fputc('\n', pr->out);
}

static void print_slot(const printer *pr, const hd_slot *s)
{
  fputs("  slot ", pr->out);
  print_string(pr->out, s->name);
  fprintf(pr->out, " at %" PRIu64 " width %u %s", s->offset, s->width, hd_show_words[s->show]);
  for (unsigned i = 0; i < s->n_dims; i++)
    fprintf(pr->out, " times %" PRIu32 " step %" PRIu64, s->dims[i].count, s->dims[i].stride);
  print_var_ref(pr, "var", s->var);
  fputc('\n', pr->out);
}

static void print_bytes(FILE *out, const uint8_t *bytes, uint64_t n)
{
  while (n && !bytes[n - 1]) n--;
  if (n) fputs(" init ", out);
  for (uint64_t i = 0; i < n; i++) fprintf(out, "%02x", bytes[i]);
}

static void print_object(printer *pr, const hd_object_info *o)
{
  fprintf(pr->out, "object %s %s base 0x%" PRIx64 " size %" PRIu64 " stride %" PRIu64 " copies %" PRIu32,
          hd_name_encode(&pr->arena, o->name), hd_object_words[o->kind], o->base, o->size, o->stride, o->copies);
  if (o->constant) fputs(" constant", pr->out);
  if (o->any)
    fputs(" any", pr->out);
  else if (o->init)
    print_bytes(pr->out, o->init, o->size);
  print_var_ref(pr, "alive", o->alive);
  print_var_ref(pr, "extent", o->extent);
  if (o->extent.id != HD_NONE) fprintf(pr->out, " grain %" PRIu64, o->grain);
  print_pos(pr->out, o->pos);
  fputc('\n', pr->out);
  for (uint32_t i = 0; i < o->n_slots; i++) print_slot(pr, &o->slots[i]);
}

/* --- the graphs ------------------------------------------------------------------------ */

static void print_loc(const printer *pr, uint32_t id)
{
  const hd_loc_info *l = &pr->p->locs.data[id];
  fprintf(pr->out, "loc L%" PRIu32 " %s", id, pr->threads[l->thread.id]);
  if (l->atomic) fputs(" atomic", pr->out);
  if (l->kind != HD_LOC_NORMAL) fprintf(pr->out, " %s", hd_loc_words[l->kind]);
  if (l->kind == HD_LOC_BOUND) fprintf(pr->out, " %s", hd_limit_words[l->limit]);
  print_quoted(pr->out, "", l->reason);
  print_pos(pr->out, l->pos);
  print_frame_id(pr->out, l->frame);
  fputc('\n', pr->out);
}

static void print_assign(const printer *pr, const hd_assign *a)
{
  if (a->var.id == HD_NONE)
    fprintf(pr->out, "mem%u", a->width);
  else
    fputs(pr->vars[a->var.id], pr->out);
  if (hd_term_is(a->index)) {
    fputc('[', pr->out);
    print_term(pr, a->index);
    fputc(']', pr->out);
  }
  fputs(" := ", pr->out);
  if (hd_term_is(a->value))
    print_term(pr, a->value);
  else
    fputs("any", pr->out);
}

static void print_edge(const printer *pr, const hd_edge_info *e)
{
  fprintf(pr->out, "edge L%" PRIu32 " -> L%" PRIu32, e->from.id, e->to.id);
  if (hd_term_is(e->guard)) {
    fputs(" when ", pr->out);
    print_term(pr, e->guard);
  }
  if (e->kind == HD_EDGE_ASSERT) {
    fprintf(pr->out, " assert %s ", hd_check_table[e->check].word);
    print_term(pr, e->cond);
  }
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    fputs(i ? ", " : " do ", pr->out);
    print_assign(pr, &e->assigns[i]);
  }
  if (e->access != HD_ACCESS_PLAIN) fprintf(pr->out, " access %s", hd_access_words[e->access]);
  print_quoted(pr->out, "label", e->label);
  print_pos(pr->out, e->pos);
  print_frame_id(pr->out, e->frame);
  fputc('\n', pr->out);
}

void hd_program_print(FILE *out, const hd_program *p)
{
  printer pr = {.out = out, .p = p};
  hd_arena_init(&pr.arena);
  pr.vars = hd_arena_alloc(&pr.arena, (p->vars.len + 1) * sizeof *pr.vars);
  pr.threads = hd_arena_alloc(&pr.arena, (p->threads.len + 1) * sizeof *pr.threads);
  for (uint32_t i = 0; i < p->vars.len; i++) pr.vars[i] = hd_name_encode(&pr.arena, p->vars.data[i].name);
  for (uint32_t i = 0; i < p->threads.len; i++) pr.threads[i] = hd_name_encode(&pr.arena, p->threads.data[i].name);
  print_head(&pr);
  for (uint32_t i = 0; i < p->threads.len; i++) print_thread(&pr, i);
  for (uint32_t i = 0; i < p->vars.len; i++) print_var(&pr, i);
  for (uint32_t i = 0; i < p->objects.len; i++) print_object(&pr, &p->objects.data[i]);
  for (uint32_t i = 0; i < p->locs.len; i++) print_loc(&pr, i);
  for (uint32_t i = 0; i < p->edges.len; i++) print_edge(&pr, &p->edges.data[i]);
  hd_arena_clear(&pr.arena);
}
