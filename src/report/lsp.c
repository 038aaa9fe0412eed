/* lsp.c - framing by Content-Length, and cJSON for the contents. */
#include "report/lsp.h"

#include <cjson/cJSON.h>
#include <ctype.h>

#include "report/place.h"
#include "report/story.h"

/* --- in --------------------------------------------------------------------------------------------------- */

enum { LONGEST_MESSAGE = 64 << 20, LONGEST_HEADER = 4096 };

/* The length that the header gives; -1: the end, 0: there is none. */
static long read_header(FILE *in)
{
  char line[LONGEST_HEADER];
  long length = 0;
  bool any = false;
  while (fgets(line, sizeof line, in)) {
    if (strcmp(line, "\r\n") == 0 || strcmp(line, "\n") == 0) return length;
    if (strncasecmp(line, "Content-Length:", 15) == 0) length = strtol(line + 15, NULL, 10);
    any = true;
  }
  return any ? 0 : -1;
}

static int hex_digit(char c)
{
  return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? (c | 32) - 'a' + 10 : -1;
}

static const char *path_of_uri(const char *uri, hd_arena *arena)
{
  if (strncmp(uri, "file://", 7) != 0) return NULL;
  char *path = hd_arena_strdup(arena, uri + 7), *to = path;
  for (const char *from = path; *from; from++) {
    int high = *from == '%' ? hex_digit(from[1]) : -1, low = high >= 0 ? hex_digit(from[2]) : -1;
    *to++ = low >= 0 ? (char)(high * 16 + low) : *from;
    if (low >= 0) from += 2;
  }
  *to = '\0';
  return path;
}

static const char *text_of(const cJSON *object, const char *name, hd_arena *arena)
{
  const cJSON *item = cJSON_GetObjectItem(object, name);
  return cJSON_IsString(item) ? hd_arena_strdup(arena, item->valuestring) : NULL;
}

static bool take_message(hd_lsp_message *m, const char *text)
{
  cJSON *root = cJSON_Parse(text);
  const cJSON *id = root ? cJSON_GetObjectItem(root, "id") : NULL;
  m->method = root ? text_of(root, "method", &m->arena) : NULL;
  char *printed = cJSON_IsString(id) || cJSON_IsNumber(id) ? cJSON_PrintUnformatted(id) : NULL;
  if (printed) m->id = hd_arena_strdup(&m->arena, printed);
  cJSON_free(printed);
  const cJSON *document = root ? cJSON_GetObjectItem(cJSON_GetObjectItem(root, "params"), "textDocument") : NULL;
  m->uri = document ? text_of(document, "uri", &m->arena) : NULL;
  if (m->uri) m->path = path_of_uri(m->uri, &m->arena);
  bool ok = cJSON_IsObject(root);
  cJSON_Delete(root);
  return ok;
}

hd_lsp_read_status hd_lsp_read(FILE *in, hd_lsp_message *m)
{
  *m = (hd_lsp_message){0};
  hd_arena_init(&m->arena);
  long length = read_header(in);
  if (length < 0 || feof(in)) return HD_LSP_END;
  if (length == 0 || length > LONGEST_MESSAGE) return HD_LSP_BROKEN;
  char *text = hd_alloc((size_t)length + 1, 1);
  bool whole = fread(text, 1, (size_t)length, in) == (size_t)length;
  bool ok = whole && take_message(m, text);
  free(text);
  return ok ? HD_LSP_MESSAGE : whole ? HD_LSP_BROKEN : HD_LSP_END;
}

void hd_lsp_message_clear(hd_lsp_message *m)
{
  hd_arena_clear(&m->arena);
}

/* --- out -------------------------------------------------------------------------------------------------- */

static void send_message(FILE *out, const cJSON *message)
{
  char *text = cJSON_PrintUnformatted(message);
  if (!text) hd_out_of_memory();
  fprintf(out, "Content-Length: %zu\r\n\r\n%s", strlen(text), text);
  fflush(out);
  cJSON_free(text);
}

static cJSON *new_message(void)
{
  cJSON *message = cJSON_CreateObject();
  cJSON_AddStringToObject(message, "jsonrpc", "2.0");
  return message;
}

void hd_lsp_reply(FILE *out, const hd_lsp_message *m, const char *result)
{
  cJSON *message = new_message();
  cJSON_AddRawToObject(message, "id", m->id ? m->id : "null");
  cJSON_AddRawToObject(message, "result", result);
  send_message(out, message);
  cJSON_Delete(message);
}

void hd_lsp_refuse(FILE *out, const hd_lsp_message *m, int code, const char *why)
{
  cJSON *message = new_message();
  cJSON_AddRawToObject(message, "id", m->id ? m->id : "null");
  cJSON *error = cJSON_AddObjectToObject(message, "error");
  cJSON_AddNumberToObject(error, "code", code);
  cJSON_AddStringToObject(error, "message", why);
  send_message(out, message);
  cJSON_Delete(message);
}

void hd_lsp_log(FILE *out, const char *text)
{
  enum { INFORMATION = 3 };
  cJSON *message = new_message();
  cJSON_AddStringToObject(message, "method", "window/logMessage");
  cJSON *params = cJSON_AddObjectToObject(message, "params");
  cJSON_AddNumberToObject(params, "type", INFORMATION);
  cJSON_AddStringToObject(params, "message", text);
  send_message(out, message);
  cJSON_Delete(message);
}

/* --- diagnostics ------------------------------------------------------------------------------------------ */

struct hd_lsp_diagnostics {
  const char *uri;
  hd_arena arena;
  cJSON *list;
};

hd_lsp_diagnostics *hd_lsp_diagnostics_new(const char *uri)
{
  hd_lsp_diagnostics *d = hd_alloc(1, sizeof *d);
  hd_arena_init(&d->arena);
  d->uri = hd_arena_strdup(&d->arena, uri);
  d->list = cJSON_CreateArray();
  return d;
}

void hd_lsp_diagnostics_free(hd_lsp_diagnostics *d)
{
  if (!d) return;
  cJSON_Delete(d->list);
  hd_arena_clear(&d->arena);
  free(d);
}

/* From the column to the end of the line, as clients draw it; lines and columns count from 0 there. */
static void add_range(cJSON *to, uint32_t line, uint32_t column)
{
  cJSON *range = cJSON_AddObjectToObject(to, "range");
  cJSON *start = cJSON_AddObjectToObject(range, "start"), *end = cJSON_AddObjectToObject(range, "end");
  line = line ? line - 1 : 0;
  column = column ? column - 1 : 0;
  cJSON_AddNumberToObject(start, "line", line);
  cJSON_AddNumberToObject(start, "character", column);
  cJSON_AddNumberToObject(end, "line", line);
  cJSON_AddNumberToObject(end, "character", column + 1);
}

/* The document's own name for itself where the place is in it: clients compare texts. */
static const char *uri_of_file(hd_lsp_diagnostics *d, const char *file)
{
  const char *own = path_of_uri(d->uri, &d->arena);
  char *real = realpath(file, NULL), *document = own ? realpath(own, NULL) : NULL;
  const char *uri =
      real && document && strcmp(real, document) == 0 ? d->uri : hd_place_uri(real ? real : file, &d->arena);
  free(real);
  free(document);
  return uri;
}

static void add_related(hd_lsp_diagnostics *d, cJSON *list, hd_story *s, const hd_story_line *l)
{
  hd_place at = hd_program_place(s->p, l->pos);
  if (!at.file) return;
  const char *text = hd_arena_printf(&d->arena, "%u. %s: %s", l->number, hd_story_name(s, l->who), l->text);
  hd_story_notes notes = hd_story_line_notes(s, l, false);
  for (uint32_t i = 0; i < notes.len; i++) text = hd_arena_printf(&d->arena, "%s  %s", text, notes.data[i]);
  hd_vec_clear(&notes);
  cJSON *related = cJSON_CreateObject(), *location = cJSON_AddObjectToObject(related, "location");
  cJSON_AddStringToObject(location, "uri", uri_of_file(d, at.file));
  add_range(location, at.line, hd_sources_column(&s->sources, l->pos));
  cJSON_AddStringToObject(related, "message", text);
  cJSON_AddItemToArray(list, related);
}

static cJSON *add_diagnostic(hd_lsp_diagnostics *d, uint32_t line, uint32_t column, const char *code, const char *text)
{
  enum { ERROR = 1 };
  cJSON *diagnostic = cJSON_CreateObject();
  add_range(diagnostic, line, column);
  cJSON_AddNumberToObject(diagnostic, "severity", ERROR);
  cJSON_AddStringToObject(diagnostic, "source", "heddle");
  if (code) cJSON_AddStringToObject(diagnostic, "code", code);
  cJSON_AddStringToObject(diagnostic, "message", text);
  cJSON_AddItemToArray(d->list, diagnostic);
  return diagnostic;
}

/* At the first place that lies in the document; at its beginning when none does. */
void hd_lsp_add_violation(hd_lsp_diagnostics *d, const hd_json_result *r)
{
  hd_story *s = hd_story_new(r->program, r->trace, r->property, &(hd_story_options){.merge = true, .brief = true});
  const char *text = s->conclusion.len ? s->conclusion.data[0] : "violated";
  for (uint32_t i = 1; i < s->conclusion.len; i++)
    text = hd_arena_printf(&d->arena, "%s\n%s", text, s->conclusion.data[i]);
  hd_pos pos = HD_NO_POS;
  for (uint32_t i = s->parties.len; i-- > 0;) {
    hd_place at = hd_program_place(s->p, s->parties.data[i].pos);
    if (at.file && uri_of_file(d, at.file) == d->uri) pos = s->parties.data[i].pos;
  }
  bool here = pos.file != HD_NONE;
  cJSON *diagnostic = add_diagnostic(d, here ? pos.line : 0, here ? hd_sources_column(&s->sources, pos) : 0,
                                     hd_check_table[s->check].rule, text);
  cJSON *related = cJSON_AddArrayToObject(diagnostic, "relatedInformation");
  for (uint32_t i = 0; i < s->lines.len; i++)
    if (s->lines.data[i].number) add_related(d, related, s, &s->lines.data[i]);
  hd_story_free(s);
}

void hd_lsp_add_error(hd_lsp_diagnostics *d, hd_place at, const char *message)
{
  bool here = at.file && uri_of_file(d, at.file) == d->uri;
  add_diagnostic(d, here ? at.line : 0, here ? at.column : 0, NULL, message);
}

void hd_lsp_publish(FILE *out, const hd_lsp_diagnostics *d)
{
  cJSON *message = new_message();
  cJSON_AddStringToObject(message, "method", "textDocument/publishDiagnostics");
  cJSON *params = cJSON_AddObjectToObject(message, "params");
  cJSON_AddStringToObject(params, "uri", d->uri);
  cJSON_AddItemReferenceToObject(params, "diagnostics", d->list);
  send_message(out, message);
  cJSON_Delete(message);
}
