// Any number of threads, K rounds of round-robin: linear interfaces, computed eagerly.
//
// In each round every thread runs once, in a fixed order. A linear interface of length i is a pair (G, H): in
// round j <= i a row of threads that finds the globals G[j] leaves H[j]. Interfaces of neighbours compose. Run
// finds those of one thread, for all inputs, whether some execution has them or not.

param K = 2;
enum Round { 1..K };

order i < e, e < u, u < y, y < v, v < x, x < z, G < H, H < M;

bool Same(Round i, Global G[K + 1], Global H[K + 1])
  forall Round j. j <= i -> G[j] = H[j];

// What the last thread leaves is what the first one finds in the next round.
bool Wrap(Round i, Global G[K + 1], Global H[K + 1])
  forall Round j. j < i -> G[j + 1] = H[j];

// One thread is in round i, in state v of the activation with key u, which was made in round e. It found G[j] in
// the rounds j <= i and left H[j] in those before i.
mu bool Run(State u, State v, Round e, Round i, Global G[K + 1], Global H[K + 1])
  Enforce(v) &
  ( // it begins; before, it did nothing
    (e = i & (exists Thread t. Begin(t, v)) & Entry(u, v) & v.g = G[i]
     & (forall Round j. j < i -> G[j] = H[j]))
  | (exists State x. Run(u, x, e, i, G, H) & Internal(x, v))
  | (e = i & (exists State t, x, Round d. Run(t, x, d, i, G, H) & Call(x, u)) & Entry(u, v))
  | (exists State x, y, z, Round d.
       Run(u, x, e, d, G, H) & Call(x, y) & Run(y, z, d, i, G, H) & Exit(z.pc)
       & Across(x, v) & Return(x.pc, z, v))
    // the next round
  | (exists State z, Round d.
       Run(u, z, e, d, G, H) & i = d + 1 & Switch(z) & z.g = H[d] & z.pc = v.pc & z.l = v.l & v.g = G[i]) );

// The interfaces of one thread ...
bool One(Round i, Global G[K + 1], Global H[K + 1])
  exists State u, v, Round e. Run(u, v, e, i, G, H) & Switch(v) & v.g = H[i];

// ... and of a row of threads, perhaps none.
mu bool Row(Round i, Global G[K + 1], Global H[K + 1])
    Same(i, G, H)
  | (exists Global M[K + 1]. One(i, G, M) & Row(i, M, H));

// A thread in v; those before it have run i rounds, those after it i - 1.
exists State u, v, Round e, i, Global F[K + 1], G[K + 1], H[K + 1].
  Run(u, v, e, i, G, H) & Target(v) & Row(i, F, G) & Shared(F[1])
  & (i = 1 | (exists Round d, Global M[K + 1]. i = d + 1 & Row(d, H, M) & Wrap(i, F, M)));
