/* fingerprint.h - what a violation is recognized by, in another version of the program.
 *
 * It is made of what stays the same when lines move: the rule, and for each place its file, its function and the text
 * of its line. */
#ifndef HD_REPORT_FINGERPRINT_H
#define HD_REPORT_FINGERPRINT_H

#include "base/sha256.h"
#include "report/story.h"

/* Paths count below the root (report/place.h). */
void hd_report_fingerprint(hd_story *s, const char *root, char text[HD_SHA256_TEXT]);

#endif
