/* known_output.c - output: what is printed is read, and all that comes back is how much was written.
 *
 * Reads count for races and for invalid accesses; other properties are spared the steps. A format is known where it is
 * a constant on the call path, which it mostly is: then each argument is read, or for %n written, as it says. */
#include <ctype.h>
#include <stdlib.h>

#include "frontend/c/known.h"

bool hd_known_reads_count(const hd_cursor *c)
{
  hd_property property = hd_lower_options(c->lower)->property;
  return hd_violated_by(property, HD_BY_RACE) || hd_property_asks(property, HD_CHECK_DEREF);
}

/* A constant text is there, ends, and never changes. */
static void read_text(hd_cursor *c, hd_term text, hd_term limit)
{
  if (hd_known_reads_count(c) && !hd_lower_text(c->lower, text)) hd_known_length(c, text, limit);
}

void hd_known_read_text(hd_cursor *c, hd_term text)
{
  read_text(c, text, HD_NO_TERM);
}

/* --- formats ---------------------------------------------------------------------------------------------- */

/* One conversion of a format. */
typedef struct {
  char letter; /* 0: the format ends in the middle of it */
  char length; /* h, H for hh, l, L for ll and j, z for z and t; 0: none */
  bool width_argument, precision_argument, position;
  long precision; /* -1: none */
} conversion;

static const char *read_length(const char *s, conversion *k)
{
  switch (*s) {
  case 'h': k->length = s[1] == 'h' ? 'H' : 'h'; return s + (s[1] == 'h' ? 2 : 1);
  case 'l': k->length = s[1] == 'l' ? 'L' : 'l'; return s + (s[1] == 'l' ? 2 : 1);
  case 'j': k->length = 'L'; return s + 1;
  case 'z':
  case 't': k->length = 'z'; return s + 1;
  case 'L': return s + 1;
  default: return s;
  }
}

/* s stands behind the %; the result stands behind the conversion. */
static const char *read_conversion(const char *s, conversion *k)
{
  *k = (conversion){.precision = -1};
  while (*s && strchr("-+ #0'", *s)) s++;
  if (*s == '*') k->width_argument = true, s++;
  while (isdigit((unsigned char)*s)) s++;
  if (*s == '$') k->position = true;
  if (*s == '.') {
    k->precision_argument = s[1] == '*';
    k->precision = strtol(s + 1, NULL, 10);
    s += k->precision_argument ? 2 : 1;
    while (isdigit((unsigned char)*s)) s++;
  }
  s = read_length(s, k);
  k->letter = *s;
  return *s ? s + 1 : s;
}

/* The arguments of a format that are still to come. */
typedef struct {
  const hd_term *args;
  unsigned n;
} arguments;

static hd_term next_argument(arguments *a)
{
  if (!a->n) return HD_NO_TERM;
  a->n--;
  return *a->args++;
}

bool hd_known_is_address(const hd_cursor *c, hd_term t)
{
  return hd_term_is(t) && hd_sort_same(hd_term_sort(hd_known_terms(c), t), HD_BV(hd_lower_pointer_width(c->lower)));
}

static unsigned count_width(const hd_cursor *c, const conversion *k)
{
  switch (k->length) {
  case 'H': return 8;
  case 'h': return 16;
  case 'L': return 64;
  case 'l':
  case 'z': return hd_lower_pointer_width(c->lower);
  default: return 32;
  }
}

static void print_text(hd_cursor *c, const conversion *k, hd_term text, hd_term precision)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_lower_pointer_width(c->lower);
  hd_term limit = HD_NO_TERM;
  if (!hd_known_reads_count(c)) return;
  if (k->length == 'l') {
    hd_cursor_unsupported(c, "a text of wide characters");
    return;
  }
  if (k->precision_argument && hd_term_is(precision)) {
    hd_term given = hd_known_bits(c, precision, 32); /* a negative one is none */
    limit = hd_known_bits(c, given, width);
  } else if (k->precision >= 0) {
    limit = hd_term_bv(T, width, (uint64_t)k->precision);
  }
  read_text(c, text, limit);
}

/* How many characters have been printed is known as long as none of them came of a value. */
enum { COUNT_UNKNOWN = -1 };

static void print_argument(hd_cursor *c, const conversion *k, hd_term argument, hd_term precision, long printed)
{
  bool text = k->letter == 's', count = k->letter == 'n';
  if (!text && !count) return;
  if (k->position || !hd_known_is_address(c, argument)) {
    hd_cursor_unsupported(c, "a format whose arguments cannot be told apart");
    return;
  }
  if (text) print_text(c, k, argument, precision);
  if (count && !hd_cursor_dead(c)) {
    if (printed == COUNT_UNKNOWN) {
      hd_cursor_unsupported(c, "%%n behind other conversions");
      return;
    }
    hd_term exactly = hd_term_bv(hd_known_terms(c), count_width(c, k), (uint64_t)printed);
    hd_cursor_store(c, argument, exactly, HD_ACCESS_PLAIN);
  }
}

/* How many characters it prints, or COUNT_UNKNOWN. */
static long print_format(hd_cursor *c, const char *format, arguments a)
{
  long printed = 0;
  for (const char *s = format; *s && !hd_cursor_dead(c);) {
    conversion k = {.letter = '%'};
    if (*s == '%')
      s = read_conversion(s + 1, &k);
    else
      s++;
    if (k.letter == '%') {
      if (printed != COUNT_UNKNOWN) printed++;
      continue;
    }
    if (k.width_argument) next_argument(&a);
    hd_term precision = k.precision_argument ? next_argument(&a) : HD_NO_TERM;
    print_argument(c, &k, next_argument(&a), precision, printed);
    if (k.letter != 'n') printed = COUNT_UNKNOWN;
  }
  return printed;
}

/* Of a format that is not known, any argument that is an address may be read, or written. */
static void print_unknown(hd_cursor *c, hd_term format, arguments a)
{
  read_text(c, format, HD_NO_TERM);
  for (unsigned i = 0; i < a.n && !hd_cursor_dead(c); i++)
    if (hd_known_is_address(c, a.args[i])) hd_cursor_unsupported(c, "a format that is not a constant");
}

enum { LISTED = 8 }; /* the arguments are in a va_list; other bits of a row's data: where the format is */

/* A negative number says that it failed; otherwise it is how many, and any number where that is not known. */
static hd_term printed_result(hd_cursor *c, LLVMValueRef call, long printed)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  if (!width) return HD_NO_TERM;
  if (!LLVMGetFirstUse(call)) return hd_term_bv(T, width, 0);
  hd_term any = hd_cursor_temp(c, "printed", HD_BV(width), HD_NO_TERM);
  if (printed == COUNT_UNKNOWN) return any;
  hd_term failed = hd_term_2(T, HD_OP_SLT, any, hd_term_bv(T, width, 0));
  return hd_term_3(T, HD_OP_ITE, failed, any, hd_term_bv(T, width, (uint64_t)printed));
}

static HD_HANDLER(print)
{
  unsigned at = row->data & ~(unsigned)LISTED;
  const char *format = hd_lower_text(c->lower, args[at]);
  arguments a = {args + at + 1, n_args - at - 1};
  if (row->data & LISTED) a.args = hd_lower_extra(c, &a.n);
  long printed = COUNT_UNKNOWN;
  if (format)
    printed = print_format(c, format, a);
  else
    print_unknown(c, args[at], a);
  return printed_result(c, call, printed);
}

/* --- texts and bytes -------------------------------------------------------------------------------------- */

static HD_HANDLER(put_text)
{
  read_text(c, args[0], HD_NO_TERM);
  return hd_known_any(c, row, call, args, n_args);
}

/* perror(NULL) prints what errno means, and nothing before it. */
static HD_HANDLER(put_error)
{
  hd_cursor none = hd_cursor_split(c, hd_term_ne(hd_known_terms(c), args[0], hd_known_null(c)));
  if (!hd_cursor_dead(c)) read_text(c, args[0], HD_NO_TERM);
  hd_cursor_join(c, none);
  return HD_NO_TERM;
}

/* Some number up to the limit, or else what means failure. */
static hd_term written(hd_cursor *c, LLVMValueRef call, hd_term limit, uint64_t failure)
{
  hd_terms *T = hd_known_terms(c);
  unsigned width = hd_known_width(c, LLVMTypeOf(call));
  if (!width || !LLVMGetFirstUse(call)) return hd_term_bv(T, width ? width : 32, 0);
  hd_term any = hd_cursor_temp(c, "written", HD_BV(width), HD_NO_TERM);
  hd_term some = hd_term_2(T, HD_OP_ULE, any, hd_known_bits(c, limit, width));
  return hd_term_3(T, HD_OP_ITE, some, any, hd_term_bv(T, width, failure & hd_mask(width)));
}

static HD_HANDLER(put_bytes) /* write(file, bytes, size) */
{
  if (hd_known_reads_count(c)) hd_lower_read(c, args[1], args[2], call, 1);
  return written(c, call, args[2], UINT64_MAX);
}

static HD_HANDLER(put_elements) /* fwrite(elements, size, count, file) */
{
  unsigned width = hd_lower_pointer_width(c->lower);
  hd_term size = hd_known_bits(c, args[1], width), count = hd_known_bits(c, args[2], width);
  if (hd_known_reads_count(c)) hd_lower_read(c, args[0], hd_term_2(hd_known_terms(c), HD_OP_MUL, size, count), call, 0);
  return written(c, call, args[2], 0);
}

const hd_known hd_known_output[] = {{.name = "printf", .n_args = 1, .handle = print},
                                    {.name = "fprintf", .n_args = 2, .handle = print, .data = 1},
                                    {.name = "dprintf", .n_args = 2, .handle = print, .data = 1},
                                    {.name = "syslog", .n_args = 2, .handle = print, .data = 1},
                                    {.name = "__printf_chk", .n_args = 2, .handle = print, .data = 1},
                                    {.name = "__fprintf_chk", .n_args = 3, .handle = print, .data = 2},
                                    {.name = "vprintf", .n_args = 2, .handle = print, .data = LISTED},
                                    {.name = "vfprintf", .n_args = 3, .handle = print, .data = LISTED | 1},
                                    {.name = "vdprintf", .n_args = 3, .handle = print, .data = LISTED | 1},
                                    {.name = "vsyslog", .n_args = 3, .handle = print, .data = LISTED | 1},
                                    {.name = "puts", .n_args = 1, .handle = put_text},
                                    {.name = "fputs", .n_args = 2, .handle = put_text},
                                    {.name = "perror", .n_args = 1, .handle = put_error},
                                    {.name = "write", .n_args = 3, .handle = put_bytes},
                                    {.name = "__heddle_write", .n_args = 3, .handle = put_bytes},
                                    {.name = "fwrite", .n_args = 4, .handle = put_elements},
                                    {.name = "putchar", .handle = hd_known_any},
                                    {.name = "putc", .handle = hd_known_any},
                                    {.name = "fputc", .handle = hd_known_any},
                                    {0}};
