/* record.h - a line of JSON: one flat object whose values are texts and numbers.
 *
 * Files of such lines can be appended to by several processes, cut off by a crash, and put together again: every line
 * that is complete is a record by itself. */
#ifndef HD_REPORT_RECORD_H
#define HD_REPORT_RECORD_H

#include "base/base.h"

typedef struct hd_record hd_record;

hd_record *hd_record_new(void);
/* NULL when the line is not one JSON object. */
hd_record *hd_record_parse(const char *line);
void hd_record_free(hd_record *r);

/* Texts may hold any bytes: what is not UTF-8 is written as the Latin-1 letter of the same number. NULL becomes
 * JSON's null. */
void hd_record_put_text(hd_record *r, const char *key, const char *text);
void hd_record_put_number(hd_record *r, const char *key, double number);

/* NULL, and `otherwise`, when there is no such field of that kind. The text is the record's. */
const char *hd_record_text(const hd_record *r, const char *key);
double hd_record_number(const hd_record *r, const char *key, double otherwise);

/* One line without its end, malloc'ed. */
char *hd_record_print(const hd_record *r);

#endif
