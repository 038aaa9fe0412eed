/* text.c - measures the columns first, then prints. */
#include "report/text.h"

#include "report/story.h"

enum {
  LANES_WIDE = 44, /* lanes carry the threads' names up to this many columns, a mark beyond */
  TEXT_LEAST = 24,
  TEXT_MOST = 52,
  GAP = 2
};

typedef struct {
  hd_story_who who;
  const char *name;
  unsigned width;
  bool alive;
} lane;

typedef struct {
  FILE *out;
  hd_story *s;
  const hd_text_options *options;
  HD_VEC(lane) lanes;
  bool named; /* a lane shows its thread's name; otherwise a mark, and the name stands beside */
  unsigned number_width, name_width, where_width, text_width;
} page;

/* --- lanes ---------------------------------------------------------------------------------------- */

static bool same_who(hd_story_who a, hd_story_who b)
{
  return a.thread.id == b.thread.id && a.instance == b.instance;
}

static lane *find_lane(page *g, hd_story_who who)
{
  for (uint32_t i = 0; i < g->lanes.len; i++)
    if (same_who(g->lanes.data[i].who, who)) return &g->lanes.data[i];
  return NULL;
}

static unsigned max_of(unsigned a, size_t b)
{
  return b > a ? (unsigned)b : a;
}

static void add_lane(page *g, hd_story_who who)
{
  if (find_lane(g, who)) return;
  const char *name = hd_story_name(g->s, who);
  bool from_start = hd_thread_get(g->s->p, who.thread)->status.id == HD_NONE;
  hd_vec_push(&g->lanes, (lane){who, name, (unsigned)strlen(name), from_start});
  g->name_width = max_of(g->name_width, strlen(name));
}

static unsigned lanes_width(const page *g)
{
  unsigned width = 0;
  if (!g->named) return g->lanes.len * 2 + g->name_width + GAP;
  for (uint32_t i = 0; i < g->lanes.len; i++) width += g->lanes.data[i].width + GAP;
  return width;
}

/* The column where the source's text starts. */
static unsigned text_column(const page *g)
{
  return g->number_width + GAP + lanes_width(g) + (g->where_width ? g->where_width + GAP : 0);
}

/* On a terminal the text leaves two fifths of what is left to the values. */
static void fit_text(page *g)
{
  if (g->text_width > TEXT_MOST) g->text_width = TEXT_MOST;
  if (!g->options->width) return;
  unsigned column = text_column(g), room = g->options->width > column ? (g->options->width - column) * 3 / 5 : 0;
  if (room < TEXT_LEAST) room = TEXT_LEAST;
  if (g->text_width > room) g->text_width = room;
}

static void lay_out(page *g)
{
  g->named = true;
  g->number_width = 4;
  g->name_width = 6;
  for (uint32_t i = 0; i < g->s->lines.len; i++) {
    const hd_story_line *l = &g->s->lines.data[i];
    add_lane(g, l->who);
    for (uint32_t k = 0; k < l->started.len; k++) add_lane(g, l->started.data[k]);
    if (!l->number) continue;
    g->where_width = max_of(g->where_width, strlen(hd_sources_where(&g->s->sources, l->pos)));
    g->text_width = max_of(g->text_width, strlen(l->text));
  }
  g->named = lanes_width(g) <= LANES_WIDE;
  fit_text(g);
}

static void print_padded(page *g, const char *text, unsigned width)
{
  fprintf(g->out, "%-*s%*s", (int)width, text, GAP, "");
}

static void print_named_lanes(page *g, hd_story_who who)
{
  for (uint32_t i = 0; i < g->lanes.len; i++) {
    const lane *l = &g->lanes.data[i];
    print_padded(g, same_who(l->who, who) ? l->name : l->alive ? "|" : "", l->width);
  }
}

static void print_marked_lanes(page *g, hd_story_who who)
{
  for (uint32_t i = 0; i < g->lanes.len; i++) {
    const lane *l = &g->lanes.data[i];
    fputs(same_who(l->who, who) ? "* " : l->alive ? "| " : "  ", g->out);
  }
  print_padded(g, hd_story_name(g->s, who), g->name_width);
}

/* --- one line -------------------------------------------------------------------------------------- */

/* Notes that do not fit go on in lines of their own, below. */
static void print_notes(page *g, const hd_story_notes *n, unsigned column)
{
  unsigned at = column;
  for (uint32_t i = 0; i < n->len; i++) {
    unsigned length = (unsigned)strlen(n->data[i]);
    bool fits = !g->options->width || at == column || at + GAP + length <= g->options->width;
    if (!fits) {
      fprintf(g->out, "\n%*s", (int)column, "");
      at = column;
    }
    at += (unsigned)fprintf(g->out, "%s%s", at == column ? "" : "  ", n->data[i]);
  }
}

/* Cut to the column's width, without cutting through a multi-byte character. */
static void print_text(page *g, const char *text, bool pad)
{
  unsigned length = (unsigned)strlen(text), width = g->text_width;
  if (length <= width) {
    fprintf(g->out, "%s%*s", text, pad ? (int)(width - length) + GAP : 0, "");
    return;
  }
  unsigned keep = width - 3;
  while (keep && ((unsigned char)text[keep] & 0xc0) == 0x80) keep--;
  fprintf(g->out, "%.*s...%*s", (int)keep, text, pad ? (int)(width - keep - 3) + GAP : 0, "");
}

/* Of a line that is too long, the statement that the step begins with. */
static const char *fitting_text(page *g, const hd_story_line *l)
{
  if (strlen(l->text) <= g->text_width) return l->text;
  const char *whole = hd_sources_line(&g->s->sources, l->pos);
  const char *statement =
      whole && strcmp(whole, l->text) == 0 ? hd_sources_statement(&g->s->sources, l->telling) : NULL;
  return statement ? statement : l->text;
}

static void print_line(page *g, const hd_story_line *l)
{
  hd_story_notes n = hd_story_line_notes(g->s, l, g->options->all_steps);
  fprintf(g->out, "%*u%*s", (int)g->number_width, l->number, GAP, "");
  (g->named ? print_named_lanes : print_marked_lanes)(g, l->who);
  if (g->where_width) print_padded(g, hd_sources_where(&g->s->sources, l->pos), g->where_width);
  print_text(g, fitting_text(g, l), n.len > 0);
  print_notes(g, &n, text_column(g) + g->text_width + GAP);
  fputc('\n', g->out);
  hd_vec_clear(&n);
}

static void follow_lanes(page *g, const hd_story_line *l)
{
  for (uint32_t i = 0; i < l->started.len; i++) find_lane(g, l->started.data[i])->alive = true;
  if (l->ends) find_lane(g, l->who)->alive = false;
}

static void print_head(page *g)
{
  fprintf(g->out, "%*s%*s", (int)g->number_width, "step", GAP, "");
  for (uint32_t i = 0; g->named && i < g->lanes.len; i++)
    print_padded(g, g->lanes.data[i].name, g->lanes.data[i].width);
  if (!g->named) fprintf(g->out, "%*s", (int)g->lanes.len * 2, "");
  if (!g->named) print_padded(g, "thread", g->name_width);
  if (g->where_width) print_padded(g, "where", g->where_width);
  fputs("what\n", g->out);
}

/* What the reader does not see, though it has an effect. */
static void print_rest(page *g)
{
  uint32_t hidden = 0;
  for (uint32_t i = 0; i < g->s->lines.len; i++) hidden += hd_story_is_left_out(g->s, &g->s->lines.data[i]);
  if (hidden == 1) fputs("1 line is not shown; --full shows it\n", g->out);
  if (hidden > 1) fprintf(g->out, "%u lines are not shown; --full shows them\n", hidden);
}

void hd_report_trace(FILE *out, const hd_program *p, const hd_trace *t, hd_property property,
                     const hd_text_options *options)
{
  hd_story_options how = {.merge = !options->all_steps, .all_steps = options->all_steps, .brief = options->brief};
  page g = {.out = out, .s = hd_story_new(p, t, property, &how), .options = options};
  lay_out(&g);
  if (g.lanes.len) print_head(&g);
  for (uint32_t i = 0; i < g.s->lines.len; i++) {
    if (g.s->lines.data[i].number) print_line(&g, &g.s->lines.data[i]);
    follow_lanes(&g, &g.s->lines.data[i]);
  }
  if (options->brief) print_rest(&g);
  for (uint32_t i = 0; i < g.s->conclusion.len; i++) fprintf(out, "%s%s\n", i ? "  " : "", g.s->conclusion.data[i]);
  hd_vec_clear(&g.lanes);
  hd_story_free(g.s);
}
