/* joint_read.c - from a violation of a module's program back to moves of its threads. */
#include "engine/modular/joint_state.h"
#include "engine/modular/siblings.h"
#include "logic/linear.h"
#include "logic/path_run.h"
#include "trace/interp.h"

/* A block that was executed, as a part of the trace's steps. */
typedef struct {
  uint32_t thread, first, n;
  int64_t clock;
  hd_loc at; /* where it begins */
  bool fails;
} ran;

typedef struct {
  hd_level *l;
  const hd_trace *trace;
  hd_state *state; /* before the violation */
  HD_VEC(ran) blocks;
  hd_loc *ends;        /* by thread of the module: where it stops */
  hd_path_steps steps; /* of the blocks, in the order of their clocks */
} reading;

static int64_t read_clock(const reading *r, hd_var v)
{
  return hd_signed(hd_state_read(r->state, v, 0, 0), 32);
}

static const hd_level_edge *part_at(const reading *r, uint32_t step)
{
  return &r->l->edges.data[r->trace->steps.data[step].edge.id];
}

static uint32_t thread_of(const hd_joint *j, uint32_t block)
{
  uint32_t t = j->n - 1;
  while (j->first[t] > block) t--;
  return t;
}

static uint32_t place_of(const hd_level *l, hd_loc at)
{
  uint32_t t = 0;
  while (l->joint->threads[t].id != hd_loc_get(l->u->p, at)->thread.id) t++;
  return t;
}

/* The blocks, as they stand in the trace. */
static void find_blocks(reading *r)
{
  hd_joint *j = r->l->joint;
  uint32_t last = hd_trace_replay(r->l->q, r->trace, HD_PROP_UNREACH_CALL).at;
  r->state = hd_state_new(r->l->q, r->trace);
  for (uint32_t i = 0; i < last; i++) {
    const hd_level_edge *part = part_at(r, i);
    HD_CHECK(hd_state_step(r->state, &r->trace->steps.data[i], NULL) == HD_STEP_OK);
    if (part->kind == HD_PART_BEGIN) {
      hd_vec_push(&r->blocks,
                  (ran){thread_of(j, part->block), i + 1, 0, read_clock(r, j->clock[part->block]), part->at, false});
    } else if (part->kind == HD_PART_OWN || part->kind == HD_PART_FAIL) {
      hd_vec_last(&r->blocks).n++;
      hd_vec_last(&r->blocks).fails = part->kind == HD_PART_FAIL;
    } else if (part->kind == HD_PART_STOP) {
      r->ends[place_of(r->l, part->at)] = part->at;
    }
  }
}

/* By clocks; blocks of equal clocks do not concern each other, but nothing comes after what fails. */
static bool comes_later(const ran *a, const ran *b)
{
  return a->clock > b->clock || (a->clock == b->clock && a->fails);
}

static void sort_blocks(reading *r)
{
  for (uint32_t i = 1; i < r->blocks.len; i++) {
    ran x = r->blocks.data[i];
    uint32_t k = i;
    for (; k > 0 && comes_later(&r->blocks.data[k - 1], &x); k--) r->blocks.data[k] = r->blocks.data[k - 1];
    r->blocks.data[k] = x;
  }
}

static void forget_before_start(reading *r)
{
  uint32_t kept = 0;
  int64_t start = read_clock(r, r->l->joint->start);
  for (uint32_t i = 0; i < r->blocks.len; i++)
    if (r->blocks.data[i].clock > start) r->blocks.data[kept++] = r->blocks.data[i];
  r->blocks.len = kept;
}

static void put_steps(reading *r)
{
  for (uint32_t i = 0; i < r->blocks.len; i++) {
    ran *b = &r->blocks.data[i];
    uint32_t from = b->first;
    b->first = r->steps.len;
    for (uint32_t k = 0; k < b->n; k++) {
      const hd_step *s = &r->trace->steps.data[from + k];
      hd_vec_push(&r->steps, (hd_path_step){s->edge, s->inputs, s->n_inputs});
    }
  }
}

static bool thread_moves(const reading *r, uint32_t thread, hd_loc *from)
{
  for (uint32_t i = 0; i < r->blocks.len; i++) {
    *from = r->blocks.data[i].at;
    if (r->blocks.data[i].thread == thread) return true;
  }
  return false;
}

static uint64_t read_state(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array;
  return hd_state_read(((const reading *)context)->state, (hd_var){symbol}, 0, index);
}

/* The state at the start, as the copies say. */
static uint64_t read_start(void *context, uint32_t symbol, bool array, uint64_t index)
{
  reading *r = context;
  const hd_level *l = r->l;
  if (symbol < l->u->first_copy && l->changed_below[symbol]) symbol = hd_modular_run_copy(l->u, (hd_var){symbol}).id;
  return read_state(r, symbol, array, index);
}

/* From where do the steps lead to the goal? Each block may be replaced by a sibling. */
static hd_term before_blocks(reading *r)
{
  hd_level *l = r->l;
  hd_modular_run *u = l->u;
  hd_terms *T = u->p->terms;
  hd_term pre = l->goal, places = hd_term_true(T);
  for (uint32_t t = 0; t < l->joint->n; t++) {
    hd_loc from;
    if (!thread_moves(r, t, &from)) continue;
    hd_var pc = u->pc[l->joint->threads[t].id];
    pre = hd_formula_replace(T, pre, pc.id, hd_term_bv(T, 32, r->ends[t].id));
    places = hd_term_2(T, HD_OP_AND, places, hd_term_eq_bv(T, hd_program_var_term(u->p, pc), from.id));
  }
  hd_path_run run;
  hd_path_steps taken = {0}; /* siblings replace some of the others */
  hd_env start = {read_start, r};
  for (uint32_t i = 0; i < r->steps.len; i++) hd_vec_push(&taken, r->steps.data[i]);
  hd_path_run_init(&run, l->q, taken.data, taken.len, &start);
  for (uint32_t i = r->blocks.len; i-- > 0;) {
    const ran *b = &r->blocks.data[i];
    hd_env env = hd_path_run_at(&run, b->first);
    pre = hd_siblings_pre(l, &r->steps, b->first, b->first + b->n, hd_linear_normal(T, pre), &env);
  }
  hd_path_run_clear(&run);
  hd_vec_clear(&taken);
  return hd_term_2(T, HD_OP_AND, places, hd_linear_normal(T, pre));
}

/* Does it hold at the start, as the copies say? */
static bool held(reading *r, hd_term psi)
{
  return hd_term_eval(r->l->u->p->terms, hd_level_before(r->l, psi), &(hd_env){read_state, r}) != 0;
}

bool hd_joint_read(hd_level *l, const hd_trace *t, hd_mod_moves *moves_out, hd_term *psi)
{
  reading r = {.l = l, .trace = t, .ends = hd_alloc(l->joint->n, sizeof(hd_loc))};
  find_blocks(&r);
  if (l->index) forget_before_start(&r);
  sort_blocks(&r);
  put_steps(&r);
  *psi = l->index ? before_blocks(&r) : hd_term_true(l->u->p->terms);
  bool good = !l->index || held(&r, *psi);
  for (uint32_t i = 0; i < r.steps.len; i++) {
    hd_edge own = l->edges.data[r.steps.data[i].edge.id].own;
    hd_vec_push(moves_out, (hd_mod_move){hd_loc_get(l->u->p, hd_edge_get(l->u->p, own)->from)->thread, own});
  }
  hd_state_free(r.state);
  hd_vec_clear(&r.blocks);
  hd_vec_clear(&r.steps);
  free(r.ends);
  return good;
}
