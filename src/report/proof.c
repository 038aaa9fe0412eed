/* proof.c - what every location of a thread knows, grouped by line. */
#include "report/proof.h"

#include "report/proof_words.h"

typedef struct {
  const hd_program *p; /* whose locations the proof names */
  const hd_certificate *c;
  hd_proof_words words;
  hd_knowledge always;
  uint32_t *writers; /* by variable: the thread that writes it, plus 1; MANY: several do, or several instances */
  bool *arrives;     /* by location: a thread comes there from another line */
  hd_proof_lines lines;
} teller;

enum { MANY = UINT32_MAX };

/* --- what is known -------------------------------------------------------------------------------------- */

/* A copy whose list is allocated by itself. */
static hd_knowledge keep_knowledge(hd_knowledge k)
{
  hd_known_range *list = hd_alloc((size_t)k.len + 1, sizeof *list);
  if (k.len) memcpy(list, k.list, k.len * sizeof *list);
  k.list = list;
  return k;
}

/* What the facts of a clause say together; with a party, only those where it stands at the location. */
static hd_knowledge join_facts(teller *x, const hd_clause *clause, uint32_t party, hd_loc at,
                               const hd_known_range *assumed)
{
  hd_knowledge all = HD_KNOWS_NEVER;
  hd_known_range *list = NULL;
  for (uint32_t i = 0; i < clause->facts.len; i++) {
    const hd_fact *f = &clause->facts.data[i];
    if (party != HD_NONE && f->at[party].id != at.id) continue;
    hd_arena scratch;
    hd_arena_init(&scratch);
    hd_knowledge one = hd_knowledge_of(x->p->terms, f->holds, assumed, &scratch);
    hd_knowledge both = hd_knowledge_either(x->p->terms, all, one, &scratch);
    all = keep_knowledge(both);
    free(list);
    list = all.list;
    hd_arena_clear(&scratch);
  }
  if (all.len) all.list = hd_arena_copy(x->words.arena, all.list, all.len * sizeof *all.list);
  free(list);
  return all;
}

/* Every state is one that the clause lists; otherwise nothing follows from all its facts together. */
static bool is_complete(const hd_clause *clause)
{
  return !clause->otherwise && clause->facts.len > 0;
}

static hd_knowledge know_everywhere(teller *x, const hd_known_range *assumed)
{
  hd_knowledge all = HD_KNOWS_NOTHING;
  for (uint32_t i = 0; i < x->c->clauses.len; i++) {
    const hd_clause *clause = &x->c->clauses.data[i];
    if (!is_complete(clause)) continue;
    all = hd_knowledge_both(all, join_facts(x, clause, HD_NONE, HD_NO_LOC, assumed), x->words.arena);
  }
  return all;
}

/* --- lines ---------------------------------------------------------------------------------------------- */

static bool same_line(const hd_proof_line *a, const hd_proof_line *b)
{
  return a->scope == b->scope && a->pos.file == b->pos.file && a->pos.line == b->pos.line &&
         strcmp(a->text, b->text) == 0 && (a->of == b->of || (a->of && b->of && strcmp(a->of, b->of) == 0));
}

static void add_line(teller *x, hd_proof_line line)
{
  for (uint32_t i = x->lines.len; i-- > 0;)
    if (same_line(&x->lines.data[i], &line)) return;
  hd_vec_push(&x->lines, line);
}

/* That a thread runs where it stands at a line goes without saying. */
static bool is_own_status(const teller *x, const hd_known_range *k, hd_proof_view view)
{
  if (!view.clause) return false;
  hd_var status = hd_thread_get(x->p, view.clause->parties[view.party].thread)->status;
  return status.id != HD_NONE && hd_term_op(x->p->terms, k->about) == HD_OP_VAR &&
         hd_term_symbol(x->p->terms, k->about) == status.id;
}

/* All that there are words for and that is not said already. */
static void tell_knowledge(teller *x, hd_knowledge k, hd_knowledge said, hd_proof_view view, hd_proof_line line)
{
  for (uint32_t i = 0; !k.never && i < k.len; i++) {
    if (is_own_status(x, &k.list[i], view) || (!said.never && hd_knowledge_implies(said, &k.list[i]))) continue;
    line.text = hd_proof_say(&x->words, &k.list[i], view);
    if (line.text) add_line(x, line);
  }
}

static const hd_proof_view no_view = {NULL, HD_NONE};

static void tell_always(teller *x)
{
  x->always = know_everywhere(x, NULL);
  tell_knowledge(x, x->always, HD_KNOWS_NOTHING, no_view, (hd_proof_line){.scope = HD_SAYS_ALWAYS, .pos = HD_NO_POS});
}

static void tell_while_free(teller *x)
{
  for (uint32_t v = 0; v < x->p->vars.len; v++) {
    if (!hd_map_get_or(&x->words.locks, v, 0)) continue;
    hd_term lock = hd_term_var(x->p->terms, hd_var_get(x->p, (hd_var){v})->sort, v);
    hd_known_range is_free = hd_known_value(lock, 0);
    hd_knowledge k = know_everywhere(x, &is_free), said = x->always;
    /* That the lock is free is the condition. */
    hd_knowledge condition = {.list = &is_free, .len = 1};
    said = hd_knowledge_both(said, condition, x->words.arena);
    tell_knowledge(x, k, said, no_view,
                   (hd_proof_line){.scope = HD_SAYS_WHILE_FREE,
                                   .of = hd_proof_lock_name(&x->words, (hd_var){v}),
                                   .pos = HD_NO_POS});
  }
}

/* --- what a thread relies on ---------------------------------------------------------------------------- */

static void find_writers(teller *x)
{
  x->writers = hd_arena_alloc(x->words.arena, ((size_t)x->p->vars.len + 1) * sizeof *x->writers);
  for (uint32_t i = 0; i < x->p->edges.len; i++) {
    const hd_edge_info *e = &x->p->edges.data[i];
    hd_thread t = hd_loc_get(x->p, e->from)->thread;
    uint32_t who = hd_thread_get(x->p, t)->instances > 1 ? MANY : t.id + 1;
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      uint32_t *writer = &x->writers[e->assigns[k].var.id];
      *writer = *writer && *writer != who ? MANY : who;
    }
  }
}

typedef struct {
  const teller *x;
  uint32_t thread;
  bool others;
} mention;

static void look_at_leaf(void *context, hd_term leaf)
{
  mention *m = context;
  const hd_program *p = m->x->p;
  uint32_t symbol = hd_term_symbol(p->terms, leaf);
  if (symbol >= HD_NO_MEANING) return;
  hd_meaning means = hd_certificate_meaning(p, symbol);
  if (means.means != HD_MEANS_VAR || hd_var_get(p, means.var)->thread.id != HD_NONE) return;
  uint32_t writer = m->x->writers[means.var.id];
  m->others |= writer && writer != m->thread + 1;
}

/* Could another thread break it? */
static bool is_up_to_others(const teller *x, const hd_known_range *k, hd_thread t)
{
  mention m = {x, t.id, false};
  hd_term_visit_leaves(x->p->terms, k->about, look_at_leaf, &m);
  return m.others;
}

/* A clause about one thread is its own reasoning: whatever the others write, what it says stays true. */
static void tell_relied(teller *x, const hd_clause *clause)
{
  if (clause->n_parties != 1 || !is_complete(clause)) return;
  hd_thread t = clause->parties[0].thread;
  hd_knowledge k = join_facts(x, clause, HD_NONE, HD_NO_LOC, NULL);
  hd_proof_line line = {.scope = HD_SAYS_RELIES, .of = hd_thread_get(x->p, t)->name, .pos = HD_NO_POS};
  for (uint32_t i = 0; !k.never && i < k.len; i++) {
    if (!is_up_to_others(x, &k.list[i], t)) continue;
    line.text = hd_proof_say(&x->words, &k.list[i], (hd_proof_view){clause, 0});
    if (line.text) add_line(x, line);
  }
}

/* --- lines of the source ---------------------------------------------------------------------------------- */

/* A line of a thread's source, and what is known there. */
typedef struct {
  hd_pos pos;
  bool arrival; /* what is known is so where the thread comes to the line, before it does anything there */
  hd_knowledge known;
} line_known;

typedef HD_VEC(line_known) lines_known;

static int by_place(const void *a, const void *b)
{
  const line_known *p = a, *q = b;
  if (p->pos.file != q->pos.file) return p->pos.file < q->pos.file ? -1 : 1;
  return (p->pos.line > q->pos.line) - (p->pos.line < q->pos.line);
}

/* Where the next step of a thread at the location stands in the source. */
static hd_pos place_of(const hd_program *p, hd_loc l)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(p, l, &n);
  for (uint32_t i = 0; i < n; i++)
    if (p->edges.data[out[i]].pos.file != HD_NONE) return p->edges.data[out[i]].pos;
  return HD_NO_POS;
}

/* By location: does a thread come there from another line, or begin there? */
static void find_arrivals(teller *x)
{
  const hd_program *p = x->p;
  x->arrives = hd_arena_alloc(x->words.arena, p->locs.len + 1);
  for (uint32_t i = 0; i < p->threads.len; i++) x->arrives[p->threads.data[i].entry.id] = true;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_pos from = p->edges.data[i].pos, to = place_of(p, p->edges.data[i].to);
    if (from.file != to.file || from.line != to.line) x->arrives[p->edges.data[i].to.id] = true;
  }
}

/* Inside of a line only temporaries tell what was: where the arrival is known, that counts alone. */
static void add_location(teller *x, lines_known *found, hd_pos pos, bool arrival, hd_knowledge k)
{
  uint32_t i = 0;
  while (i < found->len && (found->data[i].pos.file != pos.file || found->data[i].pos.line != pos.line)) i++;
  if (i == found->len) hd_vec_push(found, (line_known){pos, arrival, HD_KNOWS_NEVER});
  line_known *line = &found->data[i];
  if (line->arrival && !arrival) return;
  if (!line->arrival && arrival) line->known = HD_KNOWS_NEVER;
  line->arrival = arrival;
  line->known = hd_knowledge_either(x->p->terms, line->known, k, x->words.arena);
}

static void tell_party(teller *x, const hd_clause *clause, uint32_t party)
{
  lines_known found = {0};
  hd_thread t = clause->parties[party].thread;
  for (uint32_t l = 0; l < x->p->locs.len; l++) {
    hd_pos pos = place_of(x->p, (hd_loc){l});
    if (x->p->locs.data[l].thread.id != t.id || pos.file == HD_NONE) continue;
    hd_knowledge k = join_facts(x, clause, party, (hd_loc){l}, NULL);
    if (!k.never) add_location(x, &found, pos, x->arrives[l], k);
  }
  if (found.len) qsort(found.data, found.len, sizeof *found.data, by_place);
  for (uint32_t i = 0; i < found.len; i++)
    tell_knowledge(x, found.data[i].known, x->always, (hd_proof_view){clause, party},
                   (hd_proof_line){.scope = HD_SAYS_AT, .of = hd_thread_get(x->p, t)->name, .pos = found.data[i].pos});
  hd_vec_clear(&found);
}

/* Of a clause that leaves vectors open, what holds at a line is known only if the line is all that it speaks of. */
static void tell_lines(teller *x, const hd_clause *clause)
{
  for (uint32_t party = 0; party < clause->n_parties; party++)
    if (is_complete(clause) || clause->n_parties == 1) tell_party(x, clause, party);
}

/* Telling must not take longer than proving did: a larger proof is for `heddle check` alone. */
bool hd_report_can_tell(const hd_program *p, const hd_certificate *c)
{
  const uint64_t most = 1000000; /* terms to look at, each fact once for each party */
  uint64_t n = 0;
  for (uint32_t i = 0; i < c->clauses.len && n <= most; i++) {
    const hd_clause *clause = &c->clauses.data[i];
    for (uint32_t k = 0; k < clause->facts.len && n <= most; k++)
      n += (uint64_t)hd_term_size(p->terms, clause->facts.data[k].holds) * (clause->n_parties + 1);
  }
  return n <= most;
}

hd_proof_lines hd_report_proof(const hd_program *given, const hd_certificate *c, hd_arena *arena)
{
  teller x = {.p = hd_certificate_program(given, c), .c = c};
  hd_program_index((hd_program *)x.p);
  hd_proof_words_init(&x.words, x.p, arena);
  find_writers(&x);
  find_arrivals(&x);
  tell_always(&x);
  tell_while_free(&x);
  for (uint32_t i = 0; i < c->clauses.len; i++) tell_relied(&x, &c->clauses.data[i]);
  for (uint32_t i = 0; i < c->clauses.len; i++) tell_lines(&x, &c->clauses.data[i]);
  hd_proof_words_clear(&x.words);
  return x.lines;
}

/* --- for people --------------------------------------------------------------------------------------------- */

static bool goes_on(const hd_proof_line *a, const hd_proof_line *b)
{
  return a->scope == b->scope && a->of == b->of && a->pos.file == b->pos.file && a->pos.line == b->pos.line;
}

static void print_heading(FILE *out, const hd_program *p, const hd_proof_line *l)
{
  hd_place at = hd_program_place(p, l->pos);
  switch (l->scope) {
  case HD_SAYS_ALWAYS: fprintf(out, "  wherever threads switch: "); break;
  case HD_SAYS_WHILE_FREE: fprintf(out, "  while no thread holds %s: ", l->of); break;
  case HD_SAYS_RELIES: fprintf(out, "  %s relies on the others to keep: ", l->of); break;
  case HD_SAYS_AT: fprintf(out, "  %s at %s:%u: ", l->of, at.file, at.line); break;
  }
}

/* What has the same heading is one line. */
static void print_proof_lines(FILE *out, const hd_program *p, const hd_proof_lines *lines, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    bool first = i == 0 || !goes_on(&lines->data[i - 1], &lines->data[i]);
    if (first) print_heading(out, p, &lines->data[i]);
    fprintf(out, "%s%s", first ? "" : "; ", lines->data[i].text);
    if (i + 1 == n || !goes_on(&lines->data[i], &lines->data[i + 1])) fputc('\n', out);
  }
}

/* Something is checked in this line. */
static bool has_check(const hd_program *p, hd_pos pos)
{
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    if (e->kind == HD_EDGE_ASSERT && e->pos.file == pos.file && e->pos.line == pos.line) return true;
  }
  return false;
}

/* What holds everywhere, and where something is checked. */
static void keep_the_point(const hd_program *p, hd_proof_lines *lines)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < lines->len; i++) {
    const hd_proof_line *l = &lines->data[i];
    if (l->scope <= HD_SAYS_WHILE_FREE || (l->scope == HD_SAYS_AT && has_check(p, l->pos))) lines->data[n++] = *l;
  }
  lines->len = n;
}

void hd_report_print_proof(FILE *out, const hd_program *p, const hd_certificate *c, bool every)
{
  enum { FEW = 6 };
  hd_arena arena;
  if (!hd_report_can_tell(p, c)) {
    fprintf(out, "  the proof is too large to be told here; --certificate writes it to a file\n");
    return;
  }
  hd_arena_init(&arena);
  hd_proof_lines lines = hd_report_proof(p, c, &arena);
  if (!every) keep_the_point(p, &lines);
  uint32_t n = every || lines.len <= FEW ? lines.len : FEW;
  print_proof_lines(out, p, &lines, n);
  if (n < lines.len) fprintf(out, "  and %u more facts; -v lists all of them\n", lines.len - n);
  hd_vec_clear(&lines);
  hd_arena_clear(&arena);
}
