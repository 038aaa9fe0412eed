// The simple summary algorithm: what each procedure does, from every entry, called or not.
//
// Summary(u, v): an activation with key u can come to v, calls that return included. It is not known whether
// this call is made, so unreachable states are visited, too. Active then finds the activations that
// are made.

order u < y, y < v, v < x, x < z;

mu bool Summary(State u, State v)
  Enforce(v) &
  ( Entry(u, v)
  | (exists State x. Summary(u, x) & Internal(x, v))
  | (exists State x, y, z.
       Summary(u, x) & Call(x, y) & Summary(y, z) & Exit(z.pc) & Across(x, v) & Return(x.pc, z, v)) );

mu bool Active(State u)
    (exists State v. Init(v) & Enforce(v) & Entry(u, v))
  | (exists State t, x. Active(t) & Summary(t, x) & Call(x, u));

exists State u, v. Active(u) & Summary(u, v) & Target(v);
