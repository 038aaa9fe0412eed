/* check.c - `heddle check`: a certificate, a proof in parts or a witness against the program that it is about. */
#include "analysis/race_pairs.h"
#include "api/boolean.h"
#include "api/options.h"
#include "api/parts.h"
#include "api/recheck.h"
#include "api/witness.h"
#include "engine/auto/auto.h"
#include "frontend/task/witness.h"

static void refuse_certificate(heddle_input *in, heddle_result *r)
{
  in->status = HD_BAD_INPUT;
  hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "the certificate cannot be read");
}

/* An exhaustive search is rechecked by searching again; what needed none (`auto`), by looking again. */
static void search_again(heddle_input *in, const heddle_options *o, const hd_recheck *how, const hd_budget *b,
                         const hd_program *p, heddle_result *r)
{
  hd_task task;
  if (!hd_options_task(in, o, &task)) return;
  task.contexts = task.depth = task.unwind = HD_NONE;
  task.alone = true;
  const hd_engine *engine = hd_engine_find(r->inner.certificate->engine);
  const char *name = hd_arena_strdup(&r->arena, r->inner.certificate->engine);
  hd_confirm confirm = {hd_recheck_answer, (void *)how};
  hd_result_clear(&r->inner);
  hd_result_init(&r->inner);
  if (engine || strcmp(name, "auto") == 0)
    hd_auto_run(engine, p, &task, &confirm, b, &r->inner, &r->engine, &r->defect);
  else
    hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS, "there is no engine `%s` to repeat the search", name);
}

/* The result's certificate, about the program. */
static void check_proof(heddle_input *in, const heddle_options *o, const hd_recheck *how, const hd_budget *b,
                        const hd_program *p, heddle_result *r)
{
  r->inner.verdict = HD_SAFE;
  r->engine = hd_arena_strdup(&r->arena, r->inner.certificate->engine);
  if (r->inner.certificate->kind == HD_PROOF_EXHAUSTIVE)
    search_again(in, o, how, b, p, r);
  else
    hd_recheck_answer((void *)how, p, r->engine, b, &r->inner, &r->defect);
}

/* --- proofs in parts ---------------------------------------------------------------------------------- */

typedef struct {
  heddle_input *in;
  const heddle_options *o;
  const char *name;
  size_t length;
  const hd_recheck *how;
  const hd_budget *budget;
  hd_program *whole;
  hd_checks *checks;
  bool *closed; /* by check of the whole program */
} parts_check;

static bool *flags_of(const hd_u32s *numbers, uint32_t n)
{
  bool *flags = hd_alloc((size_t)n + 1, sizeof *flags);
  for (uint32_t i = 0; i < numbers->len; i++) flags[numbers->data[i]] = true;
  return flags;
}

/* By check of the part's program: is it one that the part closes? */
static bool *find_kept(const parts_check *c, const hd_parts_item *part, const hd_checks *asked)
{
  bool *kept = hd_alloc((size_t)asked->list.len + 1, sizeof *kept);
  bool *closes = flags_of(&part->closes, c->checks->list.len);
  for (uint32_t i = 0; i < asked->list.len; i++) {
    hd_check known = hd_checks_find(c->checks, &asked->list.data[i]);
    kept[i] = known.id != HD_NONE && (part->rest || closes[known.id]);
  }
  free(closes);
  return kept;
}

static void note_kept(parts_check *c, const hd_checks *asked, const bool *kept)
{
  for (uint32_t i = 0; i < asked->list.len; i++)
    if (kept[i]) c->closed[hd_checks_find(c->checks, &asked->list.data[i]).id] = true;
}

/* The certificate in r is about q. Is it also one of its checks that are kept? */
static void check_kept(parts_check *c, const hd_parts_item *part, hd_program *q, heddle_result *r)
{
  hd_checks *asked = hd_checks_of(q, c->how->property);
  bool *kept = find_kept(c, part, asked);
  hd_program *asking = part->rest ? NULL : hd_program_asking(q, asked, kept);
  if (asking && r->inner.certificate->about) {
    hd_result_unknown(&r->inner, HD_CAUSE_REFUSED, HD_NO_POS,
                      "only the last part may be about the program with its loops written out");
  } else {
    if (asking) hd_certificate_move(r->inner.certificate, q->terms, asking->terms);
    check_proof(c->in, c->o, c->how, c->budget, asking ? asking : q, r);
  }
  if (r->inner.verdict == HD_SAFE) note_kept(c, asked, kept);
  hd_certificate_free(r->inner.certificate); /* it speaks of programs that go */
  r->inner.certificate = NULL;
  if (asking) hd_program_free(asking);
  hd_checks_free(asked);
  free(kept);
}

/* What a part takes out must have been closed before. */
static bool takes_out_closed(const parts_check *c, const hd_parts_item *part)
{
  for (uint32_t i = 0; i < part->without.len; i++)
    if (!c->closed[part->without.data[i]]) return false;
  return true;
}

/* False: the certificate cannot be read. */
static bool check_part(parts_check *c, const hd_parts_item *part, heddle_result *r)
{
  if (!takes_out_closed(c, part)) {
    hd_result_unknown(&r->inner, HD_CAUSE_FAILED, HD_NO_POS,
                      "a part of the proof omits checks that no earlier part proves");
    return true;
  }
  bool *without = flags_of(&part->without, c->checks->list.len);
  hd_program *q = part->without.len ? hd_program_without(c->whole, c->checks, without, c->how->property)
                                    : hd_program_clone(c->whole);
  hd_program_index(q);
  free(without);
  hd_result_clear(&r->inner);
  hd_result_init(&r->inner);
  r->inner.certificate = hd_certificate_parse(part->text, c->length, c->name, q, &c->in->diags);
  bool read = r->inner.certificate;
  if (read) check_kept(c, part, q, r);
  hd_program_free(q);
  return read;
}

/* SAFE when each check is closed by a part. */
static void conclude_parts(const parts_check *c, uint32_t n, heddle_result *r)
{
  for (uint32_t i = 0; i < c->checks->list.len && r->inner.verdict == HD_SAFE; i++)
    if (!c->closed[i])
      hd_result_unknown(&r->inner, HD_CAUSE_FAILED, c->checks->list.data[i].pos, "no part of the proof proves a check");
  if (r->inner.verdict == HD_SAFE) r->proof = hd_arena_printf(&r->arena, "%u parts, each rechecked", n);
}

static void check_parts(parts_check *c, const hd_parts_list *parts, heddle_result *r)
{
  r->inner.verdict = HD_SAFE;
  for (uint32_t i = 0; i < parts->len && r->inner.verdict == HD_SAFE; i++)
    if (!check_part(c, &parts->data[i], r)) {
      refuse_certificate(c->in, r);
      return;
    }
  conclude_parts(c, parts->len, r);
}

/* False: the text is no proof in parts. */
static bool check_in_parts(heddle_input *in, const heddle_options *o, const char *text, size_t length, const char *name,
                           const hd_recheck *how, const hd_budget *b, heddle_result *r)
{
  hd_parts_list parts = {0};
  parts_check c = {in, o, name, length, how, b, hd_program_clone(r->program), NULL, NULL};
  hd_program_index(c.whole);
  c.checks = hd_checks_of(c.whole, r->property);
  c.closed = hd_alloc((size_t)c.checks->list.len + 1, sizeof *c.closed);
  bool ok = hd_parts_read(text, length, name, c.checks->list.len, &in->diags, &parts), found = parts.len;
  if (!ok)
    refuse_certificate(in, r);
  else if (found)
    check_parts(&c, &parts, r);
  hd_parts_clear(&parts);
  hd_checks_free(c.checks);
  free(c.closed);
  hd_program_free(c.whole);
  return found;
}

/* --- a certificate ------------------------------------------------------------------------------------ */

static void check_text(heddle_input *in, const heddle_options *o, const char *text, size_t length, const char *name,
                       heddle_result *r)
{
  hd_c_options c = hd_input_options(o);
  hd_budget budget = hd_input_budget(in, o);
  hd_certificate_head head = {.property = in->property};
  memcpy(head.limits, c.limits, sizeof head.limits);
  head.in_order = c.in_order;
  if (!hd_certificate_parse_head(text, length, name, &head, &in->diags)) {
    refuse_certificate(in, r);
    return;
  }
  r->property = in->property = head.property;
  memcpy(c.limits, head.limits, sizeof head.limits);
  memcpy(r->limits, head.limits, sizeof head.limits);
  r->in_order = c.in_order = head.in_order;
  r->room = c.room = head.room;
  if (!(r->program = hd_input_program(in, &c, &budget))) return;
  hd_recheck how = hd_recheck_of(o, r->property);
  how.skip = false;
  if (check_in_parts(in, o, text, length, name, &how, &budget, r)) {
    r->defect = false;
    return;
  }
  r->inner.certificate = hd_certificate_parse(text, length, name, r->program, &in->diags);
  if (!r->inner.certificate) {
    refuse_certificate(in, r);
    return;
  }
  check_proof(in, o, &how, &budget, r->program, r);
  r->defect = false; /* a bad certificate is no defect of ours */
  r->proof = hd_recheck_text(&how, &r->inner, &r->arena);
}

static void check_boolean(heddle_input *in, const heddle_options *o, const char *text, const char *name,
                          heddle_result *r)
{
  hd_budget budget = hd_input_budget(in, o);
  if (hd_bp_is_concurrent(in->bp)) {
    hd_diags_add(&in->diags, HD_ERROR, (hd_place){.file = in->name},
                 "only proofs of sequential Boolean programs have certificates");
    in->status = HD_BAD_USAGE;
    return;
  }
  r->inner.verdict = HD_SAFE;
  r->bp = in->bp;
  r->engine = hd_boolean_engine(NULL)->name;
  hd_boolean_recheck(in, o->label, text, name, &budget, r);
  r->defect = false; /* a bad certificate is no defect of ours */
}

heddle_result *heddle_check(heddle_input *in, const heddle_options *o, const char *certificate_file)
{
  size_t length = 0;
  double start = hd_now();
  heddle_result *r = hd_result_new(in);
  char *text = NULL;
  text = hd_input_read_file(in, certificate_file, &length);
  if (text && in->bp)
    check_boolean(in, o, text, certificate_file, r);
  else if (text && hd_witness_is_yaml(text, length))
    hd_check_witness(in, o, text, length, certificate_file, r);
  else if (text)
    check_text(in, o, text, length, certificate_file, r);
  hd_result_explain(r);
  hd_result_stat(&r->inner, "time.total", hd_now() - start);
  return r;
}
