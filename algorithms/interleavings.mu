// Concurrent programs without calls: all interleavings, any number of context switches.
//
// Reach(o, F, g): each thread t is in the frame F[t] (on: it has begun), the globals are g, and o is the thread
// that holds the lock of an atomic section; 0 if no thread does. N is the number of threads.

param N = 2;
struct Frame { bool on; PC pc; Local l; };

order o < F, F < E, E < g, g < h;

mu bool Reach(Thread o, Frame F[N], Global g)
    (o = 0 & Shared(g) & (forall Thread t. !F[t].on))
  | (exists Thread t, n, Frame E[N], Global h.
       Reach(n, E, h) & Next(n, t, o, E[t], F[t], h, g) & (forall Thread s. s != t -> E[s] = F[s]));

// Thread t moves from frame e to frame f; the lock's holder is n before and o after.
bool Next(Thread n, Thread t, Thread o, Frame e, Frame f, Global h, Global g)
  exists State x, v.
    x.pc = e.pc & x.l = e.l & x.g = h & v.pc = f.pc & v.l = f.l & v.g = g & f.on
    & (Switch(x) | n = t) & ((Switch(v) & o = 0) | (!Switch(v) & o = t))
    & Enforce(v)
    & ((e.on & Enforce(x) & Internal(x, v)) | (!e.on & Begin(t, v) & h = g));

exists Thread o, t, Frame F[N], Global g, State v.
  Reach(o, F, g) & F[t].on & v.pc = F[t].pc & v.l = F[t].l & v.g = g & Target(v);
