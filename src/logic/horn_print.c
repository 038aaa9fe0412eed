/* horn_print.c - clauses as SMT-LIB 2, logic HORN: satisfiable means that nothing bad is derivable. */
#include "logic/horn_system.h"

typedef struct {
  const hd_horn *h;
  const hd_names *names;
  FILE *out;
  hd_map seen;
  HD_VEC(hd_term) vars;
} printing;

static void print_sort(FILE *out, hd_sort sort)
{
  if (sort.kind == HD_SORT_BOOL)
    fprintf(out, "Bool");
  else if (sort.kind == HD_SORT_BV)
    fprintf(out, "(_ BitVec %u)", sort.width);
  else
    fprintf(out, "(Array (_ BitVec %u) (_ BitVec %u))", sort.index, sort.width);
}

static void note_var(void *context, hd_term leaf)
{
  printing *x = context;
  if (hd_term_op(x->h->T, leaf) != HD_OP_VAR || hd_map_find(&x->seen, leaf.id)) return;
  hd_map_put(&x->seen, leaf.id, 1);
  hd_vec_push(&x->vars, leaf);
}

static void note_atom(printing *x, hd_atom a)
{
  if (a.pred.id == HD_NONE) return;
  for (uint32_t i = 0; i < x->h->preds.data[a.pred.id].n; i++) hd_term_visit_leaves(x->h->T, a.args[i], note_var, x);
}

static void print_name(printing *x, uint32_t symbol)
{
  fprintf(x->out, "|%s|", x->names->name(x->names->context, symbol));
}

static void print_atom(printing *x, hd_atom a)
{
  if (a.pred.id == HD_NONE) {
    fprintf(x->out, "false");
    return;
  }
  const hd_horn_pred *p = &x->h->preds.data[a.pred.id];
  fprintf(x->out, p->n ? "(|%s|" : "|%s|", p->name);
  for (uint32_t i = 0; i < p->n; i++) {
    fputc(' ', x->out);
    hd_term_print_smt2(x->out, x->h->T, a.args[i], x->names);
  }
  if (p->n) fputc(')', x->out);
}

static void print_vars(printing *x)
{
  if (!x->vars.len) return;
  fprintf(x->out, "(forall (");
  for (uint32_t i = 0; i < x->vars.len; i++) {
    fprintf(x->out, i ? " (" : "(");
    print_name(x, hd_term_symbol(x->h->T, x->vars.data[i]));
    fputc(' ', x->out);
    print_sort(x->out, hd_term_sort(x->h->T, x->vars.data[i]));
    fputc(')', x->out);
  }
  fprintf(x->out, ")\n  ");
}

static void print_rule(printing *x, const hd_horn_clause *r)
{
  hd_map_clear(&x->seen);
  x->vars.len = 0;
  for (uint32_t i = 0; i < r->n_body; i++) note_atom(x, r->body[i]);
  hd_term_visit_leaves(x->h->T, r->constraint, note_var, x);
  note_atom(x, r->head);
  fprintf(x->out, "(assert ");
  print_vars(x);
  fprintf(x->out, "(=> (and true");
  for (uint32_t i = 0; i < r->n_body; i++) {
    fputc(' ', x->out);
    print_atom(x, r->body[i]);
  }
  fputc(' ', x->out);
  hd_term_print_smt2(x->out, x->h->T, r->constraint, x->names);
  fprintf(x->out, ")\n      ");
  print_atom(x, r->head);
  fprintf(x->out, x->vars.len ? ")))\n" : "))\n");
}

void hd_horn_print(const hd_horn *h, const hd_names *names, FILE *out)
{
  printing x = {.h = h, .names = names, .out = out};
  fprintf(out, "(set-logic HORN)\n");
  for (uint32_t i = 0; i < h->preds.len; i++) {
    fprintf(out, "(declare-fun |%s| (", h->preds.data[i].name);
    for (uint32_t k = 0; k < h->preds.data[i].n; k++) {
      if (k) fputc(' ', out);
      print_sort(out, hd_term_sort(h->T, h->preds.data[i].params[k]));
    }
    fprintf(out, ") Bool)\n");
  }
  for (uint32_t i = 0; i < h->rules.len; i++) print_rule(&x, &h->rules.data[i]);
  fprintf(out, "(check-sat)\n");
  hd_map_clear(&x.seen);
  hd_vec_clear(&x.vars);
}
