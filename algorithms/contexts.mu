// Concurrent programs with recursion, up to K context switches.
//
// Reach(u, v, e, c, G, T): there is an execution whose c-th context is in v; T[i] is the thread that runs in
// context i, G[i] the globals when context i begins (i > 0). v belongs to the activation with key u, which was
// made in context e. Entries of G and T beyond c are free. One thread's state is held at a time: what the others
// left behind is looked up in Reach, by the same G and T.

param K = 2;
enum Context { 0..K };

order c < e, e < T, T < u, u < y, y < v, v < x, x < z;

// Context c is the first of its thread.
bool First(Context c, Thread T[K + 1])
  forall Context d. d < c -> T[d] != T[c];

// Contexts d and c are of one thread, and none between them is. There is one between: a switch to the thread that
// runs already leads nowhere new.
bool Consecutive(Context d, Context c, Thread T[K + 1])
  d + 1 < c & T[d] = T[c] & (forall Context i. d < i & i < c -> T[i] != T[c]);

// Copies of one thread begin in their order: others do the same under other names. ORDERED = 0: in any order.
param ORDERED = 1;
bool InOrder(Context c, Thread T[K + 1])
  ORDERED = 0 | (forall Thread s. Before(s, T[c]) -> (exists Context d. d < c & T[d] = s));

mu bool Reach(State u, State v, Context e, Context c, Global G[K + 1], Thread T[K + 1])
  Enforce(v) &
  ( // the program begins
    (c = 0 & e = 0 & InOrder(c, T) & Begin(T[0], v) & Shared(v.g) & Entry(u, v))
    // an internal step
  | (exists State x. Reach(u, x, e, c, G, T) & Internal(x, v))
    // a call
  | (e = c & (exists State t, x, Context d. Reach(t, x, d, c, G, T) & Call(x, u)) & Entry(u, v))
    // a call that returns, perhaps some contexts later
  | (exists State x, y, z, Context d.
       Reach(u, x, e, d, G, T) & Call(x, y) & Reach(y, z, d, c, G, T) & Exit(z.pc)
       & Across(x, v) & Return(x.pc, z, v))
    // a switch to a thread that has not run before
  | (e = c & First(c, T) & InOrder(c, T) & Begin(T[c], v) & v.g = G[c] & Entry(u, v)
     & (exists Context d. Done(d, G, T) & c = d + 1))
    // a switch to a thread that goes on where it was
  | ((exists Context d. Done(d, G, T) & c = d + 1) & v.g = G[c]
     & (exists Context d. Parked(u, v.pc, v.l, e, d, G, T) & Consecutive(d, c, T))) );

// Context c can end, and then the globals are G[c + 1].
bool Done(Context c, Global G[K + 1], Thread T[K + 1])
  exists State u, v, Context e. Reach(u, v, e, c, G, T) & Switch(v) & v.g = G[c + 1];

// ... and its thread is at p with locals l.
bool Parked(State u, PC p, Local l, Context e, Context c, Global G[K + 1], Thread T[K + 1])
  exists State v. Reach(u, v, e, c, G, T) & Switch(v) & v.g = G[c + 1] & v.pc = p & v.l = l;

exists State u, v, Context e, c, Global G[K + 1], Thread T[K + 1]. Reach(u, v, e, c, G, T) & Target(v);
