/* assumption.c - equal assumptions are counted instead of repeated. */
#include "program/assumption.h"

const char *const hd_assumption_names[HD_ASSUMES_COUNT] = {"missing body", "memory order", "allocation",
                                                           "signals",      "entry",        "room"};
static const char *const sentences[HD_ASSUMES_COUNT] = {
    "functions without a body touch only what they are given",
    "memory orders are sequentially consistent",
    "allocation never fails",
    "no signal comes from outside",
    "each pointer that the entry function is given leads to an object of its own",
    "there is no room in memory for"};

void hd_assumptions_init(hd_assumptions *a)
{
  *a = (hd_assumptions){0};
  hd_arena_init(&a->arena);
}

void hd_assumptions_clear(hd_assumptions *a)
{
  hd_vec_clear(&a->list);
  hd_vec_clear(&a->results);
  hd_arena_clear(&a->arena);
}

static bool same_place(hd_place a, hd_place b)
{
  if (!a.file || !b.file) return a.file == b.file;
  return a.line == b.line && a.column == b.column && strcmp(a.file, b.file) == 0;
}

void hd_assumptions_add(hd_assumptions *a, hd_assumption_kind kind, const char *what, hd_place place)
{
  for (uint32_t i = 0; i < a->list.len; i++) {
    const hd_assumption *known = &a->list.data[i];
    if (known->kind == kind && strcmp(known->what, what) == 0 && same_place(known->place, place)) return;
  }
  if (place.file) place.file = hd_arena_strdup(&a->arena, place.file);
  hd_vec_push(&a->list, (hd_assumption){kind, hd_arena_strdup(&a->arena, what), place});
}

void hd_assumptions_add_result(hd_assumptions *a, const char *function, hd_place place)
{
  for (uint32_t i = 0; i < a->results.len; i++)
    if (same_place(a->results.data[i].place, place)) return;
  if (place.file) place.file = hd_arena_strdup(&a->arena, place.file);
  hd_vec_push(&a->results, (hd_assumption){.what = hd_arena_strdup(&a->arena, function), .place = place});
}

void hd_assumptions_drop(hd_assumptions *a, hd_assumption_kind kind)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < a->list.len; i++)
    if (a->list.data[i].kind != kind) a->list.data[kept++] = a->list.data[i];
  a->list.len = kept;
}

static uint32_t count_kind(const hd_assumptions *a, hd_assumption_kind kind)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->list.len; i++) n += a->list.data[i].kind == kind;
  return n;
}

/* What of this kind stands in the list before, too? */
static bool is_named_before(const hd_assumptions *a, uint32_t i)
{
  for (uint32_t k = 0; k < i; k++)
    if (a->list.data[k].kind == a->list.data[i].kind && strcmp(a->list.data[k].what, a->list.data[i].what) == 0)
      return true;
  return false;
}

const char *hd_assumptions_text(const hd_assumptions *a, hd_assumption_kind kind, hd_arena *arena)
{
  uint32_t n = count_kind(a, kind);
  const char *names = NULL;
  if (!n) return NULL;
  for (uint32_t i = 0; i < a->list.len; i++) {
    const hd_assumption *one = &a->list.data[i];
    if (one->kind != kind || is_named_before(a, i)) continue;
    names = names ? hd_arena_printf(arena, "%s, %s", names, one->what) : one->what;
  }
  return hd_arena_printf(arena, "%s: %s (%u place%s)", sentences[kind], names, n, n == 1 ? "" : "s");
}

const char *hd_assumptions_summary(const hd_assumptions *a, hd_arena *arena)
{
  const char *text = NULL;
  for (hd_assumption_kind k = 0; k < HD_ASSUMES_COUNT; k++) {
    uint32_t n = count_kind(a, k);
    if (!n) continue;
    const char *one = hd_arena_printf(arena, "%s (%u)", hd_assumption_names[k], n);
    text = text ? hd_arena_printf(arena, "%s, %s", text, one) : one;
  }
  return text;
}
