/* test_memory_random.c - resolving memory, against memory as bytes.
 *
 * Random raw programs of one thread, with structs, arrays, untyped memory and a heap, and
 * with pointer arithmetic on them, run twice: as they are, on bytes at addresses, and
 * resolved, on variables. Each step must do the same: go to the same place, or be an invalid
 * access in both; at the end memory must hold the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "analysis/memory.h"
#include "program/text.h"
#include "program/validate.h"

enum { MAX_OBJECTS = 8, N_INTS = 3, N_POINTERS = 4, MAX_BYTES = 1024, MAX_STEPS = 80 };

/* --- choices ------------------------------------------------------------------------------ */

static uint64_t random_state;

static uint32_t below(uint32_t n)
{
  random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(random_state >> 33) % n;
}

static bool chance(uint32_t percent)
{
  return below(100) < percent;
}

/* --- generation ---------------------------------------------------------------------------- */

typedef struct {
  hd_program *p;
  hd_var ints[N_INTS], pointers[N_POINTERS];
  hd_loc at;
  uint64_t next_base;
} generator;

static hd_term bv(const generator *g, unsigned width, uint64_t value)
{
  return hd_term_bv(g->p->terms, width, value);
}

static hd_term word(const generator *g, uint64_t value)
{
  return bv(g, g->p->pointer_width, value);
}

static hd_term op2(const generator *g, hd_op op, hd_term a, hd_term b)
{
  return hd_term_2(g->p->terms, op, a, b);
}

static const hd_object_info *some_object(const generator *g)
{
  return &g->p->objects.data[below(g->p->objects.len)];
}

static const uint8_t widths[] = {8, 16, 32, 64};

/* A struct of scalars and arrays, perhaps repeated. */
static uint32_t random_slots(const generator *g, hd_slot *slots, uint64_t *size)
{
  static const char *const names[] = {".a", ".b", ".c", ".d"};
  uint32_t n = 1 + below(4), repeat = chance(30) ? 2 + below(3) : 1;
  uint64_t at = 0;
  for (uint32_t i = 0; i < n; i++) {
    unsigned width = chance(40) ? g->p->pointer_width : widths[below(4)], bytes = width / 8;
    at = (at + bytes - 1) / bytes * bytes;
    slots[i] = (hd_slot){.offset = at, .width = (uint8_t)width, .name = n > 1 ? names[i] : "", .var = HD_NO_VAR};
    uint32_t count = chance(40) ? 2 + below(4) : 1;
    if (count > 1) {
      slots[i].dims[slots[i].n_dims].count = count;
      slots[i].dims[slots[i].n_dims++].stride = bytes;
    }
    at += bytes * count;
  }
  at = (at + 7) / 8 * 8;
  if (chance(15)) at += 4;
  for (uint32_t i = 0; i < n && repeat > 1; i++) {
    slots[i].dims[1] = slots[i].dims[0];
    slots[i].dims[0].count = repeat;
    slots[i].dims[0].stride = at;
    slots[i].n_dims++;
  }
  *size = at * repeat;
  return n;
}

static void add_object(generator *g)
{
  hd_slot slots[4];
  uint64_t size;
  uint8_t init[MAX_BYTES] = {0};
  uint32_t n = random_slots(g, slots, &size);
  hd_object_info o = {.name = "o",
                      .base = g->next_base,
                      .size = size,
                      .stride = size,
                      .copies = 1,
                      .slots = slots,
                      .n_slots = n,
                      .alive = HD_NO_VAR,
                      .pos = HD_NO_POS};
  if (chance(25)) o.n_slots = 0;
  if (chance(25)) {
    o.kind = HD_OBJ_HEAP;
    o.copies = 2 + below(3);
    o.stride = chance(50) ? (size + 31) / 16 * 16 : size < 256 ? 256 : 1024;
  }
  for (uint32_t i = 0; i < size; i++) init[i] = chance(50) ? (uint8_t)below(256) : 0;
  unsigned bytes = g->p->pointer_width / 8;
  for (uint64_t i = 0; i + bytes <= size && g->p->objects.len; i += bytes) {
    const hd_object_info *to = some_object(g);
    uint64_t address = chance(50) ? to->base : to->base + 4 * below((uint32_t)(to->size / 4));
    if (chance(40)) memcpy(init + i, &address, bytes);
  }
  if (chance(60)) o.init = init;
  hd_program_add_object(g->p, o);
  g->next_base += (o.stride * o.copies + 8191) / 4096 * 4096; /* folded constants stay near their object */
}

static hd_var add_local(generator *g, const char *name, unsigned width, uint64_t init)
{
  return hd_program_add_var(
      g->p, (hd_var_info){.name = name, .thread = HD_MAIN, .sort = HD_BV(width), .init = &init, .pos = HD_NO_POS});
}

static hd_term some_int(const generator *g)
{
  return hd_program_var_term(g->p, g->ints[below(N_INTS)]);
}

static hd_term some_pointer(const generator *g)
{
  return hd_program_var_term(g->p, g->pointers[below(N_POINTERS)]);
}

/* A pointer-wide number that is mostly below `count`. */
static hd_term some_index(const generator *g, uint32_t count)
{
  hd_terms *T = g->p->terms;
  hd_term i = some_int(g);
  if (chance(70)) i = op2(g, HD_OP_UREM, i, bv(g, 32, count));
  if (chance(15)) i = op2(g, HD_OP_SUB, i, bv(g, 32, 1));
  if (g->p->pointer_width == 32) return i;
  return hd_term_to(T, chance(50) ? HD_OP_SEXT : HD_OP_ZEXT, 64, i);
}

/* The address of an element of some slot, as a compiler would compute it. */
static hd_term element_address(const generator *g, unsigned *width)
{
  const hd_object_info *o = some_object(g);
  *width = widths[below(4)];
  if (!o->n_slots)
    return word(g, o->base + o->stride * below(o->copies) + *width / 8 * below((uint32_t)(o->size * 8 / *width)));
  const hd_slot *s = &o->slots[below(o->n_slots)];
  hd_term a = word(g, o->base + s->offset);
  if (chance(90)) *width = s->width;
  if (o->copies > 1)
    a = op2(g, HD_OP_ADD, a,
            op2(g, HD_OP_MUL, chance(50) ? word(g, below(o->copies)) : some_index(g, o->copies), word(g, o->stride)));
  for (unsigned d = 0; d < s->n_dims; d++) {
    hd_term index = chance(40) ? word(g, below(s->dims[d].count)) : some_index(g, s->dims[d].count);
    a = op2(g, HD_OP_ADD, a, op2(g, HD_OP_MUL, index, word(g, s->dims[d].stride)));
  }
  return a;
}

static hd_term some_address(const generator *g, unsigned *width)
{
  if (chance(50)) return element_address(g, width);
  *width = chance(50) ? 32 : chance(50) ? g->p->pointer_width : widths[below(4)];
  hd_term p = some_pointer(g);
  if (chance(30)) p = op2(g, HD_OP_ADD, p, word(g, 4 * below(6)));
  if (chance(15))
    p = op2(g, chance(70) ? HD_OP_ADD : HD_OP_SUB, p, op2(g, HD_OP_MUL, some_index(g, 4), word(g, *width / 8)));
  return p;
}

static hd_term new_pointer(const generator *g)
{
  hd_terms *T = g->p->terms;
  unsigned width, bits = g->p->pointer_width;
  hd_term p = some_pointer(g);
  switch (below(14)) {
  case 0: return op2(g, HD_OP_ADD, p, word(g, 4 * below(5)));
  case 1: return op2(g, HD_OP_SUB, p, word(g, 4 * below(5)));
  case 2: return op2(g, HD_OP_ADD, p, op2(g, HD_OP_MUL, some_index(g, 4), word(g, chance(80) ? 4 : 0 - UINT64_C(4))));
  case 3:
  case 4: return hd_term_to(T, HD_OP_DEREF, bits, some_address(g, &width));
  case 5: return op2(g, HD_OP_BAND, op2(g, HD_OP_BOR, p, word(g, 1)), word(g, ~UINT64_C(3)));
  case 6: return op2(g, HD_OP_BXOR, op2(g, HD_OP_BXOR, p, word(g, 0x5500)), word(g, 0x5500));
  case 7: return op2(g, HD_OP_ADD, some_pointer(g), op2(g, HD_OP_SUB, p, p));
  case 8: return hd_term_3(T, HD_OP_ITE, op2(g, HD_OP_ULT, some_int(g), bv(g, 32, 5)), p, some_pointer(g));
  case 9: return word(g, 0);
  case 10: { /* through halves */
    hd_term low = hd_term_extract(T, p, 0, bits / 2), high = hd_term_extract(T, p, bits / 2, bits / 2);
    return op2(g, HD_OP_CONCAT, high, low);
  }
  default: return element_address(g, &width);
  }
}

static hd_term new_int(const generator *g)
{
  hd_terms *T = g->p->terms;
  unsigned width;
  switch (below(5)) {
  case 0: return bv(g, 32, below(10));
  case 1: return op2(g, HD_OP_ADD, some_int(g), bv(g, 32, below(3)));
  case 2: return hd_term_resize(T, some_pointer(g), 32, false);
  default: {
    hd_term a = some_address(g, &width);
    return hd_term_resize(T, hd_term_to(T, HD_OP_DEREF, width, a), 32, chance(50));
  }
  }
}

static hd_loc new_loc(generator *g)
{
  return hd_program_add_loc(g->p,
                            (hd_loc_info){.thread = HD_MAIN, .pos = {0, g->p->locs.len + 1, 0}, .frame = HD_NONE});
}

static void add_edge(generator *g, hd_loc from, hd_loc to, hd_term guard, const hd_assign *assigns, uint32_t n)
{
  hd_program_add_edge(g->p, (hd_edge_info){.from = from,
                                           .to = to,
                                           .guard = guard,
                                           .assigns = (hd_assign *)assigns,
                                           .n_assigns = n,
                                           .pos = HD_NO_POS,
                                           .frame = HD_NONE});
}

static hd_assign random_store(const generator *g)
{
  hd_terms *T = g->p->terms;
  unsigned width, other;
  hd_term a = some_address(g, &width), value;
  if (width == g->p->pointer_width && chance(70))
    value = chance(50) ? some_pointer(g) : element_address(g, &other);
  else if (chance(20))
    value = op2(g, HD_OP_ADD, hd_term_to(T, HD_OP_DEREF, width, a), bv(g, width, 1));
  else if (chance(30))
    value = hd_term_resize(T, hd_term_to(T, HD_OP_DEREF, other = 32, some_address(g, &other)), width, false);
  else
    value = hd_term_resize(T, some_int(g), width, chance(50));
  return (hd_assign){.var = HD_NO_VAR, .index = a, .value = value, .width = (uint8_t)width};
}

static hd_term random_condition(const generator *g)
{
  unsigned width;
  switch (below(4)) {
  case 0: return op2(g, HD_OP_ULT, some_int(g), bv(g, 32, below(12)));
  case 1: return op2(g, HD_OP_EQ, some_pointer(g), word(g, 0));
  case 2: return op2(g, HD_OP_EQ, some_pointer(g), word(g, some_object(g)->base));
  default: return op2(g, HD_OP_ULT, some_pointer(g), element_address(g, &width));
  }
}

/* One statement from g->at to a new location, or a branch back. */
static void add_statement(generator *g)
{
  hd_loc from = g->at, to = new_loc(g);
  uint32_t kind = below(10);
  hd_assign a = {.index = HD_NO_TERM};
  g->at = to;
  if (kind < 3) {
    a.var = g->pointers[below(N_POINTERS)];
    a.value = new_pointer(g);
  } else if (kind < 5) {
    a.var = g->ints[below(N_INTS)];
    a.value = new_int(g);
  } else if (kind < 9) {
    a = random_store(g);
  } else {
    hd_term c = random_condition(g);
    hd_loc other = chance(50) ? (hd_loc){below(from.id + 1)} : new_loc(g);
    add_edge(g, from, to, c, NULL, 0);
    add_edge(g, from, other, hd_term_1(g->p->terms, HD_OP_NOT, c), NULL, 0);
    if (other.id > to.id) add_edge(g, other, to, HD_NO_TERM, &(hd_assign){.var = g->ints[0], .value = bv(g, 32, 1)}, 1);
    return;
  }
  add_edge(g, from, to, HD_NO_TERM, &a, 1);
}

static hd_program *random_program(uint64_t seed)
{
  random_state = seed * 7919 + 1;
  for (int i = 0; i < 8; i++) below(2);
  generator g = {.p = hd_program_new(), .next_base = 0x100000};
  g.p->raw = true;
  g.p->pointer_width = chance(50) ? 64 : 32;
  hd_program_add_file(g.p, "test");
  hd_program_add_thread(
      g.p, (hd_thread_info){.name = "main", .instances = 1, .self = HD_NO_VAR, .status = HD_NO_VAR, .pos = HD_NO_POS});
  uint32_t objects = 2 + below(MAX_OBJECTS - 2), statements = 3 + below(25);
  for (uint32_t i = 0; i < objects; i++) add_object(&g);
  for (uint32_t i = 0; i < N_INTS; i++) g.ints[i] = add_local(&g, "i", 32, below(6));
  for (uint32_t i = 0; i < N_POINTERS; i++)
    g.pointers[i] = add_local(&g, "p", g.p->pointer_width, some_object(&g)->base);
  g.at = new_loc(&g);
  for (uint32_t i = 0; i < statements; i++) add_statement(&g);
  hd_loc end =
      hd_program_add_loc(g.p, (hd_loc_info){.thread = HD_MAIN, .kind = HD_LOC_END, .pos = HD_NO_POS, .frame = HD_NONE});
  add_edge(&g, g.at, end, HD_NO_TERM, NULL, 0);
  return g.p;
}

/* --- execution ------------------------------------------------------------------------------- */

/* A state of either program. Raw: memory is bytes by object; resolved: array variables. */
typedef struct {
  hd_program *p;
  uint64_t **vars;
  uint8_t **memory;
  hd_loc at;
  bool invalid; /* an invalid access was made in the step at hand */
} machine;

static void machine_init(machine *m, hd_program *p)
{
  *m = (machine){.p = p, .at = p->threads.data[0].entry};
  m->vars = hd_alloc(p->vars.len, sizeof *m->vars);
  m->memory = hd_alloc(p->objects.len, sizeof *m->memory);
  for (uint32_t i = 0; i < p->vars.len; i++) {
    m->vars[i] = hd_alloc(hd_var_elements(&p->vars.data[i]), sizeof **m->vars);
    for (uint32_t k = 0; k < hd_var_elements(&p->vars.data[i]); k++) m->vars[i][k] = hd_var_init(p, (hd_var){i}, k);
  }
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    m->memory[i] = hd_alloc(o->stride * o->copies, 1);
    for (uint32_t c = 0; c < o->copies && o->init; c++) memcpy(m->memory[i] + c * o->stride, o->init, o->size);
  }
}

static void machine_clear(machine *m)
{
  for (uint32_t i = 0; i < m->p->vars.len; i++) free(m->vars[i]);
  for (uint32_t i = 0; i < m->p->objects.len; i++) free(m->memory[i]);
  free(m->vars);
  free(m->memory);
}

static uint8_t *bytes_at(machine *m, uint64_t address, unsigned width)
{
  for (uint32_t i = 0; i < m->p->objects.len; i++) {
    const hd_object_info *o = &m->p->objects.data[i];
    uint64_t offset = address - o->base;
    if (offset < o->stride * o->copies && offset % o->stride + (width + 7) / 8 <= o->size) return m->memory[i] + offset;
  }
  m->invalid = true;
  return NULL;
}

static uint64_t value_of(machine *m, hd_term t)
{
  const hd_terms *T = m->p->terms;
  hd_op op = hd_term_op(T, t);
  unsigned width = hd_term_sort(T, t).width;
  uint64_t args[3] = {0};
  if (op == HD_OP_CONST) return hd_term_value(T, t);
  if (op == HD_OP_VAR) return m->vars[hd_term_symbol(T, t)][0];
  if (op == HD_OP_SELECT) {
    hd_term array = hd_term_arg(T, t, 0);
    uint64_t index = value_of(m, hd_term_arg(T, t, 1));
    hd_var v = {hd_term_symbol(T, array)};
    return index < hd_var_get(m->p, v)->count ? m->vars[v.id][index] : 0;
  }
  for (unsigned i = 0; i < hd_term_arity(T, t); i++) args[i] = value_of(m, hd_term_arg(T, t, i));
  if (op == HD_OP_DEREF) {
    uint64_t value = 0;
    const uint8_t *bytes = bytes_at(m, args[0], width);
    if (bytes) memcpy(&value, bytes, width / 8);
    return value;
  }
  return hd_op_eval(op, width, hd_term_sort(T, hd_term_arg(T, t, 0)).width,
                    op == HD_OP_EXTRACT ? hd_term_value(T, t) : 0, args);
}

static bool holds(machine *m, hd_term t)
{
  return !hd_term_is(t) || value_of(m, t);
}

static void take(machine *m, const hd_edge_info *e)
{
  uint64_t values[64], indices[64];
  assert_true(e->n_assigns <= 64);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    values[i] = value_of(m, e->assigns[i].value);
    indices[i] = hd_term_is(e->assigns[i].index) ? value_of(m, e->assigns[i].index) : 0;
    if (e->assigns[i].var.id == HD_NONE) bytes_at(m, indices[i], e->assigns[i].width);
  }
  if (m->invalid) return;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    if (a->var.id == HD_NONE) {
      memcpy(bytes_at(m, indices[i], a->width), &values[i], a->width / 8);
    } else {
      assert_true(indices[i] < hd_var_elements(hd_var_get(m->p, a->var)));
      m->vars[a->var.id][indices[i]] = values[i];
    }
  }
  m->at = e->to;
}

typedef enum { WENT, ENDED, INVALID, UNSUPPORTED } outcome;

/* The one enabled edge; more than one is a failure of the test, except that a step may be
 * invalid for more than one reason. */
static outcome step(machine *m)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(m->p, m->at, &n);
  const hd_edge_info *enabled = NULL;
  m->invalid = false;
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &m->p->edges.data[out[i]];
    if (!holds(m, e->guard) || (enabled && enabled->kind == HD_EDGE_ASSERT && e->kind == HD_EDGE_ASSERT)) continue;
    if (enabled) print_error("two edges from location L%u\n", hd_loc_get(m->p, m->at)->pos.line - 1);
    assert_null(enabled);
    enabled = e;
  }
  if (!enabled) return ENDED;
  if (enabled->kind == HD_EDGE_ASSERT && !holds(m, enabled->cond)) return INVALID;
  take(m, enabled);
  if (m->invalid) return INVALID;
  return hd_loc_get(m->p, m->at)->kind == HD_LOC_UNSUPPORTED ? UNSUPPORTED : WENT;
}

/* --- comparison ------------------------------------------------------------------------------- */

static void compare_slot(const machine *raw, const machine *resolved, uint32_t object, const hd_slot *s)
{
  const hd_object_info *o = &resolved->p->objects.data[object];
  const hd_var_info *v = hd_var_get(resolved->p, s->var);
  uint32_t n = hd_var_elements(v);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t offset = s->offset, rest = i, value = 0;
    for (unsigned d = s->n_dims; d-- > 0;) {
      offset += rest % s->dims[d].count * s->dims[d].stride;
      rest /= s->dims[d].count;
    }
    memcpy(&value, raw->memory[object] + rest * o->stride + offset, s->width / 8);
    assert_int_equal(value, resolved->vars[s->var.id][i]);
  }
}

static void compare_memory(const machine *raw, const machine *resolved)
{
  for (uint32_t i = 0; i < resolved->p->objects.len; i++) {
    const hd_object_info *o = &resolved->p->objects.data[i];
    for (uint32_t s = 0; s < o->n_slots; s++)
      if (o->slots[s].var.id != HD_NONE) compare_slot(raw, resolved, i, &o->slots[s]);
  }
}

static void compare_locals(const machine *raw, const machine *resolved)
{
  for (uint32_t i = 0; i < raw->p->vars.len; i++) {
    hd_var v = hd_program_find_var(resolved->p, raw->p->vars.data[i].name);
    if (v.id != HD_NONE && resolved->p->vars.data[v.id].thread.id == 0)
      assert_int_equal(raw->vars[i][0], resolved->vars[v.id][0]);
  }
}

typedef struct {
  uint32_t steps, invalid, unsupported, subscripts;
} tally;

static bool has_product(const hd_terms *T, hd_term t)
{
  if (hd_term_op(T, t) == HD_OP_MUL) return true;
  for (unsigned i = 0; i < hd_term_arity(T, t); i++)
    if (has_product(T, hd_term_arg(T, t, i))) return true;
  return false;
}

/* Is memory accessed through a subscript there? One that leaves its array, but not the object,
 * is an error in C, and none for bytes. */
static bool is_subscripted(const hd_program *p, uint32_t from)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(p, (hd_loc){from}, &n);
  const hd_assign *a = p->edges.data[out[0]].assigns;
  return a && ((a->var.id == HD_NONE && has_product(p->terms, a->index)) || has_product(p->terms, a->value));
}

static void run_both(hd_program *p, hd_program *q, tally *count)
{
  machine raw, resolved;
  bool followed = true;
  machine_init(&raw, p);
  machine_init(&resolved, q);
  for (uint32_t i = 0; i < MAX_STEPS; i++) {
    uint32_t from = raw.at.id;
    outcome a = step(&raw), b = step(&resolved);
    count->steps++;
    count->invalid += a == INVALID;
    count->unsupported += b == UNSUPPORTED;
    followed = b != UNSUPPORTED;
    if (!followed) break;
    if (a == WENT && b == INVALID && is_subscripted(p, from)) {
      followed = false;
      count->subscripts++;
      break;
    }
    if (a != b) print_error("the step from location L%u differs\n", from);
    assert_int_equal(a, b);
    if (a != WENT) break;
    assert_int_equal(hd_loc_get(p, raw.at)->pos.line, hd_loc_get(q, resolved.at)->pos.line);
  }
  if (followed) {
    compare_memory(&raw, &resolved);
    compare_locals(&raw, &resolved);
  }
  machine_clear(&raw);
  machine_clear(&resolved);
}

static void check(const hd_program *p)
{
  hd_diags d;
  hd_diags_init(&d);
  hd_status status = hd_program_check(p, &d);
  for (uint32_t i = 0; i < d.list.len; i++) print_error("%s\n", d.list.data[i].message);
  hd_diags_clear(&d);
  assert_int_equal(status, HD_OK);
}

static void run_case(uint64_t seed, tally *count)
{
  hd_program *p = random_program(seed), *q = hd_program_clone(p);
  check(p);
  hd_program_index(p);
  hd_memory_resolve(q, NULL);
  check(q);
  hd_program_index(q);
  if (getenv("HD_SHOW_SEED")) {
    hd_program_print(stdout, p);
    hd_program_print(stdout, q);
    fflush(stdout);
  }
  run_both(p, q, count);
  hd_program_free(p);
  hd_program_free(q);
}

static void resolved_programs_do_what_bytes_do(void **state)
{
  (void)state;
  tally count = {0};
  const char *one = getenv("HD_SHOW_SEED"), *many = getenv("HD_SEEDS");
  if (one) {
    run_case(strtoull(one, NULL, 10), &count);
    return;
  }
  uint64_t n = many ? strtoull(many, NULL, 10) : 6000;
  for (uint64_t seed = 0; seed < n; seed++) {
    if (getenv("HD_TELL")) fprintf(stderr, "%llu\n", (unsigned long long)seed);
    run_case(seed, &count);
  }
  print_message("%u steps, %u invalid, %u unsupported, %u subscripts outside their arrays\n", count.steps,
                count.invalid, count.unsupported, count.subscripts);
  assert_true(count.invalid > n / 10); /* both kinds of runs are there */
  assert_true(count.steps > 5 * n);
  assert_true(count.unsupported < n / 10); /* and most can be followed */
  assert_true(count.subscripts < n / 20);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(resolved_programs_do_what_bytes_do)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
