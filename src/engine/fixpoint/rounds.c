/* rounds.c - any number of threads in rounds: from linear interfaces to an execution.
 *
 * The formulas' relation Run(u, v, e, i, G, H) has a thread that comes to a target in round i, having found
 * G[1..i] and left H[1..i-1]; One(i, G, H) are the interfaces of single threads. What is missing are the
 * threads to its left, a chain of interfaces of length i from some F to G, and to its right, one of
 * length i - 1 from H to some M, such that F[1] is an initial valuation and M[j] = F[j+1]. Both chains are
 * found by closing {G} backwards and {H} forwards, layer by layer. */
#include "engine/fixpoint/attempt.h"
#include "engine/fixpoint/checker_data.h"
#include "engine/fixpoint/formula.h"
#include "engine/fixpoint/schedule.h"

typedef HD_VEC(hd_bdd) layers;

typedef struct {
  hd_fx_job *j;
  hd_fx_scene *scene;
  hd_fx_formula *f;
  uint32_t rounds;   /* of the target */
  uint32_t n;        /* globals */
  uint32_t **g, **h; /* variables of One's G[j] and H[j], by slot; from 1 */
  hd_arena arena;
  layers left, right;
} rebuild;

/* A vector of globals, one for each round from 1; rounds beyond its length are NULL. */
typedef const uint8_t **vector;

/* --- sets of vectors
 * ------------------------------------------------------------------------------------------- */

static hd_bdd vars_of(const rebuild *r, uint32_t *const *rows, uint32_t from, uint32_t to)
{
  hd_u32s vars = {0};
  for (uint32_t j = from; j <= to; j++)
    for (uint32_t i = 0; i < r->n; i++) hd_vec_push(&vars, rows[j][i]);
  hd_bdd cube = hd_bdd_cube(vars.data, vars.len);
  hd_vec_clear(&vars);
  return cube;
}

static hd_bdd vector_is(const rebuild *r, uint32_t *const *rows, vector v, uint32_t length)
{
  hd_bdd all = HD_BDD_TRUE;
  bool *bits = hd_alloc(r->n + 1, sizeof *bits);
  for (uint32_t j = length; j > 0; j--) {
    for (uint32_t i = 0; i < r->n; i++) bits[i] = v[j][i] != 0;
    all = hd_bdd_and(all, hd_bdd_literals(rows[j], bits, r->n));
  }
  free(bits);
  return all;
}

static vector pick_vector(rebuild *r, uint32_t *const *rows, hd_bdd set, uint32_t length)
{
  vector v = hd_arena_alloc(&r->arena, (r->rounds + 2) * sizeof *v);
  hd_u32s vars = {0};
  for (uint32_t j = 1; j <= length; j++)
    for (uint32_t i = 0; i < r->n; i++) hd_vec_push(&vars, rows[j][i]);
  bool *bits = hd_alloc(vars.len + 1, sizeof *bits);
  bool found = vars.len == 0 || hd_bdd_pick(set, vars.data, vars.len, bits);
  for (uint32_t j = 1; found && j <= length; j++) {
    uint8_t *values = hd_arena_alloc(&r->arena, r->n + 1);
    for (uint32_t i = 0; i < r->n; i++) values[i] = bits[(j - 1) * r->n + i];
    v[j] = values;
  }
  free(bits);
  hd_vec_clear(&vars);
  return found ? v : NULL;
}

static hd_bdd moved_rows(const rebuild *r, hd_bdd set, uint32_t *const *from, uint32_t *const *to)
{
  hd_u32s a = {0}, b = {0};
  for (uint32_t j = 1; j <= r->rounds; j++)
    for (uint32_t i = 0; i < r->n; i++) {
      hd_vec_push(&a, from[j][i]);
      hd_vec_push(&b, to[j][i]);
    }
  hd_bdd_map *m = hd_bdd_map_new(a.data, b.data, a.len);
  hd_bdd result = hd_bdd_rename(set, m);
  hd_bdd_map_free(m);
  hd_vec_clear(&a);
  hd_vec_clear(&b);
  return result;
}

static hd_bdd round_is(rebuild *r, const char *relation, uint32_t round)
{
  return hd_fx_number_is(hd_mu_bits_of(r->f->mu, relation, "i"), round);
}

/* Single threads' interfaces of this length, over G[1..length] and H[1..length]. */
static hd_bdd interfaces(rebuild *r, uint32_t length)
{
  hd_bdd one = hd_bdd_and(hd_mu_value(r->f->mu, "One"), round_is(r, "One", length));
  hd_bdd keep = hd_bdd_and(vars_of(r, r->g, 1, length), vars_of(r, r->h, 1, length));
  hd_u32s all = {0}, kept = {0}, gone = {0};
  hd_bdd_support(one, &all);
  hd_bdd_support(keep, &kept);
  for (uint32_t i = 0; i < all.len; i++) {
    bool stays = false;
    for (uint32_t k = 0; k < kept.len; k++) stays |= kept.data[k] == all.data[i];
    if (!stays) hd_vec_push(&gone, all.data[i]);
  }
  hd_bdd result = hd_bdd_exists(one, hd_bdd_cube(gone.data, gone.len));
  hd_vec_clear(&all);
  hd_vec_clear(&kept);
  hd_vec_clear(&gone);
  return result;
}

/* --- chains
 * ------------------------------------------------------------------------------------------------------ */

/* From {start}, over the rows `of`: what one more thread leads to, until nothing is new. */
static void close_layers(rebuild *r, layers *out, hd_bdd start, hd_bdd one, uint32_t *const *of, uint32_t *const *other,
                         uint32_t length)
{
  hd_bdd all = start, last = start, cube = vars_of(r, other, 1, length);
  hd_vec_push(out, hd_bdd_keep(start));
  while (!hd_bdd_is_false(last) && hd_bdd_ok(last)) {
    hd_bdd next = hd_bdd_and_exists(moved_rows(r, last, of, other), one, cube);
    last = hd_bdd_minus(next, all);
    all = hd_bdd_or(all, last);
    if (hd_bdd_is_false(last) || !hd_bdd_ok(last)) break;
    hd_vec_push(out, hd_bdd_keep(last));
  }
}

/* M[j] = F[j + 1], with F in the rows g and M in the rows h. */
static hd_bdd next_rounds_equal(const rebuild *r)
{
  hd_bdd all = HD_BDD_TRUE;
  for (uint32_t j = 1; j < r->rounds; j++)
    for (uint32_t i = 0; i < r->n; i++) all = hd_bdd_and(all, hd_fx_equal(r->g[j + 1][i], r->h[j][i]));
  return all;
}

static hd_bdd begins(const rebuild *r)
{
  hd_fx_row row = hd_fx_checker_row(r->scene->checker);
  hd_bdd_map *m = hd_bdd_map_new(row.globals, r->g[1], r->n);
  hd_bdd shared = hd_bdd_rename(r->scene->shared, m);
  hd_bdd_map_free(m);
  return shared;
}

/* --- threads for the interfaces
 * ---------------------------------------------------------------------------------- */

/* An actor in the row: what it finds and leaves, for so many rounds; the target's last `out` is NULL. */
typedef struct {
  vector in, out;
  uint32_t length;
  uint32_t thread, begin; /* found: HD_NONE when it does nothing */
} member;

typedef HD_VEC(member) row_of_threads;

static bool same_globals(const rebuild *r, const uint8_t *a, const uint8_t *b)
{
  return a && b && memcmp(a, b, r->n) == 0;
}

static void add_contexts(hd_fx_schedule *s, const member *m, uint32_t actor, uint32_t round)
{
  if (m->thread != HD_NONE && round >= m->begin && round <= m->length)
    hd_vec_push(&s->contexts, (hd_fx_context){actor, m->in[round], m->out[round]});
}

/* Which thread, begun in which round, has this interface? */
static bool find_thread(rebuild *r, member *m)
{
  bool idle = true;
  for (uint32_t k = 1; k <= m->length; k++) idle &= same_globals(r, m->in[k], m->out[k]);
  m->thread = HD_NONE;
  if (idle) return true;
  for (m->begin = 1; m->begin <= m->length; m->begin++) {
    for (uint32_t t = 0; t < r->scene->p->threads.len; t++) {
      hd_fx_schedule s = {.actors = {0}};
      m->thread = t;
      hd_vec_push(&s.actors, t);
      for (uint32_t k = 1; k <= m->length; k++) add_contexts(&s, m, 0, k);
      bool fits = hd_fx_schedule_fits(r->scene, &s);
      hd_fx_schedule_clear(&s);
      if (fits) return true;
    }
    if (!same_globals(r, m->in[m->begin], m->out[m->begin])) break;
  }
  return false;
}

static bool make_schedule(rebuild *r, row_of_threads *row, uint32_t middle, hd_fx_schedule *s)
{
  for (uint32_t i = 0; i < row->len; i++) {
    if (!find_thread(r, &row->data[i])) return false;
    hd_vec_push(&s->actors, row->data[i].thread == HD_NONE ? 0 : row->data[i].thread);
  }
  for (uint32_t round = 1; round <= r->rounds; round++)
    for (uint32_t i = 0; i < row->len && (round < r->rounds || i <= middle); i++)
      add_contexts(s, &row->data[i], i, round);
  return true;
}

/* --- all together
 * ---------------------------------------------------------------------------------------------------- */

/* The left chain from F, found in layer n, to the target's G. */
static bool walk_left(rebuild *r, row_of_threads *row, vector from, uint32_t layer, hd_bdd one)
{
  while (layer > 0) {
    hd_bdd next = hd_bdd_and(moved_rows(r, r->left.data[layer - 1], r->g, r->h), one);
    vector to = pick_vector(r, r->h, hd_bdd_and(next, vector_is(r, r->g, from, r->rounds)), r->rounds);
    if (!to) return false;
    hd_vec_push(row, (member){from, to, r->rounds, HD_NONE, 1});
    from = to;
    layer--;
  }
  return true;
}

/* The right chain that ends in M, found in layer n; built from its end. */
static bool walk_right(rebuild *r, row_of_threads *row, vector to, uint32_t layer, hd_bdd one)
{
  row_of_threads reversed = {0};
  bool found = true;
  uint32_t length = r->rounds - 1;
  while (layer > 0 && found) {
    hd_bdd before = hd_bdd_and(moved_rows(r, r->right.data[layer - 1], r->h, r->g), one);
    vector from = pick_vector(r, r->g, hd_bdd_and(before, vector_is(r, r->h, to, length)), length);
    found = from != NULL;
    if (found) hd_vec_push(&reversed, (member){from, to, length, HD_NONE, 1});
    to = from;
    layer--;
  }
  while (reversed.len) hd_vec_push(row, hd_vec_pop(&reversed));
  hd_vec_clear(&reversed);
  return found;
}

static bool find_row(rebuild *r, vector g, vector h, row_of_threads *row, uint32_t *middle)
{
  uint32_t d = r->rounds - 1;
  hd_bdd left = interfaces(r, r->rounds), right = d ? interfaces(r, d) : HD_BDD_FALSE;
  hd_bdd ends = hd_bdd_and(begins(r), next_rounds_equal(r));
  close_layers(r, &r->left, vector_is(r, r->g, g, r->rounds), left, r->g, r->h, r->rounds);
  if (d)
    close_layers(r, &r->right, vector_is(r, r->h, h, d), right, r->h, r->g, d);
  else
    hd_vec_push(&r->right, HD_BDD_TRUE);
  for (uint32_t sum = 0; sum < r->left.len + r->right.len; sum++)
    for (uint32_t a = 0; a <= sum && a < r->left.len; a++) {
      uint32_t b = sum - a;
      if (b >= r->right.len) continue;
      hd_bdd both = hd_bdd_and(hd_bdd_and(r->left.data[a], r->right.data[b]), ends);
      if (hd_bdd_is_false(both)) continue;
      if (!hd_bdd_ok(both)) return false;
      vector f = pick_vector(r, r->g, both, r->rounds);
      if (!f) return false;
      vector m = pick_vector(r, r->h, hd_bdd_and(both, vector_is(r, r->g, f, r->rounds)), d);
      if (!m) return false;
      bool ok = walk_left(r, row, f, a, left);
      *middle = row->len;
      hd_vec_push(row, (member){g, h, r->rounds, HD_NONE, 1});
      return ok && (d == 0 || walk_right(r, row, m, b, right));
    }
  return false;
}

static vector read_vector(rebuild *r, const char *name, uint32_t length, hd_bdd tuple)
{
  vector v = hd_arena_alloc(&r->arena, (r->rounds + 2) * sizeof *v);
  for (uint32_t j = 1; j <= length; j++) v[j] = hd_fx_read_globals(r->f, "Run", name, j, tuple, &r->arena);
  return v;
}

/* One tuple of Run at a target, in the earliest round. */
static hd_bdd target_tuple(rebuild *r, uint32_t most)
{
  hd_mu *mu = r->f->mu;
  hd_bdd at = hd_bdd_and(hd_fx_at_targets(r->f, r->scene->formula_targets, "Run"), hd_mu_value(mu, "Run"));
  for (r->rounds = 1; r->rounds <= most; r->rounds++) {
    hd_bdd here = hd_bdd_and(at, round_is(r, "Run", r->rounds));
    if (!hd_bdd_ok(here)) return here;
    if (hd_bdd_is_false(here)) continue;
    return hd_fx_pick_tuple(mu, "Run", here);
  }
  return HD_BDD_FALSE;
}

static void open_rows(rebuild *r)
{
  r->g = hd_arena_alloc(&r->arena, (r->rounds + 2) * sizeof *r->g);
  r->h = hd_arena_alloc(&r->arena, (r->rounds + 2) * sizeof *r->h);
  for (uint32_t j = 1; j <= r->rounds; j++) {
    char path[32];
    snprintf(path, sizeof path, "G[%u]", j);
    r->g[j] = hd_fx_model_globals(&r->f->model, r->f->mu, "One", path);
    snprintf(path, sizeof path, "H[%u]", j);
    r->h[j] = hd_fx_model_globals(&r->f->model, r->f->mu, "One", path);
  }
}

static void close_rebuild(rebuild *r)
{
  for (uint32_t j = 1; r->g && j <= r->rounds; j++) {
    free(r->g[j]);
    free(r->h[j]);
  }
  for (uint32_t i = 0; i < r->left.len; i++) hd_bdd_drop(r->left.data[i]);
  for (uint32_t i = 0; i < r->right.len; i++) hd_bdd_drop(r->right.data[i]);
  hd_vec_clear(&r->left);
  hd_vec_clear(&r->right);
  hd_arena_clear(&r->arena);
}

static hd_fx_end execute_rounds(hd_fx_job *j, hd_fx_scene *scene, hd_fx_formula *f, uint32_t most)
{
  rebuild r = {.j = j, .scene = scene, .f = f, .n = scene->p->globals.len};
  row_of_threads row = {0};
  hd_fx_schedule s = {.actors = {0}};
  uint32_t middle = 0;
  hd_fx_end end = HD_FX_MAYBE;
  hd_arena_init(&r.arena);
  hd_bdd tuple = target_tuple(&r, most);
  if (!hd_bdd_is_false(tuple) && hd_bdd_ok(tuple)) {
    open_rows(&r);
    vector g = read_vector(&r, "G[]", r.rounds, tuple), h = read_vector(&r, "H[]", r.rounds - 1, tuple);
    bool found = find_row(&r, g, h, &row, &middle) && make_schedule(&r, &row, middle, &s);
    if (found) end = hd_fx_accept(j, hd_fx_schedule_follow(scene, &s, j->most_steps));
    if (end != HD_FX_UNSAFE && hd_bdd_exhausted()) end = HD_FX_ENDED;
  }
  hd_vec_clear(&row);
  hd_fx_schedule_clear(&s);
  close_rebuild(&r);
  return end;
}

hd_fx_end hd_fx_ask_rounds(hd_fx_job *j, hd_fx_scene *scene, const char *file, uint32_t rounds)
{
  hd_fx_question q = hd_fx_question_about(scene, file, "K", rounds);
  hd_fx_formula f;
  hd_fx_end end = HD_FX_NOTHING;
  hd_fx_formula_open(&f, &q, &j->out->messages);
  j->iterations += f.iterations;
  if (f.answer == HD_FX_NONE) end = HD_FX_ENDED;
  if (f.answer == HD_FX_BAD) end = hd_fx_bad_file(j);
  bool known = hd_mu_has(f.mu, "Run") && hd_mu_has(f.mu, "One");
  if (f.answer == HD_FX_YES) end = known ? execute_rounds(j, scene, &f, rounds) : HD_FX_MAYBE;
  hd_fx_formula_close(&f);
  return end;
}
