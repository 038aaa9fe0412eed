/* lsp.c - a language server: a document that is opened or saved is verified, and its violations are diagnostics. */
#include "report/lsp.h"

#include "api/result.h"
#include "base/sha256.h"
#include "report/witness.h"

/* What was found in a document, for as long as none of its files changes. */
typedef struct {
  char *path;
  char hash[HD_SHA256_TEXT];
  HD_VEC(char *) files; /* that the program was read from */
  hd_lsp_diagnostics *found;
} cached_answer;

typedef struct {
  FILE *out;
  const heddle_options *options;
  HD_VEC(cached_answer) cache;
  bool shut_down;
} server;

/* --- the cache ---------------------------------------------------------------------------------------------- */

static void hash_files(const cached_answer *a, char text[HD_SHA256_TEXT])
{
  hd_arena arena;
  hd_sha256 hash;
  hd_arena_init(&arena);
  hd_sha256_init(&hash);
  for (uint32_t i = 0; i < a->files.len; i++)
    hd_sha256_add(&hash, hd_witness_hash(a->files.data[i], &arena), HD_SHA256_TEXT);
  hd_sha256_print(&hash, text);
  hd_arena_clear(&arena);
}

static void forget_answer(cached_answer *a)
{
  free(a->path);
  for (uint32_t i = 0; i < a->files.len; i++) free(a->files.data[i]);
  hd_vec_clear(&a->files);
  hd_lsp_diagnostics_free(a->found);
}

static char *copy_text(const char *text)
{
  char *copy = strdup(text);
  if (!copy) hd_out_of_memory();
  return copy;
}

static void depend_on(cached_answer *a, const char *file)
{
  for (uint32_t i = 0; i < a->files.len; i++)
    if (strcmp(a->files.data[i], file) == 0) return;
  hd_vec_push(&a->files, copy_text(file));
}

static const cached_answer *find_cached(server *s, const char *path)
{
  char now[HD_SHA256_TEXT];
  for (uint32_t i = 0; i < s->cache.len; i++) {
    cached_answer *a = &s->cache.data[i];
    if (strcmp(a->path, path) != 0) continue;
    hash_files(a, now);
    if (strcmp(now, a->hash) == 0) return a;
    forget_answer(a);
    s->cache.data[i] = hd_vec_pop(&s->cache);
    return NULL;
  }
  return NULL;
}

/* --- verifying ---------------------------------------------------------------------------------------------- */

static void add_violations(cached_answer *a, const heddle_result *r)
{
  hd_json_result report = hd_result_report(r);
  if (report.trace && report.program && !r->allowed) hd_lsp_add_violation(a->found, &report);
  for (unsigned i = 0; i < report.n_more; i++)
    if (!r->more.data[i]->allowed) hd_lsp_add_violation(a->found, &report.more[i]);
  for (uint32_t i = 0; r->program && i < r->program->files.len; i++) depend_on(a, r->program->files.data[i]);
  hd_result_unreport(&report);
}

/* Clang's own text has the places: `file:3:5: error: ...`. */
static void add_compiler_error(cached_answer *a, const char *text)
{
  char file[4096], message[1024];
  unsigned line, column;
  for (const char *at = text; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n')) {
    if (sscanf(at, "%4095[^:\n]:%u:%u: error: %1023[^\n]", file, &line, &column, message) == 4)
      hd_lsp_add_error(a->found, (hd_place){file, line, column}, message);
  }
}

static void add_errors(cached_answer *a, const heddle_input *in)
{
  for (uint32_t i = 0; i < in->diags.list.len; i++) {
    const hd_diag *m = &in->diags.list.data[i];
    if (m->verbatim)
      add_compiler_error(a, m->message);
    else if (m->severity == HD_ERROR)
      hd_lsp_add_error(a->found, m->place, m->message);
  }
}

/* Each property gets the same part of the time. */
static void verify_document(server *s, cached_answer *a)
{
  heddle_options options = *s->options;
  const char *path = a->path;
  heddle_input *in = heddle_load(&options, &path, 1);
  unsigned n = heddle_property_count(in);
  if (options.timeout > 0 && n) options.timeout = in->reading + options.timeout / n;
  for (unsigned i = 0; heddle_input_ok(in) && i < n; i++) {
    heddle_choose_property(in, i);
    heddle_result *r = heddle_verify(in, &options);
    add_violations(a, r);
    if (heddle_result_verdict(r) == HEDDLE_UNKNOWN)
      hd_lsp_log(s->out, hd_arena_printf(&r->arena, "%s: %s: unknown (%s)", path, hd_property_name(r->property),
                                         r->reason ? r->reason : "no reason given"));
    heddle_result_free(r);
  }
  if (!heddle_input_ok(in)) add_errors(a, in);
  heddle_input_free(in);
}

static void diagnose(server *s, const hd_lsp_message *m)
{
  if (!m->path) return;
  const cached_answer *known = find_cached(s, m->path);
  if (!known) {
    cached_answer a = {.path = copy_text(m->path), .found = hd_lsp_diagnostics_new(m->uri)};
    depend_on(&a, m->path);
    verify_document(s, &a);
    hash_files(&a, a.hash);
    hd_vec_push(&s->cache, a);
    known = &hd_vec_last(&s->cache);
  } else {
    hd_lsp_log(s->out, "nothing has changed since the last answer");
  }
  hd_lsp_publish(s->out, known->found);
}

/* --- the protocol --------------------------------------------------------------------------------------------- */

static const char capabilities[] =
    "{\"capabilities\":{\"textDocumentSync\":{\"openClose\":true,\"change\":0,\"save\":{}}},"
    "\"serverInfo\":{\"name\":\"heddle\",\"version\":\"" HD_VERSION "\"}}";

static void serve_message(server *s, const hd_lsp_message *m)
{
  const char *method = m->method ? m->method : "";
  if (strcmp(method, "initialize") == 0) {
    hd_lsp_reply(s->out, m, capabilities);
  } else if (strcmp(method, "shutdown") == 0) {
    s->shut_down = true;
    hd_lsp_reply(s->out, m, "null");
  } else if (strcmp(method, "textDocument/didOpen") == 0 || strcmp(method, "textDocument/didSave") == 0) {
    diagnose(s, m);
  } else if (m->id && m->method) {
    hd_lsp_refuse(s->out, m, HD_LSP_NO_METHOD, "heddle has no such method");
  }
}

int heddle_serve(FILE *in, FILE *out, const heddle_options *options)
{
  server s = {.out = out, .options = options};
  bool ended = false;
  while (!ended) {
    hd_lsp_message m;
    hd_lsp_read_status status = hd_lsp_read(in, &m);
    ended = status == HD_LSP_END || (m.method && strcmp(m.method, "exit") == 0);
    if (status == HD_LSP_BROKEN)
      hd_lsp_refuse(out, &m, HD_LSP_PARSE_ERROR, "this is not a message");
    else if (!ended)
      serve_message(&s, &m);
    hd_lsp_message_clear(&m);
  }
  for (uint32_t i = 0; i < s.cache.len; i++) forget_answer(&s.cache.data[i]);
  hd_vec_clear(&s.cache);
  return s.shut_down ? 0 : 1;
}
