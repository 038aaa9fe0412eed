/* dot.c - a program as a graph for Graphviz. */
#include <inttypes.h>

#include "program/text.h"

/* How a location looks, by its kind. */
static const char *const loc_styles[] = {
    [HD_LOC_NORMAL] = "shape=circle",
    [HD_LOC_END] = "shape=doublecircle",
    [HD_LOC_EXIT] = "shape=doubleoctagon",
    [HD_LOC_UNSUPPORTED] = "shape=octagon, color=red",
    [HD_LOC_BOUND] = "shape=octagon, color=orange",
};

static const char *name_of(void *context, uint32_t symbol)
{
  const hd_program *p = context;
  return p->vars.data[symbol].name;
}

static void print_term(FILE *out, const hd_program *p, hd_term t)
{
  hd_names names = {.name = name_of, .context = (void *)p};
  hd_term_print(out, p->terms, t, &names);
}

/* Inside a quoted string of the dot language; a new line starts at the left. */
static void print_escaped(FILE *out, const char *text)
{
  for (; *text; text++) {
    if (*text == '\n')
      fputs("\\l", out);
    else if (*text == '"' || *text == '\\')
      fprintf(out, "\\%c", *text);
    else
      fputc(*text, out);
  }
}

static void print_assign(FILE *out, const hd_program *p, const hd_assign *a)
{
  fputs(a->var.id == HD_NONE ? "*" : p->vars.data[a->var.id].name, out);
  if (hd_term_is(a->index)) {
    fputc('[', out);
    print_term(out, p, a->index);
    fputc(']', out);
  }
  fputs(" := ", out);
  if (hd_term_is(a->value))
    print_term(out, p, a->value);
  else
    fputs("any", out);
  fputc('\n', out);
}

/* The label's lines; a line for each thing that the edge does. */
static void describe_edge(FILE *out, const hd_program *p, const hd_edge_info *e)
{
  if (e->label) fprintf(out, "%s\n", e->label);
  if (hd_term_is(e->guard)) {
    fputc('[', out);
    print_term(out, p, e->guard);
    fputs("]\n", out);
  }
  if (e->kind == HD_EDGE_ASSERT) {
    fputs("assert ", out);
    print_term(out, p, e->cond);
    fputc('\n', out);
  }
  for (uint32_t i = 0; i < e->n_assigns; i++) print_assign(out, p, &e->assigns[i]);
  if (e->pos.file != HD_NONE) fprintf(out, "line %" PRIu32 "\n", e->pos.line);
}

static void print_edge(FILE *out, const hd_program *p, const hd_edge_info *e)
{
  char *text = NULL;
  size_t size;
  FILE *memory = open_memstream(&text, &size);
  if (!memory) hd_out_of_memory();
  describe_edge(memory, p, e);
  if (fclose(memory)) hd_out_of_memory();
  fprintf(out, "  L%" PRIu32 " -> L%" PRIu32 " [label=\"", e->from.id, e->to.id);
  print_escaped(out, text);
  fprintf(out, "\"%s];\n", e->kind == HD_EDGE_ASSERT ? ", color=red" : "");
  free(text);
}

static void print_loc(FILE *out, const hd_program *p, uint32_t id, bool entry)
{
  const hd_loc_info *l = &p->locs.data[id];
  fprintf(out, "    L%" PRIu32 " [label=\"L%" PRIu32, id, id);
  if (l->reason) {
    fputs("\\n", out);
    print_escaped(out, l->reason);
  }
  fprintf(out, "\", %s%s%s];\n", loc_styles[l->kind], l->atomic ? ", style=filled, fillcolor=gray85" : "",
          entry ? ", penwidth=2" : "");
}

static void print_thread(FILE *out, const hd_program *p, uint32_t id)
{
  const hd_thread_info *t = &p->threads.data[id];
  fprintf(out, "  subgraph cluster_%" PRIu32 " {\n    label=\"", id);
  print_escaped(out, t->name);
  if (t->replicated)
    fputs(" (any number)", out);
  else if (t->instances > 1)
    fprintf(out, " (%" PRIu32 " instances)", t->instances);
  fputs("\";\n", out);
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (p->locs.data[i].thread.id == id) print_loc(out, p, i, t->entry.id == i);
  fputs("  }\n", out);
}

void hd_program_print_dot(FILE *out, const hd_program *p)
{
  fputs("digraph program {\n  node [fontname=monospace, fontsize=10];\n"
        "  edge [fontname=monospace, fontsize=10];\n",
        out);
  for (uint32_t i = 0; i < p->threads.len; i++) print_thread(out, p, i);
  for (uint32_t i = 0; i < p->edges.len; i++) print_edge(out, p, &p->edges.data[i]);
  fputs("}\n", out);
}
