/* parse.c - the reader of the textual form, a function for each kind of line. */
#include "program/parse_fields.h"
#include "program/text.h"
#include "program/words.h"

/* --- program, file, frame ------------------------------------------------------------------ */

static bool read_head(hd_parser *ps)
{
  static const char *const widths[] = {"32", "64"}, *const orders[] = {"big", "little"};
  unsigned width, order;
  if (!hd_reader_expect(&ps->r, "program")) return false;
  ps->p->raw = hd_reader_accept(&ps->r, "raw");
  if (!hd_reader_expect(&ps->r, "pointer") || !hd_reader_choice(&ps->r, HD_WORDS(widths), "32 or 64", &width) ||
      !hd_reader_choice(&ps->r, HD_WORDS(orders), "`little` or `big`", &order))
    return false;
  ps->p->pointer_width = width ? 64 : 32;
  ps->p->little_endian = order;
  hd_parser_note_line(ps, HD_PART_PROGRAM);
  return hd_parse_end(ps);
}

/* The number of a file, a frame or a location: they follow each other from 0. */
static bool read_number(hd_parser *ps, uint32_t next)
{
  uint32_t id;
  if (!hd_reader_u32(&ps->r, UINT32_MAX, &id)) return false;
  return id == next || hd_reader_fail_at(&ps->r, ps->r.token, "expected number %u, as numbers follow each other", next);
}

static bool read_file(hd_parser *ps)
{
  const char *path;
  uint32_t next = ps->p->files.len;
  if (!read_number(ps, next) || !hd_reader_string(&ps->r, &path)) return false;
  if (hd_program_add_file(ps->p, path) != next)
    return hd_reader_fail_at(&ps->r, ps->r.token, "the file is listed twice");
  return hd_parse_end(ps);
}

static bool read_frame(hd_parser *ps)
{
  static const hd_line_clause clauses[] = {
      {HD_ONE("@"), hd_parse_pos, offsetof(hd_frame, call), false},
      {HD_ONE("in"), hd_parse_frame, offsetof(hd_frame, parent), false},
  };
  hd_frame f = {.call = HD_NO_POS, .parent = HD_NONE};
  if (!read_number(ps, ps->p->frames.len) || !hd_reader_string(&ps->r, &f.function) ||
      !hd_parse_clauses(ps, clauses, HD_COUNT(clauses), &f))
    return false;
  hd_program_add_frame(ps->p, f);
  hd_parser_note_line(ps, HD_PART_FRAME);
  return true;
}

/* --- thread -------------------------------------------------------------------------------- */

typedef struct {
  hd_thread_info info;
  hd_thread_refs refs;
} thread_line;

static bool read_thread(hd_parser *ps)
{
  static const hd_line_clause clauses[] = {
      {HD_ONE("entry"), hd_parse_loc, offsetof(thread_line, info.entry), false},
      {HD_ONE("instances"), hd_parse_instances, offsetof(thread_line, info.instances), false},
      {HD_ONE("replicated"), hd_parse_flag, offsetof(thread_line, info.replicated), false},
      {HD_ONE("self"), hd_parse_var_name, offsetof(thread_line, refs.self), false},
      {HD_ONE("status"), hd_parse_var_name, offsetof(thread_line, refs.status), false},
      {HD_ONE("@"), hd_parse_pos, offsetof(thread_line, info.pos), false},
  };
  thread_line t = {.refs.line = ps->r.number};
  t.info =
      (hd_thread_info){.entry = HD_NO_LOC, .instances = 1, .self = HD_NO_VAR, .status = HD_NO_VAR, .pos = HD_NO_POS};
  if (!hd_reader_name(&ps->r, "a thread's name", &t.info.name)) return false;
  if (hd_program_find_thread(ps->p, t.info.name).id != HD_NONE)
    return hd_reader_fail_at(&ps->r, ps->r.token, "there is a thread `%s` already", t.info.name);
  if (!hd_parse_clauses(ps, clauses, HD_COUNT(clauses), &t)) return false;
  if (t.info.entry.id == HD_NONE) return hd_reader_fail(&ps->r, "expected `entry` and a location");
  hd_program_add_thread(ps->p, t.info);
  hd_vec_push(&ps->refs, t.refs);
  hd_parser_note_line(ps, HD_PART_THREAD);
  return true;
}

static bool resolve_ref(hd_parser *ps, const char *name, uint32_t line, hd_var *v)
{
  if (!name) return true;
  *v = hd_program_find_var(ps->p, name);
  if (v->id != HD_NONE) return true;
  hd_diags_add(ps->r.diags, HD_ERROR, (hd_place){.file = ps->r.name, .line = line, .column = 1},
               "there is no variable `%s`", name);
  return false;
}

static bool resolve_refs(hd_parser *ps)
{
  for (uint32_t i = 0; i < ps->refs.len; i++) {
    const hd_thread_refs *refs = &ps->refs.data[i];
    hd_thread_info *t = &ps->p->threads.data[i];
    if (!resolve_ref(ps, refs->self, refs->line, &t->self)) return false;
    if (!resolve_ref(ps, refs->status, refs->line, &t->status)) return false;
  }
  return true;
}

/* --- var ----------------------------------------------------------------------------------- */

static bool read_sort(hd_parser *ps, hd_var_info *v)
{
  uint32_t width;
  if (hd_reader_accept(&ps->r, "bool")) {
    v->sort = HD_BOOL;
    v->show = HD_SHOW_BOOL;
    return true;
  }
  hd_reader_at_end(&ps->r);
  if (strncmp(ps->r.at, "bv", 2) != 0) return hd_reader_fail(&ps->r, "expected `bool` or `bv` and a width");
  ps->r.at += 2;
  if (!hd_reader_u32(&ps->r, 64, &width)) return false;
  if (!width) return hd_reader_fail_at(&ps->r, ps->r.token, "a bit-vector has 1 to 64 bits");
  v->sort = HD_BV(width);
  if (!hd_reader_accept(&ps->r, "[")) return true;
  if (!hd_reader_u32(&ps->r, HD_MAX_ELEMENTS, &v->count) || !hd_reader_expect(&ps->r, "]")) return false;
  return v->count || hd_reader_fail(&ps->r, "an array has at least one element");
}

/* Values up to the last that is not zero; memory is taken for the first such. */
static bool get_init(hd_parser *ps, void *field, unsigned word)
{
  hd_var_info *v = field;
  uint64_t *values = NULL, value;
  (void)word;
  for (uint32_t i = 0; i < hd_var_elements(v); i++) {
    hd_reader_at_end(&ps->r);
    if (i && !(*ps->r.at >= '0' && *ps->r.at <= '9')) break;
    if (!hd_reader_u64(&ps->r, hd_mask(v->sort.width), &value)) return false;
    if (!value) continue;
    if (!values && !(values = hd_parser_take_init(ps, hd_var_elements(v), sizeof *values))) return false;
    values[i] = value;
  }
  v->init = values;
  return true;
}

static bool read_var(hd_parser *ps)
{
  static const hd_line_clause clauses[] = {
      {HD_ONE("="), get_init, 0, false},
      {HD_ONE("any"), hd_parse_flag, offsetof(hd_var_info, any), false},
      {HD_ONE("shared"), hd_parse_nothing, 0, false},
      {HD_ONE("local"), hd_parse_thread, offsetof(hd_var_info, thread), false},
      {HD_ONE_OF(hd_role_words), hd_parse_word, offsetof(hd_var_info, role), false},
      {HD_ONE_OF(hd_show_words), hd_parse_word, offsetof(hd_var_info, show), false},
      {HD_ONE("@"), hd_parse_pos, offsetof(hd_var_info, pos), false},
  };
  hd_var_info v = {.thread = HD_NO_THREAD, .pos = HD_NO_POS};
  if (!hd_reader_name(&ps->r, "a variable's name", &v.name)) return false;
  if (hd_program_find_var(ps->p, v.name).id != HD_NONE)
    return hd_reader_fail_at(&ps->r, ps->r.token, "there is a variable `%s` already", v.name);
  if (!hd_reader_expect(&ps->r, ":") || !read_sort(ps, &v)) return false;
  if (!hd_parse_clauses(ps, clauses, HD_COUNT(clauses), &v)) return false;
  hd_program_add_var(ps->p, v);
  hd_parser_note_line(ps, HD_PART_VAR);
  return true;
}

/* --- object and slot ----------------------------------------------------------------------- */

static int hex_value(char c)
{
  return c <= '9' ? c - '0' : c - 'a' + 10;
}

static bool get_bytes(hd_parser *ps, void *field, unsigned word)
{
  hd_object_info *o = field;
  (void)word;
  hd_reader_at_end(&ps->r);
  const char *digits = ps->r.at;
  size_t n = strspn(digits, "0123456789abcdef");
  if (!n || n % 2) return hd_reader_fail(&ps->r, "expected bytes of two hexadecimal digits each");
  if (n / 2 > o->size) return hd_reader_fail(&ps->r, "more bytes than the size, which must be given before them");
  uint8_t *bytes = hd_parser_take_init(ps, o->size, 1);
  if (!bytes) return false;
  for (size_t i = 0; i < n; i += 2) bytes[i / 2] = (uint8_t)(hex_value(digits[i]) << 4 | hex_value(digits[i + 1]));
  ps->r.at += n;
  o->init = bytes;
  return true;
}

/* The slots read since the last object belong to it. */
static void close_object(hd_parser *ps)
{
  if (!ps->slots.len) return;
  hd_object_info *o = &hd_vec_last(&ps->p->objects);
  o->slots = hd_arena_copy(&ps->p->arena, ps->slots.data, ps->slots.len * sizeof *ps->slots.data);
  o->n_slots = ps->slots.len;
  ps->slots.len = 0;
}

static bool read_object(hd_parser *ps)
{
  static const hd_line_clause clauses[] = {
      {HD_ONE("base"), hd_parse_u64, offsetof(hd_object_info, base), false},
      {HD_ONE("size"), hd_parse_u64, offsetof(hd_object_info, size), false},
      {HD_ONE("stride"), hd_parse_u64, offsetof(hd_object_info, stride), false},
      {HD_ONE("copies"), hd_parse_count, offsetof(hd_object_info, copies), false},
      {HD_ONE("constant"), hd_parse_flag, offsetof(hd_object_info, constant), false},
      {HD_ONE("any"), hd_parse_flag, offsetof(hd_object_info, any), false},
      {HD_ONE("init"), get_bytes, 0, false},
      {HD_ONE("alive"), hd_parse_var, offsetof(hd_object_info, alive), false},
      {HD_ONE("extent"), hd_parse_var, offsetof(hd_object_info, extent), false},
      {HD_ONE("grain"), hd_parse_u64, offsetof(hd_object_info, grain), false},
      {HD_ONE("@"), hd_parse_pos, offsetof(hd_object_info, pos), false},
  };
  hd_object_info o = {.copies = 1, .stride = UINT64_MAX, .alive = HD_NO_VAR, .extent = HD_NO_VAR, .pos = HD_NO_POS};
  unsigned kind;
  if (!hd_reader_name(&ps->r, "an object's name", &o.name)) return false;
  const char *name = ps->r.token;
  if (!hd_reader_choice(&ps->r, HD_WORDS(hd_object_words), "the object's kind, such as `global`", &kind)) return false;
  o.kind = (hd_object_kind)kind;
  if (!hd_parse_clauses(ps, clauses, HD_COUNT(clauses), &o)) return false;
  if (o.stride == UINT64_MAX) o.stride = o.size;
  close_object(ps);
  hd_object made = hd_program_add_object(ps->p, o);
  hd_object_get(ps->p, made)->extent = o.extent;
  hd_parser_note_line(ps, HD_PART_OBJECT);
  return strcmp(hd_object_get(ps->p, made)->name, o.name) == 0 ||
         hd_reader_fail_at(&ps->r, name, "there is an object `%s` already", o.name);
}

static bool get_width(hd_parser *ps, void *field, unsigned word)
{
  uint32_t width;
  (void)word;
  if (!hd_reader_u32(&ps->r, 64, &width)) return false;
  *(uint8_t *)field = (uint8_t)width;
  return true;
}

static bool get_dim(hd_parser *ps, void *field, unsigned word)
{
  hd_slot *s = field;
  (void)word;
  if (s->n_dims == HD_MAX_DIMS) return hd_reader_fail(&ps->r, "a slot has at most %d dimensions", HD_MAX_DIMS);
  unsigned i = s->n_dims++;
  return hd_reader_u32(&ps->r, UINT32_MAX, &s->dims[i].count) && hd_reader_expect(&ps->r, "step") &&
         hd_reader_u64(&ps->r, UINT64_MAX, &s->dims[i].stride);
}

static bool read_slot(hd_parser *ps)
{
  static const hd_line_clause clauses[] = {
      {HD_ONE("at"), hd_parse_u64, offsetof(hd_slot, offset), false},
      {HD_ONE("width"), get_width, offsetof(hd_slot, width), false},
      {HD_ONE_OF(hd_show_words), hd_parse_word, offsetof(hd_slot, show), false},
      {HD_ONE("times"), get_dim, 0, true},
      {HD_ONE("var"), hd_parse_var, offsetof(hd_slot, var), false},
  };
  hd_slot s = {.var = HD_NO_VAR};
  if (!ps->p->objects.len) return hd_reader_fail(&ps->r, "expected an `object` line before its slots");
  if (!hd_reader_string(&ps->r, &s.name) || !hd_parse_clauses(ps, clauses, HD_COUNT(clauses), &s)) return false;
  s.name = hd_program_text(ps->p, s.name);
  hd_vec_push(&ps->slots, s);
  return true;
}

/* --- loc ----------------------------------------------------------------------------------- */

static bool get_kind(hd_parser *ps, void *field, unsigned word)
{
  hd_loc_info *l = field;
  unsigned limit;
  l->kind = (hd_loc_kind)word;
  if (l->kind != HD_LOC_BOUND) return true;
  if (!hd_reader_choice(&ps->r, HD_WORDS(hd_limit_words), "`threads`, `heap` or `recursion`", &limit)) return false;
  l->limit = (hd_limit)limit;
  return true;
}

static bool get_reason(hd_parser *ps, void *field, unsigned word)
{
  ps->r.at--; /* the quote that started the clause is part of the string */
  return hd_parse_string(ps, field, word);
}

static bool read_loc(hd_parser *ps)
{
  static const hd_line_clause clauses[] = {
      {HD_ONE("atomic"), hd_parse_flag, offsetof(hd_loc_info, atomic), false},
      {HD_ONE_OF(hd_loc_words), get_kind, 0, false},
      {HD_ONE("\""), get_reason, offsetof(hd_loc_info, reason), false},
      {HD_ONE("@"), hd_parse_pos, offsetof(hd_loc_info, pos), false},
      {HD_ONE("frame"), hd_parse_frame, offsetof(hd_loc_info, frame), false},
  };
  hd_loc_info l = {.pos = HD_NO_POS, .frame = HD_NONE};
  hd_loc id;
  hd_reader_at_end(&ps->r);
  const char *start = ps->r.at;
  if (!hd_parse_loc(ps, &id, 0)) return false;
  if (id.id != ps->p->locs.len)
    return hd_reader_fail_at(&ps->r, start, "expected L%u, as locations follow each other", ps->p->locs.len);
  if (!hd_parse_thread(ps, &l.thread, 0) || !hd_parse_clauses(ps, clauses, HD_COUNT(clauses), &l)) return false;
  hd_program_add_loc(ps->p, l);
  hd_parser_note_line(ps, HD_PART_LOC);
  return true;
}

/* --- edge ---------------------------------------------------------------------------------- */

static bool get_assert(hd_parser *ps, void *field, unsigned word)
{
  hd_edge_info *e = field;
  unsigned check;
  const char *words[HD_CHECK_EDGES];
  for (unsigned i = 0; i < HD_CHECK_EDGES; i++) words[i] = hd_check_table[i].word;
  if (!hd_reader_choice(&ps->r, HD_WORDS(words), "what is asserted, such as `assertion`", &check)) return false;
  e->kind = HD_EDGE_ASSERT;
  e->check = (hd_check_kind)check;
  return hd_parse_term(ps, &e->cond, word);
}

/* `mem32`: the width that is written to memory; false when it is a variable's name. */
static bool accept_memory(hd_parser *ps, uint8_t *width)
{
  hd_reader_at_end(&ps->r);
  size_t n = hd_name_scan(ps->r.at);
  if (n < 4 || n > 5 || strncmp(ps->r.at, "mem", 3) != 0) return false;
  unsigned bits = 0;
  for (size_t i = 3; i < n; i++) {
    if (ps->r.at[i] < '0' || ps->r.at[i] > '9') return false;
    bits = bits * 10 + (unsigned)(ps->r.at[i] - '0');
  }
  ps->r.at += n;
  *width = (uint8_t)bits;
  return true;
}

static bool read_assign(hd_parser *ps)
{
  hd_assign a = {.var = HD_NO_VAR};
  bool memory = accept_memory(ps, &a.width);
  if (!memory && !hd_parse_var(ps, &a.var, 0)) return false;
  if (memory || *ps->r.at == '[') {
    if (!hd_reader_expect(&ps->r, "[") || !hd_parse_term(ps, &a.index, 0) || !hd_reader_expect(&ps->r, "]"))
      return false;
  }
  if (!hd_reader_expect(&ps->r, ":=")) return false;
  if (!hd_reader_accept(&ps->r, "any") && !hd_parse_term(ps, &a.value, 0)) return false;
  hd_vec_push(&ps->assigns, a);
  return true;
}

static bool get_assigns(hd_parser *ps, void *field, unsigned word)
{
  (void)field, (void)word;
  do {
    if (!read_assign(ps)) return false;
  } while (hd_reader_accept(&ps->r, ","));
  return true;
}

static bool get_access(hd_parser *ps, void *field, unsigned word)
{
  unsigned access = 0;
  (void)word;
  if (!hd_reader_choice(&ps->r, HD_WORDS(hd_access_words), "`plain`, `atomic` or `sync`", &access)) return false;
  *(hd_access *)field = (hd_access)access;
  return true;
}

static bool read_edge(hd_parser *ps)
{
  static const hd_line_clause clauses[] = {
      {HD_ONE("when"), hd_parse_term, offsetof(hd_edge_info, guard), false},
      {HD_ONE("assert"), get_assert, 0, false},
      {HD_ONE("do"), get_assigns, 0, false},
      {HD_ONE("access"), get_access, offsetof(hd_edge_info, access), false},
      {HD_ONE("label"), hd_parse_string, offsetof(hd_edge_info, label), false},
      {HD_ONE("@"), hd_parse_pos, offsetof(hd_edge_info, pos), false},
      {HD_ONE("frame"), hd_parse_frame, offsetof(hd_edge_info, frame), false},
  };
  hd_edge_info e = {.pos = HD_NO_POS, .frame = HD_NONE};
  ps->assigns.len = 0;
  if (!hd_parse_loc(ps, &e.from, 0) || !hd_reader_expect(&ps->r, "->") || !hd_parse_loc(ps, &e.to, 0) ||
      !hd_parse_clauses(ps, clauses, HD_COUNT(clauses), &e))
    return false;
  e.assigns = ps->assigns.data;
  e.n_assigns = ps->assigns.len;
  hd_program_add_edge(ps->p, e);
  hd_parser_note_line(ps, HD_PART_EDGE);
  return true;
}

/* --- the whole ----------------------------------------------------------------------------- */

static bool read_line(hd_parser *ps)
{
  static const char *const words[] = {"file", "frame", "thread", "var", "object", "slot", "loc", "edge"};
  static bool (*const readers[])(hd_parser *) = {read_file,   read_frame, read_thread, read_var,
                                                 read_object, read_slot,  read_loc,    read_edge};
  unsigned i;
  return hd_reader_choice(&ps->r, HD_WORDS(words),
                          "`file`, `frame`, `thread`, `var`, `object`, `slot`, `loc` or `edge`", &i) &&
         readers[i](ps);
}

static bool read_text(hd_parser *ps)
{
  if (!hd_reader_line(&ps->r)) return hd_reader_fail(&ps->r, "expected a program, but the text is empty");
  if (!read_head(ps)) return false;
  while (hd_reader_line(&ps->r))
    if (!read_line(ps)) return false;
  close_object(ps);
  return resolve_refs(ps);
}

static hd_place text_place(void *context, hd_part part, uint32_t id)
{
  const hd_parser *ps = context;
  uint32_t line = id < ps->lines[part].len ? ps->lines[part].data[id] : 0;
  return (hd_place){.file = ps->r.name, .line = line, .column = line ? 1 : 0};
}

hd_program *hd_program_parse(const char *text, size_t length, const char *name, hd_diags *diags)
{
  hd_parser ps = {.p = hd_program_new()};
  hd_placer placer = {text_place, &ps};
  bool good = hd_reader_init(&ps.r, text, length, name, diags) && read_text(&ps) &&
              hd_program_check_placed(ps.p, diags, &placer) == HD_OK;
  hd_reader_clear(&ps.r);
  for (unsigned i = 0; i < HD_PART_COUNT; i++) hd_vec_clear(&ps.lines[i]);
  hd_vec_clear(&ps.refs);
  hd_vec_clear(&ps.assigns);
  hd_vec_clear(&ps.slots);
  if (good) return ps.p;
  hd_program_free(ps.p);
  return NULL;
}
