/* The FairThreads library's own header, for programs that include it. The guard is the library's: where its header lies
 * beside a source, this one is read first. */
#ifndef _FT_THREAD_H
#define _FT_THREAD_H

#include <pthread.h>
#include <heddle/fairthreads.h>

#endif
