/* program.c - adding to a program, names, and its index of edges by location. */
#include "program/program.h"

/* Name spaces inside p->names: the key is the name's number in p->texts, tagged by who
 * bears the name; the value is the bearer's id. NEXT tags the next number to try when a
 * name is taken again, so that a thousand equal names cost no thousand attempts each. */
enum { OF_VAR, OF_THREAD, OF_OBJECT, OF_FILE, OF_COUNT };

static uint64_t name_key(uint32_t text, unsigned kind)
{
  return (uint64_t)kind << 32 | text;
}

static uint64_t next_key(uint32_t text, unsigned kind)
{
  return (uint64_t)(kind + OF_COUNT) << 32 | text;
}

static hd_program *new_over(hd_terms *terms)
{
  hd_program *p = hd_alloc(1, sizeof *p);
  hd_arena_init(&p->arena);
  hd_strings_init(&p->texts);
  p->terms = terms;
  p->pointer_width = 64;
  p->little_endian = true;
  return p;
}

hd_program *hd_program_new(void)
{
  return new_over(hd_terms_new());
}

void hd_program_free(hd_program *p)
{
  if (!p) return;
  hd_program_unindex(p);
  hd_vec_clear(&p->vars);
  hd_vec_clear(&p->locs);
  hd_vec_clear(&p->edges);
  hd_vec_clear(&p->threads);
  hd_vec_clear(&p->objects);
  hd_vec_clear(&p->files);
  hd_vec_clear(&p->frames);
  hd_map_clear(&p->names);
  hd_strings_clear(&p->texts);
  if (!p->shares_terms) hd_terms_free(p->terms);
  hd_arena_clear(&p->arena);
  free(p);
}

const char *hd_program_text(hd_program *p, const char *text)
{
  return text ? hd_strings_get(&p->texts, hd_strings_add(&p->texts, text)) : NULL;
}

static uint32_t find_name(const hd_program *p, unsigned kind, const char *name)
{
  uint32_t text = hd_strings_find(&p->texts, name);
  return text == HD_NONE ? HD_NONE : (uint32_t)hd_map_get_or(&p->names, name_key(text, kind), HD_NONE);
}

/* Gives the name, or a variation of it that is not taken, to the bearer `id`. */
static const char *claim_name(hd_program *p, unsigned kind, const char *name, uint32_t id)
{
  uint32_t wanted = hd_strings_add(&p->texts, name), text = wanted;
  uint64_t number = hd_map_get_or(&p->names, next_key(wanted, kind), 2);
  while (hd_map_find(&p->names, name_key(text, kind))) {
    text = hd_strings_add(&p->texts, hd_arena_printf(&p->arena, "%s#%llu", name, (unsigned long long)number++));
  }
  if (text != wanted) hd_map_put(&p->names, next_key(wanted, kind), number);
  hd_map_put(&p->names, name_key(text, kind), id);
  return hd_strings_get(&p->texts, text);
}

static void note_name(hd_program *p, unsigned kind, const char *name, uint32_t id)
{
  hd_map_put(&p->names, name_key(hd_strings_add(&p->texts, name), kind), id);
}

void hd_program_rename(hd_program *p)
{
  hd_map_clear(&p->names);
  for (uint32_t i = 0; i < p->vars.len; i++) note_name(p, OF_VAR, p->vars.data[i].name, i);
  for (uint32_t i = 0; i < p->threads.len; i++) note_name(p, OF_THREAD, p->threads.data[i].name, i);
  for (uint32_t i = 0; i < p->objects.len; i++) note_name(p, OF_OBJECT, p->objects.data[i].name, i);
  for (uint32_t i = 0; i < p->files.len; i++) note_name(p, OF_FILE, p->files.data[i], i);
}

hd_var hd_program_find_var(const hd_program *p, const char *name)
{
  return (hd_var){find_name(p, OF_VAR, name)};
}

hd_thread hd_program_find_thread(const hd_program *p, const char *name)
{
  return (hd_thread){find_name(p, OF_THREAD, name)};
}

hd_var hd_program_add_var(hd_program *p, hd_var_info info)
{
  hd_var v = {p->vars.len};
  info.name = claim_name(p, OF_VAR, info.name ? info.name : "", v.id);
  if (info.init) info.init = hd_arena_copy(&p->arena, info.init, (size_t)hd_var_elements(&info) * sizeof *info.init);
  hd_vec_push(&p->vars, info);
  return v;
}

hd_loc hd_program_add_loc(hd_program *p, hd_loc_info info)
{
  hd_loc l = {p->locs.len};
  info.reason = hd_program_text(p, info.reason);
  hd_vec_push(&p->locs, info);
  hd_program_unindex(p);
  return l;
}

hd_edge hd_program_add_edge(hd_program *p, hd_edge_info info)
{
  hd_edge e = {p->edges.len};
  info.assigns = info.n_assigns ? hd_arena_copy(&p->arena, info.assigns, info.n_assigns * sizeof *info.assigns) : NULL;
  info.label = hd_program_text(p, info.label);
  hd_vec_push(&p->edges, info);
  hd_program_unindex(p);
  return e;
}

hd_thread hd_program_add_thread(hd_program *p, hd_thread_info info)
{
  hd_thread t = {p->threads.len};
  info.name = claim_name(p, OF_THREAD, info.name ? info.name : "", t.id);
  hd_vec_push(&p->threads, info);
  return t;
}

hd_object hd_program_add_object(hd_program *p, hd_object_info info)
{
  hd_object o = {p->objects.len};
  info.name = claim_name(p, OF_OBJECT, info.name ? info.name : "", o.id);
  info.slots = info.n_slots ? hd_arena_copy(&p->arena, info.slots, info.n_slots * sizeof *info.slots) : NULL;
  for (uint32_t i = 0; i < info.n_slots; i++)
    info.slots[i].name = hd_program_text(p, info.slots[i].name ? info.slots[i].name : "");
  if (info.init) info.init = hd_arena_copy(&p->arena, info.init, info.size);
  info.address = info.extent = HD_NO_VAR;
  hd_vec_push(&p->objects, info);
  return o;
}

uint32_t hd_program_add_file(hd_program *p, const char *path)
{
  uint32_t text = hd_strings_add(&p->texts, path);
  const uint64_t *known = hd_map_find(&p->names, name_key(text, OF_FILE));
  if (known) return (uint32_t)*known;
  hd_map_put(&p->names, name_key(text, OF_FILE), p->files.len);
  hd_vec_push(&p->files, hd_strings_get(&p->texts, text));
  return p->files.len - 1;
}

uint32_t hd_program_add_frame(hd_program *p, hd_frame frame)
{
  frame.function = hd_program_text(p, frame.function ? frame.function : "");
  hd_vec_push(&p->frames, frame);
  return p->frames.len - 1;
}

hd_term hd_program_var_term(hd_program *p, hd_var v)
{
  const hd_var_info *info = hd_var_get(p, v);
  hd_sort sort = info->count ? HD_ARRAY(32, info->sort.width) : info->sort;
  return hd_term_var(p->terms, sort, v.id);
}

hd_term hd_program_element(hd_program *p, hd_var v, hd_term index)
{
  HD_CHECK(hd_var_get(p, v)->count);
  return hd_term_2(p->terms, HD_OP_SELECT, hd_program_var_term(p, v), index);
}

uint64_t hd_var_init(const hd_program *p, hd_var v, uint32_t index)
{
  const hd_var_info *info = hd_var_get(p, v);
  HD_CHECK(index < hd_var_elements(info));
  return info->init ? info->init[index] : 0;
}

void hd_program_unindex(hd_program *p)
{
  free(p->out_first);
  free(p->out_edges);
  p->out_first = p->out_edges = NULL;
}

/* Counting sort by source location, so that edges keep their order. */
void hd_program_index(hd_program *p)
{
  if (p->out_first) return;
  uint32_t n = p->locs.len;
  p->out_first = hd_alloc((size_t)n + 2, sizeof *p->out_first);
  p->out_edges = hd_alloc(p->edges.len, sizeof *p->out_edges);
  for (uint32_t i = 0; i < p->edges.len; i++) p->out_first[p->edges.data[i].from.id + 2]++;
  for (uint32_t i = 2; i < n + 2; i++) p->out_first[i] += p->out_first[i - 1];
  for (uint32_t i = 0; i < p->edges.len; i++) p->out_edges[p->out_first[p->edges.data[i].from.id + 1]++] = i;
}

hd_place hd_program_place(const hd_program *p, hd_pos pos)
{
  if (pos.file >= p->files.len) return (hd_place){0};
  return (hd_place){.file = p->files.data[pos.file], .line = pos.line, .column = pos.column};
}

hd_edge hd_program_import_edge(hd_program *q, const hd_program *p, hd_edge_info e, const hd_rewrite *leaf, hd_term *map)
{
  hd_edge own = hd_program_add_edge(q, e);
  hd_edge_info *f = hd_edge_get(q, own);
  f->guard = hd_term_import(q->terms, p->terms, e.guard, leaf, map);
  f->cond = hd_term_import(q->terms, p->terms, e.cond, leaf, map);
  f->doubt = hd_term_import(q->terms, p->terms, e.doubt, leaf, map);
  for (uint32_t i = 0; i < e.n_assigns; i++) {
    f->assigns[i].index = hd_term_import(q->terms, p->terms, e.assigns[i].index, leaf, map);
    f->assigns[i].value = hd_term_import(q->terms, p->terms, e.assigns[i].value, leaf, map);
  }
  return own;
}

static hd_program *surroundings(hd_program *q, const hd_program *p)
{
  q->raw = p->raw;
  q->pointer_width = p->pointer_width;
  q->little_endian = p->little_endian;
  for (uint32_t i = 0; i < p->files.len; i++) hd_program_add_file(q, p->files.data[i]);
  for (uint32_t i = 0; i < p->frames.len; i++) hd_program_add_frame(q, p->frames.data[i]);
  return q;
}

hd_program *hd_program_new_like(const hd_program *p)
{
  return surroundings(hd_program_new(), p);
}

hd_program *hd_program_beside(hd_program *p)
{
  hd_program *q = surroundings(new_over(p->terms), p);
  q->shares_terms = true;
  for (uint32_t i = 0; i < p->vars.len; i++) {
    hd_var_info v = p->vars.data[i];
    v.thread = HD_NO_THREAD;
    hd_program_add_var(q, v);
  }
  return q;
}

hd_program *hd_program_clone(const hd_program *p)
{
  hd_program *q = hd_program_new_like(p);
  for (uint32_t i = 0; i < p->threads.len; i++) hd_program_add_thread(q, p->threads.data[i]);
  for (uint32_t i = 0; i < p->vars.len; i++) hd_program_add_var(q, p->vars.data[i]);
  for (uint32_t i = 0; i < p->objects.len; i++)
    hd_object_get(q, hd_program_add_object(q, p->objects.data[i]))->extent = p->objects.data[i].extent;
  for (uint32_t i = 0; i < p->locs.len; i++) hd_program_add_loc(q, p->locs.data[i]);
  hd_term *map = hd_alloc((size_t)hd_terms_count(p->terms) + 1, sizeof *map);
  for (uint32_t i = 0; i < p->edges.len; i++) hd_program_import_edge(q, p, p->edges.data[i], NULL, map);
  free(map);
  return q;
}
