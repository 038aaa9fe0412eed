/* parse.h - what the two halves of the parser share. A function that fails has left a diagnostic
 * and set x->failed; its result is then not looked at. */
#ifndef HD_MU_PARSE_H
#define HD_MU_PARSE_H

#include "mu/lexer.h"

bool mu_parse_accept(mu_lexer *x, const char *text); /* takes the word when it is there */
void mu_parse_expect(mu_lexer *x, const char *text, const char *where);
const char *mu_parse_name(mu_lexer *x, const char *what);
void mu_parse_fail(mu_lexer *x, const char *expected);
uint32_t mu_parse_constant(mu_lexer *x); /* sums of numbers and parameters */

typedef HD_VEC(mu_var *) mu_vars;
typedef HD_VEC(mu_expr *) mu_exprs;

/* TYPE x, y[2], TYPE z ...: up to, and without, the word that follows. */
void mu_parse_binders(mu_lexer *x, mu_vars *vars);
mu_expr *mu_parse_formula(mu_lexer *x);
mu_expr *mu_parse_path(mu_lexer *x);
bool mu_is_keyword(const char *text);

#endif
