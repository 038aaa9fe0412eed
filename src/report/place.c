/* place.c - paths made relative, and characters escaped for URIs. */
#include "report/place.h"

#include <ctype.h>
#include <unistd.h>

const char *hd_place_root(hd_arena *arena)
{
  char *folder = getcwd(NULL, 0);
  const char *root = folder ? hd_arena_printf(arena, "%s%s", folder, strcmp(folder, "/") == 0 ? "" : "/") : "/";
  free(folder);
  return root;
}

const char *hd_place_relative(const char *path, const char *root)
{
  size_t n = strlen(root);
  if (strncmp(path, root, n) == 0 && path[n]) path += n;
  while (strncmp(path, "./", 2) == 0 && path[2]) path += 2;
  return path;
}

const char *hd_place_uri(const char *path, hd_arena *arena)
{
  static const char digits[] = "0123456789ABCDEF";
  bool absolute = *path == '/';
  char *uri = hd_arena_alloc(arena, strlen(path) * 3 + sizeof "file://"), *end = uri;
  if (absolute) end = stpcpy(end, "file://");
  for (; *path; path++) {
    unsigned char byte = (unsigned char)*path;
    if (byte < 128 && (isalnum(byte) || strchr("/-._~!$&'()*+,;=@", byte))) {
      *end++ = (char)byte;
      continue;
    }
    *end++ = '%';
    *end++ = digits[byte >> 4];
    *end++ = digits[byte & 15];
  }
  return uri;
}
