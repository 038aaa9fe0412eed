/* parser.h - what the parts of the reader share.
 *
 * Statements become control flow as they are read: `at` is the location where the next one begins.
 * A goto, a skip, the end of a branch make no step: the location is *joined* with where it leads
 * (an alias, resolved in finish.c), unless it carries a label that is asked for. Calls may come before
 * what they call; they are completed at the end. */
#ifndef HD_FRONTEND_BP_PARSER_H
#define HD_FRONTEND_BP_PARSER_H

#include "base/map.h"
#include "frontend/bp/bp.h"
#include "frontend/bp/lex.h"

typedef struct {
  uint32_t name; /* in names */
  uint32_t loc;
  bool defined;
  bool jumped;        /* a goto leads to it */
  hd_bp_pos used;     /* by a goto, when not yet defined */
  hd_bp_pos repeated; /* where it stands at another statement, too; line 0: nowhere */
} label_entry;

typedef struct {
  uint32_t edge, name;
  hd_bp_pos pos;
  bool ignores; /* no results are asked for, whatever the procedure returns */
} pending_call;

typedef struct {
  uint32_t edge, proc, loc; /* SPAWN edge for `start_thread goto`: where in which procedure */
} pending_jump;

typedef struct {
  lexer lex;
  token tok, ahead;
  bool has_ahead;
  const char *last_end; /* of the token before tok */
  hd_bp *p;
  const hd_bp_options *options;
  hd_diags *diags;
  bool failed; /* a syntax error: nothing more is read */
  uint32_t errors;
  unsigned nesting;
  hd_strings names;
  hd_map globals, locals, procs; /* name to variable or procedure */
  uint32_t proc, at;
  const char *statement;      /* where the statement began, for its text */
  HD_VEC(uint32_t) depths;    /* of expressions */
  hd_u32s alias;              /* of locations: itself, or the one it is joined with */
  HD_VEC(bool) wanted;        /* of locations: carries a label that is asked for */
  HD_VEC(label_entry) labels; /* of the present procedure */
  hd_map label_index;         /* name to its place in labels */
  HD_VEC(pending_call) calls;
  HD_VEC(pending_jump) jumps;
  HD_VEC(hd_bp_label) kept;     /* labels that are asked for */
  HD_VEC(hd_bp_thread) threads; /* procedures marked `thread` */
  HD_VEC(hd_bp_assign) initial; /* values that globals are declared with */
} parser;

enum { MOST_NESTING = 400, MOST_DEPTH = 2000, MOST_ERRORS = 20 };

/* parse.c: the words */
HD_PRINTF(3, 4) hd_diag *bp_error(parser *ps, hd_bp_pos pos, const char *format, ...);
HD_PRINTF(2, 3)
void bp_syntax(parser *ps, const char *format, ...); /* at the present word; ends the reading */
void bp_next(parser *ps);
token bp_peek(parser *ps);
bool bp_is_symbol(const parser *ps, tok_symbol s);
bool bp_is_key(const parser *ps, tok_keyword k);
bool bp_accept_symbol(parser *ps, tok_symbol s);
bool bp_accept_key(parser *ps, tok_keyword k);
bool bp_expect_symbol(parser *ps, tok_symbol s, const char *what);
bool bp_expect_key(parser *ps, tok_keyword k);
uint32_t bp_name(parser *ps, const token *t);
const char *bp_text(parser *ps, uint32_t name);
bool bp_enter(parser *ps); /* one level deeper; false, with a message, when that is too deep */
void bp_leave(parser *ps);
bool bp_parse_id(parser *ps, token *out, const char *what);
uint32_t bp_find_var(parser *ps, const token *t); /* HD_NONE with a message */

/* expr.c */
hd_bp_expr bp_parse_expr(parser *ps, bool next);

/* graph.c */
uint32_t bp_loc(parser *ps);           /* a new one in the present procedure */
void bp_goto(parser *ps, uint32_t to); /* from `at`; afterwards `at` is new and unreached */
hd_bp_edge bp_edge(parser *ps, uint32_t from, uint32_t to, hd_bp_pos pos);
uint32_t bp_add(parser *ps, const hd_bp_edge *e); /* unless its guard is F */
void bp_step(parser *ps, hd_bp_edge e);           /* from `at` to a new `at` */
void bp_branch(parser *ps, hd_bp_expr condition, hd_bp_pos pos, uint32_t yes, uint32_t no);
bool bp_is_label(const parser *ps);   /* the present word may name a label: a name or a number */
uint32_t bp_parse_target(parser *ps); /* the label after a goto: its location */
void bp_define_label(parser *ps, const token *t);
void bp_check_labels(parser *ps); /* of the procedure that ends */
void bp_assign(parser *ps, hd_bp_pos pos, uint32_t var, hd_bp_expr value);
uint32_t bp_atomic(parser *ps); /* the lock variable, made on demand */
const char *bp_statement_text(parser *ps, const char *end);

/* statement.c */
void bp_parse_statements(parser *ps);
void bp_parse_decl(parser *ps, uint32_t proc);

/* finish.c */
void bp_finish(parser *ps);

/* threads.c: which procedures run, by the conventions of the dialects */
bool bp_is_flat(const parser *ps); /* the first global is the lock, the first procedure init */
void bp_finish_threads(parser *ps);
void bp_finish_initial(parser *ps);
void bp_warn_about_idle(parser *ps);

#endif
