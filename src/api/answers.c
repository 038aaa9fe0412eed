/* answers.c - matches closed, violated and open checks with the places that the user sees. */
#include "api/answers.h"

#include "analysis/race_pairs.h"
#include "trace/interp.h"

bool hd_answers_violated(const heddle_result *r, hd_check_info *check)
{
  const hd_program *p = r->program;
  hd_replay end = hd_trace_replay(p, r->inner.trace, r->property);
  if (end.end == HD_END_RACE) {
    hd_pos a = hd_edge_get(p, end.race.edge[0])->pos, b = hd_edge_get(p, end.race.edge[1])->pos;
    *check = hd_race_check(a, b, hd_var_get(p, end.race.var)->name);
  } else if (end.end == HD_END_VIOLATION) {
    const hd_edge_info *e = hd_edge_get(p, r->inner.trace->steps.data[end.at].edge);
    *check = (hd_check_info){.kind = e->check, .pos = e->pos, .other = HD_NO_POS, .text = e->label};
  } else {
    *check = (hd_check_info){.kind = HD_CHECK_DEADLOCK, .pos = HD_NO_POS, .other = HD_NO_POS};
  }
  return end.end != HD_END_NOWHERE && end.end != HD_END_STUCK && end.end != HD_END_UNSUPPORTED;
}

/* Everything that the source can do is in the model: nothing lies behind a bound or a place that is not modelled. */
static bool is_whole(const hd_program *p)
{
  for (uint32_t i = 0; i < p->locs.len; i++)
    if (p->locs.data[i].kind == HD_LOC_UNSUPPORTED || p->locs.data[i].kind == HD_LOC_BOUND) return false;
  for (uint32_t i = 0; i < p->threads.len; i++)
    if (p->threads.data[i].replicated) return false;
  return true;
}

static void answer_check(heddle_result *r, hd_check_info info, hd_check_state state, const char *by)
{
  hd_vec_push(&r->checks, (hd_check_answer){info, state, by});
}

/* The checks of the program that the last search was about, by its verdict. */
static void answer_searched(heddle_result *r, const heddle_result *last, const hd_checks *checks)
{
  const char **by = hd_alloc((size_t)checks->list.len + 1, sizeof *by);
  for (uint32_t i = 0; i < checks->list.len && last->inner.verdict == HD_SAFE; i++) by[i] = last->engine;
  for (uint32_t i = 0; i < last->inner.closed.len; i++)
    by[last->inner.closed.data[i].check.id] = last->inner.closed.data[i].by;
  for (uint32_t i = 0; i < checks->list.len; i++)
    answer_check(r, checks->list.data[i], by[i] ? HD_CHECK_PROVED : HD_CHECK_OPEN, by[i]);
  free((void *)by);
}

static hd_check_answer *find_answer(heddle_result *r, const hd_checks *checks, const hd_check_info *info)
{
  hd_check known = hd_checks_find(checks, info);
  return known.id == HD_NONE ? NULL : &r->checks.data[known.id];
}

/* The violated check may not be in the last program any more: a race takes all checks at its place with it. */
static void answer_violated(heddle_result *r, const heddle_result *last, hd_checks *checks)
{
  hd_check_info violated;
  if (last->inner.verdict != HD_UNSAFE || !hd_answers_violated(last, &violated)) return;
  hd_check_answer *known = find_answer(r, checks, &violated);
  if (!known) {
    hd_checks_add(checks, violated);
    answer_check(r, violated, HD_CHECK_VIOLATED, last->engine);
  } else {
    known->state = HD_CHECK_VIOLATED;
    known->by = last->engine;
  }
}

/* The other checks at the place of a race, which the search left out: they are open. */
static void answer_left_out(heddle_result *r, const hd_checks *first, hd_checks *checks)
{
  for (uint32_t i = 0; i < first->list.len; i++) {
    if (hd_checks_find(checks, &first->list.data[i]).id != HD_NONE) continue;
    hd_checks_add(checks, first->list.data[i]);
    answer_check(r, first->list.data[i], HD_CHECK_OPEN, NULL);
  }
}

/* Simplifying the program may change the text of a check, but not its kind and place. */
static hd_check_info without_text(const hd_check_info *c)
{
  return (hd_check_info){.kind = c->kind, .pos = c->pos, .other = HD_NO_POS};
}

/* The checks that are not in the program any more. */
static void answer_vanished(heddle_result *r, const hd_checks *seen, const hd_checks *checks)
{
  bool proved = r->inner.verdict == HD_SAFE || is_whole(r->program);
  hd_checks places = {0};
  for (uint32_t i = 0; i < checks->list.len; i++) hd_checks_add(&places, without_text(&checks->list.data[i]));
  for (uint32_t i = 0; i < seen->list.len; i++) {
    hd_check_info place = without_text(&seen->list.data[i]);
    if (hd_checks_find(&places, &place).id != HD_NONE) continue;
    answer_check(r, seen->list.data[i], proved ? HD_CHECK_PROVED : HD_CHECK_OPEN, proved ? HD_CLOSED_BY_MODEL : NULL);
  }
  hd_vec_clear(&places.list);
  hd_map_clear(&places.known);
}

static int compare_numbers(uint32_t a, uint32_t b)
{
  return (a > b) - (a < b);
}

static int compare_answers(const void *left, const void *right)
{
  const hd_check_info *a = &((const hd_check_answer *)left)->info, *b = &((const hd_check_answer *)right)->info;
  int by[] = {compare_numbers(a->pos.file, b->pos.file),
              compare_numbers(a->pos.line, b->pos.line),
              compare_numbers(a->pos.column, b->pos.column),
              compare_numbers(a->other.file, b->other.file),
              compare_numbers(a->other.line, b->other.line),
              compare_numbers(a->other.column, b->other.column),
              compare_numbers((uint32_t)a->kind, (uint32_t)b->kind)};
  for (unsigned i = 0; i < HD_COUNT(by); i++)
    if (by[i]) return by[i];
  return a->text && b->text ? strcmp(a->text, b->text) : 0;
}

void hd_answer_checks(const heddle_input *in, heddle_result *r)
{
  const heddle_result *last = r->more.len ? hd_vec_last(&r->more) : r;
  hd_checks *checks = hd_checks_of(last->program, r->property), *first = hd_checks_of(r->program, r->property);
  answer_searched(r, last, checks);
  answer_violated(r, r, checks);
  for (uint32_t i = 0; i < r->more.len; i++) answer_violated(r, r->more.data[i], checks);
  answer_left_out(r, first, checks);
  if (in->seen) answer_vanished(r, in->seen, checks);
  for (uint32_t i = 0; i < r->checks.len; i++)
    if (r->checks.data[i].info.text)
      r->checks.data[i].info.text = hd_arena_strdup(&r->arena, r->checks.data[i].info.text);
  if (r->checks.len) qsort(r->checks.data, r->checks.len, sizeof *r->checks.data, compare_answers);
  hd_checks_free(first);
  hd_checks_free(checks);
}
