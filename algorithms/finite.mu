// Reachability without recursion: the states that internal steps lead to.
// For programs whose calls have all been inlined, or that have none.

order v < x;

mu bool Reach(State v)
  Enforce(v) &
  ( Init(v)
  | (exists State x. Reach(x) & Internal(x, v)) );

exists State v. Reach(v) & Target(v);
