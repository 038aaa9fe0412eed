// Entry-forward summaries, computed where something has changed.
//
// Summary(1, u, v) is what is known, Summary(0, u, v) what was known one round before. Relevant are the
// locations at which the last round found something new. A round closes the relevant summaries under internal
// steps (New1) and makes one step of calls and returns from them (New2). The new summaries themselves would be
// a smaller set, but often a larger diagram than the known ones at relevant locations.
//
// Relevant is not monotone, so these are iterations, not least fixed points: a round is what one iteration of
// Summary does. They converge, because Summary(1, ...) only grows, and when it does not, nothing is relevant.

order v.pc ~+ p, v.pc ~+ c, v < p, v < c, fr < u, u < y, y < v, v < x, x < z;

mu bool Summary(bool fr, State u, State v)
    (fr = 1 & Init(v) & Entry(u, v) & Enforce(v))
  | Summary(1, u, v)
  | (fr = 1 & (New1(u, v) | New2(u, v)));

bool Last(State u, State v)
  Summary(1, u, v) & !Summary(0, u, v);

bool Relevant(PC p)
  exists State u, v. Last(u, v) & v.pc = p;

mu bool New1(State u, State v)
    (Summary(1, u, v) & Relevant(v.pc))
  | (Enforce(v) & exists State x. New1(u, x) & Internal(x, v));

// A call, or a call that returns.
bool New2(State u, State v)
  Enforce(v) &
  ( (exists State t, x. Summary(1, t, x) & Relevant(x.pc) & Call(x, u) & Entry(u, v))
  | (exists State x, y. Summary(1, u, x) & Call(x, y) & Across(x, v) & Due(y, x.pc, v)) );

// What an activation with key y, made at c, gives to its caller when it ends; the caller or the exit is relevant.
bool Due(State y, PC c, State v)
  exists State z. Summary(1, y, z) & Exit(z.pc) & (Relevant(c) | Relevant(z.pc)) & Return(c, z, v);

exists State u, v. Summary(1, u, v) & Target(v);
