// A proof for concurrent programs with recursion: what is visible has stabilized.
//
// Visible(b, o, F, g): within b context switches each thread t is at F[t] (its topmost activation: location and
// locals; on: it has begun), the globals are g, and o holds the lock of an atomic section (0: no thread). What a
// thread does next depends on this alone, unless it returns: then the caller's frame appears, which was hidden.
//
// So let K switches show nothing that K - 1 did not show. A step that is no return then leads from what was visible
// to what is visible. If every state that a return can lead to was visible as well, nothing new will ever be.
// Those states are not known exactly: Over visits more than is reachable, because it lets a thread return to
// any caller that was seen to call with these globals and arguments, whatever the others did meanwhile.
//
// The last formula is false when no target was reached within K switches and nothing new can appear: a proof. When it
// is true, that shows nothing, and more switches may help. N is the number of threads.

include "contexts.mu";

param N = 2;
struct Frame { bool on; PC pc; Local l; };
struct Deep { bool on; PC pc; Local l; State key; };

// Before context c, thread s was last left at q, or has not begun.
bool Left(Thread s, Context c, Frame q, Global G[K + 1], Thread T[K + 1])
    (!q.on & (forall Context d. d < c -> T[d] != s))
  | (q.on & (exists State u, Context d, e.
       d < c & T[d] = s & (forall Context i. d < i & i < c -> T[i] != s) & Parked(u, q.pc, q.l, e, d, G, T)));

bool Visible(Context b, Thread o, Frame F[N], Global g)
  exists State u, v, Context e, c, Global G[K + 1], Thread T[K + 1], t.
    Reach(u, v, e, c, G, T) & c <= b & T[c] = t & v.g = g & F[t].on & F[t].pc = v.pc & F[t].l = v.l
    & ((Switch(v) & o = 0) | (!Switch(v) & o = t))
    & (forall Thread s. s != t -> Left(s, c, F[s], G, T));

// More than is reachable, with the key of each activation.
mu bool Over(Thread o, Deep D[N], Global g)
    (o = 0 & Shared(g) & (forall Thread t. !D[t].on))
  | (exists Thread t, n, Deep E[N], Global h.
       Over(n, E, h) & (Onward(n, t, o, E[t], D[t], h, g) | Back(n, t, o, E[t], D[t], h, g))
       & (forall Thread s. s != t -> E[s] = D[s]));

// Thread t may move from x to v; the lock's holder is n before and o after.
bool May(Thread n, Thread t, Thread o, State x, State v)
  (Switch(x) | n = t) & ((Switch(v) & o = 0) | (!Switch(v) & o = t)) & Enforce(v);

// It begins, steps or calls ...
bool Onward(Thread n, Thread t, Thread o, Deep q, Deep r, Global h, Global g)
  exists State x, v.
    x.pc = q.pc & x.l = q.l & x.g = h & v.pc = r.pc & v.l = r.l & v.g = g & r.on & May(n, t, o, x, v)
    & ( (q.on & Enforce(x) & Internal(x, v) & r.key = q.key)
      | (q.on & Enforce(x) & Call(x, r.key) & Entry(r.key, v))
      | (!q.on & Begin(t, v) & Entry(r.key, v) & h = g));

// ... or returns to a caller that made this call.
bool Back(Thread n, Thread t, Thread o, Deep q, Deep r, Global h, Global g)
  exists State x, v, y.
    x.pc = q.pc & x.l = q.l & x.g = h & v.pc = r.pc & v.l = r.l & v.g = g & r.on & May(n, t, o, x, v)
    & q.on & Enforce(x) & Exit(x.pc) & Caller(t, r.key, y) & Call(y, q.key) & Across(y, v) & Return(y.pc, x, v);

bool Caller(Thread t, State u, State x)
  exists Thread o, Deep D[N]. Over(o, D, x.g) & D[t].on & D[t].key = u & D[t].pc = x.pc & D[t].l = x.l;

// What a return can lead to.
bool Appears(Thread o, Frame F[N], Global g)
  exists Thread t, n, Deep D[N], E[N], Global h.
    Over(n, E, h) & Back(n, t, o, E[t], D[t], h, g) & (forall Thread s. s != t -> E[s] = D[s])
    & (forall Thread s. F[s].on = D[s].on & F[s].pc = D[s].pc & F[s].l = D[s].l);

  (exists State u, v, Context e, c, Global G[K + 1], Thread T[K + 1]. Reach(u, v, e, c, G, T) & Target(v))
| (exists Thread o, Frame F[N], Global g. Visible(K, o, F, g) & !(exists Context b. b + 1 = K & Visible(b, o, F, g)))
| (exists Thread o, Frame F[N], Global g. Appears(o, F, g) & !(exists Context b. b + 1 = K & Visible(b, o, F, g)));
