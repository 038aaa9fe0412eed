/* html.c - the data of the page as JSON, between the embedded template's parts. */
#include "report/html.h"

#include <cjson/cJSON.h>

#include "report/proof.h"
#include "report/story.h"
#include "trace/interp.h"

static void add_text(cJSON *to, const char *key, const char *text)
{
  if (text) cJSON_AddStringToObject(to, key, text);
}

/* --- a trace ------------------------------------------------------------------------------------------ */

static void add_values(cJSON *step, hd_story *s, const hd_story_line *l)
{
  cJSON *reads = cJSON_AddArrayToObject(step, "reads"), *writes = cJSON_AddArrayToObject(step, "writes");
  for (uint32_t i = 0; i < l->events.len; i++) {
    const hd_event *e = &l->events.data[i];
    if (!hd_story_shows(s, l, e, false)) continue;
    cJSON *item = cJSON_CreateObject();
    add_text(item, "name", hd_story_target(s, e));
    add_text(item, "value", hd_story_value(s, e, e->value));
    cJSON_AddItemToArray(e->write ? writes : reads, item);
  }
}

static cJSON *step_json(hd_story *s, const hd_story_line *l)
{
  cJSON *step = cJSON_CreateObject(), *notes = cJSON_CreateArray();
  hd_place place = hd_program_place(s->p, l->pos);
  hd_story_notes texts = hd_story_line_notes(s, l, false);
  for (uint32_t i = 0; i < texts.len; i++) cJSON_AddItemToArray(notes, cJSON_CreateString(texts.data[i]));
  hd_vec_clear(&texts);
  cJSON_AddNumberToObject(step, "number", l->number);
  add_text(step, "thread", hd_story_name(s, l->who));
  add_text(step, "file", place.file);
  cJSON_AddNumberToObject(step, "line", place.line);
  add_text(step, "text", l->text);
  cJSON_AddItemToObject(step, "notes", notes);
  add_values(step, s, l);
  return step;
}

static bool has_step(const hd_story *s, hd_story_who who)
{
  for (uint32_t i = 0; i < s->lines.len; i++) {
    const hd_story_line *l = &s->lines.data[i];
    if (l->number && l->who.thread.id == who.thread.id && l->who.instance == who.instance) return true;
  }
  return false;
}

static cJSON *threads_json(hd_story *s)
{
  cJSON *list = cJSON_CreateArray();
  for (uint32_t t = 0; t < s->p->threads.len; t++)
    for (uint32_t i = 0; i < s->p->threads.data[t].instances; i++) {
      hd_story_who who = {{t}, i};
      if (has_step(s, who)) cJSON_AddItemToArray(list, cJSON_CreateString(hd_story_name(s, who)));
    }
  return list;
}

/* The text of a file, once. */
static void add_file(cJSON *files, hd_sources *sources, uint32_t f)
{
  const cJSON *known;
  cJSON_ArrayForEach(known, files)
  {
    if (strcmp(cJSON_GetObjectItem(known, "name")->valuestring, sources->p->files.data[f]) == 0) return;
  }
  const char *text = hd_sources_text(sources, f);
  if (!text) return;
  cJSON *file = cJSON_CreateObject(), *lines = cJSON_CreateArray();
  for (size_t n; *text; text += n + (text[n] == '\n')) {
    n = strcspn(text, "\n");
    cJSON_AddItemToArray(lines, cJSON_CreateString(hd_arena_strndup(&sources->arena, text, n)));
  }
  add_text(file, "name", sources->p->files.data[f]);
  cJSON_AddItemToObject(file, "lines", lines);
  cJSON_AddItemToArray(files, file);
}

/* The texts of files that the trace goes through. */
static void add_files(cJSON *files, hd_story *s)
{
  for (uint32_t f = 0; f < s->p->files.len; f++) {
    bool used = false;
    for (uint32_t i = 0; i < s->lines.len; i++) used |= s->lines.data[i].number && s->lines.data[i].pos.file == f;
    if (used) add_file(files, &s->sources, f);
  }
}

/* --- other orders ----------------------------------------------------------------------------------------- */

/* Other orders are tried for so many steps, the last ones: each is an execution of the whole trace. */
enum { MOST_SWAPS = 300 };

/* `last` is where the violating step is now. */
static const char *outcome_of_swap(const hd_program *p, const hd_trace *t, hd_property property,
                                   const hd_replay *before, uint32_t last)
{
  hd_replay r = hd_trace_replay(p, t, property);
  if (r.end == HD_END_STUCK && r.at == last) return "no violation: the last step goes another way then";
  if (r.end == HD_END_STUCK) return "not possible: one of them, or a later step, has to wait or goes another way";
  if (r.end == before->end) return "the same violation";
  if (r.end == HD_END_VIOLATION || r.end == HD_END_RACE || r.end == HD_END_DEADLOCK) return "another violation";
  return "no violation in these steps";
}

static bool is_step_of(const hd_step *step, hd_story_who who)
{
  return step->thread.id == who.thread.id && step->instance == who.instance;
}

/* From the first line to the end of the second: the steps of the second one's thread come first, then the others. */
static const char *swap_lines(hd_story *s, const hd_json_result *r, const hd_story_line *a, const hd_story_line *b)
{
  hd_trace swapped = *r->trace;
  const hd_step *steps = r->trace->steps.data;
  uint32_t to = a->first, end = b->first + b->count, last = r->trace->steps.len - 1;
  swapped.steps.data = hd_alloc(r->trace->steps.len, sizeof *swapped.steps.data);
  memcpy(swapped.steps.data, steps, r->trace->steps.len * sizeof *swapped.steps.data);
  for (uint32_t i = a->first; i < end; i++)
    if (is_step_of(&steps[i], b->who)) swapped.steps.data[to++] = steps[i];
  if (last < end) last = to - 1; /* it is the second line's own last step */
  for (uint32_t i = a->first; i < end; i++)
    if (!is_step_of(&steps[i], b->who)) swapped.steps.data[to++] = steps[i];
  const char *outcome = outcome_of_swap(r->program, &swapped, r->property, &s->replay, last);
  free(swapped.steps.data);
  return outcome;
}

static bool is_of_another(const hd_story_line *a, const hd_story_line *b)
{
  return a->who.thread.id != b->who.thread.id || a->who.instance != b->who.instance;
}

/* What would happen if the step came before the visible one in front of it, where that is another thread's. */
static void add_swaps(cJSON *steps, hd_story *s, const hd_json_result *r)
{
  cJSON *step = steps->child;
  const hd_story_line *last = NULL;
  uint32_t left = 0;
  for (uint32_t i = 0; i < s->lines.len; i++) left += s->lines.data[i].number > 0;
  for (uint32_t i = 0; i < s->lines.len && step; i++) {
    const hd_story_line *l = &s->lines.data[i];
    if (!l->number) continue;
    if (last && is_of_another(last, l) && left <= MOST_SWAPS) add_text(step, "swap", swap_lines(s, r, last, l));
    last = l;
    step = step->next;
    left--;
  }
}

static cJSON *waits_json(hd_story *s)
{
  cJSON *list = cJSON_CreateArray();
  for (uint32_t i = 0; i < s->waits.len; i++) {
    cJSON *pair = cJSON_CreateArray();
    cJSON_AddItemToArray(pair, cJSON_CreateString(hd_story_name(s, s->waits.data[i].who)));
    cJSON_AddItemToArray(pair, cJSON_CreateString(hd_story_name(s, s->waits.data[i].whom)));
    cJSON_AddItemToArray(list, pair);
  }
  return list;
}

/* --- a proof ---------------------------------------------------------------------------------------------- */

static cJSON *facts_json(const hd_json_result *r, cJSON *files)
{
  static const char *const scopes[] = {
      [HD_SAYS_ALWAYS] = "always", [HD_SAYS_WHILE_FREE] = "free", [HD_SAYS_RELIES] = "relies", [HD_SAYS_AT] = "at"};
  cJSON *list = cJSON_CreateArray();
  hd_arena arena;
  hd_sources sources;
  if (!hd_report_can_tell(r->program, r->certificate)) return list;
  hd_arena_init(&arena);
  hd_sources_init(&sources, r->program);
  hd_proof_lines lines = hd_report_proof(r->program, r->certificate, &arena);
  for (uint32_t i = 0; i < lines.len; i++) {
    const hd_proof_line *l = &lines.data[i];
    hd_place at = hd_program_place(r->program, l->pos);
    cJSON *fact = cJSON_CreateObject();
    add_text(fact, "scope", scopes[l->scope]);
    add_text(fact, "of", l->of);
    add_text(fact, "file", at.file);
    if (at.file) cJSON_AddNumberToObject(fact, "line", at.line);
    add_text(fact, "text", l->text);
    cJSON_AddItemToArray(list, fact);
    if (at.file) add_file(files, &sources, l->pos.file);
  }
  hd_vec_clear(&lines);
  hd_sources_clear(&sources);
  hd_arena_clear(&arena);
  return list;
}

/* Without a trace there is the source all the same: the file that the program begins in. */
static void add_first_file(const hd_json_result *r, cJSON *files)
{
  hd_sources sources;
  hd_sources_init(&sources, r->program);
  for (uint32_t i = 0; i < r->program->edges.len && !cJSON_GetArraySize(files); i++) {
    hd_pos pos = r->program->edges.data[i].pos;
    if (pos.file < r->program->files.len) add_file(files, &sources, pos.file);
  }
  hd_sources_clear(&sources);
}

static cJSON *trace_json(const hd_json_result *r, cJSON *files)
{
  hd_story *s = hd_story_new(r->program, r->trace, r->property, &(hd_story_options){.merge = true});
  cJSON *trace = cJSON_CreateObject(), *conclusion = cJSON_AddArrayToObject(trace, "conclusion");
  for (uint32_t i = 0; i < s->conclusion.len; i++)
    cJSON_AddItemToArray(conclusion, cJSON_CreateString(s->conclusion.data[i]));
  cJSON_AddItemToObject(trace, "threads", threads_json(s));
  cJSON *steps = cJSON_AddArrayToObject(trace, "steps");
  for (uint32_t i = 0; i < s->lines.len; i++)
    if (s->lines.data[i].number) cJSON_AddItemToArray(steps, step_json(s, &s->lines.data[i]));
  add_swaps(steps, s, r);
  cJSON_AddItemToObject(trace, "waits", waits_json(s));
  add_files(files, s);
  hd_story_free(s);
  return trace;
}

/* --- the data ------------------------------------------------------------------------------------------- */

static cJSON *result_json(const hd_json_result *r, cJSON *files)
{
  cJSON *result = cJSON_CreateObject(), *assumes = cJSON_CreateArray();
  hd_arena arena;
  hd_arena_init(&arena);
  for (hd_assumption_kind k = 0; r->assumptions && k < HD_ASSUMES_COUNT; k++) {
    const char *text = hd_assumptions_text(r->assumptions, k, &arena);
    if (text) cJSON_AddItemToArray(assumes, cJSON_CreateString(text));
  }
  hd_arena_clear(&arena);
  add_text(result, "property", hd_property_name(r->property));
  add_text(result, "verdict", r->verdict);
  add_text(result, "reason", r->reason);
  add_text(result, "engine", r->engine);
  add_text(result, "proof", r->proof);
  cJSON_AddItemToObject(result, "assumes", assumes);
  if (r->program && !r->trace) add_first_file(r, files);
  if (r->program && r->trace) cJSON_AddItemToObject(result, "trace", trace_json(r, files));
  if (r->program && r->certificate) cJSON_AddItemToObject(result, "facts", facts_json(r, files));
  return result;
}

static char *data_text(const hd_json_result *results, unsigned n)
{
  cJSON *data = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(data, "results"), *files = cJSON_CreateArray();
  for (unsigned i = 0; i < n; i++) cJSON_AddItemToArray(list, result_json(&results[i], files));
  cJSON_AddItemToObject(data, "files", files);
  char *text = cJSON_PrintUnformatted(data);
  cJSON_Delete(data);
  if (!text) hd_out_of_memory();
  return text;
}

/* --- the page ------------------------------------------------------------------------------------------- */

/* Inside a script nothing may look like its end. */
static void print_data(FILE *out, const char *text)
{
  for (; *text; text++) {
    if (*text == '<')
      fputs("\\u003c", out);
    else
      fputc(*text, out);
  }
}

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Heddle</title>\n<style>\n";

static const char body[] =
    "</style>\n</head>\n<body>\n<header>\n"
    "<label>Property <select id=\"property\"></select></label>\n"
    "<h1 id=\"verdict\" aria-live=\"polite\"></h1>\n"
    "<pre class=\"conclusion\" id=\"conclusion\"></pre>\n<pre class=\"conclusion\" id=\"assumes\"></pre>\n"
    "</header>\n<main>\n<div class=\"steps\">\n<section aria-label=\"Steps\">\n<h2>Steps</h2>\n"
    "<div class=\"controls\">\n"
    "<button id=\"back\" aria-label=\"previous step\">&#9650;</button>"
    "<button id=\"forward\" aria-label=\"next step\">&#9660;</button>\n"
    "<span id=\"place\" aria-live=\"polite\"></span>\n"
    "<label>Thread <select id=\"thread\"></select></label>\n"
    "<label>Variable <input id=\"name\" size=\"12\"></label>\n<span id=\"window\"></span>\n</div>\n"
    "<div class=\"scroll\"><table><thead id=\"head\"></thead><tbody id=\"steps\"></tbody></table></div>\n</section>\n"
    "<section id=\"swapping\" aria-label=\"Another order\" hidden>\n<h2>Another order</h2>\n"
    "<p id=\"swap\" aria-live=\"polite\"></p>\n</section>\n"
    "<section id=\"waiting\" aria-label=\"Who waits for whom\" hidden>\n<h2>Who waits for whom</h2>\n"
    "<div id=\"graph\"></div>\n</section>\n</div>\n"
    "<div>\n<section aria-label=\"Source\">\n<h2 id=\"file\"></h2>\n"
    "<div class=\"scroll source\"><table><tbody id=\"source\"></tbody></table></div>\n</section>\n"
    "<section aria-label=\"Values\">\n<h2>Values</h2>\n"
    "<label>Watch <input id=\"watch\" size=\"24\" placeholder=\"a + b, count == 2\"></label>\n"
    "<table><tbody id=\"watched\" aria-live=\"polite\"></tbody></table>\n"
    "<div class=\"scroll\"><table><tbody id=\"values\"></tbody></table></div>\n</section>\n"
    "</div>\n</main>\n"
    "<footer><kbd>j</kbd> <kbd>k</kbd> or arrows: step; <kbd>n</kbd> <kbd>p</kbd>: context switch; "
    "<kbd>Home</kbd> <kbd>End</kbd>. Heddle " HD_VERSION "</footer>\n"
    "<script type=\"application/json\" id=\"data\">";

bool hd_report_html(FILE *out, const hd_json_result *results, unsigned n)
{
  char *data = data_text(results, n);
  fputs(head, out);
  fputs(hd_page_css, out);
  fputs(body, out);
  print_data(out, data);
  fputs("</script>\n<script>\n", out);
  fputs(hd_page_js, out);
  fputs("</script>\n</body>\n</html>\n", out);
  cJSON_free(data);
  return !ferror(out) && fflush(out) == 0;
}
