/* replay.c - executes a trace and says how it ends. Nothing else decides whether a trace is a violation. */
#include "trace/state.h"

hd_end hd_violating_end(hd_property property)
{
  static const hd_end ends[HD_BY_COUNT] = {
      [HD_BY_CHECK] = HD_END_VIOLATION, [HD_BY_RACE] = HD_END_RACE, [HD_BY_DEADLOCK] = HD_END_DEADLOCK};
  return ends[hd_property_table[property].way];
}

hd_end hd_state_end(const hd_state *s, hd_property property, hd_race *race)
{
  bool wrong = (hd_violated_by(property, HD_BY_RACE) && hd_state_find_race(s, race)) ||
               (hd_violated_by(property, HD_BY_DEADLOCK) && hd_state_deadlocked(s));
  return wrong ? hd_violating_end(property) : HD_END_NOWHERE;
}

/* Does the trace end in this state, before the next step? */
static bool ends_before(const hd_state *s, hd_property property, hd_replay *r)
{
  if (hd_state_beyond(s))
    r->end = HD_END_UNSUPPORTED;
  else if (hd_violated_by(property, HD_BY_RACE) && hd_state_find_race(s, &r->race))
    r->end = HD_END_RACE;
  return r->end != HD_END_NOWHERE;
}

/* Takes the step. True if the trace ends with it: the step is impossible, or fails a check. A failed check is a
 * violation only if it belongs to the property. */
static bool ends_with(hd_state *s, const hd_step *step, hd_property property, hd_replay *r)
{
  hd_step_result result = hd_state_step(s, step, NULL);
  if (result == HD_STEP_OK) return false;
  bool asked =
      result == HD_STEP_VIOLATED && hd_property_asks(property, hd_edge_get(hd_state_program(s), step->edge)->check);
  r->end = asked ? HD_END_VIOLATION : HD_END_STUCK;
  return true;
}

hd_replay hd_trace_replay(const hd_program *p, const hd_trace *t, hd_property property)
{
  hd_replay r = {.end = HD_END_NOWHERE};
  hd_state *s = hd_state_new(p, t);
  while (!ends_before(s, property, &r) && r.at < t->steps.len && !ends_with(s, &t->steps.data[r.at], property, &r))
    r.at++;
  bool complete = r.end == HD_END_NOWHERE;
  if (complete && hd_violated_by(property, HD_BY_DEADLOCK) && hd_state_deadlocked(s)) r.end = HD_END_DEADLOCK;
  hd_state_free(s);
  return r;
}
