/* stops.c - the sentence for each kind of stop. */
#include "report/stops.h"

const char *const hd_unreached_names[HD_UNREACHED_COUNT] = {[HD_UNREACHED_CHECK] = "check",
                                                            [HD_UNREACHED_END] = "end",
                                                            [HD_UNREACHED_THREAD] = "thread",
                                                            [HD_UNREACHED_FUNCTION] = "function"};

void hd_stops_clear(hd_stops *s)
{
  hd_vec_clear(&s->list);
  hd_vec_clear(&s->unreached);
  s->all = false;
}

const char *hd_stop_text(const hd_program *p, const hd_stop_place *place, hd_arena *arena)
{
  hd_place at = hd_program_place(p, place->pos);
  const char *where = at.file ? hd_arena_printf(arena, " at %s:%u:%u", at.file, at.line, at.column) : "";
  if (place->stop == HD_STOP_ASSUMED) return hd_arena_printf(arena, "an assumption that does not hold%s", where);
  const hd_check_kind_info *kind = &hd_check_table[place->check];
  return hd_arena_printf(arena, "%s%s (%s finds it)", kind->failed, where, hd_property_name(kind->property));
}

static const char *all_lines(const hd_program *p, const hd_stops *s, hd_arena *arena)
{
  const char *text = hd_stop_text(p, &s->list.data[0], arena);
  for (uint32_t i = 1; i < s->list.len; i++)
    text = hd_arena_printf(arena, "%s, or %s", text, hd_stop_text(p, &s->list.data[i], arena));
  return hd_arena_printf(arena, "no execution reaches the end of the program; it stops earlier, for example in %s",
                         text);
}

static const char *unreached_line(const hd_program *p, const hd_unreached *u, hd_arena *arena)
{
  const char *before = "";
  if (u->stop.stop != HD_STOP_ORDERLY)
    before = hd_arena_printf(arena, "; some stop in %s", hd_stop_text(p, &u->stop, arena));
  if (u->kind == HD_UNREACHED_END)
    return hd_arena_printf(arena, "no execution reaches the end of thread %s%s", u->name, before);
  hd_place at = hd_program_place(p, u->pos);
  return hd_arena_printf(arena, "no execution reaches the check at %s:%u:%u%s", at.file ? at.file : "", at.line,
                         at.column, before);
}

/* All of a kind in one line; NULL: there is none. */
static const char *count_line(const hd_stops *s, hd_unreached_kind kind, hd_arena *arena)
{
  enum { FIRST = 5 };
  const char *names = "";
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->unreached.len; i++) {
    if (s->unreached.data[i].kind != kind) continue;
    if (n++ < FIRST) names = hd_arena_printf(arena, "%s%s%s", names, n > 1 ? ", " : "", s->unreached.data[i].name);
  }
  if (!n) return NULL;
  return hd_arena_printf(arena, "never reached: %u %s%s (%s%s)", n, hd_unreached_names[kind], n > 1 ? "s" : "", names,
                         n > FIRST ? ", ..." : "");
}

static const char *other_line(const hd_program *p, const hd_stops *s, unsigned i, hd_arena *arena)
{
  for (uint32_t k = 0; k < s->unreached.len; k++)
    if (s->unreached.data[k].kind <= HD_UNREACHED_END && i-- == 0)
      return unreached_line(p, &s->unreached.data[k], arena);
  for (hd_unreached_kind k = HD_UNREACHED_THREAD; k < HD_UNREACHED_COUNT; k++) {
    const char *line = count_line(s, k, arena);
    if (line && i-- == 0) return line;
  }
  return NULL;
}

const char *hd_stops_line(const hd_program *p, const hd_stops *s, unsigned i, hd_arena *arena)
{
  if (s->all) return i == 0 ? all_lines(p, s, arena) : NULL;
  for (uint32_t k = 0; k < s->list.len; k++) {
    if (s->list.data[k].stop == HD_STOP_ASSUMED || i-- > 0) continue; /* assumptions are meant to stop some */
    return hd_arena_printf(arena, "some executions stop early, in %s", hd_stop_text(p, &s->list.data[k], arena));
  }
  return other_line(p, s, i, arena);
}
