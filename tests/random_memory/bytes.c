/* bytes.c - records, overlays, bit-fields, copies, and one type looked at as another. */
#include "memory.h"

enum { N_SHAPES = 2, MAX_PARTS = 5 };

typedef struct {
  const char *name;
  unsigned count; /* of an array, or 0 */
  unsigned bits;  /* of a bit-field, or 0 */
} part;
static struct {
  const char *name;
  part parts[MAX_PARTS];
  unsigned n;
} shapes[N_SHAPES];
static unsigned shape; /* the one a_record gave */

static void print_part(part *p)
{
  const char *of = integer_type();
  p->name = fresh("m");
  p->count = chance(25) ? 1 + pick(4) : 0;
  p->bits = !p->count && chance(30) ? 1 + pick(12) : 0;
  if (p->bits)
    line("%s %s : %u;", chance(50) ? "int" : "unsigned", p->name, p->bits);
  else if (p->count)
    line("%s %s[%u];", of, p->name, p->count);
  else
    line("%s %s;", of, p->name);
}

void print_shapes(void)
{
  for (unsigned i = 0; i < N_SHAPES; i++) {
    shapes[i].name = text("struct shape%u", i);
    shapes[i].n = 2 + pick(MAX_PARTS - 1);
    open_block(shapes[i].name);
    for (unsigned k = 0; k < shapes[i].n; k++) print_part(&shapes[i].parts[k]);
    close_block(";");
    line("static %s global%u;", shapes[i].name, i);
    line("static %s by_value%u(%s x) { x.%s%s += 3; return x; }", shapes[i].name, i, shapes[i].name,
         shapes[i].parts[0].name, shapes[i].parts[0].count ? "[0]" : "");
  }
}

const char *a_record(void)
{
  shape = pick(N_SHAPES);
  return shapes[shape].name;
}

void set_fields(const char *object)
{
  for (unsigned k = 0; k < shapes[shape].n; k++) {
    const part *p = &shapes[shape].parts[k];
    if (p->count)
      line("for (int k = 0; k < %u; k++) %s.%s[k] = k * 7 + %u;", p->count, object, p->name, pick(90));
    else
      line("%s.%s = %s;", object, p->name, constant(p->bits ? 1u << (p->bits < 8 ? p->bits : 8) : 200));
  }
}

static const char *one_field(const char *object)
{
  const part *p = &shapes[shape].parts[pick(shapes[shape].n)];
  return p->count ? text("%s.%s[%s]", object, p->name, constant(p->count)) : text("%s.%s", object, p->name);
}

void look_fields(const char *object)
{
  for (unsigned n = 1 + pick(2); n > 0; n--) look(one_field(object));
}

static void by_value(void)
{
  const char *a = fresh("a"), *b = fresh("b");
  line("%s %s, %s;", a_record(), a, b);
  set_fields(a);
  line("%s = %s;", b, chance(50) ? a : text("by_value%u(%s)", shape, a));
  line("%s = %s;", one_field(a), constant(100));
  look_fields(b);
  look_fields(a);
  line("global%u = %s;", shape, b);
  look_fields(text("global%u", shape));
}

/* memset, then members: every byte is known but for what storing members does to the padding. */
static void bytes_of_record(void)
{
  const char *a = fresh("a"), *b = fresh("b");
  line("%s %s;", a_record(), a);
  line("memset(&%s, %u, sizeof %s);", a, chance(50) ? 0 : pick(256), a);
  look_fields(a);
  if (chance(60)) line("%s = %s;", one_field(a), constant(250));
  line("unsigned char *%s = (unsigned char *)&%s;", b, a);
  any(text("%s[%s]", b, constant(6)));
  line("%s[%s] ^= %u;", b, constant(6), 1 + pick(255));
  any(one_field(a));
}

static void copied(void)
{
  const char *a = fresh("a"), *b = fresh("b");
  static const char *const ways[] = {"memcpy(&%s, &%s, sizeof %s);", "memmove(&%s, &%s, sizeof %s);"};
  const char *t = a_record();
  bool heap = chance(40);
  line("%s %s = {0};", t, a);
  set_fields(a);
  if (heap) {
    line("%s *p%s = malloc(%s);", t, b, risky() ? text("sizeof(%s) - 1", t) : text("sizeof(%s)", t));
    line("memcpy(p%s, &%s, sizeof %s);", b, a, a);
    look_fields(text("(*p%s)", b));
    line("free(p%s);", b);
  } else {
    line("%s %s;", t, b);
    line("%s", text(ways[pick(2)], b, a, a));
    look_fields(b);
  }
}

static void overlay(void)
{
  const char *u = fresh("u");
  line("union { unsigned long w; unsigned short h[4]; unsigned char b[8]; int i; struct { short x; unsigned y : 5, z : "
       "9; } s; } %s;",
       u);
  line("%s.w = 0x%x%08xul;", u, pick(0x7fffffff), pick(0x7fffffff));
  switch (pick(5)) {
  case 0: line("%s.b[%s] = %s;", u, constant(8), constant(256)); break;
  case 1: line("%s.h[%s] += %u;", u, constant(4), pick(60000)); break;
  case 2: line("%s.s.%s = %s;", u, chance(50) ? "y" : "z", constant(512)); break;
  case 3: line("%s.i = -%u;", u, pick(100000)); break;
  default: line("memset(&%s.b[%u], %u, %u);", u, pick(4), pick(256), 1 + pick(4)); break;
  }
  look(text("%s.w", u));
  look(text("%s.h[%s]", u, constant(4)));
  look(text("%s.s.y", u));
  look(text("%s.b[%s] + %s.s.x", u, index_of(8), u));
}

static void numbers_as_bytes(void)
{
  const char *x = fresh("x"), *t = integer_type();
  unsigned n = 2 + pick(3);
  line("%s %s[%u] = {%u, %u};", t, x, n, pick(60000), pick(250));
  line("unsigned char *b%s = (unsigned char *)%s;", x, x);
  line("b%s[%s] = %u;", x, constant(n), pick(256));
  look(text("b%s[%s]", x, risky() ? text("sizeof %s", x) : text("sizeof %s - 1 - %u", x, pick(2))));
  look(text("%s[%s]", x, constant(n)));
  line("unsigned short odd%s;", x);
  line("memcpy(&odd%s, b%s + %s, 2);", x, x, risky() ? text("sizeof %s - 1", x) : constant(n - 1));
  look(text("odd%s", x));
}

static void moved(void)
{
  const char *a = fresh("a"), *t = integer_type();
  unsigned n = 3 + pick(5), k = 1 + pick(n - 1), from = pick(n - k + 1), to = pick(n - k + 1);
  line("%s %s[%u];", t, a, n);
  line("for (int k = 0; k < %u; k++) %s[k] = k * %u + 1;", n, a, 1 + pick(60));
  if (risky()) to = n - k + 1;
  line("memmove(%s + %s, %s + %u, %s * sizeof *%s);", a, say(to), a, from, say(k), a);
  look(text("%s[%s]", a, constant(n)));
  look(text("%s[%s]", a, index_of(n)));
  line("memset((char *)%s + %u, %u, %s);", a, pick(3), pick(256), constant(n));
  look(text("%s[%s]", a, constant(2)));
  look(text("(memcmp(%s, %s + 1, sizeof *%s) > 0) - (memcmp(%s, %s + 1, sizeof *%s) < 0)", a, a, a, a, a, a));
}

static void large(void)
{
  const char *b = fresh("big");
  unsigned n = 5000 + pick(9000);
  bool heap = chance(50);
  if (heap)
    line("unsigned char *%s = malloc(%u);", b, n);
  else
    line("static unsigned char %s[%u];", b, n);
  line("memset(%s, %u, %s);", b, pick(256), risky() ? say(n + 1) : say(n));
  line("%s[%s] = %u;", b, say(n - 1), pick(256));
  look(text("%s[%s]", b, say(n - 1)));
  look(text("%s[%s]", b, risky() ? say(n) : constant(n)));
  if (chance(40)) line("memcpy(%s, %s + %u, %u);", b, b, n / 2, n / 2 - 1);
  look(text("%s[0]", b));
  look(text("%s[%u]", b, n / 2 - 2));
  if (heap) line("free(%s);", b);
}

static void fields_of_bits(void)
{
  const char *x = fresh("x");
  line("struct { int a : %u; unsigned b : %u; signed char c : %u; unsigned long d : %u; _Bool e : 1; } %s = {0};",
       2 + pick(9), 1 + pick(20), 1 + pick(8), 1 + pick(40), x);
  static const char *const ways[] = {"%s.%c = %s;", "%s.%c += %s;", "%s.%c ^= %s;", "%s.%c |= %s;"};
  for (unsigned n = 2 + pick(4); n > 0; n--) line(ways[pick(4)], x, (int)('a' + pick(4)), constant(70));
  line("%s.b--;", x);
  line("%s.e = %s;", x, constant(5));
  for (unsigned n = 0; n < 5; n++) look(text("%s.%c", x, (int)('a' + n)));
  if (chance(40)) look(text("((unsigned char *)&%s)[%s] & 255", x, constant(2)));
}

static void grid(void)
{
  const char *g = fresh("g"), *row = fresh("row");
  unsigned n = 2 + pick(2), m = 2 + pick(3);
  line("%s %s[%u][%u] = {{%u}};", "int", g, n, m, pick(90));
  line("int (*%s)[%u] = %s;", row, m, g);
  line("for (int i = 0; i < %u; i++) for (int j = 0; j < %u; j++) %s[i][j] = i * 10 + j;", n - 1, m, g);
  line("%s++;", row);
  line("(*%s)[%s] = %u;", row, constant(m), pick(90));
  look(text("%s[%s][%s]", g, constant(n), constant(m)));
  look(text("(*%s)[%s]", row, constant(m)));
  look(text("((int *)%s)[%s]", g, risky() ? say(n * m) : say(n * m - 1)));
  look(text("%s - %s", row, g));
}

/* Through integers and back, with tags in the low bits of what is aligned. */
static void addresses(void)
{
  const char *x = fresh("x");
  line("int %s[3] = {%u, %u, %u};", x, pick(90), pick(90), pick(90));
  line("uintptr_t a%s = (uintptr_t)&%s[%u];", x, x, pick(3));
  switch (pick(4)) {
  case 0: line("a%s |= %u;\n  a%s &= ~(uintptr_t)3;", x, 1 + pick(3), x); break;
  case 1: line("a%s += 4;\n  a%s -= %s * sizeof(int);", x, x, risky() ? "5" : "1"); break;
  case 2: line("void *v%s = (void *)a%s;\n  a%s = (uintptr_t)v%s;", x, x, x, x); break;
  default:
    line("unsigned char raw%s[sizeof a%s];\n  memcpy(raw%s, &a%s, sizeof a%s);\n  a%s = 0;\n  memcpy(&a%s, raw%s, "
         "sizeof a%s);",
         x, x, x, x, x, x, x, x, x);
  }
  look(text("*(int *)a%s", x));
  look(text("(a%s - (uintptr_t)%s) / sizeof(int)", x, x));
  look(text("a%s %% 4", x));
}

/* A member of a record leads back to the record; its own pointer does not move with a copy. */
static void own_member(void)
{
  const char *s = fresh("self"), *a = fresh("a");
  line("struct %s { char tag; %s v; %s *to; } %s = {%u, %u}, copy%s;", s, "short", "short", a, pick(90), pick(90), a);
  line("%s.to = &%s.v;", a, a);
  line("copy%s = %s;", a, a);
  line("*copy%s.to = %u;", a, pick(200));
  look(text("%s.v", a));
  look(text("copy%s.v", a));
  look(text("((struct %s *)((char *)%s.to - offsetof(struct %s, v)))->tag", s, a, s));
  look(text("copy%s.to == &copy%s.v", a, a));
}

static void seen_as(void)
{
  const char *a = fresh("a"), *t = integer_type();
  line("%s %s[4] = {%u, %u, %u, %u};", t, a, pick(256), pick(256), pick(256), pick(256));
  line("void *v%s = %s;", a, a);
  look(text("*(%s *)v%s", chance(50) ? "signed char" : "unsigned char", a));
  line("*(%s *)v%s = %s;", chance(50) ? "short" : "unsigned char", a, constant(300));
  look(text("%s[0] + %s[1]", a, a));
  look(text("*(%s *)((char *)v%s + %s)", chance(50) ? "unsigned short" : "signed char", a,
            risky() ? text("sizeof %s", a) : text("%u", 2 * pick(2))));
}

static const form forms[] = {
    {by_value, 6}, {bytes_of_record, 6}, {copied, 6}, {overlay, 6},   {numbers_as_bytes, 6}, {moved, 6},
    {large, 2},    {fields_of_bits, 6},  {grid, 4},   {addresses, 5}, {own_member, 4},       {seen_as, 6}};

void bytes_block(void)
{
  PRINT_ONE(forms);
}
