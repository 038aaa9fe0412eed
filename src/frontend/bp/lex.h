/* lex.h - the words of a Boolean program. Bytes that begin no word are errors, never skipped. */
#ifndef HD_FRONTEND_BP_LEX_H
#define HD_FRONTEND_BP_LEX_H

#include "boolean/boolean.h"

typedef enum {
  TOK_END, /* of the text */
  TOK_BAD, /* a diagnostic was left */
  TOK_ID,
  TOK_NUMBER,
  TOK_SYMBOL,  /* symbol says which */
  TOK_KEYWORD, /* keyword says which */
} tok_kind;

typedef enum {
  SYM_ASSIGN,
  SYM_IMPLIES,
  SYM_EQ,
  SYM_NEQ,
  SYM_OR,
  SYM_XOR,
  SYM_AND,
  SYM_NOT,
  SYM_STAR,
  SYM_QUERY,
  SYM_COLON,
  SYM_SEMI,
  SYM_COMMA,
  SYM_OPEN,
  SYM_CLOSE,
  SYM_OPEN_BRACKET,
  SYM_CLOSE_BRACKET,
  SYM_LESS,
  SYM_GREATER,
  SYM_PRIME
} tok_symbol;

typedef enum {
  KEY_DECL,
  KEY_VOID,
  KEY_BOOL,
  KEY_BEGIN,
  KEY_END,
  KEY_ENFORCE,
  KEY_IF,
  KEY_THEN,
  KEY_ELSIF,
  KEY_ELSE,
  KEY_FI,
  KEY_WHILE,
  KEY_DO,
  KEY_OD,
  KEY_GOTO,
  KEY_RETURN,
  KEY_SKIP,
  KEY_ASSERT,
  KEY_ASSUME,
  KEY_CONSTRAIN,
  KEY_PRINT,
  KEY_DEAD,
  KEY_ABORTIF,
  KEY_SCHOOSE,
  KEY_START_THREAD,
  KEY_END_THREAD,
  KEY_SYNC,
  KEY_ATOMIC_BEGIN,
  KEY_ATOMIC_END,
  KEY_THREAD_LOCAL,
  KEY_THREAD,
  KEY_DFS,
  KEY_TRUE,
  KEY_FALSE,
  KEY_COUNT
} tok_keyword;

typedef struct {
  tok_kind kind;
  tok_symbol symbol;
  tok_keyword keyword;
  const char *text; /* into the source; of {name}: without the braces */
  uint32_t length;
  hd_bp_pos pos;
  const char *begin, *end; /* the whole token in the source */
} token;

typedef struct {
  const char *file;
  const char *at, *end, *line_start;
  uint32_t line;
  hd_diags *diags;
} lexer;

void lex_init(lexer *l, const char *text, size_t length, const char *file, hd_diags *diags);
token lex_next(lexer *l);
const char *lex_keyword_name(tok_keyword k);

#endif
