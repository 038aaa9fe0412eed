/* print.c - what the printers share, and the textual form.
 *
 * A large term that shares subterms is written (let ((?1 ..) (?2 ..)) ..), each name after
 * those it uses; otherwise its text could be exponentially longer than the term. */
#include "expr/print.h"

void hd_printer_init(hd_printer *p, FILE *out, const hd_terms *T, const hd_names *names)
{
  p->out = out;
  p->T = T;
  p->names = names;
  p->stack.data = NULL;
  p->stack.len = p->stack.cap = 0;
  hd_memo_init(&p->shared);
}

void hd_printer_clear(hd_printer *p)
{
  hd_vec_clear(&p->stack);
  hd_memo_clear(&p->shared);
}

void hd_printer_push(hd_printer *p, const char *text, hd_term t, uint32_t array)
{
  hd_vec_push(&p->stack, (hd_template){text, t.id, array});
}

uint64_t hd_printer_shared(const hd_printer *p, hd_term t)
{
  const uint64_t *number = hd_memo_find(&p->shared, t.id);
  return number ? *number : 0;
}

void hd_printer_run(hd_printer *p, hd_term t)
{
  p->term(p, t);
  while (p->stack.len) {
    hd_template *top = &hd_vec_last(&p->stack);
    size_t plain = strcspn(top->at, "$");
    fwrite(top->at, 1, plain, p->out);
    top->at += plain;
    if (!*top->at) {
      p->stack.len--;
      continue;
    }
    char letter = top->at[1];
    top->at += 2;
    p->expand(p, *top, letter);
  }
}

unsigned hd_print_once(const hd_terms *T, hd_term parent, unsigned i)
{
  (void)T;
  (void)parent;
  (void)i;
  return 1;
}

/* Nodes written for the last of these terms, each of which comes after its arguments. */
static uint64_t text_size(const hd_terms *T, const hd_u32s *order, hd_print_weight *weight)
{
  enum { MANY = 1 << 30 };
  uint64_t size = 0;
  hd_memo sizes;
  hd_memo_init(&sizes);
  for (uint32_t i = 0; i < order->len; i++) {
    const hd_node *n = &T->nodes[order->data[i]];
    size = 1;
    for (unsigned k = 0; k < hd_op_arity((hd_op)n->op); k++)
      size += weight(T, (hd_term){order->data[i]}, k) * *hd_memo_find(&sizes, n->args[k]);
    if (size > MANY) size = MANY;
    hd_memo_put(&sizes, order->data[i], size);
  }
  hd_memo_clear(&sizes);
  return size;
}

static void find_shared(const hd_terms *T, const hd_u32s *order, hd_print_weight *weight, hd_u32s *named)
{
  hd_memo uses;
  hd_memo_init(&uses);
  for (uint32_t i = 0; i < order->len; i++) hd_memo_put(&uses, order->data[i], 0);
  for (uint32_t i = 0; i < order->len; i++) {
    const hd_node *n = &T->nodes[order->data[i]];
    for (unsigned k = 0; k < hd_op_arity((hd_op)n->op); k++)
      *hd_memo_find(&uses, n->args[k]) += weight(T, (hd_term){order->data[i]}, k);
  }
  for (uint32_t i = 0; i < order->len; i++) {
    uint32_t id = order->data[i];
    if (*hd_memo_find(&uses, id) > 1 && T->nodes[id].tree > 1) hd_vec_push(named, id);
  }
  hd_memo_clear(&uses);
}

void hd_print_plan(const hd_terms *T, hd_term t, hd_print_weight *weight, hd_u32s *named)
{
  hd_u32s order = {0};
  hd_term_walk(T, t, &order);
  if (text_size(T, &order, weight) > HD_SHARE_ABOVE) find_shared(T, &order, weight, named);
  hd_vec_clear(&order);
}

const char *hd_print_name(const hd_names *names, uint32_t symbol)
{
  static _Thread_local char number[16];
  if (names && names->name) return names->name(names->context, symbol);
  snprintf(number, sizeof number, "v%" PRIu32, symbol);
  return number;
}

/* The textual form. */

/* Are the constants among the arguments of t signed numbers to its reader? The operator
 * says so, or else the first variable that they are computed with. */
static bool shows_signed(const hd_printer *p, hd_term t)
{
  enum { LEVELS = 8 };
  const hd_names *names = p->names;
  for (unsigned level = 0; level < LEVELS; level++) {
    const hd_node *n = hd_node_at(p->T, t);
    switch ((hd_op)n->op) {
    case HD_OP_VAR: return names && names->is_signed && names->is_signed(names->context, (uint32_t)n->value);
    case HD_OP_SDIV:
    case HD_OP_SREM:
    case HD_OP_ASHR:
    case HD_OP_SLT:
    case HD_OP_SLE:
    case HD_OP_SEXT:
    case HD_OP_SADDO:
    case HD_OP_SSUBO:
    case HD_OP_SMULO: return true;
    case HD_OP_CONST:
    case HD_OP_UDIV:
    case HD_OP_UREM:
    case HD_OP_LSHR:
    case HD_OP_ULT:
    case HD_OP_ULE:
    case HD_OP_ZEXT:
    case HD_OP_CONCAT:
    case HD_OP_EXTRACT: return false;
    default: break;
    }
    unsigned next = n->op == HD_OP_ITE;
    unsigned last = hd_op_arity((hd_op)n->op) - 1;
    while (next < last && p->T->nodes[n->args[next]].op == HD_OP_CONST) next++;
    t.id = n->args[next];
  }
  return false;
}

static void print_const(const hd_printer *p, const hd_node *n, bool is_signed)
{
  if (n->sort.kind == HD_SORT_BOOL)
    fputs(n->value ? "true" : "false", p->out);
  else if (is_signed)
    fprintf(p->out, "%" PRId64 ":%u", hd_signed(n->value, n->sort.width), n->sort.width);
  else
    fprintf(p->out, "%" PRIu64 ":%u", n->value, n->sort.width);
}

bool hd_print_is_difference(const hd_terms *T, const hd_node *n)
{
  if (n->op != HD_OP_ADD || T->nodes[n->args[1]].op != HD_OP_CONST) return false;
  int64_t k = hd_signed(T->nodes[n->args[1]].value, n->sort.width);
  return k < 0 && -(uint64_t)k <= hd_mask(n->sort.width) >> 1;
}

static void expand_text(hd_printer *p, hd_template f, char letter)
{
  unsigned i = (unsigned)(letter - 'a');
  hd_term a = {p->T->nodes[f.id].args[i]};
  hd_node n = *hd_node_at(p->T, a);
  if (n.op != HD_OP_CONST) {
    p->term(p, a);
  } else if (i == 1 && hd_print_is_difference(p->T, &p->T->nodes[f.id])) {
    n.value = -n.value & hd_mask(n.sort.width);
    print_const(p, &n, false);
  } else {
    print_const(p, &n, shows_signed(p, (hd_term){f.id}));
  }
}

static void text_term(hd_printer *p, hd_term t)
{
  static const char *const templates[] = {"", " $a)", " $a $b)", " $a $b $c)"};
  const hd_node *n = hd_node_at(p->T, t);
  uint64_t number = hd_printer_shared(p, t);
  hd_op op = (hd_op)n->op;
  if (number) {
    fprintf(p->out, "?%" PRIu64, number);
  } else if (op == HD_OP_CONST) {
    print_const(p, n, false);
  } else if (op == HD_OP_VAR) {
    fputs(hd_print_name(p->names, (uint32_t)n->value), p->out);
  } else {
    fprintf(p->out, "(%s", hd_print_is_difference(p->T, n) ? "sub" : hd_op_text(op));
    if (op == HD_OP_EXTRACT) fprintf(p->out, " %" PRIu64, n->value);
    if (hd_op_needs_width(op)) fprintf(p->out, " %u", n->sort.width);
    hd_printer_push(p, templates[hd_op_arity(op)], t, 0);
  }
}

void hd_term_print(FILE *out, const hd_terms *T, hd_term t, const hd_names *names)
{
  HD_CHECK(t.id && t.id <= T->len);
  hd_printer p = {.term = text_term, .expand = expand_text};
  hd_u32s named = {0};
  hd_printer_init(&p, out, T, names);
  hd_print_plan(T, t, hd_print_once, &named);
  if (named.len) fputs("(let (", out);
  for (uint32_t i = 0; i < named.len; i++) {
    fprintf(out, "%s(?%" PRIu32 " ", i ? " " : "", i + 1);
    hd_printer_run(&p, (hd_term){named.data[i]});
    fputc(')', out);
    hd_memo_put(&p.shared, named.data[i], i + 1);
  }
  if (named.len) fputs(") ", out);
  hd_printer_run(&p, t);
  if (named.len) fputc(')', out);
  hd_vec_clear(&named);
  hd_printer_clear(&p);
}
