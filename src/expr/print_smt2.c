/* print_smt2.c - terms as SMT-LIB 2, logic QF_ABV, or QF_AFPBV when floats occur. What the
 * theory has no operator for is written out: the overflow tests, and conversions that
 * must give 0 for what does not fit. The bits of a float come from fp.to_ieee_bv, the one
 * function here that is a solver's extension. */
#include "expr/print.h"

/* $a $b $c  the arguments      $F $G  the same as floats    $R  the bits of the float ?f
 * $w $v     width of the result, of the argument            $g  bits that are added
 * $t $h $l  top bit of the argument; high and low bit extracted
 * $Z $N     0 and NaN          $x $y  bounds of what fits an integer, as floats
 * $E        exponent and significand of the result's format */
static const char *const templates[HD_OP_COUNT] = {
    [HD_OP_NOT] = "(not $a)",
    [HD_OP_AND] = "(and $a $b)",
    [HD_OP_OR] = "(or $a $b)",
    [HD_OP_ITE] = "(ite $a $b $c)",
    [HD_OP_EQ] = "(= $a $b)",
    [HD_OP_ADD] = "(bvadd $a $b)",
    [HD_OP_SUB] = "(bvsub $a $b)",
    [HD_OP_MUL] = "(bvmul $a $b)",
    [HD_OP_UDIV] = "(bvudiv $a $b)",
    [HD_OP_SDIV] = "(bvsdiv $a $b)",
    [HD_OP_UREM] = "(bvurem $a $b)",
    [HD_OP_SREM] = "(bvsrem $a $b)",
    [HD_OP_BAND] = "(bvand $a $b)",
    [HD_OP_BOR] = "(bvor $a $b)",
    [HD_OP_BXOR] = "(bvxor $a $b)",
    [HD_OP_BNOT] = "(bvnot $a)",
    [HD_OP_NEG] = "(bvneg $a)",
    [HD_OP_SHL] = "(bvshl $a $b)",
    [HD_OP_LSHR] = "(bvlshr $a $b)",
    [HD_OP_ASHR] = "(bvashr $a $b)",
    [HD_OP_ULT] = "(bvult $a $b)",
    [HD_OP_ULE] = "(bvule $a $b)",
    [HD_OP_SLT] = "(bvslt $a $b)",
    [HD_OP_SLE] = "(bvsle $a $b)",
    [HD_OP_ZEXT] = "((_ zero_extend $g) $a)",
    [HD_OP_SEXT] = "((_ sign_extend $g) $a)",
    [HD_OP_EXTRACT] = "((_ extract $h $l) $a)",
    [HD_OP_CONCAT] = "(concat $a $b)",
    [HD_OP_SADDO] = "(let ((?r (bvadd ((_ sign_extend 1) $a) ((_ sign_extend 1) $b)))) "
                    "(not (= ?r ((_ sign_extend 1) ((_ extract $t 0) ?r)))))",
    [HD_OP_SSUBO] = "(let ((?r (bvsub ((_ sign_extend 1) $a) ((_ sign_extend 1) $b)))) "
                    "(not (= ?r ((_ sign_extend 1) ((_ extract $t 0) ?r)))))",
    [HD_OP_SMULO] = "(let ((?r (bvmul ((_ sign_extend $v) $a) ((_ sign_extend $v) $b)))) "
                    "(not (= ?r ((_ sign_extend $v) ((_ extract $t 0) ?r)))))",
    [HD_OP_SELECT] = "(select $a $b)",
    [HD_OP_STORE] = "(store $a $b $c)",
    [HD_OP_DEREF] = "(deref$w $a)",
    [HD_OP_FADD] = "(let ((?f (fp.add RNE $F $G))) $R)",
    [HD_OP_FSUB] = "(let ((?f (fp.sub RNE $F $G))) $R)",
    [HD_OP_FMUL] = "(let ((?f (fp.mul RNE $F $G))) $R)",
    [HD_OP_FDIV] = "(let ((?f (fp.div RNE $F $G))) $R)",
    /* fp.rem rounds the quotient to nearest, C's remainder truncates it: they differ by one y */
    [HD_OP_FREM] = "(let ((?x $F) (?y $G)) (let ((?q (fp.rem ?x ?y))) (let ((?f "
                   "(ite (or (fp.isZero ?q) (= (fp.isNegative ?q) (fp.isNegative ?x))) ?q "
                   "(fp.add RNE ?q (ite (fp.isNegative ?x) (fp.neg (fp.abs ?y)) (fp.abs ?y)))))) $R)))",
    [HD_OP_FNEG] = "(concat (bvnot ((_ extract $t $t) $a)) ((_ extract $u 0) $a))",
    [HD_OP_FEQ] = "(fp.eq $F $G)",
    [HD_OP_FLT] = "(fp.lt $F $G)",
    [HD_OP_FLE] = "(fp.leq $F $G)",
    [HD_OP_FUNO] = "(or (fp.isNaN $F) (fp.isNaN $G))",
    [HD_OP_FTOF] = "(let ((?f ((_ to_fp $E) RNE $F))) $R)",
    [HD_OP_FTOSI] = "(let ((?f (fp.roundToIntegral RTZ $F))) "
                    "(ite (and (fp.leq $x ?f) (fp.lt ?f $y)) ((_ fp.to_sbv $w) RTZ ?f) $Z))",
    [HD_OP_FTOUI] = "(let ((?f (fp.roundToIntegral RTZ $F))) "
                    "(ite (and (fp.leq $x ?f) (fp.lt ?f $y)) ((_ fp.to_ubv $w) RTZ ?f) $Z))",
    [HD_OP_SITOF] = "(let ((?f ((_ to_fp $E) RNE $a))) $R)",
    [HD_OP_UITOF] = "(let ((?f ((_ to_fp_unsigned $E) RNE $a))) $R)",
};

static const char *format_of(unsigned width)
{
  return width == 32 ? "8 24" : "11 53";
}

static void print_bv(FILE *out, unsigned width, uint64_t value)
{
  fprintf(out, "(_ bv%" PRIu64 " %u)", value, width);
}

static bool is_simple_symbol(const char *name)
{
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789~!@$%^&*_-+=<>.?/";
  return *name && !(*name >= '0' && *name <= '9') && name[strspn(name, allowed)] == '\0';
}

static void smt_term(hd_printer *p, hd_term t)
{
  const hd_node *n = hd_node_at(p->T, t);
  uint64_t number = hd_printer_shared(p, t);
  if (number) {
    fprintf(p->out, "?%" PRIu64, number);
  } else if (n->op == HD_OP_CONST) {
    if (n->sort.kind == HD_SORT_BOOL)
      fputs(n->value ? "true" : "false", p->out);
    else
      print_bv(p->out, n->sort.width, n->value);
  } else if (n->op == HD_OP_VAR) {
    const char *name = hd_print_name(p->names, (uint32_t)n->value);
    fprintf(p->out, is_simple_symbol(name) ? "%s" : "|%s|", name);
  } else {
    hd_printer_push(p, templates[n->op], t, 0);
  }
}

/* The least and the first too large truncated value, in the argument's format. */
static void print_bound(FILE *out, const hd_node *n, unsigned arg_width, bool low)
{
  bool is_signed = n->op == HD_OP_FTOSI;
  unsigned exponent = n->sort.width - is_signed;
  uint64_t power = arg_width == 32 ? (exponent + UINT64_C(127)) << 23 : (exponent + UINT64_C(1023)) << 52;
  if (low) power = is_signed ? power | UINT64_C(1) << (arg_width - 1) : 0;
  fprintf(out, "((_ to_fp %s) ", format_of(arg_width));
  print_bv(out, arg_width, power);
  fputc(')', out);
}

static void expand_smt(hd_printer *p, hd_template f, char letter)
{
  hd_term t = {f.id};
  const hd_node *n = &p->T->nodes[f.id];
  unsigned width = n->sort.width, arg_width = p->T->nodes[n->args[0]].sort.width;
  FILE *out = p->out;
  switch (letter) {
  case 'a':
  case 'b':
  case 'c': p->term(p, (hd_term){n->args[letter - 'a']}); break;
  case 'F': hd_printer_push(p, arg_width == 32 ? "((_ to_fp 8 24) $a)" : "((_ to_fp 11 53) $a)", t, 0); break;
  case 'G': hd_printer_push(p, arg_width == 32 ? "((_ to_fp 8 24) $b)" : "((_ to_fp 11 53) $b)", t, 0); break;
  case 'R': hd_printer_push(p, "(ite (fp.isNaN ?f) $N (fp.to_ieee_bv ?f))", t, 0); break;
  case 'E': fputs(format_of(width), out); break;
  case 'N': print_bv(out, width, hd_float_nan(width)); break;
  case 'Z': print_bv(out, width, 0); break;
  case 'w': fprintf(out, "%u", width); break;
  case 'v': fprintf(out, "%u", arg_width); break;
  case 'g': fprintf(out, "%u", width - arg_width); break;
  case 't': fprintf(out, "%u", arg_width - 1); break;
  case 'u': fprintf(out, "%u", arg_width - 2); break;
  case 'l': fprintf(out, "%" PRIu64, n->value); break;
  case 'h': fprintf(out, "%" PRIu64, n->value + width - 1); break;
  case 'x':
  case 'y': print_bound(out, n, arg_width, letter == 'x'); break;
  default: HD_UNREACHABLE();
  }
}

static unsigned weight_in_smt(const hd_terms *T, hd_term parent, unsigned i)
{
  (void)i;
  return hd_node_at(T, parent)->op == HD_OP_FNEG ? 2 : 1;
}

void hd_term_print_smt2(FILE *out, const hd_terms *T, hd_term t, const hd_names *names)
{
  HD_CHECK(t.id && t.id <= T->len);
  hd_printer p = {.term = smt_term, .expand = expand_smt};
  hd_u32s named = {0};
  hd_printer_init(&p, out, T, names);
  hd_print_plan(T, t, weight_in_smt, &named);
  for (uint32_t i = 0; i < named.len; i++) {
    fprintf(out, "(let ((?%" PRIu32 " ", i + 1);
    hd_printer_run(&p, (hd_term){named.data[i]});
    fputs(")) ", out);
    hd_memo_put(&p.shared, named.data[i], i + 1);
  }
  hd_printer_run(&p, t);
  for (uint32_t i = 0; i < named.len; i++) fputc(')', out);
  hd_vec_clear(&named);
  hd_printer_clear(&p);
}
