/* memory_places.c - from points-to targets to guarded slots: the objects, elements and parts that an address can be. */
#include "analysis/memory_places.h"

#include "analysis/layout_fit.h"
#include "analysis/memory_layout.h"
#include "analysis/points_to_value.h"

enum {
  MAX_ELEMENTS = 1 << 24, /* of one variable */
  MAX_FIXED = 2           /* single offsets into one slot that get an edge each */
};

/* --- variables --------------------------------------------------------------------------- */

static uint64_t load_initial(const hd_program *p, const uint8_t *bytes, uint32_t n)
{
  uint64_t value = 0;
  for (uint32_t i = 0; i < n; i++) value |= (uint64_t)bytes[p->little_endian ? i : n - 1 - i] << (8 * i);
  return value;
}

/* Initial values of a slot's elements; NULL when they are zeros. */
static uint64_t *initial_values(const hd_program *p, const hd_object_info *o, const hd_slot *s, uint64_t elements)
{
  if (!o->init) return NULL;
  uint64_t *values = hd_alloc(elements, sizeof *values), any_bit = 0, per_copy = elements / o->copies;
  for (uint64_t i = 0; i < elements; i++) {
    uint64_t offset = s->offset, rest = i % per_copy;
    for (unsigned d = s->n_dims; d-- > 0;) {
      offset += rest % s->dims[d].count * s->dims[d].stride;
      rest /= s->dims[d].count;
    }
    values[i] = load_initial(p, o->init + offset, hd_slot_bytes(s));
    any_bit |= values[i];
  }
  if (any_bit) return values;
  free(values);
  return NULL;
}

/* `q` and `.items[]` give `q.items`. */
static const char *variable_name(hd_program *p, const hd_object_info *o, const hd_slot *s)
{
  size_t n = strlen(s->name);
  while (n >= 2 && s->name[n - 2] == '[' && s->name[n - 1] == ']') n -= 2;
  return hd_arena_printf(&p->arena, "%s%.*s", o->name, (int)n, s->name);
}

static hd_var slot_variable(hd_resolving *r, uint32_t object, hd_slot *s)
{
  if (s->var.id != HD_NONE) return s->var;
  hd_program *p = r->p;
  const hd_object_info *o = &p->objects.data[object];
  uint64_t elements = hd_slot_elements(o, s), *init = initial_values(p, o, s, elements);
  hd_var_info v = {.name = variable_name(p, o, s),
                   .thread = HD_NO_THREAD,
                   .sort = HD_BV(s->width),
                   .count = elements > 1 ? (uint32_t)elements : 0,
                   .any = o->any,
                   .init = init,
                   .role = HD_ROLE_USER,
                   .show = s->show,
                   .pos = o->pos};
  s->var = hd_program_add_var(p, v);
  free(init);
  hd_vec_push(&r->uses, (hd_memory_use){.object = object, .thread = HD_NO_THREAD});
  return s->var;
}

/* --- places ------------------------------------------------------------------------------- */

typedef struct {
  hd_resolving *r;
  hd_memory_site *site;
  hd_pointees pointees;
  uint32_t object;
  hd_object_info *o;
  uint32_t first, end; /* the pointees in this object */
  hd_sum real;         /* what the address is the identity of, when it is a real address in this object */
  hd_term found_real;  /* such an address has its place; HD_NO_TERM: it has none */
} search;

static void not_followed(search *s, hd_term when, const char *reason)
{
  hd_memory_site *site = s->site;
  hd_terms *T = s->r->p->terms;
  site->unfollowed = hd_term_is(site->unfollowed) ? hd_term_2(T, HD_OP_OR, site->unfollowed, when) : when;
  site->reason = reason;
}

/* The address lies in the object at hand. */
static hd_term in_object(const search *s)
{
  hd_program *p = s->r->p;
  hd_sum distance = s->site->sum;
  distance.constant -= s->o->base;
  hd_term size = hd_term_bv(p->terms, p->pointer_width, s->o->stride * s->o->copies);
  return hd_term_2(p->terms, HD_OP_ULT, hd_sum_term(p, &distance), size);
}

/* The address lies where objects are. */
static hd_term in_memory(const search *s)
{
  hd_program *p = s->r->p;
  uint64_t low = UINT64_MAX, high = 0;
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    if (o->base < low) low = o->base;
    if (o->base + o->stride * o->copies > high) high = o->base + o->stride * o->copies;
  }
  hd_sum distance = s->site->sum;
  distance.constant -= low;
  hd_term size = hd_term_bv(p->terms, p->pointer_width, high - low);
  return hd_term_2(p->terms, HD_OP_ULT, hd_sum_term(p, &distance), size);
}

static hd_term both_of(hd_terms *T, hd_term a, hd_term b)
{
  if (!hd_term_is(a)) return b;
  return hd_term_is(b) ? hd_term_2(T, HD_OP_AND, a, b) : a;
}

static hd_term alive_condition(const search *s, const hd_sum *sum)
{
  hd_program *p = s->r->p;
  hd_var alive = s->o->alive;
  if (!s->r->options.check_alive || alive.id == HD_NONE) return HD_NO_TERM;
  bool array = hd_var_get(p, alive)->count != 0;
  hd_term value = array ? hd_program_element(p, alive, hd_address_copy(p, sum, s->o)) : hd_program_var_term(p, alive);
  return hd_term_eq_bv(p->terms, value, 1);
}

/* The last byte of the access lies in an element that there is. The match says that it lies in the object. */
static hd_term extent_condition(const search *s, const hd_slot *slot, const hd_match *match, const hd_sum *sum)
{
  hd_program *p = s->r->p;
  hd_terms *T = p->terms;
  if (s->o->extent.id == HD_NONE) return HD_NO_TERM;
  hd_term extent = hd_program_var_term(p, s->o->extent);
  bool by_index = hd_term_is(match->index) && slot->n_dims == 1 && slot->dims[0].stride == s->o->grain &&
                  slot->offset + s->site->bytes <= s->o->grain;
  if (by_index) return hd_term_2(T, HD_OP_ULT, match->index, extent);
  hd_sum last = *sum;
  last.constant += s->site->bytes - 1 - s->o->base;
  hd_term grain = hd_term_bv(T, p->pointer_width, s->o->grain);
  hd_term element = hd_term_2(T, HD_OP_UDIV, hd_sum_term(p, &last), grain);
  return hd_term_2(T, HD_OP_ULT, element, hd_term_resize(T, extent, p->pointer_width, false));
}

static void add_place(search *s, hd_slot *slot, hd_match match, const hd_sum *sum, const uint64_t *offset)
{
  if (match.never) return;
  hd_memory_place place = {.object = s->object, .match = match, .element_bytes = hd_slot_bytes(slot)};
  place.var = slot_variable(s->r, s->object, slot);
  place.elements = s->site->bytes / place.element_bytes;
  place.alive = both_of(s->r->p->terms, alive_condition(s, sum), extent_condition(s, slot, &match, sum));
  if (offset) {
    place.fixed = true;
    place.required = s->o->base + *offset - s->site->sum.constant;
  }
  hd_vec_push(&s->site->places, place);
}

/* The array that a progression is meant for alone, as the source has it, or NULL. The layout
 * may have divided it further. */
static const hd_slot *home_of(const search *s, hd_span span)
{
  uint32_t n;
  if (!span.stride || span.began == HD_NO_HOME) return NULL;
  const hd_points_cell *cells = hd_points_to_cells(s->r->pt, (hd_object){s->object}, &n);
  for (uint32_t i = 0; i < n; i++)
    if (hd_slot_is_home(&cells[i].slot, span)) return &cells[i].slot;
  return NULL;
}

static bool is_whole(const hd_slot *slot, const hd_slot *home)
{
  return slot->offset == home->offset && hd_slot_bytes(slot) == hd_slot_bytes(home) && slot->n_dims == home->n_dims;
}

/* Does the object have the array as one slot? */
static bool has_whole(const search *s, const hd_slot *home)
{
  for (uint32_t i = 0; i < s->o->n_slots; i++)
    if (is_whole(&s->o->slots[i], home)) return true;
  return false;
}

static bool target_touches(const search *s, const hd_target *t, const hd_slot *slot)
{
  hd_span span;
  if (t->weak) return s->site->bytes % hd_slot_bytes(slot) == 0;
  if (!hd_target_span(s->o, t, s->site->bytes, &span)) return false;
  const hd_slot *home = home_of(s, span);
  if (home && has_whole(s, home)) return is_whole(slot, home);
  if (home && (slot->offset >= hd_slot_end(home) || home->offset >= hd_slot_end(slot))) return false;
  return hd_slot_fit(slot, span) != HD_FIT_NONE;
}

/* Does a progression that is meant for one array reach places that the array does not have? */
static bool leaves_home(const search *s, const hd_target *t)
{
  hd_span span;
  if (t->weak || !hd_target_span(s->o, t, s->site->bytes, &span)) return false;
  const hd_slot *home = home_of(s, span);
  return home && !hd_slot_covers(home, s->o->size, span);
}

/* Is a weak target a real address? Parts of pointers that were put together are identities. */
static bool is_real(const search *s)
{
  return s->o->address.id != HD_NONE;
}

/* Does the address begin at the one place in the object where this summand points, if it points into the object? */
static bool begins_at(const search *s, uint32_t part, uint64_t *address)
{
  const hd_sum *sum = &s->site->sum;
  hd_pointees v = hd_points_to_term(s->r->pt, sum->parts[part].term);
  uint32_t n = 0;
  if (sum->parts[part].factor != 1 || v.flags) return false;
  for (uint32_t i = 0; i < v.n; i++) {
    const hd_target *t = &v.targets[i];
    if (hd_target_is_number(t) || t->object != s->object) continue;
    if (t->weak || t->stride || n++) return false;
    *address = s->o->base + t->offset;
  }
  return n == 1;
}

static bool is_number(const search *s, hd_term t)
{
  hd_pointees v = hd_points_to_term(s->r->pt, t);
  return !v.n || hd_target_is_number(&v.targets[0]);
}

/* `p + i` where p points to one place here, or elsewhere: the index is i, and need not be found by division. */
static bool split_pointer(const search *s, hd_sum *rest, hd_term *is_there)
{
  hd_program *p = s->r->p;
  const hd_sum *sum = &s->site->sum;
  uint32_t pointer = HD_NONE;
  uint64_t address = 0, found;
  if (sum->n < 2 || is_real(s)) return false;
  for (uint32_t i = 0; i < sum->n; i++) {
    if (is_number(s, sum->parts[i].term)) continue;
    if (pointer != HD_NONE || !begins_at(s, i, &found)) return false;
    pointer = i;
    address = found;
  }
  if (pointer == HD_NONE) return false;
  *rest = *sum;
  rest->constant = (rest->constant + address) & hd_mask(p->pointer_width);
  rest->parts[pointer] = rest->parts[--rest->n];
  *is_there = hd_term_eq_bv(p->terms, sum->parts[pointer].term, address);
  return true;
}

static void add_spread_place(search *s, hd_slot *slot)
{
  hd_program *p = s->r->p;
  hd_sum sum = s->site->sum;
  hd_term is_there = HD_NO_TERM;
  split_pointer(s, &sum, &is_there);
  hd_match match = hd_address_match(p, &sum, s->o, slot, s->site->bytes);
  match.guard = both_of(p->terms, is_there, match.guard);
  add_place(s, slot, match, &sum, NULL);
}

static void add_real_place(search *s, hd_slot *slot)
{
  hd_terms *T = s->r->p->terms;
  hd_match match = hd_address_match(s->r->p, &s->real, s->o, slot, s->site->bytes);
  if (match.never) return;
  hd_term here = hd_term_is(match.guard) ? match.guard : hd_term_true(T);
  s->found_real = hd_term_is(s->found_real) ? hd_term_2(T, HD_OP_OR, s->found_real, here) : here;
  add_place(s, slot, match, &s->real, NULL);
}

static void search_slot(search *s, hd_slot *slot)
{
  uint32_t fixed = 0;
  bool spread = false, real = false;
  for (uint32_t i = s->first; i < s->end; i++) {
    const hd_target *t = &s->pointees.targets[i];
    if (!target_touches(s, t, slot)) continue;
    real |= t->weak && is_real(s);
    if (t->weak ? !is_real(s) || s->pointees.flags & HD_FROM_PARTS : t->stride != 0)
      spread = true;
    else if (!t->weak)
      fixed++;
  }
  if (!fixed && !spread && !real) return;
  hd_program *p = s->r->p;
  const hd_sum *sum = &s->site->sum;
  if (hd_slot_elements(s->o, slot) > MAX_ELEMENTS && s->o->extent.id == HD_NONE) {
    not_followed(s, in_object(s), "an array of too many elements");
    return;
  }
  if (s->site->bytes % hd_slot_bytes(slot)) { /* part of an element */
    not_followed(s, in_object(s), "an access to a part of an element");
    return;
  }
  if (real) add_real_place(s, slot);
  if (spread || fixed > MAX_FIXED) {
    add_spread_place(s, slot);
    return;
  }
  for (uint32_t i = s->first; i < s->end; i++) {
    const hd_target *t = &s->pointees.targets[i];
    if (!t->weak && target_touches(s, t, slot))
      add_place(s, slot, hd_address_match_at(p, sum, s->o, slot, s->site->bytes, t->offset), sum, &t->offset);
  }
}

/* A subscript that leaves its array is an error in C even where it stays inside a larger
 * object. Bytes are another matter: they may be those of the object as a whole. */
static bool is_subscript(const search *s)
{
  const hd_sum *sum = &s->site->sum;
  if (s->site->bytes == 1) return false;
  for (uint32_t i = 0; i < sum->n; i++) {
    bool chooses_copy = s->o->copies > 1 && sum->parts[i].factor % s->o->stride == 0;
    if (!chooses_copy && sum->parts[i].factor % s->site->bytes == 0) return true;
  }
  return false;
}

/* The identity of a real address: the distance from where a copy lies, from where the copy's number is. */
static hd_term identity_of(const search *s)
{
  hd_program *p = s->r->p;
  hd_terms *T = p->terms;
  unsigned width = p->pointer_width;
  hd_term result = hd_term_bv(T, width, 0), size = hd_term_bv(T, width, s->o->size ? s->o->size : 1);
  for (uint32_t i = 0; i < s->o->copies; i++) {
    hd_term start = hd_object_start(p, s->o, hd_term_bv(T, 32, i));
    hd_term distance = hd_term_2(T, HD_OP_SUB, s->site->address, start);
    hd_term number = hd_term_2(T, HD_OP_ADD, distance, hd_term_bv(T, width, s->o->base + i * s->o->stride));
    if (s->o->copies == 1) return number;
    result = hd_term_3(T, HD_OP_ITE, hd_term_2(T, HD_OP_ULT, distance, size), number, result);
  }
  return result;
}

/* All bytes of the access are in the object, which lies at a real address. */
static hd_term is_within_real(const search *s)
{
  hd_program *p = s->r->p;
  hd_terms *T = p->terms;
  hd_term within = hd_term_false(T), last;
  if (s->o->size < s->site->bytes) return within;
  last = hd_term_bv(T, p->pointer_width, s->o->size - s->site->bytes);
  for (uint32_t i = 0; i < s->o->copies; i++) {
    hd_term start = hd_object_start(p, s->o, hd_term_bv(T, 32, i));
    hd_term distance = hd_term_2(T, HD_OP_SUB, s->site->address, start);
    within = hd_term_2(T, HD_OP_OR, within, hd_term_2(T, HD_OP_ULE, distance, last));
  }
  return within;
}

/* Objects are not divided for what is accessed so: some accesses are to parts of elements. */
static void search_parts(search *s)
{
  hd_terms *T = s->r->p->terms;
  hd_term parts = is_within_real(s);
  if (hd_term_is(s->found_real)) parts = hd_term_2(T, HD_OP_AND, parts, hd_term_1(T, HD_OP_NOT, s->found_real));
  not_followed(s, parts, "an access to a part of an element by an address that went through numbers");
}

/* What a value is that was computed from an address, but cannot be followed. */
static void search_weak(search *s)
{
  hd_program *p = s->r->p;
  static const char reason[] = "an address computed in a way that cannot be followed";
  if (!s->o->align)
    not_followed(s, in_memory(s), reason);
  else if (!is_real(s) || s->pointees.flags & HD_FROM_PARTS)
    not_followed(s, hd_term_1(p->terms, HD_OP_NOT, hd_term_eq_bv(p->terms, s->site->address, 0)), reason);
  if (is_real(s)) search_parts(s);
}

static void search_object(search *s)
{
  bool weak = false, leaves = false;
  s->found_real = HD_NO_TERM;
  s->o = &s->r->p->objects.data[s->object];
  if (is_real(s)) s->real = hd_sum_of(s->r->p, identity_of(s));
  if (s->o->kind == HD_OBJ_OUTSIDE) not_followed(s, in_object(s), "memory that belongs to a function without a body");
  if (!hd_object_has_data(s->o)) return;
  bool possible = !(s->site->written && s->o->constant);
  for (uint32_t i = 0; possible && i < s->o->n_slots && s->site->places.len <= HD_MAX_PLACES; i++)
    search_slot(s, &s->o->slots[i]);
  for (uint32_t i = s->first; i < s->end; i++) {
    weak |= s->pointees.targets[i].weak;
    leaves |= leaves_home(s, &s->pointees.targets[i]);
  }
  if (leaves && !is_subscript(s))
    not_followed(s, in_object(s), "an index outside its array, but inside what the array is part of");
  if (weak) search_weak(s);
}

static const hd_object_info *object_at(const hd_program *p, uint64_t address)
{
  for (uint32_t i = 0; i < p->objects.len; i++) {
    const hd_object_info *o = &p->objects.data[i];
    if (address >= o->base && address - o->base < o->stride * o->copies) return o;
  }
  return NULL;
}

/* An address computed from one object that is another's: `&x + (&y - &x)`. */
static void search_elsewhere(search *s, const hd_target *t)
{
  hd_program *p = s->r->p;
  const hd_object_info *own = &p->objects.data[t->object];
  uint64_t address = (own->base + t->offset) & hd_mask(p->pointer_width);
  if (t->weak || t->stride) return;
  const hd_object_info *other = object_at(p, address);
  if (other && other != own)
    not_followed(s, hd_term_eq_bv(p->terms, s->site->address, address),
                 "an address of one object computed from the address of another");
}

/* A number that was not computed from an address, as far as can be followed. A loop may have put it together
 * bit by bit. */
static bool may_be_any_number(hd_pointees v)
{
  for (uint32_t i = v.n; i-- > 0 && hd_target_is_number(&v.targets[i]);)
    if (v.targets[i].stride) return true;
  return false;
}

static bool is_weak_target(const search *s, uint32_t object)
{
  for (uint32_t i = 0; i < s->pointees.n; i++)
    if (s->pointees.targets[i].object == object && s->pointees.targets[i].weak) return true;
  return false;
}

/* Where a program looks at addresses, such a number may be the real address of what it has looked at. */
static void search_by_number(search *s)
{
  hd_program *p = s->r->p;
  for (uint32_t i = 0; i < p->objects.len; i++) {
    s->o = &p->objects.data[i];
    if (is_real(s) && !is_weak_target(s, i))
      not_followed(s, is_within_real(s), "an address assembled from single bits of another");
  }
}

/* Every target is one address, and each of them has found its place. */
static bool is_certain(const hd_memory_site *site, hd_pointees v)
{
  if (!v.n || v.flags || hd_pointees_have_number(v)) return false;
  for (uint32_t i = 0; i < v.n; i++)
    if (v.targets[i].weak || v.targets[i].stride) return false;
  for (uint32_t i = 0; i < site->places.len; i++)
    if (!site->places.data[i].fixed) return false;
  return site->places.len == v.n;
}

void hd_site_find_places(hd_resolving *r, hd_memory_site *site)
{
  hd_program *p = r->p;
  search s = {.r = r, .site = site, .pointees = hd_points_to_term(r->pt, site->address)};
  site->sum = hd_sum_of(p, site->address);
  for (uint32_t i = 0; i < s.pointees.n && !hd_target_is_number(&s.pointees.targets[i]); i = s.end) {
    s.object = s.pointees.targets[i].object;
    s.first = i;
    for (s.end = i; s.end < s.pointees.n && s.pointees.targets[s.end].object == s.object;) s.end++;
    search_object(&s);
    for (uint32_t k = s.first; k < s.end; k++) search_elsewhere(&s, &s.pointees.targets[k]);
  }
  if (may_be_any_number(s.pointees)) search_by_number(&s);
  if (s.pointees.flags & HD_FROM_INPUT)
    not_followed(&s, hd_term_1(p->terms, HD_OP_NOT, hd_term_eq_bv(p->terms, site->address, 0)),
                 "an address that comes from outside the program");
  if (s.pointees.flags & HD_FROM_MANY)
    not_followed(&s, hd_term_1(p->terms, HD_OP_NOT, hd_term_eq_bv(p->terms, site->address, 0)),
                 "a pointer with too many targets");
  bool constant = site->sum.n == 0 && site->places.len == 1 && !hd_term_is(site->places.data[0].match.guard);
  site->certain = constant || is_certain(site, s.pointees);
  if (site->certain && site->places.len == 1) site->places.data[0].match.guard = HD_NO_TERM;
}
