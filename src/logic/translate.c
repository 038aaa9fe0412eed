/* translate.c - each term once, arguments first, on a stack of our own: terms are as deep as
 * programs are long. */
#include "logic/no_overflow.h"

hd_image *hd_image_of(hd_smt *s, hd_term t)
{
  hd_world_image *here = s->world ? hd_world_find(s->world, t) : NULL;
  return here && !here->plain ? &here->image : &s->images[t.id];
}

static bool is_done(hd_smt *s, hd_term t)
{
  return s->world ? hd_world_find(s->world, t) != NULL : s->images[t.id].ast != NULL;
}

static void reserve_images(hd_smt *s)
{
  uint32_t wanted = hd_terms_count(s->T) + 1;
  if (s->n_images >= wanted) return;
  uint32_t grown = wanted + wanted / 2 + 64;
  s->images = hd_realloc(s->images, grown, sizeof *s->images);
  memset(s->images + s->n_images, 0, (grown - s->n_images) * sizeof *s->images);
  s->n_images = grown;
}

static hd_image reference(hd_image image)
{
  Z3_inc_ref(hd_z3(), image.ast);
  if (image.fact) Z3_inc_ref(hd_z3(), image.fact);
  return image;
}

/* The overflow test that is known to fail for the term, or HD_NO_TERM. */
static hd_term exact_by(const hd_smt *s, hd_term t)
{
  if (s->arith != HD_ARITH_INT) return HD_NO_TERM;
  hd_term known = s->world ? hd_world_exact(s->world, t) : HD_NO_TERM;
  return hd_term_is(known) ? known : (hd_term){(uint32_t)hd_map_get_or(&s->promised, t.id, 0)};
}

static bool is_changed(hd_smt *s, hd_term t)
{
  const hd_world_image *here = hd_world_find(s->world, t);
  return here && !here->plain;
}

/* Does the world change the term, whose arguments are done? */
static bool world_changes(hd_smt *s, hd_term t)
{
  bool changes = hd_term_is(hd_world_exact(s->world, t));
  for (unsigned i = 0; i < hd_term_arity(s->T, t); i++) changes |= is_changed(s, hd_term_arg(s->T, t, i));
  return changes;
}

/* Products and quotients of variables; floats; under INT, bits of two variables. */
static bool is_hard(const hd_smt *s, hd_term t)
{
  hd_op op = hd_term_op(s->T, t);
  if (op >= HD_OP_FADD) return true;
  bool product = (op >= HD_OP_MUL && op <= HD_OP_SREM) || op == HD_OP_SMULO;
  bool bits = (op >= HD_OP_BAND && op <= HD_OP_BXOR) || (op >= HD_OP_SHL && op <= HD_OP_ASHR);
  if (!product && !(bits && s->arith != HD_ARITH_BV)) return false;
  return hd_term_op(s->T, hd_term_arg(s->T, t, 0)) != HD_OP_CONST &&
         hd_term_op(s->T, hd_term_arg(s->T, t, 1)) != HD_OP_CONST;
}

static hd_image image_for(hd_smt *s, hd_term t)
{
  hd_term test = exact_by(s, t);
  hd_image image;
  if (hd_term_is(test))
    image = hd_translate_exact(s, hd_term_op(s->T, test), hd_term_arg(s->T, test, 0), hd_term_arg(s->T, test, 1));
  else
    image = s->arith == HD_ARITH_BV ? hd_translate_bv(s, t) : hd_translate_int(s, t);
  image.hard = is_hard(s, t);
  for (unsigned i = 0; i < hd_term_arity(s->T, t); i++) {
    const hd_image *arg = hd_image_of(s, hd_term_arg(s->T, t, i));
    image.hard |= arg->hard;
    image.inexact |= arg->inexact;
    image.floats |= arg->floats;
  }
  return image;
}

static void note_variable(hd_smt *s, hd_term t, Z3_ast ast)
{
  bool array = hd_term_sort(s->T, t).kind == HD_SORT_ARRAY;
  hd_map_put(&s->leaves, Z3_get_ast_id(hd_z3(), ast), t.id);
  hd_map_put(&s->symbols, (uint64_t)hd_term_symbol(s->T, t) * 2 + array, t.id);
}

/* A term whose arguments are done. */
static void finish_image(hd_smt *s, hd_term t)
{
  uint32_t mark = hd_z3_mark();
  bool changes = s->world && world_changes(s, t);
  if (changes) {
    hd_world_put(s->world, t, false, reference(image_for(s, t)));
  } else {
    hd_image *image = &s->images[t.id];
    if (!image->ast) *image = reference(image_for(s, t));
    if (hd_term_op(s->T, t) == HD_OP_VAR) note_variable(s, t, image->ast);
    if (s->world) hd_world_put(s->world, t, true, (hd_image){0});
  }
  hd_z3_release(mark);
}

typedef struct {
  uint32_t id;
  bool inside; /* a conjunct of an AND whose facts are known already */
} open_term;

typedef HD_VEC(open_term) open_terms;

static void open_unless_done(hd_smt *s, open_terms *stack, hd_term t, bool inside)
{
  if (!is_done(s, t)) hd_vec_push(stack, (open_term){t.id, inside});
}

static void translate(hd_smt *s, hd_term t, bool inside);

/* What the images that go with the world's last level need: they cannot be asked for it later. Or NULL. */
static Z3_ast ranges_of_level(const hd_world *w)
{
  Z3_ast all = NULL;
  for (uint32_t i = w->images.len; i-- > 0 && w->images.data[i].level == w->level;) {
    const hd_world_image *x = &w->images.data[i];
    if (x->plain || !x->image.fact) continue;
    Z3_ast both[2] = {x->image.fact, all};
    all = all ? hd_z3_keep(Z3_mk_and(hd_z3(), 2, both)) : x->image.fact;
  }
  return all;
}

/* An AND under what its own conjuncts say, if that is anything new. */
static bool translate_conjunction(hd_smt *s, hd_term t)
{
  hd_world own = {0}, *outer = s->world;
  hd_world *world = outer ? outer : &own;
  hd_world_push(world);
  bool learned = hd_world_learn(world, s->T, t);
  if (learned) {
    reserve_images(s); /* learning builds terms */
    s->world = world;
    translate(s, t, true);
    uint32_t mark = hd_z3_mark();
    hd_image image = *hd_image_of(s, t);
    image.fact = ranges_of_level(world);
    reference(image);
    hd_z3_release(mark);
    hd_world_pop(world, 1);
    s->world = outer;
    if (outer) {
      hd_world_put(world, t, false, image);
    } else if (!s->images[t.id].ast) {
      s->images[t.id] = image;
    } else {
      hd_image_drop(&image);
    }
  } else {
    hd_world_pop(world, 1);
  }
  if (!outer) hd_world_clear(&own);
  return learned;
}

static void translate(hd_smt *s, hd_term t, bool inside)
{
  open_terms stack = {0};
  hd_vec_push(&stack, (open_term){t.id, inside});
  while (stack.len) {
    open_term top = hd_vec_last(&stack);
    hd_term term = {top.id}, test = exact_by(s, term);
    uint32_t before = stack.len;
    bool conjunction = hd_term_op(s->T, term) == HD_OP_AND;
    if (is_done(s, term) ||
        (conjunction && !top.inside && s->arith == HD_ARITH_INT && translate_conjunction(s, term))) {
      stack.len--;
      continue;
    }
    if (conjunction) stack.data[stack.len - 1].inside = true;
    for (unsigned i = 0; i < hd_term_arity(s->T, term); i++)
      open_unless_done(s, &stack, hd_term_arg(s->T, term, i), conjunction);
    for (unsigned i = 0; i < 2 && hd_term_is(test); i++) open_unless_done(s, &stack, hd_term_arg(s->T, test, i), false);
    if (stack.len > before) continue;
    finish_image(s, term);
    stack.len--;
  }
  hd_vec_clear(&stack);
}

Z3_ast hd_smt_to_z3(hd_smt *s, hd_term t)
{
  HD_CHECK(hd_term_is(t));
  reserve_images(s);
  if (!is_done(s, t)) translate(s, t, false);
  return hd_image_of(s, t)->ast;
}

bool hd_smt_is_exact(hd_smt *s, hd_term t)
{
  hd_smt_to_z3(s, t);
  return !hd_image_of(s, t)->inexact;
}

void hd_smt_no_overflow(hd_smt *s, hd_term t)
{
  static const hd_op tests[] = {[HD_OP_ADD] = HD_OP_SADDO, [HD_OP_SUB] = HD_OP_SSUBO, [HD_OP_MUL] = HD_OP_SMULO};
  hd_op op = hd_term_op(s->T, t);
  if (s->arith != HD_ARITH_INT || (op != HD_OP_ADD && op != HD_OP_SUB && op != HD_OP_MUL)) return;
  hd_term test = hd_term_2(s->T, tests[op], hd_term_arg(s->T, t, 0), hd_term_arg(s->T, t, 1));
  bool is_test = hd_term_op(s->T, test) == tests[op] && hd_world_is_tested_by(s->T, t, test);
  if (is_test) hd_map_put(&s->promised, t.id, test.id);
}

Z3_ast hd_smt_facts_z3(hd_smt *s, hd_term t)
{
  Z3_ast all = hd_z3_keep(Z3_mk_true(hd_z3()));
  hd_smt_to_z3(s, t);
  hd_u32s stack = {0};
  hd_map seen = {0};
  hd_vec_push(&stack, t.id);
  while (stack.len && s->arith != HD_ARITH_BV) {
    hd_term top = {hd_vec_pop(&stack)};
    if (hd_map_find(&seen, top.id)) continue;
    hd_map_put(&seen, top.id, 1);
    Z3_ast both[2] = {all, hd_image_of(s, top)->fact};
    if (both[1]) all = hd_z3_keep(Z3_mk_and(hd_z3(), 2, both));
    for (unsigned i = 0; i < hd_term_arity(s->T, top); i++) hd_vec_push(&stack, hd_term_arg(s->T, top, i).id);
  }
  hd_vec_clear(&stack);
  hd_map_clear(&seen);
  return all;
}
