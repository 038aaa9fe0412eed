/* command.c - a table of flags decides which words are files, modes, languages or values. */
#include "build/command.h"

#include "build/file.h"
#include "build/flags.h"

typedef struct {
  const char *const *words;
  uint32_t n, next;
  hd_language language; /* of the sources that follow; NONE: as their names say */
  hd_build_step *out;
} step_parser;

hd_language hd_language_of(const char *path)
{
  static const struct {
    const char *end;
    hd_language language;
  } table[] = {
      {".c", HD_LANGUAGE_C},         {".i", HD_LANGUAGE_C},          {".cc", HD_LANGUAGE_CXX},
      {".cpp", HD_LANGUAGE_CXX},     {".cxx", HD_LANGUAGE_CXX},      {".c++", HD_LANGUAGE_CXX},
      {".C", HD_LANGUAGE_CXX},       {".ii", HD_LANGUAGE_CXX},       {".s", HD_LANGUAGE_ASSEMBLER},
      {".S", HD_LANGUAGE_ASSEMBLER}, {".sx", HD_LANGUAGE_ASSEMBLER}, {".m", HD_LANGUAGE_OTHER},
      {".f", HD_LANGUAGE_OTHER},     {".F", HD_LANGUAGE_OTHER},      {".f90", HD_LANGUAGE_OTHER},
      {".h", HD_LANGUAGE_OTHER},     {".hpp", HD_LANGUAGE_OTHER},    {".hh", HD_LANGUAGE_OTHER},
  };
  const char *dot = strrchr(hd_file_name(path), '.');
  for (size_t i = 0; dot && i < HD_COUNT(table); i++)
    if (strcmp(dot, table[i].end) == 0) return table[i].language;
  return HD_LANGUAGE_NONE;
}

static hd_language language_called(const char *name)
{
  if (strcmp(name, "none") == 0) return HD_LANGUAGE_NONE;
  if (strcmp(name, "c") == 0 || strcmp(name, "cpp-output") == 0) return HD_LANGUAGE_C;
  if (strcmp(name, "c++") == 0 || strcmp(name, "c++-cpp-output") == 0) return HD_LANGUAGE_CXX;
  return hd_word_starts_with(name, "assembler") ? HD_LANGUAGE_ASSEMBLER : HD_LANGUAGE_OTHER;
}

/* A source, or what is linked. Standard input is neither: it can be read once only, and the compiler does that. */
static void take_file(step_parser *p, const char *word)
{
  hd_language language = p->language ? p->language : hd_language_of(word);
  if (strcmp(word, "-") == 0)
    p->out->kind = HD_STEP_OTHER;
  else if (language)
    hd_vec_push(&p->out->sources, (hd_source){word, language});
  else
    hd_vec_push(&p->out->linked, word);
}

/* What the step is: the first one that says more than the others counts. */
static void take_mode(step_parser *p, const char *word)
{
  static const char *const others[] = {"-E",   "-S",     "-M",         "-MM",       "-fsyntax-only", "--version",
                                       "-###", "--help", "-emit-llvm", "-emit-ast", "--precompile",  "--analyze"};
  for (size_t i = 0; i < HD_COUNT(others); i++)
    if (strcmp(word, others[i]) == 0) p->out->kind = HD_STEP_OTHER;
  if (hd_word_starts_with(word, "-dump") || hd_word_starts_with(word, "-print-") ||
      hd_word_starts_with(word, "--print-") || hd_word_starts_with(word, "--help"))
    p->out->kind = HD_STEP_OTHER;
  if (strcmp(word, "-c") == 0 && p->out->kind == HD_STEP_LINK) p->out->kind = HD_STEP_OBJECT;
}

/* The rest of the word behind n letters, or the next one; "" at the end. */
static const char *take_value(step_parser *p, const char *word, size_t n)
{
  if (word[n]) return word + n;
  return p->next < p->n ? p->words[p->next++] : "";
}

static void take_flag(step_parser *p, const char *word)
{
  const hd_compiler_flag *f = hd_driver_flag_find(word);
  bool more = f && hd_compiler_flag_takes_next(f, word) && p->next < p->n;
  if (f && f->fate == HD_FLAG_PASSED) {
    hd_vec_push(&p->out->flags, word);
    if (more) hd_vec_push(&p->out->flags, p->words[p->next]);
  }
  if (f && f->fate == HD_FLAG_ILP32) p->out->narrow = true;
  if (f && f->fate == HD_FLAG_LP64) p->out->narrow = false;
  if (more) p->next++;
}

static void take_language(step_parser *p, const char *name)
{
  p->language = language_called(name);
  p->out->explicit_language = true;
}

static void take_word(step_parser *p, const char *word)
{
  take_mode(p, word);
  if (word[0] != '-' || !word[1])
    take_file(p, word);
  else if (hd_word_starts_with(word, "-o"))
    p->out->output = take_value(p, word, 2);
  else if (hd_word_starts_with(word, "-x"))
    take_language(p, take_value(p, word, 2));
  else if (hd_word_starts_with(word, "-l"))
    hd_vec_push(&p->out->linked, word[2] ? word : take_value(p, word, 2));
  else if (hd_word_starts_with(word, "-L"))
    hd_vec_push(&p->out->folders, take_value(p, word, 2));
  else
    take_flag(p, word);
  if (hd_word_starts_with(word, "-flto") || strcmp(word, "-fno-lto") == 0) p->out->lto = word[2] != 'n';
}

void hd_build_step_parse(const char *const *words, uint32_t n, hd_build_step *out)
{
  *out = (hd_build_step){.kind = HD_STEP_LINK};
  step_parser p = {.words = words, .n = n, .out = out};
  while (p.next < n) take_word(&p, words[p.next++]);
}

void hd_build_step_clear(hd_build_step *s)
{
  hd_vec_clear(&s->sources);
  hd_vec_clear(&s->linked);
  hd_vec_clear(&s->folders);
  hd_vec_clear(&s->flags);
}

const char *hd_build_step_object(const hd_build_step *s, uint32_t i, hd_arena *arena)
{
  return s->output ? s->output : hd_file_object(s->sources.data[i].path, arena);
}
