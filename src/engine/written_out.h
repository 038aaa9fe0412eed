/* written_out.h - an engine's answer about a program with its loops written out, translated to the program itself. */
#ifndef HD_ENGINE_WRITTEN_OUT_H
#define HD_ENGINE_WRITTEN_OUT_H

#include "engine/engine.h"
#include "program/write_out.h"

/* The trace's edges become p's, of which w is the written-out form; a proof says what it is about. */
void hd_result_of_written_out(const hd_program *p, const hd_written_out *w, hd_result *out);
/* By location of w's program: is it a copy of the head of a loop? The caller frees it. */
uint8_t *hd_written_out_heads(const hd_program *p, const hd_task *t, const hd_written_out *w);

#endif
