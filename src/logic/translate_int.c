/* translate_int.c - terms as integers. */
#include "logic/translate.h"

hd_image hd_translate_int(hd_smt *s, hd_term t)
{
  return hd_translate_bv(s, t);
}
