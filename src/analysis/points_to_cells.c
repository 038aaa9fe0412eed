/* points_to_cells.c - the contents of memory during the points-to analysis: reading and writing its cells. */
#include "analysis/layout_fit.h"
#include "analysis/points_to_state.h"

/* The flags of a value that is a part of a pointer, `bytes` long. */
static uint8_t part_flags(uint32_t bytes)
{
  return bytes < 4 ? HD_FROM_PARTS | HD_FROM_BYTES : HD_FROM_PARTS;
}

/* --- initial contents ----------------------------------------------------------------- */

static uint64_t load_bytes(const hd_program *p, const uint8_t *bytes, uint32_t n)
{
  uint64_t value = 0;
  for (uint32_t i = 0; i < n; i++) value |= (uint64_t)bytes[p->little_endian ? i : n - 1 - i] << (8 * i);
  return value;
}

static void add_element(hd_points_to *pt, hd_target_set *set, const hd_object_info *o, uint64_t offset, uint32_t bytes)
{
  unsigned word = pt->p->pointer_width / 8;
  if (offset + bytes > o->size) return;
  hd_target_set_add(set, hd_points_to_constant(pt, load_bytes(pt->p, o->init + offset, bytes), 8 * bytes));
  if (bytes == word) return;
  /* A part of an address is derived from that address, so it keeps the object as a weak target. */
  for (uint64_t at = offset - offset % word; at < offset + bytes; at += word) {
    if (at + word > o->size) break;
    hd_target whole = hd_points_to_constant(pt, load_bytes(pt->p, o->init + at, word), 8 * word);
    if (!hd_target_is_address(pt->p, &whole)) continue;
    hd_target_set_add(set, hd_target_weak(whole.object));
    set->flags |= part_flags(bytes);
  }
}

static void add_elements(hd_points_to *pt, hd_target_set *set, const hd_object_info *o, const hd_slot *s)
{
  uint32_t at[HD_MAX_DIMS] = {0};
  for (;;) {
    uint64_t offset = s->offset;
    for (unsigned d = 0; d < s->n_dims; d++) offset += at[d] * s->dims[d].stride;
    add_element(pt, set, o, offset, hd_slot_bytes(s));
    unsigned d = s->n_dims;
    while (d > 0 && ++at[d - 1] == s->dims[d - 1].count) at[--d] = 0;
    if (!d) return;
  }
}

static hd_pointees initial_targets(hd_points_to *pt, const hd_object_info *o, const hd_slot *s)
{
  hd_target_set set = {0};
  if (o->any) {
    set.flags = HD_FROM_UNDEFINED;
    hd_target_set_add(&set, hd_target_number(0, 1));
  } else if (o->init) {
    add_elements(pt, &set, o, s);
  } else {
    hd_target_set_add(&set, hd_target_number(0, 0));
  }
  hd_pointees v = hd_target_set_take(&set, &pt->arena);
  hd_vec_clear(&set.targets);
  return v;
}

/* The initial contents of those parts of the object that no slot covers: numbers, and pieces of the addresses that are
 * stored there. */
static hd_pointees initial_pieces(hd_points_to *pt, const hd_object_info *o)
{
  hd_target_set set = {0};
  uint32_t word = pt->p->pointer_width / 8;
  hd_target_set_add(&set, hd_target_number(0, 1));
  if (o->any) set.flags = HD_FROM_UNDEFINED;
  for (uint64_t at = 0; o->init && at + word <= o->size; at += 4) {
    hd_target t = hd_points_to_constant(pt, load_bytes(pt->p, o->init + at, word), 8 * word);
    if (!hd_target_is_address(pt->p, &t)) continue;
    hd_target_set_add(&set, hd_target_weak(t.object));
    set.flags |= HD_FROM_PARTS;
  }
  hd_pointees v = hd_target_set_take(&set, &pt->arena);
  hd_vec_clear(&set.targets);
  return v;
}

static void add_cell(hd_points_to *pt, uint32_t object, hd_slot slot)
{
  hd_points_cell cell = {.slot = slot, .id = pt->n_cells++};
  cell.holds = initial_targets(pt, &pt->p->objects.data[object], &slot);
  hd_vec_push(&pt->objects[object].cells, cell);
}

void hd_cells_init(hd_points_to *pt)
{
  hd_program *p = pt->p;
  pt->objects = hd_alloc(p->objects.len, sizeof *pt->objects);
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    pt->objects[i].hole.id = pt->n_cells++;
    if (!hd_object_has_data(o)) continue;
    pt->objects[i].hole.holds = initial_pieces(pt, o);
    for (uint32_t s = 0; s < o->n_slots; s++) add_cell(pt, i, o->slots[s]);
  }
}

void hd_cells_clear(hd_points_to *pt)
{
  for (uint32_t i = 0; i < pt->p->objects.len; i++) {
    hd_points_cells *m = &pt->objects[i];
    for (uint32_t c = 0; c < m->cells.len; c++) hd_vec_clear(&m->cells.data[c].readers);
    hd_vec_clear(&m->cells);
    hd_vec_clear(&m->hole.readers);
    hd_vec_clear(&m->users);
  }
  free(pt->objects);
}

/* --- growing -------------------------------------------------------------------------- */

bool hd_pointees_grow(hd_points_to *pt, hd_pointees *held, hd_pointees more)
{
  if (hd_pointees_cover(*held, more)) return false;
  hd_target_set set = {0};
  hd_target_set_join(&set, *held);
  hd_target_set_join(&set, more);
  *held = hd_target_set_take(&set, &pt->arena);
  hd_vec_clear(&set.targets);
  return true;
}

/* Adds the current constraint to a list, once. */
static void enlist(hd_points_to *pt, hd_u32s *list, uint32_t owner)
{
  if (pt->current == HD_NONE) return;
  uint64_t key = (uint64_t)owner << 32 | pt->current;
  if (hd_map_find(&pt->registered, key)) return;
  hd_map_put(&pt->registered, key, 1);
  hd_vec_push(list, pt->current);
}

/* What is still known about a value that was written or read in parts. */
static void blur_parts(const hd_points_to *pt, hd_target_set *out, hd_pointees v, uint32_t bytes)
{
  hd_points_to_blur(out, v);
  for (uint32_t i = 0; i < v.n; i++)
    if (hd_target_is_address(pt->p, &v.targets[i])) out->flags |= part_flags(bytes);
}

static hd_pointees blurred(hd_points_to *pt, hd_pointees v)
{
  hd_target_set set = {0};
  blur_parts(pt, &set, v, 8);
  hd_pointees result = hd_target_set_take(&set, &pt->arena);
  hd_vec_clear(&set.targets);
  return result;
}

static void grow_cell(hd_points_to *pt, hd_points_cell *cell, hd_pointees value)
{
  if (hd_pointees_grow(pt, &cell->holds, value)) hd_points_to_enqueue(pt, &cell->readers);
}

/* --- which cells an access meets ------------------------------------------------------- */

/* A slot for an access that meets none: one element, or an array up to `end`. */
static hd_slot invented_slot(uint64_t offset, hd_span span, uint64_t end)
{
  hd_slot s = {
      .offset = offset, .width = (uint8_t)(8 * span.bytes), .show = HD_SHOW_SIGNED, .name = "", .var = HD_NO_VAR};
  if (!span.stride) return s;
  s.n_dims = 1;
  s.dims[0].stride = span.stride;
  s.dims[0].count = (uint32_t)((end - span.bytes - offset) / span.stride + 1);
  return s;
}

typedef struct {
  hd_points_to *pt;
  uint32_t object;
  hd_span span;
} meeting;

typedef void meet_fn(const meeting *m, hd_points_cell *cell, hd_fit fit, void *context);

static bool meet_home(const meeting *m, meet_fn *fn, void *context)
{
  hd_points_cells *memory = &m->pt->objects[m->object];
  for (uint32_t i = 0; i < memory->cells.len; i++) {
    if (!hd_slot_is_home(&memory->cells.data[i].slot, m->span)) continue;
    fn(m, &memory->cells.data[i], HD_FIT_EXACT, context);
    return true;
  }
  return false;
}

static void invent_cell(const meeting *m, hd_slot slot)
{
  hd_points_cells *memory = &m->pt->objects[m->object];
  add_cell(m->pt, m->object, slot);
  hd_points_cell *cell = &hd_vec_last(&memory->cells);
  cell->mixed = memory->hole.mixed;
  if (cell->mixed) hd_pointees_grow(m->pt, &cell->holds, memory->hole.holds);
  hd_points_to_enqueue(m->pt, &memory->users); /* their accesses may meet the new cell */
}

/* Invents an array that begins where no type has one, and that ends at the next cell. */
static bool invent_home(const meeting *m)
{
  const hd_points_cells *memory = &m->pt->objects[m->object];
  uint64_t end = m->pt->p->objects.data[m->object].size, began = m->span.began;
  if (!m->span.stride || m->span.stride < m->span.bytes || began > end - m->span.bytes) return false;
  if (began % m->span.stride != m->span.offset) return false;
  for (uint32_t i = 0; i < memory->cells.len; i++) {
    const hd_slot *s = &memory->cells.data[i].slot;
    if (s->offset >= began + m->span.bytes && s->offset < end)
      end = s->offset;
    else if (s->offset < began + m->span.bytes && hd_slot_end(s) > began)
      return false;
  }
  if (began + m->span.stride + m->span.bytes > end) return false; /* one element is no array */
  invent_cell(m, invented_slot(began, m->span, end));
  return true;
}

static void meet_cells(const meeting *m, meet_fn *fn, void *context)
{
  if (meet_home(m, fn, context) || (invent_home(m) && meet_home(m, fn, context))) return;
  hd_points_cells *memory = &m->pt->objects[m->object];
  const hd_object_info *o = &m->pt->p->objects.data[m->object];
  bool complete = false, any = false;
  for (uint32_t i = 0; i < memory->cells.len; i++) {
    hd_fit fit = hd_slot_fit(&memory->cells.data[i].slot, m->span);
    if (fit == HD_FIT_NONE) continue;
    any = true;
    if (fit == HD_FIT_EXACT)
      complete |= !m->span.stride || hd_slot_covers(&memory->cells.data[i].slot, o->size, m->span);
    fn(m, &memory->cells.data[i], fit, context);
  }
  if (!any && m->span.bytes <= 8 && (!m->span.stride || m->span.stride >= m->span.bytes)) {
    invent_cell(m, invented_slot(m->span.offset, m->span, o->size));
    fn(m, &hd_vec_last(&memory->cells), HD_FIT_EXACT, context);
  } else if (!complete) {
    fn(m, &memory->hole, HD_FIT_MIXED, context);
  }
}

/* Through a weak target only whole elements are accessed; anything else is unsupported. */
static void meet_anywhere(const meeting *m, meet_fn *fn, void *context)
{
  hd_points_cells *memory = &m->pt->objects[m->object];
  for (uint32_t i = 0; i < memory->cells.len; i++)
    if (hd_slot_bytes(&memory->cells.data[i].slot) == m->span.bytes)
      fn(m, &memory->cells.data[i], HD_FIT_EXACT, context);
  fn(m, &memory->hole, HD_FIT_MIXED, context);
}

/* Calls fn for every cell that an access of this width through the address may meet. */
static void meet_objects(hd_points_to *pt, hd_pointees address, unsigned width, meet_fn *fn, void *context)
{
  uint32_t bytes = (width + 7) / 8;
  for (uint32_t i = 0; i < address.n; i++) {
    const hd_target *t = &address.targets[i];
    if (hd_target_is_number(t) || !hd_object_has_data(&pt->p->objects.data[t->object])) continue;
    meeting m = {pt, t->object, {0, 1, bytes, HD_NO_HOME}};
    if (!t->weak && !hd_target_span(&pt->p->objects.data[t->object], t, bytes, &m.span)) continue;
    enlist(pt, &pt->objects[t->object].users, pt->objects[t->object].hole.id | UINT32_C(0x80000000));
    if (t->weak)
      meet_anywhere(&m, fn, context);
    else
      meet_cells(&m, fn, context);
  }
}

static void read_cell(const meeting *m, hd_points_cell *cell, hd_fit fit, void *context)
{
  enlist(m->pt, &cell->readers, cell->id);
  if (fit == HD_FIT_EXACT)
    hd_target_set_join(context, cell->holds);
  else
    blur_parts(m->pt, context, cell->holds, m->span.bytes);
}

void hd_cells_read(hd_points_to *pt, hd_target_set *out, hd_pointees address, unsigned width)
{
  meet_objects(pt, address, width, read_cell, out);
}

static void write_cell(const meeting *m, hd_points_cell *cell, hd_fit fit, void *context)
{
  const hd_pointees *value = context;
  if (fit == HD_FIT_MIXED && !cell->mixed) {
    cell->mixed = true;
    grow_cell(m->pt, cell, blurred(m->pt, cell->holds));
  }
  grow_cell(m->pt, cell, cell->mixed ? blurred(m->pt, *value) : *value);
}

void hd_cells_write(hd_points_to *pt, hd_pointees address, unsigned width, hd_pointees value)
{
  meet_objects(pt, address, width, write_cell, &value);
}
