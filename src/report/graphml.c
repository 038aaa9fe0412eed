/* graphml.c - violations as GraphML 1.0, for validators that still read it.
 *
 * One path of nodes; an edge for each line of the story. Written by hand: the format is a list of elements without
 * nesting, for which a library would have nothing to do but to escape five characters. */
#include "program/witness.h"
#include "report/story.h"
#include "report/witness.h"

static void print_escaped(FILE *out, const char *text)
{
  for (; *text; text++) {
    switch (*text) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    default: fputc(*text, out);
    }
  }
}

static void print_data(FILE *out, const char *key, const char *text)
{
  fprintf(out, "      <data key=\"%s\">", key);
  print_escaped(out, text);
  fputs("</data>\n", out);
}

static void print_keys(FILE *out)
{
  static const struct {
    const char *name, *type, *of;
  } keys[] = {{"witness-type", "string", "graph"}, {"sourcecodelang", "string", "graph"},
              {"producer", "string", "graph"},     {"specification", "string", "graph"},
              {"programfile", "string", "graph"},  {"programhash", "string", "graph"},
              {"architecture", "string", "graph"}, {"creationtime", "string", "graph"},
              {"entry", "boolean", "node"},        {"violation", "boolean", "node"},
              {"threadId", "int", "edge"},         {"createThread", "int", "edge"},
              {"startline", "int", "edge"},        {"endline", "int", "edge"},
              {"assumption", "string", "edge"},    {"enterFunction", "string", "edge"}};
  for (size_t i = 0; i < HD_COUNT(keys); i++)
    fprintf(out, "  <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"/>\n", keys[i].name, keys[i].name,
            keys[i].type, keys[i].of);
}

static void print_head(FILE *out, const hd_json_result *r, const hd_witness_options *o, hd_arena *arena)
{
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n", out);
  print_keys(out);
  fputs("  <graph edgedefault=\"directed\">\n", out);
  print_data(out, "witness-type", r->trace ? "violation_witness" : "correctness_witness");
  print_data(out, "sourcecodelang", "C");
  print_data(out, "producer", "Heddle " HD_VERSION);
  print_data(out, "specification", hd_witness_specification(r->property, arena));
  print_data(out, "programfile", o->files[0]);
  print_data(out, "programhash", hd_witness_hash(o->files[0], arena));
  print_data(out, "architecture", o->pointer_width == 32 ? "32bit" : "64bit");
  print_data(out, "creationtime", hd_witness_time(arena));
}

/* Threads are numbered by their creation; main is 0. */
typedef HD_VEC(hd_story_who) numbers;

static uint32_t number_of(numbers *n, hd_story_who who)
{
  for (uint32_t i = 0; i < n->len; i++)
    if (n->data[i].thread.id == who.thread.id && n->data[i].instance == who.instance) return i;
  hd_vec_push(n, who);
  return n->len - 1;
}

/* What an input gave to a variable of the source: `x = 3;`. */
static void print_assumption(FILE *out, hd_story *s, const hd_story_line *l, const hd_trace *t)
{
  bool input = false;
  for (uint32_t i = l->first; i < l->first + l->count; i++) input |= t->steps.data[i].n_inputs > 0;
  for (uint32_t i = 0; input && i < l->events.len; i++) {
    const hd_event *e = &l->events.data[i];
    const hd_var_info *v = hd_var_get(s->p, e->var);
    const char *name = strstr(v->name, "::") ? strstr(v->name, "::") + 2 : v->name;
    bool plain = e->write && v->role == HD_ROLE_USER && !v->count && !strpbrk(name, "#.[");
    if (plain && (v->show == HD_SHOW_SIGNED || v->show == HD_SHOW_UNSIGNED))
      print_data(out, "assumption", hd_arena_printf(&s->arena, "%s == %s;", name, hd_story_value(s, e, e->value)));
  }
}

static void print_edge(FILE *out, hd_story *s, const hd_trace *t, const hd_story_line *l, uint32_t at, numbers *n)
{
  fprintf(out, "    <edge source=\"N%u\" target=\"N%u\">\n", at, at + 1);
  fprintf(out, "      <data key=\"threadId\">%u</data>\n", number_of(n, l->who));
  for (uint32_t i = 0; i < l->started.len; i++) {
    fprintf(out, "      <data key=\"createThread\">%u</data>\n", number_of(n, l->started.data[i]));
    print_data(out, "enterFunction", hd_thread_get(s->p, l->started.data[i].thread)->name);
  }
  if (l->pos.line)
    fprintf(out, "      <data key=\"startline\">%u</data>\n      <data key=\"endline\">%u</data>\n", l->pos.line,
            l->pos.line);
  print_assumption(out, s, l, t);
  fputs("    </edge>\n", out);
}

static uint32_t print_path(FILE *out, const hd_json_result *r)
{
  hd_story *s = hd_story_new(r->program, r->trace, r->property, &(hd_story_options){.merge = true});
  numbers n = {0};
  uint32_t at = 0;
  number_of(&n, (hd_story_who){HD_MAIN, 0});
  for (uint32_t i = 0; i < s->lines.len; i++)
    if (s->lines.data[i].number) print_edge(out, s, r->trace, &s->lines.data[i], at++, &n);
  hd_vec_clear(&n);
  hd_story_free(s);
  return at;
}

bool hd_report_graphml(FILE *out, const hd_json_result *r, const hd_witness_options *o)
{
  hd_arena arena;
  hd_arena_init(&arena);
  print_head(out, r, o, &arena);
  uint32_t last = r->trace ? print_path(out, r) : 0;
  for (uint32_t i = 0; i <= last; i++) {
    fprintf(out, "    <node id=\"N%u\">", i);
    if (i == 0) fputs("<data key=\"entry\">true</data>", out);
    if (i == last && r->trace) fputs("<data key=\"violation\">true</data>", out);
    fputs("</node>\n", out);
  }
  fputs("  </graph>\n</graphml>\n", out);
  hd_arena_clear(&arena);
  return !ferror(out) && fflush(out) == 0;
}
