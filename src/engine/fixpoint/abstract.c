/* abstract.c - each edge as a relation between predicates, found by an SMT solver. */
#include "engine/fixpoint/abstract.h"

#include <ctype.h>
#include <stdarg.h>

#include "analysis/facts.h"
#include "logic/formula.h"
#include "logic/path.h"
#include "logic/predabs.h"
#include "logic/transition.h"
#include "program/guarded.h"

enum {
  MOST_TOGETHER = 24, /* conditions whose relation is found at once; more are taken one by one */
  MOST_BEFORE = 12    /* conditions about the state before that one of those is related to */
};

typedef struct {
  hd_fx_abstraction *a;
  hd_program *p;
  hd_smt *smt;
  hd_predabs *abs;
  hd_term *terms;    /* of each condition, reads outside of arrays made explicit */
  hd_u32s *mentions; /* variables of each */
  bool *mentioned;   /* variables of any */
  hd_facts *facts;
  const hd_liveness *liveness;
  uint32_t first, n; /* BDD variables: of condition i first + 2i before and first + 2i + 1 after a step */
  const hd_budget *budget;
  FILE *out;
  hd_arena arena;
  uint32_t line;
} maker;

static uint32_t value_before(const maker *m, uint32_t i)
{
  return m->first + 2 * i;
}

static uint32_t value_after_step(const maker *m, uint32_t i)
{
  return value_before(m, i) + 1;
}

/* --- text -------------------------------------------------------------------------------------------------
 */

/* One line, of this edge (HD_NONE: of none). */
HD_PRINTF(3, 4) static void print_line(maker *m, uint32_t edge, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vfprintf(m->out, format, args);
  va_end(args);
  fputc('\n', m->out);
  while (m->a->edge_of.len <= m->line) hd_vec_push(&m->a->edge_of, HD_NONE);
  while (m->a->unknown_at.len <= m->line) hd_vec_push(&m->a->unknown_at, HD_NONE);
  m->a->edge_of.data[m->line++] = edge;
}

/* Texts of the source in a comment. */
static const char *one_line(maker *m, const char *text)
{
  char *copy = hd_arena_strdup(&m->arena, text);
  for (char *c = copy; *c; c++)
    if (!isprint((unsigned char)*c)) *c = ' ';
  return copy;
}

static void print_set(FILE *out, const maker *m, hd_bdd set);

static void print_literal(FILE *out, const maker *m, uint32_t var, bool negated)
{
  uint32_t i = (var - m->first) / 2;
  fprintf(out, "%s%sb%u", negated ? "!" : "", (var - m->first) % 2 ? "'" : "", i);
}

static void print_branch(FILE *out, const maker *m, uint32_t var, bool negated, const char *op, hd_bdd rest)
{
  fputc('(', out);
  print_literal(out, m, var, negated);
  fprintf(out, " %s ", op);
  print_set(out, m, rest);
  fputc(')', out);
}

/* Shannon expansion; every operator in parentheses. */
static void print_set(FILE *out, const maker *m, hd_bdd set)
{
  if (!hd_bdd_ok(set) || hd_bdd_is_true(set) || hd_bdd_is_false(set)) {
    fputc(hd_bdd_is_false(set) ? 'F' : 'T', out); /* of none nothing is used */
    return;
  }
  hd_u32s vars = {0};
  hd_bdd_support(set, &vars);
  uint32_t var = vars.data[0];
  hd_vec_clear(&vars);
  hd_bdd yes = hd_bdd_restrict(set, hd_bdd_var(var)), no = hd_bdd_restrict(set, hd_bdd_not_var(var));
  if (hd_bdd_is_true(yes) && hd_bdd_is_false(no))
    print_literal(out, m, var, false);
  else if (hd_bdd_is_false(yes) && hd_bdd_is_true(no))
    print_literal(out, m, var, true);
  else if (hd_bdd_is_true(yes) || hd_bdd_is_false(no))
    print_branch(out, m, var, false, hd_bdd_is_true(yes) ? "|" : "&", hd_bdd_is_true(yes) ? no : yes);
  else if (hd_bdd_is_true(no) || hd_bdd_is_false(yes))
    print_branch(out, m, var, true, hd_bdd_is_true(no) ? "|" : "&", hd_bdd_is_true(no) ? yes : no);
  else {
    fputc('(', out);
    print_literal(out, m, var, false);
    fputs(" ? ", out);
    print_set(out, m, yes);
    fputs(" : ", out);
    print_set(out, m, no);
    fputc(')', out);
  }
}

static const char *set_text(maker *m, hd_bdd set)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  print_set(out, m, set);
  fclose(out);
  const char *copy = hd_arena_strdup(&m->arena, text);
  free(text);
  return copy;
}

/* --- which conditions matter ------------------------------------------------------------------------------
 */

/* May a statement of this thread name the condition's variable? */
static bool is_visible(const maker *m, uint32_t i, hd_thread t)
{
  const hd_fx_predicate *q = &m->a->predicates.list.data[i];
  return q->shared || q->thread.id == HD_NONE || q->thread.id == t.id;
}

static bool has(const hd_u32s *list, uint32_t x)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == x) return true;
  return false;
}

static bool lists_meet(const hd_u32s *a, const hd_u32s *b)
{
  for (uint32_t i = 0; i < a->len; i++)
    if (has(b, a->data[i])) return true;
  return false;
}

/* Conditions about the state before that have to do with these variables, the nearest first: those that
 * mention one of them, then those that share a variable with those, and so on, `most` of them. */
static void find_related(const maker *m, hd_thread t, hd_u32s *vars, uint32_t most, hd_u32s *out)
{
  for (bool more = true; more && out->len < most;) {
    uint32_t had = out->len;
    more = false;
    for (uint32_t i = 0; i < m->n && out->len < most; i++)
      if (is_visible(m, i, t) && !has(out, i) && lists_meet(&m->mentions[i], vars)) hd_vec_push(out, i);
    for (uint32_t i = had; i < out->len; i++) {
      more = true;
      const hd_u32s *own = &m->mentions[out->data[i]];
      for (uint32_t k = 0; k < own->len; k++)
        if (!has(vars, own->data[k])) hd_vec_push(vars, own->data[k]);
    }
  }
}

static void add_program_vars(const maker *m, hd_term t, hd_u32s *vars)
{
  hd_u32s all = {0};
  hd_fx_vars_of(m->p, t, &all);
  for (uint32_t i = 0; i < all.len; i++)
    if (all.data[i] < m->p->vars.len && !has(vars, all.data[i])) hd_vec_push(vars, all.data[i]);
  hd_vec_clear(&all);
}

/* --- relations --------------------------------------------------------------------------------------------
 */

/* A step: what is true of the states before and after it, and what each condition says afterwards. */
typedef struct {
  hd_thread thread;
  hd_term formula, guard;
  hd_term *after;  /* of each condition */
  hd_u32s changed; /* conditions that may have another value afterwards ... */
  hd_u32s known;   /* ... and those whose value is then the same, whatever was before */
} step;

/* The valuations that the formula allows, of conditions `b` before and `c` after the step. */
static hd_bdd related(maker *m, const step *s, const hd_u32s *b, const uint32_t *c, uint32_t n_c, bool *exact)
{
  hd_term_list terms = {0};
  hd_u32s vars = {0};
  for (uint32_t i = 0; i < b->len; i++) {
    hd_vec_push(&terms, m->terms[b->data[i]]);
    hd_vec_push(&vars, value_before(m, b->data[i]));
  }
  for (uint32_t i = 0; i < n_c; i++) {
    hd_vec_push(&terms, s->after[c[i]]);
    hd_vec_push(&vars, value_after_step(m, c[i]));
  }
  hd_bdd set = hd_predabs_boolean(m->abs, s->formula, terms.data, vars.data, terms.len, exact);
  hd_vec_clear(&terms);
  hd_vec_clear(&vars);
  return set;
}

static hd_bdd one_by_one(maker *m, const step *s)
{
  hd_bdd all = HD_BDD_TRUE;
  for (uint32_t i = 0; i < s->changed.len; i++) {
    hd_u32s vars = {0}, b = {0};
    add_program_vars(m, s->after[s->changed.data[i]], &vars);
    add_program_vars(m, s->guard, &vars);
    find_related(m, s->thread, &vars, MOST_BEFORE, &b);
    all = hd_bdd_and(all, related(m, s, &b, &s->changed.data[i], 1, NULL));
    hd_vec_clear(&vars);
    hd_vec_clear(&b);
  }
  return all;
}

/* What the step does to the conditions: a superset of what can happen. */
static hd_bdd relation_of(maker *m, const step *s)
{
  hd_u32s vars = {0}, b = {0};
  add_program_vars(m, s->formula, &vars);
  for (uint32_t i = 0; i < s->changed.len; i++) add_program_vars(m, s->after[s->changed.data[i]], &vars);
  uint32_t room = s->changed.len < MOST_TOGETHER ? MOST_TOGETHER - s->changed.len : 0;
  find_related(m, s->thread, &vars, room, &b);
  bool exact = false;
  hd_bdd set = HD_BDD_TRUE;
  if (room) set = related(m, s, &b, s->changed.data, s->changed.len, &exact);
  if (!exact) set = hd_bdd_and(set, one_by_one(m, s));
  hd_vec_clear(&vars);
  hd_vec_clear(&b);
  return set;
}

static bool edge_assigns_to(const hd_edge_info *e, hd_var v)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == v.id) return true;
  return false;
}

/* The edge's updates, and 0 for the thread's variables that are not read any more: states that differ in
 * nothing else are the same. */
static hd_transition transition_of(maker *m, hd_edge e)
{
  const hd_edge_info *info = hd_edge_get(m->p, e);
  uint32_t thread = hd_loc_get(m->p, info->from)->thread.id, n = 0;
  hd_transition t = hd_transition_of(m->p, e, &m->arena);
  hd_update *updates = hd_arena_alloc(&m->arena, (t.n + m->p->vars.len + 1) * sizeof *updates);
  for (uint32_t i = 0; i < t.n; i++) {
    hd_update u = t.updates[i];
    if (hd_term_is(u.value)) u.value = hd_program_guard_reads(m->p, u.value);
    if (hd_term_is(u.index)) u.index = hd_program_guard_reads(m->p, u.index);
    if (hd_is_live(m->liveness, info->to, info->assigns[i].var)) updates[n++] = u;
  }
  for (uint32_t v = 0; v < m->p->vars.len; v++) {
    const hd_var_info *var = &m->p->vars.data[v];
    if (var->thread.id != thread || !m->mentioned[v] || hd_is_live(m->liveness, info->to, (hd_var){v})) continue;
    if (!hd_is_live(m->liveness, info->from, (hd_var){v}) && !edge_assigns_to(info, (hd_var){v})) continue;
    hd_term zero = hd_term_const(m->p->terms, var->sort, 0);
    updates[n++] = (hd_update){hd_program_var_term(m->p, (hd_var){v}), HD_NO_TERM, zero};
  }
  return (hd_transition){hd_program_guard_reads(m->p, t.guard), updates, n};
}

static step step_of(maker *m, hd_edge e)
{
  hd_terms *T = m->p->terms;
  hd_transition t = transition_of(m, e);
  hd_term *equations = hd_arena_alloc(&m->arena, (t.n + 1) * sizeof *equations);
  step s = {.thread = hd_loc_get(m->p, hd_edge_get(m->p, e)->from)->thread, .guard = t.guard, .formula = t.guard};
  s.after = hd_arena_alloc(&m->arena, (m->n + 1) * sizeof *s.after);
  hd_versions v;
  hd_versions_init(&v, T);
  hd_versions_take(&v, &t, equations);
  for (uint32_t i = 0; i < t.n; i++) {
    uint64_t value;
    const hd_update *u = &t.updates[i];
    if (hd_term_is(u->value) && !hd_term_is(u->index) && hd_term_is_const(T, u->value, &value))
      hd_map_put(&v.now, (uint64_t)hd_term_symbol(T, u->target) * 2, u->value.id);
    else
      s.formula = hd_term_2(T, HD_OP_AND, s.formula, equations[i]);
  }
  for (uint32_t i = 0; i < m->n; i++) {
    uint64_t value;
    s.after[i] = hd_versions_now(&v, m->terms[i]);
    if (hd_term_same(s.after[i], m->terms[i])) continue;
    hd_vec_push(hd_term_is_const(T, s.after[i], &value) ? &s.known : &s.changed, i);
  }
  hd_versions_clear(&v);
  return s;
}

/* Where a condition of the program can hold, as far as this thread's statements can say it. */
static hd_bdd where_possible(maker *m, hd_thread t, hd_term condition)
{
  step s = {.thread = t, .formula = condition, .guard = condition};
  return relation_of(m, &s);
}

/* --- statements -------------------------------------------------------------------------------------------
 */

/* Where the value of a condition afterwards follows from those before, it is an expression: *value. Then the
 * relation need not speak of it any more. */
static bool is_determined(const maker *m, const step *s, uint32_t q, hd_bdd *relation, hd_bdd *value)
{
  hd_u32s others = {0};
  for (uint32_t i = 0; i < s->changed.len; i++)
    if (s->changed.data[i] != q) hd_vec_push(&others, value_after_step(m, s->changed.data[i]));
  hd_bdd seen = hd_bdd_exists(*relation, hd_bdd_cube(others.data, others.len));
  hd_bdd yes = hd_bdd_restrict(seen, hd_bdd_var(value_after_step(m, q))),
         no = hd_bdd_restrict(seen, hd_bdd_not_var(value_after_step(m, q)));
  hd_vec_clear(&others);
  if (!hd_bdd_is_false(hd_bdd_and(yes, no))) return false;
  *value = hd_bdd_simplify(yes, hd_bdd_or(yes, no));
  *relation = hd_bdd_exists(*relation, hd_bdd_var(value_after_step(m, q)));
  return true;
}

/* b1, b2, b3 := *, b1, F constrain ...; */
static void print_assignment(maker *m, uint32_t edge, const char *label, const step *s, hd_bdd relation)
{
  const char *targets = "", *values = "", *comma = "";
  for (uint32_t i = 0; i < s->changed.len + s->known.len; i++, comma = ", ") {
    bool known = i >= s->changed.len;
    uint32_t q = known ? s->known.data[i - s->changed.len] : s->changed.data[i];
    hd_bdd value = hd_term_same(s->after[q], hd_term_true(m->p->terms)) ? HD_BDD_TRUE : HD_BDD_FALSE;
    bool sure = known || is_determined(m, s, q, &relation, &value);
    targets = hd_arena_printf(&m->arena, "%s%sb%u", targets, comma, q);
    values = hd_arena_printf(&m->arena, "%s%s%s", values, comma, sure ? set_text(m, value) : "*");
  }
  if (!*targets) /* also where nothing is asked: `skip` would be no step in a trace */
    print_line(m, edge, "  %sassume(%s);", label, set_text(m, relation));
  else if (hd_bdd_is_true(relation))
    print_line(m, edge, "  %s%s := %s;", label, targets, values);
  else
    print_line(m, edge, "  %s%s := %s constrain (%s);", label, targets, values, set_text(m, relation));
}

static bool keeps_all(void *context, hd_var v)
{
  (void)context, (void)v;
  return true;
}

/* hd_path_initial speaks of scalars. */
static hd_term initial_elements(maker *m, hd_term so_far)
{
  enum { MOST_ELEMENTS = 64 };
  hd_terms *T = m->p->terms;
  for (uint32_t v = 0; v < m->p->vars.len; v++) {
    const hd_var_info *info = &m->p->vars.data[v];
    for (uint32_t i = 0; i < info->count && !info->any && info->count <= MOST_ELEMENTS; i++) {
      hd_term element = hd_program_element(m->p, (hd_var){v}, hd_term_bv(T, 32, i));
      hd_term value = hd_term_const(T, info->sort, hd_var_init(m->p, (hd_var){v}, i));
      so_far = hd_term_2(T, HD_OP_AND, so_far, hd_term_2(T, HD_OP_EQ, element, value));
    }
  }
  return so_far;
}

/* The values at the start: of the globals, or of a thread's locals. */
static void print_start(maker *m, hd_thread t, bool globals)
{
  step s = {.thread = t, .after = m->terms, .guard = hd_term_true(m->p->terms)};
  s.formula = initial_elements(m, hd_path_initial(m->p, &(hd_path_frame){keeps_all, NULL}));
  for (uint32_t i = 0; i < m->n; i++) {
    const hd_fx_predicate *q = &m->a->predicates.list.data[i];
    bool global = q->shared || q->thread.id == HD_NONE;
    if (globals ? global : !global && q->thread.id == t.id) hd_vec_push(&s.changed, i);
  }
  hd_u32s none = {0};
  hd_bdd all = HD_BDD_TRUE;
  uint32_t together = s.changed.len <= MOST_TOGETHER && s.changed.len > 0 ? s.changed.len : 1;
  for (uint32_t i = 0; i < s.changed.len; i += together)
    all = hd_bdd_and(all, related(m, &s, &none, &s.changed.data[i], together, NULL));
  if (s.changed.len) print_assignment(m, HD_NONE, "", &s, all);
  if (s.changed.len == 0 && globals) print_line(m, HD_NONE, "  skip;");
  hd_vec_clear(&s.changed);
}

/* No other thread moves while one stands here. Where the execution is over, none moves at all. */
static bool is_alone(const maker *m, hd_loc l)
{
  const hd_loc_info *info = hd_loc_get(m->p, l);
  return info->kind == HD_LOC_EXIT || (info->kind == HD_LOC_NORMAL && info->atomic);
}

static void print_edge(maker *m, hd_edge e)
{
  const hd_edge_info *info = hd_edge_get(m->p, e);
  hd_terms *T = m->p->terms;
  hd_bdd_scope scope = hd_bdd_open();
  step s = step_of(m, e);
  bool alone = is_alone(m, info->from), stays_alone = is_alone(m, info->to), checks = info->kind == HD_EDGE_ASSERT;
  bool begins = !alone && (stays_alone || (checks && s.changed.len + s.known.len > 0));
  const char *label = hd_arena_printf(&m->arena, "E%u: ", e.id);
  if (begins) {
    print_line(m, HD_NONE, "  %satomic_begin;", label);
    label = "";
  }
  if (checks) {
    hd_term guard = hd_term_is(info->guard) ? info->guard : hd_term_true(T);
    hd_term fails = hd_term_2(T, HD_OP_AND, guard, hd_term_1(T, HD_OP_NOT, info->cond));
    hd_bdd where = where_possible(m, s.thread, hd_program_guard_reads(m->p, fails));
    print_line(m, e.id, "  %sassert(%s);", label, set_text(m, hd_bdd_not(where)));
    label = "";
  }
  print_assignment(m, e.id, label, &s, relation_of(m, &s));
  if ((begins || alone) && !stays_alone) print_line(m, HD_NONE, "  atomic_end;");
  print_line(m, HD_NONE, "  goto L%u;", info->to.id);
  hd_vec_clear(&s.changed);
  hd_vec_clear(&s.known);
  hd_bdd_close(scope);
}

static void print_place(maker *m, const hd_edge_info *e)
{
  if (e->pos.file == HD_NONE) return;
  print_line(m, HD_NONE, "  // %s:%u%s%s", m->p->files.data[e->pos.file], e->pos.line, e->label ? ": " : "",
             e->label ? one_line(m, e->label) : "");
}

static void print_location(maker *m, hd_loc l)
{
  const hd_loc_info *info = hd_loc_get(m->p, l);
  uint32_t n;
  const uint32_t *out = hd_loc_out(m->p, l, &n);
  switch (info->kind) {
  case HD_LOC_END: print_line(m, HD_NONE, "  L%u: return;", l.id); return;
  case HD_LOC_EXIT: print_line(m, HD_NONE, "  L%u: assume(F);", l.id); return;
  case HD_LOC_UNSUPPORTED:
  case HD_LOC_BOUND:
    print_line(m, HD_NONE, "  // cannot be followed: %s", one_line(m, info->reason ? info->reason : "not supported"));
    print_line(m, HD_NONE, "  L%u: assert(F);", l.id);
    m->a->unknown_at.data[m->line - 1] = l.id;
    return;
  case HD_LOC_NORMAL: break;
  }
  if (n == 0) {
    print_line(m, HD_NONE, "  L%u: assume(F);", l.id);
    return;
  }
  const char *targets = "";
  for (uint32_t i = 0; i < n; i++) targets = hd_arena_printf(&m->arena, "%s%sE%u", targets, i ? ", " : "", out[i]);
  print_line(m, HD_NONE, "  L%u: goto %s;", l.id, targets);
  for (uint32_t i = 0; i < n; i++) {
    print_place(m, hd_edge_get(m->p, (hd_edge){out[i]}));
    print_edge(m, (hd_edge){out[i]});
  }
}

/* --- the program ------------------------------------------------------------------------------------------
 */

static void declare_predicates(maker *m, hd_thread t, bool globals)
{
  const char *names = "";
  for (uint32_t i = 0; i < m->n; i++) {
    const hd_fx_predicate *q = &m->a->predicates.list.data[i];
    bool global = q->shared || q->thread.id == HD_NONE;
    if (globals ? !global : global || q->thread.id != t.id) continue;
    const char *of = global && q->thread.id != HD_NONE ? hd_thread_get(m->p, q->thread)->name : NULL;
    print_line(m, HD_NONE, "%s// b%u: %s%s%s", globals ? "" : "  ", i, one_line(m, q->text), of ? ", in " : "",
               of ? one_line(m, of) : "");
    names = hd_arena_printf(&m->arena, "%s%sb%u", names, *names ? ", " : "", i);
  }
  if (*names) print_line(m, HD_NONE, "%sdecl %s;", globals ? "" : "  ", names);
}

static void print_thread(maker *m, hd_thread t)
{
  const hd_thread_info *info = hd_thread_get(m->p, t);
  char *name = hd_arena_strdup(&m->arena, info->name);
  for (char *c = name; *c; c++)
    if (!isalnum((unsigned char)*c)) *c = '_';
  print_line(m, HD_NONE, " ");
  print_line(m, HD_NONE, "thread void t%u_%s() begin", t.id, name);
  declare_predicates(m, t, false);
  print_start(m, t, false);
  print_line(m, HD_NONE, "  goto L%u;", info->entry.id);
  for (uint32_t i = 0; i < m->p->locs.len && !hd_budget_spent(m->budget); i++)
    if (m->p->locs.data[i].thread.id == t.id) print_location(m, (hd_loc){i});
  print_line(m, HD_NONE, "end");
}

static void print_program(maker *m, const char *name)
{
  print_line(m, HD_NONE, "// The abstraction of a program by %u conditions; those of %s, and what follows from them.",
             m->n, one_line(m, name));
  print_line(m, HD_NONE, "// If it is safe, so is the program. If it is not, more conditions may be needed.");
  declare_predicates(m, HD_NO_THREAD, true);
  print_line(m, HD_NONE, " ");
  print_line(m, HD_NONE, "void init() begin");
  print_start(m, HD_NO_THREAD, true);
  print_line(m, HD_NONE, "end");
  for (uint32_t i = 0; i < m->p->threads.len; i++) print_thread(m, (hd_thread){i});
}

/* --- making it --------------------------------------------------------------------------------------------
 */

static bool is_signed(void *context, uint32_t symbol)
{
  const hd_program *p = context;
  return symbol >= p->vars.len || p->vars.data[symbol].show == HD_SHOW_SIGNED;
}

static void prepare_maker(maker *m, const hd_budget *budget, hd_signs *signs)
{
  hd_term_list all = {0};
  m->n = m->a->predicates.list.len;
  m->terms = hd_alloc(m->n + 1, sizeof *m->terms);
  m->mentions = hd_alloc(m->n + 1, sizeof *m->mentions);
  m->mentioned = hd_alloc(m->p->vars.len + 1, sizeof *m->mentioned);
  m->facts = hd_facts_new(m->p);
  m->liveness = hd_facts_liveness(m->facts);
  for (uint32_t i = 0; i < m->n; i++) {
    m->terms[i] = hd_program_guard_reads(m->p, m->a->predicates.list.data[i].term);
    hd_fx_vars_of(m->p, m->terms[i], &m->mentions[i]);
    for (uint32_t k = 0; k < m->mentions[i].len; k++) m->mentioned[m->mentions[i].data[k]] = true;
    hd_vec_push(&all, m->terms[i]);
  }
  for (uint32_t i = 0; i < m->p->edges.len; i++) {
    const hd_edge_info *e = &m->p->edges.data[i];
    if (hd_term_is(e->guard)) hd_vec_push(&all, e->guard);
    if (hd_term_is(e->cond)) hd_vec_push(&all, e->cond);
    for (uint32_t k = 0; k < e->n_assigns; k++)
      if (hd_term_is(e->assigns[k].value)) hd_vec_push(&all, e->assigns[k].value);
  }
  m->smt = hd_smt_new(m->p->terms, hd_arith_choose(m->p->terms, all.data, all.len), signs, budget);
  hd_vec_clear(&all);
  hd_bdd_start(budget);
  m->first = hd_bdd_vars_new(2 * m->n + 1);
  m->abs = hd_predabs_new(m->smt);
}

/* False: the budget ended. */
static bool make_boolean_program(hd_fx_abstraction *a, const char *name, const hd_budget *budget)
{
  maker m = {.a = a, .p = a->x->program, .line = 1, .budget = budget};
  hd_signs signs = {is_signed, m.p};
  hd_arena_init(&m.arena);
  hd_program_index(m.p);
  prepare_maker(&m, budget, &signs);
  m.out = open_memstream(&a->text, &a->length);
  print_program(&m, name);
  fclose(m.out);
  bool complete = !hd_bdd_exhausted() && !hd_budget_spent(budget);
  hd_predabs_free(m.abs);
  hd_bdd_stop();
  hd_smt_free(m.smt);
  for (uint32_t i = 0; i < m.n; i++) hd_vec_clear(&m.mentions[i]);
  free(m.mentions);
  free(m.mentioned);
  hd_facts_free(m.facts);
  free(m.terms);
  hd_arena_clear(&m.arena);
  return complete;
}

hd_fx_abstraction *hd_fx_abstraction_new(const hd_program *p, const char *conditions, const char *name,
                                         const hd_budget *budget, hd_diags *diags)
{
  hd_fx_abstraction *a = hd_alloc(1, sizeof *a);
  a->x = hd_expand(p);
  hd_fx_predicates_init(&a->predicates);
  if (hd_fx_predicates_read(&a->predicates, p, a->x, conditions, name, diags) == HD_OK &&
      make_boolean_program(a, name, budget))
    return a;
  hd_fx_abstraction_free(a);
  return NULL;
}

void hd_fx_abstraction_free(hd_fx_abstraction *a)
{
  if (!a) return;
  hd_fx_predicates_clear(&a->predicates);
  hd_expanded_free(a->x);
  hd_vec_clear(&a->edge_of);
  hd_vec_clear(&a->unknown_at);
  free(a->text);
  free(a);
}
