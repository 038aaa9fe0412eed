// Entry-forward summaries: only what is reachable.
//
// Summary(u, v): an activation with key u is made in some execution, and comes to v, calls that return
// included. Four ways to get there: the program begins; an internal step; a call, which makes a new
// activation; a call that returns, by a summary of the procedure that is called.

order v.pc ~+ c, v < c, u < y, y < v, v < x, x < z;

mu bool Summary(State u, State v)
  Enforce(v) &
  ( (Init(v) & Entry(u, v))
  | (exists State x. Summary(u, x) & Internal(x, v))
  | (exists State t, x. Summary(t, x) & Call(x, u) & Entry(u, v))
  | (exists State x, y. Summary(u, x) & Call(x, y) & Across(x, v) & Result(y, x.pc, v)) );

// What an activation with key y, made at c, gives to its caller when it ends: a relation of its own, because it
// changes seldom.
bool Result(State y, PC c, State v)
  exists State z. Summary(y, z) & Exit(z.pc) & Return(c, z, v);

exists State u, v. Summary(u, v) & Target(v);
