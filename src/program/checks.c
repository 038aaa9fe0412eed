#include "program/checks.h"

static bool is_same_check(const hd_check_info *a, const hd_check_info *b)
{
  bool same_text = a->text && b->text ? strcmp(a->text, b->text) == 0 : a->text == b->text;
  return same_text && a->kind == b->kind && a->pos.file == b->pos.file && a->pos.line == b->pos.line &&
         a->pos.column == b->pos.column;
}

static uint64_t hash_check(const hd_check_info *c)
{
  uint32_t parts[] = {(uint32_t)c->kind, c->pos.file, c->pos.line, c->pos.column};
  uint64_t hash = hd_hash_bytes(parts, sizeof parts, 0);
  return c->text ? hd_hash_bytes(c->text, strlen(c->text), hash) : hash;
}

/* Different checks with one hash follow each other. */
static hd_check intern_check(hd_checks *checks, hd_map *known, hd_check_info info)
{
  uint64_t key = hash_check(&info);
  for (uint64_t *at; (at = hd_map_find(known, key)); key++)
    if (is_same_check(&checks->list.data[*at], &info)) return (hd_check){(uint32_t)*at};
  hd_map_put(known, key, checks->list.len);
  hd_vec_push(&checks->list, info);
  return (hd_check){checks->list.len - 1};
}

hd_checks *hd_checks_new(const hd_program *p)
{
  hd_checks *checks = hd_alloc(1, sizeof *checks);
  hd_map known = {0};
  checks->of_edge = hd_alloc((size_t)p->edges.len + 1, sizeof *checks->of_edge);
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    checks->of_edge[i].id = HD_NONE;
    if (e->kind != HD_EDGE_ASSERT) continue;
    checks->of_edge[i] =
        intern_check(checks, &known, (hd_check_info){.kind = e->check, .pos = e->pos, .text = e->label});
    checks->list.data[checks->of_edge[i].id].n_edges++;
  }
  hd_map_clear(&known);
  return checks;
}

void hd_checks_free(hd_checks *checks)
{
  if (!checks) return;
  hd_vec_clear(&checks->list);
  free(checks->of_edge);
  free(checks);
}
