#include "engine/modular/certify.h"

#include "sequential/sequential.h"

/* The most seconds that may be spent on it; and not more than half of what is left. */
static const double MOST_TIME = 20;

typedef struct {
  hd_universe *u;
  hd_program *p; /* as it was given */
  hd_cuts *cuts;
  hd_term keeps;    /* what all threads rely on and guarantee, in p's pool */
  uint8_t **writes; /* by thread, by variable of p */
  hd_certificate *c;
  hd_budget budget;
  bool lost;
} work;

/* --- the invariants in the given program's terms --------------------------------------------------- */

typedef struct {
  work *w;
  bool local; /* something is no shared variable of the program */
} importing;

static hd_term original_leaf(void *context, hd_term leaf)
{
  importing *x = context;
  const hd_expanded *e = x->w->u->x;
  uint32_t v = hd_term_symbol(e->program->terms, leaf);
  hd_origin o = v < e->origins.len ? e->origins.data[v] : (hd_origin){HD_NO_VAR, 0, HD_NONE};
  if (o.var.id == HD_NONE || hd_var_get(x->w->p, o.var)->thread.id != HD_NONE) {
    x->local = true;
    return hd_term_const(x->w->p->terms, hd_term_sort(e->program->terms, leaf), 0);
  }
  if (o.index == HD_NONE) return hd_program_var_term(x->w->p, o.var);
  return hd_program_element(x->w->p, o.var, hd_term_bv(x->w->p->terms, 32, o.index));
}

static void import_invariants(work *w, const hd_term_list *invariants)
{
  hd_terms *into = w->p->terms, *from = w->u->p->terms;
  w->keeps = hd_term_true(into);
  for (uint32_t i = 0; i < invariants->len; i++) {
    hd_term *map = hd_alloc(hd_terms_count(from) + 1, sizeof *map);
    importing x = {w, false};
    hd_term t = hd_term_import(into, from, invariants->data[i], &(hd_rewrite){original_leaf, &x}, map);
    if (!x.local) w->keeps = hd_term_2(into, HD_OP_AND, w->keeps, t);
    free(map);
  }
}

/* --- one thread ------------------------------------------------------------ */

typedef struct {
  work *w;
  hd_thread thread;
  hd_program *q;
  hd_loc *in, *out; /* by location of p: where edges into it lead, and where those out of it begin */
  HD_VEC(hd_loc) marks;
} part;

static hd_loc add_loc(part *m, hd_loc_kind kind)
{
  return hd_program_add_loc(m->q,
                            (hd_loc_info){.thread = {0}, .kind = kind, .pos = HD_NO_POS, .frame = HD_NONE});
}

static hd_edge_info plain(hd_loc from, hd_loc to)
{
  return (hd_edge_info){.from = from,
                        .to = to,
                        .kind = HD_EDGE_STEP,
                        .access = HD_ACCESS_SYNC,
                        .pos = HD_NO_POS,
                        .frame = HD_NONE};
}

/* The others may change what they write, as long as they keep what they guarantee. */
static void add_others(part *m, hd_loc at)
{
  const work *w = m->w;
  hd_loc inside = add_loc(m, HD_LOC_NORMAL);
  hd_edge_info change = plain(at, inside), keep = plain(inside, at);
  HD_VEC(hd_assign) any = {0};
  for (uint32_t v = 0; v < w->p->vars.len; v++) {
    bool written = false;
    for (uint32_t t = 0; t < w->p->threads.len && !written; t++)
      written = t != m->thread.id && w->writes[t][v];
    uint32_t count = written ? w->p->vars.data[v].count : 0;
    if (written && !count) hd_vec_push(&any, (hd_assign){.var = {v}});
    for (uint32_t i = 0; i < count; i++)
      hd_vec_push(&any, (hd_assign){.var = {v}, .index = hd_term_bv(w->p->terms, 32, i)});
  }
  change.assigns = any.data;
  change.n_assigns = any.len;
  keep.guard = w->keeps;
  if (any.len) {
    hd_program_add_edge(m->q, change);
    hd_program_add_edge(m->q, keep);
  }
  hd_vec_clear(&any);
}

static void add_place(part *m, uint32_t l)
{
  hd_loc_kind kind = m->w->p->locs.data[l].kind;
  bool cut = m->w->cuts->cut[l] != HD_CUT_NOT && (kind == HD_LOC_NORMAL || kind == HD_LOC_END);
  m->in[l] = m->out[l] = add_loc(m, cut ? HD_LOC_NORMAL : kind);
  if (!cut) return;
  m->out[l] = add_loc(m, kind);
  hd_edge_info guarantee = plain(m->in[l], m->out[l]);
  guarantee.kind = HD_EDGE_ASSERT;
  guarantee.cond = m->w->keeps;
  guarantee.check = HD_CHECK_ASSERTION;
  hd_program_add_edge(m->q, guarantee);
  if (kind != HD_LOC_NORMAL) return;
  hd_vec_push(&m->marks, m->out[l]);
  add_others(m, m->out[l]);
}

static void build(part *m)
{
  const hd_program *p = m->w->p;
  m->q = hd_program_beside(m->w->p);
  m->in = hd_alloc(p->locs.len, sizeof *m->in);
  m->out = hd_alloc(p->locs.len, sizeof *m->out);
  hd_program_add_thread(m->q, (hd_thread_info){.name = p->threads.data[m->thread.id].name,
                                               .instances = 1,
                                               .self = HD_NO_VAR,
                                               .status = HD_NO_VAR,
                                               .pos = HD_NO_POS});
  for (uint32_t l = 0; l < p->locs.len; l++)
    if (p->locs.data[l].thread.id == m->thread.id) add_place(m, l);
  for (uint32_t e = 0; e < p->edges.len; e++) {
    hd_edge_info own = p->edges.data[e];
    if (hd_loc_get(p, own.from)->thread.id != m->thread.id) continue;
    own.from = m->out[own.from.id];
    own.to = m->in[own.to.id];
    hd_program_add_edge(m->q, own);
  }
  m->q->threads.data[0].entry = m->in[p->threads.data[m->thread.id].entry.id];
  hd_program_index(m->q);
}

/* What the checker found, as facts about the thread. */
static void take_facts(part *m, const hd_seq_result *r)
{
  work *w = m->w;
  const hd_program *p = w->p;
  uint32_t clause = hd_certificate_add_clause(w->c, &(hd_party){m->thread, 0}, 1, false);
  for (uint32_t l = 0; l < p->locs.len; l++) {
    if (p->locs.data[l].thread.id != m->thread.id || w->cuts->cut[l] == HD_CUT_NOT) continue;
    hd_loc_kind kind = p->locs.data[l].kind;
    if (kind == HD_LOC_END || kind == HD_LOC_EXIT)
      hd_certificate_add_fact(w->c, clause, &(hd_loc){l}, hd_term_true(p->terms));
    for (uint32_t i = 0; i < r->invariants.len; i++)
      if (kind == HD_LOC_NORMAL && r->invariants.data[i].loc.id == m->out[l].id)
        hd_certificate_add_fact(w->c, clause, &(hd_loc){l}, r->invariants.data[i].formula);
  }
}

static void certify_thread(work *w, hd_thread t)
{
  part m = {.w = w, .thread = t};
  hd_seq_result r;
  build(&m);
  hd_seq_result_init(&r);
  hd_seq_task task = {.property = HD_PROP_UNREACH_CALL,
                      .arith = hd_smt_arith(w->u->smt),
                      .unwind = HD_NONE,
                      .marks = m.marks.data,
                      .n_marks = m.marks.len,
                      .wants_proof = true};
  hd_seq_session *s = hd_seq_open(m.q, &task);
  hd_seq_check(s, NULL, &w->budget, &r);
  w->u->counts.certifying++;
  w->lost = r.verdict != HD_SEQ_SAFE || !r.has_proof;
  if (!w->lost) take_facts(&m, &r);
  hd_seq_result_clear(&r);
  hd_seq_close(s);
  hd_program_free(m.q);
  free(m.in);
  free(m.out);
  hd_vec_clear(&m.marks);
}

/* --- all of them ------------------------------------------------------------ */

static void note_write(void *context, hd_var v, bool write)
{
  if (write) ((uint8_t *)context)[v.id] = true;
}

static void init(work *w, hd_universe *u)
{
  hd_program *p = (hd_program *)u->original; /* terms are added to its pool, no more */
  *w = (work){.u = u, .p = p, .budget = *u->budget};
  hd_sharing *sharing = hd_sharing_new(p);
  w->cuts = hd_cuts_new(p, sharing, HD_REDUCTION_LOCAL, u->task->property);
  hd_sharing_free(sharing);
  w->writes = hd_alloc(p->threads.len, sizeof *w->writes);
  for (uint32_t t = 0; t < p->threads.len; t++) w->writes[t] = hd_alloc(p->vars.len + 1, 1);
  for (uint32_t e = 0; e < p->edges.len; e++)
    hd_edge_accesses(p, (hd_edge){e}, note_write, w->writes[hd_loc_get(p, p->edges.data[e].from)->thread.id]);
  double now = hd_now(), end = now + MOST_TIME;
  if (w->budget.deadline > 0 && end > now + (w->budget.deadline - now) / 2)
    end = now + (w->budget.deadline - now) / 2;
  w->budget.deadline = end;
}

hd_certificate *hd_modular_certify(hd_universe *u, const hd_term_list *invariants)
{
  work w;
  for (uint32_t t = 0; t < u->original->threads.len; t++)
    if (u->original->threads.data[t].instances != 1 || u->original->threads.data[t].replicated) return NULL;
  init(&w, u);
  import_invariants(&w, invariants);
  w.c = hd_certificate_new(HD_PROOF_MODULAR, "modular");
  hd_certificate_set_cuts(w.c, w.p, w.cuts->cut);
  uint32_t all = hd_certificate_add_clause(w.c, NULL, 0, true);
  hd_certificate_add_fact(w.c, all, NULL, w.keeps);
  for (uint32_t t = 0; t < w.p->threads.len && !w.lost; t++) certify_thread(&w, (hd_thread){t});
  if (w.lost) hd_certificate_free(w.c);
  for (uint32_t t = 0; t < w.p->threads.len; t++) free(w.writes[t]);
  free(w.writes);
  hd_cuts_free(w.cuts);
  return w.lost ? NULL : w.c;
}
