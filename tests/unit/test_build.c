/* Command lines of compilers, and bitcode in objects, however damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>
#include <elf.h>

#include "build/command.h"
#include "build/file.h"
#include "build/kept.h"

/* --- words ----------------------------------------------------------------------------------------------- */

static void splits_into(const char *text, const char *joined)
{
  hd_arena arena;
  hd_arena_init(&arena);
  hd_words words = {0};
  const char *all = "";
  assert_true(hd_words_split(text, &words, &arena));
  for (uint32_t i = 0; i < words.len; i++) all = hd_arena_printf(&arena, "%s<%s>", all, words.data[i]);
  assert_string_equal(all, joined);
  hd_vec_clear(&words);
  hd_arena_clear(&arena);
}

static void words_are_split_as_a_shell_does(void **state)
{
  (void)state;
  splits_into("", "");
  splits_into("  a\tb \n", "<a><b>");
  splits_into("-DX=\"a b\" 'c\\d' e\\ f", "<-DX=a b><c\\d><e f>");
  splits_into("\"\" x''y", "<><xy>");
  splits_into("-DS=\\\"text\\\" \"a\\n\\\"b\"", "<-DS=\"text\"><a\\n\"b>");
}

static void a_quotation_must_end(void **state)
{
  (void)state;
  hd_arena arena;
  hd_arena_init(&arena);
  hd_words words = {0};
  assert_false(hd_words_split("a \"b", &words, &arena));
  hd_vec_clear(&words);
  hd_arena_clear(&arena);
}

/* --- steps ------------------------------------------------------------------------------------------------ */

static void parse(const char *line, hd_build_step *step, hd_words *words, hd_arena *arena)
{
  words->len = 0;
  assert_true(hd_words_split(line, words, arena));
  hd_build_step_parse(words->data, words->len, step);
}

static void a_command_says_what_it_makes(void **state)
{
  (void)state;
  static const struct {
    const char *line;
    hd_build_kind kind;
    uint32_t sources, linked, flags;
    const char *output;
  } cases[] = {
      {"-c a.c", HD_STEP_OBJECT, 1, 0, 0, NULL},
      {"-O2 -c -o x.o -I inc -DA a.c", HD_STEP_OBJECT, 1, 0, 3, "x.o"},
      {"-oprog a.o b.c -lm -L lib lib.a", HD_STEP_LINK, 1, 3, 0, "prog"},
      {"-E -c a.c", HD_STEP_OTHER, 1, 0, 0, NULL},
      {"-c -MMD -MF a.d -MT a.c a.c", HD_STEP_OBJECT, 1, 0, 0, NULL},
      {"-MM a.c", HD_STEP_OTHER, 1, 0, 0, NULL},
      {"-T a.c -u b.c -Xlinker c.c -o d.c e.o", HD_STEP_LINK, 0, 1, 0, "d.c"},
      {"-xc a.txt -x none b.txt", HD_STEP_LINK, 1, 1, 0, NULL},
      {"-c -x c -", HD_STEP_OTHER, 0, 0, 0, NULL},
      {"-undef -c a.c", HD_STEP_OBJECT, 1, 0, 1, NULL},
      {"-c a.c -o", HD_STEP_OBJECT, 1, 0, 0, ""},
  };
  hd_arena arena;
  hd_arena_init(&arena);
  hd_words words = {0};
  for (size_t i = 0; i < HD_COUNT(cases); i++) {
    hd_build_step s;
    parse(cases[i].line, &s, &words, &arena);
    assert_int_equal(s.kind, cases[i].kind);
    assert_int_equal(s.sources.len, cases[i].sources);
    assert_int_equal(s.linked.len, cases[i].linked);
    assert_int_equal(s.flags.len, cases[i].flags);
    if (cases[i].output)
      assert_string_equal(s.output, cases[i].output);
    else
      assert_null(s.output);
    hd_build_step_clear(&s);
  }
  hd_vec_clear(&words);
  hd_arena_clear(&arena);
}

/* --- objects ------------------------------------------------------------------------------------------------ */

/* An ELF file with the section and nothing else. */
static void put_object(hd_bytes *out, const hd_bytes *records)
{
  static const char names[] = "\0" HD_KEPT_SECTION "\0.shstrtab";
  Elf64_Ehdr h = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                  .e_type = ET_REL,
                  .e_shoff = sizeof h,
                  .e_shentsize = sizeof(Elf64_Shdr),
                  .e_shnum = 3,
                  .e_shstrndx = 2};
  Elf64_Shdr s[3] = {{0}};
  s[1] = (Elf64_Shdr){.sh_name = 1, .sh_type = SHT_PROGBITS, .sh_offset = sizeof h + sizeof s, .sh_size = records->len};
  s[2] = (Elf64_Shdr){.sh_name = 1 + sizeof HD_KEPT_SECTION,
                      .sh_type = SHT_STRTAB,
                      .sh_offset = sizeof h + sizeof s + records->len,
                      .sh_size = sizeof names};
  hd_put_bytes(out, &h, sizeof h);
  hd_put_bytes(out, s, sizeof s);
  hd_put_bytes(out, records->data, records->len);
  hd_put_bytes(out, names, sizeof names);
}

static void put_archive(hd_bytes *out, const hd_bytes *object)
{
  char header[61];
  hd_put_bytes(out, "!<arch>\n", 8);
  for (unsigned i = 0; i < 2; i++) {
    snprintf(header, sizeof header, "%-16s%-12u%-6u%-6u%-8o%-10u`\n", "part.o/", 0u, 0u, 0u, 0644u, object->len);
    hd_put_bytes(out, header, 60);
    hd_put_bytes(out, object->data, object->len);
    if (object->len & 1) hd_put_bytes(out, "\n", 1);
  }
}

/* Two records with padding between them, as linkers leave it. */
static void put_records(hd_bytes *out)
{
  hd_kept_put(out, &(hd_kept){.kind = HD_KEPT_PLAIN, .source = "dir/a.c", .data = "bits", .size = 4});
  hd_put_bytes(out, "\0\0\0", 3);
  hd_kept_put(out, &(hd_kept){.kind = HD_KEPT_NOTHING, .source = "b.s", .data = "why", .size = 3});
}

static bool read_back(const hd_bytes *file, uint32_t *n, uint32_t *members)
{
  char path[] = "/tmp/heddle-build-XXXXXX";
  hd_arena arena;
  hd_diags diags;
  hd_kepts kepts = {0};
  hd_arena_init(&arena);
  hd_diags_init(&diags);
  close(mkstemp(path));
  assert_true(hd_file_write(path, file->data, file->len));
  bool ok = hd_binary_of(path) && hd_kept_read(path, &kepts, &arena, &diags);
  for (uint32_t i = 0; i < kepts.len; i++) assert_true(strlen(kepts.data[i].source) <= file->len);
  *n = kepts.len;
  *members = kepts.len ? hd_vec_last(&kepts).member + 1 : 0;
  unlink(path);
  hd_vec_clear(&kepts);
  hd_diags_clear(&diags);
  hd_arena_clear(&arena);
  return ok;
}

typedef struct {
  hd_bytes records, object, archive;
} binaries;

static void make_binaries(binaries *b)
{
  *b = (binaries){0};
  put_records(&b->records);
  put_object(&b->object, &b->records);
  put_archive(&b->archive, &b->object);
}

static void clear_binaries(binaries *b)
{
  hd_vec_clear(&b->records);
  hd_vec_clear(&b->object);
  hd_vec_clear(&b->archive);
}

static void what_was_kept_is_read(void **state)
{
  (void)state;
  uint32_t n, members;
  binaries b;
  make_binaries(&b);
  assert_true(read_back(&b.object, &n, &members));
  assert_int_equal(n, 2);
  assert_true(read_back(&b.archive, &n, &members));
  assert_int_equal(n, 4);
  assert_int_equal(members, 2);
  clear_binaries(&b);
}

/* Cut off anywhere, or with any byte changed, a file is read or refused, and nothing beyond it is looked at. */
static void damaged_files_are_read_or_refused(void **state)
{
  (void)state;
  uint32_t n, members;
  binaries b;
  make_binaries(&b);
  hd_bytes *files[] = {&b.object, &b.archive};
  for (size_t f = 0; f < 2; f++) {
    hd_bytes *file = files[f];
    uint32_t whole = file->len;
    for (file->len = 0; file->len < whole; file->len += 1 + file->len % 3) read_back(file, &n, &members);
    file->len = whole;
    for (uint32_t i = 0; i < whole; i++) {
      unsigned char old = file->data[i];
      file->data[i] = (unsigned char)(i % 2 ? 0xff : ~old);
      read_back(file, &n, &members);
      file->data[i] = old;
    }
  }
  clear_binaries(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_are_split_as_a_shell_does),   cmocka_unit_test(a_quotation_must_end),
      cmocka_unit_test(a_command_says_what_it_makes),      cmocka_unit_test(what_was_kept_is_read),
      cmocka_unit_test(damaged_files_are_read_or_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
