// A proof for concurrent programs: each thread alone, the others as what they can do to the globals.
//
// Run(t, o, u, v): thread t may come to v in the activation with key u; o says that another thread is inside an
// atomic section. Step(t, g, h): t may change the globals from g to h in one step. Between its own steps a thread
// suffers any steps of the others, in states that need not fit together: more is visited than is reachable. So
// `false` is a proof, with recursion and any number of context switches, and `true` says nothing.
//
// MANY = 1: a thread is a template with any number of copies, so that its own steps disturb it, too.

param MANY = 0;

order t < o, o < u, u < y, y < v, v < x, x < z, g < h;

mu bool Run(Thread t, bool o, State u, State v)
    (o = 0 & Begin(t, v) & Entry(u, v) & Enforce(v) & Seen(v.g) & Switch(v))
  | (o = 0 & Enforce(v) & exists State x. Run(t, 0, u, x) & Enforce(x) & Internal(x, v))
  | (o = 0 & Enforce(v) & exists State s, x. Run(t, 0, s, x) & Enforce(x) & Call(x, u) & Entry(u, v))
  | (o = 0 & Enforce(v) & exists State x, y, z.
       Run(t, 0, u, x) & Enforce(x) & Call(x, y) & Run(t, 0, y, z) & Enforce(z) & Exit(z.pc)
       & Across(x, v) & Return(x.pc, z, v))
    // a step of another thread; if the lock is set afterwards, that thread goes on
  | ((o = 1 <-> !Switch(v)) & exists State x, bool p.
       Run(t, p, u, x) & (p = 1 | Switch(x)) & v.pc = x.pc & v.l = x.l & Other(t, x.g, v.g));

bool Step(Thread t, Global g, Global h)
    (exists State u, x, v. Run(t, 0, u, x) & Enforce(x) & Internal(x, v) & Enforce(v) & x.g = g & v.g = h)
  | (exists State u, x, y, z, v.
       Run(t, 0, u, x) & Enforce(x) & Call(x, y) & Run(t, 0, y, z) & Enforce(z) & Exit(z.pc)
       & Across(x, v) & Return(x.pc, z, v) & Enforce(v) & z.g = g & v.g = h);

bool Other(Thread t, Global g, Global h)
  exists Thread s. (s != t | MANY = 1) & Step(s, g, h);

bool Seen(Global g)
  Shared(g) | (exists Thread t, State u, v. Run(t, 0, u, v) & v.g = g);

exists Thread t, bool o, State u, v. Run(t, o, u, v) & Target(v);
