/* kept.c - records in ELF files and in archives of them. What is read may be damaged: every size is checked against
 * the bytes that are there. */
#include "build/kept.h"

#include <ctype.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>

#include "build/file.h"

static const char record_magic[8] = "HEDDLE01", archive_magic[] = "!<arch>\n", thin_magic[] = "!<thin>\n";
enum { MAGIC = 8 };

typedef struct {
  const char *path;
  const unsigned char *bytes;
  size_t size;
  uint32_t member;
  hd_kepts *out;
  hd_arena *arena;
  hd_diags *diags;
} kept_reader;

static bool damaged(const kept_reader *r, const char *what)
{
  hd_diags_add(r->diags, HD_ERROR, (hd_place){.file = r->path}, "damaged: %s", what)->hint = "build it again";
  return false;
}

/* --- records -------------------------------------------------------------------------------------------- */

void hd_kept_put(hd_bytes *out, const hd_kept *record)
{
  hd_put_bytes(out, record_magic, MAGIC);
  hd_put(out, record->kind);
  hd_put(out, strlen(record->source));
  hd_put(out, record->size);
  hd_put_bytes(out, record->source, strlen(record->source));
  hd_put_bytes(out, record->data, record->size);
}

static bool read_record(const kept_reader *r, hd_reader *in)
{
  char magic[MAGIC] = {0};
  hd_get_bytes(in, magic, MAGIC);
  uint64_t kind = hd_get(in), name = hd_get(in), size = hd_get(in);
  if (in->bad || memcmp(magic, record_magic, MAGIC) != 0 || kind >= HD_KEPT_KINDS)
    return damaged(r, "its section " HD_KEPT_SECTION " has no record where one should begin");
  size_t left = (size_t)(in->end - in->at);
  if (name > left || size > left - name) return damaged(r, "a record in its section " HD_KEPT_SECTION " is cut off");
  hd_kept k = {.kind = (hd_kept_kind)kind, .size = size, .member = r->member};
  k.source = hd_arena_strndup(r->arena, (const char *)in->at, name);
  k.data = in->at + name;
  in->at += name + size;
  hd_vec_push(r->out, k);
  return true;
}

static bool read_records(const kept_reader *r, const unsigned char *bytes, size_t size)
{
  hd_reader in = {.at = bytes, .end = bytes + size};
  for (;;) {
    while (in.at < in.end && !*in.at) in.at++;
    if (in.at == in.end) return true;
    if (!read_record(r, &in)) return false;
  }
}

/* --- ELF -------------------------------------------------------------------------------------------------- */

/* What is looked at of a section, in either class. */
typedef struct {
  uint64_t name, type, offset, size;
} section;

typedef struct {
  const kept_reader *r;
  bool wide; /* 64 bits */
  uint64_t table, entry, n, names;
} sections;

static bool is_inside(const kept_reader *r, uint64_t offset, uint64_t size)
{
  return offset <= r->size && size <= r->size - offset;
}

static section section_get(const sections *s, uint64_t i)
{
  const unsigned char *at = s->r->bytes + s->table + i * s->entry;
  if (s->wide) {
    Elf64_Shdr h;
    memcpy(&h, at, sizeof h);
    return (section){h.sh_name, h.sh_type, h.sh_offset, h.sh_size};
  }
  Elf32_Shdr h;
  memcpy(&h, at, sizeof h);
  return (section){h.sh_name, h.sh_type, h.sh_offset, h.sh_size};
}

/* Where the table is; more sections than the header can count are counted in the first of them. */
static bool find_table(sections *s)
{
  const kept_reader *r = s->r;
  Elf64_Ehdr wide = {0};
  Elf32_Ehdr narrow = {0};
  s->wide = r->bytes[EI_CLASS] == ELFCLASS64;
  if (r->size < (s->wide ? sizeof wide : sizeof narrow)) return false;
  if (s->wide)
    memcpy(&wide, r->bytes, sizeof wide);
  else
    memcpy(&narrow, r->bytes, sizeof narrow);
  s->table = s->wide ? wide.e_shoff : narrow.e_shoff;
  s->n = s->wide ? wide.e_shnum : narrow.e_shnum;
  s->names = s->wide ? wide.e_shstrndx : narrow.e_shstrndx;
  s->entry = s->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
  if (!s->table) return true; /* no sections at all */
  if (!is_inside(r, s->table, s->entry)) return false;
  if (!s->n) s->n = section_get(s, 0).size;
  if (s->names == SHN_XINDEX) return false; /* tens of thousands of sections: not what compilers make of a file */
  return s->n <= r->size / s->entry && is_inside(r, s->table, s->n * s->entry) && s->names < s->n;
}

static bool is_ours(const sections *s, const section *x)
{
  section names = section_get(s, s->names);
  uint64_t at = names.offset + x->name;
  return x->name < names.size && is_inside(s->r, at, sizeof HD_KEPT_SECTION) &&
         memcmp(s->r->bytes + at, HD_KEPT_SECTION, sizeof HD_KEPT_SECTION) == 0;
}

static bool read_elf(const kept_reader *r)
{
  sections s = {.r = r};
  if (r->size < sizeof(Elf32_Ehdr) || r->bytes[EI_DATA] != ELFDATA2LSB || !find_table(&s))
    return damaged(r, "not a complete ELF file");
  for (uint64_t i = 0; s.table && i < s.n; i++) {
    section x = section_get(&s, i);
    if (x.type == SHT_NOBITS || !is_ours(&s, &x)) continue;
    if (!is_inside(r, x.offset, x.size)) return damaged(r, "its section " HD_KEPT_SECTION " is cut off");
    if (!read_records(r, r->bytes + x.offset, x.size)) return false;
  }
  return true;
}

static bool starts_with(const unsigned char *bytes, size_t size, const char *magic, size_t n)
{
  return size >= n && memcmp(bytes, magic, n) == 0;
}

/* --- archives --------------------------------------------------------------------------------------------- */

/* A header of an archive, in letters. */
typedef struct {
  char name[16], date[12], owner[6], group[6], mode[8], size[10], end[2];
} member_header;

/* The names that are too long for a header, and the members of a thin archive, are listed in a member of their own. */
static const char *long_name(const kept_reader *r, const char *names, size_t size, const member_header *h)
{
  char digits[16] = {0};
  memcpy(digits, h->name + 1, sizeof h->name - 1);
  size_t at = strtoul(digits, NULL, 10), n = 0;
  if (!names || !isdigit((unsigned char)digits[0]) || at >= size) return NULL;
  while (at + n < size && names[at + n] != '\n') n++;
  if (n && names[at + n - 1] == '/') n--;
  return hd_arena_strndup(r->arena, names + at, n);
}

static const char *short_name(const kept_reader *r, const member_header *h)
{
  const char *slash = memchr(h->name, '/', sizeof h->name);
  return hd_arena_strndup(r->arena, h->name, slash ? (size_t)(slash - h->name) : sizeof h->name);
}

static bool read_member(const kept_reader *r, const unsigned char *bytes, size_t size, const char *name)
{
  kept_reader m = *r;
  m.path = hd_arena_printf(r->arena, "%s(%s)", r->path, name);
  m.bytes = bytes;
  m.size = size;
  return !starts_with(bytes, size, ELFMAG, SELFMAG) || read_elf(&m);
}

/* Of a thin archive: the file beside it. */
static bool read_thin_member(const kept_reader *r, const char *name)
{
  const char *folder = hd_file_folder(r->path, r->arena);
  size_t size;
  const char *path = hd_file_in(folder, name, r->arena);
  unsigned char *bytes = (unsigned char *)hd_file_read(path, &size, r->arena);
  if (bytes) return read_member(r, bytes, size, name);
  hd_diags_add(r->diags, HD_ERROR, (hd_place){.file = r->path}, "its member %s: %s", path, strerror(errno))->hint =
      "a thin archive only names its members: build it again";
  return false;
}

typedef struct {
  kept_reader *r;
  bool thin;
  const char *names; /* the list of long names; NULL: none so far */
  size_t names_size, at;
} archive;

/* A member's header is read; its bytes, if they are in the archive, are at a->at. */
static bool read_one(archive *a, const member_header *h, size_t size)
{
  kept_reader *r = a->r;
  bool list = memcmp(h->name, "// ", 3) == 0;
  bool index = memcmp(h->name, "/ ", 2) == 0 || memcmp(h->name, "/SYM64/", 7) == 0;
  bool here = list || index || !a->thin;
  const unsigned char *bytes = r->bytes + a->at;
  if (here && !is_inside(r, a->at, size)) return damaged(r, "the archive ends within a member");
  if (here) a->at += size + (size & 1);
  if (list) a->names = (const char *)bytes, a->names_size = size;
  if (list || index) return true;
  const char *name = h->name[0] == '/' ? long_name(r, a->names, a->names_size, h) : short_name(r, h);
  if (!name) return damaged(r, "a member of the archive has no name");
  bool ok = here ? read_member(r, bytes, size, name) : read_thin_member(r, name);
  r->member++;
  return ok;
}

static bool read_archive(kept_reader *r, bool thin)
{
  archive a = {.r = r, .thin = thin, .at = MAGIC};
  member_header h;
  while (a.at < r->size) {
    if (!is_inside(r, a.at, sizeof h)) return damaged(r, "the archive ends within a member's header");
    memcpy(&h, r->bytes + a.at, sizeof h);
    a.at += sizeof h;
    char digits[sizeof h.size + 1] = {0};
    memcpy(digits, h.size, sizeof h.size);
    if (memcmp(h.end, "`\n", 2) != 0) return damaged(r, "the archive has no header where one should begin");
    if (!read_one(&a, &h, strtoul(digits, NULL, 10))) return false;
  }
  return true;
}

/* --- both --------------------------------------------------------------------------------------------------- */

static hd_binary kind_of(const unsigned char *bytes, size_t size)
{
  if (starts_with(bytes, size, ELFMAG, SELFMAG)) return HD_BINARY_OBJECT;
  bool collected = starts_with(bytes, size, archive_magic, MAGIC) || starts_with(bytes, size, thin_magic, MAGIC);
  return collected ? HD_BINARY_ARCHIVE : HD_BINARY_NONE;
}

hd_binary hd_binary_of(const char *path)
{
  unsigned char first[MAGIC];
  FILE *f = hd_file_is_regular(path) ? fopen(path, "rb") : NULL;
  if (!f) return HD_BINARY_NONE;
  size_t n = fread(first, 1, sizeof first, f);
  fclose(f);
  return kind_of(first, n);
}

bool hd_kept_read(const char *path, hd_kepts *out, hd_arena *arena, hd_diags *diags)
{
  kept_reader r = {.path = path, .out = out, .arena = arena, .diags = diags};
  r.bytes = (unsigned char *)hd_file_read(path, &r.size, arena);
  if (!r.bytes) {
    hd_diags_add(diags, HD_ERROR, (hd_place){.file = path}, "%s", strerror(errno))->hint = "check the path";
    return false;
  }
  if (kind_of(r.bytes, r.size) == HD_BINARY_ARCHIVE)
    return read_archive(&r, starts_with(r.bytes, r.size, thin_magic, MAGIC));
  return read_elf(&r);
}
