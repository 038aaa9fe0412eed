/* cache.c - entries named by a hash of everything that the compiler's answer depends on; the oldest are dropped. */
#include "frontend/c/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/child.h"
#include "base/map.h"
#include "base/sha256.h"

/* First word of every entry; another form gets another one. */
static const uint64_t form = UINT64_C(0x686463616368651);

typedef HD_VEC(const char *) paths;

/* --- files -------------------------------------------------------------------------------------------- */

static bool read_whole(const char *path, hd_bytes *out)
{
  unsigned char block[65536];
  ssize_t n;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  while ((n = read(fd, block, sizeof block)) > 0) hd_put_bytes(out, block, (size_t)n);
  close(fd);
  return n == 0;
}

static void hash_of(const hd_bytes *data, char text[HD_SHA256_TEXT])
{
  hd_sha256 h;
  hd_sha256_init(&h);
  hd_sha256_add(&h, data->data, data->len);
  hd_sha256_print(&h, text);
}

static bool hash_file(const char *path, char text[HD_SHA256_TEXT])
{
  hd_bytes data = {0};
  bool ok = read_whole(path, &data);
  if (ok) hash_of(&data, text);
  hd_vec_clear(&data);
  return ok;
}

/* Under another name first, so that no reader sees half of it. */
static bool write_at_once(const char *path, const hd_bytes *data, hd_arena *arena)
{
  char *other = hd_arena_printf(arena, "%s.%ld", path, (long)getpid());
  int fd = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  bool ok = hd_write_all(fd, data->data, data->len);
  ok = close(fd) == 0 && ok && rename(other, path) == 0;
  if (!ok) unlink(other);
  return ok;
}

/* --- the key ------------------------------------------------------------------------------------------ */

static bool starts_with(const char *text, const char *start)
{
  return strncmp(text, start, strlen(start)) == 0;
}

/* Flags whose effect is in the text that clang sees, or in nothing but themselves; an operand has no dash. */
static bool understands_flags(const hd_cache_job *job)
{
  static const char *const known[] = {"-I",
                                      "-D",
                                      "-U",
                                      "-std=",
                                      "-O",
                                      "-isystem",
                                      "-idirafter",
                                      "-iquote",
                                      "-include",
                                      "-pthread",
                                      "-m32",
                                      "-m64",
                                      "-ansi",
                                      "-pedantic",
                                      "-g",
                                      "-fno-",
                                      "-fwrapv",
                                      "-fsigned-char",
                                      "-funsigned-char"};
  for (uint32_t i = 0; i < job->n_user_args; i++) {
    const char *word = job->user_args[i];
    bool fits = *word != '-' && *word != '@';
    for (size_t k = 0; k < HD_COUNT(known); k++) fits |= starts_with(word, known[k]);
    if (!fits && !(starts_with(word, "-W") && !strchr(word, ','))) return false;
  }
  return true;
}

/* $XDG_CACHE_HOME/heddle, made if need be; NULL: there is no place. */
static const char *cache_folder(hd_arena *arena)
{
  const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (!base || *base != '/') base = home && *home == '/' ? hd_arena_printf(arena, "%s/.cache", home) : NULL;
  if (!base) return NULL;
  const char *folder = hd_arena_printf(arena, "%s/heddle", base);
  mkdir(base, 0700);
  mkdir(folder, 0700);
  return access(folder, W_OK | X_OK) == 0 ? folder : NULL;
}

/* Which compiler it is: an update is another file. */
static bool add_compiler(hd_bytes *key, const char *clang)
{
  struct stat st;
  if (*clang != '/' || stat(clang, &st) != 0) return false;
  hd_put(key, (uint64_t)st.st_size);
  hd_put(key, (uint64_t)st.st_mtim.tv_sec);
  hd_put(key, (uint64_t)st.st_mtim.tv_nsec);
  hd_put(key, (uint64_t)st.st_ino);
  return true;
}

/* Words that say where something is written, and not what. */
static bool is_place(const hd_cache_job *job, const char *word)
{
  return strcmp(word, job->output) == 0 || strcmp(word, job->included) == 0 ||
         (job->temporary && strcmp(word, job->source) == 0);
}

static bool make_key(const hd_cache_job *job, char text[HD_SHA256_TEXT])
{
  static const char *const environment[] = {
      "CPATH", "C_INCLUDE_PATH", "SOURCE_DATE_EPOCH", "CCC_OVERRIDE_OPTIONS", "COMPILER_PATH", "LANG", "LC_ALL"};
  hd_bytes key = {0};
  char folder[4096];
  hd_put(&key, form);
  hd_put_text(&key, HD_VERSION);
  bool ok = add_compiler(&key, job->argv[0]);
  hd_put_text(&key, getcwd(folder, sizeof folder));
  for (size_t i = 0; i < HD_COUNT(environment); i++) hd_put_text(&key, getenv(environment[i]));
  for (uint32_t i = 0; job->argv[i]; i++)
    if (!is_place(job, job->argv[i])) hd_put_text(&key, job->argv[i]);
  ok = ok && read_whole(job->source, &key);
  hash_of(&key, text);
  hd_vec_clear(&key);
  return ok;
}

void hd_cache_init(hd_cache_entry *e, const hd_cache_job *job)
{
  char key[HD_SHA256_TEXT];
  *e = (hd_cache_entry){.job = job};
  hd_arena_init(&e->arena);
  clock_gettime(CLOCK_REALTIME, &e->began);
  const char *folder = understands_flags(job) ? cache_folder(&e->arena) : NULL;
  if (folder && make_key(job, key)) e->path = hd_arena_printf(&e->arena, "%s/%s", folder, key);
}

void hd_cache_clear(hd_cache_entry *e)
{
  hd_arena_clear(&e->arena);
}

/* --- finding ------------------------------------------------------------------------------------------ */

/* Everything but the hash at the end, which must be that of the rest. */
static bool is_whole(hd_bytes *data)
{
  char hash[HD_SHA256_TEXT];
  if (data->len <= HD_SHA256_TEXT) return false;
  data->len -= HD_SHA256_TEXT;
  hash_of(data, hash);
  return memcmp(hash, data->data + data->len, HD_SHA256_TEXT) == 0;
}

/* Would clang see the same files? */
static bool is_as_it_was(hd_reader *in, hd_arena *arena)
{
  char hash[HD_SHA256_TEXT];
  for (uint32_t n = hd_get_count(in); n > 0 && !in->bad; n--) {
    const char *path = hd_get_text(in, arena), *known = hd_get_text(in, arena);
    if (!path || !known || !hash_file(path, hash) || strcmp(hash, known) != 0) return false;
  }
  for (uint32_t n = hd_get_count(in); n > 0 && !in->bad; n--) {
    const char *path = hd_get_text(in, arena);
    if (!path || access(path, F_OK) == 0) return false;
  }
  return !in->bad;
}

static bool write_output(hd_reader *in, const hd_cache_job *job, hd_arena *arena)
{
  hd_bytes output = {0};
  uint64_t size = hd_get(in);
  if (in->bad || size > (uint64_t)(in->end - in->at)) return false;
  hd_put_bytes(&output, in->at, size);
  bool ok = write_at_once(job->output, &output, arena);
  hd_vec_clear(&output);
  return ok;
}

bool hd_cache_find(hd_cache_entry *e, const char **errors)
{
  hd_bytes data = {0};
  bool found = false;
  if (e->path && read_whole(e->path, &data) && is_whole(&data)) {
    hd_reader in = {data.data, data.data + data.len, false};
    found = hd_get(&in) == form && is_as_it_was(&in, &e->arena);
    *errors = found ? hd_get_text(&in, &e->arena) : NULL;
    found = found && write_output(&in, e->job, &e->arena);
    if (found) utimensat(AT_FDCWD, e->path, NULL, 0); /* it is used: others go first */
  }
  hd_vec_clear(&data);
  return found;
}

/* --- what was included -------------------------------------------------------------------------------- */

/* The names after the colon; a backslash or a dollar sign stands before what make would read in its own way. */
static void read_dependencies(const char *text, hd_arena *arena, paths *out)
{
  const char *at = strchr(text, ':');
  char *name = hd_arena_alloc(arena, strlen(text) + 1);
  size_t n = 0;
  for (at = at ? at + 1 : ""; *at || n; at++) {
    bool escaped = (*at == '\\' && at[1] && strchr(" #\\", at[1])) || (*at == '$' && at[1] == '$');
    bool blank = !*at || *at == ' ' || *at == '\n' || (*at == '\\' && at[1] == '\n');
    if (escaped) at++;
    if (escaped || !blank) {
      name[n++] = *at;
    } else if (n) {
      hd_vec_push(out, hd_arena_strndup(arena, name, n));
      n = 0;
    }
    if (!*at) break;
  }
}

/* Only packages change what is there. */
static bool is_the_systems(const char *path)
{
  return starts_with(path, "/usr/include/") || starts_with(path, "/usr/lib/");
}

static const char *folder_of(const char *path, hd_arena *arena)
{
  const char *slash = strrchr(path, '/');
  return slash ? hd_arena_strndup(arena, path, (size_t)(slash - path)) : ".";
}

static void add_path(hd_strings *known, paths *all, const char *path)
{
  if (hd_strings_find(known, path) != HD_NONE) return;
  hd_strings_add(known, path);
  hd_vec_push(all, path);
}

static bool names_folder(const char *flag)
{
  return strcmp(flag, "-isystem") == 0 || strcmp(flag, "-idirafter") == 0 || strcmp(flag, "-iquote") == 0;
}

/* Where clang looks for files: folders of the arguments, its own first one, and those of files that include others. */
static void find_folders(hd_cache_entry *e, const paths *files, paths *folders)
{
  hd_strings known;
  const char *const *argv = e->job->argv;
  hd_strings_init(&known);
  for (uint32_t i = 0; argv[i]; i++) {
    if (names_folder(argv[i]) && argv[i + 1]) add_path(&known, folders, argv[i + 1]);
    if (starts_with(argv[i], "-I")) add_path(&known, folders, argv[i][2] || !argv[i + 1] ? argv[i] + 2 : argv[i + 1]);
  }
  add_path(&known, folders, "/usr/local/include");
  if (!e->job->temporary) add_path(&known, folders, folder_of(e->job->source, &e->arena));
  for (uint32_t i = 0; i < files->len; i++)
    if (!is_the_systems(files->data[i])) add_path(&known, folders, folder_of(files->data[i], &e->arena));
  hd_strings_clear(&known);
}

/* A file that is included by that name could stand in each folder. */
static void add_absent(hd_cache_entry *e, const char *name, const paths *folders, hd_strings *known, paths *absent)
{
  for (uint32_t i = 0; i < folders->len; i++) {
    const char *path = hd_arena_printf(&e->arena, "%s/%s", folders->data[i], name);
    if (access(path, F_OK) != 0) add_path(known, absent, path);
  }
}

/* Any end of its path may be the name by which a file is included. */
static void find_absent(hd_cache_entry *e, const paths *files, paths *absent)
{
  enum { DEEPEST = 6 };
  paths folders = {0};
  hd_strings known;
  hd_strings_init(&known);
  find_folders(e, files, &folders);
  for (uint32_t i = 0; i < files->len; i++) {
    const char *name = files->data[i] + strlen(files->data[i]);
    for (unsigned depth = 0; depth < DEEPEST && name > files->data[i]; depth++) {
      do name--;
      while (name > files->data[i] && *name != '/');
      add_absent(e, *name == '/' ? name + 1 : name, &folders, &known, absent);
    }
  }
  hd_strings_clear(&known);
  hd_vec_clear(&folders);
}

/* --- not too much ------------------------------------------------------------------------------------- */

typedef struct {
  const char *path;
  uint64_t size;
  time_t used;
} kept_file;
typedef HD_VEC(kept_file) kept_files;

static int compare_used(const void *a, const void *b)
{
  time_t x = ((const kept_file *)a)->used, y = ((const kept_file *)b)->used;
  return (x > y) - (x < y);
}

/* Also what a process that died has left under another name: it is never used, and gets old. */
static uint64_t list_kept(const char *folder, hd_arena *arena, kept_files *all)
{
  uint64_t total = 0;
  DIR *dir = opendir(folder);
  for (const struct dirent *d; dir && (d = readdir(dir));) {
    struct stat st;
    const char *path = hd_arena_printf(arena, "%s/%s", folder, d->d_name);
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) continue;
    hd_vec_push(all, (kept_file){path, (uint64_t)st.st_size, st.st_mtim.tv_sec});
    total += (uint64_t)st.st_size;
  }
  if (dir) closedir(dir);
  return total;
}

static void make_room(const char *folder)
{
  hd_arena arena;
  kept_files all = {0};
  hd_arena_init(&arena);
  uint64_t total = list_kept(folder, &arena, &all);
  if (total > HD_CACHE_BYTES) {
    qsort(all.data, all.len, sizeof *all.data, compare_used);
    for (uint32_t i = 0; i < all.len && total > HD_CACHE_BYTES / 4 * 3; i++) {
      if (unlink(all.data[i].path) == 0) total -= all.data[i].size;
    }
  }
  hd_vec_clear(&all);
  hd_arena_clear(&arena);
}

/* --- keeping ------------------------------------------------------------------------------------------ */

/* Words by which the text asks for what no hash here knows. */
static bool asks_for_more(const hd_bytes *text)
{
  static const char *const words[] = {"__has_include", "__has_embed", "embed", "__DATE__", "__TIME__", "__TIMESTAMP__"};
  for (size_t i = 0; i < HD_COUNT(words); i++)
    if (text->len && memmem(text->data, text->len, words[i], strlen(words[i]))) return true;
  return false;
}

/* Was it there, as it is, before clang began? The times of files are a few milliseconds late. */
static bool is_older(const hd_cache_entry *e, const char *path)
{
  struct stat st;
  int64_t slack = 20 * 1000000, began = (int64_t)e->began.tv_sec * 1000000000 + e->began.tv_nsec - slack;
  return stat(path, &st) == 0 && (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec < began &&
         (int64_t)st.st_ctim.tv_sec * 1000000000 + st.st_ctim.tv_nsec < began;
}

/* False: it cannot be kept. */
static bool put_files(const hd_cache_entry *e, const paths *files, hd_bytes *out)
{
  bool ok = true;
  hd_put(out, files->len);
  for (uint32_t i = 0; i < files->len && ok; i++) {
    char hash[HD_SHA256_TEXT];
    hd_bytes data = {0};
    ok = is_older(e, files->data[i]) && read_whole(files->data[i], &data) &&
         (is_the_systems(files->data[i]) || !asks_for_more(&data));
    hash_of(&data, hash);
    hd_put_text(out, files->data[i]);
    hd_put_text(out, hash);
    hd_vec_clear(&data);
  }
  hd_bytes source = {0};
  ok = ok && (e->job->temporary || is_older(e, e->job->source)) && read_whole(e->job->source, &source) &&
       !asks_for_more(&source);
  hd_vec_clear(&source);
  return ok;
}

static bool put_output(const hd_cache_entry *e, const char *errors, hd_bytes *out)
{
  hd_bytes output = {0};
  char hash[HD_SHA256_TEXT];
  bool ok = read_whole(e->job->output, &output);
  hd_put_text(out, errors ? errors : "");
  hd_put(out, output.len);
  if (output.len) hd_put_bytes(out, output.data, output.len);
  hd_vec_clear(&output);
  hash_of(out, hash);
  hd_put_bytes(out, hash, sizeof hash);
  return ok;
}

/* The source's own contents are in the key. */
static void find_included(hd_cache_entry *e, hd_bytes *list, paths *files)
{
  uint32_t kept = 0;
  hd_vec_push(list, 0);
  read_dependencies((const char *)list->data, &e->arena, files);
  for (uint32_t i = 0; i < files->len; i++)
    if (strcmp(files->data[i], e->job->source) != 0) files->data[kept++] = files->data[i];
  files->len = kept;
}

void hd_cache_keep(hd_cache_entry *e, const char *errors)
{
  hd_bytes list = {0}, out = {0};
  paths files = {0}, absent = {0};
  if (e->path && read_whole(e->job->included, &list)) {
    find_included(e, &list, &files);
    find_absent(e, &files, &absent);
    hd_put(&out, form);
    bool ok = put_files(e, &files, &out);
    hd_put(&out, absent.len);
    for (uint32_t i = 0; i < absent.len; i++) hd_put_text(&out, absent.data[i]);
    if (ok && put_output(e, errors, &out) && write_at_once(e->path, &out, &e->arena))
      make_room(folder_of(e->path, &e->arena));
  }
  hd_vec_clear(&list);
  hd_vec_clear(&out);
  hd_vec_clear(&files);
  hd_vec_clear(&absent);
}
