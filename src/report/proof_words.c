/* proof_words.c - patterns of formulas that have a usual phrase, and C's syntax for the others. */
#include "report/proof_words.h"

#include <inttypes.h>

#include "program/text.h"
#include "report/held.h"

/* --- what variables of the tool's own mean ---------------------------------------------------------------- */

static uint64_t owner_key(hd_var lock, uint64_t value)
{
  return (uint64_t)lock.id << 32 | (value & 0xffffffff);
}

/* `lock(m)` writes who takes it. */
static void note_lock(hd_proof_words *w, const hd_edge_info *e)
{
  if (!e->label || strncmp(e->label, "lock(", 5) != 0) return;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    uint64_t value = 0;
    if (a->var.id == HD_NONE || hd_var_get(w->p, a->var)->role != HD_ROLE_SYNC || hd_var_get(w->p, a->var)->count)
      continue;
    bool named = hd_term_is(a->value) && hd_term_is_const(w->p->terms, a->value, &value) && value;
    if (named) hd_map_put(&w->owners, owner_key(a->var, value), (uint64_t)hd_loc_get(w->p, e->from)->thread.id + 1);
    hd_map_put(&w->locks, a->var.id, named && hd_map_get_or(&w->locks, a->var.id, 1) == 1 ? 1 : 2);
  }
}

void hd_proof_words_init(hd_proof_words *w, const hd_program *p, hd_arena *arena)
{
  *w = (hd_proof_words){.p = p, .arena = arena, .names = hd_namer_new(p, arena)};
  for (uint32_t i = 0; i < p->edges.len; i++) note_lock(w, &p->edges.data[i]);
  for (uint32_t i = 0; i < p->threads.len; i++)
    if (p->threads.data[i].status.id != HD_NONE) hd_map_put(&w->starts, p->threads.data[i].status.id, i + 1);
}

void hd_proof_words_clear(hd_proof_words *w)
{
  hd_namer_free(w->names);
  hd_map_clear(&w->locks);
  hd_map_clear(&w->owners);
  hd_map_clear(&w->starts);
}

const char *hd_proof_lock_name(hd_proof_words *w, hd_var lock)
{
  return hd_held_name(w->names, lock, 0, w->arena);
}

/* --- sentences about threads and locks --------------------------------------------------------------------- */

static const char *say_status(hd_proof_words *w, const char *thread, const hd_known_range *k)
{
  static const char *const words[8] = {[1] = "has not been started", [2] = "is running",       [4] = "has finished",
                                       [3] = "has not finished",     [6] = "has been started", [5] = "is not running"};
  unsigned set = 0;
  for (uint32_t i = 0; i < k->n; i++)
    if (k->values[i] >= 0 && k->values[i] <= 2) set |= 1u << k->values[i];
  return set < 7 && words[set] ? hd_arena_printf(w->arena, "%s %s", thread, words[set]) : NULL;
}

/* Are these all that it can be? Then there is nothing to say. */
static bool is_any_holder(const hd_proof_words *w, hd_var lock, const hd_known_range *k)
{
  uint32_t owners = 1; /* no thread */
  for (uint32_t t = 0; t < w->owners.cap; t++) owners += w->owners.used[t] && w->owners.keys[t] >> 32 == lock.id;
  return hd_map_get_or(&w->locks, lock.id, 0) == 1 && k->n == owners;
}

static const char *say_lock(hd_proof_words *w, hd_var lock, const hd_known_range *k)
{
  if (is_any_holder(w, lock, k)) return NULL;
  const char *name = hd_proof_lock_name(w, lock), *holders = NULL;
  bool may_be_free = k->from <= 0 && k->to >= 0;
  for (uint32_t i = 0; i < k->n; i++) {
    uint64_t thread = hd_map_get_or(&w->owners, owner_key(lock, (uint64_t)k->values[i]), 0);
    if (k->values[i] == 0) continue;
    if (!thread) return may_be_free ? NULL : hd_arena_printf(w->arena, "some thread holds %s", name);
    const char *who = w->p->threads.data[thread - 1].name;
    holders = holders ? hd_arena_printf(w->arena, "%s or %s", holders, who) : who;
  }
  if (!k->n) return may_be_free ? NULL : hd_arena_printf(w->arena, "some thread holds %s", name);
  if (!holders) return hd_arena_printf(w->arena, "no thread holds %s", name);
  if (may_be_free) return hd_arena_printf(w->arena, "%s is free or held by %s", name, holders);
  return hd_arena_printf(w->arena, "%s holds %s", holders, name);
}

/* --- expressions --------------------------------------------------------------------------------------------- */

typedef struct {
  const char *sign;
  int strength; /* of binding; 0: there is no such sign */
} infix;

static const infix signs[HD_OP_COUNT] = {
    [HD_OP_OR] = {"||", 1},   [HD_OP_AND] = {"&&", 2},  [HD_OP_BOR] = {"|", 3},   [HD_OP_BXOR] = {"^", 4},
    [HD_OP_BAND] = {"&", 5},  [HD_OP_EQ] = {"==", 6},   [HD_OP_ULT] = {"<", 7},   [HD_OP_ULE] = {"<=", 7},
    [HD_OP_SLT] = {"<", 7},   [HD_OP_SLE] = {"<=", 7},  [HD_OP_SHL] = {"<<", 8},  [HD_OP_LSHR] = {">>", 8},
    [HD_OP_ASHR] = {">>", 8}, [HD_OP_ADD] = {"+", 9},   [HD_OP_SUB] = {"-", 9},   [HD_OP_MUL] = {"*", 10},
    [HD_OP_UDIV] = {"/", 10}, [HD_OP_SDIV] = {"/", 10}, [HD_OP_UREM] = {"%", 10}, [HD_OP_SREM] = {"%", 10},
};
enum {
  LOOSEST = 0,
  COMPARED = 8,
  TIGHTEST = 11,
  LONGEST = 16
}; /* LONGEST: terms in an expression that is still readable */

typedef struct {
  hd_proof_words *w;
  hd_proof_view view;
  bool failed;
} writer;

static const char *write_term(writer *x, hd_term t, int strength);

/* `f::i#2` is i for its own thread, and `i of worker` for another. */
static const char *name_of_local(writer *x, hd_var v, uint32_t party)
{
  hd_proof_words *w = x->w;
  const char *full = hd_var_get(w->p, v)->name, *scope = strstr(full, "::"), *name = scope ? scope + 2 : full;
  if (!x->view.clause || party >= x->view.clause->n_parties) {
    x->failed = true;
    return "";
  }
  name = hd_arena_strndup(w->arena, name, strcspn(name, "#"));
  if (party == x->view.party) return name;
  return hd_arena_printf(w->arena, "%s of %s", name, hd_thread_get(w->p, x->view.clause->parties[party].thread)->name);
}

static bool is_sayable(const hd_var_info *v)
{
  return v->role == HD_ROLE_USER && v->show != HD_SHOW_FLOAT;
}

static const char *write_var(writer *x, hd_term t)
{
  uint32_t symbol = hd_term_symbol(x->w->p->terms, t);
  hd_meaning m = {.means = HD_MEANS_AT};
  if (symbol < HD_NO_MEANING) m = hd_certificate_meaning(x->w->p, symbol);
  if (m.means != HD_MEANS_VAR || !is_sayable(hd_var_get(x->w->p, m.var))) {
    x->failed = true;
    return "";
  }
  const hd_var_info *v = hd_var_get(x->w->p, m.var);
  return v->thread.id == HD_NONE ? v->name : name_of_local(x, m.var, m.party);
}

static const char *write_select(writer *x, hd_term t)
{
  const hd_terms *T = x->w->p->terms;
  hd_term array = hd_term_arg(T, t, 0), index = hd_term_arg(T, t, 1);
  if (hd_term_op(T, array) != HD_OP_VAR) {
    x->failed = true;
    return "";
  }
  const char *name = write_var(x, array);
  const char *hole = strstr(name, "[]"); /* `items[].key`: where the index goes */
  const char *inside = write_term(x, index, LOOSEST);
  if (!hole) return hd_arena_printf(x->w->arena, "%s[%s]", name, inside);
  return hd_arena_printf(x->w->arena, "%.*s[%s]%s", (int)(hole - name), name, inside, hole + 2);
}

static const char *write_const(writer *x, hd_term t)
{
  hd_sort s = hd_term_sort(x->w->p->terms, t);
  uint64_t value = hd_term_value(x->w->p->terms, t);
  if (s.kind == HD_SORT_BOOL) return value ? "true" : "false";
  return hd_arena_printf(x->w->arena, "%" PRId64, hd_signed(value, s.width));
}

/* x + -3 reads better as x - 3. */
static const char *write_infix(writer *x, hd_term t, int strength)
{
  const hd_terms *T = x->w->p->terms;
  infix sign = signs[hd_term_op(T, t)];
  hd_term b = hd_term_arg(T, t, 1);
  uint64_t value;
  const char *left = write_term(x, hd_term_arg(T, t, 0), sign.strength), *right = write_term(x, b, sign.strength + 1);
  if (hd_term_op(T, t) == HD_OP_ADD && hd_term_is_const(T, b, &value) && *right == '-') {
    sign.sign = "-";
    right++;
  }
  bool brackets = sign.strength < strength;
  return hd_arena_printf(x->w->arena, "%s%s %s %s%s", brackets ? "(" : "", left, sign.sign, right, brackets ? ")" : "");
}

static const char *write_term(writer *x, hd_term t, int strength)
{
  const hd_terms *T = x->w->p->terms;
  hd_op op = hd_term_op(T, t);
  if (signs[op].strength) return write_infix(x, t, strength);
  switch (op) {
  case HD_OP_CONST: return write_const(x, t);
  case HD_OP_VAR: return write_var(x, t);
  case HD_OP_SELECT: return write_select(x, t);
  case HD_OP_ZEXT:
  case HD_OP_SEXT: return write_term(x, hd_term_arg(T, t, 0), strength);
  case HD_OP_NOT: return hd_arena_printf(x->w->arena, "!%s", write_term(x, hd_term_arg(T, t, 0), TIGHTEST));
  case HD_OP_NEG: return hd_arena_printf(x->w->arena, "-%s", write_term(x, hd_term_arg(T, t, 0), TIGHTEST));
  default: x->failed = true; return "";
  }
}

/* --- sentences about the program's own variables ---------------------------------------------------------------- */

/* The variable that the term is, or an element of; HD_NO_VAR: it is computed. */
static hd_var variable_of(const hd_proof_words *w, hd_term t)
{
  const hd_terms *T = w->p->terms;
  if (hd_term_op(T, t) == HD_OP_SELECT) t = hd_term_arg(T, t, 0);
  if (hd_term_op(T, t) != HD_OP_VAR || hd_term_symbol(T, t) >= HD_NO_MEANING) return HD_NO_VAR;
  hd_meaning m = hd_certificate_meaning(w->p, hd_term_symbol(T, t));
  return m.means == HD_MEANS_VAR ? m.var : HD_NO_VAR;
}

/* NULL: an address that means nothing to a reader. */
static const char *say_value(hd_proof_words *w, hd_var v, int64_t value)
{
  uint64_t copy = 0, offset = 0;
  if (v.id == HD_NONE) return hd_arena_printf(w->arena, "%" PRId64, value);
  const hd_var_info *info = hd_var_get(w->p, v);
  uint64_t bits = (uint64_t)value & hd_mask(info->sort.width);
  uint32_t object = info->sort.width < w->p->pointer_width ? HD_NONE : hd_namer_find(w->names, bits, 0, &copy, &offset);
  hd_object_kind kind = object == HD_NONE ? HD_OBJ_OUTSIDE : w->p->objects.data[object].kind;
  bool address = object != HD_NONE || (info->show == HD_SHOW_POINTER && value);
  if (address && kind != HD_OBJ_GLOBAL && kind != HD_OBJ_LOCAL) return NULL;
  return hd_namer_value(w->names, v, bits);
}

static const char *say_values(hd_proof_words *w, const char *term, hd_var v, const hd_known_range *k)
{
  const char *list = NULL;
  for (uint32_t i = 0; i < k->n; i++) {
    const char *one = say_value(w, v, k->values[i]);
    if (!one) return NULL;
    list = !list ? one : hd_arena_printf(w->arena, "%s%s%s", list, i + 1 < k->n ? ", " : " or ", one);
  }
  return hd_arena_printf(w->arena, k->n == 1 ? "%s == %s" : "%s is %s", term, list);
}

static const char *say_range(hd_proof_words *w, const char *term, hd_var v, const hd_known_range *k)
{
  unsigned width = hd_term_sort(w->p->terms, k->about).width;
  bool low = k->from > hd_signed(UINT64_C(1) << (width - 1), width), high = k->to < (int64_t)(hd_mask(width) >> 1);
  if (v.id != HD_NONE && hd_var_get(w->p, v)->show == HD_SHOW_POINTER) return NULL;
  if (low && high) return hd_arena_printf(w->arena, "%" PRId64 " <= %s <= %" PRId64, k->from, term, k->to);
  return low ? hd_arena_printf(w->arena, "%s >= %" PRId64, term, k->from)
             : hd_arena_printf(w->arena, "%s <= %" PRId64, term, k->to);
}

/* The contrary of a comparison is one. */
static const char *say_not(writer *x, hd_term t)
{
  static const char *const contrary[HD_OP_COUNT] = {
      [HD_OP_EQ] = "!=", [HD_OP_ULT] = ">=", [HD_OP_SLT] = ">=", [HD_OP_ULE] = ">", [HD_OP_SLE] = ">"};
  const hd_terms *T = x->w->p->terms;
  hd_op op = hd_term_op(T, t);
  if (!contrary[op]) return hd_arena_printf(x->w->arena, "!%s", write_term(x, t, TIGHTEST));
  const char *a = write_term(x, hd_term_arg(T, t, 0), signs[op].strength);
  const char *b = write_term(x, hd_term_arg(T, t, 1), signs[op].strength + 1);
  return hd_arena_printf(x->w->arena, "%s %s %s", a, contrary[op], b);
}

static const char *say_condition(writer *x, const hd_known_range *k)
{
  return k->from ? write_term(x, k->about, LOOSEST) : say_not(x, k->about);
}

const char *hd_proof_say(hd_proof_words *w, const hd_known_range *k, hd_proof_view view)
{
  const hd_terms *T = w->p->terms;
  hd_var v = variable_of(w, k->about);
  bool scalar = v.id != HD_NONE && !hd_var_get(w->p, v)->count;
  uint64_t thread = scalar ? hd_map_get_or(&w->starts, v.id, 0) : 0;
  if (thread) return say_status(w, w->p->threads.data[thread - 1].name, k);
  if (scalar && hd_map_get_or(&w->locks, v.id, 0)) return say_lock(w, v, k);
  if (hd_term_size(T, k->about) > LONGEST) return NULL;
  writer x = {w, view, false};
  const char *term = write_term(&x, k->about, COMPARED), *text;
  if (hd_term_sort(T, k->about).kind == HD_SORT_BOOL)
    text = say_condition(&x, k);
  else
    text = x.failed ? NULL : k->n ? say_values(w, term, v, k) : say_range(w, term, v, k);
  return x.failed ? NULL : text;
}
