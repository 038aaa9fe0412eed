#include "report/stops.h"

void hd_stops_clear(hd_stops *s)
{
  hd_vec_clear(&s->list);
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
  return hd_arena_printf(arena, "no execution comes to an end of the program: it stops before, as in %s", text);
}

const char *hd_stops_line(const hd_program *p, const hd_stops *s, unsigned i, hd_arena *arena)
{
  if (s->all) return i == 0 ? all_lines(p, s, arena) : NULL;
  for (uint32_t k = 0; k < s->list.len; k++) {
    if (s->list.data[k].stop == HD_STOP_ASSUMED || i-- > 0) continue; /* assumptions are meant to stop some */
    return hd_arena_printf(arena, "executions that do not count stop in %s", hd_stop_text(p, &s->list.data[k], arena));
  }
  return NULL;
}
