/* text.h - the textual form of a program: prints, and parses back to the same model. */
#ifndef HD_PROGRAM_TEXT_H
#define HD_PROGRAM_TEXT_H

#include "program/program.h"

void hd_program_print(FILE *out, const hd_program *p);
void hd_program_print_dot(FILE *out, const hd_program *p);
/* As C (print_c.c): sequential, or with POSIX threads. Terms are added to the pool. False with a
 * reason, and nothing printed, when that cannot be done. */
bool hd_program_print_c(FILE *out, hd_program *p, const char **why_not);

/* Parses the textual form; `name` stands in diagnostics. NULL on an error. The result
 * has passed hd_program_check. */
hd_program *hd_program_parse(const char *text, size_t length, const char *name, hd_diags *diags);

/* A value as the user writes it: -1, 0x1f, true, 'a', &buf[3], NULL. */
void hd_program_print_value(FILE *out, const hd_program *p, hd_var var, uint64_t value);
/* A variable, or its element: `count`, `q.items[2].key`. */
void hd_program_print_target(FILE *out, const hd_program *p, hd_var var, uint64_t index);
/* Of that only what stands behind the object's name: `.items[2].key`, or nothing. The index is the variable's. */
void hd_program_print_part(FILE *out, const hd_slot *s, uint64_t index);
/* Which of the object's copies the element belongs to. */
uint64_t hd_slot_copy(const hd_slot *s, uint64_t index);
/* The part of the object that begins so many bytes behind its start: `.next`, `[3]`, `+5`. */
void hd_program_print_offset(FILE *out, const hd_object_info *o, uint64_t offset);

#endif
