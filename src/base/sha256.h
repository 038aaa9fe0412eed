/* sha256.h - the hash of FIPS 180-4, for fingerprints of findings and hashes of files. */
#ifndef HD_BASE_SHA256_H
#define HD_BASE_SHA256_H

#include "base/base.h"

enum { HD_SHA256_TEXT = 65 }; /* 64 hexadecimal digits and a NUL */

typedef struct {
  uint32_t state[8];
  uint64_t length; /* bytes so far */
  uint8_t block[64];
} hd_sha256;

void hd_sha256_init(hd_sha256 *h);
void hd_sha256_add(hd_sha256 *h, const void *data, size_t length);
/* Ends the hash; it must be initialized again before it is used for another. */
void hd_sha256_print(hd_sha256 *h, char text[HD_SHA256_TEXT]);

#endif
