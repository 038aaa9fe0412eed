/* thread_proof.c - one thread as a sequential program against all others, copies of its own included. */
#include "proving/proving.h"
#include "sequential/sequential.h"

typedef struct {
  hd_proving *w;
  hd_thread thread;
  hd_program *s;
  hd_loc *in, *out; /* by location of q: where edges into it lead, and where those out of it begin */
  HD_VEC(hd_loc) marks;
} part;

static hd_loc add_loc(part *m, hd_loc_kind kind)
{
  return hd_program_add_loc(m->s, (hd_loc_info){.thread = {0}, .kind = kind, .pos = HD_NO_POS, .frame = HD_NONE});
}

static hd_edge_info plain_step(hd_loc from, hd_loc to)
{
  return (hd_edge_info){
      .from = from, .to = to, .kind = HD_EDGE_STEP, .access = HD_ACCESS_SYNC, .pos = HD_NO_POS, .frame = HD_NONE};
}

static void note_write(void *context, hd_var v, bool write)
{
  if (write) ((uint8_t *)context)[v.id] = true;
}

uint8_t *hd_proving_others_write(const hd_proving *w, hd_thread thread)
{
  uint8_t *writes = hd_alloc(w->q->vars.len + 1, 1);
  for (uint32_t e = 0; e < w->q->edges.len; e++) {
    uint32_t t = hd_loc_get(w->q, w->q->edges.data[e].from)->thread.id;
    if (t != thread.id || w->any[t]) hd_edge_accesses(w->q, (hd_edge){e}, note_write, writes);
  }
  for (uint32_t v = 0; v < w->q->vars.len; v++)
    if (w->q->vars.data[v].thread.id != HD_NONE) writes[v] = false;
  return writes;
}

/* The others may change what they write, as long as they keep what is known here. */
static void add_others(part *m, hd_loc at, hd_term known)
{
  hd_program *q = m->w->q;
  hd_loc inside = add_loc(m, HD_LOC_NORMAL);
  hd_edge_info change = plain_step(at, inside), keep = plain_step(inside, at);
  HD_VEC(hd_assign) any = {0};
  uint8_t *writes = hd_proving_others_write(m->w, m->thread);
  for (uint32_t v = 0; v < q->vars.len; v++) {
    uint32_t count = writes[v] ? q->vars.data[v].count : 0;
    if (writes[v] && !count) hd_vec_push(&any, (hd_assign){.var = {v}});
    for (uint32_t i = 0; i < count; i++)
      hd_vec_push(&any, (hd_assign){.var = {v}, .index = hd_term_bv(q->terms, 32, i)});
  }
  change.assigns = any.data;
  change.n_assigns = any.len;
  keep.guard = known;
  if (any.len) {
    hd_program_add_edge(m->s, change);
    hd_program_add_edge(m->s, keep);
  }
  hd_vec_clear(&any);
  free(writes);
}

static void add_place(part *m, uint32_t l)
{
  const hd_proving *w = m->w;
  const hd_loc_info *info = &w->q->locs.data[l];
  m->in[l] = m->out[l] = add_loc(m, info->kind);
  if (!hd_proving_is_place(w, (hd_loc){l})) return;
  hd_term known = hd_proving_known(w, (hd_loc){l}), all = hd_term_2(w->q->terms, HD_OP_AND, known, w->keeps);
  hd_loc_get(m->s, m->in[l])->kind = HD_LOC_NORMAL;
  hd_loc inside = add_loc(m, HD_LOC_NORMAL);
  m->out[l] = add_loc(m, info->kind);
  hd_edge_info guarantee = plain_step(m->in[l], inside), holds = plain_step(inside, m->out[l]);
  guarantee.kind = HD_EDGE_ASSERT;
  guarantee.cond = w->keeps;
  guarantee.check = HD_CHECK_ASSERTION;
  holds.guard = known;
  hd_program_add_edge(m->s, guarantee);
  hd_program_add_edge(m->s, holds);
  if (info->kind != HD_LOC_NORMAL) return;
  hd_vec_push(&m->marks, m->out[l]);
  if (!info->atomic) add_others(m, m->out[l], all);
}

/* The thread's number is a variable like others here: any one, if there are many copies. */
static void name_self(part *m)
{
  for (uint32_t t = 0; t < m->w->q->threads.len; t++) {
    hd_var self = m->w->q->threads.data[t].self;
    if (self.id == HD_NONE) continue;
    hd_var_get(m->s, self)->role = HD_ROLE_TEMP;
    hd_var_get(m->s, self)->any = m->w->any[t];
  }
}

static void build_thread_program(part *m)
{
  const hd_program *q = m->w->q;
  m->s = hd_program_beside(m->w->q);
  m->in = hd_alloc(q->locs.len, sizeof *m->in);
  m->out = hd_alloc(q->locs.len, sizeof *m->out);
  hd_program_add_thread(m->s, (hd_thread_info){.name = q->threads.data[m->thread.id].name,
                                               .instances = 1,
                                               .self = HD_NO_VAR,
                                               .status = HD_NO_VAR,
                                               .pos = HD_NO_POS});
  for (uint32_t l = 0; l < q->locs.len; l++)
    if (q->locs.data[l].thread.id == m->thread.id) add_place(m, l);
  for (uint32_t e = 0; e < q->edges.len; e++) {
    hd_edge_info own = q->edges.data[e];
    if (hd_loc_get(q, own.from)->thread.id != m->thread.id) continue;
    own.from = m->out[own.from.id];
    own.to = m->in[own.to.id];
    hd_program_add_edge(m->s, own);
  }
  name_self(m);
  m->s->threads.data[0].entry = m->in[q->threads.data[m->thread.id].entry.id];
  hd_program_index(m->s);
}

static void take_invariants(part *m, const hd_seq_result *r)
{
  hd_proving *w = m->w;
  for (uint32_t l = 0; l < w->q->locs.len; l++) {
    if (w->q->locs.data[l].thread.id != m->thread.id || !hd_proving_is_place(w, (hd_loc){l})) continue;
    bool end = w->q->locs.data[l].kind == HD_LOC_END;
    w->invariants[l] = hd_term_bool(w->q->terms, end); /* none: it is never reached */
    for (uint32_t i = 0; i < r->invariants.len && !end; i++)
      if (r->invariants.data[i].loc.id == m->out[l].id) w->invariants[l] = r->invariants.data[i].formula;
  }
}

bool hd_proving_thread(hd_proving *w, hd_thread t)
{
  part m = {.w = w, .thread = t};
  hd_seq_result r;
  build_thread_program(&m);
  hd_seq_result_init(&r);
  hd_seq_task task = {.property = HD_PROP_UNREACH_CALL,
                      .arith = w->task->arith,
                      .unwind = HD_NONE,
                      .marks = m.marks.data,
                      .n_marks = m.marks.len,
                      .wants_proof = true};
  hd_seq_session *s = hd_seq_open(m.s, &task);
  hd_seq_check(s, NULL, &w->budget, &r);
  w->checks++;
  bool proved = r.verdict == HD_SEQ_SAFE && r.has_proof;
  if (proved) take_invariants(&m, &r);
  hd_seq_result_clear(&r);
  hd_seq_close(s);
  hd_program_free(m.s);
  free(m.in);
  free(m.out);
  hd_vec_clear(&m.marks);
  return proved;
}
