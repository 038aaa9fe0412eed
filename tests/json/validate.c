/* validate.c - SCHEMA FILE...: do the files follow the schema? The keywords of JSON Schema that ours uses, no others: a
 * schema with another one is refused. */
#define _GNU_SOURCE 1 /* getdelim */
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cJSON *root; /* of the schema */

static bool complain(const char *where, const char *what, const char *name)
{
  printf("%s: %s%s%s\n", where, what, name ? " " : "", name ? name : "");
  return false;
}

static cJSON *read_json(const char *path)
{
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
  char *text = NULL;
  size_t size = 0;
  if (!file || getdelim(&text, &size, 0, file) < 0) return NULL;
  cJSON *value = cJSON_Parse(text);
  if (file != stdin) fclose(file);
  free(text);
  return value;
}

static bool has_type(const cJSON *value, const char *type)
{
  if (strcmp(type, "object") == 0) return cJSON_IsObject(value);
  if (strcmp(type, "array") == 0) return cJSON_IsArray(value);
  if (strcmp(type, "string") == 0) return cJSON_IsString(value);
  if (strcmp(type, "number") == 0) return cJSON_IsNumber(value);
  if (strcmp(type, "integer") == 0)
    return cJSON_IsNumber(value) && value->valuedouble == (double)(long long)value->valuedouble;
  return strcmp(type, "boolean") == 0 && cJSON_IsBool(value);
}

static const cJSON *referenced(const cJSON *ref)
{
  static const char prefix[] = "#/$defs/";
  const cJSON *defs = cJSON_GetObjectItemCaseSensitive(root, "$defs");
  if (strncmp(ref->valuestring, prefix, sizeof prefix - 1) != 0) return NULL;
  return cJSON_GetObjectItemCaseSensitive(defs, ref->valuestring + sizeof prefix - 1);
}

static bool is_valid(const cJSON *schema, const cJSON *value, const char *where);

static bool follows_one(const cJSON *list, const cJSON *value)
{
  const cJSON *one;
  cJSON_ArrayForEach(one, list) if (cJSON_Compare(one, value, true)) return true;
  return false;
}

static bool has_required(const cJSON *names, const cJSON *value, const char *where)
{
  const cJSON *name;
  if (!cJSON_IsObject(value)) return true;
  cJSON_ArrayForEach(name, names) if (!cJSON_GetObjectItemCaseSensitive(value, name->valuestring)) return complain(
      where, "misses", name->valuestring);
  return true;
}

static bool has_valid_members(const cJSON *schema, const cJSON *value, const char *where)
{
  const cJSON *known = cJSON_GetObjectItemCaseSensitive(schema, "properties"), *member;
  const cJSON *others = cJSON_GetObjectItemCaseSensitive(schema, "additionalProperties");
  bool valid = true;
  if (!cJSON_IsObject(value)) return true;
  cJSON_ArrayForEach(member, value)
  {
    const cJSON *its = cJSON_GetObjectItemCaseSensitive(known, member->string);
    if (!its && cJSON_IsFalse(others)) valid = complain(where, "must not have", member->string);
    if (!its && cJSON_IsObject(others)) its = others;
    if (its) valid &= is_valid(its, member, member->string);
  }
  return valid;
}

static bool has_valid_items(const cJSON *schema, const cJSON *value, const char *where)
{
  const cJSON *item;
  bool valid = true;
  if (cJSON_IsArray(value)) cJSON_ArrayForEach(item, value) valid &= is_valid(schema, item, where);
  return valid;
}

/* The keyword; false with a message when the value does not follow it, or when it is not known. */
static bool follows(const cJSON *schema, const cJSON *keyword, const cJSON *value, const char *where)
{
  static const char *const comments[] = {"$schema", "$defs", "title", "description"};
  const char *name = keyword->string;
  for (size_t i = 0; i < sizeof comments / sizeof *comments; i++)
    if (strcmp(name, comments[i]) == 0) return true;
  if (strcmp(name, "type") == 0)
    return has_type(value, keyword->valuestring) || complain(where, "is not of type", keyword->valuestring);
  if (strcmp(name, "enum") == 0) return follows_one(keyword, value) || complain(where, "has another value", NULL);
  if (strcmp(name, "const") == 0)
    return cJSON_Compare(keyword, value, true) || complain(where, "has another value", NULL);
  if (strcmp(name, "required") == 0) return has_required(keyword, value, where);
  if (strcmp(name, "additionalProperties") == 0) return has_valid_members(schema, value, where);
  if (strcmp(name, "properties") == 0) /* with the above, once */
    return cJSON_HasObjectItem(schema, "additionalProperties") || has_valid_members(schema, value, where);
  if (strcmp(name, "items") == 0) return has_valid_items(keyword, value, where);
  if (strcmp(name, "$ref") == 0 && referenced(keyword)) return is_valid(referenced(keyword), value, where);
  return complain("schema", "has a keyword that is not known:", name);
}

static bool is_valid(const cJSON *schema, const cJSON *value, const char *where)
{
  const cJSON *keyword;
  bool valid = true;
  cJSON_ArrayForEach(keyword, schema) valid &= follows(schema, keyword, value, where);
  return valid;
}

int main(int argc, char **argv)
{
  bool valid = argc > 2;
  root = valid ? read_json(argv[1]) : NULL;
  if (!root) return complain(valid ? argv[1] : "usage", "no schema", NULL), 2;
  for (int i = 2; i < argc; i++) {
    cJSON *value = read_json(argv[i]);
    valid &= value ? is_valid(root, value, argv[i]) : complain(argv[i], "is not JSON", NULL);
    cJSON_Delete(value);
  }
  cJSON_Delete((cJSON *)root);
  return valid ? 0 : 1;
}
