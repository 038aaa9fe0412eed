/* allowed.c - reads baselines, suppression files and comments, and matches violations with them. */
#include "report/allowed.h"

#include <cjson/cJSON.h>
#include <ctype.h>

#include "report/fingerprint.h"
#include "report/json.h"
#include "report/place.h"

void hd_allowed_init(hd_allowed *a)
{
  *a = (hd_allowed){0};
  hd_strings_init(&a->fingerprints);
}

void hd_allowed_clear(hd_allowed *a)
{
  hd_strings_clear(&a->fingerprints);
  hd_vec_clear(&a->suppressions);
}

bool hd_allowed_any(const hd_allowed *a)
{
  return a->fingerprints.texts.len || a->suppressions.len;
}

/* --- reading ---------------------------------------------------------------------------------------------- */

/* Every "fingerprint" in the answer, wherever it stands. */
static void collect_fingerprints(hd_allowed *a, const cJSON *value)
{
  const cJSON *item;
  cJSON_ArrayForEach(item, value)
  {
    if (item->string && strcmp(item->string, "fingerprint") == 0 && cJSON_IsString(item))
      hd_strings_add(&a->fingerprints, item->valuestring);
    else
      collect_fingerprints(a, item);
  }
}

/* NULL, or what is wrong with the baseline. A file without a schema is read as version 1. */
static const char *why_no_baseline(const cJSON *root, hd_arena *arena)
{
  const cJSON *tool = cJSON_GetObjectItem(root, "tool"), *schema = cJSON_GetObjectItem(root, "schema");
  if (!cJSON_IsString(tool) || strcmp(tool->valuestring, "heddle") != 0) return "this is not an answer of heddle";
  if (schema && (!cJSON_IsNumber(schema) || schema->valuedouble != HD_JSON_SCHEMA))
    return hd_arena_printf(arena, "version %g of the schema, but this heddle reads version %d",
                           cJSON_GetNumberValue(schema), HD_JSON_SCHEMA);
  return NULL;
}

bool hd_allowed_read_baseline(hd_allowed *a, const char *text, const char *name, hd_diags *diags)
{
  cJSON *root = cJSON_Parse(text);
  const char *wrong = why_no_baseline(root, &a->fingerprints.arena);
  if (wrong)
    hd_diags_add(diags, HD_ERROR, (hd_place){.file = name}, "%s", wrong)->hint =
        "write a baseline with `heddle verify --json FILE`";
  else
    collect_fingerprints(a, root);
  cJSON_Delete(root);
  return !wrong;
}

static bool is_rule(const char *text, size_t length)
{
  for (unsigned i = 0; i < HD_CHECK_COUNT; i++) {
    const char *rule = hd_check_table[i].rule;
    if (strlen(rule) == length && strncmp(rule, text, length) == 0) return true;
  }
  return false;
}

/* The words of a line: what to skip, and how long the next one is. */
static size_t next_word(const char **at, const char *end)
{
  while (*at < end && isspace((unsigned char)**at)) ++*at;
  const char *begin = *at;
  while (begin < end && !isspace((unsigned char)*begin)) begin++;
  return (size_t)(begin - *at);
}

static bool refuse_line(hd_diags *diags, const char *name, uint32_t line, const char *what)
{
  hd_diags_add(diags, HD_ERROR, (hd_place){name, line, 1}, "%s", what)->hint =
      "a suppression is a rule, a place and a reason: `no-data-race stats.c:42 the count may be a little off`";
  return false;
}

static bool read_suppression(hd_allowed *a, const char *at, const char *end, const char *name, uint32_t line,
                             hd_diags *diags)
{
  hd_arena *arena = &a->fingerprints.arena;
  size_t n = next_word(&at, end);
  if (n == 0 || *at == '#') return true;
  if (!is_rule(at, n)) return refuse_line(diags, name, line, "there is no such rule");
  hd_suppression s = {.rule = hd_arena_strndup(arena, at, n), .at = {hd_arena_strdup(arena, name), line, 1}};
  at += n;
  n = next_word(&at, end);
  if (n == 0) return refuse_line(diags, name, line, "a place is missing");
  char *place = hd_arena_strndup(arena, at, n), *colon = strrchr(place, ':');
  if (colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1)) {
    s.line = (uint32_t)strtoul(colon + 1, NULL, 10);
    *colon = '\0';
  }
  s.file = place;
  at += n;
  if (next_word(&at, end) == 0) return refuse_line(diags, name, line, "a reason is missing");
  while (end > at && isspace((unsigned char)end[-1])) end--;
  s.reason = hd_arena_strndup(arena, at, (size_t)(end - at));
  hd_vec_push(&a->suppressions, s);
  return true;
}

bool hd_allowed_read_file(hd_allowed *a, const char *text, const char *name, hd_diags *diags)
{
  bool ok = true;
  for (uint32_t line = 1; *text; line++) {
    size_t n = strcspn(text, "\n");
    ok &= read_suppression(a, text, text + n, name, line, diags);
    text += n + (text[n] == '\n');
  }
  return ok;
}

/* `heddle: allow RULE: REASON` in a line. */
static void read_comment(hd_allowed *a, const char *at, const char *end, const char *name, uint32_t line,
                         hd_diags *diags)
{
  hd_arena *arena = &a->fingerprints.arena;
  size_t n = 0;
  while (at + n < end && (isalnum((unsigned char)at[n]) || at[n] == '-')) n++;
  hd_suppression s = {.file = hd_arena_strdup(arena, name), .line = line, .comment = true};
  s.at = (hd_place){s.file, line, 1};
  if (!is_rule(at, n)) {
    hd_diags_add(diags, HD_WARNING, s.at, "this comment allows nothing: `%.*s` is not a rule", (int)n, at);
    return;
  }
  s.rule = hd_arena_strndup(arena, at, n);
  at += n;
  while (at < end && (isspace((unsigned char)*at) || *at == ':')) at++;
  while (end > at && (isspace((unsigned char)end[-1]) || end[-1] == '/' || end[-1] == '*')) end--;
  s.reason = hd_arena_strndup(arena, at, (size_t)(end - at));
  if (*s.reason)
    hd_vec_push(&a->suppressions, s);
  else
    hd_diags_add(diags, HD_WARNING, s.at, "this comment allows nothing: it gives no reason")->hint =
        "// heddle: allow no-data-race: the count may be a little off";
}

void hd_allowed_read_comments(hd_allowed *a, const char *text, const char *name, hd_diags *diags)
{
  static const char words[] = "heddle: allow ";
  uint32_t line = 1;
  const char *counted = text;
  for (const char *at = text; (at = strstr(at, words)); at++) {
    const char *begin = at;
    while (begin > text && begin[-1] != '\n') begin--;
    for (; counted < begin; counted++) line += *counted == '\n';
    const char *slash = begin;
    while (slash < at && strncmp(slash, "//", 2) != 0 && strncmp(slash, "/*", 2) != 0) slash++;
    if (slash < at) read_comment(a, at + sizeof words - 1, at + strcspn(at, "\n"), name, line, diags);
  }
}

/* --- asking ------------------------------------------------------------------------------------------------- */

static const char *without_dot(const char *path)
{
  return strncmp(path, "./", 2) == 0 ? path + 2 : path;
}

/* Does the path end in the file's name, at a folder's end? */
static bool is_file(const char *path, const char *file)
{
  path = without_dot(path), file = without_dot(file);
  size_t n = strlen(path), m = strlen(file);
  return n >= m && strcmp(path + n - m, file) == 0 && (n == m || path[n - m - 1] == '/');
}

static bool is_at(const hd_suppression *s, const hd_program *p, hd_pos pos)
{
  hd_place place = hd_program_place(p, pos);
  if (!place.file || !is_file(place.file, s->file)) return false;
  return !s->line || place.line == s->line || (s->comment && place.line == s->line + 1);
}

bool hd_suppression_fits(const hd_suppression *s, const hd_program *p, const hd_check_info *check)
{
  if (strcmp(s->rule, hd_check_table[check->kind].rule) != 0) return false;
  return hd_program_place(p, check->pos).file ? is_at(s, p, check->pos) || is_at(s, p, check->other) : !s->line;
}

static const char *suppressed(hd_allowed *a, const hd_story *s)
{
  const char *reason = NULL;
  for (uint32_t i = 0; i < a->suppressions.len; i++) {
    hd_suppression *one = &a->suppressions.data[i];
    if (strcmp(one->rule, hd_check_table[s->check].rule) != 0) continue;
    for (uint32_t k = 0; k < s->parties.len; k++) {
      if (!is_at(one, s->p, s->parties.data[k].pos)) continue;
      one->used = true;
      reason = one->reason;
    }
  }
  return reason;
}

const char *hd_allowed_why(hd_allowed *a, const hd_json_result *v)
{
  char text[HD_SHA256_TEXT];
  hd_story *s = hd_story_new(v->program, v->trace, v->property, &(hd_story_options){.merge = true});
  hd_report_fingerprint(s, hd_place_root(&s->arena), text);
  const char *reason = suppressed(a, s);
  if (!reason && hd_strings_find(&a->fingerprints, text) != HD_NONE) reason = "in the baseline";
  hd_story_free(s);
  return reason;
}
