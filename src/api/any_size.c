/* any_size.c - proves a program with blocks of computed size for every size at once, where that is possible. */
#include "api/any_size.h"

#include "engine/auto/auto.h"

/* What the objects of a program of 32 bits may take between the addresses where they begin and the numbers that
 * programs have (frontend/c/objects.c); and a part of it for all that is not a block of computed size. */
static const uint64_t small_space = 0x1b000000, rest_of_small_space = 0x1000000;

/* Those that do not look at each element, and the part of the time that each may take. */
static const struct {
  const char *name;
  double share;
} provers[] = {{"static", 1}, {"lockstep", 0.4}};

bool hd_room_may_help(heddle_input *in, const hd_budget *b)
{
  return !in->text && hd_input_compile(in, b) && hd_c_unit_computes_sizes(in->unit);
}

static uint32_t count_blocks(const hd_program *p)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->objects.len; i++) n += p->objects.data[i].extent.id != HD_NONE;
  return n;
}

/* An equal part for each; 0: there are none. */
static uint64_t find_room(heddle_input *in, hd_c_options c, const hd_budget *b)
{
  c.room = 4096;
  hd_program *p = hd_input_raw(in, &c, b);
  uint32_t n = p ? count_blocks(p) : 0;
  if (p) hd_program_free(p);
  hd_assumptions_drop(&in->assumptions, HD_ASSUMES_ROOM);
  return n ? (small_space - rest_of_small_space) / n / 4096 * 4096 : 0;
}

/* By the given engine alone, or (NULL) by all of them. */
static bool prove_room(const hd_engine *only, const hd_task *t, const hd_recheck *how, const hd_budget *b,
                       heddle_result *r)
{
  hd_confirm confirm = {hd_recheck_answer, (void *)how};
  for (size_t i = 0; i < HD_COUNT(provers) && r->inner.verdict != HD_SAFE && !hd_budget_spent(b); i++) {
    const hd_engine *engine = hd_engine_find(provers[i].name);
    hd_budget part = hd_budget_part(b, only ? 1 : provers[i].share, 0);
    if (only && only != engine) continue;
    hd_result_clear(&r->inner);
    hd_result_init(&r->inner);
    hd_auto_run(engine, r->program, t, &confirm, &part, &r->inner, &r->engine, &r->defect);
  }
  return r->inner.verdict == HD_SAFE;
}

static bool is_prover(const hd_engine *engine)
{
  for (size_t i = 0; i < HD_COUNT(provers); i++)
    if (strcmp(engine->name, provers[i].name) == 0) return true;
  return false;
}

static void take_over(heddle_result *r, heddle_result *from)
{
  hd_program *program = r->program;
  hd_result inner = r->inner;
  r->program = from->program;
  r->inner = from->inner;
  r->engine = from->engine;
  r->defect = from->defect;
  r->room = from->room;
  from->program = program;
  from->inner = inner;
}

bool hd_room_prove(heddle_input *in, const hd_engine *only, const hd_task *t, const hd_c_options *c,
                   const hd_recheck *how, const hd_budget *b, heddle_result *r)
{
  hd_c_options roomy = *c;
  if (only && !is_prover(only)) return false;
  roomy.room = find_room(in, *c, b);
  if (!roomy.room) return false;
  heddle_result *again = hd_result_new(in);
  again->room = roomy.room;
  again->program = hd_input_program(in, &roomy, b);
  bool proved = again->program && prove_room(only, t, how, b, again);
  if (proved) take_over(r, again);
  heddle_result_free(again);
  if (!proved) hd_assumptions_drop(&in->assumptions, HD_ASSUMES_ROOM);
  return proved;
}
