/* moved.h - what the front end passes to the analysis of addresses.
 *
 * An object's `alive` says whether a block, a local or the handle of a thread is there. What has ended may be taken
 * again (HD_LIFE_NONE) or not (HD_LIFE_GONE). A detached thread's handle is there until the thread ends.
 *
 * For a reallocation in a raw program, the step that begins the new block also assigns the old block's address to the
 * variable of this name. The old block is freed afterwards, but the new one may be where it is. Resolving memory takes
 * the assignment out. */
#ifndef HD_PROGRAM_MOVED_H
#define HD_PROGRAM_MOVED_H

enum { HD_LIFE_NONE = 0, HD_LIFE_ALIVE = 1, HD_LIFE_GONE = 2, HD_LIFE_LEAVING = 3 };

#define HD_MOVED_BLOCK "(moved block)"

#endif
