/* loops.c - how often one run of a function may enter each of its blocks.
 *
 * A block outside all loops: once. Inside loops that count a local from one constant to
 * another: as often as that makes. Anything else has no known bound. */
#include "frontend/c/core.h"

enum { MAX_TRIPS = 100000 };

typedef struct {
  hd_lower *L;
  hd_body *b;
  uint32_t *order;    /* blocks in reverse postorder */
  uint32_t *position; /* by block: its place in order; HD_NONE: unreachable */
  uint32_t n;
  uint32_t *idom; /* by block */
  hd_u32s *preds;
  bool *is_head; /* by block */
} flow;

static void visit_block(flow *f, uint32_t block, uint8_t *seen, hd_u32s *post)
{
  hd_u32s stack = {0}, next = {0};
  hd_vec_push(&stack, block);
  hd_vec_push(&next, 0);
  seen[block] = 1;
  while (stack.len) {
    uint32_t at = hd_vec_last(&stack);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->b->blocks[at]);
    if (hd_vec_last(&next) == LLVMGetNumSuccessors(end)) {
      hd_vec_push(post, at);
      (void)hd_vec_pop(&stack);
      (void)hd_vec_pop(&next);
      continue;
    }
    uint32_t to = hd_body_block(f->b, LLVMGetSuccessor(end, next.data[next.len - 1]++));
    hd_vec_push(&f->preds[to], at);
    if (seen[to]) continue;
    seen[to] = 1;
    hd_vec_push(&stack, to);
    hd_vec_push(&next, 0);
  }
  hd_vec_clear(&stack);
  hd_vec_clear(&next);
}

static void find_order(flow *f)
{
  uint8_t *seen = hd_alloc(f->b->n_blocks, 1);
  hd_u32s post = {0};
  visit_block(f, 0, seen, &post);
  f->n = post.len;
  for (uint32_t i = 0; i < f->b->n_blocks; i++) f->position[i] = HD_NONE;
  for (uint32_t i = 0; i < post.len; i++) {
    f->order[i] = post.data[post.len - 1 - i];
    f->position[f->order[i]] = i;
  }
  hd_vec_clear(&post);
  free(seen);
}

static uint32_t common_dominator(const flow *f, uint32_t a, uint32_t b)
{
  while (a != b) {
    while (f->position[a] > f->position[b]) a = f->idom[a];
    while (f->position[b] > f->position[a]) b = f->idom[b];
  }
  return a;
}

/* Immediate dominators, iterated to the fixed point in reverse postorder. */
static void find_dominators(flow *f)
{
  for (uint32_t i = 0; i < f->b->n_blocks; i++) f->idom[i] = HD_NONE;
  f->idom[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < f->n; i++) {
      uint32_t block = f->order[i], best = HD_NONE;
      for (uint32_t k = 0; k < f->preds[block].len; k++) {
        uint32_t pred = f->preds[block].data[k];
        if (f->idom[pred] == HD_NONE) continue;
        best = best == HD_NONE ? pred : common_dominator(f, best, pred);
      }
      if (best != f->idom[block]) changed = true;
      f->idom[block] = best;
    }
  }
}

static bool dominates(const flow *f, uint32_t a, uint32_t b)
{
  while (b != a && b != 0) b = f->idom[b];
  return a == b;
}

/* Blocks of the natural loop with this head, as marks. */
static void mark_loop(const flow *f, uint32_t head, uint8_t *in_loop)
{
  hd_u32s work = {0};
  memset(in_loop, 0, f->b->n_blocks);
  in_loop[head] = 1;
  for (uint32_t k = 0; k < f->preds[head].len; k++)
    if (dominates(f, head, f->preds[head].data[k])) hd_vec_push(&work, f->preds[head].data[k]);
  while (work.len) {
    uint32_t block = hd_vec_pop(&work);
    if (in_loop[block]) continue;
    in_loop[block] = 1;
    for (uint32_t k = 0; k < f->preds[block].len; k++) hd_vec_push(&work, f->preds[block].data[k]);
  }
  hd_vec_clear(&work);
}

static LLVMValueRef promoted_alloca(const hd_body *b, LLVMValueRef address)
{
  uint32_t number = LLVMIsAAllocaInst(address) ? hd_body_number(b, address) : HD_NONE;
  if (number == HD_NONE || b->local_of[number] == HD_NONE) return NULL;
  return b->locals.data[b->local_of[number]].promoted ? address : NULL;
}

/* The only value that a variable ever gets, when that is a constant. */
static bool only_value(const hd_body *b, LLVMValueRef address, int64_t *value)
{
  LLVMValueRef found = NULL;
  if (LLVMIsAGlobalVariable(address) && LLVMIsGlobalConstant(address)) {
    found = LLVMGetInitializer(address);
  } else {
    if (!promoted_alloca(b, address) || b->locals.data[b->local_of[hd_body_number(b, address)]].uninit) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      if (!LLVMIsAStoreInst(user)) continue;
      if (found) return false;
      found = LLVMGetOperand(user, 0);
    }
  }
  if (!found || !LLVMIsAConstantInt(found)) return false;
  *value = LLVMConstIntGetSExtValue(found);
  return true;
}

static bool constant_bound(const hd_body *b, LLVMValueRef v, int64_t *value);

/* n + 1, n - 1 or 2 * n; the bound is compared in its own width (bound_holds). */
static bool computed_bound(const hd_body *b, LLVMValueRef v, int64_t *value)
{
  int64_t x, y;
  if (!constant_bound(b, LLVMGetOperand(v, 0), &x) || !constant_bound(b, LLVMGetOperand(v, 1), &y)) return false;
  uint64_t m = (uint64_t)x, n = (uint64_t)y;
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMAdd: *value = (int64_t)(m + n); return true;
  case LLVMSub: *value = (int64_t)(m - n); return true;
  case LLVMMul: *value = (int64_t)(m * n); return true;
  default: return false;
  }
}

static bool constant_bound(const hd_body *b, LLVMValueRef v, int64_t *value)
{
  if (LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64) {
    *value = LLVMConstIntGetSExtValue(v);
    return true;
  }
  if (LLVMIsABinaryOperator(v)) return computed_bound(b, v, value);
  return LLVMIsALoadInst(v) && only_value(b, LLVMGetOperand(v, 0), value);
}

/* `for (i = first; i < bound; i += step)`, as clang writes it. */
typedef struct {
  LLVMValueRef counter; /* the alloca */
  LLVMIntPredicate goes_on;
  int64_t first, bound, step;
  unsigned width;
} counted;

static LLVMIntPredicate swap_sides(LLVMIntPredicate p)
{
  switch (p) {
  case LLVMIntUGT: return LLVMIntULT;
  case LLVMIntUGE: return LLVMIntULE;
  case LLVMIntULT: return LLVMIntUGT;
  case LLVMIntULE: return LLVMIntUGE;
  case LLVMIntSGT: return LLVMIntSLT;
  case LLVMIntSGE: return LLVMIntSLE;
  case LLVMIntSLT: return LLVMIntSGT;
  case LLVMIntSLE: return LLVMIntSGE;
  default: return p;
  }
}

/* The head compares the counter with a constant, and goes on while that is true. */
static bool match_condition(const flow *f, uint32_t head, const uint8_t *in_loop, counted *out)
{
  LLVMValueRef end = LLVMGetBasicBlockTerminator(f->b->blocks[head]);
  if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return false;
  if (!in_loop[hd_body_block(f->b, LLVMGetSuccessor(end, 0))]) return false;
  if (in_loop[hd_body_block(f->b, LLVMGetSuccessor(end, 1))]) return false;
  LLVMValueRef compare = LLVMGetCondition(end);
  if (!LLVMIsAICmpInst(compare)) return false;
  LLVMValueRef a = LLVMGetOperand(compare, 0), b = LLVMGetOperand(compare, 1);
  out->goes_on = LLVMGetICmpPredicate(compare);
  if (!constant_bound(f->b, b, &out->bound)) {
    if (!constant_bound(f->b, a, &out->bound)) return false;
    out->goes_on = swap_sides(out->goes_on);
    a = b;
  }
  if (!LLVMIsALoadInst(a) || LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMIntegerTypeKind) return false;
  out->counter = promoted_alloca(f->b, LLVMGetOperand(a, 0));
  out->width = LLVMGetIntTypeWidth(LLVMTypeOf(a));
  return out->counter && out->width > 1 && out->width <= 64;
}

/* counter := counter +- constant. */
static bool match_step(LLVMValueRef store, counted *out)
{
  LLVMValueRef value = LLVMGetOperand(store, 0);
  if (!LLVMIsABinaryOperator(value)) return false;
  LLVMOpcode op = LLVMGetInstructionOpcode(value);
  LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
  if ((op != LLVMAdd && op != LLVMSub) || !LLVMIsALoadInst(a) || !LLVMIsAConstantInt(b)) return false;
  if (LLVMGetOperand(a, 0) != out->counter) return false;
  out->step = LLVMConstIntGetSExtValue(b);
  if (op == LLVMSub) out->step = -out->step;
  return out->step != 0;
}

/* Is the block in a loop inside this one? */
static bool in_inner_loop(const flow *f, uint32_t block, uint32_t head, const uint8_t *in_loop)
{
  uint8_t *inner = hd_alloc(f->b->n_blocks, 1);
  bool found = false;
  for (uint32_t k = 0; k < f->b->n_blocks && !found; k++) {
    if (!f->is_head[k] || k == head || !in_loop[k]) continue;
    mark_loop(f, k, inner);
    found = inner[block];
  }
  free(inner);
  return found;
}

/* Exactly one store to the counter in the loop, a step, once on every way around. */
static bool match_body(const flow *f, uint32_t head, const uint8_t *in_loop, counted *out)
{
  LLVMValueRef step = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(out->counter); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAStoreInst(user) || !in_loop[hd_body_block(f->b, LLVMGetInstructionParent(user))]) continue;
    if (step) return false;
    step = user;
  }
  if (!step || !match_step(step, out)) return false;
  uint32_t at = hd_body_block(f->b, LLVMGetInstructionParent(step));
  if (in_inner_loop(f, at, head, in_loop)) return false;
  for (uint32_t k = 0; k < f->preds[head].len; k++) {
    uint32_t pred = f->preds[head].data[k];
    if (in_loop[pred] && !dominates(f, at, pred)) return false;
  }
  return true;
}

/* The one block before the loop sets the counter to a constant. */
static bool match_start(const flow *f, uint32_t head, const uint8_t *in_loop, counted *out)
{
  uint32_t before = HD_NONE;
  for (uint32_t k = 0; k < f->preds[head].len; k++) {
    uint32_t pred = f->preds[head].data[k];
    if (in_loop[pred]) continue;
    if (before != HD_NONE && before != pred) return false;
    before = pred;
  }
  if (before == HD_NONE) return false;
  for (LLVMValueRef i = LLVMGetLastInstruction(f->b->blocks[before]); i; i = LLVMGetPreviousInstruction(i)) {
    if (!LLVMIsAStoreInst(i) || LLVMGetOperand(i, 1) != out->counter) continue;
    if (!LLVMIsAConstantInt(LLVMGetOperand(i, 0))) return false;
    out->first = LLVMConstIntGetSExtValue(LLVMGetOperand(i, 0));
    return true;
  }
  return false;
}

static bool bound_holds(const counted *c, uint64_t value)
{
  uint64_t a = value & hd_mask(c->width), b = (uint64_t)c->bound & hd_mask(c->width);
  int64_t x = hd_signed(a, c->width), y = hd_signed(b, c->width);
  switch (c->goes_on) {
  case LLVMIntEQ: return a == b;
  case LLVMIntNE: return a != b;
  case LLVMIntUGT: return a > b;
  case LLVMIntUGE: return a >= b;
  case LLVMIntULT: return a < b;
  case LLVMIntULE: return a <= b;
  case LLVMIntSGT: return x > y;
  case LLVMIntSGE: return x >= y;
  case LLVMIntSLT: return x < y;
  case LLVMIntSLE: return x <= y;
  }
  return true;
}

/* How often the loop's body may run for each time the loop is entered. */
static uint32_t trips(const flow *f, uint32_t head, const uint8_t *in_loop)
{
  counted c = {0};
  if (!match_condition(f, head, in_loop, &c) || !match_body(f, head, in_loop, &c) || !match_start(f, head, in_loop, &c))
    return HD_MANY;
  uint32_t n = 0;
  for (uint64_t value = (uint64_t)c.first; bound_holds(&c, value); value += (uint64_t)c.step)
    if (++n > MAX_TRIPS) return HD_MANY;
  return n;
}

static void count_loop(flow *f, uint32_t head, uint8_t *in_loop)
{
  mark_loop(f, head, in_loop);
  uint32_t n = trips(f, head, in_loop);
  for (uint32_t k = 0; k < f->b->n_blocks; k++)
    if (in_loop[k]) f->b->times[k] = hd_times(f->b->times[k], k == head && n != HD_MANY ? n + 1 : n);
}

static void count_blocks(flow *f)
{
  uint8_t *in_loop = hd_alloc(f->b->n_blocks, 1);
  bool irreducible = false;
  for (uint32_t k = 0; k < f->b->n_blocks; k++) f->b->times[k] = 1;
  for (uint32_t i = 0; i < f->n; i++) {
    uint32_t block = f->order[i];
    for (uint32_t k = 0; k < f->preds[block].len; k++) {
      uint32_t pred = f->preds[block].data[k];
      if (f->position[pred] < i) continue;
      if (dominates(f, block, pred))
        f->is_head[block] = true;
      else
        irreducible = true;
    }
  }
  for (uint32_t k = 0; k < f->b->n_blocks; k++) {
    if (f->is_head[k]) count_loop(f, k, in_loop);
    if (irreducible) f->b->times[k] = HD_MANY; /* gotos into a loop: no structure to count by */
  }
  free(in_loop);
}

void hd_body_count_loops(hd_lower *L, hd_body *b)
{
  flow f = {.L = L, .b = b};
  f.order = hd_alloc(b->n_blocks, sizeof *f.order);
  f.position = hd_alloc(b->n_blocks, sizeof *f.position);
  f.idom = hd_alloc(b->n_blocks, sizeof *f.idom);
  f.preds = hd_alloc(b->n_blocks, sizeof *f.preds);
  f.is_head = hd_alloc(b->n_blocks, sizeof *f.is_head);
  find_order(&f);
  find_dominators(&f);
  count_blocks(&f);
  for (uint32_t k = 0; k < b->n_blocks; k++) hd_vec_clear(&f.preds[k]);
  free(f.order);
  free(f.position);
  free(f.idom);
  free(f.preds);
  free(f.is_head);
}
