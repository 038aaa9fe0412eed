/* fingerprint.c - hashes the words of the place, not its line number. */
#include "report/fingerprint.h"

#include "report/place.h"

void hd_report_fingerprint(hd_story *s, const char *root, char text[HD_SHA256_TEXT])
{
  hd_sha256 hash;
  const char *rule = hd_check_table[s->check].rule;
  hd_sha256_init(&hash);
  hd_sha256_add(&hash, rule, strlen(rule) + 1);
  for (uint32_t i = 0; i < s->parties.len; i++) {
    const hd_story_party *party = &s->parties.data[i];
    const char *file = hd_program_place(s->p, party->pos).file, *line = hd_sources_line(&s->sources, party->pos);
    const char *function = party->frame < s->p->frames.len ? s->p->frames.data[party->frame].function : "";
    const char *parts[] = {file ? hd_place_relative(file, root) : "", function ? function : "",
                           line ? line : party->text};
    for (unsigned k = 0; k < HD_COUNT(parts); k++) hd_sha256_add(&hash, parts[k], strlen(parts[k]) + 1);
  }
  hd_sha256_print(&hash, text);
}
