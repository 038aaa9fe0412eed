/* names.c - chooses the shortest path from a variable of the source to a piece of memory. */
#include "report/names.h"

#include <ctype.h>
#include <inttypes.h>

#include "program/text.h"

/* The value of an object's `alive` while it is allocated. */
enum { ALIVE = 1 };

struct hd_namer {
  const hd_program *p;
  hd_arena *arena;
  const hd_slot **slots; /* by variable: the part of an object that it holds; NULL: of none */
  uint32_t *owners;      /* by variable: that object */
  hd_u32s pointers;      /* variables of the user that hold an address each, but not in the heap */
  hd_u32s links;         /* those in the heap, which hold one or several */
  uint32_t **blocks;     /* by object: its copies' numbers, 0 where none was given; NULL: not of the heap */
  uint32_t *allocates;   /* by variable: the object whose being alive it says, or HD_NONE */
  uint32_t n_blocks;
};

/* --- what is where ------------------------------------------------------------------------------------ */

static void find_homes(hd_namer *n)
{
  for (uint32_t i = 0; i < n->p->objects.len; i++) {
    const hd_object_info *o = &n->p->objects.data[i];
    for (uint32_t k = 0; k < o->n_slots; k++) {
      if (o->slots[k].var.id == HD_NONE) continue;
      n->slots[o->slots[k].var.id] = &o->slots[k];
      n->owners[o->slots[k].var.id] = i;
    }
    if (o->kind != HD_OBJ_HEAP) continue;
    n->blocks[i] = hd_arena_alloc(n->arena, (size_t)o->copies * sizeof **n->blocks);
    memset(n->blocks[i], 0, (size_t)o->copies * sizeof **n->blocks);
    if (o->alive.id != HD_NONE) n->allocates[o->alive.id] = i;
  }
}

static bool is_of_heap(const hd_namer *n, hd_var v)
{
  return n->slots[v.id] && n->p->objects.data[n->owners[v.id]].kind == HD_OBJ_HEAP;
}

static void find_pointers(hd_namer *n)
{
  for (uint32_t i = 0; i < n->p->vars.len; i++) {
    const hd_var_info *v = &n->p->vars.data[i];
    if (v->role != HD_ROLE_USER || v->show != HD_SHOW_POINTER) continue;
    if (is_of_heap(n, (hd_var){i}))
      hd_vec_push(&n->links, i);
    else if (!v->count)
      hd_vec_push(&n->pointers, i);
  }
}

hd_namer *hd_namer_new(const hd_program *p, hd_arena *arena)
{
  hd_namer *n = hd_alloc(1, sizeof *n);
  *n = (hd_namer){.p = p, .arena = arena};
  n->slots = hd_alloc((size_t)p->vars.len + 1, sizeof *n->slots);
  n->owners = hd_alloc((size_t)p->vars.len + 1, sizeof *n->owners);
  n->allocates = hd_alloc((size_t)p->vars.len + 1, sizeof *n->allocates);
  memset(n->allocates, 0xff, ((size_t)p->vars.len + 1) * sizeof *n->allocates);
  n->blocks = hd_alloc((size_t)p->objects.len + 1, sizeof *n->blocks);
  find_homes(n);
  find_pointers(n);
  return n;
}

void hd_namer_free(hd_namer *n)
{
  if (!n) return;
  free(n->slots);
  free(n->owners);
  free(n->allocates);
  free(n->blocks);
  hd_vec_clear(&n->pointers);
  hd_vec_clear(&n->links);
  free(n);
}

hd_arena *hd_namer_arena(const hd_namer *n)
{
  return n->arena;
}

void hd_namer_note(hd_namer *n, const hd_event *e)
{
  uint32_t object = n->allocates[e->var.id];
  bool begins = object != HD_NONE && e->write && e->value == ALIVE && e->before != ALIVE;
  if (begins && e->index < n->p->objects.data[object].copies) n->blocks[object][e->index] = ++n->n_blocks;
}

bool hd_namer_is_life(const hd_namer *n, hd_var var)
{
  return n->allocates[var.id] != HD_NONE;
}

const char *hd_namer_life(hd_namer *n, const hd_event *e)
{
  uint32_t object = n->allocates[e->var.id];
  const char *block = hd_namer_object(n, object, e->index);
  if (e->value != ALIVE) return hd_arena_printf(n->arena, "frees %s", block);
  return hd_arena_printf(n->arena, "allocates %s (%" PRIu64 " bytes)", block, n->p->objects.data[object].size);
}

bool hd_namer_is_global(const hd_namer *n, hd_var var)
{
  if (hd_var_get(n->p, var)->thread.id != HD_NONE || hd_var_get(n->p, var)->any) return false;
  return !n->slots[var.id] || n->p->objects.data[n->owners[var.id]].kind == HD_OBJ_GLOBAL;
}

bool hd_namer_is_undefined(const hd_namer *n, hd_var var)
{
  if (!hd_var_get(n->p, var)->any || !n->slots[var.id]) return false;
  hd_object_kind kind = n->p->objects.data[n->owners[var.id]].kind;
  return kind == HD_OBJ_HEAP || kind == HD_OBJ_LOCAL;
}

uint32_t hd_namer_find(const hd_namer *n, uint64_t address, uint64_t room, uint64_t *copy, uint64_t *offset)
{
  uint32_t best = HD_NONE;
  for (uint32_t i = 0; i < n->p->objects.len && address; i++) {
    const hd_object_info *o = &n->p->objects.data[i];
    if (address < o->base) continue;
    uint64_t distance = address - o->base, nth = o->stride ? distance / o->stride : 0;
    if (nth >= o->copies) nth = o->copies - 1; /* perhaps behind the end of the last */
    uint64_t inside = distance - nth * o->stride, past = inside < o->size ? 0 : inside - o->size;
    if (past > room || (best != HD_NONE && past > *offset - n->p->objects.data[best].size)) continue;
    best = i;
    *copy = nth;
    *offset = inside;
    if (inside < o->size) return i;
  }
  return best;
}

/* --- words ------------------------------------------------------------------------------------------------ */

typedef struct {
  FILE *out;
  char *text;
  size_t size;
} words;

static FILE *begin_words(words *w)
{
  *w = (words){0};
  w->out = open_memstream(&w->text, &w->size);
  if (!w->out) hd_out_of_memory();
  return w->out;
}

static const char *end_words(words *w, hd_arena *arena)
{
  fclose(w->out);
  const char *kept = hd_arena_strdup(arena, w->text);
  free(w->text);
  return kept;
}

const char *hd_namer_object(hd_namer *n, uint32_t object, uint64_t copy)
{
  const hd_object_info *o = &n->p->objects.data[object];
  if (!n->blocks[object] || copy >= o->copies) return o->name;
  uint32_t *number = &n->blocks[object][copy];
  if (!*number) *number = ++n->n_blocks;
  return hd_arena_printf(n->arena, "block %u", *number);
}

bool hd_namer_is_literal(const hd_namer *n, hd_var var)
{
  return n->slots[var.id] && n->p->objects.data[n->owners[var.id]].kind == HD_OBJ_STRING;
}

/* `"ping"`: what the text says, or how it begins. */
static void print_literal(FILE *out, const hd_object_info *o, uint64_t offset)
{
  enum { MOST = 24 };
  uint64_t end = offset;
  while (end < o->size && o->init[end] && end - offset < MOST) end++;
  fputc('"', out);
  for (uint64_t i = offset; i < end; i++) {
    if (isprint(o->init[i]))
      fputc(o->init[i], out);
    else
      fprintf(out, o->init[i] == '\n' ? "\\n" : "\\x%02x", o->init[i]);
  }
  fputs(end < o->size && o->init[end] ? "...\"" : "\"", out);
}

static bool is_literal(const hd_namer *n, uint32_t object)
{
  return object != HD_NONE && n->p->objects.data[object].kind == HD_OBJ_STRING && n->p->objects.data[object].init;
}

const char *hd_namer_value(hd_namer *n, hd_var var, uint64_t value)
{
  words w;
  uint64_t copy = 0, offset = 0;
  bool pointer = hd_var_get(n->p, var)->show == HD_SHOW_POINTER;
  uint32_t object = pointer ? hd_namer_find(n, value, 0, &copy, &offset) : HD_NONE;
  FILE *out = begin_words(&w);
  if (is_literal(n, object)) {
    print_literal(out, &n->p->objects.data[object], offset);
  } else if (object == HD_NONE || !n->blocks[object]) {
    hd_program_print_value(out, n->p, var, value);
  } else {
    fprintf(out, "%s%s", offset ? "&" : "", hd_namer_object(n, object, copy));
    if (offset) hd_program_print_offset(out, &n->p->objects.data[object], offset);
  }
  return end_words(&w, n->arena);
}

/* `.items[2].key` of the element. */
static const char *part_of(hd_namer *n, const hd_slot *slot, uint64_t index)
{
  words w;
  hd_program_print_part(begin_words(&w), slot, index);
  return end_words(&w, n->arena);
}

static const char *program_target(hd_namer *n, hd_var var, uint64_t index)
{
  words w;
  hd_program_print_target(begin_words(&w), n->p, var, index);
  return end_words(&w, n->arena);
}

const char *hd_namer_plain(hd_namer *n, hd_var var, uint64_t index)
{
  const hd_slot *slot = n->slots[var.id];
  if (!slot || !is_of_heap(n, var)) return program_target(n, var, index);
  const char *block = hd_namer_object(n, n->owners[var.id], hd_slot_copy(slot, index));
  return hd_arena_printf(n->arena, "%s%s", block, part_of(n, slot, index));
}

/* `f::i#2[3]` in f is `i[3]`: the number only tells the copies of an inlined function apart. */
static const char *name_inside(hd_namer *n, const char *target, const char *function)
{
  size_t length = function ? strlen(function) : 0;
  if (!length || strncmp(target, function, length) != 0 || strncmp(target + length, "::", 2) != 0) return target;
  const char *name = target + length + 2, *number = name + strcspn(name, "#[.");
  if (*number != '#') return name;
  const char *rest = number + 1 + strspn(number + 1, "0123456789");
  return hd_arena_printf(n->arena, "%.*s%s", (int)(number - name), name, rest);
}

/* --- through a pointer ---------------------------------------------------------------------------------------- */

/* Does the text say the name, as a word? */
static const char *find_word(const char *text, const char *name)
{
  size_t length = strlen(name);
  for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
    bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
    if (begins && !isalnum((unsigned char)at[length]) && at[length] != '_') return at;
  }
  return NULL;
}

/* The element of the slot as it is called through a pointer `distance` bytes into its object; NULL: there is none. */
static const char *through(hd_namer *n, const char *pointer, const hd_slot *slot, uint64_t index, uint64_t distance,
                           bool bracket)
{
  uint64_t inner = 1, stride = slot->n_dims ? slot->dims[0].stride : 0, moved = stride ? distance / stride : 0;
  for (unsigned i = 1; i < slot->n_dims; i++) inner *= slot->dims[i].count;
  bool array = slot->name[0] == '[' || (!slot->name[0] && slot->n_dims);
  if (distance && (!array || !stride || distance % stride)) return NULL;
  if (moved > (index / inner) % (slot->n_dims ? slot->dims[0].count : 1)) return NULL;
  const char *part = part_of(n, slot, index - moved * inner);
  if (!*part) return hd_arena_printf(n->arena, "*%s", pointer);
  if (*part == '.') return hd_arena_printf(n->arena, "%s->%s", pointer, part + 1);
  if (*part != '[') return NULL;
  const char *rest = strchr(part, ']') + 1;
  bool first = strncmp(part, "[0]", 3) == 0 && !bracket;
  if (first && !*rest) return hd_arena_printf(n->arena, "*%s", pointer);
  if (first && *rest == '.') return hd_arena_printf(n->arena, "%s->%s", pointer, rest + 1);
  return hd_arena_printf(n->arena, "%s%s", pointer, part);
}

/* An element of the heap that is to be named, and the best name so far. */
typedef struct {
  const hd_state *state;
  const hd_viewpoint *view;
  const hd_slot *slot;
  uint64_t index, start, size; /* of the element; of its block */
  const char *best;
  unsigned nearest;
} naming;

static naming naming_of(hd_namer *n, const hd_state *s, const hd_viewpoint *view, hd_var var, uint64_t index)
{
  const hd_object_info *o = &n->p->objects.data[n->owners[var.id]];
  const hd_slot *slot = n->slots[var.id];
  return (naming){s, view, slot, index, o->base + hd_slot_copy(slot, index) * o->stride, o->size, NULL, 0};
}

static bool points_into(const naming *x, uint64_t address)
{
  return address >= x->start && address - x->start < x->size;
}

/* Does the pointer lead there under a name that is nearer to what the line says? */
static void try_pointer(hd_namer *n, naming *x, const char *pointer, uint64_t address, unsigned near, bool said_only)
{
  const char *said = find_word(x->view->text, pointer);
  const char *name = through(n, pointer, x->slot, x->index, address - x->start, said && said[strlen(pointer)] == '[');
  if (!name || (said_only && !find_word(x->view->text, name))) return;
  if (said) near += 4;
  if (near <= x->nearest) return;
  x->best = name;
  x->nearest = near;
}

/* Locals of the function itself, then globals. Those of its callers, which may be a parameter under another name, only
 * where the line says the whole name. */
static void try_variables(hd_namer *n, naming *x)
{
  for (uint32_t i = 0; i < n->pointers.len; i++) {
    hd_var pointer = {n->pointers.data[i]};
    const hd_var_info *v = hd_var_get(n->p, pointer);
    if (v->thread.id != HD_NONE && v->thread.id != x->view->who.thread.id) continue;
    uint64_t address = hd_state_read(x->state, pointer, x->view->who.instance, 0);
    if (!points_into(x, address)) continue;
    const char *full = program_target(n, pointer, 0), *scope = strstr(full, "::");
    const char *name = name_inside(n, full, x->view->function);
    bool foreign = scope && name == full;
    if (foreign) name = name_inside(n, full, hd_arena_strndup(n->arena, full, (size_t)(scope - full)));
    try_pointer(n, x, name, address, foreign ? 1 : scope ? 3 : 2, foreign);
  }
}

/* Through a pointer in the heap that has a name itself: `r->data[2]`. */
static void try_links(hd_namer *n, naming *x)
{
  for (uint32_t i = 0; i < n->links.len; i++) {
    hd_var link = {n->links.data[i]};
    for (uint32_t k = 0; k < hd_var_elements(hd_var_get(n->p, link)); k++) {
      uint64_t address = hd_state_read(x->state, link, x->view->who.instance, k);
      if (!points_into(x, address)) continue;
      naming holder = naming_of(n, x->state, x->view, link, k);
      if (holder.start == x->start) continue;
      try_variables(n, &holder);
      if (holder.best && find_word(x->view->text, holder.best)) try_pointer(n, x, holder.best, address, 0, false);
    }
  }
}

static const char *target_in_heap(hd_namer *n, const hd_state *s, const hd_viewpoint *view, hd_var var, uint64_t index)
{
  naming x = naming_of(n, s, view, var, index);
  try_variables(n, &x);
  if (!x.best) try_links(n, &x);
  return x.best;
}

const char *hd_namer_target(hd_namer *n, const hd_state *s, const hd_viewpoint *view, hd_var var, uint64_t index)
{
  const char *text = is_of_heap(n, var) ? target_in_heap(n, s, view, var, index) : NULL;
  return text ? text : name_inside(n, hd_namer_plain(n, var, index), view->function);
}
