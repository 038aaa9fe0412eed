/* replicated.c - instances are alike when nothing but their number tells them apart. */
#include "analysis/replicated.h"

typedef struct {
  const hd_program *p;
  hd_thread thread;
  uint32_t self;    /* its variable, or HD_NONE */
  uint8_t *own;     /* by variable: an array that instances index with their number */
  uint8_t *foreign; /* by variable: an array that is accessed in another way too */
  bool number_used; /* other than as such an index */
  hd_map seen;      /* terms looked at */
  HD_VEC(hd_term) work;
} look;

static bool is_var(const look *x, hd_term t, uint32_t *v)
{
  if (hd_term_op(x->p->terms, t) != HD_OP_VAR) return false;
  *v = hd_term_symbol(x->p->terms, t);
  return true;
}

static bool is_self(const look *x, hd_term t)
{
  uint32_t v;
  return is_var(x, t, &v) && v == x->self;
}

static void look_at(look *x, hd_term t)
{
  const hd_terms *T = x->p->terms;
  uint32_t v;
  if (is_var(x, t, &v)) {
    if (v == x->self) x->number_used = true;
    if (x->p->vars.data[v].count) x->foreign[v] = 1;
    return;
  }
  bool select = hd_term_op(T, t) == HD_OP_SELECT;
  if (select && is_self(x, hd_term_arg(T, t, 1)) && is_var(x, hd_term_arg(T, t, 0), &v)) {
    x->own[v] = 1;
    return;
  }
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) hd_vec_push(&x->work, hd_term_arg(T, t, i));
}

static void look_through(look *x, hd_term t)
{
  if (!hd_term_is(t)) return;
  hd_vec_push(&x->work, t);
  while (x->work.len) {
    hd_term next = hd_vec_pop(&x->work);
    if (hd_map_find(&x->seen, next.id)) continue;
    hd_map_put(&x->seen, next.id, 1);
    look_at(x, next);
  }
}

static void look_at_edge(look *x, const hd_edge_info *e)
{
  look_through(x, e->guard);
  look_through(x, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    look_through(x, a->value);
    if (!hd_term_is(a->index)) continue;
    bool self = is_self(x, a->index);
    (self ? x->own : x->foreign)[a->var.id] = 1;
    if (!self) look_through(x, a->index);
  }
}

/* One element for each instance, all starting alike? */
static bool is_even(const look *x, uint32_t v)
{
  const hd_var_info *info = &x->p->vars.data[v];
  if (info->count != hd_thread_get(x->p, x->thread)->instances) return false;
  for (uint32_t i = 1; i < info->count && !info->any; i++)
    if (hd_var_init(x->p, (hd_var){v}, i) != hd_var_init(x->p, (hd_var){v}, 0)) return false;
  return true;
}

static hd_alike judge_thread(const look *x)
{
  hd_alike result = HD_ALIKE;
  const hd_thread_info *t = hd_thread_get(x->p, x->thread);
  if (x->number_used) return HD_ALIKE_NOT;
  for (uint32_t v = 0; v < x->p->vars.len; v++) {
    bool is_status = v == t->status.id;
    if (!x->own[v] && !(is_status && x->foreign[v])) continue;
    bool local = x->p->vars.data[v].thread.id != HD_NONE; /* an exchange moves it as a whole */
    if (local || !is_even(x, v) || (x->foreign[v] && !is_status)) return HD_ALIKE_NOT;
    if (x->foreign[v]) result = HD_ALIKE_BUT_STATUS;
  }
  return result;
}

hd_alike hd_thread_alike(const hd_program *p, hd_thread t)
{
  HD_CHECK(!p->raw);
  if (hd_thread_get(p, t)->instances < 2) return HD_ALIKE;
  look x = {.p = p, .thread = t, .self = hd_thread_get(p, t)->self.id};
  x.own = hd_alloc(p->vars.len, 1);
  x.foreign = hd_alloc(p->vars.len, 1);
  for (uint32_t e = 0; e < p->edges.len; e++) look_at_edge(&x, &p->edges.data[e]);
  hd_alike result = judge_thread(&x);
  free(x.own);
  free(x.foreign);
  hd_map_clear(&x.seen);
  hd_vec_clear(&x.work);
  return result;
}

typedef struct {
  hd_var self;
  uint32_t instance;
  bool only; /* nothing else was read */
} self_env;

static uint64_t read_self(void *context, uint32_t symbol, bool array, uint64_t index)
{
  self_env *env = context;
  (void)index;
  if (array || symbol != env->self.id) env->only = false;
  return env->instance;
}

bool hd_self_value(const hd_program *p, hd_thread t, uint32_t instance, hd_term term, uint64_t *value)
{
  self_env env = {.self = hd_thread_get(p, t)->self, .instance = instance, .only = true};
  *value = hd_term_eval(p->terms, term, &(hd_env){read_self, &env});
  return env.only;
}
