/* file.c - reads and writes files at once; paths are put together here and nowhere else. */
#include "build/file.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

char *hd_file_read(const char *path, size_t *size, hd_arena *arena)
{
  struct stat st;
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  if (fstat(fileno(f), &st) != 0 || !S_ISREG(st.st_mode)) {
    fclose(f);
    errno = EINVAL;
    return NULL;
  }
  char *text = hd_arena_alloc(arena, (size_t)st.st_size + 1);
  size_t n = fread(text, 1, (size_t)st.st_size, f);
  text[n] = '\0';
  if (size) *size = n;
  fclose(f);
  return text;
}

bool hd_file_write(const char *path, const void *data, size_t size)
{
  FILE *f = fopen(path, "wb");
  if (!f) return false;
  bool ok = fwrite(data, 1, size, f) == size;
  return fclose(f) == 0 && ok;
}

bool hd_file_is_regular(const char *path)
{
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

const char *hd_file_in(const char *folder, const char *path, hd_arena *arena)
{
  return !folder || path[0] == '/' ? path : hd_arena_printf(arena, "%s/%s", folder, path);
}

const char *hd_file_absolute(const char *folder, const char *path, hd_arena *arena)
{
  path = hd_file_in(folder, path, arena);
  if (path[0] != '/') {
    char *here = getcwd(NULL, 0);
    path = hd_arena_printf(arena, "%s/%s", here ? here : "", path);
    free(here);
  }
  char *clean = hd_arena_alloc(arena, strlen(path) + 2), *end = clean;
  for (const char *s = path; *s;) {
    size_t n = strcspn(s, "/");
    if (n == 2 && memcmp(s, "..", 2) == 0) {
      while (end > clean && *--end != '/') continue;
    } else if (n > 0 && !(n == 1 && *s == '.')) {
      *end++ = '/';
      memcpy(end, s, n);
      end += n;
    }
    s += n + (s[n] == '/');
  }
  if (end == clean) *end++ = '/';
  *end = '\0';
  return clean;
}

const char *hd_file_folder(const char *path, hd_arena *arena)
{
  const char *slash = strrchr(path, '/');
  return slash ? hd_arena_strndup(arena, path, (size_t)(slash - path) + (slash == path)) : ".";
}

const char *hd_file_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *hd_file_object(const char *source, hd_arena *arena)
{
  const char *name = hd_file_name(source), *dot = strrchr(name, '.');
  return hd_arena_printf(arena, "%.*s.o", (int)(dot ? (size_t)(dot - name) : strlen(name)), name);
}

const char *hd_file_scratch(hd_arena *arena)
{
  const char *folder = getenv("TMPDIR");
  char *path = hd_arena_printf(arena, "%s/heddle-XXXXXX", folder && *folder ? folder : "/tmp");
  return mkdtemp(path);
}
