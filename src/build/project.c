/* project.c - reads compile_commands.json and finds the objects that make one program. */
#include "build/project.h"

#include <cjson/cJSON.h>
#include <errno.h>

#include "build/file.h"
#include "build/links.h"

typedef struct {
  const char *file;      /* compile_commands.json */
  hd_build_project *all; /* every source that is compiled, none of a role yet */
  bool *chosen;          /* by part */
  bool *seen;            /* by link step */
  hd_link_steps links;
  hd_build_project *out;
  hd_arena *arena;
  hd_diags *diags;
} project_reader;

static bool bad_project(const project_reader *r, const char *message, const char *hint)
{
  hd_diags_add(r->diags, HD_ERROR, (hd_place){.file = r->file}, "%s", message)->hint = hint;
  return false;
}

void hd_project_clear(hd_build_project *p)
{
  for (uint32_t i = 0; i < p->parts.len; i++) hd_vec_clear(&p->parts.data[i].flags);
  hd_vec_clear(&p->parts);
}

/* --- compile_commands.json -------------------------------------------------------------------------------- */

static const char *text_of(const project_reader *r, const cJSON *entry, const char *key)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(entry, key);
  return cJSON_IsString(item) ? hd_arena_strdup(r->arena, item->valuestring) : NULL;
}

/* `arguments` is a list; `command` is a text, as for a shell. */
static bool read_words(const project_reader *r, const cJSON *entry, hd_words *out)
{
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(entry, "arguments"), *item;
  const char *command = text_of(r, entry, "command");
  cJSON_ArrayForEach(item, list)
  {
    if (!cJSON_IsString(item)) return false;
    hd_vec_push(out, hd_arena_strdup(r->arena, item->valuestring));
  }
  return out->len > 0 || (command && hd_words_split(command, out, r->arena) && out->len > 0);
}

static void add_part(const project_reader *r, const hd_build_step *s, uint32_t i, const char *directory,
                     const char *output)
{
  hd_project_part p = {.directory = directory, .narrow = s->narrow, .language = s->sources.data[i].language};
  const char *object = output ? output : hd_build_step_object(s, i, r->arena);
  p.source = hd_file_absolute(directory, s->sources.data[i].path, r->arena);
  p.object = hd_file_absolute(directory, object, r->arena);
  for (uint32_t k = 0; k < s->flags.len; k++) hd_vec_push(&p.flags, s->flags.data[k]);
  hd_vec_push(&r->all->parts, p);
}

static void take_command(project_reader *r, const hd_words *words, const char *directory, const char *output)
{
  hd_words all = {0};
  hd_words_expand(words->data, words->len, &all, r->arena);
  if (!all.len) hd_vec_push(&all, ""); /* files of words that are empty */
  hd_build_step s;
  hd_build_step_parse(all.data + 1, all.len - 1, &s);
  for (uint32_t i = 0; i < s.sources.len && s.kind != HD_STEP_OTHER; i++)
    add_part(r, &s, i, directory, s.kind == HD_STEP_OBJECT ? output : NULL);
  if (s.kind == HD_STEP_LINK) hd_links_add_command(&r->links, directory, all.data, all.len, r->arena);
  hd_build_step_clear(&s);
  hd_vec_clear(&all);
}

static bool read_entry(project_reader *r, const cJSON *entry)
{
  const char *directory = text_of(r, entry, "directory");
  hd_words words = {0};
  bool ok = cJSON_IsObject(entry) && read_words(r, entry, &words);
  if (ok)
    take_command(r, &words, hd_file_absolute(NULL, directory ? directory : ".", r->arena), text_of(r, entry, "output"));
  hd_vec_clear(&words);
  return ok || bad_project(r, "an entry has neither `command' nor `arguments'", "let the build write the file again");
}

static bool read_commands(project_reader *r)
{
  const char *text = hd_file_read(r->file, NULL, r->arena);
  if (!text)
    return bad_project(r, strerror(errno),
                       "CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON; for make: bear -- make, or heddle cc");
  cJSON *root = cJSON_Parse(text);
  const cJSON *entry;
  bool ok = cJSON_IsArray(root) || bad_project(r, "this is not a JSON list of compile commands", NULL);
  for (entry = ok ? root->child : NULL; entry && ok; entry = entry->next) ok = read_entry(r, entry);
  cJSON_Delete(root);
  if (ok && !r->all->parts.len) return bad_project(r, "there is no compile command in it", NULL);
  return ok;
}

/* --- which program ------------------------------------------------------------------------------------------- */

static uint32_t part_of(const project_reader *r, const char *object)
{
  for (uint32_t i = 0; i < r->all->parts.len; i++)
    if (strcmp(r->all->parts.data[i].object, object) == 0) return i;
  return HD_NONE;
}

/* Only steps that put known objects together count: others are of no interest, or not link steps at all. */
static bool has_objects(const project_reader *r, const hd_link_step *l)
{
  for (uint32_t i = 0; i < l->inputs.len; i++)
    if (part_of(r, l->inputs.data[i]) != HD_NONE) return true;
  return false;
}

static bool is_called(const hd_link_step *l, const char *target, hd_arena *arena)
{
  return strcmp(hd_file_name(l->output), target) == 0 || strcmp(l->output, hd_file_absolute(NULL, target, arena)) == 0;
}

static void add_choice(const project_reader *r, const hd_link_step *l, const char **list)
{
  *list = hd_arena_printf(r->arena, "%s%s%s", *list, **list ? ", " : "", hd_file_name(l->output));
}

/* The link step of the program; HD_NONE with *ok: there is none, and none was asked for. */
static uint32_t choose_link(const project_reader *r, const char *target, bool *ok)
{
  uint32_t found = HD_NONE, n = 0;
  const char *list = "";
  for (uint32_t i = 0; i < r->links.len; i++) {
    const hd_link_step *l = &r->links.data[i];
    if (!has_objects(r, l)) continue;
    bool fits = target ? is_called(l, target, r->arena) : !hd_link_is_library(l);
    if (fits && (found == HD_NONE || strcmp(r->links.data[found].output, l->output) != 0)) found = i, n++;
    if (fits || target) add_choice(r, l, &list);
  }
  *ok = n == 1 || !*list;
  if (n > 1)
    bad_project(r, target ? "several programs have this name" : "the build makes several programs",
                hd_arena_printf(r->arena, "choose one with --target: %s", list));
  else if (!*ok)
    bad_project(r, hd_arena_printf(r->arena, "the build makes no program `%s'", target),
                hd_arena_printf(r->arena, "it makes: %s", list));
  return found;
}

static void choose_part(project_reader *r, uint32_t i, hd_project_role role)
{
  if (r->chosen[i]) return;
  hd_project_part *p = &r->all->parts.data[i];
  r->chosen[i] = true;
  hd_vec_push(&r->out->parts, *p);
  hd_vec_last(&r->out->parts).role = role;
  p->flags.data = NULL; /* they went along */
  p->flags.len = p->flags.cap = 0;
}

/* What is put together, and what that was put together from. */
static void collect_parts(project_reader *r, uint32_t link, hd_project_role role)
{
  const hd_link_step *l = &r->links.data[link];
  if (r->seen[link]) return;
  r->seen[link] = true;
  for (uint32_t i = 0; i < l->inputs.len; i++) {
    uint32_t part = part_of(r, l->inputs.data[i]);
    if (part != HD_NONE) choose_part(r, part, role);
  }
  for (uint32_t i = 0; i < l->inputs.len; i++)
    for (uint32_t k = 0; k < r->links.len; k++)
      if (strcmp(r->links.data[k].output, l->inputs.data[i]) == 0)
        collect_parts(r, k, hd_link_is_archive(&r->links.data[k]) ? HD_PART_WANTED : role);
}

static bool choose_parts(project_reader *r, const char *target)
{
  bool ok;
  uint32_t link = choose_link(r, target, &ok);
  if (!ok) return false;
  r->chosen = hd_arena_alloc(r->arena, r->all->parts.len);
  r->seen = hd_arena_alloc(r->arena, r->links.len + 1);
  if (link != HD_NONE) {
    r->out->target = hd_file_name(r->links.data[link].output);
    collect_parts(r, link, HD_PART_LINKED);
  }
  for (uint32_t i = 0; link == HD_NONE && i < r->all->parts.len; i++) choose_part(r, i, HD_PART_UNKNOWN);
  return true;
}

bool hd_project_read(const char *folder, const char *commands, const char *target, hd_build_project *out,
                     hd_arena *arena, hd_diags *diags)
{
  hd_build_project all = {0};
  *out = (hd_build_project){0};
  project_reader r = {.all = &all, .out = out, .arena = arena, .diags = diags};
  r.file = commands ? commands : hd_arena_printf(arena, "%s/compile_commands.json", folder);
  if (!folder) folder = hd_file_folder(commands, arena);
  bool ok = read_commands(&r);
  if (ok) hd_links_find(&r.links, hd_file_absolute(NULL, folder, arena), arena);
  ok = ok && choose_parts(&r, target);
  hd_links_clear(&r.links);
  hd_project_clear(&all);
  return ok;
}
