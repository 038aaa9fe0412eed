/* lifetimes.h - how the front end tells the analysis of addresses which objects exist.
 *
 * The variable `alive` of an object says whether a block, a local variable or the handle of a thread exists. The place
 * of one that has ended may be used again (HD_LIFE_NONE) or not (HD_LIFE_GONE). The handle of a detached thread exists
 * until the thread ends (HD_LIFE_LEAVING).
 *
 * For a reallocation in a raw program, the step that begins the new block also assigns the address of the old block to
 * a variable named HD_MOVED_BLOCK: although the old block is freed later, the new one may be at its address. The
 * assignment is removed when memory is resolved. */
#ifndef HD_PROGRAM_LIFETIMES_H
#define HD_PROGRAM_LIFETIMES_H

enum { HD_LIFE_NONE = 0, HD_LIFE_ALIVE = 1, HD_LIFE_GONE = 2, HD_LIFE_LEAVING = 3 };

#define HD_MOVED_BLOCK "(moved block)"

#endif
