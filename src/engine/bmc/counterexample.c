/* counterexample.c - a model's executed blocks in an order that it agrees with, as a trace. */
#include "engine/bmc/counterexample.h"

typedef struct {
  hd_bmc_memory *m;
  hd_bmc_unfolding *u;
  hd_bmc_solver *s;
  uint8_t *wanted;      /* by block: executed, and part of the trace */
  uint8_t *done;        /* by block */
  uint8_t *before;      /* [a * n + b] by event: the model puts a before b */
  uint32_t interrupted; /* the block in which an instance is interrupted: the last one; or HD_NONE */
  uint32_t target;      /* the block that fails its check; HD_NONE: the whole execution */
} build;

static bool holds_in_model(build *x, hd_term t)
{
  return hd_bmc_solver_value(x->s, t) != 0;
}

static void read_order(build *x)
{
  uint32_t n = x->m->blocks.len;
  x->before = hd_alloc((size_t)n * n + 1, 1);
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = 0; b < n; b++) x->before[(size_t)a * n + b] = hd_order_known(x->m->order, a, b);
  for (uint32_t i = 0; i < x->m->open.len; i++) {
    const hd_bmc_open *o = &x->m->open.data[i];
    bool forth = holds_in_model(x, o->symbol);
    x->before[(size_t)(forth ? o->a : o->b) * n + (forth ? o->b : o->a)] = 1;
  }
}

/* Must block a come before block b in the trace? */
static bool precedes(const build *x, uint32_t a, uint32_t b)
{
  if (a == b) return false;
  if (b == x->interrupted) return true;
  if (x->u->blocks.data[a].who == x->u->blocks.data[b].who) return a < b;
  uint32_t m = x->m->event[a], n = x->m->event[b];
  return m != HD_NONE && n != HD_NONE && x->before[(size_t)m * x->m->blocks.len + n];
}

/* Only what comes before the target, and what comes before that. */
static void keep_ancestors(build *x)
{
  hd_u32s todo = {0};
  uint8_t *kept = hd_alloc(x->u->blocks.len + 1, 1);
  hd_vec_push(&todo, x->target);
  kept[x->target] = 1;
  while (todo.len) {
    uint32_t b = hd_vec_pop(&todo);
    for (uint32_t a = 0; a < x->u->blocks.len; a++) {
      if (!x->wanted[a] || kept[a] || !precedes(x, a, b)) continue;
      kept[a] = 1;
      hd_vec_push(&todo, a);
    }
  }
  memcpy(x->wanted, kept, x->u->blocks.len);
  free(kept);
  hd_vec_clear(&todo);
}

static bool is_ready(const build *x, uint32_t b)
{
  if (!x->wanted[b] || x->done[b]) return false;
  for (uint32_t a = 0; a < x->u->blocks.len; a++)
    if (x->wanted[a] && !x->done[a] && precedes(x, a, b)) return false;
  return true;
}

/* How many blocks of its instance can follow one another from this one on. */
static uint32_t run_length(build *x, uint32_t from)
{
  uint32_t n = 0, b = from;
  for (; b < x->u->blocks.len && x->u->blocks.data[b].who == x->u->blocks.data[from].who; b++) {
    if (!x->wanted[b]) continue;
    if (!is_ready(x, b)) break;
    x->done[b] = 1;
    n++;
  }
  while (b-- > from)
    if (x->wanted[b]) x->done[b] = 0;
  return n;
}

/* The next block: as its context says; else of the instance that ran last, or of the one that can run
 * longest. */
static uint32_t next_block(build *x, uint32_t who)
{
  uint32_t best = HD_NONE;
  uint64_t most = 0;
  for (uint32_t b = 0; b < x->u->blocks.len; b++) {
    if (!is_ready(x, b)) continue;
    bool same = x->u->blocks.data[b].who == who;
    if (same && !x->m->context) return b;
    uint64_t worth =
        x->m->context ? 2 * (UINT32_MAX - hd_bmc_solver_value(x->s, x->m->context[b])) + same : run_length(x, b);
    if (best != HD_NONE && worth <= most) continue;
    best = b;
    most = worth;
  }
  return best;
}

static const hd_bmc_step *step_taken(build *x, const hd_bmc_node *n)
{
  for (uint32_t i = 0; i < n->n_steps; i++) {
    const hd_bmc_step *s = &x->u->steps.data[n->first_step + i];
    if (holds_in_model(x, hd_bmc_holds(x->u, s->cond))) return s;
  }
  return NULL;
}

static void push_step(build *x, const hd_bmc_step *s, uint32_t who, hd_trace *out)
{
  hd_bmc_who w = x->u->who.data[who];
  uint64_t *inputs = hd_alloc(s->n_inputs + 1, sizeof *inputs);
  for (uint32_t i = 0; i < s->n_inputs; i++)
    inputs[i] = hd_bmc_solver_value(x->s, x->u->inputs.data[s->first_input + i]);
  hd_trace_push(out, w.thread, w.instance, s->edge, inputs, s->n_inputs);
  free(inputs);
}

/* True when a check fails in the block: the trace ends there. */
static bool push_block(build *x, uint32_t block, hd_trace *out)
{
  const hd_bmc_block *b = &x->u->blocks.data[block];
  for (uint32_t node = b->node; node != HD_NONE;) {
    const hd_bmc_node *n = &x->u->nodes.data[node];
    if (node != b->node && n->block != block) break;
    const hd_bmc_step *s = step_taken(x, n);
    if (!s) break;
    push_step(x, s, b->who, out);
    if (hd_term_is(s->violated) && holds_in_model(x, s->violated)) return true;
    node = s->to;
  }
  return false;
}

static void push_initial(build *x, hd_trace *out)
{
  for (uint32_t i = 0; i < x->u->initial.len; i++) {
    const hd_bmc_initial *in = &x->u->initial.data[i];
    uint32_t count = hd_var_get(x->u->p, in->var)->count;
    for (uint32_t k = 0; k < (count ? count : 1); k++) {
      uint64_t value = count ? hd_bmc_solver_element(x->s, in->symbol, k) : hd_bmc_solver_value(x->s, in->symbol);
      if (value) hd_vec_push(&out->initial, (hd_initial){in->var, in->instance, k, value});
    }
  }
}

/* The block in which the execution ends: where a check fails, or an instance is stuck. */
static void find_target(build *x)
{
  x->target = HD_NONE;
  for (uint32_t i = 0; i < x->u->steps.len && x->target == HD_NONE; i++) {
    const hd_bmc_step *s = &x->u->steps.data[i];
    if (hd_term_is(s->violated) && holds_in_model(x, s->violated)) x->target = x->u->nodes.data[s->node].block;
  }
  /* Nothing happens after the first that is stuck. */
  for (uint32_t i = 0; i < x->u->stuck.len; i++) {
    uint32_t block = x->u->stuck_in.data[i];
    if (!holds_in_model(x, x->u->stuck.data[i])) continue;
    if (x->target == HD_NONE || precedes(x, block, x->target)) x->target = block;
  }
}

static void find_interrupted(build *x)
{
  x->interrupted = HD_NONE;
  for (uint32_t i = 0; i < x->u->last.len; i++)
    if (holds_in_model(x, x->u->interrupted.data[i])) x->interrupted = x->u->last.data[i];
}

static void find_executed(build *x)
{
  x->wanted = hd_alloc(x->u->blocks.len + 1, 1);
  for (uint32_t b = 0; b < x->u->blocks.len; b++)
    x->wanted[b] = b != x->u->final && holds_in_model(x, hd_bmc_holds(x->u, x->u->blocks.data[b].cond));
}

uint8_t *hd_bmc_past(hd_bmc_memory *m, hd_bmc_solver *s, uint32_t block)
{
  build x = {.m = m, .u = m->u, .s = s, .target = block, .interrupted = HD_NONE};
  find_executed(&x);
  read_order(&x);
  keep_ancestors(&x);
  free(x.before);
  return x.wanted;
}

hd_trace *hd_bmc_counterexample(hd_bmc_memory *m, hd_bmc_solver *s)
{
  build x = {.m = m, .u = m->u, .s = s};
  hd_trace *out = hd_trace_new();
  x.done = hd_alloc(x.u->blocks.len + 1, 1);
  find_executed(&x);
  read_order(&x);
  find_interrupted(&x);
  find_target(&x);
  if (x.target != HD_NONE) keep_ancestors(&x);
  push_initial(&x, out);
  bool ended = false;
  for (uint32_t who = 0, b; !ended && (b = next_block(&x, who)) != HD_NONE; who = x.u->blocks.data[b].who) {
    x.done[b] = 1;
    ended = push_block(&x, b, out);
  }
  free(x.wanted);
  free(x.done);
  free(x.before);
  return out;
}
