/* types.c - the types of the language and the bits that their values take. */
#include "mu/syntax.h"

uint32_t mu_bits_for(uint32_t highest)
{
  uint32_t bits = 0;
  while (bits < 32 && highest >> bits) bits++;
  return bits;
}

mu_type *mu_type_find(const hd_mu *m, const char *name)
{
  for (uint32_t i = 0; i < m->types.len; i++)
    if (strcmp(m->types.data[i]->name, name) == 0) return m->types.data[i];
  return NULL;
}

mu_type *mu_type_new(hd_mu *m, mu_type_kind kind, const char *name, hd_place place)
{
  mu_type *t = hd_arena_alloc(&m->arena, sizeof *t);
  *t = (mu_type){.kind = kind, .name = name, .place = place};
  hd_vec_push(&m->types, t);
  return t;
}

mu_type *mu_type_bits(hd_mu *m, uint32_t width)
{
  const char *name = hd_arena_printf(&m->arena, "bit[%u]", width);
  mu_type *t = mu_type_find(m, name);
  if (t) return t;
  t = mu_type_new(m, MU_BITS, name, (hd_place){0});
  t->width = width;
  t->high = (uint32_t)((UINT64_C(1) << width) - 1);
  return t;
}

mu_type *mu_type_array(hd_mu *m, mu_type *element, uint32_t n)
{
  for (uint32_t i = 0; i < m->types.len; i++) {
    mu_type *t = m->types.data[i];
    if (t->kind == MU_ARRAY && t->element == element && t->n == n) return t;
  }
  mu_type *t = mu_type_new(m, MU_ARRAY, hd_arena_printf(&m->arena, "%s[%u]", element->name, n), (hd_place){0});
  t->element = element;
  t->n = n;
  t->width = element->width * n;
  return t;
}

bool mu_type_is_number(const mu_type *t)
{
  return t->kind == MU_RANGE || t->kind == MU_BITS || t->kind == MU_INTEGER;
}

/* --- parts ---------------------------------------------------------------------------------------- */

typedef struct {
  mu_leaf_fn leaf;
  void *context;
} leaf_walk;

static void visit_leaves(const leaf_walk *w, const mu_type *t, const mu_type *owner, uint32_t start, uint32_t offset)
{
  if (t->kind == MU_RECORD)
    for (uint32_t i = 0; i < t->n; i++) visit_leaves(w, t->fields[i].type, t, offset, offset + t->fields[i].offset);
  else if (t->kind == MU_ARRAY)
    for (uint32_t i = 0; i < t->n; i++) visit_leaves(w, t->element, owner, start, offset + i * t->element->width);
  else
    w->leaf(w->context, owner, offset - start, t, offset);
}

void mu_type_leaves(const mu_type *t, mu_leaf_fn leaf, void *context)
{
  visit_leaves(&(leaf_walk){leaf, context}, t, NULL, 0, 0);
}

/* --- domains --------------------------------------------------------------------------------------- */

/* The numbers up to `high`, from the least significant bit up. */
static hd_bdd at_most(const uint32_t *bits, uint32_t width, uint32_t high)
{
  hd_bdd r = HD_BDD_TRUE;
  for (uint32_t i = 0; i < width; i++) {
    hd_bdd bit = hd_bdd_var(bits[width - 1 - i]);
    r = high >> i & 1 ? hd_bdd_or(hd_bdd_not(bit), r) : hd_bdd_and(hd_bdd_not(bit), r);
  }
  return r;
}

typedef struct {
  const uint32_t *bits;
  hd_bdd domain;
} domain_walk;

static void leaf_domain(void *context, const mu_type *owner, uint32_t inside, const mu_type *leaf, uint32_t offset)
{
  (void)owner, (void)inside;
  domain_walk *w = context;
  const uint32_t *bits = w->bits + offset;
  if (leaf->width < 32 && leaf->high + UINT64_C(1) < UINT64_C(1) << leaf->width)
    w->domain = hd_bdd_and(w->domain, at_most(bits, leaf->width, leaf->high));
  if (leaf->low > 0) w->domain = hd_bdd_and(w->domain, hd_bdd_not(at_most(bits, leaf->width, leaf->low - 1)));
}

hd_bdd mu_type_domain(const mu_type *t, const uint32_t *bits)
{
  domain_walk w = {bits, HD_BDD_TRUE};
  hd_bdd_scope s = hd_bdd_open();
  mu_type_leaves(t, leaf_domain, &w);
  return hd_bdd_close_with(s, w.domain);
}

/* --- values ------------------------------------------------------------------------------------------ */

static void print_leaf(FILE *out, const mu_type *t, const bool *bits)
{
  uint32_t value = 0;
  for (uint32_t i = 0; i < t->width; i++) value = value << 1 | bits[i];
  if (t->kind == MU_ENUM && value < t->n)
    fputs(t->names[value], out);
  else if (t->kind == MU_BOOL)
    fputs(value ? "1" : "0", out);
  else
    fprintf(out, "%u", value);
}

void mu_type_print_value(FILE *out, const mu_type *t, const bool *bits)
{
  if (t->kind != MU_RECORD && t->kind != MU_ARRAY) {
    print_leaf(out, t, bits);
    return;
  }
  bool record = t->kind == MU_RECORD;
  fputs(record ? "{" : "[", out);
  for (uint32_t i = 0; i < t->n; i++) {
    if (i > 0) fputs(" ", out);
    if (record) fprintf(out, "%s=", t->fields[i].name);
    const mu_type *part = record ? t->fields[i].type : t->element;
    mu_type_print_value(out, part, bits + (record ? t->fields[i].offset : i * part->width));
  }
  fputs(record ? "}" : "]", out);
}
