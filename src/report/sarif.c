/* sarif.c - rules, results and invocations as cJSON objects. */
#include "report/sarif.h"

#include "report/boolean.h"
#include "report/boolean_json.h"
#include "report/fingerprint.h"
#include "report/place.h"
#include "report/rules.h"
#include "report/sarif_flows.h"
#include "trace/minimize.h"

static const char *const schema = "https://json.schemastore.org/sarif-2.1.0.json";

static cJSON *text_list(const char *const *texts, unsigned n)
{
  return cJSON_CreateStringArray(texts, (int)n);
}

/* --- the tool ------------------------------------------------------------------------------------- */

static const char *cwe_page(hd_check_kind kind, hd_arena *arena)
{
  return hd_arena_printf(arena, "https://cwe.mitre.org/data/definitions/%u.html", hd_check_table[kind].cwe);
}

static const char *cwe_number(hd_check_kind kind, hd_arena *arena)
{
  return hd_arena_printf(arena, "%u", hd_check_table[kind].cwe);
}

static cJSON *taxon_reference(hd_check_kind kind, hd_arena *arena)
{
  cJSON *target = cJSON_CreateObject(), *component = cJSON_CreateObject();
  cJSON_AddStringToObject(target, "id", cwe_number(kind, arena));
  cJSON_AddStringToObject(component, "name", "CWE");
  cJSON_AddItemToObject(target, "toolComponent", component);
  return target;
}

static cJSON *rule_properties(hd_check_kind kind, hd_arena *arena)
{
  cJSON *properties = cJSON_CreateObject();
  const char *cwe = hd_arena_printf(arena, "external/cwe/cwe-%03u", hd_check_table[kind].cwe);
  const char *tags[] = {"concurrency", "correctness", cwe, "security"};
  const char *severity = hd_rule_table[kind].severity;
  cJSON_AddItemToObject(properties, "tags", text_list(tags, severity ? 4 : 3));
  cJSON_AddStringToObject(properties, "precision", "very-high"); /* each finding has been executed */
  cJSON_AddStringToObject(properties, "problem.severity", "error");
  if (severity) cJSON_AddStringToObject(properties, "security-severity", severity);
  return properties;
}

static cJSON *rule_json(hd_check_kind kind, hd_arena *arena)
{
  cJSON *rule = cJSON_CreateObject(), *relations = cJSON_CreateArray(), *relation = cJSON_CreateObject();
  const hd_rule *row = &hd_rule_table[kind];
  cJSON_AddStringToObject(rule, "id", hd_check_table[kind].rule);
  cJSON_AddStringToObject(rule, "name", row->name);
  cJSON_AddItemToObject(rule, "shortDescription", hd_sarif_message(row->summary));
  cJSON_AddItemToObject(rule, "fullDescription", hd_sarif_message(row->summary));
  cJSON_AddStringToObject(rule, "helpUri", cwe_page(kind, arena));
  cJSON *help = hd_sarif_message(row->help);
  cJSON_AddStringToObject(help, "markdown", row->help);
  cJSON_AddItemToObject(rule, "help", help);
  cJSON_AddItemToObject(relation, "target", taxon_reference(kind, arena));
  cJSON_AddItemToObject(relation, "kinds", text_list((const char *[]){"relevant"}, 1));
  cJSON_AddItemToArray(relations, relation);
  cJSON_AddItemToObject(rule, "relationships", relations);
  cJSON_AddStringToObject(cJSON_AddObjectToObject(rule, "defaultConfiguration"), "level", "error");
  cJSON_AddItemToObject(rule, "properties", rule_properties(kind, arena));
  return rule;
}

static cJSON *tool_json(hd_arena *arena)
{
  cJSON *tool = cJSON_CreateObject(), *driver = cJSON_AddObjectToObject(tool, "driver");
  cJSON_AddStringToObject(driver, "name", "Heddle");
  cJSON_AddStringToObject(driver, "version", HD_VERSION);
  cJSON_AddStringToObject(driver, "semanticVersion", HD_VERSION);
  cJSON *rules = cJSON_AddArrayToObject(driver, "rules");
  for (hd_check_kind k = 0; k < HD_CHECK_COUNT; k++) cJSON_AddItemToArray(rules, rule_json(k, arena));
  cJSON *supported = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(driver, "supportedTaxonomies");
  cJSON_AddStringToObject(supported, "name", "CWE");
  cJSON_AddItemToArray(list, supported);
  return tool;
}

static cJSON *taxonomies_json(hd_arena *arena)
{
  cJSON *list = cJSON_CreateArray(), *cwe = cJSON_CreateObject();
  cJSON_AddStringToObject(cwe, "name", "CWE");
  cJSON_AddStringToObject(cwe, "organization", "MITRE");
  cJSON_AddItemToObject(cwe, "shortDescription", hd_sarif_message("Common Weakness Enumeration"));
  cJSON_AddStringToObject(cwe, "informationUri", "https://cwe.mitre.org/data/index.html");
  cJSON *taxa = cJSON_AddArrayToObject(cwe, "taxa");
  for (hd_check_kind k = 0; k < HD_CHECK_COUNT; k++) {
    cJSON *taxon = cJSON_CreateObject();
    cJSON_AddStringToObject(taxon, "id", cwe_number(k, arena));
    cJSON_AddStringToObject(taxon, "helpUri", cwe_page(k, arena));
    cJSON_AddItemToArray(taxa, taxon);
  }
  cJSON_AddItemToArray(list, cwe);
  return list;
}

/* --- one result ------------------------------------------------------------------------------------- */

static cJSON *fingerprints_json(hd_sarif_context *c, hd_story *s)
{
  char text[HD_SHA256_TEXT];
  cJSON *prints = cJSON_CreateObject();
  hd_report_fingerprint(s, c->root, text);
  cJSON_AddStringToObject(prints, "heddleCheck/v1", text);
  return prints;
}

/* What is known already is told as such: viewers hide it. */
static void add_allowed(cJSON *result, const hd_json_result *r)
{
  if (!r->allowed) return;
  cJSON *list = cJSON_AddArrayToObject(result, "suppressions"), *one = cJSON_CreateObject();
  cJSON_AddStringToObject(one, "kind", "external");
  cJSON_AddStringToObject(one, "justification", r->allowed);
  cJSON_AddItemToArray(list, one);
}

static const char *joined_conclusion(hd_story *s)
{
  const char *text = s->conclusion.len ? s->conclusion.data[0] : "violated";
  for (uint32_t i = 1; i < s->conclusion.len; i++)
    text = hd_arena_printf(&s->arena, "%s\n%s", text, s->conclusion.data[i]);
  return text;
}

static void add_places(cJSON *result, hd_sarif_context *c, hd_story *s)
{
  cJSON *locations = cJSON_AddArrayToObject(result, "locations"), *related = cJSON_CreateArray();
  for (uint32_t i = 0; i < s->parties.len; i++) {
    const hd_story_party *party = &s->parties.data[i];
    const char *says =
        hd_arena_printf(&c->arena, "%s %s here: %s", hd_story_name(s, party->who), party->role, party->text);
    cJSON *location = hd_sarif_location(c, &s->sources, party->pos, says);
    if (i) cJSON_AddNumberToObject(location, "id", i);
    cJSON_AddItemToArray(i ? related : locations, location);
  }
  if (related->child)
    cJSON_AddItemToObject(result, "relatedLocations", related);
  else
    cJSON_Delete(related);
}

static cJSON *result_json(hd_sarif_context *c, const hd_json_result *r)
{
  hd_story *s = hd_story_new(r->program, r->trace, r->property, &(hd_story_options){.merge = true});
  bool *relevant = hd_trace_relevant(r->program, r->trace, r->property);
  cJSON *result = cJSON_CreateObject();
  cJSON_AddStringToObject(result, "ruleId", hd_check_table[s->check].rule);
  cJSON_AddNumberToObject(result, "ruleIndex", s->check);
  cJSON_AddStringToObject(result, "level", "error");
  cJSON_AddItemToObject(result, "message", hd_sarif_message(joined_conclusion(s)));
  add_places(result, c, s);
  cJSON_AddItemToObject(result, "partialFingerprints", fingerprints_json(c, s));
  add_allowed(result, r);
  cJSON *taxa = cJSON_AddArrayToObject(result, "taxa");
  cJSON_AddItemToArray(taxa, taxon_reference(s->check, &c->arena));
  cJSON_AddItemToObject(result, "codeFlows", hd_sarif_flows(c, s, relevant, HD_SARIF_STEPS));
  free(relevant);
  hd_story_free(s);
  return result;
}

/* A counterexample of a Boolean program has places, but no threads and values of C. */
static cJSON *boolean_result(hd_sarif_context *c, const hd_json_result *r)
{
  cJSON *result = cJSON_CreateObject(), *locations = cJSON_CreateArray(), *location = cJSON_CreateObject();
  cJSON_AddStringToObject(result, "ruleId", hd_check_table[HD_CHECK_ASSERTION].rule);
  cJSON_AddNumberToObject(result, "ruleIndex", HD_CHECK_ASSERTION);
  cJSON_AddStringToObject(result, "level", "error");
  char *end = hd_report_boolean_end(r->bp, r->bp_trace);
  cJSON_AddItemToObject(result, "message", hd_sarif_message(end));
  free(end);
  cJSON *physical = cJSON_AddObjectToObject(location, "physicalLocation");
  cJSON_AddItemToObject(physical, "artifactLocation", hd_sarif_artifact(c, r->file));
  cJSON_AddItemToArray(locations, location);
  cJSON_AddItemToObject(result, "locations", locations);
  return result;
}

/* --- the run ------------------------------------------------------------------------------------------ */

static cJSON *notification(const char *text)
{
  cJSON *note = cJSON_CreateObject();
  cJSON_AddStringToObject(note, "level", "warning");
  cJSON_AddItemToObject(note, "message", hd_sarif_message(text));
  return note;
}

/* What is not decided is said, so that no result is not read as safe. */
static cJSON *invocation_json(hd_sarif_context *c, const hd_json_result *results, unsigned n)
{
  cJSON *invocation = cJSON_CreateObject(), *notes = cJSON_CreateArray();
  for (unsigned i = 0; i < n; i++) {
    if (!results[i].cause) continue;
    const char *reason = results[i].reason ? results[i].reason : "no reason given";
    cJSON_AddItemToArray(notes, notification(hd_arena_printf(&c->arena, "property %s: unknown (%s)",
                                                             hd_property_name(results[i].property), reason)));
  }
  cJSON_AddBoolToObject(invocation, "executionSuccessful", true);
  cJSON_AddItemToObject(invocation, "toolExecutionNotifications", notes);
  return invocation;
}

static cJSON *verdicts_json(const hd_json_result *results, unsigned n)
{
  cJSON *properties = cJSON_CreateObject(), *verdicts = cJSON_AddObjectToObject(properties, "verdicts");
  for (unsigned i = 0; i < n; i++)
    cJSON_AddStringToObject(verdicts, hd_property_name(results[i].property), results[i].verdict);
  return properties;
}

static cJSON *root_json(hd_sarif_context *c)
{
  cJSON *ids = cJSON_CreateObject(), *root = cJSON_AddObjectToObject(ids, "SRCROOT");
  cJSON_AddStringToObject(root, "uri", hd_place_uri(c->root, &c->arena));
  cJSON_AddItemToObject(root, "description", hd_sarif_message("the folder that the tool was started in"));
  return ids;
}

static cJSON *run_json(hd_sarif_context *c, const hd_json_result *results, unsigned n)
{
  cJSON *run = cJSON_CreateObject(), *invocations = cJSON_CreateArray(), *list = cJSON_CreateArray();
  cJSON_AddItemToObject(run, "tool", tool_json(&c->arena));
  cJSON_AddItemToArray(invocations, invocation_json(c, results, n));
  cJSON_AddItemToObject(run, "invocations", invocations);
  cJSON_AddItemToObject(run, "originalUriBaseIds", root_json(c));
  cJSON_AddItemToObject(run, "taxonomies", taxonomies_json(&c->arena));
  cJSON_AddStringToObject(run, "columnKind", "unicodeCodePoints");
  for (unsigned i = 0; i < n; i++) {
    if (results[i].program && results[i].trace) cJSON_AddItemToArray(list, result_json(c, &results[i]));
    if (results[i].bp && results[i].bp_trace) cJSON_AddItemToArray(list, boolean_result(c, &results[i]));
  }
  cJSON_AddItemToObject(run, "results", list);
  cJSON_AddItemToObject(run, "properties", verdicts_json(results, n));
  return run;
}

bool hd_report_sarif(FILE *out, const hd_json_result *results, unsigned n)
{
  hd_sarif_context c;
  hd_arena_init(&c.arena);
  c.root = hd_place_root(&c.arena);
  cJSON *log = cJSON_CreateObject(), *runs = cJSON_CreateArray();
  cJSON_AddStringToObject(log, "$schema", schema);
  cJSON_AddStringToObject(log, "version", "2.1.0");
  cJSON_AddItemToArray(runs, run_json(&c, results, n));
  cJSON_AddItemToObject(log, "runs", runs);
  bool ok = hd_report_print_json(out, log);
  cJSON_Delete(log);
  hd_arena_clear(&c.arena);
  return ok;
}
