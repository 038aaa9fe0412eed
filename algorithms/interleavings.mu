// Concurrent programs without calls: all interleavings, any number of context switches.
//
// Reach(a, F, g): each thread t is in the frame F[t] (on: it has begun), the globals are g, and a is the thread
// that holds the lock of an atomic section; where nobody does, it is 0. N is the number of threads.

param N = 2;
struct Frame { bool on; PC pc; Local l; };

order a < F, F < E, E < g, g < h;

mu bool Reach(Thread a, Frame F[N], Global g)
    (a = 0 & Shared(g) & (forall Thread t. !F[t].on))
  | (exists Thread t, b, Frame E[N], Global h.
       Reach(b, E, h) & Next(b, t, a, E[t], F[t], h, g) & (forall Thread s. s != t -> E[s] = F[s]));

// Thread t moves from frame e to frame f; the lock's holder is b before and a after.
bool Next(Thread b, Thread t, Thread a, Frame e, Frame f, Global h, Global g)
  exists State x, v.
    x.pc = e.pc & x.l = e.l & x.g = h & v.pc = f.pc & v.l = f.l & v.g = g & f.on
    & (Switch(x) | b = t) & ((Switch(v) & a = 0) | (!Switch(v) & a = t))
    & Enforce(v)
    & ((e.on & Enforce(x) & Internal(x, v)) | (!e.on & Begin(t, v) & h = g));

exists Thread a, t, Frame F[N], Global g, State v.
  Reach(a, F, g) & F[t].on & v.pc = F[t].pc & v.l = F[t].l & v.g = g & Target(v);
