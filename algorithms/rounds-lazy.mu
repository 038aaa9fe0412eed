// Any number of threads, K rounds of round-robin: linear interfaces, computed lazily.
//
// As in rounds-eager.mu, but a thread enters a round only when some execution brings it there: Run visits
// reachable states only. RightLI are interfaces of the threads to the right, WantRightLI those that the threads
// to the left ask for.

param K = 2;
enum Round { 1..K };

order i < e, e < u, u < y, y < v, v < x, x < z, G < H, H < M;

bool Same(Round i, Global G[K + 1], Global H[K + 1])
  forall Round j. j <= i -> G[j] = H[j];

bool Wrap(Round i, Global G[K + 1], Global H[K + 1])
  forall Round j. j < i -> G[j + 1] = H[j];

// One thread is in round i, as in rounds-eager.mu.
mu bool Run(State u, State v, Round e, Round i, Global G[K + 1], Global H[K + 1])
  Enforce(v) &
  ( // it begins in the first round, where the program begins or after the thread to its left
    (e = i & i = 1 & (exists Thread t. Begin(t, v)) & Entry(u, v) & v.g = G[1]
     & (Shared(G[1]) | (exists Global F[K + 1]. One(1, F, G))))
    // it begins later
  | (e = i & i > 1 & (exists Thread t. Begin(t, v)) & Entry(u, v) & v.g = G[i]
     & (forall Round j. j < i -> G[j] = H[j]) & Enter(i, G, H))
  | (exists State x. Run(u, x, e, i, G, H) & Internal(x, v))
  | (e = i & (exists State t, x, Round d. Run(t, x, d, i, G, H) & Call(x, u)) & Entry(u, v))
  | (exists State x, y, z, Round d.
       Run(u, x, e, d, G, H) & Call(x, y) & Run(y, z, d, i, G, H) & Exit(z.pc)
       & Across(x, v) & Return(x.pc, z, v))
    // the next round
  | (exists State z, Round d.
       Run(u, z, e, d, G, H) & i = d + 1 & Switch(z) & z.g = H[d] & z.pc = v.pc & z.l = v.l & v.g = G[i]
       & Enter(i, G, H)) );

bool One(Round i, Global G[K + 1], Global H[K + 1])
  exists State u, v, Round e. Run(u, v, e, i, G, H) & Switch(v) & v.g = H[i];

// A thread that found G and left H may go on to round i: the threads to its right can bring round i - 1 to its
// end, and what they leave leads, over the threads to its left, to G[i].
bool Enter(Round i, Global G[K + 1], Global H[K + 1])
  exists Round d, Global M[K + 1].
    i = d + 1 & RightLI(d, H, M) & ((Shared(G[1]) & Wrap(i, G, M)) | WantRightLI(i, G, M));

// (G, H) is the interface of a row of threads, perhaps none, that another relation asks for.
mu bool RightLI(Round i, Global G[K + 1], Global H[K + 1])
    Same(i, G, H)
  | ((exists Global M[K + 1]. One(i, G, M) & RightLI(i, M, H)) & (i = 1 | WantRightLI(i, G, H)));

// A thread has left G after i rounds, and to its right (G, H) is possible for i - 1 rounds, in an execution.
mu bool WantRightLI(Round i, Global G[K + 1], Global H[K + 1])
  exists Global F[K + 1], Round d.
    One(i, F, G) & i = d + 1 & RightLI(d, G, H)
    & (WantRightLI(i, F, H) | (Shared(F[1]) & Wrap(i, F, H)));

exists State u, v, Round e, i, Global G[K + 1], H[K + 1]. Run(u, v, e, i, G, H) & Target(v);
