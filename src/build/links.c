/* links.c - reads link commands, the link.txt files of CMake and the statements of ninja. */
#include "build/links.h"

#include <dirent.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include "build/command.h"
#include "build/file.h"

bool hd_link_is_archive(const hd_link_step *l)
{
  return hd_word_ends_with(l->output, ".a");
}

bool hd_link_is_library(const hd_link_step *l)
{
  return hd_link_is_archive(l) || hd_word_ends_with(l->output, ".so") || strstr(hd_file_name(l->output), ".so.");
}

void hd_links_clear(hd_link_steps *l)
{
  for (uint32_t i = 0; i < l->len; i++) hd_vec_clear(&l->data[i].inputs);
  hd_vec_clear(l);
}

/* --- commands --------------------------------------------------------------------------------------------- */

/* `-lNAME` is libNAME in one of the folders, if the build makes it there: both kinds are candidates. */
static void add_library(hd_link_step *l, const hd_build_step *s, const char *directory, const char *name,
                        hd_arena *arena)
{
  static const char *const ends[] = {".so", ".a"};
  for (uint32_t i = 0; i < s->folders.len; i++)
    for (size_t k = 0; k < HD_COUNT(ends); k++) {
      const char *path = hd_arena_printf(arena, "%s/lib%s%s", s->folders.data[i], name, ends[k]);
      hd_vec_push(&l->inputs, hd_file_absolute(directory, path, arena));
    }
}

static void add_link(hd_link_steps *out, const char *directory, const hd_build_step *s, hd_arena *arena)
{
  hd_link_step l = {.output = hd_file_absolute(directory, s->output ? s->output : "a.out", arena)};
  for (uint32_t i = 0; i < s->linked.len; i++) {
    const char *word = s->linked.data[i];
    if (hd_word_starts_with(word, "-l"))
      add_library(&l, s, directory, word + 2, arena);
    else
      hd_vec_push(&l.inputs, hd_file_absolute(directory, word, arena));
  }
  hd_vec_push(out, l);
}

/* `ar qc libx.a a.o b.o` */
static void add_archive(hd_link_steps *out, const char *directory, const char *const *words, uint32_t n,
                        hd_arena *arena)
{
  uint32_t i = 1;
  while (i < n && !hd_word_ends_with(words[i], ".a")) i++;
  if (i == n) return;
  hd_link_step l = {.output = hd_file_absolute(directory, words[i], arena)};
  while (++i < n) hd_vec_push(&l.inputs, hd_file_absolute(directory, words[i], arena));
  hd_vec_push(out, l);
}

void hd_links_add_command(hd_link_steps *out, const char *directory, const char *const *words, uint32_t n,
                          hd_arena *arena)
{
  if (n == 0) return;
  const char *tool = hd_file_name(words[0]);
  hd_build_step s;
  hd_build_step_parse(words + 1, n - 1, &s);
  if (hd_word_ends_with(tool, "ar"))
    add_archive(out, directory, words, n, arena);
  else if (s.kind == HD_STEP_LINK && s.linked.len && s.output)
    add_link(out, directory, &s, arena);
  hd_build_step_clear(&s);
}

/* --- CMake's link.txt ----------------------------------------------------------------------------------------- */

/* A line a command; it runs in the folder that has CMakeFiles. */
static void read_link_file(hd_link_steps *out, const char *path, const char *directory, hd_arena *arena)
{
  char *text = hd_file_read(path, NULL, arena), *save = NULL;
  for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
    hd_words words = {0}, all = {0};
    if (hd_words_split(line, &words, arena)) hd_words_expand(words.data, words.len, &all, arena);
    hd_links_add_command(out, directory, all.data, all.len, arena);
    hd_vec_clear(&words);
    hd_vec_clear(&all);
  }
}

static bool is_folder(const char *path)
{
  struct stat st;
  return lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* The folders of targets: CMakeFiles/NAME.dir. */
static void read_targets(hd_link_steps *out, const char *folder, const char *directory, hd_arena *arena)
{
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));)
    if (fnmatch("*.dir", e->d_name, 0) == 0)
      read_link_file(out, hd_arena_printf(arena, "%s/%s/link.txt", folder, e->d_name), directory, arena);
  if (d) closedir(d);
}

static void walk_folder(hd_link_steps *out, const char *folder, hd_arena *arena)
{
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));) {
    const char *path = hd_arena_printf(arena, "%s/%s", folder, e->d_name);
    if (e->d_name[0] == '.' || !is_folder(path)) continue;
    if (strcmp(e->d_name, "CMakeFiles") == 0)
      read_targets(out, path, folder, arena);
    else
      walk_folder(out, path, arena);
  }
  if (d) closedir(d);
}

/* --- build.ninja ------------------------------------------------------------------------------------------------ */

/* A word of a build statement up to a blank, a colon or a bar; `$` before a letter means the letter, before the end of
 * a line nothing. */
static const char *ninja_word(const char *s, const char **word, hd_arena *arena)
{
  HD_VEC(char) letters = {0};
  while (*s && !strchr(" :|\n", *s)) {
    bool escaped = s[0] == '$' && s[1] && strchr(" :$|", s[1]);
    if (escaped) s++;
    hd_vec_push(&letters, *s++);
  }
  *word = letters.len ? hd_arena_strndup(arena, letters.data, letters.len) : NULL;
  hd_vec_clear(&letters);
  return s;
}

/* `build OUT... | MORE: RULE IN... | IMPLICIT... || ORDER...`: the first output is made from all inputs before `||`. */
static void read_statement(hd_link_steps *out, const char *s, const char *folder, hd_arena *arena)
{
  hd_link_step l = {0};
  bool inputs = false, rule = false;
  const char *word;
  while (*s && *s != '\n' && strncmp(s, "||", 2) != 0) {
    if (*s == ':') inputs = true;
    if (strchr(" :|", *s)) {
      s++;
      continue;
    }
    s = ninja_word(s, &word, arena);
    if (!inputs && !l.output)
      l.output = hd_file_absolute(folder, word, arena);
    else if (inputs && !rule)
      rule = true;
    else if (inputs)
      hd_vec_push(&l.inputs, hd_file_absolute(folder, word, arena));
  }
  if (l.output && l.inputs.len)
    hd_vec_push(out, l);
  else
    hd_vec_clear(&l.inputs);
}

static void join_lines(char *text)
{
  char *to = text;
  for (const char *s = text; *s;) {
    if (s[0] == '$' && s[1] == '\n') {
      s += 2;
      while (*s == ' ') s++;
    } else {
      *to++ = *s++;
    }
  }
  *to = '\0';
}

static void read_ninja(hd_link_steps *out, const char *folder, hd_arena *arena)
{
  char *text = hd_file_read(hd_arena_printf(arena, "%s/build.ninja", folder), NULL, arena);
  if (!text) return;
  join_lines(text);
  for (const char *s = text; s; s = strchr(s, '\n')) {
    if (*s == '\n') s++;
    if (strncmp(s, "build ", 6) == 0) read_statement(out, s + 6, folder, arena);
  }
}

void hd_links_find(hd_link_steps *out, const char *folder, hd_arena *arena)
{
  read_ninja(out, folder, arena);
  walk_folder(out, folder, arena);
}
