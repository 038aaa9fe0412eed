/* predicates.c - reads the user's conditions, or collects them from the program. */
#include "engine/fixpoint/predicates.h"

#include <ctype.h>

#include "expr/memo.h"
#include "program/condition.h"

enum { MOST_NEEDED = 200 }; /* conditions of the program's own; more are the user's matter */

void hd_fx_predicates_init(hd_fx_predicates *ps)
{
  *ps = (hd_fx_predicates){.list = {0}};
  hd_arena_init(&ps->arena);
}

void hd_fx_predicates_clear(hd_fx_predicates *ps)
{
  hd_vec_clear(&ps->list);
  hd_arena_clear(&ps->arena);
}

void hd_fx_vars_of(const hd_program *p, hd_term t, hd_u32s *vars)
{
  hd_u32s order = {0};
  if (hd_term_is(t)) hd_term_walk(p->terms, t, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    hd_term sub = {order.data[i]};
    if (hd_term_op(p->terms, sub) != HD_OP_VAR) continue;
    uint32_t var = hd_term_symbol(p->terms, sub);
    bool known = false;
    for (uint32_t k = 0; k < vars->len && !known; k++) known = vars->data[k] == var;
    if (!known) hd_vec_push(vars, var);
  }
  hd_vec_clear(&order);
}

/* --- adding -----------------------------------------------------------------------------------------------
 */

static bool is_known(const hd_program *p, const hd_fx_predicates *ps, hd_term t)
{
  hd_term other = hd_term_1(p->terms, HD_OP_NOT, t);
  for (uint32_t i = 0; i < ps->list.len; i++)
    if (hd_term_same(ps->list.data[i].term, t) || hd_term_same(ps->list.data[i].term, other)) return true;
  return false;
}

/* Once each; conditions that are constant say nothing. False: it mentions the variables of two threads. */
static bool add_condition(hd_fx_predicates *ps, const hd_program *p, hd_term t, const char *text)
{
  hd_fx_predicate q = {.term = t, .thread = HD_NO_THREAD, .text = hd_arena_strdup(&ps->arena, text)};
  hd_u32s vars = {0};
  bool fits = true;
  hd_fx_vars_of(p, t, &vars);
  for (uint32_t i = 0; i < vars.len; i++) {
    hd_thread of = p->vars.data[vars.data[i]].thread;
    if (of.id == HD_NONE)
      q.shared = true;
    else if (q.thread.id != HD_NONE && q.thread.id != of.id)
      fits = false;
    else
      q.thread = of;
  }
  if (fits && vars.len > 0 && !is_known(p, ps, t)) hd_vec_push(&ps->list, q);
  hd_vec_clear(&vars);
  return fits;
}

/* --- the file ---------------------------------------------------------------------------------------------
 */

typedef struct {
  hd_fx_predicates *ps;
  const hd_program *original;
  hd_expanded *x;
  const char *name; /* of the file */
  hd_diags *diags;
  uint32_t line;
  const char *scope; /* a thread's name, "*", or NULL: what threads share */
  bool failed;
} reader;

static void complain_of_predicate(reader *r, uint32_t column, const char *message, const char *hint)
{
  hd_diag *d = hd_diags_add(r->diags, HD_ERROR, (hd_place){r->name, r->line, column}, "%s", message);
  d->hint = hint;
  r->failed = true;
}

/* Is this one of the threads that the scope names: the routine's name, or that of one copy? */
static bool in_scope(const reader *r, hd_thread t)
{
  const char *own = hd_thread_get(r->x->program, t)->name,
             *original = hd_thread_get(r->original, r->x->thread[t.id])->name;
  size_t length = strlen(r->scope), base = strcspn(original, "#");
  return strcmp(r->scope, "*") == 0 || strcmp(r->scope, own) == 0 || strcmp(r->scope, original) == 0 ||
         (base == length && strncmp(original, r->scope, base) == 0);
}

static bool add_in(reader *r, hd_thread t, const char *text, size_t length, uint32_t column, hd_diags *diags)
{
  hd_program *p = r->x->program;
  hd_term term = hd_condition_parse(p, t, text, length, (hd_place){r->name, r->line, column}, diags);
  if (!hd_term_is(term)) return false;
  add_condition(r->ps, p, term, hd_arena_strndup(&r->ps->arena, text, length));
  return true;
}

/* A condition for several threads has to have a meaning in one of them at least. */
static void read_condition(reader *r, const char *text, size_t length, uint32_t column)
{
  if (!r->scope) {
    r->failed |= !add_in(r, HD_NO_THREAD, text, length, column, r->diags);
    return;
  }
  bool any = false;
  hd_diags why;
  hd_diags_init(&why);
  for (uint32_t i = 0; i < r->x->program->threads.len; i++)
    if (in_scope(r, (hd_thread){i})) any |= add_in(r, (hd_thread){i}, text, length, column, &why);
  if (!any && why.list.len) {
    hd_diags_add(r->diags, HD_ERROR, why.list.data[0].place, "%s", why.list.data[0].message);
    r->failed = true;
  }
  hd_diags_clear(&why);
}

static void read_scope(reader *r, const char *text, size_t length, uint32_t column)
{
  if (length == 6 && strncmp(text, "shared", 6) == 0) {
    r->scope = NULL;
    return;
  }
  if (length < 8 || strncmp(text, "thread", 6) != 0 || !isspace((unsigned char)text[6])) {
    complain_of_predicate(r, column, "a section is `shared:` or `thread NAME:`", NULL);
    return;
  }
  const char *name = text + 6;
  while (isspace((unsigned char)*name)) name++;
  r->scope = hd_arena_strndup(&r->ps->arena, name, (size_t)(text + length - name));
  for (uint32_t i = 0; i < r->x->program->threads.len; i++)
    if (in_scope(r, (hd_thread){i})) return;
  complain_of_predicate(r, column, hd_arena_printf(&r->ps->arena, "no thread `%s`", r->scope),
                        "`heddle emit program` lists the threads; `thread *:` is all of them");
}

static void read_line(reader *r, const char *text, size_t length)
{
  const char *comment = text;
  while (comment < text + length && *comment != '#' && !(comment[0] == '/' && comment[1] == '/')) comment++;
  /* `x#2` is a name: a comment stands at the begin of a line or after a blank */
  while (comment < text + length && *comment == '#' && comment > text && !isspace((unsigned char)comment[-1])) {
    comment++;
    while (comment < text + length && *comment != '#' && !(comment[0] == '/' && comment[1] == '/')) comment++;
  }
  const char *end = comment, *start = text;
  while (start < end && isspace((unsigned char)*start)) start++;
  while (end > start && isspace((unsigned char)end[-1])) end--;
  if (start == end) return;
  uint32_t column = (uint32_t)(start - text) + 1;
  if (end[-1] == ':') {
    for (end--; end > start && isspace((unsigned char)end[-1]); end--) continue;
    read_scope(r, start, (size_t)(end - start), column);
  } else {
    read_condition(r, start, (size_t)(end - start), column);
  }
}

/* --- those that follow from the program -------------------------------------------------------------------
 */

static bool is_watched(const hd_var_info *v)
{
  return v->count == 0 && v->sort.kind == HD_SORT_BV && (v->role == HD_ROLE_SYNC || v->role == HD_ROLE_STATUS);
}

static void add_comparison(hd_fx_predicates *ps, hd_program *p, hd_var v, hd_term value)
{
  uint64_t number;
  if (!hd_term_is(value) || !hd_term_is_const(p->terms, value, &number)) return;
  const char *text = hd_arena_printf(&ps->arena, "%s == %llu", hd_var_get(p, v)->name, (unsigned long long)number);
  add_condition(ps, p, hd_term_2(p->terms, HD_OP_EQ, hd_program_var_term(p, v), value), text);
}

/* Locks and statuses take few values: those that the program assigns. */
static void add_values(hd_fx_predicates *ps, hd_program *p)
{
  for (uint32_t i = 0; i < p->vars.len; i++) {
    const hd_var_info *info = hd_var_get(p, (hd_var){i});
    if (info->count == 0 && info->sort.kind == HD_SORT_BOOL)
      add_condition(ps, p, hd_program_var_term(p, (hd_var){i}), info->name);
    if (is_watched(info)) add_comparison(ps, p, (hd_var){i}, hd_term_const(p->terms, info->sort, 0));
  }
  for (uint32_t i = 0; i < p->edges.len; i++)
    for (uint32_t k = 0; k < p->edges.data[i].n_assigns; k++) {
      hd_assign a = p->edges.data[i].assigns[k];
      if (is_watched(hd_var_get(p, a.var))) add_comparison(ps, p, a.var, a.value);
    }
}

static const char *name_of(void *context, uint32_t symbol)
{
  const hd_program *p = context;
  return p->vars.data[symbol].name;
}

/* What decides whether the program can be followed: the conditions on the way to where it cannot. */
static void add_atoms(hd_fx_predicates *ps, hd_program *p, hd_term t)
{
  switch (hd_term_op(p->terms, t)) {
  case HD_OP_CONST: return;
  case HD_OP_NOT:
  case HD_OP_AND:
  case HD_OP_OR:
    for (unsigned i = 0; i < hd_term_arity(p->terms, t); i++) add_atoms(ps, p, hd_term_arg(p->terms, t, i));
    return;
  default: break;
  }
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  hd_names names = {.name = name_of, .context = p};
  hd_term_print(out, p->terms, t, &names);
  fclose(out);
  add_condition(ps, p, t, text);
  free(text);
}

static void add_ways_out(hd_fx_predicates *ps, hd_program *p)
{
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_loc_kind kind = hd_loc_get(p, p->edges.data[i].to)->kind;
    if ((kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND) && hd_term_is(p->edges.data[i].guard))
      add_atoms(ps, p, p->edges.data[i].guard);
  }
}

typedef struct {
  hd_term from, to;
} replacement;

static hd_term replace_term(void *context, hd_term leaf)
{
  const replacement *r = context;
  return hd_term_same(leaf, r->from) ? r->to : HD_NO_TERM;
}

/* What a read reads: a scalar, or an element of an array; the variable, or HD_NO_VAR. */
static hd_var read_of(const hd_program *p, hd_term t)
{
  if (hd_term_op(p->terms, t) == HD_OP_SELECT) t = hd_term_arg(p->terms, t, 0);
  return hd_term_op(p->terms, t) == HD_OP_VAR ? (hd_var){hd_term_symbol(p->terms, t)} : HD_NO_VAR;
}

/* The one place in shared memory that the condition, in thread t, is about: its read, or HD_NO_TERM. */
static hd_term only_shared(const hd_program *p, const hd_fx_predicate *q, hd_thread t)
{
  hd_term found = HD_NO_TERM;
  hd_u32s order = {0};
  uint32_t shared = 0;
  if (!q->shared || (q->thread.id != HD_NONE && q->thread.id != t.id)) return found;
  hd_term_walk(p->terms, q->term, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    hd_term sub = {order.data[i]};
    hd_var v = read_of(p, sub);
    bool whole = hd_term_sort(p->terms, sub).kind == HD_SORT_ARRAY;
    if (v.id == HD_NONE || whole || p->vars.data[v.id].thread.id != HD_NONE) continue;
    found = sub;
    shared++;
  }
  hd_vec_clear(&order);
  return shared == 1 ? found : HD_NO_TERM;
}

static const char *read_name(const hd_program *p, hd_term t)
{
  return hd_var_get(p, read_of(p, t))->name;
}

static void add_replaced(hd_fx_predicates *ps, hd_program *p, uint32_t q, hd_term from, hd_term to)
{
  replacement r = {from, to};
  const char *text = ps->list.data[q].text;
  hd_term copy = hd_term_substitute_elements(p->terms, ps->list.data[q].term, &(hd_rewrite){replace_term, &r});
  if (hd_term_same(copy, ps->list.data[q].term)) return;
  add_condition(ps, p, copy,
                hd_arena_printf(&ps->arena, "%s, with %s for %s", text, read_name(p, to), read_name(p, from)));
}

/* Where a thread reads x into a variable y of its own, a condition about x is one about y, too: that is what
 * the user's need (`forward`). Those about y that the program needs are needed about x. */
static void add_copies(hd_fx_predicates *ps, hd_program *p, uint32_t first, uint32_t end, bool forward)
{
  for (uint32_t i = 0; i < p->edges.len; i++)
    for (uint32_t k = 0; k < p->edges.data[i].n_assigns; k++) {
      hd_assign a = p->edges.data[i].assigns[k];
      hd_thread t = hd_var_get(p, a.var)->thread;
      if (t.id == HD_NONE || hd_var_get(p, a.var)->count || !hd_term_is(a.value)) continue;
      hd_var x = read_of(p, a.value);
      if (x.id == HD_NONE) continue;
      hd_term y = hd_program_var_term(p, a.var);
      for (uint32_t q = first; q < end; q++) {
        hd_term about = forward ? only_shared(p, &ps->list.data[q], t) : HD_NO_TERM;
        if (!forward && hd_term_op(p->terms, a.value) == HD_OP_VAR)
          add_replaced(ps, p, q, y, a.value);
        else if (forward && hd_term_is(about) && read_of(p, about).id == x.id)
          add_replaced(ps, p, q, about, y);
      }
    }
}

hd_status hd_fx_predicates_read(hd_fx_predicates *ps, const hd_program *p, hd_expanded *x, const char *text,
                                const char *name, hd_diags *diags)
{
  reader r = {.ps = ps, .original = p, .x = x, .name = name, .diags = diags};
  for (const char *at = text; *at;) {
    size_t length = strcspn(at, "\n");
    r.line++;
    read_line(&r, at, length);
    at += length + (at[length] == '\n');
  }
  if (r.failed) return HD_BAD_INPUT;
  uint32_t first = ps->list.len;
  add_copies(ps, x->program, 0, first, true);
  first = ps->list.len;
  add_ways_out(ps, x->program);
  for (uint32_t end = ps->list.len; first < end && end < MOST_NEEDED; first = end, end = ps->list.len)
    add_copies(ps, x->program, first, end, false);
  add_values(ps, x->program);
  return HD_OK;
}
