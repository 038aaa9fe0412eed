/* witness.c - waypoints from the lines of a story, printed as YAML or GraphML. */
#include "report/witness.h"

#include <ctype.h>
#include <sys/random.h>
#include <time.h>

#include "base/sha256.h"
#include "program/witness.h"
#include "report/story.h"
#include "trace/state.h"

/* --- what both formats share ---------------------------------------------------------------------- */

const char *hd_witness_time(hd_arena *arena)
{
  char text[32];
  time_t now = time(NULL);
  struct tm utc;
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  return hd_arena_strdup(arena, text);
}

const char *hd_witness_hash(const char *path, hd_arena *arena)
{
  char text[HD_SHA256_TEXT], buffer[4096];
  hd_sha256 hash;
  hd_sha256_init(&hash);
  FILE *f = fopen(path, "rb");
  for (size_t n; f && (n = fread(buffer, 1, sizeof buffer, f)) > 0;) hd_sha256_add(&hash, buffer, n);
  if (f) fclose(f);
  hd_sha256_print(&hash, text);
  return hd_arena_strdup(arena, text);
}

static const char *last_part(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *hd_witness_file(const hd_witness_options *o, const hd_program *p, hd_pos pos)
{
  if (pos.file >= p->files.len || !pos.line) return NULL;
  for (uint32_t i = 0; i < o->n_files; i++)
    if (strcmp(last_part(o->files[i]), last_part(p->files.data[pos.file])) == 0) return o->files[i];
  return NULL;
}

const char *hd_report_no_witness(const hd_json_result *r)
{
  hd_arena arena;
  hd_arena_init(&arena);
  bool known = hd_witness_specification(r->property, &arena);
  hd_arena_clear(&arena);
  if (!known) return "the format has no such property";
  if (r->bp) return "it is for C programs";
  return r->cause ? "the property is not decided" : NULL;
}

/* --- waypoints ---------------------------------------------------------------------------------------- */

typedef struct {
  hd_waypoint point;
  hd_story_who who;
  bool visit; /* the beginning of a line: stays if its line does */
} candidate;

typedef struct {
  const hd_json_result *r;
  const hd_witness_options *o;
  hd_arena arena;
  hd_story *s;
  hd_state *state;
  bool *begins;                 /* by edge */
  bool *written;                /* by variable: the trace writes it */
  HD_VEC(hd_story_who) threads; /* by number: 0 is main, the others in the order of their creation */
  HD_VEC(candidate) list;
  hd_map kept; /* lines that are waypoints */
} maker;

static uint32_t thread_number(maker *m, hd_story_who who)
{
  for (uint32_t i = 0; i < m->threads.len; i++)
    if (m->threads.data[i].thread.id == who.thread.id && m->threads.data[i].instance == who.instance) return i;
  hd_vec_push(&m->threads, who);
  return m->threads.len - 1;
}

static hd_waypoint point_at(maker *m, hd_waypoint_kind kind, hd_pos pos, uint32_t frame, hd_story_who who)
{
  const hd_program *p = m->r->program;
  return (hd_waypoint){.kind = kind,
                       .file = hd_witness_file(m->o, p, pos),
                       .function = frame < p->frames.len ? p->frames.data[frame].function : NULL,
                       .line = pos.line,
                       .thread = thread_number(m, who)};
}

/* A variable that a reader of the source can name anywhere: a global scalar. */
static bool is_plain(const hd_var_info *v)
{
  if (v->thread.id != HD_NONE || v->count || v->role != HD_ROLE_USER) return false;
  if (v->sort.kind != HD_SORT_BV || (v->show != HD_SHOW_SIGNED && v->show != HD_SHOW_UNSIGNED)) return false;
  for (const char *c = v->name; *c; c++)
    if (!isalnum((unsigned char)*c) && *c != '_') return false;
  return true;
}

static const char *number_text(maker *m, const hd_var_info *v, uint64_t value)
{
  if (v->show == HD_SHOW_SIGNED) return hd_arena_printf(&m->arena, "%lld", (long long)hd_signed(value, v->sort.width));
  return hd_arena_printf(&m->arena, "%llu", (unsigned long long)value);
}

/* What holds before the step, of variables that the trace changes; "1" where there is nothing to say. */
static const char *state_text(maker *m)
{
  enum { MOST = 4 };
  const hd_program *p = m->r->program;
  const char *text = NULL;
  for (uint32_t v = 0, n = 0; v < p->vars.len && n < MOST; v++) {
    const hd_var_info *info = &p->vars.data[v];
    if (!m->written[v] || !is_plain(info)) continue;
    const char *value = number_text(m, info, hd_state_read(m->state, (hd_var){v}, 0, 0));
    text = hd_arena_printf(&m->arena, "%s%s%s == %s", text ? text : "", text ? " && " : "", info->name, value);
    n++;
  }
  return text ? text : "1";
}

static void add_candidate(maker *m, hd_waypoint point, hd_story_who who, bool visit)
{
  if (point.file) hd_vec_push(&m->list, (candidate){point, who, visit});
}

/* The value that a nondeterministic function returned at this step; NULL: none did, or it is no number. */
static const char *returned(maker *m, const hd_step *step)
{
  const hd_program *p = m->r->program;
  const hd_edge_info *e = hd_edge_get(p, step->edge);
  const char *line = hd_sources_line(&m->s->sources, e->pos);
  if (step->n_inputs != 1 || !line || !strstr(line, "nondet")) return NULL;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_var_info *v = hd_var_get(p, e->assigns[i].var);
    bool number = v->show == HD_SHOW_SIGNED || v->show == HD_SHOW_UNSIGNED || v->show == HD_SHOW_CHAR;
    if (!hd_term_is(e->assigns[i].value) && v->sort.kind == HD_SORT_BV && number)
      return hd_arena_printf(&m->arena, "\\result == %s", number_text(m, v, step->inputs[0]));
  }
  return NULL;
}

/* At most one waypoint a step: a creation or an input rather than the beginning of its line. */
static void note_step(maker *m, const hd_step *step, const hd_story_line *l)
{
  const hd_edge_info *e = hd_edge_get(m->r->program, step->edge);
  hd_story_who who = {step->thread, step->instance};
  const char *value = returned(m, step);
  bool threads = m->o->format == HD_WITNESS_2_2;
  if (l->started.len && threads) {
    add_candidate(m, point_at(m, HD_WAY_FUNCTION_ENTER, e->pos, e->frame, who), who, false);
    for (uint32_t i = 0; i < l->started.len; i++) thread_number(m, l->started.data[i]);
  } else if (value) {
    hd_waypoint point = point_at(m, HD_WAY_FUNCTION_RETURN, e->pos, e->frame, who);
    point.value = value;
    point.format = threads ? "ext_c_expression" : "acsl_expression";
    add_candidate(m, point, who, false);
  } else if (m->begins[step->edge.id]) {
    hd_waypoint point = point_at(m, HD_WAY_ASSUMPTION, e->pos, e->frame, who);
    point.value = state_text(m);
    point.format = "c_expression";
    add_candidate(m, point, who, true);
  }
}

static void collect_waypoints(maker *m)
{
  const hd_trace *t = m->r->trace;
  for (uint32_t i = 0; i < m->s->lines.len; i++) {
    const hd_step *step = &t->steps.data[m->s->lines.data[i].first];
    bool last = m->s->replay.end == HD_END_VIOLATION && m->s->lines.data[i].first == m->s->replay.at;
    if (!last) note_step(m, step, &m->s->lines.data[i]);
    hd_state_step(m->state, step, NULL);
  }
}

static uint64_t line_key(const hd_waypoint *p)
{
  uint64_t key = hd_hash_bytes(p->file, strlen(p->file), p->line);
  return p->function ? hd_hash_bytes(p->function, strlen(p->function), key) : key;
}

static bool same_who(hd_story_who a, hd_story_who b)
{
  return a.thread.id == b.thread.id && a.instance == b.instance;
}

/* The lines at which threads stand around context switches. */
static void choose_lines(maker *m)
{
  for (uint32_t i = 1; i < m->list.len; i++) {
    const candidate *a = &m->list.data[i - 1], *b = &m->list.data[i];
    if (same_who(a->who, b->who)) continue;
    if (a->visit) hd_map_put(&m->kept, line_key(&a->point), 1);
    if (b->visit) hd_map_put(&m->kept, line_key(&b->point), 1);
  }
}

/* --- YAML ------------------------------------------------------------------------------------------------ */

static void print_quoted(FILE *out, const char *text)
{
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', out);
    if (*text == '\n')
      fputs("\\n", out);
    else
      fputc(*text, out);
  }
  fputc('"', out);
}

static void print_pair(FILE *out, const char *indent, const char *key, const char *text)
{
  fprintf(out, "%s%s: ", indent, key);
  print_quoted(out, text);
  fputc('\n', out);
}

/* RFC 4122, version 4. */
static const char *new_uuid(hd_arena *arena)
{
  uint8_t b[16];
  if (getrandom(b, sizeof b, 0) != (ssize_t)sizeof b) memset(b, 0, sizeof b);
  b[6] = (uint8_t)((b[6] & 0x0f) | 0x40);
  b[8] = (uint8_t)((b[8] & 0x3f) | 0x80);
  return hd_arena_printf(arena, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1],
                         b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
}

static void print_files(FILE *out, const hd_witness_options *o, hd_arena *arena)
{
  fputs("      input_files:\n", out);
  for (uint32_t i = 0; i < o->n_files; i++) {
    fputs("        - ", out);
    print_quoted(out, o->files[i]);
    fputc('\n', out);
  }
  fputs("      input_file_hashes:\n", out);
  for (uint32_t i = 0; i < o->n_files; i++) {
    fputs("        ", out);
    print_quoted(out, o->files[i]);
    fprintf(out, ": \"%s\"\n", hd_witness_hash(o->files[i], arena));
  }
}

static void print_entry(FILE *out, const char *kind, const char *version, const hd_json_result *r,
                        const hd_witness_options *o, hd_arena *arena)
{
  fprintf(out, "- entry_type: %s\n  metadata:\n", kind);
  print_pair(out, "    ", "format_version", version);
  print_pair(out, "    ", "uuid", new_uuid(arena));
  print_pair(out, "    ", "creation_time", hd_witness_time(arena));
  fputs("    producer:\n", out);
  print_pair(out, "      ", "name", "Heddle");
  print_pair(out, "      ", "version", HD_VERSION);
  fputs("    task:\n", out);
  print_files(out, o, arena);
  print_pair(out, "      ", "specification", hd_witness_specification(r->property, arena));
  print_pair(out, "      ", "data_model", o->pointer_width == 32 ? "ILP32" : "LP64");
  print_pair(out, "      ", "language", "C");
}

static void print_waypoint(FILE *out, const hd_waypoint *p, bool threads)
{
  fprintf(out, "        - waypoint:\n            type: %s\n            action: follow\n", hd_waypoint_kinds[p->kind]);
  if (threads) fprintf(out, "            thread_id: %u\n", p->thread);
  if (p->value) {
    fputs("            constraint:\n", out);
    print_pair(out, "              ", "value", p->value);
    if (p->format) fprintf(out, "              format: %s\n", p->format);
  }
  fputs("            location:\n", out);
  print_pair(out, "              ", "file_name", p->file);
  fprintf(out, "              line: %u\n", p->line);
  if (p->function) print_pair(out, "              ", "function", p->function);
}

static void print_targets(FILE *out, maker *m, bool threads)
{
  fputs("    - segment:\n", out);
  uint32_t n = m->s->check == HD_CHECK_RACE && threads ? 2 : 1;
  for (uint32_t i = 0; i < n && i < m->s->parties.len; i++) {
    const hd_story_party *party = &m->s->parties.data[i];
    hd_waypoint point = point_at(m, HD_WAY_TARGET, party->pos, party->frame, party->who);
    if (!point.file) point.file = m->o->files[0];
    print_waypoint(out, &point, threads);
  }
}

static void print_segments(FILE *out, maker *m, bool threads)
{
  fputs("  content:\n", out);
  for (uint32_t i = 0; i < m->list.len; i++) {
    const candidate *c = &m->list.data[i];
    if (c->visit && !hd_map_find(&m->kept, line_key(&c->point))) continue;
    fputs("    - segment:\n", out);
    print_waypoint(out, &c->point, threads);
  }
  print_targets(out, m, threads);
}

/* --- the whole ------------------------------------------------------------------------------------------ */

static void note_written(maker *m)
{
  for (uint32_t i = 0; i < m->s->lines.len; i++)
    for (uint32_t k = 0; k < m->s->lines.data[i].events.len; k++) {
      const hd_event *e = &m->s->lines.data[i].events.data[k];
      if (e->write) m->written[e->var.id] = true;
    }
}

static void print_violation(FILE *out, const hd_json_result *r, const hd_witness_options *o)
{
  maker m = {.r = r, .o = o, .state = hd_state_new(r->program, r->trace), .begins = hd_witness_begins(r->program)};
  hd_arena_init(&m.arena);
  m.s = hd_story_new(r->program, r->trace, r->property, &(hd_story_options){.all_steps = true});
  m.written = hd_alloc(r->program->vars.len, sizeof *m.written);
  thread_number(&m, (hd_story_who){HD_MAIN, 0});
  note_written(&m);
  collect_waypoints(&m);
  choose_lines(&m);
  static const char *const versions[] = {[HD_WITNESS_2_0] = "2.0", [HD_WITNESS_2_1] = "2.1", [HD_WITNESS_2_2] = "2.2"};
  print_entry(out, "violation_sequence", versions[o->format], r, o, &m.arena);
  print_segments(out, &m, o->format == HD_WITNESS_2_2);
  hd_story_free(m.s);
  hd_state_free(m.state);
  hd_map_clear(&m.kept);
  hd_vec_clear(&m.list);
  hd_vec_clear(&m.threads);
  free(m.written);
  free(m.begins);
  hd_arena_clear(&m.arena);
}

static bool creates_threads(const hd_json_result *r)
{
  for (uint32_t i = 0; i < r->trace->steps.len; i++)
    if (r->trace->steps.data[i].thread.id != HD_MAIN.id) return true;
  return false;
}

bool hd_report_witness(FILE *out, const hd_json_result *r, const hd_witness_options *given)
{
  hd_witness_options o = *given;
  hd_arena arena;
  hd_arena_init(&arena);
  if (r->trace && o.format == HD_WITNESS_AUTO) o.format = creates_threads(r) ? HD_WITNESS_2_2 : HD_WITNESS_2_0;
  if (r->trace)
    print_violation(out, r, &o);
  else {
    print_entry(out, "invariant_set", o.format == HD_WITNESS_2_1 ? "2.1" : "2.0", r, &o, &arena);
    fputs("  content: []\n", out);
  }
  hd_arena_clear(&arena);
  return !ferror(out) && fflush(out) == 0;
}
