/* keep_bitcode.c - bitcode for later: what `heddle cc` puts into objects. */
#include <errno.h>
#include <unistd.h>

#include "build/file.h"
#include "build/kept.h"
#include "frontend/c/unit.h"

static void put_record(hd_bytes *out, hd_kept_kind kind, const char *source, const void *data, size_t size)
{
  hd_kept_put(out, &(hd_kept){.kind = kind, .source = source, .data = data, .size = size});
}

static void put_nothing(hd_bytes *out, const char *source, const char *why)
{
  put_record(out, HD_KEPT_NOTHING, source, why, strlen(why));
}

/* The compiler that made the object has taken the source, so that clang's refusal is worth its words. */
static const char *first_error(const hd_diags *diags)
{
  for (uint32_t i = 0; i < diags->list.len; i++)
    if (diags->list.data[i].severity == HD_ERROR) return diags->list.data[i].message;
  return "clang produced no bitcode for it";
}

static bool keep_one(const hd_c_input *input, const char *source, const char *folder, hd_bytes *out)
{
  hd_arena arena;
  hd_diags diags;
  hd_arena_init(&arena);
  hd_diags_init(&diags);
  const char *path = hd_arena_printf(&arena, "%s/kept.bc", folder);
  size_t size;
  const char *bitcode = NULL;
  hd_kept_kind kind = input->checks ? HD_KEPT_CHECKED : HD_KEPT_PLAIN;
  hd_status status = hd_c_compile(input, source, folder, path, NULL, &diags);
  if (status != HD_OK)
    put_nothing(out, source, first_error(&diags));
  else if (!(bitcode = hd_file_read(path, &size, &arena)))
    put_nothing(out, source, strerror(errno));
  else
    put_record(out, kind, source, bitcode, size);
  unlink(path);
  hd_diags_clear(&diags);
  hd_arena_clear(&arena);
  return bitcode;
}

void hd_c_keep(const hd_c_input *input, const char *source, const char *folder, hd_bytes *out)
{
  hd_c_input one = *input;
  one.checks = false;
  if (!keep_one(&one, source, folder, out)) return;
  one.checks = true;
  keep_one(&one, source, folder, out);
}
