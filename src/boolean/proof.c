/* proof.c - the textual form of such a proof, printed and read. */
#include "boolean/proof.h"

#include <errno.h>

static const char title[] = "heddle certificate of a Boolean program, version ";
enum { VERSION = 1 };

hd_bp_proof_vars hd_bp_proof_count(const hd_bp *p)
{
  hd_bp_proof_vars n = {.globals = p->globals.len};
  for (uint32_t i = 0; i < p->procs.len; i++)
    if (p->procs.data[i].locals.len > n.locals) n.locals = p->procs.data[i].locals.len;
  return n;
}

void hd_bp_proof_clear(hd_bp_proof *proof)
{
  hd_vec_clear(&proof->nodes);
  hd_vec_clear(&proof->sets);
}

void hd_bp_proof_print(FILE *out, const hd_bp_proof *proof)
{
  fprintf(out, "%s%d\nnodes %u\n", title, VERSION, proof->nodes.len);
  for (uint32_t i = 0; i < proof->nodes.len; i++) {
    const hd_bp_proof_node *n = &proof->nodes.data[i];
    fprintf(out, "%u %u %u\n", n->var, n->low, n->high);
  }
  fprintf(out, "locations %u\n", proof->sets.len);
  for (uint32_t i = 0; i < proof->sets.len; i++) fprintf(out, "%u\n", proof->sets.data[i]);
  fprintf(out, "end\n");
}

/* --- reading -------------------------------------------------------------------------------------------- */

typedef struct {
  const char *name, *at;
  uint32_t line;
  hd_diags *diags;
} reader;

static bool complain_of_proof(const reader *r, const char *what)
{
  hd_diags_add(r->diags, HD_ERROR, (hd_place){.file = r->name, .line = r->line, .column = 1}, "%s", what);
  return false;
}

static bool read_word(reader *r, const char *word)
{
  size_t n = strlen(word);
  if (strncmp(r->at, word, n) != 0) return false;
  r->at += n;
  return true;
}

static bool read_end_of_line(reader *r)
{
  if (*r->at != '\n') return complain_of_proof(r, "the line should end here");
  r->at++;
  r->line++;
  return true;
}

/* A number below `end`. */
static bool read_number(reader *r, uint32_t end, uint32_t *out)
{
  if (*r->at == ' ') r->at++;
  if (*r->at < '0' || *r->at > '9') return complain_of_proof(r, "a number is missing");
  char *after;
  errno = 0;
  unsigned long long value = strtoull(r->at, &after, 10);
  if (errno || value >= end) return complain_of_proof(r, "this number is too large for this program");
  r->at = after;
  *out = (uint32_t)value;
  return true;
}

static bool read_count(reader *r, const char *word, uint32_t *n)
{
  return (read_word(r, word) || complain_of_proof(r, "this is not a certificate of a Boolean program")) &&
         read_number(r, UINT32_MAX / 4, n) && read_end_of_line(r);
}

static bool read_first_line(reader *r)
{
  uint32_t version;
  if (!read_word(r, title)) return complain_of_proof(r, "this is not a certificate of a Boolean program");
  if (!read_number(r, UINT32_MAX, &version)) return false;
  if (version == VERSION) return read_end_of_line(r);
  hd_diags_add(r->diags, HD_ERROR, (hd_place){.file = r->name, .line = r->line, .column = 1},
               "version %u of the format, but this heddle reads version %d; write the certificate again with "
               "`heddle verify --certificate'",
               version, VERSION);
  return false;
}

static bool read_nodes(reader *r, const hd_bp *p, hd_bp_proof *proof)
{
  hd_bp_proof_vars n = hd_bp_proof_count(p);
  uint32_t count, vars = 2 * (n.globals + n.locals);
  if (!read_count(r, "nodes", &count)) return false;
  for (uint32_t i = 0; i < count; i++) {
    hd_bp_proof_node node;
    if (!read_number(r, vars, &node.var) || !read_number(r, i + 2, &node.low) || !read_number(r, i + 2, &node.high) ||
        !read_end_of_line(r))
      return false;
    hd_vec_push(&proof->nodes, node);
  }
  return true;
}

static bool read_sets(reader *r, const hd_bp *p, hd_bp_proof *proof)
{
  uint32_t count, set;
  if (!read_count(r, "locations", &count)) return false;
  if (count != p->locs.len) return complain_of_proof(r, "this program has another number of locations");
  for (uint32_t i = 0; i < count; i++) {
    if (!read_number(r, proof->nodes.len + 2, &set) || !read_end_of_line(r)) return false;
    hd_vec_push(&proof->sets, set);
  }
  return true;
}

bool hd_bp_proof_parse(const char *text, const char *name, const hd_bp *p, hd_bp_proof *proof, hd_diags *diags)
{
  reader r = {name, text, 1, diags};
  bool ok = read_first_line(&r) && read_nodes(&r, p, proof) && read_sets(&r, p, proof) &&
            (read_word(&r, "end") || complain_of_proof(&r, "the certificate is cut off"));
  if (!ok) hd_bp_proof_clear(proof);
  return ok;
}
