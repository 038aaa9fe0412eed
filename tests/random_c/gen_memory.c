/* gen_memory.c - statements about memory: pointers, copies, bytes, unions, the heap, strings. */
#include "gen.h"

static void retarget(context *c)
{
  place p, to;
  if (!find_pointer(true, &p)) return;
  bool globals_only = p.global || p.through; /* through a pointer it may be a global too */
  if (c->pure && globals_only) return;
  if (find_target(p.type->of, globals_only, &to)) line("%s = &%s;", p.text, to.text);
}

/* An array whose address is fixed first: what its index depends on may change. */
static const type *bind_array(const char *base)
{
  place a;
  for (unsigned tries = 0; tries < 5; tries++)
    if (find_array(true, &a) && a.addressable && leaves(a.type->of) <= 6) {
      line("%s = %s;", declare(pointer_to(a.type->of), base), a.text);
      return a.type;
    }
  line("unsigned *%s = (unsigned[3]){%u, 7, 1};", base, pick(1000));
  return array_of(int_type(I_UINT), 3);
}

static void walk(context *c)
{
  const char *base = fresh("base"), *w = fresh("w");
  const type *t = bind_array(base);
  line("%s = %s;", declare(pointer_to(t->of), w), base);
  open_block(text("while (%s %s %s + %u)", w, chance(50) ? "<" : "!=", base, t->count));
  if (t->of->kind == K_INT && chance(50)) {
    mix(c, text("*%s++", w));
  } else {
    mix_all(c, t->of, text("(*%s)", w));
    line(chance(50) ? "%s++;" : "%s += 1;", w);
  }
  close_block("");
  mix(c, text("(int)(%s - %s)", w, base));
}

static void arithmetic_on_pointers(context *c)
{
  const char *base = fresh("base"), *w = fresh("w");
  const type *t = bind_array(base);
  line("%s = &%s[%s];", declare(pointer_to(t->of), w), base, index_below(t->count));
  mix(c, text("(%s >= %s) + 2 * (%s == %s + %u) + 4 * (%s < &%s[%u])", w, base, w, base, t->count - 1, w,
              base, pick(t->count)));
  line("if (%s > %s) %s;", w, base, chance(50) ? text("--%s", w) : text("%s -= 1", w));
  mix(c, text("(int)(%s - %s)", w, base));
  if (t->of->kind == K_INT) line("*%s = %s;", w, any_int(2).text);
  mix_all(c, t->of, text("%s[0]", w));
  line("if (%s - %s > 0)", w, base);
  gen.indent++;
  mix(c, t->of->kind == K_INT ? text("%s[-1]", w) : "1");
  gen.indent--;
}

static void several_targets(context *c)
{
  place p[3];
  const char *ptrs = fresh("ptrs"), *last = fresh("last");
  if (!find_target(NULL, false, &p[0]) || p[0].type->kind == K_POINTER) return;
  for (unsigned i = 1; i < 3; i++)
    if (!find_target(p[0].type, false, &p[i])) p[i] = p[0];
  line("%s = {&%s, &%s, &%s};", declare(p[0].type, text("*%s[3]", ptrs)), p[0].text, p[1].text, p[2].text);
  line("*%s[%s] = %s;", ptrs, index_below(3), value_of(p[0].type));
  line("%s = &%s[%s];", declare(p[0].type, text("**%s", last)), ptrs, index_below(2));
  if (leaves(p[0].type) < 8) mix_all(c, p[0].type, text("(*%s[1])", last));
  mix(c, text("(%s[0] == %s[%s])", ptrs, ptrs, index_below(3)));
}

static void through_void(context *c)
{
  place p;
  const char *v = fresh("v");
  if (!find_target(NULL, false, &p) || p.type->kind == K_POINTER) return;
  const char *t = type_name(pointer_to(p.type));
  line("void *%s = &%s;", v, p.text);
  if (chance(30)) line("%s = (void *)(unsigned long%s)%s;", v, gen.portable ? " long" : "", v);
  line("*(%s)%s = %s;", t, v, value_of(p.type));
  if (leaves(p.type) < 8) mix_all(c, p.type, text("(*(%s)%s)", t, v));
}

/* Objects without padding, byte by byte. */
static void bytes(context *c)
{
  const char *b = fresh("bytes");
  place p;
  if (!find_int(true, &p) || !p.addressable || p.type->bits || p.type->itype == I_BOOL) return;
  unsigned size = itypes[p.type->itype].bits / 8;
  line("unsigned char *%s = (unsigned char *)&%s;", b, p.text);
  if (chance(40)) line("%s[%s] = %s;", b, index_below(size), any_int(1).text);
  for (unsigned i = 0; i < size; i++) mix(c, text("%s[%u]", b, i));
  if (chance(40)) line("%s[%u] ^= 0x%x;", b, pick(size), 1 + pick(255));
}

static void fill(context *c)
{
  place p;
  const char *at = fresh("at");
  if (!(chance(50) ? find_record(true, &p) : find_array(true, &p)) || !p.addressable || leaves(p.type) > 12)
    return;
  unsigned byte = is_bytes(p.type) && chance(60) ? pick(256) : 0;
  line("%s = &%s;", declare(pointer_to(p.type), at), p.text);
  line("memset(%s, %u, sizeof *%s);", at, byte, at);
  if (leaves(p.type) < 8) mix_all(c, p.type, text("(*%s)", at));
}

static void copy_record(context *c)
{
  place p, q;
  const char *copy = fresh("copy");
  if (!find_record(true, &p) || !p.addressable || leaves(p.type) > 12) return;
  line("%s;", declare(p.type, copy));
  line("memcpy(&%s, &%s, sizeof %s);", copy, p.text, copy);
  if (leaves(p.type) < 8) mix_all(c, p.type, copy);
  if (find_target(p.type, false, &q)) line("memmove(&%s, &%s, sizeof %s);", q.text, p.text, q.text);
}

static void copy_array(context *c)
{
  const char *base = fresh("base"), *copy = fresh("copy");
  const type *t = bind_array(base);
  unsigned n = 1 + pick(t->count);
  line("%s = %s;", declare(t, copy), initializer(t));
  line("memcpy(%s, %s, %u * sizeof *%s);", copy, base, n, copy);
  if (leaves(t) < 9) mix_all(c, t, copy);
  if (t->of->kind == K_INT) {
    line("%s[%s] = %s;", copy, index_below(t->count), any_int(2).text);
    mix(c, text("(memcmp(%s, %s, sizeof %s) == 0)", copy, base, copy));
  }
  if (t->count > 1) line("memmove(%s + %u, %s, %u * sizeof *%s);", base, 1, base, t->count - 1, base);
}

static void through_buffer(context *c)
{
  const char *v = fresh("x"), *buffer = fresh("buffer");
  itype t;
  do t = pick_itype();
  while (t == I_BOOL);
  line("%s %s = %s;", itypes[t].name, v, any_int(2).text);
  line("unsigned char %s[sizeof %s + 1] = {0};", buffer, v);
  line("memcpy(%s + 1, &%s, sizeof %s);", buffer, v, v);
  for (unsigned i = 0; i <= itypes[t].bits / 8; i++) mix(c, text("%s[%u]", buffer, i));
  line("%s[%s] += (unsigned)%s;", buffer, index_below(itypes[t].bits / 8), any_int(1).text);
  line("memcpy(&%s, %s, sizeof %s);", v, buffer, v);
  mix(c, v);
}

static void overlay(context *c)
{
  const char *u = fresh("u");
  line("%sunion { unsigned long long w; unsigned short h[4]; unsigned char b[8]; int i; struct { short x, y; "
       "} s; } "
       "%s = {%s};",
       !c->pure && chance(20) ? "static " : "", u, wide_literal(pick(1u << 30)));
  switch (pick(5)) {
  case 0:
    line("%s.w = %s;", u, any_int(2).text);
    for (unsigned i = 0; i < 8; i++) mix(c, text("%s.b[%u]", u, i));
    break;
  case 1:
    line("%s.s.x = %s;\n    %s.s.y = %s;", u, any_int(2).text, u, any_int(2).text);
    mix(c, text("%s.s.x * 3 + %s.s.y", u, u));
    mix(c, text("%s.b[%u]", u, pick(4)));
    break;
  case 2:
    for (unsigned i = 0; i < 8; i++) line("%s.b[%u] = %s;", u, i, any_int(1).text);
    mix(c, text("%s.w", u));
    break;
  case 3:
    line("%s.w = %s;\n    %s.h[%s] = %s;", u, any_int(2).text, u, index_below(4), any_int(2).text);
    mix(c, text("%s.w", u));
    break;
  default:
    line("%s.i = %s;", u, any_int(2).text);
    mix(c, text("%s.i", u));
    mix(c, text("%s.b[%s]", u, index_below(4)));
  }
}

static void heap_object(context *c)
{
  const char *m = fresh("m");
  context inner = *c;
  unsigned before = n_vars;
  const type *t = chance(60) ? &records[pick(n_records)].type : int_type(pick_itype());
  line("%s = %s;", declare(pointer_to(t), m),
       chance(50) ? text("malloc(sizeof *%s)", m) : text("calloc(1, sizeof *%s)", m));
  line("*%s = %s;", m, value_of(t));
  add_var((var){.name = m, .type = pointer_to(t), .fixed = true, .temporary = true});
  inner.depth++;
  inner.in_loop = inner.in_switch = false; /* nothing leaves before the object is freed */
  inner.returns = NULL;
  statements(&inner, 1 + pick(3));
  if (leaves(t) < 8) mix_all(c, t, text("(*%s)", m));
  line("free(%s);", m);
  n_vars = before;
}

static void heap_array(context *c)
{
  const char *m = fresh("m"), *i = fresh("i");
  unsigned n = 1 + pick(5);
  itype t = pick_itype();
  bool zero = chance(50);
  line("%s *%s = %s;", itypes[t].name, m,
       zero ? text("calloc(%u, sizeof *%s)", n, m) : text("malloc(%u * sizeof *%s)", n, m));
  if (!zero) line("for (int %s = 0; %s < %u; %s++) %s[%s] = %s * 3 + 1;", i, i, n, i, m, i, i);
  line("%s[%s] = %s;", m, index_below(n), any_int(2).text);
  mix(c, text("%s[%s]", m, index_below(n)));
  mix(c, text("*(%s + %u)", m, pick(n)));
  line("free(%s);", m);
}

static void heap_list(context *c)
{
  const char *s = fresh("node"), *head = fresh("head"), *n = fresh("n");
  itype t = pick_itype();
  unsigned length = 1 + pick(3);
  line("struct %s { %s value; struct %s *next; } *%s = 0;", s, itypes[t].name, s, head);
  open_block(text("for (int k = 0; k < %u; k++)", length));
  line("struct %s *%s = malloc(sizeof *%s);", s, n, n);
  line("%s->value = %s;", n, any_int(2).text);
  line("%s->next = %s;", n, head);
  line("%s = %s;", head, n);
  close_block("");
  open_block(text("while (%s)", head));
  line("struct %s *%s = %s;", s, n, head);
  line("%s = %s->next;", head, n);
  mix(c, text("%s->value", n));
  line("free(%s);", n);
  close_block("");
}

static void linked_array(context *c)
{
  const char *s = fresh("node"), *nodes = fresh("nodes");
  unsigned n = 2 + pick(3);
  line("struct %s { int key; struct %s *next; } %s[%u] = {{%u, 0}};", s, s, nodes, n, pick(100));
  for (unsigned i = 1; i < n; i++)
    line("%s[%u] = (struct %s){%s, &%s[%u]};", nodes, i, s, fit(any_int(2), -10000, 10000).text, nodes,
         pick(i));
  open_block(text("for (struct %s *at = &%s[%s]; at; at = at->next)", s, nodes, index_below(n)));
  mix(c, "at->key");
  line("at->key ^= %u;", pick(100));
  close_block("");
  mix(c, text("%s[0].key", nodes));
}

static void container(context *c)
{
  const char *s = fresh("box"), *b = fresh("b"), *q = fresh("q");
  itype t = pick_itype();
  line("struct %s { char tag; short id; %s part[2]; } %s = {%u, %s, {%s, %s}};", s, itypes[t].name, b,
       pick(100), any_int(1).text, any_int(1).text, any_int(1).text);
  line("%s *%s = &%s.part[1];", itypes[t].name, q, b);
  mix(c, text("((struct %s *)((char *)%s - offsetof(struct %s, part[1])))->id", s, q, s));
  mix(c, text("((struct %s *)((char *)(%s - 1) - offsetof(struct %s, part)))->tag", s, q, s));
  line("*%s = %s;", q, any_int(1).text);
  mix(c, text("%s.part[1]", b));
}

static void strings(context *c)
{
  static const char *const words[] = {"warp", "weft", "", "loom", "a b"};
  const char *b = fresh("str"), *s = fresh("s");
  unsigned i = pick(5), j = pick(5);
  switch (pick(4)) {
  case 0:
    line("char %s[12] = \"%s\";", b, words[i]);
    line("%s[%s] = %u;", b, index_below(4), 'a' + pick(26));
    for (unsigned k = 0; k < 5; k++) mix(c, text("%s[%u]", b, k));
    break;
  case 1:
    line("const char *%s = %s ? \"%s\" : \"%s\";", s, condition(1).text, words[i], words[j]);
    line("int %s = 0;", b);
    line("while (*%s) %s = %s * 3 %% 100000 + *%s++;", s, b, b, s);
    mix(c, b);
    break;
  case 2:
    line("char %s[12];", b);
    line("strcpy(%s, \"%s\");\n    strcat(%s, \"%s\");", b, words[i], b, words[j]);
    mix(c, text("(int)strlen(%s) + (strcmp(%s, \"warp\") > 0)", b, b));
    break;
  default:
    line("static const char *const %s[] = {\"%s\", \"%s\", \"warp\"};", s, words[i], words[j]);
    mix(c, text("%s[%s][0]", s, index_below(3)));
    mix(c, text("(int)strlen(%s[%s])", s, index_below(3)));
  }
}

static void atomics(context *c)
{
  const char *a = fresh("at"), *e = fresh("want");
  static const char *const kinds[] = {"unsigned", "unsigned long long", "unsigned char", "int", "short"};
  const char *k = kinds[pick(5)];
  line("%s_Atomic %s %s = %u;", !c->pure && chance(50) ? "static " : "", k, a, pick(100));
  line("%s %s= %s;", a, chance(50) ? "^" : chance(50) ? "|" : "&", any_int(2).text);
  mix(c, text("atomic_fetch_and(&%s, %s)", a, fit(any_int(1), 0, 60).text));
  mix(c, text("%s++ + %u", a, pick(3)));
  line("%s %s = %u;", k, e, pick(4));
  mix(c, text("atomic_compare_exchange_strong(&%s, &%s, %u)", a, e, pick(100)));
  mix(c, e);
  mix(c, text("atomic_exchange(&%s, %u)", a, pick(100)));
  mix(c, a);
}

static void function_table(context *c)
{
  const char *s = fresh("op");
  line("struct %s { const char *name; int (*f)(int, unsigned); } ", s);
  line("%s[2] = {{\"x\", op_add}, {\"yz\", op_mix}};", fresh("ops"));
  mix(c, text("ops%u[%s].f(%s, %s)", gen.names - 1, index_below(2), any_int(1).text, any_int(1).text));
  mix(c, text("ops%u[%s].name[0]", gen.names - 1, index_below(2)));
}

static void follow_links(context *c)
{
  const char *at = fresh("link");
  if (c->pure) return;
  line("struct link *%s = &links[%s];", at, index_below(3));
  switch (pick(5)) {
  case 0: line("%s->next->to = &ga[%s];", at, index_below(4)); break;
  case 1: line("*%s->next->to += (unsigned)%s;", at, any_int(1).text); break;
  case 2: line("%s->next = &links[%s];", at, index_below(3)); break;
  case 3: line("%s->own = %s;", at, any_int(2).text); break;
  default: line("%s->f = %s ? op_mix : %s->next->f;", at, condition(1).text, at);
  }
  mix(c, text("*%s->next->next->to + (%s->next == %s)", at, at, at));
  mix(c, text("%s->next->f(%s, %s)", at, any_int(1).text, any_int(1).text));
  mix(c, text("%s->next->own", at));
}

/* A structure whose length is decided when it is allocated. */
static void flexible(context *c)
{
  const char *s = fresh("flex"), *m = fresh("m");
  itype t = pick_itype();
  unsigned n = 1 + pick(4);
  line("struct %s { short n; %s items[]; } *%s = malloc(sizeof *%s + %u * sizeof %s->items[0]);", s,
       itypes[t].name, m, m, n, m);
  line("%s->n = %u;", m, n);
  line("for (int k = 0; k < %s->n; k++) %s->items[k] = k * 5 + 1;", m, m);
  line("%s->items[%s] = %s;", m, index_below(n), any_int(2).text);
  mix(c, text("%s->items[%s] ^ %s->n", m, index_below(n), m));
  line("free(%s);", m);
}

static void rows(context *c)
{
  const char *a = fresh("grid"), *row = fresh("row");
  itype t = pick_itype();
  unsigned n = 2 + pick(2), k = 2 + pick(2);
  line("%s %s[%u][%u] = {{%s}};", itypes[t].name, a, n, k, literal(t).text);
  line("%s (*%s)[%u] = %s;", itypes[t].name, row, k, a);
  line("for (int i = 0; i < %u; i++, %s++)", n, row);
  line("  for (int j = 0; j < %u; j++) (*%s)[j] = i * 10 + j;", k, row);
  line("%s[%s][%s] = %s;", a, index_below(n), index_below(k), any_int(2).text);
  line("%s = &%s[%s];", row, a, index_below(n));
  mix(c, text("(*%s)[%s]", row, index_below(k)));
  mix(c, text("%s[0][1] ^ (int)(%s - %s)", a, row, a));
}

static void heap_rows(context *c)
{
  const char *m = fresh("m");
  itype t = pick_itype();
  unsigned n = 1 + pick(3), k = 1 + pick(3);
  line("%s **%s = malloc(%u * sizeof *%s);", itypes[t].name, m, n, m);
  open_block(text("for (int i = 0; i < %u; i++)", n));
  line("%s[i] = malloc(%u * sizeof **%s);", m, k, m);
  line("for (int j = 0; j < %u; j++) %s[i][j] = i * 7 + j;", k, m);
  close_block("");
  line("%s[%s][%s] = %s;", m, index_below(n), index_below(k), any_int(2).text);
  mix(c, text("%s[%s][%s]", m, index_below(n), index_below(k)));
  line("for (int i = %u; i-- > 0;) free(%s[i]);", n, m);
  line("free(%s);", m);
}

/* An array whose length is known when it is reached. */
static void variable_length(context *c)
{
  const char *a = fresh("vla"), *n = fresh("n");
  itype t = pick_itype();
  line("int %s = %s + 1;", n, fit(any_int(1), 0, 3).text);
  line("%s %s[%s];", itypes[t].name, a, n);
  line("for (int i = 0; i < %s; i++) %s[i] = i * 3 + 1;", n, a);
  line("%s[(unsigned)%s %% %s] = %s;", a, any_int(1).text, n, any_int(2).text);
  mix(c, text("%s[(unsigned)%s %% %s]", a, any_int(1).text, n));
  mix(c, text("(int)(sizeof %s / sizeof %s[0])", a, a));
}

/* Records and pointers chosen by a condition. */
static void conditional_places(context *c)
{
  place p, q;
  const char *r = fresh("r");
  if (!find_record(false, &p) || leaves(p.type) > 7 || !find_typed(p.type, false, &q)) return;
  line("%s = %s ? %s : %s;", declare(p.type, r), condition(2).text, p.text, q.text);
  mix_all(c, p.type, r);
  if (find_target(p.type, false, &p) && find_target(p.type, false, &q))
    line("*(%s ? &%s : &%s) = %s;", condition(1).text, p.text, q.text, r);
}

static void pass_function(context *c)
{
  mix(c, text("twice(%s ? op_add : op_pick, %s)", condition(1).text, any_int(1).text));
  mix(c,
      text("choose(%s)(%s, 3) ^ (choose(%s) == op_mix)", any_int(1).text, any_int(1).text, any_int(1).text));
  mix(c, text("sum_of(%u, %s, %s, %s)", 1 + pick(3), cast(I_INT, any_int(1)).text,
              cast(I_INT, any_int(1)).text, cast(I_INT, any_int(1)).text));
}

typedef struct {
  void (*print)(context *c);
  unsigned weight;
} form;
static const form forms[] = {
    {retarget, 20},
    {walk, 8},
    {arithmetic_on_pointers, 8},
    {several_targets, 6},
    {through_void, 5},
    {bytes, 5},
    {fill, 5},
    {copy_record, 5},
    {copy_array, 6},
    {through_buffer, 3},
    {overlay, 6},
    {heap_object, 6},
    {heap_array, 6},
    {heap_list, 4},
    {linked_array, 4},
    {container, 3},
    {strings, 6},
    {atomics, 3},
    {function_table, 3},
    {follow_links, 5},
    {flexible, 3},
    {rows, 4},
    {heap_rows, 3},
    {variable_length, 3},
    {conditional_places, 5},
    {pass_function, 3},
};

void memory_statement(context *c)
{
  unsigned total = 0, way;
  for (unsigned i = 0; i < HD_COUNT(forms); i++) total += forms[i].weight;
  way = pick(total);
  const form *f = forms;
  while (way >= f->weight) way -= f++->weight;
  spend(c, 8, 8);
  open_block("");
  f->print(c);
  close_block("");
}
