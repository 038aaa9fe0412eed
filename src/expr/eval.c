/* eval.c - what terms mean: one operator, and whole terms under an environment. */
#include "expr/memo.h"
#include "expr/pool.h"

static uint64_t divide_signed(uint64_t a, uint64_t b, unsigned width)
{
  int64_t x = hd_signed(a, width), y = hd_signed(b, width);
  if (y == 0) return x < 0 ? 1 : UINT64_MAX;
  return y == -1 ? -a : (uint64_t)(x / y);
}

static uint64_t remainder_signed(uint64_t a, uint64_t b, unsigned width)
{
  int64_t x = hd_signed(a, width), y = hd_signed(b, width);
  if (y == 0) return a;
  return y == -1 ? 0 : (uint64_t)(x % y);
}

static uint64_t shift_arithmetic(uint64_t a, uint64_t b, unsigned width)
{
  return (uint64_t)(hd_signed(a, width) >> (b < width ? b : width - 1));
}

/* Does the exact result, as far as 64 bits hold it, not fit the width? */
static bool overflows(hd_op op, uint64_t a, uint64_t b, unsigned width)
{
  int64_t x = hd_signed(a, width), y = hd_signed(b, width), result;
  bool over = op == HD_OP_SADDO   ? __builtin_add_overflow(x, y, &result)
              : op == HD_OP_SSUBO ? __builtin_sub_overflow(x, y, &result)
                                  : __builtin_mul_overflow(x, y, &result);
  return over || hd_signed((uint64_t)result & hd_mask(width), width) != result;
}

/* Operators on two bit-vectors; the result is cut to the width by the caller. */
static inline uint64_t eval_pair(hd_op op, unsigned width, unsigned arg_width, uint64_t a, uint64_t b)
{
  switch (op) {
  case HD_OP_AND: return a & b;
  case HD_OP_OR: return a | b;
  case HD_OP_EQ: return a == b;
  case HD_OP_ADD: return a + b;
  case HD_OP_SUB: return a - b;
  case HD_OP_MUL: return a * b;
  case HD_OP_UDIV: return b ? a / b : UINT64_MAX;
  case HD_OP_SDIV: return divide_signed(a, b, arg_width);
  case HD_OP_UREM: return b ? a % b : a;
  case HD_OP_SREM: return remainder_signed(a, b, arg_width);
  case HD_OP_BAND: return a & b;
  case HD_OP_BOR: return a | b;
  case HD_OP_BXOR: return a ^ b;
  case HD_OP_SHL: return b < arg_width ? a << b : 0;
  case HD_OP_LSHR: return b < arg_width ? a >> b : 0;
  case HD_OP_ASHR: return shift_arithmetic(a, b, arg_width);
  case HD_OP_ULT: return a < b;
  case HD_OP_ULE: return a <= b;
  case HD_OP_SLT: return hd_signed(a, arg_width) < hd_signed(b, arg_width);
  case HD_OP_SLE: return hd_signed(a, arg_width) <= hd_signed(b, arg_width);
  case HD_OP_CONCAT: return a << (width - arg_width) | b;
  case HD_OP_SADDO:
  case HD_OP_SSUBO:
  case HD_OP_SMULO: return overflows(op, a, b, arg_width);
  default: HD_UNREACHABLE();
  }
}

uint64_t hd_op_eval(hd_op op, unsigned width, unsigned arg_width, uint64_t low, const uint64_t *args)
{
  uint64_t mask = hd_mask(width);
  if (op >= HD_OP_FADD && op <= HD_OP_UITOF) return hd_float_eval(op, width, arg_width, args);
  switch (op) {
  case HD_OP_CONST: return low & mask;
  case HD_OP_NOT: return !args[0];
  case HD_OP_ITE: return args[0] ? args[1] : args[2];
  case HD_OP_BNOT: return ~args[0] & mask;
  case HD_OP_NEG: return -args[0] & mask;
  case HD_OP_ZEXT: return args[0];
  case HD_OP_SEXT: return (uint64_t)hd_signed(args[0], arg_width) & mask;
  case HD_OP_EXTRACT: return args[0] >> low & mask;
  default: return eval_pair(op, width, arg_width, args[0], args[1]) & mask;
  }
}

/* Nodes are held by value: who reads a model may make terms on the way, and then the table moves.
 *
 * Small terms: plain recursion, at most as deep as the tree is large. */
enum { SMALL_TREE = 1000 };

static uint64_t eval_tree(const hd_terms *T, uint32_t id, const hd_env *env);

static uint64_t eval_select(const hd_terms *T, const hd_node *n, const hd_env *env)
{
  uint64_t index = eval_tree(T, n->args[1], env);
  hd_node array = T->nodes[n->args[0]];
  for (; array.op == HD_OP_STORE; array = T->nodes[array.args[0]]) {
    if (eval_tree(T, array.args[1], env) == index) return eval_tree(T, array.args[2], env);
  }
  HD_CHECK(array.op == HD_OP_VAR);
  return env->read(env->context, (uint32_t)array.value, true, index) & hd_mask(n->sort.width);
}

static uint64_t read_scalar(const hd_node *n, const hd_env *env)
{
  HD_CHECK(n->sort.kind != HD_SORT_ARRAY);
  return env->read(env->context, (uint32_t)n->value, false, 0) & hd_mask(n->sort.width);
}

static uint64_t eval_tree(const hd_terms *T, uint32_t id, const hd_env *env)
{
  const hd_node n = T->nodes[id];
  switch ((hd_op)n.op) {
  case HD_OP_CONST: return n.value;
  case HD_OP_VAR: return read_scalar(&n, env);
  case HD_OP_ITE: return eval_tree(T, eval_tree(T, n.args[0], env) ? n.args[1] : n.args[2], env);
  case HD_OP_AND: return eval_tree(T, n.args[0], env) ? eval_tree(T, n.args[1], env) : 0;
  case HD_OP_OR: return eval_tree(T, n.args[0], env) ? 1 : eval_tree(T, n.args[1], env);
  case HD_OP_SELECT: return eval_select(T, &n, env);
  case HD_OP_DEREF: HD_UNREACHABLE(); /* programs with memory left in them do not run */
  default: break;
  }
  uint64_t args[2] = {eval_tree(T, n.args[0], env)};
  if (n.args[1]) args[1] = eval_tree(T, n.args[1], env);
  return hd_op_eval((hd_op)n.op, n.sort.width, T->nodes[n.args[0]].sort.width, n.value, args);
}

/* Large terms: a stack of open ones, and the values found so far. A step on the topmost
 * either finds its value or opens the one argument that it needs next. */
typedef struct {
  uint32_t id;
  uint32_t array; /* SELECT: the array that is left to search */
} open_term;

typedef struct {
  const hd_terms *T;
  const hd_env *env;
  hd_memo values;
  HD_VEC(open_term) stack;
} evaluation;

/* The value of an argument if it is known; small ones are computed at once, others opened. */
static bool value_of(evaluation *e, uint32_t id, uint64_t *value)
{
  const uint64_t *known = hd_memo_find(&e->values, id);
  if (known) {
    *value = *known;
    return true;
  }
  if (e->T->nodes[id].tree <= SMALL_TREE) {
    *value = eval_tree(e->T, id, e->env);
    hd_memo_put(&e->values, id, *value);
    return true;
  }
  hd_vec_push(&e->stack, (open_term){id, e->T->nodes[id].args[0]});
  return false;
}

static bool step_select(evaluation *e, const hd_node *n, uint64_t *value)
{
  uint32_t top = e->stack.len - 1;
  uint64_t index, stored_at;
  if (!value_of(e, n->args[1], &index)) return false;
  hd_node array = e->T->nodes[e->stack.data[top].array];
  while (array.op == HD_OP_STORE) {
    if (!value_of(e, array.args[1], &stored_at)) return false;
    if (stored_at == index) return value_of(e, array.args[2], value);
    e->stack.data[top].array = array.args[0];
    array = e->T->nodes[array.args[0]];
  }
  HD_CHECK(array.op == HD_OP_VAR);
  *value = e->env->read(e->env->context, (uint32_t)array.value, true, index) & hd_mask(n->sort.width);
  return true;
}

static bool step_choice(evaluation *e, const hd_node *n, uint64_t *value)
{
  uint64_t first;
  if (!value_of(e, n->args[0], &first)) return false;
  if (n->op == HD_OP_ITE) return value_of(e, first ? n->args[1] : n->args[2], value);
  *value = first;
  bool decided = (n->op == HD_OP_OR) == (first != 0);
  return decided || value_of(e, n->args[1], value);
}

static bool step_strict(evaluation *e, const hd_node *n, uint64_t *value)
{
  uint64_t args[2] = {0};
  if (!value_of(e, n->args[0], &args[0])) return false;
  if (n->args[1] && !value_of(e, n->args[1], &args[1])) return false;
  *value = hd_op_eval((hd_op)n->op, n->sort.width, e->T->nodes[n->args[0]].sort.width, n->value, args);
  return true;
}

static bool step_node(evaluation *e, const hd_node *n, uint64_t *value)
{
  switch ((hd_op)n->op) {
  case HD_OP_ITE:
  case HD_OP_AND:
  case HD_OP_OR: return step_choice(e, n, value);
  case HD_OP_SELECT: return step_select(e, n, value);
  case HD_OP_STORE:
  case HD_OP_DEREF: HD_UNREACHABLE();
  default: return step_strict(e, n, value);
  }
}

static uint64_t eval_dag(const hd_terms *T, hd_term t, const hd_env *env)
{
  evaluation e = {.T = T, .env = env};
  hd_memo_init(&e.values);
  hd_vec_push(&e.stack, (open_term){t.id, T->nodes[t.id].args[0]});
  uint64_t value = 0;
  while (e.stack.len) {
    uint32_t id = hd_vec_last(&e.stack).id;
    hd_node n = T->nodes[id];
    if (!step_node(&e, &n, &value)) continue;
    hd_memo_put(&e.values, id, value);
    e.stack.len--;
  }
  hd_vec_clear(&e.stack);
  hd_memo_clear(&e.values);
  return value;
}

uint64_t hd_term_eval(const hd_terms *T, hd_term t, const hd_env *env)
{
  HD_CHECK(t.id && t.id <= T->len);
  return T->nodes[t.id].tree <= SMALL_TREE ? eval_tree(T, t.id, env) : eval_dag(T, t, env);
}
