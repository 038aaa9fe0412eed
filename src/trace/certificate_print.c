/* certificate_print.c - certificates as text, and the fingerprint of the program that they are about. */
#include <inttypes.h>

#include "program/words.h"
#include "trace/certificate_words.h"

const char *const hd_proof_words[] = {"product", "modular", "graph", "exhaustive", "word"};
const char *const hd_relies_words[] = {"lipton", "orders"};
const char *const hd_truth_words[] = {"false", "true"};
enum { CUTS_A_LINE = 16 };

/* --- the fingerprint -------------------------------------------------------------------------------------
 */

static const char *var_name(void *context, uint32_t symbol)
{
  return ((const hd_program *)context)->vars.data[symbol].name;
}

static void write_term(FILE *out, const hd_program *p, hd_term t)
{
  hd_names names = {.name = var_name, .context = (void *)p};
  fputc(' ', out);
  if (hd_term_is(t)) hd_term_print(out, p->terms, t, &names);
}

static void write_edge(FILE *out, const hd_program *p, const hd_edge_info *e)
{
  fprintf(out, "e %" PRIu32 " %" PRIu32 " %d %d", e->from.id, e->to.id, (int)e->kind, (int)e->access);
  write_term(out, p, e->guard);
  write_term(out, p, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    fprintf(out, " %" PRIu32, e->assigns[i].var.id);
    write_term(out, p, e->assigns[i].index);
    write_term(out, p, e->assigns[i].value);
  }
}

static void write_var(FILE *out, const hd_var_info *v)
{
  fprintf(out, "v %s %d %u %" PRIu32 " %" PRIu32 " %d", v->name, v->sort.kind, v->sort.width, v->count, v->thread.id,
          v->any);
  for (uint32_t i = 0; v->init && i < hd_var_elements(v); i++)
    if (v->init[i]) fprintf(out, " %" PRIu32 ":%" PRIu64, i, v->init[i]);
}

/* What the program does, and not where that is written. */
static void write_meaning(FILE *out, const hd_program *p)
{
  for (uint32_t i = 0; i < p->vars.len; i++) write_var(out, &p->vars.data[i]);
  for (uint32_t i = 0; i < p->threads.len; i++) {
    const hd_thread_info *t = &p->threads.data[i];
    fprintf(out, "t %s %" PRIu32 " %" PRIu32 " %d %" PRIu32 " %" PRIu32, t->name, t->entry.id, t->instances,
            t->replicated, t->self.id, t->status.id);
  }
  for (uint32_t i = 0; i < p->locs.len; i++)
    fprintf(out, "l %" PRIu32 " %d %d", p->locs.data[i].thread.id, (int)p->locs.data[i].kind, p->locs.data[i].atomic);
  for (uint32_t i = 0; i < p->edges.len; i++) write_edge(out, p, &p->edges.data[i]);
}

uint64_t hd_program_fingerprint(const hd_program *p)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  HD_CHECK(out);
  write_meaning(out, p);
  fclose(out);
  uint64_t hash = hd_hash_bytes(text, size, 0);
  free(text);
  return hash;
}

/* --- printing ---------------------------------------------------------------------------------- */

typedef struct {
  FILE *out;
  const hd_program *p;
  const hd_certificate *c;
  hd_arena arena;
  const char **names; /* by variable, encoded */
  char *buffer;       /* for the name that is being printed */
  size_t room;
} printer;

static const char *name_of(void *context, uint32_t symbol)
{
  printer *pr = context;
  hd_meaning m = hd_certificate_meaning(pr->p, symbol);
  if (m.means == HD_MEANS_GHOST) return hd_name_encode(&pr->arena, pr->c->ghosts.data[m.ghost].name);
  if (m.means == HD_MEANS_VAR && m.party == 0) return pr->names[m.var.id];
  if (m.means == HD_MEANS_VAR)
    snprintf(pr->buffer, pr->room, "%" PRIu32 "!%s", m.party + 1, pr->names[m.var.id]);
  else
    snprintf(pr->buffer, pr->room, "%c%" PRIu32, m.means == HD_MEANS_AT ? '@' : '#', m.party + 1);
  return pr->buffer;
}

static bool is_signed(void *context, uint32_t symbol)
{
  const hd_program *p = ((printer *)context)->p;
  if (symbol >= HD_NO_MEANING) return false;
  hd_var v = hd_certificate_meaning(p, symbol).var;
  return v.id != HD_NONE && hd_var_get(p, v)->show == HD_SHOW_SIGNED;
}

static void encode_names(printer *pr)
{
  const hd_program *p = pr->p;
  pr->names = hd_arena_alloc(&pr->arena, (p->vars.len + 1) * sizeof *pr->names);
  for (uint32_t v = 0; v < p->vars.len; v++) {
    pr->names[v] = hd_name_encode(&pr->arena, p->vars.data[v].name);
    size_t n = strlen(pr->names[v]) + 16;
    if (n > pr->room) pr->room = n;
  }
  if (pr->room < 16) pr->room = 16;
  pr->buffer = hd_arena_alloc(&pr->arena, pr->room);
}

static void print_cuts(FILE *out, const hd_program *p, const uint8_t *cut)
{
  uint32_t n = 0;
  for (uint32_t l = 0; l < p->locs.len; l++) {
    if (!cut[l]) continue;
    fprintf(out, "%s L%" PRIu32, n % CUTS_A_LINE ? "" : n ? "\ncuts" : "cuts", l);
    n++;
  }
  fputs(n ? "\n" : "cuts\n", out);
}

static void print_formula(printer *pr, hd_term t)
{
  hd_names names = {.name = name_of, .is_signed = is_signed, .context = pr};
  hd_term_print(pr->out, pr->p->terms, t, &names);
  fputc('\n', pr->out);
}

static void print_ghosts(printer *pr)
{
  for (uint32_t i = 0; i < pr->c->ghosts.len; i++) {
    const hd_ghost *g = &pr->c->ghosts.data[i];
    fprintf(pr->out, "ghost %s : ", hd_name_encode(&pr->arena, g->name));
    if (g->sort.kind == HD_SORT_BOOL)
      fputs("bool", pr->out);
    else
      fprintf(pr->out, "bv%u", g->sort.width);
    fprintf(pr->out, " = %" PRIu64 "\n", g->init);
  }
  for (uint32_t i = 0; i < pr->c->sets.len; i++) {
    const hd_ghost_set *s = &pr->c->sets.data[i];
    fprintf(pr->out, "set E%" PRIu32 " %s := ", s->edge.id,
            hd_name_encode(&pr->arena, pr->c->ghosts.data[s->ghost].name));
    print_formula(pr, s->value);
  }
}

static void print_clause(printer *pr, const hd_clause *k)
{
  fputs("clause", pr->out);
  for (uint32_t i = 0; i < k->n_parties; i++) {
    fprintf(pr->out, " %s[", hd_name_encode(&pr->arena, hd_thread_get(pr->p, k->parties[i].thread)->name));
    if (k->parties[i].instance == HD_EVERY)
      fputs("every]", pr->out);
    else
      fprintf(pr->out, "%" PRIu32 "]", k->parties[i].instance);
  }
  fprintf(pr->out, " otherwise %s\n", hd_truth_words[k->otherwise]);
  for (uint32_t f = 0; f < k->facts.len; f++) {
    fputs("at", pr->out);
    for (uint32_t i = 0; i < k->n_parties; i++) fprintf(pr->out, " L%" PRIu32, k->facts.data[f].at[i].id);
    fputs(" : ", pr->out);
    print_formula(pr, k->facts.data[f].holds);
  }
  for (uint32_t f = 0; f < k->facts.len; f++)
    if (k->facts.data[f].covered != HD_NONE)
      fprintf(pr->out, "cover %" PRIu32 " by %" PRIu32 "\n", f, k->facts.data[f].covered);
}

void hd_certificate_print_head(FILE *out, const hd_certificate_head *head)
{
  fprintf(out, "certificate %d\nproperty %s\nlimits", HD_CERTIFICATE_VERSION, hd_property_name(head->property));
  for (unsigned i = 0; i < HD_LIMIT_COUNT; i++) fprintf(out, " %s %" PRIu32, hd_limit_words[i], head->limits[i]);
  fputc('\n', out);
  if (head->in_order) fprintf(out, "turns 0x%" PRIx64 "\n", head->in_order);
  if (head->room) fprintf(out, "room %" PRIu64 "\n", head->room);
}

/* In quotes; control characters have no place in it. */
static void print_text(FILE *out, const char *word, const char *text)
{
  fprintf(out, "%s \"", word);
  for (const char *s = text; *s; s++) {
    if (*s == '"' || *s == '\\') fputc('\\', out);
    fputc((unsigned char)*s < 32 ? ' ' : *s, out);
  }
  fputs("\"\n", out);
}

static void print_set(FILE *out, const char *word, uint64_t set)
{
  if (set) fprintf(out, " %s", word);
  for (uint32_t i = 0; i < 64; i++)
    if (set >> i & 1) fprintf(out, " %" PRIu32, i + 1);
}

static void print_links(FILE *out, const hd_certificate *c)
{
  for (uint32_t i = 0; i < c->links.len; i++) {
    const hd_link *l = &c->links.data[i];
    fprintf(out, "link %" PRIu32 " party %" PRIu32, l->from, l->party + 1);
    if (l->to == HD_NONE)
      fputs(" left\n", out);
    else
      fprintf(out, " -> %" PRIu32 "\n", l->to);
  }
  for (uint32_t i = 0; i < c->orders.len; i++) {
    fprintf(out, "order %" PRIu32, c->orders.data[i].fact);
    print_set(out, "asleep", c->orders.data[i].asleep);
    print_set(out, "alone", c->orders.data[i].alone);
    fputc('\n', out);
  }
}

static void print_own(printer *pr, hd_own o)
{
  fprintf(pr->out, " %s", hd_name_encode(&pr->arena, hd_var_get(pr->p, o.var)->name));
  if (o.element != HD_NONE) fprintf(pr->out, " [ %" PRIu32 " ]", o.element);
}

static void print_alike(printer *pr, const hd_alike_parties *a)
{
  uint32_t n = a->parties.len;
  fputs("alike", pr->out);
  for (uint32_t i = 0; i < n; i++) fprintf(pr->out, " %" PRIu32, a->parties.data[i] + 1);
  for (uint32_t i = 0; i < a->locs.len; i++)
    fprintf(pr->out, "%s L%" PRIu32, i % n ? "" : "\nwhere", a->locs.data[i].id);
  for (uint32_t i = 0; i < a->own.len; i++) {
    if (i % n == 0) fputs("\nown", pr->out);
    print_own(pr, a->own.data[i]);
  }
  for (uint32_t i = 0; i < a->names.len; i++) {
    fputs("\nnames", pr->out);
    print_own(pr, a->names.data[i]);
    fputs(" :", pr->out);
    for (uint32_t k = 0; k < n; k++) fprintf(pr->out, " %" PRIu64, a->ids.data[i * n + k]);
  }
  fputc('\n', pr->out);
}

static void print_images(printer *pr)
{
  for (uint32_t i = 0; i < pr->c->alike.len; i++) print_alike(pr, &pr->c->alike.data[i]);
  for (uint32_t i = 0; i < pr->c->images.len; i++) {
    fprintf(pr->out, "image %" PRIu32, pr->c->images.data[i].fact);
    for (uint32_t k = 0; k < pr->c->clauses.data[0].n_parties; k++)
      fprintf(pr->out, " %u", pr->c->images.data[i].to[k] + 1u);
    fputc('\n', pr->out);
  }
}

void hd_certificate_print(FILE *out, const hd_program *p, const hd_certificate *c, const hd_certificate_head *head)
{
  HD_ASSERT(hd_certificate_check_form(p, c));
  uint64_t fingerprint = hd_program_fingerprint(p);
  p = hd_certificate_program(p, c);
  printer pr = {.out = out, .p = p, .c = c};
  hd_arena_init(&pr.arena);
  encode_names(&pr);
  if (head) hd_certificate_print_head(out, head);
  fprintf(out, "program 0x%016" PRIx64 "\nkind %s\n", fingerprint, hd_proof_words[c->kind]);
  print_text(out, "engine", c->engine);
  if (c->searched) print_text(out, "searched", c->searched);
  if (c->about && c->order) fprintf(out, "lockstep %u\n", (unsigned)c->order);
  if (c->about && !c->order) fputs("written-out\n", out);
  for (unsigned i = 0; i < HD_RELIES_COUNT; i++)
    if (c->relies >> i & 1) fprintf(out, "relies %s\n", hd_relies_words[i]);
  if (c->cut) print_cuts(out, p, c->cut);
  for (uint32_t t = 0; c->any && t < p->threads.len; t++)
    if (c->any[t]) fprintf(out, "any %s\n", hd_name_encode(&pr.arena, p->threads.data[t].name));
  print_ghosts(&pr);
  for (uint32_t i = 0; i < c->clauses.len; i++) print_clause(&pr, &c->clauses.data[i]);
  print_links(out, c);
  print_images(&pr);
  fputs("end\n", out);
  hd_arena_clear(&pr.arena);
}
