/* record.c - cJSON objects of one level. */
#include "report/record.h"

#include <cjson/cJSON.h>

struct hd_record {
  cJSON *object;
};

static hd_record *record_of(cJSON *object)
{
  hd_record *r = hd_alloc(1, sizeof *r);
  if (!object) hd_out_of_memory();
  r->object = object;
  return r;
}

hd_record *hd_record_new(void)
{
  return record_of(cJSON_CreateObject());
}

hd_record *hd_record_parse(const char *line)
{
  cJSON *object = cJSON_ParseWithOpts(line, NULL, true);
  if (cJSON_IsObject(object)) return record_of(object);
  cJSON_Delete(object);
  return NULL;
}

void hd_record_free(hd_record *r)
{
  if (!r) return;
  cJSON_Delete(r->object);
  free(r);
}

/* How many bytes at `s` are one letter of UTF-8; 0: they are none. */
static size_t letter_length(const char *s)
{
  const unsigned char *u = (const unsigned char *)s;
  size_t n = u[0] < 0x80 ? 1 : u[0] >= 0xc2 && u[0] < 0xe0 ? 2 : u[0] >= 0xe0 && u[0] < 0xf0 ? 3 : 4;
  if (u[0] >= 0xf5 || (u[0] >= 0x80 && u[0] < 0xc2)) return 0;
  for (size_t i = 1; i < n; i++)
    if ((u[i] & 0xc0) != 0x80) return 0;
  return n;
}

static char *as_utf8(const char *text)
{
  char *copy = hd_alloc(2 * strlen(text) + 1, 1), *to = copy;
  while (*text) {
    size_t n = letter_length(text);
    unsigned char byte = (unsigned char)*text;
    if (n) {
      memcpy(to, text, n);
      to += n;
    } else {
      *to++ = (char)(0xc0 | byte >> 6);
      *to++ = (char)(0x80 | (byte & 0x3f));
    }
    text += n ? n : 1;
  }
  return copy;
}

void hd_record_put_text(hd_record *r, const char *key, const char *text)
{
  if (!text) {
    cJSON_AddNullToObject(r->object, key);
    return;
  }
  char *utf8 = as_utf8(text);
  cJSON_AddStringToObject(r->object, key, utf8);
  free(utf8);
}

void hd_record_put_number(hd_record *r, const char *key, double number)
{
  cJSON_AddNumberToObject(r->object, key, number);
}

const char *hd_record_text(const hd_record *r, const char *key)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->object, key);
  return cJSON_IsString(item) ? item->valuestring : NULL;
}

double hd_record_number(const hd_record *r, const char *key, double otherwise)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->object, key);
  return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

char *hd_record_print(const hd_record *r)
{
  char *text = cJSON_PrintUnformatted(r->object);
  if (!text) hd_out_of_memory();
  return text;
}
