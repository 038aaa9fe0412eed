/* parse_fields.c - looks words up in the table of a line and reads their fields. */
#include "program/parse_fields.h"

#include "program/text.h"
#include "program/words.h"

/* The clause that starts here, moving past its word; n when there is none. */
static size_t find_clause(hd_parser *ps, const hd_line_clause *table, size_t n, unsigned *word)
{
  *word = 0;
  for (size_t i = 0; i < n; i++) {
    if (table[i].word && hd_reader_accept(&ps->r, table[i].word)) return i;
    for (unsigned k = 0; k < table[i].n; k++) {
      *word = k;
      if (hd_reader_accept(&ps->r, table[i].words[k])) return i;
    }
  }
  return n;
}

bool hd_parse_clauses(hd_parser *ps, const hd_line_clause *table, size_t n, void *info)
{
  uint32_t seen = 0;
  while (!hd_reader_at_end(&ps->r)) {
    const char *start = ps->r.at;
    unsigned word;
    size_t i = find_clause(ps, table, n, &word);
    if (i == n) return hd_reader_fail(&ps->r, "expected the end of the line or a clause such as `%s`", table->word);
    if (seen >> i & 1 && !table[i].repeats) return hd_reader_fail_at(&ps->r, start, "this is said twice in the line");
    seen |= UINT32_C(1) << i;
    if (!table[i].read(ps, (char *)info + table[i].offset, word)) return false;
  }
  return true;
}

bool hd_parse_end(hd_parser *ps)
{
  return hd_reader_at_end(&ps->r) || hd_reader_fail(&ps->r, "expected the end of the line");
}

void hd_parser_note_line(hd_parser *ps, hd_part part)
{
  hd_vec_push(&ps->lines[part], ps->r.number);
}

/* --- fields ---------------------------------------------------------------------------------- */

bool hd_parse_nothing(hd_parser *ps, void *field, unsigned word)
{
  (void)ps, (void)field, (void)word;
  return true;
}

bool hd_parse_flag(hd_parser *ps, void *field, unsigned word)
{
  (void)ps, (void)word;
  return *(bool *)field = true;
}

/* The word itself is the value of an enumeration. */
bool hd_parse_word(hd_parser *ps, void *field, unsigned word)
{
  (void)ps;
  *(unsigned *)field = word;
  return true;
}

bool hd_parse_u64(hd_parser *ps, void *field, unsigned word)
{
  (void)word;
  return hd_reader_u64(&ps->r, UINT64_MAX, field);
}

bool hd_parse_count(hd_parser *ps, void *field, unsigned word)
{
  (void)word;
  return hd_reader_u32(&ps->r, HD_MAX_ELEMENTS, field);
}

bool hd_parse_instances(hd_parser *ps, void *field, unsigned word)
{
  (void)word;
  return hd_reader_u32(&ps->r, HD_MAX_INSTANCES, field);
}

bool hd_parse_string(hd_parser *ps, void *field, unsigned word)
{
  (void)word;
  return hd_reader_string(&ps->r, field);
}

bool hd_parse_pos(hd_parser *ps, void *field, unsigned word)
{
  hd_pos *pos = field;
  (void)word;
  if (!ps->p->files.len) return hd_reader_fail(&ps->r, "expected a `file` line before a position");
  return hd_reader_u32(&ps->r, ps->p->files.len - 1, &pos->file) && hd_reader_expect(&ps->r, ":") &&
         hd_reader_u32(&ps->r, UINT32_MAX, &pos->line) && hd_reader_expect(&ps->r, ":") &&
         hd_reader_u32(&ps->r, UINT32_MAX, &pos->column);
}

bool hd_parse_frame(hd_parser *ps, void *field, unsigned word)
{
  (void)word;
  if (!ps->p->frames.len) return hd_reader_fail(&ps->r, "expected a `frame` line before its use");
  return hd_reader_u32(&ps->r, ps->p->frames.len - 1, field);
}

/* A variable that may be declared later. */
bool hd_parse_var_name(hd_parser *ps, void *field, unsigned word)
{
  (void)word;
  return hd_reader_name(&ps->r, "a variable's name", field);
}

bool hd_parse_var(hd_parser *ps, void *field, unsigned word)
{
  const char *name;
  (void)word;
  if (!hd_reader_name(&ps->r, "a variable's name", &name)) return false;
  hd_var v = *(hd_var *)field = hd_program_find_var(ps->p, name);
  return v.id != HD_NONE || hd_reader_fail_at(&ps->r, ps->r.token, "there is no variable `%s` above", name);
}

bool hd_parse_thread(hd_parser *ps, void *field, unsigned word)
{
  const char *name;
  (void)word;
  if (!hd_reader_name(&ps->r, "a thread's name", &name)) return false;
  hd_thread t = *(hd_thread *)field = hd_program_find_thread(ps->p, name);
  return t.id != HD_NONE || hd_reader_fail_at(&ps->r, ps->r.token, "there is no thread `%s` above", name);
}

/* Any location: it may be declared later. */
bool hd_parse_loc(hd_parser *ps, void *field, unsigned word)
{
  (void)word;
  hd_reader_at_end(&ps->r);
  if (*ps->r.at != 'L') return hd_reader_fail(&ps->r, "expected a location, such as `L0`");
  ps->r.at++;
  return hd_reader_u32(&ps->r, UINT32_MAX - 1, &((hd_loc *)field)->id);
}

static bool find_symbol(void *context, const char *name, size_t length, uint32_t *symbol, hd_sort *sort)
{
  hd_parser *ps = context;
  const char *decoded = hd_name_decode(&ps->r.arena, name, length);
  hd_var v = decoded ? hd_program_find_var(ps->p, decoded) : HD_NO_VAR;
  if (v.id == HD_NONE) return false;
  const hd_var_info *info = hd_var_get(ps->p, v);
  *symbol = v.id;
  *sort = info->count ? HD_ARRAY(32, info->sort.width) : info->sort;
  return true;
}

/* A term in parentheses ends with them, any other ends as names do: the line is cut there
 * while it is read, as `]` and `,` are no signs of terms. */
bool hd_parse_term(hd_parser *ps, void *field, unsigned word)
{
  hd_scope scope = {find_symbol, ps};
  const char *error = NULL;
  (void)word;
  if (hd_reader_at_end(&ps->r)) return hd_reader_fail(&ps->r, "expected a term");
  char *cut = *ps->r.at == '(' ? ps->r.at + strlen(ps->r.at) : ps->r.at + hd_name_scan(ps->r.at);
  char saved = *cut;
  if (cut == ps->r.at) return hd_reader_fail(&ps->r, "expected a term");
  *cut = 0;
  const char *at = ps->r.at;
  hd_term t = *(hd_term *)field = hd_term_parse(ps->p->terms, &at, &scope, &error);
  *cut = saved;
  ps->r.at += at - ps->r.at;
  return hd_term_is(t) || hd_reader_fail(&ps->r, "%s", error ? error : "expected a term");
}

void *hd_parser_take_init(hd_parser *ps, uint64_t n, size_t size)
{
  if (n > HD_MAX_INIT - ps->init_used) {
    hd_reader_fail(&ps->r, "the initial contents are too large: at most %d values in all", HD_MAX_INIT);
    return NULL;
  }
  ps->init_used += n;
  return hd_arena_alloc(&ps->r.arena, n * size);
}
