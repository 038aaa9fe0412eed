/* The FairThreads library's own header, for programs that include it. */
#include <pthread.h>
#include <heddle/fairthreads.h>
