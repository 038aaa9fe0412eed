/* graph.c - control flow while it is being built. */
#include "frontend/bp/parser.h"

/* The tables that run parallel to the locations. */
static void follow_locs(parser *ps)
{
  while (ps->alias.len < ps->p->locs.len) {
    uint32_t self = ps->alias.len;
    hd_vec_push(&ps->alias, self);
    hd_vec_push(&ps->wanted, false);
  }
}

uint32_t bp_loc(parser *ps)
{
  uint32_t loc = hd_bp_add_loc(ps->p, ps->proc, HD_BP_NORMAL, ps->tok.pos);
  follow_locs(ps);
  return loc;
}

static uint32_t resolve_loc(parser *ps, uint32_t loc)
{
  while (ps->alias.data[loc] != loc) loc = ps->alias.data[loc] = ps->alias.data[ps->alias.data[loc]];
  return loc;
}

const char *bp_statement_text(parser *ps, const char *end)
{
  enum { MOST = 100 };
  char text[MOST + 4];
  size_t n = 0;
  bool blank = false;
  for (const char *s = ps->statement; s && s < end && n < MOST; s++) {
    bool white = *s == ' ' || *s == '\t' || *s == '\n' || *s == '\r';
    if (!white && blank && n) text[n++] = ' ';
    blank = white;
    if (!white) text[n++] = *s;
  }
  if (n >= MOST) n = (size_t)(stpcpy(text + MOST - 3, "...") - text);
  text[n] = '\0';
  return hd_arena_strdup(&ps->p->arena, text);
}

hd_bp_edge bp_edge(parser *ps, uint32_t from, uint32_t to, hd_bp_pos pos)
{
  follow_locs(ps);
  return (hd_bp_edge){.kind = HD_BP_STEP,
                      .from = from,
                      .to = to,
                      .pos = pos,
                      .text = bp_statement_text(ps, ps->last_end),
                      .guard = HD_BP_NO_EXPR,
                      .constraint = HD_BP_NO_EXPR,
                      .callee = HD_NONE,
                      .origin = HD_NONE};
}

static bool is_op(const parser *ps, hd_bp_expr e, hd_bp_op op)
{
  return e.id != HD_NONE && ps->p->exprs.data[e.id].op == op;
}

uint32_t bp_add(parser *ps, const hd_bp_edge *e)
{
  hd_bp_edge copy = *e;
  if (is_op(ps, e->guard, HD_BP_CONST) && !ps->p->exprs.data[e->guard.id].a) return HD_NONE;
  if (is_op(ps, e->guard, HD_BP_CONST) || is_op(ps, e->guard, HD_BP_ANY)) copy.guard = HD_BP_NO_EXPR;
  copy.from = resolve_loc(ps, e->from);
  return hd_bp_add_edge(ps->p, &copy);
}

void bp_step(parser *ps, hd_bp_edge e)
{
  e.from = ps->at;
  e.to = bp_loc(ps);
  bp_add(ps, &e);
  ps->at = e.to;
}

/* A location that carries a wanted label is reached by no other way than before, so it is not
 * joined with its successor; nor is one that already goes on. */
void bp_goto(parser *ps, uint32_t to)
{
  follow_locs(ps);
  uint32_t from = resolve_loc(ps, ps->at), target = resolve_loc(ps, to);
  bool entry = from == ps->p->procs.data[ps->proc].entry;
  if (from == target) {
    /* a loop without a step: nothing happens any more */
  } else if (ps->wanted.data[from] || entry || ps->p->locs.data[from].out.len) {
    hd_bp_edge e = bp_edge(ps, from, target, ps->tok.pos);
    e.text = NULL;
    bp_add(ps, &e);
  } else {
    ps->alias.data[from] = target;
  }
  ps->at = bp_loc(ps);
}

static hd_bp_expr negation_of(parser *ps, hd_bp_expr e)
{
  const hd_bp_node *n = &ps->p->exprs.data[e.id];
  if (n->op == HD_BP_CONST) return hd_bp_const(ps->p, !n->a);
  if (n->op == HD_BP_ANY) return e;
  if (n->op == HD_BP_NOT) return (hd_bp_expr){n->a};
  return hd_bp_not(ps->p, e);
}

void bp_branch(parser *ps, hd_bp_expr condition, hd_bp_pos pos, uint32_t yes, uint32_t no)
{
  hd_bp_edge e = bp_edge(ps, ps->at, yes, pos);
  e.guard = condition;
  e.branch = HD_BP_TAKEN;
  bp_add(ps, &e);
  e.to = no;
  e.branch = HD_BP_UNTAKEN;
  e.guard = negation_of(ps, condition);
  bp_add(ps, &e);
  while (ps->depths.len < ps->p->exprs.len) hd_vec_push(&ps->depths, 1);
}

void bp_assign(parser *ps, hd_bp_pos pos, uint32_t var, hd_bp_expr value)
{
  hd_bp_edge e = bp_edge(ps, ps->at, 0, pos);
  e.assigns = &(hd_bp_assign){var, value};
  e.n_assigns = 1;
  bp_step(ps, e);
}

/* --- labels --------------------------------------------------------------------------------------- */

static label_entry *get_label(parser *ps, uint32_t name, hd_bp_pos used)
{
  uint64_t *known = hd_map_find(&ps->label_index, name);
  if (known) return &ps->labels.data[*known];
  hd_map_put(&ps->label_index, name, ps->labels.len);
  hd_vec_push(&ps->labels, (label_entry){.name = name, .loc = bp_loc(ps), .used = used});
  return &hd_vec_last(&ps->labels);
}

bool bp_is_label(const parser *ps)
{
  return ps->tok.kind == TOK_ID || ps->tok.kind == TOK_NUMBER;
}

uint32_t bp_parse_target(parser *ps)
{
  token t = ps->tok;
  if (!bp_is_label(ps)) {
    bp_syntax(ps, "a label is expected here");
    return ps->at;
  }
  bp_next(ps);
  label_entry *l = get_label(ps, bp_name(ps, &t), t.pos);
  l->jumped = true;
  return l->loc;
}

void bp_check_labels(parser *ps)
{
  for (uint32_t i = 0; i < ps->labels.len; i++) {
    const label_entry *l = &ps->labels.data[i];
    if (!l->defined) bp_error(ps, l->used, "no label `%s` in this procedure", bp_text(ps, l->name));
    if (l->jumped && l->repeated.line)
      bp_error(ps, l->repeated, "a goto leads to label `%s`, which stands at several statements", bp_text(ps, l->name));
  }
}

static bool is_wanted(const parser *ps, const char *name)
{
  if (ps->options->label) return strcmp(name, ps->options->label) == 0;
  return strcmp(name, "ERROR") == 0 || strcmp(name, "SLIC_ERROR") == 0;
}

void bp_define_label(parser *ps, const token *t)
{
  uint32_t name = bp_name(ps, t);
  label_entry *l = get_label(ps, name, t->pos);
  if (l->defined && resolve_loc(ps, l->loc) == resolve_loc(ps, ps->at)) return; /* once more at the same statement */
  if (l->defined) l->repeated = t->pos;
  uint32_t loc = l->defined ? bp_loc(ps) : l->loc;
  ps->labels.data[*hd_map_find(&ps->label_index, name)].defined = true;
  bp_goto(ps, loc);
  ps->at = loc;
  if (!is_wanted(ps, bp_text(ps, name))) return;
  ps->wanted.data[loc] = true;
  hd_vec_push(&ps->kept, (hd_bp_label){hd_arena_strdup(&ps->p->arena, bp_text(ps, name)), loc});
}

uint32_t bp_atomic(parser *ps)
{
  if (ps->p->atomic != HD_NONE) return ps->p->atomic;
  ps->p->atomic =
      bp_is_flat(ps) ? ps->p->globals.data[0] : hd_bp_add_var(ps->p, "$atomic", HD_NONE, true, (hd_bp_pos){0});
  return ps->p->atomic;
}
