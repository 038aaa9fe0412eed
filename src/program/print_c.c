/* print_c.c - a program as C that other tools accept: a function a thread, a label a location.
 *
 * One thread is plain sequential C. Several are POSIX threads that all start at once (an unborn
 * thread waits for its status), and steps that touch shared variables are atomic sections.
 * A guard that does not hold ends the execution: to wait for ever and to stop there fail the
 * same assertions. Where the model says no more (UNSUPPORTED, BOUND) the program fails, so that
 * silence is not taken for safety. */
#include <ctype.h>
#include <inttypes.h>

#include "program/guarded.h"
#include "program/text.h"

typedef struct {
  FILE *out;
  hd_program *p;
  hd_strings taken;   /* C names in use */
  const char **names; /* by variable, then by thread */
  uint8_t *labelled;  /* by location: a jump leads there */
  uint8_t *placed;    /* by location: it is in `order` */
  hd_u32s order;      /* locations of a thread as they are printed */
  hd_pos at;          /* of the last comment */
  bool concurrent;
} c_printer;

/* --- names ------------------------------------------------------------------------------- */

static const char *const reserved[] = {
    "auto",     "break",    "case",     "char",     "const",   "continue", "default",  "do",       "double",
    "else",     "enum",     "extern",   "float",    "for",     "goto",     "if",       "inline",   "int",
    "long",     "register", "restrict", "return",   "short",   "signed",   "sizeof",   "static",   "struct",
    "switch",   "typedef",  "union",    "unsigned", "void",    "volatile", "while",    "_Bool",    "asm",
    "typeof",   "bool",     "true",     "false",    "assert",  "assume",   "abort",    "exit",     "main",
    "int8_t",   "int16_t",  "int32_t",  "int64_t",  "uint8_t", "uint16_t", "uint32_t", "uint64_t", "reach_error",
    "argument", "hd_r",     "hd_i",     "pthread_t"};

/* `f::i#2` becomes f_i_2; a name that is taken gets a number. */
static const char *c_name(c_printer *c, const char *name)
{
  char text[160], tried[192];
  size_t n = 0;
  if (isdigit((unsigned char)*name) || strncmp(name, "hd_", 3) == 0) text[n++] = '_';
  for (; *name && n + 1 < sizeof text; name++) {
    bool word = isalnum((unsigned char)*name) || *name == '_';
    if (word || (n && text[n - 1] != '_')) text[n++] = word ? *name : '_';
  }
  while (n > 1 && text[n - 1] == '_' && name[-1] != '_') n--;
  text[n] = '\0';
  snprintf(tried, sizeof tried, "%s", n ? text : "v");
  for (unsigned i = 2; hd_strings_find(&c->taken, tried) != HD_NONE; i++)
    snprintf(tried, sizeof tried, "%s_%u", n ? text : "v", i);
  return hd_strings_get(&c->taken, hd_strings_add(&c->taken, tried));
}

static void choose_names(c_printer *c)
{
  const hd_program *p = c->p;
  for (size_t i = 0; i < HD_COUNT(reserved); i++) hd_strings_add(&c->taken, reserved[i]);
  for (uint32_t i = 0; i < p->vars.len; i++) c->names[i] = c_name(c, p->vars.data[i].name);
  c->names[p->vars.len] = "main";
  for (uint32_t i = 1; i < p->threads.len; i++) c->names[p->vars.len + i] = c_name(c, p->threads.data[i].name);
}

static const char *name_of(void *context, uint32_t symbol)
{
  return ((c_printer *)context)->names[symbol];
}

static bool has_signed_type(const hd_var_info *v);

static bool is_signed(void *context, uint32_t symbol)
{
  return has_signed_type(&((c_printer *)context)->p->vars.data[symbol]);
}

static void print_term(c_printer *c, hd_term t)
{
  hd_names names = {.name = name_of, .is_signed = is_signed, .context = c};
  hd_term_print_c(c->out, c->p->terms, hd_program_guard_reads(c->p, t), &names);
}

/* --- types and inputs -------------------------------------------------------------------- */

typedef struct {
  const char *type, *input;
} c_type;

static c_type type_of(const hd_var_info *v)
{
  static const c_type of_signed[] = {
      {"int8_t", "schar"}, {"int16_t", "short"}, {"int32_t", "int"}, {"int64_t", "longlong"}};
  static const c_type of_unsigned[] = {
      {"uint8_t", "uchar"}, {"uint16_t", "ushort"}, {"uint32_t", "uint"}, {"uint64_t", "ulonglong"}};
  if (v->sort.kind == HD_SORT_BOOL) return (c_type){"_Bool", "bool"};
  unsigned w = v->sort.width, i = w <= 8 ? 0 : w <= 16 ? 1 : w <= 32 ? 2 : 3;
  bool is_signed = w == 8u << i && (v->show == HD_SHOW_SIGNED || v->show == HD_SHOW_CHAR);
  return is_signed ? of_signed[i] : of_unsigned[i];
}

static bool has_signed_type(const hd_var_info *v)
{
  return type_of(v).type[0] == 'i';
}

/* Does the text begin with a parenthesis that its last character closes? */
static bool is_enclosed(const char *text, size_t size)
{
  size_t depth = 0;
  if (size < 2 || text[0] != '(' || text[1] == '{') return false;
  for (size_t i = 0; i < size; i++) {
    depth += text[i] == '(';
    depth -= text[i] == ')';
    if (depth == 0) return i + 1 == size;
  }
  return false;
}

/* As print_term, without parentheses around it all. */
static void print_bare(c_printer *c, hd_term t)
{
  char *text;
  size_t size;
  FILE *out = c->out;
  c->out = open_memstream(&text, &size);
  if (!c->out) hd_out_of_memory();
  print_term(c, t);
  fclose(c->out);
  c->out = out;
  bool enclosed = is_enclosed(text, size);
  fwrite(text + enclosed, 1, size - (enclosed ? 2 : 0), out);
  free(text);
}

static void print_init(c_printer *c, hd_var v)
{
  const hd_var_info *info = hd_var_get(c->p, v);
  uint32_t n = hd_var_elements(info);
  while (n > 0 && hd_var_init(c->p, v, n - 1) == 0) n--;
  if (info->any || n == 0) {
    fputs(info->count ? " = {0}" : " = 0", c->out);
    return;
  }
  fputs(info->count ? " = {" : " = ", c->out);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t value = hd_var_init(c->p, v, i);
    bool negative = has_signed_type(info) && hd_signed(value, info->sort.width) < 0;
    if (negative && value != UINT64_C(1) << 63)
      fprintf(c->out, "%s%" PRId64 "%s", i ? ", " : "", hd_signed(value, info->sort.width),
              info->sort.width > 32 ? "ll" : "");
    else
      fprintf(c->out, "%s%" PRIu64 "%s", i ? ", " : "", value, value > INT32_MAX ? "ull" : "");
  }
  if (info->count) fputc('}', c->out);
}

static void print_declaration(c_printer *c, hd_var v, const char *before)
{
  const hd_var_info *info = hd_var_get(c->p, v);
  fprintf(c->out, "%s%s %s", before, type_of(info).type, c->names[v.id]);
  if (info->count) fprintf(c->out, "[%u]", info->count);
  if (info->role == HD_ROLE_SELF)
    fputs(c->p->threads.data[info->thread.id].instances > 1 ? " = (uint32_t)(uintptr_t)argument" : " = 0", c->out);
  else
    print_init(c, v);
  fputs(";\n", c->out);
}

static bool reads_input_of(const hd_program *p, const char *input)
{
  for (uint32_t i = 0; i < p->vars.len; i++)
    if (p->vars.data[i].any && strcmp(type_of(&p->vars.data[i]).input, input) == 0) return true;
  for (uint32_t i = 0; i < p->edges.len; i++)
    for (uint32_t k = 0; k < p->edges.data[i].n_assigns; k++) {
      const hd_assign *a = &p->edges.data[i].assigns[k];
      if (!hd_term_is(a->value) && strcmp(type_of(hd_var_get(p, a->var)).input, input) == 0) return true;
    }
  return false;
}

static bool program_chooses(const hd_program *p);

static void print_prologue(c_printer *c)
{
  static const struct {
    const char *input, *type;
  } inputs[] = {{"bool", "_Bool"},    {"schar", "signed char"},     {"uchar", "unsigned char"},
                {"short", "short"},   {"ushort", "unsigned short"}, {"int", "int"},
                {"uint", "unsigned"}, {"longlong", "long long"},    {"ulonglong", "unsigned long long"}};
  fputs("#include <assert.h>\n", c->out);
  if (c->concurrent) fputs("#include <pthread.h>\n", c->out);
  fputs("#include <stdint.h>\n\nextern void abort(void);\n", c->out);
  for (size_t i = 0; i < HD_COUNT(inputs); i++)
    if (reads_input_of(c->p, inputs[i].input) || (strcmp(inputs[i].input, "uint") == 0 && program_chooses(c->p)))
      fprintf(c->out, "extern %s __VERIFIER_nondet_%s(void);\n", inputs[i].type, inputs[i].input);
  if (c->concurrent)
    fputs("extern void __VERIFIER_atomic_begin(void);\nextern void __VERIFIER_atomic_end(void);\n", c->out);
  fputs("void reach_error(void) { assert(0 && \"reach_error\"); }\n"
        "static void assume(int condition) { if (!condition) abort(); }\n\n",
        c->out);
}

/* --- control ----------------------------------------------------------------------------- */

static hd_term guard_of(const hd_program *p, const hd_edge_info *e)
{
  return hd_term_is(e->guard) ? e->guard : hd_term_true(p->terms);
}

/* Is at most one of the location's edges enabled, by the guards' form? */
static bool is_deterministic(const hd_program *p, hd_loc l)
{
  uint32_t n;
  const uint32_t *edges = hd_loc_out(p, l, &n);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i + 1; k < n; k++) {
      hd_term a = guard_of(p, &p->edges.data[edges[i]]), b = guard_of(p, &p->edges.data[edges[k]]);
      if (!hd_term_is_false(p->terms, hd_term_2(p->terms, HD_OP_AND, a, b))) return false;
    }
  return true;
}

static bool program_chooses(const hd_program *p)
{
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (!is_deterministic(p, (hd_loc){i})) return true;
  return false;
}

/* Each location is followed by the target of its last edge, where that is not placed yet. */
static void place_locs(c_printer *c, hd_loc entry)
{
  const hd_program *p = c->p;
  hd_u32s work = {0};
  c->order.len = 0;
  hd_vec_push(&work, entry.id);
  while (work.len) {
    hd_loc l = {hd_vec_pop(&work)};
    if (c->placed[l.id]) continue;
    c->placed[l.id] = 1;
    hd_vec_push(&c->order, l.id);
    uint32_t n;
    const uint32_t *edges = hd_loc_out(p, l, &n);
    for (uint32_t i = 0; i < n; i++) hd_vec_push(&work, p->edges.data[edges[i]].to.id);
  }
  hd_vec_clear(&work);
}

static uint32_t next_in_order(const c_printer *c, uint32_t i)
{
  return i + 1 < c->order.len ? c->order.data[i + 1] : HD_NONE;
}

static void find_labels(c_printer *c)
{
  for (uint32_t i = 0; i < c->order.len; i++) {
    uint32_t n;
    const uint32_t *edges = hd_loc_out(c->p, (hd_loc){c->order.data[i]}, &n);
    for (uint32_t k = 0; k < n; k++) {
      uint32_t to = c->p->edges.data[edges[k]].to.id;
      if (k + 1 < n || to != next_in_order(c, i)) c->labelled[to] = 1;
    }
  }
}

/* --- steps ------------------------------------------------------------------------------- */

static void print_place(c_printer *c, const hd_edge_info *e)
{
  hd_place place = hd_program_place(c->p, e->pos);
  bool same = e->pos.file == c->at.file && e->pos.line == c->at.line;
  if (!place.file || (same && !e->label)) return;
  const char *slash = strrchr(place.file, '/');
  fprintf(c->out, "  // %s:%u", slash ? slash + 1 : place.file, place.line);
  if (e->label) fputs(": ", c->out);
  for (const char *s = e->label ? e->label : ""; *s; s++) fputc(*s == '\n' || *s == '\\' ? ' ' : *s, c->out);
  fputc('\n', c->out);
  c->at = e->pos;
}

/* Does a later right-hand side or index read what an earlier assignment changes? */
static bool needs_temporaries(const hd_program *p, const hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    for (uint32_t k = i + 1; k < e->n_assigns; k++) {
      const hd_assign *b = &e->assigns[k];
      uint32_t changed = e->assigns[i].var.id;
      if ((hd_term_is(b->value) && hd_term_mentions(p->terms, b->value, changed)) ||
          (hd_term_is(b->index) && hd_term_mentions(p->terms, b->index, changed)))
        return true;
    }
  return false;
}

/* A copy and a constant need no cast: assignment converts. */
static void print_value(c_printer *c, const hd_assign *a)
{
  const hd_terms *T = c->p->terms;
  const hd_var_info *v = hd_var_get(c->p, a->var);
  uint64_t value;
  if (hd_term_is(a->value) && hd_term_is_const(T, a->value, &value) && v->sort.width <= 32 && has_signed_type(v))
    fprintf(c->out, "%" PRId64, hd_signed(value, v->sort.width));
  else if (hd_term_is(a->value) && hd_term_op(T, a->value) == HD_OP_VAR)
    fputs(c->names[hd_term_symbol(T, a->value)], c->out);
  else if (hd_term_is(a->value))
    print_bare(c, a->value);
  else
    fprintf(c->out, "__VERIFIER_nondet_%s()", type_of(hd_var_get(c->p, a->var)).input);
}

/* number: of the temporaries that hold index and value, or HD_NONE. */
static void print_assign(c_printer *c, const char *indent, const hd_assign *a, uint32_t number)
{
  const hd_var_info *v = hd_var_get(c->p, a->var);
  bool temporary = number != HD_NONE;
  fputs(indent, c->out);
  if (v->count && !hd_term_is_const(c->p->terms, a->index, &(uint64_t){0})) {
    fputs("if (", c->out);
    if (temporary)
      fprintf(c->out, "hd_index%u", number);
    else
      print_term(c, a->index);
    fprintf(c->out, " < %uu) ", v->count);
  }
  fputs(c->names[a->var.id], c->out);
  if (v->count) {
    fputc('[', c->out);
    if (temporary)
      fprintf(c->out, "hd_index%u", number);
    else
      print_term(c, a->index);
    fputc(']', c->out);
  }
  fputs(" = ", c->out);
  if (temporary)
    fprintf(c->out, "hd_value%u", number);
  else
    print_value(c, a);
  fputs(";\n", c->out);
}

static bool writes_outside(const hd_program *p, const hd_assign *a)
{
  uint64_t index;
  return hd_term_is(a->index) && hd_term_is_const(p->terms, a->index, &index) && index >= hd_var_get(p, a->var)->count;
}

static void print_assigns(c_printer *c, const char *indent, const hd_edge_info *e)
{
  bool temporaries = needs_temporaries(c->p, e);
  if (temporaries) fprintf(c->out, "%s{\n", indent);
  for (uint32_t i = 0; temporaries && i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    if (hd_term_is(a->index)) {
      fprintf(c->out, "%s  uint32_t hd_index%u = ", indent, i);
      print_term(c, a->index);
      fputs(";\n", c->out);
    }
    fprintf(c->out, "%s  %s hd_value%u = ", indent, type_of(hd_var_get(c->p, a->var)).type, i);
    print_value(c, a);
    fputs(";\n", c->out);
  }
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (!writes_outside(c->p, &e->assigns[i])) print_assign(c, indent, &e->assigns[i], temporaries ? i : HD_NONE);
  if (temporaries) fprintf(c->out, "%s}\n", indent);
}

typedef struct {
  const hd_program *p;
  bool found;
} shared_search;

static void look_for_shared(void *context, hd_term leaf)
{
  shared_search *s = context;
  s->found |= s->p->vars.data[hd_term_symbol(s->p->terms, leaf)].thread.id == HD_NONE;
}

static bool touches_shared(const hd_program *p, const hd_edge_info *e)
{
  shared_search s = {.p = p};
  if (hd_term_is(e->guard)) hd_term_visit_leaves(p->terms, e->guard, look_for_shared, &s);
  if (hd_term_is(e->cond)) hd_term_visit_leaves(p->terms, e->cond, look_for_shared, &s);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    s.found |= hd_var_get(p, a->var)->thread.id == HD_NONE;
    if (hd_term_is(a->value)) hd_term_visit_leaves(p->terms, a->value, look_for_shared, &s);
    if (hd_term_is(a->index)) hd_term_visit_leaves(p->terms, a->index, look_for_shared, &s);
  }
  return s.found;
}

/* Does an atomic section begin at the location? One that is atomic stands in one already. */
static bool begins_section(const c_printer *c, hd_loc l)
{
  uint32_t n;
  const uint32_t *edges = hd_loc_out(c->p, l, &n);
  if (!c->concurrent || hd_loc_get(c->p, l)->atomic) return false;
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &c->p->edges.data[edges[i]];
    if (touches_shared(c->p, e) || hd_loc_get(c->p, e->to)->atomic) return true;
  }
  return false;
}

/* What taking an edge does, its guard being true. */
static void print_step(c_printer *c, const char *indent, const hd_edge_info *e, bool in_section)
{
  if (e->kind == HD_EDGE_ASSERT && hd_term_is_false(c->p->terms, e->cond)) {
    fprintf(c->out, "%sreach_error();\n", indent);
  } else if (e->kind == HD_EDGE_ASSERT) {
    fprintf(c->out, "%sif (", indent);
    print_bare(c, hd_term_1(c->p->terms, HD_OP_NOT, e->cond));
    fputs(") reach_error();\n", c->out);
  }
  print_assigns(c, indent, e);
  if (in_section && !hd_loc_get(c->p, e->to)->atomic) fprintf(c->out, "%s__VERIFIER_atomic_end();\n", indent);
}

static void print_assume(c_printer *c, const char *indent, const hd_edge_info *e)
{
  if (!hd_term_is(e->guard) || hd_term_is_true(c->p->terms, e->guard)) return;
  fprintf(c->out, "%sassume(", indent);
  print_bare(c, e->guard);
  fputs(");\n", c->out);
}

/* Does taking the edge do no more than go on? */
static bool is_jump(const c_printer *c, const hd_edge_info *e, bool in_section)
{
  return e->kind == HD_EDGE_STEP && e->n_assigns == 0 && (!in_section || hd_loc_get(c->p, e->to)->atomic);
}

static void print_branch(c_printer *c, const hd_edge_info *e, bool in_section)
{
  fputs("  if (", c->out);
  print_bare(c, guard_of(c->p, e));
  if (is_jump(c, e, in_section)) {
    fprintf(c->out, ") goto L%u;\n", e->to.id);
    return;
  }
  fputs(") {\n", c->out);
  print_step(c, "    ", e, in_section);
  fprintf(c->out, "    goto L%u;\n  }\n", e->to.id);
}

static void print_case(c_printer *c, uint32_t number, const hd_edge_info *e, bool in_section)
{
  fprintf(c->out, "  case %u:\n", number);
  print_assume(c, "    ", e);
  print_step(c, "    ", e, in_section);
  fprintf(c->out, "    goto L%u;\n", e->to.id);
}

/* Is one of the edges enabled in every state, by the guards' form? */
static bool is_certain(const hd_program *p, const uint32_t *edges, uint32_t n)
{
  hd_term some = hd_term_false(p->terms);
  for (uint32_t i = 0; i < n; i++) some = hd_term_2(p->terms, HD_OP_OR, some, guard_of(p, &p->edges.data[edges[i]]));
  return hd_term_is_true(p->terms, some);
}

/* All edges but the last jump; the last one falls through where it can. */
static void print_edges(c_printer *c, hd_loc l, uint32_t next)
{
  uint32_t n;
  const uint32_t *edges = hd_loc_out(c->p, l, &n);
  bool choice = !is_deterministic(c->p, l);
  bool section = begins_section(c, l), inside = section || (c->concurrent && hd_loc_get(c->p, l)->atomic);
  if (n == 0) {
    fputs("  abort();\n", c->out);
    return;
  }
  const hd_edge_info *last = &c->p->edges.data[edges[n - 1]];
  print_place(c, &c->p->edges.data[edges[0]]);
  if (section) fputs("  __VERIFIER_atomic_begin();\n", c->out);
  if (choice) fputs("  switch (__VERIFIER_nondet_uint()) {\n", c->out);
  for (uint32_t i = 0; i + 1 < n; i++) {
    const hd_edge_info *e = &c->p->edges.data[edges[i]];
    if (choice)
      print_case(c, i, e, inside);
    else
      print_branch(c, e, inside);
  }
  if (choice) fputs("  default: break;\n  }\n", c->out);
  if (choice || !is_certain(c->p, edges, n)) print_assume(c, "  ", last);
  print_step(c, "  ", last, inside);
  if (last->to.id != next) fprintf(c->out, "  goto L%u;\n", last->to.id);
}

static void print_reason(c_printer *c, const hd_loc_info *l)
{
  fputs("  reach_error(); // not followed: ", c->out);
  for (const char *s = l->reason ? l->reason : "no reason given"; *s; s++)
    fputc(*s == '\n' || *s == '\\' ? ' ' : *s, c->out);
  fputs("\n  abort();\n", c->out);
}

static void print_loc(c_printer *c, hd_loc l, uint32_t next)
{
  const hd_loc_info *info = hd_loc_get(c->p, l);
  bool is_main = info->thread.id == HD_MAIN.id;
  if (c->labelled[l.id]) fprintf(c->out, "L%u:;\n", l.id);
  switch (info->kind) {
  case HD_LOC_NORMAL: print_edges(c, l, next); break;
  case HD_LOC_END:
    fputs(!is_main ? "  return 0;\n" : c->concurrent ? "  pthread_exit(0);\n" : "  return 0;\n", c->out);
    break;
  case HD_LOC_EXIT: fputs(is_main ? "  return 0;\n" : "  abort();\n", c->out); break;
  default: print_reason(c, info); break;
  }
}

/* --- threads ----------------------------------------------------------------------------- */

static void print_any(c_printer *c, hd_thread t)
{
  for (uint32_t i = 0; i < c->p->vars.len; i++) {
    const hd_var_info *v = &c->p->vars.data[i];
    if (!v->any || v->role == HD_ROLE_SELF || v->thread.id != t.id) continue;
    const char *input = type_of(v).input;
    if (v->count)
      fprintf(c->out, "  for (unsigned hd_i = 0; hd_i < %u; hd_i++) %s[hd_i] = __VERIFIER_nondet_%s();\n", v->count,
              c->names[i], input);
    else
      fprintf(c->out, "  %s = __VERIFIER_nondet_%s();\n", c->names[i], input);
  }
}

static void print_creations(c_printer *c)
{
  for (uint32_t t = 1; t < c->p->threads.len; t++) {
    uint32_t n = c->p->threads.data[t].instances;
    const char *name = c->names[c->p->vars.len + t];
    if (n == 1) fprintf(c->out, "  pthread_t hd_thread%u;\n  pthread_create(&hd_thread%u, 0, %s, 0);\n", t, t, name);
    for (uint32_t i = 0; n > 1 && i < n; i++)
      fprintf(c->out, "  pthread_t hd_thread%u_%u;\n  pthread_create(&hd_thread%u_%u, 0, %s, (void *)%uul);\n", t, i, t,
              i, name, i);
  }
}

static void print_thread(c_printer *c, hd_thread t)
{
  const hd_thread_info *info = hd_thread_get(c->p, t);
  bool is_main = t.id == HD_MAIN.id;
  if (is_main)
    fputs("int main(void)\n{\n", c->out);
  else
    fprintf(c->out, "static void *%s(void *argument)\n{\n  (void)argument;\n", c->names[c->p->vars.len + t.id]);
  for (uint32_t i = 0; i < c->p->vars.len; i++)
    if (c->p->vars.data[i].thread.id == t.id) print_declaration(c, (hd_var){i}, "  ");
  if (is_main) print_any(c, HD_NO_THREAD);
  print_any(c, t);
  if (is_main && c->concurrent) print_creations(c);
  c->at = HD_NO_POS;
  place_locs(c, info->entry);
  find_labels(c);
  for (uint32_t i = 0; i < c->order.len; i++) print_loc(c, (hd_loc){c->order.data[i]}, next_in_order(c, i));
  fputs("}\n", c->out);
}

bool hd_program_print_c(FILE *out, hd_program *p, const char **why_not)
{
  *why_not = p->raw ? "memory is not resolved to variables" : NULL;
  if (*why_not) return false;
  hd_program_index(p);
  c_printer c = {.out = out, .p = p, .at = HD_NO_POS, .concurrent = p->threads.len > 1};
  hd_strings_init(&c.taken);
  c.names = hd_alloc((size_t)p->vars.len + p->threads.len, sizeof *c.names);
  c.labelled = hd_alloc(p->locs.len + 1, 1);
  c.placed = hd_alloc(p->locs.len + 1, 1);
  choose_names(&c);
  print_prologue(&c);
  for (uint32_t i = 0; i < p->vars.len; i++)
    if (p->vars.data[i].thread.id == HD_NONE) print_declaration(&c, (hd_var){i}, "static ");
  for (uint32_t t = p->threads.len; t-- > 0;) {
    fputc('\n', out);
    print_thread(&c, (hd_thread){t});
  }
  hd_vec_clear(&c.order);
  free(c.placed);
  free(c.labelled);
  free(c.names);
  hd_strings_clear(&c.taken);
  return true;
}
