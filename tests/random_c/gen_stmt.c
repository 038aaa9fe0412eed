/* gen_stmt.c - assignments and control flow. */
#include "gen.h"

unsigned here_times = 1;

void mix(const context *c, const char *value)
{
  if (c->pure)
    line("acc = acc * 31 + (unsigned long long)%s;", value);
  else
    line("MIX(%s);", value);
}

unsigned leaves(const type *t)
{
  unsigned n = 0;
  if (t->kind == K_ARRAY) return t->count * leaves(t->of);
  if (t->kind == K_POINTER) return leaves(t->of);
  if (t->kind != K_RECORD) return 1;
  for (unsigned i = 0; i < t->record->n_fields; i++) n += leaves(t->record->fields[i].type);
  return n;
}

void mix_all(const context *c, const type *t, const char *name)
{
  switch (t->kind) {
  case K_INT: mix(c, name); break;
  case K_FLOAT:
  case K_DOUBLE: mix(c, text("(long long)(%s * 16.0)", name)); break;
  case K_RECORD:
    for (unsigned i = 0; i < t->record->n_fields; i++)
      mix_all(c, t->record->fields[i].type, text("%s.%s", name, t->record->fields[i].name));
    break;
  case K_ARRAY:
    for (unsigned i = 0; i < t->count; i++) mix_all(c, t->of, text("%s[%u]", name, i));
    break;
  case K_POINTER: mix_all(c, t->of, text("(*%s)", name)); break;
  }
}

static void mix_int(context *c)
{
  mix(c, any_int(3).text);
}

static void mix_record(context *c)
{
  place p;
  if (find_record(false, &p) && leaves(p.type) < 8) mix_all(c, p.type, p.text);
}

static void mix_real(context *c)
{
  mix(c, text("(long long)(%s * 16.0)", fit_real(any_real(3), 1e9).text));
}

static void assign(context *c)
{
  place p;
  if (find_int(true, &p))
    line("%s = %s;", p.text, any_int(3).text);
  else
    mix_int(c);
}

static void assign_chain(context *c)
{
  place p, q;
  if (!find_int(true, &p) || p.type->bits) {
    mix_int(c);
    return;
  }
  const char *name = fresh("t"); /* only this statement sees it, so the order of evaluation does not matter */
  itype t = pick_itype();
  line("%s %s = %s;", itypes[t].name, name, any_int(1).text);
  line("%s = %s = %s;", p.text, name, any_int(2).text);
  mix(c, name);
  if (find_int(true, &q)) line("%s = (%s = %s, %s);", q.text, name, any_int(2).text, any_int(1).text);
  mix(c, name);
}

static void assign_real(context *c)
{
  place p;
  if (find_real(true, &p))
    line("%s = %s;", p.text, fit_real(any_real(2), 65000).text);
  else
    mix_real(c);
}

static void assign_record(context *c)
{
  place p;
  if (find_record(true, &p))
    line("%s = %s;", p.text, value_of(p.type));
  else
    mix_int(c);
}

static void compound(context *c)
{
  static const char *const safe[] = {"&=", "|=", "^="};
  static const char *const wrapping[] = {"+=", "-=", "*="};
  place p;
  if (!find_int(true, &p)) {
    mix_int(c);
    return;
  }
  itype own = p.type->bits && itypes[p.type->itype].bits <= 32 ? I_INT : promoted(p.type->itype);
  switch (pick(4)) {
  case 0: line("%s %s %s;", p.text, safe[pick(3)], any_int(2).text); break;
  case 1: line("%s %s %s;", p.text, wrapping[pick(3)], cast(unsigned_of(own), any_int(2)).text); break;
  case 2: line("%s %s %u;", p.text, chance(50) ? "/=" : "%=", 2 + pick(9)); break;
  default: {
    unsigned bits = p.type->bits ? p.type->bits : itypes[p.type->itype].bits;
    if (!itypes[own].is_signed && chance(50))
      line("%s <<= %s;", p.text, fit(any_int(1), 0, bits - 1).text);
    else
      line("%s >>= %s;", p.text,
           fit(any_int(1), 0, (itypes[own].bits > 32 ? bits : itypes[own].bits) - 1).text);
  }
  }
}

static void count(context *c)
{
  place p;
  if (!find_int(true, &p)) {
    mix_int(c);
    return;
  }
  itype t = p.type->itype;
  bool up = chance(50), first = chance(50);
  const char *op = up ? "++" : "--";
  const char *s = text("%s%s%s", first ? op : "", p.text, first ? "" : op);
  bool may_overflow = itypes[t].is_signed && itypes[t].bits >= 32;
  if (may_overflow) { /* half of the range is far from both ends */
    line("if (%s %s 0)", p.text, up ? "<" : ">");
    gen.indent++;
  }
  if (chance(40) && !p.type->bits)
    mix(c, text("(%s)", s));
  else
    line("%s;", s);
  if (may_overflow) gen.indent--;
}

/* Side effects on a variable of its own, ordered by &&, ||, ?: and the comma. */
static void effects(context *c)
{
  const char *v = fresh("e");
  static const itype counts[] = {I_UCHAR, I_SHORT, I_INT, I_UINT, I_LLONG};
  line("%s %s = %u;", itypes[counts[pick(5)]].name, v, pick(100));
  const char *a = any_int(2).text, *b = any_int(2).text;
  switch (pick(6)) {
  case 0: mix(c, text("((%s && ++%s) || (%s, %s--))", a, v, b, v)); break;
  case 1: mix(c, text("(%s ? %s++ : --%s)", a, v, v)); break;
  case 2: mix(c, text("(%s += 3, %s ? %s : 5)", v, a, v)); break;
  case 3: mix(c, text("((%s++ & 1) && (%s -= 2, %s))", v, v, b)); break;
  case 4: mix(c, text("(!%s++ || ++%s)", v, v)); break;
  default: mix(c, text("(%s++ * 3 ^ %s)", v, a)); break;
  }
  mix(c, v);
}

static void branch(context *c)
{
  context inner = *c;
  inner.depth++;
  open_block(text("if (%s)", condition(2).text));
  statements(&inner, 1 + pick(3));
  if (chance(50)) {
    gen.indent--;
    open_block("} else");
    statements(&inner, 1 + pick(3));
  }
  close_block("");
}

static void loop_body(context *inner, const char *head, const char *tail, var counter)
{
  unsigned before = n_vars;
  open_block(head);
  if (counter.name) add_var(counter);
  statements(inner, 1 + pick(3));
  n_vars = before;
  close_block(tail);
}

static void loop(context *c)
{
  context inner = *c;
  unsigned n = 1 + pick(4);
  const char *i = fresh("i");
  if (c->loops >= 2) {
    mix_int(c);
    return;
  }
  inner.depth++;
  inner.loops++;
  inner.times *= n;
  inner.in_loop = true;
  inner.in_switch = false;
  var v = {.name = i, .type = int_type(I_INT), .fixed = true, .counter = true, .lo = 0, .hi = (int)n};
  switch (pick(6)) {
  case 0:
  case 1: loop_body(&inner, text("for (int %s = 0; %s < %u; %s++)", i, i, n, i), "", v); break;
  case 2:
    loop_body(&inner, text("for (int %s = %u; %s >= 0 && %s; --%s)", i, n - 1, i, condition(1).text, i), "",
              v);
    break;
  case 3:
    line("int %s = %u;", i, n);
    loop_body(&inner, text("while (%s-- > 0)", i), "", v);
    break;
  case 4:
    line("int %s = %u;", i, n);
    loop_body(&inner, "do", text(" while (--%s > 0);", i), v);
    break;
  default:
    v.type = int_type(I_UCHAR);
    line("unsigned char %s = 0;", i);
    open_block("for (;;)");
    line("if (++%s > %u) break;", i, n);
    v.hi++;
    add_var(v);
    statements(&inner, 1 + pick(3));
    n_vars--;
    close_block("");
  }
}

static void choose(context *c)
{
  context inner = *c;
  inner.depth++;
  inner.in_switch = true;
  unsigned n = 2 + pick(4), fallback = pick(n + 1);
  expr e = any_int(2);
  expr on = chance(50) ? fit(e, 0, 7) : chance(50) ? cast(chance(50) ? I_SCHAR : I_LLONG, fit(e, -4, 4)) : e;
  open_block(text("switch (%s)", on.text));
  for (unsigned i = 0; i <= n; i++) {
    if (i == fallback)
      line("default:;");
    else
      line("case %d:;", (int)(i * 2) - (on.lo < 0 ? 3 : 0));
    statements(&inner, 1 + pick(2));
    if (chance(60)) line("break;");
  }
  close_block("");
}

/* A loop made of a label and a jump back. */
static void jump_back(context *c)
{
  const char *label = fresh("again"), *k = fresh("k");
  unsigned n = 1 + pick(3);
  context inner = *c;
  if (c->loops >= 2) return;
  inner.depth++;
  inner.loops++;
  inner.times *= n;
  inner.in_loop = inner.in_switch = false;
  line("int %s = %u;", k, n);
  open_block(text("%s:", label));
  statements(&inner, 1 + pick(2));
  line("if (--%s > 0) goto %s;", k, label);
  close_block("");
}

/* A switch into the middle of a loop. */
static void enter_loop(context *c)
{
  const char *k = fresh("k");
  context inner = *c;
  if (c->loops >= 2) return;
  inner.depth++;
  inner.loops++;
  inner.times *= 3;
  inner.in_loop = inner.in_switch = false;
  line("int %s = %u;", k, 1 + pick(3));
  open_block(text("switch (%s)", fit(any_int(2), 0, 3).text));
  open_block("case 0: do");
  mix(c, any_int(1).text);
  line("case 1:;");
  statements(&inner, 1);
  line("case 2:;");
  statements(&inner, 1);
  close_block(text(" while (--%s > 0);", k));
  close_block("");
}

static void checked_arithmetic(context *c)
{
  static const char *const ops[] = {"add", "sub", "mul"};
  const char *r = fresh("r");
  itype t;
  do t = pick_itype();
  while (t == I_BOOL || t == I_ENUM);
  line("%s %s;", itypes[t].name, r);
  /* Operands of the result's type: compilers differ in how they widen others. */
  mix(c, text("__builtin_%s_overflow(%s, %s, &%s)", ops[pick(3)], cast(t, any_int(2)).text,
              cast(t, any_int(2)).text, r));
  mix(c, r);
}

/* Out of as many blocks as there are, to the end of this statement. */
static void jump(context *c)
{
  const char *label = fresh("out");
  context inner = *c;
  inner.depth++;
  open_block("");
  line("if (%s) goto %s;", condition(2).text, label);
  statements(&inner, 1 + pick(2));
  if (chance(40)) {
    open_block("for (int k = 0; k < 3; k++)");
    line("if (k == %u && %s) goto %s;", pick(3), condition(1).text, label);
    inner.times *= 3;
    inner.loops++;
    inner.in_loop = true;
    if (inner.loops < 3) statements(&inner, 1);
    close_block("");
  }
  close_block("");
  line("%s:;", label);
}

static void leave(context *c)
{
  if (c->in_loop && chance(60))
    line("if (%s) %s;", condition(2).text, chance(50) ? "break" : "continue");
  else if (c->in_switch)
    line("if (%s) break;", condition(2).text);
  else if (c->returns && c->depth > 0 && c->returns->kind == K_INT)
    line("if (%s) return %s;", condition(2).text, any_int(2).text);
  else
    mix_int(c);
}

static void block(context *c)
{
  context inner = *c;
  unsigned before = n_vars;
  inner.depth++;
  open_block("");
  declare_var(!c->pure && chance(10) ? "static " : "", (var){.name = fresh("b"), .type = random_type(1)});
  statements(&inner, 2 + pick(2));
  close_block("");
  n_vars = before;
}

static void static_local(context *c)
{
  const char *name = fresh("kept");
  if (c->pure) {
    mix_int(c);
    return;
  }
  itype t = pick_itype();
  line("static %s %s = %s;", itypes[t].name, name, literal(t).text);
  line("%s = %s ^ %s;", name, name, any_int(2).text);
  mix(c, name);
}

static void call_or_mix(context *c)
{
  if (c->pure)
    mix_int(c);
  else
    call_statement(c);
}

typedef struct {
  void (*print)(context *c);
  unsigned weight;
  bool nests;
} form;
static const form forms[] = {
    {assign, 24, false},
    {assign_chain, 3, false},
    {compound, 12, false},
    {count, 8, false},
    {mix_int, 10, false},
    {mix_record, 2, false},
    {mix_real, 3, false},
    {assign_real, 4, false},
    {assign_record, 6, false},
    {effects, 5, false},
    {leave, 5, false},
    {static_local, 2, false},
    {memory_statement, 16, false},
    {call_or_mix, 12, false},
    {branch, 10, true},
    {loop, 9, true},
    {choose, 4, true},
    {jump, 3, true},
    {block, 4, true},
    {jump_back, 2, true},
    {enter_loop, 2, true},
    {checked_arithmetic, 3, false},
};

void statement(context *c)
{
  if (!spend(c, 1, 1)) {
    line(";");
    return;
  }
  unsigned total = 0, way;
  for (unsigned i = 0; i < HD_COUNT(forms); i++)
    total += c->depth > 2 && forms[i].nests ? 0 : forms[i].weight;
  way = pick(total);
  const form *f = forms;
  for (;; f++) {
    unsigned weight = c->depth > 2 && f->nests ? 0 : f->weight;
    if (way < weight) break;
    way -= weight;
  }
  here_times = c->times;
  f->print(c);
}

void statements(context *c, unsigned n)
{
  for (unsigned i = 0; i < n; i++) statement(c);
}

void local_variables(const context *c, unsigned n)
{
  for (unsigned i = 0; i < n; i++) {
    const char *prefix = chance(8) ? "volatile " : "";
    declare_var(prefix, (var){.name = fresh("l"), .type = random_type(2), .outer = !*prefix});
  }
  for (unsigned i = c->pure ? pick(2) : 1 + pick(2); i > 0; i--) {
    place to;
    if (!find_target(NULL, false, &to)) continue;
    const type *t = pointer_to(to.type);
    const char *name = fresh("p");
    line("%s = &%s;", declare(t, name), to.text);
    add_var((var){.name = name, .type = t, .outer = true});
  }
}

void mix_variables(const context *c, unsigned from, unsigned to)
{
  for (unsigned i = from; i < to; i++) mix_all(c, vars[i].type, vars[i].name);
}
