/* parts.c - prints and reads certificates of parts, one after the other in one file. */
#include "api/parts.h"

#include <inttypes.h>
#include <stdio.h>

#include "program/reader.h"

static const char *const part_line = "part", *const without_word = "without", *const closes_word = "closes";

/* --- printing ----------------------------------------------------------------------------------------- */

static void print_numbers(FILE *out, const char *word, const hd_u32s *numbers)
{
  enum { A_LINE = 16 };
  for (uint32_t i = 0; i < numbers->len; i++) {
    if (i % A_LINE == 0) fprintf(out, "%s%s", i ? "\n" : "", word);
    fprintf(out, " %" PRIu32, numbers->data[i]);
  }
  if (numbers->len) fputc('\n', out);
}

static void print_part(FILE *out, const hd_program *about, const hd_u32s *without, const hd_u32s *closes,
                       const hd_certificate *proof)
{
  fprintf(out, "%s\n", part_line);
  print_numbers(out, without_word, without);
  if (closes) print_numbers(out, closes_word, closes);
  hd_certificate_print(out, about, proof, NULL);
}

void hd_parts_print(FILE *out, const hd_program *whole, const hd_result *r, const hd_certificate_head *head)
{
  const hd_proof_parts *parts = &r->parts;
  for (uint32_t i = 0; i < parts->list.len; i++)
    if (!parts->list.data[i].proof) return; /* the answer of another tool */
  hd_certificate_print_head(out, head);
  for (uint32_t i = 0; i < parts->list.len; i++) {
    const hd_proof_part *part = &parts->list.data[i];
    print_part(out, part->about ? part->about : whole, &part->without, &part->closes, part->proof);
  }
  print_part(out, parts->about ? parts->about : whole, &parts->without, NULL, r->certificate);
}

/* --- reading ------------------------------------------------------------------------------------------ */

static bool is_part_line(const char *line, size_t length)
{
  return length == strlen(part_line) && memcmp(line, part_line, length) == 0;
}

/* Everything outside [from, to) becomes blank, line by line, so that messages name the right line. */
static char *blank_outside(const char *text, size_t length, size_t from, size_t to)
{
  char *copy = hd_alloc(length + 1, 1);
  for (size_t i = 0; i < length; i++) copy[i] = (i >= from && i < to) || text[i] == '\n' ? text[i] : ' ';
  return copy;
}

static void split_parts(const char *text, size_t length, hd_parts_list *parts)
{
  size_t begin = 0;
  for (size_t at = 0; at <= length;) {
    const char *newline = at < length ? memchr(text + at, '\n', length - at) : NULL;
    size_t end = newline ? (size_t)(newline - text) : length;
    bool starts = is_part_line(text + at, end - at);
    if (begin && (starts || end == length)) {
      size_t to = starts ? at : length;
      hd_vec_push(parts, (hd_parts_item){.text = blank_outside(text, length, begin, to)});
    }
    if (starts) begin = end;
    at = end + 1;
  }
}

static bool read_numbers(hd_text_reader *r, uint32_t n, hd_u32s *numbers)
{
  uint32_t number;
  while (!hd_reader_at_end(r)) {
    if (!hd_reader_u32(r, UINT32_MAX, &number)) return false;
    if (number >= n) return hd_reader_fail_at(r, r->token, "the program has no check number %" PRIu32, number);
    hd_vec_push(numbers, number);
  }
  return true;
}

static bool read_part(hd_text_reader *r, uint32_t n, hd_parts_item *part)
{
  while (hd_reader_line(r)) {
    hd_u32s *numbers = hd_reader_accept(r, without_word)  ? &part->without
                       : hd_reader_accept(r, closes_word) ? &part->closes
                                                          : NULL;
    if (numbers && !read_numbers(r, n, numbers)) return false;
  }
  part->rest = !part->closes.len;
  return true;
}

bool hd_parts_read(const char *text, size_t length, const char *name, uint32_t n_checks, hd_diags *diags,
                   hd_parts_list *parts)
{
  bool ok = true;
  split_parts(text, length, parts);
  for (uint32_t i = 0; i < parts->len && ok; i++) {
    hd_text_reader r;
    ok = hd_reader_init(&r, parts->data[i].text, length, name, diags) && read_part(&r, n_checks, &parts->data[i]);
    hd_reader_clear(&r);
  }
  return ok;
}

void hd_parts_clear(hd_parts_list *parts)
{
  for (uint32_t i = 0; i < parts->len; i++) {
    free(parts->data[i].text);
    hd_vec_clear(&parts->data[i].without);
    hd_vec_clear(&parts->data[i].closes);
  }
  hd_vec_clear(parts);
}
