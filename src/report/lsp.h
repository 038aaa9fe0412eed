/* lsp.h - the words of the Language Server Protocol: messages in, replies and diagnostics out.
 *
 * A message is a header with its length and a JSON-RPC object. Of an incoming message this keeps what a server of
 * diagnostics needs; the server decides whether to verify anything (api/lsp.c). */
#ifndef HD_REPORT_LSP_H
#define HD_REPORT_LSP_H

#include "base/diag.h"
#include "report/json.h"

typedef struct {
  hd_arena arena;
  const char *method; /* NULL: no request and no notification */
  const char *id;     /* as JSON text; NULL: a notification */
  const char *uri;    /* of the document; NULL: none */
  const char *path;   /* of that, decoded; NULL: it is no file */
} hd_lsp_message;

typedef enum { HD_LSP_MESSAGE, HD_LSP_BROKEN, HD_LSP_END } hd_lsp_read_status;
/* The next message, to be cleared by the caller whatever comes back. BROKEN: it is not a message, but the next may be
 * one. */
hd_lsp_read_status hd_lsp_read(FILE *in, hd_lsp_message *m);
void hd_lsp_message_clear(hd_lsp_message *m);

/* The result is JSON text. */
void hd_lsp_reply(FILE *out, const hd_lsp_message *m, const char *result);
enum { HD_LSP_PARSE_ERROR = -32700, HD_LSP_INVALID = -32600, HD_LSP_NO_METHOD = -32601 };
void hd_lsp_refuse(FILE *out, const hd_lsp_message *m, int code, const char *why);
/* A line for the client's log. */
void hd_lsp_log(FILE *out, const char *text);

/* Diagnostics of one document, gathered and then published: each violation with its steps as related information, and
 * the errors of reading it. */
typedef struct hd_lsp_diagnostics hd_lsp_diagnostics;
hd_lsp_diagnostics *hd_lsp_diagnostics_new(const char *uri);
void hd_lsp_diagnostics_free(hd_lsp_diagnostics *d);
void hd_lsp_add_violation(hd_lsp_diagnostics *d, const hd_json_result *r);
void hd_lsp_add_error(hd_lsp_diagnostics *d, hd_place at, const char *message);
/* As often as wanted. */
void hd_lsp_publish(FILE *out, const hd_lsp_diagnostics *d);

#endif
