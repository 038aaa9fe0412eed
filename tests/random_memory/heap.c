/* heap.c - blocks of the heap: one after the other, at once, grown, shrunk, shared, lost. */
#include "memory.h"

static void release(const char *pointer)
{
  if (!risky()) line("free(%s);", pointer);
  if (risky()) line("free(%s);", pointer);
  if (risky()) look(text("*%s", pointer));
}

static const char *allocate(const char *pointer, unsigned n)
{
  return chance(30) ? text("calloc(%u, sizeof *%s)", n, pointer) : text("malloc(%s * sizeof *%s)", say(n), pointer);
}

static void fill_array(const char *a, unsigned n)
{
  line("for (int k = 0; k < %u; k++) %s[k] = k * %u + %u;", n, a, 1 + pick(9), pick(99));
}

static void one_array(void)
{
  const char *p = fresh("p");
  unsigned n = 1 + pick(6);
  line("%s *%s = %s;", integer_type(), p, allocate(p, n));
  if (!risky()) fill_array(p, n);
  line("%s[%s] = %s;", p, index_of(n), constant(300));
  look(text("%s[%s]", p, index_of(n)));
  if (chance(30)) line("%s += 0;", p);
  if (risky()) line("%s++;", p);
  release(p);
}

/* Each turn allocates; what an earlier turn made is looked at by the next. */
static void again_and_again(void)
{
  const char *p = fresh("p"), *old = fresh("old");
  bool keep = chance(50);
  line("int *%s = 0;", old);
  open_block(text("for (int i = 0; i < %u; i++)", 2 + pick(3)));
  line("int *%s = malloc(sizeof *%s * %u);", p, p, 1 + pick(3));
  line("*%s = i + %u;", p, pick(50));
  if (chance(30)) any(text("%s == %s", p, old));
  if (keep || risky()) line("if (%s) %s;", old, chance(50) ? text("*%s += 1", old) : text("*%s = *%s + 2", p, old));
  look(text("*%s", p));
  line("free(%s);", keep ? old : p);
  line("%s = %s;", old, p);
  close_block("");
  if (keep) release(old);
}

static void several_at_once(void)
{
  const char *a = fresh("all");
  unsigned n = 2 + pick(3);
  line("%s *%s[%u];", integer_type(), a, n);
  line("for (int i = 0; i < %u; i++) { %s[i] = malloc(sizeof **%s * 2); %s[i][0] = i; %s[i][1] = i + %u; }", n, a, a, a,
       a, pick(50));
  line("%s[%s][%s] = %u;", a, constant(n), index_of(2), pick(100));
  look(text("%s[%s][1] + %s[%s][0]", a, constant(n), a, constant(n)));
  look(text("%s[0] == %s[%u]", a, a, n - 1));
  if (chance(50))
    line("for (int i = 0; i < %u; i++) free(%s[i]);", n - risky(), a);
  else
    line("for (int i = %u; i-- > 0;) free(%s[i]);", n, a);
  if (risky()) look(text("%s[0][1]", a));
}

static void grown(void)
{
  const char *p = fresh("p"), *q = fresh("q");
  unsigned n = 1 + pick(4), m = 1 + pick(6), least = n < m ? n : m;
  line("%s *%s = malloc(%u * sizeof *%s);", integer_type(), p, n, p);
  fill_array(p, n);
  if (chance(20)) {
    line("uintptr_t was = (uintptr_t)%s;", p);
    line("%s = realloc(%s, %s * sizeof *%s);", p, p, say(m), p);
    any(text("was == (uintptr_t)%s", p));
    look(text("%s[%s]", p, index_of(least)));
    release(p);
    return;
  }
  line("void *%s = realloc(%s, %s * sizeof *%s);", q, p, say(m), p);
  if (!risky()) line("%s = %s;", p, q);
  look(text("%s[%s]", p, index_of(least)));
  if (m > n) any(text("%s[%u] & 1", p, n));
  line("%s[%s] = 7;", p, index_of(m));
  release(q);
}

static void chain(void)
{
  const char *s = fresh("node"), *head = fresh("head"), *n = fresh("n");
  line("struct %s { struct %s *next; %s value; };", s, s, integer_type());
  line("struct %s *%s = 0;", s, head);
  open_block(text("for (int i = 0; i < %s; i++)", say(1 + pick(4))));
  line("struct %s *%s = malloc(sizeof *%s);", s, n, n);
  line("%s->value = i * %u;", n, 1 + pick(90));
  line("%s->next = %s;", n, head);
  line("%s = %s;", head, n);
  close_block("");
  if (chance(40))
    line("if (%s && %s->next) { struct %s *gone = %s->next; %s->next = gone->next; free(gone); }", head, head, s, head,
         head);
  open_block(text("while (%s)", head));
  line("struct %s *%s = %s;", s, n, head);
  look(text("%s->value", n));
  if (risky()) line("free(%s);", n);
  line("%s = %s->next;", head, n);
  line("free(%s);", n);
  if (risky()) line("break;");
  close_block("");
}

/* Two names of one block. */
static void aliases(void)
{
  const char *p = fresh("p"), *q = fresh("q");
  unsigned n = 2 + pick(3), at = pick(n);
  line("%s *%s = malloc(%u * sizeof *%s), *%s = %s + %s;", "int", p, n, p, q, p, say(at));
  fill_array(p, n);
  line("*%s = %u;", q, pick(100));
  look(text("%s[%u]", p, at));
  look(text("%s[%d]", q, risky() ? 9 : -(int)at));
  look(text("%s - %s", q, p));
  if (risky()) release(q);
  release(risky() ? q : p);
  if (risky()) line("*%s = 1;", q);
}

static void own_free_list(void)
{
  const char *s = fresh("cell"), *list = fresh("list"), *c = fresh("c");
  line("struct %s { struct %s *next; int v; } pool%s[3], *%s = 0;", s, s, s, list);
  line("for (int i = 0; i < 3; i++) { pool%s[i].next = %s; %s = &pool%s[i]; pool%s[i].v = i; }", s, list, list, s, s);
  open_block(text("for (int i = 0; i < %u; i++)", 1 + pick(4)));
  line("struct %s *%s = %s;", s, c, list);
  if (!risky()) line("if (!%s) break;", c);
  line("%s = %s->next;", list, c);
  look(text("%s->v", c));
  line("%s->v += %u;", c, pick(9));
  if (chance(50)) line("{ %s->next = %s; %s = %s; }", c, list, list, c);
  close_block("");
  look(text("%s ? %s->v : -1", list, list));
}

static void flexible(void)
{
  const char *s = fresh("flex"), *p = fresh("p"), *t = integer_type();
  unsigned n = pick(5);
  line("struct %s { %s n; %s items[]; };", s, integer_type(), t);
  line("struct %s *%s = malloc(%s + %u * sizeof(%s));", s, p,
       chance(70) ? text("sizeof(struct %s)", s) : text("offsetof(struct %s, items)", s), n, t);
  line("%s->n = %u;", p, n);
  line("for (int i = 0; i < %s->n; i++) %s->items[i] = i + %u;", p, p, pick(9));
  if (n || risky()) look(text("%s->items[%s]", p, index_of(n)));
  release(p);
}

static void nothing(void)
{
  const char *p = fresh("p");
  line("char *%s = malloc(%s);", p, chance(50) ? "0" : "same(0)");
  /* The sanitizer gives it a byte. */
  if (risky()) line("%s[same(1)] = 1;", p);
  if (!risky()) line("free(%s);", p);
  line("free(0);");
}

/* A block that holds another, and a copy of the outer one. */
static void nested(void)
{
  const char *s = fresh("box"), *b = fresh("b"), *c = fresh("c");
  line("struct %s { %s id; int *items; char tail; };", s, integer_type());
  line("struct %s *%s = malloc(sizeof *%s), %s;", s, b, b, c);
  line("%s->items = malloc(2 * sizeof(int));", b);
  line("%s->items[0] = %u;", b, pick(99));
  line("%s->items[1] = %u;", b, pick(99));
  line("%s->id = %u;", b, pick(99));
  line("%s = *%s;", c, b);
  look(text("%s.items[%s] + %s.id", c, index_of(2), c));
  if (risky()) line("free(%s.items);", c);
  if (chance(50)) {
    line("free(%s);", b);
    look(text("%s.items[%s]", c, constant(2)));
    line("free(%s.items);", c);
  } else {
    line("free(%s->items);", b);
    if (risky()) look(text("%s.items[0]", c));
    line("free(%s);", b);
  }
}

static void made_elsewhere(void)
{
  const char *p = fresh("p");
  line("int *%s = make(%u, %s);", p, 1 + pick(3), constant(90));
  look(text("*%s", p));
  if (chance(40)) {
    line("drop(%s);", p);
    if (risky()) line("*%s = 3;", p);
    line("int *other%s = make(1, %u);", p, pick(50));
    any(text("(uintptr_t)other%s == (uintptr_t)%s", p, p));
    look(text("*other%s", p));
    line("drop(other%s);", p);
  } else {
    look(text("bump(%s)", p));
    line(chance(50) ? "drop(%s);" : "free(%s);", p);
  }
  if (risky()) look(text("bump(%s)", p));
}

static const form forms[] = {{one_array, 6}, {again_and_again, 8}, {several_at_once, 5}, {grown, 8},
                             {chain, 6},     {aliases, 6},         {own_free_list, 4},   {flexible, 4},
                             {nothing, 2},   {nested, 5},          {made_elsewhere, 6}};

void heap_block(void)
{
  PRINT_ONE(forms);
}
