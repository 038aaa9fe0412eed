/* terms.c - code that computes terms and jumps on them. */
#include "engine/explicit/compiler.h"

uint32_t hd_compiler_add(hd_compiler *c, hd_insn insn)
{
  hd_vec_push(&c->code->insns, insn);
  hd_vec_push(&c->code->vars, HD_NONE);
  return c->code->insns.len - 1;
}

uint32_t hd_compiler_constant(hd_compiler *c, uint64_t value)
{
  uint64_t *known = hd_map_find(&c->constants, value);
  if (known) return (uint32_t)*known;
  uint32_t r = HD_CONSTANT + c->code->constants.len;
  hd_vec_push(&c->code->constants, value);
  hd_map_put(&c->constants, value, r);
  return r;
}

uint32_t hd_compiler_scratch(hd_compiler *c)
{
  uint32_t r = c->n_temps + c->scratch++;
  if (c->scratch > c->most_scratch) c->most_scratch = c->scratch;
  return r;
}

void hd_compiler_label(hd_compiler *c)
{
  c->barrier = c->code->insns.len;
  c->scratch = 0;
  c->now++;
}

void hd_compiler_land(hd_compiler *c, hd_u32s *jumps)
{
  for (uint32_t i = 0; i < jumps->len; i++) c->code->insns.data[jumps->data[i]].target = c->code->insns.len;
  if (jumps->len) hd_compiler_label(c);
  jumps->len = 0;
}

/* --- variables ------------------------------------------------------------------------------- */

static uint64_t var_mask(const hd_compiler *c, hd_var v)
{
  return hd_mask(hd_var_get(c->p, v)->sort.width);
}

static uint32_t load_field(hd_compiler *c, hd_field f, hd_var v)
{
  hd_insn i = {.op = f.is_signed ? HD_I_LOAD_S : HD_I_LOAD, .shift = f.shift, .width = f.width, .word = f.word};
  i.imm = f.is_signed ? var_mask(c, v) : hd_mask(f.width);
  i.dst = hd_compiler_scratch(c);
  hd_compiler_add(c, i);
  return i.dst;
}

/* The variable's number among the open ones; HD_NONE: its value is never open. */
static uint32_t open_number(hd_compiler *c, hd_var v)
{
  hd_open_var o = {.var = v, .count = hd_var_get(c->p, v)->count, .domain = HD_NONE};
  o.width = hd_var_get(c->p, v)->sort.width;
  hd_domain domain;
  if (c->l->kind[v.id] != HD_PLACE_FIELD || !hd_layout_open(c->l, c->who, v, &o.open)) return HD_NONE;
  uint64_t *known = hd_map_find(&c->opens, v.id);
  if (known) return (uint32_t)*known;
  o.value = hd_layout_field(c->l, c->who, v);
  if (hd_inputs_initial(c->o.inputs, v, &domain)) {
    o.domain = c->code->domains.len;
    hd_vec_push(&c->code->domains, domain);
  }
  hd_map_put(&c->opens, v.id, c->code->opens.len);
  hd_vec_push(&c->code->opens, o);
  return c->code->opens.len - 1;
}

/* A read comes: if the value is open, it is decided now. */
static void define(hd_compiler *c, hd_var v, uint32_t index)
{
  uint32_t number = open_number(c, v);
  if (number == HD_NONE) return;
  hd_insn i = {.op = HD_I_DEFINE, .word = number, .a = index, .shift = c->define, .imm = c->n_temps + c->scratch};
  hd_compiler_add(c, i);
  c->barrier = c->code->insns.len;
}

static uint32_t load_scalar(hd_compiler *c, hd_var v)
{
  switch (c->l->kind[v.id]) {
  case HD_PLACE_SELF: return hd_compiler_constant(c, c->who->number);
  case HD_PLACE_CONSTANT: return hd_compiler_constant(c, hd_var_init(c->p, v, 0));
  case HD_PLACE_REGISTER: return c->l->slot[v.id];
  default: define(c, v, 0); return load_field(c, hd_layout_field(c->l, c->who, v), v);
  }
}

static uint32_t load_table(hd_compiler *c, hd_var v, uint32_t index)
{
  const hd_var_info *info = hd_var_get(c->p, v);
  if (!info->init) return hd_compiler_constant(c, 0);
  hd_insn i = {.op = HD_I_TABLE, .a = index, .b = info->count, .word = c->code->tables.len};
  i.dst = hd_compiler_scratch(c);
  hd_vec_push(&c->code->tables, info->init);
  hd_compiler_add(c, i);
  return i.dst;
}

static bool constant_of(const hd_compiler *c, uint32_t reg, uint64_t *value)
{
  if (reg < HD_CONSTANT) return false;
  *value = c->code->constants.data[reg - HD_CONSTANT];
  return true;
}

/* An element of a field. */
static uint32_t load_at(hd_compiler *c, hd_var v, hd_field f, uint32_t index)
{
  const hd_var_info *info = hd_var_get(c->p, v);
  uint64_t at;
  if (constant_of(c, index, &at))
    return at < info->count ? load_field(c, hd_field_element(f, (uint32_t)at), v) : hd_compiler_constant(c, 0);
  hd_insn i = {.op = f.is_signed ? HD_I_LOAD_AT_S : HD_I_LOAD_AT, .shift = f.shift, .width = f.width, .word = f.word};
  i.a = index;
  i.b = info->count;
  i.imm = var_mask(c, v);
  i.dst = hd_compiler_scratch(c);
  hd_compiler_add(c, i);
  return i.dst;
}

static uint32_t load_element(hd_compiler *c, hd_var v, uint32_t index)
{
  const hd_var_info *info = hd_var_get(c->p, v);
  uint64_t at;
  bool known = constant_of(c, index, &at);
  if (known && at >= info->count) return hd_compiler_constant(c, 0);
  if (c->l->kind[v.id] == HD_PLACE_CONSTANT)
    return known ? hd_compiler_constant(c, hd_var_init(c->p, v, (uint32_t)at)) : load_table(c, v, index);
  define(c, v, index);
  return load_at(c, v, hd_layout_field(c->l, c->who, v), index);
}

static void add_store(hd_compiler *c, hd_insn i, hd_var v)
{
  uint32_t at = hd_compiler_add(c, i);
  c->code->vars.data[at] = v.id;
}

static void store_field(hd_compiler *c, hd_var v, hd_field f, uint32_t value)
{
  uint64_t k;
  hd_width w = {f.width, f.is_signed};
  if (constant_of(c, value, &k) && hd_width_fits(w, hd_var_get(c->p, v)->sort.width, k)) {
    uint64_t bits = (k & hd_mask(f.width)) << f.shift, keep = ~hd_field_mask(f);
    hd_insn *last = c->code->insns.len > c->barrier ? &hd_vec_last(&c->code->insns) : NULL;
    if (last && last->op == HD_I_STORE_K && last->word == f.word) {
      bits |= c->code->constants.data[last->a - HD_CONSTANT] & keep;
      last->imm &= keep;
      last->a = hd_compiler_constant(c, bits);
      return;
    }
    hd_compiler_add(c, (hd_insn){.op = HD_I_STORE_K, .word = f.word, .imm = keep, .a = hd_compiler_constant(c, bits)});
    return;
  }
  hd_insn i = {.op = f.is_signed ? HD_I_STORE_S : HD_I_STORE, .shift = f.shift, .width = f.width, .word = f.word};
  i.a = value;
  i.imm = f.is_signed ? var_mask(c, v) : hd_mask(f.width);
  add_store(c, i, v);
}

static void store_at(hd_compiler *c, hd_var v, hd_field f, uint32_t index, uint32_t value)
{
  const hd_var_info *info = hd_var_get(c->p, v);
  uint64_t at;
  if (!info->count) {
    store_field(c, v, f, value);
    return;
  }
  if (constant_of(c, index, &at)) {
    if (at < info->count) store_field(c, v, hd_field_element(f, (uint32_t)at), value);
    return;
  }
  hd_insn i = {.op = f.is_signed ? HD_I_STORE_AT_S : HD_I_STORE_AT, .shift = f.shift, .width = f.width, .word = f.word};
  i.a = value;
  i.b = index;
  i.dst = info->count;
  i.imm = var_mask(c, v);
  add_store(c, i, v);
}

void hd_compile_store(hd_compiler *c, hd_var v, uint32_t index, uint32_t value)
{
  hd_field open;
  if (c->l->kind[v.id] == HD_PLACE_REGISTER) {
    hd_compiler_add(c, (hd_insn){.op = HD_I_MOVE, .dst = c->l->slot[v.id], .a = value});
    return;
  }
  store_at(c, v, hd_layout_field(c->l, c->who, v), index, value);
  if (hd_layout_open(c->l, c->who, v, &open)) store_at(c, v, open, index, hd_compiler_constant(c, 0));
}

bool hd_compile_may_copy(const hd_compiler *c, hd_term t, hd_var to)
{
  const hd_terms *T = c->p->terms;
  hd_field f;
  hd_term from = hd_term_op(T, t) == HD_OP_SELECT ? hd_term_arg(T, t, 0) : t;
  if (!c->o.copies || hd_term_op(T, from) != HD_OP_VAR) return false;
  hd_var v = {hd_term_symbol(T, from)};
  return c->l->kind[v.id] == HD_PLACE_FIELD && c->l->kind[to.id] == HD_PLACE_FIELD &&
         hd_layout_open(c->l, c->who, v, &f) && hd_layout_open(c->l, c->who, to, &f);
}

uint32_t hd_compile_copy(hd_compiler *c, hd_term t, uint32_t *is_open)
{
  const hd_terms *T = c->p->terms;
  bool element = hd_term_op(T, t) == HD_OP_SELECT;
  hd_var v = {hd_term_symbol(T, element ? hd_term_arg(T, t, 0) : t)};
  uint32_t index = element ? hd_compile_term(c, hd_term_arg(T, t, 1)) : 0;
  hd_field f = hd_layout_field(c->l, c->who, v), open;
  HD_CHECK(hd_layout_open(c->l, c->who, v, &open));
  *is_open = element ? load_at(c, v, open, index) : load_field(c, open, v);
  return element ? load_at(c, v, f, index) : load_field(c, f, v);
}

void hd_compile_store_open(hd_compiler *c, hd_var v, uint32_t index, uint32_t is_open)
{
  hd_field open;
  HD_CHECK(hd_layout_open(c->l, c->who, v, &open));
  store_at(c, v, open, index, is_open);
}

void hd_compile_leave_open(hd_compiler *c, hd_var v, uint32_t index, uint32_t back)
{
  hd_field open;
  HD_CHECK(hd_layout_open(c->l, c->who, v, &open));
  store_at(c, v, hd_layout_field(c->l, c->who, v), index, hd_compiler_constant(c, 0));
  store_at(c, v, open, index, hd_compiler_constant(c, 1));
  uint32_t number = open_number(c, v);
  if (c->o.record) hd_compiler_add(c, (hd_insn){.op = HD_I_NOTE_OPEN, .word = number, .a = index, .b = back});
}

/* --- operators ------------------------------------------------------------------------------- */

static const struct {
  uint16_t op; /* hd_insn_op + 1; 0: EVAL */
} direct[HD_OP_COUNT] = {
    [HD_OP_NOT] = {HD_I_NOT + 1},         [HD_OP_AND] = {HD_I_AND + 1}, [HD_OP_OR] = {HD_I_OR + 1},
    [HD_OP_BAND] = {HD_I_AND + 1},        [HD_OP_BOR] = {HD_I_OR + 1},  [HD_OP_BXOR] = {HD_I_XOR + 1},
    [HD_OP_EQ] = {HD_I_EQ + 1},           [HD_OP_ULT] = {HD_I_ULT + 1}, [HD_OP_ULE] = {HD_I_ULE + 1},
    [HD_OP_SLT] = {HD_I_SLT + 1},         [HD_OP_SLE] = {HD_I_SLE + 1}, [HD_OP_ADD] = {HD_I_ADD + 1},
    [HD_OP_SUB] = {HD_I_SUB + 1},         [HD_OP_MUL] = {HD_I_MUL + 1}, [HD_OP_SEXT] = {HD_I_SEXT + 1},
    [HD_OP_EXTRACT] = {HD_I_EXTRACT + 1}, [HD_OP_ITE] = {HD_I_ITE + 1},
};

/* select over a chain of stores; all the parts have been compiled. */
static uint32_t compile_select(hd_compiler *c, hd_term t)
{
  const hd_terms *T = c->p->terms;
  hd_term array = hd_term_arg(T, t, 0);
  uint32_t index = hd_compile_term(c, hd_term_arg(T, t, 1));
  hd_u32s stores = {0};
  for (; hd_term_op(T, array) == HD_OP_STORE; array = hd_term_arg(T, array, 0)) hd_vec_push(&stores, array.id);
  uint32_t value = load_element(c, (hd_var){hd_term_symbol(T, array)}, index);
  while (stores.len) {
    hd_term s = {hd_vec_pop(&stores)};
    uint32_t here = hd_compile_term(c, hd_term_arg(T, s, 1)), then = hd_compile_term(c, hd_term_arg(T, s, 2));
    hd_insn same = {.op = HD_I_EQ, .a = index, .b = here, .dst = hd_compiler_scratch(c)};
    hd_compiler_add(c, same);
    hd_insn pick = {.op = HD_I_ITE, .a = same.dst, .b = then, .word = value, .dst = hd_compiler_scratch(c)};
    hd_compiler_add(c, pick);
    value = pick.dst;
  }
  hd_vec_clear(&stores);
  return value;
}

static uint32_t compile_operator(hd_compiler *c, hd_term t)
{
  const hd_terms *T = c->p->terms;
  hd_op op = hd_term_op(T, t);
  hd_sort sort = hd_term_sort(T, t);
  unsigned n = hd_term_arity(T, t);
  uint32_t args[3] = {0};
  for (unsigned i = 0; i < n; i++) args[i] = c->reg[hd_term_arg(T, t, i).id];
  if (op == HD_OP_ZEXT) return args[0];
  hd_insn i = {.op = direct[op].op ? (uint16_t)(direct[op].op - 1) : HD_I_EVAL, .a = args[0], .b = args[1]};
  i.imm = hd_mask(sort.width);
  i.width = hd_term_sort(T, hd_term_arg(T, t, 0)).width;
  if (op == HD_OP_EXTRACT) i.shift = (uint8_t)hd_term_value(T, t);
  if (op == HD_OP_ITE) i.word = args[2];
  if (i.op == HD_I_EVAL) {
    i.word = op;
    i.shift = sort.width;
    i.imm = 0;
  }
  i.dst = hd_compiler_scratch(c);
  hd_compiler_add(c, i);
  return i.dst;
}

static uint32_t compile_one(hd_compiler *c, hd_term t)
{
  const hd_terms *T = c->p->terms;
  switch (hd_term_op(T, t)) {
  case HD_OP_CONST: return hd_compiler_constant(c, hd_term_value(T, t));
  case HD_OP_VAR: return load_scalar(c, (hd_var){hd_term_symbol(T, t)});
  case HD_OP_SELECT: return compile_select(c, t);
  default: return compile_operator(c, t);
  }
}

static bool is_known(const hd_compiler *c, hd_term t)
{
  return c->stamp[t.id] == c->now;
}

/* Arguments first, with a stack of our own: terms may be deep. Arrays are no values. */
uint32_t hd_compile_term(hd_compiler *c, hd_term t)
{
  const hd_terms *T = c->p->terms;
  uint32_t bottom = c->open.len;
  hd_vec_push(&c->open, t.id);
  while (c->open.len > bottom) {
    hd_term top = {hd_vec_last(&c->open)};
    bool array = hd_term_sort(T, top).kind == HD_SORT_ARRAY, ready = true;
    for (unsigned i = 0; !is_known(c, top) && i < hd_term_arity(T, top); i++) {
      hd_term arg = hd_term_arg(T, top, i);
      if (is_known(c, arg)) continue;
      hd_vec_push(&c->open, arg.id);
      ready = false;
    }
    if (!ready) continue;
    c->open.len--;
    if (is_known(c, top)) continue;
    c->reg[top.id] = array ? 0 : compile_one(c, top);
    c->stamp[top.id] = c->now;
  }
  return c->reg[t.id];
}

/* --- jumps ----------------------------------------------------------------------------------- */

/* Is the term a field (of a constant place)? */
static bool is_field(const hd_compiler *c, hd_term t, hd_field *f, hd_var *v)
{
  const hd_terms *T = c->p->terms;
  uint64_t index = 0;
  hd_term array = t;
  if (hd_term_op(T, t) == HD_OP_SELECT) {
    hd_term i = hd_term_arg(T, t, 1);
    array = hd_term_arg(T, t, 0);
    if (hd_term_op(T, i) == HD_OP_VAR && c->l->kind[hd_term_symbol(T, i)] == HD_PLACE_SELF)
      index = c->who->number;
    else if (!hd_term_is_const(T, i, &index))
      return false;
  }
  if (hd_term_op(T, array) != HD_OP_VAR) return false;
  *v = (hd_var){hd_term_symbol(T, array)};
  if (c->l->kind[v->id] != HD_PLACE_FIELD || hd_layout_open(c->l, c->who, *v, f)) return false;
  if (index >= hd_var_elements(hd_var_get(c->p, *v))) return false;
  *f = hd_layout_field(c->l, c->who, *v);
  if (hd_var_get(c->p, *v)->count) *f = hd_field_element(*f, (uint32_t)index);
  return true;
}

/* A test of bits of one word: field = constant, or a Boolean field. fits: can it ever hold? */
static bool is_bit_test(const hd_compiler *c, hd_term t, hd_insn *test, bool *fits)
{
  const hd_terms *T = c->p->terms;
  hd_field f;
  hd_var v;
  uint64_t k = 1;
  bool found = hd_term_sort(T, t).kind == HD_SORT_BOOL && is_field(c, t, &f, &v);
  if (!found && hd_term_op(T, t) == HD_OP_EQ) {
    for (unsigned i = 0; i < 2 && !found; i++)
      found = hd_term_is_const(T, hd_term_arg(T, t, 1 - i), &k) && is_field(c, hd_term_arg(T, t, i), &f, &v);
  }
  if (!found) return false;
  *fits = hd_width_fits((hd_width){f.width, f.is_signed}, hd_var_get(c->p, v)->sort.width, k);
  *test = (hd_insn){.word = f.word, .imm = hd_field_mask(f)};
  test->a = hd_compiler_constant((hd_compiler *)c, (k & hd_mask(f.width)) << f.shift);
  return true;
}

static void add_jump(hd_compiler *c, hd_insn i, hd_u32s *jumps)
{
  hd_vec_push(jumps, hd_compiler_add(c, i));
}

/* Two tests of one word with one way out are one test. */
static void jump_bits_ne(hd_compiler *c, hd_insn test, hd_u32s *jumps)
{
  test.op = HD_I_JUMP_BITS_NE;
  uint32_t n = c->code->insns.len;
  if (n > c->barrier && jumps->len && hd_vec_last(jumps) == n - 1) {
    hd_insn *last = &c->code->insns.data[n - 1];
    if (last->op == HD_I_JUMP_BITS_NE && last->word == test.word && !(last->imm & test.imm)) {
      uint64_t bits = c->code->constants.data[last->a - HD_CONSTANT] | c->code->constants.data[test.a - HD_CONSTANT];
      last->imm |= test.imm;
      last->a = hd_compiler_constant(c, bits);
      return;
    }
  }
  add_jump(c, test, jumps);
}

static void jump_on_pair(hd_compiler *c, hd_insn_op op, hd_term t, hd_u32s *jumps)
{
  uint32_t a = hd_compile_term(c, hd_term_arg(c->p->terms, t, 0));
  uint32_t b = hd_compile_term(c, hd_term_arg(c->p->terms, t, 1));
  add_jump(c, (hd_insn){.op = (uint16_t)op, .a = a, .b = b}, jumps);
}

void hd_compile_unless(hd_compiler *c, hd_term t, hd_u32s *jumps)
{
  const hd_terms *T = c->p->terms;
  hd_insn test;
  bool fits;
  for (; hd_term_op(T, t) == HD_OP_AND; t = hd_term_arg(T, t, 1)) hd_compile_unless(c, hd_term_arg(T, t, 0), jumps);
  hd_op op = hd_term_op(T, t);
  if (hd_term_is_true(T, t)) return;
  if (hd_term_is_false(T, t))
    add_jump(c, (hd_insn){.op = HD_I_JUMP}, jumps);
  else if (op == HD_OP_NOT)
    hd_compile_if(c, hd_term_arg(T, t, 0), jumps);
  else if (is_bit_test(c, t, &test, &fits)) {
    if (fits)
      jump_bits_ne(c, test, jumps);
    else
      add_jump(c, (hd_insn){.op = HD_I_JUMP}, jumps);
  } else if (op == HD_OP_EQ)
    jump_on_pair(c, HD_I_JUMP_NE, t, jumps);
  else if (op == HD_OP_ULT)
    jump_on_pair(c, HD_I_JUMP_NOT_ULT, t, jumps);
  else if (op == HD_OP_ULE)
    jump_on_pair(c, HD_I_JUMP_NOT_ULE, t, jumps);
  else
    add_jump(c, (hd_insn){.op = HD_I_JUMP_Z, .a = hd_compile_term(c, t)}, jumps);
}

void hd_compile_if(hd_compiler *c, hd_term t, hd_u32s *jumps)
{
  const hd_terms *T = c->p->terms;
  hd_insn test;
  bool fits;
  for (; hd_term_op(T, t) == HD_OP_OR; t = hd_term_arg(T, t, 1)) hd_compile_if(c, hd_term_arg(T, t, 0), jumps);
  hd_op op = hd_term_op(T, t);
  if (hd_term_is_false(T, t)) return;
  if (hd_term_is_true(T, t))
    add_jump(c, (hd_insn){.op = HD_I_JUMP}, jumps);
  else if (op == HD_OP_NOT)
    hd_compile_unless(c, hd_term_arg(T, t, 0), jumps);
  else if (is_bit_test(c, t, &test, &fits)) {
    test.op = HD_I_JUMP_BITS_EQ;
    if (fits) add_jump(c, test, jumps);
  } else if (op == HD_OP_EQ)
    jump_on_pair(c, HD_I_JUMP_EQ, t, jumps);
  else
    add_jump(c, (hd_insn){.op = HD_I_JUMP_NZ, .a = hd_compile_term(c, t)}, jumps);
}
