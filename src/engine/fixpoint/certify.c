/* certify.c - the proof of a sequential program, for others to check: the sets that the checker in C reaches. */
#include "boolean/proof.h"
#include "engine/fixpoint/attempt.h"
#include "engine/fixpoint/checker_data.h"

/* BDD variables become the numbers of boolean/proof.h. */
static uint32_t *number_variables(const hd_fx_checker *c, hd_bp_proof_vars n)
{
  uint32_t *number = hd_alloc(hd_bdd_vars_count() + 1, sizeof *number);
  for (unsigned half = 0; half < 2; half++) {
    hd_fx_row row = hd_fx_copy(c, half ? COPY_X : COPY_U);
    uint32_t first = half * (n.globals + n.locals);
    for (uint32_t i = 0; i < n.globals; i++) number[row.globals[i]] = first + i;
    for (uint32_t i = 0; i < n.locals; i++) number[row.locals[i]] = first + n.globals + i;
  }
  return number;
}

static void collect_proof(const hd_fx_checker *c, hd_bp_proof *proof)
{
  uint32_t n = c->p->locs.len, *number = number_variables(c, hd_bp_proof_count(c->p));
  hd_bdd *sets = hd_alloc(n + 1, sizeof *sets);
  hd_bdd_list list = {0};
  for (uint32_t i = 0; i < n; i++) sets[i] = c->nodes[hd_fx_node(c, 0, 0, i)].all;
  hd_vec_reserve(&proof->sets, n + 1);
  hd_bdd_export(sets, n, &list, proof->sets.data);
  proof->sets.len = n;
  for (uint32_t i = 0; i < list.len; i++)
    hd_vec_push(&proof->nodes, (hd_bp_proof_node){number[list.data[i].var], list.data[i].low, list.data[i].high});
  hd_vec_clear(&list);
  free(sets);
  free(number);
}

static const char *as_text(const hd_bp_proof *proof, hd_arena *arena)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) hd_out_of_memory();
  hd_bp_proof_print(out, proof);
  fclose(out);
  const char *copy = hd_arena_strndup(arena, text, size);
  free(text);
  return copy;
}

void hd_fx_certify(hd_fx_job *j)
{
  hd_budget b = hd_fx_slice(j, 0);
  hd_bdd_start(&b);
  hd_fx_checker *c = hd_fx_checker_new(j->p);
  hd_fx_run run = {.proc = j->p->threads.data[0].proc,
                   .start = hd_fx_checker_initial(c),
                   .n_contexts = 1,
                   .targets = j->targets,
                   .everything = true};
  if (hd_fx_checker_run(c, &run) == HD_FX_UNREACHED) {
    hd_bp_proof proof = {.nodes = {0}};
    collect_proof(c, &proof);
    j->out->bp_proof = as_text(&proof, &j->out->arena);
    hd_bp_proof_clear(&proof);
  }
  hd_fx_checker_free(c);
  hd_fx_stop(j);
}
