/* words.c - escapes for names that are not plain, and their way back. */
#include "program/words.h"

const char *const hd_role_words[] = {"user", "temp", "sync", "status", "self", "memory", "sched"};
const char *const hd_show_words[] = {"signed", "unsigned", "pointer", "bool", "char", "float"};
const char *const hd_loc_words[] = {"normal", "end", "exit", "unsupported", "bound"};
const char *const hd_limit_words[] = {"threads", "heap", "recursion", "inlining", "inputs"};
const char *const hd_access_words[] = {"plain", "atomic", "sync"};
const char *const hd_object_words[] = {"global", "local", "heap", "function", "thread", "string", "outside"};

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool is_first(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$';
}

/* Length of the literal part at s: 2 for `[]`, 1 for a plain character, 0 for others. */
static size_t plain_at(const char *s)
{
  if (s[0] == '[' && s[1] == ']') return 2;
  return is_first(*s) || is_digit(*s) || (*s && strchr(":#@~/+-", *s)) ? 1 : 0;
}

/* Would the name be read as a constant, an input or memory? */
static bool is_reserved(const char *name)
{
  if (!strcmp(name, "any") || !strcmp(name, "true") || !strcmp(name, "false")) return true;
  return !strncmp(name, "mem", 3) && is_digit(name[3]) && strspn(name + 3, "0123456789") == strlen(name + 3);
}

const char *hd_name_encode(hd_arena *arena, const char *name)
{
  size_t n = strlen(name), used = 0;
  char *text = hd_arena_alloc(arena, 3 * n + 1);
  bool escape = !is_first(*name) || is_reserved(name);
  for (const char *s = name; *s; escape = false) {
    size_t plain = escape ? 0 : plain_at(s);
    if (!plain) {
      unsigned char c = (unsigned char)*s++;
      text[used++] = '%';
      text[used++] = "0123456789abcdef"[c >> 4];
      text[used++] = "0123456789abcdef"[c & 15];
    }
    for (; plain; plain--) text[used++] = *s++;
  }
  return text;
}

size_t hd_name_scan(const char *text)
{
  size_t n = 0, plain;
  while ((plain = text[n] == '%' ? 1 : plain_at(text + n))) n += plain;
  return n;
}

static int hex_digit(char c)
{
  const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
  return at ? (int)(at - digits) : -1;
}

char *hd_name_decode(hd_arena *arena, const char *token, size_t length)
{
  char *name = hd_arena_alloc(arena, length + 1);
  size_t used = 0;
  if (!length || !(is_first(*token) || *token == '%')) return NULL;
  for (size_t i = 0; i < length; i++) {
    if (token[i] != '%') {
      name[used++] = token[i];
      continue;
    }
    int high = i + 2 < length ? hex_digit(token[i + 1]) : -1, low = i + 2 < length ? hex_digit(token[i + 2]) : -1;
    if (high < 0 || low < 0 || high + low == 0) return NULL;
    name[used++] = (char)(high << 4 | low);
    i += 2;
  }
  name[used] = 0;
  return name;
}
