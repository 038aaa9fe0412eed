/* parse.c - words and names, and the outermost level: globals and procedures. */
#include "frontend/bp/parser.h"

#include <stdarg.h>

/* --- messages ------------------------------------------------------------------------------------- */

static hd_diag *complain_at(parser *ps, hd_bp_pos pos, const char *format, va_list args)
{
  char text[512];
  hd_place place = {.file = ps->lex.file, .line = pos.line, .column = pos.column};
  vsnprintf(text, sizeof text, format, args);
  if (++ps->errors >= MOST_ERRORS) ps->failed = true;
  return hd_diags_add(ps->diags, HD_ERROR, place, "%s", text);
}

hd_diag *bp_error(parser *ps, hd_bp_pos pos, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  hd_diag *d = complain_at(ps, pos, format, args);
  va_end(args);
  return d;
}

void bp_syntax(parser *ps, const char *format, ...)
{
  if (ps->failed) return;
  va_list args;
  va_start(args, format);
  /* Of a bad word the lexer has spoken already. */
  if (ps->tok.kind != TOK_BAD) complain_at(ps, ps->tok.pos, format, args);
  va_end(args);
  ps->errors++;
  ps->failed = true;
}

/* --- words ---------------------------------------------------------------------------------------- */

void bp_next(parser *ps)
{
  ps->last_end = ps->tok.end;
  ps->tok = ps->has_ahead ? ps->ahead : lex_next(&ps->lex);
  ps->has_ahead = false;
  if (ps->tok.kind == TOK_BAD) {
    ps->errors++;
    ps->failed = true;
  }
}

token bp_peek(parser *ps)
{
  if (!ps->has_ahead) ps->ahead = lex_next(&ps->lex);
  ps->has_ahead = true;
  return ps->ahead;
}

bool bp_is_symbol(const parser *ps, tok_symbol s)
{
  return ps->tok.kind == TOK_SYMBOL && ps->tok.symbol == s;
}

bool bp_is_key(const parser *ps, tok_keyword k)
{
  return ps->tok.kind == TOK_KEYWORD && ps->tok.keyword == k;
}

bool bp_accept_symbol(parser *ps, tok_symbol s)
{
  bool there = bp_is_symbol(ps, s);
  if (there) bp_next(ps);
  return there;
}

bool bp_accept_key(parser *ps, tok_keyword k)
{
  bool there = bp_is_key(ps, k);
  if (there) bp_next(ps);
  return there;
}

bool bp_expect_symbol(parser *ps, tok_symbol s, const char *what)
{
  if (bp_accept_symbol(ps, s)) return true;
  bp_syntax(ps, "%s is expected here", what);
  return false;
}

bool bp_expect_key(parser *ps, tok_keyword k)
{
  if (bp_accept_key(ps, k)) return true;
  bp_syntax(ps, "`%s` is expected here", lex_keyword_name(k));
  return false;
}

bool bp_parse_id(parser *ps, token *out, const char *what)
{
  *out = ps->tok;
  if (ps->tok.kind == TOK_ID) {
    bp_next(ps);
    return true;
  }
  bp_syntax(ps, "%s is expected here", what);
  return false;
}

uint32_t bp_name(parser *ps, const token *t)
{
  char small[64], *text = t->length < sizeof small ? small : hd_alloc(t->length + 1, 1);
  memcpy(text, t->text, t->length);
  text[t->length] = '\0';
  uint32_t name = hd_strings_add(&ps->names, text);
  if (text != small) free(text);
  return name;
}

const char *bp_text(parser *ps, uint32_t name)
{
  return hd_strings_get(&ps->names, name);
}

bool bp_enter(parser *ps)
{
  if (++ps->nesting <= MOST_NESTING) return true;
  bp_syntax(ps, "nested more than %d deep", MOST_NESTING);
  ps->nesting--;
  return false;
}

void bp_leave(parser *ps)
{
  ps->nesting--;
}

uint32_t bp_find_var(parser *ps, const token *t)
{
  uint32_t name = bp_name(ps, t);
  uint64_t *found = hd_map_find(&ps->locals, name);
  if (!found) found = hd_map_find(&ps->globals, name);
  if (found) return (uint32_t)*found;
  bp_error(ps, t->pos, "no variable `%s` is declared here", bp_text(ps, name));
  return HD_NONE;
}

/* --- globals and procedures ----------------------------------------------------------------------- */

/* HD_NONE: there is one of this name. */
static uint32_t declare_var(parser *ps, const token *t, uint32_t proc)
{
  hd_map *scope = proc == HD_NONE ? &ps->globals : &ps->locals;
  uint32_t name = bp_name(ps, t);
  uint64_t *old = hd_map_find(scope, name);
  if (old) {
    bp_error(ps, t->pos, "`%s` is declared twice; first in line %u", bp_text(ps, name),
             ps->p->vars.data[*old].pos.line);
    return HD_NONE;
  }
  uint32_t var = hd_bp_add_var(ps->p, bp_text(ps, name), proc, false, t->pos);
  hd_map_put(scope, name, var);
  return var;
}

/* A local gets its value where it is declared; a global before the program begins. */
static void parse_initial(parser *ps, const token *t, uint32_t var)
{
  hd_bp_pos pos = ps->tok.pos;
  hd_bp_expr value = bp_parse_expr(ps, false);
  if (ps->failed || var == HD_NONE) return;
  if (ps->p->vars.data[var].proc != HD_NONE) {
    bp_assign(ps, t->pos, var, value);
    return;
  }
  hd_bp_op op = ps->p->exprs.data[value.id].op;
  if (op != HD_BP_CONST && op != HD_BP_ANY) bp_error(ps, pos, "a global is declared with 0, 1 or *");
  hd_vec_push(&ps->initial, (hd_bp_assign){var, value});
}

void bp_parse_decl(parser *ps, uint32_t proc)
{
  token t;
  do {
    if (!bp_parse_id(ps, &t, "the name of a variable")) return;
    uint32_t var = declare_var(ps, &t, proc);
    if (bp_accept_symbol(ps, SYM_ASSIGN)) parse_initial(ps, &t, var);
  } while (!ps->failed && bp_accept_symbol(ps, SYM_COMMA));
  bp_expect_symbol(ps, SYM_SEMI, "`;` after the declaration");
}

static bool parse_count(parser *ps, uint32_t most, uint32_t *out)
{
  uint64_t value = 0;
  bool number = ps->tok.kind == TOK_NUMBER;
  for (uint32_t i = 0; number && i < ps->tok.length; i++) {
    number = ps->tok.text[i] >= '0' && ps->tok.text[i] <= '9';
    value = value * 10 + (uint64_t)(ps->tok.text[i] - '0');
    if (value > most) break;
  }
  if (!number || value > most || value == 0) {
    bp_syntax(ps, "a number from 1 to %u is expected here", most);
    return false;
  }
  bp_next(ps);
  *out = (uint32_t)value;
  return true;
}

/* void, bool, bool<n>; nothing stands for void. */
static uint32_t parse_type(parser *ps)
{
  uint32_t n = 1;
  if (bp_accept_key(ps, KEY_VOID)) return 0;
  if (!bp_accept_key(ps, KEY_BOOL)) return 0;
  if (bp_accept_symbol(ps, SYM_LESS) && parse_count(ps, 1000, &n)) bp_expect_symbol(ps, SYM_GREATER, "`>`");
  return n;
}

/* thread, thread[n], thread[*]: runs from the start, once, n times or any number of times. */
static uint32_t parse_thread_mark(parser *ps)
{
  uint32_t copies = 1;
  if (!bp_accept_key(ps, KEY_THREAD)) return 0;
  if (!bp_accept_symbol(ps, SYM_OPEN_BRACKET)) return 1;
  if (bp_accept_symbol(ps, SYM_STAR))
    copies = HD_BP_MANY;
  else
    parse_count(ps, 1000, &copies);
  bp_expect_symbol(ps, SYM_CLOSE_BRACKET, "`]` after the number of threads");
  return copies;
}

static void parse_params(parser *ps)
{
  token t;
  if (!bp_expect_symbol(ps, SYM_OPEN, "`(` and the parameters")) return;
  while (!ps->failed && !bp_is_symbol(ps, SYM_CLOSE)) {
    if (!bp_parse_id(ps, &t, "the name of a parameter")) return;
    declare_var(ps, &t, ps->proc);
    if (!bp_accept_symbol(ps, SYM_COMMA)) break;
  }
  bp_expect_symbol(ps, SYM_CLOSE, "`)` after the parameters");
  ps->p->procs.data[ps->proc].n_params = ps->p->procs.data[ps->proc].locals.len;
}

static void begin_proc(parser *ps, const token *t, uint32_t returns, uint32_t copies)
{
  uint32_t name = bp_name(ps, t);
  uint64_t *old = hd_map_find(&ps->procs, name);
  if (old)
    bp_error(ps, t->pos, "procedure `%s` is defined twice; first in line %u", bp_text(ps, name),
             ps->p->procs.data[*old].pos.line);
  ps->proc = hd_bp_add_proc(ps->p, bp_text(ps, name), t->pos);
  hd_map_put(&ps->procs, name, ps->proc);
  if (copies)
    hd_vec_push(&ps->threads,
                (hd_bp_thread){ps->p->procs.data[ps->proc].name, ps->proc, copies, HD_NONE, HD_NONE, HD_NONE, HD_NONE});
  hd_map_clear(&ps->locals);
  hd_map_clear(&ps->label_index);
  ps->labels.len = 0;
  parse_params(ps);
  for (uint32_t i = 0; i < returns; i++) {
    char text[24];
    snprintf(text, sizeof text, "$result%u", i);
    uint32_t var = hd_bp_add_var(ps->p, text, ps->proc, true, t->pos);
    hd_vec_push(&ps->p->procs.data[ps->proc].returns, var);
  }
  /* A label at the first statement must not stand at the entry. */
  ps->at = ps->p->procs.data[ps->proc].entry;
  hd_bp_edge e = bp_edge(ps, ps->at, bp_loc(ps), t->pos);
  e.text = NULL;
  bp_add(ps, &e);
  ps->at = e.to;
}

static void end_proc(parser *ps)
{
  bp_goto(ps, ps->p->procs.data[ps->proc].final);
  bp_check_labels(ps);
}

static void parse_proc(parser *ps)
{
  token t;
  if (bp_is_key(ps, KEY_DFS)) {
    hd_place place = {.file = ps->lex.file, .line = ps->tok.pos.line, .column = ps->tok.pos.column};
    hd_diags_add(ps->diags, HD_NOTE, place, "`dfs` is a hint for another tool's search and changes nothing here");
    bp_next(ps);
  }
  uint32_t copies = parse_thread_mark(ps), returns = parse_type(ps);
  if (!bp_parse_id(ps, &t, "the name of a procedure")) return;
  begin_proc(ps, &t, returns, copies);
  if (!bp_expect_key(ps, KEY_BEGIN)) return;
  bp_parse_statements(ps);
  bp_expect_key(ps, KEY_END);
  bp_accept_symbol(ps, SYM_SEMI);
  if (!ps->failed) end_proc(ps);
}

static void parse_program(parser *ps)
{
  bp_next(ps);
  while (!ps->failed && ps->tok.kind != TOK_END) {
    if (bp_accept_key(ps, KEY_DECL))
      bp_parse_decl(ps, HD_NONE);
    else if (bp_is_key(ps, KEY_THREAD_LOCAL))
      bp_syntax(ps, "thread_local variables are not supported: declare them in the thread's procedure");
    else
      parse_proc(ps);
  }
}

static void release_parser(parser *ps)
{
  hd_strings_clear(&ps->names);
  hd_map_clear(&ps->globals);
  hd_map_clear(&ps->locals);
  hd_map_clear(&ps->procs);
  hd_map_clear(&ps->label_index);
  hd_vec_clear(&ps->depths);
  hd_vec_clear(&ps->alias);
  hd_vec_clear(&ps->wanted);
  hd_vec_clear(&ps->labels);
  hd_vec_clear(&ps->calls);
  hd_vec_clear(&ps->jumps);
  hd_vec_clear(&ps->kept);
  hd_vec_clear(&ps->threads);
  hd_vec_clear(&ps->initial);
}

hd_bp *hd_bp_parse(const char *text, size_t length, const char *file, const hd_bp_options *options, hd_diags *diags)
{
  parser ps = {.p = hd_bp_new(file), .options = options, .diags = diags};
  lex_init(&ps.lex, text, length, ps.p->file, diags);
  hd_strings_init(&ps.names);
  parse_program(&ps);
  if (ps.errors == 0) bp_finish(&ps);
  hd_bp *p = ps.p;
  if (ps.errors > 0) {
    hd_bp_free(p);
    p = NULL;
  }
  release_parser(&ps);
  return p;
}
