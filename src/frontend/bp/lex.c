/* lex.c - one word at a time, with its place. */
#include "frontend/bp/lex.h"

static const char *const keyword_names[KEY_COUNT] = {
    "decl",       "void",         "bool",    "begin",        "end",        "enforce",   "if",
    "then",       "elsif",        "else",    "fi",           "while",      "do",        "od",
    "goto",       "return",       "skip",    "assert",       "assume",     "constrain", "print",
    "dead",       "abortif",      "schoose", "start_thread", "end_thread", "sync",      "atomic_begin",
    "atomic_end", "thread_local", "thread",  "dfs",          "T",          "F"};

/* Longer ones first. */
static const struct {
  const char *text;
  tok_symbol symbol;
} symbols[] = {
    {":=", SYM_ASSIGN},       {"=>", SYM_IMPLIES}, {"!=", SYM_NEQ},    {"||", SYM_OR},   {"&&", SYM_AND},
    {"==", SYM_EQ},           {"=", SYM_EQ},       {"|", SYM_OR},      {"^", SYM_XOR},   {"&", SYM_AND},
    {"!", SYM_NOT},           {"~", SYM_NOT},      {"*", SYM_STAR},    {"?", SYM_QUERY}, {":", SYM_COLON},
    {";", SYM_SEMI},          {",", SYM_COMMA},    {"(", SYM_OPEN},    {")", SYM_CLOSE}, {"[", SYM_OPEN_BRACKET},
    {"]", SYM_CLOSE_BRACKET}, {"<", SYM_LESS},     {">", SYM_GREATER}, {"'", SYM_PRIME},
};

const char *lex_keyword_name(tok_keyword k)
{
  return keyword_names[k];
}

void lex_init(lexer *l, const char *text, size_t length, const char *file, hd_diags *diags)
{
  *l = (lexer){.file = file, .at = text, .end = text + length, .line_start = text, .line = 1, .diags = diags};
}

static hd_bp_pos position(const lexer *l)
{
  return (hd_bp_pos){l->line, (uint32_t)(l->at - l->line_start) + 1};
}

static token bad_token(lexer *l, token t, const char *message)
{
  hd_place place = {.file = l->file, .line = t.pos.line, .column = t.pos.column};
  hd_diags_add(l->diags, HD_ERROR, place, "%s", message);
  t.kind = TOK_BAD;
  t.end = l->at;
  return t;
}

static void advance_char(lexer *l)
{
  if (*l->at++ != '\n') return;
  l->line++;
  l->line_start = l->at;
}

static bool starts_with_word(const lexer *l, const char *word)
{
  size_t n = strlen(word);
  return (size_t)(l->end - l->at) >= n && memcmp(l->at, word, n) == 0;
}

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/* Skips blanks and both kinds of comments; false at a comment that does not end. */
static bool skip_blanks(lexer *l)
{
  while (l->at < l->end) {
    if (is_blank(*l->at)) {
      advance_char(l);
    } else if (starts_with_word(l, "//")) {
      while (l->at < l->end && *l->at != '\n') advance_char(l);
    } else if (starts_with_word(l, "/*")) {
      const char *close = NULL;
      for (const char *s = l->at + 2; s + 1 < l->end && !close; s++)
        if (s[0] == '*' && s[1] == '/') close = s + 2;
      if (!close) return false;
      while (l->at < close) advance_char(l);
    } else {
      break;
    }
  }
  return true;
}

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '#';
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static token finish_token(lexer *l, token t, tok_kind kind)
{
  t.kind = kind;
  t.end = l->at;
  if (kind != TOK_ID || *t.begin != '{') {
    t.text = t.begin;
    t.length = (uint32_t)(t.end - t.begin);
  }
  return t;
}

/* {anything without blanks}: how predicates are named. */
static token braced(lexer *l, token t)
{
  const char *s = l->at + 1;
  while (s < l->end && *s != '}' && !is_blank(*s)) s++;
  if (s == l->end || *s != '}' || s == l->at + 1) {
    l->at++;
    return bad_token(l, t, "a name in braces goes to `}` without blanks");
  }
  t.text = l->at + 1;
  t.length = (uint32_t)(s - t.text);
  l->at = s + 1;
  return finish_token(l, t, TOK_ID);
}

static token word(lexer *l, token t)
{
  /* A minus belongs to a name only inside of it: nothing subtracts here. */
  while (l->at < l->end && (is_letter(*l->at) || is_digit(*l->at) || *l->at == '-')) l->at++;
  t = finish_token(l, t, TOK_ID);
  for (unsigned k = 0; k < KEY_COUNT; k++) {
    if (strlen(keyword_names[k]) != t.length || memcmp(keyword_names[k], t.text, t.length) != 0) continue;
    t.kind = TOK_KEYWORD;
    t.keyword = (tok_keyword)k;
  }
  return t;
}

token lex_next(lexer *l)
{
  token t = {0};
  bool comment_ends = skip_blanks(l);
  t.pos = position(l);
  t.begin = l->at;
  if (!comment_ends) {
    l->at = l->end;
    return bad_token(l, t, "this comment does not end");
  }
  if (l->at == l->end) return finish_token(l, t, TOK_END);
  if (*l->at == '{') return braced(l, t);
  if (is_letter(*l->at)) return word(l, t);
  if (is_digit(*l->at)) {
    while (l->at < l->end && (is_digit(*l->at) || is_letter(*l->at))) l->at++;
    return finish_token(l, t, TOK_NUMBER);
  }
  for (size_t i = 0; i < HD_COUNT(symbols); i++) {
    if (!starts_with_word(l, symbols[i].text)) continue;
    l->at += strlen(symbols[i].text);
    t.symbol = symbols[i].symbol;
    return finish_token(l, t, TOK_SYMBOL);
  }
  unsigned char c = (unsigned char)*l->at;
  l->at++;
  char text[64];
  if (c >= ' ' && c < 127)
    snprintf(text, sizeof text, "`%c` has no meaning here", c);
  else
    snprintf(text, sizeof text, "byte %02x is not allowed in a Boolean program", c);
  return bad_token(l, t, text);
}
