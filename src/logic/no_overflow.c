/* no_overflow.c - a stack of assumptions, each with the terms whose translation rests on it. */
#include "logic/no_overflow.h"

void hd_world_push(hd_world *w)
{
  w->level++;
}

static void drop_images(hd_world *w, uint32_t level)
{
  while (w->images.len && hd_vec_last(&w->images).level > level) {
    hd_world_image x = hd_vec_pop(&w->images);
    if (!x.plain) hd_image_drop(&x.image);
    hd_map_put(&w->image_at, x.term, 0);
  }
}

void hd_world_pop(hd_world *w, uint32_t levels)
{
  w->level -= levels;
  drop_images(w, w->level);
  while (w->facts.len && hd_vec_last(&w->facts).level > w->level) hd_map_put(&w->exact, hd_vec_pop(&w->facts).term, 0);
}

void hd_world_clear(hd_world *w)
{
  for (uint32_t i = 0; i < w->images.len; i++) {
    if (!w->images.data[i].plain) hd_image_drop(&w->images.data[i].image);
  }
  hd_vec_clear(&w->images);
  hd_vec_clear(&w->facts);
  hd_map_clear(&w->image_at);
  hd_map_clear(&w->exact);
  w->level = 0;
}

static hd_op computed_by(hd_op test)
{
  return test == HD_OP_SADDO ? HD_OP_ADD : test == HD_OP_SSUBO ? HD_OP_SUB : HD_OP_MUL;
}

/* Is the term computed from what the test tests, and from constants? Otherwise (x + 2 + 3 is built as x + 5) two
 * terms could each be known by the other. */
bool hd_world_is_tested_by(const hd_terms *T, hd_term value, hd_term test)
{
  hd_op op = hd_term_op(T, value);
  if (op != HD_OP_ADD && op != HD_OP_SUB && op != HD_OP_MUL && op != HD_OP_NEG) return false;
  for (unsigned i = 0; i < hd_term_arity(T, value); i++) {
    hd_term arg = hd_term_arg(T, value, i);
    bool tested = hd_term_same(arg, hd_term_arg(T, test, 0)) || hd_term_same(arg, hd_term_arg(T, test, 1));
    if (!tested && hd_term_op(T, arg) != HD_OP_CONST) return false;
  }
  return true;
}

/* not(saddo a b): what a + b is built as is exact from here on. */
static bool learn_conjunct(hd_world *w, hd_terms *T, hd_term t)
{
  if (hd_term_op(T, t) != HD_OP_NOT) return false;
  hd_term test = hd_term_arg(T, t, 0);
  hd_op op = hd_term_op(T, test);
  if (op != HD_OP_SADDO && op != HD_OP_SSUBO && op != HD_OP_SMULO) return false;
  hd_term value = hd_term_2(T, computed_by(op), hd_term_arg(T, test, 0), hd_term_arg(T, test, 1));
  hd_op made = hd_term_op(T, value);
  bool computes = made == HD_OP_ADD || made == HD_OP_SUB || made == HD_OP_MUL || made == HD_OP_NEG;
  /* Translating the value by the test must not lead back to the value: terms come after what they need. */
  bool descends = value.id > hd_term_arg(T, test, 0).id && value.id > hd_term_arg(T, test, 1).id;
  if (!computes || !descends || hd_map_get_or(&w->exact, value.id, 0)) return false;
  hd_map_put(&w->exact, value.id, test.id);
  hd_vec_push(&w->facts, (hd_world_fact){value.id, w->level});
  return true;
}

bool hd_world_learn(hd_world *w, hd_terms *T, hd_term formula)
{
  hd_u32s stack = {0};
  bool any = false;
  hd_vec_push(&stack, formula.id);
  while (stack.len) {
    hd_term t = {hd_vec_pop(&stack)};
    if (hd_term_op(T, t) == HD_OP_AND) {
      hd_vec_push(&stack, hd_term_arg(T, t, 1).id);
      hd_vec_push(&stack, hd_term_arg(T, t, 0).id);
    } else {
      any |= learn_conjunct(w, T, t);
    }
  }
  hd_vec_clear(&stack);
  return any;
}

hd_term hd_world_exact(const hd_world *w, hd_term t)
{
  return (hd_term){(uint32_t)hd_map_get_or(&w->exact, t.id, 0)};
}

hd_world_image *hd_world_find(const hd_world *w, hd_term t)
{
  uint64_t at = hd_map_get_or(&w->image_at, t.id, 0);
  return at ? &w->images.data[at - 1] : NULL;
}

void hd_world_put(hd_world *w, hd_term t, bool plain, hd_image image)
{
  hd_vec_push(&w->images, (hd_world_image){t.id, w->level, plain, image});
  hd_map_put(&w->image_at, t.id, w->images.len);
}
