/* stubs-32.h - for machines that lack the 32-bit C library: its headers ask for this list of
 * functions that are not implemented, and nothing is verified differently without it. */
