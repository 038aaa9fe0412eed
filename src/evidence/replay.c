/* replay.c - compares the state at the end with what was claimed. */
#include "evidence/replay.h"

/* The violation has to stand at the trace's end: a trace that goes on is not the one that was claimed. */
static bool is_at_end(const hd_replay *r, const hd_trace *t)
{
  switch (r->end) {
  case HD_END_VIOLATION: return r->at + 1 == t->steps.len;
  case HD_END_RACE:
  case HD_END_DEADLOCK: return r->at == t->steps.len;
  default: return false;
  }
}

bool hd_evidence_confirm(const hd_program *p, const hd_trace *t, hd_property property)
{
  hd_replay r = hd_trace_replay(p, t, property);
  return is_at_end(&r, t);
}

const char *hd_evidence_why_not(const hd_program *p, hd_trace *t, hd_property property)
{
  hd_replay r = hd_trace_replay(p, t, property);
  if (is_at_end(&r, t)) return NULL;
  switch (r.end) {
  case HD_END_STUCK: return hd_arena_printf(&t->arena, "step %u cannot be taken", r.at + 1);
  case HD_END_UNSUPPORTED: return hd_arena_printf(&t->arena, "step %u leads where nothing is known", r.at);
  case HD_END_NOWHERE: return "it ends without a violation";
  default: return hd_arena_printf(&t->arena, "the violation comes after %u steps already", r.at);
  }
}
