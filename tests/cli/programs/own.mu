// A checker of one's own: summaries, in four clauses.
mu bool Mine(State u, State v)
  Enforce(v) &
  ( (Init(v) & Entry(u, v))
  | (exists State x. Mine(u, x) & Internal(x, v))
  | (exists State t, x. Mine(t, x) & Call(x, u) & Entry(u, v))
  | (exists State x, y, z. Mine(u, x) & Call(x, y) & Mine(y, z) & Exit(z.pc) & Across(x, v) & Return(x.pc, z, v)) );
exists State u, v. Mine(u, v) & Target(v);
