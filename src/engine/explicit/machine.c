/* machine.c - a loop over instructions with backtracking at choices. */
#include "engine/explicit/machine.h"

void hd_machine_init(hd_machine *m, const hd_code *code, uint32_t n_words, hd_sink sink)
{
  *m = (hd_machine){.code = code, .sink = sink};
  m->words = hd_alloc((size_t)n_words + 1, sizeof *m->words);
  m->registers = hd_alloc((size_t)code->n_registers + 1, sizeof *m->registers);
  m->log = hd_alloc((size_t)code->insns.len * 2 + n_words + 16, sizeof *m->log);
  if (code->constants.len)
    memcpy(m->registers + code->first_constant, code->constants.data, code->constants.len * sizeof *m->registers);
}

void hd_machine_clear(hd_machine *m)
{
  free(m->words);
  free(m->registers);
  free(m->log);
  hd_vec_clear(&m->choices);
  hd_vec_clear(&m->kept);
  hd_vec_clear(&m->steps);
  hd_vec_clear(&m->inputs);
  hd_vec_clear(&m->notes);
  hd_vec_clear(&m->pending);
}

static inline void undo_to(hd_machine *m, uint32_t n)
{
  while (m->n_log > n) {
    m->n_log--;
    m->words[m->log[m->n_log].word] = m->log[m->n_log].old;
  }
}

void hd_machine_undo(hd_machine *m)
{
  undo_to(m, 0);
  m->choices.len = m->kept.len = 0;
  m->steps.len = m->inputs.len = m->notes.len = 0;
}

static void push_choice(hd_machine *m, uint32_t at, uint32_t registers, uint32_t next)
{
  hd_choice c = {.at = at, .n_log = m->n_log, .n_kept = m->kept.len, .next = next, .registers = registers};
  c.n_steps = m->steps.len;
  c.n_inputs = m->inputs.len;
  c.n_notes = m->notes.len;
  hd_vec_reserve(&m->kept, m->kept.len + registers);
  if (registers) memcpy(m->kept.data + m->kept.len, m->registers, registers * sizeof *m->registers);
  m->kept.len += registers;
  hd_vec_push(&m->choices, c);
}

/* Back to the state at the last choice; its instruction, and for inputs the next value. */
static uint32_t pop_choice(hd_machine *m, uint32_t *next)
{
  hd_choice c = hd_vec_pop(&m->choices);
  undo_to(m, c.n_log);
  if (c.registers) memcpy(m->registers, m->kept.data + c.n_kept, c.registers * sizeof *m->registers);
  m->kept.len = c.n_kept;
  m->steps.len = c.n_steps;
  m->inputs.len = c.n_inputs;
  m->notes.len = c.n_notes;
  *next = c.next;
  return c.at;
}

static void note_access(hd_machine *m, const hd_insn *i, bool write)
{
  uint64_t index = m->registers[i->a];
  if (index >= i->b) return;
  hd_pending_access p = {m->instance, i->word, index, write, i->dst == HD_ACCESS_PLAIN};
  hd_vec_push(&m->pending, p);
}

/* The place of an open value's bits: is it open? */
static bool is_open(const hd_machine *m, const hd_open_var *o, uint64_t index, hd_field *open)
{
  if (index >= (o->count ? o->count : 1)) return false;
  *open = o->count ? hd_field_element(o->open, (uint32_t)index) : o->open;
  return m->words[open->word] >> open->shift & 1;
}

/* Gives it the value; false when the field is too narrow for that. */
static bool decide_open(hd_machine *m, const hd_insn *i, hd_field open, uint64_t value)
{
  const hd_open_var *o = &m->code->opens.data[i->word];
  uint64_t index = o->count ? m->registers[i->a] : 0;
  hd_field f = o->count ? hd_field_element(o->value, (uint32_t)index) : o->value;
  m->var = o->var.id;
  m->value = value;
  if (!hd_width_fits((hd_width){f.width, f.is_signed}, o->width, value)) return false;
  hd_machine_write(m, open.word, m->words[open.word] & ~hd_field_mask(open));
  hd_machine_write(m, f.word, (m->words[f.word] & ~hd_field_mask(f)) | (value & hd_mask(f.width)) << f.shift);
  hd_vec_push(&m->notes, (hd_open_note){.open = i->word, .index = index, .decided = true, .value = value});
  return true;
}

/* Element `index` of fields of i->width bits from i->word, i->shift on. */
#define ELEMENT(index)                                   \
  uint64_t bit_ = (uint64_t)i->shift + (index)*i->width; \
  uint32_t word_ = i->word + (uint32_t)(bit_ >> 6);      \
  unsigned shift_ = (unsigned)(bit_ & 63)

#define WRITE(where, what)     \
  do {                         \
    uint32_t at_ = (where);    \
    log[n_log].word = at_;     \
    log[n_log++].old = w[at_]; \
    w[at_] = (what);           \
  } while (0)

#define TOO_WIDE(x)                         \
  do {                                      \
    m->value = (x);                         \
    m->var = m->code->vars.data[i - insns]; \
    m->n_log = n_log;                       \
    return HD_RUN_TOO_WIDE;                 \
  } while (0)

#define NEXT goto *labels[(++i)->op]
#define GO(to)           \
  do {                   \
    i = insns + (to);    \
    goto *labels[i->op]; \
  } while (0)
#define JUMP_WHEN(cond)      \
  do {                       \
    if (cond) GO(i->target); \
    NEXT;                    \
  } while (0)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic" /* labels as values */

/* One function, as long as there are instructions: the dispatch is what makes it fast. */
hd_run hd_machine_run(hd_machine *m, uint32_t at)
{
  static const void *const labels[] = {
#define X(name) &&do_##name,
      HD_INSNS(X)
#undef X
  };
  const hd_insn *const insns = m->code->insns.data;
  const hd_insn *i = insns + at;
  uint64_t *const w = m->words, *const r = m->registers;
  hd_change *const log = m->log;
  uint32_t n_log = m->n_log, next_value = 0;
  goto *labels[i->op];

do_LOAD:
  r[i->dst] = w[i->word] >> i->shift & i->imm;
  NEXT;
do_LOAD_S:
  r[i->dst] = (uint64_t)hd_signed(w[i->word] >> i->shift & hd_mask(i->width), i->width) & i->imm;
  NEXT;
do_LOAD_AT : {
  uint64_t index = r[i->a], value = 0;
  if (index < i->b) {
    ELEMENT(index);
    value = w[word_] >> shift_ & hd_mask(i->width);
  }
  r[i->dst] = value;
  NEXT;
}
do_LOAD_AT_S : {
  uint64_t index = r[i->a], value = 0;
  if (index < i->b) {
    ELEMENT(index);
    value = (uint64_t)hd_signed(w[word_] >> shift_ & hd_mask(i->width), i->width) & i->imm;
  }
  r[i->dst] = value;
  NEXT;
}
do_TABLE:
  r[i->dst] = r[i->a] < i->b ? m->code->tables.data[i->word][r[i->a]] : 0;
  NEXT;
do_STORE : {
  uint64_t x = r[i->a];
  if (x & ~i->imm) TOO_WIDE(x);
  WRITE(i->word, (w[i->word] & ~(i->imm << i->shift)) | x << i->shift);
  NEXT;
}
do_STORE_S : {
  uint64_t x = r[i->a], mask = hd_mask(i->width);
  if (((uint64_t)hd_signed(x & mask, i->width) & i->imm) != x) TOO_WIDE(x);
  WRITE(i->word, (w[i->word] & ~(mask << i->shift)) | (x & mask) << i->shift);
  NEXT;
}
do_STORE_K:
  WRITE(i->word, (w[i->word] & i->imm) | r[i->a]);
  NEXT;
do_STORE_AT : {
  uint64_t index = r[i->b], x = r[i->a], mask = hd_mask(i->width);
  if (index < i->dst) {
    ELEMENT(index);
    if (x & ~mask) TOO_WIDE(x);
    WRITE(word_, (w[word_] & ~(mask << shift_)) | x << shift_);
  }
  NEXT;
}
do_STORE_AT_S : {
  uint64_t index = r[i->b], x = r[i->a], mask = hd_mask(i->width);
  if (index < i->dst) {
    ELEMENT(index);
    if (((uint64_t)hd_signed(x & mask, i->width) & i->imm) != x) TOO_WIDE(x);
    WRITE(word_, (w[word_] & ~(mask << shift_)) | (x & mask) << shift_);
  }
  NEXT;
}
do_MOVE:
  r[i->dst] = r[i->a];
  NEXT;
do_NOT:
  r[i->dst] = !r[i->a];
  NEXT;
do_AND:
  r[i->dst] = r[i->a] & r[i->b];
  NEXT;
do_OR:
  r[i->dst] = r[i->a] | r[i->b];
  NEXT;
do_XOR:
  r[i->dst] = r[i->a] ^ r[i->b];
  NEXT;
do_EQ:
  r[i->dst] = r[i->a] == r[i->b];
  NEXT;
do_ULT:
  r[i->dst] = r[i->a] < r[i->b];
  NEXT;
do_ULE:
  r[i->dst] = r[i->a] <= r[i->b];
  NEXT;
do_SLT:
  r[i->dst] = hd_signed(r[i->a], i->width) < hd_signed(r[i->b], i->width);
  NEXT;
do_SLE:
  r[i->dst] = hd_signed(r[i->a], i->width) <= hd_signed(r[i->b], i->width);
  NEXT;
do_ADD:
  r[i->dst] = (r[i->a] + r[i->b]) & i->imm;
  NEXT;
do_SUB:
  r[i->dst] = (r[i->a] - r[i->b]) & i->imm;
  NEXT;
do_MUL:
  r[i->dst] = (r[i->a] * r[i->b]) & i->imm;
  NEXT;
do_SEXT:
  r[i->dst] = (uint64_t)hd_signed(r[i->a], i->width) & i->imm;
  NEXT;
do_EXTRACT:
  r[i->dst] = r[i->a] >> i->shift & i->imm;
  NEXT;
do_ITE:
  r[i->dst] = r[i->a] ? r[i->b] : r[i->word];
  NEXT;
do_EVAL : {
  uint64_t args[2] = {r[i->a], r[i->b]};
  r[i->dst] = hd_op_eval((hd_op)i->word, i->shift, i->width, i->imm, args);
  NEXT;
}
do_JUMP:
  GO(i->target);
do_JUMP_Z:
  JUMP_WHEN(!r[i->a]);
do_JUMP_NZ:
  JUMP_WHEN(r[i->a]);
do_JUMP_NE:
  JUMP_WHEN(r[i->a] != r[i->b]);
do_JUMP_EQ:
  JUMP_WHEN(r[i->a] == r[i->b]);
do_JUMP_NOT_ULT:
  JUMP_WHEN(r[i->a] >= r[i->b]);
do_JUMP_NOT_ULE:
  JUMP_WHEN(r[i->a] > r[i->b]);
do_JUMP_BITS_NE:
  JUMP_WHEN((w[i->word] & i->imm) != r[i->a]);
do_JUMP_BITS_EQ:
  JUMP_WHEN((w[i->word] & i->imm) == r[i->a]);
do_CHOICE:
  m->n_log = n_log;
  push_choice(m, i->target, (uint32_t)i->imm, 0);
  NEXT;
do_INPUT : {
  const hd_domain *domain = &m->code->domains.data[i->word];
  uint64_t value = domain->values[next_value];
  m->n_log = n_log;
  if (next_value + 1 < domain->n) push_choice(m, (uint32_t)(i - insns), (uint32_t)i->imm, next_value + 1);
  next_value = 0;
  r[i->dst] = value;
  hd_vec_push(&m->inputs, value);
  NEXT;
}
do_DEFINE : {
  const hd_open_var *o = &m->code->opens.data[i->word];
  hd_field open;
  if (!is_open(m, o, o->count ? r[i->a] : 0, &open)) NEXT;
  if (i->shift == HD_DEFINE_SKIP) goto do_BACK;
  if (o->domain == HD_NONE) {
    m->moved = true;
    m->sink.unknown(m->sink.context, (hd_edge){HD_NONE}, o->var);
    goto do_BACK;
  }
  const hd_domain *domain = &m->code->domains.data[o->domain];
  uint64_t value = domain->values[next_value];
  m->n_log = n_log;
  if (next_value + 1 < domain->n) push_choice(m, (uint32_t)(i - insns), (uint32_t)i->imm, next_value + 1);
  next_value = 0;
  if (!decide_open(m, i, open, value)) return HD_RUN_TOO_WIDE;
  n_log = m->n_log;
  if (i->shift == HD_DEFINE_ON) NEXT;
  m->moved = true;
  if (m->sink.successor(m->sink.context, m, HD_NO_LOC)) return HD_RUN_STOPPED;
  n_log = m->n_log; /* what the sink wrote is undone, too */
  goto do_BACK;
}
do_NOTE_OPEN:
  hd_vec_push(&m->notes, (hd_open_note){.open = i->word,
                                        .index = m->code->opens.data[i->word].count ? r[i->a] : 0,
                                        .input = m->inputs.len - i->b});
  NEXT;
do_EMIT:
  WRITE(i->word, (w[i->word] & i->imm) | r[i->a]);
  m->moved = true;
  m->n_log = n_log;
  if (m->sink.successor(m->sink.context, m, (hd_loc){i->target})) return HD_RUN_STOPPED;
  n_log = m->n_log; /* what the sink wrote is undone, too */
do_BACK:
  m->n_log = n_log;
  if (!m->choices.len) {
    undo_to(m, 0);
    m->steps.len = m->inputs.len = m->notes.len = 0;
    return HD_RUN_DONE;
  }
  i = insns + pop_choice(m, &next_value);
  n_log = m->n_log;
  goto *labels[i->op];
do_MOVED:
  m->moved = true;
  goto do_BACK;
do_REACH:
  m->sink.reached(m->sink.context, (hd_loc){i->target});
  NEXT;
do_UNKNOWN:
  m->moved = true;
  m->sink.unknown(m->sink.context, (hd_edge){i->target}, HD_NO_VAR);
  goto do_BACK;
do_STUCK:
  m->moved = true;
  m->n_log = n_log;
  if (m->sink.stuck(m->sink.context, m)) return HD_RUN_STOPPED;
  goto do_BACK;
do_VIOLATED:
  m->n_log = n_log;
  m->edge = i->target;
  return HD_RUN_VIOLATED;
do_EDGE:
  hd_vec_push(&m->steps, i->target);
  NEXT;
do_RACE_READ:
  note_access(m, i, false);
  NEXT;
do_RACE_WRITE:
  note_access(m, i, true);
  NEXT;
}
#pragma GCC diagnostic pop
