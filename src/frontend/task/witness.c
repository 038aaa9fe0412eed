/* witness.c - walks libyaml's document tree; each mistake is reported with its line. */
#include "frontend/task/witness.h"

#include <ctype.h>
#include <yaml.h>

typedef struct {
  const char *name;
  yaml_document_t document;
  hd_witness *w;
  hd_diags *diags;
  bool has_violation, has_invariants;
} reader;

bool hd_witness_is_yaml(const char *text, size_t length)
{
  return memmem(text, length < 4096 ? length : 4096, "entry_type", 10) != NULL;
}

/* --- nodes -------------------------------------------------------------------------------------- */

static hd_place place_of(const reader *r, const yaml_node_t *node)
{
  if (!node) return (hd_place){.file = r->name};
  return (hd_place){r->name, (uint32_t)node->start_mark.line + 1, (uint32_t)node->start_mark.column + 1};
}

/* Always false, so that a rule reads `return refuse_node(...)`. */
static bool refuse_node(reader *r, const yaml_node_t *node, const char *message, const char *what)
{
  hd_diags_add(r->diags, HD_ERROR, place_of(r, node), "%s%s%s%s", message, what ? " `" : "", what ? what : "",
               what ? "`" : "");
  return false;
}

static const char *scalar(reader *r, const yaml_node_t *node)
{
  if (!node || node->type != YAML_SCALAR_NODE) return NULL;
  const char *text = (const char *)node->data.scalar.value;
  return strlen(text) == node->data.scalar.length ? hd_arena_strdup(&r->w->arena, text) : NULL;
}

static yaml_node_t *find_key(reader *r, const yaml_node_t *mapping, const char *key)
{
  if (!mapping || mapping->type != YAML_MAPPING_NODE) return NULL;
  for (yaml_node_pair_t *p = mapping->data.mapping.pairs.start; p < mapping->data.mapping.pairs.top; p++) {
    const yaml_node_t *name = yaml_document_get_node(&r->document, p->key);
    if (name->type == YAML_SCALAR_NODE && strcmp((const char *)name->data.scalar.value, key) == 0)
      return yaml_document_get_node(&r->document, p->value);
  }
  return NULL;
}

/* The text under a key; refused when it must be there and is not. */
static bool text_under(reader *r, const yaml_node_t *mapping, const char *key, bool needed, const char **text)
{
  const yaml_node_t *node = find_key(r, mapping, key);
  *text = scalar(r, node);
  if (node && !*text) return refuse_node(r, node, "must be a text:", key);
  return *text || !needed || refuse_node(r, mapping, "missing key", key);
}

static bool number_under(reader *r, const yaml_node_t *mapping, const char *key, uint32_t least, uint32_t *number)
{
  const char *text;
  if (!text_under(r, mapping, key, false, &text)) return false;
  if (!text) return true;
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  bool ok = isdigit((unsigned char)*text) && !*end && value >= least && value < HD_NONE;
  *number = (uint32_t)value;
  return ok ||
         refuse_node(r, find_key(r, mapping, key), least ? "must be a positive number:" : "must be a number:", key);
}

typedef bool read_fn(reader *r, const yaml_node_t *node);

static bool each_item(reader *r, const yaml_node_t *list, const char *what, read_fn *read)
{
  if (!list || list->type != YAML_SEQUENCE_NODE) return refuse_node(r, list, "must be a list:", what);
  for (yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top; i++)
    if (!read(r, yaml_document_get_node(&r->document, *i))) return false;
  return true;
}

static bool is_one_of(const char *text, const char *const *list, unsigned n, unsigned *which)
{
  for (*which = 0; *which < n; ++*which)
    if (strcmp(text, list[*which]) == 0) return true;
  return false;
}

/* --- metadata ------------------------------------------------------------------------------------- */

static bool is_version(const char *text)
{
  static const char *const versions[] = {"2.0", "2.1", "2.2"};
  unsigned which;
  return is_one_of(text, versions, HD_COUNT(versions), &which);
}

static bool is_uuid(const char *text)
{
  size_t i = 0;
  for (; text[i]; i++) {
    bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !isxdigit((unsigned char)text[i])) return false;
  }
  return i == 36;
}

/* 2026-11-16T18:00:00Z, or with +01:00. */
static bool is_time(const char *text)
{
  static const char form[] = "dddd-dd-ddTdd:dd:dd";
  for (size_t i = 0; form[i]; i++)
    if (form[i] == 'd' ? !isdigit((unsigned char)text[i]) : text[i] != form[i]) return false;
  const char *zone = text + sizeof form - 1;
  return strcmp(zone, "Z") == 0 || ((*zone == '+' || *zone == '-') && strlen(zone) == 6 && zone[3] == ':');
}

static bool read_input_file(reader *r, const yaml_node_t *node)
{
  const char *name = scalar(r, node);
  if (!name || !*name) return refuse_node(r, node, "must be a text:", "input_files");
  for (uint32_t i = 0; i < r->w->files.len; i++)
    if (strcmp(r->w->files.data[i].name, name) == 0) return true; /* another entry's */
  hd_vec_push(&r->w->files, (hd_witness_source){.name = name});
  return true;
}

static bool read_hashes(reader *r, const yaml_node_t *task)
{
  const yaml_node_t *hashes = find_key(r, task, "input_file_hashes");
  if (!hashes || hashes->type != YAML_MAPPING_NODE) return refuse_node(r, task, "missing mapping", "input_file_hashes");
  for (uint32_t i = 0; i < r->w->files.len; i++) {
    const char *hash = scalar(r, find_key(r, hashes, r->w->files.data[i].name));
    if (!hash) return refuse_node(r, hashes, "no hash of", r->w->files.data[i].name);
    if (strlen(hash) != 64 || strspn(hash, "0123456789abcdefABCDEF") != 64)
      return refuse_node(r, hashes, "not a SHA-256 in hexadecimal:", hash);
    r->w->files.data[i].hash = hash;
  }
  return true;
}

static bool read_task(reader *r, const yaml_node_t *metadata)
{
  static const char *const models[] = {"ILP32", "LP64"};
  const yaml_node_t *task = find_key(r, metadata, "task");
  const char *language;
  unsigned which;
  if (!task) return refuse_node(r, metadata, "missing key", "task");
  if (!each_item(r, find_key(r, task, "input_files"), "input_files", read_input_file) || !read_hashes(r, task))
    return false;
  if (!r->w->files.len) return refuse_node(r, task, "an empty list:", "input_files");
  if (!text_under(r, task, "specification", true, &r->w->specification)) return false;
  if (!text_under(r, task, "data_model", true, &r->w->data_model)) return false;
  if (!is_one_of(r->w->data_model, models, 2, &which))
    return refuse_node(r, task, "unknown data model", r->w->data_model);
  if (!text_under(r, task, "language", true, &language)) return false;
  return strcmp(language, "C") == 0 || refuse_node(r, task, "unknown language", language);
}

static bool read_metadata(reader *r, const yaml_node_t *entry)
{
  const yaml_node_t *metadata = find_key(r, entry, "metadata");
  const char *version, *uuid, *time, *text;
  if (!metadata) return refuse_node(r, entry, "missing key", "metadata");
  if (!text_under(r, metadata, "format_version", true, &version)) return false;
  if (!is_version(version))
    return refuse_node(r, find_key(r, metadata, "format_version"), "unknown format_version", version);
  if (r->w->version && strcmp(r->w->version, version) != 0)
    return refuse_node(r, find_key(r, metadata, "format_version"), "another entry of this file has format_version",
                       r->w->version);
  r->w->version = version;
  if (!text_under(r, metadata, "uuid", true, &uuid) || !text_under(r, metadata, "creation_time", true, &time))
    return false;
  if (!is_uuid(uuid)) return refuse_node(r, find_key(r, metadata, "uuid"), "not a UUID:", uuid);
  if (!is_time(time)) return refuse_node(r, find_key(r, metadata, "creation_time"), "not a time of ISO 8601:", time);
  const yaml_node_t *producer = find_key(r, metadata, "producer");
  if (!producer) return refuse_node(r, metadata, "missing key", "producer");
  if (!text_under(r, producer, "name", true, &text) || !text_under(r, producer, "version", true, &text)) return false;
  return read_task(r, metadata);
}

/* --- places ----------------------------------------------------------------------------------------- */

static bool read_location(reader *r, const yaml_node_t *owner, const char **file, const char **function, uint32_t *line,
                          uint32_t *column)
{
  const yaml_node_t *location = find_key(r, owner, "location");
  if (!location) return refuse_node(r, owner, "missing key", "location");
  if (!text_under(r, location, "file_name", true, file) || !text_under(r, location, "function", false, function))
    return false;
  if (!number_under(r, location, "line", 1, line) || !number_under(r, location, "column", 1, column)) return false;
  if (!*line) return refuse_node(r, location, "missing key", "line");
  for (uint32_t i = 0; i < r->w->files.len; i++)
    if (strcmp(r->w->files.data[i].name, *file) == 0) return true;
  return refuse_node(r, location, "not one of the task's input_files:", *file);
}

/* --- violations --------------------------------------------------------------------------------------- */

static bool has_threads(const reader *r)
{
  return strcmp(r->w->version, "2.2") == 0;
}

static bool read_constraint(reader *r, const yaml_node_t *node, hd_waypoint *p)
{
  static const char *const formats[] = {"c_expression", "ext_c_expression", "acsl_expression"};
  const yaml_node_t *constraint = find_key(r, node, "constraint");
  bool needed = p->kind != HD_WAY_TARGET && p->kind != HD_WAY_FUNCTION_ENTER;
  unsigned which;
  if (!constraint) return !needed || refuse_node(r, node, "missing key", "constraint");
  if (!needed) return refuse_node(r, constraint, "no constraint is allowed at", hd_waypoint_kinds[p->kind]);
  if (!text_under(r, constraint, "value", true, &p->value) || !text_under(r, constraint, "format", false, &p->format))
    return false;
  if (p->kind == HD_WAY_BRANCHING && p->format)
    return refuse_node(r, constraint, "no format is allowed at", "branching");
  if (p->format && !is_one_of(p->format, formats, HD_COUNT(formats), &which))
    return refuse_node(r, constraint, "unknown format", p->format);
  return p->format || p->kind == HD_WAY_BRANCHING || refuse_node(r, constraint, "missing key", "format");
}

static bool read_waypoint(reader *r, const yaml_node_t *item)
{
  const yaml_node_t *node = find_key(r, item, "waypoint");
  const char *kind, *action;
  unsigned which;
  hd_waypoint p = {.thread = HD_NONE};
  if (!node) return refuse_node(r, item, "missing key", "waypoint");
  if (!text_under(r, node, "type", true, &kind) || !text_under(r, node, "action", true, &action)) return false;
  if (!is_one_of(kind, hd_waypoint_kinds, HD_WAY_KINDS, &which)) return refuse_node(r, node, "unknown type", kind);
  p.kind = (hd_waypoint_kind)which;
  if (!is_one_of(action, hd_waypoint_actions, HD_WAY_ACTIONS, &which))
    return refuse_node(r, node, "unknown action", action);
  p.action = (hd_waypoint_action)which;
  if (!number_under(r, node, "thread_id", 0, &p.thread)) return false;
  if (p.thread != HD_NONE && !has_threads(r)) return refuse_node(r, node, "needs format_version 2.2:", "thread_id");
  if (!read_location(r, node, &p.file, &p.function, &p.line, &p.column) || !read_constraint(r, node, &p)) return false;
  hd_vec_push(&hd_vec_last(&r->w->segments).points, p);
  return true;
}

/* Any number of `avoid`, then one `follow` (2.2: several at the end, for a race). */
static bool read_segment(reader *r, const yaml_node_t *item)
{
  const yaml_node_t *list = find_key(r, item, "segment");
  uint32_t follows = 0, targets = 0;
  hd_vec_push(&r->w->segments, (hd_segment){{0}});
  if (!each_item(r, list, "segment", read_waypoint)) return false;
  const hd_segment *s = &hd_vec_last(&r->w->segments);
  for (uint32_t i = 0; i < s->points.len; i++) {
    const hd_waypoint *p = &s->points.data[i];
    if (p->action == HD_WAY_AVOID && follows)
      return refuse_node(r, item, "after a follow waypoint of its segment:", "avoid");
    if (p->action == HD_WAY_AVOID && p->kind == HD_WAY_TARGET)
      return refuse_node(r, item, "cannot be avoided:", "target");
    follows += p->action != HD_WAY_AVOID;
    targets += p->kind == HD_WAY_TARGET;
  }
  if (!follows) return refuse_node(r, item, "a segment without a waypoint with action", "follow");
  bool race = has_threads(r) && follows == 2 && targets == 2;
  if (follows > 1 && !race) return refuse_node(r, item, "a segment with several waypoints with action", "follow");
  return true;
}

static bool check_ends(reader *r, const yaml_node_t *content)
{
  uint32_t n = r->w->segments.len;
  if (!n) return refuse_node(r, content, "no segment in", "content");
  for (uint32_t i = 0; i < n; i++) {
    const hd_waypoint *last = &hd_vec_last(&r->w->segments.data[i].points);
    bool target = last->kind == HD_WAY_TARGET;
    if (target && i + 1 < n)
      return refuse_node(r, content, "only the last segment may have a waypoint of type", "target");
    if (!target && i + 1 == n && last->action != HD_WAY_CYCLE)
      return refuse_node(r, content, "the last segment must end in a waypoint of type", "target");
  }
  return true;
}

static bool read_violation(reader *r, const yaml_node_t *entry)
{
  const yaml_node_t *content = find_key(r, entry, "content");
  if (r->has_violation) return refuse_node(r, entry, "a second", "violation_sequence");
  r->has_violation = r->w->violation = true;
  return each_item(r, content, "content", read_segment) && check_ends(r, content);
}

/* --- correctness ---------------------------------------------------------------------------------------- */

static bool read_invariant(reader *r, const yaml_node_t *item)
{
  static const char *const kinds[] = {"loop_invariant", "location_invariant", "loop_transition_invariant",
                                      "location_transition_invariant"};
  const yaml_node_t *node = find_key(r, item, "invariant");
  hd_witness_invariant v = {0};
  unsigned which;
  if (!node) return find_key(r, item, "contract") ? true : refuse_node(r, item, "missing key", "invariant");
  if (!text_under(r, node, "type", true, &v.kind)) return false;
  if (!is_one_of(v.kind, kinds, HD_COUNT(kinds), &which)) return refuse_node(r, node, "unknown type", v.kind);
  if (!read_location(r, node, &v.file, &v.function, &v.line, &v.column)) return false;
  if (!text_under(r, node, "value", true, &v.value) || !text_under(r, node, "format", true, &v.format)) return false;
  hd_vec_push(&r->w->invariants, v);
  return true;
}

static bool read_invariants(reader *r, const yaml_node_t *entry)
{
  if (r->has_invariants) return refuse_node(r, entry, "a second", "invariant_set");
  r->has_invariants = true;
  return each_item(r, find_key(r, entry, "content"), "content", read_invariant);
}

static bool read_ghost(reader *r, const yaml_node_t *node)
{
  const char *text, *scope;
  if (!text_under(r, node, "name", true, &text) || !text_under(r, node, "type", true, &text)) return false;
  if (!text_under(r, node, "scope", true, &scope)) return false;
  if (strcmp(scope, "global") != 0) return refuse_node(r, node, "unknown scope", scope);
  const yaml_node_t *initial = find_key(r, node, "initial");
  if (!initial) return refuse_node(r, node, "missing key", "initial");
  r->w->n_ghosts++;
  return text_under(r, initial, "value", true, &text) && text_under(r, initial, "format", true, &text);
}

static bool read_update(reader *r, const yaml_node_t *node)
{
  const char *text;
  return text_under(r, node, "variable", true, &text) && text_under(r, node, "value", true, &text) &&
         text_under(r, node, "format", true, &text);
}

static bool read_updates(reader *r, const yaml_node_t *node)
{
  const char *file, *function;
  uint32_t line = 0, column = 0;
  return read_location(r, node, &file, &function, &line, &column) &&
         each_item(r, find_key(r, node, "updates"), "updates", read_update);
}

static bool read_ghosts(reader *r, const yaml_node_t *entry)
{
  const yaml_node_t *content = find_key(r, entry, "content");
  if (strcmp(r->w->version, "2.0") == 0)
    return refuse_node(r, entry, "needs format_version 2.1:", "ghost_instrumentation");
  return each_item(r, find_key(r, content, "ghost_variables"), "ghost_variables", read_ghost) &&
         each_item(r, find_key(r, content, "ghost_updates"), "ghost_updates", read_updates);
}

/* --- the whole ----------------------------------------------------------------------------------------- */

static bool read_entry(reader *r, const yaml_node_t *entry)
{
  static const char *const kinds[] = {"violation_sequence", "invariant_set", "ghost_instrumentation"};
  static read_fn *const read[] = {read_violation, read_invariants, read_ghosts};
  const char *kind;
  unsigned which;
  if (!text_under(r, entry, "entry_type", true, &kind)) return false;
  if (!is_one_of(kind, kinds, HD_COUNT(kinds), &which)) return refuse_node(r, entry, "unknown entry_type", kind);
  return read_metadata(r, entry) && read[which](r, entry);
}

static bool read_document(reader *r)
{
  const yaml_node_t *root = yaml_document_get_root_node(&r->document);
  if (!root) return refuse_node(r, NULL, "the witness is empty", NULL);
  if (!each_item(r, root, "witness", read_entry)) return false;
  if (!r->has_violation && !r->has_invariants) return refuse_node(r, root, "neither a violation nor invariants", NULL);
  return !(r->has_violation && r->has_invariants) || refuse_node(r, root, "both a violation and invariants", NULL);
}

hd_witness *hd_witness_read(const char *text, size_t length, const char *name, hd_diags *diags)
{
  reader r = {.name = name, .diags = diags, .w = hd_witness_new()};
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) hd_out_of_memory();
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
  bool ok = yaml_parser_load(&parser, &r.document);
  if (!ok) {
    hd_place place = {name, (uint32_t)parser.problem_mark.line + 1, (uint32_t)parser.problem_mark.column + 1};
    hd_diags_add(diags, HD_ERROR, place, "not YAML: %s",
                 parser.problem ? parser.problem : "the witness cannot be read");
  } else {
    ok = read_document(&r);
    yaml_document_delete(&r.document);
  }
  yaml_parser_delete(&parser);
  if (ok) return r.w;
  hd_witness_free(r.w);
  return NULL;
}
