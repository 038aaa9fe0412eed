/* layout.c - the order of BDD variables.
 *
 * The bits of all variables are put into *rows*: a row holds the copies of one bit, side by side. Copies
 * are the bits at the same place of the same record type, in whatever variable it lies (u.g.lock,
 * v.g.lock, G[2].lock); a bit outside of any record has a row of its own. A leaf of several bits is as
 * many rows, which stay together: a *class*. Classes come in the order in which they first appear;
 * inside of a row copies are in the order of their slots. Hints change that: `a ~+ b` merges the classes
 * of a and b leaf by leaf, `a < b` orders the classes of a before those of b, and slots inside a row. */
#include "mu/syntax.h"

typedef struct {
  mu_slot *slot;
  uint32_t offset;
} member;

typedef struct {
  const void *owner; /* the record type, or the slot of a bit in no record */
  uint32_t inside, width;
  uint32_t merged; /* the class that this one became a part of; itself when none */
  HD_VEC(member) members;
} class;

typedef struct {
  hd_mu *m;
  HD_VEC(class) classes;
  mu_slot *slot;       /* being entered */
  uint32_t from, upto; /* bits being asked for */
  hd_u32s *asked;
  uint32_t next; /* BDD variable to give away */
} layout;

mu_slot *mu_slot_get(hd_mu *m, const char *name, mu_type *type, uint32_t depth)
{
  for (uint32_t i = 0; i < m->slots.len; i++) {
    mu_slot *s = m->slots.data[i];
    if (s->type == type && s->depth == depth && strcmp(s->name, name) == 0) return s;
  }
  mu_slot *s = hd_arena_alloc(&m->arena, sizeof *s);
  *s = (mu_slot){.name = name, .type = type, .depth = depth, .domain = HD_BDD_TRUE, .cube = HD_BDD_TRUE};
  s->bits = hd_arena_alloc(&m->arena, (type->width + 1) * sizeof *s->bits);
  hd_vec_push(&m->slots, s);
  return s;
}

/* --- classes ---------------------------------------------------------------------------------------- */

static uint32_t class_of(layout *l, const void *owner, uint32_t inside, uint32_t width)
{
  for (uint32_t i = 0; i < l->classes.len; i++)
    if (l->classes.data[i].owner == owner && l->classes.data[i].inside == inside) return i;
  uint32_t number = l->classes.len;
  hd_vec_push(&l->classes, (class){.owner = owner, .inside = inside, .width = width, .merged = number});
  return number;
}

static void enter_leaf(void *context, const mu_type *owner, uint32_t inside, const mu_type *leaf, uint32_t offset)
{
  layout *l = context;
  if (leaf->width == 0) return;
  uint32_t c = owner ? class_of(l, owner, inside, leaf->width) : class_of(l, l->slot, offset, leaf->width);
  hd_vec_push(&l->classes.data[c].members, (member){l->slot, offset});
}

static uint32_t root_class(const layout *l, uint32_t c)
{
  while (l->classes.data[c].merged != c) c = l->classes.data[c].merged;
  return c;
}

static void ask_leaf(void *context, const mu_type *owner, uint32_t inside, const mu_type *leaf, uint32_t offset)
{
  layout *l = context;
  if (leaf->width == 0 || offset < l->from || offset >= l->upto) return;
  uint32_t c =
      root_class(l, owner ? class_of(l, owner, inside, leaf->width) : class_of(l, l->slot, offset, leaf->width));
  for (uint32_t i = 0; i < l->asked->len; i++)
    if (l->asked->data[i] == c) return;
  hd_vec_push(l->asked, c);
}

/* --- hints ------------------------------------------------------------------------------------------- */

/* The part of a slot that a path names; false when it names none. */
static bool follow_path(const mu_expr *path, const mu_slot *slot, const mu_type **type, uint32_t *offset)
{
  if (path->kind == MU_NAME) {
    *type = slot->type;
    *offset = 0;
    return strcmp(path->name, slot->name) == 0;
  }
  if (!follow_path(path->args[0], slot, type, offset)) return false;
  const mu_type *t = *type;
  if (path->kind == MU_INDEX) {
    if (t->kind != MU_ARRAY || path->args[1]->kind != MU_NUMBER || path->args[1]->number >= t->n) return false;
    *offset += path->args[1]->number * t->element->width;
    *type = t->element;
    return true;
  }
  for (uint32_t i = 0; t->kind == MU_RECORD && i < t->n; i++) {
    if (strcmp(t->fields[i].name, path->name) != 0) continue;
    *offset += t->fields[i].offset;
    *type = t->fields[i].type;
    return true;
  }
  return false;
}

/* The classes of a path, over all slots of its name. */
static bool classes_of_path(layout *l, const mu_expr *path, hd_u32s *classes)
{
  bool found = false;
  l->asked = classes;
  for (uint32_t i = 0; i < l->m->slots.len; i++) {
    const mu_type *type;
    uint32_t offset;
    l->slot = l->m->slots.data[i];
    if (!follow_path(path, l->slot, &type, &offset)) continue;
    found = true;
    l->from = offset;
    l->upto = offset + type->width;
    mu_type_leaves(l->slot->type, ask_leaf, l);
  }
  if (!found) mu_error(l->m, path->place, "no variable has this name, or this part");
  return found;
}

static void merge_classes(layout *l, const mu_hint *h, const hd_u32s *a, const hd_u32s *b)
{
  bool alike = a->len == b->len;
  for (uint32_t i = 0; alike && i < a->len; i++)
    alike = l->classes.data[a->data[i]].width == l->classes.data[b->data[i]].width;
  if (!alike) {
    hd_diags_add(l->m->diags, HD_WARNING, h->left->place, "these variables differ in size: they are not interleaved");
    return;
  }
  for (uint32_t i = 0; i < a->len; i++) {
    uint32_t from = root_class(l, b->data[i]), to = root_class(l, a->data[i]);
    if (from == to) continue;
    class *source = &l->classes.data[from], *target = &l->classes.data[to];
    for (uint32_t k = 0; k < source->members.len; k++) hd_vec_push(&target->members, source->members.data[k]);
    source->members.len = 0;
    source->merged = to;
  }
}

typedef HD_VEC(uint32_t) edges; /* pairs: before, after */

/* A topological order that prefers the smaller number; contradictory edges are left out, with a word. */
static void sort_by(hd_mu *m, const edges *e, uint32_t n, uint32_t *order)
{
  uint32_t *blockers = hd_alloc(n + 1, sizeof *blockers);
  bool *done = hd_alloc(n + 1, sizeof *done);
  for (uint32_t i = 0; i < e->len; i += 2) blockers[e->data[i + 1]]++;
  bool contradiction = false;
  for (uint32_t at = 0; at < n; at++) {
    uint32_t pick = HD_NONE, first = HD_NONE;
    for (uint32_t i = 0; i < n && pick == HD_NONE; i++) {
      if (done[i]) continue;
      if (first == HD_NONE) first = i;
      if (blockers[i] == 0) pick = i;
    }
    if (pick == HD_NONE) contradiction = true, pick = first;
    done[pick] = true;
    order[at] = pick;
    for (uint32_t i = 0; i < e->len; i += 2)
      if (e->data[i] == pick && blockers[e->data[i + 1]] > 0) blockers[e->data[i + 1]]--;
  }
  if (contradiction)
    hd_diags_add(m->diags, HD_WARNING, m->hints.data[0].left->place,
                 "the requested orders contradict each other; some are ignored");
  free(blockers);
  free(done);
}

static void add_edges(edges *e, const hd_u32s *a, const hd_u32s *b)
{
  for (uint32_t i = 0; i < a->len; i++)
    for (uint32_t k = 0; k < b->len; k++)
      if (a->data[i] != b->data[k]) {
        hd_vec_push(e, a->data[i]);
        hd_vec_push(e, b->data[k]);
      }
}

/* `u < v` also orders the copies inside of rows. */
static void add_slot_edges(const hd_mu *m, const mu_hint *h, edges *e)
{
  if (h->left->kind != MU_NAME || h->right->kind != MU_NAME) return;
  for (uint32_t i = 0; i < m->slots.len; i++)
    for (uint32_t k = 0; k < m->slots.len; k++)
      if (strcmp(m->slots.data[i]->name, h->left->name) == 0 && strcmp(m->slots.data[k]->name, h->right->name) == 0) {
        hd_vec_push(e, i);
        hd_vec_push(e, k);
      }
}

/* Class edges are complete bipartite; those between classes that appear on both sides say nothing. */
static void common_out(hd_u32s *a, hd_u32s *b)
{
  for (uint32_t i = 0; i < a->len; i++)
    for (uint32_t k = 0; k < b->len; k++)
      if (a->data[i] == b->data[k]) {
        a->data[i] = a->data[--a->len];
        b->data[k] = b->data[--b->len];
        i = HD_NONE;
        break;
      }
}

static void apply_hints(layout *l, uint32_t how, edges *classes, edges *slots)
{
  for (uint32_t i = 0; i < l->m->hints.len; i++) {
    const mu_hint *h = &l->m->hints.data[i];
    if (h->how != how) continue;
    hd_u32s a = {0}, b = {0};
    if (classes_of_path(l, h->left, &a) && classes_of_path(l, h->right, &b)) {
      if (how == MU_INTERLEAVED)
        merge_classes(l, h, &a, &b);
      else {
        common_out(&a, &b);
        add_edges(classes, &a, &b);
        add_slot_edges(l->m, h, slots);
      }
    }
    hd_vec_clear(&a);
    hd_vec_clear(&b);
  }
}

/* --- variables ------------------------------------------------------------------------------------------ */

static void place_class(layout *l, class *c, const uint32_t *slot_rank)
{
  hd_mu *m = l->m;
  /* A stable insertion sort: rows are short. */
  for (uint32_t i = 1; i < c->members.len; i++) {
    member x = c->members.data[i];
    uint32_t k = i;
    for (; k > 0; k--) {
      uint32_t a = 0, b = 0;
      while (m->slots.data[a] != c->members.data[k - 1].slot) a++;
      while (m->slots.data[b] != x.slot) b++;
      if (slot_rank[a] <= slot_rank[b]) break;
      c->members.data[k] = c->members.data[k - 1];
    }
    c->members.data[k] = x;
  }
  for (uint32_t row = 0; row < c->width; row++) {
    uint32_t first = l->next;
    l->next += c->members.len;
    for (uint32_t i = 0; i < c->members.len; i++)
      c->members.data[i].slot->bits[c->members.data[i].offset + row] = first + i;
    hd_bdd_group(first, c->members.len);
  }
}

static void describe_slots(hd_mu *m)
{
  for (uint32_t i = 0; i < m->slots.len; i++) {
    mu_slot *s = m->slots.data[i];
    hd_bdd_set(&s->domain, mu_type_domain(s->type, s->bits));
    hd_bdd_set(&s->cube, hd_bdd_cube(s->bits, s->type->width));
  }
  for (uint32_t i = 0; i < m->relations.len; i++) {
    mu_relation *r = m->relations.data[i];
    for (uint32_t k = 0; k < r->n_params; k++) r->n_bits += r->params[k]->type->width;
    r->bits = hd_arena_alloc(&m->arena, (r->n_bits + 1) * sizeof *r->bits);
    hd_bdd domain = HD_BDD_TRUE;
    for (uint32_t k = 0, at = 0; k < r->n_params; k++) {
      const mu_slot *s = r->params[k]->slot;
      memcpy(r->bits + at, s->bits, s->type->width * sizeof *s->bits);
      at += s->type->width;
      domain = hd_bdd_and(domain, s->domain);
    }
    hd_bdd_set(&r->domain, domain);
  }
}

void mu_layout(hd_mu *m)
{
  layout l = {.m = m};
  for (uint32_t i = 0; i < m->slots.len; i++) {
    l.slot = m->slots.data[i];
    mu_type_leaves(l.slot->type, enter_leaf, &l);
  }
  edges classes = {0}, slots = {0};
  apply_hints(&l, MU_INTERLEAVED, &classes, &slots);
  apply_hints(&l, MU_BEFORE, &classes, &slots);
  uint32_t *order = hd_alloc(l.classes.len + 1, sizeof *order);
  uint32_t *slot_order = hd_alloc(m->slots.len + 1, sizeof *slot_order);
  uint32_t *rank = hd_alloc(m->slots.len + 1, sizeof *rank);
  sort_by(m, &classes, l.classes.len, order);
  sort_by(m, &slots, m->slots.len, slot_order);
  for (uint32_t i = 0; i < m->slots.len; i++) rank[slot_order[i]] = i;
  hd_bdd_scope s = hd_bdd_open();
  uint32_t total = 0;
  for (uint32_t i = 0; i < m->slots.len; i++) total += m->slots.data[i]->type->width;
  l.next = hd_bdd_vars_new(total);
  for (uint32_t i = 0; i < l.classes.len; i++)
    if (l.classes.data[order[i]].members.len > 0) place_class(&l, &l.classes.data[order[i]], rank);
  describe_slots(m);
  hd_bdd_close(s);
  for (uint32_t i = 0; i < l.classes.len; i++) hd_vec_clear(&l.classes.data[i].members);
  hd_vec_clear(&l.classes);
  hd_vec_clear(&classes);
  hd_vec_clear(&slots);
  free(order);
  free(slot_order);
  free(rank);
}
