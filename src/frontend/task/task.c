/* task.c - task definitions: which files, which property, what is expected, which data model. */
#include "frontend/task/task.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <yaml.h>

typedef struct {
  const char *path;
  yaml_document_t document;
  hd_task_file *task;
  hd_diags *diags;
} reader;

void hd_task_file_init(hd_task_file *t)
{
  *t = (hd_task_file){.pointer_width = 32};
  hd_arena_init(&t->arena);
}

void hd_task_file_clear(hd_task_file *t)
{
  hd_vec_clear(&t->files);
  hd_arena_clear(&t->arena);
}

/* --- errors ------------------------------------------------------------------------------------------ */

static hd_place place_of_mark(const char *path, yaml_mark_t mark)
{
  return (hd_place){.file = path, .line = (uint32_t)mark.line + 1, .column = (uint32_t)mark.column + 1};
}

static hd_status bad_task(reader *r, const yaml_node_t *node, const char *hint, const char *message)
{
  hd_place place = node ? place_of_mark(r->path, node->start_mark) : (hd_place){.file = r->path};
  hd_diags_add(r->diags, HD_ERROR, place, "%s", message)->hint = hint;
  return HD_BAD_INPUT;
}

static hd_status bad_name(reader *r, const yaml_node_t *node, const char *hint, const char *what, const char *name)
{
  return bad_task(r, node, hint, hd_arena_printf(&r->task->arena, "%s: %s", what, name));
}

/* --- nodes ------------------------------------------------------------------------------------------- */

/* The text of a scalar, or NULL. A scalar with a NUL byte inside is no text. */
static const char *text_of(const yaml_node_t *node)
{
  if (!node || node->type != YAML_SCALAR_NODE) return NULL;
  const char *text = (const char *)node->data.scalar.value;
  return strlen(text) == node->data.scalar.length ? text : NULL;
}

/* The value of a key in a mapping, or NULL. */
static yaml_node_t *value_of(reader *r, const yaml_node_t *mapping, const char *key)
{
  if (!mapping || mapping->type != YAML_MAPPING_NODE) return NULL;
  for (yaml_node_pair_t *p = mapping->data.mapping.pairs.start; p < mapping->data.mapping.pairs.top; p++) {
    const char *name = text_of(yaml_document_get_node(&r->document, p->key));
    if (name && strcmp(name, key) == 0) return yaml_document_get_node(&r->document, p->value);
  }
  return NULL;
}

/* A path written in the task file, from where we are. */
static const char *resolve_path(reader *r, const char *name)
{
  const char *slash = strrchr(r->path, '/');
  if (name[0] == '/' || !slash) return hd_arena_strdup(&r->task->arena, name);
  return hd_arena_printf(&r->task->arena, "%.*s%s", (int)(slash - r->path + 1), r->path, name);
}

/* --- the parts --------------------------------------------------------------------------------------- */

static hd_status read_input_file(reader *r, const yaml_node_t *node)
{
  const char *name = text_of(node);
  if (!name || !*name) return bad_task(r, node, "write the path of a C file", "an input file must be a text");
  const char *path = resolve_path(r, name);
  struct stat st;
  if (stat(path, &st) != 0) return bad_name(r, node, "paths are relative to the task file", strerror(errno), path);
  if (!S_ISREG(st.st_mode)) return bad_name(r, node, "name a C file", "the input is not a file", path);
  hd_vec_push(&r->task->files, path);
  return HD_OK;
}

static hd_status read_input_files(reader *r, const yaml_node_t *root)
{
  const char *hint = "write input_files: 'program.c'";
  yaml_node_t *node = value_of(r, root, "input_files");
  if (!node) return bad_task(r, root, hint, "the key `input_files` is missing");
  if (node->type == YAML_SCALAR_NODE) return read_input_file(r, node);
  if (node->type != YAML_SEQUENCE_NODE)
    return bad_task(r, node, hint, "`input_files` must be a text or a list of texts");
  hd_status status = HD_OK;
  for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top; i++) {
    status = read_input_file(r, yaml_document_get_node(&r->document, *i));
    if (status != HD_OK) return status;
  }
  return r->task->files.len ? HD_OK : bad_task(r, node, hint, "`input_files` is an empty list");
}

static hd_status read_verdict(reader *r, const yaml_node_t *entry, const char **expected)
{
  *expected = NULL;
  const yaml_node_t *node = value_of(r, entry, "expected_verdict");
  if (!node) return HD_OK;
  const char *verdict = text_of(node);
  bool yes = verdict && strcmp(verdict, "true") == 0, no = verdict && strcmp(verdict, "false") == 0;
  if (!yes && !no) return bad_task(r, node, "write true or false", "`expected_verdict` must be true or false");
  const yaml_node_t *part_node = value_of(r, entry, "subproperty");
  const char *part = text_of(part_node);
  if (part_node && !part) return bad_task(r, part_node, "write valid-deref, say", "`subproperty` must be a text");
  *expected = part && no ? hd_arena_printf(&r->task->arena, "false(%s)", part) : yes ? "true" : "false";
  return HD_OK;
}

/* The property in a file that the task names. HD_UNSUPPORTED, without a word, when it is about something else, which is
 * no mistake of the task's: another one may be meant. When the user has said which, nor is anything in the others. */
static hd_status read_listed(reader *r, const yaml_node_t *node, const char *name, bool chosen, hd_property *property)
{
  const char *path = resolve_path(r, name);
  struct stat st;
  if (stat(path, &st) != 0)
    return chosen ? HD_UNSUPPORTED : bad_name(r, node, "paths are relative to the task file", strerror(errno), path);
  hd_diags own;
  hd_diags_init(&own);
  hd_status status = hd_task_read_property(path, property, &own);
  if (chosen && status != HD_OK) status = HD_UNSUPPORTED;
  for (uint32_t i = 0; i < own.list.len && status != HD_UNSUPPORTED; i++) {
    const hd_diag *d = &own.list.data[i];
    hd_diags_add(r->diags, d->severity, d->place, "%s", d->message)->hint = d->hint;
  }
  hd_diags_clear(&own);
  return status;
}

/* One of the task's properties, and what is expected of it. */
static hd_status read_entry(reader *r, const yaml_node_t *entry, bool chosen, hd_property *property,
                            const char **expected)
{
  const char *hint = "write - property_file: ../properties/unreach-call.prp";
  if (entry->type != YAML_MAPPING_NODE) return bad_task(r, entry, hint, "a property must be a mapping");
  const yaml_node_t *node = value_of(r, entry, "property_file");
  if (!node) return bad_task(r, entry, hint, "the key `property_file` is missing");
  const char *name = text_of(node);
  if (!name || !*name) return bad_task(r, node, hint, "`property_file` must be a text");
  hd_status status = read_listed(r, node, name, chosen, property);
  return status == HD_OK ? read_verdict(r, entry, expected) : status;
}

/* Chooses the wanted property, or else the first that is supported. */
static hd_status read_properties(reader *r, const yaml_node_t *root, const hd_property *wanted)
{
  if (wanted) r->task->property = *wanted;
  yaml_node_t *node = value_of(r, root, "properties");
  if (!node && wanted) return HD_OK;
  if (!node) return bad_task(r, root, "add one, or say --property", "the key `properties` is missing");
  if (node->type != YAML_SEQUENCE_NODE)
    return bad_task(r, node, "write - property_file: FILE", "`properties` must be a list");
  bool found = false;
  for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top; i++) {
    hd_property property;
    const char *expected;
    hd_status status = read_entry(r, yaml_document_get_node(&r->document, *i), wanted, &property, &expected);
    if (status == HD_UNSUPPORTED) continue;
    if (status != HD_OK) return status;
    if (wanted ? property != *wanted : found) continue;
    r->task->property = property;
    r->task->expected = expected;
    found = true;
  }
  if (found || wanted) return HD_OK;
  return bad_task(r, node, "say which with --property", "none of the task's properties is supported");
}

static hd_status read_options(reader *r, const yaml_node_t *root)
{
  const yaml_node_t *options = value_of(r, root, "options");
  if (!options) return HD_OK;
  if (options->type != YAML_MAPPING_NODE)
    return bad_task(r, options, "write language and data_model below it", "`options` must be a mapping");
  const yaml_node_t *language = value_of(r, options, "language");
  if (language && (!text_of(language) || strcmp(text_of(language), "C") != 0))
    return bad_task(r, language, "only C can be verified", "the task's language is not C");
  const yaml_node_t *model = value_of(r, options, "data_model");
  const char *name = text_of(model);
  if (model && (!name || (strcmp(name, "ILP32") != 0 && strcmp(name, "LP64") != 0)))
    return bad_task(r, model, "write ILP32 or LP64", "unknown data model");
  if (name && strcmp(name, "LP64") == 0) r->task->pointer_width = 64;
  return HD_OK;
}

static hd_status read_document(reader *r, const hd_property *wanted)
{
  const char *hint = "a task definition has the keys input_files and properties";
  const yaml_node_t *root = yaml_document_get_root_node(&r->document);
  if (!root) return bad_task(r, NULL, hint, "the task definition is empty");
  if (root->type != YAML_MAPPING_NODE) return bad_task(r, root, hint, "a task definition must be a mapping");
  hd_status status = read_input_files(r, root);
  if (status == HD_OK) status = read_options(r, root);
  if (status == HD_OK) status = read_properties(r, root, wanted);
  return status;
}

static hd_status read_stream(reader *r, FILE *f, const hd_property *wanted)
{
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) hd_out_of_memory();
  yaml_parser_set_input_file(&parser, f);
  hd_status status = HD_BAD_INPUT;
  if (yaml_parser_load(&parser, &r->document)) {
    status = read_document(r, wanted);
    yaml_document_delete(&r->document);
  } else {
    hd_place place = place_of_mark(r->path, parser.problem_mark);
    hd_diags_add(r->diags, HD_ERROR, place, "not YAML: %s", parser.problem ? parser.problem : "unreadable")->hint =
        "a task definition is a YAML file with the keys input_files and properties";
  }
  yaml_parser_delete(&parser);
  return status;
}

hd_status hd_task_read(const char *path, const hd_property *wanted, hd_task_file *t, hd_diags *diags)
{
  reader r = {.path = path, .task = t, .diags = diags};
  struct stat st;
  FILE *f = stat(path, &st) == 0 && S_ISDIR(st.st_mode) ? (errno = EISDIR, NULL) : fopen(path, "rb");
  if (!f) return bad_task(&r, NULL, "check the path", strerror(errno));
  hd_status status = read_stream(&r, f, wanted);
  fclose(f);
  return status;
}
