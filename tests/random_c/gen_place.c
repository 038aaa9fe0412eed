/* gen_place.c - variables, and the places that can be reached from them. */
#include "gen.h"

var vars[MAX_VARS];
unsigned n_vars, first_var, n_globals;

var *add_var(var v)
{
  HD_CHECK(n_vars < MAX_VARS);
  vars[n_vars] = v;
  return &vars[n_vars++];
}

void declare_var(const char *prefix, var v)
{
  line("%s%s = %s;", prefix, declare(v.type, v.name), initializer(v.type));
  add_var(v);
}

/* A pointer's type follows from something that it can point to. */
static void declare_global_pointer(void)
{
  place to;
  constant_places = true;
  bool found = find_target(NULL, true, &to);
  constant_places = false;
  if (!found) return;
  const type *t = pointer_to(to.type);
  const char *name = fresh("gp");
  line("static %s = &%s;", declare(t, name), to.text);
  add_var((var){.name = name, .type = t, .global = true});
}

void print_globals(void)
{
  unsigned n = 6 + pick(6);
  add_var((var){.name = "gi", .type = int_type(I_INT), .global = true});
  add_var((var){.name = "ga", .type = array_of(int_type(I_UINT), 4), .global = true});
  line("static int gi = 7;\nstatic unsigned ga[4] = {1, 2, 3, 4};");
  for (unsigned i = 0; i < n; i++) {
    const char *prefix = chance(70) ? "static " : chance(30) ? "volatile " : "";
    declare_var(prefix, (var){.name = fresh("g"), .type = random_type(2), .global = true});
    if (*prefix == 'v') vars[n_vars - 1].outer = true; /* marks it: no plain pointer may point there */
  }
  for (unsigned i = pick(3); i > 0; i--)
    declare_var("static const ",
                (var){.name = fresh("gc"), .type = random_type(2), .global = true, .fixed = true});
  for (unsigned i = 1 + pick(4); i > 0; i--) declare_global_pointer();
  n_globals = n_vars;
}

/* One step from a place that is not scalar to a part of it. */
static void enter(place *p)
{
  const type *t = p->type;
  if (t->kind == K_POINTER) {
    bool record_inside = t->of->kind == K_RECORD && chance(70);
    p->text = record_inside ? text("%s->", p->text) : text("(*%s)", p->text);
    p->type = t->of;
    p->fixed = false;
    p->addressable = !p->temporary;
    p->through = true;
    if (!record_inside) return;
    const field *f = &t->of->record->fields[pick(t->of->record->n_fields)];
    p->text = text("%s%s", p->text, f->name);
    p->type = f->type;
  } else if (t->kind == K_ARRAY) {
    p->text = text("%s[%s]", p->text, index_below(t->count));
    p->type = t->of;
  } else {
    const field *f = &t->record->fields[pick(t->record->n_fields)];
    p->text = text("%s.%s", p->text, f->name);
    p->type = f->type;
  }
  if (p->type->bits) p->addressable = false;
}

static bool has_parts(const type *t)
{
  return t->kind == K_RECORD || t->kind == K_ARRAY || t->kind == K_POINTER;
}

static place place_of(const var *v)
{
  return (place){.text = v->name,
                 .type = v->type,
                 .fixed = v->fixed,
                 .global = v->global,
                 .addressable = !v->fixed && (v->global ? !v->outer : v->outer),
                 .temporary = v->temporary,
                 .counter = v->counter,
                 .lo = v->lo,
                 .hi = v->hi};
}

/* Index expressions look for places themselves; inside, only simple ones. */
static unsigned nesting;

bool constant_places;

bool find_place(place_wanted *wanted, const void *what, bool globals_only, place *out)
{
  unsigned end = globals_only ? n_globals ? n_globals : n_vars : n_vars;
  unsigned first = globals_only ? 0 : first_var;
  if (nesting > 1 || end <= first) return false;
  nesting++;
  bool found = false;
  for (unsigned tries = 0; tries < 25 && !found; tries++) {
    /* Locals are few, so favour them. */
    bool local = !globals_only && n_vars > n_globals && n_globals && chance(50);
    unsigned from = local && n_globals > first ? n_globals : first;
    if (from >= end) continue;
    *out = place_of(&vars[from + pick(end - from)]);
    while (!(found = wanted(out, what)) && has_parts(out->type)) {
      if (constant_places && out->type->kind == K_POINTER) break;
      enter(out);
    }
  }
  nesting--;
  return found;
}

static bool wanted_int(const place *p, const void *writable)
{
  return p->type->kind == K_INT && !(writable && p->fixed);
}

static bool wanted_real(const place *p, const void *writable)
{
  return (p->type->kind == K_FLOAT || p->type->kind == K_DOUBLE) && !(writable && p->fixed);
}

static bool wanted_record(const place *p, const void *writable)
{
  return p->type->kind == K_RECORD && !(writable && p->fixed);
}

static bool wanted_array(const place *p, const void *writable)
{
  return p->type->kind == K_ARRAY && !(writable && p->fixed);
}

static bool wanted_pointer(const place *p, const void *writable)
{
  return p->type->kind == K_POINTER && !(writable && p->fixed);
}

static bool wanted_typed(const place *p, const void *t)
{
  return same_type(p->type, t);
}

static bool wanted_typed_writable(const place *p, const void *t)
{
  return !p->fixed && same_type(p->type, t);
}

static bool wanted_target(const place *p, const void *t)
{
  if (!p->addressable || p->fixed || p->type->kind == K_ARRAY) return false;
  if (p->type->kind == K_POINTER) return t ? same_type(p->type, t) : p->type->of->kind != K_POINTER;
  return t ? same_type(p->type, t) : chance(60);
}

bool find_int(bool writable, place *out)
{
  return find_place(wanted_int, writable ? "" : NULL, false, out);
}

bool find_real(bool writable, place *out)
{
  return find_place(wanted_real, writable ? "" : NULL, false, out);
}

bool find_record(bool writable, place *out)
{
  return find_place(wanted_record, writable ? "" : NULL, false, out);
}

bool find_array(bool writable, place *out)
{
  return find_place(wanted_array, writable ? "" : NULL, false, out);
}

bool find_pointer(bool writable, place *out)
{
  return find_place(wanted_pointer, writable ? "" : NULL, false, out);
}

bool find_typed(const type *t, bool writable, place *out)
{
  return find_place(writable ? wanted_typed_writable : wanted_typed, t, false, out);
}

bool find_target(const type *t, bool globals_only, place *out)
{
  return find_place(wanted_target, t, globals_only, out);
}
