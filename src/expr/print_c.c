/* print_c.c - terms as C expressions.
 *
 * A bit-vector of w bits is an expression of unsigned type (or, below 32 bits, of a type
 * that promotes to int) whose value is below 2^w; a Boolean is 0 or 1. Sums and products
 * are computed in uint32_t or uint64_t, which wrap; narrower results are cut by a cast, odd
 * widths by a mask. Conversions to signed types and >> on them behave as gcc and clang
 * define them. Overflow beyond 64 bits uses __int128, floats use statement expressions. */
#include "expr/print.h"

/* $a $b $c  the arguments         $A $B  the same as signed numbers    $F $G  as floats
 * $( $)     cut to the result     $p     cast that keeps narrow types from promoting to int
 * $q        cast to uint32_t or uint64_t, by the result's width
 * $t $T     the result's type, as a cast and alone    $E  the argument's type
 * $f $e     float type of the result, of the argument $N  the result's NaN
 * $m $M     mask of the result, of the argument       $H  sign bit of the argument
 * $w $W     width of the argument, and less one       $l  low bit   $L  width of the low part
 * $R        the bits of the float hd_r                $k  the second argument, negated
 * $X $Y     unsigned and signed type that holds exact results
 * $o $x $y  bounds of what fits an integer            $n $i $v $r  parts of a select */
static const char *const templates[HD_OP_COUNT] = {
    [HD_OP_NOT] = "(!$a)",
    [HD_OP_AND] = "($a && $b)",
    [HD_OP_OR] = "($a || $b)",
    [HD_OP_ITE] = "($a ? $b : $c)",
    [HD_OP_EQ] = "($a == $b)",
    [HD_OP_ADD] = "$($p$a + $b$)",
    [HD_OP_SUB] = "$($p$a - $b$)",
    [HD_OP_MUL] = "$($p$a * $b$)",
    [HD_OP_UDIV] = "($b == 0 ? $m : $a / $b)",
    [HD_OP_SDIV] = "$($b == 0 ? ($A < 0 ? 1u : $m) : $b == $m ? 0u - $a : $q($A / $B)$)",
    [HD_OP_UREM] = "($b == 0 ? $a : $a % $b)",
    [HD_OP_SREM] = "$($b == 0 ? $q$a : $b == $m ? 0u : $q($A % $B)$)",
    [HD_OP_BAND] = "($a & $b)",
    [HD_OP_BOR] = "($a | $b)",
    [HD_OP_BXOR] = "($a ^ $b)",
    [HD_OP_BNOT] = "$(~$a$)",
    [HD_OP_NEG] = "$(0u - $a$)",
    [HD_OP_SHL] = "($b < $w ? $($p$a << $b$) : 0u)",
    [HD_OP_LSHR] = "($b < $w ? $a >> $b : 0u)",
    [HD_OP_ASHR] = "$($q($A >> ($b < $w ? $b : $W))$)",
    [HD_OP_ULT] = "($a < $b)",
    [HD_OP_ULE] = "($a <= $b)",
    [HD_OP_SLT] = "($A < $B)",
    [HD_OP_SLE] = "($A <= $B)",
    [HD_OP_ZEXT] = "$t$a",
    [HD_OP_SEXT] = "$($q$A$)",
    [HD_OP_EXTRACT] = "$t(($a >> $l) & $m)",
    [HD_OP_CONCAT] = "$($q$a << $L | $b$)",
    [HD_OP_SADDO] = "(($X)(($Y)$A + $B) + $H > $M)",
    [HD_OP_SSUBO] = "(($X)(($Y)$A - $B) + $H > $M)",
    [HD_OP_SMULO] = "(($X)(($Y)$A * $B) + $H > $M)",
    [HD_OP_SELECT] = "",
    [HD_OP_STORE] = "",
    [HD_OP_DEREF] = "(*(const $T *)(uintptr_t)$a)",
    [HD_OP_FADD] = "({ $f hd_r = $F + $G; $R; })",
    [HD_OP_FSUB] = "({ $f hd_r = $F - $G; $R; })",
    [HD_OP_FMUL] = "({ $f hd_r = $F * $G; $R; })",
    [HD_OP_FDIV] = "({ $f hd_r = $F / $G; $R; })",
    [HD_OP_FREM] = "({ $f hd_r = ($f)__builtin_fmod($F, $G); $R; })",
    [HD_OP_FNEG] = "($a ^ $H)",
    [HD_OP_FEQ] = "($F == $G)",
    [HD_OP_FLT] = "($F < $G)",
    [HD_OP_FLE] = "($F <= $G)",
    [HD_OP_FUNO] = "__builtin_isunordered($F, $G)",
    [HD_OP_FTOF] = "({ $f hd_r = ($f)$F; $R; })",
    [HD_OP_FTOSI] = "$(({ double hd_r = $F; hd_r $o $x && hd_r < $y ? $q(int64_t)hd_r : 0u; })$)",
    [HD_OP_FTOUI] = "$(({ double hd_r = $F; hd_r $o $x && hd_r < $y ? $q(uint64_t)hd_r : 0u; })$)",
    [HD_OP_SITOF] = "((union { $f f; $T u; }){.f = ($f)$A}).u",
    [HD_OP_UITOF] = "((union { $f f; $T u; }){.f = ($f)$a}).u",
};

/* Where the second argument is a constant that needs no guard. */
static const char *const unguarded[HD_OP_COUNT] = {
    [HD_OP_UDIV] = "($a / $b)",        [HD_OP_UREM] = "($a % $b)",     [HD_OP_SDIV] = "$($q($A / $B)$)",
    [HD_OP_SREM] = "$($q($A % $B)$)",  [HD_OP_SHL] = "$($p$a << $b$)", [HD_OP_LSHR] = "($a >> $b)",
    [HD_OP_ASHR] = "$($q($A >> $b)$)",
};

static unsigned container(unsigned width)
{
  return width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64;
}

static bool is_odd(unsigned width)
{
  return width != container(width);
}

static const char *template_of(const hd_terms *T, hd_term t)
{
  const hd_node *n = hd_node_at(T, t), *second = &T->nodes[n->args[1]];
  hd_op op = (hd_op)n->op;
  if (hd_print_is_difference(T, n)) return "$($p$a - $k$)";
  if (op == HD_OP_EXTRACT && !is_odd(n->sort.width)) return n->value ? "$t($a >> $l)" : "$t$a";
  if (!unguarded[op] || second->op != HD_OP_CONST) return templates[op];
  bool shift = op == HD_OP_SHL || op == HD_OP_LSHR || op == HD_OP_ASHR;
  uint64_t value = second->value, width = n->sort.width;
  bool safe = shift ? value < width : value != 0 && value != hd_mask(n->sort.width);
  return safe ? unguarded[op] : templates[op];
}

/* How often the text of an argument occurs in that of its parent. The index of a select is
 * compared with that of each store that it looks through. */
static unsigned weight_in_c(const hd_terms *T, hd_term parent, unsigned i)
{
  hd_op op = (hd_op)hd_node_at(T, parent)->op;
  if (op == HD_OP_SELECT) return hd_node_at(T, (hd_term){hd_node_at(T, parent)->args[0]})->tree > 1 ? 2 : 1;
  if (op == HD_OP_STORE) return 2;
  unsigned count = 0;
  for (const char *at = template_of(T, parent); (at = strchr(at, '$')); at += 2) {
    char c = at[1];
    count += c == "abc"[i] || c == "ABC"[i] || (i < 2 && c == "FG"[i]);
  }
  return count;
}

static void print_number(FILE *out, uint64_t value)
{
  const char *suffix = value > UINT32_MAX ? "ull" : "u";
  fprintf(out, value < 1000 ? "%" PRIu64 "%s" : "0x%" PRIx64 "%s", value, suffix);
}

static void print_const(FILE *out, const hd_node *n)
{
  if (n->sort.kind == HD_SORT_BOOL)
    fputs(n->value ? "1" : "0", out);
  else if (n->sort.width > 32)
    fprintf(out, n->value < 1000 ? "%" PRIu64 "ull" : "0x%" PRIx64 "ull", n->value);
  else
    print_number(out, n->value);
}

static void print_signed(FILE *out, const hd_node *n)
{
  unsigned width = n->sort.width;
  int64_t value = hd_signed(n->value, width);
  if (value == INT64_MIN)
    fputs("(-INT64_MAX - 1)", out);
  else if (width > 32)
    fprintf(out, "INT64_C(%" PRId64 ")", value);
  else if (value == INT32_MIN)
    fputs("(-INT32_MAX - 1)", out);
  else
    fprintf(out, value < 0 ? "(%" PRId64 ")" : "%" PRId64, value);
}

/* Is it a variable whose C type is known to be signed (unsigned)? Then it needs no cast to be read so. */
static bool is_var_of(const hd_printer *p, const hd_node *n, bool is_signed)
{
  const hd_names *names = p->names;
  if (n->op != HD_OP_VAR || n->sort.kind != HD_SORT_BV || is_odd(n->sort.width)) return false;
  return names && names->is_signed && names->is_signed(names->context, (uint32_t)n->value) == is_signed;
}

/* Equality of numbers that are signed in C reads better without casts. */
static bool is_signed_equation(const hd_printer *p, const hd_node *n)
{
  const hd_node *a = &p->T->nodes[n->args[0]], *b = &p->T->nodes[n->args[1]];
  return n->op == HD_OP_EQ && is_var_of(p, a, true) && (b->op == HD_OP_CONST || is_var_of(p, b, true));
}

static void print_var(const hd_printer *p, const hd_node *n)
{
  unsigned width = n->sort.width, bits = container(width);
  const char *name = hd_print_name(p->names, (uint32_t)n->value);
  if (n->sort.kind == HD_SORT_BOOL || is_var_of(p, n, false)) {
    fputs(name, p->out);
  } else if (!is_odd(width)) {
    fprintf(p->out, "(uint%u_t)%s", bits, name);
  } else {
    fprintf(p->out, "((uint%u_t)%s & ", bits, name);
    print_number(p->out, hd_mask(width));
    fputc(')', p->out);
  }
}

static void push_select(hd_printer *p, hd_term t, uint32_t array)
{
  bool stored = p->T->nodes[array].op == HD_OP_STORE;
  bool odd = is_odd(hd_node_at(p->T, t)->sort.width);
  const char *text = stored ? "($b == $i ? $v : $r)" : odd ? "($t$n[$b] & $m)" : "$t$n[$b]";
  hd_printer_push(p, text, t, array);
}

static void c_term(hd_printer *p, hd_term t)
{
  const hd_node *n = hd_node_at(p->T, t);
  uint64_t number = hd_printer_shared(p, t);
  HD_CHECK(n->sort.kind != HD_SORT_ARRAY);
  if (number)
    fprintf(p->out, "hd_%" PRIu64, number);
  else if (n->op == HD_OP_CONST)
    print_const(p->out, n);
  else if (n->op == HD_OP_VAR)
    print_var(p, n);
  else if (n->op == HD_OP_SELECT)
    push_select(p, t, n->args[0]);
  else
    hd_printer_push(p, is_signed_equation(p, n) ? "($A == $B)" : template_of(p->T, t), t, 0);
}

/* An argument as a signed number; $a or $b is that argument. */
static void expand_signed(hd_printer *p, hd_template f, unsigned i)
{
  static const char *const odd32[] = {"((int32_t)(((uint32_t)$a ^ $H) - $H))", "((int32_t)(((uint32_t)$b ^ $H) - $H))"};
  static const char *const odd64[] = {"((int64_t)(((uint64_t)$a ^ $H) - $H))", "((int64_t)(((uint64_t)$b ^ $H) - $H))"};
  static const char *const plain[] = {"$a", "$b"};
  const hd_node *a = &p->T->nodes[p->T->nodes[f.id].args[i]];
  unsigned width = a->sort.width;
  if (a->op == HD_OP_CONST) {
    print_signed(p->out, a);
  } else if (is_var_of(p, a, true)) {
    fputs(hd_print_name(p->names, (uint32_t)a->value), p->out);
  } else if (is_odd(width)) {
    hd_printer_push(p, (width <= 32 ? odd32 : odd64)[i], (hd_term){f.id}, 0);
  } else {
    fprintf(p->out, "(int%u_t)", width);
    hd_printer_push(p, plain[i], (hd_term){f.id}, 0);
  }
}

static const char float_bits[] = "hd_r != hd_r ? $N : ((union { $f f; $T u; }){.f = hd_r}).u";

/* Letters that stand for an argument or a part of a select: those push templates. */
static bool expand_part(hd_printer *p, hd_template f, char letter)
{
  hd_term t = {f.id};
  const hd_node *n = &p->T->nodes[f.id], *array = &p->T->nodes[f.array];
  switch (letter) {
  case 'a':
  case 'b':
  case 'c': p->term(p, (hd_term){n->args[letter - 'a']}); return true;
  case 'A': expand_signed(p, f, 0); return true;
  case 'B': expand_signed(p, f, 1); return true;
  case 'F': hd_printer_push(p, "((union { $E u; $e f; }){.u = $a}).f", t, 0); return true;
  case 'G': hd_printer_push(p, "((union { $E u; $e f; }){.u = $b}).f", t, 0); return true;
  case 'R': hd_printer_push(p, float_bits, t, 0); return true;
  case 'i': p->term(p, (hd_term){array->args[1]}); return true;
  case 'v': p->term(p, (hd_term){array->args[2]}); return true;
  case 'r': push_select(p, t, array->args[0]); return true;
  case 'n': fputs(hd_print_name(p->names, (uint32_t)array->value), p->out); return true;
  default: return false;
  }
}

/* Cuts what was computed in 32 or 64 bits to the result. */
static void print_cut(FILE *out, unsigned width, bool open)
{
  bool narrow = width != 32 && width != 64;
  if (open) {
    fputc('(', out);
    if (narrow) fprintf(out, "(uint%u_t)(", container(width));
    if (is_odd(width)) fputc('(', out);
    return;
  }
  if (is_odd(width)) {
    fputs(") & ", out);
    print_number(out, hd_mask(width));
  }
  fputs(narrow ? "))" : ")", out);
}

static void print_bound(FILE *out, hd_op op, unsigned width, char letter)
{
  double low, high;
  bool closed;
  hd_float_bounds(op == HD_OP_FTOSI, width, &low, &closed, &high);
  if (letter == 'o') fputs(closed ? ">=" : ">", out);
  if (letter == 'x') fprintf(out, "%a", low);
  if (letter == 'y') fprintf(out, "%a", high);
}

/* Does the exact result of an overflow test need more than 64 bits? */
static bool is_wide(const hd_node *n, unsigned arg_width)
{
  return n->op == HD_OP_SMULO ? arg_width > 32 : arg_width > 63;
}

static void expand_c(hd_printer *p, hd_template f, char letter)
{
  const hd_node *n = &p->T->nodes[f.id];
  unsigned width = n->sort.width, arg_width = p->T->nodes[n->args[0]].sort.width;
  FILE *out = p->out;
  if (expand_part(p, f, letter)) return;
  switch (letter) {
  case '(':
  case ')': print_cut(out, width, letter == '('); break;
  case 'p': fputs(width <= 16 ? "(uint32_t)" : "", out); break;
  case 'q': fprintf(out, "(uint%u_t)", width <= 32 ? 32u : 64u); break;
  case 't': fprintf(out, "(uint%u_t)", container(width)); break;
  case 'T': fprintf(out, "uint%u_t", container(width)); break;
  case 'E': fprintf(out, "uint%u_t", container(arg_width)); break;
  case 'f': fputs(width == 32 ? "float" : "double", out); break;
  case 'e': fputs(arg_width == 32 ? "float" : "double", out); break;
  case 'N': print_number(out, hd_float_nan(width)); break;
  case 'm': print_number(out, hd_mask(width)); break;
  case 'M': print_number(out, hd_mask(arg_width)); break;
  case 'H': print_number(out, UINT64_C(1) << (arg_width - 1)); break;
  case 'w': print_number(out, arg_width); break;
  case 'W': print_number(out, arg_width - 1); break;
  case 'l': print_number(out, n->value); break;
  case 'L': print_number(out, width - arg_width); break;
  case 'k': print_number(out, -p->T->nodes[n->args[1]].value & hd_mask(width)); break;
  case 'X': fputs(is_wide(n, arg_width) ? "unsigned __int128" : "uint64_t", out); break;
  case 'Y': fputs(is_wide(n, arg_width) ? "__int128" : "int64_t", out); break;
  case 'o':
  case 'x':
  case 'y': print_bound(out, (hd_op)n->op, width, letter); break;
  default: HD_UNREACHABLE();
  }
}

/* Is the i-th argument evaluated whenever the term is? */
static bool is_always_read(const hd_node *n, unsigned i)
{
  switch ((hd_op)n->op) {
  case HD_OP_ITE:
  case HD_OP_AND:
  case HD_OP_OR: return i == 0;
  case HD_OP_STORE: return false;
  default: return true;
  }
}

/* Drops from the named terms those that read an array and are not always evaluated: a name
 * would read them even where the program guards against it. */
static void keep_safe(const hd_terms *T, hd_term t, hd_u32s *named)
{
  hd_u32s order = {0};
  hd_memo always;
  hd_memo_init(&always);
  hd_term_walk(T, t, &order);
  hd_memo_put(&always, t.id, 1);
  for (uint32_t i = order.len; i-- > 0;) {
    const hd_node *n = &T->nodes[order.data[i]];
    if (!hd_memo_find(&always, order.data[i])) continue;
    for (unsigned k = 0; k < hd_op_arity((hd_op)n->op); k++)
      if (is_always_read(n, k)) hd_memo_put(&always, n->args[k], 1);
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < named->len; i++) {
    const hd_node *n = &T->nodes[named->data[i]];
    bool safe = !n->reads || hd_memo_find(&always, named->data[i]);
    if (safe && n->sort.kind != HD_SORT_ARRAY) named->data[kept++] = named->data[i];
  }
  named->len = kept;
  hd_memo_clear(&always);
  hd_vec_clear(&order);
}

static void print_declaration(hd_printer *p, hd_term t, uint32_t number)
{
  hd_sort sort = hd_node_at(p->T, t)->sort;
  if (sort.kind == HD_SORT_BOOL)
    fprintf(p->out, "const _Bool hd_%" PRIu32 " = ", number);
  else
    fprintf(p->out, "const uint%u_t hd_%" PRIu32 " = ", container(sort.width), number);
  hd_printer_run(p, t);
  fputs("; ", p->out);
  hd_memo_put(&p->shared, t.id, number);
}

void hd_term_print_c(FILE *out, const hd_terms *T, hd_term t, const hd_names *names)
{
  HD_CHECK(t.id && t.id <= T->len);
  hd_printer p = {.term = c_term, .expand = expand_c};
  hd_u32s named = {0};
  hd_printer_init(&p, out, T, names);
  hd_print_plan(T, t, weight_in_c, &named);
  keep_safe(T, t, &named);
  if (named.len) fputs("({ ", out);
  for (uint32_t i = 0; i < named.len; i++) print_declaration(&p, (hd_term){named.data[i]}, i + 1);
  hd_printer_run(&p, t);
  if (named.len) fputs("; })", out);
  hd_vec_clear(&named);
  hd_printer_clear(&p);
}
