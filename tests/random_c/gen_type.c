/* gen_type.c - C's integer types and their conversions; records; declarations and initializers. */
#include "gen.h"

const itype_info itypes[I_COUNT] = {
    [I_BOOL] = {"_Bool", 1, 0, false, NULL},
    [I_CHAR] = {"char", 8, 1, true, NULL},
    [I_SCHAR] = {"signed char", 8, 1, true, NULL},
    [I_UCHAR] = {"unsigned char", 8, 1, false, NULL},
    [I_SHORT] = {"short", 16, 2, true, NULL},
    [I_USHORT] = {"unsigned short", 16, 2, false, NULL},
    [I_INT] = {"int", 32, 3, true, ""},
    [I_UINT] = {"unsigned", 32, 3, false, "u"},
    [I_ENUM] = {"enum colour", 32, 3, false, NULL},
    [I_LONG] = {"long", 64, 4, true, "L"},
    [I_ULONG] = {"unsigned long", 64, 4, false, "UL"},
    [I_LLONG] = {"long long", 64, 5, true, "LL"},
    [I_ULLONG] = {"unsigned long long", 64, 5, false, "ULL"},
};

record records[MAX_RECORDS];
unsigned n_records;

itype pick_itype(void)
{
  itype t;
  do t = (itype)pick(I_COUNT);
  while (gen.portable && (t == I_LONG || t == I_ULONG));
  return t;
}

itype promoted(itype t)
{
  if (t == I_ENUM) return I_UINT;
  return itypes[t].rank < itypes[I_INT].rank ? I_INT : t;
}

itype unsigned_of(itype t)
{
  return t == I_INT ? I_UINT : t == I_LONG ? I_ULONG : t == I_LLONG ? I_ULLONG : t;
}

itype common(itype a, itype b)
{
  a = promoted(a);
  b = promoted(b);
  if (itypes[a].rank < itypes[b].rank) {
    itype t = a;
    a = b;
    b = t;
  }
  if (itypes[a].is_signed == itypes[b].is_signed || !itypes[a].is_signed) return a;
  if (itypes[a].rank == itypes[b].rank) return b;
  return itypes[a].bits > itypes[b].bits ? a : unsigned_of(a);
}

wide itype_min(itype t)
{
  return itypes[t].is_signed ? -((wide)1 << (itypes[t].bits - 1)) : 0;
}

wide itype_max(itype t)
{
  return ((wide)1 << (itypes[t].bits - itypes[t].is_signed)) - 1;
}

static const type *new_type(type t)
{
  return hd_arena_copy(&gen.arena, &t, sizeof t);
}

const type *int_type(itype t)
{
  return new_type((type){.kind = K_INT, .itype = t});
}

const type *pointer_to(const type *t)
{
  return new_type((type){.kind = K_POINTER, .of = t});
}

const type *array_of(const type *t, unsigned count)
{
  return new_type((type){.kind = K_ARRAY, .of = t, .count = count});
}

bool same_type(const type *a, const type *b)
{
  if (a->kind != b->kind) return false;
  switch (a->kind) {
  case K_INT: return a->itype == b->itype && !a->bits && !b->bits;
  case K_RECORD: return a->record == b->record;
  case K_ARRAY: return a->count == b->count && same_type(a->of, b->of);
  case K_POINTER: return same_type(a->of, b->of);
  default: return true;
  }
}

bool is_bytes(const type *t)
{
  if (t->kind == K_INT) return t->itype != I_BOOL;
  if (t->kind == K_ARRAY) return is_bytes(t->of);
  return t->kind == K_RECORD && t->record->bytes;
}

const char *declare(const type *t, const char *name)
{
  switch (t->kind) {
  case K_INT:
    if (t->bits) return text("%s %s : %u", itypes[t->itype].name, name, t->bits);
    return text("%s %s", itypes[t->itype].name, name);
  case K_FLOAT: return text("float %s", name);
  case K_DOUBLE: return text("double %s", name);
  case K_RECORD: return text("%s %s", t->record->name, name);
  case K_ARRAY: return declare(t->of, text("%s[%u]", name, t->count));
  case K_POINTER: return declare(t->of, text(t->of->kind == K_ARRAY ? "(*%s)" : "*%s", name));
  }
  return NULL;
}

const char *type_name(const type *t)
{
  return declare(t, "");
}

static const type *scalar_type(void)
{
  if (chance(8)) return new_type((type){.kind = chance(50) ? K_FLOAT : K_DOUBLE});
  return int_type(pick_itype());
}

const type *random_type(unsigned depth)
{
  unsigned way = pick(10);
  if (depth && way < 2) return array_of(random_type(depth - 1), 1 + pick(4));
  if (depth && way < 3) return array_of(array_of(scalar_type(), 1 + pick(3)), 2 + pick(2));
  if (depth && way < 6 && n_records) return &records[pick(n_records)].type;
  return scalar_type();
}

static const type *bit_field(void)
{
  itype t;
  do t = pick_itype();
  while (gen.portable &&
         itypes[t].bits > 32); /* with 32-bit pointers such fields may lie across any word's border */
  if (t == I_ENUM) t = I_UINT;
  unsigned most = itypes[t].bits == 32 ? 31 : itypes[t].bits;
  return new_type((type){.kind = K_INT, .itype = t, .bits = 1 + pick(most)});
}

static void print_record(record *r)
{
  bool bit_fields = chance(35);
  *r = (record){.name = text("struct s%u", n_records), .n_fields = 1 + pick(MAX_FIELDS), .bytes = true};
  r->type = (type){.kind = K_RECORD, .record = r};
  open_block(r->name);
  for (unsigned i = 0; i < r->n_fields; i++) {
    const type *t = bit_fields && chance(60) ? bit_field() : chance(70) ? scalar_type() : random_type(2);
    r->fields[i] = (field){text("f%u", i), t};
    if (!is_bytes(t) || t->bits) r->bytes = false;
    line("%s;", declare(t, r->fields[i].name));
    if (t->bits && chance(10)) line("int : 0;");
  }
  close_block(";");
}

void print_records(void)
{
  line("enum colour { RED, GREEN = 5, BLUE, BLACK = 200 };");
  unsigned n = 2 + pick(MAX_RECORDS - 2);
  while (n_records < n) {
    print_record(&records[n_records]);
    n_records++;
  }
}

static const char *constant(const type *t)
{
  switch (t->kind) {
  case K_INT: return literal(t->bits ? I_INT : t->itype).text;
  case K_FLOAT: return text("%d.%uf", (int)pick(200) - 100, 25 * pick(4));
  default: return text("%d.%u", (int)pick(2000) - 1000, 125 * pick(8));
  }
}

const char *initializer(const type *t)
{
  if (t->kind != K_RECORD && t->kind != K_ARRAY) return constant(t);
  const char *s = "";
  unsigned n = t->kind == K_ARRAY ? t->count : t->record->n_fields;
  unsigned given = chance(70) ? n : 1 + pick(n); /* the rest is zero */
  for (unsigned i = 0; i < given; i++) {
    const char *name = "";
    if (chance(20))
      name = t->kind == K_ARRAY ? text("[%u] = ", i) : text(".%s = ", t->record->fields[i].name);
    s = text("%s%s%s%s", s, i ? ", " : "", name,
             initializer(t->kind == K_ARRAY ? t->of : t->record->fields[i].type));
  }
  return text("{%s}", s);
}
